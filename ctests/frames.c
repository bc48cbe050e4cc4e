/* Draws frames, each the same on every run, with the program's own queries, errors and state in the midst, and ends in a chosen way.
 *
 *   frames FRAMES DRAWS [WAY [FILE]]
 *
 * Each frame has two framebuffer passes, two programs, and DRAWS draws with a change of a uniform before each and of a texture before each
 * eighth. WAY is how it ends: return, exit, _exit, abort, kill, exec, fork or thread. fork draws half of the frames before it forks a child that
 * draws nothing, and thread the second half in a second context on another thread. FILE gets the pixels of the last frame. It prints what its
 * own queries, errors and state are in the last frame. Built with -DBY_EGL it uses EGL instead of GLX, and has the other framebuffer bound
 * when it swaps. */
#define GL_GLEXT_PROTOTYPES 1
#ifdef BY_EGL
#include <EGL/egl.h>
#endif
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/glx.h>
#include <X11/Xlib.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WIDTH = 320, HEIGHT = 240, SIDE = 64 };

static Display *display;
static XVisualInfo *visual;
static Window window;
static GLuint programs[2], textures[8], target, target_texture, vertices, samples, primitives;
static GLint offsets[2];
static GLuint pack_buffer;

#ifdef BY_EGL
typedef EGLContext Context;
static EGLDisplay egl;
static EGLConfig config;
static EGLSurface surface;
#else
typedef GLXContext Context;
#endif

static void fail(const char *what)
{
    fprintf(stderr, "frames: %s\n", what);
    exit(1);
}

static XVisualInfo *choose_visual(void)
{
#ifdef BY_EGL
    XVisualInfo usual = {.visualid = XVisualIDFromVisual(DefaultVisual(display, DefaultScreen(display)))};
    int found;
    return XGetVisualInfo(display, VisualIDMask, &usual, &found);
#else
    int attributes[] = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_RED_SIZE, 8, GLX_GREEN_SIZE, 8, GLX_BLUE_SIZE, 8, None};
    return glXChooseVisual(display, DefaultScreen(display), attributes);
#endif
}

/* Creates a context and makes it current. */
static void create_context(void)
{
    Context context;
#ifdef BY_EGL
    eglBindAPI(EGL_OPENGL_API);
    context = eglCreateContext(egl, config, EGL_NO_CONTEXT, NULL);
    if (!context || !eglMakeCurrent(egl, surface, surface, context))
#else
    context = glXCreateContext(display, visual, NULL, True);
    if (!context || !glXMakeCurrent(display, window, context))
#endif
        fail("no context");
}

