/* Creates a context, draws with a texture and with a program, times and reads back on a thread with a stack of as many KiB as the first argument says. The second is the window
 * system: egl, glx, or osmesa. With a third one it clears instead, for which Mesa alone needs less. */
#define _GNU_SOURCE
#define DESKTOP
#define GL_GLEXT_PROTOTYPES 1
#include <GL/glx.h>
#include "check.h"

#include <dlfcn.h>
#include <pthread.h>

static const char *window_system;
static bool clears_alone;
static void (*(*get_proc_address)(const char *))(void);

#define COMMAND(name) ((__typeof__(&name))get_proc_address(#name))

static void *opened(void *library, const char *name)
{
    void *address = library ? dlsym(library, name) : NULL;
    CHECK(address, "%s", name);
    return address;
}

static void by_egl(void)
{
    void *library = dlopen("libEGL.so.1", RTLD_NOW);
#define EGL(name) ((__typeof__(&name))opened(library, #name))
    *(void **)&get_proc_address = opened(library, "eglGetProcAddress");
    EGLDisplay display = EGL(eglGetPlatformDisplay)(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    const EGLint wanted[] = { EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RED_SIZE, 8, EGL_NONE };
    const EGLint size[] = { EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_NONE };
    EGLConfig config;
    EGLint count;
    CHECK(EGL(eglInitialize)(display, NULL, NULL) && EGL(eglBindAPI)(EGL_OPENGL_API), "a display");
    CHECK(EGL(eglChooseConfig)(display, wanted, &config, 1, &count) && count == 1, "an EGLConfig");
    EGLSurface surface = EGL(eglCreatePbufferSurface)(display, config, size);
    EGLContext context = EGL(eglCreateContext)(display, config, EGL_NO_CONTEXT, NULL);
    CHECK(EGL(eglMakeCurrent)(display, surface, surface, context), "a current context");
}

static void by_glx(void)
{
    int attributes[] = { GLX_RGBA, GLX_RED_SIZE, 8, None };
    void *library = dlopen("libGL.so.1", RTLD_NOW);
#define GLX(name) ((__typeof__(&name))opened(library, #name))
    *(void **)&get_proc_address = opened(library, "glXGetProcAddress");
    Display *display = XOpenDisplay(NULL);
    CHECK(display, "the X display");
    XVisualInfo *visual = GLX(glXChooseVisual)(display, DefaultScreen(display), attributes);
    CHECK(visual, "a visual");
    Window root = RootWindow(display, visual->screen);
    XSetWindowAttributes of_window = { .border_pixel = 0, .colormap = XCreateColormap(display, root, visual->visual, AllocNone) };
    Window window = XCreateWindow(display, root, 0, 0, 64, 64, 0, visual->depth, InputOutput, visual->visual, CWBorderPixel | CWColormap,
                                  &of_window);
    GLXContext context = GLX(glXCreateContext)(display, visual, NULL, True);
    CHECK(context && GLX(glXMakeCurrent)(display, window, context), "a current context");
}

static void by_osmesa(void)
{
    static uint32_t pixels[64 * 64];
    void *library = dlopen("libOSMesa.so.8", RTLD_NOW);
    void *(*create)(GLenum, GLint, GLint, GLint, void *);
    GLboolean (*make)(void *, void *, GLenum, GLsizei, GLsizei);
    *(void **)&create = opened(library, "OSMesaCreateContextExt");
    *(void **)&make = opened(library, "OSMesaMakeCurrent");
    *(void **)&get_proc_address = opened(library, "OSMesaGetProcAddress");
    CHECK(make(create(GL_RGBA, 24, 8, 0, NULL), pixels, GL_UNSIGNED_BYTE, 64, 64), "a current context");
}

static void attach(GLuint program, GLenum stage, const char *text)
{
    GLuint shader = COMMAND(glCreateShader)(stage);
    COMMAND(glShaderSource)(shader, 1, &text, NULL);
    COMMAND(glCompileShader)(shader);
    COMMAND(glAttachShader)(program, shader);
}

/* Draws a green rectangle of the fixed function over red, and one of a program over that; both have the texture. */
static void draw_all(void)
{
    static GLuint pixels[64 * 64];
    GLuint texture, program = COMMAND(glCreateProgram)();
    memset(pixels, 0xff, sizeof pixels);
    COMMAND(glGenTextures)(1, &texture);
    COMMAND(glBindTexture)(GL_TEXTURE_2D, texture);
    COMMAND(glTexImage2D)(GL_TEXTURE_2D, 0, GL_RGBA, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    COMMAND(glGenerateMipmap)(GL_TEXTURE_2D);
    COMMAND(glTexParameterf)(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY, 8);
    COMMAND(glEnable)(GL_TEXTURE_2D);
    COMMAND(glColor3f)(0, 1, 0);
    COMMAND(glRectf)(-1, -1, 1, 1);
    attach(program, GL_VERTEX_SHADER, "#version 120\nvoid main() { gl_Position = gl_Vertex; }");
    attach(program, GL_FRAGMENT_SHADER,
           "#version 120\nuniform sampler2D t; void main() { gl_FragColor = texture2D(t, gl_FragCoord.xy / 64.0) * vec4(0, 1, 0, 1); }");
    COMMAND(glLinkProgram)(program);
    COMMAND(glUseProgram)(program);
    COMMAND(glRectf)(-0.5, -0.5, 1, 1);
}

static void *draw(void *nothing)
{
    GLuint query = 0;
    GLuint64 elapsed = 0;
    GLubyte pixel[4] = { 0 };
    if (!strcmp(window_system, "egl"))
        by_egl();
    else if (!strcmp(window_system, "glx"))
        by_glx();
    else
        by_osmesa();
    COMMAND(glGenQueries)(1, &query);
    COMMAND(glBeginQuery)(GL_TIME_ELAPSED, query);
    COMMAND(glClearColor)(!clears_alone, clears_alone, 0, 1);
    COMMAND(glClear)(GL_COLOR_BUFFER_BIT);
    if (!clears_alone)
        draw_all();
    COMMAND(glEndQuery)(GL_TIME_ELAPSED);
    COMMAND(glGetQueryObjectui64v)(query, GL_QUERY_RESULT, &elapsed);
    for (GLint at = 1; at < 64; at += 40) {
        COMMAND(glReadPixels)(at, at, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        EXPECT(pixel[0] == 0 && pixel[1] == 255, "a green pixel at %d", at);
    }
    EXPECT(COMMAND(glGetError)() == GL_NO_ERROR, "no error");
    printf("renderer %.9s\n", (const char *)COMMAND(glGetString)(GL_RENDERER));
    return nothing;
}

int main(int arguments, char **argument)
{
    pthread_attr_t attributes;
    pthread_t thread;
    CHECK(arguments == 3 || arguments == 4, "the size of the stack and the window system");
    window_system = argument[2];
    clears_alone = arguments == 4;
    XInitThreads();
    pthread_attr_init(&attributes);
    CHECK(!pthread_attr_setstacksize(&attributes, (size_t)atoi(argument[1]) * 1024), "a stack of that size");
    CHECK(!pthread_create(&thread, &attributes, draw, NULL), "a thread");
    pthread_join(thread, NULL);
    return verdict("small_stack");
}
