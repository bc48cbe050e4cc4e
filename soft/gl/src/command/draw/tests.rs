#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::arrays::*;
use super::barriers::*;
use super::compute::*;
use super::elements::*;
use super::indirect::*;
use super::patches::*;
use crate::command::program::use_by_hand;
use crate::context::Context;
use crate::pointer::In;
use crate::testing::fixtures::{buffer, capturing, code_of, compatibility, core, es, linked, program, slice, with_window};
use crate::tokens::*;
use base::hir::{GeometryInput, GeometryOutput, TessMode, TessSpacing};
use shader::pipeline::blend::BlendFactor;
use shader::pipeline::program::{Executable, Geometry, Program, TessEvaluation};

const NOTHING: In<u8> = In::null();

/// Makes a program current in a context with a window.
fn drawing(mut context: Context, program: Program) -> Context {
    with_window(&mut context);
    let name = linked(&context, program);
    use_by_hand(&mut context, name).unwrap();
    context
}

fn with_geometry(input: GeometryInput, output: GeometryOutput) -> Program {
    let geometry = Geometry { input, output, max_vertices: 3, invocations: 1 };
    Program { geometry: Some((Executable::default(), geometry)), ..capturing() }
}

fn with_tessellation() -> Program {
    let evaluation = TessEvaluation { mode: TessMode::Isolines, spacing: TessSpacing::Equal, clockwise: false, point_mode: false };
    Program { tess_evaluation: Some((Executable::default(), evaluation)), ..capturing() }
}

