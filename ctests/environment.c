/* Checks that glmeter does not change the environment from the start of main on, because another thread may be reading it. With a display it
 * uses GLX too. */
#define DESKTOP
#include "check.h"

#include <GL/glx.h>

extern char **environ;

/* The addresses of the list and of each of its lines: setenv and unsetenv change one of them. */
static char **list;
static char *lines[4096];
static char text[1 << 20];
static size_t count;

static void remember(void)
{
    size_t used = 0;
    list = environ;
    for (count = 0; environ[count]; count++) {
        size_t length = strlen(environ[count]) + 1;
        CHECK(count < sizeof lines / sizeof *lines && used + length <= sizeof text, "an environment of usual size");
        lines[count] = environ[count];
        memcpy(text + used, environ[count], length);
        used += length;
    }
}

static void expect_same(const char *when)
{
    const char *line = text;
    size_t index;
    CHECK(environ == list, "the list of variables is where it was %s", when);
    for (index = 0; environ[index]; index++) {
        CHECK(index < count && environ[index] == lines[index] && !strcmp(environ[index], line), "%s (was %s) is as it was %s", environ[index],
              index < count ? line : "not there", when);
        line += strlen(line) + 1;
    }
    CHECK(index == count, "%zu variables, not %zu, %s", count, index, when);
}

int main(void)
{
    remember();
    Context context = open_context(ES, 3, 0);
    CHECK(listed("GL_ANGLE_timer_query") == 1, "GL_ANGLE_timer_query in the program");
    expect_same("with an EGL context");
    close_context(&context);
    expect_same("after the EGL context");
    if (getenv("DISPLAY")) {
        Display *display = XOpenDisplay(NULL);
        CHECK(display, "the X display %s", getenv("DISPLAY"));
        int attributes[] = { GLX_RGBA, None };
        CHECK(glXChooseVisual(display, DefaultScreen(display), attributes), "a GLX visual");
        expect_same("with GLX");
        XCloseDisplay(display);
    }
    return verdict("environment");
}
