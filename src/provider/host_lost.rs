//! Contexts that a reset of the graphics hardware takes away (`GL_KHR_robustness`, OpenGL 4.5 section 2.3.2). The driver is never
//! asked for `glGetGraphicsResetStatus` here: it says so once, to the application.

use super::capabilities::{Api, Description};
use super::host::{Host, call};
use crate::gl::{self, GLint};

impl Host {
    /// Learns whether the context can be lost. It generates no GL error; one of the application's is held.
    pub(crate) fn learn_reset_strategy(&mut self, description: &Description) {
        let (api, version) = (self.capabilities.api, self.capabilities.version);
        let core = (api == Api::Desktop && version >= (4, 5)) || (api == Api::Embedded && version >= (3, 2));
        let extensions = ["GL_KHR_robustness", "GL_ARB_robustness", "GL_EXT_robustness"];
        if !core && !description.extensions.iter().any(|name| extensions.contains(&name.as_str())) {
            return;
        }
        let mut strategy = 0;
        let known = self.probe(|host| strategy = host.integer(gl::RESET_NOTIFICATION_STRATEGY));
        self.capabilities.can_be_lost = known && strategy == gl::LOSE_CONTEXT_ON_RESET;
    }

    /// "After a graphics reset has occurred on a context, subsequent GL commands on that context … will generate a CONTEXT_LOST error.
    /// Such commands will not have side effects": a Get writes nothing.
    pub(super) fn answers_a_get(&self) -> bool {
        if !self.capabilities.can_be_lost {
            return true;
        }
        let mut strategy: GLint = -1;
        call!(self.functions.glGetIntegerv, gl::RESET_NOTIFICATION_STRATEGY, &mut strategy);
        strategy != -1
    }

    /// Whether a Get generates `GL_CONTEXT_LOST`. Between glBegin and glEnd `glGetError` returns no error.
    pub(super) fn generates_context_lost(&mut self) -> bool {
        let before = call!(self.functions.glGetError).unwrap_or(gl::NO_ERROR);
        if before != gl::NO_ERROR {
            self.held_error.get_or_insert(before);
        }
        self.integer(gl::MAX_TEXTURE_SIZE);
        call!(self.functions.glGetError) == Some(gl::CONTEXT_LOST)
    }
}
