//! The parts of linear code with registers of their own: main, and each function that is called.

use super::bytecode::Code;
use super::linear::{Linear, Origin};
use super::liveness::{Groups, Interval, position};
use std::collections::HashMap;

/// The segments in the order of the code: each function follows all code that calls it.
pub struct Segments {
    /// The index of the first operation of each segment; main begins at 0.
    pub starts: Vec<usize>,
    /// The segment of each function, by its construct.
    functions: HashMap<u32, usize>,
    /// The number of operations.
    count: usize,
}

impl Segments {
    /// Finds the segments of code.
    pub fn new(linear: &Linear) -> Self {
        let (mut starts, mut functions) = (vec![0], HashMap::new());
        for (index, op) in linear.ops.iter().enumerate().filter(|(_, op)| op.code == Code::Function) {
            functions.insert(op.construct(), starts.len());
            starts.push(index);
        }
        Self { starts, functions, count: linear.ops.len() }
    }

    /// Returns the range of a segment's operations.
    fn range(&self, segment: usize) -> std::ops::Range<usize> {
        self.starts.get(segment).copied().unwrap_or(self.count)..self.starts.get(segment + 1).copied().unwrap_or(self.count)
    }

    /// Returns the segment of a position.
    fn at(&self, at: u32) -> usize {
        self.starts.partition_point(|&start| start == 0 || position(start) <= at).saturating_sub(1)
    }

    /// Returns the segments that a segment calls.
    pub fn callees(&self, linear: &Linear, segment: usize) -> Vec<usize> {
        let calls = linear.ops[self.range(segment)].iter().filter(|op| op.code == Code::Call);
        calls.filter_map(|op| self.functions.get(&op.construct()).copied()).collect()
    }

    /// Returns the segment whose registers hold each group, by leader; the number of segments for groups that several of them share. Extends
    /// the intervals of the latter and of parameters.
    pub fn owners(&self, linear: &Linear, groups: &Groups, live: &mut [Interval]) -> Vec<usize> {
        let shared = self.starts.len();
        let mut owners: Vec<Option<usize>> = vec![None; live.len()];
        if shared == 1 {
            return vec![0; live.len()];
        }
        for (register, &leader) in groups.leaders.iter().enumerate() {
            let interval = live[leader as usize];
            let owner = match linear.origins[register] {
                Origin::Splat(_) => shared,
                Origin::Parameter(function) => self.functions.get(&function).copied().unwrap_or(shared),
                _ if self.at(interval.start) == self.at(interval.end) => self.at(interval.start),
                _ => shared,
            };
            let known = &mut owners[leader as usize];
            *known = Some(if known.is_none_or(|known| known == owner) { owner } else { shared });
        }
        let is_parameter = |group: usize| matches!(linear.origins[group], Origin::Parameter(_));
        for (group, interval) in live.iter_mut().enumerate().filter(|(_, interval)| interval.end > 0) {
            match owners[group] {
                Some(owner) if owner == shared => (interval.start, interval.end) = (0, position(self.count)),
                // Calls write the parameters before the function begins.
                Some(owner) if is_parameter(group) => {
                    let range = self.range(owner);
                    (interval.start, interval.end) = (position(range.start), position(range.end));
                }
                _ => {}
            }
        }
        owners.into_iter().map(|owner| owner.unwrap_or(shared)).collect()
    }
}
