//! Program pipeline objects.
//!
//! Draws run whole programs, so the first draw with a pipeline links the stages of its programs together. The values of uniforms stay in
//! their own programs: each draw copies them by name. A name that two programs share has the value of the first stage that reads it.

use super::{feedback_forbids, objects, with_program};
use crate::gl::command::names as object_names;
use crate::gl::command::shader::{self, give_text, text_length};
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::object::linked::Linked;
use crate::gl::object::linked::Values;
use crate::gl::object::names::lock;
use crate::gl::object::program::Object;
use crate::gl::object::program_pipeline::{Pipeline, Source};
use crate::gl::pointer::{In, Out, string_count};
use crate::glsl::{self, LinkOptions};
use crate::hir::Stage;
use crate::pipeline::limits::Limits;
use crate::tokens::*;
use std::sync::Arc;

/// Stages in pipeline order, with their bits and tokens.
const STAGES: [(Stage, u32, u32); 6] = [
    (Stage::Vertex, GL_VERTEX_SHADER_BIT, GL_VERTEX_SHADER),
    (Stage::TessControl, GL_TESS_CONTROL_SHADER_BIT, GL_TESS_CONTROL_SHADER),
    (Stage::TessEvaluation, GL_TESS_EVALUATION_SHADER_BIT, GL_TESS_EVALUATION_SHADER),
    (Stage::Geometry, GL_GEOMETRY_SHADER_BIT, GL_GEOMETRY_SHADER),
    (Stage::Fragment, GL_FRAGMENT_SHADER_BIT, GL_FRAGMENT_SHADER),
    (Stage::Compute, GL_COMPUTE_SHADER_BIT, GL_COMPUTE_SHADER),
];
/// The index of the compute stage in [`STAGES`].
const COMPUTE: usize = 5;

/// Updates a stage to the last successful link of its program. A stage whose program is deleted keeps what it has.
fn refresh(context: &Context, source: &mut Source) {
    if let Some(Object::Program(program)) = lock(&context.share.programs).get(source.name)
        && let Some(linked) = &program.linked
    {
        source.linked = linked.clone();
    }
}

/// Returns the bound pipeline's stages, updated to the last successful links.
fn stages(context: &mut Context) -> Option<[Option<Source>; 6]> {
    let bound = context.programs.pipelines.bound;
    let mut stages = context.programs.pipelines.pipelines.get(bound)?.stages.clone();
    stages.iter_mut().flatten().for_each(|source| refresh(context, source));
    Some(stages)
}

/// Returns the program that the bound pipeline's graphics stages link to.
pub fn active(context: &mut Context) -> Option<Arc<Linked>> {
    let stages = stages(context)?;
    let graphics: Vec<Option<Arc<Linked>>> =
        stages[..COMPUTE].iter().map(|stage| stage.as_ref().map(|source| source.linked.clone())).collect();
    if let Some(whole) = one_program(&graphics) {
        return Some(whole);
    }
    let same = |known: &[Option<Arc<Linked>>]| {
        known.iter().zip(&graphics).all(|pair| match pair {
            (None, None) => true,
            (Some(known), Some(now)) => Arc::ptr_eq(known, now),
            _ => false,
        })
    };
    let bound = context.programs.pipelines.bound;
    let known = context.programs.pipelines.pipelines.get(bound)?.merged.clone().filter(|(known, _)| same(known));
    let merged = match known {
        Some((_, merged)) => merged,
        None => {
            let (merged, log) = link(context, &graphics);
            let pipeline = context.programs.pipelines.pipelines.get_mut(bound)?;
            pipeline.log = log;
            pipeline.merged = merged.clone().map(|merged| (graphics.clone(), merged));
            merged?
        }
    };
    copy_values(&graphics, &merged);
    Some(merged)
}

/// Returns the program that has all its stages in the pipeline, if no other program has one there.
fn one_program(graphics: &[Option<Arc<Linked>>]) -> Option<Arc<Linked>> {
    let first = graphics.iter().flatten().next()?;
    let has = |stage: Stage| first.shaders.iter().any(|shader| shader.stage == stage);
    let served = graphics.iter().zip(STAGES).all(|(source, (stage, ..))| match source {
        Some(source) => Arc::ptr_eq(source, first) && has(stage),
        None => !has(stage),
    });
    served.then(|| first.clone())
}

