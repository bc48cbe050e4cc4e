//! The command `glmeter`: prints what glmeter offers on this machine, and runs programs with it.

mod check;
mod compare;
mod demo;
mod egl;
mod functions;
mod info;
mod install;
mod layout;
mod osmesa;
mod page;
mod preload;
mod program;
mod programs;
mod run;
mod settings;
mod supervise;
mod top;

use install::Target;
use lexopt::Arg;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

const VERSION: &str = concat!("glmeter ", env!("CARGO_PKG_VERSION"), "\n");

const HELP: &str = "\
Timer, statistics and performance queries for every OpenGL and OpenGL ES program, on any driver.

Usage:
  glmeter [demo [--picture FILE] [OPTIONS]]   draw a scene and print what each extension answers; FILE
                                              gets the scene as a PNG picture
  glmeter info [OPTIONS]                      print each kind of context's extensions and targets, and their sources
  glmeter run [OPTIONS] [--] PROGRAM [ARG...] run a program with glmeter, and print its frames, times and counts
  glmeter check BUDGETS [OPTIONS] [--] PROGRAM [ARG...]
                                              run a program with glmeter; end with 1 if it does not keep its budgets
  glmeter compare A.json B.json               print how the metrics of two runs differ, and whether by more than noise;
                                              the files are those of run --report json=FILE
  glmeter top [--once] [--interval SECONDS] [PID]
                                              show your running programs that have glmeter in front, or that of PID;
                                              --once prints them as a list
  glmeter install [FOLDER]                    create the links and the JSON files that the loader and libglvnd need,
                                              beside the libraries, or in FOLDER with copies of libraries and command
  glmeter install --prefix PREFIX [--libdir FOLDER] [--destdir ROOT]
                                              install libraries, command, header, manual and what compilers need below
                                              PREFIX; its folder of libraries is FOLDER [lib]; ROOT stands for / while
                                              a package is built
  glmeter help | --help | -h
  glmeter --version | -V

