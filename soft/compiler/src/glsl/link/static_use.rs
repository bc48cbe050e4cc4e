//! Static use: the variables and functions that `main` statically uses, unresolved functions, recursion, and the built-in variables in use.

use super::log::{Log, stage_name};
use super::walk::{Part, root, walk, walk_live};
use crate::glsl::constant::evaluate;
use base::hir::{Builtin, BuiltinVariable, Expr, ExprKind, FunctionId, Shader, Statement, Storage, Type, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// The elements in static use of the arrays that a shader indexes with constants only.
pub type UsedElements = BTreeMap<VarId, BTreeSet<u32>>;

/// Marks the variables that `main` or an initialiser statically uses. Logs an error for a used function without a body and for recursion.
/// A function without a body that is unused, or called in branches only that a constant condition excludes, gets an empty one.
pub fn mark(shader: &mut Shader, log: &mut Log) -> UsedElements {
    let calls = all_calls(shader, walk);
    check_recursion(shader, &calls, log);
    let reached = reached(shader, &calls);
    if shader.functions.iter().zip(&reached).any(|(function, reached)| *reached && function.body.is_none()) {
        let live = self::reached(shader, &all_calls(shader, walk_live));
        for (function, _) in shader.functions.iter().zip(live).filter(|(function, live)| *live && function.body.is_none()) {
            log.error(format!("function {} is called in the {} stage but has no body", function.name, stage_name(shader.stage)));
        }
    }
    // The uses of each variable, and the constant indices of those uses that have one.
    let mut uses = vec![0usize; shader.variables.len()];
    let mut indices: BTreeMap<VarId, Vec<u32>> = BTreeMap::new();
    let mut mark = |part: Part| match part {
        Part::Expr(Expr { kind: ExprKind::Variable(id), .. }) => uses.get_mut(*id).into_iter().for_each(|uses| *uses += 1),
        Part::Expr(Expr { kind: ExprKind::Index(base, index), .. }) => {
            if let (ExprKind::Variable(id), ExprKind::Constant(words)) = (&base.kind, &index.kind) {
                indices.entry(*id).or_default().extend(words.first());
            }
        }
        _ => {}
    };
    walk(&shader.initialise, &mut mark);
    for (function, _) in shader.functions.iter().zip(&reached).filter(|(_, reached)| **reached) {
        walk(function.body.as_deref().unwrap_or_default(), &mut mark);
    }
    for function in &mut shader.functions {
        function.body.get_or_insert_default();
    }
    for (variable, uses) in shader.variables.iter_mut().zip(&uses) {
        // Mesa keeps uniforms with an initialiser active, and programs set them without looking whether they are.
        variable.used = *uses > 0 || variable.initialiser.is_some();
    }
    let constant = indices.into_iter().filter(|(id, list)| uses.get(*id) == Some(&list.len()));
    constant.map(|(id, list)| (id, list.into_iter().collect())).collect()
}

/// A walk over statements: [`walk`] or [`walk_live`].
type Walk = for<'a> fn(&'a [Statement], &mut dyn FnMut(Part<'a>));

/// Returns the functions that each function calls.
fn all_calls(shader: &Shader, walk: Walk) -> Vec<Vec<FunctionId>> {
    shader.functions.iter().map(|function| calls(function.body.as_deref().unwrap_or_default(), walk)).collect()
}

/// Returns, for each function, whether `main` or an initialiser calls it, directly or through others.
fn reached(shader: &Shader, calls: &[Vec<FunctionId>]) -> Vec<bool> {
    let mut reached = vec![false; shader.functions.len()];
    let mut pending: Vec<FunctionId> = shader.main.into_iter().chain(self::calls(&shader.initialise, walk)).collect();
    while let Some(function) = pending.pop() {
        if let Some(seen @ false) = reached.get_mut(function) {
            *seen = true;
            pending.extend(calls.get(function).into_iter().flatten());
        }
    }
    reached
}

fn calls(body: &[Statement], walk: Walk) -> Vec<FunctionId> {
    let mut calls = Vec::new();
    walk(body, &mut |part| {
        if let Part::Expr(Expr { kind: ExprKind::Call(function, _), .. }) = part {
            calls.push(*function);
        }
    });
    calls.sort_unstable();
    calls.dedup();
    calls
}

/// Checks for recursion: repeatedly removes functions that call no remaining function; any that are left are recursive.
fn check_recursion(shader: &Shader, calls: &[Vec<FunctionId>], log: &mut Log) {
    let mut left: Vec<usize> = calls.iter().map(Vec::len).collect();
    let mut callers: Vec<Vec<FunctionId>> = vec![Vec::new(); calls.len()];
    for (caller, callees) in calls.iter().enumerate() {
        for callee in callees {
            if let Some(list) = callers.get_mut(*callee) {
                list.push(caller);
            }
        }
    }
    let mut pending: Vec<FunctionId> = left.iter().enumerate().filter(|(_, left)| **left == 0).map(|(function, _)| function).collect();
    while let Some(function) = pending.pop() {
        for caller in callers.get(function).into_iter().flatten() {
            if let Some(left) = left.get_mut(*caller) {
                *left -= 1;
                if *left == 0 {
                    pending.push(*caller);
                }
            }
        }
    }
    let mut circle = left.iter().zip(&shader.functions).filter(|(left, _)| **left > 0).map(|(_, function)| function.name.as_str());
    if let Some(first) = circle.next() {
        let others: Vec<&str> = circle.collect();
        let with = if others.is_empty() { String::new() } else { format!(" (with {})", others.join(", ")) };
        log.error(format!("function {first} of the {} stage calls itself{with}", stage_name(shader.stage)));
    }
}

/// The built-in variables between stages that a stage uses, with the length of their arrays (1 if not an array), both standalone ones and
/// members of gl_in and gl_out.
#[derive(Clone, Debug, Default)]
pub struct UsedBuiltins {
    /// Inputs from the previous stage.
    pub inputs: BTreeMap<BuiltinVariable, u32>,
    /// Outputs to the next stage.
    pub outputs: BTreeMap<BuiltinVariable, u32>,
    /// The highest stream that a geometry shader emits to, plus 1.
    pub streams: u32,
}

fn length(ty: &Type) -> u32 {
    match ty {
        Type::Array(_, length) => (*length).max(1),
        _ => 1,
    }
}

/// Collects the built-in variables that a linked stage uses.
pub fn used_builtins(shader: &Shader) -> UsedBuiltins {
    use base::hir::Stage;
    let mut touched = UsedBuiltins { streams: 1, ..UsedBuiltins::default() };
    for variable in shader.variables.iter().filter(|variable| variable.used) {
        if let Storage::Builtin(builtin) = variable.storage
            && builtin.passes_between_stages()
        {
            let side = if shader.stage == Stage::Fragment { &mut touched.inputs } else { &mut touched.outputs };
            side.insert(builtin, length(&variable.ty));
        }
    }
    let bodies = shader.functions.iter().filter_map(|function| function.body.as_deref()).chain([&*shader.initialise]);
    for body in bodies {
        walk(body, &mut |part| {
            let Part::Expr(expr) = part else { return };
            match &expr.kind {
                ExprKind::Field(base, member) => {
                    let Type::Struct(structure) = &base.ty else { return };
                    let Some(member) = structure.members.get(*member) else { return };
                    let Some(builtin) = member.qualifiers.builtin.filter(|builtin| builtin.passes_between_stages()) else { return };
                    let Some(variable) = root(base).and_then(|id| shader.variables.get(id)) else { return };
                    let side = if variable.storage == Storage::InBlock { &mut touched.inputs } else { &mut touched.outputs };
                    let known = side.entry(builtin).or_default();
                    *known = length(&member.ty).max(*known);
                }
                ExprKind::Builtin(Builtin::EmitStreamVertex | Builtin::EndStreamPrimitive, arguments) => {
                    if let Some(words) = arguments.first().and_then(evaluate) {
                        touched.streams = touched.streams.max(words.first().map_or(1, |stream| stream.saturating_add(1)));
                    }
                }
                _ => {}
            }
        });
    }
    touched
}
