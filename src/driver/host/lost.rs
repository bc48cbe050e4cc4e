//! Detects contexts that are lost in a graphics reset (`GL_KHR_robustness`, OpenGL 4.5 section 2.3.2). glmeter never calls
//! `glGetGraphicsResetStatus` on its own, because the driver returns each status only once.

use super::{Host, call};
use crate::driver::Functions;
use crate::driver::capabilities::{Api, Description};
use crate::gl::{self, GLenum, GLint};

/// The type of `glGetGraphicsResetStatus`.
pub(super) type GetGraphicsResetStatus = unsafe extern "system-unwind" fn() -> GLenum;

/// Returns the context's `glGetGraphicsResetStatus` under the name of its version or extensions.
pub(super) fn reset_status_command(
    f: &Functions,
    (api, version): (Api, (u32, u32)),
    has: impl Fn(&str) -> bool,
) -> Option<GetGraphicsResetStatus> {
    match () {
        () if (api == Api::Desktop && version >= (4, 5)) || (api == Api::Embedded && version >= (3, 2)) => f.glGetGraphicsResetStatus,
        () if has("GL_ARB_robustness") => f.glGetGraphicsResetStatusARB,
        () if has("GL_KHR_robustness") && api == Api::Desktop => f.glGetGraphicsResetStatus,
        () if has("GL_KHR_robustness") => f.glGetGraphicsResetStatusKHR,
        () if has("GL_EXT_robustness") => f.glGetGraphicsResetStatusEXT,
        () => None,
    }
}

impl Host {
    /// Finds out whether the context can be lost. Generates no GL error and stores a pending one of the application.
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

    /// Returns false if the context is lost, in which case a Get writes nothing. "After a graphics reset has occurred on a context,
    /// subsequent GL commands on that context … will generate a CONTEXT_LOST error. Such commands will not have side effects".
    pub(super) fn answers_a_get(&self) -> bool {
        if !self.capabilities.can_be_lost {
            return true;
        }
        let mut strategy: GLint = -1;
        call!(self.functions.glGetIntegerv, gl::RESET_NOTIFICATION_STRATEGY, &mut strategy);
        strategy != -1
    }

    /// Returns true if a Get generates `GL_CONTEXT_LOST`. Between glBegin and glEnd `glGetError` returns no error.
    pub(super) fn generates_context_lost(&mut self) -> bool {
        let before = call!(self.functions.glGetError).unwrap_or(gl::NO_ERROR);
        if before != gl::NO_ERROR {
            self.held_error.get_or_insert(before);
        }
        self.integer(gl::MAX_TEXTURE_SIZE);
        call!(self.functions.glGetError) == Some(gl::CONTEXT_LOST)
    }
}
