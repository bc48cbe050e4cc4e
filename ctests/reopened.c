/* Opens libEGL or libGLX, draws and times by it, and closes it again, as programs do that end and begin their window system's library anew. Links
 * neither. The arguments are the rounds in their order, each of which prints a line:
 *
 *   egl, glx            the first EGL device, and the first screen of the X server
 *   egl-left, glx-left  the same, but the round closes the library with its context current and leaves the rest as it is
 *   NAME=VALUE          sets a variable
 *
 * Built with -DWITH_GLMETER, which links glmeter, it calls a command between the rounds. */
#define _GNU_SOURCE
#define DESKTOP
#define GL_GLEXT_PROTOTYPES 1
#include <GL/glx.h>
#include "check.h"

#include <dlfcn.h>

/* Returns a function of the open library. */
static void *library;
static void (*(*get_proc_address)(const char *))(void);

static void *function(const char *name)
{
    void *address = dlsym(library, name);
    CHECK(address, "%s", name);
    return address;
}

#define F(name) ((__typeof__(&name))function(#name))
#define COMMAND(name) ((__typeof__(&name))get_proc_address(#name))

static void draw_and_time(const char *round)
{
    GLuint query = 0;
    GLint count = 0;
    GLuint64 elapsed = 0;
    bool has_intel = false;
    COMMAND(glGetIntegerv)(GL_NUM_EXTENSIONS, &count);
    for (int i = 0; i < count; i++)
        has_intel |= !strcmp((const char *)COMMAND(glGetStringi)(GL_EXTENSIONS, (GLuint)i), "GL_INTEL_performance_query");
    COMMAND(glGenQueries)(1, &query);
    uint64_t begun = nanoseconds();
    COMMAND(glBeginQuery)(GL_TIME_ELAPSED, query);
    for (int i = 0; i < 20; i++)
        COMMAND(glClear)(GL_COLOR_BUFFER_BIT);
    COMMAND(glEndQuery)(GL_TIME_ELAPSED);
    COMMAND(glGetQueryObjectui64v)(query, GL_QUERY_RESULT, &elapsed);
    uint64_t wall = nanoseconds() - begun;
    COMMAND(glDeleteQueries)(1, &query);
    const char *renderer = (const char *)COMMAND(glGetString)(GL_RENDERER);
    CHECK(renderer, "a renderer");
    /* llvmpipe alone gives a time of its clock, and the vendor of ctests/vendor.c a fixed one. */
    EXPECT(!has_intel || elapsed <= wall || !strncmp(renderer, "recording", 9), "a time within the wall clock's");
    printf("%s: renderer %.9s, GL_INTEL_performance_query %d\n", round, renderer, has_intel);
}

static void by_egl(const char *round, bool is_left)
{
    *(void **)&get_proc_address = function("eglGetProcAddress");
    PFNEGLQUERYDEVICESEXTPROC query_devices = (PFNEGLQUERYDEVICESEXTPROC)get_proc_address("eglQueryDevicesEXT");
    EGLDeviceEXT device;
    EGLint count = 0;
    CHECK(query_devices(1, &device, &count) && count == 1, "a device");
    EGLDisplay display = F(eglGetPlatformDisplay)(EGL_PLATFORM_DEVICE_EXT, device, NULL);
    CHECK(display && F(eglInitialize)(display, NULL, NULL), "a display (error 0x%04x)", F(eglGetError)());
    const EGLint wanted[] = { EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE };
    const EGLint size[] = { EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_NONE };
    EGLConfig config;
    CHECK(F(eglChooseConfig)(display, wanted, &config, 1, &count) && count == 1, "an EGLConfig");
    EGLSurface surface = F(eglCreatePbufferSurface)(display, config, size);
    CHECK(surface && F(eglBindAPI)(EGL_OPENGL_API), "a surface (error 0x%04x)", F(eglGetError)());
    EGLContext context = F(eglCreateContext)(display, config, EGL_NO_CONTEXT, NULL);
    CHECK(context && F(eglMakeCurrent)(display, surface, surface, context), "a current context (error 0x%04x)", F(eglGetError)());
    draw_and_time(round);
    F(eglSwapBuffers)(display, surface);
    if (is_left)
        return;
    F(eglMakeCurrent)(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    F(eglDestroyContext)(display, context);
    F(eglDestroySurface)(display, surface);
    F(eglTerminate)(display);
    F(eglReleaseThread)();
}

static void by_glx(const char *round, bool is_left)
{
    int attributes[] = { GLX_RGBA, GLX_RED_SIZE, 8, GLX_DOUBLEBUFFER, None };
    *(void **)&get_proc_address = function("glXGetProcAddress");
    Display *display = XOpenDisplay(NULL);
    CHECK(display, "the X display");
    XVisualInfo *visual = F(glXChooseVisual)(display, DefaultScreen(display), attributes);
    CHECK(visual, "a visual");
    Window root = RootWindow(display, visual->screen);
    XSetWindowAttributes of_window = { .border_pixel = 0, .colormap = XCreateColormap(display, root, visual->visual, AllocNone) };
    Window window = XCreateWindow(display, root, 0, 0, 64, 64, 0, visual->depth, InputOutput, visual->visual, CWBorderPixel | CWColormap,
                                  &of_window);
    GLXContext context = F(glXCreateContext)(display, visual, NULL, True);
    CHECK(context && F(glXMakeCurrent)(display, window, context), "a current context");
    draw_and_time(round);
    F(glXSwapBuffers)(display, window);
    XFree(visual);
    if (is_left)
        return;
    F(glXMakeCurrent)(display, None, NULL);
    F(glXDestroyContext)(display, context);
    XDestroyWindow(display, window);
    XCloseDisplay(display);
}

int main(int arguments, char **argument)
{
    for (int i = 1; i < arguments; i++) {
        const char *round = argument[i];
        bool is_egl = !strncmp(round, "egl", 3);
        if (strchr(round, '=')) {
            putenv(argument[i]);
            continue;
        }
        library = dlopen(is_egl ? "libEGL.so.1" : "libGLX.so.0", RTLD_NOW | RTLD_LOCAL);
        CHECK(library, "%s", dlerror());
        (is_egl ? by_egl : by_glx)(round, strstr(round, "-left") != NULL);
        dlclose(library);
        if (dlopen(is_egl ? "libEGL.so.1" : "libGLX.so.0", RTLD_NOW | RTLD_NOLOAD))
            printf("%s: the library is still open\n", round);
        fflush(stdout);
#ifdef WITH_GLMETER
        glGetError();
#endif
    }
    return verdict("reopened");
}
