//! Locations of vertex attributes and of fragment outputs.

use super::LinkOptions;
use super::interface::basic_type;
use super::log::Log;
use crate::glsl::builtins::type_name;
use base::hir::fixed_attribute;
use base::hir::{BuiltinVariable, Location, Scalar, Shader, Storage, Type, VarId};
use shader::pipeline::program::{Attribute, FragmentOutput, Program};

/// Returns the number of generic locations of a type: one for each column and element.
fn locations(ty: &Type) -> u64 {
    match ty {
        Type::Matrix(_, columns, _) => u64::from(*columns),
        Type::Array(element, length) => locations(element).saturating_mul(u64::from(*length)),
        _ => 1,
    }
}

/// Returns the element type of an array, its length (1 if not an array), and true if it is an array.
fn elements(ty: &Type) -> (Type, u32, bool) {
    match ty {
        Type::Array(element, length) => ((**element).clone(), *length, true),
        _ => (ty.clone(), 1, false),
    }
}

/// Returns the location of a fixed-function attribute.
fn fixed_location(builtin: BuiltinVariable) -> Option<u32> {
    Some(match builtin {
        BuiltinVariable::Vertex => fixed_attribute::VERTEX,
        BuiltinVariable::Normal => fixed_attribute::NORMAL,
        BuiltinVariable::Color => fixed_attribute::COLOR,
        BuiltinVariable::SecondaryColor => fixed_attribute::SECONDARY_COLOR,
        BuiltinVariable::FogCoord => fixed_attribute::FOG_COORD,
        BuiltinVariable::MultiTexCoord(unit) => fixed_attribute::MULTI_TEX_COORD + u32::from(unit.min(7)),
        _ => return None,
    })
}

/// Assigns locations to the inputs of the vertex stage: `layout(location)`, then glBindAttribLocation, then the first free locations.
pub fn attributes(shader: &mut Shader, options: &LinkOptions, program: &mut Program, log: &mut Log) {
    let limit = u64::from(options.limits.vertex_attribs.min(16));
    let mut taken: u32 = 0;
    // The used components: four bits for each location.
    let mut components: u128 = 0;
    let mut waiting: Vec<(u64, VarId)> = Vec::new();
    // By location: bit masks of the declared attributes that have one.
    let mut declared: u32 = 0;
    let es3 = shader.es && shader.version >= 300;
    for id in 0..shader.variables.len() {
        let Some(variable) = shader.variables.get(id) else { continue };
        let (element, count, array) = elements(&variable.ty);
        if let Storage::Builtin(builtin) = variable.storage {
            let fixed = fixed_location(builtin);
            let input = matches!(
                builtin,
                BuiltinVariable::VertexId
                    | BuiltinVariable::InstanceId
                    | BuiltinVariable::BaseVertex
                    | BuiltinVariable::BaseInstance
                    | BuiltinVariable::DrawId
            );
            if variable.used && (fixed.is_some() || input) {
                program.attributes.push(Attribute {
                    name: variable.name.clone(),
                    ty: element,
                    elements: count,
                    array,
                    location: -1,
                    component: 0,
                });
            }
            if let Some(location) = fixed {
                if variable.used {
                    program.attribute_mask |= 1 << location;
                    // Generic attribute 0 and gl_Vertex are the same attribute.
                    if builtin == BuiltinVariable::Vertex {
                        (taken, components) = (taken | 1, components | 0xF);
                    }
                }
                if let Some(target) = shader.locations.get_mut(id) {
                    *target = Some(Location::Attribute { location, component: 0 });
                }
            }
            continue;
        }
        if variable.storage != Storage::In {
            continue;
        }
        let size = locations(&variable.ty);
        let bound = variable.qualifiers.location.or_else(|| options.attribute_locations.get(&variable.name).copied());
        if es3 && let Some(location) = bound {
            // "Binding more than one attribute name to the same location is referred to as aliasing, and is not permitted in OpenGL ES Shading
            // Language 3.00 vertex shaders. LinkProgram will fail when this condition exists." [ES 3.0, 2.12.5]; "The existence of aliasing is
            // determined by declarations present after preprocessing." [ES SL 3.10, 12.39]
            let mask = range_mask(location, size);
            if declared & mask != 0 {
                log.error(format!("attribute {} shares location {location} with another", variable.name));
            }
            declared |= mask;
        }
        if !variable.used {
            if let Some(location) = variable.qualifiers.location.filter(|&location| u64::from(location) + size > limit) {
                log.error(format!("attribute {} has location {location}; the limit is {limit}", variable.name));
            }
            if let Some(target) = shader.locations.get_mut(id) {
                *target = Some(Location::Unassigned);
            }
            continue;
        }
        match bound {
            Some(location) if u64::from(location) + size > limit => {
                log.error(format!(
                    "attribute {} needs locations {location} to {}; the limit is {limit}",
                    variable.name,
                    u64::from(location) + size - 1
                ));
            }
            Some(location) => {
                let mask = range_mask(location, size);
                let first = variable.qualifiers.component.unwrap_or(0);
                let own = output_mask(location, size as u32, first, components_of(&variable.ty));
                if components & own != 0 && !es3 {
                    log.warning(format!("attribute {} shares location {location} with another", variable.name));
                }
                taken |= mask;
                components |= own;
                assign_attribute(shader, id, location, program);
            }
            None => waiting.push((size, id)),
        }
    }
    // Large attributes first: the columns of a matrix need consecutive locations.
    waiting.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    for (size, id) in waiting {
        let free = (0..limit as u32).find(|location| u64::from(*location) + size <= limit && taken & range_mask(*location, size) == 0);
        match free {
            Some(location) => {
                taken |= range_mask(location, size);
                assign_attribute(shader, id, location, program);
            }
            None => {
                let variable = shader.variables.get(id);
                log.error(format!(
                    "too many attributes: no {size} locations are left for {} ({}); the limit is {limit}",
                    variable.map_or("", |it| &it.name),
                    variable.map_or_else(String::new, |it| type_name(&it.ty))
                ));
            }
        }
    }
}

