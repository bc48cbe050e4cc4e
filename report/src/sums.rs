//! The sums of a context's frames.

use crate::distribution::Values;
use crate::run::{Apart, Bound, Context, Sum};
use crate::series::Series;
use glmeter_recording::{Counts, Frame, STATISTICS};
use std::collections::BTreeMap;

/// A part of the wall time from which on it bounds the frame.
const MOST: f64 = 0.9;

/// The name of the time that glmeter itself took, which stands among the counts.
pub(crate) const OWN_TIME: &str = "own_time";

/// The frames that the GPU, the CPU, and neither bounds, and those of which that is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BoundFrames {
    timed: [u64; 4],
    /// Those whose GPU time was not measured, so that it may have bounded them.
    untimed: [u64; 4],
}

impl BoundFrames {
    /// Adds a frame.
    pub(crate) fn add(&mut self, frame: &Frame) {
        let most = frame.wall() as f64 * MOST;
        let is_timed = frame.has(Frame::HAS_GPU);
        let bound = match () {
            // The GPU may have worked less than that.
            () if is_timed && frame.gpu as f64 >= most => {
                if frame.has(Frame::GPU_HAS_WAITS) {
                    3
                } else {
                    0
                }
            }
            () => 1 + usize::from((frame.cpu as f64) < most),
        };
        let frames = if is_timed { &mut self.timed } else { &mut self.untimed };
        frames[bound] += 1;
    }

    /// Returns the numbers of the frames that the GPU, the CPU and neither bounds, and of those of which that is not known: of the frames whose GPU
    /// time was measured, if there are any.
    pub(crate) fn numbers(&self) -> [u64; 4] {
        if self.timed == [0; 4] { self.untimed } else { self.timed }
    }
}

/// The sums of frames.
#[derive(Default)]
pub(crate) struct Sums {
    wall: Values,
    cpu: Values,
    process_cpu: Values,
    swap: Values,
    gpu: Values,
    uncertainty: u64,
    /// The number of parts of work without a swap, and of those whose GPU time was measured.
    parts: [u64; 2],
    /// The wall time of the frames whose GPU time was measured.
    timed_wall: u64,
    /// The number of frames whose GPU time may contain waiting.
    with_waits: u64,
    bound: BoundFrames,
    counts: [Sum; Counts::LEN],
    own_time: Sum,
    statistics: [Sum; STATISTICS.len()],
    /// The fragment shader invocations, the samples, and the pixels of frames whose number of pixels is known.
    surface: [u64; 3],
    series: Series,
}

impl Sums {
    /// Adds a frame.
    pub(crate) fn add(&mut self, frame: &Frame) {
        let wall = frame.wall();
        self.wall.add(wall);
        self.cpu.add(frame.cpu);
        self.process_cpu.add(frame.process_cpu);
        self.swap.add(frame.swap);
        let has_gpu = frame.has(Frame::HAS_GPU);
        if has_gpu {
            self.gpu.add(frame.gpu);
            self.uncertainty = self.uncertainty.saturating_add(frame.uncertainty);
            self.timed_wall = self.timed_wall.saturating_add(wall);
            self.with_waits += u64::from(frame.has(Frame::GPU_HAS_WAITS));
        }
        self.parts[0] += frame.parts.max(1);
        self.parts[1] += if has_gpu { frame.timed_parts.max(1) } else { 0 };
        self.bound.add(frame);
        self.counts.iter_mut().zip(frame.counts.values()).for_each(|(sum, count)| sum.add(count));
        self.own_time.add(frame.own_time);
        if frame.has(Frame::HAS_STATISTICS) {
            self.statistics.iter_mut().zip(frame.statistics).for_each(|(sum, count)| sum.add(count));
            if frame.pixels > 0 {
                let more = [frame.statistic("FRAGMENT_SHADER_INVOCATIONS"), frame.statistic("SAMPLES_PASSED"), frame.pixels];
                self.surface.iter_mut().zip(more).for_each(|(sum, more)| *sum = sum.saturating_add(more));
            }
        }
        self.series.add(frame);
    }

    /// Returns the sum of each count with its name.
    fn counts(&self) -> impl Iterator<Item = (&'static str, Sum)> {
        Counts::ALL.iter().map(|count| count.name).zip(self.counts).chain([(OWN_TIME, self.own_time)])
    }

