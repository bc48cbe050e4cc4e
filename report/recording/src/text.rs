//! Texts of a fixed length in shared memory.

use core::sync::atomic::{AtomicU64, Ordering};

/// A text of at most `8 * WORDS - 1` bytes, padded with zeros.
#[repr(transparent)]
pub(crate) struct Text<const WORDS: usize>([AtomicU64; WORDS]);

impl<const WORDS: usize> Text<WORDS> {
    /// Returns the longest beginning of a text that fits and ends with a whole character, as words.
    pub(crate) fn words(text: &str) -> [u64; WORDS] {
        let most = (WORDS * 8).saturating_sub(1);
        let end = (0..=text.len().min(most)).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
        let bytes = text.as_bytes().get(..end).unwrap_or_default();
        core::array::from_fn(|word| {
            let mut eight = [0; 8];
            eight.iter_mut().zip(bytes.iter().skip(word * 8)).for_each(|(place, byte)| *place = *byte);
            u64::from_ne_bytes(eight)
        })
    }

    /// Writes a text, cut to what fits.
    pub(crate) fn set(&self, text: &str) {
        self.set_words(&Self::words(text));
    }

    /// Writes the words of a text.
    pub(crate) fn set_words(&self, words: &[u64; WORDS]) {
        self.0.iter().zip(words).for_each(|(place, word)| place.store(*word, Ordering::Relaxed));
    }

    /// Returns true if this is the text of these words.
    pub(crate) fn is(&self, words: &[u64; WORDS]) -> bool {
        self.0.iter().zip(words).all(|(own, word)| own.load(Ordering::Relaxed) == *word)
    }

    /// Returns the text.
    pub(crate) fn get(&self) -> String {
        let bytes: Vec<u8> = self.0.iter().flat_map(|word| word.load(Ordering::Relaxed).to_ne_bytes()).collect();
        String::from_utf8_lossy(bytes.split(|byte| *byte == 0).next().unwrap_or_default()).into_owned()
    }
}
