//! The slots of the vendors that glmeter wraps: each has functions of its own, by which glmeter knows which vendor a program calls.

/// The number of vendors of one window system that glmeter can wrap. The functions of any further vendor are its own.
#[cfg(not(android_layer))]
pub(crate) const SLOTS: usize = 8;

/// The layer of Android is in front of one platform.
#[cfg(android_layer)]
pub(crate) const SLOTS: usize = 1;

/// Returns an array with the instance of a generic item for each slot. What follows a semicolon follows each instance.
#[cfg(not(android_layer))]
macro_rules! for_each_slot {
    ($($item:ident)::+ $(; $($rest:tt)*)?) => {
        [
            $($item)::+::<0> $($($rest)*)?,
            $($item)::+::<1> $($($rest)*)?,
            $($item)::+::<2> $($($rest)*)?,
            $($item)::+::<3> $($($rest)*)?,
            $($item)::+::<4> $($($rest)*)?,
            $($item)::+::<5> $($($rest)*)?,
            $($item)::+::<6> $($($rest)*)?,
            $($item)::+::<7> $($($rest)*)?,
        ]
    };
}
/// Returns an array with the instance of a generic item for each slot. What follows a semicolon follows each instance.
#[cfg(android_layer)]
macro_rules! for_each_slot {
    ($($item:ident)::+ $(; $($rest:tt)*)?) => {
        [
            $($item)::+::<0> $($($rest)*)?,
        ]
    };
}
pub(crate) use for_each_slot;
