//! The options. To add one, write its row and add it to its group; then let the code of its command ask [`super::Given`] for it.

use super::Command::{Check, Compare, Demo, Help, Info, Install, Run, Shader, Top, Uninstall};
use super::Kind::{File, Folder, Other, Words};
use super::{Command, CommandOption, Value, Word};

/// Options that the help text and the manual page describe together.
pub(crate) struct Group {
    /// The command whose options they are; `None` for those of several commands.
    pub(crate) command: Option<Command>,
    /// Its title.
    pub(crate) title: &'static str,
    /// What is said of all of them; nothing of most.
    pub(crate) note: &'static str,
    /// The options.
    pub(crate) options: &'static [&'static CommandOption],
}

/// The groups, in the order of the whole help text.
pub(crate) static GROUPS: [Group; 7] = [
    Group {
        command: None,
        title: "Settings",
        note: "each is also an environment variable, which the option overrides; defaults are in brackets",
        options: &SETTINGS,
    },
    Group { command: Some(Demo), title: "Options of demo", note: "", options: &[&PICTURE] },
    Group {
        command: Some(Run),
        title: "Options of run",
        note: "",
        options: &[
            &SETTINGS_FILE,
            &HEADLESS,
            &DISPLAY,
            &REPORT,
            &STOP_AFTER,
            &FRAMES,
            &FRAME,
            &FRAME_PICTURE,
            &WARMUP,
            &EVERY_FRAME,
            &PER_DRAW,
            &REPEAT,
            &LIVE,
            &INTERVAL,
            &OVERHEAD,
        ],
    },
    Group {
        command: Some(Check),
        title: "Budgets of check",
        note: "",
        options: &[&BUDGET, &BASELINE, &TOLERANCE, &NO_TIMES, &PICTURE_HASH, &REFERENCE, &DIFFERENCE, &JUNIT, &GITHUB],
    },
    Group { command: Some(Top), title: "Options of top", note: "", options: &[&ONCE, &INTERVAL_OF_TOP] },
    Group { command: Some(Install), title: "Options of install and uninstall", note: "", options: &[&PREFIX, &LIBDIR, &DESTDIR] },
    Group { command: Some(Shader), title: "Options of shader", note: "", options: &[&DUMP, &ES] },
];

/// The options that are settings. They may stand before the command.
pub(crate) static SETTINGS: [&CommandOption; 5] = [&PROVIDER, &EMULATE, &FENCE, &SUMMARY, &LOG];

/// The options that the help text names among its forms.
pub(crate) static FOR_HELP: [&CommandOption; 2] = [&HELP, &VERSION];

/// The commands that use GL.
const SHOWN: &[Command] = &[Demo, Info, Run, Check];
/// The commands that run a program.
const MEASURED: &[Command] = &[Run, Check];

/// The commands whose object is an installation.
const INSTALLED: &[Command] = &[Install, Uninstall];

/// What most options have.
const OPTION: CommandOption =
    CommandOption { name: "", letter: None, value: None, variable: None, commands: &[], needs: &[], brief: "", more: "" };

const fn value(name: &'static str, kind: super::Kind) -> Option<Value> {
    Some(Value { name, kind })
}

pub(crate) static HELP: CommandOption = CommandOption {
    name: "help",
    letter: Some('h'),
    commands: &[Demo, Info, Run, Check, Compare, Top, Install, Uninstall, Shader, Help],
    brief: "print the help text",
    ..OPTION
};

pub(crate) static VERSION: CommandOption = CommandOption { name: "version", letter: Some('V'), brief: "print the version", ..OPTION };

// Settings.

pub(crate) static PROVIDER: CommandOption = CommandOption {
    name: "provider",
    value: value(
        "WORD",
        Words(&[Word("auto", "the machine's, or the software pipeline if there is none"), Word("host", ""), Word("software", "")]),
    ),
    variable: Some("GLMETER_PROVIDER"),
    commands: SHOWN,
    brief: "the driver to use",
    more: " [`auto`]",
    ..OPTION
};

