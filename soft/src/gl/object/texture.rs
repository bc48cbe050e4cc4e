//! Texture objects and texture units.

use crate::gl::limits;
use crate::gl::object::format::InternalFormat;
use crate::gl::object::names::lock;
use crate::gl::object::sampler::{Parameters, Sampler};
use crate::hir::TextureKind;
use crate::image::Surface;
use crate::tokens::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// How many kinds of textures a unit has a binding for.
pub const KINDS: usize = 11;

/// A texture object; contexts share it. Its kind is that of the target it was first bound to.
pub struct Texture {
    pub name: u32,
    pub kind: TextureKind,
    pub contents: Mutex<Contents>,
}

/// One level's image.
#[derive(Clone)]
pub struct Level {
    pub surface: Surface,
    pub format: &'static InternalFormat,
    /// What the application asked for, e.g. GL_RGBA.
    pub requested: u32,
}

/// What a texture holds besides its name.
#[derive(Clone)]
pub struct Contents {
    /// By level; None where no image was given.
    pub levels: [Option<Level>; limits::MAX_TEXTURE_LEVELS],
    pub parameters: Parameters,
    pub base_level: u32,
    pub max_level: u32,
    /// GL_RED … GL_ALPHA, GL_ZERO, GL_ONE.
    pub swizzle: [u32; 4],
    /// GL_DEPTH_COMPONENT or GL_STENCIL_INDEX.
    pub depth_stencil_mode: u32,
    /// Levels of glTexStorage; 0: not immutable.
    pub immutable_levels: u32,
    pub priority: f32,
    pub generate_mipmap: bool,
    /// GL_DEPTH_TEXTURE_MODE of the compatibility profile: GL_LUMINANCE, GL_INTENSITY, GL_ALPHA, GL_RED.
    pub depth_texture_mode: u32,
}

impl Texture {
    /// A texture with the state of the specification's table.
    pub fn new(name: u32, kind: TextureKind) -> Self {
        let contents = Contents {
            levels: std::array::from_fn(|_| None),
            parameters: Parameters::new(kind),
            base_level: 0,
            max_level: 1000,
            swizzle: [GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA],
            depth_stencil_mode: GL_DEPTH_COMPONENT,
            immutable_levels: 0,
            priority: 1.0,
            generate_mipmap: false,
            depth_texture_mode: GL_LUMINANCE,
        };
        Self { name, kind, contents: Mutex::new(contents) }
    }

    /// Its contents; hold them for a moment only, and no other object's beside them.
    pub fn contents(&self) -> MutexGuard<'_, Contents> {
        lock(&self.contents)
    }

    /// One level's image.
    pub fn level(&self, level: usize) -> Option<Level> {
        self.contents().levels.get(level)?.clone()
    }
}

/// A proxy texture's level: what a texture's would be.
#[derive(Clone, Copy)]
pub struct ProxyLevel {
    pub width: u32,
    pub height: u32,
    pub format: &'static InternalFormat,
    pub requested: u32,
}

impl ProxyLevel {
    /// One that does not fit has no size.
    pub fn new(fits: bool, width: u32, height: u32, format: &'static InternalFormat, requested: u32) -> Self {
        let size = |value: u32| if fits { value } else { 0 };
        Self { width: size(width), height: size(height), format, requested: size(requested) }
    }
}

/// A texture unit's bindings.
#[derive(Clone, Default)]
pub struct Unit {
    /// By kind; None: texture 0 of that kind.
    pub bound: [Option<Arc<Texture>>; KINDS],
    pub sampler: Option<Arc<Sampler>>,
}

/// The context's texture state.
pub struct State {
    pub units: Vec<Unit>,
    /// glActiveTexture, from 0.
    pub active: usize,
    /// Texture 0 of each kind.
    pub defaults: [Arc<Texture>; KINDS],
    /// Proxy textures' levels, by kind and level.
    pub proxies: HashMap<(TextureKind, usize), ProxyLevel>,
}

/// A kind's place in [`Unit::bound`] and [`State::defaults`].
pub fn kind_index(kind: TextureKind) -> usize {
    kind as usize
}

/// Every kind of texture, in the order of [`kind_index`].
pub const ALL_KINDS: [TextureKind; KINDS] = [
    TextureKind::D1,
    TextureKind::D2,
    TextureKind::D3,
    TextureKind::Cube,
    TextureKind::Rect,
    TextureKind::Buffer,
    TextureKind::D1Array,
    TextureKind::D2Array,
    TextureKind::CubeArray,
    TextureKind::D2Multisample,
    TextureKind::D2MultisampleArray,
];

impl Default for State {
    fn default() -> Self {
        Self {
            units: vec![Unit::default(); limits::MAX_COMBINED_TEXTURE_UNITS],
            active: 0,
            defaults: ALL_KINDS.map(|kind| Arc::new(Texture::new(0, kind))),
            proxies: HashMap::new(),
        }
    }
}

impl State {
    /// The texture bound to a unit; texture 0 where nothing else is. Units outside are unit 0.
    pub fn bound(&self, unit: usize, kind: TextureKind) -> &Arc<Texture> {
        let index = kind_index(kind);
        let unit = self.units.get(unit).or(self.units.first());
        unit.and_then(|unit| unit.bound[index].as_ref()).unwrap_or(&self.defaults[index])
    }
}
