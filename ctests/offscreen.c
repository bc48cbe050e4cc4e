/* Draws without a swap, for the tests of what the report tells of that.
 *
 *   offscreen alone|after NUMBER [return|_exit|kill|interrupt|crash]
 *   offscreen together|thread NUMBER
 *
 * "alone" draws and reads a pixel back NUMBER times and never swaps; "after" does that after one frame with one draw. "together" shows NUMBER frames,
 * in each of which one context makes fifty draws into a framebuffer and another one draws once and swaps. "thread" does the same with a context that
 * is current on a thread of its own all the time. */
#include <EGL/egl.h>
#include <GLES2/gl2.h>

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIDE = 256, DRAWS = 50 };

static void use_program(void)
{
    static const char *sources[] = {
        "attribute vec2 place; void main() { gl_Position = vec4(place, 0, 1); }",
        "precision mediump float; void main() { gl_FragColor = vec4(sin(gl_FragCoord.x)); }",
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

/* Binds a framebuffer with a texture. */
static void use_framebuffer(void)
{
    GLuint texture, framebuffer;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
}

static EGLDisplay display;
static EGLContext draws;
static sem_t begins, ends;

/* Draws each time that a frame begins, and never releases the context. */
static void *draw_on_thread(void *nothing)
{
    eglBindAPI(EGL_OPENGL_ES_API);
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, draws))
        exit(1);
    use_program();
    use_framebuffer();
    for (;;) {
        sem_post(&ends);
        sem_wait(&begins);
        for (int i = 0; i < DRAWS; i++)
            glDrawArrays(GL_TRIANGLES, 0, 3);
        glFinish();
    }
    return nothing;
}

int main(int count, char **arguments)
{
    const char *mode = count > 2 ? arguments[1] : "", *end = count > 3 ? arguments[3] : "return";
    EGLint version, chosen;
    EGLint wanted[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE };
    EGLint size[] = { EGL_WIDTH, SIDE, EGL_HEIGHT, SIDE, EGL_NONE }, es2[] = { EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE };
    EGLConfig config;
    display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (!eglInitialize(display, &version, &version) || !eglChooseConfig(display, wanted, &config, 1, &chosen) || !chosen)
        return 1;
    eglBindAPI(EGL_OPENGL_ES_API);
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    EGLContext shows = eglCreateContext(display, config, EGL_NO_CONTEXT, es2);
    draws = eglCreateContext(display, config, shows, es2);
    if (!eglMakeCurrent(display, surface, surface, shows))
        return 1;
    use_program();
    if (!strcmp(mode, "together")) {
        eglMakeCurrent(display, surface, surface, draws);
        use_program();
        use_framebuffer();
        for (int frame = 0; frame < atoi(arguments[2]); frame++) {
            eglMakeCurrent(display, surface, surface, draws);
            for (int i = 0; i < DRAWS; i++)
                glDrawArrays(GL_TRIANGLES, 0, 3);
            glFlush();
            eglMakeCurrent(display, surface, surface, shows);
            glDrawArrays(GL_TRIANGLES, 0, 3);
            glFinish();
            eglSwapBuffers(display, surface);
        }
        return 0;
    }
    if (!strcmp(mode, "thread")) {
        pthread_t thread;
        if (sem_init(&begins, 0, 0) || sem_init(&ends, 0, 0) || pthread_create(&thread, NULL, draw_on_thread, NULL))
            return 1;
        sem_wait(&ends);
        for (int frame = 0; frame < atoi(arguments[2]); frame++) {
            sem_post(&begins);
            glDrawArrays(GL_TRIANGLES, 0, 3);
            sem_wait(&ends);
            glFinish();
            eglSwapBuffers(display, surface);
        }
        return 0;
    }
    if (!strcmp(mode, "after")) {
        glDrawArrays(GL_TRIANGLES, 0, 3);
        eglSwapBuffers(display, surface);
    }
    for (int i = 0; i < atoi(arguments[2]); i++) {
        char pixel[4];
        glClear(GL_COLOR_BUFFER_BIT);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    }
    if (!strcmp(end, "_exit"))
        _exit(0);
    if (!strcmp(end, "kill"))
        kill(getpid(), SIGKILL);
    if (!strcmp(end, "interrupt"))
        kill(getpid(), SIGINT);
    if (!strcmp(end, "crash"))
        *(volatile int *)0 = 1;
    return 0;
}
