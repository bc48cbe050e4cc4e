/* Uses all five extensions in a desktop and in an OpenGL ES context and checks their results. How the program gets its functions is chosen when
 * it is compiled:
 *
 *   LINKED             from the libraries that it links
 *   LOADER='<header>'  from glad, GLEW or libepoxy, the rest from glmeter, with LINKED
 *   OF_EGL, OF_GLX     by eglGetProcAddress, by glXGetProcAddress
 *   OF_SDL, OF_GLFW    by SDL_GL_GetProcAddress, by glfwGetProcAddress
 *   OPENED             by dlsym from the library of the first argument, which is opened once a context is current; also with OF_GLX
 *
 * With OF_SDL, OF_GLFW and OF_GLX the contexts belong to windows or pbuffers of DISPLAY, otherwise to pbuffers of EGL. */
#define _GNU_SOURCE
#define GL_GLEXT_PROTOTYPES 1
#ifdef OF_SDL
#include <SDL2/SDL.h>
#define PROC_ADDRESS(name) ((void (*)(void))SDL_GL_GetProcAddress(name))
#elif defined OF_GLFW
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#define PROC_ADDRESS(name) glfwGetProcAddress(name)
#elif defined OF_GLX
#include <GL/glx.h>
#include <GL/glxext.h>
#define OF_DRIVER(name) glXGetProcAddress((const GLubyte *)(name))
#else
#define OF_DRIVER(name) eglGetProcAddress(name)
#endif
#ifdef OPENED
static void (*opened_function(const char *name))(void);
#define PROC_ADDRESS(name) opened_function(name)
#elif defined OF_GLX
#define PROC_ADDRESS(name) OF_DRIVER(name)
#endif
#define DESKTOP
#include "check.h"
#include "perf_query.h"

enum { TRIANGLES = 5, SIZE = 32 };

#ifdef OPENED
#include <dlfcn.h>
static const char *path;
static void *opened;

/* Returns the opened library's function, or the driver's of a command that the library does not handle. */
static void (*opened_function(const char *name))(void)
{
    void (*address)(void) = NULL;
    if (opened)
        *(void **)&address = dlsym(opened, name);
    return address ? address : OF_DRIVER(name);
}
#endif

/* The current context's window or surface. Makes a context of this API current. */
static void make_context_current(Api api)
{
#ifdef OF_SDL
    static SDL_Window *window;
    if (window)
        SDL_DestroyWindow(window);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, api == ES ? SDL_GL_CONTEXT_PROFILE_ES : SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, api == ES ? 0 : 3);
    window = SDL_CreateWindow("loaders", 0, 0, SIZE, SIZE, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    CHECK(window && SDL_GL_CreateContext(window), "a window and a context of SDL: %s", SDL_GetError());
#elif defined OF_GLFW
    static GLFWwindow *window;
    if (window)
        glfwDestroyWindow(window);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CLIENT_API, api == ES ? GLFW_OPENGL_ES_API : GLFW_OPENGL_API);
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, api == ES ? GLFW_EGL_CONTEXT_API : GLFW_NATIVE_CONTEXT_API);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, api == ES ? 0 : 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, api == ES ? GLFW_OPENGL_ANY_PROFILE : GLFW_OPENGL_CORE_PROFILE);
    window = glfwCreateWindow(SIZE, SIZE, "loaders", NULL, NULL);
    CHECK(window, "a window of GLFW");
    glfwMakeContextCurrent(window);
