//! The picture of one frame, and its hash.

use super::commands::picture_memory;
use super::open::recording;
use super::with_timed;
use crate::clock::now;
use crate::gl::GLint;
use glmeter_recording::{Picture, Recording};

/// The start and the factor of the hash FNV-1a of 64 bits.
const START: u64 = 0xcbf2_9ce4_8422_2325;
const FACTOR: u64 = 0x0000_0100_0000_01b3;

/// Returns the hash of a picture: FNV-1a of 64 bits over its width and its height, each as four bytes, the low one first, and its pixels, each
/// as the bytes red, green, blue and alpha, from the lower left corner on.
fn hash(picture: &Picture) -> u64 {
    let size = [picture.width, picture.height].map(u32::to_le_bytes);
    let bytes = size.as_flattened().iter().chain(&picture.pixels);
    bytes.fold(START, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(FACTOR))
}

/// Records the hash of the current context's picture, and the picture itself if the command wants it, if its frame is the one that the command asks for: that of the first context in which
/// there is such a frame. Called after the frame's last command and before its swap. `size` returns the size of the surface, where the window
/// system tells it; otherwise the viewport counts.
pub(crate) fn keep_picture(size: impl FnOnce() -> Option<[GLint; 2]>) {
    let Some(recording) = recording() else { return };
    let Some(wanted) = recording.options().picture_frame else { return };
    if recording.picture_hash().is_some() {
        return;
    }
    with_timed(recording, |context| {
        if context.frames.open.number != wanted {
            return;
        }
        let begun = now();
        if let Some(picture) = context.driver.picture(size(), &context.description) {
            keep(recording, &picture);
            recording.set_picture_hash(hash(&picture));
        }
        if let Some(error) = context.driver.held_error() {
            context.keep_error(error);
        }
        context.frames.open.own_time += now().saturating_sub(begun);
    });
}

/// Stores a picture where the command wants it. Without the command's memory, or without room, there is none, and the command says so.
fn keep(recording: &Recording, picture: &Picture) {
    let memory = recording.options().picture_descriptor.and_then(|number| picture_memory(recording.creator(), number));
    if let Some(memory) = memory {
        let _ = memory.keep(picture);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv_1a_of_size_and_pixels() {
        let of = |width, height, pixels: &[u8]| hash(&Picture { width, height, pixels: pixels.to_vec() });
        // Eight zeros, by another implementation.
        assert_eq!(of(0, 0, &[]), 0xa8c7_f832_281a_39c5);
        assert_ne!(of(2, 1, &[1; 8]), of(1, 2, &[1; 8]));
        assert_ne!(of(1, 1, &[1, 2, 3, 4]), of(1, 1, &[4, 3, 2, 1]));
    }
}
