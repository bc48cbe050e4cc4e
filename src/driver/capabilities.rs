//! A context's capabilities, derived from its version and extension strings. Function pointers are no evidence: libglvnd and Mesa
//! return one for any name.

use crate::target::{Target, TargetSet};
use std::collections::HashSet;

/// The API of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Api {
    /// OpenGL.
    Desktop,
    /// OpenGL ES 2.0 and later.
    Embedded,
    /// OpenGL ES 1.x, whose commands all pass through to the driver.
    EmbeddedCommon,
}

/// The strings and values with which the driver describes a context.
#[derive(Clone, Debug, Default)]
pub struct Description {
    /// `GL_VERSION`
    pub version: String,
    /// `GL_VENDOR`
    pub vendor: String,
    /// `GL_RENDERER`
    pub renderer: String,
    /// The extensions, in the order of `glGetStringi` if it exists.
    pub extensions: Vec<String>,
    /// The extensions in the order of `glGetString`, if that accepts `GL_EXTENSIONS`.
    pub extension_string: Option<Vec<String>>,
    /// `GL_CONTEXT_PROFILE_MASK` has `GL_CONTEXT_COMPATIBILITY_PROFILE_BIT`; false before OpenGL 3.2.
    pub compatibility_bit: bool,
    /// `GL_CONTEXT_FLAGS` has `GL_CONTEXT_FLAG_NO_ERROR_BIT`.
    pub no_error_bit: bool,
    /// `GL_MAX_VERTEX_STREAMS`; 1 in contexts without this token.
    pub max_vertex_streams: u32,
}

impl Description {
    /// Returns true if the driver is glmeter's software pipeline.
    pub fn is_of_software_pipeline(&self) -> bool {
        self.vendor == "glmeter"
    }
}

/// The way in which a context offers one of the five extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// The driver implements it.
    Native,
    /// The driver implements this other extension, which has the same commands under other names.
    Derived(&'static str),
    /// glmeter implements it on the driver's other queries.
    Emulated,
    /// The context does not offer it.
    Absent,
}

impl Offer {
    /// Returns true if the context's extension string lists the extension.
    pub fn is_offered(self) -> bool {
        self != Self::Absent
    }
}

/// The extensions that add query objects to a context whose version lacks them.
const QUERY_EXTENSIONS: [&str; 4] =
    ["GL_ARB_occlusion_query", "GL_EXT_occlusion_query_boolean", "GL_EXT_disjoint_timer_query", "GL_ANGLE_timer_query"];

/// The capabilities of a context.
#[derive(Clone, Debug)]
pub struct Capabilities {
    /// The API.
    pub api: Api,
    /// The version, major and minor.
    pub version: (u32, u32),
    /// An OpenGL context with the removed features: names need not be generated, and display lists exist [C-30].
    pub compatibility: bool,
    /// A no-error context: errors are detected but not raised [CQ-84].
    pub no_error: bool,
    /// `GL_MAX_VERTEX_STREAMS`
    pub max_vertex_streams: u32,
    /// `GL_QUERY_BUFFER` and `GL_QUERY_RESULT_NO_WAIT` exist.
    pub query_buffer: bool,
    /// `glCreateQueries` and `GL_QUERY_TARGET` exist.
    pub direct_state_access: bool,
    /// The inverted modes of conditional rendering exist.
    pub inverted_conditions: bool,
    /// `GL_RESET_NOTIFICATION_STRATEGY` is `GL_LOSE_CONTEXT_ON_RESET`: after a reset of the graphics hardware every command
    /// generates `GL_CONTEXT_LOST` [CQ-83].
    pub can_be_lost: bool,
    /// The targets that the context's queries accept.
    pub targets: TargetSet,
    /// The statistics targets that `GL_ARB_pipeline_statistics_query` adds here: those whose shader stages the context has.
    pub statistics: TargetSet,
    /// The driver has query objects of any kind.
    pub driver_queries: bool,
    /// `GL_ARB_timer_query`
    pub arb_timer_query: Offer,
    /// `GL_ARB_pipeline_statistics_query`
    pub arb_pipeline_statistics_query: Offer,
    /// `GL_EXT_disjoint_timer_query`
    pub ext_disjoint_timer_query: Offer,
    /// `GL_ANGLE_timer_query`
    pub angle_timer_query: Offer,
    /// `GL_INTEL_performance_query`
    pub intel_performance_query: Offer,
}

