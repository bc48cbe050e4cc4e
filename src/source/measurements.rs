//! Measurements: all counts and times at once, independent of the application's queries.

use super::Sources;
use super::marks::{Mark, Marks};
use super::segments::{IndexedTarget, Subscriber};
use super::tally::{Tallies, Tally};
use crate::driver::measurement::{COUNTED, COUNTS};
use crate::driver::{Driver, Measurement};
use crate::gl::GLuint;
use crate::hash::NameHasher;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// A measurement, running or ended.
struct Taken {
    begin: Mark,
    end: Mark,
    /// The count of each row of [`COUNTED`].
    tallies: Vec<Tally>,
    running: bool,
    /// The values, once read.
    result: Option<Measurement>,
}

/// The measurements of a context.
#[derive(Default)]
pub struct Measurements {
    taken: HashMap<GLuint, Taken, BuildHasherDefault<NameHasher>>,
    last_name: GLuint,
}

impl Measurements {
    /// Begins a measurement. Returns its name, or 0 if the driver has no memory for its queries.
    pub fn begin(&mut self, driver: &mut dyn Driver, sources: &Sources, tallies: &mut Tallies, marks: &mut Marks) -> GLuint {
        // Mark before the queries begin, which some drivers would have to execute first.
        let begin = marks.mark_begin(driver);
        if marks.failed(&begin) {
            return 0;
        }
        self.last_name = self.last_name.wrapping_add(1).max(1);
        let name = self.last_name;
        let mut begun = Vec::with_capacity(COUNTS);
        for (target, index) in COUNTED {
            let source = sources.of_stream(target, index);
            begun.push(tallies.begin(driver, source, IndexedTarget { target, index }, Subscriber::Measurement(name)));
        }
        marks.end_own_commands(driver, &begin);
        self.taken.insert(name, Taken { begin, end: Mark::None, tallies: begun, running: true, result: None });
        name
    }

    /// Ends a measurement.
    pub fn end(&mut self, driver: &mut dyn Driver, tallies: &mut Tallies, marks: &mut Marks, name: GLuint) {
        let Some(taken) = self.taken.get_mut(&name).filter(|taken| taken.running) else { return };
        // Right after another mark there is no work, and the queries end in a batch of their own, which is none of the program's. Otherwise mark after the
        // queries end: a driver that batches commands then ends them with the work.
        let end = marks.follow_a_mark().then(|| marks.mark_end_of(driver, &taken.begin));
        for (tally, (target, _)) in taken.tallies.iter_mut().zip(COUNTED) {
            tallies.end(driver, tally, target, Subscriber::Measurement(name));
        }
        taken.end = end.unwrap_or_else(|| marks.mark_end_of(driver, &taken.begin));
        taken.running = false;
    }

    /// Returns true if a measurement's values are available.
    pub fn available(&self, driver: &mut dyn Driver, tallies: &mut Tallies, marks: &mut Marks, name: GLuint) -> bool {
        let Some(taken) = self.taken.get(&name).filter(|taken| taken.result.is_none()) else { return true };
        let timed = marks.available(driver, &taken.end) && marks.available(driver, &taken.begin);
        timed && taken.tallies.iter().all(|tally| tallies.available(driver, tally))
    }

    /// Waits for a measurement's values and returns them.
    pub fn result(&mut self, driver: &mut dyn Driver, tallies: &mut Tallies, marks: &mut Marks, name: GLuint) -> Measurement {
        let Some(taken) = self.taken.get_mut(&name) else { return Measurement::default() };
        if let Some(result) = taken.result {
            return result;
        }
        let begin = marks.time(driver, &taken.begin);
        let mut result = Measurement { begin, end: marks.time(driver, &taken.end).max(begin), counts: [0; COUNTS] };
        for (count, tally) in result.counts.iter_mut().zip(&taken.tallies) {
            *count = tallies.value(driver, tally);
        }
        taken.release(tallies, marks);
        taken.result = Some(result);
        result
    }

    /// Deletes a measurement.
    pub fn delete(&mut self, driver: &mut dyn Driver, tallies: &mut Tallies, marks: &mut Marks, name: GLuint) {
        self.end(driver, tallies, marks, name);
        if let Some(mut taken) = self.taken.remove(&name) {
            taken.release(tallies, marks);
        }
    }
}

impl Taken {
    /// Releases the tallies and marks.
    fn release(&mut self, tallies: &mut Tallies, marks: &mut Marks) {
        for tally in core::mem::take(&mut self.tallies) {
            tallies.release(&tally);
        }
        marks.release(core::mem::take(&mut self.begin));
        marks.release(core::mem::take(&mut self.end));
    }
}
