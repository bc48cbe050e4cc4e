//! The scenes in which the fixed part of a fragment costs most: fills, blended layers, clears, depth, samples and several targets.

use crate::child::{Clock, Gl};
use crate::program::program;
use crate::scenes::{Kind, SIZE, Scene};
use glmeter_abi::functions;
use std::ffi::{CStr, c_void};
use std::time::Duration;

const GL_ONE: u32 = 0x0001;
const GL_TRIANGLES: u32 = 0x0004;
const GL_DEPTH_BUFFER_BIT: u32 = 0x0100;
const GL_LESS: u32 = 0x0201;
const GL_LEQUAL: u32 = 0x0203;
const GL_SRC_ALPHA: u32 = 0x0302;
const GL_ONE_MINUS_SRC_ALPHA: u32 = 0x0303;
const GL_DST_ALPHA: u32 = 0x0304;
const GL_ONE_MINUS_DST_ALPHA: u32 = 0x0305;
const GL_DEPTH_TEST: u32 = 0x0B71;
const GL_BLEND: u32 = 0x0BE2;
const GL_UNSIGNED_BYTE: u32 = 0x1401;
const GL_RGBA: u32 = 0x1908;
const GL_COLOR_BUFFER_BIT: u32 = 0x4000;
const GL_NEAREST: u32 = 0x2600;
const GL_RGBA8: u32 = 0x8058;
const GL_DEPTH_COMPONENT24: u32 = 0x81A6;
const GL_FRAGMENT_SHADER_INVOCATIONS: u32 = 0x82F4;
const GL_RGBA16F: u32 = 0x881A;
const GL_SAMPLES_PASSED: u32 = 0x8914;
const GL_FRAGMENT_SHADER: u32 = 0x8B30;
const GL_VERTEX_SHADER: u32 = 0x8B31;
const GL_SRGB8_ALPHA8: u32 = 0x8C43;
const GL_DRAW_FRAMEBUFFER_BINDING: u32 = 0x8CA6;
const GL_DRAW_FRAMEBUFFER: u32 = 0x8CA9;
const GL_FRAMEBUFFER_COMPLETE: u32 = 0x8CD5;
const GL_COLOR_ATTACHMENT0: u32 = 0x8CE0;
const GL_DEPTH_ATTACHMENT: u32 = 0x8D00;
const GL_FRAMEBUFFER: u32 = 0x8D40;
const GL_RENDERBUFFER: u32 = 0x8D41;
const GL_FRAMEBUFFER_SRGB: u32 = 0x8DB9;

functions! {
    struct Fills("") {
        fn glBeginQuery(target: u32, id: u32);
        fn glBlendFunc(sfactor: u32, dfactor: u32);
        fn glBlitFramebuffer(sx0: i32, sy0: i32, sx1: i32, sy1: i32, dx0: i32, dy0: i32, dx1: i32, dy1: i32, mask: u32, filter: u32);
        fn glClearColor(red: f32, green: f32, blue: f32, alpha: f32);
        fn glColorMask(red: u8, green: u8, blue: u8, alpha: u8);
        fn glDeleteFramebuffers(n: i32, framebuffers: *const u32);
        fn glDeleteRenderbuffers(n: i32, renderbuffers: *const u32);
        fn glDrawBuffers(n: i32, bufs: *const u32);
        fn glEndQuery(target: u32);
        fn glGetIntegerv(pname: u32, data: *mut i32);
        fn glGenQueries(n: i32, ids: *mut u32);
        fn glRenderbufferStorageMultisample(target: u32, samples: i32, internalformat: u32, width: i32, height: i32);
        fn glUniform1f(location: i32, v0: f32);
        fn glUniform4f(location: i32, v0: f32, v1: f32, v2: f32, v3: f32);
    }
}

/// What is drawn: full-screen quads without attributes, all with this fragment shader.
struct Frame {
    fragment: &'static CStr,
    /// The buffers that are cleared first.
    clears: u32,
    /// The depth of each layer from -1 to 1, and its colour.
    layers: &'static [(f32, [f32; 4])],
    /// The factors of blending, if enabled.
    blends: Option<(u32, u32)>,
    /// The depth test, if enabled.
    depth: Option<u32>,
    /// False to protect the colours.
    colors: bool,
    /// The formats of the colour buffers, and the samples of a pixel.
    targets: &'static [u32],
    samples: i32,
    /// True to draw within statistics queries.
    counted: bool,
    /// The colour in the middle of the picture, if it is checked.
    middle: Option<[u8; 4]>,
}

