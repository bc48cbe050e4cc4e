//! The scenes and their shaders.

use crate::child::{Clock, Gl};
use crate::draws::{self, Draws};
use crate::fills::{self, Fill};
use crate::geometry;
use crate::textures::{self, Texture};
use crate::video;
use std::ffi::{CStr, c_void};
use std::time::Duration;

/// Draws a scene with the functions of a driver, whose addresses the second argument returns. Returns the shortest time of a draw; `None` if the driver lacks what it needs.
pub(crate) type Measure = fn(&Gl, &dyn Fn(&str) -> *mut c_void, &Scene, &Clock) -> Option<Duration>;

/// The kind of a scene.
pub(crate) enum Kind {
    /// Two triangles without attributes that cover the picture, with this fragment shader.
    Fragments(&'static CStr),
    /// A bent sheet of `n` by `n` squares of two triangles that covers the picture, with per-fragment lighting.
    Mesh(u32),
    /// The same with a texture.
    Textured(Texture, &'static CStr),
    /// One dispatch of 1,048,576 invocations.
    Compute,
    /// A frame of `fills.rs`.
    Fill(Fill),
    /// Thousands of tiny draws.
    Draws(Draws),
    /// What this function draws.
    Own(Measure),
}

/// A scene.
pub(crate) struct Scene {
    /// The name on the command line.
    pub(crate) key: &'static str,
    /// The title in the table.
    pub(crate) title: &'static str,
    pub(crate) kind: Kind,
}

impl Scene {
    /// Returns the bytes of images that a draw at least reads and writes, of the scenes that memory may bound.
    pub(crate) fn bytes(&self) -> Option<f64> {
        let picture = f64::from(SIZE * SIZE) * 4.0;
        match &self.kind {
            Kind::Fill(fill) => Some(fill.bytes()),
            // The picture is written, and a texture of its size is read.
            Kind::Textured(..) => Some(2.0 * picture),
            _ => None,
        }
    }
}

/// The width and height of the picture, in pixels.
pub(crate) const SIZE: i32 = 1024;

/// Iterates over the scenes of all files.
pub(crate) fn all() -> impl Iterator<Item = &'static Scene> {
    SCENES.iter().chain(&textures::SCENES).chain(&geometry::SCENES).chain(&fills::SCENES).chain(&draws::SCENES).chain(&video::SCENES)
}

/// The scenes of this file.
const SCENES: [Scene; 6] = [
    Scene { key: "phong", title: "Phong, full screen, 1024 x 1024", kind: Kind::Fragments(PHONG) },
    Scene { key: "mesh-2048", title: "mesh of 2,048 triangles, Phong", kind: Kind::Mesh(32) },
    Scene { key: "mesh-32768", title: "mesh of 32,768 triangles, Phong", kind: Kind::Mesh(128) },
    Scene { key: "mesh-524288", title: "mesh of 524,288 triangles, Phong", kind: Kind::Mesh(512) },
    Scene { key: "divergent", title: "loop of 0 to 127 turns, by pixel", kind: Kind::Fragments(DIVERGENT) },
    Scene { key: "compute", title: "compute, 1,048,576 invocations", kind: Kind::Compute },
];

/// The vertex shader of two triangles that cover the picture, with the inputs of [`PHONG`].
pub(crate) const FULL_SCREEN: &CStr = c"#version 150
out vec3 position;
out vec3 normal;
void main() {
    vec2 corner = vec2(gl_VertexID == 1 || gl_VertexID == 4 || gl_VertexID == 5 ? 1.0 : -1.0, gl_VertexID == 2 || gl_VertexID == 3 || gl_VertexID == 5 ? 1.0 : -1.0);
    position = vec3(corner, -3.0);
    normal = vec3(corner * 0.4, 1.0);
    gl_Position = vec4(corner, 0.0, 1.0);
}
";

/// The vertex shader of the mesh.
pub(crate) const MESH: &CStr = c"#version 150
#extension GL_ARB_explicit_attrib_location : require
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 across;
uniform mat4 model_view;
uniform mat4 projection;
out vec3 position;
out vec3 normal;
void main() {
    vec4 eye = model_view * vec4(place, 1.0);
    position = eye.xyz;
    normal = mat3(model_view) * across;
    gl_Position = projection * eye;
}
";

/// A fragment shader with diffuse and specular light of one lamp.
pub(crate) const PHONG: &CStr = c"#version 150
in vec3 position;
in vec3 normal;
uniform vec3 lamp;
uniform vec3 colour;
out vec4 fragment;
void main() {
    vec3 n = normalize(normal);
    vec3 to_lamp = normalize(lamp - position);
    vec3 to_eye = normalize(-position);
    vec3 half_way = normalize(to_lamp + to_eye);
    float diffuse = max(dot(n, to_lamp), 0.0);
    float specular = max(dot(n, half_way), 0.0);
    specular *= specular;
    specular *= specular;
    specular *= specular;
    specular *= specular;
    fragment = vec4(colour * (0.1 + diffuse) + vec3(0.5 * specular), 1.0);
}
";

/// A fragment shader with a loop whose number of turns differs between neighbouring fragments.
const DIVERGENT: &CStr = c"#version 150
out vec4 fragment;
void main() {
    int turns = (int(gl_FragCoord.x) * 7 + int(gl_FragCoord.y) * 13) & 127;
    float x = 0.5;
    for (int i = 0; i < turns; i++) {
        if ((i & 1) == 0)
            x = x * 1.5 - 0.3;
        else
            x = 1.0 - x * 0.5;
    }
    fragment = vec4(fract(abs(x)), float(turns) / 127.0, 0.0, 1.0);
}
";

/// A compute shader that sums within a group through shared memory, after some arithmetic of each invocation. It uses extensions because
/// softpipe lacks version 4.30.
pub(crate) const COMPUTE: &CStr = c"#version 330
#extension GL_ARB_compute_shader : require
#extension GL_ARB_shader_storage_buffer_object : require
#extension GL_ARB_shading_language_420pack : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Input { float values[]; };
layout(std430, binding = 1) writeonly buffer Output { float sums[]; };
shared float part[64];
void main() {
    uint index = gl_LocalInvocationIndex;
    float x = values[gl_GlobalInvocationID.x];
    for (int i = 0; i < 16; i++)
        x = x * 0.75 + 0.5;
    part[index] = x;
    barrier();
    for (uint half_size = 32u; half_size > 0u; half_size >>= 1u) {
        if (index < half_size)
            part[index] += part[index + half_size];
        barrier();
    }
    if (index == 0u)
        sums[gl_WorkGroupID.x] = part[0];
}
";