#[test]
fn modes_by_interface() {
    let mut core = drawing(core(), program());
    let mut compatibility = drawing(compatibility(), program());
    let mut es2 = drawing(es(2, 0), program());
    for mode in [GL_QUADS, GL_QUAD_STRIP, GL_POLYGON] {
        assert_eq!(code_of(draw_arrays(&mut core, mode, 0, 0)), Err(GL_INVALID_ENUM));
        assert_eq!(draw_arrays(&mut compatibility, mode, 0, 0), Ok(()));
        assert_eq!(code_of(draw_arrays(&mut es2, mode, 0, 0)), Err(GL_INVALID_ENUM));
    }
    assert_eq!(draw_arrays(&mut core, GL_TRIANGLES_ADJACENCY, 0, 0), Ok(()));
    assert_eq!(code_of(draw_arrays(&mut es2, GL_TRIANGLES_ADJACENCY, 0, 0)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(draw_arrays(&mut core, 15, 0, 0)), Err(GL_INVALID_ENUM));
}

#[test]
fn counts_are_not_negative() {
    let mut context = drawing(core(), program());
    assert_eq!(code_of(draw_arrays(&mut context, GL_TRIANGLES, -1, 3)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(draw_arrays(&mut context, GL_TRIANGLES, 0, -3)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(draw_arrays_instanced(&mut context, GL_TRIANGLES, 0, 3, -1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(multi_draw_arrays(&mut context, GL_TRIANGLES, slice(&[0]), slice(&[3]), -1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(multi_draw_arrays(&mut context, GL_TRIANGLES, slice(&[0, 0]), slice(&[0, -3]), 2)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(draw_elements(&mut context, GL_TRIANGLES, -1, GL_UNSIGNED_INT, NOTHING)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(draw_elements(&mut context, GL_TRIANGLES, 3, GL_INT, NOTHING)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(draw_range_elements(&mut context, GL_TRIANGLES, 5, 4, 3, GL_UNSIGNED_INT, NOTHING)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(draw_elements_instanced(&mut context, GL_TRIANGLES, 3, GL_UNSIGNED_INT, NOTHING, -1)), Err(GL_INVALID_VALUE));
    let pointers = [NOTHING; 1];
    let counts = [-1];
    assert_eq!(
        code_of(multi_draw_elements(&mut context, GL_TRIANGLES, slice(&counts), GL_UNSIGNED_INT, slice(&pointers), 1)),
        Err(GL_INVALID_VALUE)
    );
}

#[test]
fn core_contexts_draw_with_objects_only() {
    let mut context = drawing(core(), program());
    // No element buffer, and what can only be an offset into one.
    assert_eq!(code_of(draw_elements(&mut context, GL_TRIANGLES, 3, GL_UNSIGNED_INT, NOTHING)), Err(GL_INVALID_OPERATION));
    context.vertex_arrays.bound = 0;
    assert_eq!(code_of(draw_arrays(&mut context, GL_TRIANGLES, 0, 3)), Err(GL_INVALID_OPERATION));
    let mut context = drawing(compatibility(), program());
    context.vertex_arrays.bound = 0;
    assert_eq!(draw_arrays(&mut context, GL_TRIANGLES, 0, 0), Ok(()));
    assert_eq!(draw_elements(&mut context, GL_TRIANGLES, 3, GL_UNSIGNED_INT, NOTHING), Ok(()));
}

#[test]
fn incomplete_framebuffers_are_an_error() {
    let mut context = drawing(core(), program());
    (context.draw_surface, context.read_surface) = (None, None);
    assert_eq!(code_of(draw_arrays(&mut context, GL_TRIANGLES, 0, 3)), Err(GL_INVALID_FRAMEBUFFER_OPERATION));
}

#[test]
fn second_colours_are_for_one_draw_buffer() {
    let mut context = drawing(core(), program());
    let blend = &mut context.state.raster.blend[0];
    (blend.enabled, blend.color.1) = (true, BlendFactor::Src1Color);
    assert_eq!(draw_arrays(&mut context, GL_TRIANGLES, 0, 3), Ok(()));
    let framebuffer = context.framebuffers.draw;
    context.framebuffers.get_mut(framebuffer).draw_buffers[1] = GL_BACK;
    assert_eq!(code_of(draw_arrays(&mut context, GL_TRIANGLES, 0, 3)), Err(GL_INVALID_OPERATION));
    context.state.raster.blend[0].enabled = false;
    assert_eq!(draw_arrays(&mut context, GL_TRIANGLES, 0, 3), Ok(()));
}

#[test]
fn without_a_program_nothing_is_drawn() {
    let mut context = core();
    with_window(&mut context);
    assert_eq!(draw_arrays(&mut context, GL_TRIANGLES, 0, 3), Ok(()));
    assert_eq!(context.statistics.vertices_submitted, 0);
}

#[test]
fn stages_take_what_they_declare() {
    let mut context = drawing(core(), with_geometry(GeometryInput::Lines, GeometryOutput::Points));
    assert_eq!(code_of(draw_arrays(&mut context, GL_TRIANGLES, 0, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(draw_arrays(&mut context, GL_LINES_ADJACENCY, 0, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(draw_arrays(&mut context, GL_LINE_STRIP, 0, 0), Ok(()));
    let mut context = drawing(core(), with_tessellation());
    assert_eq!(code_of(draw_arrays(&mut context, GL_TRIANGLES, 0, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(draw_arrays(&mut context, GL_PATCHES, 0, 0), Ok(()));
    let mut context = drawing(core(), program());
    assert_eq!(code_of(draw_arrays(&mut context, GL_PATCHES, 0, 0)), Err(GL_INVALID_OPERATION));
}

/// The modes of a list that can be drawn while transform feedback captures `captured`.
fn capturable(context: Context, program: Program, captured: u32, modes: &[u32]) -> Vec<u32> {
    let mut context = drawing(context, program);
    let words = buffer(&context, 9, &[0; 64]);
    context.buffers.feedback_bindings[0].buffer = Some(words);
    crate::command::transform_feedback::begin_by_hand(&mut context, captured).unwrap();
    modes.iter().copied().filter(|&mode| draw_arrays(&mut context, mode, 0, 0).is_ok()).collect()
}

#[test]
fn transform_feedback_takes_what_it_was_begun_with() {
    let modes = [GL_POINTS, GL_LINES, GL_LINE_STRIP, GL_TRIANGLES, GL_TRIANGLE_FAN];
    assert_eq!(capturable(core(), capturing(), GL_TRIANGLES, &modes), [GL_TRIANGLES, GL_TRIANGLE_FAN]);
    assert_eq!(capturable(core(), capturing(), GL_LINES, &modes), [GL_LINES, GL_LINE_STRIP]);
    assert_eq!(capturable(es(3, 0), capturing(), GL_LINES, &modes), [GL_LINES]);
    let program = || with_geometry(GeometryInput::Points, GeometryOutput::TriangleStrip);
    assert_eq!(capturable(core(), program(), GL_TRIANGLES, &modes), [GL_POINTS]);
    assert_eq!(capturable(core(), program(), GL_POINTS, &modes), []);
    assert_eq!(capturable(core(), with_tessellation(), GL_LINES, &[GL_PATCHES]), [GL_PATCHES]);
    assert_eq!(capturable(core(), with_tessellation(), GL_TRIANGLES, &[GL_PATCHES]), []);
    // OES_geometry_shader: "An INVALID_OPERATION error is generated by any command that transfers vertices to the GL if <mode> is not one of the
    // allowed modes in table 12.1gs."
    assert_eq!(capturable(es(3, 1), capturing(), GL_LINES, &modes), [GL_LINES, GL_LINE_STRIP]);
    // "An INVALID_OPERATION error is generated by any command that transfers vertices to the GL if mode is not one of the allowed modes in table
    // 13.1."
    assert_eq!(capturable(core(), capturing(), GL_LINES, &[GL_LINES_ADJACENCY, GL_LINE_STRIP_ADJACENCY]), []);
    assert_eq!(capturable(core(), capturing(), GL_TRIANGLES, &[GL_TRIANGLES_ADJACENCY, GL_TRIANGLE_STRIP_ADJACENCY]), []);
}

#[test]
fn es_transform_feedback_needs_room_and_takes_no_indices() {
    let mut context = drawing(es(3, 0), capturing());
    let words = buffer(&context, 9, &[0; 16]);
    context.buffers.feedback_bindings[0].buffer = Some(words);
    crate::command::transform_feedback::begin_by_hand(&mut context, GL_POINTS).unwrap();
    assert_eq!(code_of(draw_arrays(&mut context, GL_POINTS, 0, 5)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(draw_elements(&mut context, GL_POINTS, 0, GL_UNSIGNED_BYTE, slice(&[0]))), Err(GL_INVALID_OPERATION));
    // OES_geometry_shader, which OpenGL ES 3.1 has, deletes both errors.
    let mut context = drawing(es(3, 1), capturing());
    let words = buffer(&context, 9, &[0; 16]);
    context.buffers.feedback_bindings[0].buffer = Some(words);
    crate::command::transform_feedback::begin_by_hand(&mut context, GL_POINTS).unwrap();
    assert_eq!(draw_arrays(&mut context, GL_POINTS, 0, 5), Ok(()));
    assert_eq!(draw_elements(&mut context, GL_POINTS, 0, GL_UNSIGNED_BYTE, slice(&[0])), Ok(()));
}

#[test]
fn quadrilaterals_are_no_triangles_of_geometry_shaders() {
    let mut context = drawing(compatibility(), with_geometry(GeometryInput::Triangles, GeometryOutput::Points));
    // "Geometry shaders that operate on triangles are valid for the TRIANGLES, TRIANGLE_STRIP and TRIANGLE_FAN primitive types."
    for mode in [GL_QUADS, GL_QUAD_STRIP, GL_POLYGON] {
        assert_eq!(code_of(draw_arrays(&mut context, mode, 0, 0)), Err(GL_INVALID_OPERATION));
    }
    assert_eq!(draw_arrays(&mut context, GL_TRIANGLE_FAN, 0, 0), Ok(()));
}

#[test]
fn later_stages_need_a_vertex_shader() {
    // "An INVALID_OPERATION error is generated by any command that transfers vertices to the GL if the current program state has a geometry shader
    // but no vertex shader."
    let program = Program { vertex: None, ..with_geometry(GeometryInput::Points, GeometryOutput::Points) };
    assert_eq!(code_of(draw_arrays(&mut drawing(core(), program), GL_POINTS, 0, 0)), Err(GL_INVALID_OPERATION));
    // "… if the current program state has a tessellation shader but no vertex shader."
    let program = Program { vertex: None, ..with_tessellation() };
    assert_eq!(code_of(draw_arrays(&mut drawing(es(3, 2), program), GL_PATCHES, 0, 0)), Err(GL_INVALID_OPERATION));
}

#[test]
fn es_draws_indirectly_from_buffers_only() {
    let mut context = drawing(es(3, 1), program());
    context.buffers.draw_indirect = Some(buffer(&context, 5, &[0; 5]));
    let at = crate::testing::fixtures::offset(0);
    assert_eq!(draw_arrays_indirect(&mut context, GL_TRIANGLES, at), Ok(()));
    context.vertex_arrays.array_mut().attributes[3].enabled = true;
    // "GL_INVALID_OPERATION is generated if zero is bound … to any enabled vertex array."
    assert_eq!(code_of(draw_arrays_indirect(&mut context, GL_TRIANGLES, at)), Err(GL_INVALID_OPERATION));
}

#[test]
fn two_kinds_of_samplers_share_no_unit() {
    let mut hostile = program();
    let (code, _) = hostile.fragment.as_mut().unwrap();
    let mut other = shader::ir::Bytecode::clone(&code.code);
    let mut sample = other.samples[0].clone();
    (sample.unit_word, sample.units, sample.sampler.kind) = (18, 1, base::hir::TextureKind::Cube);
    other.samples[0].units = 1;
    other.samples.push(sample);
    code.code = std::sync::Arc::new(shader::ir::verified(other));
    let mut context = drawing(core(), hostile);
    assert_eq!(code_of(draw_arrays(&mut context, GL_TRIANGLES, 0, 0)), Err(GL_INVALID_OPERATION));
}

#[test]
fn mapped_buffers_are_not_read() {
    let mut context = drawing(core(), program());
    let uniforms = buffer(&context, 5, &[0; 8]);
    context.buffers.uniform_bindings[3].buffer = Some(uniforms.clone());
    assert_eq!(draw_arrays(&mut context, GL_TRIANGLES, 0, 0), Ok(()));
    uniforms.map_by_hand();
    assert_eq!(code_of(draw_arrays(&mut context, GL_TRIANGLES, 0, 0)), Err(GL_INVALID_OPERATION));
    let mut context = drawing(core(), program());
    let indices = buffer(&context, 5, &[0; 8]);
    context.vertex_arrays.array_mut().element_buffer = Some(indices.clone());
    assert_eq!(draw_elements(&mut context, GL_TRIANGLES, 0, GL_UNSIGNED_INT, NOTHING), Ok(()));
    indices.map_by_hand();
    assert_eq!(code_of(draw_elements(&mut context, GL_TRIANGLES, 0, GL_UNSIGNED_INT, NOTHING)), Err(GL_INVALID_OPERATION));
}

#[test]
fn indirect_parameters_lie_in_their_buffer() {
    let mut context = drawing(core(), program());
    assert_eq!(code_of(draw_arrays_indirect(&mut context, GL_TRIANGLES, NOTHING)), Err(GL_INVALID_OPERATION));
    let parameters = buffer(&context, 5, &[0; 9]);
    context.buffers.draw_indirect = Some(parameters.clone());
    let at = |offset: usize| crate::testing::fixtures::offset(offset);
    assert_eq!(draw_arrays_indirect(&mut context, GL_TRIANGLES, at(20)), Ok(()));
    assert_eq!(code_of(draw_arrays_indirect(&mut context, GL_TRIANGLES, at(24))), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(draw_arrays_indirect(&mut context, GL_TRIANGLES, at(2))), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(draw_arrays_indirect(&mut context, GL_TRIANGLES, at(usize::MAX - 3))), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(draw_arrays_indirect(&mut context, GL_QUADS, at(0))), Err(GL_INVALID_ENUM));
    assert_eq!(multi_draw_arrays_indirect(&mut context, GL_TRIANGLES, at(0), 2, 0), Ok(()));
    assert_eq!(multi_draw_arrays_indirect(&mut context, GL_TRIANGLES, at(0), 2, 20), Ok(()));
    assert_eq!(code_of(multi_draw_arrays_indirect(&mut context, GL_TRIANGLES, at(0), 2, 24)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(multi_draw_arrays_indirect(&mut context, GL_TRIANGLES, at(0), 2, 18)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(multi_draw_arrays_indirect(&mut context, GL_TRIANGLES, at(0), 2, -4)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(multi_draw_arrays_indirect(&mut context, GL_TRIANGLES, at(0), -1, 0)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(multi_draw_arrays_indirect(&mut context, GL_TRIANGLES, at(0), i32::MAX, 0)), Err(GL_INVALID_OPERATION));
    // No element buffer.
    assert_eq!(code_of(draw_elements_indirect(&mut context, GL_TRIANGLES, GL_UNSIGNED_INT, at(0))), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(draw_elements_indirect(&mut context, GL_TRIANGLES, GL_INT, at(0))), Err(GL_INVALID_ENUM));
    let count = |context: &mut Context, offset, most| multi_draw_arrays_indirect_count(context, GL_TRIANGLES, at(0), offset, most, 0);
    assert_eq!(code_of(count(&mut context, 0, 1)), Err(GL_INVALID_OPERATION));
    context.buffers.parameter = Some(buffer(&context, 6, &[2, 0]));
    assert_eq!(count(&mut context, 0, 5), Ok(()));
    assert_eq!(code_of(count(&mut context, 2, 5)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(count(&mut context, -4, 5)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(count(&mut context, 8, 5)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(count(&mut context, 0, -1)), Err(GL_INVALID_VALUE));
    parameters.map_by_hand();
    assert_eq!(code_of(draw_arrays_indirect(&mut context, GL_TRIANGLES, at(0))), Err(GL_INVALID_OPERATION));
}

#[test]
fn draws_of_captured_vertices_need_a_finished_object() {
    let mut context = drawing(core(), capturing());
    assert_eq!(code_of(draw_transform_feedback(&mut context, GL_POINTS, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(draw_transform_feedback(&mut context, GL_POINTS, 99)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(draw_transform_feedback_stream(&mut context, GL_POINTS, 0, 4)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(draw_transform_feedback_instanced(&mut context, GL_POINTS, 0, -1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(draw_transform_feedback(&mut context, GL_QUADS, 0)), Err(GL_INVALID_ENUM));
}

#[test]
fn dispatches() {
    let mut context = drawing(core(), program());
    assert_eq!(code_of(dispatch_compute(&mut context, 1, 1, 1)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(dispatch_compute_indirect(&mut context, 0)), Err(GL_INVALID_OPERATION));
    let compute = shader::pipeline::program::Compute { local_size: [1; 3] };
    let program = Program { compute: Some((Executable::default(), compute)), ..Program::default() };
    let mut context = drawing(crate::testing::fixtures::core(), program);
    assert_eq!(dispatch_compute(&mut context, 0, 1, 1), Ok(()));
    assert_eq!(code_of(dispatch_compute(&mut context, 65536, 0, 0)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(dispatch_compute_indirect(&mut context, -4)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(dispatch_compute_indirect(&mut context, 2)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(dispatch_compute_indirect(&mut context, 0)), Err(GL_INVALID_OPERATION));
    context.buffers.dispatch_indirect = Some(buffer(&context, 7, &[0, 1, 1]));
    assert_eq!(dispatch_compute_indirect(&mut context, 0), Ok(()));
    assert_eq!(code_of(dispatch_compute_indirect(&mut context, 4)), Err(GL_INVALID_OPERATION));
    // A compute program draws nothing.
    assert_eq!(draw_arrays(&mut context, GL_TRIANGLES, 0, 3), Ok(()));
}

#[test]
fn barriers_know_their_bits() {
    let mut context = core();
    assert_eq!(memory_barrier(&mut context, GL_ALL_BARRIER_BITS), Ok(()));
    assert_eq!(memory_barrier(&mut context, GL_COMMAND_BARRIER_BIT | GL_UNIFORM_BARRIER_BIT), Ok(()));
    assert_eq!(code_of(memory_barrier(&mut context, 1 << 30)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(memory_barrier_by_region(&mut context, GL_COMMAND_BARRIER_BIT)), Err(GL_INVALID_VALUE));
    assert_eq!(memory_barrier_by_region(&mut context, GL_UNIFORM_BARRIER_BIT), Ok(()));
}

#[test]
fn patches_have_limits() {
    let mut context = core();
    assert_eq!(code_of(patch_parameter_i(&mut context, GL_PATCH_VERTICES, 0)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(patch_parameter_i(&mut context, GL_PATCH_VERTICES, 33)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(patch_parameter_i(&mut context, GL_PATCHES, 3)), Err(GL_INVALID_ENUM));
    assert_eq!(patch_parameter_i(&mut context, GL_PATCH_VERTICES, 32), Ok(()));
    assert_eq!(code_of(patch_parameter_fv(&mut context, GL_PATCHES, slice(&[1.0; 4]))), Err(GL_INVALID_ENUM));
    patch_parameter_fv(&mut context, GL_PATCH_DEFAULT_INNER_LEVEL, slice(&[3.0, 4.0])).unwrap();
    patch_parameter_fv(&mut context, GL_PATCH_DEFAULT_OUTER_LEVEL, slice(&[5.0, 6.0, 7.0, 8.0])).unwrap();
    assert_eq!(context.draws.default_tess_levels, ([5.0, 6.0, 7.0, 8.0], [3.0, 4.0]));
    assert_eq!(context.draws.patch_vertices, 32);
}

#[test]
fn more_draws_than_any_program_has_are_refused_at_once() {
    let mut context = drawing(compatibility(), program());
    let (numbers, pointers) = (slice(&[0]), slice(&[NOTHING]));
    assert_eq!(code_of(multi_draw_arrays(&mut context, GL_TRIANGLES, numbers, numbers, i32::MAX)), Err(GL_OUT_OF_MEMORY));
    let elements = multi_draw_elements(&mut context, GL_TRIANGLES, numbers, GL_UNSIGNED_INT, pointers, i32::MAX);
    assert_eq!(code_of(elements), Err(GL_OUT_OF_MEMORY));
    let parameters = slice(&[0; 20]);
    assert_eq!(code_of(multi_draw_arrays_indirect(&mut context, GL_TRIANGLES, parameters, i32::MAX, 0)), Err(GL_OUT_OF_MEMORY));
    let elements = multi_draw_elements_indirect(&mut context, GL_TRIANGLES, GL_UNSIGNED_INT, parameters, i32::MAX, 0);
    assert_eq!(code_of(elements), Err(GL_OUT_OF_MEMORY));
}
