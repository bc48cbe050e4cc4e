//! Counts between a begin and an end, from whatever the context has for them.

use super::Source;
use super::segments::{IndexedTarget, SegmentSum, Segments, Subscriber};
use crate::driver::{Driver, Stages, Submitted};
use crate::gl::GLuint;
use crate::platform::call_slots::Counting;
use crate::target::Target;

/// A count that was taken, or is being taken.
#[derive(Clone, Debug)]
pub enum Tally {
    /// The context has nothing to take it from.
    Nothing,
    /// A subscription to a query of the driver's is under way.
    Subscribed(IndexedTarget),
    /// Subscriptions to what geometry shaders emit are under way, one for each vertex stream.
    SubscribedToGeometry,
    /// The sum of segments.
    Sum {
        /// The segments.
        sum: SegmentSum,
        /// The value is 1 for any sum above 0.
        boolean: bool,
    },
    /// The total at the begin.
    Since(u64),
    /// The difference of the totals.
    Submitted(u64),
}

/// What a context's counts are taken from.
#[derive(Default)]
pub struct Tallies {
    /// The driver's queries.
    pub segments: Segments,
    /// What draws submitted.
    submitted: Submitted,
    counting: Counting,
    /// How many count the invocations of geometry shaders.
    geometry_counted: u32,
    /// How many count the patches of tessellation control shaders.
    patches_counted: u32,
}

impl Tallies {
    /// Returns the totals to add to, while a count is under way.
    pub fn submitted(&mut self) -> Option<&mut Submitted> {
        self.counting.is_wanted().then_some(&mut self.submitted)
    }

    /// Returns the stages that the draw which follows runs. Asks the driver only for those that an active count needs.
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

    /// Adds to or takes from the number of active counts that need to know a stage of the program.
    fn count_stage(&mut self, target: Target, change: i32) {
        let active = match target {
            Target::GEOMETRY_SHADER_INVOCATIONS => &mut self.geometry_counted,
            Target::TESS_CONTROL_SHADER_PATCHES => &mut self.patches_counted,
            _ => return,
        };
        *active = active.saturating_add_signed(change);
    }

    fn total(&self, target: Target) -> u64 {
        match target {
            Target::PRIMITIVES_SUBMITTED => self.submitted.primitives,
            Target::COMPUTE_SHADER_INVOCATIONS => self.submitted.compute_invocations,
            Target::GEOMETRY_SHADER_INVOCATIONS => self.submitted.geometry_invocations,
            Target::TESS_CONTROL_SHADER_PATCHES => self.submitted.tess_control_patches,
            _ => self.submitted.vertices,
        }
    }

    /// Begins to count `indexed` by `source` for `subscriber`.
    pub fn begin(&mut self, driver: &mut dyn Driver, source: Source, indexed: IndexedTarget, subscriber: Subscriber) -> Tally {
        let indexed = match source {
            Source::Native => indexed,
            Source::PrimitivesGenerated => IndexedTarget { target: Target::PRIMITIVES_GENERATED, index: 0 },
            Source::SamplesPassed => IndexedTarget { target: Target::SAMPLES_PASSED, index: 0 },
            Source::GeometryGenerated => {
                // Whether there is a geometry shader is asked at each draw.
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

    /// Ends what [`Self::begin`] began.
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

    /// Returns the count; waits for it.
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

    /// Releases a count, which must have ended.
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
