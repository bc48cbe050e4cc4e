//! The fixed function, as shaders in GLSL 1.20 that are generated for the current state, then compiled and linked like those of applications. A
//! program that lacks a vertex or a fragment shader gets that of the fixed function.
//!
//! [`Key`] is the state that the texts depend on; it is the key of the program cache.

mod fragment;
mod key;
#[cfg(test)]
mod tests;
mod vertex;

use crate::gl::command::program::copy_values;
use crate::gl::context::Context;
use crate::gl::log::log_once;
use crate::gl::object::fixed_function::Key;
use crate::gl::object::fixed_function::{Completed, Programs};
use crate::gl::object::linked::Linked;
use crate::glsl::{self, CompileOptions, LinkOptions};
use crate::hir::{Shader, Stage};
use crate::tokens::*;
use std::sync::Arc;

/// Limits the cache of programs; a full cache is cleared.
const KEPT: usize = 256;
/// Limits the completed programs; the oldest one is removed.
const COMPLETED: usize = 64;

/// Returns the program of a draw in a compatibility context whose application set this program, or none.
pub fn program_for_draw(context: &mut Context, program: Option<Arc<Linked>>) -> Option<Arc<Linked>> {
    super::lighting::apply(context);
    // A program without graphics stages counts as none.
    let program = program.filter(|linked| linked.program.compute.is_none());
    let has_vertex = program.as_ref().is_some_and(|linked| linked.program.vertex.is_some());
    let has_fragment = program.as_ref().is_some_and(|linked| linked.program.fragment.is_some());
    context.state.raster.two_sided = if has_vertex {
        context.state.enabled.contains(&GL_VERTEX_PROGRAM_TWO_SIDE)
    } else {
        context.compat.enabled.contains(&GL_LIGHTING) && context.compat.lighting.two_side
    };
    context.state.raster.coord_replace = replaced_coordinates(context);
    context.compat.sized_points = false;
    if context.compat.draws_rectangles {
        return rectangle_program(context, program.filter(|_| has_fragment));
    }
    if context.compat.render_mode.mode != GL_RENDER {
        return collecting_program(context, program.filter(|_| has_vertex));
    }
    if has_vertex && has_fragment {
        return program;
    }
    let key = Key::new(context, !has_vertex, !has_fragment);
    context.compat.sized_points = key.vertex.as_ref().is_some_and(|vertex| vertex.sized);
    let programs = &mut context.compat.programs;
    match program {
        Some(source) => programs.completed(source, key),
        None => programs.whole(key),
    }
}

/// Returns the program of a draw for selection and feedback: the vertex processing of the application, or the fixed function.
fn collecting_program(context: &mut Context, program: Option<Arc<Linked>>) -> Option<Arc<Linked>> {
    let key = Key::of_collection(context, program.is_none());
    context.compat.sized_points = key.vertex.as_ref().is_some_and(|vertex| vertex.sized);
    let programs = &mut context.compat.programs;
    match program {
        Some(source) => programs.completed(source, key),
        None => programs.whole(key),
    }
}

/// Returns the program for the fragments of pixel rectangles and bitmaps: the fragment shader of the application, or the fixed function.
fn rectangle_program(context: &mut Context, program: Option<Arc<Linked>>) -> Option<Arc<Linked>> {
    context.state.raster.two_sided = false;
    let key = Key::of_rectangle(context, program.is_none());
    let programs = &mut context.compat.programs;
    match program {
        Some(source) => programs.completed(source, key),
        None => programs.whole(key),
    }
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
            let linked = link(&[], &key, LinkOptions::default());
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
    fn completed(&mut self, source: Arc<Linked>, key: Key) -> Option<Arc<Linked>> {
        let known = self.completed.iter().find(|known| known.source.as_ptr() == Arc::as_ptr(&source) && known.key == key);
        let linked = match known {
            Some(known) => known.linked.clone(),
            None => {
                let rectangle = key.vertex.as_ref().is_some_and(|vertex| vertex.rectangle);
                let collects = key.fragment.as_ref().is_some_and(|fragment| fragment.collects);
                let stages = |of: fn(Stage) -> bool| source.shaders.iter().filter(|shader| of(shader.stage)).cloned().collect::<Vec<_>>();
                let linked = if rectangle {
                    // The fragment shader counts as that of another program: inputs that no vertex has are undefined.
                    let programs = std::array::from_fn(|stage| u8::from(stage == Stage::Fragment as usize));
                    let options = LinkOptions { feedback_varyings: Vec::new(), programs, ..options(&source) };
                    link(&stages(|stage| stage == Stage::Fragment), &key, options)
                } else if collects {
                    link(&stages(|stage| stage != Stage::Fragment), &key, options(&source))
                } else {
                    link(&source.shaders, &key, options(&source))
                };
                self.completed.retain(|known| known.source.strong_count() > 0);
                if self.completed.len() >= COMPLETED {
                    self.completed.remove(0);
                }
                self.completed.push(Completed { source: Arc::downgrade(&source), key, linked: linked.clone() });
                linked
            }
        }?;
        copy_values(&std::array::from_fn::<_, 5, _>(|_| Some(source.clone())), &linked);
        Some(linked)
    }
}

/// Returns the link options that give the completed program the attribute locations, output locations and feedback varyings of the source.
fn options(source: &Linked) -> LinkOptions {
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

/// Links the shaders of the application, if any, with those that the key describes.
fn link(own: &[Arc<Shader>], key: &Key, options: LinkOptions) -> Option<Arc<Linked>> {
    let compile_options = CompileOptions { es: false, core: false, max_version: 120, limits: Default::default() };
    let mut shaders = own.to_vec();
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
    if own.is_empty()
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
