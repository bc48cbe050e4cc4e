//! The figures of one context in an interval of time.

use crate::run::Bound;
use crate::sums::BoundFrames;
use glmeter_recording::{Counts, Frame, STATISTICS, Unit};
use hdrhistogram::Histogram;

/// Sums up the frames of one context until the interval ends.
pub(crate) struct Figures {
    /// The wall times. `None` if they cannot be counted, which three digits always can.
    wall_times: Option<Histogram<u64>>,
    frames: u64,
    wall: u64,
    worst: u64,
    cpu: u64,
    gpu: u64,
    /// The number and the wall time of the frames whose GPU time was measured.
    timed: u64,
    timed_wall: u64,
    bound: BoundFrames,
    /// The number of the frames whose statistics were counted, and their statistics.
    counted: u64,
    vertices: u64,
    fragments: u64,
    /// The pixels of these frames' surfaces.
    pixels: u64,
    /// The sums of the counts and of the statistics.
    counts: Counts,
    statistics: [u64; STATISTICS.len()],
}

/// What is shown of an interval. Times are nanoseconds of a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Values {
    /// Frames a second.
    pub(crate) rate: f64,
    /// The mean wall time.
    pub(crate) mean: f64,
    /// The wall time that 99 % of the frames do not exceed.
    pub(crate) p99: f64,
    /// The worst wall time.
    pub(crate) worst: f64,
    /// The CPU time of the thread.
    pub(crate) cpu: f64,
    /// The GPU time, if it was measured.
    pub(crate) gpu: Option<f64>,
    /// The share of the time in which the GPU worked, 0 to 1.
    pub(crate) busy: Option<f64>,
    /// What bounds the frames.
    pub(crate) bound: Bound,
    /// Draws a frame.
    pub(crate) draws: f64,
    /// Vertices a frame, if they were counted.
    pub(crate) vertices: Option<f64>,
    /// Fragment shader invocations a pixel, if they were counted.
    pub(crate) overdraw: Option<f64>,
    /// Bytes uploaded a second.
    pub(crate) uploads: f64,
    /// The name of each count, and how much of it a frame has.
    pub(crate) counts: Vec<(&'static str, f64)>,
}

impl Figures {
    /// Returns the figures of no frames.
    pub(crate) fn new() -> Self {
        let wall_times = Histogram::new(3).ok();
        Self {
            wall_times,
            frames: 0,
            wall: 0,
            worst: 0,
            cpu: 0,
            gpu: 0,
            timed: 0,
            timed_wall: 0,
            bound: BoundFrames::default(),
            counted: 0,
            vertices: 0,
            fragments: 0,
            pixels: 0,
            counts: Counts::NONE,
            statistics: [0; STATISTICS.len()],
        }
    }

    /// Adds a frame.
    pub(crate) fn add(&mut self, frame: &Frame) {
        let wall = frame.wall();
        if let Some(wall_times) = &mut self.wall_times {
            // Fails for no value: the histogram grows.
            let _ = wall_times.record(wall);
        }
        self.frames += 1;
        self.wall += wall;
        self.worst = self.worst.max(wall);
        self.cpu += frame.cpu;
        self.bound.add(frame);
        self.counts.add(&frame.counts);
        if frame.has(Frame::HAS_GPU) {
            self.timed += 1;
            self.timed_wall += wall;
            self.gpu += frame.gpu;
        }
        if frame.has(Frame::HAS_STATISTICS) {
            self.counted += 1;
            self.vertices += frame.statistic("VERTICES_SUBMITTED");
            self.fragments += frame.statistic("FRAGMENT_SHADER_INVOCATIONS");
            self.pixels += frame.pixels;
            self.statistics.iter_mut().zip(frame.statistics).for_each(|(sum, count)| *sum += count);
        }
    }

