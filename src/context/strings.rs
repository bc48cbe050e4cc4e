//! The extension strings of a context, the same in all four forms.

use crate::driver::Capabilities;
use crate::driver::capabilities::Description;
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
    /// Returns the driver's extensions with glmeter's added where the context allows them, and without those that cannot be trusted.
    ///
    /// The driver's own order stands in each form: Mesa's whole string is in another order than its list, and shorter where
    /// `MESA_EXTENSION_MAX_YEAR` asks for it, for old programs with small buffers.
    pub fn new(capabilities: &Capabilities, description: &Description) -> Self {
        // Programs of before OpenGL 3.2 know the older extension alone (Qt, OpenSceneGraph); it brings nothing that this lacks.
        let older = [("GL_EXT_timer_query", capabilities.arb_timer_query)];
        let offers: Vec<_> = capabilities.offers().into_iter().chain(older.into_iter().filter(|(_, offer)| offer.is_offered())).collect();
        let hidden = |name: &str| offers.iter().any(|(offered, offer)| *offered == name && !offer.is_offered());
        let with_ours = |theirs: &[String]| -> Vec<String> {
            // What the driver lists in one form and leaves out of the other, it leaves out on purpose.
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

/// Returns a copy that lives as long as the process: an application may keep the pointer after the context is gone. There are
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
