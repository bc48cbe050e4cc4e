/* Draws frames in windows of 32 bits per pixel, whose fourth byte is alpha. Without a compositor the screen shows red, green and blue
 * unchanged.
 *
 * It prints one line about the configs and one about each kind of config with which such a window is drawn. */
#include "check.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>

enum { SIDE = 64 };

static Display *x;
static EGLDisplay display;
static XVisualInfo argb;
static char x_errors[400];

static int on_x_error(Display *from, XErrorEvent *event)
{
    size_t used = strlen(x_errors);
    char text[100];
    XGetErrorText(from, event->error_code, text, sizeof text);
    snprintf(x_errors + used, sizeof x_errors - used, " [%s, request %d]", text, event->request_code);
    return 0;
}

static EGLint attribute(EGLConfig config, EGLint name)
{
    EGLint value = -1;
    CHECK(eglGetConfigAttrib(display, config, name, &value), "attribute 0x%04x of a config", name);
    return value;
}

/* Returns the first config for windows with this number of alpha bits whose visual is or is not that of 32 bits. */
static EGLConfig config_of(EGLint alpha, bool of_argb, int *found)
{
    const EGLint wanted[] = { EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_RED_SIZE, 8,
                              EGL_ALPHA_SIZE, alpha, EGL_NONE };
    EGLConfig configs[200], first = NULL;
    EGLint count = 0;
    CHECK(eglChooseConfig(display, wanted, configs, 200, &count), "configs");
    *found = 0;
    for (EGLint index = count - 1; index >= 0; index--) {
        bool same = ((VisualID)attribute(configs[index], EGL_NATIVE_VISUAL_ID) == argb.visualid) == of_argb;
        if (same && attribute(configs[index], EGL_RED_SIZE) == 8 && attribute(configs[index], EGL_ALPHA_SIZE) == alpha) {
            first = configs[index];
            ++*found;
        }
    }
    return first;
}

static unsigned long pixel_of(Drawable from)
{
    XImage *image = XGetImage(x, from, SIDE / 2, SIDE / 2, 1, 1, AllPlanes, ZPixmap);
    CHECK(image, "an image of 0x%lx", (unsigned long)from);
    unsigned long pixel = XGetPixel(image, 0, 0);
    XDestroyImage(image);
    return pixel;
}

/* Draws two frames in a window of 32 bits, then prints the pixels of the window and the screen. */
static void draw(const char *what, EGLConfig config)
{
    XSetWindowAttributes attributes = { .override_redirect = True };
    attributes.colormap = XCreateColormap(x, DefaultRootWindow(x), argb.visual, AllocNone);
    Window window = XCreateWindow(x, DefaultRootWindow(x), 0, 0, SIDE, SIDE, 0, 32, InputOutput, argb.visual,
                                  CWOverrideRedirect | CWColormap | CWBorderPixel, &attributes);
    XMapRaised(x, window);
    XSync(x, False);
    EGLSurface surface = eglCreateWindowSurface(display, config, window, NULL);
    CHECK(surface != EGL_NO_SURFACE, "a surface of the window, %s (error 0x%04x)", what, eglGetError());
    const EGLint version[] = { EGL_CONTEXT_MAJOR_VERSION, 2, EGL_NONE };
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    CHECK(eglMakeCurrent(display, surface, surface, context), "eglMakeCurrent succeeds, %s (error 0x%04x)", what, eglGetError());
    for (int frame = 0; frame < 2; frame++) {
        GL(ClearColor)(frame ? 0.2f : 0.0f, frame ? 0.4f : 0.0f, frame ? 0.6f : 0.0f, 0.8f);
        GL(Clear)(GL_COLOR_BUFFER_BIT);
        CHECK(eglSwapBuffers(display, surface), "eglSwapBuffers succeeds, %s", what);
    }
    GL(Finish)();
    XSync(x, False);
    unsigned long there = pixel_of(window);
    /* Without alpha bits, the fourth byte is undefined. */
    if (!attribute(config, EGL_ALPHA_SIZE))
        there &= 0xffffff;
    printf("%s: the window has %lx, the screen %lx%s\n", what, there, pixel_of(DefaultRootWindow(x)) & 0xffffff, x_errors);
    x_errors[0] = '\0';
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
    eglDestroySurface(display, surface);
    XDestroyWindow(x, window);
    XSync(x, False);
}

int main(void)
{
    int own, plain, without, none;
    x = XOpenDisplay(NULL);
    CHECK(x, "an X server");
    CHECK(XMatchVisualInfo(x, DefaultScreen(x), 32, TrueColor, &argb), "a visual of 32 bits");
    XSetErrorHandler(on_x_error);
    display = eglGetPlatformDisplay(EGL_PLATFORM_X11_KHR, x, NULL);
    CHECK(eglInitialize(display, NULL, NULL), "eglInitialize succeeds");
    bind_api(ES);
    EGLConfig of_argb = config_of(8, true, &own), of_root = config_of(8, false, &plain), opaque = config_of(0, false, &without);
    config_of(0, true, &none);
    printf("configs with alpha for windows of 32 bits: %s, of 24 bits: %s; without alpha: %s, %s\n", own ? "yes" : "no",
           plain ? "yes" : "no", none ? "yes" : "no", without ? "yes" : "no");
    fflush(stdout);
    CHECK(of_root && opaque, "configs for windows of 24 bits");
    draw("a config for windows of 24 bits with alpha", of_root);
    draw("a config without alpha", opaque);
    if (of_argb)
        draw("a config for windows of 32 bits", of_argb);
    eglTerminate(display);
    XCloseDisplay(x);
    return verdict("argb_window");
}