Options, each also an environment variable; the option overrides the variable:
  --provider WORD  GLMETER_PROVIDER  the driver for the program: auto (the machine's, or the software pipeline if there
                                     is none), host, software [auto]
  --emulate WORD   GLMETER_EMULATE   when glmeter measures itself: auto (where the driver has no query or a wrong one),
                                     always (wherever it can), never [auto]
  --fence WORD     GLMETER_FENCE     how to measure time if the driver has no timer: egl (EGL's fences), gl (the
                                     context's own), finish (glFinish at each mark), auto (egl, or gl without it) [auto]
  --report WORD    GLMETER_REPORT    the report at the end of the program: summary, off [summary]; run accepts more
  --log WORD       GLMETER_LOG       glmeter's own messages: off, error, info, debug [error]

Options of run:
  --report KIND[=FILE]  may be repeated: summary (on standard error, the default), summary=FILE, json=FILE,
                        csv=FILE (a row a frame), draws=FILE (CSV, a row a draw; implies --per-draw),
                        trace=FILE (for Perfetto's viewer), html=FILE (a page of charts);
                        openmetrics=ADDRESS (for Prometheus, over a Unix socket, :PORT or HOST:PORT);
                        off forgets the default and those before it
  --frames A..B         record each context's frames from number A up to B, without B; A.. and ..B work too
  --frame N             read the picture of frame N, and print its hash
  --warmup N            keep the first N frames of each context apart [1]
  --every-frame         time and count the passes, groups and programs of every frame, not of a sample
  --per-draw            measure each draw by itself, which slows the program down
  --repeat N            run the program N times, and print mean, deviation and ends of each metric
  --live                show a table on standard error while the program runs, or lines if that is no terminal
  --interval SECONDS    print a line on standard error every so often; with --live, show the table so often [1]
  --overhead            run the program without the report first, and print what glmeter itself cost

Budgets of check, which accepts the options of run too, but for --repeat, --interval and --overhead:
  --max-METRIC [WORD:]N a budget: METRIC is frame-ms, gpu-ms, cpu-ms, process-cpu-ms, swap-ms, draws, dispatches,
                        clears, uploads, uploads-mb, state-changes, queries, errors, compiles, links, compile-ms,
                        vertices, primitives, vertex-invocations, patches, evaluation-invocations,
                        geometry-invocations, geometry-primitives, fragments, compute-invocations, clipping-input,
                        clipping-output, samples or overdraw; WORD is mean, median, p95, p99, worst or total
                        [times: p95; counts: worst; overdraw: mean; errors, compiles, links, compile-ms: total]
  --baseline FILE       be like an earlier run, whose report json=FILE this is
  --tolerance PERCENT   how far counts may be from the baseline's [0 on the software pipeline, otherwise 1]
  --no-times            do not compare times with the baseline's
  --picture-hash HASH   the hash of the picture of --frame
  --junit FILE          write a test case for each budget
  --github              print an annotation for each broken budget

glmeter's own messages and reports about a program go to standard error. run ends as the program ends: with its exit
status, or by the signal that ended it; with 127 if there is no such program and with 126 if it cannot be run; with 1
if --provider software was given and the software pipeline cannot serve the program, which gets no other driver.
Otherwise the status is 0, 1 if something is missing on the machine, or 2 if the command line or a setting is wrong.
";

/// The reason for which the command fails.
pub(crate) enum Failure {
    /// The command line or a setting is wrong.
    Usage(String),
    /// Something is missing or went wrong.
    Failed(String),
    /// The program could not be started; the second part is the exit status.
    NotRun(String, u8),
    /// There is no memory for a recording, without which nothing is measured.
    NotMeasured(String),
}

impl From<String> for Failure {
    fn from(line: String) -> Self {
        Self::Failed(line)
    }
}

impl From<lexopt::Error> for Failure {
    fn from(error: lexopt::Error) -> Self {
        usage(&error.to_string())
    }
}

/// Returns the failure for a wrong command line.
fn usage(line: &str) -> Failure {
    Failure::Usage(format!("{line}; see glmeter --help"))
}

/// Writes one line to standard error.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Writes to standard output. A closed pipe (`glmeter info | head`) is no failure.
fn print(text: &str) -> Result<ExitCode, Failure> {
    let mut output = std::io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("standard output: {error}").into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// A command that prints a page.
#[derive(PartialEq)]
enum Shown {
    Demo,
    Info,
}

/// Runs a command that prints a page and accepts the settings as options.
fn show(mut arguments: lexopt::Parser, page: Shown) -> Result<ExitCode, Failure> {
    let mut picture = None;
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return print(HELP),
            Arg::Long("picture") if page == Shown::Demo => picture = Some(PathBuf::from(arguments.value()?)),
            Arg::Long(name) => {
                let Some(setting) = settings::of_option(name) else { return Err(Arg::Long(name).unexpected().into()) };
                let word = settings::word(setting, Some(&arguments.value()?))?;
                // SAFETY: this process has only this thread.
                word.into_iter().for_each(|word| unsafe { std::env::set_var(setting.variable, word) });
            }
            more => return Err(more.unexpected().into()),
        }
    }
    settings::check_environment()?;
    let page = match page {
        Shown::Demo => demo::demo(picture.as_deref())?,
        Shown::Info => info::info()?,
    };
    print(&page.render(page::is_terminal()))
}

/// Runs `then` if no arguments follow. Prints the help text for `--help`.
fn nothing_more(mut arguments: lexopt::Parser, then: impl FnOnce() -> Result<ExitCode, Failure>) -> Result<ExitCode, Failure> {
    match arguments.next()? {
        None => then(),
        Some(Arg::Short('h') | Arg::Long("help")) => print(HELP),
        Some(more) => Err(more.unexpected().into()),
    }
}

/// Runs `glmeter install` with the rest of the command line.
fn install(mut arguments: lexopt::Parser) -> Result<ExitCode, Failure> {
    let (mut folder, mut prefix, mut libdir, mut destdir) = (None, None, None, None);
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return print(HELP),
            Arg::Long("prefix") => prefix = Some(PathBuf::from(arguments.value()?)),
            Arg::Long("libdir") => libdir = Some(PathBuf::from(arguments.value()?)),
            Arg::Long("destdir") => destdir = Some(PathBuf::from(arguments.value()?)),
            Arg::Value(path) if folder.is_none() => folder = Some(PathBuf::from(path)),
            more => return Err(more.unexpected().into()),
        }
    }
    let target = match (folder, prefix) {
        (Some(_), Some(_)) => return Err(usage("install: a folder or --prefix, not both")),
        (folder, None) if libdir.is_none() && destdir.is_none() => Target::Folder(folder),
        (_, None) => return Err(usage("install: --libdir and --destdir need --prefix")),
        (None, Some(prefix)) => {
            let libdir = libdir.unwrap_or_else(|| PathBuf::from("lib"));
            if prefix.is_relative() || libdir.is_absolute() {
                return Err(usage("install: --prefix is an absolute path, and --libdir one below it"));
            }
            Target::Prefix { prefix, libdir, destdir }
        }
    };
    print(&install::install(target)?)
}

/// Parses the command line and runs the command.
fn command() -> Result<ExitCode, Failure> {
    let mut arguments = lexopt::Parser::from_env();
    match arguments.next()? {
        None => show(arguments, Shown::Demo),
        Some(Arg::Short('h') | Arg::Long("help")) => print(HELP),
        Some(Arg::Short('V') | Arg::Long("version")) => nothing_more(arguments, || print(VERSION)),
        Some(Arg::Value(word)) => match word.to_str() {
            Some("demo") => show(arguments, Shown::Demo),
            Some("info") => show(arguments, Shown::Info),
            Some("run") => run::run(arguments),
            Some("check") => check::check(arguments),
            Some("compare") => compare::compare(arguments),
            Some("top") => top::top(arguments),
            Some("install") => install(arguments),
            Some("help") => print(HELP),
            _ => Err(usage(&format!("unknown command '{}'", word.to_string_lossy()))),
        },
        Some(option) => Err(option.unexpected().into()),
    }
}

fn main() -> ExitCode {
    supervise::survive();
    let (line, status) = match command() {
        Ok(status) => return status,
        Err(Failure::Usage(line)) => (line, 2),
        Err(Failure::Failed(line) | Failure::NotMeasured(line)) => (line, 1),
        Err(Failure::NotRun(line, status)) => (line, status),
    };
    say(&format!("glmeter: {line}"));
    ExitCode::from(status)
}
