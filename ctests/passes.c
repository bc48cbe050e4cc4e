/* Draws frames with known work, for the tests of the report: a pass into a framebuffer in the group "shadows", and one into the default
 * framebuffer in the group "scene" with a nested group, each with its own program.
 *
 *   passes NUMBER [swap|rest] [errors|many] [kill|abort|exit]
 *
 * "rest" swaps no buffers. "errors" raises GL_INVALID_ENUM by glEnable in every frame and reads it, "many" a hundred times. The last argument says
 * how the program ends instead of returning.
 */
#define DESKTOP
#include "check.h"

#include <signal.h>
#include <unistd.h>

enum { SIDE = 64, UPLOADED = 256 };

static GLuint program(const char *name, const char *colour)
{
    char text[256];
    GLuint made = GL(CreateProgram)();
    snprintf(text, sizeof text, "out vec4 colour; void main() { colour = vec4(%s, 1.0); }", colour);
    GLuint vertex = shader_of(GL_VERTEX_SHADER, "#version 450 core\n",
                              "void main() { gl_Position = vec4(gl_VertexID % 2 * 4 - 1, gl_VertexID / 2 * 4 - 1, 0.0, 1.0); }");
    GLuint fragment = shader_of(GL_FRAGMENT_SHADER, "#version 450 core\n", text);
    GL(AttachShader)(made, vertex);
    GL(AttachShader)(made, fragment);
    link_program(made);
    GL(ObjectLabel)(GL_PROGRAM, made, -1, name);
    return made;
}

int main(int count, char **arguments)
{
    CHECK(count > 2, "the number of frames, and swap or rest");
    int swaps = !strcmp(arguments[2], "swap"), errors = 0;
    if (count > 3)
        errors = !strcmp(arguments[3], "many") ? 100 : !strcmp(arguments[3], "errors");
    const char *end = arguments[count - 1];
    static const char bytes[UPLOADED];
    GLuint framebuffer, texture, buffer, array, query;
    Context context = open_context(CORE, 4, 5);
    GLuint depth = program("depth", "0.5, 0.5, 0.5"), lit = program("lit", "1.0, 0.0, 0.0");
    GL(GenVertexArrays)(1, &array);
    GL(BindVertexArray)(array);
    GL(GenTextures)(1, &texture);
    GL(BindTexture)(GL_TEXTURE_2D, texture);
    GL(TexStorage2D)(GL_TEXTURE_2D, 1, GL_RGBA8, SIDE, SIDE);
    GL(GenFramebuffers)(1, &framebuffer);
    GL(BindFramebuffer)(GL_FRAMEBUFFER, framebuffer);
    GL(FramebufferTexture2D)(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    GL(ObjectLabel)(GL_FRAMEBUFFER, framebuffer, -1, "shadow map");
    GL(GenBuffers)(1, &buffer);
    GL(BindBuffer)(GL_UNIFORM_BUFFER, buffer);
    GL(BufferData)(GL_UNIFORM_BUFFER, UPLOADED, NULL, GL_DYNAMIC_DRAW);
    GL(GenQueries)(1, &query);

    for (int frame = 0; frame < atoi(arguments[1]); frame++) {
        GL(PushDebugGroup)(GL_DEBUG_SOURCE_APPLICATION, 1, -1, "shadows");
        GL(BindFramebuffer)(GL_FRAMEBUFFER, framebuffer);
        GL(Viewport)(0, 0, SIDE, SIDE);
        GL(Clear)(GL_COLOR_BUFFER_BIT);
        GL(UseProgram)(depth);
        GL(DrawArrays)(GL_TRIANGLES, 0, 3);
        GL(DrawArrays)(GL_TRIANGLES, 0, 3);
        GL(PopDebugGroup)();
        GL(PushDebugGroup)(GL_DEBUG_SOURCE_APPLICATION, 2, -1, "scene");
        GL(BindFramebuffer)(GL_FRAMEBUFFER, 0);
        GL(Viewport)(0, 0, SURFACE_SIZE, SURFACE_SIZE);
        GL(Clear)(GL_COLOR_BUFFER_BIT);
        GL(BufferSubData)(GL_UNIFORM_BUFFER, 0, UPLOADED, bytes);
        GL(UseProgram)(lit);
        GL(BeginQuery)(GL_SAMPLES_PASSED, query);
        GL(DrawArrays)(GL_TRIANGLES, 0, 3);
        GL(EndQuery)(GL_SAMPLES_PASSED);
        GL(PushDebugGroup)(GL_DEBUG_SOURCE_APPLICATION, 3, -1, "water");
        GL(DrawArrays)(GL_TRIANGLES, 0, 3);
        GL(DrawArrays)(GL_TRIANGLES, 0, 3);
        GL(PopDebugGroup)();
        GL(PopDebugGroup)();
        for (int error = 0; error < errors; error++) {
            GL(Enable)(0xffff);
            EXPECT_ERROR(GL_INVALID_ENUM, "glEnable");
        }
        EXPECT_ERROR(GL_NO_ERROR, "a frame");
        GLuint samples = 0;
        GL(GetQueryObjectuiv)(query, GL_QUERY_RESULT, &samples);
        EXPECT(samples == SURFACE_SIZE * SURFACE_SIZE, "the program's own query (got %u)", samples);
        if (swaps)
            eglSwapBuffers(context.display, context.surface);
    }
    GL(Finish)();
    fflush(stdout);
    if (!strcmp(end, "kill"))
        kill(getpid(), SIGKILL);
    if (!strcmp(end, "abort"))
        abort();
    if (!strcmp(end, "exit"))
        _exit(verdict("passes"));
    return verdict("passes");
}
