/* A driver of EGL 1.4 and OpenGL ES 2.0 that draws nothing and whose GPU takes a known time: 3 ms for each draw. It counts the calls of each of
 * its functions, for recorded_es2.c. With RECORDING_WITHOUT_FENCES in the environment it lacks EGL_KHR_fence_sync. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct {
    const char *name;
    int calls;
} calls[100];

static void record(const char *name)
{
    for (int i = 0; i < 100; i++)
        if (!calls[i].name || !strcmp(calls[i].name, name)) {
            calls[i].name = name;
            __atomic_add_fetch(&calls[i].calls, 1, __ATOMIC_SEQ_CST);
            return;
        }
}

/* The number of calls of a function. */
int recorded(const char *name)
{
    for (int i = 0; i < 100 && calls[i].name; i++)
        if (!strcmp(calls[i].name, name))
            return calls[i].calls;
    return 0;
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* The time at which the GPU will have done all work so far. */
static uint64_t busy_until;

static void sleep_until(uint64_t end)
{
    struct timespec time = { (time_t)(end / 1000000000u), (long)(end % 1000000000u) };
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL))
        ;
}

#define RECORD record(__func__)
static int display, config, surface;
static __thread EGLContext current;
static __thread EGLint error = EGL_SUCCESS;

EGLDisplay eglGetDisplay(EGLNativeDisplayType native) { (void)native; return &display; }
EGLBoolean eglInitialize(EGLDisplay d, EGLint *major, EGLint *minor)
{
    if (major)
        *major = 1;
    if (minor)
        *minor = 4;
    return d == &display;
}
EGLBoolean eglTerminate(EGLDisplay d) { return d == &display; }
EGLint eglGetError(void)
{
    EGLint answer = error;
    error = EGL_SUCCESS;
    return answer;
}
const char *eglQueryString(EGLDisplay d, EGLint name)
{
    if (!d) {
        error = EGL_BAD_DISPLAY;
        return NULL;
    }
    return name == EGL_VERSION ? "1.4" : name == EGL_EXTENSIONS && !getenv("RECORDING_WITHOUT_FENCES") ? "EGL_KHR_fence_sync" : "";
}
EGLBoolean eglBindAPI(EGLenum api) { return api == EGL_OPENGL_ES_API; }
EGLBoolean eglChooseConfig(EGLDisplay d, const EGLint *wanted, EGLConfig *configs, EGLint size, EGLint *count)
{
    (void)d;
    *count = 1;
    for (; wanted && *wanted != EGL_NONE; wanted += 2)
        if (*wanted == EGL_RENDERABLE_TYPE && wanted[1] & ~EGL_OPENGL_ES2_BIT)
            *count = 0;
    if (size && *count)
        configs[0] = &config;
    return EGL_TRUE;
}
EGLSurface eglCreatePbufferSurface(EGLDisplay d, EGLConfig c, const EGLint *attributes) { (void)d, (void)c, (void)attributes; return &surface; }
EGLBoolean eglDestroySurface(EGLDisplay d, EGLSurface s) { (void)d, (void)s; return EGL_TRUE; }
EGLContext eglCreateContext(EGLDisplay d, EGLConfig c, EGLContext share, const EGLint *attributes)
{
    (void)d, (void)c, (void)share;
    if (!attributes || attributes[0] != EGL_CONTEXT_CLIENT_VERSION || attributes[1] != 2) {
        error = EGL_BAD_CONFIG;
        return EGL_NO_CONTEXT;
    }
    return malloc(1);
}
EGLBoolean eglDestroyContext(EGLDisplay d, EGLContext context) { (void)d; free(context); return EGL_TRUE; }
EGLBoolean eglMakeCurrent(EGLDisplay d, EGLSurface draw, EGLSurface read, EGLContext context)
{
    (void)d, (void)draw, (void)read;
    current = context;
    return EGL_TRUE;
}
EGLContext eglGetCurrentContext(void) { return current; }
EGLDisplay eglGetCurrentDisplay(void) { return current ? &display : EGL_NO_DISPLAY; }
EGLBoolean eglReleaseThread(void) { current = EGL_NO_CONTEXT; return EGL_TRUE; }
EGLBoolean eglSwapBuffers(EGLDisplay d, EGLSurface s)
{
    (void)d, (void)s;
    sleep_until(busy_until - (busy_until > 18000000u ? 18000000u : busy_until));
    return EGL_TRUE;
}

/* A sync is the time at which the GPU reaches it. */
static EGLSyncKHR create_sync(EGLDisplay d, EGLenum kind, const EGLint *attributes)
{
    (void)d, (void)kind, (void)attributes;
    uint64_t *sync = malloc(sizeof *sync);
    record("eglCreateSyncKHR");
    *sync = busy_until > now() ? busy_until : now();
    return sync;
}
static EGLBoolean destroy_sync(EGLDisplay d, EGLSyncKHR sync) { (void)d; free(sync); return EGL_TRUE; }
static EGLint client_wait_sync(EGLDisplay d, EGLSyncKHR sync, EGLint flags, EGLTimeKHR timeout)
{
    uint64_t end = *(uint64_t *)sync, begun = now();
    (void)d, (void)flags;
    if (end > begun && end - begun > timeout) {
        sleep_until(begun + timeout);
        return EGL_TIMEOUT_EXPIRED_KHR;
    }
    sleep_until(end);
    return EGL_CONDITION_SATISFIED_KHR;
}

__eglMustCastToProperFunctionPointerType eglGetProcAddress(const char *name)
{
    if (getenv("RECORDING_WITHOUT_FENCES"))
        return NULL;
    if (!strcmp(name, "eglCreateSyncKHR"))
        return (__eglMustCastToProperFunctionPointerType)create_sync;
    if (!strcmp(name, "eglDestroySyncKHR"))
        return (__eglMustCastToProperFunctionPointerType)destroy_sync;
    if (!strcmp(name, "eglClientWaitSyncKHR"))
        return (__eglMustCastToProperFunctionPointerType)client_wait_sync;
    return NULL;
}

const GLubyte *glGetString(GLenum name)
{
    return (const GLubyte *)(name == GL_VERSION ? "OpenGL ES 2.0 recording" : name == GL_EXTENSIONS ? "GL_OES_depth24 " : "recording");
}
void glGetIntegerv(GLenum name, GLint *value)
{
    RECORD;
    if (name == GL_VIEWPORT)
        memcpy(value, (GLint[]){ 1, 2, 3, 4 }, 4 * sizeof *value);
    else if (name == GL_MAX_TEXTURE_SIZE)
        *value = 2048;
}
GLenum glGetError(void) { return GL_NO_ERROR; }
void glFlush(void) { RECORD; }
void glFinish(void)
{
    RECORD;
    sleep_until(busy_until);
}
void glDrawArrays(GLenum mode, GLint first, GLsizei count)
{
    (void)mode, (void)first, (void)count;
    RECORD;
    busy_until = (busy_until > now() ? busy_until : now()) + 3000000u;
}
