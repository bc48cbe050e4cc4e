//! The order of a frame's slices on its track, where each lies inside another or beside it.
//!
//! The times of fences overlap or run backwards by their uncertainty, groups and passes may straddle each other, and a program stays bound
//! from one pass to the next; a track allows none of this.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a slice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// A pass, or a group; the number is its depth. Whichever is longer contains the other.
    Part(usize),
    /// A program: inside of passes and groups, cut where they begin and end.
    Program,
    /// A draw: inside of all others.
    Draw,
}

/// A slice, by the same clock as its frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// When it began.
    pub begin: u64,
    /// When it ended.
    pub end: u64,
    /// What it is.
    pub layer: Layer,
}

/// What happens on a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The slice of an index begins, or one of its parts.
    Begin(u64, usize),
    /// The slice that began last and has not ended ends.
    End(u64),
}

/// A piece of a slice, in the order of the pieces: by its beginning; then passes and groups before programs and draws; of these each in its own
/// turn, and of passes and groups the longest first, then that of the least depth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    begin: u64,
    layer: u8,
    turn: Option<usize>,
    end: Reverse<u64>,
    part: usize,
    index: usize,
}

/// An open slice.
struct Open {
    end: u64,
    layer: u8,
}

/// The most cuts of all programs for each slice of a frame. Programs follow each other and have few each; slices of times that no GPU has could
/// have as many as there are pairs.
const CUTS: usize = 8;

/// Orders slices inside of a frame: clamps them into the frame and into what they lie in. A pass or group that outlasts what it lies in by
/// more than `tolerance` is cut there and goes on after it.
pub fn nest(frame: (u64, u64), slices: &[Slice], tolerance: u64) -> Vec<Edge> {
    let mut waiting: BinaryHeap<Reverse<Piece>> = BinaryHeap::new();
    let clamp = |slice: &Slice| {
        let begin = slice.begin.clamp(frame.0, frame.1);
        (begin, slice.end.clamp(begin, frame.1))
    };
    let is_part = |slice: &&Slice| matches!(slice.layer, Layer::Part(_));
    let mut cuts: Vec<u64> = slices.iter().filter(is_part).map(clamp).flat_map(|(begin, end)| [begin, end]).collect();
    cuts.sort_unstable();
    let mut cuts_left = (slices.len() + 64) * CUTS;
    for (index, slice) in slices.iter().enumerate() {
        let (mut begin, end) = clamp(slice);
        let piece = |begin, end, layer, turn, part| Reverse(Piece { begin, layer, turn, end: Reverse(end), part, index });
        match slice.layer {
            // One of no time contains nothing.
            Layer::Part(depth) => waiting.extend((begin < end).then(|| piece(begin, end, 0, None, depth))),
            Layer::Program => {
                let first = cuts.partition_point(|cut| *cut <= begin);
                let own = cuts.get(first..).unwrap_or_default().iter().take_while(|cut| **cut < end).take(cuts_left);
                for cut in own {
                    cuts_left -= 1;
                    waiting.extend((begin < *cut).then(|| piece(begin, *cut, 1, Some(index), 0)));
                    begin = *cut;
                }
                waiting.push(piece(begin, end, 1, Some(index), 0));
            }
            Layer::Draw => waiting.push(piece(begin, end, 2, Some(index), 0)),
        }
    }
    let mut edges = Vec::with_capacity(waiting.len() * 2);
    let mut open: Vec<Open> = Vec::new();
    while let Some(Reverse(piece)) = waiting.pop() {
        let Piece { begin, layer, end: Reverse(mut end), index, .. } = piece;
        // A program or draw of no time at the end of a pass lies in it.
        let is_after = |top: &Open| top.end < begin || top.end == begin && (begin < end || top.layer >= layer);
        let is_over = |top: &mut Open| is_after(top) || top.layer > layer || top.layer == layer && layer > 0;
        while let Some(top) = open.pop_if(is_over) {
            edges.push(Edge::End(top.end.min(begin)));
        }
        if let Some(around) = open.last().filter(|around| around.end < end) {
            if layer == 0 && end - around.end > tolerance {
                waiting.push(Reverse(Piece { begin: around.end, ..piece }));
            }
            end = around.end;
        }
        edges.push(Edge::Begin(begin, index));
        open.push(Open { end, layer });
    }
    edges.extend(open.into_iter().rev().map(|open| Edge::End(open.end)));
    edges
}

