//! Multisampling from shader text to texels, through the commands' C addresses.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{core, es};
use crate::tokens::*;
use base::image::Surface;
use base::image::format::Format;
use std::ffi::{CStr, CString, c_void};

const TARGET: u32 = GL_TEXTURE_2D_MULTISAMPLE;
const VERTEX: &CStr = c"#version 450
uniform float left = -1.0;
out vec2 place;
centroid out vec2 inner;
sample out vec2 each;
noperspective out vec2 straight;
void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(max(corner.x, left), corner.y, 0.0, 1.0);
    place = gl_Position.xy * 8.0 + 8.0;
    inner = place;
    each = place;
    straight = place;
}";
const GREEN: &CStr = c"#version 450\nout vec4 pixel;\nvoid main() { pixel = vec4(0.0, 1.0, 0.0, 1.0); }";

fn error() -> u32 {
    glGetError()
}

/// Binds a new framebuffer with a multisampled texture of 16 by 16 texels, and returns the texture.
fn multisampled(samples: i32, format: u32) -> u32 {
    let (mut framebuffer, mut texture) = (0, 0);
    glGenFramebuffers(1, &raw mut framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glGenTextures(1, &raw mut texture);
    glBindTexture(TARGET, texture);
    glTexImage2DMultisample(TARGET, samples, format, 16, 16, 1);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, TARGET, texture, 0);
    assert_eq!(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
    texture
}

fn draw() {
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

fn blit(size: [i32; 4], to: [i32; 4], filter: u32) -> u32 {
    let ([x0, y0, x1, y1], [to_x0, to_y0, to_x1, to_y1]) = (size, to);
    glBlitFramebuffer(x0, y0, x1, y1, to_x0, to_y0, to_x1, to_y1, GL_COLOR_BUFFER_BIT, filter);
    error()
}

const WHOLE: [i32; 4] = [0, 0, 16, 16];

/// Resolves the bound framebuffer into the window.
fn resolve() {
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    assert_eq!(blit(WHOLE, WHOLE, GL_NEAREST), GL_NO_ERROR);
}

/// Draws the whole window with an expression that reads `sampler2DMS image`, and returns the pixel at (x, y).
fn fetched(gl: &Gl, sampler: &str, expression: &str, x: usize, y: usize) -> [u8; 4] {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    let text = format!(
        "#version 450\nuniform {sampler} image;\nout vec4 pixel;\nvoid main() {{ ivec2 at = ivec2(gl_FragCoord.xy); pixel = {expression}; }}"
    );
    gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, &CString::new(text).unwrap())], &[]);
    draw();
    gl.no_error();
    gl.pixel(x, y)
}

#[test]
fn resolves_average_the_samples() {
    let gl = Gl::new(core());
    let program = gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, GREEN)], &[]);
    multisampled(4, GL_RGBA8);
    glClearColor(1.0, 0.0, 0.0, 0.0);
    glClear(GL_COLOR_BUFFER_BIT);
    // The left edge at x = 4.5, which two of the four samples are right of.
    glUniform1f(gl.location(program, "left"), 4.5 / 8.0 - 1.0);
    let counts = gl.count(&[GL_SAMPLES_PASSED, GL_FRAGMENT_SHADER_INVOCATIONS], draw);
    assert_eq!(counts, [4 * 11 * 16 + 2 * 16, 12 * 16]);
    resolve();
    assert_eq!([3, 4, 5].map(|x| gl.pixel(x, 8)), [[255, 0, 0, 0], [128, 128, 0, 128], [0, 255, 0, 255]]);
}

#[test]
fn errors_of_blits() {
    let gl = Gl::new(core());
    multisampled(4, GL_RGBA8);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    // "An INVALID_OPERATION error is generated if either of the read or draw framebuffers is multisampled, and the dimensions of the source and
    // destination rectangles provided to BlitFramebuffer are not identical."
    assert_eq!(blit(WHOLE, [0, 0, 8, 16], GL_NEAREST), GL_INVALID_OPERATION);
    assert_eq!(blit([0, 0, 8, 8], [8, 8, 16, 16], GL_LINEAR), GL_NO_ERROR);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    multisampled(2, GL_RGBA8);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    assert_eq!(blit(WHOLE, [0, 0, 16, 8], GL_NEAREST), GL_INVALID_OPERATION);
    // "An INVALID_OPERATION error is generated if both the read and draw framebuffers are multisampled, and their respective values of SAMPLES
    // are not identical."
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 1);
    assert_eq!(blit(WHOLE, WHOLE, GL_NEAREST), GL_INVALID_OPERATION);
    gl.no_error();
}

