//! The options of `glmeter run`.

use crate::words::{meant, wants};
use crate::{Failure, help, settings, usage};
use core::cell::Cell;
use glmeter::config::{SETTINGS, Setting};
use glmeter_recording::{Detail, Options, Recording};
use glmeter_report::open::{accepted, is_known};
use glmeter_report::openmetrics::is_address;
use lexopt::{Arg, Parser};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The most runs of `--repeat`.
const MOST_RUNS: u64 = 10_000;
/// The longest `--interval`, seconds.
const LONGEST_INTERVAL: f64 = 86_400.0;
/// The longest time of `--stop-after`, seconds.
const LATEST_STOP: f64 = 31_536_000.0;

/// When the program is ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum StopAfter {
    /// When a context has shown so many frames.
    Frames(u64),
    /// When so much time has passed since the start.
    Time(Duration),
}

/// The time for which a program goes on after its last frame, so that the GPU times of its last frames are measured.
const LAST_RESULTS: Duration = Duration::from_millis(100);

impl StopAfter {
    /// Returns a function that returns true when a program that starts now shall be ended. `first_frame` is the number of the first frame that
    /// the recording counts.
    pub(crate) fn watch(self, recording: &Recording, first_frame: u64) -> impl Fn() -> bool {
        let begun = Instant::now();
        let reached = Cell::new(None);
        move || match self {
            Self::Time(time) => begun.elapsed() >= time,
            Self::Frames(frames) => {
                let has_shown = || {
                    let all = recording.totals().frames;
                    // A frame of a context for which the recording has no room is in the sum alone.
                    let most = recording.contexts().map(|(_, context)| context.frames).max().filter(|most| *most > 0).unwrap_or(all);
                    all > 0 && first_frame.saturating_add(most) >= frames
                };
                let since: Instant = match reached.get() {
                    Some(since) => since,
                    None if has_shown() => {
                        reached.set(Some(Instant::now()));
                        return false;
                    }
                    None => return false,
                };
                since.elapsed() >= LAST_RESULTS
            }
        }
    }
}

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
    /// `--repeat` was given.
    pub(crate) is_repeat_given: bool,
    /// When the program is ended; `None` if it ends by itself.
    pub(crate) stop_after: Option<StopAfter>,
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
            "repeat" => {
                self.runs = number("--repeat", &arguments.value()?, 1, MOST_RUNS, "a number of runs from 1 to 10000")?;
                self.is_repeat_given = true;
            }
            "stop-after" => self.stop_after = Some(stop_after(&arguments.value()?)?),
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
        self.recording.warmup = self.warmup;
        self.limit_frames()
    }

    /// Ends recording with the last frame before the program is ended: each run has the same frames.
    fn limit_frames(&mut self) -> Result<(), Failure> {
        let Some(StopAfter::Frames(frames)) = self.stop_after else { return Ok(()) };
        if frames <= self.recording.first_frame {
            let first = self.recording.first_frame;
            return Err(Failure::Value(format!("--stop-after {frames} ends the program before --frames {first}.. begins")));
        }
        self.recording.last_frame = self.recording.last_frame.min(frames);
        self.stop_after = Some(StopAfter::Frames(self.recording.last_frame));
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
        let is_shown = self.has_budgets || self.live || self.interval.is_some() || self.overhead;
        !is_shown && self.reports.requests.is_empty() && self.runs == 1 && self.stop_after.is_none()
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
    let file = |request: &Request| request.target.clone().filter(|_| request.kind != "openmetrics");
    for (at, request) in requests.iter().enumerate() {
        let Some(target) = file(request) else { continue };
        if let Some(other) = requests.iter().take(at).find(|other| file(other).as_ref() == Some(&target)) {
            let (kind, other) = (&request.kind, &other.kind);
            return Err(Failure::Value(format!("--report {kind} and --report {other} have the same file, {}", target.display())));
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
        let all = accepted();
        let (others, last) = all.split_at(all.len().saturating_sub(1));
        let wanted = format!("{} or {}", others.join(", "), last.concat());
        let Failure::Value(line) = wants("--report", &wanted, word) else { return Err(usage("--report")) };
        let text = word.to_string_lossy();
        let of_kind =
            all.iter().find(|accepted| accepted.split('=').next() == Some(&kind)).map(|accepted| format!("; did you mean {accepted:?}?"));
        let kinds = all.iter().filter_map(|accepted| accepted.split('=').next());
        let meant = of_kind.unwrap_or_else(|| meant(text.split('=').next().unwrap_or_default(), kinds));
        return Err(Failure::Value(line + &meant));
    }
    if let Some(address) = target.as_deref().filter(|address| kind == "openmetrics" && !is_address(address)) {
        let wanted = ":PORT, HOST:PORT with a port from 1 to 65535, or the path of a Unix socket with a /";
        return Err(wants("--report openmetrics", wanted, address.as_os_str()));
    }
    Ok(Request { kind, target })
}

/// Parses a number.
fn number(option: &str, word: &OsStr, least: u64, most: u64, wanted: &str) -> Result<u64, Failure> {
    let number = word.to_str().and_then(|word| word.parse().ok()).filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| wants(option, wanted, word))
}