    /// Returns true if there is no frame.
    pub(crate) fn is_empty(&self) -> bool {
        self.wall.count() == 0
    }

    /// Returns the sums as those of what is apart from the measured frames.
    pub(crate) fn apart(&self) -> Apart {
        let counts = self.counts().map(|(name, sum)| (name.to_owned(), sum.sum));
        let counted = STATISTICS.iter().zip(self.statistics).filter(|(_, sum)| sum.frames > 0);
        Apart {
            frames: self.parts[0],
            wall_time: self.wall.sum(),
            timed: self.parts[1],
            gpu_time: self.gpu.sum(),
            counts: counts.collect(),
            statistics: counted.map(|(name, sum)| ((*name).to_owned(), sum.sum)).collect(),
        }
    }

    /// Writes the sums to the context, whose sources are known. `origin` is the time that is 0 in the series.
    pub(crate) fn write(&self, context: &mut Context, origin: u64) {
        context.wall_time = self.wall.distribution();
        context.cpu_time = self.cpu.distribution();
        context.process_cpu_time = self.process_cpu.distribution();
        context.swap_time = self.swap.distribution();
        context.gpu_time = self.gpu.distribution();
        context.gpu_time_uncertainty = self.uncertainty as f64 / self.gpu.count().max(1) as f64;
        context.gpu_wall_time = self.timed_wall as f64 / self.gpu.count().max(1) as f64;
        context.gpu_time_has_waits = self.with_waits * 10 > self.gpu.count();
        context.gpu_busy = (self.timed_wall > 0).then(|| (self.gpu.sum() as f64 / self.timed_wall as f64).min(1.0));
        let names = [("gpu", Bound::Gpu), ("cpu", Bound::Cpu), ("waiting", Bound::Waiting), ("unknown", Bound::Unknown)];
        let bound = self.bound.numbers();
        let known = names.iter().zip(bound).filter(|((name, _), frames)| *frames > 0 || *name != "unknown");
        context.bound_frames = known.map(|((name, _), frames)| ((*name).to_owned(), frames)).collect();
        let most = names.iter().zip(bound).rev().max_by_key(|(_, frames)| *frames);
        context.bound = most.filter(|_| !self.is_empty()).map_or(Bound::Unknown, |((_, bound), _)| *bound);
        context.counts = self.counts().map(|(name, sum)| (name.to_owned(), sum)).collect();
        let has = |name: &str| context.sources.get(name).is_none_or(|source| source != "absent");
        let counted = STATISTICS.iter().zip(self.statistics).filter(|(name, sum)| sum.frames > 0 && has(name));
        let statistics: BTreeMap<String, Sum> = counted.map(|(name, sum)| ((*name).to_owned(), sum)).collect();
        context.ratios = self.ratios(&statistics);
        context.statistics = statistics;
        context.series = self.series.points(origin);
    }

    /// Returns the numbers that follow from the statistics that were counted.
    fn ratios(&self, statistics: &BTreeMap<String, Sum>) -> BTreeMap<String, f64> {
        let sum = |name: &str| statistics.get(name).map(|sum| sum.sum);
        let [fragments, samples, pixels] = self.surface;
        let on_surface = |name: &str, sum: u64| statistics.contains_key(name).then_some(sum);
        let ratios = [
            ("overdraw", on_surface("FRAGMENT_SHADER_INVOCATIONS", fragments), Some(pixels)),
            ("samples_per_pixel", on_surface("SAMPLES_PASSED", samples), Some(pixels)),
            ("invocations_per_vertex", sum("VERTEX_SHADER_INVOCATIONS"), sum("VERTICES_SUBMITTED")),
            ("clipping_yield", sum("CLIPPING_OUTPUT_PRIMITIVES"), sum("CLIPPING_INPUT_PRIMITIVES")),
            ("fragments_per_primitive", sum("FRAGMENT_SHADER_INVOCATIONS"), sum("CLIPPING_OUTPUT_PRIMITIVES")),
        ];
        let ratio = |(name, above, below): (&str, Option<u64>, Option<u64>)| {
            let below = below.filter(|below| *below > 0)?;
            Some((name.to_owned(), above? as f64 / below as f64))
        };
        ratios.into_iter().filter_map(ratio).collect()
    }
}
