#version 450 core
in vec2 at;
uniform int kind;
out vec4 color;

void main() {
    if (kind == 1) {
        color = vec4(1.0);
    } else if (at.x < 0.5) {
        color = vec4(at, 0.0, 1.0);
    } else {
        discard;
    }
}
