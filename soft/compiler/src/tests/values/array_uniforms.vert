#version 450
// 0.0 to 15.0, and three booleans
// uniforms: 0 0x3F800000 0x40000000 0x40400000 0x40800000 0x40A00000 0x40C00000 0x40E00000 0x41000000 0x41100000 0x41200000 0x41300000 0x41400000 0x41500000 0x41600000 0x41700000 1 0 7
uniform vec2 v[8];
uniform bool b[3];

void main() {
    int i = gl_VertexID;
    float k = float(2 * (i & 7));
    EXPECT(v[i & 7], vec2(k, k + 1.0));
    EXPECT(v[2], vec2(4.0, 5.0));
    EXPECT(b[0], true);
    EXPECT(b[1], false);
    EXPECT(b[i % 3], i % 3 != 1);
    EXPECT(b[2] == true, true);
}
