//! The settings, read from the environment once; in a process with more rights than its caller, each has its default. The command's options are the same settings under other names.

use crate::environment;
use std::sync::OnceLock;

/// Which driver serves the program (`GLMETER_PROVIDER`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Provider {
    /// The machine's driver if there is one, else the software pipeline.
    #[default]
    Auto,
    /// The machine's driver.
    Host,
    /// The bundled software pipeline.
    Software,
}

/// Whether what a driver lacks is made up for (`GLMETER_EMULATE`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emulate {
    /// Where the driver has nothing, or nothing that is right.
    #[default]
    Auto,
    /// Wherever there is a way to, also where the driver has it.
    Always,
    /// Nowhere: the driver's own queries alone, as they are.
    Never,
}

/// What a time is taken from where the driver has no timer (`GLMETER_FENCE`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fence {
    /// EGL's fences, else the context's own.
    #[default]
    Auto,
    /// EGL's fences.
    Egl,
    /// The context's own fences.
    Gl,
    /// `glFinish` at each mark: exact, and the program waits each time.
    Finish,
}

/// What is said when the program ends (`GLMETER_REPORT`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Report {
    /// Nothing.
    #[default]
    Off,
    /// Frames, wall time and GPU time, in one line on standard error.
    Summary,
}

/// What glmeter says of itself on standard error (`GLMETER_LOG`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Log {
    /// Nothing.
    Off,
    /// What went wrong inside glmeter, and settings that are not understood.
    #[default]
    Error,
    /// Also which driver is served and which extensions are added.
    Info,
    /// Also each context and each error that a rule raises.
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

/// A setting: its variable, the option of `glmeter run`, and the words it accepts, each with its meaning.
pub struct Setting {
    /// The environment variable.
    pub variable: &'static str,
    /// The option of `glmeter run`.
    pub option: &'static str,
    /// The accepted words.
    pub words: &'static [&'static str],
}

/// All settings: what the environment and the command line accept.
pub const SETTINGS: [Setting; 5] = [
    Setting { variable: "GLMETER_PROVIDER", option: "--provider", words: &["auto", "host", "software"] },
    Setting { variable: "GLMETER_EMULATE", option: "--emulate", words: &["auto", "always", "never"] },
    Setting { variable: "GLMETER_FENCE", option: "--fence", words: &["auto", "egl", "gl", "finish"] },
    Setting { variable: "GLMETER_REPORT", option: "--report", words: &["summary", "off"] },
    Setting { variable: "GLMETER_LOG", option: "--log", words: &["off", "error", "info", "debug"] },
];

/// Checks a word for a setting; the error is one line that names the setting, the word and what is accepted.
pub fn check(setting: &Setting, name: &str, word: &str) -> Result<(), String> {
    if setting.words.contains(&word) { Ok(()) } else { Err(format!("{name}={word} is not known; accepted: {}", setting.words.join(", "))) }
}

impl Config {
    /// Reads the settings through `variable`; a word that is not known leaves its default and adds a line to the second part.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> (Self, Vec<String>) {
        let mut config = Self::default();
        let mut complaints = Vec::new();
        for setting in &SETTINGS {
            let Some(word) = variable(setting.variable).filter(|word| !word.is_empty()) else { continue };
            if let Err(complaint) = check(setting, setting.variable, &word) {
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

/// Returns the settings of this process, read at the first call. Settings that are not understood are said then, one line each.
pub fn get() -> &'static Config {
    static CONFIG: OnceLock<Config> = OnceLock::new();
    CONFIG.get_or_init(|| {
        let (config, complaints) = Config::read(|name| environment::variable(name).map(|value| value.to_string_lossy().into_owned()));
        if config.log >= Log::Error {
            for complaint in complaints {
                use std::io::Write;
                let _ = writeln!(std::io::stderr(), "glmeter: {complaint}");
            }
        }
        config
    })
}