#[test]
fn errors_of_blits_in_opengl_es() {
    let _gl = Gl::new(es(3, 2));
    let framebuffer = |samples: i32| {
        let (mut framebuffer, mut renderbuffer) = (0, 0);
        glGenFramebuffers(1, &raw mut framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glGenRenderbuffers(1, &raw mut renderbuffer);
        glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, 16, 16);
        let attached = renderbuffer;
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, attached);
        framebuffer
    };
    let (many, other, one) = (framebuffer(4), framebuffer(4), framebuffer(0));
    let bind = |read: u32, draw: u32| {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, read);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, draw);
    };
    // "If SAMPLE_BUFFERS for the draw framebuffer is greater than zero, an INVALID_OPERATION error is generated."
    for read in [one, other] {
        bind(read, many);
        assert_eq!(blit(WHOLE, WHOLE, GL_NEAREST), GL_INVALID_OPERATION);
    }
    // "If SAMPLE_BUFFERS for the read framebuffer is one, no copy is performed and an INVALID_OPERATION error is generated if … the source and
    // destination rectangles are not defined with the same (X0, Y 0) and (X1, Y 1) bounds."
    bind(many, one);
    assert_eq!(blit([0, 0, 8, 8], [8, 8, 16, 16], GL_NEAREST), GL_INVALID_OPERATION);
    assert_eq!(blit(WHOLE, WHOLE, GL_NEAREST), GL_NO_ERROR);
}

#[test]
fn shaders_fetch_samples() {
    let gl = Gl::new(core());
    for (format, sampler, value) in [
        (GL_RGBA8, "sampler2DMS", "vec4(float(gl_SampleID) / 8.0, 0.0, 0.0, 1.0)"),
        (GL_RGBA32I, "isampler2DMS", "ivec4(-gl_SampleID, 0, 0, 1)"),
        (GL_R16UI, "usampler2DMS", "uvec4(gl_SampleID, 0, 0, 1)"),
    ] {
        let ty = value.split('(').next().unwrap();
        let text = CString::new(format!("#version 450\nout {ty} pixel;\nvoid main() {{ pixel = {value}; }}")).unwrap();
        gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, &text)], &[]);
        multisampled(8, format);
        let counts = gl.count(&[GL_SAMPLES_PASSED, GL_FRAGMENT_SHADER_INVOCATIONS], draw);
        assert_eq!(counts, [8 * 256; 2], "once for each sample");
        let expression = match ty {
            "vec4" => "vec4(texelFetch(image, at, at.x % 8).r * 8.0 * 10.0 / 255.0)",
            "ivec4" => "vec4(float(-texelFetch(image, at, at.x % 8).r) * 10.0 / 255.0)",
            _ => "vec4(float(texelFetch(image, at, at.x % 8).r) * 10.0 / 255.0)",
        };
        for x in 0..8 {
            assert_eq!(fetched(&gl, sampler, expression, x, 3)[0], 10 * x as u8, "{sampler}");
        }
        let size = "vec4(textureSize(image), textureSamples(image), 0.0) / 255.0";
        assert_eq!(fetched(&gl, sampler, size, 0, 0), [16, 16, 8, 0]);
    }
}

#[test]
fn shaders_fetch_samples_of_layers() {
    let gl = Gl::new(core());
    let array = GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
    let (mut framebuffer, mut texture) = (0, 0);
    glGenFramebuffers(1, &raw mut framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glGenTextures(1, &raw mut texture);
    glBindTexture(array, texture);
    glTexImage3DMultisample(array, 2, GL_RGBA8, 16, 16, 3, 1);
    for layer in 0..3 {
        glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, layer);
        glClearColor(layer as f32 / 255.0, 0.0, 0.0, 0.0);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    let expression = "vec4(texelFetch(image, ivec3(at, at.x), 1).r, vec3(textureSize(image)) / 255.0)";
    for x in 0..3 {
        assert_eq!(fetched(&gl, "sampler2DMSArray", expression, x, 0), [x as u8, 16, 16, 3]);
    }
    // The layered framebuffer clears all layers and all samples.
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
    glClearColor(1.0, 0.0, 0.0, 0.0);
    glClear(GL_COLOR_BUFFER_BIT);
    assert_eq!(fetched(&gl, "sampler2DMSArray", "vec4(texelFetch(image, ivec3(at, 2), at.x).r)", 1, 0), [255; 4]);
}

/// Draws a shader into 4 samples, from x = 4.5 on, whose `value` goes to red, and returns red of the samples of pixel (x, 8) as a float.
fn reds(gl: &Gl, declarations: &str, value: &str, x: usize) -> [f32; 4] {
    let text = CString::new(format!("#version 450\n{declarations}\nout vec4 pixel;\nvoid main() {{ pixel = vec4({value}); }}")).unwrap();
    let program = gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, &text)], &[]);
    multisampled(4, GL_R32F);
    glUniform1f(gl.location(program, "left"), 4.5 / 8.0 - 1.0);
    draw();
    [0, 1, 2, 3].map(|sample| {
        let expression = format!("vec4(texelFetch(image, at, {sample}).r * 15.9375 / 255.0)");
        f32::from(fetched(gl, "sampler2DMS", &expression, x, 8)[0]) / 15.9375
    })
}

