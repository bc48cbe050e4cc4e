//! Resolution of calls of built-in functions.

use super::overload::{best, costs};
use super::table::{Prototype, TABLE};
use super::{Language, Lookup, OverloadChoice, Resolved};
use base::hir::type_name;
use base::hir::{Builtin, TextureLod, Type};

/// Resolves a call of a built-in function by its name and argument types, with the implicit conversions of the language version.
pub fn function(language: &Language, name: &str, arguments: &[Type]) -> Lookup {
    let overloads = TABLE.overloads(language, name);
    if overloads.is_empty() {
        return Lookup::Unknown;
    }
    let mut viable: Vec<(usize, Vec<u32>)> = Vec::new();
    for (index, prototype) in overloads.iter().enumerate() {
        // Atomic functions change the memory of their first argument itself, which is never converted.
        if prototype.in_place && prototype.parameters.first() != arguments.first() {
            continue;
        }
        let Some(costs) = costs(language, &prototype.parameters, &prototype.out, arguments) else { continue };
        if costs.iter().all(|cost| *cost == 0) {
            return Lookup::Found(resolved(prototype));
        }
        // A version and an extension may both declare the same overload.
        let known = |(other, _): &(usize, Vec<u32>)| overloads.get(*other).is_some_and(|other| other.parameters == prototype.parameters);
        if !viable.iter().any(known) {
            viable.push((index, costs));
        }
    }
    let prototypes = |list: &mut dyn Iterator<Item = &Prototype>| list.take(20).map(|prototype| written(name, prototype)).collect();
    match best(language, &viable) {
        OverloadChoice::One(index) => match overloads.get(index) {
            Some(prototype) => Lookup::Found(resolved(prototype)),
            None => Lookup::Unknown,
        },
        OverloadChoice::None => Lookup::NoMatch(prototypes(&mut overloads.iter().copied())),
        OverloadChoice::Ambiguous => {
            Lookup::Ambiguous(prototypes(&mut viable.iter().filter_map(|(index, _)| overloads.get(*index).copied())))
        }
    }
}

/// Returns true if the language has a built-in function of this name.
pub fn is_function(language: &Language, name: &str) -> bool {
    !TABLE.overloads(language, name).is_empty()
}

/// Returns true if the language has a built-in function of this name with exactly these parameters.
pub fn is_overload(language: &Language, name: &str, parameters: &[Type]) -> bool {
    TABLE.overloads(language, name).iter().any(|prototype| prototype.parameters == parameters)
}

/// Reorders the arguments of a call from GLSL's order to that of [`base::hir::TextureCall`]: `textureOffset` has its bias after the
/// offset.
pub fn reorder_arguments<T>(builtin: Builtin, arguments: &mut [T]) {
    if let Builtin::Texture(call) = builtin
        && call.offset
        && call.lod == TextureLod::Bias
        && let [.., offset, bias] = arguments
    {
        std::mem::swap(offset, bias);
    }
}

fn resolved(prototype: &Prototype) -> Resolved {
    Resolved {
        builtin: prototype.builtin,
        parameters: prototype.parameters.clone(),
        out: prototype.out.clone(),
        constant: prototype.constant.clone(),
        result: prototype.result.clone(),
    }
}

/// Returns a prototype as text, for messages.
fn written(name: &str, prototype: &Prototype) -> String {
    let parameters: Vec<String> = prototype.parameters.iter().map(type_name).collect();
    format!("{} {name}({})", type_name(&prototype.result), parameters.join(", "))
}
