//! Measures a frame with one extension's query commands.

use crate::egl::get_proc_address;
use crate::functions::{Gl, Queries};
use glmeter::gl::{GLenum, GLuint, QUERY_RESULT, QUERY_RESULT_AVAILABLE, TIME_ELAPSED, TIMESTAMP};
use std::time::{Duration, Instant};

/// The longest wait for a result.
const TIMEOUT: Duration = Duration::from_secs(1);

/// The results of one frame's queries; `None` where a query was not made or its result did not arrive.
#[derive(Default)]
pub(super) struct Measured {
    /// TIME_ELAPSED over the frame, nanoseconds.
    pub(super) elapsed: Option<u64>,
    /// TIMESTAMP before the frame, nanoseconds.
    pub(super) before: Option<u64>,
    /// TIMESTAMP after the frame, nanoseconds.
    pub(super) after: Option<u64>,
    /// The result of each statistics target, in the order of the request.
    pub(super) statistics: Vec<Option<u64>>,
}

/// The query commands with one extension's suffix.
pub(super) struct Meter<'a> {
    gl: &'a Gl,
    queries: Queries,
    /// Results have 64 bits (`glGetQueryObjectui64v` exists).
    wide: bool,
}

impl<'a> Meter<'a> {
    /// Loads the query commands with `suffix`. `wide` says that results have 64 bits.
    pub(super) fn new(gl: &'a Gl, suffix: &str, wide: bool) -> Self {
        // SAFETY: GetProcAddress returns the command of the name, and a command has the same signature with every suffix.
        let queries = unsafe { Queries::load(|name| get_proc_address(&format!("{name}{suffix}"))) };
        Self { gl, queries, wide }
    }

    /// Draws a frame inside a query of each target, with a TIMESTAMP before and after if `timers` is true.
    pub(super) fn measure(&self, timers: bool, statistics: &[GLenum], draw: impl FnOnce()) -> Measured {
        let spans: Vec<GLenum> = timers.then_some(TIME_ELAPSED).into_iter().chain(statistics.iter().copied()).collect();
        let mut ids = vec![0; spans.len() + 2];
        // SAFETY: `ids` has room for the names.
        unsafe { self.queries.glGenQueries(ids.len() as i32, ids.as_mut_ptr()) };
        let ([before, after], spans_ids) = match ids.as_slice() {
            [before, after, rest @ ..] => ([*before, *after], rest),
            _ => return Measured::default(),
        };
        // SAFETY: the names belong to this context, and each is used for one target alone.
        unsafe {
            self.gl.glFinish();
            if timers {
                self.mark(before);
            }
            for (target, id) in spans.iter().zip(spans_ids) {
                self.queries.glBeginQuery(*target, *id);
            }
            draw();
            for target in spans.iter().rev() {
                self.queries.glEndQuery(*target);
            }
            if timers {
                self.mark(after);
            }
            self.gl.glFinish();
        }
        let mut results = spans_ids.iter().map(|id| self.result(*id));
        let measured = Measured {
            elapsed: if timers { results.next().flatten() } else { None },
            before: timers.then(|| self.result(before)).flatten(),
            after: timers.then(|| self.result(after)).flatten(),
            statistics: results.collect(),
        };
        // SAFETY: `ids` holds this many names.
        unsafe { self.queries.glDeleteQueries(ids.len() as i32, ids.as_ptr()) };
        measured
    }

    /// Inserts a TIMESTAMP and flushes: a driver that batches commands would otherwise take it when it submits the batch.
    ///
    /// # Safety
    /// `id` must be a query name of this context.
    unsafe fn mark(&self, id: GLuint) {
        // SAFETY: as the caller promises.
        unsafe {
            self.queries.glQueryCounter(id, TIMESTAMP);
            self.gl.glFlush();
        }
    }

    /// Waits for a query's result. Returns `None` after [`TIMEOUT`].
    fn result(&self, id: GLuint) -> Option<u64> {
        let begun = Instant::now();
        loop {
            let (mut available, mut narrow, mut wide) = (0, 0, 0);
            // SAFETY: the pointers are to local variables.
            unsafe {
                self.queries.glGetQueryObjectuiv(id, QUERY_RESULT_AVAILABLE, &mut available);
                if available != 0 && self.wide {
                    self.queries.glGetQueryObjectui64v(id, QUERY_RESULT, &mut wide);
                    return Some(wide);
                }
                if available != 0 {
                    self.queries.glGetQueryObjectuiv(id, QUERY_RESULT, &mut narrow);
                    return Some(u64::from(narrow));
                }
            }
            if begun.elapsed() > TIMEOUT {
                return None;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Returns the name of a query command that was called although the driver lacks it.
    pub(super) fn missing(&self) -> Option<&'static str> {
        self.queries.called_missing()
    }
}