/// Parses a `GL_VERSION` string.
pub fn read_version(text: &str) -> (Api, (u32, u32)) {
    let (api, numbers) = match text.strip_prefix("OpenGL ES") {
        Some(rest) if rest.starts_with("-C") => (Api::EmbeddedCommon, rest.get(4..).unwrap_or("")),
        Some(rest) => (Api::Embedded, rest),
        None => (Api::Desktop, text),
    };
    let mut parts = numbers.trim_start().split(['.', ' ']);
    let mut number = || parts.next().and_then(|part| part.parse().ok()).unwrap_or(0);
    let version = (number(), number());
    if api == Api::Embedded && version.0 < 2 { (Api::EmbeddedCommon, version) } else { (api, version) }
}

impl Capabilities {
    /// Returns true if the context's version has query objects, under names without a suffix.
    pub fn has_core_queries(&self) -> bool {
        match self.api {
            Api::Desktop => self.version >= (1, 5),
            Api::Embedded => self.version >= (3, 0),
            Api::EmbeddedCommon => false,
        }
    }

    /// Derives the capabilities of a context from its description.
    pub fn of(description: &Description) -> Self {
        let (api, version) = read_version(&description.version);
        let names: HashSet<&str> = description.extensions.iter().map(String::as_str).collect();
        let has = |name: &str| names.contains(name);
        let desktop = |major, minor| api == Api::Desktop && version >= (major, minor);
        let embedded = |major, minor| api == Api::Embedded && version >= (major, minor);
        let native = |yes: bool| if yes { Offer::Native } else { Offer::Absent };

        let compatibility = api == Api::Desktop
            && (version < (3, 1) || has("GL_ARB_compatibility") || (version >= (3, 2) && description.compatibility_bit));
        let arb_timer_query = native(api == Api::Desktop && (desktop(3, 3) || has("GL_ARB_timer_query")));
        let arb_pipeline_statistics_query = native(api == Api::Desktop && (desktop(4, 6) || has("GL_ARB_pipeline_statistics_query")));
        let ext_disjoint_timer_query = native(api == Api::Embedded && has("GL_EXT_disjoint_timer_query"));
        let angle_timer_query = match ext_disjoint_timer_query {
            _ if api != Api::Embedded => Offer::Absent,
            _ if has("GL_ANGLE_timer_query") => Offer::Native,
            Offer::Native => Offer::Derived("GL_EXT_disjoint_timer_query"),
            _ => Offer::Absent,
        };
        // Mesa's other drivers list it with MESA_EXTENSION_OVERRIDE, and then crash when it is used [H-10].
        let intel_performance_query = match api {
            Api::EmbeddedCommon => Offer::Absent,
            _ if has("GL_INTEL_performance_query") && description.vendor.contains("Intel") => Offer::Native,
            _ if api == Api::Embedded || desktop(1, 5) => Offer::Emulated,
            _ => Offer::Absent,
        };

        let mut targets = TargetSet::default();
        let mut offer = |yes: bool, target: Target| {
            if yes {
                targets.insert(target);
            }
        };
        let boolean = embedded(3, 0) || (api == Api::Embedded && has("GL_EXT_occlusion_query_boolean"));
        offer(desktop(1, 5) || (api == Api::Desktop && has("GL_ARB_occlusion_query")), Target::SAMPLES_PASSED);
        offer(boolean || desktop(3, 3) || (api == Api::Desktop && has("GL_ARB_occlusion_query2")), Target::ANY_SAMPLES_PASSED);
        offer(
            boolean || desktop(4, 3) || (api == Api::Desktop && has("GL_ARB_ES3_compatibility")),
            Target::ANY_SAMPLES_PASSED_CONSERVATIVE,
        );
        let feedback = desktop(3, 0) || (api == Api::Desktop && has("GL_EXT_transform_feedback"));
        let geometry = ["GL_EXT_geometry_shader", "GL_OES_geometry_shader", "GL_EXT_tessellation_shader", "GL_OES_tessellation_shader"];
        offer(feedback || embedded(3, 2) || (api == Api::Embedded && geometry.into_iter().any(has)), Target::PRIMITIVES_GENERATED);
        offer(feedback || embedded(3, 0), Target::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
        let overflow = desktop(4, 6) || (api == Api::Desktop && has("GL_ARB_transform_feedback_overflow_query"));
        offer(overflow, Target::TRANSFORM_FEEDBACK_OVERFLOW);
        offer(overflow, Target::TRANSFORM_FEEDBACK_STREAM_OVERFLOW);

        // EXT_timer_query adds TIME_ELAPSED without TIMESTAMP.
        offer(api == Api::Desktop && has("GL_EXT_timer_query"), Target::TIME_ELAPSED);
        let has_stage = |target: Target| match target {
            // "GEOMETRY_SHADER_... if OpenGL 3.2 or ARB_geometry_shader4", tessellation 4.0, compute 4.3 [PS-02 PS-03 PS-04]
            Target::GEOMETRY_SHADER_INVOCATIONS | Target::GEOMETRY_SHADER_PRIMITIVES_EMITTED => {
                desktop(3, 2) || has("GL_ARB_geometry_shader4")
            }
            Target::TESS_CONTROL_SHADER_PATCHES | Target::TESS_EVALUATION_SHADER_INVOCATIONS => {
                desktop(4, 0) || has("GL_ARB_tessellation_shader")
            }
            Target::COMPUTE_SHADER_INVOCATIONS => desktop(4, 3) || has("GL_ARB_compute_shader"),
            _ => true,
        };
        let mut statistics = TargetSet::default();
        Target::all().filter(|target| target.is_statistic() && has_stage(*target)).for_each(|target| statistics.insert(target));

        let mut capabilities = Self {
            api,
            version,
            compatibility,
            no_error: description.no_error_bit,
            max_vertex_streams: description.max_vertex_streams.max(1),
            query_buffer: desktop(4, 4) || (api == Api::Desktop && has("GL_ARB_query_buffer_object")),
            direct_state_access: desktop(4, 5) || (api == Api::Desktop && has("GL_ARB_direct_state_access")),
            inverted_conditions: desktop(4, 5) || (api == Api::Desktop && has("GL_ARB_conditional_render_inverted")),
            can_be_lost: false,
            targets,
            statistics,
            driver_queries: desktop(1, 5) || embedded(3, 0) || QUERY_EXTENSIONS.into_iter().any(has),
            arb_timer_query,
            arb_pipeline_statistics_query,
            ext_disjoint_timer_query,
            angle_timer_query,
            intel_performance_query,
        };
        capabilities.offer_targets();
        capabilities
    }

    /// Adds the targets of the offered extensions.
    pub fn offer_targets(&mut self) {
        let timers = [self.arb_timer_query, self.ext_disjoint_timer_query, self.angle_timer_query];
        if timers.into_iter().any(Offer::is_offered) {
            self.targets.insert(Target::TIME_ELAPSED);
            self.targets.insert(Target::TIMESTAMP);
        }
        if self.arb_pipeline_statistics_query.is_offered() {
            self.targets = self.targets.with(self.statistics);
        }
    }

    /// Returns the name and the offer of each of the five extensions.
    pub fn offers(&self) -> [(&'static str, Offer); 5] {
        [
            ("GL_ARB_timer_query", self.arb_timer_query),
            ("GL_ARB_pipeline_statistics_query", self.arb_pipeline_statistics_query),
            ("GL_EXT_disjoint_timer_query", self.ext_disjoint_timer_query),
            ("GL_ANGLE_timer_query", self.angle_timer_query),
            ("GL_INTEL_performance_query", self.intel_performance_query),
        ]
    }
}
