//! The default uniform block: storage, locations and initial values.

use super::LinkOptions;
use super::counters;
use super::leaves::{Leaves, MAX_LOCATIONS};
use super::log::{Log, stage_name};
use super::merged_uniforms::{MergedUniform, gather, is_state, is_uniform};
use super::static_use::UsedElements;
use crate::glsl::builtins::type_name;
use base::hir::layout::too_large;
use base::hir::{Location, Scalar, Shader, Storage, Type, Variable};
use shader::pipeline::program::{Program, Uniform};
use std::collections::HashMap;

/// Assigns locations to uniforms of the default block and to atomic counters, and lists the active ones in the program. `elements` has the elements of
/// arrays that each stage uses: of arrays of built-in structures, the others are not active.
pub fn uniforms(stages: &mut [Shader], elements: &[UsedElements], options: &LinkOptions, program: &mut Program, log: &mut Log) {
    default_offsets(stages);
    let all = gather(stages, elements, options, log);
    if log.failed() {
        return;
    }
    let mut assignments: Vec<(usize, usize, Location)> = Vec::new();
    let mut locations = Locations::default();
    for uniform in &all {
        let variable = &uniform.variable;
        if let (Some(location), false) = (location_of(variable, options), is_counter(&variable.ty)) {
            locations.reserve(location, location_count(&variable.ty), &variable.name, log);
        }
    }
    let mut counters: Vec<&MergedUniform> = Vec::new();
    for uniform in &all {
        let variable = &uniform.variable;
        if uniform.stages == 0 {
            if let (Some(location), false) = (location_of(variable, options), is_counter(&variable.ty)) {
                program.inactive_locations.push((location, location_count(&variable.ty).min(MAX_LOCATIONS.into()) as u32));
            }
            assignments.extend(uniform.declarations.iter().map(|(stage, id)| (*stage, *id, Location::Unassigned)));
            continue;
        }
        if is_counter(&variable.ty) {
            counters.push(uniform);
            continue;
        }
        let size = variable.ty.words();
        let word = program.uniform_words.len() as u64;
        if too_large(&variable.ty) || word + size > u64::from(options.limits.uniform_components) * 6 {
            log.error(format!(
                "uniform {} ({}) is too large: all uniforms together have too many components",
                variable.name,
                type_name(&variable.ty)
            ));
            return;
        }
        let state = is_state(variable);
        program.uniform_words.resize((word + size) as usize, 0);
        let mut leaves = Leaves::new(&variable.name, MAX_LOCATIONS as usize);
        if !leaves.add(&variable.name, &variable.ty, word as u32) {
            log.error(format!("uniform {} ({}) has too many members", variable.name, type_name(&variable.ty)));
            return;
        }
        if let Some(used) = uniform.used_elements.as_ref().filter(|_| state) {
            leaves.retain_elements(used);
        }
        let mut next = location_of(variable, options);
        for leaf in leaves.list {
            let location = match (state, &mut next) {
                (true, _) => -1,
                (false, Some(next)) => {
                    let location = *next;
                    *next = next.saturating_add(leaf.elements);
                    location as i32
                }
                (false, None) => match locations.find(leaf.elements) {
                    Some(location) => location as i32,
                    None => {
                        log.error(format!("no location is left for uniform {}", leaf.name));
                        return;
                    }
                },
            };
            program.uniforms.push(Uniform { location, state, stages: uniform.stages, ..leaf });
        }
        initialise(variable, program.uniform_words.get_mut(word as usize..).unwrap_or_default());
        assignments.extend(uniform.declarations.iter().map(|(stage, id)| (*stage, *id, Location::Uniform { word: word as u32 })));
    }
    counters::assign(&counters, options, program, &mut assignments, log);
    check_limits(stages, options, log);
    for (stage, id, location) in assignments {
        if let Some(target) = stages.get_mut(stage).and_then(|shader| shader.locations.get_mut(id)) {
            *target = Some(location);
        }
    }
}

