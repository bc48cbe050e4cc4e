/* Draws to windows of a Wayland compositor, and checks the sizes, the swap intervals, the damage, the errors and what is left of destroyed
 * windows. It runs on the software pipeline alone.
 *
 *   wayland        checks everything but the pixels
 *   wayland show   shows a picture on the whole screen, prints "shown" and ends after a minute
 */
#include "check.h"

#include <dirent.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wayland-client.h>
#include <wayland-egl.h>

#include "xdg-shell-client.h"

static struct wl_compositor *compositor;
static struct xdg_wm_base *shell;

/* --- Windows -------------------------------------------------------------------------------------------------- */

typedef struct {
    struct wl_display *wl;
    struct wl_surface *surface;
    struct xdg_surface *shell_surface;
    struct xdg_toplevel *toplevel;
    struct wl_egl_window *native;
    int width, height;
    bool configured;
    EGLDisplay display;
    EGLConfig config;
    EGLContext context;
    EGLSurface egl;
} Window;

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version)
{
    (void)data;
    if (!strcmp(interface, "wl_compositor"))
        compositor = wl_registry_bind(registry, name, &wl_compositor_interface, version < 4 ? version : 4);
    else if (!strcmp(interface, "xdg_wm_base"))
        shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
}

static void global_remove(void *data, struct wl_registry *registry, uint32_t name)
{
    (void)data, (void)registry, (void)name;
}

static void ping(void *data, struct xdg_wm_base *base, uint32_t serial)
{
    (void)data;
    xdg_wm_base_pong(base, serial);
}

static void configure(void *data, struct xdg_surface *surface, uint32_t serial)
{
    xdg_surface_ack_configure(surface, serial);
    ((Window *)data)->configured = true;
}

static void configure_toplevel(void *data, struct xdg_toplevel *toplevel, int32_t width, int32_t height, struct wl_array *states)
{
    Window *window = data;
    (void)toplevel, (void)states;
    if (width > 0 && height > 0)
        window->width = width, window->height = height;
}

static void close_toplevel(void *data, struct xdg_toplevel *toplevel)
{
    (void)data, (void)toplevel;
}

static const struct wl_registry_listener registry_listener = { global, global_remove };
static const struct xdg_wm_base_listener base_listener = { ping };
static const struct xdg_surface_listener surface_listener = { configure };
static const struct xdg_toplevel_listener toplevel_listener = { .configure = configure_toplevel, .close = close_toplevel };

static struct wl_display *connect_to_compositor(void)
{
    struct wl_display *wl = wl_display_connect(NULL);
    CHECK(wl, "a Wayland compositor");
    struct wl_registry *registry = wl_display_get_registry(wl);
    wl_registry_add_listener(registry, &registry_listener, NULL);
    CHECK(wl_display_roundtrip(wl) >= 0 && compositor && shell, "a compositor with xdg_wm_base");
    xdg_wm_base_add_listener(shell, &base_listener, NULL);
    wl_registry_destroy(registry);
    return wl;
}

static EGLConfig config_of(EGLDisplay display, EGLint alpha)
{
    EGLint wanted[] = { EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, alpha,
                        EGL_DEPTH_SIZE, 1, EGL_NONE };
    EGLConfig configs[64];
    EGLint count = 0;
    CHECK(eglChooseConfig(display, wanted, configs, 64, &count) && count > 0, "configs for windows");
    for (EGLint index = 0; index < count; index++) {
        EGLint bits = -1;
        eglGetConfigAttrib(display, configs[index], EGL_ALPHA_SIZE, &bits);
        if (bits == alpha)
            return configs[index];
    }
    CHECK(false, "a config with %d bits of alpha", alpha);
    return NULL;
}