/// Parses the amount of `--stop-after`.
fn stop_after(word: &OsStr) -> Result<StopAfter, Failure> {
    let parsed = word.to_str().and_then(|text| match text.strip_suffix('s') {
        Some(seconds) => {
            let seconds = seconds.parse::<f64>().ok().filter(|seconds| (0.001..=LATEST_STOP).contains(seconds))?;
            Some(StopAfter::Time(Duration::from_secs_f64(seconds)))
        }
        None => text.parse().ok().filter(|frames| *frames > 0).map(StopAfter::Frames),
    });
    parsed.ok_or_else(|| wants("--stop-after", "a number of frames (600) or of seconds (10s)", word))
}

/// Parses a range of frames: the first, and the one before which recording ends.
fn frames(word: &OsStr) -> Result<(u64, u64), Failure> {
    let end = |text: &str, default: u64| if text.is_empty() { Some(default) } else { text.parse().ok() };
    let range = word.to_str().and_then(|word| word.split_once("..")).and_then(|(first, last)| Some((end(first, 0)?, end(last, u64::MAX)?)));
    range.filter(|(first, last)| first < last).ok_or_else(|| wants("--frames", "A..B, A.. or ..B, where A is less than B", word))
}

/// Parses the number of seconds of `--interval`.
pub(crate) fn interval(word: &OsStr) -> Result<Duration, Failure> {
    let seconds = word.to_str().and_then(|word| word.parse::<f64>().ok()).filter(|seconds| (0.01..=LONGEST_INTERVAL).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| wants("--interval", "a number of seconds from 0.01 to 86400", word))
}

/// Parses the rest of the command line of `glmeter run`. Returns `None` if it asks for the help text.
pub(crate) fn parse(arguments: &mut Parser) -> Result<Option<RunOptions>, Failure> {
    let mut options = RunOptions::new();
    loop {
        match arguments.next()? {
            None => return Err(usage("run wants a program")),
            Some(Arg::Short('h') | Arg::Long("help")) => return Ok(None),
            Some(Arg::Value(program)) => {
                let rest = arguments.raw_args()?.collect();
                options.finish(program, rest)?;
                return Ok(Some(options));
            }
            Some(Arg::Long(name)) => {
                let name = name.to_owned();
                if !options.option(&name, arguments)? {
                    return Err(help::unexpected("run", Arg::Long(&name)));
                }
            }
            Some(option) => return Err(help::unexpected("run", option)),
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
        for word in ["", "jsn=a", "json", "json=", "off=a", "summary=", "openmetrics=localhost", "openmetrics=:99999"] {
            assert_eq!(of(&[word]).0, ["wrong"], "{word}");
        }
    }

    #[test]
    fn a_program_is_stopped_after_frames_or_seconds() {
        let of = |word: &str| stop_after(OsStr::new(word)).ok();
        let seconds = |seconds: f64| Some(StopAfter::Time(Duration::from_secs_f64(seconds)));
        assert_eq!((of("600"), of("10s"), of("0.5s")), (Some(StopAfter::Frames(600)), seconds(10.0), seconds(0.5)));
        assert!(["", "0", "s", "0s", "-1", "-1s", "nans", "10 s", "10m", "1e99s"].into_iter().all(|word| of(word).is_none()));
    }

    #[test]
    fn two_reports_have_two_files() {
        assert_eq!(of(&["json=a", "csv=a"]).0, ["wrong"]);
        assert_eq!(of(&["json=a", "json=a"]).0, ["summary", "json=a"]);
    }

    #[test]
    fn frames_are_a_range() {
        let of = |word: &str| frames(OsStr::new(word)).ok();
        assert_eq!((of("3..5"), of("3.."), of("..5"), of("..")), (Some((3, 5)), Some((3, u64::MAX)), Some((0, 5)), Some((0, u64::MAX))));
        assert!(["", "3", "5..3", "3..3", "a..b", "-1..3", "1..2..3"].into_iter().all(|word| of(word).is_none()));
    }
}
