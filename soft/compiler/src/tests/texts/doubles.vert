#version 450 core
in dvec2 exact;
uniform double scale;

void main() {
    dvec2 scaled = exact * scale + 0.25LF;
    gl_Position = vec4(vec2(scaled), float(scaled.x < scaled.y), 1.0);
}
