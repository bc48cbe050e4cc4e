/* Runs a session of GLX and GL commands again and again, each time with another allocation of the driver or of glmeter failing: every command succeeds,
 * raises GL_OUT_OF_MEMORY or the X error BadAlloc, or makes nothing. Draws to a window, a pixmap and a pbuffer. See out_of_memory.h for the usage;
 * API is core or compatibility. */
#define GL_GLEXT_PROTOTYPES 1
#include <GL/glx.h>
#include <X11/Xutil.h>

#define PROC_ADDRESS(name) glXGetProcAddress((const GLubyte *)(name))
#include "out_of_memory.h"

static Display *display;
static GLXFBConfig config;
static XVisualInfo *visual;
static Window window;

/* Called for each X error: a server that has no memory answers BadAlloc. */
static int x_error(Display *of, XErrorEvent *error)
{
    (void)of;
    EXPECT(has_failed || error->error_code == BadAlloc, "%s has memory or runs out of it (got the X error %d of request %d.%d) from allocation %ld on",
           doing, error->error_code, error->request_code, error->minor_code, failing);
    has_failed = true;
    return 0;
}

/* Does something that returns 0 without memory. */
#define GLX(what) (doing = #what, has_failed |= !(what))

static void ask(void)
{
    int count = 0, attributes[] = { GLX_RENDER_TYPE, GLX_RGBA_BIT, GLX_RED_SIZE, 8, None };
    GLXFBConfig *found = glXChooseFBConfig(display, DefaultScreen(display), attributes, &count);
    GLX(found);
    if (found) {
        XVisualInfo *of = glXGetVisualFromFBConfig(display, found[0]);
        GLX(of);
        if (of)
            XFree(of);
        XFree(found);
    }
    GLX(glXQueryExtensionsString(display, DefaultScreen(display)));
    GLX(glXQueryServerString(display, DefaultScreen(display), GLX_VENDOR));
}

/* Clears a drawable, shows it, and releases it. */
static void draw_to(GLXDrawable drawable, GLXContext context)
{
    if (drawable && glXMakeCurrent(display, drawable, context)) {
        DO(Clear, GL_COLOR_BUFFER_BIT);
        doing = "glXSwapBuffers";
        glXSwapBuffers(display, drawable);
        glXWaitGL();
        glXMakeCurrent(display, None, NULL);
    }
}

static GLuint session(Api api)
{
    int core[] = { GLX_CONTEXT_MAJOR_VERSION_ARB, 4, GLX_CONTEXT_MINOR_VERSION_ARB, 5, GLX_CONTEXT_PROFILE_MASK_ARB,
                   GLX_CONTEXT_CORE_PROFILE_BIT_ARB, None };
    int size[] = { GLX_PBUFFER_WIDTH, 64, GLX_PBUFFER_HEIGHT, 64, None };
    PFNGLXCREATECONTEXTATTRIBSARBPROC create = (PFNGLXCREATECONTEXTATTRIBSARBPROC)PROC_ADDRESS("glXCreateContextAttribsARB");
    GLuint pixel = 0;
    ask();
    GLXContext context = api == CORE ? create(display, config, NULL, True, core) : glXCreateNewContext(display, config, GLX_RGBA_TYPE, NULL, True);
    GLX(context);
    if (!context)
        return 0;
    GLXWindow shown = glXCreateWindow(display, config, window, NULL);
    GLX(shown);
    GLX(glXMakeCurrent(display, shown, context));
    if (glXGetCurrentContext() == context) {
        pixel = commands(api);
        doing = "glXSwapBuffers";
        glXSwapBuffers(display, shown);
        glXMakeCurrent(display, None, NULL);
    }
    Pixmap native = XCreatePixmap(display, window, 64, 64, (unsigned)visual->depth);
    GLXPixmap pixmap = glXCreatePixmap(display, config, native, NULL);
    GLX(pixmap);
    draw_to(pixmap, context);
    GLXPbuffer pbuffer = glXCreatePbuffer(display, config, size);
    GLX(pbuffer);
    draw_to(pbuffer, context);
    doing = "the end of the session";
    if (pbuffer)
        glXDestroyPbuffer(display, pbuffer);
    if (pixmap)
        glXDestroyPixmap(display, pixmap);
    XFreePixmap(display, native);
    if (shown)
        glXDestroyWindow(display, shown);
    glXDestroyContext(display, context);
    XSync(display, False);
    return pixel;
}

int main(int count, char **words)
{
    int attributes[] = { GLX_DRAWABLE_TYPE, GLX_WINDOW_BIT | GLX_PIXMAP_BIT | GLX_PBUFFER_BIT, GLX_X_RENDERABLE, True, GLX_DOUBLEBUFFER, True,
                         GLX_RED_SIZE, 8, GLX_DEPTH_SIZE, 16, None };
    int configs = 0;
    display = XOpenDisplay(NULL);
    CHECK(display, "a display");
    XSetErrorHandler(x_error);
    GLXFBConfig *found = glXChooseFBConfig(display, DefaultScreen(display), attributes, &configs);
    CHECK(found && configs > 0, "a config for windows, pixmaps and pbuffers");
    config = found[0];
    visual = glXGetVisualFromFBConfig(display, config);
    CHECK(visual, "its visual");
    Window root = RootWindow(display, visual->screen);
    XSetWindowAttributes values = { .colormap = XCreateColormap(display, root, visual->visual, AllocNone) };
    window = XCreateWindow(display, root, 0, 0, 64, 64, 0, visual->depth, InputOutput, visual->visual, CWBorderPixel | CWColormap, &values);
    XMapWindow(display, window);
    XSync(display, False);
    return run_sessions("out_of_memory_glx", count, words, session);
}
