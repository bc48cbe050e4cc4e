/* Renders through GLX to windows, GLX windows, GLX pixmaps and pbuffers, and checks the errors of their functions.
 *
 *   glx_drawables
 */
#define _GNU_SOURCE
#define GL_GLEXT_PROTOTYPES 1
#define DESKTOP
#include <GL/glx.h>
#define PROC_ADDRESS(name) glXGetProcAddress((const GLubyte *)(name))
#include "check.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>

enum { WIDTH = 40, HEIGHT = 24, NO_ERROR_YET = -1000 };
/* GL/glxproto.h, which not every machine has. */
enum { GLXBadDrawable = 2, GLXBadPixmap = 3, GLXBadPbuffer = 10 };

static Display *x;
static int glx_error_base, error;

static int on_error(Display *from, XErrorEvent *event)
{
    (void)from;
    if (error == NO_ERROR_YET)
        error = event->error_code;
    return 0;
}

/* Expects that a statement raises an X error: a code of the core protocol, or `GLX(code)`. */
#define GLX(code) (glx_error_base + (code))
#define EXPECT_X(wanted, statement)                                                                      \
    do {                                                                                                 \
        error = NO_ERROR_YET;                                                                            \
        statement;                                                                                       \
        XSync(x, False);                                                                                 \
        EXPECT(error == (wanted), #statement ": X error %d (got %d)", (int)(wanted), error);             \
    } while (0)
#define EXPECT_NO_X(statement) EXPECT_X(NO_ERROR_YET, statement)

static unsigned long pixel_of(Drawable drawable, int column, int row)
{
    XImage *image = XGetImage(x, drawable, column, row, 1, 1, AllPlanes, ZPixmap);
    CHECK(image, "an image of 0x%lx", drawable);
    unsigned long pixel = XGetPixel(image, 0, 0);
    XDestroyImage(image);
    return pixel & 0xffffff;
}

static unsigned read_pixel(int column, int row)
{
    unsigned char pixel[4];
    GL(ReadPixels)(column, row, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    return (unsigned)pixel[0] << 16 | (unsigned)pixel[1] << 8 | pixel[2];
}

static void paint(float red, float green, float blue)
{
    GL(ClearColor)(red, green, blue, 1);
    GL(Clear)(GL_COLOR_BUFFER_BIT);
}

static unsigned attribute(GLXDrawable drawable, int name)
{
    unsigned value = 0xdead;
    EXPECT_NO_X(glXQueryDrawable(x, drawable, name, &value));
    return value;
}

static Window new_window(const XVisualInfo *visual)
{
    XSetWindowAttributes attributes = { .background_pixel = 0, .border_pixel = 0, .override_redirect = True };
    attributes.colormap = XCreateColormap(x, DefaultRootWindow(x), visual->visual, AllocNone);
    Window window = XCreateWindow(x, DefaultRootWindow(x), 200, 200, WIDTH, HEIGHT, 0, visual->depth, InputOutput, visual->visual,
                                  CWBackPixel | CWBorderPixel | CWOverrideRedirect | CWColormap, &attributes);
    XMapWindow(x, window);
    XSync(x, False);
    return window;
}

static void windows(GLXFBConfig config, const XVisualInfo *visual, GLXContext context)
{
    Window window = new_window(visual);
    EXPECT_NO_X(EXPECT(glXMakeCurrent(x, window, context), "a plain window becomes current"));
    paint(1, 0, 0);
    EXPECT_NO_X(glXSwapBuffers(x, window));
    XSync(x, False);
    EXPECT(pixel_of(window, 3, 3) == 0xff0000, "the window shows red (%06lx)", pixel_of(window, 3, 3));
    EXPECT(attribute(window, GLX_WIDTH) == WIDTH && attribute(window, GLX_HEIGHT) == HEIGHT, "the size of a plain window");

    XResizeWindow(x, window, 2 * WIDTH, HEIGHT);
    XSync(x, False);
    EXPECT(attribute(window, GLX_WIDTH) == 2 * WIDTH, "the new width");
    paint(0, 1, 0);
    glXSwapBuffers(x, window);
    XSync(x, False);
    EXPECT(pixel_of(window, 2 * WIDTH - 2, 3) == 0x00ff00, "the resized window shows green everywhere");

    /* "If there is already a GLXFBConfig associated with win …, then a BadAlloc error is generated." */
    GLXWindow glx = None;
    EXPECT_NO_X(glx = glXCreateWindow(x, config, window, NULL));
    EXPECT(glx != None && glx != window, "a GLX window");
    EXPECT_X(BadAlloc, glXCreateWindow(x, config, window, NULL));
    EXPECT_X(BadWindow, glXCreateWindow(x, config, 0x1, NULL));
    EXPECT_NO_X(EXPECT(glXMakeContextCurrent(x, glx, glx, context), "a GLX window becomes current"));
    paint(0, 0, 1);
    EXPECT_NO_X(glXSwapBuffers(x, glx));
    XSync(x, False);
    EXPECT(pixel_of(window, 3, 3) == 0x0000ff, "the GLX window shows blue");
    EXPECT_NO_X(glXMakeContextCurrent(x, None, None, NULL));
    EXPECT_NO_X(glXDestroyWindow(x, glx));
    XDestroyWindow(x, window);
    XSync(x, False);
    EXPECT_X(GLX(GLXBadDrawable), EXPECT(!glXMakeCurrent(x, window + 0x1000, context), "no window"));
    /* "A BadMatch error will be generated … <ctx> is not NULL, and exactly one of <draw> or <read> is None." */
    EXPECT_X(BadMatch, glXMakeContextCurrent(x, 0x1, None, context));
}

static GLboolean is_double_buffered(void)
{
    GLboolean value = 7;
    GL(GetBooleanv)(GL_DOUBLEBUFFER, &value);
    return value;
}

static void front_buffers(const XVisualInfo *visual, GLXContext context)
{
    Window window = new_window(visual);
    EXPECT_NO_X(glXMakeCurrent(x, window, context));
    EXPECT(is_double_buffered() == GL_TRUE, "the window has two buffers");
    paint(1, 0, 0);
    glXSwapBuffers(x, window);
    GL(DrawBuffer)(GL_FRONT);
    GL(Enable)(GL_SCISSOR_TEST);
    GL(Scissor)(0, 0, WIDTH / 2, HEIGHT);
    paint(0, 1, 0);
    GL(Disable)(GL_SCISSOR_TEST);
    GL(Flush)();
    EXPECT(pixel_of(window, 3, 3) == 0x00ff00 && pixel_of(window, WIDTH - 3, 3) == 0xff0000, "glFlush shows the front buffer");
    EXPECT(read_pixel(3, 3) == 0xff0000, "the back buffer (got %06x)", read_pixel(3, 3));
    GL(ReadBuffer)(GL_FRONT);
    EXPECT(read_pixel(3, 3) == 0x00ff00, "the front buffer (got %06x)", read_pixel(3, 3));

    PFNGLXCOPYSUBBUFFERMESAPROC copy = (PFNGLXCOPYSUBBUFFERMESAPROC)proc_address("glXCopySubBufferMESA");
    paint(1, 1, 0);
    GL(DrawBuffer)(GL_BACK);
    paint(0, 0, 1);
    EXPECT_NO_X(copy(x, window, 0, 0, 10, 10));
    EXPECT(pixel_of(window, 3, HEIGHT - 3) == 0x0000ff && pixel_of(window, 20, 3) == 0xffff00, "the window has the part and the front buffer");
    EXPECT(read_pixel(3, 3) == 0x0000ff && read_pixel(20, 20) == 0xffff00, "the front buffer has what the window shows");
    glXSwapBuffers(x, window);
    EXPECT(read_pixel(20, 20) == 0x0000ff, "the front buffer has what was swapped (got %06x)", read_pixel(20, 20));

    XResizeWindow(x, window, 2 * WIDTH, HEIGHT);
    XSync(x, False);
    glXWaitX();
    EXPECT(read_pixel(2 * WIDTH - 2, 3) == 0, "a resized window shows its background (got %06x)", read_pixel(2 * WIDTH - 2, 3));
    GL(ReadBuffer)(GL_BACK);
    EXPECT_NO_X(glXMakeCurrent(x, None, NULL));
    XDestroyWindow(x, window);
}

static void single_buffers(void)
{
    const int wanted[] = { GLX_DRAWABLE_TYPE, GLX_WINDOW_BIT, GLX_DOUBLEBUFFER, False, GLX_RED_SIZE, 8, None };
    int count = 0;
    GLXFBConfig *configs = glXChooseFBConfig(x, DefaultScreen(x), wanted, &count);
    CHECK(configs && count > 0, "a config without a back buffer");
    XVisualInfo *visual = glXGetVisualFromFBConfig(x, configs[0]);
    GLXContext context = glXCreateNewContext(x, configs[0], GLX_RGBA_TYPE, NULL, True);
    Window window = new_window(visual);
    EXPECT_NO_X(glXMakeCurrent(x, window, context));
    EXPECT(is_double_buffered() == GL_FALSE, "the window has one buffer");
    paint(0, 1, 1);
    GL(Flush)();
    EXPECT(pixel_of(window, 3, 3) == 0x00ffff, "glFlush shows the buffer (%06lx)", pixel_of(window, 3, 3));
    EXPECT_NO_X(glXMakeCurrent(x, None, NULL));
    EXPECT_NO_X(glXDestroyContext(x, context));
    XDestroyWindow(x, window);
    XFree(visual);
    XFree(configs);
}

static void pixmaps(GLXFBConfig config, const XVisualInfo *visual, GLXContext context)
{
    Pixmap pixmap = XCreatePixmap(x, DefaultRootWindow(x), WIDTH, HEIGHT, visual->depth);
    GLXPixmap glx = None;
    EXPECT_NO_X(glx = glXCreatePixmap(x, config, pixmap, NULL));
    EXPECT(attribute(glx, GLX_WIDTH) == WIDTH && attribute(glx, GLX_HEIGHT) == HEIGHT, "the size of a pixmap");
    EXPECT_NO_X(glXMakeCurrent(x, glx, context));
    paint(0, 1, 0);
    glXWaitGL();
    EXPECT(pixel_of(pixmap, 5, 5) == 0x00ff00, "the pixmap has what was drawn");

    XGCValues values = { .foreground = 0x112233 };
    GC gc = XCreateGC(x, pixmap, GCForeground, &values);
    XFillRectangle(x, pixmap, gc, 0, 0, WIDTH, HEIGHT / 2);
    glXWaitX();
    EXPECT(read_pixel(3, HEIGHT - 3) == 0x112233 && read_pixel(3, 3) == 0x00ff00, "GL reads what X drew");

    XFreeGC(x, gc);
    EXPECT_NO_X(glXMakeCurrent(x, None, NULL));
    EXPECT_NO_X(glXDestroyPixmap(x, glx));
    EXPECT_X(GLX(GLXBadPixmap), glXDestroyPixmap(x, glx));
    XFreePixmap(x, pixmap);
    EXPECT_X(BadPixmap, glXCreatePixmap(x, config, pixmap, NULL));
}

static void pbuffers(GLXFBConfig config, GLXContext context)
{
    const int size[] = { GLX_PBUFFER_WIDTH, WIDTH, GLX_PBUFFER_HEIGHT, HEIGHT, None };
    GLXPbuffer pbuffer = None;
    EXPECT_NO_X(pbuffer = glXCreatePbuffer(x, config, size));
    int id = 0;
    glXGetFBConfigAttrib(x, config, GLX_FBCONFIG_ID, &id);
    EXPECT(attribute(pbuffer, GLX_WIDTH) == WIDTH && attribute(pbuffer, GLX_FBCONFIG_ID) == (unsigned)id, "attributes of a pbuffer");
    EXPECT(attribute(pbuffer, GLX_PRESERVED_CONTENTS) == True, "a pbuffer is preserved");
    EXPECT_NO_X(glXMakeCurrent(x, pbuffer, context));
    paint(1, 1, 0);
    EXPECT(read_pixel(WIDTH - 1, HEIGHT - 1) == 0xffff00, "the pbuffer has what was drawn");
    EXPECT_NO_X(glXMakeCurrent(x, None, NULL));
    EXPECT_NO_X(glXDestroyPbuffer(x, pbuffer));
    EXPECT_X(GLX(GLXBadPbuffer), glXDestroyPbuffer(x, pbuffer));
    unsigned value;
    EXPECT_X(GLX(GLXBadDrawable), glXQueryDrawable(x, pbuffer, GLX_WIDTH, &value));
}

static void textures(const XVisualInfo *visual, GLXContext context)
{
    const int wanted[] = { GLX_DRAWABLE_TYPE, GLX_PIXMAP_BIT | GLX_WINDOW_BIT, GLX_BIND_TO_TEXTURE_RGB_EXT, True, GLX_RED_SIZE, 8, None };
    int count = 0;
    GLXFBConfig *configs = glXChooseFBConfig(x, DefaultScreen(x), wanted, &count);
    CHECK(configs && count > 0, "a config for textures");
    Pixmap pixmap = XCreatePixmap(x, DefaultRootWindow(x), WIDTH, HEIGHT, visual->depth);
    XGCValues values = { .foreground = 0x336699 };
    GC gc = XCreateGC(x, pixmap, GCForeground, &values);
    XFillRectangle(x, pixmap, gc, 0, 0, WIDTH, HEIGHT);
    const int format[] = { GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGB_EXT, GLX_TEXTURE_TARGET_EXT, GLX_TEXTURE_2D_EXT, None };
    GLXPixmap glx = glXCreatePixmap(x, configs[0], pixmap, format);
    const int size[] = { GLX_PBUFFER_WIDTH, 4, GLX_PBUFFER_HEIGHT, 4, None };
    GLXPbuffer pbuffer = glXCreatePbuffer(x, configs[0], size);
    EXPECT_NO_X(glXMakeCurrent(x, pbuffer, context));
    PFNGLXBINDTEXIMAGEEXTPROC bind = (PFNGLXBINDTEXIMAGEEXTPROC)proc_address("glXBindTexImageEXT");
    PFNGLXRELEASETEXIMAGEEXTPROC release = (PFNGLXRELEASETEXIMAGEEXTPROC)proc_address("glXReleaseTexImageEXT");
    GLuint texture;
    GL(GenTextures)(1, &texture);
    GL(BindTexture)(GL_TEXTURE_2D, texture);
    EXPECT_NO_X(bind(x, glx, GLX_FRONT_LEFT_EXT, NULL));
    GLint width = 0;
    static unsigned char texels[WIDTH * HEIGHT * 4];
    GL(GetTexLevelParameteriv)(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
    GL(GetTexImage)(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    EXPECT(width == WIDTH && texels[0] == 0x33 && texels[1] == 0x66 && texels[2] == 0x99 && texels[3] == 0xff, "the texture is the pixmap");
    EXPECT_NO_X(release(x, glx, GLX_FRONT_LEFT_EXT));
    /* A compositor binds a pixmap again after each change. */
    XSetForeground(x, gc, 0xcc9966);
    XFillRectangle(x, pixmap, gc, 0, 0, WIDTH, HEIGHT / 2);
    EXPECT_NO_X(bind(x, glx, GLX_FRONT_LEFT_EXT, NULL));
    GL(GetTexImage)(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    int inverted = 0;
    EXPECT(glXGetFBConfigAttrib(x, configs[0], GLX_Y_INVERTED_EXT, &inverted) == Success && inverted, "the first row is the highest");
    EXPECT(texels[sizeof texels - 4] == 0x33, "the last row is as before");
    EXPECT(texels[0] == 0xcc && texels[1] == 0x99 && texels[2] == 0x66, "the texture is what X drew later (%02x%02x%02x)", texels[0], texels[1],
           texels[2]);
    EXPECT_NO_X(release(x, glx, GLX_FRONT_LEFT_EXT));
    EXPECT_X(GLX(GLXBadPixmap), bind(x, pbuffer, GLX_FRONT_LEFT_EXT, NULL));
    EXPECT_X(BadValue, bind(x, glx, 7, NULL));
    EXPECT_NO_X(glXMakeCurrent(x, None, NULL));
    glXDestroyPbuffer(x, pbuffer);
    glXDestroyPixmap(x, glx);
    XImage *left = XGetImage(x, pixmap, 0, 0, 1, 1, AllPlanes, ZPixmap);
    EXPECT(left && (XGetPixel(left, 0, 0) & 0xffffff) == 0xcc9966, "the pixmap keeps what X drew");
    if (left)
        XDestroyImage(left);
    XFreePixmap(x, pixmap);
    XFreeGC(x, gc);
    XFree(configs);
}

static void contexts(GLXFBConfig config, const XVisualInfo *visual, GLXContext context)
{
    EXPECT(glXIsDirect(x, context), "contexts are direct");
    int value = 0;
    EXPECT(glXQueryContext(x, context, GLX_RENDER_TYPE, &value) == Success && value == GLX_RGBA_TYPE, "the render type");
    EXPECT(glXQueryContext(x, context, 0x7777, &value) == GLX_BAD_ATTRIBUTE, "no attribute");
    EXPECT_X(BadValue, glXCreateNewContext(x, config, 0x1010, NULL, True));

    const int size[] = { GLX_PBUFFER_WIDTH, 4, GLX_PBUFFER_HEIGHT, 4, None };
    GLXPbuffer pbuffer = glXCreatePbuffer(x, config, size);
    GLXContext other = glXCreateContext(x, (XVisualInfo *)visual, context, True);
    glXMakeCurrent(x, pbuffer, context);
    GL(DepthFunc)(GL_GREATER);
    GL(Enable)(GL_BLEND);
    GLuint list = GL(GenLists)(1);
    GL(NewList)(list, GL_COMPILE);
    GL(EndList)();
    /* "If the destination context is current for some thread then a BadAccess error is generated." */
    EXPECT_X(BadAccess, glXCopyContext(x, other, context, GL_ALL_ATTRIB_BITS));
    EXPECT_NO_X(glXCopyContext(x, context, other, GL_DEPTH_BUFFER_BIT));
    glXMakeCurrent(x, pbuffer, other);
    GL(GetIntegerv)(GL_DEPTH_FUNC, &value);
    EXPECT(value == GL_GREATER && !GL(IsEnabled)(GL_BLEND), "the depth buffer's state alone is copied");
    EXPECT(GL(IsList)(list), "display lists are shared");

    XFontStruct *font = XLoadQueryFont(x, "fixed");
    if (font) {
        EXPECT_NO_X(glXUseXFont(font->fid, 'A', 3, 100));
        EXPECT(GL(IsList)(100) && GL(IsList)(102), "lists of glyphs");
        paint(0, 0, 0);
        GL(Color3f)(1, 1, 1);
        GL(WindowPos2i)(0, 0);
        GL(CallList)(100);
        float position[4];
        GL(GetFloatv)(GL_CURRENT_RASTER_POSITION, position);
        EXPECT(position[0] == (float)font->max_bounds.width, "a glyph moves the raster position");
        XFreeFont(x, font);
    }
    EXPECT_X(BadFont, glXUseXFont(0x1, 'A', 1, 100));
    EXPECT_NO_X(glXMakeCurrent(x, None, NULL));
    EXPECT_NO_X(glXDestroyContext(x, other));
    glXDestroyPbuffer(x, pbuffer);
}

int main(void)
{
    x = XOpenDisplay(NULL);
    CHECK(x, "an X server");
    int events;
    CHECK(glXQueryExtension(x, &glx_error_base, &events), "GLX");
    XSetErrorHandler(on_error);
    const int wanted[] = { GLX_DRAWABLE_TYPE, GLX_WINDOW_BIT | GLX_PIXMAP_BIT | GLX_PBUFFER_BIT, GLX_DOUBLEBUFFER, True, GLX_RED_SIZE, 8,
                           GLX_DEPTH_SIZE, 24, GLX_STENCIL_SIZE, 8, None };
    int count = 0;
    GLXFBConfig *configs = glXChooseFBConfig(x, DefaultScreen(x), wanted, &count);
    CHECK(configs && count > 0, "configs");
    XVisualInfo *visual = glXGetVisualFromFBConfig(x, configs[0]);
    CHECK(visual, "a visual");
    GLXContext context = glXCreateNewContext(x, configs[0], GLX_RGBA_TYPE, NULL, True);
    CHECK(context, "a context");
    windows(configs[0], visual, context);
    front_buffers(visual, context);
    single_buffers();
    pixmaps(configs[0], visual, context);
    pbuffers(configs[0], context);
    textures(visual, context);
    contexts(configs[0], visual, context);
    EXPECT_NO_X(glXDestroyContext(x, context));
    XFree(visual);
    XFree(configs);
    XCloseDisplay(x);
    return verdict("glx_drawables");
}
