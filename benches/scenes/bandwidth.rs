//! The share of the memory's bandwidth that scenes use.

use crate::scenes;
use std::time::{Duration, Instant};

/// The bytes that each thread copies, which are more than the caches hold for one.
const BYTES: usize = 64 << 20;

/// Returns the bytes a nanosecond that this many threads together read and write while they copy memory: the most of several copies.
fn measured(threads: usize) -> f64 {
    let copies = || {
        let (from, mut into) = (vec![1_u8; BYTES], vec![0_u8; BYTES]);
        let copy = |_| {
            let start = Instant::now();
            into.copy_from_slice(std::hint::black_box(&from));
            std::hint::black_box(&mut into);
            start.elapsed()
        };
        (0..8).map(copy).min().unwrap_or(Duration::MAX)
    };
    let longest = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(copies)).collect();
        threads.into_iter().map(|thread| thread.join().expect("a copy does not panic")).max()
    });
    (2 * BYTES * threads) as f64 / longest.unwrap_or(Duration::MAX).as_nanos() as f64
}

/// Prints what the scenes use that memory may bound, from the nanoseconds of a draw by driver and key.
pub(crate) fn print(threads: usize, time: impl Fn(usize, &str) -> Option<f64>) {
    let rows: Vec<_> = scenes::all().filter_map(|scene| Some((scene, scene.bytes()?, time(0, scene.key)?))).collect();
    if rows.is_empty() {
        return;
    }
    let most = measured(threads);
    println!("\ngigabytes a second of images, and their share of the {most:.1} that copies of {threads} threads reach in memory\n");
    println!("{:44}{:>10}{:>10}{:>10}{:>10}", "", "pipeline", "share", "llvmpipe", "share");
    for (scene, bytes, own) in rows {
        let cells = |time: Option<f64>| {
            time.map_or(["-".to_owned(), "-".to_owned()], |time| {
                [format!("{:.1}", bytes / time), format!("{:.0} %", bytes / time / most * 100.0)]
            })
        };
        let ([own, share], [other, other_share]) = (cells(Some(own)), cells(time(1, scene.key)));
        println!("{:44}{own:>10}{share:>10}{other:>10}{other_share:>10}", scene.title);
    }
}
