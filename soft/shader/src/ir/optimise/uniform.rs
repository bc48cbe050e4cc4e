//! Uniformity analysis: finds registers that have the same value in all 64 lanes, and control flow that all lanes share.
//!
//! Uniform control flow needs no masks; the pass marks its operations.

use crate::ir::bytecode::Code;
use crate::ir::linear::{ConstructKind, Flow, Linear, NO_REGISTER, Operation, Origin, Virtual, loads_constants, reads, widths};

/// The iteration limit, more than real shaders need; beyond it everything counts as divergent.
const MAXIMUM_ROUNDS: usize = 100;
/// The limit of operations that all iterations visit together.
const MAXIMUM_VISITS: usize = 1 << 24;

/// The result of the analysis so far.
struct Uniformity {
    /// For each register, true if its value may differ between lanes.
    varying: Vec<bool>,
    /// For each construct, true if lanes may take different paths.
    divergent: Vec<bool>,
    /// True if calls may discard lanes.
    calls_discard: bool,
    /// True if the last iteration changed anything.
    changed: bool,
}

impl Uniformity {
    fn mark_varying(&mut self, register: Virtual) {
        if let Some(flag) = self.varying.get_mut(register as usize)
            && !*flag
        {
            *flag = true;
            self.changed = true;
        }
    }

    fn mark_divergent(&mut self, construct: u32) {
        if let Some(flag) = self.divergent.get_mut(construct as usize)
            && !*flag
        {
            *flag = true;
            self.changed = true;
        }
    }
}

/// Returns true if a function that is called discards lanes.
fn functions_discard(linear: &Linear) -> bool {
    linear.ops.iter().skip_while(|op| op.code != Code::Function).any(|op| op.code == Code::Discard)
}

/// Returns the construct at which to stop the search for divergence between a write and the region that its register belongs to.
fn scope(linear: &Linear, register: Virtual) -> Option<u32> {
    match linear.origins.get(register as usize)? {
        Origin::Phi(construct) => linear.constructs.get(*construct as usize).map(|construct| construct.parent),
        Origin::StackSlot(construct) => Some(*construct),
        _ => None,
    }
}

/// Returns true if any open construct inside `stop` is divergent.
fn divergent_inside(open: &[u32], stop: u32, divergent: &[bool]) -> bool {
    open.iter().rev().take_while(|&&construct| construct != stop).any(|&construct| divergent[construct as usize])
}

/// Returns true if an operation's result varies even if its operands are uniform.
fn is_divergence_source(op: &Operation) -> bool {
    match op.code {
        Code::Load => !loads_constants(op),
        code => code.flags().varies,
    }
}

/// Propagates divergence through one operation.
fn propagate(linear: &Linear, op: &Operation, open: &[u32], known: &mut Uniformity) {
    match op.code {
        Code::If => {
            if known.varying[op.a as usize] {
                known.mark_divergent(op.construct());
            }
            return;
        }
        Code::LoopTest | Code::Break | Code::Continue => {
            let varying = op.code == Code::LoopTest && known.varying[op.a as usize];
            if varying || divergent_inside(open, op.construct(), &known.divergent) {
                known.mark_divergent(op.construct());
            }
            return;
        }
        Code::Return => {
            if divergent_inside(open, op.construct(), &known.divergent) {
                known.mark_divergent(op.construct());
            }
            if known.divergent[op.construct() as usize] {
                // Lanes that leave by a mask must end the loops that contain them.
                let loops = open.iter().rev().take_while(|&&construct| construct != op.construct());
                loops
                    .filter(|&&construct| linear.constructs[construct as usize].kind == ConstructKind::Loop)
                    .for_each(|&l| known.mark_divergent(l));
            }
            return;
        }
        Code::Discard | Code::Call => {
            if op.code == Code::Call && divergent_inside(open, 0, &known.divergent) {
                known.mark_divergent(op.construct());
            }
            if op.code == Code::Discard || known.calls_discard {
                open.iter()
                    .filter(|&&construct| linear.constructs[construct as usize].kind == ConstructKind::Loop)
                    .for_each(|&l| known.mark_divergent(l));
            }
            return;
        }
        _ => {}
    }
    if op.dst == NO_REGISTER {
        return;
    }
    let width = widths(op.code, op.payload).dst;
    let mut varying = is_divergence_source(op);
    reads(op, &linear.samples, &[], |register| varying |= known.varying[register as usize]);
    if let Some(stop) = scope(linear, op.dst) {
        varying |= divergent_inside(open, stop, &known.divergent);
    }
    if varying {
        (op.dst..op.dst.saturating_add(width)).for_each(|register| known.mark_varying(register));
    }
}

/// Calls `visit` for every operation with the constructs that contain it, outermost first.
fn walk(linear: &Linear, mut visit: impl FnMut(usize, &Operation, &[u32])) {
    let mut open: Vec<u32> = Vec::new();
    for (index, op) in linear.ops.iter().enumerate() {
        if matches!(op.code, Code::EndIf | Code::EndLoop | Code::Leave | Code::FunctionEnd) {
            open.pop();
        }
        visit(index, op, &open);
        if matches!(op.code, Code::If | Code::Loop | Code::Enter | Code::Function) {
            open.push(op.construct());
        }
    }
}

/// Marks uniform control flow, and makes masked moves in it plain moves.
pub fn find_uniform(linear: &mut Linear) {
    let mut known = Uniformity {
        varying: linear.origins.iter().map(|origin| matches!(origin, Origin::Input(_))).collect(),
        divergent: vec![false; linear.constructs.len()],
        calls_discard: functions_discard(linear),
        changed: true,
    };
    let most = MAXIMUM_ROUNDS.min(MAXIMUM_VISITS / linear.ops.len().max(1));
    let mut rounds = 0;
    while std::mem::take(&mut known.changed) {
        rounds += 1;
        if rounds > most {
            known.varying.fill(true);
            known.divergent.fill(true);
            break;
        }
        walk(linear, |_, op, open| propagate(linear, op, open, &mut known));
    }
    let mut plain = vec![false; linear.ops.len()];
    let mut shared = vec![false; linear.ops.len()];
    walk(linear, |index, op, open| match op.code {
        Code::MoveActive => {
            plain[index] = scope(linear, op.dst).is_some_and(|stop| !divergent_inside(open, stop, &known.divergent));
        }
        code if code.shapes_constructs() => shared[index] = !known.divergent[op.construct() as usize],
        _ => {}
    });
    for (index, op) in linear.ops.iter_mut().enumerate() {
        if plain[index] {
            op.code = Code::Move;
        }
        if shared[index] {
            op.payload = Flow { uniform: true, ..op.flow() }.into();
        }
    }
}
