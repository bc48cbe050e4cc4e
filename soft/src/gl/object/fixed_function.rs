//! Programs of the fixed function, by the state that they depend on.

use crate::gl::limits::MAX_TEXTURE_COORDS;
use crate::gl::object::linked::Linked;
use crate::gl::state::lighting::LIGHTS;
use crate::gl::state::texture_environment::Combine;
use crate::hir::TextureKind;
use std::collections::HashMap;
use std::sync::{Arc, Weak};

/// What is to be written: one stage or both.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub vertex: Option<VertexKey>,
    pub fragment: Option<FragmentKey>,
}

/// Fixed-function vertex processing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VertexKey {
    /// Whether any clip plane is enabled.
    pub planes: bool,
    pub lighting: Option<Lighting>,
    /// What becomes of normals, where they are needed.
    pub normals: Normals,
    pub fog: FogCoordinate,
    /// Whether the size of points depends on the distance, or its limits are not those of the implementation.
    pub sized: bool,
    /// By unit: None where no texture coordinates are wanted; else the generation mode of each coordinate, 0 for none.
    pub units: [Option<[u32; 4]>; MAX_TEXTURE_COORDS],
}

/// What the fixed function does with normals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Normals {
    AsTheyAre,
    Rescaled,
    Normalized,
}

/// Where the fixed function has the fog coordinate from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FogCoordinate {
    Unused,
    Given,
    /// The distance from the eye.
    Depth,
}

/// Lighting, while it is enabled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lighting {
    pub lights: [Option<LightKind>; LIGHTS],
    pub two_side: bool,
    pub local_viewer: bool,
    pub separate_specular: bool,
    /// Face and property that follow the colour.
    pub color_material: Option<(u32, u32)>,
}

/// An enabled light.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LightKind {
    pub directional: bool,
    pub spot: bool,
}

/// Fixed-function fragment processing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FragmentKey {
    pub units: [Option<Textured>; MAX_TEXTURE_COORDS],
    /// Whether the secondary colour is added.
    pub color_sum: bool,
    /// GL_FOG_MODE, while fog is enabled.
    pub fog: Option<u32>,
}

/// A unit whose texture is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Textured {
    /// 1D, 2D or rectangle.
    pub kind: TextureKind,
    /// The texture's base format, which decides what the environments do.
    pub base: u32,
    /// Whether the texture's depths are compared with the third coordinate.
    pub compared: bool,
    /// GL_TEXTURE_ENV_MODE.
    pub mode: u32,
    /// With GL_COMBINE.
    pub combine: Option<Combine>,
}

/// The programs that were made so far. None: it did not link, and was logged.
#[derive(Default)]
pub struct Programs {
    pub made: HashMap<Key, Option<Arc<Linked>>>,
    /// What the last draw had.
    pub last: Option<(Key, Option<Arc<Linked>>)>,
    pub completed: Vec<Completed>,
}

/// An application's program with a stage of the fixed function.
pub struct Completed {
    pub source: Weak<Linked>,
    pub key: Key,
    pub linked: Option<Arc<Linked>>,
}