#[test]
fn inputs_are_interpolated_where_they_say() {
    let gl = Gl::new(core());
    let close = |found: [f32; 4], wanted: [f32; 4]| {
        let near = found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 0.04);
        assert!(near, "{found:?}, not {wanted:?}");
    };
    // Samples 1 and 3 are right of x = 4.5.
    close(reds(&gl, "in vec2 place;", "place.x", 4), [0.0, 4.5, 0.0, 4.5]);
    close(reds(&gl, "centroid in vec2 inner;", "inner.x", 4), [0.0, 4.875, 0.0, 4.875]);
    close(reds(&gl, "sample in vec2 each;", "each.x", 4), [0.0, 4.875, 0.0, 4.625]);
    close(reds(&gl, "in vec2 place;", "place.x", 6), [6.5; 4]);
    close(reds(&gl, "centroid in vec2 inner;", "inner.x", 6), [6.5; 4]);
    close(reds(&gl, "in vec2 place;", "interpolateAtCentroid(place).x", 4), [0.0, 4.875, 0.0, 4.875]);
    close(reds(&gl, "in vec2 place;", "interpolateAtOffset(place, vec2(0.25, 0.0)).x", 6), [6.75; 4]);
    close(reds(&gl, "noperspective in vec2 straight;", "interpolateAtOffset(straight.x, vec2(-0.5, 0.0))", 6), [6.0; 4]);
    close(reds(&gl, "in vec2 place;", "interpolateAtSample(place, gl_SampleID).x", 6), [6.375, 6.875, 6.125, 6.625]);
    close(reds(&gl, "in vec2 place;", "interpolateAtSample(place, 2).y", 6), [8.625; 4]);
    close(reds(&gl, "", "gl_SamplePosition.x * 4.0 + float(gl_NumSamples)", 6), [5.5, 7.5, 4.5, 6.5]);
    close(reds(&gl, "", "float(gl_SampleMaskIn[0])", 4), [0.0, 10.0, 0.0, 10.0]);
}

#[test]
fn state_selects_samples() {
    let gl = Gl::new(core());
    let drawn = |change: &dyn Fn()| {
        gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, GREEN)], &[]);
        multisampled(8, GL_RGBA8);
        change();
        let samples = gl.count(&[GL_SAMPLES_PASSED], draw)[0] / 256;
        for capability in [GL_SAMPLE_MASK, GL_SAMPLE_COVERAGE, GL_SAMPLE_SHADING] {
            glDisable(capability);
        }
        samples
    };
    let enable = |capability: u32| glEnable(capability);
    assert_eq!(drawn(&|| {}), 8);
    glSampleMaski(0, 0b1011_0000);
    assert_eq!(drawn(&|| enable(GL_SAMPLE_MASK)), 3);
    glSampleCoverage(0.25, 0);
    assert_eq!(drawn(&|| enable(GL_SAMPLE_COVERAGE)), 2);
    glSampleCoverage(0.25, 1);
    assert_eq!(drawn(&|| enable(GL_SAMPLE_COVERAGE)), 6);
    glDisable(GL_MULTISAMPLE);
    assert_eq!(drawn(&|| enable(GL_SAMPLE_MASK)), 8, "without multisample rasterisation");
    glEnable(GL_MULTISAMPLE);
    glMinSampleShading(1.0);
    let invocations = gl.count(&[GL_FRAGMENT_SHADER_INVOCATIONS], || {
        drawn_with(&gl, GL_SAMPLE_SHADING);
    });
    assert_eq!(invocations, [8 * 256]);
}

