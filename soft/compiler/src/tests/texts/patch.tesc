#version 450 core
layout(vertices = 3) out;
in vec4 color[];
out vec4 near[];
patch out float inner;

void main() {
    near[gl_InvocationID] = color[gl_InvocationID];
    barrier();
    inner = near[0].x + near[2].y;
    gl_TessLevelOuter[gl_InvocationID] = 4.0;
    gl_TessLevelInner[0] = inner;
}
