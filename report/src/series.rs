//! Frames summed up in their order, in constant memory.

use crate::run::Point;
use glmeter_recording::Frame;

/// The most points of a series.
pub const POINTS: usize = 2048;

/// The sums of consecutive frames.
#[derive(Clone, Copy, Default)]
struct Bucket {
    frame: u64,
    frames: u64,
    begin: u64,
    wall: u64,
    worst: u64,
    cpu: u64,
    gpu: u64,
    timed: u64,
    draws: u64,
}

impl Bucket {
    /// Adds the frames that follow.
    fn join(&mut self, next: &Self) {
        self.frames += next.frames;
        self.wall = self.wall.saturating_add(next.wall);
        self.worst = self.worst.max(next.worst);
        self.cpu = self.cpu.saturating_add(next.cpu);
        self.gpu = self.gpu.saturating_add(next.gpu);
        self.timed += next.timed;
        self.draws = self.draws.saturating_add(next.draws);
    }

    /// Returns the means. `origin` is the time that is 0 in the series.
    fn point(&self, origin: u64) -> Point {
        let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
        Point {
            frame: self.frame,
            frames: self.frames,
            begin: self.begin.saturating_sub(origin),
            wall_time: mean(self.wall, self.frames),
            worst_wall_time: self.worst,
            cpu_time: mean(self.cpu, self.frames),
            gpu_time: (self.timed > 0).then(|| mean(self.gpu, self.timed)),
            draws: mean(self.draws, self.frames),
        }
    }
}

/// A series. When it is full, every two neighbours become one.
#[derive(Default)]
pub(crate) struct Series {
    buckets: Vec<Bucket>,
    /// The number of frames of a full bucket, a power of two; 0 before the first.
    each: u64,
}

impl Series {
    /// Adds a frame.
    pub(crate) fn add(&mut self, frame: &Frame) {
        self.each = self.each.max(1);
        let gpu = if frame.has(Frame::HAS_GPU) { frame.gpu } else { 0 };
        let bucket = Bucket {
            frame: frame.number,
            frames: 1,
            begin: frame.begin,
            wall: frame.wall(),
            worst: frame.wall(),
            cpu: frame.cpu,
            gpu,
            timed: frame.has(Frame::HAS_GPU).into(),
            draws: frame.counts.draws,
        };
        match self.buckets.last_mut().filter(|last| last.frames < self.each) {
            Some(last) => last.join(&bucket),
            None => {
                if self.buckets.len() == POINTS {
                    self.halve();
                }
                self.buckets.push(bucket);
            }
        }
    }

    /// Joins every two neighbours.
    fn halve(&mut self) {
        let joined = self.buckets.chunks(2).filter_map(|pair| {
            let (first, rest) = pair.split_first()?;
            let mut joined = *first;
            rest.iter().for_each(|next| joined.join(next));
            Some(joined)
        });
        self.buckets = joined.collect();
        self.each *= 2;
    }

    /// Returns the points. `origin` is the time that is 0 in the series.
    pub(crate) fn points(&self, origin: u64) -> Vec<Point> {
        self.buckets.iter().map(|bucket| bucket.point(origin)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glmeter_recording::Counts;

    #[test]
    fn a_long_series_has_points_of_more_frames() {
        let mut series = Series::default();
        let frame = |number: u64| Frame {
            number,
            begin: 1_000 + number * 10,
            end: 1_000 + number * 10 + 10,
            counts: Counts { draws: number % 2, ..Counts::NONE },
            flags: if number.is_multiple_of(4) { Frame::HAS_GPU } else { 0 },
            gpu: 7,
            ..Frame::default()
        };
        (0..POINTS as u64 * 5).for_each(|number| series.add(&frame(number)));
        let points = series.points(1_000);
        assert_eq!((points.len(), points[1].frame, points[1].frames, points[1].begin), (POINTS * 5 / 8, 8, 8, 80));
        assert_eq!((points[1].wall_time, points[1].worst_wall_time, points[1].draws), (10.0, 10, 0.5));
        assert_eq!(points.iter().map(|point| point.frames).sum::<u64>(), POINTS as u64 * 5);
        assert!(points.iter().all(|point| point.gpu_time == Some(7.0)));
    }
}
