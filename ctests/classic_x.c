/* A GLX program for a machine without libglvnd. glCreateQueries shows whether glmeter is active: the driver alone rejects the statistics.
 * Arguments: `linked`, `getproc` or `dlsym`, the way to look up the glX functions; `alone` without glmeter. */
#include <GL/glx.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* check.h would link libEGL, and with it libglvnd. */
#define CHECK(condition, ...)                                \
    do {                                                     \
        if (!(condition)) {                                  \
            fprintf(stderr, "classic_x: expected: " __VA_ARGS__); \
            exit(1);                                         \
        }                                                    \
    } while (0)

#define VERTICES_SUBMITTED 0x82EE

static void *library;

static void *find(const char *route, const char *name)
{
    void *address = NULL;
    if (strcmp(route, "dlsym") == 0)
        return dlsym(library, name);
    __GLXextFuncPtr function = glXGetProcAddressARB((const GLubyte *)name);
    memcpy(&address, &function, sizeof address);
    return address;
}

int main(int count, char **arguments)
{
    const char *route = count > 1 ? arguments[1] : "linked";
    int alone = count > 2, attributes[] = {GLX_RGBA, GLX_DOUBLEBUFFER, None};
    GLXContext (*create)(Display *, XVisualInfo *, GLXContext, Bool) = glXCreateContext;
    Bool (*make_current)(Display *, GLXDrawable, GLXContext) = glXMakeCurrent;
    void (*destroy)(Display *, GLXContext) = glXDestroyContext;
    void (*create_queries)(unsigned, int, unsigned *);
    unsigned (*get_error)(void);
    Display *display = XOpenDisplay(NULL);
    XVisualInfo *visual = display ? glXChooseVisual(display, DefaultScreen(display), attributes) : NULL;
    if (!visual) {
        fprintf(stderr, "classic_x: no X display with a visual\n");
        return 1;
    }
    library = dlopen("libGL.so.1", RTLD_LAZY);
    if (strcmp(route, "linked") != 0) {
        *(void **)&create = find(route, "glXCreateContext");
        *(void **)&make_current = find(route, "glXMakeCurrent");
        *(void **)&destroy = find(route, "glXDestroyContext");
    }
    *(void **)&create_queries = find("getproc", "glCreateQueries");
    *(void **)&get_error = find("getproc", "glGetError");
    Window root = RootWindow(display, visual->screen);
    XSetWindowAttributes look = {.colormap = XCreateColormap(display, root, visual->visual, AllocNone)};
    Window window = XCreateWindow(display, root, 0, 0, 16, 16, 0, visual->depth, InputOutput, visual->visual, CWColormap, &look);
    for (int round = 0; round < 3; round++) {
        GLXContext context = create(display, visual, NULL, True);
        unsigned name = 0, error;
        CHECK(context && make_current(display, window, context), "a current context\n");
        create_queries(VERTICES_SUBMITTED, 1, &name);
        error = get_error();
        CHECK(alone ? error == GL_INVALID_ENUM : error == GL_NO_ERROR && name != 0, "%s answers (error 0x%04X, name %u)\n",
              alone ? "the driver" : "glmeter", error, name);
        CHECK(make_current(display, None, NULL) && !glXGetCurrentContext(), "no current context\n");
        destroy(display, context);
    }
    XCloseDisplay(display);
    puts("classic_x: ok");
    return 0;
}
