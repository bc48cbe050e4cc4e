/* Shows windows of an X server with damage, and checks the age of their back buffers, the swap intervals and sync objects that the program signals. It
 * runs on the software pipeline alone.
 *
 *   presentation
 */
#include "check.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { WIDTH = 40, HEIGHT = 24, SHOWN = 12 };

static Display *x;

#define EXPECT_EGL(error, sentence)                                                      \
    do {                                                                                 \
        EGLint got = eglGetError();                                                      \
        EXPECT(got == (error), "%s (got 0x%04x)", sentence, got);                        \
    } while (0)

static PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC damaged[2];
static PFNEGLSETDAMAGEREGIONKHRPROC set_damage;
static PFNEGLCREATESYNCKHRPROC create_sync;
static PFNEGLDESTROYSYNCKHRPROC destroy_sync;
static PFNEGLCLIENTWAITSYNCKHRPROC client_wait;
static PFNEGLSIGNALSYNCKHRPROC signal_sync;
static PFNEGLGETSYNCATTRIBKHRPROC sync_attribute;

static void paint(float red, float green, float blue)
{
    GL(ClearColor)(red, green, blue, 1);
    GL(Clear)(GL_COLOR_BUFFER_BIT);
}

/* Returns the number of pixels of that colour in a part of the window, whose y is that of OpenGL. */
static int pixels(Window window, int left, int bottom, int width, int height, unsigned long colour)
{
    int found = 0;
    XSync(x, False);
    XImage *image = XGetImage(x, window, left, HEIGHT - bottom - height, (unsigned)width, (unsigned)height, AllPlanes, ZPixmap);
    CHECK(image, "an image of the window");
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++)
            found += (XGetPixel(image, column, row) & 0xffffff) == colour;
    XDestroyImage(image);
    return found;
}

static EGLint age(EGLDisplay display, EGLSurface surface)
{
    EGLint value = -1;
    EXPECT(eglQuerySurface(display, surface, EGL_BUFFER_AGE_EXT, &value), "the age (error 0x%04x)", eglGetError());
    return value;
}

/* "The default swap interval is 1", but nothing shows frames at a known rate: only programs that ask wait, for the frames of a clock of 60 Hz. */
static void swap_intervals(EGLDisplay display, EGLSurface surface, const char *kind)
{
    uint64_t frame = 1000000000 / 60, begun, taken;
    EXPECT(eglSwapInterval(display, 0) && eglSwapInterval(display, 1), "%s: swap intervals", kind);
    begun = nanoseconds();
    for (int shown = 0; shown <= SHOWN; shown++)
        EXPECT(eglSwapBuffers(display, surface), "%s: a swap (error 0x%04x)", kind, eglGetError());
    taken = nanoseconds() - begun;
    EXPECT(taken >= (SHOWN - 1) * frame, "%s: %d frames took only %" PRIu64 " ns", kind, SHOWN, taken);
    EXPECT(eglSwapInterval(display, 0), "%s: a swap interval of 0", kind);
}

static EGLConfig config_of(EGLDisplay display)
{
    EGLint wanted[] = { EGL_SURFACE_TYPE, EGL_WINDOW_BIT | EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE };
    EGLConfig config;
    EGLint count = 0;
    CHECK(eglChooseConfig(display, wanted, &config, 1, &count) && count == 1, "a config for windows");
    return config;
}

