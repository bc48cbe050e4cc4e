//! A frame, measured by one extension's query commands.

use crate::egl::get_proc_address;
use crate::functions::{Gl, Queries};
use glmeter::gl::{GLenum, GLuint, QUERY_RESULT, QUERY_RESULT_AVAILABLE, TIME_ELAPSED, TIMESTAMP};
use std::time::{Duration, Instant};

/// How long a result is waited for.
const PATIENCE: Duration = Duration::from_secs(1);

/// What one frame's queries answered. A query that was not made, or whose result never came, has none.
#[derive(Default)]
pub(super) struct Measured {
    pub(super) elapsed: Option<u64>,
    pub(super) before: Option<u64>,
    pub(super) after: Option<u64>,
    /// One for each target that was asked for, in that order.
    pub(super) statistics: Vec<Option<u64>>,
}

/// The query commands with a suffix.
pub(super) struct Meter<'a> {
    gl: &'a Gl,
    queries: Queries,
    /// There are results of 64 bits.
    wide: bool,
}

impl<'a> Meter<'a> {
    pub(super) fn new(gl: &'a Gl, suffix: &str, wide: bool) -> Self {
        // SAFETY: these are the commands of these names, and each suffix has them with the same arguments.
        let queries = unsafe { Queries::load(|name| get_proc_address(&format!("{name}{suffix}"))) };
        Self { gl, queries, wide }
    }

    /// Draws a frame between the begins and the ends of all targets.
    pub(super) fn measure(&self, timers: bool, statistics: &[GLenum], draw: impl FnOnce()) -> Measured {
        let spans: Vec<GLenum> = timers.then_some(TIME_ELAPSED).into_iter().chain(statistics.iter().copied()).collect();
        let mut ids = vec![0; spans.len() + 2];
        // SAFETY: room for the names.
        unsafe { self.queries.glGenQueries(ids.len() as i32, ids.as_mut_ptr()) };
        let ([before, after], spans_ids) = match ids.as_slice() {
            [before, after, rest @ ..] => ([*before, *after], rest),
            _ => return Measured::default(),
        };
        // SAFETY: names of this context, each used for one target alone.
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
        // SAFETY: the names and their number.
        unsafe { self.queries.glDeleteQueries(ids.len() as i32, ids.as_ptr()) };
        measured
    }

    /// Inserts a TIMESTAMP, here and now: drivers that gather commands would otherwise stamp it when they carry those out.
    ///
    /// # Safety
    /// A name of this context.
    unsafe fn mark(&self, id: GLuint) {
        // SAFETY: as the caller says.
        unsafe {
            self.queries.glQueryCounter(id, TIMESTAMP);
            self.gl.glFlush();
        }
    }

    fn result(&self, id: GLuint) -> Option<u64> {
        let begun = Instant::now();
        loop {
            let (mut available, mut narrow, mut wide) = (0, 0, 0);
            // SAFETY: places for the values.
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
            if begun.elapsed() > PATIENCE {
                return None;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Reports a query command that was called and that the driver lacks.
    pub(super) fn missing(&self) -> Option<&'static str> {
        self.queries.called_missing()
    }
}