    /// Returns what to show of an interval of a length in nanoseconds. Returns `None` if no frame ended in it.
    pub(crate) fn values(&self, length: u64) -> Option<Values> {
        let each = |sum: u64, of: u64| (of > 0).then(|| sum as f64 / of as f64);
        let mean = each(self.wall, self.frames)?;
        let seconds = length.max(1) as f64 / 1e9;
        let worst = self.worst as f64;
        let counts = Counts::ALL.iter().filter(|count| count.unit != Unit::Nanoseconds);
        let counts = counts.filter_map(|count| Some((count.title, each((count.of)(&self.counts), self.frames)?)));
        let statistics = STATISTICS.iter().zip(self.statistics).filter_map(|(name, sum)| Some((*name, each(sum, self.counted)?)));
        Some(Values {
            counts: counts.chain(statistics).collect(),
            rate: self.frames as f64 / seconds,
            mean,
            p99: self.wall_times.as_ref().map_or(mean, |times| (times.value_at_quantile(0.99) as f64).min(worst)),
            worst,
            cpu: each(self.cpu, self.frames).unwrap_or_default(),
            gpu: each(self.gpu, self.timed),
            busy: each(self.gpu, self.timed_wall).map(|busy| busy.min(1.0)),
            bound: most(self.bound.numbers()),
            draws: each(self.counts.draws, self.frames).unwrap_or_default(),
            vertices: each(self.vertices, self.counted),
            overdraw: each(self.fragments, self.pixels),
            uploads: self.counts.upload_bytes as f64 / seconds,
        })
    }
}

/// Returns what bounds most of the frames, of which the GPU, the CPU, and neither bound these numbers; of the last it is not known.
fn most([gpu, cpu, waiting, unknown]: [u64; 4]) -> Bound {
    match gpu.max(cpu).max(waiting).max(unknown) {
        most if most == unknown => Bound::Unknown,
        most if most == gpu => Bound::Gpu,
        most if most == cpu => Bound::Cpu,
        _ => Bound::Waiting,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
pub(crate) mod tests {
    use super::*;

    /// Returns a frame of these milliseconds that ends at a time in milliseconds: 10 draws, 1000 vertices, an overdraw of 2.
    pub(crate) fn frame(number: u64, end: u64, wall: u64, cpu: u64, gpu: u64) -> Frame {
        let mut statistics = [0; STATISTICS.len()];
        for (name, place) in STATISTICS.iter().zip(&mut statistics) {
            *place = match *name {
                "VERTICES_SUBMITTED" => 1000,
                "FRAGMENT_SHADER_INVOCATIONS" => 2 * 640 * 480,
                _ => 0,
            };
        }
        Frame {
            number,
            begin: (end - wall) * 1_000_000,
            end: end * 1_000_000,
            cpu: cpu * 1_000_000,
            gpu: gpu * 1_000_000,
            flags: Frame::HAS_GPU | Frame::HAS_STATISTICS,
            counts: Counts { draws: 10, upload_bytes: 5000, ..Counts::NONE },
            pixels: 640 * 480,
            statistics,
            ..Frame::default()
        }
    }

    #[test]
    fn an_interval_has_rates_means_and_the_worst() {
        let mut figures = Figures::new();
        assert_eq!(figures.values(1_000_000_000), None);
        (0..99).for_each(|number| figures.add(&frame(number, 100, 10, 2, 9)));
        figures.add(&frame(99, 200, 60, 2, 9));
        let values = figures.values(2_000_000_000).unwrap();
        assert_eq!((values.rate, values.mean, values.worst), (50.0, 10.5e6, 60e6));
        assert!((values.p99 - 10e6).abs() < 10e3, "{}", values.p99);
        assert_eq!((values.cpu, values.gpu, values.draws, values.vertices), (2e6, Some(9e6), 10.0, Some(1000.0)));
        assert_eq!((values.overdraw, values.uploads, values.bound), (Some(2.0), 250_000.0, Bound::Gpu));
    }

    #[test]
    fn a_frame_without_gpu_time_and_statistics_leaves_them_out() {
        let mut figures = Figures::new();
        figures.add(&Frame { flags: 0, ..frame(0, 10, 10, 9, 0) });
        let values = figures.values(10_000_000).unwrap();
        assert_eq!((values.gpu, values.busy, values.vertices, values.overdraw), (None, None, None, None));
        assert_eq!(values.bound, Bound::Cpu);
        let mut figures = Figures::new();
        figures.add(&frame(0, 10, 10, 1, 8));
        assert_eq!(figures.values(10_000_000).unwrap().bound, Bound::Waiting);
    }
}