/// Returns the number of components that a value, or each of its elements and columns, uses of a location.
fn components_of(ty: &Type) -> u32 {
    match ty {
        Type::Array(element, _) => components_of(element),
        Type::Matrix(scalar, _, rows) => u32::from(*rows) * scalar.words(),
        Type::Vector(scalar, size) => u32::from(*size) * scalar.words(),
        Type::Scalar(scalar) => scalar.words(),
        _ => 4,
    }
}

fn range_mask(first: u32, count: u64) -> u32 {
    let count = count.min(32) as u32;
    let ones = if count >= 32 { u32::MAX } else { (1 << count) - 1 };
    ones.checked_shl(first).unwrap_or(0)
}

fn assign_attribute(shader: &mut Shader, id: VarId, location: u32, program: &mut Program) {
    let Some(variable) = shader.variables.get(id) else { return };
    program.attribute_mask |= range_mask(location, locations(&variable.ty));
    let (ty, elements, array) = elements(&variable.ty);
    let component = variable.qualifiers.component.unwrap_or(0);
    program.attributes.push(Attribute { name: variable.name.clone(), ty, elements, array, location: location as i32, component });
    if let Some(target) = shader.locations.get_mut(id) {
        *target = Some(Location::Attribute { location, component });
    }
}

/// Assigns locations to the outputs of the fragment stage: `layout(location, index)`, then glBindFragDataLocation, then the first free
/// ones.
pub fn fragment_outputs(shader: &mut Shader, options: &LinkOptions, program: &mut Program, log: &mut Log) {
    let limit = options.limits.draw_buffers.min(32);
    let mut taken = Taken::default();
    let mut waiting: Vec<VarId> = Vec::new();
    let (mut color, mut data, mut user) = (None, None, None);
    let mut without_location = 0;
    let outputs = shader.variables.iter().filter(|it| it.storage == Storage::Out && it.used).count();
    for id in 0..shader.variables.len() {
        let Some(variable) = shader.variables.get(id) else { continue };
        let (element, count, array) = elements(&variable.ty);
        if let Storage::Builtin(builtin) = variable.storage {
            let second = matches!(builtin, BuiltinVariable::SecondaryFragColor | BuiltinVariable::SecondaryFragData);
            let is_color = second || matches!(builtin, BuiltinVariable::FragColor | BuiltinVariable::FragData);
            let index = u32::from(second);
            if let (true, Some(target)) = (is_color, shader.locations.get_mut(id)) {
                *target = Some(Location::FragmentOutput { location: 0, index, component: 0 });
            }
            if variable.used {
                match builtin {
                    BuiltinVariable::FragColor | BuiltinVariable::SecondaryFragColor => color = Some(variable.name.clone()),
                    BuiltinVariable::FragData | BuiltinVariable::SecondaryFragData => data = Some(variable.name.clone()),
                    _ => {}
                }
                if is_color || matches!(builtin, BuiltinVariable::FragDepth | BuiltinVariable::FragStencilRef | BuiltinVariable::SampleMask)
                {
                    let name = variable.name.clone();
                    program.fragment_outputs.push(FragmentOutput { name, ty: element, elements: count, array, location: -1, index });
                }
            }
            continue;
        }
        if variable.storage != Storage::Out {
            continue;
        }
        if !variable.used && variable.qualifiers.location.is_none() {
            if let Some(target) = shader.locations.get_mut(id) {
                *target = Some(Location::Unassigned);
            }
            continue;
        }
        user = user.or(variable.used.then(|| variable.name.clone()));
        let bound = options.fragment_locations.get(&variable.name).copied();
        let declared = variable.qualifiers.location.map(|location| (location, variable.qualifiers.index.unwrap_or(0)));
        match declared.or(bound) {
            Some((location, index)) => assign_output(shader, id, location, index, limit, &mut taken, program, log),
            None => {
                without_location += 1;
                waiting.push(id);
            }
        }
    }
    if shader.es && !shader.layout.free_outputs && without_location > 0 && outputs > 1 {
        log.error("with several fragment outputs, each needs a location");
    }
    for id in waiting {
        let Some(variable) = shader.variables.get(id) else { continue };
        let count = elements(&variable.ty).1;
        let mask = |location: u32| output_mask(location, count, 0, 4);
        let free = (0..limit).find(|location| location + count <= limit && taken.components[0] & mask(*location) == 0);
        match free {
            Some(location) => assign_output(shader, id, location, 0, limit, &mut taken, program, log),
            None => log.error(format!(
                "no location is left for fragment output {} ({}); the limit is {limit}",
                variable.name,
                type_name(&variable.ty)
            )),
        }
    }
    // "if the program has an active output assigned to a location greater than or equal to the value of MAX_DUAL_SOURCE_DRAW_BUFFERS and has an
    // active output assigned an index greater than or equal to one" [GL 4.4, 15.2.3]
    let beyond = program.fragment_outputs.iter().find(|output| i64::from(output.location) + i64::from(output.elements) > 1);
    if let (Some(beyond), Some(second)) = (beyond, program.fragment_outputs.iter().find(|output| output.index > 0 && output.location >= 0))
    {
        log.error(format!("fragment output {} is beyond location 0, and {} is a second colour", beyond.name, second.name));
    }
    for (a, b) in [(&color, &data), (&color, &user), (&data, &user)] {
        if let (Some(a), Some(b)) = (a, b) {
            log.error(format!("the fragment shader writes both {a} and {b}"));
        }
    }
}

