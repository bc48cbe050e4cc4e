//! Simulates how the draws of a scene would scale with threads: each tile is drawn alone, through a scissor, on one thread, and a
//! schedule gives the tiles in their order to the thread that is idle first, as the pipeline does.
//!
//! What a draw takes whose scissor is empty counts as work of one thread: vertices and primitives, commands, uploads. Several threads
//! process vertices too, so scenes that spend much of their time there are left out.

use crate::scenes::SIZE;
use glmeter_abi::functions;
use std::time::Duration;

const GL_SCISSOR_TEST: u32 = 0x0C11;

/// The width and height of the pipeline's tiles, in pixels.
const TILE: i32 = 64;

/// How often each tile is drawn; the shortest time counts.
const REPETITIONS: usize = 5;

/// The part of a draw's time that vertices and commands may take, as a divisor.
const SERIAL: u32 = 10;

/// The numbers of threads that the simulation has.
pub(crate) const THREADS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

functions! {
    pub(crate) struct Scissor("") {
        fn glDisable(cap: u32);
        fn glEnable(cap: u32);
        fn glScissor(x: i32, y: i32, width: i32, height: i32);
    }
}

/// The time of each tile of a draw.
pub(crate) struct Schedule {
    /// The time of what one thread does for the whole draw.
    serial: Duration,
    tiles: Vec<Duration>,
}

impl Schedule {
    /// Draws each tile of the picture alone. `time` draws and returns how long it took, `whole` is the time without a scissor. Returns `None`
    /// if too much of it is not the tiles'.
    pub(crate) fn new(scissor: &Scissor, whole: Duration, time: impl Fn() -> Duration) -> Option<Self> {
        let least = |x: i32, y: i32, size: i32| {
            // SAFETY: the function takes no pointers.
            unsafe { scissor.glScissor(x, y, size, size) };
            (0..REPETITIONS).map(|_| time()).min().unwrap_or_default()
        };
        // SAFETY: the function takes no pointers.
        unsafe { scissor.glEnable(GL_SCISSOR_TEST) };
        let serial = least(0, 0, 0);
        let places = (0..SIZE / TILE).flat_map(|row| (0..SIZE / TILE).map(move |column| (column * TILE, row * TILE)));
        let tile = |(x, y)| least(x, y, TILE).saturating_sub(serial);
        let schedule = (serial * SERIAL < whole).then(|| Self { serial, tiles: places.map(tile).collect() });
        // SAFETY: the function takes no pointers.
        unsafe { scissor.glDisable(GL_SCISSOR_TEST) };
        schedule
    }

    /// Returns the time of a draw with this number of threads.
    pub(crate) fn time(&self, threads: usize) -> Duration {
        let mut idle_from = vec![Duration::ZERO; threads];
        for tile in &self.tiles {
            if let Some(first) = idle_from.iter_mut().min() {
                *first += *tile;
            }
        }
        self.serial + idle_from.into_iter().max().unwrap_or_default()
    }
}
