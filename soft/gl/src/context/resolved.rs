//! The attributes that draws have looked up in vertex arrays.
//!
//! Draws that wait keep theirs, whatever happens to the vertex arrays and the current values. Of the buffers behind them they need what they read:
//! a command that writes to a part of a buffer asks for it.

use crate::error::{NO_MEMORY, Result};
use base::core::memory::Memory;
use draw::geometry::{AttributeSets, element_bytes};
use shader::pipeline::draw_call::{AttributeArray, DrawCall, VertexAttribute};
use std::ops::Range;
use std::sync::Arc;

/// The sets that draws wait with.
const MOST_SETS: usize = 1024;
/// The sets that stay for draws that follow.
const KEPT_SETS: usize = 16;
/// The newest sets, among which draws look for the one of their vertex array.
const SEARCHED: usize = 64;
/// The bytes of a buffer that a set copies before they change.
const MOST_COPIED: u64 = 4096;

/// The attributes of the last draws, in a set for each vertex array.
#[derive(Default)]
pub struct Resolved {
    /// A bit for each attribute that was looked up.
    pub mask: u32,
    /// The sets, and which draws that wait have which.
    pub sets: AttributeSets,
    /// What is known of each set.
    known: Vec<Known>,
    /// The sets from this one on are up to date, if they have a vertex array.
    fresh: usize,
    /// The set of the next draw, if nothing changes before it.
    now: Option<usize>,
}

/// What is known of a set.
struct Known {
    /// The name of the vertex array, while the set has its attributes.
    array: Option<u32>,
    /// The first and the last vertex that draws which wait read.
    vertices: Option<(u32, u32)>,
}

impl Resolved {
    /// Returns true if the set of the next draw is known.
    pub fn is_known(&self) -> bool {
        self.now.is_some()
    }

    /// Returns the set of the next draw.
    pub fn attributes(&self) -> &[VertexAttribute] {
        self.now.and_then(|now| self.sets.all().get(now)).map_or(&[], |set| set)
    }

    /// Returns true if draws that wait must be completed before there is room for another set.
    pub fn is_full(&self) -> bool {
        self.known.len() >= MOST_SETS
    }

    /// Makes the set of a vertex array that of the next draw. Returns false if there is none that is up to date.
    pub fn find(&mut self, array: u32) -> bool {
        let searched = self.fresh.max(self.known.len().saturating_sub(SEARCHED));
        let newest = self.known.get(searched..).unwrap_or_default();
        self.now = newest.iter().rposition(|known| known.array == Some(array)).map(|place| searched + place);
        self.now.is_some()
    }

    /// Adds the set of a vertex array, or another one, which becomes that of the next draw.
    pub fn add(&mut self, array: Option<u32>, set: Vec<VertexAttribute>) -> Result<()> {
        self.known.try_reserve(1).map_err(|_| NO_MEMORY)?;
        self.now = Some(self.sets.add(set).ok_or(NO_MEMORY)?);
        self.known.push(Known { array, vertices: None });
        Ok(())
    }

    /// Makes no set that of a vertex array any more: the arrays or the current values changed.
    pub fn outdate(&mut self) {
        (self.fresh, self.now) = (self.known.len(), None);
    }

    /// Removes all sets.
    pub fn clear(&mut self) {
        self.sets.clear();
        self.known.clear();
        (self.fresh, self.now) = (0, None);
    }

    /// Forgets the draws that waited, which are complete. The set of the next draw stays.
    pub fn complete(&mut self) {
        self.sets.clear_draws();
        self.known.iter_mut().for_each(|known| known.vertices = None);
        if self.known.len() <= KEPT_SETS {
            return;
        }
        let now = self.now.and_then(|now| Some((now, self.known.get(now)?.array, self.sets.all_mut().get_mut(now)?)));
        let kept = now.map(|(now, array, set)| (array.filter(|_| now >= self.fresh), std::mem::take(set)));
        self.clear();
        if let Some((array, set)) = kept {
            // There is memory for one.
            let _ = self.add(array, set);
        }
    }

    /// Returns true if the set of the next draw is that of the last one that waits.
    pub fn is_that_of_last_draw(&self) -> bool {
        self.now.is_some() && self.now == self.sets.last_given()
    }

    /// Notes that a draw waits which has the set of the next draw. Returns false without memory for that.
    pub fn wait(&mut self, number: usize, call: &DrawCall) -> bool {
        self.extend(call);
        self.now.is_some_and(|now| self.sets.give(number, now))
    }

    /// Notes that a draw is part of the last one that waits, and reads the same set.
    pub fn extend(&mut self, call: &DrawCall) {
        let Some(known) = self.now.and_then(|now| self.known.get_mut(now)) else { return };
        let (first, last) = match call.indices {
            None => (call.first, call.first.saturating_add(call.count.saturating_sub(1))),
            Some(_) => (0, u32::MAX),
        };
        known.vertices = Some(known.vertices.map_or((first, last), |(least, most)| (least.min(first), most.max(last))));
    }

    /// Returns the bytes of a memory that draws of a set read.
    fn read(set: &[VertexAttribute], known: &Known, memory: &Arc<Memory>) -> Option<Range<u64>> {
        let (first, last) = known.vertices?;
        let of_array = |array: &AttributeArray| {
            let offset = array.offset.max(0).cast_unsigned();
            let (first, last) = if array.divisor == 0 { (first, last) } else { (0, 0) };
            let at = |vertex: u32| offset.saturating_add(u64::from(vertex) * u64::from(array.stride));
            at(first)..at(last).saturating_add(element_bytes(array.format))
        };
        let arrays = set.iter().filter_map(|attribute| match attribute {
            VertexAttribute::Array(array) if Arc::ptr_eq(&array.memory, memory) => Some(of_array(array)),
            _ => None,
        });
        arrays.reduce(|one, other| one.start.min(other.start)..one.end.max(other.end))
    }

    /// Copies what draws that wait read of a part of a memory, which changes now. Returns false, and copies nothing, if that is too much.
    pub fn keep(&mut self, memory: &Arc<Memory>, part: Range<u64>) -> bool {
        let size = memory.len() as u64;
        for (number, known) in self.known.iter_mut().enumerate() {
            let Some(set) = self.sets.all_mut().get_mut(number) else { continue };
            let Some(read) = Self::read(set, known, memory).filter(|read| read.start < part.end && part.start < read.end) else { continue };
            // Whole words, so that what was aligned stays so.
            let (start, end) = (read.start.min(size) / 4 * 4, read.end.min(size));
            if end - start > MOST_COPIED {
                return false;
            }
            let Ok(copy) = Memory::new((end - start) as usize) else { return false };
            copy.copy_from(0, memory, start as usize, (end - start) as usize);
            let copy = Arc::new(copy);
            for attribute in set {
                if let VertexAttribute::Array(array) = attribute
                    && Arc::ptr_eq(&array.memory, memory)
                {
                    array.memory = copy.clone();
                    array.offset -= start.cast_signed();
                }
            }
            known.array = None;
            if self.now == Some(number) {
                self.now = None;
            }
        }
        true
    }
}
