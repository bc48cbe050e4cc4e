/* A preloaded program with a child that is not preloaded: the child inherits the environment without LD_PRELOAD, and its EGL and GLX must
 * work. It is started before and after the parent's first use of GL, by exec, posix_spawn and a shell. */
#define DESKTOP
#include "check.h"

#include <GL/glx.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int as_child(void)
{
    CHECK(!getenv("LD_PRELOAD"), "a child without LD_PRELOAD");
    for (int i = 0; i < 2; i++) {
        Context context = open_context(i ? CORE : ES, 3, i ? 3 : 0);
        const char *renderer = (const char *)GL(GetString)(GL_RENDERER);
        CHECK(renderer && renderer[0], "a renderer in the child");
        prepare_load(i ? CORE : ES);
        close_context(&context);
    }
    if (!getenv("DISPLAY"))
        return 0;
    int attributes[] = { GLX_RGBA, GLX_DEPTH_SIZE, 16, None };
    Display *display = XOpenDisplay(NULL);
    CHECK(display, "the X display %s", getenv("DISPLAY"));
    XVisualInfo *visual = glXChooseVisual(display, DefaultScreen(display), attributes);
    CHECK(visual, "a GLX visual in the child");
    XSetWindowAttributes window = { .colormap = XCreateColormap(display, DefaultRootWindow(display), visual->visual, AllocNone) };
    Window id = XCreateWindow(display, DefaultRootWindow(display), 0, 0, 16, 16, 0, visual->depth, InputOutput, visual->visual, CWColormap, &window);
    GLXContext context = glXCreateContext(display, visual, NULL, True);
    CHECK(context && glXMakeCurrent(display, id, context), "a current GLX context in the child");
    const char *version = (const char *)glGetString(GL_VERSION);
    CHECK(version && glGetError() == GL_NO_ERROR, "a GL version from GLX in the child");
    const char *vendor = glXGetClientString(display, GLX_VENDOR);
    CHECK(vendor && vendor[0], "a GLX vendor in the child");
    glXMakeCurrent(display, None, NULL);
    glXDestroyContext(display, context);
    XFree(visual);
    XCloseDisplay(display);
    return 0;
}

/* Returns the present environment without the preload. */
static char **without_preload(void)
{
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **copy = (char **)calloc(count + 1, sizeof *copy);
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], "LD_PRELOAD=", 11))
            copy[kept++] = environ[i];
    return copy;
}

static void expect_success(int status, const char *how, const char *when)
{
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child started by %s %s works (status 0x%x)", how, when, status);
}

static void start_children(char *self, const char *when)
{
    char *arguments[] = { self, (char *)"child", NULL };
    char **environment = without_preload();
    char command[4096];
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        execve(self, arguments, environment);
        _exit(127);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child, "a child process");
    expect_success(status, "execve", when);
    CHECK(posix_spawn(&child, self, NULL, NULL, arguments, environment) == 0 && waitpid(child, &status, 0) == child, "a spawned process");
    expect_success(status, "posix_spawn", when);
    snprintf(command, sizeof command, "unset LD_PRELOAD; exec '%s' child", self);
    expect_success(system(command), "a shell", when);
    free(environment);
}

int main(int count, char **arguments)
{
    (void)count;
    if (arguments[1] && !strcmp(arguments[1], "child"))
        return as_child();
    char self[4096] = "";
    CHECK(readlink("/proc/self/exe", self, sizeof self - 1) > 0, "the program's own path");
    start_children(self, "before the parent uses GL");
    Context context = open_context(ES, 3, 0);
    CHECK(listed("GL_ANGLE_timer_query") == 1, "GL_ANGLE_timer_query in the parent");
    start_children(self, "while the parent has a context");
    GLuint query = 0;
    GL(GenQueriesANGLE)(1, &query);
    GL(BeginQueryANGLE)(GL_TIME_ELAPSED_ANGLE, query);
    GL(EndQueryANGLE)(GL_TIME_ELAPSED_ANGLE);
    GL(DeleteQueriesANGLE)(1, &query);
    CHECK_NO_ERROR("a query after the children");
    close_context(&context);
    return verdict("child");
}
