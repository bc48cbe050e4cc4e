//! The extension strings of a context, consistent across all four ways to query them.

use crate::driver::Capabilities;
use crate::driver::capabilities::Description;
use core::ffi::CStr;
use std::collections::HashSet;
use std::ffi::CString;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The answers of `glGetString`, `glGetStringi` and `GL_NUM_EXTENSIONS`.
#[derive(Clone, Debug, Default)]
pub struct ExtensionStrings {
    /// The names in the driver's order, each once, glmeter's last.
    pub names: Vec<&'static CStr>,
    /// The names joined by spaces.
    pub joined: &'static CStr,
    /// `glGetStringi` and `GL_NUM_EXTENSIONS` exist here.
    pub indexed: bool,
    /// `glGetString(GL_EXTENSIONS)` exists here.
    pub whole: bool,
}

impl ExtensionStrings {
    /// Returns the driver's extensions without those that glmeter hides, and with those that it adds.
    ///
    /// Each form keeps the driver's own order: Mesa's single string has another order than its indexed list, and is shorter if
    /// `MESA_EXTENSION_MAX_YEAR` is set for old programs with small buffers.
    pub fn new(capabilities: &Capabilities, description: &Description) -> Self {
        // Programs from before OpenGL 3.2 (Qt, OpenSceneGraph) look for the older extension, a subset of GL_ARB_timer_query.
        let older = [("GL_EXT_timer_query", capabilities.arb_timer_query)];
        let offers: Vec<_> = capabilities.offers().into_iter().chain(older.into_iter().filter(|(_, offer)| offer.is_offered())).collect();
        let hidden = |name: &str| offers.iter().any(|(offered, offer)| *offered == name && !offer.is_offered());
        let with_ours = |theirs: &[String]| -> Vec<String> {
            // The driver leaves an extension out of one form on purpose if it lists it in the other.
            let added = |name: &&str| !description.extensions.iter().any(|listed| listed == name);
            let ours = offers.iter().filter(|(_, offer)| offer.is_offered()).map(|(name, _)| *name).filter(added).map(str::to_string);
            let theirs = theirs.iter().filter(|name| !hidden(name)).cloned();
            let mut seen = HashSet::new();
            theirs.chain(ours).filter(|name| seen.insert(name.clone())).collect()
        };
        let whole = with_ours(description.extension_string.as_deref().unwrap_or_default());
        Self {
            names: with_ours(&description.extensions).iter().map(|name| intern(name)).collect(),
            joined: intern(&whole.join(" ")),
            indexed: capabilities.version >= (3, 0),
            whole: description.extension_string.is_some(),
        }
    }
}

/// The copies of all strings.
static KNOWN: Mutex<Option<HashSet<&'static CStr>>> = Mutex::new(None);

/// Locks the copies of all strings.
pub(crate) fn lock_strings() -> MutexGuard<'static, Option<HashSet<&'static CStr>>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a copy of `text` that lives as long as the process: applications may keep the pointer after the context is destroyed. Equal
/// strings share one copy.
fn intern(text: &str) -> &'static CStr {
    let text = CString::new(text).unwrap_or_default();
    let mut known = lock_strings();
    let known = known.get_or_insert_default();
    if let Some(text) = known.get(text.as_c_str()) {
        return text;
    }
    let text: &'static CStr = Box::leak(text.into_boxed_c_str());
    known.insert(text);
    text
}
