/* Runs a session of EGL and GL commands again and again, each time with another allocation of the driver or of glmeter failing: every command succeeds or
 * raises GL_OUT_OF_MEMORY or EGL_BAD_ALLOC. See out_of_memory.h for the usage. */
#include "out_of_memory.h"

#define EGL(what) (doing = #what, (what) ? (void)0 : seen(eglGetError(), EGL_SUCCESS, EGL_BAD_ALLOC))

static EGLDisplay display;
static EGLConfig config;

static GLuint session(Api api)
{
    EGLint attributes[] = { EGL_CONTEXT_MAJOR_VERSION, api == CORE ? 4 : 3, EGL_CONTEXT_MINOR_VERSION, api == CORE ? 5 : 0, EGL_NONE };
    EGLint size[] = { EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_NONE };
    GLuint pixel = 0;
    bind_api(api);
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    EGL(surface != EGL_NO_SURFACE);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
    EGL(context != EGL_NO_CONTEXT);
    EGLBoolean is_current = surface && context && eglMakeCurrent(display, surface, surface, context);
    EGL(is_current);
    if (is_current) {
        pixel = commands(api);
        EGLSync fence = eglCreateSync(display, EGL_SYNC_FENCE, NULL);
        EGL(fence != EGL_NO_SYNC);
        if (fence)
            EGL(eglDestroySync(display, fence));
        EGL(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
    }
    if (context)
        EGL(eglDestroyContext(display, context));
    if (surface)
        EGL(eglDestroySurface(display, surface));
    return pixel;
}

int main(int count, char **words)
{
    bool is_es = count > 1 && !strcmp(words[1], "es");
    EGLint wanted[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, is_es ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT,
                        EGL_RED_SIZE, 8, EGL_NONE };
    EGLint configs = 0;
    display = open_display();
    CHECK(eglChooseConfig(display, wanted, &config, 1, &configs) && configs == 1, "an EGLConfig for pbuffers");
    return run_sessions("out_of_memory", count, words, session);
}
