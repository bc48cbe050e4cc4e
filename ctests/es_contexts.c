/* Tests OpenGL ES contexts: the version for each request, and state that is always on in OpenGL ES: sRGB encoding of stored colours, and
 * point sizes from the vertex shader. */
#include "check.h"

static GLuint program_of(const char *version, const char *vertex, const char *fragment)
{
    GLuint program = GL(CreateProgram)();
    GL(AttachShader)(program, shader_of(GL_VERTEX_SHADER, version, vertex));
    GL(AttachShader)(program, shader_of(GL_FRAGMENT_SHADER, version, fragment));
    link_program(program);
    GL(UseProgram)(program);
    return program;
}

/* Checks a pixel of the bound framebuffer, with a tolerance of one in each component. */
static void expect_pixel(int x, int y, unsigned wanted, const char *what)
{
    GLubyte pixel[4];
    GL(ReadPixels)(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    for (int index = 0; index < 4; index++) {
        int difference = pixel[index] - (int)(wanted >> (24 - 8 * index) & 255);
        if (difference < -1 || difference > 1) {
            EXPECT(false, "%s: %08x, not %02x%02x%02x%02x", what, wanted, pixel[0], pixel[1], pixel[2], pixel[3]);
            return;
        }
    }
}

static const char whole[] = "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }";

/* 0.25 is 137 in sRGB, 0.75 is 225: of the attachments, one is GL_SRGB8_ALPHA8 and the other GL_RGBA8. */
static void srgb(void)
{
    static const char fragment[] = "precision highp float; layout(location = 0) out vec4 a; layout(location = 1) out vec4 b;"
        " uniform vec4 colour; void main() { a = colour; b = colour; }";
    static const GLenum both[] = { GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1 };
    const GLfloat quarter[] = { 0.25f, 0.25f, 0.25f, 0.25f };
    GLuint framebuffer, textures[2];
    GL(GenFramebuffers)(1, &framebuffer);
    GL(BindFramebuffer)(GL_FRAMEBUFFER, framebuffer);
    GL(GenTextures)(2, textures);
    for (int index = 0; index < 2; index++) {
        GL(BindTexture)(GL_TEXTURE_2D, textures[index]);
        GL(TexStorage2D)(GL_TEXTURE_2D, 1, index ? GL_RGBA8 : GL_SRGB8_ALPHA8, 8, 8);
        GL(FramebufferTexture2D)(GL_FRAMEBUFFER, both[index], GL_TEXTURE_2D, textures[index], 0);
    }
    GL(DrawBuffers)(2, both);
    GL(Viewport)(0, 0, 8, 8);
    GLuint program = program_of("#version 300 es\n", whole, fragment);
    GL(Uniform4fv)(GL(GetUniformLocation)(program, "colour"), 1, quarter);
    for (int step = 0; step < 3; step++) {
        static const char *const steps[] = { "a clear", "a draw", "a sum by blending" };
        GL(ClearBufferfv)(GL_COLOR, 0, (const GLfloat[]){ step == 1 ? 0.0f : 0.25f, 0.25f, 0.25f, 0.25f });
        GL(ClearBufferfv)(GL_COLOR, 1, quarter);
        if (step == 2) {
            GL(Enable)(GL_BLEND);
            GL(BlendFunc)(GL_ONE, GL_ONE);
            GL(Uniform4f)(GL(GetUniformLocation)(program, "colour"), 0.5f, 0.5f, 0.5f, 0.5f);
        }
        if (step)
            GL(DrawArrays)(GL_TRIANGLES, 0, 3);
        GL(ReadBuffer)(both[0]);
        expect_pixel(3, 3, step == 2 ? 0xe1e1e1bf : 0x89898940, steps[step]);
        GL(ReadBuffer)(both[1]);
        expect_pixel(3, 3, step == 2 ? 0xbfbfbfbf : 0x40404040, steps[step]);
    }
    GL(Disable)(GL_BLEND);
    GL(BindFramebuffer)(GL_FRAMEBUFFER, 0);
    CHECK_NO_ERROR("sRGB");
}

/* A point of 8 by 8 pixels, whose size the shader writes, and one of a pixel, whose size it does not write. */
static void points(const char *version, const char *words)
{
    char vertex[300], fragment[300];
    bool old = !strcmp(version, "#version 100\n");
    GL(Viewport)(0, 0, SURFACE_SIZE, SURFACE_SIZE);
    for (int sized = 0; sized < 2; sized++) {
        snprintf(vertex, sizeof vertex, "void main() { %s gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }", sized ? "gl_PointSize = 8.0;" : "");
        snprintf(fragment, sizeof fragment, "precision mediump float; %s void main() { %s = vec4(gl_PointCoord, 1.0, 1.0); }",
                 old ? "" : "out vec4 colour;", old ? "gl_FragColor" : "colour");
        program_of(version, vertex, fragment);
        GL(ClearColor)(0.0f, 0.0f, 0.0f, 0.0f);
        GL(Clear)(GL_COLOR_BUFFER_BIT);
        GL(DrawArrays)(GL_POINTS, 0, 1);
        int covered = 0;
        GLubyte pixels[32 * 32 * 4];
        GL(ReadPixels)(SURFACE_SIZE / 2 - 16, SURFACE_SIZE / 2 - 16, 32, 32, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        for (int index = 0; index < 32 * 32; index++)
            covered += pixels[index * 4 + 2] == 255;
        EXPECT(covered == (sized ? 64 : 1), "%s: a point of %d pixels, not %d", words, sized ? 64 : 1, covered);
        if (sized)
            /* s grows to the right, t downwards: the lowest row on the left. */
            expect_pixel(SURFACE_SIZE / 2 - 4, SURFACE_SIZE / 2 - 4, 0x10efffff, words);
    }
    CHECK_NO_ERROR("points");
}

/* mpv's: a matrix of a matrix in GLSL ES 1.00. */
static void matrix_of_a_matrix(void)
{
    program_of("#version 100\n", "uniform mat4 m; void main() { gl_Position = vec4(mat3(m) * vec3(1.0), mat2(mat3(1.0))[1].y); }",
               "precision mediump float; uniform mat3 c; void main() { gl_FragColor = mat4(c)[3]; }");
    GL(Viewport)(0, 0, SURFACE_SIZE, SURFACE_SIZE);
    const GLfloat zero[16] = { 0.0f };
    GLint program;
    GL(GetIntegerv)(GL_CURRENT_PROGRAM, &program);
    GL(UniformMatrix4fv)(GL(GetUniformLocation)((GLuint)program, "m"), 1, GL_FALSE, zero);
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    GL(DrawArrays)(GL_POINTS, 0, 1);
    /* Its last column is that of the identity. */
    expect_pixel(SURFACE_SIZE / 2, SURFACE_SIZE / 2, 0x000000ff, "the last column of mat4(mat3)");
    CHECK_NO_ERROR("matrices");
}

int main(void)
{
    static const int versions[][2] = { { 2, 0 }, { 3, 0 }, { 3, 1 }, { 3, 2 } };
    for (size_t index = 0; index < sizeof versions / sizeof *versions; index++) {
        Context context = open_context(ES, versions[index][0], versions[index][1]);
        GLint major = 0, minor = 0;
        EGLint client = 0;
        int told[2] = { 0, 0 };
        sscanf((const char *)GL(GetString)(GL_VERSION), "OpenGL ES %d.%d", &told[0], &told[1]);
        GL(GetIntegerv)(GL_MAJOR_VERSION, &major);
        GL(GetIntegerv)(GL_MINOR_VERSION, &minor);
        EXPECT(major == told[0] && minor == told[1], "GL_VERSION has %d.%d, GL_MAJOR_VERSION and GL_MINOR_VERSION %d.%d", told[0], told[1],
               major, minor);
        eglQueryContext(context.display, context.context, EGL_CONTEXT_CLIENT_VERSION, &client);
        printf("asked for %d.%d: version %d.%d, GLSL %.22s, client version %d\n", versions[index][0], versions[index][1], told[0], told[1],
               (const char *)GL(GetString)(GL_SHADING_LANGUAGE_VERSION), client);
        while (GL(GetError)())
            ;
        matrix_of_a_matrix();
        points("#version 100\n", "GLSL ES 1.00");
        points("#version 300 es\n", "GLSL ES 3.00");
        srgb();
        close_context(&context);
    }
    return verdict("es_contexts");
}
