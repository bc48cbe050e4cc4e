//! The kinds of contexts that are compared with the registry.

use glmeter_registry::{Api, Profile, Registry};
use std::collections::BTreeMap;

/// A kind of context with the version that is reported for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Core,
    Compatibility,
    Es,
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Core, Self::Compatibility, Self::Es];

    /// Returns the name that rows of the table of refused tokens have.
    pub fn name(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Compatibility => "compatibility",
            Self::Es => "es",
        }
    }

    /// Returns the tokens of the version with their values.
    pub fn tokens(self) -> BTreeMap<&'static str, u32> {
        let (api, version, profile) = match self {
            Self::Core => (Api::Gl, (4, 6), Profile::Core),
            Self::Compatibility => (Api::Gl, (4, 6), Profile::Compatibility),
            Self::Es => (Api::Gles2, (3, 2), Profile::Core),
        };
        let enums = Registry::gl().select(api, version, profile, |_| false).enums;
        enums.into_iter().filter_map(|(name, token)| Some((name, token.number()?.try_into().ok()?))).collect()
    }
}
