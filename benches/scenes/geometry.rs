//! The scenes of geometry: a skinned mesh, tessellated terrain, geometry shaders, and instances.

use crate::child::{self, Clock, Gl, clear, covered, prepare};
use crate::scenes::{Kind, PHONG, Scene};
use crate::textures::Texture;
use glmeter_abi::functions;
use std::ffi::{CStr, c_void};
use std::ptr::null;
use std::time::Duration;

const GL_POINTS: u32 = 0x0000;
const GL_PATCHES: u32 = 0x000E;
const GL_LEQUAL: u32 = 0x0203;
const GL_DEPTH_TEST: u32 = 0x0B71;
const GL_UNSIGNED_BYTE: u32 = 0x1401;
const GL_UNSIGNED_INT: u32 = 0x1405;
const GL_FLOAT: u32 = 0x1406;
const GL_TRIANGLES: u32 = 0x0004;
const GL_ARRAY_BUFFER: u32 = 0x8892;
const GL_STATIC_DRAW: u32 = 0x88E4;
const GL_FRAGMENT_SHADER: u32 = 0x8B30;
const GL_VERTEX_SHADER: u32 = 0x8B31;
const GL_GEOMETRY_SHADER: u32 = 0x8DD9;
const GL_TESS_EVALUATION_SHADER: u32 = 0x8E87;
const GL_TESS_CONTROL_SHADER: u32 = 0x8E88;
const GL_PATCH_VERTICES: u32 = 0x8E72;

functions! {
    struct Geometry("") {
        fn glDisableVertexAttribArray(index: u32);
        fn glDrawArraysInstanced(mode: u32, first: i32, count: i32, instance_count: i32);
        fn glGetUniformLocation(program: u32, name: *const core::ffi::c_char) -> i32;
        fn glGetIntegerv(pname: u32, data: *mut i32);
        fn glPatchParameteri(pname: u32, value: i32);
        fn glUniformMatrix4fv(location: i32, count: i32, transpose: u8, value: *const f32);
        fn glVertexAttribDivisor(index: u32, divisor: u32);
        fn glVertexAttribIPointer(index: u32, size: i32, ty: u32, stride: i32, pointer: *const c_void);
    }
}

const GL_CURRENT_PROGRAM: u32 = 0x8B8D;

/// The scenes of this file.
pub(crate) const SCENES: [Scene; 4] = [
    Scene { key: "skin", title: "skinned mesh of 131,072 triangles", kind: Kind::Own(skin) },
    Scene { key: "terrain", title: "terrain of 524,288 tessellated triangles", kind: Kind::Own(terrain) },
    Scene { key: "amplification", title: "geometry shader, 8 triangles a point", kind: Kind::Own(amplification) },
    Scene { key: "instances", title: "1,048,576 points, one an instance", kind: Kind::Own(instances) },
];

/// Loads the functions.
fn functions(address: &dyn Fn(&str) -> *mut c_void) -> Geometry {
    // SAFETY: the address of a name is that of the function of this name, or null.
    unsafe { Geometry::load(address) }.expect("the driver has the function")
}

/// Calls `draw` with the depth test, which each later draw passes against its own depths; returns the shortest time.
fn with_depth(gl: &Gl, clock: &Clock, draw: impl Fn()) -> Duration {
    clear(gl);
    // SAFETY: the functions take no pointers.
    unsafe {
        gl.glEnable(GL_DEPTH_TEST);
        gl.glDepthFunc(GL_LEQUAL);
    }
    let least = clock.fastest(gl, draw);
    // SAFETY: as above.
    unsafe { gl.glDisable(GL_DEPTH_TEST) };
    least
}

/// The bones of the skin.
const BONES: usize = 32;
/// The squares in a row of the skin.
const SQUARES: u32 = 256;

