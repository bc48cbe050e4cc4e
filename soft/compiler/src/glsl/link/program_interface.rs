//! The inputs of the first stage and the outputs of the last stage, for the program interfaces GL_PROGRAM_INPUT and GL_PROGRAM_OUTPUT.

use super::interface::{items, members, per_vertex_arrays};
use super::leaves::MAX_LOCATIONS;
use super::log::stage_bit;
use super::static_use::UsedBuiltins;
use base::hir::{BuiltinVariable, Shader, Stage, Storage, Type, Variable};
use shader::pipeline::program::{InterfaceVariable, Program};

/// Lists the inputs of the first stage and the outputs of the last one in the program, except vertex attributes and fragment outputs, whose
/// locations linking has yet to assign.
pub fn list(stages: &[Shader], touched: &[UsedBuiltins], program: &mut Program) {
    if let (Some(first), Some(touched)) = (stages.first(), touched.first())
        && first.stage != Stage::Vertex
    {
        program.inputs = of_stage(first, touched, false);
    }
    if let (Some(last), Some(touched)) = (stages.last(), touched.last())
        && !matches!(last.stage, Stage::Fragment | Stage::Compute)
    {
        program.outputs = of_stage(last, touched, true);
    }
}

/// Lists vertex attributes and fragment outputs, which have their locations.
pub fn list_located(stages: &[Shader], program: &mut Program) {
    let name = |name: &str, array: bool| if array && !name.ends_with(']') { format!("{name}[0]") } else { name.to_owned() };
    if stages.first().is_some_and(|first| first.stage == Stage::Vertex) {
        let inputs = program.attributes.iter().map(|attribute| InterfaceVariable {
            name: name(&attribute.name, attribute.array),
            ty: attribute.ty.clone(),
            elements: attribute.elements,
            array: attribute.array,
            location: attribute.location,
            component: attribute.component,
            index: -1,
            patch: false,
            stages: stage_bit(Stage::Vertex),
        });
        program.inputs = inputs.collect();
    }
    let Some(last) = stages.last().filter(|last| last.stage == Stage::Fragment) else { return };
    let component = |name: &str| {
        let variable = last.variables.iter().find(|variable| variable.storage == Storage::Out && variable.name == name);
        variable.and_then(|variable| variable.qualifiers.component).unwrap_or(0)
    };
    let outputs = program.fragment_outputs.iter().map(|output| InterfaceVariable {
        name: name(&output.name, output.array),
        ty: output.ty.clone(),
        elements: output.elements,
        array: output.array,
        location: output.location,
        component: component(&output.name),
        index: output.index as i32,
        patch: false,
        stages: stage_bit(Stage::Fragment),
    });
    program.outputs = outputs.collect();
}

/// The list of a stage's variables.
struct Lister {
    list: Vec<InterfaceVariable>,
    patch: bool,
    component: u32,
    stages: u8,
}

/// Returns the inputs or outputs of a stage that are in use.
fn of_stage(shader: &Shader, touched: &UsedBuiltins, output: bool) -> Vec<InterfaceVariable> {
    let mut lister = Lister { list: Vec::new(), patch: false, component: 0, stages: stage_bit(shader.stage) };
    let arrays = per_vertex_arrays(shader.stage, output);
    for item in items(shader, output).into_iter().filter(|item| item.used) {
        let Some(variable) = shader.variables.get(item.variable) else { continue };
        lister.patch = item.patch;
        lister.component = item.component;
        let declared = variable.qualifiers.location.map(u64::from);
        if !item.block {
            lister.add(&variable.name, &variable.ty, declared, arrays && !item.patch);
            continue;
        }
        let Some(structure) = members(&variable.ty) else { continue };
        let mut next = declared;
        for member in &structure.members {
            let location = member.qualifiers.location.map(u64::from).or(next);
            next = location.map(|location| location.saturating_add(member.ty.slots()));
            lister.component = member.qualifiers.component.unwrap_or(0);
            let name = if item.unnamed { member.name.clone() } else { format!("{}.{}", item.name, member.name) };
            lister.add(&name, &member.ty, location, false);
        }
    }
    lister.component = 0;
    for variable in &shader.variables {
        lister.builtins(shader.stage, variable, touched, output);
    }
    lister.list
}

