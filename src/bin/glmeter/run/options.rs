//! The options of `glmeter run`.

use crate::command_line::{self, Given, SETTINGS};
use crate::words::{meant, wants};
use crate::{Failure, settings};
use core::cell::Cell;
use glmeter_recording::{Detail, Options, Recording};
use glmeter_report::check::Reference;
use glmeter_report::open::is_known;
use glmeter_report::openmetrics::is_address;
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
    /// It gets the software pipeline and a display of its own.
    pub(crate) headless: bool,
    /// The word for this display, if one is asked for.
    pub(crate) display: Option<String>,
    /// The words of settings by their variables, without that of the report.
    pub(crate) words: Vec<(&'static str, String)>,
    /// The reports.
    pub(crate) reports: Reports,
    /// What the library does.
    pub(crate) recording: Options,
    /// The file for the picture of a frame.
    pub(crate) picture: Option<PathBuf>,
    /// What the picture is compared with.
    pub(crate) reference: Option<Reference>,
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
}

impl RunOptions {
    /// Returns those of a command line and of the environment.
    pub(crate) fn of(given: &Given) -> Result<Self, Failure> {
        let mut operands = given.operands.iter().cloned();
        let mut options = Self {
            program: operands.next().unwrap_or_default(),
            arguments: operands.collect(),
            headless: given.has(&command_line::HEADLESS),
            display: settings::word(&command_line::DISPLAY, given)?,
            picture: given.path(&command_line::FRAME_PICTURE),
            // The first frame contains what the program does once.
            warmup: given.parsed(&command_line::WARMUP, |word| number(word, 0, u64::MAX))?.unwrap_or(1),
            runs: given.parsed(&command_line::REPEAT, |word| number(word, 1, MOST_RUNS))?.unwrap_or(1),
            is_repeat_given: given.has(&command_line::REPEAT),
            stop_after: given.parsed(&command_line::STOP_AFTER, stop_after)?,
            live: given.has(&command_line::LIVE),
            interval: given.parsed(&command_line::INTERVAL, interval)?,
            overhead: given.has(&command_line::OVERHEAD),
            ..Self::default()
        };
        options.set_reports(given)?;
        options.set_recording(given)?;
        options.limit_frames()?;
        Ok(options)
    }

    /// Sets the reports, and the words of the other settings.
    fn set_reports(&mut self, given: &Given) -> Result<(), Failure> {
        let mut words = Vec::new();
        for option in SETTINGS {
            let (Some(variable), Some(word)) = (option.variable, settings::word(option, given)?) else { continue };
            // The option of `run` accepts more reports, and adds to that of the variable.
            if command_line::REPORT.variable == Some(variable) {
                words.push(OsString::from(word));
            } else {
                self.words.push((variable, word));
            }
        }
        if self.headless && self.word(settings::PROVIDER_VARIABLE).is_none() {
            self.words.push((settings::PROVIDER_VARIABLE, settings::software("--headless")?));
        }
        words.extend(given.values(&command_line::REPORT).map(|(_, word)| OsString::from(word)));
        self.reports = reports(&words)?;
        Ok(())
    }