/// The frame that the scenes vary.
const PLAIN: Frame = Frame {
    fragment: CONSTANT,
    clears: 0,
    layers: &[(0.0, ORANGE)],
    blends: None,
    depth: None,
    colors: true,
    targets: &[GL_RGBA8],
    samples: 0,
    counted: false,
    middle: Some([255, 128, 51, 255]),
};

const OVER: Option<(u32, u32)> = Some((GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA));

const ORANGE: [f32; 4] = [1.0, 0.501_960_8, 0.2, 1.0];
const GLASS: [f32; 4] = [0.2, 0.501_960_8, 1.0, 0.2];

/// A scene for each frame.
pub(crate) static SCENES: [Scene; 19] = [
    scene("fill", "constant fill", &PLAIN),
    scene("gradient", "gradient of two varyings", &GRADIENT_FRAME),
    scene("layers", "16 blended layers", &Frame { layers: &[(0.0, GLASS); 16], blends: OVER, middle: None, ..PLAIN }),
    scene("gradient-blended", "gradient, blended", &Frame { blends: OVER, ..GRADIENT_FRAME }),
    scene("gradient-added", "gradient, added", &Frame { blends: Some((GL_ONE, GL_ONE)), ..GRADIENT_FRAME }),
    scene(
        "gradient-keyed",
        "gradient, blended by stored alpha",
        &Frame { blends: Some((GL_DST_ALPHA, GL_ONE_MINUS_DST_ALPHA)), ..GRADIENT_FRAME },
    ),
    scene("clear", "clear of colour and depth", &Frame { clears: GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT, ..CLEAR }),
    scene("clear-color", "clear of colour", &Frame { clears: GL_COLOR_BUFFER_BIT, ..CLEAR }),
    scene("clear-depth", "clear of depth", &Frame { clears: GL_DEPTH_BUFFER_BIT, ..CLEAR }),
    scene("clear-fill", "clear of both, and a fill with depth", &Frame { clears: GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT, ..WITH_DEPTH }),
    scene("depth", "depth alone", &Frame { colors: false, middle: None, ..WITH_DEPTH }),
    scene("front-to-back", "8 layers from front to back", &Frame { layers: &TO_BACK, clears: GL_DEPTH_BUFFER_BIT, ..TESTED }),
    scene("back-to-front", "8 layers from back to front", &Frame { layers: &TO_FRONT, clears: GL_DEPTH_BUFFER_BIT, ..TESTED }),
    scene("samples", "fill of 4 samples", &Frame { samples: 4, ..PLAIN }),
    scene(
        "samples-depth",
        "gradient of 4 samples with depth, blended",
        &Frame { depth: Some(GL_LEQUAL), blends: OVER, samples: 4, ..GRADIENT_FRAME },
    ),
    scene(
        "deferred",
        "4 targets: 2 of RGBA8, 2 of RGBA16F",
        &Frame {
            fragment: DEFERRED,
            depth: Some(GL_LEQUAL),
            targets: &[GL_RGBA8, GL_RGBA8, GL_RGBA16F, GL_RGBA16F],
            middle: None,
            ..PLAIN
        },
    ),
    scene("srgb", "gradient to sRGB", &Frame { targets: &[GL_SRGB8_ALPHA8], ..GRADIENT_FRAME }),
    scene("half-floats", "gradient to RGBA16F, blended", &Frame { blends: OVER, targets: &[GL_RGBA16F], ..GRADIENT_FRAME }),
    scene("fill-counted", "constant fill within statistics queries", &Frame { counted: true, ..PLAIN }),
];

const GRADIENT_FRAME: Frame = Frame { fragment: GRADIENT, middle: None, ..PLAIN };
const CLEAR: Frame = Frame { layers: &[], middle: None, ..PLAIN };
const WITH_DEPTH: Frame = Frame { depth: Some(GL_LEQUAL), ..PLAIN };
const TESTED: Frame = Frame { depth: Some(GL_LESS), ..PLAIN };

const TO_BACK: [(f32, [f32; 4]); 8] =
    [(-0.8, ORANGE), (-0.6, GLASS), (-0.4, GLASS), (-0.2, GLASS), (0.0, GLASS), (0.2, GLASS), (0.4, GLASS), (0.6, GLASS)];
