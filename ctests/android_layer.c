/* An application on Android with a GLES layer (see android_platform.c). The first argument is the case. */
#include "check.h"

#include <dlfcn.h>
#include <pthread.h>

extern int android_extension_slots(void);

/* A destructor of thread-local storage that the layer registers on the application's threads. The C library's own is not called: nothing that
 * this program tests depends on it. */
static __thread bool watched;
static int destructors;
int __cxa_thread_atexit_impl(void (*destructor)(void *), void *object, void *library);
int __cxa_thread_atexit_impl(void (*destructor)(void *), void *object, void *library)
{
    (void)destructor, (void)object, (void)library;
    __atomic_add_fetch(&destructors, watched, __ATOMIC_SEQ_CST);
    return 0;
}

static GLuint64 elapsed(void)
{
    GLuint query;
    GLuint64 time = 0;
    GL(GenQueriesANGLE)(1, &query);
    GL(BeginQueryANGLE)(GL_TIME_ELAPSED_ANGLE, query);
    draw_load();
    GL(EndQueryANGLE)(GL_TIME_ELAPSED_ANGLE);
    GL(GetQueryObjectui64vEXT)(query, GL_QUERY_RESULT_EXT, &time);
    GL(DeleteQueriesEXT)(1, &query);
    CHECK_NO_ERROR("a query");
    return time;
}

/* The extensions and their functions on this driver. */
static void timers(int major)
{
    Context context = open_context(ES, major, 0);
    CHECK(listed("GL_EXT_disjoint_timer_query") == 1 && listed("GL_ANGLE_timer_query") == 1 && listed("GL_INTEL_performance_query") == 1,
          "the extensions, once each");
    prepare_load(ES);
    uint64_t begun = nanoseconds();
    GLuint64 time = elapsed();
    CHECK(time > 0 && time <= nanoseconds() - begun, "a time within that of the wall clock (got %llu)", (unsigned long long)time);
    GLint bits = 0, now = 0;
    GL(GetQueryivEXT)(GL_TIMESTAMP_EXT, GL_QUERY_COUNTER_BITS_EXT, &bits);
    GL(GetIntegerv)(GL_TIMESTAMP_EXT, &now);
    CHECK(bits >= 30 && now > 0, "TIMESTAMP has %d bits and a Get (%d)", bits, now);
    GL(BeginQueryEXT)(GL_TIME_ELAPSED_EXT, 4711);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from BeginQueryEXT of a name that was not generated");
    GL(GenQueriesANGLE)(-1, &(GLuint){ 0 });
    EXPECT_ERROR(GL_INVALID_VALUE, "INVALID_VALUE from GenQueriesANGLE of a negative count");
    close_context(&context);
}

/* Statistics, which OpenGL ES has in performance queries alone. */
static void statistics(void)
{
    Context context = open_context(ES, 2, 0);
    prepare_load(ES);
    GLuint type = 0, query = 0, size = 0, counters = 0, instances = 0, caps = 0, written = 0;
    char name[100];
    GL(GetFirstPerfQueryIdINTEL)(&type);
    GL(GetPerfQueryInfoINTEL)(type, sizeof name, name, &size, &counters, &instances, &caps);
    CHECK(!strcmp(name, "Pipeline Statistics Registers") && size >= 8, "the first type (%s)", name);
    GL(CreatePerfQueryINTEL)(type, &query);
    GL(BeginPerfQueryINTEL)(query);
    for (int i = 0; i < 5; i++)
        draw_load();
    GL(EndPerfQueryINTEL)(query);
    GLuint64 *values = calloc(1, size);
    GL(GetPerfQueryDataINTEL)(query, GL_PERFQUERY_WAIT_INTEL, (GLsizei)size, values, &written);
    CHECK(written == size, "all data (%u of %u)", written, size);
    int found = 0;
    for (GLuint i = 0; i < size / 8; i++)
        found |= values[i] == 15;
    CHECK(found, "5 draws of 3 vertices are 15 vertices");
    free(values);
    GL(DeletePerfQueryINTEL)(query);
    CHECK_NO_ERROR("a performance query");
    close_context(&context);
}

