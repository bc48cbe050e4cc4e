/* Draws by GLX on every screen of an X server, with a context of the screen's own vendor, and prints a line for each screen. The vendor of
 * ctests/vendor.c draws nothing and gives fixed times. */
#define _GNU_SOURCE
#define DESKTOP
#define GL_GLEXT_PROTOTYPES 1
#define PROC_ADDRESS(name) glXGetProcAddress((const GLubyte *)(name))
#include <GL/glx.h>
#include "check.h"

#include <pthread.h>

#define RECORDED_TIME 1234567

enum { MOST = 4, TURNS = 3 };

typedef struct {
    Display *display;
    Window window;
    GLXContext context;
    bool recording;
} Screen_;

static void draw_and_time(const Screen_ *screen)
{
    GLuint query = 0;
    GLuint64 elapsed = 0;
    GL(GenQueries)(1, &query);
    uint64_t begun = nanoseconds();
    GL(BeginQuery)(GL_TIME_ELAPSED, query);
    for (int i = 0; i < 20; i++) {
        GL(Clear)(GL_COLOR_BUFFER_BIT);
        GL(DrawArrays)(GL_TRIANGLES, 0, 3);
    }
    GL(EndQuery)(GL_TIME_ELAPSED);
    GL(GetQueryObjectui64v)(query, GL_QUERY_RESULT, &elapsed);
    uint64_t wall = nanoseconds() - begun;
    GL(DeleteQueries)(1, &query);
    if (screen->recording)
        EXPECT(elapsed == RECORDED_TIME, "the vendor's own time (got %llu)", (unsigned long long)elapsed);
    else
        EXPECT(elapsed <= wall, "a time within the wall clock's (got %llu of %llu)", (unsigned long long)elapsed, (unsigned long long)wall);
}

static void *on_a_thread(void *of)
{
    const Screen_ *screen = (const Screen_ *)of;
    CHECK(glXMakeCurrent(screen->display, screen->window, screen->context), "a current context on a thread");
    for (int turn = 0; turn < TURNS; turn++)
        draw_and_time(screen);
    glXMakeCurrent(screen->display, None, NULL);
    return NULL;
}

int main(void)
{
    int attributes[] = { GLX_RGBA, None };
    Screen_ screens[MOST];
    XInitThreads();
    Display *display = XOpenDisplay(NULL);
    CHECK(display, "the X display");
    int count = ScreenCount(display);
    CHECK(count <= MOST, "no more screens than this program has room for");
    for (int i = 0; i < count; i++) {
        XVisualInfo *visual = glXChooseVisual(display, i, attributes);
        CHECK(visual, "a visual of screen %d", i);
        XSetWindowAttributes window = { .colormap = XCreateColormap(display, RootWindow(display, i), visual->visual, AllocNone) };
        screens[i].display = display;
        screens[i].window = XCreateWindow(display, RootWindow(display, i), 0, 0, 64, 64, 0, visual->depth, InputOutput, visual->visual,
                                          CWColormap, &window);
        screens[i].context = glXCreateContext(display, visual, NULL, True);
        CHECK(screens[i].context && glXMakeCurrent(display, screens[i].window, screens[i].context), "a current context of screen %d", i);
        const char *renderer = (const char *)GL(GetString)(GL_RENDERER);
        CHECK(renderer, "a renderer");
        screens[i].recording = !strncmp(renderer, "recording", 9);
        printf("screen %d: renderer %.9s, GL_ARB_timer_query %d, GL_INTEL_performance_query %d\n", i, renderer, listed("GL_ARB_timer_query"),
               listed("GL_INTEL_performance_query"));
        XFree(visual);
    }
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = 0; i < count; i++) {
            CHECK(glXMakeCurrent(display, screens[i].window, screens[i].context), "a context in turn");
            draw_and_time(&screens[i]);
        }
    }
    glXMakeCurrent(display, None, NULL);
    pthread_t threads[MOST];
    for (int i = 0; i < count; i++)
        CHECK(!pthread_create(&threads[i], NULL, on_a_thread, &screens[i]), "a thread");
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < count; i++)
        glXDestroyContext(display, screens[i].context);
    XCloseDisplay(display);
    return verdict("screens");
}
