//! The order of lines between two labels or jumps: a line that waits for its operands gives way to later ones that do not, as far as the registers last. A
//! processor looks ahead over some dozens of instructions only, which the chain of one sine fills.

use super::allocate::Places;
use super::values::{Bank, Home, Line, NO_VALUE, Step, Value, Values};
use crate::machine::Instruction::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// How many lines that have not begun are looked at.
const WINDOW: usize = 120;
/// The most instructions that begin in a cycle, about.
const INSTRUCTIONS_PER_CYCLE: u32 = 2;
/// Stands for no line, and for the end of a list.
const NONE: u32 = u32::MAX;

/// Orders the lines of a function for so many vectors at a time, whose values have as many registers.
pub fn schedule(values: &mut Values, registers: u32, vectors: u32) {
    let mut lines = std::mem::take(&mut values.lines);
    let mut scheduler = Scheduler::new(values, registers, INSTRUCTIONS_PER_CYCLE.div_ceil(vectors));
    let mut start = 0;
    for index in 0..=lines.len() {
        if !lines.get(index).is_some_and(|line| matches!(line.step, Step::Vector(_) | Step::Move | Step::Lanes)) {
            scheduler.order(&mut lines, start..index);
            start = index + 1;
        }
    }
    values.lines = lines;
    values.measure();
}

/// Returns about how many cycles pass until the result of a line can be used.
fn latency(step: Step) -> u32 {
    let Step::Vector(instruction) = step else { return 1 };
    match instruction {
        Div | Sqrt | DoubleDiv => 14,
        Round | DoubleRound | IntMul => 8,
        Add | Sub | Mul | Compare | IntToFloat | UintToFloat | FloatToInt | FloatToUint => 4,
        DoubleAdd | DoubleSub | DoubleMul | FloatToDouble | IntToDouble | DoubleToFloat | DoubleToInt => 4,
        IntMulWide | UintMulWide | Half | Join | Expand | Signs | TestBits | IntCompare | UintCompare => 4,
        _ => 1,
    }
}

/// A line among those of its run.
#[derive(Clone, Copy)]
struct Node {
    /// The first of its edges.
    edges: u32,
    /// The number of lines that must come before it and have not.
    waits: u32,
    /// When its operands are there, in lines.
    ready: u32,
    /// The next line that has not begun.
    next: u32,
}

/// That a line must come after another one, and the next such edge of that one.
struct Edge {
    to: u32,
    /// After how many lines.
    delay: u32,
    next: u32,
}

/// The lines that used a place last.
#[derive(Clone, Copy)]
struct Uses {
    /// The run in which they are.
    run: u32,
    writer: u32,
    /// The first of its readers since.
    readers: u32,
}

/// What is known of a value in a run.
#[derive(Clone, Copy, Default)]
struct Life {
    /// How many operands of lines that have not begun are the value.
    reads: u32,
    /// True if a line that has begun wrote it.
    written: bool,
}

struct Scheduler<'a> {
    values: &'a Values,
    registers: u32,
    /// How many lines begin in a cycle.
    lines_per_cycle: u32,
    /// The number of runs before.
    runs: u32,
    /// By place: a value, or behind them a register of the wave that is the home of several.
    uses: Vec<Uses>,
    /// The readers of places, each with the next one.
    readers: Vec<(u32, u32)>,
    lives: Vec<Life>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

impl<'a> Scheduler<'a> {
    fn new(values: &'a Values, registers: u32, lines_per_cycle: u32) -> Self {
        let homes = (0..values.count() as Value).filter_map(|value| match values.known(value).home {
            Home::File(register) => Some(usize::from(register) + 1),
            _ => None,
        });
        let places = values.count() + homes.max().unwrap_or(0);
        Self {
            values,
            registers,
            lines_per_cycle,
            runs: 0,
            uses: vec![Uses { run: NONE, writer: NONE, readers: NONE }; places],
            readers: Vec::new(),
            lives: vec![Life::default(); values.count()],
            nodes: Vec::new(),
            edges: Vec::new(),
        }
    }

    /// Orders the lines of a run.
    fn order(&mut self, lines: &mut [Line], run: Range<usize>) {
        let end = run.end as u32;
        let Some(lines) = lines.get_mut(run).filter(|lines| lines.len() > 2) else { return };
        self.depend(lines);
        let mut ordered = Vec::with_capacity(lines.len());
        let (mut first, mut time, mut living) = (0u32, 0u32, 0i32);
        while first != NONE {
            let (before, chosen) = self.choose(lines, first, time, living, end);
            let node = self.nodes[chosen as usize];
            match before {
                NONE => first = node.next,
                before => self.nodes[before as usize].next = node.next,
            }
            let line = lines[chosen as usize];
            living += self.begun(&line, end);
            time = time.max(node.ready) + 1;
            let mut edge = node.edges;
            while let Some(&Edge { to, delay, next }) = self.edges.get(edge as usize) {
                let follower = &mut self.nodes[to as usize];
                follower.waits -= 1;
                follower.ready = follower.ready.max(time - 1 + delay);
                edge = next;
            }
            ordered.push(line);
        }
        lines.copy_from_slice(&ordered);
    }

