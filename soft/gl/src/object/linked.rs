//! Linked programs, with the state of the program object that applications change: values of uniforms and bindings of blocks.

use crate::object::names::lock;
use crate::object::sources::ProgramSource;
use crate::state::built_in_uniforms::{StateUniform, state_uniforms};
use base::hir::{self, SamplerType, Stage};
use shader::pipeline::program::{BlockKind, Executable, Program, Uniform};
use std::sync::{Arc, Mutex};

/// A successfully linked program.
#[derive(Default)]
pub struct Linked {
    /// The program of the pipeline.
    pub program: Arc<Program>,
    /// The linked shaders; pipelines link stages of several programs together.
    pub shaders: Vec<Arc<hir::Shader>>,
    /// The varyings of glTransformFeedbackVaryings at the time of linking.
    pub feedback_varyings: Vec<String>,
    /// True if each varying has its own buffer.
    pub feedback_separate: bool,
    /// GL_PROGRAM_SEPARABLE at the time of linking.
    pub separable: bool,
    /// The sources of the shaders, for the binary of the program; none of programs that pipelines link.
    pub source: Option<ProgramSource>,
    /// Indices of active uniforms in `program.uniforms`; members of storage blocks are not among them.
    pub uniforms: Vec<usize>,
    /// Indices of members of storage blocks in `program.uniforms`.
    pub buffer_variables: Vec<usize>,
    /// Textures that the stages read.
    pub textures: Vec<TextureUse>,
    /// Image uniforms that the stages access: the word of the default block with the image unit of the first element, and the number of
    /// elements.
    pub images: Vec<(u32, u32)>,
    /// Built-in uniforms that the stages read, such as gl_ModelViewMatrix or gl_DepthRange.
    pub state_uniforms: Vec<StateUniform>,
    /// First location, elements, index in `program.uniforms`; sorted by location.
    locations: Vec<(u32, u32, usize)>,
    /// The state that applications change.
    values: Mutex<Values>,
}

/// The state of a linked program that applications change between draws.
#[derive(Clone, Debug, Default)]
pub struct Values {
    /// The words of the default block.
    pub words: Vec<u32>,
    /// By uniform block: the binding point that it reads.
    pub uniform_bindings: Vec<u32>,
    /// By storage block: the binding point that it accesses.
    pub storage_bindings: Vec<u32>,
}

/// Sampler uniforms that some stage reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureUse {
    /// The word of the default block that holds the unit of the first element.
    pub word: u32,
    /// Number of elements.
    pub count: u32,
    /// The type of the sampler.
    pub sampler: SamplerType,
}

impl Linked {
    /// Examines a program once for all that draws and getters need.
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
            images: images(&program),
            state_uniforms: state_uniforms(&program),
            program,
            shaders,
            feedback_varyings,
            feedback_separate,
            separable: false,
            source: None,
            uniforms,
            buffer_variables,
            locations,
            values: Mutex::new(values),
        }
    }

    /// Returns the uniform and its element that a location names.
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

/// Returns the code of every stage, in the order of the pipeline.
pub fn stages(program: &Program) -> impl Iterator<Item = &Executable> {
    let vertex = program.vertex.iter();
    let tessellation = program.tess_control.iter().map(|stage| &stage.0).chain(program.tess_evaluation.iter().map(|stage| &stage.0));
    let geometry = program.geometry.iter().map(|stage| &stage.0);
    let fragment = program.fragment.iter().map(|stage| &stage.0);
    vertex.chain(tessellation).chain(geometry).chain(fragment).chain(program.compute.iter().map(|stage| &stage.0))
}

/// Returns true if a program has this stage.
pub fn has_stage(program: &Program, stage: Stage) -> bool {
    match stage {
        Stage::Vertex => program.vertex.is_some(),
        Stage::TessControl => program.tess_control.is_some(),
        Stage::TessEvaluation => program.tess_evaluation.is_some(),
        Stage::Geometry => program.geometry.is_some(),
        Stage::Fragment => program.fragment.is_some(),
        Stage::Compute => program.compute.is_some(),
    }
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

fn images(program: &Program) -> Vec<(u32, u32)> {
    let mut images: Vec<(u32, u32)> = Vec::new();
    for image in stages(program).flat_map(|stage| &stage.code.images) {
        if !images.contains(&(image.unit_word, image.units)) {
            images.push((image.unit_word, image.units));
        }
    }
    images
}
