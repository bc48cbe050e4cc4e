#version 450
// uniforms: 5 0x3F800000
uniform int n;
uniform float f;

void main() {
    float x = float(gl_VertexID), a = 0.0;
    for (int k = 0; k < n; k++) {
        if (f > 2.0) {
            a += sin(x + float(k));
            a *= 2.0;
            a -= cos(x);
        } else
            a -= 1.0;
    }
    EXPECT(a, -5.0);
}