#[cfg(test)]
mod tests {
    use super::Edge::{Begin, End};
    use super::Layer::{Draw, Part, Program};
    use super::*;

    fn slice(layer: Layer, begin: u64, end: u64) -> Slice {
        Slice { begin, end, layer }
    }

    #[test]
    fn slices_lie_in_each_other_though_the_inner_ones_come_first() {
        let slices = [slice(Draw, 10, 15), slice(Draw, 15, 20), slice(Program, 10, 20), slice(Part(1), 10, 20), slice(Part(0), 10, 20)];
        let expected = [Begin(10, 4), Begin(10, 3), Begin(10, 2), Begin(10, 0), End(15), Begin(15, 1), End(20), End(20), End(20), End(20)];
        assert_eq!(nest((10, 20), &slices, 0), expected);
    }

    #[test]
    fn the_longer_of_passes_and_groups_contains_the_other() {
        let slices = [slice(Part(0), 0, 50), slice(Part(0), 50, 90), slice(Part(1), 0, 90)];
        assert_eq!(nest((0, 100), &slices, 0), [Begin(0, 2), Begin(0, 0), End(50), Begin(50, 1), End(90), End(90)]);
    }

    #[test]
    fn a_group_that_straddles_a_pass_is_cut() {
        let slices = [slice(Part(0), 0, 50), slice(Part(1), 30, 80)];
        let expected = [Begin(0, 0), Begin(30, 1), End(50), End(50), Begin(50, 1), End(80)];
        assert_eq!(nest((0, 100), &slices, 0), expected);
        // Unless the times are not exact enough to tell.
        assert_eq!(nest((0, 100), &slices, 30), [Begin(0, 0), Begin(30, 1), End(50), End(50)]);
    }

    #[test]
    fn a_program_is_cut_where_a_pass_begins() {
        let slices = [slice(Part(0), 0, 50), slice(Part(0), 50, 90), slice(Program, 0, 90)];
        let expected = [Begin(0, 0), Begin(0, 2), End(50), End(50), Begin(50, 1), Begin(50, 2), End(90), End(90)];
        assert_eq!(nest((0, 100), &slices, 0), expected);
    }

    #[test]
    fn slices_of_impossible_times_stay_few() {
        let parts = (0..20_000).map(|at| slice(Part(0), at, 100_000));
        let slices: Vec<_> = parts.chain((0..20_000).map(|at| slice(Program, at, 100_000))).collect();
        assert!(nest((0, 100_000), &slices, 0).len() < 1_000_000);
    }

    #[test]
    fn times_outside_of_the_frame_and_backwards_are_clamped() {
        let slices = [slice(Draw, 5, 40), slice(Draw, 35, 60), slice(Draw, 60, 55), slice(Draw, 70, 200)];
        let expected = [Begin(10, 0), End(35), Begin(35, 1), End(60), Begin(60, 2), End(60), Begin(70, 3), End(100)];
        assert_eq!(nest((10, 100), &slices, 0), expected);
    }

    #[test]
    fn draws_of_no_time_stay_in_their_pass() {
        let slices = [slice(Draw, 0, 50), slice(Draw, 50, 50), slice(Draw, 50, 50), slice(Program, 50, 50), slice(Part(0), 0, 50)];
        let expected = [Begin(0, 4), Begin(0, 0), End(50), Begin(50, 3), Begin(50, 1), End(50), Begin(50, 2), End(50), End(50), End(50)];
        assert_eq!(nest((0, 100), &slices, 0), expected);
    }

    /// Whatever the times are, each beginning has its end, and time never runs backwards.
    #[test]
    fn every_input_gives_a_valid_order() {
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for _ in 0..2_000 {
            let slices: Vec<Slice> = (0..random(12))
                .map(|_| slice([Part(0), Part(1), Part(2), Program, Draw][random(5) as usize], random(60), random(60)))
                .collect();
            let frame = (10, 50);
            let (mut now, mut depth) = (frame.0, 0);
            for edge in nest(frame, &slices, random(5)) {
                let (at, change) = match edge {
                    Begin(at, _) => (at, 1),
                    End(at) => (at, -1),
                };
                depth += change;
                assert!(at >= now && at <= frame.1 && depth >= 0, "{slices:?}");
                now = at;
            }
            assert_eq!(depth, 0, "{slices:?}");
        }
    }
}
