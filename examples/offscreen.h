/* A context that draws to memory, by EGL: on Mesa without any window system, elsewhere on the default display. Every example includes this. */
#ifndef OFFSCREEN_H
#define OFFSCREEN_H

#define GL_GLEXT_PROTOTYPES 1
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/glmeter.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program with a message unless `condition` holds. */
static inline void require(int condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "failed: %s (EGL error 0x%04x)\n", what, eglGetError());
    exit(1);
}

/* Makes a context of this version current, with a framebuffer of this size. `api` is EGL_OPENGL_API or EGL_OPENGL_ES_API. */
static inline void open_offscreen(EGLenum api, int major, int minor, int width, int height)
{
    const EGLint wanted[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, api == EGL_OPENGL_API ? EGL_OPENGL_BIT : EGL_OPENGL_ES2_BIT,
                              EGL_RED_SIZE, 8, EGL_DEPTH_SIZE, 16, EGL_NONE };
    const EGLint size[] = { EGL_WIDTH, width, EGL_HEIGHT, height, EGL_NONE };
    const EGLint version[] = { EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor, EGL_NONE };
    const char *platforms = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLConfig config;
    EGLint count = 0;
    if (platforms && strstr(platforms, "EGL_MESA_platform_surfaceless"))
        display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (display == EGL_NO_DISPLAY)
        display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    require(eglInitialize(display, NULL, NULL), "eglInitialize");
    require(eglBindAPI(api), "eglBindAPI");
    require(eglChooseConfig(display, wanted, &config, 1, &count) && count == 1, "eglChooseConfig");
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    require(surface != EGL_NO_SURFACE, "eglCreatePbufferSurface");
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    require(context != EGL_NO_CONTEXT, "eglCreateContext");
    require(eglMakeCurrent(display, surface, surface, context), "eglMakeCurrent");
    printf("%s\n", (const char *)glGetString(GL_RENDERER));
}

/* Compiles one shader. */
static inline GLuint shader(GLenum stage, const char *text)
{
    char log[1000] = "";
    GLint compiled = 0;
    GLuint name = glCreateShader(stage);
    glShaderSource(name, 1, &text, NULL);
    glCompileShader(name);
    glGetShaderiv(name, GL_COMPILE_STATUS, &compiled);
    if (!compiled)
        glGetShaderInfoLog(name, sizeof log, NULL, log);
    require(compiled, log);
    return name;
}

/* Makes a program of two shaders current, with its attribute `position` at location 0. */
static inline GLuint use_program(const char *vertex, const char *fragment)
{
    GLint linked = 0;
    GLuint program = glCreateProgram();
    glAttachShader(program, shader(GL_VERTEX_SHADER, vertex));
    glAttachShader(program, shader(GL_FRAGMENT_SHADER, fragment));
    glBindAttribLocation(program, 0, "position");
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    require(linked, "glLinkProgram");
    glUseProgram(program);
    return program;
}

/* Ends the program: with a message if any command failed. */
static inline int finish(void)
{
    GLenum error = glGetError();
    if (error != GL_NO_ERROR)
        fprintf(stderr, "failed: OpenGL error 0x%04x\n", error);
    return error == GL_NO_ERROR ? 0 : 1;
}

#endif
