//! Multisampled targets: a pixel of which a primitive covers a sample is one fragment of that primitive, and with sample shading each covered
//! sample is one.

use crate::case::{Case, Cases, Counts, NOTHING};
use crate::gl::*;
use crate::scene::{FRAGMENT, Scene, VERTEX, named};

/// Returns the counts of a rectangle of two triangles, all inside.
const fn filled(fragments: u64) -> Counts {
    [4, 2, 4, 0, 0, 0, 0, 2, 2, fragments, 0]
}

/// The fragments of the canvas: the pixels on the diagonal have samples in both triangles, with each of the standard patterns.
const CANVAS: u64 = 4096 + 64;

const EACH_SAMPLE: &str = "#version 450 core\nout vec4 color; void main() { color = vec4(float(gl_SampleID)); }";
const DISCARD: &str = "#version 450 core\nout vec4 color; void main() { color = vec4(1.0); if (gl_FragCoord.x < 32.0) discard; }";
const MASK: &str = "#version 450 core\nout vec4 color; void main() { color = vec4(1.0); gl_SampleMask[0] = 0; }";
const DEPTH: &str = "#version 450 core\nout vec4 color; void main() { color = vec4(1.0); gl_FragDepth = 0.25; }";

/// Draws to a canvas with this many samples, a depth of 0.5 and a stencil of 0.
fn with_samples(scene: &Scene, samples: i32) {
    scene.BindFramebuffer(FRAMEBUFFER, named(|id| scene.GenFramebuffers(1, id)));
    for (format, attachment) in [(RGBA8, COLOR_ATTACHMENT0), (DEPTH24_STENCIL8, DEPTH_STENCIL_ATTACHMENT)] {
        let buffer = named(|id| scene.GenRenderbuffers(1, id));
        scene.BindRenderbuffer(RENDERBUFFER, buffer);
        scene.RenderbufferStorageMultisample(RENDERBUFFER, samples, format, 64, 64);
        scene.FramebufferRenderbuffer(FRAMEBUFFER, attachment, RENDERBUFFER, buffer);
    }
    scene.ClearBufferfv(COLOR, 0, [0.0f32; 4].as_ptr());
    scene.ClearBufferfi(DEPTH_STENCIL, 0, 0.5, 0);
}

pub fn cases() -> Vec<Case> {
    let mut cases = Cases::of("samples");
    areas(&mut cases);
    states(&mut cases);
    cases.add("a resolve", NOTHING, |scene| {
        let one = named(|id| scene.GenFramebuffers(1, id));
        let texture = named(|id| scene.GenTextures(1, id));
        scene.BindTexture(TEXTURE_2D, texture);
        scene.TexImage2D(TEXTURE_2D, 0, RGBA8 as i32, 64, 64, 0, RGBA, UNSIGNED_BYTE, core::ptr::null());
        with_samples(scene, 4);
        scene.BindFramebuffer(DRAW_FRAMEBUFFER, one);
        scene.FramebufferTexture2D(DRAW_FRAMEBUFFER, COLOR_ATTACHMENT0, TEXTURE_2D, texture, 0);
        scene.count(|| scene.BlitFramebuffer(0, 0, 64, 64, 0, 0, 64, 64, COLOR_BUFFER_BIT, NEAREST));
    });
    cases.list()
}

fn areas(cases: &mut Cases) {
    for samples in [2, 4, 8] {
        cases.add(&format!("the canvas with {samples}"), filled(CANVAS), move |scene| {
            with_samples(scene, samples);
            scene.rectangle([0.0, 64.0], [0.0, 64.0], 0.5);
            scene.count(|| scene.DrawArrays(TRIANGLE_STRIP, 0, 4));
        });
        cases.add(&format!("the canvas with {samples}, each shaded"), filled(4096 * samples as u64), move |scene| {
            with_samples(scene, samples);
            scene.program(&[(VERTEX_SHADER, VERTEX), (FRAGMENT_SHADER, EACH_SAMPLE)]);
            scene.rectangle([0.0, 64.0], [0.0, 64.0], 0.5);
            scene.count(|| scene.DrawArrays(TRIANGLE_STRIP, 0, 4));
        });
    }
    // A triangle whose right side cuts the samples of a column: they are at 1/8, 3/8, 5/8 and 7/8 of the pixel, the centre at 1/2. The scissor leaves
    // ten pixels of that column, which the triangle's other sides do not cross.
    for (name, right, samples) in [("a quarter", 3.25, 10), ("less than a half", 3.4375, 20), ("three quarters", 3.75, 30)] {
        for (how, shader, fragments) in [("", FRAGMENT, 10), (", each shaded", EACH_SAMPLE, samples)] {
            cases.add(&format!("{name} of a column{how}"), [3, 1, 3, 0, 0, 0, 0, 1, 1, fragments, 0], move |scene| {
                with_samples(scene, 4);
                scene.program(&[(VERTEX_SHADER, VERTEX), (FRAGMENT_SHADER, shader)]);
                scene.vertices(&[[right, 0.0], [right, 64.0], [0.0, 32.0]]);
                scene.Enable(SCISSOR_TEST);
                scene.Scissor(3, 27, 1, 10);
                scene.count(|| scene.DrawArrays(TRIANGLES, 0, 3));
            });
        }
    }
}

/// Every case draws the whole canvas with four samples.
fn states(cases: &mut Cases) {
    let mut drawn = |name: &str, fragments: u64, depth: f32, shader: &'static str, state: fn(&Scene)| {
        cases.add(name, filled(fragments), move |scene| {
            with_samples(scene, 4);
            scene.program(&[(VERTEX_SHADER, VERTEX), (FRAGMENT_SHADER, shader)]);
            scene.rectangle([0.0, 64.0], [0.0, 64.0], depth);
            state(scene);
            scene.count(|| scene.DrawArrays(TRIANGLE_STRIP, 0, 4));
        });
    };
    let depth_test = |scene: &Scene| {
        scene.Enable(DEPTH_TEST);
        scene.DepthFunc(LESS);
    };
    drawn("depth passes", CANVAS, 0.25, FRAGMENT, depth_test);
    drawn("depth fails", 0, 0.75, FRAGMENT, depth_test);
    drawn("depth passes, each shaded", 4 * 4096, 0.25, EACH_SAMPLE, depth_test);
    drawn("depth fails, each shaded", 0, 0.75, EACH_SAMPLE, depth_test);
    drawn("depth of the shader's own, hidden", CANVAS, 0.75, DEPTH, |scene| {
        scene.Enable(DEPTH_TEST);
        scene.DepthFunc(GREATER);
    });
    drawn("the stencil fails", 0, 0.5, FRAGMENT, |scene| {
        scene.Enable(STENCIL_TEST);
        scene.StencilFunc(EQUAL, 1, 0xFF);
    });
    drawn("all samples shaded by the context's state", 4 * 4096, 0.5, FRAGMENT, |scene| {
        scene.Enable(SAMPLE_SHADING);
        scene.MinSampleShading(1.0);
    });
    drawn("without MULTISAMPLE", 4096, 0.5, FRAGMENT, |scene| scene.Disable(MULTISAMPLE));
    // The shader has run when it clears the mask, discards, or gives the alpha for coverage.
    drawn("the shader's own mask of nothing", CANVAS, 0.5, MASK, |_| {});
    drawn("discard", CANVAS, 0.5, DISCARD, |_| {});
    drawn("alpha to coverage", CANVAS, 0.5, FRAGMENT, |scene| scene.Enable(SAMPLE_ALPHA_TO_COVERAGE));
}
