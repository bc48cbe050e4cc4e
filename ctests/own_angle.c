/* A program that brings its own ANGLE, as Chromium and Electron do: it opens libEGL.so in the folder of the first argument and looks its functions up
 * by dlsym, and those of GL by eglGetProcAddress. The second argument is the backend, "vulkan" (SwiftShader) or "gles" (the system's OpenGL ES), the third
 * what it expects: "alone", ANGLE's own extensions; "layered", glmeter's; or "timers", ANGLE's own timers, over a driver that glmeter measures. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EGL_PLATFORM_ANGLE_ANGLE 0x3202
#define EGL_PLATFORM_ANGLE_TYPE_ANGLE 0x3203
#define EGL_PLATFORM_ANGLE_DEVICE_TYPE_ANGLE 0x3209
#define EGL_PLATFORM_ANGLE_TYPE_OPENGLES_ANGLE 0x320E
#define EGL_PLATFORM_ANGLE_DEVICE_TYPE_EGL_ANGLE 0x348E
#define EGL_PLATFORM_ANGLE_TYPE_VULKAN_ANGLE 0x3450
#define EGL_PLATFORM_ANGLE_DEVICE_TYPE_SWIFTSHADER_ANGLE 0x3487
#define EGL_PLATFORM_ANGLE_NATIVE_PLATFORM_TYPE_ANGLE 0x348F

#define CHECK(condition, ...)                                  \
    do {                                                       \
        if (!(condition)) {                                    \
            fprintf(stderr, "own_angle: expected: " __VA_ARGS__); \
            fputc('\n', stderr);                               \
            exit(1);                                           \
        }                                                      \
    } while (0)

static void *library;
#define EGL(name) ((__typeof__(&name))dlsym(library, #name))
#define GL(name) ((__typeof__(&name))EGL(eglGetProcAddress)(#name))

int main(int count, char **arguments)
{
    char path[1000];
    CHECK(count == 4, "three arguments");
    snprintf(path, sizeof path, "%s/libEGL.so", arguments[1]);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    CHECK(library, "%s opens: %s", path, dlerror());
    int gles = !strcmp(arguments[2], "gles");
    EGLint attributes[] = { EGL_PLATFORM_ANGLE_TYPE_ANGLE, gles ? EGL_PLATFORM_ANGLE_TYPE_OPENGLES_ANGLE : EGL_PLATFORM_ANGLE_TYPE_VULKAN_ANGLE,
                            EGL_PLATFORM_ANGLE_DEVICE_TYPE_ANGLE,
                            gles ? EGL_PLATFORM_ANGLE_DEVICE_TYPE_EGL_ANGLE : EGL_PLATFORM_ANGLE_DEVICE_TYPE_SWIFTSHADER_ANGLE,
                            EGL_PLATFORM_ANGLE_NATIVE_PLATFORM_TYPE_ANGLE, EGL_PLATFORM_SURFACELESS_MESA, EGL_NONE };
    if (gles)
        attributes[4] = EGL_NONE;
    PFNEGLGETPLATFORMDISPLAYEXTPROC get = (PFNEGLGETPLATFORMDISPLAYEXTPROC)EGL(eglGetProcAddress)("eglGetPlatformDisplayEXT");
    CHECK(get, "eglGetPlatformDisplayEXT");
    EGLDisplay display = get(EGL_PLATFORM_ANGLE_ANGLE, EGL_DEFAULT_DISPLAY, attributes);
    CHECK(display, "a display (0x%x)", EGL(eglGetError)());
    CHECK(EGL(eglInitialize)(display, NULL, NULL), "eglInitialize (0x%x)", EGL(eglGetError)());
    EGLint wanted[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE }, configs = 0;
    EGLint size[] = { EGL_WIDTH, 256, EGL_HEIGHT, 256, EGL_NONE }, version[] = { EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE };
    EGLConfig config;
    CHECK(EGL(eglChooseConfig)(display, wanted, &config, 1, &configs) && configs == 1, "a config");
    EGLSurface surface = EGL(eglCreatePbufferSurface)(display, config, size);
    EGLContext context = EGL(eglCreateContext)(display, config, EGL_NO_CONTEXT, version);
    CHECK(context, "a context (0x%x)", EGL(eglGetError)());
    CHECK(EGL(eglMakeCurrent)(display, surface, surface, context), "eglMakeCurrent (0x%x)", EGL(eglGetError)());
    const char *list = (const char *)GL(glGetString)(GL_EXTENSIONS), *renderer = (const char *)GL(glGetString)(GL_RENDERER);
    CHECK(renderer && strstr(renderer, "ANGLE"), "ANGLE renders (%s)", renderer ? renderer : "NULL");
    fprintf(stderr, "%s, %s\n", renderer, (const char *)GL(glGetString)(GL_VERSION));
    int ours = strstr(list, "GL_ANGLE_timer_query") && strstr(list, "GL_INTEL_performance_query"), timers = !!strstr(list, "GL_EXT_disjoint_timer_query");
    if (!strcmp(arguments[3], "layered"))
        CHECK(ours && timers, "glmeter's extensions in: %s", list);
    else
        CHECK(!ours, "ANGLE's own extensions: %s", list);
    if (!strcmp(arguments[3], "timers"))
        CHECK(timers, "ANGLE's own timers in: %s", list);
    if (timers) {
        GLuint query = 0;
        GLuint64 elapsed = 0;
        GL(glGenQueriesEXT)(1, &query);
        GL(glBeginQueryEXT)(GL_TIME_ELAPSED_EXT, query);
        for (int i = 0; i < 20; i++) {
            GL(glClearColor)((GLfloat)i / 20, 0, 0, 1);
            GL(glClear)(GL_COLOR_BUFFER_BIT);
        }
        GL(glEndQueryEXT)(GL_TIME_ELAPSED_EXT);
        GL(glGetQueryObjectui64vEXT)(query, GL_QUERY_RESULT_EXT, &elapsed);
        CHECK(GL(glGetError)() == GL_NO_ERROR && elapsed < 10000000000u, "a time (%llu)", (unsigned long long)elapsed);
        fprintf(stderr, "20 clears: %llu ns\n", (unsigned long long)elapsed);
    }
    EGL(eglMakeCurrent)(display, NULL, NULL, NULL);
    CHECK(EGL(eglDestroyContext)(display, context) && EGL(eglTerminate)(display), "the end");
    printf("own_angle: ok\n");
    return 0;
}
