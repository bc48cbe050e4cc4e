/* Code that the C programs share: checks with messages, contexts without a window, and GL functions.
 *
 * Include it first. Define DESKTOP before it for the desktop headers (they also declare everything for an ES context), or LOADER as the header of
 * a loader; otherwise it includes the OpenGL ES headers. Built with -DLINKED, GL(Name) is the linked function; otherwise it is looked up by eglGetProcAddress, so that the
 * program links only libEGL. */
#ifndef CHECK_H
#define CHECK_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES 1
#ifdef LOADER
#include LOADER
#elif defined DESKTOP
#include <GL/gl.h>
#include <GL/glext.h>
#else
#include <GLES3/gl32.h>
#include <GLES2/gl2ext.h>
#endif
#include <GL/glmeter.h>

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- Checks --------------------------------------------------------------------------------------------------- */

static int failed_expectations;

__attribute__((format(printf, 3, 4))) static inline void report(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: expected: ", file, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    fflush(stderr);
    va_end(arguments);
}

/* CHECK ends the program at a failure; EXPECT counts the failure and goes on, for programs that check many sentences. */
#define CHECK(condition, ...) ((condition) ? (void)0 : (report(__FILE__, __LINE__, __VA_ARGS__), exit(1)))
#define EXPECT(condition, ...) ((condition) ? (void)0 : (report(__FILE__, __LINE__, __VA_ARGS__), (void)failed_expectations++))

/* Returns the exit code of a program that used EXPECT. */
static inline int verdict(const char *name)
{
    if (failed_expectations)
        fprintf(stderr, "%s: %d expectations failed\n", name, failed_expectations);
    else
        printf("%s: ok\n", name);
    return failed_expectations ? 1 : 0;
}

/* --- Functions ------------------------------------------------------------------------------------------------ */

/* A program for GLX defines its own look-up. eglGetProcAddress of EGL 1.4 has no core functions, which a program links. */
#ifdef EGL_1_4
#include <dlfcn.h>
static inline void (*core_or_extension(const char *name))(void)
{
    void (*address)(void) = eglGetProcAddress(name);
    if (!address)
        *(void **)&address = dlsym(RTLD_DEFAULT, name);
    return address;
}
#define PROC_ADDRESS(name) core_or_extension(name)
#endif
#ifndef PROC_ADDRESS
#define PROC_ADDRESS(name) eglGetProcAddress(name)
#endif

static inline void (*proc_address(const char *name))(void)
{
    void (*address)(void) = PROC_ADDRESS(name);
    CHECK(address, "GetProcAddress(\"%s\") answers a function", name);
    return address;
}

