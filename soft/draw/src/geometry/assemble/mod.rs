//! Primitive assembly: from the vertices or indices of a draw to primitives, with restart, trimming, and one record for each distinct
//! index.
//!
//! A draw is split into windows of at most [`WINDOW`] vertices, which exclude restart indices and incomplete primitives. Primitives that
//! cross a split use records that the next window carries over, so that no vertex is shaded twice because of the split.

mod decompose;
mod unique;

#[cfg(test)]
mod tests;

pub use decompose::{Assembled, Topology, strip_triangle};

use base::core::statistics::Statistics;
use decompose::{Units, decompose};
use shader::pipeline::draw_call::{DrawCall, Mode};
use shader::pipeline::state::Failure;
use unique::Unique;

/// The vertices of a window: those of a batch of separate triangles. Without indices, where windows do not affect counts, modes with fewer
/// vertices per primitive have smaller windows.
pub const WINDOW: u64 = 196_608;

/// The primitives of a batch.
pub const BATCH: usize = 65_536;

/// A range of an instance's primitives with the vertices that they need. Reused from window to window.
#[derive(Debug, Default)]
pub struct Window {
    /// The number of records carried over from the previous window: those in its `carry`, in that order. The records of new vertices
    /// follow.
    pub carried: u32,
    /// The first new vertex, if not indexed.
    pub first: u32,
    /// The number of new vertices.
    pub count: usize,
    /// True if the new vertices are in `list`, false if they are consecutive.
    pub indexed: bool,
    /// The new vertices of an indexed draw.
    pub list: Vec<u32>,
    /// The primitives.
    pub assembled: Assembled,
    /// gl_PrimitiveID of the first primitive.
    pub first_id: u32,
    /// The records that the next window carries over.
    pub carry: Vec<u32>,
    /// The edge flags of those records, if the draw has edge flags.
    pub carried_flags: Vec<bool>,
    /// True for the last window.
    pub is_last: bool,
    /// The record of each position in the window, carried positions first.
    table: Vec<u32>,
    /// The units of each run in the window.
    pieces: Vec<RunSlice>,
    unique: Unique,
}

/// The units of one run in one window.
#[derive(Clone, Copy, Debug)]
struct RunSlice {
    units: Units,
    /// The table index of the run's position 0; it wraps if that position is not in the window.
    base: u64,
    /// The table index of the run's first vertex, if units need it.
    first: u64,
}

/// The vertices between two restarts.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    /// The position of the first vertex in the draw.
    start: u64,
    /// The number of trimmed vertices.
    count: u64,
    /// The number of vertices that previous windows have taken.
    taken: u64,
    /// The number of units that previous windows have taken.
    units: u64,
    /// gl_PrimitiveID of the first unit.
    first_id: u32,
}

/// Splits one instance of a draw into windows.
pub struct Assembler<'a> {
    call: &'a DrawCall,
    topology: Topology,
    /// True if a stage reads gl_PrimitiveID.
    ids: bool,
    /// The position where the search for the next run begins.
    position: u64,
    /// The run that the last window did not finish.
    run: Option<Run>,
    /// gl_PrimitiveID of the next run's first unit.
    next_id: u32,
    /// The largest number of vertices of a window.
    window: u64,
}

impl Window {
    /// Clears the edges whose first vertex has no edge flag in the window's triangles. It must be called for every window, because records
    /// carry their flags over.
    pub fn mark_edges(&mut self, flag: impl Fn(u32) -> bool) -> Result<(), Failure> {
        let full = |_| Failure::OutOfMemory;
        let mut flags = std::mem::take(&mut self.carried_flags);
        flags.resize(self.carried as usize, true);
        flags.try_reserve(self.count).map_err(full)?;
        if self.indexed {
            flags.extend(self.list.iter().map(|&vertex| flag(vertex)));
        } else {
            flags.extend((0..self.count as u32).map(|number| flag(self.first.wrapping_add(number))));
        }
        let of = |record: u32| flags.get(record as usize).copied().unwrap_or(true);
        let Assembled { primitives, edge_flags, .. } = &mut self.assembled;
        edge_flags.try_reserve(primitives.len().saturating_sub(edge_flags.len())).map_err(full)?;
        edge_flags.resize(primitives.len(), 0b111);
        for (edges, vertices) in edge_flags.iter_mut().zip(primitives) {
            for (number, _) in vertices.iter().enumerate().filter(|&(_, &record)| !of(record)) {
                *edges &= !(1 << number);
            }
        }
        self.carried_flags = self.carry.iter().map(|&record| of(record)).collect();
        Ok(())
    }
}

impl<'a> Assembler<'a> {
    /// Creates an assembler at the beginning of an instance.
    pub fn new(call: &'a DrawCall, topology: Topology, ids: bool) -> Self {
        let window = if call.indices.is_some() { WINDOW } else { topology.batch_vertices().min(WINDOW) };
        Self { call, topology, ids, position: 0, run: None, next_id: 0, window }
    }

    #[cfg(test)]
    fn with_window(mut self, window: u64) -> Self {
        self.window = window;
        self
    }