impl Lister {
    /// Adds a value: structures by member, arrays of structures and of arrays by element. The elements of an array over vertices share their
    /// locations.
    fn add(&mut self, name: &str, ty: &Type, location: Option<u64>, vertices: bool) {
        if self.list.len() >= MAX_LOCATIONS as usize {
            return;
        }
        match ty {
            Type::Struct(structure) => {
                let mut next = location;
                for member in &structure.members {
                    self.add(&format!("{name}.{}", member.name), &member.ty, next, false);
                    next = next.map(|location| location.saturating_add(member.ty.slots()));
                }
            }
            Type::Array(element, length) if matches!(**element, Type::Struct(_) | Type::Array(..)) => {
                let size = if vertices { 0 } else { element.slots() };
                for index in 0..*length {
                    if self.list.len() >= MAX_LOCATIONS as usize {
                        return;
                    }
                    let location = location.map(|location| location.saturating_add(size.saturating_mul(index.into())));
                    self.add(&format!("{name}[{index}]"), element, location, false);
                }
            }
            _ => {
                let (element, elements, array) = match ty {
                    Type::Array(element, length) => (&**element, *length, true),
                    _ => (ty, 1, false),
                };
                self.list.push(InterfaceVariable {
                    name: if array { format!("{name}[0]") } else { name.to_owned() },
                    ty: element.clone(),
                    elements,
                    array,
                    location: location.and_then(|location| i32::try_from(location).ok()).unwrap_or(-1),
                    component: self.component,
                    index: -1,
                    patch: self.patch,
                    stages: self.stages,
                });
            }
        }
    }

    /// Adds a built-in variable, or the members in use of a built-in block.
    fn builtins(&mut self, stage: Stage, variable: &Variable, touched: &UsedBuiltins, output: bool) {
        let block = if output { Storage::OutBlock } else { Storage::InBlock };
        if variable.storage == block && variable.qualifiers.block_name == "gl_PerVertex" {
            let used = if output { &touched.outputs } else { &touched.inputs };
            let Some(structure) = members(&variable.ty) else { return };
            self.patch = false;
            for member in &structure.members {
                if member.qualifiers.builtin.is_some_and(|builtin| used.contains_key(&builtin)) {
                    let name =
                        if variable.qualifiers.unnamed_block { member.name.clone() } else { format!("gl_PerVertex.{}", member.name) };
                    self.add(&name, &member.ty, None, false);
                }
            }
            return;
        }
        let Storage::Builtin(builtin) = variable.storage else { return };
        if variable.used && direction(stage, builtin) == Some(output) {
            self.patch = matches!(builtin, BuiltinVariable::TessLevelOuter | BuiltinVariable::TessLevelInner);
            self.add(&variable.name, &variable.ty, None, false);
        }
    }
}

/// Returns true for an output of a stage, false for an input, `None` for neither.
fn direction(stage: Stage, builtin: BuiltinVariable) -> Option<bool> {
    match builtin {
        BuiltinVariable::State => None,
        BuiltinVariable::FragColor
        | BuiltinVariable::FragData
        | BuiltinVariable::FragDepth
        | BuiltinVariable::FragStencilRef
        | BuiltinVariable::SecondaryFragColor
        | BuiltinVariable::SecondaryFragData
        | BuiltinVariable::SampleMask => Some(true),
        BuiltinVariable::TessLevelOuter | BuiltinVariable::TessLevelInner => Some(stage == Stage::TessControl),
        BuiltinVariable::FragmentColor | BuiltinVariable::FragmentSecondaryColor => Some(false),
        _ if builtin.passes_between_stages() => Some(stage != Stage::Fragment),
        _ => Some(false),
    }
}