pub(crate) static EMULATE: CommandOption = CommandOption {
    name: "emulate",
    value: value(
        "WORD",
        Words(&[Word("auto", "if the driver lacks it or gets it wrong"), Word("always", "wherever glmeter can"), Word("never", "")]),
    ),
    variable: Some("GLMETER_EMULATE"),
    commands: SHOWN,
    brief: "when glmeter emulates a query",
    more: " [`auto`]",
    ..OPTION
};

pub(crate) static FENCE: CommandOption = CommandOption {
    name: "fence",
    value: value(
        "WORD",
        Words(&[
            Word("auto", "egl, otherwise gl"),
            Word("egl", "EGL's fences"),
            Word("gl", "the context's own"),
            Word("finish", "glFinish at each mark"),
        ]),
    ),
    variable: Some("GLMETER_FENCE"),
    commands: SHOWN,
    brief: "how to measure time if the driver has no timer",
    more: " [`auto`]",
    ..OPTION
};

pub(crate) static SUMMARY: CommandOption = CommandOption {
    name: "report",
    value: value("WORD", Words(&[Word("summary", "frames and GPU time"), Word("off", "")])),
    variable: Some("GLMETER_REPORT"),
    commands: &[Demo, Info],
    brief: "the report at the end of the program",
    more: " [`off`]; `run` and `check` accept more, and print the `summary` by default",
    ..OPTION
};

pub(crate) static LOG: CommandOption = CommandOption {
    name: "log",
    value: value("WORD", Words(&[Word("off", ""), Word("error", ""), Word("info", ""), Word("debug", "")])),
    variable: Some("GLMETER_LOG"),
    commands: SHOWN,
    brief: "which of glmeter's own messages to print on standard error",
    more: " [`error`]",
    ..OPTION
};

// Options of demo.

pub(crate) static PICTURE: CommandOption =
    CommandOption { name: "picture", value: value("FILE", File), commands: &[Demo], brief: "save the scene as a PNG picture", ..OPTION };

// Options of run, of which check accepts most.

pub(crate) static SETTINGS_FILE: CommandOption = CommandOption {
    name: "settings",
    value: value("FILE", File),
    commands: MEASURED,
    brief: "read options from this file in place of the project's `glmeter.toml`",
    more: ", which is in the current folder or above it; `off` reads none",
    ..OPTION
};

pub(crate) static HEADLESS: CommandOption = CommandOption {
    name: "headless",
    commands: MEASURED,
    brief: "run the program without a GPU and without a screen",
    more: ": on the software pipeline, unless --provider or GLMETER_PROVIDER says otherwise, and with a display of its own in place of DISPLAY and \
           WAYLAND_DISPLAY",
    ..OPTION
};

pub(crate) static DISPLAY: CommandOption = CommandOption {
    name: "display",
    value: value("WORD", Words(&[Word("x11", "Xvfb"), Word("wayland", "weston")])),
    commands: MEASURED,
    needs: &["headless"],
    brief: "the display of --headless",
    more: " [the first that is installed]",
    ..OPTION
};

pub(crate) static REPORT: CommandOption = CommandOption {
    name: "report",
    value: value(
        "KIND[=FILE]",
        Words(&[
            Word("summary", "on standard error, the default"),
            Word("summary=FILE", ""),
            Word("off", "cancels the default and those before it"),
            Word("json=FILE", "the sums of the run"),
            Word("csv=FILE", "a row a frame"),
            Word("draws=FILE", "CSV, a row a draw; implies --per-draw"),
            Word("trace=FILE", "the GPU times of every frame, for Perfetto's viewer"),
            Word("html=FILE", "a page of charts"),
            Word("openmetrics=ADDRESS", "for Prometheus: :PORT, HOST:PORT, or the path of a Unix socket with a /"),
        ]),
    ),
    variable: Some("GLMETER_REPORT"),
    commands: MEASURED,
    brief: "add a report",
    more: "; a *FILE* of `-` is standard output; may be repeated, and comes after the variable GLMETER_REPORT",
    ..OPTION
};

