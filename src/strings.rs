//! The extension strings of a context, the same in all four forms.

use crate::provider::Capabilities;
use crate::provider::capabilities::{Api, Description};
use core::ffi::CStr;
use std::collections::HashSet;
use std::ffi::CString;
use std::sync::{Mutex, PoisonError};

/// What `glGetString`, `glGetStringi` and `GL_NUM_EXTENSIONS` show.
#[derive(Clone, Debug, Default)]
pub struct ExtensionStrings {
    /// The names in the driver's order, each once, glmeter's last.
    pub names: Vec<&'static CStr>,
    /// The names with one space between.
    pub joined: &'static CStr,
    /// `glGetStringi` and `GL_NUM_EXTENSIONS` exist here.
    pub indexed: bool,
    /// `glGetString(GL_EXTENSIONS)` exists here.
    pub whole: bool,
}

impl ExtensionStrings {
    /// The driver's extensions with ours added where the context allows them, and without those that cannot be trusted.
    pub fn new(capabilities: &Capabilities, description: &Description) -> Self {
        let mut seen = HashSet::new();
        let offers = capabilities.offers();
        let hidden = |name: &str| offers.iter().any(|(offered, offer)| *offered == name && !offer.is_offered());
        let ours = offers.iter().filter(|(_, offer)| offer.is_offered()).map(|(name, _)| *name);
        let theirs = description.extensions.iter().map(String::as_str).filter(|name| !hidden(name));
        let names: Vec<&str> = theirs.chain(ours).filter(|name| seen.insert(name.to_string())).collect();
        let joined = names.join(" ");
        Self {
            names: names.into_iter().map(intern).collect(),
            joined: intern(&joined),
            indexed: capabilities.version >= (3, 0),
            whole: capabilities.api != Api::Desktop || capabilities.compatibility || capabilities.version < (3, 1),
        }
    }
}

/// A copy that lives as long as the process: an application may keep the pointer after the context is gone. There are
/// only as many as there are different strings.
fn intern(text: &str) -> &'static CStr {
    static KNOWN: Mutex<Option<HashSet<&'static CStr>>> = Mutex::new(None);
    let text = CString::new(text).unwrap_or_default();
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some(text) = known.get(text.as_c_str()) {
        return text;
    }
    let text: &'static CStr = Box::leak(text.into_boxed_c_str());
    known.insert(text);
    text
}
