//! Bytes of memory, at any address of which words are loaded and stored.

use super::memory::Memory;
use super::words;
use std::ops::Range;

impl Memory {
    /// Copies bytes from byte `offset` on to `into`; bytes out of bounds read as 0.
    pub fn read(&self, offset: usize, into: &mut [u8]) {
        let inside = self.len().saturating_sub(offset).min(into.len());
        let (into, outside) = into.split_at_mut(inside);
        outside.fill(0);
        // The bytes before the first whole word, the whole words, and the bytes after the last one.
        let lead = (offset.wrapping_neg() % 4).min(inside);
        let (first, rest) = into.split_at_mut(lead);
        for (index, byte) in first.iter_mut().enumerate() {
            *byte = self.byte(offset + index);
        }
        let (whole, last) = rest.split_at_mut(rest.len() / 4 * 4);
        words::load(self.words().get((offset + lead) / 4..).unwrap_or_default(), whole);
        let start = offset + inside - last.len();
        for (index, byte) in last.iter_mut().enumerate() {
            *byte = self.byte(start + index);
        }
    }

    /// Copies bytes from `from` to byte `offset` on; bytes out of bounds are dropped.
    pub fn write(&self, offset: usize, from: &[u8]) {
        let inside = self.len().saturating_sub(offset).min(from.len());
        let from = &from[..inside];
        let lead = (offset.wrapping_neg() % 4).min(inside);
        let (first, rest) = from.split_at(lead);
        for (index, &byte) in first.iter().enumerate() {
            self.set_byte(offset + index, byte);
        }
        let (whole, last) = rest.split_at(rest.len() / 4 * 4);
        words::store(self.words().get((offset + lead) / 4..).unwrap_or_default(), whole);
        let start = offset + inside - last.len();
        for (index, &byte) in last.iter().enumerate() {
            self.set_byte(start + index, byte);
        }
    }

    /// Copies `length` bytes from another memory, or from this one if the ranges do not overlap. Out of bounds, bytes read as 0 and writes
    /// are dropped.
    pub fn copy_from(&self, offset: usize, from: &Memory, from_offset: usize, length: usize) {
        let length = length.min(self.len().saturating_sub(offset));
        let done = self.copy_words_from(offset, from, from_offset, length);
        if done < length {
            self.copy_bytes_from(offset, from, from_offset, done..length);
        }
    }

    /// Copies a part of the bytes that [`Self::copy_from`] copies, at any address.
    #[inline(never)]
    fn copy_bytes_from(&self, offset: usize, from: &Memory, from_offset: usize, part: Range<usize>) {
        let Range { start: mut done, end: length } = part;
        let mut chunk = [0; 4096];
        while done < length {
            let part = &mut chunk[..(length - done).min(4096)];
            from.read(from_offset.saturating_add(done), part);
            self.write(offset + done, part);
            done += part.len();
        }
    }

    /// Copies the words of a range that [`Self::copy_from`] copies if both sides begin at words. Returns how many bytes were copied.
    fn copy_words_from(&self, offset: usize, from: &Memory, from_offset: usize, length: usize) -> usize {
        if !offset.is_multiple_of(4) || !from_offset.is_multiple_of(4) {
            return 0;
        }
        let inside = length.min(from.len().saturating_sub(from_offset)) / 4;
        match (from.words().get(from_offset / 4..), self.words().get(offset / 4..)) {
            (Some(from), Some(into)) if from.len() >= inside && into.len() >= inside => {
                words::copy(&from[..inside], &into[..inside]);
                inside * 4
            }
            _ => 0,
        }
    }

    fn byte(&self, at: usize) -> u8 {
        self.word(at / 4).to_le_bytes()[at % 4]
    }

    fn set_byte(&self, at: usize, byte: u8) {
        let shift = (at % 4) * 8;
        let old = self.word(at / 4);
        self.set_word(at / 4, old & !(0xFF << shift) | u32::from(byte) << shift);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn bytes_come_back_at_every_alignment() {
        let bytes: Vec<u8> = (1..=40).collect();
        for offset in 0..8 {
            for length in 0..24 {
                let memory = Memory::new(29).unwrap();
                memory.write(offset, &bytes[..length]);
                let mut back = vec![0xEE; 40];
                memory.read(0, &mut back);
                for (at, &byte) in back.iter().enumerate() {
                    let inside = at >= offset && at < offset + length && at < 29;
                    assert_eq!(byte, if inside { bytes[at - offset] } else { 0 }, "offset {offset}, length {length}, byte {at}");
                }
                let mut part = vec![0xEE; length];
                memory.read(offset, &mut part);
                assert_eq!(part[..], back[offset..offset + length]);
            }
        }
    }

    #[test]
    fn copies_between_memories() {
        let (one, two) = (Memory::new(9000).unwrap(), Memory::new(8999).unwrap());
        let bytes: Vec<u8> = (0..9000).map(|value| (value % 251) as u8).collect();
        one.write(0, &bytes);
        two.copy_from(3, &one, 1, usize::MAX);
        let mut back = vec![0; 8996];
        two.read(3, &mut back);
        assert_eq!(back[..], bytes[1..8997]);
    }
}
