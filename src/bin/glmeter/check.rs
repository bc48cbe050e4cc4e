//! `glmeter check`: runs a program with glmeter preloaded and checks its budgets.

use crate::run::{Named, RunOptions, end_as, open, run_once};
use crate::supervise::Ended;
use crate::{Failure, HELP, print, say, usage};
use glmeter_recording::{Detail, Frame, Recording};
use glmeter_report::Output;
use glmeter_report::check::{Baseline, Budget, Check, Verdict, Worst, junit};
use glmeter_report::run::Run;
use lexopt::{Arg, Parser};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

/// The status for a broken budget.
const BROKEN: u8 = 1;

/// The command line of `glmeter check`.
#[derive(Default)]
struct CheckOptions {
    check: Check,
    baseline: Option<PathBuf>,
    tolerance: Option<f64>,
    leaves_out_times: bool,
    junit: Option<PathBuf>,
    annotates: bool,
}

impl CheckOptions {
    /// Parses an option by its name without dashes. Returns false if there is no such option.
    fn option(&mut self, name: &str, arguments: &mut Parser) -> Result<bool, Failure> {
        match name {
            "baseline" => self.baseline = Some(arguments.value()?.into()),
            "tolerance" => self.tolerance = Some(percent(&arguments.value()?)?),
            "no-times" => self.leaves_out_times = true,
            "junit" => self.junit = Some(arguments.value()?.into()),
            "github" => self.annotates = true,
            "picture-hash" => self.check.picture_hash = Some(hash(&arguments.value()?)?),
            name => {
                let Some(metric) = name.strip_prefix("max-").filter(|name| Budget::names().any(|of| of == *name)) else { return Ok(false) };
                let value = arguments.value()?;
                let budget = Budget::parse(metric, &value.to_string_lossy());
                self.check.budgets.extend(budget.transpose().map_err(|line| usage(&line))?);
            }
        }
        Ok(true)
    }

    /// Reads the baseline, and checks that the options belong together.
    fn finish(&mut self, run: &RunOptions) -> Result<(), Failure> {
        if self.check.picture_hash.is_some() != run.recording.picture_frame.is_some() {
            return Err(usage("check: --picture-hash needs --frame, and --frame needs --picture-hash"));
        }
        if let Some(path) = &self.baseline {
            let json = std::fs::read_to_string(path).map_err(|error| usage(&format!("--baseline {}: {error}", path.display())))?;
            let baseline = Baseline::parse(&json, self.tolerance, !self.leaves_out_times);
            self.check.baseline = Some(baseline.map_err(|error| usage(&format!("--baseline {}: {error}", path.display())))?);
        } else if self.tolerance.is_some() || self.leaves_out_times {
            return Err(usage("check: --tolerance and --no-times need --baseline"));
        }
        if self.check.is_empty() {
            return Err(usage("check: no budget was given"));
        }
        Ok(())
    }
}

/// Parses a tolerance.
fn percent(word: &OsStr) -> Result<f64, Failure> {
    let text = word.to_string_lossy();
    let percent = text.trim_end_matches('%').parse().ok().filter(|percent: &f64| percent.is_finite() && *percent >= 0.0);
    percent.ok_or_else(|| usage(&format!("--tolerance {text}: must be a number of percent from 0 on")))
}

/// Checks the form of a hash.
fn hash(word: &OsStr) -> Result<String, Failure> {
    let text = word.to_string_lossy();
    let is_one = text.len() == 16 && text.chars().all(|character| character.is_ascii_hexdigit());
    if is_one { Ok(text.into_owned()) } else { Err(usage(&format!("--picture-hash {text}: must have 16 hexadecimal digits"))) }
}

/// Parses the command line. Returns `None` for `--help`.
fn parse(arguments: &mut Parser) -> Result<Option<(RunOptions, CheckOptions)>, Failure> {
    let (mut run, mut check) = (RunOptions::new(), CheckOptions::default());
    loop {
        match arguments.next()? {
            None => return Err(usage("check: no program was given")),
            Some(Arg::Short('h') | Arg::Long("help")) => return Ok(None),
            Some(Arg::Value(program)) => {
                run.finish(program, arguments.raw_args()?.collect())?;
                check.finish(&run)?;
                return Ok(Some((run, check)));
            }
            Some(Arg::Long(name)) => {
                let name = name.to_owned();
                if !check.option(&name, arguments)? && !run.option(&name, arguments)? {
                    return Err(Arg::Long(&name).unexpected().into());
                }
            }
            Some(option) => return Err(option.unexpected().into()),
        }
    }
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

/// Runs `glmeter check` with the rest of the command line.
pub(crate) fn check(mut arguments: Parser) -> Result<ExitCode, Failure> {
    let Some((mut options, check)) = parse(&mut arguments)? else { return print(HELP) };
    if options.runs != 1 || options.interval.is_some() || options.overhead {
        return Err(usage("check: --repeat, --interval and --overhead are options of run"));
    }
    options.has_budgets = true;
    options.recording.detail = Detail::EveryFrame;
    // The verdicts stand for the summary, unless that was asked for.
    if !options.reports.is_summary_wanted {
        options.reports.requests.retain(|request| request.kind != "summary" || request.target.is_some());
    }
    let worst = Arc::new(Mutex::new(Worst::after(options.warmup)));
    let mut outputs: Vec<Named> = open(&options.reports)?;
    outputs.push(("check".to_owned(), Box::new(SharedWorst(Arc::clone(&worst)))));
    let (ended, run) = run_once(&options, outputs)?;
    if !matches!(ended, Ended::Status(0)) {
        say(&format!("glmeter: the program failed ({}): its budgets were not checked", run.ended));
        return Ok(end_as(ended));
    }
    let worst = worst.lock().unwrap_or_else(PoisonError::into_inner);
    let verdicts = check.check.verdicts(&run, &worst);
    tell(&verdicts, check.annotates)?;
    if let Some(path) = &check.junit {
        let text = junit(&options.program.to_string_lossy(), run.wall as f64 / 1e9, &verdicts);
        std::fs::write(path, text).map_err(|error| format!("--junit {}: {error}", path.display()))?;
    }
    let is_broken = verdicts.iter().any(|verdict| verdict.is_broken);
    Ok(if is_broken { ExitCode::from(BROKEN) } else { ExitCode::SUCCESS })
}

/// Prints a line for each broken budget on standard error, and each verdict as an annotation on standard output if that is wanted.
fn tell(verdicts: &[Verdict], annotates: bool) -> Result<(), Failure> {
    verdicts.iter().filter(|verdict| verdict.is_broken).for_each(|verdict| say(&format!("glmeter: {}", verdict.line())));
    if annotates {
        let annotations: String = verdicts.iter().filter(|verdict| verdict.is_broken).map(|verdict| verdict.annotation() + "\n").collect();
        print(&annotations)?;
    }
    Ok(())
}