/// Checks the limit of the resources that the shaders of a program write: "A link error is generated if the sum of the number of active shader
/// storage blocks, the number of active image uniforms used in all shaders and the number of active fragment shader outputs exceeds the
/// implementation-dependent value of MAX_COMBINED_SHADER_OUTPUT_RESOURCES." [GL 4.4, 8.26]
pub fn check_output_resources(program: &Program, options: &LinkOptions, log: &mut Log) {
    let images = program.uniforms.iter().filter(|uniform| matches!(uniform.ty, Type::Image(_)));
    let images: u64 = images.map(|uniform| u64::from(uniform.elements.max(1)) * u64::from(uniform.stages.count_ones())).sum();
    let all = images + program.storage_blocks.len() as u64 + program.fragment_outputs.len() as u64;
    let limit = options.limits.output_resources;
    if all > u64::from(limit) {
        log.error(format!("the program uses {all} storage blocks, images and fragment outputs; the limit is {limit}"));
    }
}

/// Returns the location that the declaration gives. Programs of a pipeline may give one location to different uniforms: each has locations of its
/// own, by which glUniform sets them.
fn location_of(variable: &Variable, options: &LinkOptions) -> Option<u32> {
    variable.qualifiers.location.filter(|_| options.programs == [0; 6])
}

fn is_counter(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) => is_counter(element),
        ty => *ty == Type::AtomicCounter,
    }
}

/// Assigns an offset to each atomic counter without one: it follows the counter declared before it in the same binding.
fn default_offsets(stages: &mut [Shader]) {
    for shader in stages {
        let mut next: HashMap<u32, u32> = HashMap::new();
        for variable in shader.variables.iter_mut().filter(|variable| variable.storage == Storage::Uniform && is_counter(&variable.ty)) {
            let next = next.entry(variable.qualifiers.binding.unwrap_or(0)).or_default();
            let offset = *variable.qualifiers.offset.get_or_insert(*next);
            let size = variable.ty.words().saturating_mul(4).min(u32::MAX.into()) as u32;
            *next = offset.saturating_add(size);
        }
    }
}

/// Returns the number of locations of a type: one for each element of a basic type.
pub fn location_count(ty: &Type) -> u64 {
    match ty {
        Type::Array(element, length) => location_count(element).saturating_mul(u64::from(*length)),
        Type::Struct(structure) => structure.members.iter().fold(0, |sum, member| sum.saturating_add(location_count(&member.ty))),
        _ => 1,
    }
}

/// The allocator of uniform locations.
#[derive(Default)]
pub struct Locations {
    taken: Vec<bool>,
    /// All locations before this one are taken.
    first_free: usize,
}

impl Locations {
    /// Returns the largest location in use plus 1.
    pub fn end(&self) -> u32 {
        self.taken.iter().rposition(|taken| *taken).map_or(0, |last| last as u32 + 1)
    }

    /// Takes explicit locations; logs an error if one is taken.
    pub fn reserve(&mut self, location: u32, count: u64, name: &str, log: &mut Log) {
        let end = u64::from(location).saturating_add(count);
        if end > u64::from(MAX_LOCATIONS) {
            log.error(format!("uniform {name} needs locations up to {}; the limit is {MAX_LOCATIONS}", end - 1));
            return;
        }
        let (start, end) = (location as usize, end as usize);
        if self.taken.len() < end {
            self.taken.resize(end, false);
        }
        let range = self.taken.get_mut(start..end).unwrap_or_default();
        if range.contains(&true) {
            log.error(format!("uniform {name} shares location {location} with another"));
        }
        range.fill(true);
    }

    /// Takes the first free range of locations; returns `None` if there is none.
    pub fn find(&mut self, count: u32) -> Option<u32> {
        let count = count.max(1) as usize;
        let mut start = self.first_free;
        loop {
            if start.checked_add(count)? > MAX_LOCATIONS as usize {
                return None;
            }
            let range = self.taken.get(start..self.taken.len().min(start + count)).unwrap_or_default();
            match range.iter().rposition(|taken| *taken) {
                Some(last) => start += last + 1,
                None => break,
            }
        }
        if self.taken.len() < start + count {
            self.taken.resize(start + count, false);
        }
        self.taken.get_mut(start..start + count)?.fill(true);
        while self.taken.get(self.first_free) == Some(&true) {
            self.first_free += 1;
        }
        Some(start as u32)
    }
}

