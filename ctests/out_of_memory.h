/* What the sessions of out_of_memory.c, out_of_memory_glx.c and out_of_memory_osmesa.c share: GL commands while allocations of the driver or of
 * glmeter fail (see failing_malloc.c). Every command succeeds or raises GL_OUT_OF_MEMORY, and the session works once there is memory again.
 *
 * Usage of the programs: PROGRAM API FIRST RUNS COUNT. API is core, compatibility or es; the failing allocations of each of the RUNS begin one step
 * later, from FIRST on, and are COUNT in number. */
#ifndef OUT_OF_MEMORY_H
#define OUT_OF_MEMORY_H

#define DESKTOP
#include "check.h"

extern long fail_from(long n, long count);

static const char *doing = "";
static long failing;
/* An error has been seen: later commands may miss what an earlier one did not make. */
static bool has_failed;

static void seen(GLenum error, GLenum none, GLenum memory)
{
    if (error != none) {
        EXPECT(has_failed || error == memory, "%s has memory or runs out of it (got 0x%04x) from allocation %ld on", doing, error, failing);
        has_failed = true;
    }
}

static void gl_seen(void)
{
    for (int error, most = 0; most < 8 && (error = GL(GetError)()) != GL_NO_ERROR; most++)
        seen(error, GL_NO_ERROR, GL_OUT_OF_MEMORY);
}

#define DO(name, ...) (doing = "gl" #name, GL(name)(__VA_ARGS__), gl_seen())
#define GET(name, ...) (doing = "gl" #name, GL(name)(__VA_ARGS__))

static GLuint shader(GLenum stage, const char *text)
{
    GLuint made = GET(CreateShader, stage);
    gl_seen();
    DO(ShaderSource, made, 1, &text, NULL);
    DO(CompileShader, made);
    return made;
}

static GLuint program(const char *version, const char *vertex, const char *fragment)
{
    char texts[2][1000];
    snprintf(texts[0], sizeof texts[0], "%s%s", version, vertex);
    snprintf(texts[1], sizeof texts[1], "%s%s", version, fragment);
    GLuint made = GET(CreateProgram), stages[] = { shader(GL_VERTEX_SHADER, texts[0]), shader(GL_FRAGMENT_SHADER, texts[1]) };
    for (int at = 0; at < 2; at++) {
        DO(AttachShader, made, stages[at]);
        DO(DeleteShader, stages[at]);
    }
    DO(BindAttribLocation, made, 0, "at");
    DO(LinkProgram, made);
    /* A program that was not linked for want of memory says so in its log, and raises no error. */
    GLint is_linked = 0;
    DO(GetProgramiv, made, GL_LINK_STATUS, &is_linked);
    has_failed |= !is_linked;
    DO(UseProgram, made);
    DO(Uniform4f, GET(GetUniformLocation, made, "color"), 1, 0, 0, 1);
    return made;
}

