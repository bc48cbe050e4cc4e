/* Cancels threads: they end, and the process goes on.
 *
 *     cancelled_threads          inside eglSwapBuffers and eglMakeCurrent of a driver with cancellation points (classic_egl.c)
 *     cancelled_threads begin    inside its glBeginQuery, which is another
 *     cancelled_threads queries  while they use queries
 *     cancelled_threads all      while they create, use and destroy contexts */
#include "check.h"

#include <pthread.h>

static Context context;

static void *swaps(void *argument)
{
    (void)argument;
    make_current(&context);
    for (int i = 0; i < 3; i++)
        CHECK(eglSwapBuffers(context.display, context.surface), "eglSwapBuffers succeeds");
    pthread_cancel(pthread_self());
    eglSwapBuffers(context.display, context.surface);
    CHECK(false, "the thread is cancelled in eglSwapBuffers");
    return NULL;
}

static void *makes_current(void *argument)
{
    (void)argument;
    pthread_cancel(pthread_self());
    eglMakeCurrent(context.display, context.surface, context.surface, context.context);
    CHECK(false, "the thread is cancelled in eglMakeCurrent");
    return NULL;
}

static bool came_back;

static void *begins_query(void *argument)
{
    (void)argument;
    make_current(&context);
    GLuint queries[2];
    GL(GenQueries)(2, queries);
    for (int i = 0; i < 3; i++) {
        GL(BeginQuery)(GL_ANY_SAMPLES_PASSED, queries[0]);
        GL(EndQuery)(GL_ANY_SAMPLES_PASSED);
    }
    CHECK_NO_ERROR("queries");
    pthread_cancel(pthread_self());
    GL(BeginQuery)(GL_ANY_SAMPLES_PASSED, queries[1]);
    came_back = true;
    pthread_testcancel();
    return NULL;
}

/* Uses queries, which may wait, read files and write: a thread is cancelled inside such a command or after it. */
static void use_queries(void)
{
    GLuint query = 0, available = 0, samples = 0;
    GL(GenQueries)(1, &query);
    GL(BeginQuery)(GL_ANY_SAMPLES_PASSED, query);
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    GL(EndQuery)(GL_ANY_SAMPLES_PASSED);
    GL(GetQueryObjectuiv)(query, GL_QUERY_RESULT_AVAILABLE, &available);
    GL(GetQueryObjectuiv)(query, GL_QUERY_RESULT, &samples);
    GL(GenQueries)(1, &query);
    GL(BeginQuery)(GL_TIME_ELAPSED_EXT, query);
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    GL(EndQuery)(GL_TIME_ELAPSED_EXT);
    GL(GetQueryObjectuiv)(query, GL_QUERY_RESULT, &samples);
}

static void *uses_queries(void *argument)
{
    (void)argument;
    make_current(&context);
    pthread_cancel(pthread_self());
    use_queries();
    pthread_testcancel();
    return NULL;
}

static void *uses_all(void *argument)
{
    (void)argument;
    pthread_cancel(pthread_self());
    Context own = open_context(ES, 3, 0);
    use_queries();
    GL(Finish)();
    eglSwapBuffers(own.display, own.surface);
    GL(BindBuffer)(GL_ARRAY_BUFFER, 12345);
    close_context(&own);
    pthread_testcancel();
    return NULL;
}

static void cancelled(void *(*run)(void *))
{
    pthread_t thread;
    void *ended = NULL;
    context = new_context(ES, 3, 0);
    CHECK(pthread_create(&thread, NULL, run, NULL) == 0 && pthread_join(thread, &ended) == 0, "a thread");
    CHECK(ended == PTHREAD_CANCELED, "the thread was cancelled");
    eglDestroyContext(context.display, context.context);
}

int main(int count, char **arguments)
{
    const char *where = count > 1 ? arguments[1] : "";
    if (strcmp(where, "begin") == 0) {
        cancelled(begins_query);
        CHECK(!came_back, "the thread was cancelled in glBeginQuery");
    } else if (strcmp(where, "queries") == 0) {
        cancelled(uses_queries);
    } else if (strcmp(where, "all") == 0) {
        cancelled(uses_queries);
        cancelled(uses_all);
    } else {
        cancelled(swaps);
        cancelled(makes_current);
    }
    context = open_context(ES, 3, 0);
    GLuint query = 0;
    GL(GenQueries)(1, &query);
    CHECK(query, "queries work");
    CHECK(eglSwapBuffers(context.display, context.surface), "eglSwapBuffers succeeds");
    CHECK_NO_ERROR("a context after others' threads were cancelled");
    close_context(&context);
    return verdict("cancelled_threads");
}
