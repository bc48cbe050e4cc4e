/* Tests that query state belongs to a context, on one thread or two, whatever happens to the handles, the threads and the process. */
#define DESKTOP
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static GLuint begin(void)
{
    GLuint query = 0;
    GL(GenQueriesANGLE)(1, &query);
    CHECK(query, "a name");
    GL(BeginQueryANGLE)(GL_TIME_ELAPSED_ANGLE, query);
    CHECK_NO_ERROR("BeginQueryANGLE");
    return query;
}

static GLuint current_query(void)
{
    GLint current = -1;
    GL(GetQueryivANGLE)(GL_TIME_ELAPSED_ANGLE, GL_CURRENT_QUERY_ANGLE, &current);
    CHECK(current >= 0, "CURRENT_QUERY_ANGLE is written");
    return (GLuint)current;
}

static GLuint64 end(GLuint query)
{
    GLuint64 elapsed = 0;
    CHECK(current_query() == query, "the query %u is active (got %u)", query, current_query());
    GL(EndQueryANGLE)(GL_TIME_ELAPSED_ANGLE);
    GL(GetQueryObjectui64vANGLE)(query, GL_QUERY_RESULT_ANGLE, &elapsed);
    CHECK_NO_ERROR("EndQueryANGLE and its result");
    return elapsed;
}

/* Leaves a query active. llvmpipe frees a timer query with its context although its threads may still write to it, so this uses a target that
 * the threads do not write. */
