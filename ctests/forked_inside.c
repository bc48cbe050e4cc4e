/* Forks while a command runs: in another thread, which stays in the command for longer than a fork waits, and in a signal handler of the thread that
 * calls the command, as crash handlers do. Pages that may not be written keep glReadPixels from returning.
 *
 *   forked_inside other     the child's context is lost, because it shares objects with the other thread's; one of its own draws
 *   forked_inside handler   the child ends the command and goes on */
#define DESKTOP
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096 };

static Context first;
static GLubyte *page;
static bool forks_in_handler;
static volatile sig_atomic_t is_inside, is_done;
static pid_t child = -1;

static void green(void)
{
    GLubyte pixel[4] = { 0 };
    GL(ClearColor)(0, 1, 0, 1);
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    GL(ReadPixels)(9, 9, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    CHECK(pixel[0] == 0 && pixel[1] == 255, "a green pixel");
}

static void fault(int unused)
{
    (void)unused;
    is_inside = 1;
    if (forks_in_handler) {
        child = fork();
        if (!child)
            alarm(60);
    }
    while (!forks_in_handler && !is_done)
        usleep(1000);
    mprotect(page, PAGE, PROT_READ | PROT_WRITE);
}

/* Reads a pixel into the page. */
static void read_to_page(void)
{
    GL(ReadPixels)(9, 9, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, page);
    CHECK(page[1] == 255, "the command ends well");
}

static void *reads(void *unused)
{
    Context own = first;
    EGLint size[] = { EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_NONE };
    own.surface = eglCreatePbufferSurface(own.display, own.config, size);
    own.context = create_context(&own, first.context);
    make_current(&own);
    green();
    read_to_page();
    close_context(&own);
    return unused;
}

static void end_of_child(void)
{
    Context fresh = new_context(COMPATIBILITY, 2, 1);
    make_current(&fresh);
    green();
    close_context(&fresh);
    exit(0);
}

int main(int count, char **words)
{
    struct sigaction action = { .sa_handler = fault };
    pthread_t thread;
    int status = 0;
    forks_in_handler = count > 1 && !strcmp(words[1], "handler");
    page = (GLubyte *)mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(page != MAP_FAILED && !sigaction(SIGSEGV, &action, NULL), "a page that may not be written");
    first = open_context(COMPATIBILITY, 2, 1);
    green();
    if (forks_in_handler) {
        read_to_page();
        make_current(&first);
        green();
        if (!child)
            end_of_child();
    } else {
        CHECK(!pthread_create(&thread, NULL, reads, NULL), "a thread");
        while (!is_inside)
            usleep(1000);
        child = fork();
        if (!child) {
            alarm(60);
            /* libglvnd forgets the current context of a child. */
            make_current(&first);
            GL(Clear)(GL_COLOR_BUFFER_BIT);
            EXPECT_ERROR(GL_CONTEXT_LOST, "the context shares objects that are in use for ever");
            CHECK(!failed_expectations, "it is lost");
            end_of_child();
        }
        is_done = 1;
        pthread_join(thread, NULL);
        green();
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0, "the child ends well (status 0x%x)", status);
    close_context(&first);
    return verdict("forked_inside");
}
