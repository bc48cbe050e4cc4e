//! A context with a canvas of 64×64 pixels, and the eleven queries around a case.

use crate::case::{Counts, Profile};
use crate::egl::Session;
use crate::gl::*;
use core::cell::RefCell;
use core::ffi::c_void;
use std::ffi::CString;

/// The statistics in the order of [`Counts`].
pub const ELEVEN: [u32; 11] = [0x82EE, 0x82EF, 0x82F0, 0x82F1, 0x82F2, 0x887F, 0x82F3, 0x82F6, 0x82F7, 0x82F4, 0x82F5];

pub const VERTEX: &str = "#version 450 core\nlayout(location = 0) in vec4 position; void main() { gl_Position = position; }";
pub const FRAGMENT: &str = "#version 450 core\nlayout(location = 0) out vec4 color; void main() { color = vec4(1.0); }";
const LEGACY_VERTEX: &str = "#version 130\nvoid main() { gl_Position = gl_Vertex; }";
const LEGACY_FRAGMENT: &str = "#version 130\nvoid main() { gl_FragColor = vec4(1.0); }";

/// The state at the beginning of a case: a depth of 0.5, a stencil of 0, a program that draws positions (attribute 0, or glVertex) in white,
/// and no vertices.
pub struct Scene {
    session: Session,
    profile: Profile,
    queries: RefCell<[u32; 11]>,
    result: RefCell<Option<Counts>>,
}

impl core::ops::Deref for Scene {
    type Target = Gl;
    fn deref(&self) -> &Gl {
        &self.session
    }
}

/// Returns the name that a command writes.
pub fn named(command: impl FnOnce(*mut u32)) -> u32 {
    let mut name = 0;
    command(&raw mut name);
    name
}

/// Returns an offset into a bound buffer.
pub fn offset(bytes: usize) -> *const c_void {
    core::ptr::without_provenance(bytes)
}

impl Scene {
    pub fn new(profile: Profile) -> Self {
        let session = match profile {
            Profile::Core => Session::core(),
            Profile::Compatibility => Session::compatibility(),
        };
        let scene = Self { session, profile, queries: RefCell::default(), result: RefCell::default() };
        scene.BindFramebuffer(FRAMEBUFFER, named(|id| scene.GenFramebuffers(1, id)));
        for (format, attachment) in [(RGBA8, COLOR_ATTACHMENT0), (DEPTH24_STENCIL8, DEPTH_STENCIL_ATTACHMENT)] {
            let buffer = named(|id| scene.GenRenderbuffers(1, id));
            scene.BindRenderbuffer(RENDERBUFFER, buffer);
            scene.RenderbufferStorage(RENDERBUFFER, format, 64, 64);
            scene.FramebufferRenderbuffer(FRAMEBUFFER, attachment, RENDERBUFFER, buffer);
        }
        scene.Viewport(0, 0, 64, 64);
        scene.ClearBufferfv(COLOR, 0, [0.0f32; 4].as_ptr());
        scene.ClearBufferfi(DEPTH_STENCIL, 0, 0.5, 0);
        scene.BindVertexArray(named(|id| scene.GenVertexArrays(1, id)));
        match profile {
            Profile::Core => scene.program(&[(VERTEX_SHADER, VERTEX), (FRAGMENT_SHADER, FRAGMENT)]),
            Profile::Compatibility => scene.program(&[(VERTEX_SHADER, LEGACY_VERTEX), (FRAGMENT_SHADER, LEGACY_FRAGMENT)]),
        };
        scene.GenQueries(11, scene.queries.borrow_mut().as_mut_ptr());
        scene
    }

    /// Links and uses a program of these shaders.
    pub fn program(&self, shaders: &[(u32, &str)]) -> u32 {
        self.capturing(shaders, &[])
    }

