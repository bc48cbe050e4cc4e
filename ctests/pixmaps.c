/* Renders to pixmaps of the X server, and copies colour buffers to pixmaps. It runs on the software pipeline alone.
 *
 *   pixmaps
 */
#include "check.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>

enum { WIDTH = 40, HEIGHT = 24 };

static Display *x;
static EGLDisplay display;

static EGLint attribute(EGLConfig config, EGLint name)
{
    EGLint value = -1;
    CHECK(eglGetConfigAttrib(display, config, name, &value), "attribute 0x%04x of a config", name);
    return value;
}

/* Returns the red, green and blue of a pixmap's pixel; row 0 is the highest one. */
static unsigned long pixel_of(Pixmap pixmap, int column, int row)
{
    XImage *image = XGetImage(x, pixmap, column, row, 1, 1, AllPlanes, ZPixmap);
    CHECK(image, "an image of 0x%lx", (unsigned long)pixmap);
    unsigned long pixel = XGetPixel(image, 0, 0);
    XDestroyImage(image);
    return pixel & 0xffffff;
}

static void fill(Pixmap pixmap, unsigned long color, int row, int rows)
{
    XGCValues values = { .foreground = color };
    GC gc = XCreateGC(x, pixmap, GCForeground, &values);
    XFillRectangle(x, pixmap, gc, 0, row, WIDTH, rows);
    XFreeGC(x, gc);
}

static void paint(float red, float green, float blue)
{
    GL(ClearColor)(red, green, blue, 1);
    GL(Clear)(GL_COLOR_BUFFER_BIT);
}

