#version 450 core
in int index;
uniform vec4 colors[4];
out vec4 color;

void main() {
    float values[3] = float[3](1.0, 2.0, 3.0);
    values[index] = 4.0;
    color = colors[index & 3] * values[2 - index];
    gl_Position = vec4(0.0);
}
