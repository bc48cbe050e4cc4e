/* Forks again and again while other threads draw, compile, create and destroy contexts and wait for sync objects. Each child draws in the context that
 * it inherited, whose objects other threads use, and in one of its own with a program of its own, and ends by exit or _exit. A child that does not
 * end is shown with its stack.
 *
 * Usage: forked_storm [CHILDREN] */
#define DESKTOP
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILDREN = 40, SIZE = 16, LONGEST = 100 };

static volatile bool ends;
static Context first;
static GLuint shared_texture, shared_buffer;

/* Creates a context that shares objects with the first one. */
static Context sharing(void)
{
    Context made = first;
    EGLint size[] = { EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_NONE };
    made.surface = eglCreatePbufferSurface(made.display, made.config, size);
    made.context = create_context(&made, first.context);
    return made;
}

/* Draws a square with the shared texture, whose texels are green. */
static void draw_green(void)
{
    GLubyte pixel[4] = { 0 }, texels[SIZE * SIZE][4];
    for (int i = 0; i < SIZE * SIZE; i++)
        memcpy(texels[i], (GLubyte[]){ 0, 255, 0, 255 }, 4);
    GL(BindTexture)(GL_TEXTURE_2D, shared_texture);
    GL(TexSubImage2D)(GL_TEXTURE_2D, 0, 0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    GL(BindBuffer)(GL_ARRAY_BUFFER, shared_buffer);
    GL(BufferSubData)(GL_ARRAY_BUFFER, 0, sizeof texels, texels);
    GL(BindBuffer)(GL_ARRAY_BUFFER, 0);
    GL(ClearColor)(1, 0, 0, 1);
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    GL(Enable)(GL_TEXTURE_2D);
    GL(Rectf)(-1, -1, 1, 1);
    GL(ReadPixels)(40, 40, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    CHECK(pixel[0] == 0 && pixel[1] == 255, "a green pixel (got %d, %d)", pixel[0], pixel[1]);
}

/* Compiles a program that no other one has the text of, and draws with it. */
static void draw_compiled(int number)
{
    char text[300];
    GLubyte pixel[4] = { 0 };
    GLuint program = GL(CreateProgram)();
    snprintf(text, sizeof text, "uniform float unused%d; void main() { gl_FragColor = vec4(0.0, 0.0, 1.0, 1.0); }", number);
    GLuint stages[] = { shader_of(GL_VERTEX_SHADER, "#version 120\n", "void main() { gl_Position = gl_Vertex; }"),
                        shader_of(GL_FRAGMENT_SHADER, "#version 120\n", text) };
    for (int i = 0; i < 2; i++) {
        GL(AttachShader)(program, stages[i]);
        GL(DeleteShader)(stages[i]);
    }
    link_program(program);
    GL(UseProgram)(program);
    GL(Rectf)(-1, -1, 1, 1);
    GL(ReadPixels)(40, 40, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    CHECK(pixel[2] == 255 && pixel[1] == 0, "a blue pixel (got %d, %d)", pixel[1], pixel[2]);
    GL(UseProgram)(0);
    GL(DeleteProgram)(program);
}

static void *draws(void *unused)
{
    Context own = sharing();
    make_current(&own);
    while (!ends) {
        GLuint texture;
        draw_green();
        GL(GenTextures)(1, &texture);
        GL(BindTexture)(GL_TEXTURE_2D, texture);
        GL(TexImage2D)(GL_TEXTURE_2D, 0, GL_RGBA, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
        GL(DeleteTextures)(1, &texture);
    }
    close_context(&own);
    return unused;
}

static void *compiles(void *unused)
{
    Context own = sharing();
    make_current(&own);
    for (int number = 0; !ends; number++)
        draw_compiled(number);
    close_context(&own);
    return unused;
}

static void *creates(void *unused)
{
    while (!ends) {
        Context own = new_context(COMPATIBILITY, 2, 1);
        make_current(&own);
        listed("GL_ARB_timer_query");
        EGLSync sync = eglCreateSync(own.display, EGL_SYNC_FENCE, NULL);
        CHECK(sync, "a fence");
        eglDestroySync(own.display, sync);
        close_context(&own);
    }
    return unused;
}

static void *waits(void *unused)
{
    EGLSync (*create)(EGLDisplay, EGLenum, const EGLint *) = (EGLSync (*)(EGLDisplay, EGLenum, const EGLint *))eglGetProcAddress("eglCreateSyncKHR");
    EGLSync sync = create ? create(first.display, EGL_SYNC_REUSABLE_KHR, NULL) : EGL_NO_SYNC;
    while (sync && !ends)
        CHECK(eglClientWaitSync(first.display, sync, 0, 1000000) == EGL_TIMEOUT_EXPIRED, "no signal comes");
    return unused;
}

static void in_child(int number)
{
    make_current(&first);
    draw_green();
    draw_compiled(number);
    Context fresh = new_context(COMPATIBILITY, 2, 1);
    make_current(&fresh);
    draw_compiled(number);
    close_context(&fresh);
    Context other = sharing();
    make_current(&other);
    draw_green();
    close_context(&other);
    CHECK(eglDestroyContext(first.display, first.context), "the inherited context is destroyed");
    if (number % 2)
        _exit(0);
    exit(0);
}

/* Waits for a child, and shows the stacks of one that does not end. */
static int status_of(pid_t child)
{
    char command[200];
    int status = 0;
    for (int tenth = 0; tenth < LONGEST * 10; tenth++) {
        if (waitpid(child, &status, WNOHANG) == child)
            return status;
        usleep(100000);
    }
    snprintf(command, sizeof command, "gdb -batch -p %d -ex 'thread apply all backtrace' 1>&2", child);
    if (system(command))
        fprintf(stderr, "gdb cannot show the stack of the child\n");
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    CHECK(false, "the child ends within %d s", LONGEST);
    return status;
}

int main(int count, char **words)
{
    void *(*const work[])(void *) = { draws, draws, compiles, creates, waits };
    enum { THREADS = sizeof work / sizeof *work };
    pthread_t threads[THREADS];
    int children = count > 1 ? atoi(words[1]) : CHILDREN;
    first = open_context(COMPATIBILITY, 2, 1);
    GL(GenTextures)(1, &shared_texture);
    GL(BindTexture)(GL_TEXTURE_2D, shared_texture);
    GL(TexImage2D)(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    GL(TexParameteri)(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    GL(GenBuffers)(1, &shared_buffer);
    GL(BindBuffer)(GL_ARRAY_BUFFER, shared_buffer);
    GL(BufferData)(GL_ARRAY_BUFFER, SIZE * SIZE * 4, NULL, GL_STATIC_DRAW);
    draw_green();
    for (int i = 0; i < THREADS; i++)
        CHECK(!pthread_create(&threads[i], NULL, work[i], NULL), "a thread");
    for (int i = 0; i < children; i++) {
        draw_green();
        pid_t child = fork();
        CHECK(child >= 0, "a child");
        if (!child)
            in_child(i);
        int status = status_of(child);
        CHECK(status == 0, "child %d ends well (status 0x%x)", i, status);
    }
    ends = true;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return verdict("forked_storm");
}
