/* A libEGL.so.1 of the days before libglvnd: it exports the egl* and gl* functions itself and knows one driver. It stands in for a
 * machine without libglvnd, over the real driver: Mesa's vendor library, asked for its functions as libglvnd would ask. */
#include <glvnd/libeglabi.h>
#include <GLES3/gl32.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static __EGLapiImports driver;

/* The driver calls back only from the stubs that it lends to libglvnd, and this library takes none of them. */
static const __EGLapiExports nothing;

__attribute__((constructor)) static void load(void)
{
    void *library = dlopen("libEGL_mesa.so.0", RTLD_NOW | RTLD_LOCAL);
    __PFNEGLMAINPROC start = NULL;
    if (library)
        *(void **)&start = dlsym(library, __EGL_MAIN_PROTO_NAME);
    if (!start || !start(EGL_VENDOR_ABI_VERSION, &nothing, NULL, &driver)) {
        fprintf(stderr, "classic_egl: libEGL_mesa.so.0 does not start: %s\n", start ? "refused" : dlerror());
        exit(1);
    }
}

static void *of_driver(const char *name)
{
    void *address = driver.getProcAddress(name);
    if (!address) {
        fprintf(stderr, "classic_egl: the driver has no %s\n", name);
        abort();
    }
    return address;
}

EGLDisplay eglGetPlatformDisplay(EGLenum platform, void *native, const EGLAttrib *attributes)
{
    return driver.getPlatformDisplay(platform, native, attributes);
}

EGLDisplay eglGetDisplay(EGLNativeDisplayType native)
{
    return driver.getPlatformDisplay(EGL_NONE, (void *)native, NULL);
}

__eglMustCastToProperFunctionPointerType eglGetProcAddress(const char *name)
{
    __eglMustCastToProperFunctionPointerType address;
    *(void **)&address = driver.getProcAddress(name);
    return address;
}

#define FORWARD(answer, name, parameters, arguments)  \
    answer name parameters                            \
    {                                                 \
        static answer(*next) parameters;              \
        if (!next)                                    \
            *(void **)&next = of_driver(#name);       \
        return next arguments;                        \
    }

FORWARD(EGLBoolean, eglInitialize, (EGLDisplay d, EGLint *major, EGLint *minor), (d, major, minor))
FORWARD(EGLBoolean, eglTerminate, (EGLDisplay d), (d))
FORWARD(const char *, eglQueryString, (EGLDisplay d, EGLint name), (d, name))
FORWARD(EGLBoolean, eglBindAPI, (EGLenum api), (api))
FORWARD(EGLenum, eglQueryAPI, (void), ())
FORWARD(EGLBoolean, eglChooseConfig, (EGLDisplay d, const EGLint *wanted, EGLConfig *configs, EGLint size, EGLint *count),
        (d, wanted, configs, size, count))
FORWARD(EGLBoolean, eglGetConfigAttrib, (EGLDisplay d, EGLConfig config, EGLint name, EGLint *value), (d, config, name, value))
FORWARD(EGLSurface, eglCreatePbufferSurface, (EGLDisplay d, EGLConfig config, const EGLint *attributes), (d, config, attributes))
FORWARD(EGLBoolean, eglDestroySurface, (EGLDisplay d, EGLSurface surface), (d, surface))
FORWARD(EGLContext, eglCreateContext, (EGLDisplay d, EGLConfig config, EGLContext share, const EGLint *attributes),
        (d, config, share, attributes))
FORWARD(EGLBoolean, eglDestroyContext, (EGLDisplay d, EGLContext context), (d, context))
FORWARD(EGLBoolean, eglQueryContext, (EGLDisplay d, EGLContext context, EGLint name, EGLint *value), (d, context, name, value))
FORWARD(EGLBoolean, eglMakeCurrent, (EGLDisplay d, EGLSurface draw, EGLSurface read, EGLContext context), (d, draw, read, context))
FORWARD(EGLContext, eglGetCurrentContext, (void), ())
FORWARD(EGLDisplay, eglGetCurrentDisplay, (void), ())
FORWARD(EGLSurface, eglGetCurrentSurface, (EGLint which), (which))
FORWARD(EGLBoolean, eglReleaseThread, (void), ())
FORWARD(EGLBoolean, eglSwapBuffers, (EGLDisplay d, EGLSurface surface), (d, surface))
FORWARD(EGLint, eglGetError, (void), ())

FORWARD(const GLubyte *, glGetString, (GLenum name), (name))
FORWARD(const GLubyte *, glGetStringi, (GLenum name, GLuint index), (name, index))
FORWARD(void, glGetIntegerv, (GLenum name, GLint *value), (name, value))
FORWARD(GLenum, glGetError, (void), ())
FORWARD(void, glClear, (GLbitfield mask), (mask))
FORWARD(void, glFinish, (void), ())
FORWARD(void, glGenQueries, (GLsizei n, GLuint *ids), (n, ids))
FORWARD(void, glDeleteQueries, (GLsizei n, const GLuint *ids), (n, ids))
FORWARD(GLboolean, glIsQuery, (GLuint id), (id))
FORWARD(void, glBeginQuery, (GLenum target, GLuint id), (target, id))
FORWARD(void, glEndQuery, (GLenum target), (target))
FORWARD(void, glGetQueryiv, (GLenum target, GLenum name, GLint *value), (target, name, value))
FORWARD(void, glGetQueryObjectuiv, (GLuint id, GLenum name, GLuint *value), (id, name, value))
