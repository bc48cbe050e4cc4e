//! Programs of the fixed function, cached by the state that they depend on.

use crate::limits::MAX_TEXTURE_COORDS;
use crate::object::ati_fragment_shader::Definition;
use crate::object::linked::Linked;
use crate::state::lighting::LIGHTS;
use crate::state::texture_environment::Combine;
use base::hir::TextureKind;
use compiler::assembly::Loaded;
use std::collections::HashMap;
use std::sync::{Arc, Weak};

/// The state that a program depends on: one stage or both.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// State of the vertex stage, if the fixed function has it.
    pub vertex: Option<VertexKey>,
    /// State of the fragment stage, if the fixed function has it.
    pub fragment: Option<FragmentKey>,
}

/// State that fixed-function vertex processing depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VertexKey {
    /// True if any clip plane is enabled.
    pub planes: bool,
    /// Lighting, while it is enabled.
    pub lighting: Option<Lighting>,
    /// The processing of normals that lighting or texture coordinate generation needs.
    pub normals: Normals,
    /// The source of the fog coordinate.
    pub fog: FogCoordinate,
    /// True if the size of points depends on the distance, or its limits are not those of the implementation.
    pub sized: bool,
    /// True if an array has the size of each point, before the distance changes it.
    pub point_sizes: bool,
    /// By unit: the generation mode of each coordinate, 0 for none; none if no texture coordinates are needed.
    pub units: [Option<[u32; 4]>; MAX_TEXTURE_COORDS],
    /// True for the fragments of pixel rectangles and bitmaps: vertices are in clip coordinates, and their attributes are the fragments'.
    pub rectangle: bool,
}

/// Processing of normals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Normals {
    /// Neither rescaled nor normalised.
    AsTheyAre,
    /// GL_RESCALE_NORMAL.
    Rescaled,
    /// GL_NORMALIZE.
    Normalized,
}

/// Sources of the fog coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FogCoordinate {
    /// Fog is disabled.
    Unused,
    /// glFogCoord.
    Given,
    /// The distance from the plane of the eye.
    Depth,
    /// The z coordinate in eye coordinates.
    Plane,
    /// The distance from the eye.
    Radial,
}

/// State of lighting.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lighting {
    /// By light: none while it is disabled.
    pub lights: [Option<LightKind>; LIGHTS],
    /// GL_LIGHT_MODEL_TWO_SIDE.
    pub two_side: bool,
    /// GL_LIGHT_MODEL_LOCAL_VIEWER.
    pub local_viewer: bool,
    /// GL_SEPARATE_SPECULAR_COLOR.
    pub separate_specular: bool,
    /// GL_COLOR_MATERIAL_FACE and GL_COLOR_MATERIAL_PARAMETER, while GL_COLOR_MATERIAL is enabled.
    pub color_material: Option<(u32, u32)>,
    /// One bit for each material property that is an attribute of the vertices.
    pub vertex_materials: u16,
}

/// State of an enabled light.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LightKind {
    /// True if the position has w = 0.
    pub directional: bool,
    /// True if the cutoff is not 180 degrees.
    pub spot: bool,
}

/// State that fixed-function fragment processing depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FragmentKey {
    /// True if the stage only reads what selection and feedback return of vertices, so that the stage before computes it.
    pub collects: bool,
    /// The shader of GL_ATI_fragment_shader, if it replaces the texture environments.
    pub shader: Option<Arc<Definition>>,
    /// By unit: none while its texture is disabled.
    pub units: [Option<Textured>; MAX_TEXTURE_COORDS],
    /// True if the secondary colour is added.
    pub color_sum: bool,
    /// GL_FOG_MODE, while fog is enabled.
    pub fog: Option<u32>,
    /// True if colours are clamped to [0, 1].
    pub clamped: bool,
}

