//! The GL libraries that a program loads, for the line about a program that glmeter did not measure.

use crate::processes::with_descendants;
use crate::program::{needs, reason_against_preloading};
use glmeter_recording::Recording;
use std::ffi::OsStr;
use std::path::Path;
use std::time::{Duration, Instant};

/// The names of GL libraries, up to their version.
const NAMES: [&str; 8] =
    ["libGL.so", "libGLX.so", "libEGL.so", "libOpenGL.so", "libGLESv1_CM.so", "libGLESv2.so", "libOSMesa.so", "libGLdispatch.so"];
/// Those with which programs are linked.
const LINKED: [&str; 7] =
    ["libGL.so.1", "libEGL.so.1", "libGLX.so.0", "libOpenGL.so.0", "libGLESv1_CM.so.1", "libGLESv2.so.2", "libOSMesa.so.8"];
/// The time from the start to the first look, which doubles from one look to the next up to the longest.
const FIRST: Duration = Duration::from_millis(5);
const LONGEST: Duration = Duration::from_secs(2);

/// Looks for GL libraries in a running program, seldom.
pub(crate) struct Libraries {
    begun: Instant,
    pause: Duration,
    due: Duration,
    /// The process that this one has started beside the program.
    other: Option<u32>,
    /// The name of one.
    found: Option<String>,
}

impl Libraries {
    /// Begins with a program that starts now. This process has started `other` too, which has libraries of its own.
    pub(crate) fn new(other: Option<u32>) -> Self {
        Self { begun: Instant::now(), pause: FIRST, due: FIRST, other, found: None }
    }

    /// Looks for them if it is time to, in the children of this process and their children. A program that makes a context current has some.
    pub(crate) fn look(&mut self, recording: &Recording) {
        let now = self.begun.elapsed();
        if self.found.is_some() || recording.is_used() || now < self.due {
            return;
        }
        self.pause = (self.pause * 2).min(LONGEST);
        self.due = now + self.pause;
        let processes = with_descendants(std::process::id() as i32);
        let mut of_program = processes.iter().skip(1).filter(|process| self.other != Some(process.number()));
        self.found = of_program.find_map(|process| mapped(&process.maps()?));
    }

    /// Returns the line about a program of which nothing was measured.
    pub(crate) fn line(&self, program: &OsStr) -> String {
        let name = program.to_string_lossy();
        if let Some(reason) = reason_against_preloading(program) {
            return format!("glmeter: {name} cannot be measured: {reason}");
        }
        let linked = LINKED.iter().find(|library| needs(program, library)).map(|library| (*library).to_owned());
        match linked.or_else(|| self.found.clone()) {
            Some(library) => format!("glmeter: {name} loaded {library} and made no GL context current: there is nothing to report"),
            None => format!("glmeter: {name} loaded no GL library: there is nothing to report"),
        }
    }
}

/// Returns the name of a GL library in a text of `/proc/PID/maps`, the first by [`NAMES`].
fn mapped(maps: &str) -> Option<String> {
    let paths = maps.lines().filter_map(|line| line.find('/').and_then(|at| line.get(at..)));
    let names = paths.filter_map(|path| Path::new(path).file_name()?.to_str());
    let known = names.filter_map(|name| Some((NAMES.iter().position(|library| name.starts_with(library))?, name)));
    known.min_by_key(|(at, _)| *at).map(|(_, name)| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gl_libraries_are_known_by_their_names() {
        let maps = |path: &str| {
            mapped(&format!("7f0-7f1 r-xp 0 00:1 1  /usr/lib/libc.so.6\n7f2-7f3 r--p 0 00:1 2   {path}\n7f4-7f5 rw-p 0 00:0 0\n"))
        };
        assert_eq!(maps("/usr/lib/x86_64-linux-gnu/libEGL.so.1.1.0").as_deref(), Some("libEGL.so.1.1.0"));
        assert_eq!(maps("/usr/lib/libGLX.so.0.0.0\n7f4-7f5 r--p 0 00:1 3  /usr/lib/libGL.so.1.7.0").as_deref(), Some("libGL.so.1.7.0"));
        assert_eq!((maps("/opt/libglmeter.so"), maps("/usr/lib/libGLU.so.1"), maps("[heap]")), (None, None, None));
    }
}
