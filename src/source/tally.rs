//! Tallies: counts between a begin and an end, from any source of the context.

use super::Source;
use super::segments::{IndexedTarget, SegmentSum, Segments, Subscriber};
use crate::driver::{Driver, Stages, Submitted};
use crate::gl::GLuint;
use crate::platform::call_slots::Counting;
use crate::target::Target;

/// A count, running or ended.
#[derive(Clone, Debug)]
pub enum Tally {
    /// The context has no source for it: 0.
    Nothing,
    /// Running: a subscription to a driver query.
    Subscribed(IndexedTarget),
    /// Running: subscriptions to the output of geometry shaders, one for each vertex stream.
    SubscribedToGeometry,
    /// Ended: the sum of segments.
    Sum {
        /// The segments.
        sum: SegmentSum,
        /// The value is 1 for any sum above 0.
        boolean: bool,
    },
    /// Running: the total of counted draws at the begin.
    Since(u64),
    /// Ended: the difference of the totals of counted draws.
    Submitted(u64),
}

/// The sources of a context's tallies.
#[derive(Default)]
pub struct Tallies {
    /// The driver's queries.
    pub segments: Segments,
    /// The totals of counted draws.
    submitted: Submitted,
    /// The number of tallies that need draws to reach glmeter.
    counting: Counting,
    /// The number of running tallies of geometry shader invocations.
    geometry_counted: u32,
    /// The number of running tallies of tessellation control patches.
    patches_counted: u32,
}

impl Tallies {
    /// Returns the totals to which draws are added; `None` while no tally needs them.
    pub fn submitted(&mut self) -> Option<&mut Submitted> {
        self.counting.is_wanted().then_some(&mut self.submitted)
    }

    /// Returns the stages that the next draw runs. Asks the driver only for those that running tallies need.
    pub fn stages(&mut self, driver: &mut dyn Driver) -> Stages {
        let mut stages = Stages::default();
        if self.segments.asks_for_geometry() || self.geometry_counted > 0 {
            stages.geometry = driver.geometry_shader();
            self.segments.set_geometry(driver, stages.geometry.is_some());
        }
        if self.patches_counted > 0 {
            stages.tess_control = driver.tess_control_shader();
        }
        stages
    }

    /// Changes the number of running tallies that need to know a stage of the program.
    fn count_stage(&mut self, target: Target, change: i32) {
        let active = match target {
            Target::GEOMETRY_SHADER_INVOCATIONS => &mut self.geometry_counted,
            Target::TESS_CONTROL_SHADER_PATCHES => &mut self.patches_counted,
            _ => return,
        };
        *active = active.saturating_add_signed(change);
    }

    /// Returns the total of counted draws for a target.
    fn total(&self, target: Target) -> u64 {
        match target {
            Target::PRIMITIVES_SUBMITTED => self.submitted.primitives,
            Target::COMPUTE_SHADER_INVOCATIONS => self.submitted.compute_invocations,
            Target::GEOMETRY_SHADER_INVOCATIONS => self.submitted.geometry_invocations,
            Target::TESS_CONTROL_SHADER_PATCHES => self.submitted.tess_control_patches,
            _ => self.submitted.vertices,
        }
    }

    /// Begins a tally of `indexed` from `source` for `subscriber`.
    pub fn begin(&mut self, driver: &mut dyn Driver, source: Source, indexed: IndexedTarget, subscriber: Subscriber) -> Tally {
        let indexed = match source {
            Source::Native => indexed,
            Source::PrimitivesGenerated => IndexedTarget { target: Target::PRIMITIVES_GENERATED, index: 0 },
            Source::SamplesPassed => IndexedTarget { target: Target::SAMPLES_PASSED, index: 0 },
            Source::GeometryGenerated => {
                // Each draw checks for a geometry shader.
                self.counting.add();
                let streams = driver.capabilities().max_vertex_streams;
                self.segments.begin_geometry(driver, subscriber, streams);
                return Tally::SubscribedToGeometry;
            }
            Source::Counted => {
                self.counting.add();
                self.count_stage(indexed.target, 1);
                return Tally::Since(self.total(indexed.target));
            }
            _ => return Tally::Nothing,
        };
        self.segments.begin(driver, indexed, subscriber, false);
        Tally::Subscribed(indexed)
    }

    /// Ends a tally.
    pub fn end(&mut self, driver: &mut dyn Driver, tally: &mut Tally, target: Target, subscriber: Subscriber) {
        match tally {
            Tally::Subscribed(indexed) => {
                *tally = Tally::Sum { sum: self.segments.end(driver, *indexed, subscriber, false), boolean: false };
            }
            Tally::SubscribedToGeometry => {
                self.counting.remove();
                *tally = Tally::Sum { sum: self.segments.end_geometry(driver, subscriber), boolean: false };
            }
            Tally::Since(before) => {
                *tally = Tally::Submitted(self.total(target).saturating_sub(*before));
                self.count_stage(target, -1);
                self.counting.remove();
            }
            _ => {}
        }
    }

    /// Returns true if the count is available.
    pub fn available(&mut self, driver: &mut dyn Driver, tally: &Tally) -> bool {
        match tally {
            Tally::Sum { sum, .. } => self.segments.available(driver, sum),
            _ => true,
        }
    }

    /// Waits for the count and returns it.
    pub fn value(&mut self, driver: &mut dyn Driver, tally: &Tally) -> u64 {
        match tally {
            Tally::Sum { sum, boolean } => {
                let total = self.segments.sum(driver, sum);
                if *boolean { u64::from(total != 0) } else { total }
            }
            Tally::Submitted(count) => *count,
            _ => 0,
        }
    }

    /// Releases an ended tally.
    pub fn release(&mut self, tally: &Tally) {
        if let Tally::Sum { sum, .. } = tally {
            self.segments.release(sum);
        }
    }

    /// Ends a query that the application deletes.
    pub fn deleted(&mut self, driver: &mut dyn Driver, id: GLuint) {
        self.segments.deleted(driver, id);
    }
}