/// Links the stages of several programs. Returns the result and the log.
fn link(context: &Context, graphics: &[Option<Arc<Linked>>]) -> (Option<Arc<Linked>>, String) {
    let mut compiled = Vec::new();
    for (source, (stage, ..)) in graphics.iter().zip(STAGES) {
        let shaders = source.iter().flat_map(|source| &source.shaders);
        compiled.extend(shaders.filter(|shader| shader.stage == stage).cloned());
    }
    // The last stage before the fragment stage determines what is captured.
    let capturing = graphics[..4].iter().rev().flatten().next();
    let (varyings, separate) = capturing.map_or((Vec::new(), false), |linked| (linked.feedback_varyings.clone(), linked.feedback_separate));
    let options = LinkOptions {
        feedback_varyings: varyings.clone(),
        feedback_separate: separate,
        es: context.is_es(),
        limits: Limits::default(),
        ..LinkOptions::default()
    };
    let linked = glsl::link(&compiled, &options);
    (linked.program.map(|program| Arc::new(Linked::new(program, compiled, varyings, separate))), linked.log)
}

/// Copies the values of the stages' own programs to the merged program.
pub fn copy_values(graphics: &[Option<Arc<Linked>>], merged: &Linked) {
    let source_of = |stages: u8| {
        let reads = |number: &usize| stages >> number & 1 != 0;
        (0..graphics.len()).filter(reads).find_map(|number| graphics[number].as_ref())
    };
    for uniform in merged.program.uniforms.iter().filter(|uniform| uniform.block.is_none() && !uniform.state) {
        let Some(source) = source_of(uniform.stages) else { continue };
        let own = source.program.uniforms.iter().find(|own| own.name == uniform.name && own.ty == uniform.ty && own.block.is_none());
        let Some(own) = own else { continue };
        let count = (own.elements.min(uniform.elements).max(1) * uniform.words_per_element) as usize;
        let words = source.values(|values| values.words.get(own.word as usize..own.word as usize + count).map(<[u32]>::to_vec));
        merged.values(|values| {
            if let (Some(words), Some(into)) = (words, values.words.get_mut(uniform.word as usize..uniform.word as usize + count)) {
                into.copy_from_slice(&words);
            }
        });
    }
    let blocks = merged.program.uniform_blocks.iter().map(|block| (block, true)).enumerate();
    for (index, (block, uniform)) in blocks.chain(merged.program.storage_blocks.iter().map(|block| (block, false)).enumerate()) {
        let Some(source) = source_of(block.stages) else { continue };
        let own = if uniform { &source.program.uniform_blocks } else { &source.program.storage_blocks };
        let Some(place) = own.iter().position(|own| own.name == block.name) else { continue };
        let bindings = |values: &Values| {
            if uniform { values.uniform_bindings.clone() } else { values.storage_bindings.clone() }
        };
        let binding = source.values(|values| bindings(values).get(place).copied());
        merged.values(|values| {
            let into = if uniform { &mut values.uniform_bindings } else { &mut values.storage_bindings };
            if let (Some(into), Some(binding)) = (into.get_mut(index), binding) {
                *into = binding;
            }
        });
    }
}

/// Returns the bound pipeline's compute stage.
pub fn active_compute(context: &mut Context) -> Option<Arc<Linked>> {
    let [.., compute] = stages(context)?;
    compute.map(|source| source.linked)
}

/// Returns the program whose uniforms glUniform sets without a current program: that of glActiveShaderProgram.
pub fn active_program(context: &mut Context) -> Option<Arc<Linked>> {
    let bound = context.programs.pipelines.bound;
    let name = context.programs.pipelines.pipelines.get(bound)?.active;
    super::linked(context, name).ok()
}

/// Implements glGenProgramPipelines.
pub(super) fn gen_program_pipelines(context: &mut Context, count: i32, names: Out<u32>) -> Result<()> {
    object_names::generate(&mut context.programs.pipelines.pipelines, count, names)
}

/// Implements glCreateProgramPipelines.
pub(super) fn create_program_pipelines(context: &mut Context, count: i32, names: Out<u32>) -> Result<()> {
    object_names::create(&mut context.programs.pipelines.pipelines, count, names, |_| Ok(Pipeline::default()))
}

