/* Begins, ends and reads queries while no thread that the program's libraries start runs, as on a machine whose cores are busy: a program must not
 * wait for a thread of glmeter's. */
#include "check.h"

#include <dlfcn.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool held;
static int waiting;

struct start {
    void *(*begin)(void *);
    void *argument;
};

static void *begin_when_released(void *of)
{
    struct start start = *(struct start *)of;
    free(of);
    pthread_mutex_lock(&lock);
    waiting++;
    while (held)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return start.begin(start.argument);
}

static void hold(bool now)
{
    pthread_mutex_lock(&lock);
    held = now;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

/* Stands for the C library's function, also for the process's libraries. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*begin)(void *), void *argument)
{
    int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    pthread_mutex_lock(&lock);
    bool is_held = held;
    pthread_mutex_unlock(&lock);
    if (!is_held)
        return real(thread, attributes, begin, argument);
    struct start *start = (struct start *)malloc(sizeof *start);
    start->begin = begin;
    start->argument = argument;
    return real(thread, attributes, begin_when_released, start);
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        Context context = new_context(CORE, 3, 3);
        make_current(&context);
        prepare_load(CORE);
        draw_load();
        GL(Finish)();
        GLuint query = 0;
        GLuint64 elapsed = 0;
        GL(GenQueries)(1, &query);
        hold(true);
        GL(BeginQuery)(GL_TIME_ELAPSED, query);
        draw_load();
        GL(EndQuery)(GL_TIME_ELAPSED);
        GL(GetQueryObjectui64v)(query, GL_QUERY_RESULT, &elapsed);
        hold(false);
        EXPECT(elapsed > 0 && elapsed < 60000000000, "a time (got %llu)", (unsigned long long)elapsed);
        GL(DeleteQueries)(1, &query);
        release_current(&context);
        EXPECT(eglDestroyContext(context.display, context.context), "the context is destroyed");
    }
    EXPECT(waiting == 0 || waiting == 3, "a thread for each context (got %d)", waiting);
    return verdict("held_thread");
}