fn drawn_with(gl: &Gl, capability: u32) {
    gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, GREEN)], &[]);
    multisampled(8, GL_RGBA8);
    glEnable(capability);
    draw();
}

#[test]
fn clears_of_images_write_all_samples() {
    let gl = Gl::new(core());
    let texture = multisampled(4, GL_RGBA8);
    let texel = [1u8, 2, 3, 4];
    let data = texel.as_ptr().cast::<c_void>();
    glClearTexImage(texture, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
    for sample in 0..4 {
        assert_eq!(fetched(&gl, "sampler2DMS", &format!("texelFetch(image, at, {sample})"), 5, 5), texel);
    }
}

#[test]
fn blits_replicate_and_copy_samples() {
    let gl = Gl::new(core());
    glClearColor(0.0, 0.0, 1.0, 1.0);
    glClear(GL_COLOR_BUFFER_BIT);
    multisampled(2, GL_RGBA8);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    assert_eq!(blit(WHOLE, WHOLE, GL_NEAREST), GL_NO_ERROR);
    assert_eq!(fetched(&gl, "sampler2DMS", "texelFetch(image, at, 1)", 5, 5), [0, 0, 255, 255]);
    let mut first = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &raw mut first);
    assert_eq!(first, 0);
    multisampled(2, GL_RGBA8);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 1);
    assert_eq!(blit(WHOLE, WHOLE, GL_NEAREST), GL_NO_ERROR);
    assert_eq!(fetched(&gl, "sampler2DMS", "texelFetch(image, at, 1)", 5, 5), [0, 0, 255, 255]);
}

#[test]
fn windows_are_resolved_to_be_read() {
    let gl = Gl::new(core());
    let color = Surface::from_samples((0..4).map(|_| Surface::new(Format::Rgba8, 16, 16).unwrap())).unwrap();
    gl.0.lock().unwrap().draw_surface.as_ref().unwrap().lock().unwrap().color = color;
    let samples = || {
        let mut values = [0, 0];
        glGetIntegerv(GL_SAMPLES, &raw mut values[0]);
        glGetIntegerv(GL_SAMPLE_BUFFERS, &raw mut values[1]);
        values
    };
    assert_eq!(samples(), [4, 1]);
    let program = gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, GREEN)], &[]);
    glUniform1f(gl.location(program, "left"), 4.5 / 8.0 - 1.0);
    draw();
    let read = |x: i32| {
        let mut pixel = [7u8; 4];
        let into = pixel.as_mut_ptr().cast::<c_void>();
        glReadPixels(x, 8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, into);
        pixel
    };
    assert_eq!([3, 4, 5].map(read), [[0; 4], [0, 128, 0, 128], [0, 255, 0, 255]]);
    let mut texture = 0;
    glGenTextures(1, &raw mut texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 8, 1, 1, 0);
    let mut texel = [7u8; 4];
    let into = texel.as_mut_ptr().cast::<c_void>();
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, into);
    assert_eq!(texel, [0, 128, 0, 128]);
    gl.no_error();
}

#[test]
fn stencil_values_are_copied_between_formats() {
    let _gl = Gl::new(core());
    let framebuffer = |format: u32, attachment: u32| {
        let (mut framebuffer, mut renderbuffer) = (0, 0);
        glGenFramebuffers(1, &raw mut framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glGenRenderbuffers(1, &raw mut renderbuffer);
        glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
        glRenderbufferStorage(GL_RENDERBUFFER, format, 4, 4);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, renderbuffer);
        framebuffer
    };
    let stencil = framebuffer(GL_STENCIL_INDEX8, GL_STENCIL_ATTACHMENT);
    glClearStencil(77);
    glClear(GL_STENCIL_BUFFER_BIT);
    let floats = framebuffer(GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL_ATTACHMENT);
    let both = framebuffer(GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL_ATTACHMENT);
    let blit = |from: u32, into: u32, mask: u32| {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, into);
        glBlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, mask, GL_NEAREST);
        error()
    };
    assert_eq!(blit(stencil, both, GL_STENCIL_BUFFER_BIT), GL_NO_ERROR);
    let mut value = 0u8;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, both);
    glReadPixels(3, 3, 1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, (&raw mut value).cast());
    assert_eq!((value, error()), (77, GL_NO_ERROR));
    // "the source and destination depth and stencil buffer formats do not match" [GL 4.4, 18.3.1]
    for mask in [GL_DEPTH_BUFFER_BIT, GL_STENCIL_BUFFER_BIT] {
        assert_eq!(blit(both, floats, mask), GL_INVALID_OPERATION);
    }
}
