#version 450 core
in vec3 at;
uniform sampler2D picture;
uniform samplerCubeShadow shadow;
layout(rgba8, binding = 2) uniform image2D target;
out vec4 color;

void main() {
    color = texture(picture, at.xy) * texture(shadow, vec4(at, 0.5));
    imageStore(target, ivec2(gl_FragCoord.xy), color + dFdx(color));
}