pub(crate) static STOP_AFTER: CommandOption = CommandOption {
    name: "stop-after",
    value: value("AMOUNT", Other("a number of frames (600) or of seconds (10s)")),
    commands: MEASURED,
    brief: "end the program after this many frames of a context (600) or seconds (10s)",
    more: ": with SIGTERM, and 5 seconds later with SIGKILL, together with the programs that it started; this counts as success",
    ..OPTION
};

pub(crate) static FRAMES: CommandOption = CommandOption {
    name: "frames",
    value: value("A..B", Other("A..B, A.. or ..B, where A is less than B")),
    commands: MEASURED,
    brief: "record each context's frames from number *A* up to, but not including, *B*",
    more: "; *A..* and *..B* work too; `check` ends the program at *B*",
    ..OPTION
};

pub(crate) static FRAME: CommandOption = CommandOption {
    name: "frame",
    value: value("N", Other("the number of a frame")),
    commands: MEASURED,
    needs: &["picture-hash", "picture", "reference"],
    brief: "read the picture of frame *N*, and print its hash",
    ..OPTION
};

pub(crate) static FRAME_PICTURE: CommandOption = CommandOption {
    name: "picture",
    value: value("FILE", File),
    commands: MEASURED,
    needs: &["frame"],
    brief: "save the picture of --frame as a PNG picture",
    ..OPTION
};

pub(crate) static WARMUP: CommandOption = CommandOption {
    name: "warmup",
    value: value("N", Other("a number of frames")),
    commands: MEASURED,
    brief: "leave the first *N* frames of each context out of the figures",
    more: " [1]",
    ..OPTION
};

pub(crate) static EVERY_FRAME: CommandOption = CommandOption {
    name: "every-frame",
    commands: MEASURED,
    brief: "time and count the passes, groups and programs of every frame, not of a sample",
    ..OPTION
};

pub(crate) static PER_DRAW: CommandOption =
    CommandOption { name: "per-draw", commands: MEASURED, brief: "measure each draw by itself, which slows the program down", ..OPTION };

pub(crate) static REPEAT: CommandOption = CommandOption {
    name: "repeat",
    value: value("N", Other("a number of runs from 1 to 10000")),
    commands: MEASURED,
    brief: "run the program *N* times",
    more: ", and print the mean, deviation, least and greatest value of each metric; `check` judges times by all runs [5, if the first \
           run exceeds a time]",
    ..OPTION
};

pub(crate) static LIVE: CommandOption = CommandOption {
    name: "live",
    commands: MEASURED,
    brief: "show a table on standard error while the program runs",
    more: ", or print lines if it is not a terminal",
    ..OPTION
};

pub(crate) static INTERVAL: CommandOption = CommandOption {
    name: "interval",
    value: value("SECONDS", SECONDS),
    commands: &[Run],
    brief: "print a line on standard error at this interval",
    more: "; with --live, update the table [1]",
    ..OPTION
};

/// The value of `--interval`.
const SECONDS: super::Kind = Other("a number of seconds from 0.01 to 86400");

pub(crate) static OVERHEAD: CommandOption = CommandOption {
    name: "overhead",
    commands: &[Run],
    brief: "run the program without the report first, and print what glmeter itself cost",
    ..OPTION
};

// Budgets of check.

pub(crate) static BUDGET: CommandOption = CommandOption {
    name: "max-METRIC",
    value: value("[WORD:]N", Other("a number")),
    commands: &[Check],
    brief: "limit *METRIC*",
    more: " of each context that swaps buffers: {metrics}; *WORD* is `mean`, `median`, `p95`, `p99`, `worst` or `total` [times: `p95`; counts: `worst`; `overdraw`: `mean`; \
           `errors`, `compiles`, `links`, `compile-ms`: `total`]",
    ..OPTION
};

