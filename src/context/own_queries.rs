//! The query names that glmeter takes from the driver for times of its own, which disturb no query of the application.

use crate::driver::Driver;
use crate::gl::{self, GLuint};

/// Returns true if the driver would execute a query command now, and neither compile it into a display list nor reject it.
pub(super) fn executes_queries(driver: &mut dyn Driver) -> bool {
    driver.list_index() == Some(0)
}

/// Query names to reuse.
#[derive(Default)]
pub(super) struct OwnQueries(Vec<GLuint>);

impl OwnQueries {
    /// Records a TIMESTAMP. Returns the query, or `None` if the driver has no name for it.
    pub(super) fn mark(&mut self, driver: &mut dyn Driver) -> Option<GLuint> {
        let id = self.0.pop().unwrap_or_else(|| driver.own_query());
        if id == 0 {
            return None;
        }
        driver.query_counter(id, gl::TIMESTAMP);
        Some(id)
    }

    /// Makes queries available again. Ignores 0, which names none.
    pub(super) fn release(&mut self, queries: impl IntoIterator<Item = GLuint>) {
        self.0.extend(queries.into_iter().filter(|query| *query != 0));
    }
}