#elif defined OF_GLX
    static Display *display;
    static const int wanted[] = { GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, GLX_RENDER_TYPE, GLX_RGBA_BIT, GLX_RED_SIZE, 8, None };
    static const int size[] = { GLX_PBUFFER_WIDTH, SIZE, GLX_PBUFFER_HEIGHT, SIZE, None };
    int attributes[] = { GLX_CONTEXT_MAJOR_VERSION_ARB, 3, GLX_CONTEXT_MINOR_VERSION_ARB, api == ES ? 0 : 3, GLX_CONTEXT_PROFILE_MASK_ARB,
                         api == ES ? GLX_CONTEXT_ES2_PROFILE_BIT_EXT : GLX_CONTEXT_CORE_PROFILE_BIT_ARB, None };
    int count = 0;
    if (!display)
        display = XOpenDisplay(NULL);
    CHECK(display, "an X display");
    GLXFBConfig *configs = glXChooseFBConfig(display, DefaultScreen(display), wanted, &count);
    CHECK(configs && count, "a GLXFBConfig");
    GLXContext context =
        ((PFNGLXCREATECONTEXTATTRIBSARBPROC)proc_address("glXCreateContextAttribsARB"))(display, configs[0], NULL, True, attributes);
    GLXPbuffer surface = glXCreatePbuffer(display, configs[0], size);
    CHECK(context && glXMakeContextCurrent(display, surface, surface, context), "a current GLX context");
    XFree(configs);
#else
    open_context(api, 3, api == ES ? 0 : 3);
#endif
#ifdef OPENED
    if (!opened)
        opened = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    CHECK(opened, "%s opens: %s", path, dlerror());
#endif
    /* A loader finds the functions of the current context. */
#ifdef GLAD_GENERATOR_VERSION
    CHECK(api == ES ? gladLoadGLES2((GLADloadfunc)eglGetProcAddress) : gladLoadGL((GLADloadfunc)eglGetProcAddress), "glad loads the functions");
#elif defined GLEW_VERSION
    glewExperimental = GL_TRUE;
    /* GLEW loads them and then misses a display of GLX. */
    CHECK(glewInit() == GLEW_ERROR_NO_GLX_DISPLAY, "GLEW loads the functions");
#endif
}

static void prepare(Api api)
{
    static const char vertex[] = "void main() { gl_Position = vec4(float(gl_VertexID & 1) * 4.0 - 1.0, float(gl_VertexID & 2) * 2.0 - 1.0, 0.0, 1.0); }";
    static const char fragment[] = "out vec4 colour; void main() { colour = vec4(1.0); }";
    const char *version = api == ES ? "#version 300 es\nprecision mediump float;\n" : "#version 330\n";
    GLuint program = GL(CreateProgram)(), array;
    GL(AttachShader)(program, shader_of(GL_VERTEX_SHADER, version, vertex));
    GL(AttachShader)(program, shader_of(GL_FRAGMENT_SHADER, version, fragment));
    link_program(program);
    GL(UseProgram)(program);
    GL(GenVertexArrays)(1, &array);
    GL(BindVertexArray)(array);
    GL(Viewport)(0, 0, SIZE, SIZE);
    GL(Finish)();
    CHECK_NO_ERROR("preparing the scene");
}

static void draw(void)
{
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    GL(DrawArrays)(GL_TRIANGLES, 0, 3 * TRIANGLES);
}

