#version 450 core
in vec4 position;

float half_of(float value) {
    if (value < 0.0)
        return 0.0;
    return value * 0.5;
}

void both(inout vec2 pair, out float sum) {
    pair = vec2(half_of(pair.x), half_of(pair.y));
    sum = pair.x + pair.y;
}

void main() {
    vec2 pair = position.xy;
    float sum;
    both(pair, sum);
    gl_Position = vec4(pair, sum, 1.0);
}
