#version 450 core
layout(location = 0) in vec4 position;
layout(location = 1) in vec3 normal;
uniform mat4 transform;
out float lit;

void main() {
    lit = max(dot(normalize(normal), vec3(0.0, 0.6, 0.8)), 0.1);
    gl_Position = transform * position;
}
