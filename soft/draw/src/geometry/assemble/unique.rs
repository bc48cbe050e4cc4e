//! Assigns one record to each distinct index of a window, so that its vertex is shaded once.

use crate::geometry::workers::grow;
use shader::pipeline::state::Failure;

/// Scratch memory; its size is bounded by the window, whatever the indices.
#[derive(Debug, Default)]
pub struct Unique {
    /// The record of each index, by index minus the smallest index; NONE if unused.
    direct: Vec<u32>,
    /// The index and position of each entry, if the indices span too large a range.
    sorted: Vec<u64>,
}

const NONE: u32 = u32::MAX;

impl Unique {
    /// Replaces each index in `indices` by a record number, counted from `first_record`, and appends the index of each new record to
    /// `vertices`.
    pub fn replace(&mut self, indices: &mut [u32], first_record: u32, vertices: &mut Vec<u32>) -> Result<(), Failure> {
        let (mut least, mut greatest) = (u32::MAX, 0);
        for &index in indices.iter() {
            least = least.min(index);
            greatest = greatest.max(index);
        }
        if indices.is_empty() {
            return Ok(());
        }
        vertices.try_reserve(indices.len()).map_err(|_| Failure::OutOfMemory)?;
        let range = (greatest - least) as usize + 1;
        if range <= indices.len().saturating_mul(8).saturating_add(1024) {
            grow(&mut self.direct, range, NONE)?;
            let direct = &mut self.direct[..range];
            direct.fill(NONE);
            let mut next = first_record;
            for index in indices.iter_mut() {
                let slot = &mut direct[(*index - least) as usize];
                if *slot == NONE {
                    *slot = next;
                    next += 1;
                    vertices.push(*index);
                }
                *index = *slot;
            }
            return Ok(());
        }
        self.sorted.clear();
        self.sorted.try_reserve(indices.len()).map_err(|_| Failure::OutOfMemory)?;
        self.sorted.extend(indices.iter().enumerate().map(|(position, &index)| u64::from(index) << 32 | position as u64));
        self.sorted.sort_unstable();
        let mut record = first_record.wrapping_sub(1);
        let mut before = None;
        for &entry in &self.sorted {
            let index = (entry >> 32) as u32;
            if before != Some(index) {
                before = Some(index);
                record = record.wrapping_add(1);
                vertices.push(index);
            }
            indices[entry as u32 as usize] = record;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
    use super::*;

    fn check(original: &[u32]) -> usize {
        let mut unique = Unique::default();
        let mut records = original.to_vec();
        let mut vertices = Vec::new();
        unique.replace(&mut records, 7, &mut vertices).unwrap();
        for (record, index) in records.iter().zip(original) {
            assert_eq!(vertices[*record as usize - 7], *index);
        }
        let mut distinct = original.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(vertices.len(), distinct.len());
        vertices.len()
    }

    #[test]
    fn each_distinct_index_has_one_record_near_or_far() {
        assert_eq!(check(&[]), 0);
        assert_eq!(check(&[5, 5, 5]), 1);
        assert_eq!(check(&[0, 1, 2, 2, 1, 3]), 4);
        assert_eq!(check(&[0, u32::MAX, 5, u32::MAX, 0, 1 << 30]), 4);
        let scattered: Vec<u32> = (0..3000u32).map(|n| (n % 1000).wrapping_mul(2_654_435_761)).collect();
        assert_eq!(check(&scattered), 1000);
    }
}
