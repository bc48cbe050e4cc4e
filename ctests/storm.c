/* Creates, resizes, moves, draws to and destroys windows, pixmaps, pbuffers and contexts at random, through GLX or EGL, in several threads.
 * Expects that every picture arrives, and that file descriptors, shared memory, the server's resources and memory do not grow.
 *
 *   storm glx|egl own|shared THREADS ROUNDS [memory=file|system_v|none]
 *
 * `own`: each thread has a display of its own. `shared`: all use one. ROUNDS may end in `s`: seconds. `memory` expects the kind of memory through
 * which pictures reach the server.
 */
#define _GNU_SOURCE
#include <EGL/egl.h>
#include <GL/glx.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XRes.h>

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CHECK(condition, ...)                                                \
    do {                                                                     \
        if (!(condition)) {                                                  \
            fprintf(stderr, "storm:%d: expected ", __LINE__);                \
            fprintf(stderr, __VA_ARGS__);                                    \
            fprintf(stderr, "\n");                                           \
            exit(1);                                                         \
        }                                                                    \
    } while (0)

enum { LIVE = 4, LARGEST = 400 };

static int is_glx, is_shared, is_single;
static long rounds;
static double seconds;

/* What a thread has: its display, and what it chose there. */
struct storm {
    Display *x;
    unsigned seed;
    GLXFBConfig config;
    XVisualInfo *visual;
    EGLDisplay egl;
    EGLConfig egl_config;
    Colormap colors;
    long frames;
};

enum kind { NONE, WINDOW, PIXMAP, PBUFFER };