/// Implements glDeleteProgramPipelines.
pub(super) fn delete_program_pipelines(context: &mut Context, count: i32, names: In<u32>) -> Result<()> {
    for name in object_names::listed(count, names)? {
        let pipelines = &mut context.programs.pipelines;
        pipelines.pipelines.remove(name);
        if pipelines.bound == name {
            pipelines.bound = 0;
        }
    }
    Ok(())
}

/// Implements glIsProgramPipeline.
pub(super) fn is_program_pipeline(context: &mut Context, name: u32) -> Result<u8> {
    Ok(u8::from(context.programs.pipelines.pipelines.get(name).is_some()))
}

/// Returns a pipeline by name, creating the object of a name that was only generated.
fn pipeline(context: &mut Context, name: u32) -> Result<&mut Pipeline> {
    let pipelines = &mut context.programs.pipelines.pipelines;
    if pipelines.is_name(name) && pipelines.get(name).is_none() {
        pipelines.put(name, Pipeline::default())?;
    }
    // "An INVALID_OPERATION error is generated if pipeline is not a name returned from a previous call to GenProgramPipelines or if such a
    // name has since been deleted by DeleteProgramPipelines" [GL 4.4, 7.4]
    pipelines.get_mut(name).ok_or(GL_INVALID_OPERATION)
}

/// Implements glBindProgramPipeline.
pub(super) fn bind_program_pipeline(context: &mut Context, name: u32) -> Result<()> {
    feedback_forbids(context)?;
    if name != 0 {
        pipeline(context, name)?;
    }
    context.programs.pipelines.bound = name;
    Ok(())
}

/// Implements glUseProgramStages.
pub(super) fn use_program_stages(context: &mut Context, name: u32, stages: u32, program: u32) -> Result<()> {
    let all = STAGES.iter().fold(0, |all, (_, bit, _)| all | bit);
    // "An INVALID_VALUE error is generated if stages is not the special value ALL_SHADER_BITS, and has any bits set other than
    // TESS_CONTROL_SHADER_BIT, TESS_EVALUATION_SHADER_BIT, VERTEX_SHADER_BIT, GEOMETRY_SHADER_BIT, and FRAGMENT_SHADER_BIT." [GL 4.4, 7.4]
    if stages != GL_ALL_SHADER_BITS && stages & !all != 0 {
        return Err(GL_INVALID_VALUE);
    }
    if context.programs.pipelines.bound == name {
        feedback_forbids(context)?;
    }
    let source = if program == 0 {
        None
    } else {
        let linked = with_program(context, program, |program| {
            // "An INVALID_OPERATION error is generated if program is not zero and was linked without the PROGRAM_SEPARABLE parameter set,
            // has not been linked, or was last linked unsuccessfully." [GL 4.4, 7.4]
            program.linked.clone().filter(|_| program.separable && program.link_status).ok_or(GL_INVALID_OPERATION)
        })?;
        Some(Source { name: program, linked })
    };
    let pipeline = pipeline(context, name)?;
    for (place, (stage, bit, _)) in pipeline.stages.iter_mut().zip(STAGES) {
        if stages & bit != 0 {
            let has = |source: &Source| source.linked.shaders.iter().any(|shader| shader.stage == stage);
            *place = source.clone().filter(has);
        }
    }
    Ok(())
}

/// Implements glActiveShaderProgram.
pub(super) fn active_shader_program(context: &mut Context, name: u32, program: u32) -> Result<()> {
    if program != 0 {
        super::linked(context, program)?;
    }
    pipeline(context, name)?.active = program;
    Ok(())
}

/// Implements glValidateProgramPipeline.
pub(super) fn validate_program_pipeline(context: &mut Context, name: u32) -> Result<()> {
    pipeline(context, name)?;
    let bound = std::mem::replace(&mut context.programs.pipelines.bound, name);
    let graphics = active(context);
    let valid = match &graphics {
        Some(linked) => !objects::samplers_clash(linked),
        None => active_compute(context).is_some(),
    };
    context.programs.pipelines.bound = bound;
    pipeline(context, name)?.valid = valid;
    Ok(())
}