/* The vertices, elements and lists of a compatibility context. */
static void classic(void)
{
    static unsigned char pixels[64 * 64 * 4];
    GLuint names[100];
    for (GLuint at = 0; at < 100; at++)
        names[at] = 2 + at % 3;
    DO(NewList, 1, GL_COMPILE);
    for (int at = 0; at < 300; at++)
        DO(Color3f, at, 0, 0);
    DO(Bitmap, 64, 64, 0, 0, 0, 0, pixels);
    DO(DrawPixels, 64, 64, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    DO(CallLists, 100, GL_UNSIGNED_INT, names);
    DO(EndList);
    DO(GenLists, 50);
    doing = "glBegin";
    GL(Begin)(GL_POLYGON);
    for (int at = 0; at < 200; at++) {
        GL(Color3f)(1, at, 0);
        GL(TexCoord2f)(at, 0);
        GL(Vertex2f)(at % 2, at);
    }
    GL(End)();
    gl_seen();
    DO(CallList, 1);
    DO(PushAttrib, GL_ALL_ATTRIB_BITS);
    DO(PopAttrib);
    DO(DeleteLists, 1, 60);
}

/* Runs the commands of a session in the current context. Returns the first pixel that they draw, or 0 if they do not come so far. */
static GLuint commands(Api api)
{
    static const float square[] = { -1, -1, 1, -1, -1, 1, 1, 1 };
    static const GLushort elements[] = { 0, 1, 2, 3 };
    GLuint pixel = 0, objects[8] = { 0 }, queries[64] = { 0 }, array = 0;
    const char *version = api == ES ? "#version 300 es\nprecision mediump float;\n" : "#version 140\n";
    GLuint made = program(version, "in vec4 at; void main() { gl_Position = at; }",
                          "uniform vec4 color; out vec4 to; void main() { to = color; }");
    DO(GenVertexArrays, 1, &array);
    DO(BindVertexArray, array);
    DO(GenBuffers, 2, objects);
    DO(BindBuffer, GL_ARRAY_BUFFER, objects[0]);
    DO(BufferData, GL_ARRAY_BUFFER, sizeof square, square, GL_STATIC_DRAW);
    DO(BindBuffer, GL_ELEMENT_ARRAY_BUFFER, objects[1]);
    DO(BufferData, GL_ELEMENT_ARRAY_BUFFER, sizeof elements, elements, GL_STATIC_DRAW);
    DO(VertexAttribPointer, 0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    DO(EnableVertexAttribArray, 0);
    DO(GenTextures, 2, objects + 2);
    DO(BindTexture, GL_TEXTURE_2D, objects[2]);
    DO(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    DO(GenerateMipmap, GL_TEXTURE_2D);
    DO(GenFramebuffers, 1, objects + 4);
    DO(BindFramebuffer, GL_FRAMEBUFFER, objects[4]);
    DO(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, objects[2], 0);
    DO(GenRenderbuffers, 1, objects + 5);
    DO(BindRenderbuffer, GL_RENDERBUFFER, objects[5]);
    DO(RenderbufferStorage, GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 64, 64);
    DO(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, objects[5]);
    DO(Viewport, 0, 0, 64, 64);
    DO(GenQueries, 64, queries);
    GLsync sync = GET(FenceSync, GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl_seen();
    for (int at = 0; at < 8 && !has_failed; at++) {
        DO(BeginQuery, api == ES ? GL_ANY_SAMPLES_PASSED : GL_TIME_ELAPSED, queries[at]);
        DO(DrawArrays, GL_TRIANGLE_STRIP, 0, 4);
        DO(DrawElements, GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, NULL);
        DO(EndQuery, api == ES ? GL_ANY_SAMPLES_PASSED : GL_TIME_ELAPSED);
        if (api != ES)
            DO(QueryCounter, queries[at + 8], GL_TIMESTAMP);
    }
    DO(ReadPixels, 5, 5, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
    for (int at = 0; at < 8 && !has_failed; at++) {
        GLuint result = 0;
        DO(GetQueryObjectuiv, queries[at], GL_QUERY_RESULT, &result);
    }
    if (api == CORE) {
        DO(ObjectLabel, GL_TEXTURE, objects[2], -1, "a label");
        DO(PushDebugGroup, GL_DEBUG_SOURCE_APPLICATION, 1, -1, "a group");
        DO(PopDebugGroup);
        GLint firsts[] = { 0, 1 }, counts[] = { 3, 3 };
        DO(MultiDrawArrays, GL_TRIANGLES, firsts, counts, 2);
    }
    if (api == COMPATIBILITY) {
        DO(UseProgram, 0);
        classic();
    }
    if (sync)
        DO(DeleteSync, sync);
    DO(DeleteQueries, 64, queries);
    DO(DeleteBuffers, 2, objects);
    DO(DeleteTextures, 2, objects + 2);
    DO(DeleteFramebuffers, 1, objects + 4);
    DO(DeleteRenderbuffers, 1, objects + 5);
    DO(DeleteVertexArrays, 1, &array);
    DO(UseProgram, 0);
    DO(DeleteProgram, made);
    return pixel;
}

/* Makes a context current, runs the commands and releases what it made. Returns the first pixel that they draw. */
typedef GLuint Session(Api api);

static int run_sessions(const char *name, int count, char **words, Session *session)
{
    CHECK(count == 5, "%s API FIRST RUNS COUNT", name);
    Api api = !strcmp(words[1], "core") ? CORE : !strcmp(words[1], "es") ? ES : COMPATIBILITY;
    long first = atol(words[2]), runs = atol(words[3]), most = atol(words[4]);
    /* Twice, so that what is made once for the process is there. */
    for (int warm = 0; warm < 2; warm++) {
        fail_from(1L << 40, 0);
        CHECK(session(api) == 0xff0000ff && !has_failed, "the session works before");
    }
    long all = fail_from(-1, 0);
    CHECK(all > 100, "the allocations of the library are seen (got %ld)", all);
    for (long run = 0; run < runs; run++) {
        failing = (first + run * (all / runs) + run % 7) % all;
        fail_from(failing, most);
        session(api);
        fail_from(-1, 0);
        has_failed = false;
        CHECK(run % 8 || session(api) == 0xff0000ff, "the session works after allocation %ld failed", failing);
        CHECK(!has_failed, "no error remains after allocation %ld failed", failing);
    }
    printf("%ld allocations\n", all);
    return verdict(name);
}

#endif
