//! The linker: shader objects to a program.

mod attributes;
mod blocks;
mod counters;
mod feedback;
mod interface;
mod leaves;
mod log;
mod merge;
mod merged_uniforms;
mod per_vertex;
mod program_interface;
mod spirv;
mod stages;
mod static_use;
mod static_writes;
mod subroutines;
#[cfg(test)]
mod tests;
mod uniforms;
mod walk;

use super::{LinkOptions, Linked, STACK};
use base::core::stack;
use base::hir::layout;
use base::hir::{GeometryInput, GeometryOutput, Shader, Stage, TessMode, TessSpacing};
use interface::Interfaces;
use log::{Log, stage_name};
use shader::pipeline::program::{Compute, Executable, Fragment, Geometry, Program, TessControl, TessEvaluation};
use std::sync::Arc;

/// The merged stages of a program before lowering.
#[derive(Debug)]
struct LinkedStages {
    /// The stages in pipeline order; every interface variable has its location.
    stages: Vec<Shader>,
    program: Program,
    interfaces: Interfaces,
    /// The largest stream of the geometry stage, plus 1.
    streams: u32,
}

/// Links shader objects that compiled, lowers every stage and verifies the code. Works on a stack of its own, because what walks statements and
/// expressions recurses.
pub fn link(shaders: &[Arc<Shader>], options: &LinkOptions) -> Linked {
    let failed = |message: &str| Linked { program: None, log: format!("error: {message}\n") };
    stack::run(STACK, || link_here(shaders, options)).unwrap_or_else(|reason| {
        failed(match reason {
            stack::Failed::NoMemory => "no memory for the linker",
            stack::Failed::Panicked => "the linker failed on these shaders",
        })
    })
}

/// Links on the current stack.
fn link_here(shaders: &[Arc<Shader>], options: &LinkOptions) -> Linked {
    let mut log = Log::default();
    let program = link_stages(shaders, options, &mut log).and_then(|linked| lower(linked, &mut log));
    let program = program.filter(|_| !log.failed()).map(Arc::new);
    Linked { program, log: log.text }
}

/// Links one shader object. Returns its linked stage, or the info log if that fails.
pub(super) fn linked_stage(shader: &Arc<Shader>, options: &LinkOptions) -> Result<Shader, String> {
    let mut log = Log::default();
    let linked = link_stages(std::slice::from_ref(shader), options, &mut log);
    linked.and_then(|linked| linked.stages.into_iter().next()).ok_or(log.text)
}

/// Merges the stages and assigns locations. Returns `None` if there was an error.
fn link_stages(shaders: &[Arc<Shader>], options: &LinkOptions, log: &mut Log) -> Option<LinkedStages> {
    let objects: Vec<&Shader> = shaders.iter().map(Arc::as_ref).collect();
    stages::check_versions(&objects, log);
    if check_types(&objects, log) {
        return None;
    }
    let (mut linked, mut elements) = (Vec::new(), Vec::new());
    for stage in [Stage::Vertex, Stage::TessControl, Stage::TessEvaluation, Stage::Geometry, Stage::Fragment, Stage::Compute] {
        let of_stage: Vec<&Shader> = objects.iter().copied().filter(|object| object.stage == stage).collect();
        let Some(mut shader) = merge::merge(&of_stage, log) else { continue };
        per_vertex::check_stage(&of_stage, log);
        spirv::inherit_tessellation(&mut shader, &objects);
        subroutines::dispatch(&mut shader, options, log);
        elements.push(static_use::mark(&mut shader, log));
        static_writes::check(&shader, log);
        stages::check_layout(&shader, options, log);
        interface::locations::check(&shader, options, log);
        shader.locations = vec![None; shader.variables.len()];
        linked.push(shader);
    }
    stages::check_combination(&linked, options, log);
    per_vertex::check_stages(&linked, options, log);
    if log.failed() {
        return None;
    }
    let mut touched: Vec<_> = linked.iter().map(static_use::used_builtins).collect();
    linked.iter().zip(&touched).for_each(|(shader, used)| stages::check_distances(shader, used, options, log));
    let capturing = linked.iter().rposition(|it| matches!(it.stage, Stage::Vertex | Stage::TessEvaluation | Stage::Geometry));
    let captured = feedback::captured_names(capturing.and_then(|index| linked.get(index)), options);
    if let Some((shader, touched)) = capturing.and_then(|index| Some((linked.get(index)?, touched.get_mut(index)?))) {
        feedback::touch_captured(&captured, shader, touched);
    }
    let mut program = Program::default();
    program_interface::list(&linked, &touched, &mut program);
    let interfaces = interface::connect(&mut linked, &touched, &captured, options, log);
    uniforms::uniforms(&mut linked, &elements, options, &mut program, log);
    subroutines::uniforms(&mut linked, options, &mut program, log);
    if log.failed() {
        return None;
    }
    blocks::blocks(&mut linked, &elements, options, &mut program, log);
    blocks::shared_memory(&mut linked, options, log);
    for shader in &mut linked {
        match shader.stage {
            Stage::Vertex => attributes::attributes(shader, options, &mut program, log),
            Stage::Fragment => attributes::fragment_outputs(shader, options, &mut program, log),
            _ => {}
        }
    }
    program_interface::list_located(&linked, &mut program);
    uniforms::check_output_resources(&program, options, log);
    feedback::feedback(&linked, capturing.and_then(|index| linked.get(index)), &interfaces.last, options, &mut program, log);
    program.last_vertex_layout = interfaces.last.clone();
    let geometry = linked.iter().position(|shader| shader.stage == Stage::Geometry);
    let streams = geometry.and_then(|index| touched.get(index)).map_or(1, |touched| touched.streams);
    if let Some(shader) = geometry.and_then(|index| linked.get(index)) {
        stages::check_streams(shader, streams, log);
    }
    spirv::forget_names(&linked, options, &mut program);
    (!log.failed()).then_some(LinkedStages { stages: linked, program, interfaces, streams })
}

