#version 450 core
out vec4 color;

void main() {
    const float third = 1.0 / 3.0;
    float x = third * 3.0 + sin(0.0);
    color = vec4(x, x * 0.0 + 2.0, 7 / 2, -x);
}
