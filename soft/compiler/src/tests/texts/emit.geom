#version 450 core
layout(triangles) in;
layout(points, max_vertices = 3) out;
in float weight[];
out float half_weight;

void main() {
    for (int corner = 0; corner < 3; corner++) {
        gl_Position = gl_in[corner].gl_Position;
        half_weight = weight[corner] * 0.5;
        EmitVertex();
        EndPrimitive();
    }
}
