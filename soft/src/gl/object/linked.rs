//! What linking made, with what can change in it: uniforms' values and blocks' bindings.

use crate::gl::object::names::lock;
use crate::gl::state::built_in_uniforms::{StateUniform, state_uniforms};
use crate::hir;
use crate::hir::SamplerType;
use crate::pipeline::program::{BlockKind, Executable, Program, Uniform};
use std::sync::{Arc, Mutex};

/// A successfully linked program.
#[derive(Default)]
pub struct Linked {
    pub program: Arc<Program>,
    /// What it was linked from; pipelines link stages of several programs together.
    pub shaders: Vec<Arc<hir::Shader>>,
    /// glTransformFeedbackVaryings as they were when it was linked, and whether each has its own buffer.
    pub feedback_varyings: Vec<String>,
    pub feedback_separate: bool,
    /// Active uniforms, by place in `program.uniforms`: members of storage blocks are not among them.
    pub uniforms: Vec<usize>,
    /// Members of storage blocks, by place in `program.uniforms`.
    pub buffer_variables: Vec<usize>,
    /// Textures that its stages read.
    pub textures: Vec<TextureUse>,
    /// The built-in state that it reads, such as gl_ModelViewMatrix or gl_DepthRange.
    pub state_uniforms: Vec<StateUniform>,
    /// First location, elements, place in `program.uniforms`; by location.
    locations: Vec<(u32, u32, usize)>,
    values: Mutex<Values>,
}

/// What the application sets between draws.
#[derive(Clone, Debug, Default)]
pub struct Values {
    /// The default block's words.
    pub words: Vec<u32>,
    /// By block: the binding point that it reads.
    pub uniform_bindings: Vec<u32>,
    pub storage_bindings: Vec<u32>,
}

/// Sampler uniforms that the code of some stage reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureUse {
    /// The default block's word that holds the first element's unit.
    pub word: u32,
    /// Elements.
    pub count: u32,
    pub sampler: SamplerType,
}

impl Linked {
    /// Looks through a program once for everything that draws and questions will need.
    pub fn new(program: Arc<Program>, shaders: Vec<Arc<hir::Shader>>, feedback_varyings: Vec<String>, feedback_separate: bool) -> Self {
        let storage = |uniform: &Uniform| uniform.block.is_some_and(|block| block.kind == BlockKind::Storage);
        let (buffer_variables, uniforms) = (0..program.uniforms.len()).partition(|&index| storage(&program.uniforms[index]));
        let mut locations: Vec<(u32, u32, usize)> = program.uniforms.iter().enumerate().filter_map(location).collect();
        locations.sort_unstable();
        let values = Values {
            words: program.uniform_words.clone(),
            uniform_bindings: program.uniform_blocks.iter().map(|block| block.binding).collect(),
            storage_bindings: program.storage_blocks.iter().map(|block| block.binding).collect(),
        };
        Self {
            textures: textures(&program),
            state_uniforms: state_uniforms(&program),
            program,
            shaders,
            feedback_varyings,
            feedback_separate,
            uniforms,
            buffer_variables,
            locations,
            values: Mutex::new(values),
        }
    }

    /// The uniform and its element that a location stands for.
    pub fn at(&self, location: i32) -> Option<(&Uniform, u32)> {
        let location = u32::try_from(location).ok()?;
        let behind = self.locations.partition_point(|&(first, ..)| first <= location);
        let &(first, elements, index) = self.locations.get(behind.checked_sub(1)?)?;
        let element = location - first;
        (element < elements).then(|| Some((self.program.uniforms.get(index)?, element))).flatten()
    }

    /// Reads or changes the values.
    pub fn values<T>(&self, work: impl FnOnce(&mut Values) -> T) -> T {
        work(&mut lock(&self.values))
    }
}

fn location((index, uniform): (usize, &Uniform)) -> Option<(u32, u32, usize)> {
    let location = u32::try_from(uniform.location).ok()?;
    (uniform.block.is_none()).then_some((location, uniform.elements.max(1), index))
}

/// Every stage's code, in the order of the pipeline.
pub fn stages(program: &Program) -> impl Iterator<Item = &Executable> {
    let vertex = program.vertex.iter();
    let tessellation = program.tess_control.iter().map(|stage| &stage.0).chain(program.tess_evaluation.iter().map(|stage| &stage.0));
    let geometry = program.geometry.iter().map(|stage| &stage.0);
    let fragment = program.fragment.iter().map(|stage| &stage.0);
    vertex.chain(tessellation).chain(geometry).chain(fragment).chain(program.compute.iter().map(|stage| &stage.0))
}

fn textures(program: &Program) -> Vec<TextureUse> {
    let mut textures: Vec<TextureUse> = Vec::new();
    for sample in stages(program).flat_map(|stage| &stage.code.samples) {
        let texture = TextureUse { word: sample.unit_word, count: sample.units, sampler: sample.sampler };
        if !textures.contains(&texture) {
            textures.push(texture);
        }
    }
    textures
}