/// Implements glGetProgramPipelineiv.
pub(super) fn get_program_pipeline(context: &mut Context, name: u32, pname: u32, params: Out<i32>) -> Result<()> {
    let pipeline = pipeline(context, name)?;
    let value = match pname {
        GL_ACTIVE_PROGRAM => pipeline.active,
        GL_VALIDATE_STATUS => u32::from(pipeline.valid),
        GL_INFO_LOG_LENGTH => text_length(pipeline.log.as_bytes()).cast_unsigned(),
        _ => {
            // "An INVALID_ENUM error is generated if pname is not ACTIVE_PROGRAM, INFO_LOG_LENGTH, VALIDATE_STATUS, or one of the type
            // arguments in table 7.1." [GL 4.4, 7.13]
            let place = STAGES.iter().position(|&(.., token)| token == pname).ok_or(GL_INVALID_ENUM)?;
            pipeline.stages[place].as_ref().map_or(0, |source| source.name)
        }
    };
    params.set(value.cast_signed());
    Ok(())
}

/// Implements glGetProgramPipelineInfoLog.
pub(super) fn get_program_pipeline_info_log(context: &mut Context, name: u32, size: i32, length: Out<i32>, into: Out<u8>) -> Result<()> {
    let log = pipeline(context, name)?.log.clone();
    give_text(&log, size, length, into)
}

/// Implements glCreateShaderProgramv.
pub(super) fn create_shader_program(context: &mut Context, ty: u32, count: i32, strings: In<In<u8>>) -> Result<u32> {
    // "An INVALID_ENUM error is generated and zero is returned if type is not one of the values in table 7.1." [GL 4.4, 7.3]
    let stage = shader::stage(context, ty).ok_or(GL_INVALID_ENUM)?;
    let count = string_count(count)?;
    let shader = shader::create(context, stage)?;
    shader::set_source(context, shader, shader::text_of(count, strings, In::null())?)?;
    shader::compile_shader(context, shader)?;
    let log = shader::log(context, shader)?;
    let program = objects::create(context)?;
    with_program(context, program, |program| {
        program.separable = true;
        program.log = log;
        Ok(())
    })?;
    if shader::property(context, shader, GL_COMPILE_STATUS)? != 0 {
        objects::attach_shader(context, program, shader)?;
        objects::link_program(context, program)?;
        objects::detach_shader(context, program, shader)?;
    }
    shader::delete_shader(context, shader)?;
    Ok(program)
}

commands! {
    fn glGenProgramPipelines(n: i32, pipelines: Out<u32>) => gen_program_pipelines;
    fn glCreateProgramPipelines(n: i32, pipelines: Out<u32>) => create_program_pipelines;
    fn glDeleteProgramPipelines(n: i32, pipelines: In<u32>) => delete_program_pipelines;
    fn glIsProgramPipeline(pipeline: u32) -> u8 => is_program_pipeline;
    fn glBindProgramPipeline(pipeline: u32) => bind_program_pipeline;
    fn glUseProgramStages(pipeline: u32, stages: u32, program: u32) => use_program_stages;
    fn glActiveShaderProgram(pipeline: u32, program: u32) => active_shader_program;
    #[not_in_lists] fn glValidateProgramPipeline(pipeline: u32) => validate_program_pipeline;
    fn glGetProgramPipelineiv(pipeline: u32, pname: u32, params: Out<i32>) => get_program_pipeline;
    fn glGetProgramPipelineInfoLog(pipeline: u32, size: i32, length: Out<i32>, log: Out<u8>) => get_program_pipeline_info_log;
    fn glCreateShaderProgramv(ty: u32, count: i32, strings: In<In<u8>>) -> u32 => create_shader_program;
    alias glGenProgramPipelinesEXT = glGenProgramPipelines;
    alias glDeleteProgramPipelinesEXT = glDeleteProgramPipelines;
    alias glIsProgramPipelineEXT = glIsProgramPipeline;
    alias glBindProgramPipelineEXT = glBindProgramPipeline;
    alias glUseProgramStagesEXT = glUseProgramStages;
    alias glActiveShaderProgramEXT = glActiveShaderProgram;
    alias glValidateProgramPipelineEXT = glValidateProgramPipeline;
    alias glGetProgramPipelineivEXT = glGetProgramPipelineiv;
    alias glGetProgramPipelineInfoLogEXT = glGetProgramPipelineInfoLog;
    alias glCreateShaderProgramvEXT = glCreateShaderProgramv;
}
