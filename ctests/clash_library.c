/* An application's library that stores its GL functions in variables of the same names, as early loaders did and some engines still do. With
 * default visibility the dynamic linker binds such a name to its first export, so the library would write to the code of a preloaded library
 * that exports it. This file includes no GL header, which would declare the names as functions. */
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <stdio.h>
#include <string.h>

typedef unsigned int GLenum, GLuint;
typedef int GLint, GLsizei;
typedef unsigned char GLboolean;

#define VARIABLE __attribute__((visibility("default")))

VARIABLE const unsigned char *(*glGetString)(GLenum);
VARIABLE const unsigned char *(*glGetStringi)(GLenum, GLuint);
VARIABLE GLenum (*glGetError)(void);
VARIABLE void (*glGetIntegerv)(GLenum, GLint *);
VARIABLE void (*glGenQueries)(GLsizei, GLuint *);
VARIABLE void (*glDeleteQueries)(GLsizei, const GLuint *);
VARIABLE GLboolean (*glIsQuery)(GLuint);
VARIABLE void (*glBeginQuery)(GLenum, GLuint);
VARIABLE void (*glEndQuery)(GLenum);
VARIABLE void (*glQueryCounter)(GLuint, GLenum);
VARIABLE void (*glGetQueryiv)(GLenum, GLenum, GLint *);
VARIABLE void (*glGetQueryObjectiv)(GLuint, GLenum, GLint *);
VARIABLE void (*glGetQueryObjectuiv)(GLuint, GLenum, GLuint *);
VARIABLE void (*glGetQueryObjectui64v)(GLuint, GLenum, unsigned long long *);
VARIABLE void (*glQueryCounterEXT)(GLuint, GLenum);
VARIABLE void (*glBeginQueryANGLE)(GLenum, GLuint);
VARIABLE void (*glEndQueryANGLE)(GLenum);
VARIABLE void (*glGetQueryObjectui64vANGLE)(GLuint, GLenum, unsigned long long *);

#define EACH(DO)                                                                                                               \
    DO(glGetString) DO(glGetStringi) DO(glGetError) DO(glGetIntegerv) DO(glGenQueries) DO(glDeleteQueries) DO(glIsQuery)         \
    DO(glBeginQuery) DO(glEndQuery) DO(glQueryCounter) DO(glGetQueryiv) DO(glGetQueryObjectiv) DO(glGetQueryObjectuiv)           \
    DO(glGetQueryObjectui64v) DO(glQueryCounterEXT) DO(glBeginQueryANGLE) DO(glEndQueryANGLE) DO(glGetQueryObjectui64vANGLE)

static void not_loaded(void)
{
    fputs("clash_library: a GL function was called before it was loaded\n", stderr);
}

/* At start-up every variable is written, before there is any context. */
__attribute__((constructor)) static void start(void)
{
#define FILL(name) *(void (**)(void))(void *)&name = not_loaded;
    EACH(FILL)
}

static int fail(const char *what)
{
    fprintf(stderr, "clash_library: expected: %s\n", what);
    return 1;
}

/* Loads the variables from eglGetProcAddress and calls through them. Returns 0 on success. */
VARIABLE int clash_run(void)
{
#define HOLDS(name) \
    if (*(void (**)(void))(void *)&name != not_loaded) \
        return fail("the variable " #name " keeps what was written to it at start-up");
    EACH(HOLDS)
#define LOAD(name)                                                 \
    *(void (**)(void))(void *)&name = eglGetProcAddress(#name);    \
    if (!name)                                                     \
        return fail("eglGetProcAddress answers " #name);
    EACH(LOAD)

    static const EGLint configuration[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_NONE };
    static const EGLint version[] = { EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE };
    static const EGLint size[] = { EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE };
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    EGLConfig config;
    EGLint count = 0;
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API) || !eglChooseConfig(display, configuration, &config, 1, &count))
        return fail("an EGL display");
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (!eglMakeCurrent(display, surface, surface, context))
        return fail("a current context");

    const char *extensions = (const char *)glGetString(0x1f03);
    if (!extensions || !strstr(extensions, "GL_ANGLE_timer_query"))
        return fail("GL_ANGLE_timer_query among the extensions");
    GLuint query = 0, stamp = 0;
    unsigned long long elapsed = 0, time = 0;
    glGenQueries(1, &query);
    glGenQueries(1, &stamp);
    glBeginQuery(0x88bf, query);
    glQueryCounterEXT(stamp, 0x8e28);
    glEndQueryANGLE(0x88bf);
    glGetQueryObjectui64vANGLE(query, 0x8866, &elapsed);
    glGetQueryObjectui64v(stamp, 0x8866, &time);
    if (!glIsQuery(query) || !time || glGetError())
        return fail("a query through the variables");
    glQueryCounterEXT(4711, 0x8e28);
    if (glGetError() != 0x502)
        return fail("glmeter's INVALID_OPERATION for a name that was not generated");
    glDeleteQueries(1, &query);
    glDeleteQueries(1, &stamp);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
    return glGetError() ? fail("no error at the end") : 0;
}