const TO_FRONT: [(f32, [f32; 4]); 8] =
    [(0.6, GLASS), (0.4, GLASS), (0.2, GLASS), (0.0, GLASS), (-0.2, GLASS), (-0.4, GLASS), (-0.6, GLASS), (-0.8, ORANGE)];

const fn scene(key: &'static str, title: &'static str, frame: &'static Frame) -> Scene {
    Scene { key, title, kind: Kind::Fill(Fill(frame)) }
}

/// Returns the time of the counted fill as a multiple of that of the other, from the times by key.
pub(crate) fn cost_of_statistics(time: impl Fn(&str) -> Option<f64>) -> Option<f64> {
    Some(time("fill-counted")? / time("fill")?)
}

/// A frame that a scene draws.
#[derive(Clone, Copy)]
pub(crate) struct Fill(&'static Frame);

impl Fill {
    /// Returns the bytes of images that a frame at least reads and writes.
    pub(crate) fn bytes(&self) -> f64 {
        let frame = self.0;
        let texel = |format: u32| if format == GL_RGBA16F { 8.0 } else { 4.0 };
        let samples = f64::from(frame.samples.max(1));
        let colors: f64 = frame.targets.iter().map(|&format| texel(format)).sum();
        let colors = if frame.colors { colors * if frame.blends.is_some() { 2.0 } else { 1.0 } } else { 0.0 };
        let depth = if frame.depth.is_some() { 8.0 } else { 0.0 };
        let clears = f64::from(frame.clears.count_ones()) * 4.0;
        f64::from(SIZE * SIZE) * samples * ((colors + depth) * frame.layers.len() as f64 + clears)
    }

    /// Returns the shortest time of the frame, and checks the picture.
    pub(crate) fn measure(&self, gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, clock: &Clock) -> Duration {
        // SAFETY: the address of a name is that of the function of this name, or null.
        let more = unsafe { Fills::load(address) }.expect("the driver has the function");
        let frame = self.0;
        let program = program(address, &[(GL_VERTEX_SHADER, VERTICES), (GL_FRAGMENT_SHADER, frame.fragment)]);
        // SAFETY: the names are C strings.
        let [place, colour] = [c"place", c"colour"].map(|name| unsafe { gl.glGetUniformLocation(program, name.as_ptr()) });
        let own = Framebuffer::new(gl, &more, frame);
        let counts = if frame.counted { &COUNTS[..] } else { &[] };
        let mut queries = [0; COUNTS.len()];
        // SAFETY: out pointers are to locals of the lengths given; the program reads no attributes.
        unsafe {
            more.glClearColor(0.0, 0.0, 0.0, 0.0);
            gl.glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
            frame.set(gl, &more);
            more.glGenQueries(queries.len() as i32, queries.as_mut_ptr());
            counts.iter().zip(queries).for_each(|(&target, query)| more.glBeginQuery(target, query));
            let least = clock.fastest(gl, || {
                if frame.clears != 0 {
                    gl.glClear(frame.clears);
                }
                for &(depth, [red, green, blue, alpha]) in frame.layers {
                    more.glUniform1f(place, depth);
                    more.glUniform4f(colour, red, green, blue, alpha);
                    gl.glDrawArrays(GL_TRIANGLES, 0, 6);
                }
            });
            counts.iter().for_each(|&target| more.glEndQuery(target));
            for capability in [GL_DEPTH_TEST, GL_BLEND, GL_FRAMEBUFFER_SRGB] {
                gl.glDisable(capability);
            }
            more.glColorMask(1, 1, 1, 1);
            own.close(gl, &more);
            frame.check(gl);
            least
        }
    }
}

impl Frame {
    /// Sets the state of the draws.
    fn set(&self, gl: &Gl, more: &Fills) {
        // SAFETY: the functions take no pointers.
        unsafe {
            if let Some(function) = self.depth {
                gl.glEnable(GL_DEPTH_TEST);
                gl.glDepthFunc(function);
            }
            if let Some((source, stored)) = self.blends {
                gl.glEnable(GL_BLEND);
                more.glBlendFunc(source, stored);
            }
            if self.targets.contains(&GL_SRGB8_ALPHA8) {
                gl.glEnable(GL_FRAMEBUFFER_SRGB);
            }
            let writes = u8::from(self.colors);
            more.glColorMask(writes, writes, writes, writes);
        }
    }

    /// Asserts that the middle of the picture has the colour that is given, within a rounding.
    fn check(&self, gl: &Gl) {
        let Some(wanted) = self.middle else { return };
        let mut pixel = [0_u8; 4];
        // SAFETY: the memory has room for a pixel.
        unsafe { gl.glReadPixels(SIZE / 2, SIZE / 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.as_mut_ptr().cast()) };
        assert!(pixel.iter().zip(wanted).all(|(&is, wanted)| is.abs_diff(wanted) <= 1), "the middle is {pixel:?}, not {wanted:?}");
    }
}

/// A framebuffer with a depth buffer, and the one that was bound before it.
struct Framebuffer {
    name: u32,
    before: u32,
    buffers: Vec<u32>,
}

impl Framebuffer {
    /// Creates and binds the framebuffer of a frame.
    fn new(gl: &Gl, more: &Fills, frame: &Frame) -> Self {
        let (mut name, mut before) = (0, 0);
        let points: Vec<u32> = (GL_COLOR_ATTACHMENT0..).take(frame.targets.len()).collect();
        let mut buffers = vec![0; points.len() + 1];
        // SAFETY: pointers are to memory of the lengths given.
        unsafe {
            more.glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &raw mut before);
            gl.glGenFramebuffers(1, &raw mut name);
            gl.glBindFramebuffer(GL_FRAMEBUFFER, name);
            gl.glGenRenderbuffers(buffers.len() as i32, buffers.as_mut_ptr());
            let formats = frame.targets.iter().chain([&GL_DEPTH_COMPONENT24]);
            for ((&buffer, &format), &point) in buffers.iter().zip(formats).zip(points.iter().chain([&GL_DEPTH_ATTACHMENT])) {
                gl.glBindRenderbuffer(GL_RENDERBUFFER, buffer);
                more.glRenderbufferStorageMultisample(GL_RENDERBUFFER, frame.samples, format, SIZE, SIZE);
                gl.glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, buffer);
            }
            more.glDrawBuffers(points.len() as i32, points.as_ptr());
            assert!(gl.glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE, "the framebuffer is not complete");
        }
        Self { name, before: before as u32, buffers }
    }

    /// Copies the colours to the framebuffer that was bound before, binds it, and deletes this one.
    fn close(self, gl: &Gl, more: &Fills) {
        // SAFETY: pointers are to memory of the lengths given.
        unsafe {
            gl.glBindFramebuffer(GL_DRAW_FRAMEBUFFER, self.before);
            more.glBlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
            gl.glBindFramebuffer(GL_FRAMEBUFFER, self.before);
            more.glDeleteFramebuffers(1, &raw const self.name);
            more.glDeleteRenderbuffers(self.buffers.len() as i32, self.buffers.as_ptr());
        }
    }
}

