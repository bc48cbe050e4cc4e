#version 450 core
layout(location = 0) in float x;
uniform int n;
uniform float f;

// Conditions that are alike in all lanes jump, without masks.
void main() {
    float a = 0.0;
    for (int k = 0; k < n; k++) {
        if (f > 2.0) {
            a += sin(x + float(k));
            a *= 2.0;
            a -= cos(x);
        } else
            a -= 1.0;
    }
    gl_Position = vec4(a);
}
