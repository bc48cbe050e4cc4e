//! Chooses the source of each target of a context.

use super::quirks::Quirks;
use crate::config::Emulate;
use crate::driver::Capabilities;
use crate::driver::capabilities::{Api, Offer};
use crate::gl::GLuint;
use crate::target::{TARGETS, Target, TargetSet};

/// The source of a target's values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// The driver's own query of the target.
    Native,
    /// TIME_ELAPSED: the difference of two of the driver's TIMESTAMPs.
    Timestamps,
    /// The machine's clock, read when a fence after the work is reached.
    Fenced,
    /// Counts of the draw commands' arguments, indices and indirect parameters.
    Counted,
    /// The driver's PRIMITIVES_GENERATED.
    PrimitivesGenerated,
    /// The driver's PRIMITIVES_GENERATED, during draws with a geometry shader.
    GeometryGenerated,
    /// The driver's SAMPLES_PASSED.
    SamplesPassed,
    /// No source: 0 counter bits, and the result is 0.
    #[default]
    Absent,
}

/// The sources to choose from.
#[derive(Clone, Copy, Debug)]
pub struct SourceChoice {
    /// The targets that the driver accepts and has counter bits for.
    pub native: TargetSet,
    /// Fences are available.
    pub fences: bool,
    /// The user's setting.
    pub emulate: Emulate,
}

/// The source of each target.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sources {
    /// The source of each target, by the target's number.
    of: [Source; TARGETS],
    /// The driver's number of vertex streams.
    streams: GLuint,
    /// Fences are preferred to the driver's TIMESTAMP.
    fences_over_timestamps: bool,
}

impl Sources {
    /// Returns sources that are native for `targets` and absent otherwise.
    pub fn native(targets: TargetSet) -> Self {
        let mut sources = Self::default();
        for target in Target::all().filter(|target| targets.contains(*target)) {
            sources.set(target, Source::Native);
        }
        sources
    }

    /// Chooses the best source of each target: native if it is right, otherwise derived, fenced or counted, otherwise absent.
    pub fn choose(driver: &Capabilities, quirks: Quirks, choice: SourceChoice) -> Self {
        let native = |target: Target| choice.native.contains(target);
        let mut sources = Self { streams: driver.max_vertex_streams, ..Self::native(choice.native) };
        if choice.emulate == Emulate::Never || driver.api == Api::EmbeddedCommon {
            return sources;
        }
        let always = choice.emulate == Emulate::Always;
        if choice.fences && (always || quirks.fences_are_truer || !native(Target::TIMESTAMP)) {
            sources.set(Target::TIMESTAMP, Source::Fenced);
            sources.fences_over_timestamps = !always && native(Target::TIMESTAMP);
        }
        if always || quirks.elapsed_from_timestamps || !native(Target::TIME_ELAPSED) {
            match sources.of(Target::TIMESTAMP) {
                Source::Native => sources.set(Target::TIME_ELAPSED, Source::Timestamps),
                Source::Fenced => sources.set(Target::TIME_ELAPSED, Source::Fenced),
                _ => {}
            }
        }
        let shader = |desktop, embedded| driver.version >= if driver.api == Api::Desktop { desktop } else { embedded };
        let stage = |target, desktop, embedded| shader(desktop, embedded) || driver.statistics.contains(target);
        let geometry = shader((3, 2), (3, 2));
        let tess_control = stage(Target::TESS_CONTROL_SHADER_PATCHES, (4, 0), (3, 2));
        let compute = stage(Target::COMPUTE_SHADER_INVOCATIONS, (4, 3), (3, 1));
        let generated = native(Target::PRIMITIVES_GENERATED) && !quirks.generated_is_wrong;
        let emulated = [
            (Target::VERTICES_SUBMITTED, Source::Counted, true),
            (Target::PRIMITIVES_SUBMITTED, Source::Counted, true),
            // "implementations may … re-use": counts each submitted vertex as shaded once [PS].
            (Target::VERTEX_SHADER_INVOCATIONS, Source::Counted, true),
            (Target::TESS_CONTROL_SHADER_PATCHES, Source::Counted, tess_control),
            (Target::COMPUTE_SHADER_INVOCATIONS, Source::Counted, compute),
            (Target::CLIPPING_INPUT_PRIMITIVES, Source::PrimitivesGenerated, generated),
            // "If at least one vertex … lies inside the clipping volume, the counter is incremented by one or more. Otherwise, …
            // by zero or more": counts each generated primitive as passing once, which the specification allows.
            (Target::CLIPPING_OUTPUT_PRIMITIVES, Source::PrimitivesGenerated, generated),
            (Target::GEOMETRY_SHADER_INVOCATIONS, Source::Counted, geometry),
            (Target::GEOMETRY_SHADER_PRIMITIVES_EMITTED, Source::GeometryGenerated, geometry && generated),
            (Target::FRAGMENT_SHADER_INVOCATIONS, Source::SamplesPassed, native(Target::SAMPLES_PASSED)),
        ];
        let wrong = |target| match target {
            Target::PRIMITIVES_SUBMITTED | Target::COMPUTE_SHADER_INVOCATIONS => quirks.submitted_is_wrong,
            Target::FRAGMENT_SHADER_INVOCATIONS => quirks.samples_are_truer,
            _ => false,
        };
        for (target, source, there) in emulated {
            if there && (always || wrong(target) || !native(target)) {
                sources.set(target, source);
            }
        }
        sources
    }

