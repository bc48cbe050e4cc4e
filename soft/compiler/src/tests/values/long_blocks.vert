#version 450
#extension GL_ARB_gpu_shader_int64 : require
// uniforms: 1 2 0xFFFFFFFF 0xFFFFFFFF 5 0
// std140: an i64vec3 is aligned to 32 bytes, the elements of an array of int64_t to 16.
// block: 9 0 0 0 0 0 0 0 1 1 2 2 3 3 0 0 40 0 0 0 41 0 0 0
uniform int64_t a;
uniform i64vec2 b;
layout(std140) uniform Block { int64_t first; i64vec3 v; int64_t list[2]; };

void main() {
    int i = gl_VertexID;
    EXPECT(a, 0x200000001L);
    EXPECT(b, i64vec2(-1, 5));
    EXPECT(first, 9L);
    EXPECT(v, i64vec3(1, 2, 3) * 4294967297L);
    EXPECT(list[i & 1], int64_t(40 + (i & 1)));
}
