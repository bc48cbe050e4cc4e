//! The scene's shaders, in GLSL 1.20 to 4.30 and GLSL ES 1.00.

/// A context's shading language, and its stages besides vertex and fragment shaders.
#[derive(Clone, Copy)]
pub(super) struct Language {
    /// The first lines of each shader.
    pub(super) header: &'static str,
    /// Geometry shaders exist. These contexts also use `in` and `out` instead of `attribute` and `varying`.
    pub(super) geometry: bool,
    /// Tessellation shaders exist.
    pub(super) tessellation: bool,
    /// Compute shaders exist.
    pub(super) compute: bool,
}

impl Language {
    /// Assembles a stage's source. The macros `ATTRIBUTE`, `VARYING`, `TEXTURE` and `pixel` cover the differences between the languages.
    pub(super) fn source(self, stage: Stage) -> String {
        let words = match (self.geometry, stage) {
            (true, Stage::Vertex) => "#define GEOMETRY\n#define ATTRIBUTE in\n",
            (true, Stage::Fragment) => "#define GEOMETRY\n#define VARYING in\n#define TEXTURE texture\nout vec4 pixel;\n",
            (true, _) => "",
            (false, _) => "#define ATTRIBUTE attribute\n#define VARYING varying\n#define TEXTURE texture2D\n#define pixel gl_FragColor\n",
        };
        let bodies = match stage {
            Stage::Compute => [COMPUTE, ""],
            Stage::Vertex if self.tessellation => [PATCH_VERTEX, ""],
            Stage::Vertex => [SURFACE, VERTEX],
            Stage::TessControl => [TESS_CONTROL, ""],
            Stage::TessEvaluation => [SURFACE, TESS_EVALUATION],
            Stage::Geometry => [GEOMETRY, ""],
            Stage::Fragment => [FRAGMENT, ""],
        };
        [self.header, words, bodies[0], bodies[1]].concat()
    }
}

/// A shader stage.
#[derive(Clone, Copy)]
pub(super) enum Stage {
    Compute,
    Vertex,
    TessControl,
    TessEvaluation,
    Geometry,
    Fragment,
}

/// Varies the radius of the knot's tube along the knot.
const COMPUTE: &str = "
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Corners { vec4 corners[]; };
void main() {
    vec4 corner = corners[gl_GlobalInvocationID.x];
    if (corner.w < 0.5)
        corners[gl_GlobalInvocationID.x].z = 0.24 + 0.05 * cos(18.8495559 * corner.x);
}
";

/// Computes position, normal and texture coordinate at a vertex of the knot or, where the fourth component is 1, of the floor.
const SURFACE: &str = "
uniform mat4 place;
uniform mat4 view;
vec3 knot(float along) {
    float angle = 6.2831853 * along;
    float reach = 1.0 + 0.45 * cos(3.0 * angle);
    return vec3(reach * cos(2.0 * angle), reach * sin(2.0 * angle), 0.45 * sin(3.0 * angle));
}
void surface(vec4 corner, out vec3 position, out vec3 normal, out vec2 coordinate) {
    if (corner.w > 0.5) {
        position = vec3(corner.x, 0.0, corner.y);
        normal = vec3(0.0, 1.0, 0.0);
        coordinate = 0.5 * corner.xy;
        return;
    }
    vec3 here = knot(corner.x);
    vec3 ahead = knot(corner.x + 0.002);
    vec3 side = normalize(cross(ahead - here, ahead + here));
    vec3 outward = normalize(cross(side, ahead - here));
    float angle = 6.2831853 * corner.y;
    normal = cos(angle) * outward + sin(angle) * side;
    position = here + corner.z * normal;
    coordinate = vec2(18.0 * corner.x, 2.0 * corner.y);
}
";

/// Passes a vertex through to the tessellation stages.
const PATCH_VERTEX: &str = "
in vec4 corner;
void main() { gl_Position = corner; }
";

/// Subdivides the knot's patches more finely than the floor's.
const TESS_CONTROL: &str = "
layout(vertices = 4) out;
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    if (gl_InvocationID == 0) {
        float level = gl_in[0].gl_Position.w > 0.5 ? 1.0 : 3.0;
        gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelOuter[3] = level;
        gl_TessLevelInner[0] = gl_TessLevelInner[1] = level;
    }
}
";

