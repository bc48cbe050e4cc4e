//! The fixed function, as shaders in GLSL 1.20 that are generated for the current state, then compiled and linked like those of applications. A
//! program that lacks a vertex or a fragment shader gets the enabled program in an assembly language, otherwise that of the fixed function.
//!
//! [`Key`] is the state that the texts depend on; it is the key of the program cache.

mod fragment;
mod fragment_shader;
mod key;
#[cfg(test)]
mod tests;
mod vertex;

use crate::command::program::copy_values;
use crate::compat::{assembly, ati_fragment_shader};
use crate::context::Context;
use crate::error::Result;
use crate::log::log_once;
use crate::object::fixed_function::{Completed, Key, Programs, VertexKey};
use crate::object::linked::Linked;
use crate::tokens::*;
use base::hir::{Shader, Stage};
use compiler::glsl::{self, CompileOptions, LinkOptions};
use std::sync::Arc;

/// Limits the cache of programs; a full cache is cleared.
const KEPT: usize = 256;
/// Limits the completed programs; the oldest one is removed.
const COMPLETED: usize = 256;

/// The location of the first material property that is an attribute of the vertices: the fixed function reads no generic attributes.
pub const MATERIAL: usize = 1;
/// The location of the point sizes of glPointSizePointerOES, after the material properties.
pub const POINT_SIZE: u32 = 15;

/// Returns the program of a draw in a compatibility context whose application set this program, or none.
pub fn program_for_draw(context: &mut Context, program: Option<Arc<Linked>>) -> Result<Option<Arc<Linked>>> {
    super::lighting::apply(context);
    // A program without graphics stages counts as none.
    let program = program.filter(|linked| linked.program.compute.is_none());
    // The vertices of a pixel rectangle are in clip coordinates.
    let rectangle = context.compat.draws_rectangles;
    // Selection and feedback need no fragments.
    let collects = !rectangle && context.compat.render_mode.mode != GL_RENDER;
    let program = program.filter(|linked| !rectangle || linked.program.fragment.is_some());
    let program = program.filter(|linked| !collects || linked.program.vertex.is_some());
    let has_vertex = program.as_ref().is_some_and(|linked| linked.program.vertex.is_some());
    let has_fragment = program.as_ref().is_some_and(|linked| linked.program.fragment.is_some());
    let assembly = assembly::programs(context, !has_vertex && !rectangle, !has_fragment && !collects)?;
    // "User clipping is not supported in vertex program mode if the current program is not position-invariant (section 2.14.4.5.1). In this case,
    // client-defined clip planes are always treated as disabled." [ARB_vertex_program, 2.11]
    context.compat.unclipped = assembly.vertex.as_ref().is_some_and(|vertex| !vertex.position_invariant);
    let has_vertex = has_vertex || assembly.vertex.is_some();
    let has_fragment = has_fragment || assembly.fragment.is_some();
    context.state.raster.two_sided = if rectangle {
        false
    } else if has_vertex {
        context.state.enabled.contains(&GL_VERTEX_PROGRAM_TWO_SIDE)
    } else {
        context.compat.enabled.contains(&GL_LIGHTING) && context.compat.lighting.two_side
    };
    context.state.raster.coord_replace = replaced_coordinates(context);
    context.compat.sized_points = false;
    if has_vertex && has_fragment && assembly.is_empty() && !rectangle && !collects {
        return Ok(program);
    }
    let key = if rectangle {
        Key::of_rectangle(context, !has_fragment)
    } else if collects {
        Key::of_collection(context, !has_vertex)
    } else {
        Key::new(context, !has_vertex, !has_fragment)
    };
    context.compat.sized_points = key.vertex.as_ref().is_some_and(|vertex| vertex.sized);
    let has_shader = key.fragment.as_ref().is_some_and(|fragment| fragment.shader.is_some());
    let programs = &mut context.compat.programs;
    let is_whole = program.is_none() && assembly.is_empty();
    let linked = if is_whole { programs.whole(key) } else { programs.completed(program, &assembly, key) };
    if let Some(linked) = &linked {
        if !is_whole {
            assembly::fill(context, &assembly, linked);
        }
        if has_shader {
            ati_fragment_shader::fill(context, linked, fragment_shader::CONSTANTS);
        }
    }
    Ok(linked)
}

/// Returns the texture coordinates that points replace, one bit each.
fn replaced_coordinates(context: &Context) -> u8 {
    if !context.state.enabled.contains(&GL_POINT_SPRITE) {
        return 0;
    }
    let units = context.compat.environment.units.iter().take(8).enumerate();
    units.fold(0, |mask, (index, unit)| mask | u8::from(unit.coord_replace) << index)
}

impl Programs {
    /// Returns the program of the fixed function alone.
    fn whole(&mut self, key: Key) -> Option<Arc<Linked>> {
        if let Some((last, linked)) = &self.last
            && *last == key
        {
            return linked.clone();
        }
        let known = self.made.get(&key).cloned();
        let linked = known.unwrap_or_else(|| {
            let linked = link(None, &[], &key);
            if self.made.len() >= KEPT {
                self.made.clear();
            }
            self.made.insert(key.clone(), linked.clone());
            linked
        });
        self.last = Some((key, linked.clone()));
        linked
    }

