/* One kind of command in each frame, for the definitions of docs/counts.md. tests/activity.rs has what each frame counts, by hand. */
#define DESKTOP
#include "check.h"

static unsigned char data[65536];
static GLuint array, elements, indirect, unpack, persistent, texture, compressed, compute, lists;
static unsigned char *mapped;

static void rectangles(int count)
{
    for (int number = 0; number < count; number++)
        GL(Rectf)(0.0f, 0.0f, 0.1f, 0.1f);
}

static void new_list(GLuint list, int draws)
{
    GL(NewList)(list, GL_COMPILE);
    rectangles(draws);
    GL(EndList)();
}

static void prepare(void)
{
    static const GLuint commands[] = { 3, 1, 0, 0, 3, 1, 0, 0, 3, 1, 0, 0, 3, 1, 0, 0, 3, 1, 0, 0, 3, 1, 0, 0, 3, 9 };
    static const GLuint groups[3] = { 1, 1, 1 };
    GLuint buffers[6], textures[2], dispatch;
    GL(GenBuffers)(6, buffers);
    array = buffers[0], elements = buffers[1], indirect = buffers[2], unpack = buffers[3], persistent = buffers[4], dispatch = buffers[5];
    GL(BindBuffer)(GL_ELEMENT_ARRAY_BUFFER, elements);
    GL(BufferData)(GL_ELEMENT_ARRAY_BUFFER, 4096, data, GL_STATIC_DRAW);
    GL(BindBuffer)(GL_DRAW_INDIRECT_BUFFER, indirect);
    GL(BufferData)(GL_DRAW_INDIRECT_BUFFER, sizeof commands, commands, GL_STATIC_DRAW);
    GL(BindBuffer)(GL_PARAMETER_BUFFER, indirect);
    GL(BindBuffer)(GL_DISPATCH_INDIRECT_BUFFER, dispatch);
    GL(BufferData)(GL_DISPATCH_INDIRECT_BUFFER, sizeof groups, groups, GL_STATIC_DRAW);
    GL(BindBuffer)(GL_PIXEL_UNPACK_BUFFER, unpack);
    GL(BufferData)(GL_PIXEL_UNPACK_BUFFER, 4096, NULL, GL_STREAM_DRAW);
    GL(BindBuffer)(GL_PIXEL_UNPACK_BUFFER, 0);
    GL(BindBuffer)(GL_ARRAY_BUFFER, array);
    GL(BufferData)(GL_ARRAY_BUFFER, 8192, data, GL_STATIC_DRAW);
    GL(VertexPointer)(2, GL_FLOAT, 0, NULL);
    GL(EnableClientState)(GL_VERTEX_ARRAY);
    GL(PixelStorei)(GL_UNPACK_ALIGNMENT, 1);
    GL(GenTextures)(2, textures);
    texture = textures[0], compressed = textures[1];
    GL(BindTexture)(GL_TEXTURE_2D, compressed);
    GL(CompressedTexImage2D)(GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, 16, 8, 0, 64, data);
    GL(BindTexture)(GL_TEXTURE_2D, texture);
    GL(TexImage2D)(GL_TEXTURE_2D, 0, GL_RGBA8, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    compute = GL(CreateProgram)();
    GL(AttachShader)(compute, shader_of(GL_COMPUTE_SHADER, "#version 430\n", "layout(local_size_x = 1) in; void main() {}"));
    link_program(compute);
    lists = GL(GenLists)(10);
}

static void ignore_errors(void)
{
    while (GL(GetError)() != GL_NO_ERROR)
        continue;
}

/* The memory of a persistent mapping is made anew by each call. */
static void map_persistently(void)
{
    const GLbitfield flags = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    GL(BindBuffer)(GL_UNIFORM_BUFFER, persistent);
    GL(BufferStorage)(GL_UNIFORM_BUFFER, 4096, NULL, flags);
    mapped = GL(MapBufferRange)(GL_UNIFORM_BUFFER, 0, 4096, flags);
    CHECK(mapped, "a persistent mapping");
}

static void draw_from_memory(bool is_indexed)
{
    static const GLushort indices[3] = { 4, 8, 6 };
    static GLfloat vertices[4 * 300];
    GL(BindBuffer)(GL_ARRAY_BUFFER, 0);
    GL(VertexPointer)(4, GL_FLOAT, 0, vertices);
    if (is_indexed) {
        GL(BindBuffer)(GL_ELEMENT_ARRAY_BUFFER, 0);
        GL(DrawElements)(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, indices);
        GL(BindBuffer)(GL_ELEMENT_ARRAY_BUFFER, elements);
    } else {
        GL(DrawArrays)(GL_TRIANGLES, 0, 300);
    }
    GL(BindBuffer)(GL_ARRAY_BUFFER, array);
    GL(VertexPointer)(2, GL_FLOAT, 0, NULL);
}

/* Does the work of a frame. Returns false after the last one. */
static bool work(int frame)
{
    static const GLint first[5] = { 0, 0, 0, 0, 0 };
    static const GLsizei counts[5] = { 3, 0, 3, 0, 3 };
    static const GLfloat zeros[12];
    static const GLubyte called[2] = { 0, 77 };
    switch (frame) {
    case 0: prepare(); break;
    case 1: GL(MultiDrawArrays)(GL_TRIANGLES, first, counts, 5); break;
    case 2:
        GL(DrawArrays)(GL_TRIANGLES, 0, 0);
        GL(DrawArraysInstanced)(GL_TRIANGLES, 0, 3, 0);
        break;
    case 3:
        GL(MultiDrawArraysIndirectCountARB)(GL_TRIANGLES, NULL, 96, 6, 0);
        GL(MultiDrawArraysIndirectCountARB)(GL_TRIANGLES, NULL, 100, 4, 0);
        break;
    case 4:
        GL(Rectf)(0.0f, 0.0f, 0.1f, 0.1f);
        GL(DrawPixels)(4, 4, GL_RGBA, GL_UNSIGNED_BYTE, data);
        GL(CopyPixels)(0, 0, 8, 8, GL_COLOR);
        break;
    case 5: GL(Bitmap)(9, 3, 0.0f, 0.0f, 0.0f, 0.0f, data); break;
    case 6: GL(PolygonStipple)(data); break;
    case 7:
        GL(Enable)(GL_MAP1_VERTEX_3);
        GL(Map1f)(GL_MAP1_VERTEX_3, 0.0f, 1.0f, 3, 4, zeros);
        GL(MapGrid1f)(4, 0.0f, 1.0f);
        GL(EvalMesh1)(GL_LINE, 0, 4);
        GL(Disable)(GL_MAP1_VERTEX_3);
        GL(Begin)(GL_POINTS);
        GL(ArrayElement)(0);
        GL(End)();
        break;
    case 8:
        GL(UseProgram)(compute);
        GL(DispatchCompute)(1, 1, 1);
        GL(BindBufferBase)(GL_SHADER_STORAGE_BUFFER, 0, array);
        GL(DispatchComputeIndirect)(0);
        GL(UseProgram)(0);
        break;
    case 9:
        GL(Clear)(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        GL(Clear)(0);
        GL(ClearBufferfv)(GL_COLOR, 0, zeros);
        GL(ClearTexImage)(texture, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
        GL(ClearBufferData)(GL_ARRAY_BUFFER, GL_R8, GL_RED, GL_UNSIGNED_BYTE, NULL);
        break;
    case 10:
        GL(BindTexture)(GL_TEXTURE_2D, texture);
        GL(GenerateMipmap)(GL_TEXTURE_2D);
        GL(CopyTexSubImage2D)(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 8, 8);
        GL(CopyBufferSubData)(GL_ARRAY_BUFFER, GL_ARRAY_BUFFER, 0, 4096, 16);
        break;
    case 11: new_list(lists, 3); break;
    case 12: GL(CallList)(lists); break;
    case 13:
        GL(CallList)(lists + 9);
        GL(CallList)(99999);
        break;
    case 14:
        GL(NewList)(lists + 1, GL_COMPILE);
        GL(CallList)(lists + 2);
        GL(EndList)();
        break;
    case 15:
        new_list(lists + 2, 5);
        GL(CallList)(lists + 1);
        break;
    case 16:
        new_list(lists + 2, 2);
        GL(CallList)(lists + 1);
        break;
    case 17:
        GL(DeleteLists)(lists + 2, 1);
        GL(CallList)(lists + 1);
        break;
    case 18:
        GL(ListBase)(lists);
        GL(CallLists)(2, GL_UNSIGNED_BYTE, called);
        GL(ListBase)(0);
        break;
    case 19:
        GL(NewList)(lists + 3, GL_COMPILE);
        GL(Clear)(GL_COLOR_BUFFER_BIT);
        GL(Enable)(GL_BLEND);
        GL(TexSubImage2D)(GL_TEXTURE_2D, 0, 0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, data);
        GL(Clear)(GL_COLOR_BUFFER_BIT);
        GL(Disable)(GL_BLEND);
        GL(EndList)();
        break;
    case 20:
        GL(CallList)(lists + 3);
        GL(CallList)(lists + 3);
        break;
    case 21:
        GL(NewList)(lists + 4, GL_COMPILE_AND_EXECUTE);
        rectangles(1);
        GL(Clear)(GL_COLOR_BUFFER_BIT);
        GL(EndList)();
        break;
    case 22:
        GL(NewList)(lists + 5, GL_COMPILE);
        GL(BindBuffer)(GL_ARRAY_BUFFER, array);
        GL(BufferSubData)(GL_ARRAY_BUFFER, 0, 16, data);
        GL(VertexPointer)(2, GL_FLOAT, 0, NULL);
        GL(PixelStorei)(GL_UNPACK_ALIGNMENT, 1);
        GL(EndList)();
        GL(CallList)(lists + 5);
        break;
    case 23:
        GL(NewList)(lists + 6, GL_COMPILE);
        GL(Vertex2f)(0.0f, 0.0f);
        GL(EndList)();
        GL(Begin)(GL_POINTS);
        GL(CallList)(lists + 6);
        GL(End)();
        break;
    case 24:
        GL(BufferSubData)(GL_ARRAY_BUFFER, 0, 1000, data);
        GL(NamedBufferSubData)(array, 0, 10, data);
        GL(BufferData)(GL_ARRAY_BUFFER, 8192, NULL, GL_STATIC_DRAW);
        break;
    case 25:
        GL(TexSubImage2D)(GL_TEXTURE_2D, 0, 0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, data);
        GL(PixelStorei)(GL_UNPACK_ROW_LENGTH, 64);
        GL(TexSubImage2D)(GL_TEXTURE_2D, 0, 0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, data);
        GL(PixelStorei)(GL_UNPACK_ROW_LENGTH, 0);
        GL(TexSubImage2D)(GL_TEXTURE_2D, 0, 0, 0, 3, 3, GL_RGB, GL_UNSIGNED_BYTE, data);
        break;
    case 26:
        GL(BindBuffer)(GL_PIXEL_UNPACK_BUFFER, unpack);
        GL(BufferSubData)(GL_PIXEL_UNPACK_BUFFER, 0, 1024, data);
        GL(TexSubImage2D)(GL_TEXTURE_2D, 0, 0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
        GL(TexSubImage2D)(GL_TEXTURE_2D, 0, 0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, (void *)64);
        GL(BindBuffer)(GL_PIXEL_UNPACK_BUFFER, 0);
        break;
    case 27:
        GL(PushClientAttrib)(GL_CLIENT_PIXEL_STORE_BIT);
        GL(BindBuffer)(GL_PIXEL_UNPACK_BUFFER, unpack);
        GL(PopClientAttrib)();
        GL(TexSubImage2D)(GL_TEXTURE_2D, 0, 0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, data);
        break;
    case 28: GL(CompressedTextureSubImage2D)(compressed, 0, 0, 0, 16, 8, GL_COMPRESSED_RED_RGTC1, 64, data); break;
    case 29:
        GL(TextureImage2DEXT)(texture, GL_TEXTURE_2D, 0, GL_RGBA8, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
        GL(MultiTexImage2DEXT)(GL_TEXTURE0, GL_TEXTURE_2D, 0, GL_RGBA8, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
        GL(CompressedTextureImage2DEXT)(compressed, GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, 16, 8, 0, 64, data);
        GL(MultiTexSubImage2DEXT)(GL_TEXTURE0, GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, data);
        GL(NamedBufferSubDataEXT)(array, 0, 100, data);
        break;
    case 30:
        memset(GL(MapBufferRange)(GL_ARRAY_BUFFER, 0, 500, GL_MAP_WRITE_BIT), 1, 500);
        GL(UnmapBuffer)(GL_ARRAY_BUFFER);
        break;
    case 31:
        GL(MapBuffer)(GL_ARRAY_BUFFER, GL_READ_ONLY);
        GL(UnmapBuffer)(GL_ARRAY_BUFFER);
        GL(MapBuffer)(GL_ARRAY_BUFFER, GL_READ_WRITE);
        GL(UnmapBuffer)(GL_ARRAY_BUFFER);
        break;
    case 32: {
        unsigned char *both = GL(MapNamedBuffer)(array, GL_READ_WRITE);
        both[100] ^= 1;
        both[109] ^= 1;
        GL(UnmapNamedBuffer)(array);
        break;
    }
    case 33:
        GL(MapBufferRange)(GL_ARRAY_BUFFER, 0, 64, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT);
        GL(FlushMappedBufferRange)(GL_ARRAY_BUFFER, 0, 16);
        GL(FlushMappedBufferRange)(GL_ARRAY_BUFFER, 32, 32);
        GL(UnmapBuffer)(GL_ARRAY_BUFFER);
        break;
    case 34: map_persistently(); break;
    case 35: memset(mapped, 35, 4096); break;
    case 36: break;
    case 37:
        GL(BindBuffer)(GL_UNIFORM_BUFFER, persistent);
        GL(UnmapBuffer)(GL_UNIFORM_BUFFER);
        break;
    case 38:
    case 39: draw_from_memory(frame == 39); break;
    case 40:
        GL(DrawArrays)(0xff, 0, 3);
        ignore_errors();
        GL(DrawArrays)(GL_TRIANGLES, 0, -1);
        ignore_errors();
        GL(Begin)(0x77);
        ignore_errors();
        GL(End)();
        ignore_errors();
        break;
    case 41:
        GL(BufferSubData)(GL_ARRAY_BUFFER, 8000, 1000, data);
        GL(TexSubImage2D)(GL_TEXTURE_2D, 0, 60, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, data);
        GL(BufferData)(0xffff, 16, data, GL_STATIC_DRAW);
        ignore_errors();
        break;
    case 42:
        GL(Clear)(0xffff0000);
        GL(Clear)(GL_COLOR_BUFFER_BIT);
        GL(UseProgram)(compute);
        GL(DispatchCompute)(0xffffffff, 1, 1);
        GL(DispatchCompute)(1, 1, 1);
        GL(UseProgram)(0);
        GL(Enable)(0xffff);
        GL(Enable)(GL_BLEND);
        GL(UseProgram)(0xffff);
        ignore_errors();
        break;
    case 43:
        GL(NewList)(lists + 7, GL_COMPILE);
        rectangles(2);
        GL(Enable)(0xffff);
        GL(EndList)();
        GL(CallList)(lists + 7);
        ignore_errors();
        break;
    case 44: {
        GLuint incomplete;
        GL(GenFramebuffers)(1, &incomplete);
        GL(BindFramebuffer)(GL_FRAMEBUFFER, incomplete);
        GL(Begin)(GL_POINTS);
        GL(Vertex2f)(0.0f, 0.0f);
        GL(End)();
        GL(Clear)(GL_COLOR_BUFFER_BIT);
        GL(BindFramebuffer)(GL_FRAMEBUFFER, 0);
        ignore_errors();
        break;
    }
    default: return false;
    }
    return true;
}

int main(void)
{
    Context context = open_context(COMPATIBILITY, 4, 5);
    for (int frame = 0; work(frame); frame++) {
        EXPECT_ERROR(GL_NO_ERROR, "a frame");
        eglSwapBuffers(context.display, context.surface);
    }
    eglSwapBuffers(context.display, context.surface);
    close_context(&context);
    return verdict("counts");
}
