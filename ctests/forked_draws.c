/* Forks while this thread has drawn and others draw, again and again. Each child draws in the context that it inherited and in one of its own, destroys
 * both, and ends by exit. Mesa's children wait for ever for threads that they do not have. */
#define DESKTOP
#include "check.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILDREN = 20, THREADS = 2 };

static volatile bool ends;

static void draw_green(void)
{
    GLubyte pixel[4] = { 0 };
    GL(ClearColor)(1, 0, 0, 1);
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    GL(Color3f)(0, 1, 0);
    GL(Rectf)(-1, -1, 1, 1);
    GL(ReadPixels)(200, 200, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    CHECK(pixel[0] == 0 && pixel[1] == 255, "a green pixel");
}

static void *draws(void *of)
{
    const Context *context = (const Context *)of;
    make_current(context);
    while (!ends)
        draw_green();
    release_current(context);
    return NULL;
}

int main(void)
{
    Context own = new_context(COMPATIBILITY, 2, 1), others[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        others[i] = new_context(COMPATIBILITY, 2, 1);
        CHECK(!pthread_create(&threads[i], NULL, draws, &others[i]), "a thread");
    }
    make_current(&own);
    draw_green();
    for (int i = 0; i < CHILDREN; i++) {
        draw_green();
        pid_t child = fork();
        CHECK(child >= 0, "a child");
        if (!child) {
            alarm(60);
            make_current(&own);
            draw_green();
            Context fresh = new_context(COMPATIBILITY, 2, 1);
            make_current(&fresh);
            draw_green();
            CHECK(eglDestroyContext(own.display, own.context), "the inherited context is destroyed");
            release_current(&fresh);
            CHECK(eglDestroyContext(fresh.display, fresh.context), "its own is destroyed");
            exit(0);
        }
        int status = 0;
        CHECK(waitpid(child, &status, 0) == child && status == 0, "child %d ends well (status 0x%x)", i, status);
    }
    ends = true;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return verdict("forked_draws");
}
