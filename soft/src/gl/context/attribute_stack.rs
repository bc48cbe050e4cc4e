//! State that glPushAttrib and glPushClientAttrib saved.

use crate::gl::object::vertex_array::VertexArray;
use crate::gl::state::pixel_store::Store;
use crate::gl::state::{clear, lighting, raster, texture_environment};
use crate::hir::fixed_attribute;
use std::collections::HashSet;

/// The stacks.
#[derive(Default)]
pub struct State {
    pub server: Vec<Group>,
    pub client: Vec<ClientGroup>,
}

impl State {
    /// How many groups lie on the two stacks.
    pub fn depths(&self) -> (i64, i64) {
        (self.server.len() as i64, self.client.len() as i64)
    }
}

/// All state that any bit of glPushAttrib's mask saves; which part comes back is the mask's to say.
pub struct Group {
    pub mask: u32,
    pub state: raster::State,
    pub current: [[u32; 8]; fixed_attribute::COUNT],
    pub lighting: lighting::State,
    pub environment: texture_environment::State,
    pub enabled: HashSet<u32>,
    pub alpha_func: (u32, f32),
    pub matrix_mode: u32,
    pub list_base: u32,
    pub clears: (clear::State, u32),
    pub active_texture: usize,
}

/// State that glPushClientAttrib saved.
pub struct ClientGroup {
    pub mask: u32,
    pub pixels: (Store, Store),
    pub array: (u32, VertexArray),
}
