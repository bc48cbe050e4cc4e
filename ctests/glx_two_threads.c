/* Makes one GLX context current on two threads, which Mesa allows and GLX forbids. Where both threads get it, their commands take turns: names of
 * queries that one thread has generated and not deleted are never given to the other. Otherwise the second thread gets a BadAccess error.
 * Argument: `shared` or `refused`, what the driver does. */
#define DESKTOP
#include "check.h"

#include <GL/glx.h>
#include <X11/Xlib.h>
#include <pthread.h>
#include <stdatomic.h>

enum { NAMES = 256, ROUNDS = 6000, MOST = 1 << 22 };

static Display *display;
static GLXContext context;
static GLXPbuffer surfaces[2];
static pthread_barrier_t both;
static atomic_int made, refused;
/* True for names that a thread has. */
static atomic_bool taken[MOST];

static int note_error(Display *of, XErrorEvent *error)
{
    (void)of;
    CHECK(error->error_code == BadAccess, "the error is BadAccess (got %d)", error->error_code);
    atomic_fetch_add(&refused, 1);
    return 0;
}

#define FUNCTION(name) __typeof__(&gl##name) name = (__typeof__(&gl##name))glXGetProcAddress((const GLubyte *)"gl" #name)

static void take_turns(void)
{
    FUNCTION(GenQueries);
    FUNCTION(DeleteQueries);
    FUNCTION(IsQuery);
    GLuint names[NAMES];
    for (int round = 0; round < ROUNDS; round++) {
        GenQueries(NAMES, names);
        for (int at = 0; at < NAMES; at++) {
            CHECK(names[at] && names[at] < MOST, "a name of moderate size (got %u)", names[at]);
            CHECK(!atomic_exchange(&taken[names[at]], true), "the name %u is free", names[at]);
            CHECK(!IsQuery(names[at]), "the name %u has no object yet", names[at]);
        }
        for (int at = 0; at < NAMES; at++)
            atomic_store(&taken[names[at]], false);
        DeleteQueries(NAMES, names);
    }
}

static void *thread(void *argument)
{
    GLXPbuffer surface = surfaces[(intptr_t)argument];
    bool is_current = glXMakeContextCurrent(display, surface, surface, context);
    atomic_fetch_add(&made, is_current);
    pthread_barrier_wait(&both);
    if (is_current)
        take_turns();
    pthread_barrier_wait(&both);
    if (is_current)
        glXMakeContextCurrent(display, None, None, NULL);
    return NULL;
}

int main(int count, char **arguments)
{
    const int wanted[] = { GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, None };
    const int size[] = { GLX_PBUFFER_WIDTH, 16, GLX_PBUFFER_HEIGHT, 16, None };
    int configs = 0;
    pthread_t threads[2];
    CHECK(count == 2, "an argument");
    XInitThreads();
    display = XOpenDisplay(NULL);
    CHECK(display, "an X server");
    XSetErrorHandler(note_error);
    GLXFBConfig *config = glXChooseFBConfig(display, DefaultScreen(display), wanted, &configs);
    CHECK(config && configs, "a config");
    for (int at = 0; at < 2; at++)
        surfaces[at] = glXCreatePbuffer(display, config[0], size);
    context = glXCreateNewContext(display, config[0], GLX_RGBA_TYPE, NULL, True);
    CHECK(context, "a context");
    pthread_barrier_init(&both, NULL, 2);
    for (intptr_t at = 0; at < 2; at++)
        CHECK(!pthread_create(&threads[at], NULL, thread, (void *)at), "a thread");
    for (int at = 0; at < 2; at++)
        pthread_join(threads[at], NULL);
    XSync(display, False);
    int current = atomic_load(&made), errors = atomic_load(&refused);
    if (strcmp(arguments[1], "shared"))
        EXPECT(current == 1 && errors == 1, "one thread gets the context (%d do, with %d errors)", current, errors);
    else
        EXPECT(current == 2 && errors == 0, "both threads get the context (%d do, with %d errors)", current, errors);
    /* The context is free again. */
    EXPECT(glXMakeContextCurrent(display, surfaces[0], surfaces[0], context), "the context can be made current later");
    glXMakeContextCurrent(display, None, None, NULL);
    glXDestroyContext(display, context);
    XCloseDisplay(display);
    return verdict("glx_two_threads");
}
