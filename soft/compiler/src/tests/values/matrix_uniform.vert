#version 450
// 0.0 to 15.0
// uniforms: 0 0x3F800000 0x40000000 0x40400000 0x40800000 0x40A00000 0x40C00000 0x40E00000 0x41000000 0x41100000 0x41200000 0x41300000 0x41400000 0x41500000 0x41600000 0x41700000
uniform mat4 m;

void main() {
    float x = float(gl_VertexID);
    EXPECT(m * vec4(x, 1, 0, 0), vec4(4.0, x + 5.0, 2.0 * x + 6.0, 3.0 * x + 7.0));
}
