//! Conditional rendering under a query whose result glmeter has, because it was split into segments.

use super::segments::{IndexedTarget, Segments};
use crate::driver::Driver;
use crate::gl::{self, GLenum, GLuint};

/// The driver's state during such a conditional rendering.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// The driver renders without any condition.
    Renders,
    /// The driver discards rendering, under the empty query.
    Discards,
}

/// The conditional rendering of a context.
#[derive(Default)]
pub struct Conditions {
    /// `None` if no conditional rendering is active, or only the driver's own.
    active: Option<Outcome>,
    /// A query of the driver with the result 0; 0 until it is needed.
    empty: GLuint,
}

/// Returns true if a mode waits for the result. In the others, "the GL may choose to unconditionally execute the subsequent rendering
/// commands without waiting for the query to complete".
pub fn waits(mode: GLenum) -> bool {
    !matches!(mode, gl::QUERY_NO_WAIT | gl::QUERY_BY_REGION_NO_WAIT | gl::QUERY_NO_WAIT_INVERTED | gl::QUERY_BY_REGION_NO_WAIT_INVERTED)
}

impl Conditions {
    /// Begins conditional rendering under this result; `None` means that it is unavailable. The first time that the driver has to discard,
    /// runs an empty query of `occlusion`.
    pub fn begin(&mut self, driver: &mut dyn Driver, segments: &mut Segments, occlusion: IndexedTarget, mode: GLenum, result: Option<u64>) {
        // "If mode is QUERY_WAIT_INVERTED … the condition used to determine whether subsequent rendering commands are discarded is
        // inverted"; "BY_REGION" permits more, which glmeter does not use.
        let inverted = mode >= gl::QUERY_WAIT_INVERTED;
        if result.is_none_or(|result| (result != 0) != inverted) {
            self.active = Some(Outcome::Renders);
            return;
        }
        if self.empty == 0 {
            self.empty = segments.run_empty(driver, occlusion);
        }
        driver.begin_conditional_render(self.empty, gl::QUERY_WAIT);
        self.active = Some(Outcome::Discards);
    }

    /// Ends the conditional rendering that is active, here or in the driver.
    pub fn end(&mut self, driver: &mut dyn Driver) {
        if self.active.take() != Some(Outcome::Renders) {
            driver.end_conditional_render();
        }
    }

    /// Returns true while the driver renders without knowing of the condition.
    pub fn is_hidden(&self) -> bool {
        self.active == Some(Outcome::Renders)
    }
}