    /// Returns the next run with complete primitives, and counts its vertices and primitives submitted.
    fn next_run(&mut self, statistics: &mut Statistics) -> Option<Run> {
        let mut end = u64::from(self.call.count);
        if let Some(indices) = &self.call.indices
            && indices.restart == Some(0)
        {
            // After the end of the memory there are only restarts.
            end = end.min(indices.readable());
        }
        while self.position < end {
            let start = self.position;
            let stop = match &self.call.indices {
                Some(indices) => match indices.restart {
                    Some(restart) => indices.find_restart(start, end, restart).unwrap_or(end),
                    None => end,
                },
                None => end,
            };
            self.position = stop + 1;
            let count = self.topology.trim(stop - start);
            if count > 0 {
                let run = Run { start, count, taken: 0, units: 0, first_id: self.next_id };
                let submitted = self.topology.submitted(count);
                statistics.vertices_submitted += count;
                statistics.primitives_submitted += submitted;
                self.next_id = self.next_id.wrapping_add(submitted as u32);
                return Some(run);
            }
        }
        None
    }

    /// Fills the next window; returns false if there is none. Counts the vertices and primitives submitted of the runs that begin in it.
    pub fn next(&mut self, window: &mut Window, statistics: &mut Statistics) -> Result<bool, Failure> {
        window.assembled.clear();
        window.pieces.clear();
        window.table.clear();
        window.list.clear();
        window.first_id = self.next_id;
        window.carried = window.carry.len() as u32;
        window.indexed = self.call.indices.is_some();
        let carried = u64::from(window.carried);
        let room = (u64::from(self.call.count)).min(self.window).saturating_add(carried) as usize;
        if window.indexed {
            window.table.try_reserve(room).map_err(|_| Failure::OutOfMemory)?;
            window.table.extend(0..window.carried);
        }
        let mut taken = 0;
        if let Some(run) = &self.run {
            window.first_id = run.first_id.wrapping_add(run.units as u32);
        }
        window.carry.clear();
        window.first = self.call.first;
        while taken < self.window {
            let mut run = match self.run.take() {
                Some(run) => run,
                None => match self.next_run(statistics) {
                    Some(run) => run,
                    None => break,
                },
            };
            let take = (run.count - run.taken).min(self.window - taken);
            match &self.call.indices {
                Some(indices) => indices.read(run.start + run.taken, take, self.call.base_vertex, &mut window.table),
                // There is only one run, so the vertices are consecutive.
                None => window.first = self.call.first.wrapping_add(run.taken as u32),
            }
            // The table index of the run's next position; carried positions precede it in order.
            let entry = carried + taken;
            let base = entry.wrapping_sub(run.taken);
            let first = if run.taken == 0 { entry } else { 0 };
            taken += take;
            run.taken += take;
            let end = self.topology.units_before(run.taken, run.count);
            let units = Units { count: run.count, first: run.units, end: end.max(run.units), first_id: run.first_id };
            window.pieces.push(RunSlice { units, base, first });
            run.units = units.end;
            if run.taken < run.count {
                let lowest = self.topology.lowest_position(run.units).min(run.taken);
                if self.topology.needs_first_vertex() {
                    window.carry.push(first as u32);
                }
                window.carry.extend((lowest..run.taken).map(|position| base.wrapping_add(position) as u32));
                self.run = Some(run);
            }
        }
        if window.indexed {
            window.unique.replace(&mut window.table[carried as usize..], window.carried, &mut window.list)?;
            window.count = window.list.len();
            for record in &mut window.carry {
                *record = window.table.get(*record as usize).copied().unwrap_or(0);
            }
        } else {
            window.count = taken as usize;
        }
        self.reserve(window)?;
        for piece in &window.pieces {
            let RunSlice { units, base, first } = *piece;
            if window.indexed {
                let table = &window.table[..];
                let entry = |entry: u64| table.get(entry as usize).copied().unwrap_or(0);
                let at = |position: u64| entry(base.wrapping_add(position));
                decompose(&self.topology, units, self.ids, entry(first), at, &mut window.assembled);
            } else {
                let at = |position: u64| base.wrapping_add(position) as u32;
                decompose(&self.topology, units, self.ids, first as u32, at, &mut window.assembled);
            }
        }
        if self.run.is_none() && taken == self.window {
            self.run = self.next_run(statistics);
        }
        window.is_last = self.run.is_none();
        Ok(taken > 0)
    }

    /// Reserves memory for the primitives of a window.
    fn reserve(&self, window: &mut Window) -> Result<(), Failure> {
        let units: u64 = window.pieces.iter().map(|piece| piece.units.end - piece.units.first).sum();
        let units = units as usize;
        let Assembled { primitives, wide, ids, edge_flags } = &mut window.assembled;
        let quads = matches!(self.topology.mode, Mode::Quads | Mode::QuadStrip);
        let count = if quads { units * 2 } else { units };
        let full = |_| Failure::OutOfMemory;
        if self.topology.is_wide() {
            wide.try_reserve(units * self.topology.vertices() as usize).map_err(full)?;
        } else {
            primitives.try_reserve(count).map_err(full)?;
        }
        if self.ids {
            ids.try_reserve(count).map_err(full)?;
        }
        if quads || self.topology.mode == Mode::Polygon {
            edge_flags.try_reserve(count).map_err(full)?;
        }
        Ok(())
    }
}
