/* Frames of two draws, for the tests of what the GPU worked and what it waited.
 *
 *   gpu_waits between|sleeps|before|finish|none|queued|destroyed|timed FRAMES
 *
 * The program computes for 20 ms between the draws or before them, sleeps between them, reads a pixel back between them and computes then, or does
 * none of that. It waits for the GPU at the end of each frame unless the frames are "queued", or "destroyed" with their context while the GPU works
 * on them. "timed" frames have 30 draws more inside a TIME_ELAPSED query of the program's own, and no wait. A driver without glCreateShader gets draws alone. */
#include <EGL/egl.h>
#include <GLES2/gl2.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MODE(name) !strcmp(mode, name)

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void compute(void)
{
    double begun = seconds();
    while (seconds() - begun < 0.02)
        ;
}

static void use_program(void)
{
    static const char *sources[] = {
        "attribute vec2 place; void main() { gl_Position = vec4(place, 0, 1); }",
        "precision mediump float; void main() { float x = gl_FragCoord.x * 0.01; for (int i = 0; i < 4; i++) x = fract(x * 1.7 + 0.13);"
        " gl_FragColor = vec4(x); }",
    };
    static const float places[] = { -1, -1, 3, -1, -1, 3 };
    GLuint program = glCreateProgram();
    for (int i = 0; i < 2; i++) {
        GLuint shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
        glShaderSource(shader, 1, &sources[i], NULL);
        glCompileShader(shader);
        glAttachShader(program, shader);
    }
    glBindAttribLocation(program, 0, "place");
    glLinkProgram(program);
    glUseProgram(program);
    glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, places);
    glEnableVertexAttribArray(0);
}

/* Draws inside a query. */
static void timed_draws(void)
{
    static GLuint query;
    void (*generate)(GLsizei, GLuint *) = (void (*)(GLsizei, GLuint *))eglGetProcAddress("glGenQueriesEXT");
    void (*begin)(GLenum, GLuint) = (void (*)(GLenum, GLuint))eglGetProcAddress("glBeginQueryEXT");
    void (*end)(GLenum) = (void (*)(GLenum))eglGetProcAddress("glEndQueryEXT");
    if (!query)
        generate(1, &query);
    begin(0x88BF /* GL_TIME_ELAPSED_EXT */, query);
    for (int i = 0; i < 30; i++)
        glDrawArrays(GL_TRIANGLES, 0, 3);
    end(0x88BF);
}

int main(int count, char **arguments)
{
    const char *mode = count > 2 ? arguments[1] : "";
    EGLint version, chosen;
    EGLint wanted[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE };
    EGLint size[] = { EGL_WIDTH, 256, EGL_HEIGHT, 256, EGL_NONE }, es2[] = { EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE };
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    EGLConfig config;
    if (!eglInitialize(display, &version, &version) || !eglChooseConfig(display, wanted, &config, 1, &chosen) || !chosen)
        return 1;
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    eglBindAPI(EGL_OPENGL_ES_API);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, es2);
    if (!eglMakeCurrent(display, surface, surface, context))
        return 1;
    if (dlsym(RTLD_DEFAULT, "glCreateShader"))
        use_program();
    for (int frame = 0; frame < atoi(arguments[2]); frame++) {
        char pixel[4];
        if (MODE("before"))
            compute();
        glDrawArrays(GL_TRIANGLES, 0, 3);
        if (MODE("finish"))
            glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        if (MODE("between") || MODE("finish"))
            compute();
        if (MODE("sleeps"))
            nanosleep(&(struct timespec){ 0, 20000000 }, NULL);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        if (MODE("timed"))
            timed_draws();
        if (!MODE("queued") && !MODE("destroyed") && !MODE("timed"))
            glFinish();
        eglSwapBuffers(display, surface);
    }
    if (MODE("destroyed")) {
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(display, context);
    }
    puts("gpu_waits: ok");
    return 0;
}