/// Writes the initial words of a uniform: its initialiser (booleans as 0 and 1), or the units of `layout(binding)`.
fn initialise(variable: &Variable, target: &mut [u32]) {
    if let Some(initialiser) = &variable.initialiser {
        let mut booleans = Vec::new();
        boolean_words(&variable.ty, &mut booleans);
        for ((target, word), boolean) in target.iter_mut().zip(initialiser).zip(booleans) {
            *target = if boolean { u32::from(*word != 0) } else { *word };
        }
    }
    let mut element = &variable.ty;
    while let Type::Array(inner, _) = element {
        element = inner;
    }
    if let (Type::Sampler(_) | Type::Image(_), Some(binding)) = (element, variable.qualifiers.binding) {
        for (unit, target) in target.iter_mut().enumerate() {
            *target = binding.saturating_add(unit as u32);
        }
    }
}

/// Appends, for each word of a type, true if it is a boolean.
fn boolean_words(ty: &Type, list: &mut Vec<bool>) {
    match ty {
        Type::Array(element, length) => (0..*length).for_each(|_| boolean_words(element, list)),
        Type::Struct(structure) => structure.members.iter().for_each(|member| boolean_words(&member.ty, list)),
        Type::Scalar(Scalar::Bool) | Type::Vector(Scalar::Bool, _) => list.resize(list.len() + ty.words() as usize, true),
        _ => list.resize(list.len() + ty.words() as usize, false),
    }
}

/// Checks the limits of uniform components, texture units and image uniforms, for each stage and for the program.
fn check_limits(stages: &[Shader], options: &LinkOptions, log: &mut Log) {
    /// Returns the number of samplers and of images in a value.
    fn opaque(ty: &Type) -> [u64; 2] {
        match ty {
            Type::Array(element, length) => opaque(element).map(|count| count.saturating_mul(u64::from((*length).max(1)))),
            Type::Struct(structure) => structure.members.iter().fold([0; 2], |[samplers, images], member| {
                let [more_samplers, more_images] = opaque(&member.ty);
                [samplers.saturating_add(more_samplers), images.saturating_add(more_images)]
            }),
            Type::Sampler(_) => [1, 0],
            Type::Image(_) => [0, 1],
            _ => [0; 2],
        }
    }
    let limits = &options.limits;
    let (mut all_units, mut all_images) = (0u64, 0u64);
    for shader in stages {
        let (mut components, mut units, mut images) = (0u64, 0u64, 0u64);
        for variable in
            shader.variables.iter().filter(|variable| variable.used && variable.storage == Storage::Uniform && is_uniform(variable))
        {
            if !is_counter(&variable.ty) {
                let [samplers, more] = opaque(&variable.ty);
                units = units.saturating_add(samplers);
                images = images.saturating_add(more);
                components = components.saturating_add(variable.ty.words().saturating_sub(samplers).saturating_sub(more));
            }
        }
        all_units = all_units.saturating_add(units);
        all_images = all_images.saturating_add(images);
        let stage = stage_name(shader.stage);
        if components > u64::from(limits.uniform_components) {
            log.error(format!("the {stage} stage's uniforms have {components} components; the limit is {}", limits.uniform_components));
        }
        if units > u64::from(limits.texture_units) {
            log.error(format!("the {stage} stage uses {units} samplers; the limit is {}", limits.texture_units));
        }
        if images > u64::from(limits.image_uniforms) {
            log.error(format!("the {stage} stage uses {images} images; the limit is {}", limits.image_uniforms));
        }
    }
    if all_units > u64::from(limits.combined_texture_units) {
        log.error(format!("the program uses {all_units} samplers; the limit is {}", limits.combined_texture_units));
    }
    if all_images > u64::from(limits.combined_image_uniforms) {
        log.error(format!("the program uses {all_images} images; the limit is {}", limits.combined_image_uniforms));
    }
}
