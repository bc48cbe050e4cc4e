//! `glmeter check`: runs a program with glmeter preloaded and checks its budgets.

use crate::command_line::{BASELINE, BUDGET, DIFFERENCE, GITHUB, Given, JUNIT, METRIC, NO_TIMES, PICTURE_HASH, REFERENCE, TOLERANCE};
use crate::run::{Measured, Named, RunOptions, StopAfter, end_as, open, run_once};
use crate::{Failure, pictures, print, say, usage};
use glmeter_recording::{Detail, Frame, Recording};
use glmeter_report::Output;
use glmeter_report::check::{Baseline, Budget, Check, Checked, Outcome, Reference, Verdict, Worst, junit as junit_text};
use glmeter_report::output::create;
use glmeter_report::run::Run;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

/// The status for a broken budget.
const BROKEN: u8 = 1;
/// The status for a time that could not be judged because the machine was too busy.
const UNJUDGED: u8 = 3;
/// How often a program whose times exceed their budgets is run, unless an option says otherwise.
const RUNS: u64 = 5;

/// What `glmeter check` does besides running the program.
struct CheckOptions {
    check: Check,
    junit: Option<PathBuf>,
    difference: Option<PathBuf>,
    annotates: bool,
}

impl CheckOptions {
    /// Returns those of a command line.
    fn of(given: &Given) -> Result<Self, Failure> {
        let tolerance = given.parsed(&TOLERANCE, percent)?;
        let baseline = given.path(&BASELINE).map(|path| {
            let json = std::fs::read_to_string(&path).map_err(|error| error.to_string());
            let baseline = json.and_then(|json| Baseline::parse(&json, tolerance, !given.has(&NO_TIMES)));
            baseline.map_err(|error| Failure::Value(format!("--baseline {}: {error}", path.display())))
        });
        let reference = given.path(&REFERENCE).map(|path| match pictures::read(&path) {
            Ok(colours) => Ok(Reference { colours, tolerance: tolerance.unwrap_or(0.0) }),
            Err(error) => Err(Failure::Value(format!("--reference {}: {error}", path.display()))),
        });
        let check = Check {
            budgets: given.values(&BUDGET).filter_map(|(name, value)| budget(name, value)).collect::<Result<_, _>>()?,
            baseline: baseline.transpose()?,
            picture_hash: given.parsed(&PICTURE_HASH, hash)?,
            reference: reference.transpose()?,
        };
        if check.is_empty() {
            return Err(usage("check wants a budget, for example --max-draws 100"));
        }
        Ok(Self { check, junit: given.path(&JUNIT), difference: given.path(&DIFFERENCE), annotates: given.has(&GITHUB) })
    }
}

/// Parses a budget; the name is that of its option. Returns `None` if there is no such metric.
fn budget(name: &str, value: &OsStr) -> Option<Result<Budget, Failure>> {
    let metric = name.strip_prefix(BUDGET.name.strip_suffix(METRIC)?)?;
    Some(Budget::parse(metric, &value.to_string_lossy())?.map_err(Failure::Value))
}

/// Parses a tolerance.
fn percent(word: &OsStr) -> Option<f64> {
    word.to_str()?.trim_end_matches('%').parse().ok().filter(|percent: &f64| percent.is_finite() && *percent >= 0.0)
}

/// Returns a word that has the form of a hash.
fn hash(word: &OsStr) -> Option<String> {
    let text = word.to_str()?;
    let is_one = text.len() == 16 && text.chars().all(|character| character.is_ascii_hexdigit());
    is_one.then(|| text.to_owned())
}

/// The worst frames, which the collector's thread adds and this command reads at the end.
struct SharedWorst(Arc<Mutex<Worst>>);

impl Output for SharedWorst {
    fn frame(&mut self, recording: &Recording, frame: &Frame) -> std::io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).frame(recording, frame)
    }

    fn period(&self) -> Option<std::time::Duration> {
        None
    }

    fn finish(&mut self, _: &Run) -> std::io::Result<()> {
        Ok(())
    }
}

/// Runs `glmeter check`.
pub(crate) fn check(given: &Given) -> Result<ExitCode, Failure> {
    // Status 1 is that of a broken budget alone.
    run_and_check(given).map_err(|failure| match failure {
        Failure::Failed(line) | Failure::NotMeasured(line) => Failure::Value(line),
        other => other,
    })
}

/// Opens a JUnit file, before the program runs.
fn open_junit(path: &Path) -> Result<File, Failure> {
    create(path).map_err(|error| Failure::Failed(format!("--junit {}: {error}", path.display())))
}