/// The mesh, whose vertices four bones move each.
fn skin(gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, scene: &Scene, clock: &Clock) -> Option<Duration> {
    let geometry = functions(address);
    prepare(gl, address, &[(GL_VERTEX_SHADER, SKIN), (GL_FRAGMENT_SHADER, PHONG)]);
    let count = child::mesh(gl, SQUARES);
    let vertices = (SQUARES + 1) * (SQUARES + 1);
    let bones: Vec<[u8; 4]> = (0..vertices).map(|index| [0, 5, 11, 18].map(|bone| ((index / 64 + bone) % BONES as u32) as u8)).collect();
    let matrices: Vec<[f32; 16]> = (0..BONES)
        .map(|bone| {
            let (sin, cos) = (bone as f32 * 0.003).sin_cos();
            [cos, sin, 0.0, 0.0, -sin, cos, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.01 * (bone as f32).sin(), 1.0]
        })
        .collect();
    let (mut buffer, mut program) = (0, 0);
    // SAFETY: the sizes are those of the memory given, and out pointers are to locals.
    unsafe {
        gl.glGenBuffers(1, &raw mut buffer);
        gl.glBindBuffer(GL_ARRAY_BUFFER, buffer);
        gl.glBufferData(GL_ARRAY_BUFFER, size_of_val(&bones[..]) as isize, bones.as_ptr().cast(), GL_STATIC_DRAW);
        geometry.glVertexAttribIPointer(2, 4, GL_UNSIGNED_BYTE, 0, null());
        gl.glEnableVertexAttribArray(2);
        geometry.glGetIntegerv(GL_CURRENT_PROGRAM, &raw mut program);
        let location = geometry.glGetUniformLocation(program as u32, c"bones".as_ptr());
        geometry.glUniformMatrix4fv(location, BONES as i32, 0, matrices.as_ptr().cast());
    }
    // SAFETY: the index buffer has `count` indices of existing vertices.
    let least = with_depth(gl, clock, || unsafe { gl.glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, null()) });
    // SAFETY: the function takes no pointers.
    unsafe { geometry.glDisableVertexAttribArray(2) };
    covered(gl, scene);
    Some(least)
}

/// Patches of four corners, of which each side is divided by 16. Their heights are those of a texture.
fn terrain(gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, scene: &Scene, clock: &Clock) -> Option<Duration> {
    if !child::has_version(gl, "4.0") {
        return None;
    }
    let geometry = functions(address);
    Texture::linear_plane(address);
    let stages = [
        (GL_VERTEX_SHADER, PATCH),
        (GL_TESS_CONTROL_SHADER, CONTROL),
        (GL_TESS_EVALUATION_SHADER, EVALUATION),
        (GL_FRAGMENT_SHADER, PHONG),
    ];
    prepare(gl, address, &stages);
    // SAFETY: the function takes no pointers.
    unsafe { geometry.glPatchParameteri(GL_PATCH_VERTICES, 4) };
    // Of more than 65,536 vertices in a draw llvmpipe loses the rest.
    const ROWS: i32 = 4;
    let draw = || {
        for row in (0..32).step_by(ROWS as usize) {
            // SAFETY: the program reads no attributes.
            unsafe { gl.glDrawArrays(GL_PATCHES, row * 32 * 4, ROWS * 32 * 4) };
        }
    };
    let least = with_depth(gl, clock, draw);
    covered(gl, scene);
    Some(least)
}

/// Points of which a geometry shader makes four strips each.
fn amplification(gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, scene: &Scene, clock: &Clock) -> Option<Duration> {
    prepare(gl, address, &[(GL_VERTEX_SHADER, POINTS), (GL_GEOMETRY_SHADER, STRIPS), (GL_FRAGMENT_SHADER, PHONG)]);
    // SAFETY: the program reads no attributes.
    let least = with_depth(gl, clock, || unsafe { gl.glDrawArrays(GL_POINTS, 0, 128 * 128) });
    covered(gl, scene);
    Some(least)
}

/// A point for each pixel, each an instance with a position and a colour of its own.
fn instances(gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, scene: &Scene, clock: &Clock) -> Option<Duration> {
    const COUNT: usize = 1 << 20;
    let geometry = functions(address);
    prepare(gl, address, &[(GL_VERTEX_SHADER, INSTANCE), (GL_FRAGMENT_SHADER, COLOURED)]);
    let place = |step: usize| (step as f32 + 0.5) / 512.0 - 1.0;
    let vertices: Vec<([f32; 2], [u8; 4])> = (0..COUNT)
        .map(|index| ([place(index % 1024), place(index / 1024)], [(index % 251) as u8, (index / 1024 % 256) as u8, 40, 255]))
        .collect();
    let mut buffer = 0;
    // SAFETY: the sizes are those of the memory given, and offsets are within an instance.
    unsafe {
        gl.glGenBuffers(1, &raw mut buffer);
        gl.glBindBuffer(GL_ARRAY_BUFFER, buffer);
        gl.glBufferData(GL_ARRAY_BUFFER, size_of_val(&vertices[..]) as isize, vertices.as_ptr().cast(), GL_STATIC_DRAW);
        for (attribute, size, ty, normalized, offset) in [(0, 2, GL_FLOAT, 0, 0), (1, 4, GL_UNSIGNED_BYTE, 1, 8)] {
            gl.glVertexAttribPointer(attribute, size, ty, normalized, 12, core::ptr::without_provenance(offset));
            gl.glEnableVertexAttribArray(attribute);
            geometry.glVertexAttribDivisor(attribute, 1);
        }
    }
    clear(gl);
    // SAFETY: the buffer has that many instances.
    let least = clock.fastest(gl, || unsafe { geometry.glDrawArraysInstanced(GL_POINTS, 0, 1, COUNT as i32) });
    for attribute in 0..2 {
        // SAFETY: the function takes no pointers.
        unsafe { geometry.glVertexAttribDivisor(attribute, 0) };
    }
    covered(gl, scene);
    Some(least)
}

