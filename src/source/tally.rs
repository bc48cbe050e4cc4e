//! Counts between a begin and an end, from whatever the context has for them.

use super::Source;
use super::segments::{Heard, Listener, Place, Segments};
use crate::driver::{Provider, Stages, Submitted};
use crate::gl::GLuint;
use crate::platform::call_slots::Counting;
use crate::target::Target;

/// A count that was taken, or is being taken.
#[derive(Clone, Debug)]
pub enum Tally {
    /// There is nothing to take it from.
    Nothing,
    /// A query of the driver's is listened to, here.
    Listening(Place),
    /// What geometry shaders emit is listened to, in every vertex stream.
    ListeningToGeometry,
    /// What was heard.
    Heard {
        /// The segments.
        heard: Heard,
        /// Only whether there was anything is asked.
        boolean: bool,
    },
    /// What was submitted before.
    Since(u64),
    /// What was submitted.
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
    /// The totals to add to, while somebody wants them.
    pub fn submitted(&mut self) -> Option<&mut Submitted> {
        self.counting.is_wanted().then_some(&mut self.submitted)
    }

    /// Returns the stages that the draw which follows runs. Asks the driver only for those that an active count needs.
    pub fn stages(&mut self, driver: &mut dyn Provider) -> Stages {
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

    /// Begins to count `place` by `source` for `listener`.
    pub fn begin(&mut self, driver: &mut dyn Provider, source: Source, place: Place, listener: Listener) -> Tally {
        let place = match source {
            Source::Native => place,
            Source::PrimitivesGenerated => Place { target: Target::PRIMITIVES_GENERATED, index: 0 },
            Source::SamplesPassed => Place { target: Target::SAMPLES_PASSED, index: 0 },
            Source::GeometryGenerated => {
                // Whether there is a geometry shader is asked at each draw.
                self.counting.add();
                let streams = driver.capabilities().max_vertex_streams;
                self.segments.begin_geometry(driver, listener, streams);
                return Tally::ListeningToGeometry;
            }
            Source::Counted => {
                self.counting.add();
                self.count_stage(place.target, 1);
                return Tally::Since(self.total(place.target));
            }
            _ => return Tally::Nothing,
        };
        self.segments.begin(driver, place, listener, false);
        Tally::Listening(place)
    }

    /// Ends what [`Self::begin`] began.
    pub fn end(&mut self, driver: &mut dyn Provider, tally: &mut Tally, target: Target, listener: Listener) {
        match tally {
            Tally::Listening(place) => {
                *tally = Tally::Heard { heard: self.segments.end(driver, *place, listener, false), boolean: false };
            }
            Tally::ListeningToGeometry => {
                self.counting.remove();
                *tally = Tally::Heard { heard: self.segments.end_geometry(driver, listener), boolean: false };
            }
            Tally::Since(before) => {
                *tally = Tally::Submitted(self.total(target).saturating_sub(*before));
                self.count_stage(target, -1);
                self.counting.remove();
            }
            _ => {}
        }
    }

    /// Whether the count is there.
    pub fn available(&mut self, driver: &mut dyn Provider, tally: &Tally) -> bool {
        match tally {
            Tally::Heard { heard, .. } => self.segments.available(driver, heard),
            _ => true,
        }
    }

    /// The count; waits for it.
    pub fn value(&mut self, driver: &mut dyn Provider, tally: &Tally) -> u64 {
        match tally {
            Tally::Heard { heard, boolean } => {
                let sum = self.segments.sum(driver, heard);
                if *boolean { u64::from(sum != 0) } else { sum }
            }
            Tally::Submitted(count) => *count,
            _ => 0,
        }
    }

    /// The count is needed no longer. One that is being taken must have been ended.
    pub fn release(&mut self, tally: &Tally) {
        if let Tally::Heard { heard, .. } = tally {
            self.segments.release(heard);
        }
    }

    /// The application deletes a query.
    pub fn deleted(&mut self, driver: &mut dyn Provider, id: GLuint) {
        self.segments.deleted(driver, id);
    }
}
