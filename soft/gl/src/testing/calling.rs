//! Calls of commands through their C addresses, for tests.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::calls::*;
use super::fixtures::with_window;
use crate::context::Context;
use crate::context::ContextRef;
use crate::dispatch::{close_stream, set_current};
use crate::tokens::*;
use std::ffi::{CStr, CString};
use std::sync::{Arc, Mutex};

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
        assert_eq!(glGetError(), GL_NO_ERROR);
    }

    /// Compiles, and says what is wrong if it fails.
    pub fn program(&self, shaders: &[(u32, &CStr)], varyings: &[&CStr]) -> u32 {
        let program = glCreateProgram();
        for &(ty, text) in shaders {
            let shader = glCreateShader(ty);
            let strings = [text.as_ptr()];
            glShaderSource(shader, 1, strings.as_ptr(), std::ptr::null());
            glCompileShader(shader);
            let mut status = 0;
            glGetShaderiv(shader, GL_COMPILE_STATUS, &raw mut status);
            let mut log = vec![0u8; 4096];
            glGetShaderInfoLog(shader, 4096, std::ptr::null_mut(), log.as_mut_ptr().cast());
            assert_eq!(status, 1, "{}", String::from_utf8_lossy(&log));
            glAttachShader(program, shader);
            glDeleteShader(shader);
        }
        if !varyings.is_empty() {
            let names: Vec<*const i8> = varyings.iter().map(|name| name.as_ptr()).collect();
            let count = names.len() as i32;
            glTransformFeedbackVaryings(program, count, names.as_ptr(), GL_INTERLEAVED_ATTRIBS);
        }
        self.link(program);
        program
    }

    /// Links a program and uses it; says what is wrong if it fails.
    pub fn link(&self, program: u32) {
        glLinkProgram(program);
        let mut status = 0;
        glGetProgramiv(program, GL_LINK_STATUS, &raw mut status);
        let mut log = vec![0u8; 4096];
        glGetProgramInfoLog(program, 4096, std::ptr::null_mut(), log.as_mut_ptr().cast());
        assert_eq!(status, 1, "{}", String::from_utf8_lossy(&log));
        glUseProgram(program);
        self.no_error();
    }

    /// A uniform's location.
    pub fn location(&self, program: u32, name: &str) -> i32 {
        let name = CString::new(name).unwrap();
        glGetUniformLocation(program, name.as_ptr())
    }

    /// What queries count while something is done.
    pub fn count(&self, targets: &[u32], work: impl FnOnce()) -> Vec<u64> {
        let mut names = vec![0u32; targets.len()];
        glGenQueries(targets.len() as i32, names.as_mut_ptr());
        for (&target, &name) in targets.iter().zip(&names) {
            glBeginQuery(target, name);
        }
        work();
        targets.iter().for_each(|&target| glEndQuery(target));
        self.no_error();
        let read = |name: u32| {
            let mut value = 0u64;
            glGetQueryObjectui64v(name, GL_QUERY_RESULT, &raw mut value);
            value
        };
        names.into_iter().map(read).collect()
    }

    /// A pixel of the window, red first.
    pub fn pixel(&self, x: usize, y: usize) -> [u8; 4] {
        close_stream();
        let mut context = self.0.lock().unwrap();
        context.complete();
        let window = context.draw_surface.as_ref().unwrap().lock().unwrap();
        window.color.memory.word(y * window.color.row_words + x).to_le_bytes()
    }

    /// A new buffer with these words, bound to a target.
    pub fn buffer(&self, target: u32, words: &[u32]) -> u32 {
        let mut name = 0;
        glGenBuffers(1, &raw mut name);
        glBindBuffer(target, name);
        let bytes = size_of_val(words) as isize;
        glBufferData(target, bytes, words.as_ptr().cast(), GL_STATIC_DRAW);
        self.no_error();
        name
    }

    /// What the buffer of a target holds.
    pub fn words(&self, target: u32, count: usize) -> Vec<u32> {
        let mut words = vec![0u32; count];
        glGetBufferSubData(target, 0, 4 * count as isize, words.as_mut_ptr().cast());
        self.no_error();
        words
    }
}

impl Drop for Gl {
    fn drop(&mut self) {
        set_current(None);
    }
}