/// The vertex shader of the skin. It makes the mesh larger than the picture, since the bones move its border too.
const SKIN: &CStr = c"#version 150
#extension GL_ARB_explicit_attrib_location : require
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 across;
layout(location = 2) in uvec4 indices;
uniform mat4 model_view;
uniform mat4 projection;
uniform mat4 bones[32];
out vec3 position;
out vec3 normal;
void main() {
    mat4 bone = bones[indices.x] * 0.4 + bones[indices.y] * 0.3 + bones[indices.z] * 0.2 + bones[indices.w] * 0.1;
    vec4 eye = model_view * (bone * vec4(place.xy * 1.3, place.z, 1.0));
    position = eye.xyz;
    normal = mat3(model_view) * (mat3(bone) * across);
    gl_Position = projection * eye;
}
";

/// The vertex shader of the patches: 32 by 32 of four corners.
const PATCH: &CStr = c"#version 150
out vec2 corner;
void main() {
    int patch_number = gl_VertexID / 4;
    ivec2 place = ivec2(patch_number % 32, patch_number / 32) + ivec2(gl_VertexID & 1, gl_VertexID >> 1 & 1);
    corner = vec2(place) / 32.0;
}
";

/// The tessellation control shader of the patches.
const CONTROL: &CStr = c"#version 400
layout(vertices = 4) out;
in vec2 corner[];
out vec2 corners[];
void main() {
    corners[gl_InvocationID] = corner[gl_InvocationID];
    gl_TessLevelOuter[0] = 16.0;
    gl_TessLevelOuter[1] = 16.0;
    gl_TessLevelOuter[2] = 16.0;
    gl_TessLevelOuter[3] = 16.0;
    gl_TessLevelInner[0] = 16.0;
    gl_TessLevelInner[1] = 16.0;
}
";

/// The tessellation evaluation shader of the patches: heights of a texture, and normals of their differences.
const EVALUATION: &CStr = c"#version 400
layout(quads, equal_spacing, ccw) in;
in vec2 corners[];
uniform mat4 model_view;
uniform mat4 projection;
uniform sampler2D image;
out vec3 position;
out vec3 normal;
float height(vec2 place) {
    return textureLod(image, place * 0.1, 0.0).g * 0.2 - 0.1;
}
void main() {
    vec2 place = mix(mix(corners[0], corners[1], gl_TessCoord.x), mix(corners[2], corners[3], gl_TessCoord.x), gl_TessCoord.y);
    float here = height(place);
    vec2 slope = vec2(height(place + vec2(0.01, 0.0)) - here, height(place + vec2(0.0, 0.01)) - here) * 50.0;
    vec4 eye = model_view * vec4((place * 2.0 - 1.0) * 1.2, here, 1.0);
    position = eye.xyz;
    normal = mat3(model_view) * vec3(-slope, 1.0);
    gl_Position = projection * eye;
}
";

/// The vertex shader of 128 by 128 points.
const POINTS: &CStr = c"#version 150
out vec2 place;
void main() {
    place = vec2(gl_VertexID % 128, gl_VertexID / 128) / 64.0 - 1.0;
}
";

/// A geometry shader that covers the square of a point with four strips of two triangles.
const STRIPS: &CStr = c"#version 150
layout(points) in;
layout(triangle_strip, max_vertices = 16) out;
in vec2 place[];
out vec3 position;
out vec3 normal;
void main() {
    for (int strip = 0; strip < 4; strip++) {
        for (int corner = 0; corner < 4; corner++) {
            vec2 side = vec2(float(corner & 1), (float(strip) + float(corner >> 1)) * 0.25) / 64.0;
            position = vec3(place[0] + side, -3.0);
            normal = vec3(sin(position.xy * 20.0) * 0.4, 1.0);
            gl_Position = vec4(position.xy, 0.0, 1.0);
            EmitVertex();
        }
        EndPrimitive();
    }
}
";

/// The vertex shader of the instances.
const INSTANCE: &CStr = c"#version 150
#extension GL_ARB_explicit_attrib_location : require
layout(location = 0) in vec2 place;
layout(location = 1) in vec4 tint;
out vec4 shade;
void main() {
    shade = tint;
    gl_Position = vec4(place, 0.0, 1.0);
}
";

/// The fragment shader of the instances.
const COLOURED: &CStr = c"#version 150
in vec4 shade;
out vec4 fragment;
void main() {
    fragment = shade;
}
";
