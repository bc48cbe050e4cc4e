//! The extensions that a context lists: those with every command and token implemented. `extension_tests` uses each; `tests/extensions/unlisted.txt`
//! of the repository says which others Mesa lists, and why this file does not.

use crate::config::Api;
use crate::context::Context;
use crate::{es, es1};

/// Extensions of core and compatibility contexts.
const DESKTOP: &[&str] = &include!("../../desktop_extensions.in");

/// Extensions that compatibility contexts have in addition.
const COMPATIBILITY: &[&str] = &include!("../../compatibility_extensions.in");

/// Returns the extensions of a context, in the order of their indices.
pub fn list(context: &Context) -> Vec<&'static str> {
    match context.config.api {
        Api::Core => DESKTOP.to_vec(),
        Api::Compatibility => [DESKTOP, COMPATIBILITY].concat(),
        Api::Es => es::EXTENSIONS.iter().filter(|entry| context.config.version >= entry.1).map(|entry| entry.0).collect(),
        Api::Es1 => es1::EXTENSIONS.to_vec(),
    }
}
