//! `--report openmetrics=ADDRESS`: the sums of the run, which Prometheus scrapes while the program runs.

mod histogram;
mod metrics;
mod server;
mod text;

use crate::output::Output;
use crate::run::Run;
use glmeter_recording::{CONTEXTS, Frame, Recording};
use histogram::Histogram;
use server::Server;
use std::collections::BTreeMap;
use std::io::Result;

/// Answers HTTP requests for the sums, on a thread of its own.
pub struct OpenMetrics {
    server: Server,
    frame_times: FrameTimes,
}

/// The histograms of each context, by its number.
type FrameTimes = BTreeMap<usize, Times>;

/// The histograms of a context.
#[derive(Default)]
struct Times {
    wall: Histogram,
    gpu: Histogram,
}

impl OpenMetrics {
    /// Listens on an address: a path for a Unix socket, `HOST:PORT`, or `:PORT` for programs of this machine alone. Fails if it is in use.
    pub fn listen(address: &str) -> Result<Self> {
        Ok(Self { server: Server::start(address)?, frame_times: FrameTimes::new() })
    }
}

/// Adds a frame to the histograms of its context.
fn add(times: &mut FrameTimes, frame: &Frame) {
    let number = frame.context as usize;
    if number < CONTEXTS {
        let times = times.entry(number).or_default();
        times.wall.add(frame.wall());
        if frame.has(Frame::HAS_GPU) {
            times.gpu.add(frame.gpu);
        }
    }
}

impl Output for OpenMetrics {
    fn frame(&mut self, _recording: &Recording, frame: &Frame) -> Result<()> {
        add(&mut self.frame_times, frame);
        Ok(())
    }

    fn tick(&mut self, run: &Run) -> Result<()> {
        if self.server.is_asked() {
            self.server.answer(metrics::text(run, &self.frame_times));
        }
        Ok(())
    }

    fn finish(&mut self, run: &Run) -> Result<()> {
        self.server.answer(metrics::text(run, &self.frame_times));
        Ok(())
    }
}
