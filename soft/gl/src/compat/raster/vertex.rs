//! The vertex stage of the raster position: "If a vertex shader is active, this vertex shader is executed using the x, y, z, and w coordinates as the
//! object coordinates of the vertex." [GL 4.6 compatibility, 14.7] The same holds for vertex programs, and for the fixed function if it lights the vertex
//! or generates texture coordinates.

use crate::command::draw::run_vertex;
use crate::command::program::{active, copy_values};
use crate::compat::assembly::{self, Programs};
use crate::compat::fixed_function;
use crate::context::Context;
use crate::error::Result;
use crate::limits::MAX_TEXTURE_COORDS;
use crate::log::log_once;
use crate::object::fixed_function::{Captured, VertexKey};
use crate::object::linked::Linked;
use base::hir::{BuiltinVariable, Shader, Stage, Storage, fixed_attribute};
use compiler::assembly::Loaded;
use compiler::glsl::{self, LinkOptions};
use shader::pipeline::draw_call::VertexAttribute;
use std::sync::Arc;

/// The results of the vertex stage; none for those that it does not write.
#[derive(Default)]
pub struct Vertex {
    /// Clip coordinates.
    pub position: [f32; 4],
    /// The primary colour of front faces.
    pub color: Option<[f32; 4]>,
    /// The secondary colour of front faces.
    pub secondary_color: Option<[f32; 4]>,
    /// Texture coordinates by unit.
    pub texture_coordinates: [Option<[f32; 4]>; MAX_TEXTURE_COORDS],
    /// The fog coordinate.
    pub fog: Option<f32>,
    /// What the clip planes apply to.
    pub clipping: Clipping,
}

/// What the user's clip planes apply to.
#[derive(Default)]
pub enum Clipping {
    /// The eye coordinates of the fixed function.
    #[default]
    Eye,
    /// gl_ClipVertex.
    Vertex([f32; 4]),
    /// The distances of gl_ClipDistance.
    Distances(Vec<f32>),
    /// Nothing.
    None,
}

/// The stage that processes the vertex.
enum Processing {
    /// The vertex shader of a program.
    Shader(Arc<Linked>),
    /// A vertex program.
    Program(Arc<Loaded>),
    /// The fixed function.
    Fixed(VertexKey),
}

/// Returns the stage that processes vertices; `None` for the fixed function without lighting and texture coordinate generation.
fn processing(context: &mut Context) -> Result<Option<Processing>> {
    if let Some(loaded) = assembly::in_use(context)?.vertex {
        return Ok(Some(Processing::Program(loaded)));
    }
    if let Some(linked) = active(context)?.filter(|linked| linked.program.vertex.is_some()) {
        return Ok(Some(Processing::Shader(linked)));
    }
    Ok(fixed_function::computing_vertex(context).map(Processing::Fixed))
}

/// Returns the results of the vertex stage for a vertex with these object coordinates and the current attributes; `None` for the fixed function without
/// lighting and texture coordinate generation.
pub fn run(context: &mut Context, place: [f32; 4]) -> Result<Option<Vertex>> {
    let Some(processing) = processing(context)? else { return Ok(None) };
    let Some(linked) = captured(context, &processing) else { return Ok(None) };
    let mut vertex = Vertex::default();
    match &processing {
        Processing::Shader(source) => {
            copy_values(&std::array::from_fn::<_, 5, _>(|_| Some(source.clone())), &linked);
            vertex.clipping = Clipping::None;
        }
        Processing::Program(loaded) => {
            vertex.clipping = if loaded.position_invariant { Clipping::Eye } else { Clipping::None };
            assembly::fill(context, &Programs { vertex: Some(loaded.clone()), fragment: None }, &linked);
        }
        Processing::Fixed(_) => {}
    }
    let mut attributes: Vec<VertexAttribute> =
        context.vertex_arrays.current.iter().map(|&current| VertexAttribute::Current(current)).collect();
    let mut words = [0; 8];
    words.iter_mut().zip(place).for_each(|(word, value)| *word = value.to_bits());
    for location in [0, fixed_attribute::VERTEX as usize] {
        attributes[location] = VertexAttribute::Current(words);
    }
    let words = run_vertex(context, &linked, &attributes)?;
    for varying in &linked.program.feedback {
        let values = words.get(varying.offset as usize / 4..).unwrap_or_default();
        let vector = |number: usize| -> [f32; 4] {
            std::array::from_fn(|component| values.get(number * 4 + component).map_or(0.0, |word| f32::from_bits(*word)))
        };
        match varying.name.as_str() {
            "gl_Position" => vertex.position = vector(0),
            "gl_FrontColor" => vertex.color = Some(vector(0)),
            "gl_FrontSecondaryColor" => vertex.secondary_color = Some(vector(0)),
            "gl_FogFragCoord" => vertex.fog = Some(vector(0)[0]),
            "gl_ClipVertex" => vertex.clipping = Clipping::Vertex(vector(0)),
            "gl_ClipDistance" => {
                let distances = values.iter().take(varying.elements as usize).map(|&word| f32::from_bits(word));
                vertex.clipping = Clipping::Distances(distances.collect());
            }
            _ => {
                let written = vertex.texture_coordinates.iter_mut().take(varying.elements as usize);
                written.enumerate().for_each(|(unit, place)| *place = Some(vector(unit)));
            }
        }
    }
    Ok(Some(vertex))
}

/// Returns true for the variables that the raster position keeps, or that clip it.
fn is_kept(storage: &Storage) -> bool {
    use BuiltinVariable::*;
    matches!(storage, Storage::Builtin(Position | FrontColor | FrontSecondaryColor | FogFragCoord | TexCoord | ClipVertex | ClipDistance))
}

/// Returns the program that captures the results that the raster position keeps.
fn captured(context: &mut Context, processing: &Processing) -> Option<Arc<Linked>> {
    let known = context.compat.programs.captured.as_ref().filter(|known| match processing {
        Processing::Shader(linked) => known.linked_from(linked),
        Processing::Program(loaded) => known.loaded_from(loaded),
        Processing::Fixed(key) => known.generated_from(key),
    });
    if let Some(known) = known {
        return Some(known.program.clone());
    }
    let (shaders, options): (Vec<Arc<Shader>>, LinkOptions) = match processing {
        Processing::Shader(source) => {
            let stage = source.shaders.iter().filter(|shader| shader.stage == Stage::Vertex);
            (stage.cloned().collect(), fixed_function::options(source))
        }
        Processing::Program(loaded) => (vec![loaded.shader.clone()], LinkOptions::default()),
        Processing::Fixed(key) => (vec![fixed_function::compile_vertex(key)?], LinkOptions::default()),
    };
    let mut kept: Vec<String> = Vec::new();
    for variable in shaders.iter().flat_map(|shader| &shader.variables).filter(|variable| is_kept(&variable.storage)) {
        if !kept.contains(&variable.name) {
            kept.push(variable.name.clone());
        }
    }
    let options = LinkOptions { feedback_varyings: kept, feedback_separate: false, ..options };
    let linked = glsl::link(&shaders, &options);
    let Some(program) = linked.program else {
        log_once("glRasterPos", &format!("the vertex stage did not link: {}", linked.log));
        return None;
    };
    let program = Arc::new(Linked::new(program, shaders, options.feedback_varyings, false));
    let captured = match processing {
        Processing::Shader(source) => Captured::of_shader(source, program.clone()),
        Processing::Program(loaded) => Captured::of_program(loaded, program.clone()),
        Processing::Fixed(key) => Captured::of_key(key.clone(), program.clone()),
    };
    context.compat.programs.captured = Some(captured);
    Some(program)
}