/// The most parts of the types of all variables of a shader object.
const MAX_PARTS: u64 = 1 << 20;

/// Logs an error for each variable whose type is too large, and for a shader object whose types are it together. Returns true if there are any:
/// nothing else may look into such types.
fn check_types(objects: &[&Shader], log: &mut Log) -> bool {
    let mut found = false;
    for shader in objects {
        let mut parts = 0u64;
        for variable in &shader.variables {
            parts += u64::from(variable.ty.size().0);
            if layout::too_large(&variable.ty) {
                log.error(format!("the type of {} in the {} stage is too large", variable.name, stage_name(shader.stage)));
                found = true;
            }
        }
        if parts > MAX_PARTS {
            let stage = stage_name(shader.stage);
            log.error(format!(
                "the variables of the {stage} stage have more than {MAX_PARTS} members, those of nested structures included"
            ));
            found = true;
        }
    }
    found
}

/// Lowers and verifies all stages.
fn lower(linked: LinkedStages, log: &mut Log) -> Option<Program> {
    let LinkedStages { stages, mut program, interfaces, streams } = linked;
    for (index, shader) in stages.iter().enumerate() {
        let name = stage_name(shader.stage);
        let code = shader::ir::lower(shader).and_then(shader::ir::verify);
        let code = match code {
            Ok(code) => code,
            Err(message) => {
                log.error(format!("{name} stage: {message}"));
                continue;
            }
        };
        let output = interfaces.outputs.get(&index).cloned().unwrap_or_default();
        let streams = if shader.stage == Stage::Geometry { streams } else { 1 };
        let executable = Executable { code: Arc::new(code), output, streams };
        let layout = &shader.layout;
        match shader.stage {
            Stage::Vertex => program.vertex = Some(executable),
            Stage::TessControl => {
                let output_vertices = layout.output_vertices.unwrap_or(1);
                program.tess_control = Some((executable, TessControl { output_vertices, patch_stride: interfaces.patch_slots * 4 }));
            }
            Stage::TessEvaluation => {
                let evaluation = TessEvaluation {
                    mode: layout.tess_mode.unwrap_or(TessMode::Triangles),
                    spacing: layout.tess_spacing.unwrap_or(TessSpacing::Equal),
                    clockwise: layout.tess_clockwise.unwrap_or(false),
                    point_mode: layout.point_mode,
                };
                program.tess_evaluation = Some((executable, evaluation));
            }
            Stage::Geometry => {
                let geometry = Geometry {
                    input: layout.geometry_input.unwrap_or(GeometryInput::Triangles),
                    output: layout.geometry_output.unwrap_or(GeometryOutput::Points),
                    max_vertices: layout.max_vertices.unwrap_or(0),
                    invocations: layout.invocations.unwrap_or(1),
                };
                program.geometry = Some((executable, geometry));
            }
            Stage::Fragment => {
                let fragment = Fragment {
                    early_fragment_tests: layout.early_fragment_tests,
                    post_depth_coverage: layout.post_depth_coverage,
                    blend_support: layout.blend_support,
                    origin_upper_left: layout.origin_upper_left,
                    pixel_center_integer: layout.pixel_center_integer,
                    colors_interpolated: interface::interpolated_colors(shader),
                };
                program.fragment = Some((executable, fragment));
            }
            Stage::Compute => program.compute = Some((executable, Compute { local_size: layout.local_size.unwrap_or([1; 3]) })),
        }
    }
    (!log.failed()).then_some(program)
}
