//! The options of `glmeter run`.

use crate::{Failure, settings, usage};
use glmeter::config::{SETTINGS, Setting};
use glmeter_recording::{Detail, Options};
use glmeter_report::open::{accepted, is_known};
use lexopt::{Arg, Parser};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::time::Duration;

/// The most runs of `--repeat`.
const MOST_RUNS: u64 = 10_000;
/// The longest `--interval`, seconds.
const LONGEST_INTERVAL: f64 = 86_400.0;

/// A report that the user asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// One of [`glmeter_report::open::KINDS`].
    pub(crate) kind: String,
    /// The file or the socket.
    pub(crate) target: Option<PathBuf>,
}

/// The reports of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reports {
    /// All but `off`.
    pub(crate) requests: Vec<Request>,
    /// The user asked for the summary, instead of getting it because of no other wish.
    pub(crate) is_summary_wanted: bool,
}

/// The command line of `glmeter run`, together with the settings of the environment.
#[derive(Default)]
pub(crate) struct RunOptions {
    /// The program.
    pub(crate) program: OsString,
    /// Its arguments.
    pub(crate) arguments: Vec<OsString>,
    /// The words of settings by their variables, without that of the report.
    pub(crate) words: Vec<(&'static str, String)>,
    /// The reports.
    pub(crate) reports: Reports,
    /// What the library does.
    pub(crate) recording: Options,
    /// The number of each context's first frames that are not summed up.
    pub(crate) warmup: u64,
    /// How often the program is run.
    pub(crate) runs: u64,
    /// The contexts' figures are shown while the program runs.
    pub(crate) live: bool,
    /// The time from one line, or update, to the next while the program runs.
    pub(crate) interval: Option<Duration>,
    /// What glmeter itself costs is measured by one more run.
    pub(crate) overhead: bool,
    /// Budgets are checked after the run.
    pub(crate) has_budgets: bool,
    /// The options of the command line that are settings.
    given: Vec<(&'static Setting, OsString)>,
    /// Those that are reports.
    reports_given: Vec<OsString>,
}

impl RunOptions {
    /// Returns the defaults.
    pub(crate) fn new() -> Self {
        // The first frame contains what the program does once.
        Self { warmup: 1, runs: 1, ..Self::default() }
    }

    /// Parses an option by its name without dashes. Returns false if there is no such option.
    pub(crate) fn option(&mut self, name: &str, arguments: &mut Parser) -> Result<bool, Failure> {
        match name {
            "report" => self.reports_given.push(arguments.value()?),
            "frames" => (self.recording.first_frame, self.recording.last_frame) = frames(&arguments.value()?)?,
            "warmup" => self.warmup = number("--warmup", &arguments.value()?, 0, u64::MAX, "a number of frames")?,
            "repeat" => self.runs = number("--repeat", &arguments.value()?, 1, MOST_RUNS, "a number of runs from 1 to 10000")?,
            "live" => self.live = true,
            "interval" => self.interval = Some(interval(&arguments.value()?)?),
            "frame" => {
                self.recording.picture_frame = Some(number("--frame", &arguments.value()?, 0, u64::MAX - 1, "the number of a frame")?)
            }
            "per-draw" => self.recording.per_draw = true,
            "every-frame" => self.recording.detail = Detail::EveryFrame,
            "overhead" => self.overhead = true,
            name => {
                let Some(setting) = settings::of_option(name) else { return Ok(false) };
                self.given.push((setting, arguments.value()?));
            }
        }
        Ok(true)
    }

    /// Adds the settings of the environment, and the program with its arguments, after all options.
    pub(crate) fn finish(&mut self, program: OsString, arguments: Vec<OsString>) -> Result<(), Failure> {
        (self.program, self.arguments) = (program, arguments);
        for setting in &SETTINGS {
            // The last one of a repeated option counts.
            let option = self.given.iter().rev().find(|(of, _)| of.variable == setting.variable).map(|(_, word)| word.as_os_str());
            let Some(word) = settings::word(setting, option)? else { continue };
            if setting.variable == "GLMETER_REPORT" {
                self.reports_given.insert(0, word.into());
            } else {
                self.words.push((setting.variable, word));
            }
        }
        self.reports = reports(&self.reports_given)?;
        let has = |kind: &str| self.reports.requests.iter().any(|request| request.kind == kind);
        let (trace, draws, rows) = (has("trace"), has("draws"), has("csv"));
        self.recording.per_draw |= draws;
        self.recording.spans = trace;
        self.recording.time_every_frame = trace || rows;
        Ok(())
    }

    /// Returns the word of a setting, given by its variable.
    pub(crate) fn word(&self, variable: &str) -> Option<&str> {
        self.words.iter().find(|(of, _)| *of == variable).map(|(_, word)| word.as_str())
    }

    /// Returns true if the software pipeline alone may serve the program.
    pub(crate) fn is_software(&self) -> bool {
        self.word("GLMETER_PROVIDER") == Some("software")
    }

    /// Returns true if nothing is measured.
    pub(crate) fn is_off(&self) -> bool {
        !self.has_budgets && self.reports.requests.is_empty() && self.runs == 1 && !self.live && self.interval.is_none() && !self.overhead
    }
}

/// Returns the reports of the words of `--report`. `off` forgets those before it. There is a summary on standard error unless another place for
/// it, or `off`, is given.
fn reports(words: &[OsString]) -> Result<Reports, Failure> {
    let (mut requests, mut is_default, mut is_summary_wanted) = (Vec::<Request>::new(), true, false);
    for word in words {
        let request = request(word)?;
        match request.kind.as_str() {
            "off" => {
                requests.clear();
                (is_default, is_summary_wanted) = (false, false);
                continue;
            }
            "summary" => (is_default, is_summary_wanted) = (false, true),
            _ => {}
        }
        if !requests.contains(&request) {
            requests.push(request);
        }
    }
    if is_default {
        requests.insert(0, Request { kind: "summary".to_owned(), target: None });
    }
    Ok(Reports { requests, is_summary_wanted })
}

/// Parses the word of a report: its kind and, behind `=`, its target.
fn request(word: &OsStr) -> Result<Request, Failure> {
    let bytes = word.as_bytes();
    let (kind, target) = match bytes.iter().position(|byte| *byte == b'=') {
        Some(at) => (&bytes[..at], Some(PathBuf::from(OsStr::from_bytes(&bytes[at + 1..])))),
        None => (bytes, None),
    };
    let kind = String::from_utf8_lossy(kind).into_owned();
    if !is_known(&kind, target.as_deref()) {
        return Err(not_accepted("--report", word, &accepted()));
    }
    Ok(Request { kind, target })
}

/// Returns the failure for a word that an option does not accept.
fn not_accepted(option: &str, word: &OsStr, accepted: &str) -> Failure {
    Failure::Usage(format!("{option}={} is not known; accepted: {accepted}", word.to_string_lossy()))
}

/// Parses a number.
fn number(option: &str, word: &OsStr, least: u64, most: u64, accepted: &str) -> Result<u64, Failure> {
    let number = word.to_str().and_then(|word| word.parse().ok()).filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| not_accepted(option, word, accepted))
}

/// Parses a range of frames: the first, and the one before which recording ends.
fn frames(word: &OsStr) -> Result<(u64, u64), Failure> {
    let end = |text: &str, default: u64| if text.is_empty() { Some(default) } else { text.parse().ok() };
    let range = word.to_str().and_then(|word| word.split_once("..")).and_then(|(first, last)| Some((end(first, 0)?, end(last, u64::MAX)?)));
    range.filter(|(first, last)| first < last).ok_or_else(|| not_accepted("--frames", word, "A..B, A.., ..B, where A is less than B"))
}

/// Parses the number of seconds of `--interval`.
pub(crate) fn interval(word: &OsStr) -> Result<Duration, Failure> {
    let seconds = word.to_str().and_then(|word| word.parse::<f64>().ok()).filter(|seconds| (0.01..=LONGEST_INTERVAL).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| not_accepted("--interval", word, "seconds from 0.01 to 86400"))
}

/// Parses the rest of the command line of `glmeter run`. Returns `None` if it asks for the help text.
pub(crate) fn parse(arguments: &mut Parser) -> Result<Option<RunOptions>, Failure> {
    let mut options = RunOptions::new();
    loop {
        match arguments.next()? {
            None => return Err(usage("run: no program was given")),
            Some(Arg::Short('h') | Arg::Long("help")) => return Ok(None),
            Some(Arg::Value(program)) => {
                let rest = arguments.raw_args()?.collect();
                options.finish(program, rest)?;
                return Ok(Some(options));
            }
            Some(Arg::Long(name)) => {
                let name = name.to_owned();
                if !options.option(&name, arguments)? {
                    return Err(Arg::Long(&name).unexpected().into());
                }
            }
            Some(option) => return Err(option.unexpected().into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &[&str]) -> (Vec<String>, bool) {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        let Ok(reports) = reports(&words) else { return (vec!["wrong".to_owned()], false) };
        let text = |Request { kind, target }: Request| target.map_or(kind.clone(), |target| format!("{kind}={}", target.display()));
        (reports.requests.into_iter().map(text).collect(), reports.is_summary_wanted)
    }

    #[test]
    fn reports_add_up_and_off_forgets_those_before_it() {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(of(&[]), (owned(&["summary"]), false));
        assert_eq!(of(&["json=a", "csv=b=c"]), (owned(&["summary", "json=a", "csv=b=c"]), false));
        assert_eq!(of(&["summary", "json=a"]), (owned(&["summary", "json=a"]), true));
        assert_eq!(of(&["summary=s"]), (owned(&["summary=s"]), true));
        assert_eq!(of(&["off", "json=a"]), (owned(&["json=a"]), false));
        assert_eq!(of(&["summary", "json=a", "off"]), (Vec::new(), false));
        for word in ["", "jsn=a", "json", "json=", "off=a", "summary="] {
            assert_eq!(of(&[word]).0, ["wrong"], "{word}");
        }
    }

    #[test]
    fn frames_are_a_range() {
        let of = |word: &str| frames(OsStr::new(word)).ok();
        assert_eq!((of("3..5"), of("3.."), of("..5"), of("..")), (Some((3, 5)), Some((3, u64::MAX)), Some((0, 5)), Some((0, u64::MAX))));
        assert!(["", "3", "5..3", "3..3", "a..b", "-1..3", "1..2..3"].into_iter().all(|word| of(word).is_none()));
    }
}
