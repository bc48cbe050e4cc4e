//! The regions of bytecode that become functions: operations in a row that are all selected, with whole constructs and jumps among themselves.

use super::flow::Flow;
use crate::ir::bytecode::Code;
use std::ops::Range;

/// The most rounds until constructs and jumps agree; code that needs more has no regions.
const MOST_ROUNDS: usize = 64;

/// Which operations the interpreter keeps.
struct Kept<'a> {
    flow: &'a Flow<'a>,
    /// By operation: true if the interpreter executes it.
    ops: Vec<bool>,
    /// By operation: true if a region may begin at it, but not lead over its beginning.
    cuts: Vec<bool>,
    changed: bool,
}

impl Kept<'_> {
    fn keep(&mut self, index: usize) {
        if let Some(kept) = self.ops.get_mut(index) {
            self.changed |= !*kept;
            *kept = true;
        }
    }

    fn cut(&mut self, index: usize) {
        if let Some(cut) = self.cuts.get_mut(index) {
            self.changed |= !*cut;
            *cut = true;
        }
    }

    /// Keeps the control flow of constructs that the interpreter must see, because they contain operations that it keeps.
    fn constructs(&mut self) {
        let mut contains = vec![false; self.flow.constructs.len()];
        for (index, _) in self.ops.iter().enumerate().filter(|(_, kept)| **kept) {
            let mut at = self.flow.inside[index];
            while !std::mem::replace(&mut contains[at as usize], true) && at != 0 {
                at = self.flow.constructs[at as usize].parent;
            }
        }
        contains[0] = true;
        for index in 0..self.ops.len() {
            let op = &self.flow.code.ops[index];
            let construct = match op.code {
                Code::If | Code::Else | Code::EndIf | Code::Loop | Code::EndLoop | Code::Enter | Code::Leave | Code::NextRound => {
                    self.flow.inside[index]
                }
                Code::Break | Code::Continue | Code::LoopTest | Code::Return => self.flow.left[index],
                _ => continue,
            };
            if contains[construct as usize] {
                self.keep(index);
            }
        }
    }

    /// Keeps jumps that lead out of their region, and makes regions begin where such jumps lead.
    fn jumps(&mut self) {
        let regions = self.regions();
        let mut next = 0;
        for index in 0..self.ops.len() {
            let op = &self.flow.code.ops[index];
            if !matches!(op.code, Code::Jump | Code::JumpUnless) {
                continue;
            }
            while regions.get(next).is_some_and(|region| region.end <= index) {
                next += 1;
            }
            let own = regions.get(next).is_some_and(|region| region.contains(&index) && (region.start..=region.end).contains(&op.target()));
            if !own {
                self.keep(index);
                self.cut(op.target());
            }
        }
    }

    /// Returns the operations in a row that the interpreter does not keep.
    fn regions(&self) -> Vec<Range<usize>> {
        let mut regions: Vec<Range<usize>> = Vec::new();
        for index in 0..self.ops.len() {
            match regions.last_mut() {
                _ if self.ops[index] => {}
                Some(region) if region.end == index && !self.cuts[index] => region.end += 1,
                _ => regions.push(index..index + 1),
            }
        }
        regions
    }
}

/// Returns the regions of operations for which `selected` holds, in order, but for those that take less than `shortest` simple operations and do not repeat. Constructs lie in them wholly or not at all, and nothing jumps into their
/// middle.
pub fn regions(flow: &Flow, shortest: u32, selected: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
    let count = flow.code.ops.len();
    let mut kept = Kept { flow, ops: (0..count).map(|index| !selected(index)).collect(), cuts: vec![false; count], changed: true };
    let mut rounds = 0;
    while std::mem::take(&mut kept.changed) {
        rounds += 1;
        if rounds > MOST_ROUNDS {
            return Vec::new();
        }
        kept.constructs();
        kept.jumps();
    }
    let pays = |region: &Range<usize>| repeats(flow, region.clone()).count() > 0 || work(flow, region) >= shortest;
    kept.regions().into_iter().filter(pays).collect()
}

/// Iterates over the operations of a region that are repeated, as ranges.
fn repeats<'a>(flow: &'a Flow, region: Range<usize>) -> impl Iterator<Item = Range<usize>> + 'a {
    let back = |index: usize| {
        let op = &flow.code.ops[index];
        matches!(op.code, Code::EndLoop | Code::Jump) && op.target() <= index
    };
    region.filter(move |&index| back(index)).map(|index| flow.code.ops[index].target()..index)
}

/// The rounds of a loop that are assumed.
const ROUNDS: u32 = 8;

/// Returns the simple operations that a region takes, those of a loop as often as it is assumed to repeat.
pub fn work(flow: &Flow, region: &Range<usize>) -> u32 {
    let simple = |ops: Range<usize>| flow.code.ops[ops].iter().map(|op| op.code.flags().cost).sum::<u32>();
    simple(region.clone()) + repeats(flow, region.clone()).map(|ops| simple(ops) * (ROUNDS - 1)).sum::<u32>()
}