/* Creates a window with a context, and makes it current. `mapped` gives the surface a role, without which the compositor shows nothing. */
static Window open_window(struct wl_display *wl, EGLDisplay display, int width, int height, bool mapped, bool fullscreen)
{
    Window window = { .wl = wl, .display = display, .width = width, .height = height };
    static const EGLint version[] = { EGL_CONTEXT_MAJOR_VERSION, 2, EGL_NONE };
    bind_api(ES);
    window.surface = wl_compositor_create_surface(compositor);
    if (mapped) {
        window.shell_surface = xdg_wm_base_get_xdg_surface(shell, window.surface);
        xdg_surface_add_listener(window.shell_surface, &surface_listener, &window);
        window.toplevel = xdg_surface_get_toplevel(window.shell_surface);
        xdg_toplevel_add_listener(window.toplevel, &toplevel_listener, &window);
        if (fullscreen)
            xdg_toplevel_set_fullscreen(window.toplevel, NULL);
        wl_surface_commit(window.surface);
        while (!window.configured)
            CHECK(wl_display_dispatch(wl) >= 0, "events of the compositor");
        /* The window moves: nothing may call the listeners with its address here. */
        xdg_surface_set_user_data(window.shell_surface, NULL);
        xdg_toplevel_set_user_data(window.toplevel, NULL);
    }
    window.native = wl_egl_window_create(window.surface, window.width, window.height);
    window.config = config_of(display, 0);
    window.egl = eglCreateWindowSurface(display, window.config, (EGLNativeWindowType)window.native, NULL);
    CHECK(window.egl != EGL_NO_SURFACE, "a surface (error 0x%04x)", eglGetError());
    window.context = eglCreateContext(display, window.config, EGL_NO_CONTEXT, version);
    CHECK(eglMakeCurrent(display, window.egl, window.egl, window.context), "the window becomes current");
    return window;
}

static void destroy_objects(Window *window)
{
    if (window->toplevel) {
        xdg_toplevel_destroy(window->toplevel);
        xdg_surface_destroy(window->shell_surface);
    }
    wl_surface_destroy(window->surface);
}

static void close_window(Window *window)
{
    eglMakeCurrent(window->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(window->display, window->context);
    eglDestroySurface(window->display, window->egl);
    wl_egl_window_destroy(window->native);
    destroy_objects(window);
}

static void paint(float red, float green, float blue)
{
    GL(ClearColor)(red, green, blue, 1);
    GL(Clear)(GL_COLOR_BUFFER_BIT);
}

static bool swap(Window *window)
{
    return eglSwapBuffers(window->display, window->egl);
}

static EGLint query(Window *window, EGLint name)
{
    EGLint value = -1;
    EXPECT(eglQuerySurface(window->display, window->egl, name, &value), "attribute 0x%04x (error 0x%04x)", name, eglGetError());
    return value;
}

#define EXPECT_EGL(error, sentence)                                                      \
    do {                                                                                 \
        EGLint got = eglGetError();                                                      \
        EXPECT(got == (error), "%s (got 0x%04x)", sentence, got);                        \
    } while (0)

#define EXPECT_SIZE(window, columns, rows, when)                                                                                       \
    EXPECT(query(window, EGL_WIDTH) == (columns) && query(window, EGL_HEIGHT) == (rows), "%d x %d %s (got %d x %d)", columns, rows, when, \
           query(window, EGL_WIDTH), query(window, EGL_HEIGHT))

/* --- Tests ---------------------------------------------------------------------------------------------------- */

static EGLDisplay initialised(EGLDisplay display, const char *what)
{
    EGLint major = 0, minor = 0;
    CHECK(display != EGL_NO_DISPLAY, "%s", what);
    CHECK(eglInitialize(display, &major, &minor) && major == 1 && minor == 5, "%s (error 0x%04x)", what, eglGetError());
    return display;
}

static void test_displays(struct wl_display *wl)
{
    const char *client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    EXPECT(occurrences(client, "EGL_KHR_platform_wayland") == 1 && occurrences(client, "EGL_EXT_platform_wayland") == 1, "the platform is listed");
    EGLDisplay platform = initialised(eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, wl, NULL), "a display of Wayland");
    EXPECT(eglGetDisplay((EGLNativeDisplayType)wl) == platform, "eglGetDisplay recognises a wl_display");
    EGLDisplay own = initialised(eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, EGL_DEFAULT_DISPLAY, NULL), "the default compositor");
    EXPECT(own != platform && eglGetDisplay(EGL_DEFAULT_DISPLAY) == own, "the default display is the compositor's, without an X server");
    config_of(own, 8);
    EXPECT(eglTerminate(own), "the driver's own connection ends");
    EGLint type = -1;
    eglGetConfigAttrib(platform, config_of(platform, 8), EGL_SURFACE_TYPE, &type);
    EXPECT((type & EGL_WINDOW_BIT) && !(type & EGL_PIXMAP_BIT), "windows and no pixmaps (got 0x%x)", type);
}

