//! The attributes of draws that are executed together.

use shader::pipeline::draw_call::VertexAttribute;

/// Sets of attributes, and which draws have which.
#[derive(Debug, Default)]
pub struct AttributeSets {
    /// For each row of draws with one set the number of the first one, and that of the set.
    runs: Vec<(usize, usize)>,
    sets: Vec<Vec<VertexAttribute>>,
}

impl AttributeSets {
    /// Returns the sets.
    pub fn all(&self) -> &[Vec<VertexAttribute>] {
        &self.sets
    }

    /// Returns the sets to be changed: the draws that have one read what it becomes.
    pub fn all_mut(&mut self) -> &mut [Vec<VertexAttribute>] {
        &mut self.sets
    }

    /// Adds a set, and returns its number; `None` without memory for it.
    pub fn add(&mut self, set: Vec<VertexAttribute>) -> Option<usize> {
        self.sets.try_reserve(1).ok()?;
        self.sets.push(set);
        Some(self.sets.len() - 1)
    }

    /// Gives draws from a number on a set. Returns false without memory for that.
    pub fn give(&mut self, draw: usize, set: usize) -> bool {
        if self.runs.last().is_some_and(|&(_, last)| last == set) {
            return true;
        }
        let has_room = self.runs.try_reserve(1).is_ok();
        if has_room {
            self.runs.push((draw, set));
        }
        has_room
    }

    /// Returns the set of the last draws.
    pub fn last_given(&self) -> Option<usize> {
        self.runs.last().map(|&(_, set)| set)
    }

    /// Forgets which draws have which set.
    pub fn clear_draws(&mut self) {
        self.runs.clear();
    }

    /// Removes all sets.
    pub fn clear(&mut self) {
        self.runs.clear();
        self.sets.clear();
    }

    /// Returns the attributes of a draw; those of the first set if no draw was given one, and none without sets.
    pub fn of_draw(&self, draw: usize) -> &[VertexAttribute] {
        self.sets.get(self.by_draw().next(draw)).map_or(&[], |set| set)
    }

    /// Returns the numbers of the sets of draws.
    pub(super) fn by_draw(&self) -> ByDraw<'_> {
        ByDraw { rest: &self.runs, now: 0 }
    }
}

/// The numbers of the sets of draws, one draw after the other.
pub(super) struct ByDraw<'a> {
    rest: &'a [(usize, usize)],
    now: usize,
}

impl ByDraw<'_> {
    /// Returns the number of the set of a draw, which does not precede the last one.
    pub(super) fn next(&mut self, draw: usize) -> usize {
        while let Some((&(first, set), rest)) = self.rest.split_first()
            && first <= draw
        {
            (self.now, self.rest) = (set, rest);
        }
        self.now
    }
}