    /// Sets what the library does.
    fn set_recording(&mut self, given: &Given) -> Result<(), Failure> {
        let has = |kind: &str| self.reports.requests.iter().any(|request| request.kind == kind);
        let (first_frame, last_frame) = given.parsed(&command_line::FRAMES, frames)?.unwrap_or((0, u64::MAX));
        self.recording = Options {
            detail: if given.has(&command_line::EVERY_FRAME) { Detail::EveryFrame } else { Detail::Sampled },
            per_draw: given.has(&command_line::PER_DRAW) || has("draws"),
            spans: has("trace"),
            time_every_frame: has("trace") || has("csv"),
            first_frame,
            last_frame,
            picture_frame: given.parsed(&command_line::FRAME, |word| number(word, 0, u64::MAX - 1))?,
            warmup: self.warmup,
            ..Options::default()
        };
        Ok(())
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

    /// Returns true if the picture of a frame is wanted, not its hash alone.
    pub(crate) fn wants_picture(&self) -> bool {
        self.picture.is_some() || self.reference.is_some() || (self.recording.picture_frame.is_some() && self.has_page())
    }

    /// Returns true if a page is wanted, which shows pictures.
    pub(crate) fn has_page(&self) -> bool {
        self.reports.requests.iter().any(|request| request.kind == "html")
    }

    /// Returns true if the software pipeline alone may serve the program.
    pub(crate) fn is_software(&self) -> bool {
        self.word(settings::PROVIDER_VARIABLE) == Some(settings::SOFTWARE)
    }

    /// Returns true if nothing is measured.
    pub(crate) fn is_off(&self) -> bool {
        let is_shown = self.has_budgets || self.live || self.interval.is_some() || self.overhead || self.picture.is_some();
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
        return Err(unknown(&kind, word));
    }
    if let Some(address) = target.as_deref().filter(|address| kind == "openmetrics" && !is_address(address)) {
        let wanted = ":PORT, HOST:PORT with a port from 1 to 65535, or the path of a Unix socket with a /";
        return Err(wants("--report openmetrics", wanted, address.as_os_str()));
    }
    Ok(Request { kind, target })
}

/// Returns the failure for a report that is none, with the one that was probably meant: of the same kind, or of one with a similar name.
fn unknown(kind: &str, word: &OsStr) -> Failure {
    let option = &command_line::REPORT;
    let words = || option.words().iter().map(|word| word.0);
    let kind_of = |word: &'static str| word.split('=').next().unwrap_or_default();
    let of_kind = words().find(|word| kind_of(word) == kind).map(|word| format!("; did you mean {word:?}?"));
    let meant = of_kind.unwrap_or_else(|| meant(kind, words().map(kind_of)));
    match wants(&option.dashed(), &option.wanted(), word) {
        Failure::Value(line) => Failure::Value(line + &meant),
        other => other,
    }
}

/// Parses a number within limits.
fn number(word: &OsStr, least: u64, most: u64) -> Option<u64> {
    word.to_str().and_then(|word| word.parse().ok()).filter(|number| (least..=most).contains(number))
}

/// Parses the amount of `--stop-after`.
fn stop_after(word: &OsStr) -> Option<StopAfter> {
    let text = word.to_str()?;
    match text.strip_suffix('s') {
        Some(seconds) => {
            let seconds = seconds.parse::<f64>().ok().filter(|seconds| (0.001..=LATEST_STOP).contains(seconds))?;
            Some(StopAfter::Time(Duration::from_secs_f64(seconds)))
        }
        None => text.parse().ok().filter(|frames| *frames > 0).map(StopAfter::Frames),
    }
}

/// Parses a range of frames: the first, and the one before which recording ends.
fn frames(word: &OsStr) -> Option<(u64, u64)> {
    let end = |text: &str, default: u64| if text.is_empty() { Some(default) } else { text.parse().ok() };
    let (first, last) = word.to_str()?.split_once("..")?;
    let (first, last) = (end(first, 0)?, end(last, u64::MAX)?);
    (first < last).then_some((first, last))
}

/// Parses the number of seconds of `--interval`.
pub(crate) fn interval(word: &OsStr) -> Option<Duration> {
    let seconds = word.to_str()?.parse::<f64>().ok().filter(|seconds| (0.01..=LONGEST_INTERVAL).contains(seconds));
    seconds.map(Duration::from_secs_f64)
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
        let of = |word: &str| stop_after(OsStr::new(word));
        let seconds = |seconds: f64| Some(StopAfter::Time(Duration::from_secs_f64(seconds)));
        assert_eq!((of("600"), of("10s"), of("0.5s")), (Some(StopAfter::Frames(600)), seconds(10.0), seconds(0.5)));
        assert!(["", "0", "s", "0s", "-1", "-1s", "nans", "10 s", "10m", "1e99s"].into_iter().all(|word| of(word).is_none()));
    }

    #[test]
    fn the_options_words_are_the_reports_that_can_be_opened() {
        let words: Vec<_> = command_line::REPORT.words().iter().map(|word| word.0).collect();
        assert_eq!(words, glmeter_report::open::accepted());
    }

    #[test]
    fn two_reports_have_two_files() {
        assert_eq!(of(&["json=a", "csv=a"]).0, ["wrong"]);
        assert_eq!(of(&["json=a", "json=a"]).0, ["summary", "json=a"]);
    }

    #[test]
    fn frames_are_a_range() {
        let of = |word: &str| frames(OsStr::new(word));
        assert_eq!((of("3..5"), of("3.."), of("..5"), of("..")), (Some((3, 5)), Some((3, u64::MAX)), Some((0, 5)), Some((0, u64::MAX))));
        assert!(["", "3", "5..3", "3..3", "a..b", "-1..3", "1..2..3"].into_iter().all(|word| of(word).is_none()));
    }
}
