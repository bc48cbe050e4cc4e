//! Whether and when the pipeline generates code.

use super::check::check;
use super::encode::Assembler;
use super::memory::Mapped;
use std::ffi::OsStr;
use std::sync::OnceLock;

/// The environment variable.
const VARIABLE: &str = "GLMETER_SOFT_CODE";
/// The waves that code is interpreted for, in which generating code for it would take longer than it saves.
const WAVES: u32 = 256;

/// When code is generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// After as many waves.
    Waves(u32),
    /// Never.
    Forever,
}

/// The setting of the process.
struct Setting {
    patience: Patience,
    complaint: Option<String>,
}

/// Reads the value of the variable: when code is generated, and what is wrong with the value.
fn read(value: Option<&OsStr>) -> (Patience, Option<String>) {
    match value.map(OsStr::to_string_lossy).as_deref() {
        None | Some("automatic") => (Patience::Waves(WAVES), None),
        Some("generate") => (Patience::Waves(0), None),
        Some("interpret") => (Patience::Forever, None),
        Some(other) => {
            let complaint = format!("{VARIABLE} wants automatic, interpret or generate, got {other:?}; it stays automatic");
            (Patience::Waves(WAVES), Some(complaint))
        }
    }
}

/// Finds out whether the system lets a function be mapped.
fn probe() -> Result<(), String> {
    let mut assembler = Assembler::default();
    assembler.begin(0, 1, 0);
    assembler.finish();
    let program = check(assembler.program()).map_err(|(what, _)| what.to_owned())?;
    Mapped::new(program).map(drop).map_err(|error| error.to_string())
}

fn setting() -> &'static Setting {
    static SETTING: OnceLock<Setting> = OnceLock::new();
    SETTING.get_or_init(|| {
        let (patience, complaint) = read(base::environment::variable(VARIABLE).as_deref());
        match (patience, probe()) {
            (Patience::Waves(_), Err(error)) if Mapped::is_possible() => {
                let refused = format!("shaders are interpreted: the system maps no executable memory ({error})");
                Setting {
                    patience: Patience::Forever,
                    complaint: Some(complaint.map_or(refused.clone(), |complaint| format!("{complaint}; {refused}"))),
                }
            }
            (_, Err(_)) => Setting { patience: Patience::Forever, complaint },
            (patience, Ok(())) => Setting { patience, complaint },
        }
    })
}

/// Returns when code is generated: `GLMETER_SOFT_CODE` says it; never if the processor or the system does not allow it.
pub fn patience() -> Patience {
    setting().patience
}

/// Returns what users should know of the setting: a value that it does not have, or a system that refuses executable memory.
pub fn complaint() -> Option<&'static str> {
    setting().complaint.as_deref()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use std::process::Command;

    #[test]
    fn the_variable_says_when_code_is_generated() {
        let of = |value: &str| read(Some(OsStr::new(value)));
        assert_eq!(read(None), (Patience::Waves(WAVES), None));
        assert_eq!(of("automatic"), (Patience::Waves(WAVES), None));
        assert_eq!(of("generate"), (Patience::Waves(0), None));
        assert_eq!(of("interpret"), (Patience::Forever, None));
        let (patience, complaint) = of("jit");
        assert_eq!(patience, Patience::Waves(WAVES));
        assert_eq!(complaint.as_deref(), Some("GLMETER_SOFT_CODE wants automatic, interpret or generate, got \"jit\"; it stays automatic"));
    }

    /// Runs in a process of its own, from then on without executable memory, if the kernel can refuse it (Linux 6.3).
    #[test]
    #[ignore = "the test below starts it"]
    fn child_process() {
        // SAFETY: PR_SET_MDWE with PR_MDWE_REFUSE_EXEC_GAIN takes numbers alone.
        let refused = unsafe { libc::prctl(65, 1, 0, 0, 0) } == 0;
        if refused && Mapped::is_possible() {
            assert_eq!(patience(), Patience::Forever);
            assert!(
                complaint().unwrap().starts_with("shaders are interpreted: the system maps no executable memory ("),
                "{:?}",
                complaint()
            );
        }
    }

    #[test]
    fn a_system_without_executable_memory_interprets() {
        let child = ["--exact", "machine::setting::tests::child_process", "--ignored"];
        assert!(Command::new(std::env::current_exe().unwrap()).args(child).status().unwrap().success());
    }
}
