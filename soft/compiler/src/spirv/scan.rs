//! A scan of the functions before the translation: which of them the entry point calls, which variables escape to calls, and which images
//! are sampled without a depth reference.

use super::module::{Id, id_at};
use super::{Result, Translator};
use rspirv::dr::{Function, Instruction};
use rspirv::spirv::Op;
use std::collections::HashMap;

/// Returns the instructions of a function.
fn instructions(function: &Function) -> impl Iterator<Item = &Instruction> {
    function.blocks.iter().flat_map(|block| &block.instructions)
}

/// Scans the functions that an entry point calls. Returns an error if they are recursive.
pub fn scan(translator: &mut Translator, entry: Id) -> Result<()> {
    let order = call_order(translator, entry)?;
    for id in order {
        let Some(function) = translator.index.function(id) else { continue };
        // The base of each pointer, and the type of each value.
        let mut bases: HashMap<Id, Id> = HashMap::new();
        let mut types: HashMap<Id, Id> = HashMap::new();
        for instruction in instructions(function) {
            if let (Some(id), Some(ty)) = (instruction.result_id, instruction.result_type) {
                types.insert(id, ty);
            }
            match instruction.class.opcode {
                Op::AccessChain | Op::InBoundsAccessChain | Op::CopyObject => {
                    if let (Some(id), Ok(base)) = (instruction.result_id, id_at(instruction, 0)) {
                        let base = bases.get(&base).copied().unwrap_or(base);
                        bases.insert(id, base);
                    }
                }
                Op::FunctionCall => {
                    for at in 1..instruction.operands.len() {
                        let argument = id_at(instruction, at)?;
                        translator.escaping.insert(bases.get(&argument).copied().unwrap_or(argument));
                    }
                }
                Op::ImageSampleImplicitLod
                | Op::ImageSampleExplicitLod
                | Op::ImageSampleProjImplicitLod
                | Op::ImageSampleProjExplicitLod
                | Op::ImageGather => {
                    let ty = types.get(&id_at(instruction, 0)?).and_then(|ty| translator.index.global(*ty));
                    if let Some(ty) = ty.filter(|ty| ty.class.opcode == Op::TypeSampledImage) {
                        translator.sampled_without_reference.insert(id_at(ty, 0)?);
                    }
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// Returns the functions that an entry point calls, directly and indirectly, and itself. Returns an error if they are recursive: "For all
/// entry points, the static function-call graph rooted at that entry point must not contain cycles." [ARB_gl_spirv]
fn call_order(translator: &Translator, entry: Id) -> Result<Vec<Id>> {
    let mut calls: HashMap<Id, Vec<Id>> = HashMap::new();
    let mut pending = vec![entry];
    while let Some(id) = pending.pop() {
        if calls.contains_key(&id) {
            continue;
        }
        let function = translator.index.function(id).ok_or_else(|| format!("%{id} is not a function"))?;
        let mut callees = Vec::new();
        for instruction in instructions(function).filter(|it| it.class.opcode == Op::FunctionCall) {
            callees.push(id_at(instruction, 0)?);
        }
        callees.sort_unstable();
        callees.dedup();
        pending.extend(&callees);
        calls.insert(id, callees);
    }
    // Functions that call no remaining function are removed until none is left, or only recursive ones.
    let mut left: HashMap<Id, usize> = calls.iter().map(|(id, callees)| (*id, callees.len())).collect();
    let mut callers: HashMap<Id, Vec<Id>> = HashMap::new();
    for (caller, callees) in &calls {
        callees.iter().for_each(|callee| callers.entry(*callee).or_default().push(*caller));
    }
    let mut done: Vec<Id> = left.iter().filter(|(_, left)| **left == 0).map(|(id, _)| *id).collect();
    let mut next = 0;
    while let Some(&id) = done.get(next) {
        next += 1;
        for caller in callers.get(&id).into_iter().flatten() {
            if let Some(left) = left.get_mut(caller) {
                *left -= 1;
                if *left == 0 {
                    done.push(*caller);
                }
            }
        }
    }
    if done.len() < calls.len() {
        return Err(String::from("the functions of the module are recursive"));
    }
    Ok(done)
}
