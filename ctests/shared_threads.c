/* Tests that the threads of a share group do not wait for each other: while a long draw runs in one thread, another one creates contexts,
 * images, surfaces and sync objects, and draws with the same texture and buffer. */
#include "check.h"

#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 64 };

/* The context of the long draw, and the objects of the share group. */
static Context first;
static GLuint texture, buffer;
/* True while the long draw runs. */
static atomic_bool drawing;

static const char vertex[] = "#version 300 es\nin vec2 position; void main() { gl_Position = vec4(position, 0.0, 1.0); }\n";

static GLuint program_of(const char *fragment)
{
    GLuint program = GL(CreateProgram)();
    const char *texts[] = { vertex, fragment };
    for (int stage = 0; stage < 2; stage++) {
        GLuint shader = GL(CreateShader)(stage ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
        GL(ShaderSource)(shader, 1, &texts[stage], NULL);
        GL(CompileShader)(shader);
        GL(AttachShader)(program, shader);
    }
    GL(BindAttribLocation)(program, 0, "position");
    link_program(program);
    return program;
}

/* Draws a triangle that covers the framebuffer. */
static void draw(void)
{
    GL(BindTexture)(GL_TEXTURE_2D, texture);
    GL(BindBuffer)(GL_ARRAY_BUFFER, buffer);
    GL(EnableVertexAttribArray)(0);
    GL(VertexAttribPointer)(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    GL(DrawArrays)(GL_TRIANGLES, 0, 3);
}

/* Draws with a shader that loops; returns the time in nanoseconds. */
static uint64_t draw_long(GLint count, GLuint rounds)
{
    uint64_t begin = nanoseconds();
    GL(Uniform1ui)(count, rounds);
    draw();
    GL(Finish)();
    return nanoseconds() - begin;
}

static void *draw_for_seconds(void *unused)
{
    make_current(&first);
    GL(UseProgram)(program_of("#version 300 es\nprecision highp float; uniform sampler2D image; uniform highp uint count; out vec4 color;\n"
                              "void main() { vec4 sum = vec4(0.0); for (uint i = 0u; i < count; i++)\n"
                              "sum = fract(sum + texture(image, vec2(float(i) * 0.37, sum.x))); color = sum; }\n"));
    GLint program = 0;
    GL(GetIntegerv)(GL_CURRENT_PROGRAM, &program);
    GLint count = GL(GetUniformLocation)((GLuint)program, "count");
    /* The number of rounds that take about three seconds. */
    GLuint rounds = 64;
    uint64_t time = 0;
    while ((time = draw_long(count, rounds)) < 30000000)
        rounds *= 2;
    rounds = (GLuint)(rounds * (3e9 / (double)time));
    atomic_store(&drawing, true);
    draw_long(count, rounds);
    atomic_store(&drawing, false);
    CHECK_NO_ERROR("the long draw");
    release_current(&first);
    return unused;
}

/* The long draw has not ended when the other thread has done that. */
#define EXPECT_DRAWING(what) EXPECT(atomic_load(&drawing), "%s does not wait for the other thread", what)

int main(void)
{
    static const GLfloat corners[] = { -1, -1, 3, -1, -1, 3 };
    static const GLubyte texels[4 * 4 * 4] = { 1, 2, 3 };
    first = open_context(ES, 3, 0);
    GL(GenTextures)(1, &texture);
    GL(BindTexture)(GL_TEXTURE_2D, texture);
    GL(TexParameteri)(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    GL(TexParameteri)(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    GL(TexStorage2D)(GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4);
    GL(TexSubImage2D)(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    GL(GenBuffers)(1, &buffer);
    GL(BindBuffer)(GL_ARRAY_BUFFER, buffer);
    GL(BufferData)(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    EGLDisplay display = first.display;
    EGLContext shared = create_context(&first, first.context);
    EGLint size[] = { EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE };
    EGLSurface surface = eglCreatePbufferSurface(display, first.config, size);
    release_current(&first);

    pthread_t thread;
    CHECK(!pthread_create(&thread, NULL, draw_for_seconds, NULL), "a thread");
    while (!atomic_load(&drawing))
        ;
    struct timespec moment = { 0, 100000000 };
    nanosleep(&moment, NULL);
    CHECK(eglMakeCurrent(display, surface, surface, shared), "the shared context becomes current");
    EXPECT_DRAWING("eglMakeCurrent");
    EXPECT(!eglMakeCurrent(display, surface, surface, first.context) && eglGetError() == EGL_BAD_ACCESS, "the other context is busy");
    EGLContext more = create_context(&first, first.context);
    EXPECT(more && eglDestroyContext(display, more), "a context that shares with the busy one");
    EXPECT_DRAWING("eglCreateContext");
    EGLSurface other = eglCreatePbufferSurface(display, first.config, size);
    EXPECT(other && eglDestroySurface(display, other), "a pbuffer");
    EXPECT_DRAWING("eglCreatePbufferSurface");
    EGLImage image = eglCreateImage(display, first.context, EGL_GL_TEXTURE_2D, (EGLClientBuffer)(uintptr_t)texture, NULL);
    EXPECT(image && eglDestroyImage(display, image), "an image of the busy context's texture");
    EXPECT_DRAWING("eglCreateImage");
    GL(UseProgram)(program_of("#version 300 es\nprecision highp float; uniform sampler2D image; out vec4 color;\n"
                              "void main() { color = texture(image, vec2(0.1)); }\n"));
    EXPECT_DRAWING("a program");
    draw();
    EXPECT_DRAWING("a draw");
    GLubyte pixel[4] = { 0 };
    GL(ReadPixels)(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    EXPECT(pixel[0] == 1 && pixel[1] == 2 && pixel[2] == 3, "the texel (1, 2, 3), not (%d, %d, %d)", pixel[0], pixel[1], pixel[2]);
    GL(TexSubImage2D)(GL_TEXTURE_2D, 0, 3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    EXPECT_DRAWING("glTexSubImage2D");
    EGLSync sync = eglCreateSync(display, EGL_SYNC_FENCE, NULL);
    EXPECT(eglClientWaitSync(display, sync, EGL_SYNC_FLUSH_COMMANDS_BIT, EGL_FOREVER) == EGL_CONDITION_SATISFIED, "the fence is signalled");
    EXPECT(eglDestroySync(display, sync), "the fence is deleted");
    EXPECT_DRAWING("eglClientWaitSync");
    EXPECT(eglSwapBuffers(display, surface), "a swap");
    EXPECT_DRAWING("eglSwapBuffers");
    CHECK_NO_ERROR("the other thread");
    CHECK(!pthread_join(thread, NULL), "the thread ends");
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, shared);
    eglDestroySurface(display, surface);
    return verdict("shared_threads");
}
