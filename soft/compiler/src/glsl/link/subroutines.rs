//! Subroutines: their indices, the dispatchers that call them, and the locations of subroutine uniforms.

use super::LinkOptions;
use super::leaves::Leaves;
use super::log::{Log, stage_name};
use super::uniforms::{Locations, location_count};
use base::hir::{Direction, Expr, ExprKind, Location, Shader, Statement, Statements, Storage, Subroutine, Type, VarId};
use shader::pipeline::program::{Program, StageSubroutines, SubroutineUniform};
use std::collections::HashMap;

/// Assigns the subroutine indices of a stage, and writes the bodies of the dispatchers.
pub fn dispatch(shader: &mut Shader, options: &LinkOptions, log: &mut Log) {
    if shader.subroutines.types.is_empty() {
        return;
    }
    check_names(shader, log);
    number(shader, options, log);
    let subroutines = shader.subroutines.clone();
    for ty in &subroutines.types {
        let of_type: Vec<&Subroutine> = subroutines.functions.iter().filter(|function| function.types.contains(&ty.name)).collect();
        let Some(dispatcher) = shader.functions.get(ty.dispatcher) else { continue };
        let body = body(shader, &dispatcher.parameters, &dispatcher.result, &of_type);
        if let Some(dispatcher) = shader.functions.get_mut(ty.dispatcher) {
            dispatcher.body = body.map(Statements::from);
        }
    }
}

/// Checks that no name of a subroutine is overloaded: "A program will fail to link if any shader includes two or more functions with the same
/// name, at least one of which is associated with a subroutine type." [ARB_shader_subroutine]
fn check_names(shader: &Shader, log: &mut Log) {
    let mut count: HashMap<&str, usize> = HashMap::new();
    for function in &shader.functions {
        *count.entry(&function.name).or_default() += 1;
    }
    for subroutine in &shader.subroutines.functions {
        let Some(function) = shader.functions.get(subroutine.function) else { continue };
        if count.get(function.name.as_str()).is_some_and(|count| *count > 1) {
            log.error(format!("subroutine {} of the {} stage is overloaded", function.name, stage_name(shader.stage)));
        }
    }
    for ty in &shader.subroutines.types {
        if count.contains_key(ty.name.as_str()) {
            log.error(format!("{} is a subroutine type and a function in the {} stage", ty.name, stage_name(shader.stage)));
        }
    }
}

/// Assigns an index to each subroutine without `layout(index)`.
fn number(shader: &mut Shader, options: &LinkOptions, log: &mut Log) {
    let limit = options.limits.subroutines;
    let stage = stage_name(shader.stage);
    let mut taken: Vec<u32> = shader.subroutines.functions.iter().filter_map(|function| function.index).collect();
    taken.sort_unstable();
    if taken.windows(2).any(|pair| pair.first() == pair.last()) {
        log.error(format!("two subroutines of the {stage} stage have the same index"));
    }
    let mut free = (0..limit).filter(|index| taken.binary_search(index).is_err());
    for subroutine in &mut shader.subroutines.functions {
        if subroutine.index.is_none() {
            subroutine.index = free.next();
        }
    }
    if shader.subroutines.functions.len() as u64 > u64::from(limit) {
        log.error(format!("the {stage} stage has {} subroutines; the limit is {limit}", shader.subroutines.functions.len()));
    }
}

/// Returns the body of a dispatcher: a switch over the subroutine index. The last function is also the default. Returns `None` if the type has
/// no function.
fn body(shader: &Shader, parameters: &[(VarId, Direction)], result: &Type, functions: &[&Subroutine]) -> Option<Vec<Statement>> {
    let variable = |id: VarId| {
        let ty = shader.variables.get(id).map_or(Type::Void, |variable| variable.ty.clone());
        Expr { kind: ExprKind::Variable(id), ty }
    };
    let ((index, _), rest) = parameters.split_first()?;
    let mut cases = Vec::with_capacity(functions.len());
    for (place, subroutine) in functions.iter().enumerate() {
        let arguments = rest.iter().map(|(id, _)| variable(*id)).collect();
        let call = Expr { kind: ExprKind::Call(subroutine.function, arguments), ty: result.clone() };
        let statements = match result {
            Type::Void => vec![Statement::Expression(call), Statement::Break],
            _ => vec![Statement::Return(Some(call))],
        };
        let mut labels = vec![Some(subroutine.index.unwrap_or(0))];
        if place + 1 == functions.len() {
            labels.push(None);
        }
        cases.push((labels, statements));
    }
    (!cases.is_empty()).then(|| vec![Statement::Switch { selector: variable(*index), cases }])
}

