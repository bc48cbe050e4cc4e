//! Whether and when the pipeline generates code, and for which instruction sets.

use super::check::check;
use super::encode::Assembler;
use super::isa::Isa;
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
    widest: Isa,
    complaint: Option<String>,
}

/// Reads the value of the variable: when code is generated, for which instruction set at most, and what is wrong with the value.
fn read(value: Option<&OsStr>) -> (Patience, Isa, Option<String>) {
    let (waves, widest) = (Patience::Waves(WAVES), Isa::Avx512);
    match value.map(OsStr::to_string_lossy).as_deref() {
        None | Some("automatic") => (waves, widest, None),
        Some("avx2") => (waves, Isa::Avx2, None),
        Some("generate") => (Patience::Waves(0), widest, None),
        Some("interpret") => (Patience::Forever, widest, None),
        Some(other) => {
            let complaint = format!("{VARIABLE} wants automatic, avx2, generate or interpret, got {other:?}; it stays automatic");
            (waves, widest, Some(complaint))
        }
    }
}

/// Finds out whether the system lets a function be mapped.
fn probe() -> Result<(), String> {
    let mut assembler = Assembler::new(Isa::Avx2);
    assembler.begin(0, 1, 0);
    assembler.finish();
    let program = check(assembler.program()).map_err(|(what, _)| what.to_owned())?;
    Mapped::new(program).map(drop).map_err(|error| error.to_string())
}

fn setting() -> &'static Setting {
    static SETTING: OnceLock<Setting> = OnceLock::new();
    SETTING.get_or_init(|| {
        let (patience, widest, complaint) = read(base::environment::variable(VARIABLE).as_deref());
        match (patience, probe()) {
            (Patience::Waves(_), Err(error)) if Isa::Avx2.is_possible() => {
                let refused = format!("shaders are interpreted: the system maps no executable memory ({error})");
                Setting {
                    patience: Patience::Forever,
                    widest,
                    complaint: Some(complaint.map_or(refused.clone(), |complaint| format!("{complaint}; {refused}"))),
                }
            }
            (_, Err(_)) => Setting { patience: Patience::Forever, widest, complaint },
            (patience, Ok(())) => Setting { patience, widest, complaint },
        }
    })
}

/// Returns when code is generated: `GLMETER_SOFT_CODE` says it; never if the processor or the system does not allow it.
pub fn patience() -> Patience {
    setting().patience
}

/// Returns the widest instruction set that `GLMETER_SOFT_CODE` allows, whether the processor has it or not.
pub fn widest() -> Isa {
    setting().widest
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
        let waves = Patience::Waves(WAVES);
        assert_eq!(read(None), (waves, Isa::Avx512, None));
        assert_eq!(of("automatic"), (waves, Isa::Avx512, None));
        assert_eq!(of("avx2"), (waves, Isa::Avx2, None));
        assert_eq!(of("generate"), (Patience::Waves(0), Isa::Avx512, None));
        assert_eq!(of("interpret"), (Patience::Forever, Isa::Avx512, None));
        let (patience, widest, complaint) = of("jit");
        assert_eq!((patience, widest), (waves, Isa::Avx512));
        assert_eq!(
            complaint.as_deref(),
            Some("GLMETER_SOFT_CODE wants automatic, avx2, generate or interpret, got \"jit\"; it stays automatic")
        );
    }

    /// Runs in a process of its own, from then on without executable memory, if the kernel can refuse it (Linux 6.3).
    #[test]
    #[ignore = "the test below starts it"]
    fn child_process() {
        // SAFETY: PR_SET_MDWE with PR_MDWE_REFUSE_EXEC_GAIN takes numbers alone.
        let refused = unsafe { libc::prctl(65, 1, 0, 0, 0) } == 0;
        if refused && Isa::Avx2.is_possible() {
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