static void test_sizes(struct wl_display *wl, EGLDisplay display)
{
    Window window = open_window(wl, display, 40, 30, true, false);
    int width = -1, height = -1;
    EXPECT_SIZE(&window, 40, 30, "at first");
    paint(1, 0, 0);
    wl_egl_window_resize(window.native, 60, 50, 0, 0);
    EXPECT_SIZE(&window, 40, 30, "until the end of a frame that was drawn to");
    EXPECT(swap(&window), "a swap");
    wl_egl_window_get_attached_size(window.native, &width, &height);
    EXPECT(width == 40 && height == 30, "the attached size of the frame (got %d x %d)", width, height);
    EXPECT_SIZE(&window, 60, 50, "in the next frame");
    EXPECT(query(&window, EGL_BUFFER_AGE_EXT) == 0, "a new buffer has no contents");
    wl_egl_window_resize(window.native, 20, 10, 3, 4);
    EXPECT_SIZE(&window, 60, 50, "after the age was queried");
    EXPECT(swap(&window), "a swap");
    EXPECT_SIZE(&window, 20, 10, "in the next frame");
    wl_egl_window_resize(window.native, 33, 44, 0, 0);
    EXPECT_SIZE(&window, 33, 44, "at once in a frame without draws");
    unsigned char pixel[4] = { 0 };
    paint(0, 1, 0);
    GL(ReadPixels)(32, 43, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    EXPECT(pixel[1] == 255, "the buffer has the new size");
    EXPECT(swap(&window) && query(&window, EGL_BUFFER_AGE_EXT) == 1, "a copy of the previous frame");
    wl_egl_window_get_attached_size(window.native, &width, &height);
    EXPECT(width == 33 && height == 44, "the attached size of the frame (got %d x %d)", width, height);
    close_window(&window);
}

/* A flush shows a front buffer that was drawn to, and the next swap the back buffer. */
static void test_front_buffer(struct wl_display *wl, EGLDisplay display)
{
    static void (*draw_buffer)(GLenum);
    *(void (**)(void))&draw_buffer = proc_address("glDrawBuffer");
    Window window = open_window(wl, display, 40, 30, true, false);
    int width = -1, height = -1;
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, window.context);
    bind_api(COMPATIBILITY);
    window.context = eglCreateContext(display, window.config, EGL_NO_CONTEXT, NULL);
    CHECK(eglMakeCurrent(display, window.egl, window.egl, window.context), "a desktop context (error 0x%04x)", eglGetError());
    wl_egl_window_get_attached_size(window.native, &width, &height);
    EXPECT(width == 0 && height == 0, "nothing is shown at first (got %d x %d)", width, height);
    draw_buffer(GL_FRONT);
    for (int frame = 0; frame < 10; frame++) {
        paint(frame & 1, 1, 0);
        GL(Flush)();
    }
    wl_egl_window_get_attached_size(window.native, &width, &height);
    EXPECT(width == 40 && height == 30, "the front buffer is shown (got %d x %d)", width, height);
    draw_buffer(GL_BACK);
    paint(0, 0, 1);
    EXPECT(swap(&window) && GL(GetError)() == GL_NO_ERROR, "the back buffer follows (error 0x%04x)", eglGetError());
    close_window(&window);
}