    /// Returns the line that begins next, the first one or one behind it whose operands are there, or else will be there first; and the line before it in the list.
    fn choose(&self, lines: &[Line], first: u32, time: u32, living: i32, end: u32) -> (u32, u32) {
        let (mut before, mut index) = (NONE, first);
        let mut best = (NONE, first);
        let mut ready = self.nodes[first as usize].ready;
        for _ in 0..WINDOW {
            if ready <= time || index == NONE {
                break;
            }
            let node = &self.nodes[index as usize];
            if node.waits == 0 && node.ready < ready && living + self.growth(&lines[index as usize], end) <= self.registers as i32 {
                (best, ready) = ((before, index), node.ready);
            }
            (before, index) = (index, node.next);
        }
        best
    }

    /// Finds out which lines of a run must come after which.
    fn depend(&mut self, lines: &[Line]) {
        self.nodes.clear();
        self.edges.clear();
        self.readers.clear();
        self.runs += 1;
        for line in lines {
            for value in [line.a, line.b, line.c, line.d].into_iter().filter(|&value| value != NO_VALUE) {
                self.lives[self.values.find(value) as usize] = Life::default();
            }
        }
        for (index, line) in lines.iter().enumerate() {
            let index = index as u32;
            let next = if index as usize + 1 < lines.len() { index + 1 } else { NONE };
            self.nodes.push(Node { edges: NONE, waits: 0, ready: 0, next });
            for value in operands(line) {
                self.lives[self.values.find(value) as usize].reads += 1;
                let place = self.place(value);
                let writer = self.uses[place].writer;
                if writer != NONE {
                    self.edge(writer, index, latency(lines[writer as usize].step) * self.lines_per_cycle);
                }
                self.readers.push((index, self.uses[place].readers));
                self.uses[place].readers = self.readers.len() as u32 - 1;
            }
            if line.d == NO_VALUE {
                continue;
            }
            let place = self.place(line.d);
            let Uses { writer, readers: mut reader, .. } = self.uses[place];
            if writer != NONE {
                self.edge(writer, index, 1);
            }
            while let Some(&(from, next)) = self.readers.get(reader as usize) {
                if from != index {
                    self.edge(from, index, 0);
                }
                reader = next;
            }
            self.uses[place] = Uses { run: self.runs, writer: index, readers: NONE };
        }
    }

    /// Returns the place of a value, whose uses are those of this run.
    fn place(&mut self, value: Value) -> usize {
        let root = self.values.find(value);
        let place = match self.values.known(root).home {
            Home::File(register) => self.values.count() + usize::from(register),
            _ => root as usize,
        };
        if self.uses[place].run != self.runs {
            self.uses[place] = Uses { run: self.runs, writer: NONE, readers: NONE };
        }
        place
    }

    fn edge(&mut self, from: u32, to: u32, delay: u32) {
        let node = &mut self.nodes[from as usize];
        self.edges.push(Edge { to, delay, next: node.edges });
        node.edges = self.edges.len() as u32 - 1;
        self.nodes[to as usize].waits += 1;
    }

    /// Returns true if a value that the run computes lives no longer than up to the operands of a line, of which these are the only ones left.
    fn ends(&self, value: Value, reads: u32, end: u32) -> bool {
        let root = self.values.find(value);
        let life = self.lives[root as usize];
        life.written && life.reads == reads && self.values.known(root).end <= end
    }

    /// Returns how many more registers values need after a line.
    fn growth(&self, line: &Line, end: u32) -> i32 {
        let roots = [line.a, line.b, line.c].map(|value| if value == NO_VALUE { NO_VALUE } else { self.values.find(value) });
        let mut growth = i32::from(self.begins(line.d));
        for (number, &root) in roots.iter().enumerate() {
            if root != NO_VALUE && !roots[..number].contains(&root) {
                let reads = roots.iter().filter(|&&other| other == root).count() as u32;
                growth -= i32::from(self.ends(root, reads, end));
            }
        }
        growth
    }

    /// Returns true if a line that writes a value is the first one of the run.
    fn begins(&self, value: Value) -> bool {
        value != NO_VALUE && self.values.known(value).bank == Bank::Vector && !self.lives[self.values.find(value) as usize].written
    }

    /// Notes that a line begins; returns how many more registers values need.
    fn begun(&mut self, line: &Line, end: u32) -> i32 {
        let growth = self.growth(line, end);
        for value in operands(line) {
            self.lives[self.values.find(value) as usize].reads -= 1;
        }
        if self.begins(line.d) {
            self.lives[self.values.find(line.d) as usize].written = true;
        }
        growth
    }
}

