/* Does known work in each frame, for the tests of the report. The errors that it reads are on standard output.
 *
 * It is built with -DLINKED, or gets its functions from eglGetProcAddress. */
#define DESKTOP
#include "check.h"

enum { FRAMES = 11 };

static const unsigned char pixels[1024];
static const GLfloat numbers[32];
static GLuint buffers[3], texture, program, compute, framebuffer, query[2], lists;

static void errors(int frame)
{
    printf("frame %d:", frame);
    GLenum error;
    do
        printf(" %s", error_name(error = GL(GetError)()));
    while (error != GL_NO_ERROR);
    printf("\n");
}

static void state_changes(void)
{
    GL(Enable)(GL_BLEND);
    GL(Disable)(GL_BLEND);
    GL(Viewport)(0, 0, 100, 100);
    GL(BlendFunc)(GL_ONE, GL_ZERO);
    GL(BindTexture)(GL_TEXTURE_2D, texture);
    GL(TexParameteri)(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    GL(UseProgram)(program);
    GL(Uniform4f)(0, 1.0f, 0.0f, 0.0f, 1.0f);
    GL(Uniform4fv)(0, 1, numbers);
    GL(UseProgram)(0);
    GL(MatrixMode)(GL_MODELVIEW);
    GL(LoadIdentity)();
    GL(Translatef)(0.0f, 0.0f, 0.0f);
    GL(Lightfv)(GL_LIGHT0, GL_AMBIENT, numbers);
    GL(VertexAttribPointer)(1, 4, GL_FLOAT, GL_FALSE, 0, NULL);
    GL(BindBuffer)(GL_ARRAY_BUFFER, buffers[0]);
    /* These change no state: current values, names and Gets. */
    GLint value;
    GL(Color4f)(1.0f, 1.0f, 1.0f, 1.0f);
    GL(GetIntegerv)(GL_VIEWPORT, (GLint[4]) { 0 });
    GL(GetIntegerv)(GL_MATRIX_MODE, &value);
    /* A list that is only compiled changes nothing. */
    GL(NewList)(lists, GL_COMPILE);
    GL(Enable)(GL_LIGHTING);
    GL(UseProgram)(program);
    GL(Rectf)(0.0f, 0.0f, 1.0f, 1.0f);
    GL(Begin)(GL_TRIANGLES);
    GL(End)();
    GL(EndList)();
    GL(NewList)(lists + 1, GL_COMPILE_AND_EXECUTE);
    GL(Disable)(GL_LIGHTING);
    GL(EndList)();
    GL(NewList)(lists + 2, GL_COMPILE);
    GL(CallList)(lists);
    GL(Rectf)(0.0f, 0.0f, 1.0f, 1.0f);
    GL(EndList)();
}

static void draws(void)
{
    static const GLint first[3] = { 0, 1, 2 };
    static const GLsizei count[3] = { 1, 1, 1 };
    static const GLubyte numbers_of_lists[2] = { 0, 2 };
    GL(DrawArrays)(GL_POINTS, 0, 1);
    GL(MultiDrawArrays)(GL_POINTS, first, count, 3);
    GL(DrawElementsInstanced)(GL_POINTS, 1, GL_UNSIGNED_BYTE, numbers, 7);
    GL(Begin)(GL_POINTS);
    GL(Vertex2f)(0.0f, 0.0f);
    GL(Vertex2f)(0.5f, 0.0f);
    GL(End)();
    GL(Rectf)(0.0f, 0.0f, 0.1f, 0.1f);
    GL(CallList)(lists);
    GL(ListBase)(lists);
    GL(CallLists)(2, GL_UNSIGNED_BYTE, numbers_of_lists);
    GL(Bitmap)(8, 1, 0.0f, 0.0f, 0.0f, 0.0f, pixels);
}

static void clears(void)
{
    GL(Clear)(GL_COLOR_BUFFER_BIT);
    GL(ClearBufferfv)(GL_COLOR, 0, numbers);
    GL(ClearNamedFramebufferfv)(framebuffer, GL_COLOR, 0, numbers);
    GL(ClearTexImage)(texture, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
}

static void uploads(void)
{
    GL(BufferData)(GL_ARRAY_BUFFER, 100, pixels, GL_STATIC_DRAW);
    GL(BufferData)(GL_ARRAY_BUFFER, 128, NULL, GL_STATIC_DRAW);
    GL(BufferSubData)(GL_ARRAY_BUFFER, 4, 28, pixels);
    GL(NamedBufferSubData)(buffers[0], 0, 3, pixels);
    GL(TexImage2D)(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    GL(TexImage2D)(GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    GL(TexSubImage2D)(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, pixels);
    GL(BindBuffer)(GL_PIXEL_UNPACK_BUFFER, buffers[1]);
    GL(TexSubImage2D)(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    GL(BindBuffer)(GL_PIXEL_UNPACK_BUFFER, 0);
    GL(CompressedTexImage2D)(GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, 4, 4, 0, 8, pixels);
    GL(TexImage2D)(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    GL(MapBufferRange)(GL_ARRAY_BUFFER, 0, 64, GL_MAP_WRITE_BIT);
    GL(UnmapBuffer)(GL_ARRAY_BUFFER);
    GL(MapBufferRange)(GL_ARRAY_BUFFER, 0, 64, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT);
    GL(FlushMappedBufferRange)(GL_ARRAY_BUFFER, 0, 16);
    GL(UnmapBuffer)(GL_ARRAY_BUFFER);
    GL(MapNamedBuffer)(buffers[0], GL_READ_ONLY);
    GL(UnmapNamedBuffer)(buffers[0]);
    GL(MapBuffer)(GL_ARRAY_BUFFER, GL_WRITE_ONLY);
    GL(UnmapBuffer)(GL_ARRAY_BUFFER);
}

static void work(void)
{
    GL(UseProgram)(compute);
    GL(DispatchCompute)(1, 1, 1);
    GL(DispatchCompute)(2, 1, 1);
    GL(UseProgram)(0);
    GL(BeginQuery)(GL_SAMPLES_PASSED, query[0]);
    GL(EndQuery)(GL_SAMPLES_PASSED);
    GL(QueryCounter)(query[1], GL_TIMESTAMP);
    GL(BeginConditionalRender)(query[0], GL_QUERY_WAIT);
    GL(EndConditionalRender)();
}

static void compile(void)
{
    GLuint made = GL(CreateProgram)();
    GL(AttachShader)(made, shader_of(GL_FRAGMENT_SHADER, "#version 330\n", "out vec4 colour; void main() { colour = vec4(0.5); }"));
    link_program(made);
    GL(DeleteProgram)(made);
}

int main(void)
{
    Context context = open_context(COMPATIBILITY, 4, 5);
    lists = GL(GenLists)(3);
    GL(GenBuffers)(3, buffers);
    GL(BindBuffer)(GL_PIXEL_UNPACK_BUFFER, buffers[1]);
    GL(BufferData)(GL_PIXEL_UNPACK_BUFFER, 1024, NULL, GL_STATIC_DRAW);
    GL(BindBuffer)(GL_PIXEL_UNPACK_BUFFER, 0);
    GL(BindBuffer)(GL_ARRAY_BUFFER, buffers[0]);
    GL(BufferData)(GL_ARRAY_BUFFER, 1024, NULL, GL_STATIC_DRAW);
    GL(GenTextures)(1, &texture);
    GL(BindTexture)(GL_TEXTURE_2D, texture);
    GL(TexImage2D)(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    GL(CreateFramebuffers)(1, &framebuffer);
    GL(NamedFramebufferTexture)(framebuffer, GL_COLOR_ATTACHMENT0, texture, 0);
    GL(GenQueries)(2, query);
    program = GL(CreateProgram)();
    GL(AttachShader)(program, shader_of(GL_VERTEX_SHADER, "#version 430\n", "layout(location = 0) uniform vec4 at; void main() { gl_Position = at; }"));
    link_program(program);
    compute = GL(CreateProgram)();
    GL(AttachShader)(compute, shader_of(GL_COMPUTE_SHADER, "#version 430\n", "layout(local_size_x = 1) in; void main() {}"));
    link_program(compute);
    for (int frame = 0; frame < FRAMES; frame++) {
        switch (frame) {
        case 1: state_changes(); break;
        case 2: draws(); break;
        case 3: clears(); break;
        case 4: uploads(); break;
        case 5: work(); break;
        case 6: compile(); break;
        case 7:
            /* Two errors, of which a driver with one flag keeps the first. */
            GL(Enable)(0xffff);
            GL(Viewport)(0, 0, -1, -1);
            break;
        case 8:
            /* Unread so far. From here on each command is checked. */
            GL(Scissor)(0, 0, -1, -1);
            GL(MatrixMode)(0xffff);
            errors(frame);
            GL(Scissor)(0, 0, -1, -1);
            errors(frame);
            break;
        case 9:
            GL(Begin)(GL_TRIANGLES);
            GL(Enable)(GL_BLEND);
            GL(Vertex2f)(0.0f, 0.0f);
            GL(End)();
            errors(frame);
            GL(BeginQuery)(0xffff, query[0]);
            errors(frame);
            GL(EndQuery)(GL_SAMPLES_PASSED);
            errors(frame);
            break;
        case 10:
            GL(PopMatrix)();
            GL(Enable)(0xffff);
            break;
        }
        if (frame < 7)
            EXPECT_ERROR(GL_NO_ERROR, "a frame without errors");
        eglSwapBuffers(context.display, context.surface);
    }
    errors(FRAMES);
    close_context(&context);
    return verdict("activity");
}