static void test_windows(EGLDisplay display, const char *kind)
{
    static const EGLint version[] = { EGL_CONTEXT_MAJOR_VERSION, 2, EGL_NONE };
    EGLint part[] = { 10, 4, 5, 6 }, parts[] = { 0, 0, 1, 1, WIDTH - 1, HEIGHT - 1, 100, 100, -5, -5, 5, 5 }, value = -1;
    EGLConfig config = config_of(display);
    Window window = XCreateSimpleWindow(x, DefaultRootWindow(x), 0, 0, WIDTH, HEIGHT, 0, 0, 0);
    XSetWindowAttributes attributes = { .override_redirect = True };
    XChangeWindowAttributes(x, window, CWOverrideRedirect, &attributes);
    XMapRaised(x, window);
    XSync(x, False);
    EGLSurface surface = eglCreateWindowSurface(display, config, window, NULL), pbuffer = eglCreatePbufferSurface(display, config, NULL);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    CHECK(surface != EGL_NO_SURFACE && pbuffer != EGL_NO_SURFACE, "surfaces (error 0x%04x)", eglGetError());

    EXPECT(!eglSwapInterval(display, 1), "%s: no interval without a context", kind);
    EXPECT_EGL(EGL_BAD_CONTEXT, "there is no context");
    CHECK(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context), "a context without surfaces");
    EXPECT(!eglSwapInterval(display, 1), "%s: no interval without a surface", kind);
    EXPECT_EGL(EGL_BAD_SURFACE, "there is no surface");
    EXPECT(!eglSwapBuffers(display, surface), "%s: a swap of a surface that is not current", kind);
    EXPECT_EGL(EGL_BAD_SURFACE, "the surface is not current");
    EXPECT(!damaged[0](display, surface, part, 1), "%s: a swap of a surface that is not current", kind);
    EXPECT_EGL(EGL_BAD_SURFACE, "the surface is not current");
    EXPECT(!eglQuerySurface(display, surface, EGL_BUFFER_AGE_EXT, &value), "%s: the age of a surface that is not current", kind);
    EXPECT_EGL(EGL_BAD_SURFACE, "the surface is not current");
    EXPECT(!set_damage(display, surface, part, 1), "%s: the damage region of a surface that is not current", kind);
    EXPECT_EGL(EGL_BAD_MATCH, "the surface is not current");

    CHECK(eglMakeCurrent(display, pbuffer, pbuffer, context), "the pbuffer becomes current");
    EXPECT(damaged[0](display, pbuffer, part, 1) && age(display, pbuffer) == 0, "%s: a pbuffer has no frames", kind);
    EXPECT(!set_damage(display, pbuffer, part, 1), "%s: the damage region of a pbuffer", kind);
    EXPECT_EGL(EGL_BAD_MATCH, "the surface cannot be posted");

    CHECK(eglMakeCurrent(display, surface, surface, context), "the window becomes current");
    EXPECT(eglSwapInterval(display, 0), "%s: a swap interval", kind);
    EXPECT(age(display, surface) == 0, "%s: the first buffer has no contents", kind);
    EXPECT(eglQuerySurface(display, surface, EGL_SWAP_BEHAVIOR, &value) && value == EGL_BUFFER_DESTROYED, "%s: the swap behaviour", kind);
    paint(1, 0, 0);
    EXPECT(eglSwapBuffers(display, surface), "%s: a swap", kind);
    EXPECT(pixels(window, 0, 0, WIDTH, HEIGHT, 0xff0000) == WIDTH * HEIGHT, "%s: the window is red", kind);
    EXPECT(!set_damage(display, surface, part, 1), "%s: a damage region before the age is known", kind);
    EXPECT_EGL(EGL_BAD_ACCESS, "the age has not been queried in this frame");
    EXPECT(age(display, surface) == 1 && set_damage(display, surface, part, 1), "%s: a damage region", kind);
    EXPECT(!set_damage(display, surface, NULL, 0), "%s: a second damage region", kind);
    EXPECT_EGL(EGL_BAD_ACCESS, "the frame has a damage region");

    /* Only the damage is copied. */
    paint(0, 0, 1);
    EXPECT(damaged[0](display, surface, part, 1), "%s: a swap with damage (error 0x%04x)", kind, eglGetError());
    EXPECT(pixels(window, 10, 4, 5, 6, 0x0000ff) == 30, "%s: the damage is blue", kind);
    EXPECT(pixels(window, 0, 0, WIDTH, HEIGHT, 0xff0000) == WIDTH * HEIGHT - 30, "%s: the rest is red", kind);
    EXPECT(damaged[1](display, surface, parts, 3), "%s: a swap with damage (error 0x%04x)", kind, eglGetError());
    EXPECT(pixels(window, 0, 0, WIDTH, HEIGHT, 0x0000ff) == 32, "%s: two corners are blue as well", kind);
    for (int index = 0; index < 2; index++) {
        EXPECT(!damaged[index](display, surface, part, -1), "%s: a negative number of rectangles", kind);
        EXPECT_EGL(EGL_BAD_PARAMETER, "the number of rectangles is negative");
        EXPECT(!damaged[index](display, surface, NULL, 1), "%s: a missing list of rectangles", kind);
        EXPECT_EGL(EGL_BAD_PARAMETER, "the list of rectangles is missing");
        EXPECT(!damaged[index](display, (EGLSurface)(intptr_t)0x10, part, 1), "%s: a surface that does not exist", kind);
        EXPECT_EGL(EGL_BAD_SURFACE, "the surface does not exist");
    }
    EXPECT(damaged[0](display, surface, part, 0), "%s: no rectangles", kind);
    EXPECT(pixels(window, 0, 0, WIDTH, HEIGHT, 0x0000ff) == WIDTH * HEIGHT, "%s: the window is blue", kind);

    XResizeWindow(x, window, WIDTH / 2, HEIGHT);
    XSync(x, False);
    EXPECT(eglQuerySurface(display, surface, EGL_WIDTH, &value) && value == WIDTH / 2, "%s: the new size (got %d)", kind, value);
    EXPECT(age(display, surface) == 0, "%s: a new buffer has no contents", kind);
    swap_intervals(display, surface, kind);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
    eglDestroySurface(display, surface);
    eglDestroySurface(display, pbuffer);
    XDestroyWindow(x, window);
}

typedef struct {
    EGLDisplay display;
    EGLSyncKHR sync;
    EGLTimeKHR timeout;
    EGLint result;
    /* The thread's id, once it is about to wait. */
    _Atomic pid_t thread;
} Wait;

static void *wait_in_thread(void *data)
{
    Wait *wait = data;
    wait->thread = (pid_t)syscall(SYS_gettid);
    wait->result = client_wait(wait->display, wait->sync, 0, wait->timeout);
    return NULL;
}

