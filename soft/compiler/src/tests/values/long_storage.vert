#version 450
#extension GL_ARB_gpu_shader_int64 : require
// storage: 0 0 0 0 7 8 0 0 0 0 0xFFFFFFFF 3
// stored: 1 2 0 0 7 8 0 4 2 0 0xFFFFFFFF 3
layout(std430) buffer Block { uint64_t one; u64vec2 two; uint64_t list[]; };

void main() {
    if (gl_VertexID == 0) {
        one = 0x0000000200000001UL;
        two.y = list[1] + 1UL;
        list[0] = uint64_t(list.length());
    }
}
