//! glGetProgramiv and glGetProgramInfoLog.

use super::{linked_or_empty, varyings, with_program};
use crate::command::program::linked;
use crate::command::shader::{give_text, text_length};
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_operation};
use crate::object::linked::Linked;
use crate::pointer::Out;
use crate::tokens::*;
use base::hir::{GeometryInput, GeometryOutput, TessMode, TessSpacing};
use shader::pipeline::program::Block;

/// Returns a length as an int, saturated.
fn count(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

/// Returns the bytes of the longest name with its terminating zero, 0 if there is none.
fn longest<'a>(names: impl Iterator<Item = &'a str>) -> i32 {
    names.map(|name| count(name.len()).saturating_add(1)).max().unwrap_or(0)
}

/// Returns the names of blocks.
fn block_names(blocks: &[Block]) -> impl Iterator<Item = &str> {
    blocks.iter().map(|block| block.name.as_str())
}

/// Returns a parameter of the object itself, or `None` for a parameter of the linked program.
fn of_object(context: &Context, name: u32, pname: u32) -> Result<Option<i32>> {
    with_program(context, name, |program| {
        Ok(Some(match pname {
            GL_DELETE_STATUS => i32::from(program.deleted),
            GL_LINK_STATUS => i32::from(program.link_status),
            GL_VALIDATE_STATUS => i32::from(program.validate_status),
            GL_INFO_LOG_LENGTH => text_length(program.log.as_bytes()),
            GL_ATTACHED_SHADERS => count(program.attached.len()),
            // The state of the executable: glProgramParameteri has its effect at the next link that succeeds.
            GL_PROGRAM_SEPARABLE => i32::from(program.link_status && program.linked.as_ref().is_some_and(|linked| linked.separable)),
            GL_PROGRAM_BINARY_RETRIEVABLE_HINT => i32::from(program.linked_retrievable),
            GL_PROGRAM_BINARY_LENGTH => {
                let binary = program.linked.as_ref().and_then(|linked| super::binary::of(context, linked));
                binary.map_or(0, |binary| count(binary.len()))
            }
            GL_COMPLETION_STATUS_KHR => 1,
            // Before the first link this is the mode that the next link will use.
            GL_TRANSFORM_FEEDBACK_BUFFER_MODE if program.linked.is_none() => feedback_mode(program.feedback_separate),
            _ => return Ok(None),
        }))
    })
}

/// Returns the token of a transform feedback buffer mode.
fn feedback_mode(separate: bool) -> i32 {
    (if separate { GL_SEPARATE_ATTRIBS } else { GL_INTERLEAVED_ATTRIBS }).cast_signed()
}

/// Returns a parameter of a linked program, or `None` for an unknown token.
fn of_linked(linked: &Linked, pname: u32) -> Option<i32> {
    let program = &linked.program;
    let uniform_names = || linked.uniforms.iter().map(|&index| program.uniforms[index].name.as_str());
    Some(match pname {
        GL_ACTIVE_ATTRIBUTES => count(program.attributes.len()),
        GL_ACTIVE_ATTRIBUTE_MAX_LENGTH => longest(program.attributes.iter().map(|attribute| attribute.name.as_str())),
        GL_ACTIVE_UNIFORMS => count(linked.uniforms.len()),
        GL_ACTIVE_UNIFORM_MAX_LENGTH => longest(uniform_names()),
        GL_ACTIVE_UNIFORM_BLOCKS => count(program.uniform_blocks.len()),
        GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH => longest(block_names(&program.uniform_blocks)),
        GL_ACTIVE_ATOMIC_COUNTER_BUFFERS => count(program.atomic_buffers.len()),
        GL_TRANSFORM_FEEDBACK_BUFFER_MODE => feedback_mode(linked.feedback_separate),
        GL_TRANSFORM_FEEDBACK_VARYINGS => count(varyings::count(linked)),
        GL_TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH => {
            longest((0..varyings::count(linked)).filter_map(|index| varyings::describe(linked, index)).map(|varying| varying.0))
        }
        _ => return None,
    })
}

/// Returns a parameter of the geometry shader.
fn of_geometry(linked: &Linked, pname: u32) -> Result<i32> {
    let (_, geometry) = linked.program.geometry.as_ref().ok_or(invalid_operation(
        &"An INVALID_OPERATION error is generated if GEOMETRY_VERTICES_OUT, GEOMETRY_INPUT_TYPE, GEOMETRY_OUTPUT_TYPE, or \
          GEOMETRY_SHADER_INVOCATIONS are queried for a program which has not been linked successfully, or which does not contain objects \
          to form a geometry shader. [GL 4.4, 7.13]",
    ))?;
    let token = match pname {
        GL_GEOMETRY_VERTICES_OUT => return Ok(geometry.max_vertices.cast_signed()),
        GL_GEOMETRY_SHADER_INVOCATIONS => return Ok(geometry.invocations.cast_signed()),
        GL_GEOMETRY_INPUT_TYPE => match geometry.input {
            GeometryInput::Points => GL_POINTS,
            GeometryInput::Lines => GL_LINES,
            GeometryInput::LinesAdjacency => GL_LINES_ADJACENCY,
            GeometryInput::Triangles => GL_TRIANGLES,
            GeometryInput::TrianglesAdjacency => GL_TRIANGLES_ADJACENCY,
        },
        _ => match geometry.output {
            GeometryOutput::Points => GL_POINTS,
            GeometryOutput::LineStrip => GL_LINE_STRIP,
            GeometryOutput::TriangleStrip => GL_TRIANGLE_STRIP,
        },
    };
    Ok(token.cast_signed())
}

