//! The raster position while a vertex program is enabled: "If vertex program mode is enabled, the currently bound vertex program is executed, using the
//! x, y, z, and w coordinates as the object coordinates of the vertex." [ARB_vertex_program, 2.12]

use crate::assembly::Loaded;
use crate::gl::command::draw::run_vertex;
use crate::gl::compat::assembly::{self, Programs};
use crate::gl::context::Context;
use crate::gl::error::Result;
use crate::gl::limits::MAX_TEXTURE_COORDS;
use crate::gl::log::log_once;
use crate::gl::object::linked::Linked;
use crate::glsl::{self, LinkOptions};
use crate::hir::{BuiltinVariable, Storage, fixed_attribute};
use crate::pipeline::state::VertexAttribute;
use std::sync::Arc;

/// The results of a vertex program; none for those that it does not write.
#[derive(Default)]
pub struct Vertex {
    /// Clip coordinates.
    pub position: [f32; 4],
    /// The primary colour of front faces.
    pub color: Option<[f32; 4]>,
    /// Texture coordinates by unit.
    pub texture_coordinates: [Option<[f32; 4]>; MAX_TEXTURE_COORDS],
    /// The fog coordinate.
    pub fog: Option<f32>,
    /// True if clip planes apply to the vertex.
    pub is_clipped: bool,
}

/// Returns the results of the enabled vertex program for a vertex with these object coordinates and the current attributes; none if no vertex program
/// processes vertices.
pub fn run(context: &mut Context, place: [f32; 4]) -> Result<Option<Vertex>> {
    let Some(loaded) = assembly::in_use(context)?.vertex else { return Ok(None) };
    let Some(linked) = captured(context, &loaded) else { return Ok(None) };
    let is_clipped = loaded.position_invariant;
    assembly::fill(context, &Programs { vertex: Some(loaded), fragment: None }, &linked);
    let mut attributes: Vec<VertexAttribute> =
        context.vertex_arrays.current.iter().map(|&current| VertexAttribute::Current(current)).collect();
    let mut words = [0; 8];
    words.iter_mut().zip(place).for_each(|(word, value)| *word = value.to_bits());
    for location in [0, fixed_attribute::VERTEX as usize] {
        attributes[location] = VertexAttribute::Current(words);
    }
    let words = run_vertex(context, &linked, &attributes)?;
    let mut vertex = Vertex { is_clipped, ..Vertex::default() };
    for varying in &linked.program.feedback {
        let values = words.get(varying.offset as usize / 4..).unwrap_or_default();
        let vector = |number: usize| -> [f32; 4] {
            std::array::from_fn(|component| values.get(number * 4 + component).map_or(0.0, |word| f32::from_bits(*word)))
        };
        match varying.name.as_str() {
            "gl_Position" => vertex.position = vector(0),
            "gl_FrontColor" => vertex.color = Some(vector(0)),
            "gl_FogFragCoord" => vertex.fog = Some(vector(0)[0]),
            _ => {
                let written = vertex.texture_coordinates.iter_mut().take(varying.elements as usize);
                written.enumerate().for_each(|(unit, place)| *place = Some(vector(unit)));
            }
        }
    }
    Ok(Some(vertex))
}

/// Returns the program that captures the results that the raster position keeps.
fn captured(context: &mut Context, loaded: &Arc<Loaded>) -> Option<Arc<Linked>> {
    let cache = &mut context.compat.programs.captured;
    if let Some((source, linked)) = cache
        && source.as_ptr() == Arc::as_ptr(loaded)
    {
        return Some(linked.clone());
    }
    let is_kept = |storage: &Storage| {
        use BuiltinVariable::{FogFragCoord, FrontColor, Position, TexCoord};
        matches!(storage, Storage::Builtin(Position | FrontColor | FogFragCoord | TexCoord))
    };
    let kept = loaded.shader.variables.iter().filter(|variable| is_kept(&variable.storage));
    let options = LinkOptions { feedback_varyings: kept.map(|variable| variable.name.clone()).collect(), ..LinkOptions::default() };
    let shaders = vec![loaded.shader.clone()];
    let linked = glsl::link(&shaders, &options);
    let Some(program) = linked.program else {
        log_once("glRasterPos", &format!("the vertex program did not link: {}", linked.log));
        return None;
    };
    let linked = Arc::new(Linked::new(program, shaders, options.feedback_varyings, false));
    *cache = Some((Arc::downgrade(loaded), linked.clone()));
    Some(linked)
}
