//! Calls of commands through their C addresses, for tests.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::fixtures::with_window;
use crate::context::Context;
use crate::context::ContextRef;
use crate::dispatch::set_current;
use crate::tokens::*;
use std::ffi::{CStr, CString, c_void};
use std::sync::{Arc, Mutex};

/// Calls a command by its C name.
macro_rules! gl {
    ($name:ident($($value:expr => $ty:ty),* $(,)?) $(-> $result:ty)?) => {{
        let address: *const ::core::ffi::c_void = $crate::proc_address(stringify!($name)).unwrap();
        // SAFETY: the types are those that the command was declared with.
        let function = unsafe { glmeter_abi::function::<unsafe extern "C" fn($($ty),*) $(-> $result)?>(address) }.unwrap();
        // SAFETY: what the tests give lives until the command is over and is as large as they say.
        unsafe { function($($value),*) }
    }};
}

pub(crate) use gl;

/// A context that is current in this thread, with a window of 16 by 16 pixels.
pub struct Gl(pub ContextRef);

impl Gl {
    /// Makes it current.
    pub fn new(mut context: Context) -> Self {
        with_window(&mut context);
        let context: ContextRef = Arc::new(Mutex::new(context));
        set_current(Some(context.clone()));
        Self(context)
    }

    /// No error is waiting.
    pub fn no_error(&self) {
        assert_eq!(gl!(glGetError() -> u32), GL_NO_ERROR);
    }

    /// Compiles, and says what is wrong if it fails.
    pub fn program(&self, shaders: &[(u32, &CStr)], varyings: &[&CStr]) -> u32 {
        let program = gl!(glCreateProgram() -> u32);
        for &(ty, text) in shaders {
            let shader = gl!(glCreateShader(ty => u32) -> u32);
            let strings = [text.as_ptr()];
            gl!(glShaderSource(shader => u32, 1 => i32, strings.as_ptr() => *const *const i8, std::ptr::null() => *const i32));
            gl!(glCompileShader(shader => u32));
            let mut status = 0;
            gl!(glGetShaderiv(shader => u32, GL_COMPILE_STATUS => u32, &raw mut status => *mut i32));
            let mut log = vec![0u8; 4096];
            gl!(glGetShaderInfoLog(shader => u32, 4096 => i32, std::ptr::null_mut() => *mut i32, log.as_mut_ptr() => *mut u8));
            assert_eq!(status, 1, "{}", String::from_utf8_lossy(&log));
            gl!(glAttachShader(program => u32, shader => u32));
            gl!(glDeleteShader(shader => u32));
        }
        if !varyings.is_empty() {
            let names: Vec<*const i8> = varyings.iter().map(|name| name.as_ptr()).collect();
            let count = names.len() as i32;
            gl!(glTransformFeedbackVaryings(program => u32, count => i32, names.as_ptr() => *const *const i8, GL_INTERLEAVED_ATTRIBS => u32));
        }
        self.link(program);
        program
    }

    /// Links a program and uses it; says what is wrong if it fails.
    pub fn link(&self, program: u32) {
        gl!(glLinkProgram(program => u32));
        let mut status = 0;
        gl!(glGetProgramiv(program => u32, GL_LINK_STATUS => u32, &raw mut status => *mut i32));
        let mut log = vec![0u8; 4096];
        gl!(glGetProgramInfoLog(program => u32, 4096 => i32, std::ptr::null_mut() => *mut i32, log.as_mut_ptr() => *mut u8));
        assert_eq!(status, 1, "{}", String::from_utf8_lossy(&log));
        gl!(glUseProgram(program => u32));
        self.no_error();
    }

    /// A uniform's location.
    pub fn location(&self, program: u32, name: &str) -> i32 {
        let name = CString::new(name).unwrap();
        gl!(glGetUniformLocation(program => u32, name.as_ptr() => *const i8) -> i32)
    }

    /// What queries count while something is done.
    pub fn count(&self, targets: &[u32], work: impl FnOnce()) -> Vec<u64> {
        let mut names = vec![0u32; targets.len()];
        gl!(glGenQueries(targets.len() as i32 => i32, names.as_mut_ptr() => *mut u32));
        for (&target, &name) in targets.iter().zip(&names) {
            gl!(glBeginQuery(target => u32, name => u32));
        }
        work();
        targets.iter().for_each(|&target| gl!(glEndQuery(target => u32)));
        self.no_error();
        let read = |name: u32| {
            let mut value = 0u64;
            gl!(glGetQueryObjectui64v(name => u32, GL_QUERY_RESULT => u32, &raw mut value => *mut u64));
            value
        };
        names.into_iter().map(read).collect()
    }

    /// A pixel of the window, red first.
    pub fn pixel(&self, x: usize, y: usize) -> [u8; 4] {
        let context = self.0.lock().unwrap();
        let window = context.draw_surface.as_ref().unwrap().lock().unwrap();
        window.color.memory.word(y * window.color.row_words + x).to_le_bytes()
    }

    /// A new buffer with these words, bound to a target.
    pub fn buffer(&self, target: u32, words: &[u32]) -> u32 {
        let mut name = 0;
        gl!(glGenBuffers(1 => i32, &raw mut name => *mut u32));
        gl!(glBindBuffer(target => u32, name => u32));
        let bytes = size_of_val(words) as isize;
        gl!(glBufferData(target => u32, bytes => isize, words.as_ptr().cast() => *const c_void, GL_STATIC_DRAW => u32));
        self.no_error();
        name
    }

    /// What the buffer of a target holds.
    pub fn words(&self, target: u32, count: usize) -> Vec<u32> {
        let mut words = vec![0u32; count];
        gl!(glGetBufferSubData(target => u32, 0 => isize, 4 * count as isize => isize, words.as_mut_ptr().cast() => *mut c_void));
        self.no_error();
        words
    }
}

impl Drop for Gl {
    fn drop(&mut self) {
        set_current(None);
    }
}