static void test_errors(struct wl_display *wl, EGLDisplay display)
{
    static EGLBoolean (*damaged)(EGLDisplay, EGLSurface, const EGLint *, EGLint), (*set_damage)(EGLDisplay, EGLSurface, EGLint *, EGLint);
    *(void (**)(void))&damaged = proc_address("eglSwapBuffersWithDamageKHR");
    *(void (**)(void))&set_damage = proc_address("eglSetDamageRegionKHR");
    Window window = open_window(wl, display, 40, 30, true, false);
    EGLint part[] = { 10, 10, 5, 5, 100, -100, 7, 7 };
    EXPECT(eglCreateWindowSurface(display, window.config, (EGLNativeWindowType)window.native, NULL) == EGL_NO_SURFACE, "one surface of a window");
    EXPECT_EGL(EGL_BAD_ALLOC, "a window has a surface already");
    EXPECT(eglCreatePlatformWindowSurface(display, window.config, NULL, NULL) == EGL_NO_SURFACE, "no surface of no window");
    EXPECT_EGL(EGL_BAD_NATIVE_WINDOW, "a null pointer is no window");
    EXPECT(eglCreatePlatformPixmapSurface(display, window.config, &part, NULL) == EGL_NO_SURFACE, "no pixmaps");
    EXPECT_EGL(EGL_BAD_PARAMETER, "it is not valid to create surfaces of pixmaps");
    EXPECT(!damaged(display, window.egl, part, -1), "a negative number of rectangles");
    EXPECT_EGL(EGL_BAD_PARAMETER, "the number of rectangles is negative");
    EXPECT(!damaged(display, window.egl, NULL, 1), "a missing list of rectangles");
    EXPECT_EGL(EGL_BAD_PARAMETER, "the list of rectangles is missing");
    EXPECT(damaged(display, window.egl, NULL, 0) && damaged(display, window.egl, part, 2), "damage (error 0x%04x)", eglGetError());
    EXPECT(!set_damage(display, window.egl, part, 1), "a damage region before the age is known");
    EXPECT_EGL(EGL_BAD_ACCESS, "the age has not been queried in this frame");
    EXPECT(query(&window, EGL_BUFFER_AGE_EXT) == 1, "a copy of the previous frame");
    EXPECT(set_damage(display, window.egl, part, 1), "a damage region (error 0x%04x)", eglGetError());
    EXPECT(!set_damage(display, window.egl, part, 1), "a second damage region");
    EXPECT_EGL(EGL_BAD_ACCESS, "the frame has a damage region");
    EXPECT(eglSurfaceAttrib(display, window.egl, EGL_SWAP_BEHAVIOR, EGL_BUFFER_PRESERVED), "buffers are preserved if a program asks for it");
    EXPECT(swap(&window) && query(&window, EGL_BUFFER_AGE_EXT) == 1, "a copy of the previous frame");
    EXPECT(!set_damage(display, window.egl, part, 1), "a damage region of a preserved buffer");
    EXPECT_EGL(EGL_BAD_MATCH, "the swap behaviour is EGL_BUFFER_PRESERVED");
    EGLint value = -1;
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    EXPECT(!eglQuerySurface(display, window.egl, EGL_BUFFER_AGE_EXT, &value), "the age of a surface that is not current");
    EXPECT_EGL(EGL_BAD_SURFACE, "the surface is not current");
    EXPECT(!set_damage(display, window.egl, part, 1), "the damage region of a surface that is not current");
    EXPECT_EGL(EGL_BAD_MATCH, "the surface is not current");
    eglMakeCurrent(display, window.egl, window.egl, window.context);

    /* The program destroys the window before the surface. */
    wl_egl_window_destroy(window.native);
    paint(0, 0, 1);
    EXPECT(!swap(&window), "no swap without a window");
    EXPECT_EGL(EGL_BAD_NATIVE_WINDOW, "the window is gone");
    EXPECT(eglDestroySurface(display, window.egl), "the surface can be destroyed");
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, window.context);
    destroy_objects(&window);

    /* A window can have another surface after the first. */
    window = open_window(wl, display, 40, 30, true, false);
    eglDestroySurface(display, window.egl);
    window.egl = eglCreatePlatformWindowSurface(display, window.config, window.native, NULL);
    EXPECT(window.egl != EGL_NO_SURFACE, "another surface of the window (error 0x%04x)", eglGetError());
    EXPECT(eglMakeCurrent(display, window.egl, window.egl, window.context) && swap(&window), "it can be shown");
    close_window(&window);
}

