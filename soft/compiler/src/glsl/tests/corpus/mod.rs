//! A test with the shaders of piglit, as packaged by Debian: each file compiles, or fails to compile, as it says; programs link, are
//! lowered and verified, or fail to link, as they say. A failure must come from the compiler or the linker, as the file says, and for the
//! reason that its path implies ([`reasons`]). The stages of programs that link run interpreted and as generated code, with the same
//! results ([`generated`]).
//!
//! Files that fail are listed by name ([`WRONG`]) with the cause. The test fails if another file fails, and also if a listed file passes,
//! until it is removed from the list. It reads one file in eight and those of the list. With `CORPUS=all` in the environment it reads every
//! file and compares the pass rates with the record ([`RECORD`]), so that no file is lost unnoticed.
//! `GLMETER_CORPUS=FILE` writes the failures to FILE with the compiler's messages.

mod files;
mod generated;
mod reasons;
mod wrong;

use crate::glsl::include::Includes;
use crate::glsl::log::Log;
use crate::glsl::preprocess::preprocess;
use crate::glsl::{CompileOptions, LinkOptions, compile, link};
use files::{File, Read};
use shader::pipeline::limits::Limits;
use std::collections::BTreeMap;
use std::io::Write;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use wrong::{FILES, RECORD, WRONG};

const CORPUS: &str = "/usr/lib/x86_64-linux-gnu/piglit";

/// One file in so many is read, unless the environment asks for all.
const SAMPLE: u32 = 8;

/// A pass rate.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Rate {
    right: u32,
    all: u32,
}

/// The results of some files.
#[derive(Default)]
struct Found {
    /// The rates by category.
    rates: BTreeMap<&'static str, Rate>,
    out_of_scope: BTreeMap<&'static str, u32>,
    /// The paths of failing files below the corpus, with the failure.
    wrong: BTreeMap<String, String>,
    /// The files that were rejected as expected: the step that rejected them, and the first message.
    refused: BTreeMap<String, (Step, String)>,
}

/// The step that rejects a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Preprocessor,
    Compiler,
    Linker,
}

impl Found {
    fn count(&mut self, what: &'static str, path: &str, wrong: Option<String>) {
        let rate = self.rates.entry(what).or_default();
        rate.all += 1;
        match wrong {
            None => rate.right += 1,
            Some(message) => {
                let _ = self.wrong.insert(path.to_owned(), message);
            }
        }
    }

    fn merge(&mut self, other: Self) {
        for (what, rate) in other.rates {
            let sum = self.rates.entry(what).or_default();
            *sum = Rate { right: sum.right + rate.right, all: sum.all + rate.all };
        }
        for (reason, count) in other.out_of_scope {
            *self.out_of_scope.entry(reason).or_default() += count;
        }
        self.wrong.extend(other.wrong);
        self.refused.extend(other.refused);
    }

    fn judge(&mut self, path: &str, file: &File) {
        let mut shaders = Vec::new();
        let first = |log: &str| log.lines().find(|line| line.contains("error")).unwrap_or("no error").to_owned();
        for (stage, source) in &file.stages {
            let max_version = CompileOptions::newest(file.es);
            let options = CompileOptions { es: file.es, core: file.core, max_version, limits: Limits::default() };
            let compiled = compile(source, *stage, &options);
            assert!(!compiled.log.contains("the compiler failed"), "{path}: {}", compiled.log);
            // A stage that may fail at linking, or that is in a program that must not link, is checked at linking.
            if file.links != Some(false) {
                let wrong = match (&compiled.shader, file.compiles) {
                    (None, true) => Some(format!("refused: {stage:?} {}", first(&compiled.log))),
                    (Some(_), false) => Some(format!("accepted: {stage:?}")),
                    _ => None,
                };
                let what = if file.compiles { "valid stages accepted" } else { "invalid stages refused" };
                self.count(what, path, wrong);
            }
            // Rejecting a valid stage is wrong, whatever the reason.
            if compiled.shader.is_none() && (!file.compiles || file.links == Some(false)) {
                let mut log = Log::default();
                preprocess(source, &options, &Includes::default(), &mut log);
                let step = if log.failed() { Step::Preprocessor } else { Step::Compiler };
                self.refused.insert(path.to_owned(), (step, first(&compiled.log)));
            }
            shaders.extend(compiled.shader);
        }
        let Some(links) = file.links else { return };
        if shaders.len() < file.stages.len() {
            if !links {
                // "link error" means an error of linking only; glslparsertest's check_link accepts either.
                let wrong = file.compiles_alone.then(|| format!("refused before it is linked: {:?}", self.refused.get(path)));
                self.count("invalid programs refused", path, wrong);
            }
            return;
        }
        let options =
            LinkOptions { feedback_varyings: file.feedback.clone(), es: file.es, separable: file.separable, ..LinkOptions::default() };
        let programs: Vec<&[_]> = if file.alone { shaders.chunks(1).collect() } else { vec![&shaders] };
        let linked: Vec<_> = programs.into_iter().map(|shaders| link(shaders, &options)).collect();
        let failed = linked.iter().find(|linked| linked.program.is_none());
        if let Some(linked) = failed.filter(|_| !links) {
            self.refused.insert(path.to_owned(), (Step::Linker, first(&linked.log)));
        }
        let wrong = match (failed.is_none(), links) {
            (false, true) => failed.map(|linked| format!("does not link: {}", first(&linked.log))),
            (true, false) => Some("links".to_owned()),
            (true, true) => linked.iter().filter_map(|linked| linked.program.as_deref()).find_map(generated::differs),
            _ => None,
        };
        self.count(if links { "valid programs linked, lowered and verified" } else { "invalid programs refused" }, path, wrong);
    }
}

