/* A child of fork() has none of its parent's threads. Its own marks start its own watcher thread. It may also destroy the context that it
 * inherited, whose watcher does not exist in the child, so that nothing may wait for it. The parent is on GLX and the child on EGL, or with
 * the argument "egl" the other way round: Mesa's threads do not exist in a child either, so the child needs another display. */
#include "fenced_marks.h"

#include <sys/wait.h>
#include <unistd.h>

enum { CHILDREN = 3, ALARM = 20 };

/* Inserts marks after a little work, which starts the watcher thread. */
static void marks(void)
{
    GLuint queries[2];
    GLuint64 times[2] = { 0, 0 };
    prepare_load(CORE);
    GL(GenQueries)(2, queries);
    for (int i = 0; i < 2; i++) {
        GL(QueryCounter)(queries[i], GL_TIMESTAMP);
        draw_load();
    }
    GL(Finish)();
    for (int i = 0; i < 2; i++)
        GL(GetQueryObjectui64v)(queries[i], GL_QUERY_RESULT, &times[i]);
    CHECK(times[0] && times[0] < times[1], "marks in their order (%llu, %llu)", (unsigned long long)times[0], (unsigned long long)times[1]);
    CHECK_NO_ERROR("marks");
}

static void glx_marks(Place *place)
{
    *place = new_place();
    enter(place);
    marks();
    leave(place);
}

static void egl_marks(Context *context)
{
    *context = open_context(CORE, 3, 2);
    marks();
    release_current(context);
}

/* In the child: creates a context on the other window system, then destroys both. */
static void child(bool parent_is_egl, Place *place, Context *context)
{
    alarm(ALARM);
    if (parent_is_egl) {
        glx_marks(place);
        eglDestroyContext(context->display, context->context);
        destroy(place);
    } else {
        egl_marks(context);
        destroy(place);
        eglDestroyContext(context->display, context->context);
    }
    _exit(0); /* Mesa's exit handlers would wait for its threads. */
}

int main(int count, char **arguments)
{
    bool parent_is_egl = count > 1 && !strcmp(arguments[1], "egl");
    Place place = { 0 };
    Context context = { 0 };
    if (parent_is_egl)
        egl_marks(&context);
    else
        glx_marks(&place);
    for (int i = 0; i < CHILDREN; i++) {
        int status = 0;
        pid_t one = fork();
        if (one == 0)
            child(parent_is_egl, &place, &context);
        CHECK(one > 0 && waitpid(one, &status, 0) == one, "a child process");
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child destroys what it inherited and ends (status 0x%x)", status);
        if (!parent_is_egl)
            break; /* It has destroyed the X server's part of the context. */
    }
    return verdict("fenced_fork");
}