/// Interpolates a patch's corners and evaluates the surface there.
const TESS_EVALUATION: &str = "
layout(quads, equal_spacing, ccw) in;
out vec3 corner_world;
out vec3 corner_normal;
out vec2 corner_coordinate;
void main() {
    vec4 low = mix(gl_in[0].gl_Position, gl_in[1].gl_Position, gl_TessCoord.x);
    vec4 high = mix(gl_in[3].gl_Position, gl_in[2].gl_Position, gl_TessCoord.x);
    vec3 position;
    surface(mix(low, high, gl_TessCoord.y), position, corner_normal, corner_coordinate);
    corner_world = (place * vec4(position, 1.0)).xyz;
    corner_normal = mat3(place) * corner_normal;
    gl_Position = view * vec4(corner_world, 1.0);
}
";

/// Evaluates the surface at a vertex, in contexts without tessellation.
const VERTEX: &str = "
ATTRIBUTE vec4 corner;
#ifdef GEOMETRY
out vec3 corner_world;
out vec3 corner_normal;
out vec2 corner_coordinate;
#define world corner_world
#define normal corner_normal
#define coordinate corner_coordinate
#else
varying vec3 world;
varying vec3 normal;
varying vec2 coordinate;
#endif
void main() {
    vec4 thick = corner;
    if (corner.w < 0.5)
        thick.z = 0.24 + 0.05 * cos(18.8495559 * corner.x);
    vec3 position;
    vec3 upward;
    surface(thick, position, upward, coordinate);
    world = (place * vec4(position, 1.0)).xyz;
    normal = (place * vec4(upward, 0.0)).xyz;
    gl_Position = view * vec4(world, 1.0);
}
";

/// Adds barycentric coordinates to each vertex of a triangle, with which the fragment shader draws the wireframe.
const GEOMETRY: &str = "
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
in vec3 corner_world[];
in vec3 corner_normal[];
in vec2 corner_coordinate[];
out vec3 world;
out vec3 normal;
out vec2 coordinate;
out vec3 edges;
void main() {
    for (int i = 0; i < 3; i++) {
        gl_Position = gl_in[i].gl_Position;
        world = corner_world[i];
        normal = corner_normal[i];
        coordinate = corner_coordinate[i];
        edges = vec3(i == 0, i == 1, i == 2);
        EmitVertex();
    }
    EndPrimitive();
}
";

/// Lights the knot and the floor. Alpha is the floor's opacity; in the shadow it is the light that reaches the floor.
const FRAGMENT: &str = "
uniform sampler2D colours;
uniform vec3 eye;
uniform float part;
VARYING vec3 world;
VARYING vec3 normal;
VARYING vec2 coordinate;
#ifdef GEOMETRY
in vec3 edges;
#endif
void main() {
    vec3 sky = vec3(0.055, 0.075, 0.115);
    vec3 light = normalize(vec3(-0.55, 1.0, 0.6));
    vec3 to_eye = eye - world;
    float far = length(to_eye);
    to_eye /= far;
    vec3 facing = normalize(normal);
    vec3 colour = TEXTURE(colours, coordinate).rgb;
    if (part > 1.5) {
        float spot = exp(-0.05 * dot(world.xz, world.xz));
        float haze = clamp(0.07 * (far - 4.0), 0.0, 1.0);
        float mirror = 0.45 * pow(1.0 - to_eye.y, 3.0) + 0.16;
        float alpha = mix(1.0 - mirror, 1.0, haze);
        pixel = vec4(mix(colour * (0.30 + 0.75 * spot), sky, haze) * alpha, alpha);
        return;
    }
    float solid = 1.0;
#ifdef GEOMETRY
    float along = coordinate.x / 18.0;
    float from = abs(fract(along - 0.19) - 0.5);
    solid = smoothstep(0.10, 0.135, from);
    vec3 near = edges / fwidth(edges);
    float line = 1.0 - smoothstep(0.5, 1.3, min(near.x, min(near.y, near.z)));
    if (solid < 0.5 && line < 0.5)
        discard;
    vec3 wire = vec3(0.35, 0.85, 1.0) * (0.35 + 0.65 * line);
#else
    vec3 wire = colour;
#endif
    if (part > 0.5) {
        pixel = vec4(0.0, 0.0, 0.0, 0.35);
        return;
    }
    float day = max(dot(facing, light), 0.0);
    vec3 around = mix(vec3(0.20, 0.17, 0.16), vec3(0.30, 0.38, 0.50), 0.5 + 0.5 * facing.y);
    float shine = pow(max(dot(facing, normalize(light + to_eye)), 0.0), 60.0);
    float rim = pow(1.0 - max(dot(facing, to_eye), 0.0), 3.0);
    vec3 lit = colour * (around + 0.85 * day) + vec3(0.75 * shine) + vec3(0.10, 0.16, 0.25) * rim;
    pixel = vec4(mix(wire, lit, solid), 1.0);
}
";