static GLuint leave_active(void)
{
    GLuint query = 0;
    GL(GenQueries)(1, &query);
    GL(BeginQuery)(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
    CHECK_NO_ERROR("BeginQuery");
    return query;
}

/* Runs a complete query on the current context. */
static void measure(void)
{
    GLuint query = begin();
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    end(query);
    GL(DeleteQueriesANGLE)(1, &query);
    CHECK_NO_ERROR("a whole query");
}

/* A new context has none of the names of another. */
static void expect_fresh(GLuint foreign, const char *which)
{
    CHECK(current_query() == 0, "%s has no active query (got %u)", which, current_query());
    CHECK(!GL(IsQueryANGLE)(foreign), "%s does not know the name %u", which, foreign);
    GL(EndQueryANGLE)(GL_TIME_ELAPSED_ANGLE);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION from EndQueryANGLE where another context has the active query");
    CHECK(listed("GL_ANGLE_timer_query") == 1, "%s lists GL_ANGLE_timer_query once", which);
}

static void switching(void)
{
    Context one = new_context(ES, 3, 2), two = new_context(ES, 2, 0), desktop = new_context(CORE, 4, 5);
    GLuint64 stamp = 0;
    make_current(&one);
    GLuint first = begin();
    make_current(&two);
    expect_fresh(first, "the second context");
    GLuint second = begin();
    make_current(&desktop);
    CHECK(listed("GL_ARB_timer_query") == 1 && listed("GL_ANGLE_timer_query") == 0, "a desktop context lists desktop extensions");
    GLuint third = 0;
    GL(GenQueries)(1, &third);
    GL(QueryCounter)(third, GL_TIMESTAMP);
    make_current(&one);
    end(first);
    make_current(&two);
    end(second);
    make_current(&desktop);
    GL(GetQueryObjectui64v)(third, GL_QUERY_RESULT, &stamp);
    CHECK(stamp, "the timestamp survives the switches");
    CHECK_NO_ERROR("switching");
    close_context(&desktop), close_context(&two), close_context(&one);
}

/* Query objects are not shared, even by contexts that share the rest. */
static void sharing(void)
{
    Context one = open_context(ES, 3, 2), two = one;
    two.context = create_context(&one, one.context);
    GLuint query = begin();
    make_current(&two);
    expect_fresh(query, "a context of the same share group");
    measure();
    make_current(&one);
    end(query);
    make_current(&two);
    CHECK(!GL(IsQueryANGLE)(query), "an ended query is not shared either");
    make_current(&one);
    eglDestroyContext(two.display, two.context);
    close_context(&one);
}

/* A destroyed context lives as long as it is current; a new one at the same address starts afresh. */
static void destroyed_while_current(void)
{
    /* The allocator may or may not reuse an address: repeat until it does. */
    enum { CYCLES = 60, MOST_CYCLES = 1000 };
    Context context = open_context(ES, 3, 2);
    GLuint query = begin();
    EGLContext seen[MOST_CYCLES];
    int reused = 0;
    CHECK(eglDestroyContext(context.display, context.context), "destroying the current context");
    CHECK(current_query() == query, "the query is still active");
    end(query);
    measure();
    query = leave_active();
    release_current(&context);
    for (int i = 0; i < CYCLES || (!reused && i < MOST_CYCLES); i++) {
        Context next = context;
        next.context = seen[i] = create_context(&context, EGL_NO_CONTEXT);
        for (int earlier = 0; earlier < i; earlier++)
            reused += seen[earlier] == seen[i];
        make_current(&next);
        expect_fresh(query, "a context created after others were destroyed");
        GLint active = -1;
        GL(GetQueryiv)(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, GL_CURRENT_QUERY, &active);
        CHECK(active == 0, "what a destroyed context left active is not active in a new one (got %d)", active);
        measure();
        /* Every second context is left with an active query, and destroyed before it is released. */
        GLuint left = i % 2 ? leave_active() : 0;
        if (left)
            eglDestroyContext(next.display, next.context);
        release_current(&next);
        if (!left)
            eglDestroyContext(next.display, next.context);
    }
    CHECK(reused, "handles of destroyed contexts come back (none of %d did)", MOST_CYCLES);
    eglDestroySurface(context.display, context.surface);
}

typedef struct {
    Context context;
    GLuint query;
    pthread_barrier_t *barrier;
    bool release;
} Worker;

static void *work(void *argument)
{
    Worker *worker = (Worker *)argument;
    make_current(&worker->context);
    for (int i = 0; i < 50; i++) {
        GLuint query = begin();
        CHECK(current_query() == query, "each thread has its own active query");
        GL(Clear)(GL_COLOR_BUFFER_BIT);
        if (i % 10 == 0)
            pthread_barrier_wait(worker->barrier);
        end(query);
        GL(DeleteQueriesANGLE)(1, &query);
    }
    worker->query = begin();
    if (worker->release) {
        end(worker->query);
        release_current(&worker->context);
    }
    return NULL;
}

/* Two threads at once; then one that ends without releasing its context, which disturbs no other thread. */
static void threads(void)
{
    pthread_barrier_t barrier;
    pthread_t thread[2];
    Worker workers[2];
    pthread_barrier_init(&barrier, NULL, 2);
    for (int i = 0; i < 2; i++)
        workers[i] = (Worker) { new_context(ES, i ? 2 : 3, 0), 0, &barrier, i == 0 };
    Context mine = open_context(ES, 3, 2);
    GLuint query = begin();
    for (int i = 0; i < 2; i++)
        CHECK(pthread_create(&thread[i], NULL, work, &workers[i]) == 0, "a thread");
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    CHECK(current_query() == query, "other threads do not touch this one's query");

    if (eglMakeCurrent(mine.display, workers[1].context.surface, workers[1].context.surface, workers[1].context.context)) {
        CHECK(current_query() == workers[1].query, "a context left by a thread comes with its active query");
        end(workers[1].query);
        make_current(&mine);
    } else {
        CHECK(eglGetError() == EGL_BAD_ACCESS && eglGetCurrentContext() == mine.context, "a context bound to a dead thread is refused");
    }
    end(query);
    eglDestroyContext(mine.display, workers[1].context.context);
    measure();
    close_context(&workers[0].context);
    make_current(&mine);
    measure();
    close_context(&mine);
    pthread_barrier_destroy(&barrier);
}

/* After a failed eglMakeCurrent queries use the context that EGL reports as current. */
static void failed_make_current(void)
{
    Context one = open_context(ES, 3, 2), two = new_context(ES, 3, 2);
    GLuint query = begin();
    eglDestroyContext(two.display, two.context);
    CHECK(!eglMakeCurrent(two.display, two.surface, two.surface, two.context), "a destroyed context cannot be made current");
    CHECK(eglGetError() == EGL_BAD_CONTEXT, "EGL_BAD_CONTEXT");
    CHECK(eglGetCurrentContext() == one.context, "the old context stays current");
    CHECK(current_query() == query, "and its query active");
    CHECK(!eglMakeCurrent(one.display, (EGLSurface)0x1234, (EGLSurface)0x1234, one.context), "no surface, no change");
    eglGetError();
    end(query);
    CHECK(eglMakeCurrent(one.display, one.surface, one.surface, one.context), "the same context again");
    measure();
    eglDestroySurface(two.display, two.surface);
    close_context(&one);
}

/* eglReleaseThread releases the context; after eglTerminate a current context stays usable until then. */
static void released_and_terminated(void)
{
    Context context = open_context(ES, 3, 2);
    GLuint query = begin(), untouched = 7;
    CHECK(eglReleaseThread(), "eglReleaseThread");
    CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT, "no context after eglReleaseThread");
    GL(GenQueriesANGLE)(1, &untouched);
    CHECK(untouched == 7, "no names without a context (got %u)", untouched);
    make_current(&context);
    end(query);

    query = begin();
    CHECK(eglTerminate(context.display), "eglTerminate with a current context");
    CHECK(current_query() == query, "the query is still active");
    end(query);
    measure();
    CHECK(eglInitialize(context.display, NULL, NULL), "the display comes back");
    release_current(&context);
    Context next = open_context(ES, 3, 2);
    expect_fresh(query, "a context after eglTerminate");
    measure();
    close_context(&next);
}

/* A child process has no context, and does not disturb its parent's. */
static void forked(void)
{
    Context context = open_context(ES, 3, 2);
    GLuint query = begin();
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        GLuint name = 7;
        alarm(20);
        if (eglGetCurrentContext() == EGL_NO_CONTEXT) {
            GL(GenQueriesANGLE)(1, &name);
            GL(BeginQueryANGLE)(GL_TIME_ELAPSED_ANGLE, 1);
            GL(EndQueryANGLE)(GL_TIME_ELAPSED_ANGLE);
            _exit(name == 7 && GL(GetError)() == GL_NO_ERROR ? 0 : 3);
        }
        _exit(4);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child, "a child process");
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0,
          "the child sees no context, writes nothing and ends (status 0x%x; 3: it wrote, 4: it saw a context)", status);
    end(query);
    measure();
    close_context(&context);
}

int main(void)
{
    switching();
    sharing();
    destroyed_while_current();
    threads();
    failed_make_current();
    forked();
    released_and_terminated();
    return verdict("two_contexts");
}