/* A drawable of GLX or a surface of EGL, with its X window or pixmap and a context. */
struct surface {
    enum kind kind;
    int width, height;
    Drawable native;
    GLXDrawable drawable;
    GLXContext context;
    EGLSurface egl;
    EGLContext egl_context;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static int below(struct storm *storm, int most)
{
    return rand_r(&storm->seed) % most;
}

static void begin(struct storm *storm, Display *x, unsigned seed)
{
    memset(storm, 0, sizeof *storm);
    storm->x = x;
    storm->seed = seed;
    CHECK(x, "a display");
    if (is_glx) {
        const int wanted[] = { GLX_DRAWABLE_TYPE, GLX_WINDOW_BIT | GLX_PIXMAP_BIT | GLX_PBUFFER_BIT, GLX_DOUBLEBUFFER, True, GLX_RED_SIZE, 5,
                               GLX_DEPTH_SIZE, 24, None };
        int count;
        GLXFBConfig *configs = glXChooseFBConfig(x, DefaultScreen(x), wanted, &count);
        CHECK(configs && count > 0, "a config");
        storm->config = configs[0];
        XFree(configs);
        storm->visual = glXGetVisualFromFBConfig(x, storm->config);
    } else {
        const EGLint wanted[] = { EGL_SURFACE_TYPE, EGL_WINDOW_BIT | EGL_PIXMAP_BIT | EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                  EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 0, EGL_NONE };
        EGLint count = 0, id = 0;
        storm->egl = eglGetDisplay((EGLNativeDisplayType)x);
        CHECK(eglInitialize(storm->egl, NULL, NULL), "eglInitialize");
        CHECK(eglChooseConfig(storm->egl, wanted, &storm->egl_config, 1, &count) && count == 1, "a config");
        eglGetConfigAttrib(storm->egl, storm->egl_config, EGL_NATIVE_VISUAL_ID, &id);
        XVisualInfo wants = { .visualid = (VisualID)id };
        int found;
        storm->visual = XGetVisualInfo(x, VisualIDMask, &wants, &found);
    }
    CHECK(storm->visual, "a visual");
    storm->colors = XCreateColormap(x, DefaultRootWindow(x), storm->visual->visual, AllocNone);
}

static void end(struct storm *storm)
{
    XFreeColormap(storm->x, storm->colors);
    XFree(storm->visual);
}

static void make_current(struct storm *storm, const struct surface *surface)
{
    if (is_glx)
        CHECK(glXMakeContextCurrent(storm->x, surface ? surface->drawable : None, surface ? surface->drawable : None,
                                    surface ? surface->context : NULL), "glXMakeContextCurrent");
    else
        CHECK(eglMakeCurrent(storm->egl, surface ? surface->egl : EGL_NO_SURFACE, surface ? surface->egl : EGL_NO_SURFACE,
                             surface ? surface->egl_context : EGL_NO_CONTEXT), "eglMakeCurrent");
}

static void swap(struct storm *storm, const struct surface *surface)
{
    if (is_glx)
        glXSwapBuffers(storm->x, surface->drawable);
    else
        CHECK(eglSwapBuffers(storm->egl, surface->egl), "eglSwapBuffers");
}

static void create_as(struct storm *storm, struct surface *surface, enum kind kind, int width, int height)
{
    Display *x = storm->x;
    surface->kind = kind;
    surface->width = width;
    surface->height = height;
    if (surface->kind == WINDOW) {
        XSetWindowAttributes attributes = { .override_redirect = True, .colormap = storm->colors };
        surface->native = XCreateWindow(x, DefaultRootWindow(x), below(storm, 300), below(storm, 300), surface->width, surface->height, 0,
                                        storm->visual->depth, InputOutput, storm->visual->visual,
                                        CWBackPixel | CWBorderPixel | CWOverrideRedirect | CWColormap, &attributes);
        XMapWindow(x, surface->native);
    } else if (surface->kind == PIXMAP) {
        surface->native = XCreatePixmap(x, DefaultRootWindow(x), surface->width, surface->height, storm->visual->depth);
    }
    /* EGL may have a connection of its own. */
    XSync(x, False);
    if (is_glx) {
        const int size[] = { GLX_PBUFFER_WIDTH, surface->width, GLX_PBUFFER_HEIGHT, surface->height, None };
        surface->drawable = surface->kind == WINDOW   ? glXCreateWindow(x, storm->config, surface->native, NULL)
                            : surface->kind == PIXMAP ? glXCreatePixmap(x, storm->config, surface->native, NULL)
                                                      : glXCreatePbuffer(x, storm->config, size);
        surface->context = glXCreateNewContext(x, storm->config, GLX_RGBA_TYPE, NULL, True);
        CHECK(surface->drawable && surface->context, "a drawable and a context");
    } else {
        const EGLint size[] = { EGL_WIDTH, surface->width, EGL_HEIGHT, surface->height, EGL_NONE };
        surface->egl = surface->kind == WINDOW   ? eglCreateWindowSurface(storm->egl, storm->egl_config, surface->native, NULL)
                       : surface->kind == PIXMAP ? eglCreatePixmapSurface(storm->egl, storm->egl_config, surface->native, NULL)
                                                 : eglCreatePbufferSurface(storm->egl, storm->egl_config, size);
        surface->egl_context = eglCreateContext(storm->egl, storm->egl_config, EGL_NO_CONTEXT, NULL);
        CHECK(surface->egl && surface->egl_context, "a surface and a context");
    }
}

static void create(struct storm *storm, struct surface *surface)
{
    int kind = WINDOW + below(storm, 3), width = 1 + below(storm, LARGEST);
    create_as(storm, surface, kind, width, 1 + below(storm, LARGEST));
}

/* Destroys the parts in a random order: "not destroyed until it is no longer current". The X window goes first, or last. */
static void destroy(struct storm *storm, struct surface *surface)
{
    int is_current = below(storm, 2);
    if (is_current)
        make_current(storm, surface);
    if (is_glx) {
        glXDestroyContext(storm->x, surface->context);
        if (surface->kind == WINDOW)
            glXDestroyWindow(storm->x, surface->drawable);
        else if (surface->kind == PIXMAP)
            glXDestroyPixmap(storm->x, surface->drawable);
        else
            glXDestroyPbuffer(storm->x, surface->drawable);
    } else {
        CHECK(eglDestroyContext(storm->egl, surface->egl_context), "eglDestroyContext");
        CHECK(eglDestroySurface(storm->egl, surface->egl), "eglDestroySurface");
    }
    if (below(storm, 2) && is_current) {
        make_current(storm, NULL);
        is_current = 0;
    }
    if (surface->kind == WINDOW)
        XDestroyWindow(storm->x, surface->native);
    else if (surface->kind == PIXMAP)
        XFreePixmap(storm->x, surface->native);
    if (is_current)
        make_current(storm, NULL);
    surface->kind = NONE;
}

/* Draws a colour, and expects it where it belongs. */
static void draw(struct storm *storm, const struct surface *surface)
{
    unsigned color = below(storm, 0x1000000);
    unsigned char pixel[4];
    /* Components of other bits hold 0 and 1 exactly. */
    if (storm->visual->depth != 24)
        color = (color >> 23 & 1) * 0xff0000 | (color >> 15 & 1) * 0xff00 | (color >> 7 & 1) * 0xff;
    unsigned long shown = color;
    if (storm->visual->depth != 24)
        shown = (color >> 16 ? storm->visual->red_mask : 0) | (color >> 8 & 1 ? storm->visual->green_mask : 0)
                | (color & 1 ? storm->visual->blue_mask : 0);
    unsigned long all = storm->visual->red_mask | storm->visual->green_mask | storm->visual->blue_mask;
    make_current(storm, surface);
    /* A first presentation finds the window's new size. */
    if (surface->kind == WINDOW)
        swap(storm, surface);
    glViewport(0, 0, surface->width, surface->height);
    glClearColor((color >> 16) / 255.0f, (color >> 8 & 255) / 255.0f, (color & 255) / 255.0f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glReadPixels(surface->width - 1, surface->height - 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    unsigned read = (unsigned)pixel[0] << 16 | (unsigned)pixel[1] << 8 | pixel[2];
    CHECK(read == color, "colour %#x of %d by %d (got %#x)", color, surface->width, surface->height, read);
    swap(storm, surface);
    if (surface->kind == PIXMAP) {
        glFinish();
        /* What one connection sent has arrived before another asks. */
        if (is_glx)
            glXWaitGL();
        else
            eglWaitClient();
        XImage *image = XGetImage(storm->x, surface->native, surface->width - 1, surface->height - 1, 1, 1, AllPlanes, ZPixmap);
        CHECK(image && (XGetPixel(image, 0, 0) & all) == shown, "colour %#lx (got %#lx)", shown, XGetPixel(image, 0, 0));
        XDestroyImage(image);
    }
    storm->frames++;
}

static void resize(struct storm *storm, struct surface *surface)
{
    if (surface->kind != WINDOW)
        return;
    surface->width = 1 + below(storm, LARGEST);
    surface->height = 1 + below(storm, LARGEST);
    if (below(storm, 2))
        XMoveResizeWindow(storm->x, surface->native, below(storm, 300), below(storm, 300), surface->width, surface->height);
    else
        XResizeWindow(storm->x, surface->native, surface->width, surface->height);
    XSync(storm->x, False);
}

static void rage(struct storm *storm, long rounds, double until)
{
    struct surface surfaces[LIVE] = { { NONE } };
    for (long round = 0; round < rounds || now() < until; round++) {
        struct surface *surface = &surfaces[below(storm, LIVE)];
        if (surface->kind == NONE)
            create(storm, surface);
        else if (below(storm, 8) == 0)
            destroy(storm, surface);
        else if (below(storm, 3) == 0)
            resize(storm, surface);
        else
            draw(storm, surface);
        if (below(storm, 16) == 0)
            make_current(storm, NULL);
        /* A display of its own is closed with everything in it, now and then. */
        if (!is_shared && below(storm, 100) == 0) {
            unsigned seed = storm->seed;
            long frames = storm->frames;
            make_current(storm, NULL);
            end(storm);
            /* Another thread may open a display at the address of one that is closed. */
            int is_late = is_single && below(storm, 2);
            if (!is_glx && !is_late)
                eglTerminate(storm->egl);
            XCloseDisplay(storm->x);
            if (!is_glx && is_late)
                eglTerminate(storm->egl);
            memset(surfaces, 0, sizeof surfaces);
            begin(storm, XOpenDisplay(NULL), seed);
            storm->frames = frames;
        }
    }
    make_current(storm, NULL);
    for (int index = 0; index < LIVE; index++)
        if (surfaces[index].kind != NONE)
            destroy(storm, &surfaces[index]);
}

/* What must not grow. */
struct usage {
    long descriptors, segments, mappings, resources, kilobytes;
};

static long lines_of(const char *path, const char *with, int column, long value)
{
    FILE *file = fopen(path, "r");
    char line[1024];
    long count = 0;
    while (file && fgets(line, sizeof line, file)) {
        long fields[6] = { 0 };
        sscanf(line, "%ld %ld %ld %ld %ld", &fields[0], &fields[1], &fields[2], &fields[3], &fields[4]);
        count += with ? strstr(line, with) != NULL : fields[column] == value;
    }
    if (file)
        fclose(file);
    return count;
}

static long resources_of(Display *x)
{
    XResType *types = NULL;
    int count = 0;
    long sum = 0;
    XSync(x, False);
    CHECK(XResQueryClientResources(x, XAllocID(x), &count, &types), "the server's resources");
    for (int index = 0; index < count; index++)
        sum += types[index].count;
    if (getenv("STORM_TYPES"))
        for (int index = 0; index < count; index++) {
            char *name = XGetAtomName(x, types[index].resource_type);
            printf("  %s %u\n", name, types[index].count);
            XFree(name);
        }
    XFree(types);
    return sum;
}

static struct usage measure(Display *x)
{
    struct usage usage = { 0 };
    DIR *folder = opendir("/proc/self/fd");
    while (readdir(folder))
        usage.descriptors++;
    closedir(folder);
    /* The column of a segment's creator. */
    usage.segments = lines_of("/proc/sysvipc/shm", NULL, 4, getpid());
    usage.mappings = lines_of("/proc/self/maps", "memfd:", 0, 0) + lines_of("/proc/self/maps", "/SYSV", 0, 0);
    usage.resources = resources_of(x);
    FILE *file = fopen("/proc/self/statm", "r");
    long size;
    CHECK(file && fscanf(file, "%ld %ld", &size, &usage.kilobytes) == 2, "the resident memory");
    fclose(file);
    usage.kilobytes *= sysconf(_SC_PAGESIZE) / 1024;
    return usage;
}

static Display *shared;

static void *thread(void *argument)
{
    struct storm storm;
    begin(&storm, is_shared ? shared : XOpenDisplay(NULL), (unsigned)(size_t)argument);
    rage(&storm, rounds, now() + seconds);
    end(&storm);
    if (!is_shared) {
        if (!is_glx)
            eglTerminate(storm.egl);
        XCloseDisplay(storm.x);
    }
    if (!is_glx)
        eglReleaseThread();
    return (void *)storm.frames;
}

/* Expects that each quarter of a pixmap that is larger than any request arrives at its place. */
static void expect_large(struct storm *storm)
{
    struct surface surface;
    const int width = 1502, height = 1203;
    create_as(storm, &surface, PIXMAP, width, height);
    make_current(storm, &surface);
    glEnable(GL_SCISSOR_TEST);
    for (int quarter = 0; quarter < 4; quarter++) {
        glScissor(quarter % 2 ? width / 2 : 0, quarter / 2 ? height / 2 : 0, width, height);
        glClearColor(quarter % 2, quarter / 2, 1, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    swap(storm, &surface);
    XImage *image = XGetImage(storm->x, surface.native, 0, 0, width, height, AllPlanes, ZPixmap);
    CHECK(image, "a large image");
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++) {
            unsigned long pixel = XGetPixel(image, column, row);
            CHECK(((pixel & storm->visual->red_mask) != 0) == (column >= width / 2)
                      && ((pixel & storm->visual->green_mask) != 0) == (height - 1 - row >= height / 2),
                  "the quarter's colour at %d %d (got %#lx)", column, row, pixel);
        }
    XDestroyImage(image);
    make_current(storm, NULL);
    destroy(storm, &surface);
}

/* Expects the kind of memory through which the picture of a window reaches the server. */
static void expect_memory(Display *x, const char *kind)
{
    struct storm storm;
    struct surface surface;
    begin(&storm, x, 1);
    expect_large(&storm);
    create_as(&storm, &surface, WINDOW, 203, 101);
    /* What is outside of the screen has no pixels. */
    XMoveWindow(x, surface.native, 0, 0);
    XSync(x, False);
    draw(&storm, &surface);
    XImage *image = XGetImage(x, surface.native, 0, 0, surface.width, surface.height, AllPlanes, ZPixmap);
    for (int row = 0; row < surface.height; row++)
        for (int column = 0; column < surface.width; column++)
            CHECK(XGetPixel(image, column, row) == XGetPixel(image, 0, 0), "one colour at %d %d", column, row);
    unsigned char pixel[4];
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    unsigned long shown = XGetPixel(image, 0, 0);
    CHECK(((shown & storm.visual->red_mask) != 0) == (pixel[0] != 0) && ((shown & storm.visual->blue_mask) != 0) == (pixel[2] != 0),
          "the colour that was drawn (got %#lx)", shown);
    XDestroyImage(image);
    long files = lines_of("/proc/self/maps", "memfd:glmeter", 0, 0), segments = lines_of("/proc/self/maps", "/SYSV", 0, 0);
    const char *found = files ? "file" : segments ? "system_v" : "none";
    CHECK(!strcmp(found, kind), "pictures through memory of the kind %s (got %s)", kind, found);
    CHECK(lines_of("/proc/sysvipc/shm", NULL, 4, getpid()) <= 1, "one segment");
    make_current(&storm, NULL);
    destroy(&storm, &surface);
    end(&storm);
}

int main(int count, char **arguments)
{
    CHECK(count >= 5, "storm glx|egl own|shared THREADS ROUNDS [memory=KIND]");
    is_glx = !strcmp(arguments[1], "glx");
    is_shared = !strcmp(arguments[2], "shared");
    int threads = atoi(arguments[3]);
    is_single = threads == 1;
    char *unit;
    double amount = strtod(arguments[4], &unit);
    if (*unit == 's')
        seconds = amount;
    else
        rounds = (long)amount;
    XInitThreads();
    if (!is_glx)
        eglBindAPI(EGL_OPENGL_API);
    shared = XOpenDisplay(NULL);
    CHECK(shared, "a display");
    if (count > 5)
        expect_memory(shared, strchr(arguments[5], '=') + 1);

    puts("raging");
    fflush(stdout);
    struct usage before = { 0 }, after = { 0 };
    long frames = 0;
    /* The first storm loads what stays, the second must leave nothing more. */
    for (int pass = 0; pass < 2; pass++) {
        pthread_t all[64];
        for (int index = 0; index < threads; index++)
            CHECK(pthread_create(&all[index], NULL, thread, (void *)(size_t)(pass * 100 + index + 1)) == 0, "a thread");
        for (int index = 0; index < threads; index++) {
            void *drawn;
            pthread_join(all[index], &drawn);
            frames += (long)drawn;
        }
        *(pass ? &after : &before) = measure(shared);
    }
    CHECK(after.descriptors == before.descriptors, "%ld descriptors (got %ld)", before.descriptors, after.descriptors);
    CHECK(after.segments == before.segments, "%ld segments (got %ld)", before.segments, after.segments);
    CHECK(after.mappings == before.mappings, "%ld shared mappings (got %ld)", before.mappings, after.mappings);
    CHECK(after.resources == before.resources, "%ld resources of the server (got %ld)", before.resources, after.resources);
    CHECK(after.kilobytes < before.kilobytes + 16 * 1024, "%ld KiB (got %ld KiB)", before.kilobytes, after.kilobytes);
    printf("frames %ld, KiB %ld then %ld, mappings %ld, resources %ld\nstorm: ok\n", frames, before.kilobytes, after.kilobytes, after.mappings,
           after.resources);
    XCloseDisplay(shared);
    return 0;
}
