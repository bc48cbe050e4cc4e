//! The errors of draws, in the specifications' order of words: modes, programs, transform feedback.

use crate::gl::config::Api;
use crate::gl::context::Context;
use crate::gl::error::Result;
use crate::gl::object::linked::Linked;
use crate::hir::{GeometryInput, GeometryOutput, TessMode};
use crate::pipeline::program::Program;
use crate::pipeline::state::Mode;
use crate::tokens::*;

/// A mode by its token. GL_INVALID_ENUM for what the context does not have.
pub fn mode(context: &Context, token: u32) -> Result<Mode> {
    let compatibility = context.config.api == Api::Compatibility;
    let programmable = !context.is_es() || context.config.version >= (3, 1);
    Ok(match token {
        GL_POINTS => Mode::Points,
        GL_LINES => Mode::Lines,
        GL_LINE_LOOP => Mode::LineLoop,
        GL_LINE_STRIP => Mode::LineStrip,
        GL_TRIANGLES => Mode::Triangles,
        GL_TRIANGLE_STRIP => Mode::TriangleStrip,
        GL_TRIANGLE_FAN => Mode::TriangleFan,
        GL_QUADS if compatibility => Mode::Quads,
        GL_QUAD_STRIP if compatibility => Mode::QuadStrip,
        GL_POLYGON if compatibility => Mode::Polygon,
        GL_LINES_ADJACENCY if programmable => Mode::LinesAdjacency,
        GL_LINE_STRIP_ADJACENCY if programmable => Mode::LineStripAdjacency,
        GL_TRIANGLES_ADJACENCY if programmable => Mode::TrianglesAdjacency,
        GL_TRIANGLE_STRIP_ADJACENCY if programmable => Mode::TriangleStripAdjacency,
        GL_PATCHES if programmable => Mode::Patches,
        _ => return Err(GL_INVALID_ENUM),
    })
}

/// A count that must not be negative.
pub fn count(value: i32) -> Result<u32> {
    u32::try_from(value).map_err(|_| GL_INVALID_VALUE)
}

/// A core profile context draws only with a vertex array object.
pub fn vertex_array(context: &Context) -> Result<()> {
    if context.config.api == Api::Core && context.vertex_arrays.bound == 0 { Err(GL_INVALID_OPERATION) } else { Ok(()) }
}

/// What a primitive mode's primitives are for transform feedback and geometry shaders.
fn input(mode: Mode) -> Option<GeometryInput> {
    use Mode::*;
    Some(match mode {
        Points => GeometryInput::Points,
        Lines | LineLoop | LineStrip => GeometryInput::Lines,
        Triangles | TriangleStrip | TriangleFan | Quads | QuadStrip | Polygon => GeometryInput::Triangles,
        LinesAdjacency | LineStripAdjacency => GeometryInput::LinesAdjacency,
        TrianglesAdjacency | TriangleStripAdjacency => GeometryInput::TrianglesAdjacency,
        Patches => return None,
    })
}

/// What tessellation makes.
fn tessellated(program: &Program) -> Option<GeometryInput> {
    let (_, evaluation) = program.tess_evaluation.as_ref()?;
    Some(match evaluation.mode {
        _ if evaluation.point_mode => GeometryInput::Points,
        TessMode::Isolines => GeometryInput::Lines,
        TessMode::Triangles | TessMode::Quads => GeometryInput::Triangles,
    })
}

/// Whether the program's stages take primitives of a mode: patches if and only if there is tessellation, and what the geometry
/// shader declares.
pub fn stages(program: &Program, mode: Mode) -> Result<()> {
    let tessellation = program.tess_control.is_some() || program.tess_evaluation.is_some();
    if tessellation != (mode == Mode::Patches) || tessellation && program.tess_evaluation.is_none() {
        return Err(GL_INVALID_OPERATION);
    }
    let arriving = if tessellation { tessellated(program) } else { input(mode) };
    match (&program.geometry, arriving) {
        (Some((_, geometry)), Some(arriving)) if geometry.input != arriving => Err(GL_INVALID_OPERATION),
        _ => Ok(()),
    }
}

/// Whether what is drawn is what transform feedback was begun with; an OpenGL ES before 3.2 takes no strips, loops and fans.
pub fn feedback(context: &Context, linked: &Linked, mode: Mode) -> Result<()> {
    let Some(wanted) = context.feedback.mode() else { return Ok(()) };
    let program = &linked.program;
    if context.is_es() && context.config.version < (3, 2) && program.geometry.is_none() && program.tess_evaluation.is_none() {
        let exact = matches!((mode, wanted), (Mode::Points, GL_POINTS) | (Mode::Lines, GL_LINES) | (Mode::Triangles, GL_TRIANGLES));
        return if exact { Ok(()) } else { Err(GL_INVALID_OPERATION) };
    }
    let drawn = if let Some((_, geometry)) = &program.geometry {
        match geometry.output {
            GeometryOutput::Points => GL_POINTS,
            GeometryOutput::LineStrip => GL_LINES,
            GeometryOutput::TriangleStrip => GL_TRIANGLES,
        }
    } else {
        match tessellated(program).or(input(mode)) {
            Some(GeometryInput::Points) => GL_POINTS,
            Some(GeometryInput::Lines | GeometryInput::LinesAdjacency) => GL_LINES,
            _ => GL_TRIANGLES,
        }
    };
    if drawn == wanted { Ok(()) } else { Err(GL_INVALID_OPERATION) }
}

/// OpenGL ES before 3.2 has no draws with indices or indirect parameters while transform feedback runs.
pub fn no_feedback_in_es(context: &Context) -> Result<()> {
    if context.is_es() && context.config.version < (3, 2) && context.feedback.is_running() {
        return Err(GL_INVALID_OPERATION);
    }
    Ok(())
}
