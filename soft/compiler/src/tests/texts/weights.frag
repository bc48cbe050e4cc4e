#version 450 core
uniform sampler2D t;
uniform float zero;
layout(location = 0) out vec4 weightless[3];
layout(location = 3) out vec4 weighty[5];

// Only results that are multiplied by a constant zero, and nothing else, have no weight: samples 0, 1, 2 and 7.
void main() {
    weightless[0] = texture(t, vec2(0.1)) * 0.0 + vec4(1.0);
    weightless[1] = vec4(1.0) + -0.0 * texture(t, vec2(0.2));
    weightless[2] = vec4(texture(t, vec2(0.3)).r * 0.0);
    weighty[0] = texture(t, vec2(0.4)) * 0.5;
    weighty[1] = texture(t, vec2(0.5)) * zero;
    weighty[2] = vec4(0.0) * vec4(1.0) + texture(t, vec2(0.6));
    // The coordinates of sample 7 are those of sample 6, which therefore has a weight.
    weighty[3] = texture(t, texture(t, vec2(0.7)).xy) * 0.0;
    weighty[4] = vec4(textureQueryLod(t, vec2(0.8)), 0.0, 0.0) * 0.0;
}