    /// Returns the source of a target.
    #[inline]
    pub fn of(&self, target: Target) -> Source {
        self.of.get(target.number()).copied().unwrap_or_default()
    }

    /// Returns the source of a target's vertex stream.
    pub fn of_stream(&self, target: Target, index: GLuint) -> Source {
        if index == 0 || index < self.streams { self.of(target) } else { Source::Absent }
    }

    /// Returns true if a source needs counted draws, or needs to see each draw.
    pub fn count_draws(&self) -> bool {
        self.of.iter().any(|source| matches!(source, Source::Counted | Source::GeometryGenerated))
    }

    /// Sets the source of a target.
    fn set(&mut self, target: Target, source: Source) {
        if let Some(place) = self.of.get_mut(target.number()) {
            *place = source;
        }
    }

    /// Returns true if fences are preferred to the driver's TIMESTAMP, which replaces them if no watcher thread can be started.
    #[inline]
    pub fn has_timestamps_instead_of_fences(&self) -> bool {
        self.fences_over_timestamps
    }

    /// Replaces fences that were preferred to the driver's TIMESTAMP by the latter.
    pub fn use_timestamps(&mut self) {
        self.fences_over_timestamps = false;
        self.set(Target::TIMESTAMP, Source::Native);
        self.set(Target::TIME_ELAPSED, Source::Timestamps);
    }

    /// Stops using the driver's TIME_ELAPSED, which turned out to be wrong.
    pub fn distrust_elapsed(&mut self) {
        match self.of(Target::TIMESTAMP) {
            Source::Native => self.set(Target::TIME_ELAPSED, Source::Timestamps),
            Source::Fenced => self.set(Target::TIME_ELAPSED, Source::Fenced),
            _ => {}
        }
    }

    /// Returns the driver's capabilities extended by those of these sources.
    pub fn extend(&self, driver: &Capabilities, choice: SourceChoice) -> Capabilities {
        let mut all = driver.clone();
        if choice.emulate == Emulate::Never || driver.api == Api::EmbeddedCommon {
            if all.intel_performance_query == Offer::Emulated {
                all.intel_performance_query = Offer::Absent;
            }
            return all;
        }
        let clock = self.of(Target::TIMESTAMP) != Source::Absent && self.of(Target::TIME_ELAPSED) != Source::Absent;
        let emulated = |offer: &mut Offer, yes: bool| {
            if *offer == Offer::Absent && yes {
                *offer = Offer::Emulated;
            }
        };
        let desktop = |major, minor| driver.api == Api::Desktop && driver.version >= (major, minor);
        emulated(&mut all.arb_timer_query, clock && desktop(2, 1));
        emulated(&mut all.ext_disjoint_timer_query, clock && driver.api == Api::Embedded);
        emulated(&mut all.angle_timer_query, clock && driver.api == Api::Embedded);
        emulated(&mut all.arb_pipeline_statistics_query, desktop(3, 0));
        all.offer_targets();
        all
    }
}