/// State of a unit with an enabled texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Textured {
    /// 1D, 2D, 3D, cube map or rectangle.
    pub kind: TextureKind,
    /// The base internal format of the texture, which selects the texture functions.
    pub base: u32,
    /// True if depths of the texture are compared with the third coordinate.
    pub compared: bool,
    /// GL_TEXTURE_ENV_MODE.
    pub mode: u32,
    /// The parameters of GL_COMBINE, in that mode.
    pub combine: Option<Combine>,
}

/// The cache of programs; none for programs that did not link, which were logged.
#[derive(Default)]
pub struct Programs {
    /// Programs of the fixed function alone.
    pub made: HashMap<Key, Option<Arc<Linked>>>,
    /// The program of the last draw.
    pub last: Option<(Key, Option<Arc<Linked>>)>,
    /// Applications' programs with stages of the fixed function, or of two languages.
    pub completed: Vec<Completed>,
    /// The program that computed the last raster position.
    pub captured: Option<Captured>,
}

/// A program that captures the results of a vertex stage.
pub struct Captured {
    /// The program.
    pub program: Arc<Linked>,
    /// What the stage is of.
    source: CapturedStage,
}

/// What a captured vertex stage is of.
enum CapturedStage {
    /// A program's shaders.
    Shader(Weak<Linked>),
    /// A vertex program.
    Program(Weak<Loaded>),
    /// The fixed function.
    Key(VertexKey),
}

impl Captured {
    /// Creates that of a program's vertex shader.
    pub fn of_shader(source: &Arc<Linked>, program: Arc<Linked>) -> Self {
        Self { program, source: CapturedStage::Shader(Arc::downgrade(source)) }
    }

    /// Creates that of a vertex program.
    pub fn of_program(source: &Arc<Loaded>, program: Arc<Linked>) -> Self {
        Self { program, source: CapturedStage::Program(Arc::downgrade(source)) }
    }

    /// Creates that of the fixed function.
    pub fn of_key(key: VertexKey, program: Arc<Linked>) -> Self {
        Self { program, source: CapturedStage::Key(key) }
    }

    /// Returns true if it is of this program's vertex shader.
    pub fn linked_from(&self, linked: &Arc<Linked>) -> bool {
        matches!(&self.source, CapturedStage::Shader(known) if known.as_ptr() == Arc::as_ptr(linked))
    }

    /// Returns true if it is of this vertex program.
    pub fn loaded_from(&self, loaded: &Arc<Loaded>) -> bool {
        matches!(&self.source, CapturedStage::Program(known) if known.as_ptr() == Arc::as_ptr(loaded))
    }

    /// Returns true if it is of the fixed function in this state.
    pub fn generated_from(&self, key: &VertexKey) -> bool {
        matches!(&self.source, CapturedStage::Key(known) if known == key)
    }
}

/// An application's program with a stage of the fixed function, or programs of two languages together.
pub struct Completed {
    /// The shaders of the application.
    pub source: Option<Weak<Linked>>,
    /// The vertex and the fragment program in an assembly language.
    pub assembly: [Option<Weak<Loaded>>; 2],
    /// The state of the added stages.
    pub key: Key,
    /// The linked program.
    pub linked: Option<Arc<Linked>>,
}

impl Completed {
    /// Returns true if it was made of these programs.
    pub fn is_of(&self, source: Option<&Arc<Linked>>, assembly: [Option<&Arc<Loaded>>; 2]) -> bool {
        fn same<T>(known: Option<&Weak<T>>, wanted: Option<&Arc<T>>) -> bool {
            known.map(Weak::as_ptr) == wanted.map(Arc::as_ptr)
        }
        same(self.source.as_ref(), source) && self.assembly.iter().zip(assembly).all(|(known, wanted)| same(known.as_ref(), wanted))
    }

    /// Returns true while all programs that it was made of exist.
    pub fn is_alive(&self) -> bool {
        let alive = |count: usize| count > 0;
        self.source.as_ref().is_none_or(|source| alive(source.strong_count()))
            && self.assembly.iter().flatten().all(|program| alive(program.strong_count()))
    }
}