fn output_mask(location: u32, count: u32, component: u32, components: u32) -> u128 {
    let one = ((1u128 << components.min(4)) - 1) << component.min(3) & 0xF;
    (location..location.saturating_add(count)).take(32).fold(0, |mask, location| mask | one.checked_shl(location * 4).unwrap_or(0))
}

/// The locations of fragment outputs so far.
#[derive(Default)]
struct Taken {
    /// For each index, the used components: four bits for each location.
    components: [u128; 2],
    outputs: Vec<Placed>,
}

/// A fragment output with a location, in use or not.
struct Placed {
    name: String,
    index: u32,
    /// The first location, and that after the last one.
    first: u64,
    end: u64,
    basic: Option<Scalar>,
}

#[expect(clippy::too_many_arguments, reason = "one caller's loop, cut out")]
fn assign_output(
    shader: &mut Shader,
    id: VarId,
    location: u32,
    index: u32,
    limit: u32,
    taken: &mut Taken,
    program: &mut Program,
    log: &mut Log,
) {
    let Some(variable) = shader.variables.get(id) else { return };
    let name = &variable.name;
    let (ty, count, array) = elements(&variable.ty);
    let component = variable.qualifiers.component.unwrap_or(0);
    let components = match &ty {
        Type::Scalar(_) => 1,
        Type::Vector(_, size) => u32::from(*size),
        _ => 4,
    };
    // Only one buffer supports blending with two sources.
    let limit = if index > 0 { 1 } else { limit };
    if u64::from(location) + u64::from(count) > u64::from(limit) {
        log.error(format!("fragment output {name} ({}) is at location {location}; the limit is {limit}", type_name(&variable.ty)));
        return;
    }
    let Some(components_taken) = taken.components.get_mut(index as usize) else {
        log.error(format!("fragment output {name} has index {index}; it can be 0 or 1"));
        return;
    };
    let mask = output_mask(location, count, component, components);
    if *components_taken & mask != 0 {
        log.error(format!("fragment output {name} shares location {location} with another"));
    }
    *components_taken |= mask;
    let (first, end) = (u64::from(location), u64::from(location) + u64::from(count));
    let meets = |other: &Placed| other.index == index && other.first < end && first < other.end && other.basic != basic_type(&ty);
    if let Some(other) = taken.outputs.iter().find(|other| meets(other)) {
        log.error(format!("fragment outputs {name} and {} share location {location} but not their basic type", other.name));
    }
    taken.outputs.push(Placed { name: name.clone(), index, first, end, basic: basic_type(&ty) });
    if variable.used {
        program.fragment_outputs.push(FragmentOutput { name: name.clone(), ty, elements: count, array, location: location as i32, index });
    }
    if let Some(target) = shader.locations.get_mut(id) {
        *target = Some(Location::FragmentOutput { location, index, component });
    }
}
