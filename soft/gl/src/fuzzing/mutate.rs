//! A mutator of shader text. It works on tokens, whereas libFuzzer's mutator works on bytes.

use super::vocabulary::{LINES, WORDS};

/// A xorshift32 random number generator.
pub struct XorShift(pub u32);

impl XorShift {
    /// Returns a pseudorandom number.
    pub fn next(&mut self) -> u32 {
        self.0 = self.0.max(1);
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    /// Returns a pseudorandom number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.next() as usize % end.max(1)
    }
}

/// Splits text into tokens: words and numbers, runs of blanks, single other bytes.
fn tokens(text: &[u8]) -> Vec<&[u8]> {
    let class = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' => 1,
        b' ' | b'\t' => 2,
        _ => 0,
    };
    text.chunk_by(|&one, &other| class(one) == class(other) && class(one) != 0).collect()
}

/// Returns a mutated input for `shader_text`, of at most `limit` bytes. Equal seeds give equal results.
pub fn mutate(input: &[u8], limit: usize, seed: u32) -> Vec<u8> {
    let mut chance = XorShift(seed ^ 0x9E37_79B9);
    let (head, text) = input.split_at(input.len().min(1));
    let mut all = tokens(text);
    let mut head = head.to_vec();
    if head.is_empty() || chance.below(16) == 0 {
        head = vec![chance.next() as u8];
    }
    let words: Vec<&[u8]> = all.iter().copied().filter(|token| token.iter().any(u8::is_ascii_alphanumeric)).collect();
    for _ in 0..=chance.below(4) {
        let at = chance.below(all.len() + 1);
        let from = chance.below(all.len());
        let length = chance.below(6) + 1;
        match chance.below(12) {
            0 => drop(all.drain(at.min(all.len())..(at + length).min(all.len()))),
            1 | 2 => all.insert(at, WORDS[chance.below(WORDS.len())].as_bytes()),
            3 | 4 if at < all.len() => all[at] = WORDS[chance.below(WORDS.len())].as_bytes(),
            5 | 6 => {
                // Insert between statements or declarations, if there are any.
                let position = all[at..].iter().position(|token| matches!(token, [b';' | b'{' | b'}'])).map_or(at, |found| at + found + 1);
                all.insert(position, LINES[chance.below(LINES.len())].as_bytes());
            }
            7 if !words.is_empty() => all.insert(at, words[chance.below(words.len())]),
            8 | 9 if !words.is_empty() && at < all.len() => {
                // Replace a word by a word: the result is often still a shader.
                if let Some(found) = all[at..].iter().position(|token| words.contains(token)) {
                    all[at + found] = words[chance.below(words.len())];
                }
            }
            10 if from < all.len() => {
                let part = all[from..(from + 4 * length).min(all.len())].to_vec();
                drop(all.splice(at..at, part));
            }
            11 if all.len() > 1 => {
                let last = all.len() - 1;
                all.swap(at.min(last), chance.below(last));
            }
            _ => {}
        }
    }
    head.extend(all.concat());
    head.truncate(limit);
    head
}
