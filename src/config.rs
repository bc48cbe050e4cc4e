//! The settings, read from the environment once. A set-user-ID or similarly privileged process uses the defaults. The command's
//! options are the same settings under other names.

use crate::{environment, sink};
use std::sync::OnceLock;

/// The driver behind glmeter (`GLMETER_PROVIDER`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Provider {
    /// The machine's driver, or the software pipeline if there is none.
    #[default]
    Auto,
    /// The machine's driver.
    Host,
    /// The bundled software pipeline.
    Software,
}

/// The queries that glmeter emulates (`GLMETER_EMULATE`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emulate {
    /// Those that the driver lacks or answers wrongly.
    #[default]
    Auto,
    /// All that glmeter can emulate, even if the driver has them.
    Always,
    /// None: the driver's own queries alone.
    Never,
}

/// The fences that measure time if the driver has no timer (`GLMETER_FENCE`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fence {
    /// EGL's fences, or the context's own if EGL has none.
    #[default]
    Auto,
    /// EGL's fences.
    Egl,
    /// The context's own fences.
    Gl,
    /// `glFinish` at each mark: exact, but the program waits each time.
    Finish,
}

/// The report at the end of the program (`GLMETER_REPORT`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Report {
    /// No report.
    #[default]
    Off,
    /// One line on standard error: frames, wall time and GPU time.
    Summary,
}

/// The level of glmeter's messages on standard error (`GLMETER_LOG`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Log {
    /// No messages.
    Off,
    /// Failures inside glmeter, and invalid settings.
    #[default]
    Error,
    /// Also the driver and the extensions that glmeter offers.
    Info,
    /// Also each context, and each rule that a command broke whose GL error glmeter raises.
    Debug,
}

/// The settings of this process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// `GLMETER_PROVIDER`
    pub provider: Provider,
    /// `GLMETER_EMULATE`
    pub emulate: Emulate,
    /// `GLMETER_FENCE`
    pub fence: Fence,
    /// `GLMETER_REPORT`
    pub report: Report,
    /// `GLMETER_LOG`
    pub log: Log,
}

/// A setting: its environment variable, and the words that it accepts.
pub struct Setting {
    /// The environment variable.
    pub variable: &'static str,
    /// The accepted words.
    pub words: &'static [&'static str],
}

/// All settings.
pub const SETTINGS: [Setting; 5] = [
    Setting { variable: "GLMETER_PROVIDER", words: &["auto", "host", "software"] },
    Setting { variable: "GLMETER_EMULATE", words: &["auto", "always", "never"] },
    Setting { variable: "GLMETER_FENCE", words: &["auto", "egl", "gl", "finish"] },
    Setting { variable: "GLMETER_REPORT", words: &["summary", "off"] },
    Setting { variable: "GLMETER_LOG", words: &["off", "error", "info", "debug"] },
];

/// Checks a word for a setting. The error is one line that names the variable, the word and the accepted words.
fn check(setting: &Setting, word: &str) -> Result<(), String> {
    if setting.words.contains(&word) {
        return Ok(());
    }
    let accepted = setting.words.join(", ");
    let accepted = accepted.rsplit_once(", ").map_or_else(|| accepted.clone(), |(others, last)| format!("{others} or {last}"));
    Err(format!("{} wants {accepted}, got {word:?}", setting.variable))
}

impl Config {
    /// Reads the settings through `variable`. An unknown word leaves the default and adds a line to the list of complaints.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> (Self, Vec<String>) {
        let mut config = Self::default();
        let mut complaints = Vec::new();
        for setting in &SETTINGS {
            let Some(word) = variable(setting.variable).filter(|word| !word.is_empty()) else { continue };
            if let Err(complaint) = check(setting, &word) {
                complaints.push(complaint);
                continue;
            }
            match (setting.variable, word.as_str()) {
                ("GLMETER_PROVIDER", "host") => config.provider = Provider::Host,
                ("GLMETER_PROVIDER", "software") => config.provider = Provider::Software,
                ("GLMETER_EMULATE", "always") => config.emulate = Emulate::Always,
                ("GLMETER_EMULATE", "never") => config.emulate = Emulate::Never,
                ("GLMETER_FENCE", "egl") => config.fence = Fence::Egl,
                ("GLMETER_FENCE", "gl") => config.fence = Fence::Gl,
                ("GLMETER_FENCE", "finish") => config.fence = Fence::Finish,
                ("GLMETER_REPORT", "summary") => config.report = Report::Summary,
                ("GLMETER_LOG", "off") => config.log = Log::Off,
                ("GLMETER_LOG", "info") => config.log = Log::Info,
                ("GLMETER_LOG", "debug") => config.log = Log::Debug,
                _ => {}
            }
        }
        (config, complaints)
    }
}

/// Returns the settings of this process. The first call reads them and prints one line for each invalid one.
pub fn get() -> &'static Config {
    static CONFIG: OnceLock<Config> = OnceLock::new();
    CONFIG.get_or_init(|| {
        let (config, complaints) = Config::read(|name| environment::variable(name).map(|value| value.to_string_lossy().into_owned()));
        if config.log >= Log::Error {
            for complaint in complaints {
                sink::write(true, &complaint);
            }
        }
        config
    })
}
