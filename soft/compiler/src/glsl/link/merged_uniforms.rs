//! The uniforms of a program, each merged from all stages that declare it.

use super::LinkOptions;
use super::log::{Log, stage_bit, stage_name};
use super::merge::join_variable_types;
use super::static_use::UsedElements;
use crate::glsl::builtins::type_name;
use base::hir::{BuiltinVariable, Member, Shader, Storage, Type, Variable};
use std::collections::{BTreeSet, HashMap};

/// A uniform, merged from all stages that declare it.
pub struct MergedUniform {
    /// The variable, as all stages together declare it.
    pub variable: Variable,
    /// The stages that use it, one bit each.
    pub stages: u8,
    /// The stage that declared it first, for messages.
    stage: &'static str,
    /// The elements that the stages use of an array that all of them index with constants.
    pub used_elements: Option<BTreeSet<u32>>,
    /// For each declaration, the index of the stage and the variable.
    pub declarations: Vec<(usize, usize)>,
}

/// Returns true for built-in uniforms.
pub fn is_state(variable: &Variable) -> bool {
    matches!(variable.storage, Storage::Builtin(BuiltinVariable::State))
}

/// Returns true for uniforms, other than those of subroutines.
pub fn is_uniform(variable: &Variable) -> bool {
    matches!(variable.storage, Storage::Uniform | Storage::Builtin(BuiltinVariable::State)) && variable.qualifiers.subroutine.is_none()
}

/// Merges the uniforms of each program's stages by name, in order of declaration; logs an error if declarations differ.
pub fn gather(stages: &[Shader], elements: &[UsedElements], options: &LinkOptions, log: &mut Log) -> Vec<MergedUniform> {
    let mut all: Vec<MergedUniform> = Vec::new();
    let mut names: HashMap<(u8, String), usize> = HashMap::new();
    for (index, shader) in stages.iter().enumerate() {
        for (id, variable) in shader.variables.iter().enumerate().filter(|(_, variable)| is_uniform(variable)) {
            let stage = stage_name(shader.stage);
            let bit = if variable.used { stage_bit(shader.stage) } else { 0 };
            let mut variable = variable.clone();
            // An array that is never indexed still has one element.
            if let Type::Array(element, 0) = &variable.ty {
                variable.ty = Type::Array(element.clone(), 1);
            }
            // A stage that does not use the variable uses none of its elements; one that indexes it by other than constants may use all.
            let constant = elements.get(index).and_then(|used| used.get(&id)).cloned();
            let used_elements = if variable.used { constant } else { Some(BTreeSet::new()) };
            let key = (if is_state(&variable) { 0 } else { options.program(shader.stage) }, variable.name.clone());
            let Some(known) = names.get(&key).and_then(|known| all.get_mut(*known)) else {
                names.insert(key, all.len());
                all.push(MergedUniform { variable, stages: bit, stage, used_elements, declarations: vec![(index, id)] });
                continue;
            };
            // ESSL 1.00 compares the precisions of uniforms that both stages use, later versions those of all.
            if shader.es && (shader.version >= 300 || (known.stages != 0 && bit != 0)) && !same_precision(&known.variable, &variable) {
                log.error(format!(
                    "uniform {} has another precision in the {} stage than in the {stage} stage",
                    variable.name, known.stage
                ));
            }
            known.stages |= bit;
            known.used_elements = known.used_elements.take().zip(used_elements).map(|(one, two)| one.union(&two).copied().collect());
            known.declarations.push((index, id));
            join(known, &variable, stage, log);
        }
    }
    all
}

/// Returns true if two declarations have the same precision, and the members of their structures too.
fn same_precision(a: &Variable, b: &Variable) -> bool {
    fn members(a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Array(a, _), Type::Array(b, _)) => members(a, b),
            (Type::Struct(a), Type::Struct(b)) => {
                let same = |(a, b): (&Member, &Member)| a.qualifiers.precision == b.qualifiers.precision && members(&a.ty, &b.ty);
                a.members.iter().zip(&b.members).all(same)
            }
            _ => true,
        }
    }
    a.qualifiers.precision == b.qualifiers.precision && members(&a.ty, &b.ty)
}

/// Merges another declaration into a uniform; logs an error if they differ.
fn join(known: &mut MergedUniform, other: &Variable, stage: &str, log: &mut Log) {
    let (name, first) = (&other.name, known.stage);
    match join_variable_types(&known.variable, other) {
        Some(ty) => known.variable.ty = ty,
        None => log.error(format!(
            "uniform {name} is {} in the {first} stage and {} in the {stage} stage",
            type_name(&known.variable.ty),
            type_name(&other.ty)
        )),
    }
    let (a, b) = (&mut known.variable.qualifiers, &other.qualifiers);
    for (a, b, what) in
        [(&mut a.location, b.location, "location"), (&mut a.binding, b.binding, "binding"), (&mut a.offset, b.offset, "offset")]
    {
        match (*a, b) {
            (Some(x), Some(y)) if x != y => {
                log.error(format!("uniform {name} has {what} {x} in the {first} stage and {y} in the {stage} stage"));
            }
            (None, Some(_)) => *a = b,
            _ => {}
        }
    }
    // The format is a part of the declaration, which is the same in all stages.
    if known.variable.qualifiers.image_format != other.qualifiers.image_format {
        log.error(format!("image {name} has different formats in the {first} and the {stage} stage"));
    }
    match (&known.variable.initialiser, &other.initialiser) {
        (Some(a), Some(b)) if a != b => {
            log.error(format!("uniform {name} has different initialisers in the {first} and the {stage} stage"));
        }
        (None, Some(_)) => known.variable.initialiser.clone_from(&other.initialiser),
        _ => {}
    }
}
