//! A test case.

use crate::scene::Scene;

/// The values of the statistics, in this order in every table:
/// VERTICES_SUBMITTED, PRIMITIVES_SUBMITTED, VERTEX_SHADER_INVOCATIONS,
/// TESS_CONTROL_SHADER_PATCHES, TESS_EVALUATION_SHADER_INVOCATIONS,
/// GEOMETRY_SHADER_INVOCATIONS, GEOMETRY_SHADER_PRIMITIVES_EMITTED,
/// CLIPPING_INPUT_PRIMITIVES, CLIPPING_OUTPUT_PRIMITIVES, FRAGMENT_SHADER_INVOCATIONS, COMPUTE_SHADER_INVOCATIONS.
pub type Counts = [u64; 11];

/// Their short names, as CONFORMANCE.md has them.
pub const NAMES: [&str; 11] = ["VSUB", "PSUB", "VSI", "TCSP", "TESI", "GSI", "GSP", "CLIN", "CLOUT", "FSI", "CSI"];

pub const NOTHING: Counts = [0; 11];

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    Core,
    Compatibility,
}

pub struct Case {
    /// The area and the action: `modes: TRIANGLES 8`.
    pub name: String,
    pub profile: Profile,
    pub run: Box<dyn Fn(&Scene)>,
    /// The expected counts, worked out by hand from the definition in `soft/README.md`.
    pub expected: Counts,
}

/// The cases of an area.
pub struct Cases {
    area: &'static str,
    profile: Profile,
    list: Vec<Case>,
}

impl Cases {
    pub fn of(area: &'static str) -> Self {
        Self { area, profile: Profile::Core, list: Vec::new() }
    }

    /// Makes all further cases use the compatibility profile.
    pub fn compatibility(&mut self) {
        self.profile = Profile::Compatibility;
    }

    pub fn add(&mut self, name: &str, expected: Counts, run: impl Fn(&Scene) + 'static) {
        let name = format!("{}: {name}", self.area);
        self.list.push(Case { name, profile: self.profile, run: Box::new(run), expected });
    }

    pub fn list(self) -> Vec<Case> {
        self.list
    }
}
