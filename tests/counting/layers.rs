//! Layered targets, framebuffers without attachments, and images: fragments of all layers count, and accesses of images change nothing but when the
//! tests run.

use crate::case::{Case, Cases, Counts};
use crate::gl::*;
use crate::scene::{FRAGMENT, Scene, VERTEX, named};

/// Returns the counts of a rectangle of two triangles that a geometry shader sends to this many layers.
const fn layered(layers: u64, fragments: u64) -> Counts {
    [4, 2, 4, 0, 0, 2 * layers, 2 * layers, 2 * layers, 2 * layers, fragments, 0]
}

/// Returns the counts of a rectangle of two triangles, all inside.
const fn filled(fragments: u64) -> Counts {
    [4, 2, 4, 0, 0, 0, 0, 2, 2, fragments, 0]
}

/// Returns a geometry shader that sends each triangle to every layer.
fn to_layers(layers: u32) -> String {
    format!(
        "#version 450 core\nlayout(triangles, invocations = {layers}) in; layout(triangle_strip, max_vertices = 3) out;
        void main() {{ for (int i = 0; i < 3; i++) {{ gl_Layer = gl_InvocationID; gl_Position = gl_in[i].gl_Position; EmitVertex(); }} }}"
    )
}

/// Draws the canvas to each of three layers.
fn to_three_layers(scene: &Scene) {
    scene.program(&[(VERTEX_SHADER, VERTEX), (GEOMETRY_SHADER, &to_layers(3)), (FRAGMENT_SHADER, FRAGMENT)]);
    scene.rectangle([0.0, 64.0], [0.0, 64.0], 0.5);
    scene.count(|| scene.DrawArrays(TRIANGLE_STRIP, 0, 4));
}

/// Draws to a new framebuffer without attachments.
fn without_attachments(scene: &Scene, parameters: &[(u32, i32)]) {
    scene.BindFramebuffer(FRAMEBUFFER, named(|id| scene.GenFramebuffers(1, id)));
    for &(name, value) in [(FRAMEBUFFER_DEFAULT_WIDTH, 64), (FRAMEBUFFER_DEFAULT_HEIGHT, 64)].iter().chain(parameters) {
        scene.FramebufferParameteri(FRAMEBUFFER, name, value);
    }
}

pub fn cases() -> Vec<Case> {
    let mut cases = Cases::of("layers");
    cases.add("three of an array", layered(3, 3 * 4096), |scene| {
        let texture = named(|id| scene.GenTextures(1, id));
        scene.BindTexture(TEXTURE_2D_ARRAY, texture);
        scene.TexStorage3D(TEXTURE_2D_ARRAY, 1, RGBA8, 64, 64, 3);
        scene.BindFramebuffer(FRAMEBUFFER, named(|id| scene.GenFramebuffers(1, id)));
        scene.FramebufferTexture(FRAMEBUFFER, COLOR_ATTACHMENT0, texture, 0);
        to_three_layers(scene);
    });
    cases.add("three of a cube map", layered(3, 3 * 4096), |scene| {
        let texture = named(|id| scene.GenTextures(1, id));
        scene.BindTexture(TEXTURE_CUBE_MAP, texture);
        scene.TexStorage2D(TEXTURE_CUBE_MAP, 1, RGBA8, 64, 64);
        scene.BindFramebuffer(FRAMEBUFFER, named(|id| scene.GenFramebuffers(1, id)));
        scene.FramebufferTexture(FRAMEBUFFER, COLOR_ATTACHMENT0, texture, 0);
        to_three_layers(scene);
    });
    cases.add("no attachments", filled(4096), |scene| {
        without_attachments(scene, &[]);
        scene.rectangle([0.0, 64.0], [0.0, 64.0], 0.5);
        scene.count(|| scene.DrawArrays(TRIANGLE_STRIP, 0, 4));
    });
    // The pixels on the diagonal have samples in both triangles.
    cases.add("no attachments, four samples", filled(4096 + 64), |scene| {
        without_attachments(scene, &[(FRAMEBUFFER_DEFAULT_SAMPLES, 4)]);
        scene.rectangle([0.0, 64.0], [0.0, 64.0], 0.5);
        scene.count(|| scene.DrawArrays(TRIANGLE_STRIP, 0, 4));
    });
    cases.add("no attachments, three layers", layered(3, 3 * 4096), |scene| {
        without_attachments(scene, &[(FRAMEBUFFER_DEFAULT_LAYERS, 3)]);
        to_three_layers(scene);
    });
    images(&mut cases);
    cases.list()
}

fn images(cases: &mut Cases) {
    const STORE: &str = "layout(r32ui, binding = 0) uniform uimage2D image; out vec4 color;
        void main() { imageAtomicAdd(image, ivec2(gl_FragCoord.xy), 1u); color = vec4(1.0); }";
    let mut drawn = |name: &str, early: &'static str, fragments: u64, depth: f32| {
        cases.add(name, filled(fragments), move |scene| {
            scene.program(&[(VERTEX_SHADER, VERTEX), (FRAGMENT_SHADER, &format!("#version 450 core\n{early}\n{STORE}"))]);
            let texture = named(|id| scene.GenTextures(1, id));
            scene.BindTexture(TEXTURE_2D, texture);
            scene.TexStorage2D(TEXTURE_2D, 1, R32UI, 64, 64);
            scene.BindImageTexture(0, texture, 0, 0, 0, READ_WRITE, R32UI);
            scene.Enable(DEPTH_TEST);
            scene.DepthFunc(LESS);
            scene.rectangle([0.0, 64.0], [0.0, 64.0], depth);
            scene.count(|| scene.DrawArrays(TRIANGLE_STRIP, 0, 4));
        });
    };
    // A shader with side effects runs before the tests, unless it asks for early ones.
    drawn("an image's atomic operation", "", 4096, 0.25);
    drawn("an image's atomic operation, hidden", "", 4096, 0.75);
    drawn("an image's atomic operation, early and hidden", "layout(early_fragment_tests) in;", 0, 0.75);
    cases.add("images of a compute shader", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4 * 4 * 64], |scene| {
        let text = "#version 450 core\nlayout(local_size_x = 8, local_size_y = 8) in; layout(r32ui, binding = 0) uniform uimage2D image;
            void main() { imageStore(image, ivec2(gl_GlobalInvocationID.xy), uvec4(1u)); }";
        scene.program(&[(COMPUTE_SHADER, text)]);
        let texture = named(|id| scene.GenTextures(1, id));
        scene.BindTexture(TEXTURE_2D, texture);
        scene.TexStorage2D(TEXTURE_2D, 1, R32UI, 20, 20);
        scene.BindImageTexture(0, texture, 0, 0, 0, READ_WRITE, R32UI);
        scene.count(|| scene.DispatchCompute(4, 4, 1));
    });
}
