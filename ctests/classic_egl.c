/* A libEGL.so.1 as before libglvnd: it exports the egl* and gl* functions itself and has one driver. It simulates a machine without
 * libglvnd on the real driver, Mesa's vendor library, whose functions it looks up as libglvnd does.
 *
 * It ends the process at undefined calls: at a sync of a terminated display, and at a query command between glNewList and glEndList or
 * between glBegin and glEnd. With CLASSIC_CALLS_EXPORTS in the environment its functions call a GL function by its exported name, which an
 * interposer intercepts, like a driver that was linked without -Bsymbolic. */
#define _GNU_SOURCE
#define EGL_EGLEXT_PROTOTYPES 1
#include <glvnd/libeglabi.h>
#include <GL/gl.h>
#include <GLES3/gl32.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static __EGLapiImports driver;

/* The driver calls back only from the stubs that it provides to libglvnd, and this library uses none of them. */
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

static void rejected(const char *what)
{
    fprintf(stderr, "classic_egl: %s\n", what);
    abort();
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

/* Calls a function without effect by its exported name. */
static void call_export(void)
{
    if (getenv("CLASSIC_CALLS_EXPORTS"))
        glIsQuery(0);
}

#define NEXT(name) static __typeof__(&name) next; \
    if (!next)                                    \
        *(void **)&next = of_driver(#name)

/* Syncs, whose handles are never reused, so that a stale one is always detected. */

enum { SYNCS = 100000 };
static struct {
    EGLSyncKHR sync;
    bool live;
} syncs[SYNCS];
static uintptr_t made;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static EGLSyncKHR checked_create_sync(EGLDisplay d, EGLenum kind, const EGLint *attributes)
{
    NEXT(eglCreateSyncKHR);
    EGLSyncKHR sync = next(d, kind, attributes);
    if (!sync)
        return sync;
    pthread_mutex_lock(&lock);
    if (++made == SYNCS)
        rejected("no room for more syncs");
    syncs[made].sync = sync;
    syncs[made].live = true;
    sync = (EGLSyncKHR)made;
    pthread_mutex_unlock(&lock);
    return sync;
}

static EGLSyncKHR live_sync(EGLSyncKHR handle, bool destroyed, const char *complaint)
{
    pthread_mutex_lock(&lock);
    uintptr_t number = (uintptr_t)handle;
    if (number == 0 || number > made || !syncs[number].live)
        rejected(complaint);
    syncs[number].live = !destroyed;
    pthread_mutex_unlock(&lock);
    return syncs[number].sync;
}

static EGLBoolean checked_destroy_sync(EGLDisplay d, EGLSyncKHR sync)
{
    NEXT(eglDestroySyncKHR);
    return next(d, live_sync(sync, true, "eglDestroySyncKHR of a sync that is gone"));
}

static EGLint checked_client_wait_sync(EGLDisplay d, EGLSyncKHR sync, EGLint flags, EGLTimeKHR timeout)
{
    NEXT(eglClientWaitSyncKHR);
    return next(d, live_sync(sync, false, "eglClientWaitSyncKHR for a sync that is gone"), flags, timeout);
}

EGLBoolean eglTerminate(EGLDisplay d)
{
    NEXT(eglTerminate);
    EGLBoolean done = next(d);
    pthread_mutex_lock(&lock);
    for (uintptr_t number = 1; number <= made; number++)
        syncs[number].live = false;
    pthread_mutex_unlock(&lock);
    return done;
}

/* Display lists, and glBegin with glEnd. */

static __thread bool compiling, began;

static void checked_new_list(GLuint list, GLenum mode)
{
    NEXT(glNewList);
    next(list, mode);
    compiling = true;
}

static void checked_end_list(void)
{
    NEXT(glEndList);
    next();
    compiling = false;
}

static void checked_begin(GLenum mode)
{
    NEXT(glBegin);
    next(mode);
    began = true;
}

static void checked_end(void)
{
    NEXT(glEnd);
    next();
    began = false;
}

static void outside_lists(const char *complaint)
{
    if (compiling || began)
        rejected(complaint);
}

static void checked_query_counter(GLuint id, GLenum target)
{
    static void (*next)(GLuint, GLenum);
    if (!next)
        *(void **)&next = of_driver("glQueryCounter");
    outside_lists("glQueryCounter in a display list or between glBegin and glEnd");
    next(id, target);
}

static void checked_get_query_object(GLuint id, GLenum name, GLuint *value)
{
    NEXT(glGetQueryObjectuiv);
    if (began)
        rejected("glGetQueryObjectuiv between glBegin and glEnd");
    next(id, name, value);
}

/* A cancellation point, like any command that may wait or read a file. */
static void cancellable_begin_query(GLenum target, GLuint id)
{
    NEXT(glBeginQuery);
    pthread_testcancel();
    next(target, id);
}

static const GLubyte *reentrant_get_string(GLenum name)
{
    NEXT(glGetString);
    call_export();
    return next(name);
}

static const struct {
    const char *name;
    void (*function)(void);
} own[] = {
#define OWN(name, function) { name, (void (*)(void))function },
    OWN("eglCreateSyncKHR", checked_create_sync)
    OWN("eglDestroySyncKHR", checked_destroy_sync)
    OWN("eglClientWaitSyncKHR", checked_client_wait_sync)
    OWN("glNewList", checked_new_list)
    OWN("glEndList", checked_end_list)
    OWN("glBegin", checked_begin)
    OWN("glEnd", checked_end)
    OWN("glBeginQuery", cancellable_begin_query)
    OWN("glQueryCounter", checked_query_counter)
    OWN("glGetQueryObjectuiv", checked_get_query_object)
    OWN("glGetString", reentrant_get_string)
};

__eglMustCastToProperFunctionPointerType eglGetProcAddress(const char *name)
{
    __eglMustCastToProperFunctionPointerType address;
    call_export();
    *(void **)&address = driver.getProcAddress(name);
    for (size_t i = 0; address && i < sizeof own / sizeof *own; i++)
        if (!strcmp(own[i].name, name))
            return own[i].function;
    return address;
}

EGLBoolean eglMakeCurrent(EGLDisplay d, EGLSurface draw, EGLSurface read, EGLContext context)
{
    NEXT(eglMakeCurrent);
    EGLBoolean done = next(d, draw, read, context);
    call_export();
    pthread_testcancel();
    return done;
}

/* These functions are cancellation points, like all that communicate with a window system. */
EGLBoolean eglSwapBuffers(EGLDisplay d, EGLSurface surface)
{
    NEXT(eglSwapBuffers);
    pthread_testcancel();
    return next(d, surface);
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
FORWARD(EGLBoolean, eglQuerySurface, (EGLDisplay d, EGLSurface surface, EGLint name, EGLint *value), (d, surface, name, value))
FORWARD(EGLBoolean, eglQueryContext, (EGLDisplay d, EGLContext context, EGLint name, EGLint *value), (d, context, name, value))
FORWARD(EGLContext, eglGetCurrentContext, (void), ())
FORWARD(EGLDisplay, eglGetCurrentDisplay, (void), ())
FORWARD(EGLSurface, eglGetCurrentSurface, (EGLint which), (which))
FORWARD(EGLBoolean, eglReleaseThread, (void), ())
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