static unsigned read_pixel(int column, int row)
{
    unsigned char pixel[4];
    GL(ReadPixels)(column, row, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    return (unsigned)pixel[0] << 16 | (unsigned)pixel[1] << 8 | pixel[2];
}

#define EXPECT_PIXEL(pixmap, column, row, wanted, what) \
    EXPECT(pixel_of(pixmap, column, row) == (wanted), "%s: %06x (got %06lx)", what, wanted, pixel_of(pixmap, column, row))
#define EXPECT_EGL(error, sentence)                                                      \
    do {                                                                                 \
        EGLint got = eglGetError();                                                      \
        EXPECT(got == (error), "%s (got 0x%04x)", sentence, got);                        \
    } while (0)

int main(void)
{
    x = XOpenDisplay(NULL);
    CHECK(x, "an X server");
    display = eglGetPlatformDisplay(EGL_PLATFORM_X11_KHR, x, NULL);
    CHECK(eglInitialize(display, NULL, NULL), "eglInitialize succeeds");
    bind_api(ES);
    int depth = DefaultDepth(x, DefaultScreen(x));
    Pixmap pixmap = XCreatePixmap(x, DefaultRootWindow(x), WIDTH, HEIGHT, depth), other;
    other = XCreatePixmap(x, DefaultRootWindow(x), WIDTH, HEIGHT, depth);
    fill(pixmap, 0x102030, 0, HEIGHT);
    fill(pixmap, 0x405060, 0, 1);
    fill(other, 0, 0, HEIGHT);

    /* Configs. */
    EGLint wanted[] = { EGL_SURFACE_TYPE, EGL_PIXMAP_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_MATCH_NATIVE_PIXMAP, (EGLint)pixmap,
                        EGL_NONE };
    EGLConfig configs[100], config, without = NULL;
    EGLint count = 0;
    CHECK(eglChooseConfig(display, wanted, configs, 100, &count) && count > 0, "configs for pixmaps");
    for (int index = 0; index < count; index++)
        EXPECT(attribute(configs[index], EGL_SURFACE_TYPE) & EGL_PIXMAP_BIT, "a config for pixmaps");
    config = configs[0];
    wanted[5] = 1;
    EXPECT(!eglChooseConfig(display, wanted, configs, 100, &count), "no configs of a pixmap that does not exist");
    EXPECT_EGL(EGL_BAD_NATIVE_PIXMAP, "EGL_MATCH_NATIVE_PIXMAP takes a valid native pixmap");
    eglGetConfigs(display, configs, 100, &count);
    for (int index = 0; index < count; index++)
        if (!(attribute(configs[index], EGL_SURFACE_TYPE) & EGL_PIXMAP_BIT))
            without = configs[index];
    CHECK(without, "a config without EGL_PIXMAP_BIT");

    /* Errors of eglCreatePixmapSurface. */
    EXPECT(!eglCreatePixmapSurface(display, without, pixmap, NULL), "no surface of a config without pixmaps");
    EXPECT_EGL(EGL_BAD_MATCH, "config does not support rendering to pixmaps");
    EXPECT(!eglCreatePixmapSurface(display, (EGLConfig)0x7777, pixmap, NULL), "no surface without a config");
    EXPECT_EGL(EGL_BAD_CONFIG, "config is not a valid EGLConfig");
    EXPECT(!eglCreatePixmapSurface(display, config, 1, NULL), "no surface without a pixmap");
    EXPECT_EGL(EGL_BAD_NATIVE_PIXMAP, "pixmap is not a valid native pixmap handle");
    Pixmap bits = XCreatePixmap(x, DefaultRootWindow(x), WIDTH, HEIGHT, 1);
    EXPECT(!eglCreatePixmapSurface(display, config, bits, NULL), "no surface of a bitmap");
    EXPECT_EGL(EGL_BAD_MATCH, "the attributes of pixmap do not correspond to config");
    const EGLint odd[] = { EGL_WIDTH, 4, EGL_NONE };
    EXPECT(!eglCreatePixmapSurface(display, config, pixmap, odd), "no surface with an attribute of pbuffers");
    EXPECT_EGL(EGL_BAD_ATTRIBUTE, "attributes of pixmap surfaces");
    EGLSurface surface = eglCreatePixmapSurface(display, config, pixmap, NULL);
    CHECK(surface, "a pixmap surface (error 0x%04x)", eglGetError());
    EXPECT(!eglCreatePixmapSurface(display, config, pixmap, NULL), "no second surface");
    EXPECT_EGL(EGL_BAD_ALLOC, "there is already an EGLSurface associated with pixmap");
    EGLint value = 0;
    EXPECT(eglQuerySurface(display, surface, EGL_WIDTH, &value) && value == WIDTH, "the pixmap's width (got %d)", value);
    EXPECT(eglQuerySurface(display, surface, EGL_RENDER_BUFFER, &value) && value == EGL_SINGLE_BUFFER, "a single buffer");

    /* Rendering. */
    const EGLint version[] = { EGL_CONTEXT_MAJOR_VERSION, 2, EGL_NONE };
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    CHECK(eglMakeCurrent(display, surface, surface, context), "eglMakeCurrent succeeds (error 0x%04x)", eglGetError());
    EXPECT(eglQueryContext(display, context, EGL_RENDER_BUFFER, &value) && value == EGL_SINGLE_BUFFER, "a single buffer");
    EXPECT(read_pixel(3, 0) == 0x102030, "what X drew (got %06x)", read_pixel(3, 0));
    EXPECT(read_pixel(3, HEIGHT - 1) == 0x405060, "the highest row (got %06x)", read_pixel(3, HEIGHT - 1));
    GL(Enable)(GL_SCISSOR_TEST);
    GL(Scissor)(0, 0, WIDTH, HEIGHT - 2);
    paint(1, 0.2f, 0);
    GL(Finish)();
    EXPECT_PIXEL(pixmap, 5, HEIGHT - 1, 0xff3300, "glFinish writes the pixmap");
    EXPECT_PIXEL(pixmap, 5, 0, 0x405060, "what is not drawn stays");
    EXPECT_PIXEL(pixmap, 5, 1, 0x102030, "what is not drawn stays");
    paint(0, 1, 0.2f);
    EXPECT(eglWaitClient(), "eglWaitClient succeeds");
    EXPECT_PIXEL(pixmap, WIDTH - 1, 2, 0x00ff33, "eglWaitClient writes the pixmap");
    fill(pixmap, 0x778899, 4, 1);
    EXPECT(eglWaitNative(EGL_CORE_NATIVE_ENGINE), "eglWaitNative succeeds");
    EXPECT(read_pixel(0, HEIGHT - 5) == 0x778899, "what X drew before eglWaitNative (got %06x)", read_pixel(0, HEIGHT - 5));
    EXPECT(!eglWaitNative(12345), "no such marking engine");
    EXPECT_EGL(EGL_BAD_PARAMETER, "engine does not denote a recognized marking engine");

    /* Copies. */
    EXPECT(eglCopyBuffers(display, surface, other), "eglCopyBuffers succeeds (error 0x%04x)", eglGetError());
    EXPECT_PIXEL(other, 7, 4, 0x778899, "the copy");
    EXPECT_PIXEL(other, 7, 0, 0x405060, "the copy");
    EXPECT_PIXEL(other, 7, HEIGHT - 1, 0x00ff33, "the copy");
    EXPECT(!eglCopyBuffers(display, surface, 1), "no copy without a pixmap");
    EXPECT_EGL(EGL_BAD_NATIVE_PIXMAP, "target is not a valid native pixmap handle");
    EXPECT(!eglCopyBuffers(display, surface, bits), "no copy to a bitmap");
    EXPECT_EGL(EGL_BAD_MATCH, "the format of target is not compatible with the color buffer");
    Pixmap smaller = XCreatePixmap(x, DefaultRootWindow(x), WIDTH - 1, HEIGHT, depth);
    EXPECT(!eglCopyBuffers(display, surface, smaller), "no copy to another size");
    EXPECT_EGL(EGL_BAD_MATCH, "the size of target is not the same as the size of the color buffer");

    /* What is drawn before a surface is released and destroyed is in the pixmap. */
    paint(0, 0, 1);
    EXPECT(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT), "eglMakeCurrent succeeds");
    EXPECT_PIXEL(pixmap, 9, 9, 0x0000ff, "releasing the context flushes it");
    EXPECT(!eglCopyBuffers(display, surface, other), "no copy of a surface that is not current");
    EXPECT_EGL(EGL_BAD_SURFACE, "surface is not bound to the draw surface of the calling thread's current context");
    EXPECT(eglMakeCurrent(display, surface, surface, context), "eglMakeCurrent succeeds");
    paint(0.2f, 0, 0);
    EXPECT(eglDestroySurface(display, surface), "eglDestroySurface succeeds");
    EXPECT_PIXEL(pixmap, 9, 9, 0x330000, "destroying the surface flushes it");
    XFreePixmap(x, pixmap);
    paint(0, 0, 0.2f);
    GL(Finish)();
    XSync(x, False);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);

    /* A colour buffer with samples: each has the pixmap's pixels at first, and a flush resolves them. */
    EGLint with_samples[] = { EGL_SURFACE_TYPE, EGL_PIXMAP_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_SAMPLES, 4, EGL_MATCH_NATIVE_PIXMAP,
                              (EGLint)other, EGL_NONE };
    EGLConfig multisampled;
    CHECK(eglChooseConfig(display, with_samples, &multisampled, 1, &count) && count == 1, "a config with samples for pixmaps");
    EGLContext second = eglCreateContext(display, multisampled, EGL_NO_CONTEXT, version);
    surface = eglCreatePixmapSurface(display, multisampled, other, NULL);
    CHECK(eglMakeCurrent(display, surface, surface, second), "eglMakeCurrent succeeds (error 0x%04x)", eglGetError());
    GLint samples = 0;
    GL(GetIntegerv)(GL_SAMPLES, &samples);
    EXPECT(samples == 4, "four samples (got %d)", samples);
    EXPECT(read_pixel(7, HEIGHT - 5) == 0x778899, "the pixmap's pixel (got %06x)", read_pixel(7, HEIGHT - 5));
    GL(Enable)(GL_SCISSOR_TEST);
    GL(Scissor)(0, 0, WIDTH, HEIGHT / 2);
    paint(1, 0, 1);
    GL(Finish)();
    EXPECT_PIXEL(other, 7, HEIGHT - 1, 0xff00ff, "glFinish writes the resolved samples");
    EXPECT_PIXEL(other, 7, 4, 0x778899, "what is not drawn stays");
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    EXPECT(eglDestroySurface(display, surface) && eglDestroyContext(display, second), "they are destroyed");

    /* A program may close the X display before it releases its context. */
    surface = eglCreatePixmapSurface(display, config, other, NULL);
    CHECK(eglMakeCurrent(display, surface, surface, context), "eglMakeCurrent succeeds (error 0x%04x)", eglGetError());
    paint(0.2f, 0.2f, 0);
    eglTerminate(display);
    EXPECT_PIXEL(other, 9, 9, 0x333300, "eglTerminate flushes the surface");
    XCloseDisplay(x);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    return verdict("pixmaps");
}
