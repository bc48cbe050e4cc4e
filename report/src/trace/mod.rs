//! A trace for Perfetto's viewer, written while the program runs.
//!
//! Each process has a track, below it each of its contexts, and below these a GPU track (frames; in them passes, groups, programs and draws),
//! a CPU track (frames; in them swaps) and counters. All times are those of CLOCK_MONOTONIC.

mod message;
mod nest;
mod packets;
mod tracks;

use crate::Output;
use crate::output::create;
use crate::run::Run;
use glmeter_recording::{Frame, Recording, Span};
use packets::Packets;
use std::collections::HashMap;
use std::fs::File;
use std::io::{Result, Write};
use std::path::Path;
use tracks::Tracks;

/// A trace that is being written.
pub struct Trace<W: Write> {
    packets: Packets<W>,
    contexts: HashMap<u64, Tracks>,
    processes: HashMap<u64, u64>,
}

impl Trace<File> {
    /// Creates the file of a trace.
    pub fn create(path: &Path) -> Result<Self> {
        let mut trace = Self::new(create(path)?);
        trace.packets.flush()?;
        Ok(trace)
    }
}

impl<W: Write> Trace<W> {
    /// Begins a trace.
    pub fn new(file: W) -> Self {
        Self { packets: Packets::begin(file), contexts: HashMap::new(), processes: HashMap::new() }
    }

    /// Returns the tracks of a context, which it declares at first.
    fn tracks(&mut self, recording: &Recording, context: u64) -> Result<(&mut Tracks, &mut Packets<W>)> {
        if !self.contexts.contains_key(&context) {
            let record = recording.context(context as usize).unwrap_or_default().record;
            let process = match self.processes.get(&record.process) {
                Some(process) => *process,
                None => tracks::declare_process(&mut self.packets, &record)?,
            };
            self.processes.insert(record.process, process);
            let tracks = Tracks::declare(&mut self.packets, process, context, &record)?;
            self.contexts.insert(context, tracks);
        }
        let tracks = self.contexts.entry(context).or_default();
        Ok((tracks, &mut self.packets))
    }
}

impl<W: Write + Send> Output for Trace<W> {
    fn frame(&mut self, recording: &Recording, frame: &Frame) -> Result<()> {
        let (tracks, packets) = self.tracks(recording, frame.context)?;
        tracks.frame(packets, recording, frame)
    }

    fn span(&mut self, recording: &Recording, span: &Span) -> Result<()> {
        let (tracks, _) = self.tracks(recording, span.context)?;
        tracks.span(recording, span);
        Ok(())
    }

    fn tick(&mut self, _run: &Run) -> Result<()> {
        for tracks in self.contexts.values_mut() {
            tracks.tick(&mut self.packets)?;
        }
        self.packets.flush()
    }

    fn finish(&mut self, _run: &Run) -> Result<()> {
        for tracks in self.contexts.values_mut() {
            tracks.finish(&mut self.packets)?;
        }
        self.packets.flush()
    }
}