/* Returns when the kernel shows that a thread sleeps, which it does in its wait. */
static void await_sleep(Wait *wait)
{
    char name[64], state = 0;
    while (state != 'S') {
        nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
        snprintf(name, sizeof name, "/proc/self/task/%d/stat", wait->thread);
        FILE *file = wait->thread ? fopen(name, "r") : NULL;
        if (file && fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
            state = 0;
        if (file)
            fclose(file);
    }
}

static void test_syncs(EGLDisplay display)
{
    enum { THREADS = 3 };
    EGLint value = -1;
    pthread_t threads[THREADS];
    Wait waits[THREADS];
    for (int destroyed = 0; destroyed < 2; destroyed++) {
        EGLSyncKHR sync = create_sync(display, EGL_SYNC_REUSABLE_KHR, NULL);
        CHECK(sync != EGL_NO_SYNC_KHR, "a reusable sync object (error 0x%04x)", eglGetError());
        EXPECT(sync_attribute(display, sync, EGL_SYNC_STATUS_KHR, &value) && value == EGL_UNSIGNALED_KHR, "it is not signalled");
        EXPECT(client_wait(display, sync, 0, 0) == EGL_TIMEOUT_EXPIRED_KHR, "it is not signalled");
        uint64_t begun = nanoseconds();
        EXPECT(client_wait(display, sync, EGL_SYNC_FLUSH_COMMANDS_BIT_KHR, 30000000) == EGL_TIMEOUT_EXPIRED_KHR, "it is not signalled");
        EXPECT(nanoseconds() - begun >= 30000000, "a wait lasts as long as it should");
        for (int index = 0; index < THREADS; index++) {
            waits[index] = (Wait){ display, sync, index ? EGL_FOREVER_KHR : 600000000000u, 0, 0 };
            CHECK(!pthread_create(&threads[index], NULL, wait_in_thread, &waits[index]), "a thread");
        }
        for (int index = 0; index < THREADS; index++)
            await_sleep(&waits[index]);
        EXPECT(destroyed ? destroy_sync(display, sync) : signal_sync(display, sync, EGL_SIGNALED_KHR), "the threads wake (0x%04x)", eglGetError());
        for (int index = 0; index < THREADS; index++) {
            pthread_join(threads[index], NULL);
            EXPECT(waits[index].result == EGL_CONDITION_SATISFIED_KHR, "a waiting thread wakes (got 0x%04x)", waits[index].result);
        }
        if (!destroyed) {
            EXPECT(client_wait(display, sync, 0, EGL_FOREVER_KHR) == EGL_CONDITION_SATISFIED_KHR, "it stays signalled");
            EXPECT(signal_sync(display, sync, EGL_UNSIGNALED_KHR) && client_wait(display, sync, 0, 0) == EGL_TIMEOUT_EXPIRED_KHR, "until it is not");
            EXPECT(destroy_sync(display, sync), "it ends");
        }
        EXPECT(!signal_sync(display, sync, EGL_SIGNALED_KHR), "no signal to an object that has ended");
        EXPECT_EGL(EGL_BAD_PARAMETER, "the object has ended");
    }
    Context context = open_context(ES, 2, 0);
    EGLSyncKHR fence = create_sync(context.display, EGL_SYNC_FENCE_KHR, NULL);
    EXPECT(!signal_sync(context.display, fence, EGL_SIGNALED_KHR), "no signal to a fence");
    EXPECT_EGL(EGL_BAD_MATCH, "a fence is signalled by commands");
    destroy_sync(context.display, fence);
    close_context(&context);
}

int main(void)
{
    x = XOpenDisplay(NULL);
    CHECK(x, "an X server");
    *(void (**)(void))&damaged[0] = proc_address("eglSwapBuffersWithDamageKHR");
    *(void (**)(void))&damaged[1] = proc_address("eglSwapBuffersWithDamageEXT");
    *(void (**)(void))&set_damage = proc_address("eglSetDamageRegionKHR");
    *(void (**)(void))&create_sync = proc_address("eglCreateSyncKHR");
    *(void (**)(void))&destroy_sync = proc_address("eglDestroySyncKHR");
    *(void (**)(void))&client_wait = proc_address("eglClientWaitSyncKHR");
    *(void (**)(void))&signal_sync = proc_address("eglSignalSyncKHR");
    *(void (**)(void))&sync_attribute = proc_address("eglGetSyncAttribKHR");
    void *library = dlopen("libX11-xcb.so.1", RTLD_NOW), *(*connection)(Display *);
    CHECK(library, "libX11-xcb");
    *(void **)&connection = dlsym(library, "XGetXCBConnection");
    EGLDisplay displays[] = { eglGetPlatformDisplay(EGL_PLATFORM_X11_KHR, x, NULL), eglGetPlatformDisplay(EGL_PLATFORM_XCB_EXT, connection(x), NULL) };
    for (int index = 0; index < 2; index++) {
        CHECK(eglInitialize(displays[index], NULL, NULL), "eglInitialize succeeds (error 0x%04x)", eglGetError());
        bind_api(ES);
        test_windows(displays[index], index ? "XCB" : "Xlib");
    }
    test_syncs(displays[0]);
    return verdict("presentation");
}
