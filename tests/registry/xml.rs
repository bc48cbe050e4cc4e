//! The tokens of a version and the groups of tokens that commands accept, as the Khronos registry has them.

use gl_generator::{Api, Fallbacks, Profile, Registry};
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

    fn registry(self) -> Registry {
        let (api, version, profile) = match self {
            Self::Core => (Api::Gl, (4, 6), Profile::Core),
            Self::Compatibility => (Api::Gl, (4, 6), Profile::Compatibility),
            Self::Es => (Api::Gles2, (3, 2), Profile::Core),
        };
        Registry::new(api, version, profile, Fallbacks::None, [])
    }

    /// Returns the tokens of the version with their values.
    pub fn tokens(self) -> BTreeMap<String, u32> {
        let registry = self.registry();
        let number = |text: &str| text.strip_prefix("0x").and_then(|digits| u32::from_str_radix(digits, 16).ok()).or(text.parse().ok());
        registry.enums.iter().filter_map(|token| Some((format!("GL_{}", token.ident), number(&token.value)?))).collect()
    }
}

/// Returns the groups of tokens, by name.
pub fn groups() -> BTreeMap<&'static str, Vec<&'static str>> {
    let text = std::str::from_utf8(khronos_api::GL_XML).unwrap();
    let named = |line: &'static str| line.split_once("name=\"")?.1.split_once('"').map(|(name, _)| name);
    let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut group = None;
    for line in text.lines().map(str::trim).take_while(|line| !line.starts_with("</groups>")) {
        if line.starts_with("<group ") {
            group = named(line);
        } else if line.starts_with("<enum ")
            && let (Some(group), Some(token)) = (group, named(line))
        {
            groups.entry(group).or_default().push(token);
        }
    }
    groups
}