static void release_context(void)
{
#ifdef BY_EGL
    eglMakeCurrent(egl, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
#else
    glXMakeCurrent(display, None, NULL);
#endif
}

static void swap(void)
{
#ifdef BY_EGL
    eglSwapBuffers(egl, surface);
#else
    glXSwapBuffers(display, window);
#endif
}

static GLuint shader(GLenum kind, const char *text)
{
    GLuint name = glCreateShader(kind);
    GLint done = 0;
    glShaderSource(name, 1, &text, NULL);
    glCompileShader(name);
    glGetShaderiv(name, GL_COMPILE_STATUS, &done);
    if (!done)
        fail("a shader does not compile");
    return name;
}

static GLuint program(const char *colour)
{
    char text[512];
    GLuint name = glCreateProgram();
    GLint done = 0;
    snprintf(text, sizeof text, "#version 130\nuniform sampler2D image; in vec2 place; out vec4 colour;\nvoid main() { colour = %s; }\n", colour);
    glAttachShader(name, shader(GL_VERTEX_SHADER, "#version 130\nuniform vec4 offset; in vec2 position; out vec2 place;\n"
                                                  "void main() { place = position; gl_Position = vec4(position * offset.zw + offset.xy, 0.0, 1.0); }\n"));
    glAttachShader(name, shader(GL_FRAGMENT_SHADER, text));
    glBindAttribLocation(name, 0, "position");
    glLinkProgram(name);
    glGetProgramiv(name, GL_LINK_STATUS, &done);
    if (!done)
        fail("a program does not link");
    return name;
}

static void set_up(void)
{
    static const GLfloat corners[] = {-1, -1, 1, -1, 0, 1};
    programs[0] = program("texture(image, place)");
    programs[1] = program("vec4(place * 0.5 + 0.5, 0.25, 1.0)");
    for (int i = 0; i < 2; i++)
        offsets[i] = glGetUniformLocation(programs[i], "offset");
    glGenTextures(8, textures);
    for (int i = 0; i < 8; i++) {
        const GLubyte texel[] = {(GLubyte)(i * 32), (GLubyte)(255 - i * 16), 128, 255};
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
    }
    glGenTextures(1, &target_texture);
    glBindTexture(GL_TEXTURE_2D, target_texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glGenFramebuffers(1, &target);
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target_texture, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glGenBuffers(1, &vertices);
    glBindBuffer(GL_ARRAY_BUFFER, vertices);
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(0);
    glGenBuffers(1, &pack_buffer);
    glGenQueries(1, &samples);
    glGenQueries(1, &primitives);
    glPixelStorei(GL_PACK_ALIGNMENT, 2);
    glPixelStorei(GL_PACK_SKIP_ROWS, 3);
}

/* A fixed sequence of numbers from 0 to 1. */
static GLfloat number(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (GLfloat)(*state >> 8) / 16777216.0f;
}

static void draw(int of, int draws, unsigned *state)
{
    glUseProgram(programs[of]);
    for (int i = 0; i < draws; i++) {
        if (i % 8 == 0)
            glBindTexture(GL_TEXTURE_2D, textures[i / 8 % 8]);
        GLfloat x = number(state) * 2 - 1, y = number(state) * 2 - 1;
        glUniform4f(offsets[of], x, y, 0.03f, 0.03f);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
}

static void frame(int at, int draws)
{
    unsigned state = 1;
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    glViewport(0, 0, SIDE, SIDE);
    glClearColor(0.2f, 0.0f, 0.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    draw(1, draws / 10, &state);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, WIDTH, HEIGHT);
    glClearColor(0.0f, 0.0f, (GLfloat)(at % 4) / 4, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glBeginQuery(GL_SAMPLES_PASSED, samples);
    glBeginQuery(GL_PRIMITIVES_GENERATED, primitives);
    draw(0, draws - draws / 10, &state);
    glEndQuery(GL_PRIMITIVES_GENERATED);
    glEndQuery(GL_SAMPLES_PASSED);
}

/* Prints what the program sees of its own queries, errors and state. */
static void look(void)
{
    static const GLenum names[] = {
        GL_CURRENT_PROGRAM, GL_TEXTURE_BINDING_2D, GL_ARRAY_BUFFER_BINDING, GL_DRAW_FRAMEBUFFER_BINDING, GL_READ_FRAMEBUFFER_BINDING,
        GL_PACK_ALIGNMENT, GL_PACK_SKIP_ROWS, GL_PACK_ROW_LENGTH, GL_PIXEL_PACK_BUFFER_BINDING, GL_READ_BUFFER, GL_DRAW_BUFFER,
    };
    GLuint counts[2];
    GLint active[2];
    glGetQueryObjectuiv(samples, GL_QUERY_RESULT, &counts[0]);
    glGetQueryObjectuiv(primitives, GL_QUERY_RESULT, &counts[1]);
    glGetQueryiv(GL_SAMPLES_PASSED, GL_CURRENT_QUERY, &active[0]);
    glGetQueryiv(GL_TIME_ELAPSED, GL_CURRENT_QUERY, &active[1]);
    printf("samples %u, primitives %u, active %d %d\n", counts[0], counts[1], active[0], active[1]);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        GLint value = -1;
        glGetIntegerv(names[i], &value);
        printf("%#x %d\n", names[i], value);
    }
    GLenum error = glGetError();
    printf("errors %#x %#x\n", error, glGetError());
}

static void save(const char *file)
{
    GLubyte *pixels = calloc(WIDTH * (HEIGHT + 3), 4);
    FILE *out = fopen(file, "wb");
    if (!pixels || !out)
        fail("the file of the pixels");
    glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    if (fwrite(pixels + WIDTH * 3 * 4, 4, WIDTH * HEIGHT, out) != WIDTH * HEIGHT || fclose(out))
        fail("the file of the pixels");
    free(pixels);
}

static void frames(int first, int end, int draws, const char *file)
{
    for (int at = first; at < end; at++) {
        frame(at, draws);
        if (at + 1 == end) {
            if (file)
                save(file);
            /* Stays until the program asks for it, across the swap. */
            glEnable(GL_TRIANGLES);
            glBindBuffer(GL_PIXEL_PACK_BUFFER, pack_buffer);
            glReadBuffer(GL_FRONT);
#ifdef BY_EGL
            glBindFramebuffer(GL_FRAMEBUFFER, target);
            glViewport(0, 0, SIDE, SIDE);
#endif
        }
        swap();
    }
    look();
}

static int count, draws_each;

static void *on_thread(void *nothing)
{
    create_context();
    set_up();
    frames(count / 2, count, draws_each, NULL);
    release_context();
    return nothing;
}

int main(int arguments, char **argument)
{
    if (arguments < 3)
        fail("usage: frames FRAMES DRAWS [WAY [FILE]]");
    const char *way = arguments > 3 ? argument[3] : "return", *file = arguments > 4 ? argument[4] : NULL;
    count = atoi(argument[1]);
    draws_each = atoi(argument[2]);
    XInitThreads();
    display = XOpenDisplay(NULL);
    visual = display ? choose_visual() : NULL;
    if (!visual)
        fail("no display, or none of its visuals");
    XSetWindowAttributes about = {.colormap = XCreateColormap(display, DefaultRootWindow(display), visual->visual, AllocNone)};
    window = XCreateWindow(display, DefaultRootWindow(display), 0, 0, WIDTH, HEIGHT, 0, visual->depth, InputOutput, visual->visual, CWColormap,
                           &about);
    XMapWindow(display, window);
    XSync(display, False);
#ifdef BY_EGL
    EGLint visual_id = (EGLint)visual->visualid, configs = 0;
    const EGLint wanted[] = {EGL_NATIVE_VISUAL_ID, visual_id, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig all[256];
    egl = eglGetDisplay((EGLNativeDisplayType)display);
    if (!eglInitialize(egl, NULL, NULL) || !eglChooseConfig(egl, wanted, all, 256, &configs))
        fail("no EGL");
    for (int i = 0; i < configs && !config; i++) {
        EGLint id = 0;
        eglGetConfigAttrib(egl, all[i], EGL_NATIVE_VISUAL_ID, &id);
        if (id == visual_id)
            config = all[i];
    }
    surface = config ? eglCreateWindowSurface(egl, config, window, NULL) : EGL_NO_SURFACE;
    if (!surface)
        fail("no surface");
#endif
    create_context();
    set_up();
    int is_split = !strcmp(way, "fork") || !strcmp(way, "thread");
    frames(0, is_split ? count / 2 : count, draws_each, file);
    fflush(stdout);
    if (!strcmp(way, "exit"))
        exit(3);
    if (!strcmp(way, "_exit"))
        _exit(4);
    if (!strcmp(way, "abort"))
        abort();
    if (!strcmp(way, "kill"))
        kill(getpid(), SIGKILL);
    if (!strcmp(way, "exec"))
        execl("/bin/sh", "sh", "-c", "exit 5", NULL);
    if (!strcmp(way, "fork")) {
        pid_t child = fork();
        if (child == 0)
            _exit(0);
        waitpid(child, NULL, 0);
        frames(count / 2, count, draws_each, NULL);
    }
    if (!strcmp(way, "thread")) {
        pthread_t thread;
        release_context();
        if (pthread_create(&thread, NULL, on_thread, NULL) || pthread_join(thread, NULL))
            fail("no thread");
    }
    return 0;
}
