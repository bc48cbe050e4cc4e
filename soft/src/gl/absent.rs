//! The parts of OpenGL 4.6 and OpenGL ES 3.2 that the pipeline lacks, as one line for users, and the commands that are stubs because of it.
//!
//! A stub is a stand-in for a command without an implementation and raises an error for all arguments. [`PARTS`] names them all: the tests compare
//! it with the table of commands, and no extension that needs a stub is listed.

use crate::gl::log::{Level, log};
use std::ffi::{CString, c_char};
use std::sync::{LazyLock, Once};

/// A part of the specifications that is absent.
pub struct Part {
    /// Its name in the line.
    pub name: &'static str,
    /// Its commands that are stubs.
    pub commands: &'static [&'static str],
}

/// The absent parts; those that programs need most come first.
pub const PARTS: &[Part] = &[Part {
    name: "the imaging subset",
    commands: &[
        "glColorSubTable",
        "glColorTable",
        "glColorTableParameterfv",
        "glColorTableParameteriv",
        "glConvolutionFilter1D",
        "glConvolutionFilter2D",
        "glConvolutionParameterf",
        "glConvolutionParameterfv",
        "glConvolutionParameteri",
        "glConvolutionParameteriv",
        "glCopyColorSubTable",
        "glCopyColorTable",
        "glCopyConvolutionFilter1D",
        "glCopyConvolutionFilter2D",
        "glGetColorTable",
        "glGetColorTableParameterfv",
        "glGetColorTableParameteriv",
        "glGetConvolutionFilter",
        "glGetConvolutionParameterfv",
        "glGetConvolutionParameteriv",
        "glGetHistogram",
        "glGetHistogramParameterfv",
        "glGetHistogramParameteriv",
        "glGetMinmax",
        "glGetMinmaxParameterfv",
        "glGetMinmaxParameteriv",
        "glGetSeparableFilter",
        "glGetnColorTable",
        "glGetnColorTableARB",
        "glGetnConvolutionFilter",
        "glGetnConvolutionFilterARB",
        "glGetnHistogram",
        "glGetnHistogramARB",
        "glGetnMinmax",
        "glGetnMinmaxARB",
        "glGetnSeparableFilter",
        "glGetnSeparableFilterARB",
        "glHistogram",
        "glMinmax",
        "glResetHistogram",
        "glResetMinmax",
        "glSeparableFilter2D",
    ],
}];

/// Returns the part that a stub belongs to.
pub fn part_of(command: &str) -> Option<&'static str> {
    PARTS.iter().find(|part| part.commands.contains(&command)).map(|part| part.name)
}

/// Returns the line that names every absent part: "absent: 3D, …".
pub fn line() -> &'static CString {
    static LINE: LazyLock<CString> = LazyLock::new(|| {
        let names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
        CString::new(format!("absent: {}", names.join("; "))).unwrap_or_default()
    });
    &LINE
}

/// Returns the line as a static C string: `glmeter_soft_absent_parts`, which `glmeter info` gets from GetProcAddress of the driver.
pub extern "C" fn absent_parts() -> *const c_char {
    line().as_ptr()
}

/// Logs the line once in the process, at level `info`.
pub fn say_once() {
    static SAID: Once = Once::new();
    SAID.call_once(|| log(Level::Info, &line().to_string_lossy()));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

    use super::*;
    use crate::gl::table;
    use std::collections::BTreeSet;

    #[test]
    fn the_absent_parts_are_the_commands_that_are_stubs() {
        let named: Vec<&str> = PARTS.iter().flat_map(|part| part.commands).copied().collect();
        let all: BTreeSet<&str> = named.iter().copied().collect();
        assert_eq!(all.len(), named.len(), "a command stands in one part");
        let stubs: BTreeSet<&str> = table::stubs().into_iter().collect();
        assert_eq!(all.difference(&stubs).collect::<Vec<_>>(), Vec::<&&str>::new(), "named and there");
        assert_eq!(stubs.difference(&all).collect::<Vec<_>>(), Vec::<&&str>::new(), "stubs that no part names");
    }

    #[test]
    fn each_part_has_commands() {
        for part in PARTS {
            assert!(!part.commands.is_empty(), "nothing shows that {} are absent", part.name);
        }
    }

    #[test]
    fn the_readme_has_the_line() {
        let readme = include_str!("../../README.md");
        let line = line().to_str().unwrap();
        assert!(readme.lines().any(|other| other == format!("> {line}")), "soft/README.md lacks\n> {line}");
        let readme = include_str!("../../../README.md");
        assert!(readme.lines().any(|other| other == format!("> {line}")), "README.md lacks\n> {line}");
    }
}
