//! The scene's shaders. Each is given its `#version` line when it is compiled.

/// Moves the corners of the patches: a wave on the water.
pub(super) const COMPUTE: &str = "
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Corners { vec4 corners[]; };
void main() {
    vec4 corner = corners[gl_GlobalInvocationID.x];
    corners[gl_GlobalInvocationID.x].z = 0.1 * sin(5.0 * corner.x) * cos(4.0 * corner.y);
}
";

/// Hands the corners of a patch on.
pub(super) const PATCH_VERTEX: &str = "
in vec4 corner;
void main() { gl_Position = corner; }
";

pub(super) const TESS_CONTROL: &str = "
layout(vertices = 4) out;
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    if (gl_InvocationID == 0) {
        gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelOuter[3] = 4.0;
        gl_TessLevelInner[0] = gl_TessLevelInner[1] = 4.0;
    }
}
";

pub(super) const TESS_EVALUATION: &str = "
layout(quads, equal_spacing, ccw) in;
out float height;
void main() {
    vec4 low = mix(gl_in[0].gl_Position, gl_in[1].gl_Position, gl_TessCoord.x);
    vec4 high = mix(gl_in[3].gl_Position, gl_in[2].gl_Position, gl_TessCoord.x);
    vec4 place = mix(low, high, gl_TessCoord.y);
    height = place.z + 0.02 * sin(40.0 * place.x);
    gl_Position = vec4(place.x, place.y + height, 0.0, 1.0);
}
";

/// For contexts without tessellation.
pub(super) const VERTEX: &str = "
in vec4 corner;
out float height;
void main() {
    height = 0.1 * sin(5.0 * corner.x) * cos(4.0 * corner.y);
    gl_Position = vec4(corner.x, corner.y + height, 0.0, 1.0);
}
";

pub(super) const GEOMETRY: &str = "
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
in float height[];
out vec3 colour;
void main() {
    float light = 0.5 + 2.0 * (height[0] + height[1] + height[2]);
    for (int i = 0; i < 3; i++) {
        gl_Position = gl_in[i].gl_Position;
        colour = vec3(0.1, 0.4, 0.9) * light;
        EmitVertex();
    }
    EndPrimitive();
}
";

pub(super) const FRAGMENT: &str = "
in vec3 colour;
out vec4 pixel;
void main() { pixel = vec4(colour, 1.0); }
";

/// For OpenGL 2.1 and OpenGL ES.
pub(super) const PLAIN_VERTEX: &str = "
attribute vec4 corner;
varying vec3 colour;
void main() {
    float height = 0.1 * sin(5.0 * corner.x) * cos(4.0 * corner.y);
    colour = vec3(0.1, 0.4, 0.9) * (0.5 + 6.0 * height);
    gl_Position = vec4(corner.x, corner.y + height, 0.0, 1.0);
}
";

/// For OpenGL 2.1 and OpenGL ES.
pub(super) const PLAIN_FRAGMENT: &str = "
varying vec3 colour;
void main() { gl_FragColor = vec4(colour, 1.0); }
";