/// Returns a parameter of the tessellation shaders.
fn of_tessellation(linked: &Linked, pname: u32) -> Result<i32> {
    if pname == GL_TESS_CONTROL_OUTPUT_VERTICES {
        let (_, control) = linked.program.tess_control.as_ref().ok_or(invalid_operation(
            &"An INVALID_OPERATION error is generated if TESS_CONTROL_OUTPUT_VERTICES is queried for a program which has not been linked \
              successfully, or which does not contain objects to form a tessellation control shader. [GL 4.4, 7.13]",
        ))?;
        return Ok(control.output_vertices.cast_signed());
    }
    let (_, evaluation) = linked.program.tess_evaluation.as_ref().ok_or(invalid_operation(
        &"An INVALID_OPERATION error is generated if TESS_GEN_MODE, TESS_GEN_SPACING, TESS_GEN_VERTEX_ORDER, or TESS_GEN_POINT_MODE are \
          queried for a program which has not been linked successfully, or which does not contain objects to form a tessellation \
          evaluation shader [GL 4.4, 7.13]",
    ))?;
    let token = match pname {
        GL_TESS_GEN_MODE => match evaluation.mode {
            TessMode::Triangles => GL_TRIANGLES,
            TessMode::Quads => GL_QUADS,
            TessMode::Isolines => GL_ISOLINES,
        },
        GL_TESS_GEN_SPACING => match evaluation.spacing {
            TessSpacing::Equal => GL_EQUAL,
            TessSpacing::FractionalEven => GL_FRACTIONAL_EVEN,
            TessSpacing::FractionalOdd => GL_FRACTIONAL_ODD,
        },
        GL_TESS_GEN_VERTEX_ORDER if evaluation.clockwise => GL_CW,
        GL_TESS_GEN_VERTEX_ORDER => GL_CCW,
        _ => u32::from(evaluation.point_mode),
    };
    Ok(token.cast_signed())
}

/// Returns a parameter of one value, for glGetProgramiv.
pub fn property(context: &Context, name: u32, pname: u32) -> Result<i32> {
    if let Some(value) = of_object(context, name, pname)? {
        return Ok(value);
    }
    match pname {
        GL_GEOMETRY_VERTICES_OUT | GL_GEOMETRY_INPUT_TYPE | GL_GEOMETRY_OUTPUT_TYPE | GL_GEOMETRY_SHADER_INVOCATIONS => {
            of_geometry(&*linked(context, name)?, pname)
        }
        GL_TESS_CONTROL_OUTPUT_VERTICES | GL_TESS_GEN_MODE | GL_TESS_GEN_SPACING | GL_TESS_GEN_VERTEX_ORDER | GL_TESS_GEN_POINT_MODE => {
            of_tessellation(&*linked(context, name)?, pname)
        }
        _ => of_linked(&*linked_or_empty(context, name)?, pname)
            .ok_or(invalid_enum(&"An INVALID_ENUM error is generated if pname is not one of the values listed above. [GL 4.4, 7.13]")),
    }
}

/// Implements glGetProgramiv.
pub(super) fn get_program(context: &mut Context, name: u32, pname: u32, params: Out<i32>) -> Result<()> {
    if pname == GL_COMPUTE_WORK_GROUP_SIZE {
        let linked = linked(context, name)?;
        let (_, compute) = linked.program.compute.as_ref().ok_or(invalid_operation(
            &"An INVALID_OPERATION error is generated if COMPUTE_WORK_GROUP_SIZE is queried for a program which has not been linked \
              successfully, or which does not contain objects to form a compute shader [GL 4.4, 7.13]",
        ))?;
        params.write(&compute.local_size.map(u32::cast_signed));
    } else {
        let value = property(context, name, pname)?;
        params.set(value);
    }
    Ok(())
}

/// Implements glGetProgramInfoLog.
pub(super) fn get_program_info_log(context: &mut Context, name: u32, size: i32, length: Out<i32>, into: Out<u8>) -> Result<()> {
    let log = with_program(context, name, |program| Ok(program.log.clone()))?;
    give_text(&log, size, length, into)
}

commands! {
    fn glGetProgramiv(program: u32, pname: u32, params: Out<i32>) => get_program;
    fn glGetProgramInfoLog(program: u32, size: i32, length: Out<i32>, log: Out<u8>) => get_program_info_log;
}
