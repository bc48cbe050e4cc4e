//! Video frames, for swap intervals.
//!
//! Nothing displays the windows of a software pipeline at a rate that it knows. Its video frames are those of a clock of 60 frames a second,
//! as in Mesa where the window system reports none.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// Video frames in a second.
pub const RATE: i64 = 60;

/// Returns the time of CLOCK_MONOTONIC in microseconds.
fn microseconds() -> i64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is valid.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut now) };
    now.tv_sec * 1_000_000 + now.tv_nsec / 1000
}

/// Returns the number of the current video frame.
pub fn frame() -> i64 {
    microseconds() * RATE / 1_000_000
}

/// Returns the microsecond at which a frame begins.
pub fn begin_of(frame: i64) -> i64 {
    frame.saturating_mul(1_000_000).saturating_add(RATE - 1) / RATE
}

/// Waits until a frame begins. Returns at once if it has.
pub fn wait_for(frame: i64) {
    loop {
        let left = begin_of(frame) - microseconds();
        if left <= 0 {
            return;
        }
        std::thread::sleep(Duration::from_micros(left as u64));
    }
}

/// Returns the video frame in which a swap takes place, or `None` for an interval of 0. `shown` is the frame of the last swap.
fn target_of(interval: i32, shown: i64, now: i64) -> Option<i64> {
    let due = shown.saturating_add(i64::from(interval.unsigned_abs()));
    match interval {
        0 => None,
        _ if now < due => Some(due),
        // "In this case, if abs(<interval>) video frames have already passed from the previous swap when the swap is ready to be performed, the
        // swap will occur without synchronization to a video frame." [EXT_swap_control_tear]
        ..0 => Some(now),
        _ => Some(now + 1),
    }
}

/// Waits for the video frame of a swap, if it has an interval. `shown` is the frame of the last swap that had one.
pub fn wait_to_swap(interval: i32, shown: &AtomicI64) {
    if let Some(target) = target_of(interval, shown.load(Ordering::Acquire), frame()) {
        wait_for(target);
        shown.store(frame(), Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_swap_waits_for_the_next_frame_or_tears() {
        assert_eq!((target_of(0, 10, 20), target_of(1, 10, 10), target_of(3, 10, 12)), (None, Some(11), Some(13)));
        assert_eq!((target_of(1, 10, 11), target_of(2, 10, 20)), (Some(12), Some(21)));
        assert_eq!((target_of(-1, 10, 10), target_of(-1, 10, 11), target_of(-2, 10, 11)), (Some(11), Some(11), Some(12)));
        assert_eq!((target_of(i32::MIN, 0, 1), target_of(i32::MAX, i64::MAX, 1)), (Some(1 << 31), Some(i64::MAX)));
    }

    #[test]
    fn a_frame_begins_when_the_one_before_ends() {
        for number in [0, 1, 59, 60, 12_345_678] {
            let begin = begin_of(number);
            assert_eq!(begin * RATE / 1_000_000, number);
            assert!(number == 0 || (begin - 1) * RATE / 1_000_000 == number - 1);
        }
        let now = frame();
        wait_for(now + 1);
        assert!(frame() > now);
    }
}
