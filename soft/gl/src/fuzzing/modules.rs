//! A mutator of SPIR-V modules. It changes words and instructions, so that most results still parse.

use super::mutate::XorShift;

/// The first word of a module.
pub const MAGIC: [u8; 4] = 0x0723_0203u32.to_ne_bytes();

/// The words before the first instruction.
const HEADER: usize = 5;

/// Returns the first word of each instruction.
fn starts(words: &[u32]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut at = HEADER;
    while let Some(&word) = words.get(at) {
        starts.push(at);
        at += (word >> 16).max(1) as usize;
    }
    starts
}

/// Returns a mutated module. Equal seeds give equal results.
pub fn mutate_module(module: &[u8], seed: u32) -> Vec<u8> {
    let mut chance = XorShift(seed ^ 0x9E37_79B9);
    let mut words: Vec<u32> = module.as_chunks::<4>().0.iter().map(|word| u32::from_ne_bytes(*word)).collect();
    for _ in 0..=chance.below(4) {
        let starts = starts(&words);
        if starts.is_empty() {
            break;
        }
        let start = starts[chance.below(starts.len())];
        let length = (words[start] >> 16).max(1) as usize;
        let end = (start + length).min(words.len());
        let operand = start + 1 + chance.below(length.saturating_sub(1));
        let other = starts[chance.below(starts.len())];
        let other_end = (other + (words[other] >> 16).max(1) as usize).min(words.len());
        match chance.below(8) {
            // An id becomes another one that is near or anywhere.
            0 | 1 => {
                if let Some(word) = words.get_mut(operand) {
                    *word = word.wrapping_add_signed(chance.below(9) as i32 - 4);
                }
            }
            2 => {
                let value = chance.below(160) as u32;
                if let Some(word) = words.get_mut(operand) {
                    *word = value;
                }
            }
            3 => {
                let from = other + 1 + chance.below(other_end - other);
                let value = words.get(from).copied().unwrap_or(0);
                if let Some(word) = words.get_mut(operand) {
                    *word = value;
                }
            }
            // Another operation on the same operands.
            4 => words[start] = (words[start] & 0xFFFF_0000) | chance.below(400) as u32,
            5 => {
                words.drain(start..end);
            }
            6 => {
                let copy: Vec<u32> = words[other..other_end].to_vec();
                words.splice(start..start, copy);
            }
            _ => {
                if let Some(word) = words.get_mut(operand) {
                    *word = chance.next();
                }
            }
        }
    }
    words.into_iter().flat_map(u32::to_ne_bytes).collect()
}
