//! The commands and enumerants of one version with extensions.

use crate::{Api, Command, Enum, Part, Profile, Registry};
use std::collections::{BTreeMap, BTreeSet};

/// The commands and enumerants that a context offers, by name.
pub struct Selection<'a> {
    /// The commands.
    pub commands: BTreeMap<&'static str, &'a Command>,
    /// The enumerants.
    pub enums: BTreeMap<&'static str, &'a Enum>,
}

impl Part {
    /// Returns true if an API and a profile have the part.
    pub fn applies(&self, api: Api, profile: Profile) -> bool {
        self.api.is_none_or(|only| only == api) && self.profile.is_none_or(|only| only == profile)
    }
}

impl Registry {
    /// Returns what an API has in a version and a profile, and in the API's extensions for whose names `has_extension` returns true. Version 0.0 has
    /// the extensions alone.
    pub fn select(&self, api: Api, version: (u8, u8), profile: Profile, has_extension: impl Fn(&str) -> bool) -> Selection<'_> {
        let applies = |part: &&Part| part.applies(api, profile);
        let (mut commands, mut enums) = (BTreeSet::new(), BTreeSet::new());
        let mut require = |parts: &[Part], removed: &[Part]| {
            for part in parts.iter().filter(applies) {
                commands.extend(&part.commands);
                enums.extend(&part.enums);
            }
            for part in removed.iter().filter(applies) {
                commands.retain(|name| !part.commands.contains(name));
                enums.retain(|name| !part.enums.contains(name));
            }
        };
        // In their order: a later version may add again what an earlier one removed.
        for feature in self.features.iter().filter(|feature| feature.api == api && feature.version <= version) {
            require(&feature.requires, &feature.removes);
        }
        for extension in self.extensions.iter().filter(|extension| extension.apis.contains(&api) && has_extension(extension.name)) {
            require(&extension.requires, &[]);
        }
        let is_selected = |one: &&Enum| enums.contains(one.name) && one.api.is_none_or(|only| only == api);
        Selection {
            commands: commands.iter().filter_map(|name| Some((*name, self.commands.get(name)?))).collect(),
            enums: self.enums.iter().filter(is_selected).map(|one| (one.name, one)).collect(),
        }
    }
}
