//! A context's state for counting draws: the features of its draw commands, an open glBegin, a list under compilation.

use super::lists::Compiling;
use super::submitted::Runs;
use crate::driver::Stages;
use crate::driver::capabilities::{Api, Capabilities, Description};
use crate::gl::{self, GLenum};

/// An open glBegin whose vertices are counted.
pub(crate) struct Run {
    /// The vertices so far.
    pub(crate) runs: Runs,
    /// The stages of the program that was current at glBegin.
    pub(crate) stages: Stages,
}

/// A context's state for counting draws.
pub struct Drawing {
    /// A bit for each `mode` that draw commands accept.
    pub(crate) modes: u16,
    /// `GL_UNSIGNED_INT` indices are allowed.
    pub(crate) wide_indices: bool,
    /// `GL_PRIMITIVE_RESTART` exists.
    pub(crate) restart: bool,
    /// `GL_PRIMITIVE_RESTART_FIXED_INDEX` exists.
    pub(crate) restart_fixed: bool,
    /// `GL_PRIMITIVE_RESTART_FOR_PATCHES_SUPPORTED` exists.
    pub(crate) patch_restart: bool,
    /// Indices, and in compatibility contexts indirect parameters, may lie in the application's memory.
    pub(crate) client_memory: bool,
    /// The open glBegin, if its vertices are counted.
    pub(crate) run: Option<Run>,
    /// A glBegin that reached glmeter was executed, and no glEnd has followed.
    pub(crate) is_begun: bool,
    /// The display list that is being compiled.
    pub(crate) compiling: Option<Compiling>,
}

impl Drawing {
    /// Returns the state for a context of this description.
    pub fn of(capabilities: &Capabilities, description: &Description) -> Self {
        let has = |names: &[&str]| description.extensions.iter().any(|extension| names.contains(&extension.as_str()));
        let desktop = |version| capabilities.api == Api::Desktop && capabilities.version >= version;
        let embedded = |version| capabilities.api == Api::Embedded && capabilities.version >= version;
        let is_desktop = capabilities.api == Api::Desktop;
        let geometry = match is_desktop {
            true => desktop((3, 2)) || has(&["GL_ARB_geometry_shader4", "GL_EXT_geometry_shader4"]),
            false => embedded((3, 2)) || has(&["GL_EXT_geometry_shader", "GL_OES_geometry_shader"]),
        };
        let tessellation = match is_desktop {
            true => desktop((4, 0)) || has(&["GL_ARB_tessellation_shader"]),
            false => embedded((3, 2)) || has(&["GL_EXT_tessellation_shader", "GL_OES_tessellation_shader"]),
        };
        let bits =
            |wanted: bool, modes: core::ops::RangeInclusive<GLenum>| if wanted { modes.fold(0, |bits, mode| bits | 1 << mode) } else { 0 };
        Self {
            modes: bits(true, gl::POINTS..=gl::TRIANGLE_FAN)
                | bits(capabilities.compatibility, gl::QUADS..=gl::POLYGON)
                | bits(geometry, gl::LINES_ADJACENCY..=gl::TRIANGLE_STRIP_ADJACENCY)
                | bits(tessellation, gl::PATCHES..=gl::PATCHES),
            wide_indices: is_desktop || embedded((3, 0)) || has(&["GL_OES_element_index_uint"]),
            restart: desktop((3, 1)),
            restart_fixed: desktop((4, 3)) || embedded((3, 0)) || (is_desktop && has(&["GL_ARB_ES3_compatibility"])),
            patch_restart: desktop((4, 4)) || (!is_desktop && tessellation),
            client_memory: capabilities.compatibility || !is_desktop,
            run: None,
            is_begun: false,
            compiling: None,
        }
    }
}