#ifdef LINKED
#define GL(name) gl##name
#else
#define GL(name)                                                          \
    __extension__({                                                       \
        static __typeof__(&gl##name) address;                             \
        if (!address)                                                     \
            address = (__typeof__(&gl##name))proc_address("gl" #name);    \
        address;                                                          \
    })
#endif

/* --- Errors --------------------------------------------------------------------------------------------------- */

static inline const char *error_name(GLenum error)
{
    switch (error) {
    case GL_NO_ERROR: return "NO_ERROR";
    case GL_INVALID_ENUM: return "INVALID_ENUM";
    case GL_INVALID_VALUE: return "INVALID_VALUE";
    case GL_INVALID_OPERATION: return "INVALID_OPERATION";
    case GL_OUT_OF_MEMORY: return "OUT_OF_MEMORY";
    default: return "another error";
    }
}

static inline void expect_error(const char *file, int line, GLenum wanted, const char *sentence)
{
    GLenum error = GL(GetError)();
    if (error != wanted) {
        report(file, line, "%s (got %s, 0x%04x)", sentence, error_name(error), error);
        failed_expectations++;
    }
    for (int more = 0; more < 8 && (error = GL(GetError)()) != GL_NO_ERROR; more++) {
        report(file, line, "one error only (%s followed) where: %s", error_name(error), sentence);
        failed_expectations++;
    }
}

/* Expects that `error` is recorded, and no other. */
#define EXPECT_ERROR(error, sentence) expect_error(__FILE__, __LINE__, error, sentence)
#define CHECK_NO_ERROR(what)                                                                                    \
    do {                                                                                                        \
        GLenum error_now = GL(GetError)();                                                                      \
        CHECK(error_now == GL_NO_ERROR, "no error from %s (got %s)", what, error_name(error_now));              \
    } while (0)

/* --- Contexts ------------------------------------------------------------------------------------------------- */

typedef enum { ES, CORE, COMPATIBILITY } Api;

typedef struct {
    Api api;
    int major, minor;
    EGLDisplay display;
    EGLConfig config;
    EGLSurface surface;
    EGLContext context;
} Context;

enum { SURFACE_SIZE = 256 };

/* Opens Mesa's surfaceless platform, which needs no window system and always returns the same display. Built with -DEGL_1_4, and on a driver that
 * lacks the platform, opens the default display. */
static inline EGLDisplay open_display(void)
{
#ifndef EGL_1_4
    EGLDisplay surfaceless = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (surfaceless != EGL_NO_DISPLAY && eglInitialize(surfaceless, NULL, NULL))
        return surfaceless;
#endif
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    CHECK(display != EGL_NO_DISPLAY, "an EGL display");
    CHECK(eglInitialize(display, NULL, NULL), "eglInitialize succeeds (error 0x%04x)", eglGetError());
    return display;
}

static inline void bind_api(Api api)
{
    CHECK(eglBindAPI(api == ES ? EGL_OPENGL_ES_API : EGL_OPENGL_API), "eglBindAPI accepts the client API");
}

static inline EGLContext create_context(const Context *like, EGLContext share)
{
    EGLint attributes[7] = { EGL_CONTEXT_MAJOR_VERSION, like->major, EGL_CONTEXT_MINOR_VERSION, like->minor, EGL_NONE };
    if (like->api != ES && like->major * 10 + like->minor >= 32) {
        attributes[4] = EGL_CONTEXT_OPENGL_PROFILE_MASK;
        attributes[5] = like->api == CORE ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT;
        attributes[6] = EGL_NONE;
    }
    bind_api(like->api);
    EGLContext context = eglCreateContext(like->display, like->config, share, attributes);
    CHECK(context != EGL_NO_CONTEXT, "a context of version %d.%d (error 0x%04x)", like->major, like->minor, eglGetError());
    return context;
}

static inline void make_current(const Context *context)
{
    bind_api(context->api);
    CHECK(eglMakeCurrent(context->display, context->surface, context->surface, context->context),
          "eglMakeCurrent succeeds (error 0x%04x)", eglGetError());
}

static inline void release_current(const Context *context)
{
    CHECK(eglMakeCurrent(context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT), "eglMakeCurrent releases the context");
}

/* Creates a context with its own pbuffer, without making it current. */
static inline Context new_context(Api api, int major, int minor)
{
    Context context = { api, major, minor, open_display(), NULL, NULL, NULL };
    EGLint bit = api != ES ? EGL_OPENGL_BIT : major >= 3 ? EGL_OPENGL_ES3_BIT : major == 2 ? EGL_OPENGL_ES2_BIT : EGL_OPENGL_ES_BIT;
    EGLint wanted[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, bit, EGL_RED_SIZE, 8, EGL_DEPTH_SIZE, 16, EGL_NONE };
    EGLint size[] = { EGL_WIDTH, SURFACE_SIZE, EGL_HEIGHT, SURFACE_SIZE, EGL_NONE };
    EGLint count = 0;
    bind_api(api);
    CHECK(eglChooseConfig(context.display, wanted, &context.config, 1, &count) && count == 1, "an EGLConfig for pbuffers");
    context.surface = eglCreatePbufferSurface(context.display, context.config, size);
    CHECK(context.surface != EGL_NO_SURFACE, "a pbuffer surface (error 0x%04x)", eglGetError());
    context.context = create_context(&context, EGL_NO_CONTEXT);
    return context;
}

static inline Context open_context(Api api, int major, int minor)
{
    Context context = new_context(api, major, minor);
    make_current(&context);
    return context;
}

static inline void close_context(const Context *context)
{
    bind_api(context->api);
    release_current(context);
    eglDestroyContext(context->display, context->context);
    eglDestroySurface(context->display, context->surface);
}

/* Counts the occurrences of a whole word in a list separated by spaces. */
static inline int occurrences(const char *list, const char *word)
{
    int found = 0;
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
        found += (at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0');
    return found;
}

/* Counts how often the current context lists an extension: 1 or 0 in a correct implementation. */
static inline int listed(const char *extension)
{
    GLint major = 0, count = 0;
    int found = 0;
    const char *version = (const char *)GL(GetString)(GL_VERSION);
    CHECK(version, "a current context has a GL_VERSION");
    sscanf(version, strncmp(version, "OpenGL ES", 9) ? "%d" : strncmp(version, "OpenGL ES-", 10) ? "OpenGL ES %d" : "OpenGL ES-CM %d", &major);
    if (major < 3)
        return occurrences((const char *)GL(GetString)(GL_EXTENSIONS), extension);
    GL(GetIntegerv)(GL_NUM_EXTENSIONS, &count);
    for (GLint index = 0; index < count; index++) {
        const char *name = (const char *)GL(GetStringi)(GL_EXTENSIONS, (GLuint)index);
        CHECK(name, "glGetStringi answers a name for every index below NUM_EXTENSIONS (none for %d of %d)", index, count);
        found += !strcmp(name, extension);
    }
    return found;
}

/* --- Time and something to measure ---------------------------------------------------------------------------- */

static inline uint64_t nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The time for which all threads of this process had a core. Endless polling reaches a limit on it also where other programs keep the cores. */
static inline uint64_t processor_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static inline GLuint shader_of(GLenum stage, const char *version, const char *text)
{
    const char *parts[2] = { version, text };
    GLint compiled = 0;
    GLuint shader = GL(CreateShader)(stage);
    GL(ShaderSource)(shader, 2, parts, NULL);
    GL(CompileShader)(shader);
    GL(GetShaderiv)(shader, GL_COMPILE_STATUS, &compiled);
    if (!compiled) {
        char log[1000];
        GL(GetShaderInfoLog)(shader, sizeof log, NULL, log);
        CHECK(compiled, "the shader compiles: %s", log);
    }
    return shader;
}

static inline void link_program(GLuint program)
{
    GLint linked = 0;
    GL(LinkProgram)(program);
    GL(GetProgramiv)(program, GL_LINK_STATUS, &linked);
    CHECK(linked, "the program links");
}

/* Prepares a full-screen triangle whose fragments take long enough to measure, and draws it once so that shaders are compiled. */
static inline void draw_load(void);
static inline void prepare_load(Api api)
{
    static const float corners[] = { -1, -1, 3, -1, -1, 3 };
    const char *vertex = api == ES ? "attribute vec2 corner;" : "in vec2 corner;";
    const char *colour = api == ES ? "#define colour gl_FragColor\nprecision mediump float;" : "out vec4 colour;";
    const char *version = api == ES ? "#version 100\n" : "#version 150\n";
    char text[600];
    GLuint program = GL(CreateProgram)(), buffer;
    snprintf(text, sizeof text, "%s\nvoid main() { gl_Position = vec4(corner, 0.0, 1.0); }", vertex);
    GL(AttachShader)(program, shader_of(GL_VERTEX_SHADER, version, text));
    snprintf(text, sizeof text,
             "%s\nvoid main() { float x = gl_FragCoord.x; for (int i = 0; i < 200; i++) x = fract(x * 1.7 + gl_FragCoord.y * 0.3);"
             " colour = vec4(x); }", colour);
    GL(AttachShader)(program, shader_of(GL_FRAGMENT_SHADER, version, text));
    GL(BindAttribLocation)(program, 0, "corner");
    link_program(program);
    GL(UseProgram)(program);
#ifndef EGL_1_4 /* Its OpenGL ES 2.0 has no such functions to link. */
    if (api == CORE) {
        GLuint array;
        GL(GenVertexArrays)(1, &array);
        GL(BindVertexArray)(array);
    }
#endif
    GL(GenBuffers)(1, &buffer);
    GL(BindBuffer)(GL_ARRAY_BUFFER, buffer);
    GL(BufferData)(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    GL(VertexAttribPointer)(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    GL(EnableVertexAttribArray)(0);
    draw_load();
    GL(Finish)();
    CHECK_NO_ERROR("preparing the scene");
}

static inline void draw_load(void)
{
    GL(DrawArrays)(GL_TRIANGLES, 0, 3);
}

#endif
