//! The frame of each context in which each metric is greatest.

use super::metric::{METRICS, Metric};
use crate::Output;
use crate::run::Run;
use glmeter_recording::{Frame, Recording};
use std::collections::BTreeMap;
use std::io::Result;

/// The number of a frame, and the value of a metric in it.
type Greatest = Option<(u64, f64)>;

/// The worst frames of each context. It is an [`Output`] of the collector, as it needs each frame.
#[derive(Clone, Debug, Default)]
pub struct Worst {
    /// By the number of the context, in the order of [`METRICS`].
    of: BTreeMap<usize, Vec<Greatest>>,
    /// The number of each context's first frames, which do not count.
    warmup: u64,
}

impl Worst {
    /// Creates those of no frames. The first `warmup` frames of each context will not count.
    pub fn after(warmup: u64) -> Self {
        Self { of: BTreeMap::new(), warmup }
    }

    /// Adds a frame.
    pub fn add(&mut self, frame: &Frame) {
        if frame.has(Frame::IS_REST) || frame.number < self.warmup {
            return;
        }
        let all = self.of.entry(frame.context as usize).or_insert_with(|| vec![None; METRICS.len()]);
        for (greatest, metric) in all.iter_mut().zip(METRICS.iter()) {
            if let Some(value) = metric.in_frame(frame)
                && greatest.is_none_or(|(_, most)| value > most)
            {
                *greatest = Some((frame.number, value));
            }
        }
    }

    /// Returns the frame of a context in which a metric is greatest, and its value there.
    pub(super) fn of(&self, metric: &Metric, context: usize) -> Greatest {
        let place = METRICS.iter().position(|other| other.name == metric.name)?;
        self.of.get(&context)?.get(place).copied()?
    }
}

impl Output for Worst {
    fn frame(&mut self, _: &Recording, frame: &Frame) -> Result<()> {
        self.add(frame);
        Ok(())
    }

    fn finish(&mut self, _: &Run) -> Result<()> {
        Ok(())
    }
}