/* Returns the seconds that some swaps take. */
static double seconds_of(Window *window, int swaps)
{
    uint64_t begun = nanoseconds();
    for (int index = 0; index < swaps; index++) {
        paint(index & 1, 0, 1);
        CHECK(swap(window), "a swap (error 0x%04x)", eglGetError());
    }
    return (double)(nanoseconds() - begun) / 1e9;
}

static void test_intervals(struct wl_display *wl, EGLDisplay display)
{
    Window window = open_window(wl, display, 16, 16, true, false);
    double frames = seconds_of(&window, 31);
    /* The first swap waits for nothing. A compositor shows at most 60 frames a second, and may be late. */
    EXPECT(frames > 30 / 70.0, "30 frames at 60 Hz (got %.3f s)", frames);
    EXPECT(eglSwapInterval(display, 0), "the swap interval 0");
    double fast = seconds_of(&window, 31);
    EXPECT(fast < frames, "31 frames without a swap interval (got %.3f s, with one %.3f s)", fast, frames);
    EXPECT(eglSwapInterval(display, -5) && eglSwapInterval(display, 1000), "intervals are clamped");
    close_window(&window);
    EXPECT(!eglSwapInterval(display, 1), "no interval without a context");
    EXPECT_EGL(EGL_BAD_CONTEXT, "there is no context");

    /* A compositor sends no frame callbacks for a surface that it does not show. */
    window = open_window(wl, display, 16, 16, false, false);
    double hidden = seconds_of(&window, 4);
    EXPECT(hidden < 20, "swaps of a hidden window end (got %.3f s)", hidden);
    eglSwapInterval(display, 0);
    seconds_of(&window, 100);
    close_window(&window);
}

static int entries(const char *folder)
{
    int count = 0;
    DIR *open = opendir(folder);
    CHECK(open, "the folder %s", folder);
    while (readdir(open))
        count++;
    closedir(open);
    return count;
}

static int mappings(void)
{
    int lines = 0, byte;
    FILE *maps = fopen("/proc/self/maps", "r");
    CHECK(maps, "the list of mappings");
    while ((byte = fgetc(maps)) != EOF)
        lines += byte == '\n';
    fclose(maps);
    return lines;
}

static void use_windows(struct wl_display *wl, EGLDisplay display, int windows, int swaps)
{
    for (int index = 0; index < windows; index++) {
        Window window = open_window(wl, display, 16, 16, true, false);
        eglSwapInterval(display, 0);
        for (int frame = 0; frame < swaps; frame++) {
            paint(1, 0, 0);
            CHECK(swap(&window), "a swap (error 0x%04x)", eglGetError());
            wl_egl_window_resize(window.native, 16 + frame % 7, 16 + frame % 5, 0, 0);
        }
        close_window(&window);
        CHECK(wl_display_roundtrip(wl) >= 0, "a connection without errors");
    }
}

static void test_leaks(struct wl_display *wl, EGLDisplay display)
{
    use_windows(wl, display, 8, 20);
    int files = entries("/proc/self/fd"), maps = mappings();
    use_windows(wl, display, 2, 3000);
    use_windows(wl, display, 300, 3);
    EXPECT(entries("/proc/self/fd") == files, "%d files are open (got %d)", files, entries("/proc/self/fd"));
    EXPECT(mappings() < maps + 16, "about %d mappings (got %d)", maps, mappings());
    for (int index = 0; index < 50; index++) {
        EGLDisplay own = initialised(eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, EGL_DEFAULT_DISPLAY, NULL), "the default compositor");
        CHECK(eglTerminate(own), "the display ends");
    }
    EXPECT(entries("/proc/self/fd") == files, "%d files are open (got %d)", files, entries("/proc/self/fd"));
}

static struct wl_display *shared_wl;
static EGLDisplay shared_display;
static pthread_mutex_t program_events = PTHREAD_MUTEX_INITIALIZER;

static void *swap_in_thread(void *number)
{
    pthread_mutex_lock(&program_events);
    Window window = open_window(shared_wl, shared_display, 32, 32, true, false);
    pthread_mutex_unlock(&program_events);
    eglSwapInterval(shared_display, (intptr_t)number & 1);
    for (int frame = 0; frame < 60; frame++) {
        paint(0, frame & 1, 0);
        if (!swap(&window))
            return "a swap in a thread";
        wl_egl_window_resize(window.native, 32 + frame % 3, 32, 0, 0);
    }
    pthread_mutex_lock(&program_events);
    close_window(&window);
    pthread_mutex_unlock(&program_events);
    eglReleaseThread();
    return NULL;
}