/// The statistics of counted frames.
const COUNTS: [u32; 2] = [GL_SAMPLES_PASSED, GL_FRAGMENT_SHADER_INVOCATIONS];

/// Two triangles that cover the picture.
const VERTICES: &CStr = c"#version 150
uniform float place;
out vec2 across;
void main() {
    vec2 corner = vec2(gl_VertexID == 1 || gl_VertexID == 4 || gl_VertexID == 5 ? 1.0 : -1.0, gl_VertexID == 2 || gl_VertexID == 3 || gl_VertexID == 5 ? 1.0 : -1.0);
    across = corner * 0.5 + 0.5;
    gl_Position = vec4(corner, place, 1.0);
}
";

const CONSTANT: &CStr = c"#version 150
uniform vec4 colour;
out vec4 fragment;
void main() {
    fragment = colour;
}
";

const GRADIENT: &CStr = c"#version 150
in vec2 across;
out vec4 fragment;
void main() {
    fragment = vec4(across, 0.5, across.x);
}
";

/// Writes a colour, a material, a normal and a position.
const DEFERRED: &CStr = c"#version 150
in vec2 across;
uniform vec4 colour;
out vec4 fragments[4];
void main() {
    fragments[0] = colour;
    fragments[1] = vec4(across, 0.0, 1.0);
    fragments[2] = vec4(across * 2.0 - 1.0, 0.5, 0.0);
    fragments[3] = vec4(across * 100.0, -3.0, 1.0);
}
";
