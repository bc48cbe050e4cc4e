/* A program linked with glmeter and no other GL library: it creates a context, draws, and reads a time and a statistic. It prints the
 * renderer and the process's libraries, by which the test finds out the driver. */
#define DESKTOP
#include "check.h"

/* EGL 1.5, all of it. */
static const char *const egl[] = {
    "eglBindAPI", "eglBindTexImage", "eglChooseConfig", "eglClientWaitSync", "eglCopyBuffers", "eglCreateContext", "eglCreateImage",
    "eglCreatePbufferFromClientBuffer", "eglCreatePbufferSurface", "eglCreatePixmapSurface", "eglCreatePlatformPixmapSurface",
    "eglCreatePlatformWindowSurface", "eglCreateSync", "eglCreateWindowSurface", "eglDestroyContext", "eglDestroyImage",
    "eglDestroySurface", "eglDestroySync", "eglGetConfigAttrib", "eglGetConfigs", "eglGetCurrentContext", "eglGetCurrentDisplay",
    "eglGetCurrentSurface", "eglGetDisplay", "eglGetError", "eglGetPlatformDisplay", "eglGetProcAddress", "eglGetSyncAttrib",
    "eglInitialize", "eglMakeCurrent", "eglQueryAPI", "eglQueryContext", "eglQueryString", "eglQuerySurface", "eglReleaseTexImage",
    "eglReleaseThread", "eglSurfaceAttrib", "eglSwapBuffers", "eglSwapInterval", "eglTerminate", "eglWaitClient", "eglWaitGL",
    "eglWaitNative", "eglWaitSync",
};

static void answer_for_every_name(void)
{
    static const char *const gl[] = { "glClear", "glDrawArrays", "glDispatchCompute", "glQueryCounter", "glBeginPerfQueryINTEL" };
    for (size_t i = 0; i < sizeof egl / sizeof *egl; i++)
        EXPECT(eglGetProcAddress(egl[i]), "eglGetProcAddress(\"%s\") answers a function", egl[i]);
    for (size_t i = 0; i < sizeof gl / sizeof *gl; i++)
        EXPECT(eglGetProcAddress(gl[i]), "eglGetProcAddress(\"%s\") answers a function", gl[i]);
}

/* The left half of the picture is green, the right half blue. */
static void draw(void)
{
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    GL(DrawArrays)(GL_TRIANGLE_STRIP, 0, 4);
}

static void expect_colour(GLint x, GLint y, unsigned wanted)
{
    GLubyte pixel[4];
    GL(ReadPixels)(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    unsigned found = (unsigned)pixel[0] << 16 | (unsigned)pixel[1] << 8 | pixel[2];
    EXPECT(found == wanted, "the pixel at %d, %d is %06x, not %06x", x, y, wanted, found);
}

static void print_libraries(void)
{
    char line[4096];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) {
        const char *path = strchr(line, '/');
        if (path && strstr(path, ".so"))
            printf("mapped %s", path);
    }
    if (maps)
        fclose(maps);
}

int main(void)
{
    static const char vertex[] = "void main() {"
        " gl_Position = vec4(gl_VertexID < 2 ? -1.0 : 0.0, (gl_VertexID & 1) == 0 ? -1.0 : 1.0, 0.0, 1.0); }";
    static const char fragment[] = "out vec4 colour; void main() { colour = vec4(0.0, 1.0, 0.0, 1.0); }";
    Context context = open_context(CORE, 3, 3);
    EXPECT(eglGetCurrentContext() == context.context, "eglGetCurrentContext gives the context that was made current");
    answer_for_every_name();

    GLuint program = GL(CreateProgram)(), array, queries[2];
    GL(AttachShader)(program, shader_of(GL_VERTEX_SHADER, "#version 330\n", vertex));
    GL(AttachShader)(program, shader_of(GL_FRAGMENT_SHADER, "#version 330\n", fragment));
    link_program(program);
    GL(UseProgram)(program);
    GL(GenVertexArrays)(1, &array);
    GL(BindVertexArray)(array);
    GL(ClearColor)(0.0f, 0.0f, 1.0f, 1.0f);
    draw();

    GLuint64 time = 0, vertices = 0;
    GL(GenQueries)(2, queries);
    GL(BeginQuery)(GL_TIME_ELAPSED, queries[0]);
    GL(BeginQuery)(GL_VERTICES_SUBMITTED_ARB, queries[1]);
    draw();
    GL(EndQuery)(GL_VERTICES_SUBMITTED_ARB);
    GL(EndQuery)(GL_TIME_ELAPSED);
    GL(GetQueryObjectui64v)(queries[0], GL_QUERY_RESULT, &time);
    GL(GetQueryObjectui64v)(queries[1], GL_QUERY_RESULT, &vertices);
    EXPECT(time > 0 && time < 10000000000u, "a time between nothing and ten seconds, not %llu ns", (unsigned long long)time);
    EXPECT(vertices == 4, "4 vertices, not %llu", (unsigned long long)vertices);
    expect_colour(SURFACE_SIZE / 4, SURFACE_SIZE / 2, 0x00ff00);
    expect_colour(SURFACE_SIZE * 3 / 4, SURFACE_SIZE / 2, 0x0000ff);
    EXPECT(listed("GL_INTEL_performance_query") == 1, "glmeter is in front: GL_INTEL_performance_query is listed");
    CHECK_NO_ERROR("all of it");

    printf("renderer %s\n", (const char *)GL(GetString)(GL_RENDERER));
    print_libraries();
    EXPECT(eglSwapBuffers(context.display, context.surface), "eglSwapBuffers succeeds");
    close_context(&context);
    EXPECT(eglTerminate(context.display) && eglReleaseThread(), "the end of EGL");
    return verdict("alone");
}
