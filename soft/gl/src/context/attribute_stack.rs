//! State that glPushAttrib and glPushClientAttrib saved.

use crate::object::buffer::Buffer;
use crate::object::vertex_array::VertexArray;
use crate::state::clear::ClearValues;
use crate::state::lighting::LightingState;
use crate::state::pixel_store::Store;
use crate::state::raster::Rasterization;
use crate::state::texture_environment::TextureEnvironments;
use crate::state::{evaluators, pixel_transfer};
use base::hir::fixed_attribute;
use std::collections::HashSet;
use std::sync::Arc;

/// The attribute stacks.
#[derive(Default)]
pub struct AttributeStacks {
    /// The stack of glPushAttrib.
    pub server: Vec<Group>,
    /// The stack of glPushClientAttrib.
    pub client: Vec<ClientGroup>,
}

impl AttributeStacks {
    /// Returns the depths of the two stacks.
    pub fn depths(&self) -> (i64, i64) {
        (self.server.len() as i64, self.client.len() as i64)
    }
}

/// State that glPushAttrib saved: all that any bit of the mask covers. glPopAttrib restores what the mask selects.
pub struct Group {
    /// The mask of glPushAttrib.
    pub mask: u32,
    /// Rasterisation and per-fragment state.
    pub state: Rasterization,
    /// Current attribute values.
    pub current: [[u32; 8]; fixed_attribute::COUNT],
    /// Lighting, fog and clip planes.
    pub lighting: LightingState,
    /// Texture environments.
    pub environment: TextureEnvironments,
    /// Enabled capabilities of the compatibility profile.
    pub enabled: HashSet<u32>,
    /// GL_ALPHA_TEST_FUNC and GL_ALPHA_TEST_REF.
    pub alpha_func: (u32, f32),
    /// GL_MATRIX_MODE.
    pub matrix_mode: u32,
    /// GL_LIST_BASE.
    pub list_base: u32,
    /// Clear values, and the first draw buffer.
    pub clears: (ClearValues, u32),
    /// The unit of glActiveTexture, from 0.
    pub active_texture: usize,
    /// Pixel transfer modes, GL_ZOOM_X and GL_ZOOM_Y, and the read buffer.
    pub pixel_modes: (pixel_transfer::Modes, [f32; 2], u32),
    /// Grids of evaluators.
    pub grids: evaluators::Grids,
}

/// State that glPushClientAttrib saved.
pub struct ClientGroup {
    /// The mask of glPushClientAttrib.
    pub mask: u32,
    /// Pack and unpack pixel storage.
    pub pixels: (Store, Store),
    /// The buffers bound to GL_PIXEL_PACK_BUFFER and GL_PIXEL_UNPACK_BUFFER.
    pub pixel_buffers: [Option<Arc<Buffer>>; 2],
    /// The buffer bound to GL_ARRAY_BUFFER.
    pub array_buffer: Option<Arc<Buffer>>,
    /// The unit of glClientActiveTexture, from 0.
    pub client_active_texture: usize,
    /// The bound vertex array: name and state.
    pub array: (u32, VertexArray),
    /// GL_PRIMITIVE_RESTART, GL_PRIMITIVE_RESTART_FIXED_INDEX and GL_PRIMITIVE_RESTART_INDEX.
    pub restart: (bool, bool, u32),
}