static void test_threads(struct wl_display *wl, EGLDisplay display)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    shared_wl = wl, shared_display = display;
    for (intptr_t index = 0; index < THREADS; index++)
        CHECK(!pthread_create(&threads[index], NULL, swap_in_thread, (void *)index), "a thread");
    for (int index = 0; index < THREADS; index++) {
        void *wrong = NULL;
        pthread_join(threads[index], &wrong);
        EXPECT(!wrong, "%s", (const char *)wrong);
    }
    EXPECT(wl_display_get_error(wl) == 0, "a connection without errors");
}

/* The compositor ends the connection. */
static void test_lost_connection(void)
{
    struct wl_display *wl = connect_to_compositor();
    EGLDisplay display = initialised(eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, wl, NULL), "a display of Wayland");
    Window window = open_window(wl, display, 16, 16, true, false);
    EXPECT(swap(&window), "a swap");
    shutdown(wl_display_get_fd(wl), SHUT_RDWR);
    bool swapped = true;
    for (int frame = 0; swapped && frame < 10; frame++) {
        paint(1, 1, 1);
        swapped = swap(&window);
    }
    EXPECT(!swapped, "no swaps without a connection");
    EXPECT_EGL(EGL_BAD_NATIVE_WINDOW, "the window is gone");
    close_window(&window);
    EXPECT(eglTerminate(display), "the display ends");
    wl_display_disconnect(wl);
    compositor = NULL, shell = NULL;
}

/* Shows red, green, blue and white quarters, clockwise from the upper left one. The last three change after the first frame, with damage. */
static void show(void)
{
    struct wl_display *wl = connect_to_compositor();
    EGLDisplay display = initialised(eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, wl, NULL), "a display of Wayland");
    EGLBoolean (*damaged)(EGLDisplay, EGLSurface, const EGLint *, EGLint);
    *(void (**)(void))&damaged = proc_address("eglSwapBuffersWithDamageKHR");
    Window window = open_window(wl, display, 10, 10, true, true);
    int x = window.width / 2, y = window.height / 2;
    EXPECT_SIZE(&window, window.width, window.height, "on the whole screen");
    paint(1, 0, 0);
    CHECK(swap(&window), "a swap");
    EGLint parts[][4] = { { x, y, x, y }, { x, 0, x, y }, { 0, 0, x, y } };
    float colours[][3] = { { 0, 1, 0 }, { 0, 0, 1 }, { 1, 1, 1 } };
    GL(Enable)(GL_SCISSOR_TEST);
    for (int index = 0; index < 3; index++) {
        GL(Scissor)(parts[index][0], parts[index][1], parts[index][2], parts[index][3]);
        paint(colours[index][0], colours[index][1], colours[index][2]);
        CHECK(damaged(display, window.egl, parts[index], 1), "a swap with damage");
    }
    printf("shown\n");
    fflush(stdout);
    for (uint64_t begun = nanoseconds(); nanoseconds() - begun < 60000000000u;)
        CHECK(wl_display_roundtrip(wl) >= 0 && poll(NULL, 0, 50) == 0, "a connection without errors");
}

int main(int count, char **arguments)
{
    if (count > 1 && !strcmp(arguments[1], "show")) {
        show();
        return 0;
    }
    struct wl_display *wl = connect_to_compositor();
    test_displays(wl);
    EGLDisplay display = initialised(eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, wl, NULL), "a display of Wayland");
    test_sizes(wl, display);
    test_front_buffer(wl, display);
    test_errors(wl, display);
    test_intervals(wl, display);
    test_leaks(wl, display);
    test_threads(wl, display);
    CHECK(wl_display_roundtrip(wl) >= 0, "a connection without errors");
    EXPECT(eglTerminate(display), "the display ends");
    wl_display_disconnect(wl);
    test_lost_connection();
    return verdict("wayland");
}
