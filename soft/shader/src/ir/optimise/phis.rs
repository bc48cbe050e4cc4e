//! Phi elimination: phis become moves at the ends of the sides; small sides without side effects become selects.

use crate::ir::bytecode::Code;
use crate::ir::linear::{Linear, NO_REGISTER, Operation, Virtual, is_pure};

/// The cost up to which both sides of an `if` are executed.
const SMALL: u32 = 10;

/// The operations of an `if`.
#[derive(Clone, Copy, Default)]
struct IfBounds {
    /// The index of the `If`.
    start: usize,
    /// The index of the `Else`.
    middle: usize,
    /// The index of the `EndIf`.
    end: usize,
    /// True if both sides are executed and selects replace the phis.
    flat: bool,
}

/// An `if` whose end has not been reached.
struct Open {
    construct: usize,
    cost: u32,
    /// True if the operations so far have no side effects.
    pure: bool,
}

/// Finds the bounds of every `if`, by construct.
fn find_ifs(linear: &Linear) -> Vec<IfBounds> {
    let mut ifs = vec![IfBounds::default(); linear.constructs.len()];
    let mut open: Vec<Open> = Vec::new();
    for (index, op) in linear.ops.iter().enumerate() {
        match op.code {
            Code::If => {
                let construct = op.construct() as usize;
                ifs[construct].start = index;
                open.push(Open { construct, cost: 0, pure: true });
            }
            Code::Else => ifs[op.construct() as usize].middle = index,
            Code::EndIf => {
                ifs[op.construct() as usize].end = index;
                if let Some(inner) = open.pop() {
                    let made = &linear.constructs[inner.construct];
                    let total = inner.cost.saturating_add(made.phis.len() as u32);
                    let flat = inner.pure && total <= SMALL && made.reached == [true; 2];
                    ifs[inner.construct].flat = flat;
                    if let Some(outer) = open.last_mut() {
                        outer.cost = outer.cost.saturating_add(total);
                        outer.pure &= flat;
                    }
                }
            }
            _ => {
                if let Some(innermost) = open.last_mut() {
                    innermost.cost = innermost.cost.saturating_add(op.code.flags().cost);
                    innermost.pure &= is_pure(op);
                }
            }
        }
    }
    ifs
}

/// Returns the final name of each register, renames of renames resolved.
fn rename_table(linear: &Linear) -> Vec<Virtual> {
    let mut names: Vec<Virtual> = (0..linear.origins.len() as Virtual).collect();
    for &(from, to) in &linear.renamed {
        names[from as usize] = to;
    }
    for index in 0..names.len() {
        let mut at = index;
        let mut steps = 0;
        while names[at] as usize != at && steps <= names.len() {
            at = names[at] as usize;
            steps += 1;
        }
        // Path compression: long chains are walked once.
        let mut walk = index;
        while walk != at {
            let next = names[walk] as usize;
            names[walk] = at as Virtual;
            walk = next;
        }
    }
    names
}

/// Replaces phis and early exits by moves and selects.
pub fn lower_phis(linear: &mut Linear) {
    let ifs = find_ifs(linear);
    let names = rename_table(linear);
    let name = |register: Virtual| names.get(register as usize).copied().unwrap_or(register);
    let ops = std::mem::take(&mut linear.ops);
    let edges = std::mem::take(&mut linear.edges);
    let mut out: Vec<Operation> = Vec::with_capacity(ops.len() + edges.len());
    let mut next_edge = edges.iter().peekable();
    for (index, op) in ops.iter().enumerate() {
        while let Some((_, edge)) = next_edge.next_if(|(at, _)| *at <= index) {
            out.push(Operation { a: name(edge.a), ..*edge });
        }
        let mut op = *op;
        (op.a, op.b, op.c) = (name(op.a), name(op.b), name(op.c));
        if !matches!(op.code, Code::If | Code::Else | Code::EndIf) {
            out.push(op);
            continue;
        }
        let IfBounds { start, middle, end, flat } = ifs[op.construct() as usize];
        let phis = linear.constructs[op.construct() as usize].phis.iter().map(|&(phi, then, other)| (phi, name(then), name(other)));
        let (no_then, no_else) = (middle == start + 1, end == middle + 1);
        if flat {
            if op.code == Code::EndIf {
                let condition = name(ops[start].a);
                out.extend(phis.map(|(dst, b, c)| Operation::new(Code::Select, dst, [condition, b, c], ())));
            }
            continue;
        }
        if no_then && no_else && linear.constructs[op.construct() as usize].phis.is_empty() {
            continue;
        }
        match op.code {
            Code::If => {
                if no_else {
                    out.extend(phis.map(|(phi, _, other)| Operation::copy(Code::Move, phi, other)));
                } else if no_then {
                    out.extend(phis.map(|(phi, then, _)| Operation::copy(Code::Move, phi, then)));
                }
                out.push(op);
            }
            Code::Else => {
                if no_else {
                    out.extend(phis.map(|(phi, then, _)| Operation::copy(Code::MoveActive, phi, then)));
                } else {
                    if !no_then {
                        out.extend(phis.map(|(phi, then, _)| Operation::copy(Code::Move, phi, then)));
                    }
                    out.push(op);
                }
            }
            _ => {
                if !no_else {
                    out.extend(phis.map(|(phi, _, other)| Operation::copy(Code::MoveActive, phi, other)));
                }
                out.push(op);
            }
        }
    }
    linear.ops = out;
    for sample in &mut linear.samples {
        sample.registers = sample.registers.map(name);
    }
    for (register, _) in &mut linear.outputs {
        *register = name(*register);
    }
    debug_assert!(linear.ops.iter().all(|op| op.dst == NO_REGISTER || (op.dst as usize) < linear.origins.len()));
}
