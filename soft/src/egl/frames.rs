//! The frames of a surface: the swap interval, damage and the age of the back buffer.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// No swap interval.
const UNSET: i32 = -1;

/// The swap interval of a surface, and what the program knows of its current frame.
#[derive(Debug)]
pub struct Frames {
    /// The swap interval that the program set, or [`UNSET`].
    interval: AtomicI32,
    /// True if the back buffer has the contents of the previous frame, because windows get copies: EGL_BUFFER_AGE_EXT is 1, otherwise 0.
    defined: AtomicBool,
    /// True if the program has queried the age since the last frame boundary.
    age_known: AtomicBool,
    /// True if the program has called eglSetDamageRegionKHR since the last frame boundary.
    damage_set: AtomicBool,
}

impl Default for Frames {
    fn default() -> Self {
        let [defined, age_known, damage_set] = [const { AtomicBool::new(false) }; 3];
        Self { interval: AtomicI32::new(UNSET), defined, age_known, damage_set }
    }
}

impl Frames {
    /// Returns true if the program has queried the age of the back buffer since the last frame boundary.
    pub fn age_is_known(&self) -> bool {
        self.age_known.load(Ordering::Acquire)
    }

    /// Returns the swap interval, if the program has set one.
    pub fn interval(&self) -> Option<i32> {
        Some(self.interval.load(Ordering::Relaxed)).filter(|&interval| interval != UNSET)
    }

    /// Sets the swap interval.
    pub fn set_interval(&self, interval: i32) {
        self.interval.store(interval, Ordering::Relaxed);
    }

    /// Returns EGL_BUFFER_AGE_EXT, and notes that the program knows it.
    pub fn query_age(&self) -> i32 {
        self.age_known.store(true, Ordering::Release);
        self.defined.load(Ordering::Acquire).into()
    }

    /// Notes a call of eglSetDamageRegionKHR. Returns true if there was one since the last frame boundary.
    pub fn set_damage(&self) -> bool {
        self.damage_set.swap(true, Ordering::AcqRel)
    }

    /// Notes that the back buffer is a new one.
    pub fn resized(&self) {
        self.defined.store(false, Ordering::Release);
    }

    /// Notes a frame boundary.
    pub fn end(&self) {
        self.defined.store(true, Ordering::Release);
        self.age_known.store(false, Ordering::Release);
        self.damage_set.store(false, Ordering::Release);
    }
}