    /// Links and uses a program with these transform feedback varyings.
    pub fn capturing(&self, shaders: &[(u32, &str)], varyings: &[&str]) -> u32 {
        let program = self.CreateProgram();
        let mut log = [0u8; 2000];
        for (kind, text) in shaders {
            let shader = self.CreateShader(*kind);
            self.ShaderSource(shader, 1, &text.as_ptr().cast(), &(text.len() as i32));
            self.CompileShader(shader);
            self.GetShaderInfoLog(shader, 1000, core::ptr::null_mut(), log.as_mut_ptr().cast());
            self.AttachShader(program, shader);
        }
        let names: Vec<CString> = varyings.iter().map(|name| CString::new(*name).unwrap()).collect();
        let pointers: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
        if !names.is_empty() {
            self.TransformFeedbackVaryings(program, pointers.len() as i32, pointers.as_ptr(), INTERLEAVED_ATTRIBS);
        }
        self.LinkProgram(program);
        let mut linked = 0;
        self.GetProgramiv(program, LINK_STATUS, &raw mut linked);
        self.GetProgramInfoLog(program, 1000, core::ptr::null_mut(), log[1000..].as_mut_ptr().cast());
        assert_eq!(linked, 1, "{}", String::from_utf8_lossy(&log).replace('\0', ""));
        self.UseProgram(program);
        program
    }

    /// Creates a buffer with this content and binds it to a target.
    pub fn buffer<T: Copy>(&self, target: u32, content: &[T]) -> u32 {
        let buffer = named(|id| self.GenBuffers(1, id));
        self.BindBuffer(target, buffer);
        self.BufferData(target, size_of_val(content) as isize, content.as_ptr().cast(), STATIC_DRAW);
        buffer
    }

    /// Sets vertices in pixels, at a depth of 0.5.
    pub fn vertices(&self, pixels: &[[f32; 2]]) {
        let clip: Vec<[f32; 4]> = pixels.iter().map(|[x, y]| [x / 32.0 - 1.0, y / 32.0 - 1.0, 0.0, 1.0]).collect();
        self.positions(&clip);
    }

    /// Sets vertices in clip coordinates.
    pub fn positions(&self, clip: &[[f32; 4]]) {
        self.buffer(ARRAY_BUFFER, clip);
        match self.profile {
            Profile::Core => {
                self.VertexAttribPointer(0, 4, FLOAT, 0, 0, offset(0));
                self.EnableVertexAttribArray(0);
            }
            Profile::Compatibility => {
                self.VertexPointer(4, FLOAT, 0, offset(0));
                self.EnableClientState(VERTEX_ARRAY);
            }
        }
    }

    /// Draws the pixels x0..x1, y0..y1 at a window depth of 0 to 1, as a strip of two triangles.
    pub fn rectangle(&self, x: [f32; 2], y: [f32; 2], depth: f32) {
        let at = |x: f32, y: f32| [x / 32.0 - 1.0, y / 32.0 - 1.0, depth * 2.0 - 1.0, 1.0];
        self.positions(&[at(x[0], y[0]), at(x[1], y[0]), at(x[0], y[1]), at(x[1], y[1])]);
    }

    pub fn begin(&self) {
        for (target, query) in ELEVEN.iter().zip(*self.queries.borrow()) {
            self.BeginQuery(*target, query);
        }
    }

    pub fn end(&self) {
        for target in ELEVEN {
            self.EndQuery(target);
        }
        self.read();
    }

    /// Returns the query object of a statistic, for cases that begin and end their queries themselves.
    pub fn query(&self, statistic: usize) -> u32 {
        self.queries.borrow()[statistic]
    }

    pub fn read(&self) {
        let mut result = Counts::default();
        for (value, query) in result.iter_mut().zip(*self.queries.borrow()) {
            self.GetQueryObjectui64v(query, QUERY_RESULT, value);
        }
        *self.result.borrow_mut() = Some(result);
    }

    /// Counts these commands.
    pub fn count(&self, commands: impl FnOnce()) {
        self.begin();
        commands();
        self.end();
    }

    /// Returns the counts, and the first GL error.
    pub fn finish(self) -> (Counts, u32) {
        let counts = self.result.borrow().expect("the case counts");
        (counts, self.GetError())
    }
}