/// Assigns the locations and the words of the subroutine uniforms of each stage, and lists the subroutines in the program.
pub fn uniforms(stages: &mut [Shader], options: &LinkOptions, program: &mut Program, log: &mut Log) {
    for shader in stages {
        if !shader.subroutines.types.is_empty() {
            stage_uniforms(shader, options, program, log);
        }
    }
}

fn stage_uniforms(shader: &mut Shader, options: &LinkOptions, program: &mut Program, log: &mut Log) {
    let stage = stage_name(shader.stage);
    let limit = options.limits.subroutine_uniform_locations;
    let count = shader.subroutines.functions.iter().filter_map(|function| function.index).max().map_or(0, |index| index + 1);
    let mut functions = vec![String::new(); count as usize];
    for subroutine in &shader.subroutines.functions {
        if let (Some(place), Some(function)) =
            (subroutine.index.and_then(|index| functions.get_mut(index as usize)), shader.functions.get(subroutine.function))
        {
            place.clone_from(&function.name);
        }
    }
    let mut list = StageSubroutines { stage: shader.stage, functions, uniforms: Vec::new(), locations: 0 };
    let is_subroutine =
        |id: &VarId| shader.variables.get(*id).is_some_and(|it| it.storage == Storage::Uniform && it.qualifiers.subroutine.is_some());
    let all: Vec<VarId> = (0..shader.variables.len()).filter(is_subroutine).collect();
    let mut locations = Locations::default();
    for variable in all.iter().filter_map(|id| shader.variables.get(*id)) {
        if let Some(location) = variable.qualifiers.location {
            locations.reserve(location, location_count(&variable.ty), &variable.name, log);
        }
    }
    for id in all {
        let Some(variable) = shader.variables.get(id) else { continue };
        let ty = variable.qualifiers.subroutine.clone().unwrap_or_default();
        let of_type = shader.subroutines.functions.iter().filter(|function| function.types.contains(&ty));
        let mut compatible: Vec<u32> = of_type.filter_map(|function| function.index).collect();
        compatible.sort_unstable();
        // "A program will fail to link if any stage has one or more subroutine uniforms that has no subroutine associated with the subroutine
        // type of the uniform." [GL 4.4, 7.9]
        let Some(default) = compatible.first().copied() else {
            log.error(format!("no function is associated with the type of subroutine uniform {} of the {stage} stage", variable.name));
            continue;
        };
        if !variable.used {
            continue;
        }
        let size = variable.ty.words();
        let word = program.uniform_words.len();
        if size > u64::from(limit) {
            log.error(format!("subroutine uniform {} of the {stage} stage needs too many locations; the limit is {limit}", variable.name));
            return;
        }
        program.uniform_words.resize(word + size as usize, default);
        let mut leaves = Leaves::new(&variable.name, limit as usize);
        leaves.add(&variable.name, &variable.ty, word as u32);
        let mut next = variable.qualifiers.location;
        for leaf in leaves.list {
            let location = match next.as_mut() {
                Some(next) => {
                    let location = *next;
                    *next = next.saturating_add(leaf.elements);
                    location
                }
                None => locations.find(leaf.elements).unwrap_or(u32::MAX),
            };
            let (name, elements, array, word) = (leaf.name, leaf.elements, leaf.array, leaf.word);
            list.uniforms.push(SubroutineUniform { name, elements, array, location, word, compatible: compatible.clone() });
        }
        if let Some(place) = shader.locations.get_mut(id) {
            *place = Some(Location::Uniform { word: word as u32 });
        }
    }
    list.locations = locations.end();
    if list.locations > limit {
        log.error(format!("the subroutine uniforms of the {stage} stage need {} locations; the limit is {limit}", list.locations));
    }
    program.subroutines.push(list);
}