    /// Returns the program of an application with the stages that it lacks.
    fn completed(&mut self, source: Option<Arc<Linked>>, assembly: &assembly::Programs, key: Key) -> Option<Arc<Linked>> {
        let both = [assembly.vertex.as_ref(), assembly.fragment.as_ref()];
        let known = self.completed.iter().find(|known| known.is_of(source.as_ref(), both) && known.key == key);
        let linked = match known {
            Some(known) => known.linked.clone(),
            None => {
                let shaders: Vec<Arc<Shader>> = both.iter().flatten().map(|program| program.shader.clone()).collect();
                let linked = link(source.as_deref(), &shaders, &key);
                self.completed.retain(Completed::is_alive);
                if self.completed.len() >= COMPLETED {
                    self.completed.remove(0);
                }
                let (source, assembly) = (source.as_ref().map(Arc::downgrade), both.map(|program| program.map(Arc::downgrade)));
                self.completed.push(Completed { source, assembly, key, linked: linked.clone() });
                linked
            }
        }?;
        if let Some(source) = source {
            copy_values(&std::array::from_fn::<_, 5, _>(|_| Some(source.clone())), &linked);
        }
        Some(linked)
    }
}

/// Returns the link options that give the completed program the attribute locations, output locations and feedback varyings of the source.
pub fn options(source: &Linked) -> LinkOptions {
    let base = |name: &str| name.strip_suffix("[0]").unwrap_or(name).to_string();
    let program = &source.program;
    let attributes = program.attributes.iter().filter_map(|it| Some((base(&it.name), u32::try_from(it.location).ok()?)));
    let outputs = program.fragment_outputs.iter();
    LinkOptions {
        attribute_locations: attributes.collect(),
        fragment_locations: outputs.filter_map(|it| Some((base(&it.name), (u32::try_from(it.location).ok()?, it.index)))).collect(),
        feedback_varyings: source.feedback_varyings.clone(),
        feedback_separate: source.feedback_separate,
        ..LinkOptions::default()
    }
}

/// The options of the texts' compilation.
fn compile_options() -> CompileOptions {
    CompileOptions { es: false, core: false, max_version: 120, limits: Default::default() }
}

/// Returns the state of vertex processing if it lights vertices or generates texture coordinates.
pub fn computing_vertex(context: &Context) -> Option<VertexKey> {
    let lights = context.compat.enabled.contains(&GL_LIGHTING);
    let generates = context.compat.environment.units.iter().any(|unit| {
        [GL_TEXTURE_GEN_S, GL_TEXTURE_GEN_T, GL_TEXTURE_GEN_R, GL_TEXTURE_GEN_Q].iter().any(|axis| unit.enabled.contains(axis))
    });
    if !lights && !generates {
        return None;
    }
    let mut key = Key::new(context, true, false).vertex?;
    // The raster position is no vertex of a primitive, whose vertices may have materials of their own.
    if let Some(lighting) = &mut key.lighting {
        lighting.vertex_materials = 0;
    }
    Some(VertexKey { sized: false, point_sizes: false, ..key })
}

/// Compiles the vertex shader of the fixed function.
pub fn compile_vertex(key: &VertexKey) -> Option<Arc<Shader>> {
    glsl::compile(&vertex::text(key), Stage::Vertex, &compile_options()).shader
}

/// Links the shaders of the application, if any, with those of programs in assembly languages and those that the key describes. For pixel
/// rectangles and bitmaps, whose vertices the key describes, the application's shaders are those of fragments; for selection and feedback, all but
/// those.
fn link(source: Option<&Linked>, assembly: &[Arc<Shader>], key: &Key) -> Option<Arc<Linked>> {
    let rectangle = key.vertex.as_ref().is_some_and(|vertex| vertex.rectangle);
    let compile_options = compile_options();
    let mut options = source.map(options).unwrap_or_default();
    let materials = key.vertex.iter().flat_map(vertex::materials);
    options.attribute_locations.extend(materials.map(|(name, number)| (name, MATERIAL as u32 + number)));
    if key.vertex.as_ref().is_some_and(|vertex| vertex.point_sizes) {
        options.attribute_locations.insert(vertex::POINT_SIZE.into(), POINT_SIZE);
    }
    let mut shaders = source.map(|source| source.shaders.clone()).unwrap_or_default();
    if rectangle {
        options.feedback_varyings.clear();
        // The fragment shader counts as that of another program: inputs that no vertex has are undefined.
        options.programs = std::array::from_fn(|stage| u8::from(stage == Stage::Fragment as usize));
        shaders.retain(|shader| shader.stage == Stage::Fragment);
    }
    if key.fragment.as_ref().is_some_and(|fragment| fragment.collects) {
        shaders.retain(|shader| shader.stage != Stage::Fragment);
    }
    shaders.extend_from_slice(assembly);
    let mut log = String::new();
    let texts = [(key.vertex.as_ref().map(vertex::text), Stage::Vertex), (key.fragment.as_ref().map(fragment::text), Stage::Fragment)];
    for (text, stage) in texts {
        let Some(text) = text else { continue };
        let compiled = glsl::compile(&text, stage, &compile_options);
        log += &compiled.log;
        shaders.extend(compiled.shader);
    }
    let linked = glsl::link(&shaders, &options);
    let Some(program) = linked.program else {
        log_once("the fixed function", &format!("did not link: {log}{}", linked.log));
        return None;
    };
    let mut linked = Linked::new(program, shaders, options.feedback_varyings, options.feedback_separate);
    if source.is_none()
        && let Some(vertex) = &key.vertex
    {
        // The built-in array of lights is active as a whole, but the texts read the enabled lights only.
        let enabled =
            |light: usize| vertex.lighting.as_ref().is_some_and(|lighting| lighting.lights.get(light).is_some_and(Option::is_some));
        linked.state_uniforms.retain(|uniform| uniform.light().is_none_or(enabled));
    }
    for uniform in &linked.program.uniforms {
        if let Some(unit) = uniform.name.strip_prefix(fragment::UNIT).and_then(|unit| unit.parse::<u32>().ok()) {
            linked.values(|values| {
                if let Some(word) = values.words.get_mut(uniform.word as usize) {
                    *word = unit;
                }
            });
        }
    }
    Some(Arc::new(linked))
}