pub(crate) static BASELINE: CommandOption = CommandOption {
    name: "baseline",
    value: value("FILE", File),
    commands: &[Check],
    brief: "compare with an earlier run",
    more: "; *FILE* is its report (`run` --report `json=`*FILE*)",
    ..OPTION
};

pub(crate) static TOLERANCE: CommandOption = CommandOption {
    name: "tolerance",
    value: value("PERCENT", Other("a number of percent from 0 on")),
    commands: &[Check],
    needs: &["baseline", "reference"],
    brief: "how far counts may differ from the baseline",
    more: " [0 on the software pipeline, otherwise 1], and how many pixels from the reference [0]",
    ..OPTION
};

pub(crate) static NO_TIMES: CommandOption =
    CommandOption { name: "no-times", commands: &[Check], needs: &["baseline"], brief: "do not compare times with the baseline", ..OPTION };

pub(crate) static PICTURE_HASH: CommandOption = CommandOption {
    name: "picture-hash",
    value: value("HASH", Other("16 hexadecimal digits")),
    commands: &[Check],
    needs: &["frame"],
    brief: "the hash that the picture of --frame must have",
    ..OPTION
};

pub(crate) static REFERENCE: CommandOption = CommandOption {
    name: "reference",
    value: value("FILE", File),
    commands: &[Check],
    needs: &["frame"],
    brief: "a PNG picture that the picture of --frame must be like",
    ..OPTION
};

pub(crate) static DIFFERENCE: CommandOption = CommandOption {
    name: "difference",
    value: value("FILE", File),
    commands: &[Check],
    needs: &["reference"],
    brief: "save a PNG picture that shows in red where the picture differs from the reference",
    ..OPTION
};

pub(crate) static JUNIT: CommandOption =
    CommandOption { name: "junit", value: value("FILE", File), commands: &[Check], brief: "write a test case for each budget", ..OPTION };

pub(crate) static GITHUB: CommandOption = CommandOption {
    name: "github",
    commands: &[Check],
    brief: "print an annotation for each broken budget",
    more: " on standard output",
    ..OPTION
};

// Options of top.

pub(crate) static ONCE: CommandOption = CommandOption { name: "once", commands: &[Top], brief: "print a list and end", ..OPTION };

pub(crate) static INTERVAL_OF_TOP: CommandOption = CommandOption {
    name: "interval",
    value: value("SECONDS", SECONDS),
    commands: &[Top],
    brief: "the time from one update to the next",
    more: " [1]",
    ..OPTION
};

// Options of install.

pub(crate) static PREFIX: CommandOption = CommandOption {
    name: "prefix",
    value: value("PREFIX", Folder("an absolute path")),
    commands: INSTALLED,
    brief: "the folder below which the files lie",
    more: ", an absolute path",
    ..OPTION
};

pub(crate) static LIBDIR: CommandOption = CommandOption {
    name: "libdir",
    value: value("FOLDER", Other("a path below the prefix")),
    commands: INSTALLED,
    needs: &["prefix"],
    brief: "the library folder, relative to the prefix",
    more: " [`lib`]",
    ..OPTION
};

pub(crate) static DESTDIR: CommandOption = CommandOption {
    name: "destdir",
    value: value("ROOT", Folder("a folder")),
    commands: INSTALLED,
    needs: &["prefix"],
    brief: "the folder that stands for / while you build a package",
    ..OPTION
};

// Options of shader.

pub(crate) static DUMP: CommandOption = CommandOption {
    name: "dump",
    value: value(
        "FORM",
        Words(&[
            Word("hir", "checked and linked"),
            Word("linear", "linear code after all passes"),
            Word("bytecode", "verified, as it is executed"),
        ]),
    ),
    commands: &[Shader],
    brief: "the form to print",
    more: " [`bytecode`]",
    ..OPTION
};

pub(crate) static ES: CommandOption = CommandOption { name: "es", commands: &[Shader], brief: "the shader is one of OpenGL ES", ..OPTION };