/// Runs all files, in as many threads as the machine has.
fn examine(paths: &[PathBuf]) -> Found {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut found = Found::default();
        while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
            let name = path.strip_prefix(CORPUS).unwrap_or(path).display().to_string();
            match files::read(path) {
                Read::Nothing => {}
                Read::OutOfScope(reason) => *found.out_of_scope.entry(reason).or_default() += 1,
                Read::File(file) => found.judge(&name, &file),
            }
        }
        found
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all = Found::default();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().for_each(|worker| all.merge(worker.join().expect("a compiler that does not panic")));
    });
    all
}

/// Returns whether a file of the corpus is one of the eighth that is always read. Its name alone decides, so that the sample stays the same.
fn in_sample(path: &Path) -> bool {
    path.as_os_str().as_bytes().iter().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(*byte))) % SAMPLE == 0
}

#[test]
fn piglit() {
    let whole = std::env::var_os("CORPUS").is_some_and(|value| value == "all");
    let part = if whole { 1 } else { SAMPLE };
    let listed: BTreeMap<&str, &str> = WRONG.iter().flat_map(|(cause, paths)| paths.iter().map(move |path| (*path, *cause))).collect();
    let mut paths = Vec::new();
    files::walk(Path::new(CORPUS), &mut paths);
    assert!(!paths.is_empty(), "{CORPUS} is missing: install the Debian package piglit");
    if !whole {
        let is_listed =
            |path: &Path| path.strip_prefix(CORPUS).is_ok_and(|path| path.to_str().is_some_and(|path| listed.contains_key(path)));
        paths.retain(|path| in_sample(path) || is_listed(path));
    }
    let found = examine(&paths);
    if let Ok(report) = std::env::var("GLMETER_CORPUS") {
        let wrong = found.wrong.iter().map(|(path, message)| format!("{path}\t{message}\n"));
        let refused = found.refused.iter().map(|(path, (step, message))| format!("{path}\trightly refused: {step:?}: {message}\n"));
        std::fs::write(report, wrong.chain(refused).collect::<String>()).expect("the report's file");
    }
    // Print past the test harness, which captures the output of a passing test: the log of a run must show the rates.
    let mut terminal = std::io::stderr();
    for (what, Rate { right, all }) in &found.rates {
        let _ = writeln!(terminal, "piglit: {what}: {right} of {all} ({:.3} %)", f64::from(*right) / f64::from(*all) * 100.0);
    }
    for (reason, files) in &found.out_of_scope {
        let _ = writeln!(terminal, "piglit: out of scope, {reason}: {files} files");
    }
    // Rejected, but for another reason than the file's.
    let reasoned: Vec<_> = found.refused.iter().filter_map(|(path, why)| Some((path, why, reasons::words(path)?))).collect();
    let other: Vec<String> = reasoned
        .iter()
        .filter(|(_, (_, message), words)| !words.iter().any(|word| message.contains(word)))
        .map(|(path, (step, message), words)| format!("{path}: {step:?}: {message}; of {words:?}"))
        .collect();
    assert!(other.is_empty(), "{} are refused for another reason:\n{}", other.len(), other.join("\n"));
    let _ = writeln!(terminal, "piglit: refused for the reason that the path says: {} of {}", reasoned.len(), found.refused.len());
    assert!(reasoned.len() > 1500 / part as usize, "{} paths say why", reasoned.len());
    let more: Vec<String> = found
        .wrong
        .iter()
        .filter(|(path, _)| !listed.contains_key(path.as_str()))
        .map(|(path, message)| format!("{path}: {message}"))
        .collect();
    assert!(more.is_empty(), "{} more are wrong:\n{}", more.len(), more.join("\n"));
    // Files that another version of the package lacks are no error.
    let stale: Vec<&&str> =
        listed.keys().filter(|path| !found.wrong.contains_key(**path) && Path::new(CORPUS).join(path).exists()).collect();
    assert!(stale.is_empty(), "right by now, take them off the list: {stale:#?}");
    if !whole {
        return;
    }
    let record: BTreeMap<&str, Rate> = RECORD.iter().map(|(what, right, all)| (*what, Rate { right: *right, all: *all })).collect();
    if paths.len() == FILES {
        assert_eq!(found.rates, record, "the record of rates; where it is better, it follows");
    }
    for (what, old) in record {
        // With another version of the package only the rates can be compared.
        let new = found.rates.get(what).copied().unwrap_or_default();
        let fell = u64::from(new.right) * u64::from(old.all) < u64::from(old.right) * u64::from(new.all);
        assert!(!fell && new.all > 0, "{what}: {} of {} were right, now {} of {}", old.right, old.all, new.right, new.all);
    }
}