/// Runs the program and checks its budgets.
fn run_and_check(given: &Given) -> Result<ExitCode, Failure> {
    let (mut options, check) = (RunOptions::of(given)?, CheckOptions::of(given)?);
    options.has_budgets = true;
    options.reference = check.check.reference.clone();
    options.recording.detail = Detail::EveryFrame;
    // Nothing that comes after the last recorded frame is checked, unless its picture is.
    let last = options.recording.last_frame;
    if options.stop_after.is_none() && last != u64::MAX && options.recording.picture_frame.is_none_or(|frame| frame < last) {
        options.stop_after = Some(StopAfter::Frames(last));
    }
    // The verdicts stand for the summary, unless that was asked for.
    if !options.reports.is_summary_wanted {
        options.reports.requests.retain(|request| request.kind != "summary" || request.target.is_some());
    }
    let junit = check.junit.as_deref().map(open_junit).transpose()?;
    let difference = check.difference.as_deref().map(|path| pictures::create("--difference", path).map(|file| (path, file))).transpose()?;
    let outputs = open(&options.reports)?;
    let runs = match run_as_often_as_needed(&options, &check.check, outputs)? {
        Ok(runs) => runs,
        Err(failed) => {
            say(&format!("glmeter: the program failed ({}): its budgets were not checked", failed.run.ended));
            return Ok(end_as(failed.ended));
        }
    };
    let verdicts = check.check.verdicts(&runs);
    if let Some((path, file)) = difference {
        show_difference(&check.check, runs.first(), path, &file);
    }
    tell(&verdicts, &runs, check.annotates)?;
    if let Some((path, mut file)) = check.junit.as_deref().zip(junit) {
        let wall: u64 = runs.iter().map(|run| run.run.wall).sum();
        let text = junit_text(&options.program.to_string_lossy(), wall as f64 / 1e9, &verdicts);
        let written = file.write_all(text.as_bytes());
        if let Err(error) = written {
            let line = format!("--junit {}: {error}", path.display());
            if !verdicts.iter().any(Verdict::is_broken) {
                return Err(Failure::Failed(line));
            }
            say(&format!("glmeter: {line}"));
        }
    }
    let has = |outcome: Outcome| verdicts.iter().any(|verdict| verdict.outcome == outcome);
    Ok(match () {
        () if has(Outcome::Broken) => ExitCode::from(BROKEN),
        () if has(Outcome::Unjudged) => ExitCode::from(UNJUDGED),
        () => ExitCode::SUCCESS,
    })
}

/// Writes where the picture differs from the reference. If there is nothing to show, no file is left.
fn show_difference(check: &Check, run: Option<&Checked>, path: &Path, file: &File) {
    let picture = run.and_then(|run| run.picture.as_ref());
    let shown = check.reference.as_ref().zip(picture).and_then(|(reference, picture)| reference.shown(picture));
    let written = shown.map(|shown| pictures::write(file, &shown));
    if let Some(Err(error)) = &written {
        say(&format!("glmeter: --difference {}: {error}", path.display()));
    }
    if !matches!(written, Some(Ok(()))) {
        pictures::remove(path, file);
    }
}

/// Runs the program once, and more often if its times exceed their budgets. The outputs get the first run. Returns the runs, or the one that
/// failed.
fn run_as_often_as_needed(
    options: &RunOptions,
    check: &Check,
    outputs: Vec<Named>,
) -> Result<Result<Vec<Checked>, Box<Measured>>, Failure> {
    let most = if options.is_repeat_given || !check.limits_time() { options.runs } else { RUNS };
    let mut runs: Vec<Checked> = Vec::new();
    let mut outputs = Some(outputs);
    for number in 1..=most {
        let worst = Arc::new(Mutex::new(Worst::after(options.warmup)));
        let mut outputs: Vec<Named> = outputs.take().unwrap_or_default();
        outputs.push(("check".to_owned(), Box::new(SharedWorst(Arc::clone(&worst)))));
        let measured = run_once(options, outputs)?;
        if !measured.ended.is_success() {
            return Ok(Err(Box::new(measured)));
        }
        if number == 1 {
            measured.unused.iter().for_each(|line| say(line));
        }
        let worst = worst.lock().unwrap_or_else(PoisonError::into_inner).clone();
        runs.push(Checked { run: measured.run, worst, picture: measured.picture });
        let needs_more = options.is_repeat_given || runs.first().is_some_and(|first| check.exceeds_time(first));
        if !needs_more || measured.was_interrupted {
            break;
        }
        if number == 1 && !options.is_repeat_given {
            say(&format!("glmeter: a time exceeds its budget: running the program {} more times to tell noise from change", most - 1));
        }
    }
    Ok(Ok(runs))
}

/// Prints a line for each broken budget on standard error, or one line if all hold, and each broken one as an annotation on standard output if
/// that is wanted.
fn tell(verdicts: &[Verdict], runs: &[Checked], annotates: bool) -> Result<(), Failure> {
    let failed = || verdicts.iter().filter(|verdict| verdict.outcome != Outcome::Kept);
    failed().for_each(|verdict| say(&format!("glmeter: {}", verdict.line())));
    if failed().next().is_none() {
        let frames = runs.first().map_or(0, |run| run.run.frames);
        let of_runs = if runs.len() > 1 { format!(" in {} runs", runs.len()) } else { String::new() };
        let frames = format!("{frames} frame{}{of_runs}", if frames == 1 { "" } else { "s" });
        match verdicts {
            [verdict] => say(&format!("glmeter: the budget holds over {frames}: {}", verdict.line())),
            all => say(&format!("glmeter: all {} budgets hold over {frames}", all.len())),
        }
    }
    if annotates {
        print(&failed().map(|verdict| verdict.annotation() + "\n").collect::<String>())?;
    }
    Ok(())
}