/// Iterates over the values that a line reads.
fn operands(line: &Line) -> impl Iterator<Item = Value> + use<> {
    [line.a, line.b, line.c].into_iter().filter(|&value| value != NO_VALUE)
}

/// How many instructions that have been decoded may wait for their operands.
const MOST_WAITING: usize = 64;
/// The most instructions that are decoded in a cycle, of those that vectors need.
const DECODED_PER_CYCLE: u32 = 3;

/// Returns about how many cycles a function takes for each group of vectors, if it has no loop.
pub fn cycles(values: &Values, places: &Places, vectors: u32) -> u32 {
    let mut done = vec![0u32; values.count() * vectors as usize];
    let mut waiting = BinaryHeap::with_capacity(MOST_WAITING);
    let in_memory = |value: Value| value != NO_VALUE && places.registers[values.find(value) as usize].is_none();
    // In parts of a cycle in which one instruction is decoded. The second group does not wait for the results of the first one.
    let (mut clock, mut first) = (0u32, 0);
    for group in 0..2 {
        done.fill(0);
        for (line, vector) in values.lines.iter().flat_map(|line| (0..vectors).map(move |vector| (line, vector))) {
            let at = |value: Value| (values.find(value) * vectors + vector) as usize;
            clock += 1 + u32::from(in_memory(line.a)) + u32::from(in_memory(line.d));
            if waiting.len() == MOST_WAITING
                && let Some(Reverse(begun)) = waiting.pop()
            {
                clock = clock.max(begun);
            }
            let begun = operands(line).map(|value| done[at(value)]).fold(clock, u32::max);
            waiting.push(Reverse(begun));
            if line.d != NO_VALUE {
                done[at(line.d)] = begun + latency(line.step) * DECODED_PER_CYCLE;
            }
        }
        if group == 0 {
            first = clock;
        }
    }
    (clock - first) / DECODED_PER_CYCLE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::native::allocate::allocate;
    use crate::machine::Isa;

    /// Appends chains of so many multiplications, one behind the other; returns their results.
    fn chains(values: &mut Values, count: u16, length: usize) -> Vec<Value> {
        let chain = |register| {
            let begin = values.value(Home::File(register), true);
            (0..length).fold(begin, |value, _| values.two(Mul, value, value))
        };
        (0..count).map(chain).collect()
    }

    /// Orders chains for so many registers, and finds places for their values.
    fn ordered(count: u16, length: usize, registers: u32, vectors: u32) -> (Values, Places) {
        let mut values = Values::new(Isa::Avx2);
        for result in chains(&mut values, count, length) {
            values.touch(result);
        }
        values.measure();
        schedule(&mut values, registers, vectors);
        let places = allocate(&values, vectors as usize);
        (values, places)
    }

    #[test]
    fn a_line_that_waits_gives_way() {
        let (values, _) = ordered(4, 8, 14, 1);
        let steps: Vec<_> = values.lines.windows(2).map(|pair| pair[1].a == pair[0].d).collect();
        assert_eq!(steps.iter().filter(|&&waits| waits).count(), 0, "{steps:?}");
    }

    #[test]
    fn chains_begin_while_there_are_registers() {
        let (values, _) = ordered(8, 8, 3, 1);
        let mut living: Vec<Value> = Vec::new();
        for line in &values.lines {
            living.retain(|&value| value != line.a || values.known(value).end > values.lines.len() as u32);
            living.push(line.d);
            // The results of all chains are wanted at the end.
            let results = living.iter().filter(|&&value| values.known(value).end > values.lines.len() as u32).count();
            assert!(living.len() - results <= 3, "{living:?}");
        }
    }

    #[test]
    fn values_with_one_home_keep_their_order() {
        let mut values = Values::new(Isa::Avx2);
        let (begin, old) = (values.value(Home::File(0), true), values.value(Home::File(1), true));
        let slow = (0..8).fold(begin, |value, _| values.two(Mul, value, value));
        let sum = values.two(Add, slow, old);
        let new = values.two(Mul, begin, begin);
        values.settle(new, 1);
        values.touch(sum);
        values.touch(new);
        values.measure();
        schedule(&mut values, 14, 1);
        assert_eq!(values.lines.iter().position(|line| line.d == new), Some(9));
    }

    #[test]
    fn two_vectors_hide_the_latency_of_one_chain() {
        let cycles = |chains, vectors| {
            let (values, places) = ordered(chains, 64, 14 / vectors, vectors);
            cycles(&values, &places, vectors)
        };
        assert!(cycles(1, 2) * 10 < cycles(1, 1) * 12);
        assert!(cycles(6, 2) * 10 > cycles(6, 1) * 15);
    }
}