/* A performance query, and within it a TIME_ELAPSED query and, on the desktop, a statistic. */
static void every_extension(Api api)
{
    unsigned char data[1024];
    GLuint queries[4], handle = 0, written = 0;
    GLuint64 elapsed = 0, vertices = 0, stamps[2] = { 0, 0 };
    GLuint type = query_named("Pipeline Statistics Registers");
    GL(CreatePerfQueryINTEL)(type, &handle);
    GL(GenQueries)(4, queries);
    uint64_t begun = nanoseconds();
    GL(BeginPerfQueryINTEL)(handle);
    if (api == ES) {
        GL(QueryCounterEXT)(queries[2], GL_TIMESTAMP_EXT);
        GL(BeginQueryANGLE)(GL_TIME_ELAPSED_ANGLE, queries[0]);
        draw();
        GL(EndQueryANGLE)(GL_TIME_ELAPSED_ANGLE);
        GL(QueryCounterEXT)(queries[3], GL_TIMESTAMP_EXT);
        GL(GetQueryObjectui64vANGLE)(queries[0], GL_QUERY_RESULT_ANGLE, &elapsed);
        for (int i = 0; i < 2; i++)
            GL(GetQueryObjectui64vEXT)(queries[2 + i], GL_QUERY_RESULT_EXT, &stamps[i]);
    } else {
        GL(QueryCounter)(queries[2], GL_TIMESTAMP);
        GL(BeginQuery)(GL_TIME_ELAPSED, queries[0]);
        GL(BeginQuery)(GL_VERTICES_SUBMITTED_ARB, queries[1]);
        draw();
        GL(EndQuery)(GL_VERTICES_SUBMITTED_ARB);
        GL(EndQuery)(GL_TIME_ELAPSED);
        GL(QueryCounter)(queries[3], GL_TIMESTAMP);
        GL(GetQueryObjectui64v)(queries[0], GL_QUERY_RESULT, &elapsed);
        GL(GetQueryObjectui64v)(queries[1], GL_QUERY_RESULT, &vertices);
        for (int i = 0; i < 2; i++)
            GL(GetQueryObjectui64v)(queries[2 + i], GL_QUERY_RESULT, &stamps[i]);
        EXPECT(vertices == 3 * TRIANGLES, "%d vertices, not %llu", 3 * TRIANGLES, (unsigned long long)vertices);
    }
    GL(EndPerfQueryINTEL)(handle);
    GL(GetPerfQueryDataINTEL)(handle, GL_PERFQUERY_WAIT_INTEL, sizeof data, data, &written);
    uint64_t wall = nanoseconds() - begun, submitted = value_named(type, data, "N vertices submitted");
    EXPECT(written == data_size(type) && submitted == 3 * TRIANGLES, "the performance query counts %d vertices, not %llu", 3 * TRIANGLES,
           (unsigned long long)submitted);
    EXPECT(elapsed > 0 && elapsed <= wall, "a time of at most %llu ns, not %llu", (unsigned long long)wall, (unsigned long long)elapsed);
    EXPECT(stamps[0] && stamps[0] < stamps[1] && stamps[1] - stamps[0] <= wall, "stamps in order, not %llu and %llu", (unsigned long long)stamps[0],
           (unsigned long long)stamps[1]);
    GL(DeletePerfQueryINTEL)(handle);
    GL(DeleteQueries)(4, queries);
    CHECK_NO_ERROR("all five extensions");
    /* An error that the driver alone would not raise. */
    GL(EndQuery)(GL_TIME_ELAPSED);
    EXPECT_ERROR(GL_INVALID_OPERATION, "INVALID_OPERATION for the end of a query that is not active");
}

int main(int count, char **arguments)
{
    (void)count, (void)arguments;
#ifdef OPENED
    path = arguments[1];
#endif
#ifdef OF_SDL
    CHECK(!SDL_Init(SDL_INIT_VIDEO), "SDL: %s", SDL_GetError());
#elif defined OF_GLFW
    CHECK(glfwInit(), "GLFW");
#endif
    make_context_current(CORE);
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = { "GL_ARB_timer_query", "GL_ARB_pipeline_statistics_query", "GL_INTEL_performance_query" };
        EXPECT(listed(names[i]) == 1, "%s is listed once", names[i]);
    }
    prepare(CORE);
    every_extension(CORE);
    printf("renderer %s\n", (const char *)GL(GetString)(GL_RENDERER));
#ifndef GLEW_VERSION
    make_context_current(ES);
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = { "GL_EXT_disjoint_timer_query", "GL_ANGLE_timer_query", "GL_INTEL_performance_query" };
        EXPECT(listed(names[i]) == 1, "%s is listed once", names[i]);
    }
    prepare(ES);
    every_extension(ES);
#endif
    return verdict("loaders");
}
