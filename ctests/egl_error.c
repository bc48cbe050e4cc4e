/* eglGetError returns the error of the application's own EGL calls, despite EGL calls of glmeter's in between. Without glmeter it tests the
 * driver's own behaviour. */
#define DESKTOP
#include "check.h"

#include <pthread.h>

static Context context;
static GLuint query;

static void expect_egl_error(int line, EGLint wanted, const char *sentence)
{
    EGLint error = eglGetError(), next = eglGetError();
    if (error != wanted) {
        report(__FILE__, line, "%s (got 0x%04x)", sentence, error);
        failed_expectations++;
    }
    if (next != EGL_SUCCESS) {
        report(__FILE__, line, "EGL_SUCCESS from the second eglGetError (got 0x%04x) where: %s", next, sentence);
        failed_expectations++;
    }
}

#define EXPECT_EGL_ERROR(error, sentence) expect_egl_error(__LINE__, error, sentence)

/* Leaves EGL_BAD_ATTRIBUTE, which the driver itself raises. */
static void fail(void)
{
    EGLint value = 0;
    CHECK(!eglQuerySurface(context.display, context.surface, 0x7777, &value), "eglQuerySurface rejects an unknown attribute");
}

static void succeed(void)
{
    EGLint value = 0;
    CHECK(eglQuerySurface(context.display, context.surface, EGL_WIDTH, &value) && value == SURFACE_SIZE, "eglQuerySurface succeeds");
}

static void mark(void)
{
    GL(QueryCounter)(query, GL_TIMESTAMP);
}

static void read_mark(void)
{
    GLuint64 time = 0;
    GL(GetQueryObjectui64v)(query, GL_QUERY_RESULT, &time);
    CHECK(time, "a mark has a time");
}

/* Without a context it writes nothing. */
static void generate(GLuint *name)
{
    GL(GenQueries)(1, name);
}

static void marks(void)
{
    /* GL() looks a function up at its first use, and eglGetProcAddress sets the error too. */
    mark();
    read_mark();
    mark();
    EXPECT_EGL_ERROR(EGL_SUCCESS, "EGL_SUCCESS after glQueryCounter");
    fail();
    mark();
    EXPECT_EGL_ERROR(EGL_BAD_ATTRIBUTE, "EGL_BAD_ATTRIBUTE from before glQueryCounter");
    fail();
    mark();
    mark();
    read_mark();
    EXPECT_EGL_ERROR(EGL_BAD_ATTRIBUTE, "EGL_BAD_ATTRIBUTE from before glQueryCounter and its result");
    fail();
    mark();
    succeed();
    EXPECT_EGL_ERROR(EGL_SUCCESS, "EGL_SUCCESS of the call after glQueryCounter");
    fail();
    mark();
    CHECK(!eglDestroySurface(context.display, (EGLSurface)0x1234), "eglDestroySurface rejects what is no surface");
    EXPECT_EGL_ERROR(EGL_BAD_SURFACE, "EGL_BAD_SURFACE of the call after glQueryCounter");
    fail();
    mark();
    CHECK(eglGetProcAddress("glGenQueries"), "eglGetProcAddress answers");
    EXPECT_EGL_ERROR(EGL_SUCCESS, "EGL_SUCCESS of eglGetProcAddress");
    CHECK_NO_ERROR("marks");
}

static void made_current(void)
{
    Context other = context;
    other.context = create_context(&context, EGL_NO_CONTEXT);
    fail();
    make_current(&other);
    EXPECT_EGL_ERROR(EGL_SUCCESS, "EGL_SUCCESS of the first eglMakeCurrent of a context");
    CHECK(!eglMakeCurrent(context.display, (EGLSurface)0x1234, (EGLSurface)0x1234, context.context), "no surface, not current");
    EXPECT_EGL_ERROR(EGL_BAD_SURFACE, "EGL_BAD_SURFACE of a failed eglMakeCurrent");
    CHECK(eglGetCurrentContext() == other.context, "the other context stays current");
    mark();
    GL(GetError)();
    fail();
    CHECK(eglDestroyContext(other.display, other.context), "eglDestroyContext succeeds");
    EXPECT_EGL_ERROR(EGL_SUCCESS, "EGL_SUCCESS of eglDestroyContext");
    make_current(&context);
}

static void *without_context(void *argument)
{
    GLuint name = 7;
    (void)argument;
    fail();
    generate(&name);
    CHECK(name == 7, "no name without a context (got %u)", name);
    EXPECT_EGL_ERROR(EGL_BAD_ATTRIBUTE, "EGL_BAD_ATTRIBUTE from before a GL command without a context");
    CHECK(eglReleaseThread(), "eglReleaseThread succeeds");
    return NULL;
}

static void terminated(bool current)
{
    fail();
    mark();
    CHECK(eglGetError() == EGL_BAD_ATTRIBUTE, "EGL_BAD_ATTRIBUTE");
    if (!current)
        release_current(&context);
    CHECK(eglTerminate(context.display), "eglTerminate succeeds");
    EXPECT_EGL_ERROR(EGL_SUCCESS, "EGL_SUCCESS of eglTerminate");
    if (current)
        release_current(&context);
    CHECK(!eglTerminate((EGLDisplay)0x1234), "eglTerminate rejects what is no display");
    EXPECT_EGL_ERROR(EGL_BAD_DISPLAY, "EGL_BAD_DISPLAY of eglTerminate");
}

static void open_all(void)
{
    context = open_context(CORE, 3, 3);
    EXPECT_EGL_ERROR(EGL_SUCCESS, "EGL_SUCCESS of eglMakeCurrent");
    generate(&query);
}

int main(void)
{
    pthread_t thread;
    open_all();
    marks();
    made_current();
    CHECK(pthread_create(&thread, NULL, without_context, NULL) == 0, "a thread");
    pthread_join(thread, NULL);
    terminated(true);
    open_all();
    terminated(false);
    return verdict("egl_error");
}