/* An OpenGL ES 1.x context has its driver's functions alone. */
static void es1(void)
{
    Context one = open_context(ES, 1, 1);
    const char *list = (const char *)GL(GetString)(GL_EXTENSIONS);
    CHECK(list && !occurrences(list, "GL_EXT_disjoint_timer_query") && !occurrences(list, "GL_ANGLE_timer_query"), "no timers in: %s", list);
    GL(ClearColor)(1, 0, 0, 1);
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    GLubyte pixel[4] = { 0 };
    GL(ReadPixels)(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    CHECK(pixel[0] == 255 && pixel[1] == 0, "it draws (got %d %d)", pixel[0], pixel[1]);
    CHECK_NO_ERROR("drawing");
    Context two = open_context(ES, 2, 0);
    prepare_load(ES);
    CHECK(elapsed() > 0, "a context of OpenGL ES 2.0 after it has timers");
    make_current(&one);
    CHECK(!occurrences((const char *)GL(GetString)(GL_EXTENSIONS), "GL_ANGLE_timer_query"), "and the first one still has none");
    close_context(&one);
    close_context(&two);
}

/* Share groups, and contexts that are destroyed while they are current. */
static void shared(void)
{
    Context one = open_context(ES, 2, 0);
    prepare_load(ES);
    Context two = one;
    two.context = create_context(&one, one.context);
    GLuint query, other = 0;
    GL(GenQueriesEXT)(1, &query);
    GL(BeginQueryEXT)(GL_TIME_ELAPSED_EXT, query);
    make_current(&two);
    GL(GenQueriesEXT)(1, &other);
    CHECK(!GL(IsQueryEXT)(query) || query == other, "query objects are not shared");
    make_current(&one);
    GL(EndQueryEXT)(GL_TIME_ELAPSED_EXT);
    CHECK_NO_ERROR("a query that was active while another context was current");
    CHECK(eglDestroyContext(one.display, one.context), "eglDestroyContext of the current context");
    GLuint64 time = 0;
    GL(GetQueryObjectui64vEXT)(query, GL_QUERY_RESULT_EXT, &time);
    CHECK_NO_ERROR("a destroyed context that is still current");
    make_current(&two);
    CHECK(eglDestroyContext(two.display, two.context) && eglReleaseThread(), "the end of the other");
    GL(GenQueriesEXT)(1, &other);
    CHECK(GL(GetString)(GL_EXTENSIONS) == NULL, "nothing without a context");
}

static void *thread(void *unused)
{
    (void)unused;
    watched = true;
    for (int i = 0; i < 3; i++) {
        Context context = open_context(ES, 2, 0);
        prepare_load(ES);
        CHECK(elapsed() > 0, "a query on a thread");
        if (i == 2)
            return NULL; /* The thread ends with its context current. */
        release_current(&context);
        CHECK(eglDestroyContext(context.display, context.context), "eglDestroyContext");
    }
    return NULL;
}

static void threads(void)
{
    pthread_t started[4];
    Context first = open_context(ES, 2, 0);
    for (int i = 0; i < 4; i++)
        CHECK(!pthread_create(&started[i], NULL, thread, NULL), "a thread");
    for (int i = 0; i < 4; i++)
        pthread_join(started[i], NULL);
    CHECK(destructors == 0, "no destructors of thread-local storage (%d)", destructors);
    close_context(&first);
}

/* The platform has 256 places for functions of extensions, and what glmeter looks up takes few. */
static void places(void)
{
    Context context = open_context(ES, 2, 0);
    prepare_load(ES);
    int before = android_extension_slots();
    CHECK(before <= 40, "glmeter takes %d places", before);
    /* The next new name takes over the place of a name that is looked up twice. */
    static const char *const twice[] = { "glGenQueriesEXT", "glBeginQueryEXT", "glEndQueryEXT", "glGetQueryObjectui64vEXT" };
    void (*first[4])(void);
    for (int i = 0; i < 4; i++)
        first[i] = eglGetProcAddress(twice[i]);
    for (int i = 0; i < 4; i++) {
        CHECK(eglGetProcAddress(twice[i]) == first[i], "%s has one address", twice[i]);
        eglGetProcAddress("glDiscardFramebufferEXT");
        eglGetProcAddress("glBlendBarrierKHR");
        eglGetProcAddress("glDrawBuffersEXT");
    }
    CHECK(elapsed() > 0, "the functions are still glmeter's");
    void (*discard)(void) = eglGetProcAddress("glDrawBuffersEXT");
    CHECK(discard != NULL, "and other extensions' functions are there");
    CHECK(!eglGetProcAddress("glNoSuchFunctionANGLE"), "but none that neither has");
    CHECK(android_extension_slots() - before <= 3, "one place for each new name");
    close_context(&context);
}

/* Without a layer. */
static void alone(void)
{
    Context context = open_context(ES, 2, 0);
    CHECK(listed("GL_ANGLE_timer_query") == 0 && !eglGetProcAddress("glBeginQueryANGLE"), "the driver alone");
    close_context(&context);
}

int main(int count, char **arguments)
{
    const char *what = count > 1 ? arguments[1] : "";
    /* The main thread's first EGL call loads the layers. */
    watched = true;
    if (!strcmp(what, "timers"))
        timers(2), timers(3);
    else if (!strcmp(what, "timers-2"))
        timers(2);
    else if (!strcmp(what, "statistics"))
        statistics();
    else if (!strcmp(what, "es1"))
        es1();
    else if (!strcmp(what, "shared"))
        shared();
    else if (!strcmp(what, "threads"))
        threads();
    else if (!strcmp(what, "places"))
        places();
    else if (!strcmp(what, "alone"))
        alone();
    else
        CHECK(false, "a case: %s", what);
    EXPECT(destructors == 0, "no destructors of thread-local storage (%d)", destructors);
    return verdict("android_layer");
}
