/* Threads that are cancelled inside the driver (classic_egl.c lets them be): they end, and the process goes on. */
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

static void cancelled(void *(*run)(void *))
{
    pthread_t thread;
    void *ended = NULL;
    context = new_context(ES, 3, 0);
    CHECK(pthread_create(&thread, NULL, run, NULL) == 0 && pthread_join(thread, &ended) == 0, "a thread");
    CHECK(ended == PTHREAD_CANCELED, "the thread was cancelled");
    eglDestroyContext(context.display, context.context);
}

int main(void)
{
    cancelled(swaps);
    cancelled(makes_current);
    context = open_context(ES, 3, 0);
    GLuint query = 0;
    GL(GenQueries)(1, &query);
    CHECK(query, "queries work");
    CHECK(eglSwapBuffers(context.display, context.surface), "eglSwapBuffers succeeds");
    CHECK_NO_ERROR("a context after others' threads were cancelled");
    close_context(&context);
    return verdict("cancelled_threads");
}
