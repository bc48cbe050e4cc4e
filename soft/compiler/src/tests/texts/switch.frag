#version 450 core
flat in int kind;
out vec4 color;

void main() {
    float x = 0.0;
    switch (kind) {
    case 0:
        x = 1.0;
    case 1:
        x += 2.0;
        break;
    default:
        x = 5.0;
    }
    color = vec4(x);
}
