//! The command `glmeter`: prints what glmeter offers on this machine, and runs programs with it.

mod check;
mod compare;
mod demo;
mod egl;
mod functions;
mod help;
mod info;
mod install;
mod layout;
mod libraries;
mod load;
mod osmesa;
mod page;
mod preload;
mod processes;
mod program;
mod programs;
mod run;
mod settings;
mod supervise;
mod top;
mod words;

use glmeter_recording::terminal::printable;
use install::Target;
use lexopt::{Arg, Parser};
use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

const VERSION: &str = concat!("glmeter ", env!("CARGO_PKG_VERSION"), "\n");

/// The reason for which the command fails.
pub(crate) enum Failure {
    /// The command line is wrong; the help text tells how it should be.
    Usage(String),
    /// A value of the command line or of a variable is wrong; the line says what is accepted.
    Value(String),
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
        match error {
            lexopt::Error::MissingValue { option: Some(option) } => usage(&format!("{option} wants a value")),
            lexopt::Error::UnexpectedValue { option, value } => {
                usage(&format!("{option} takes no value, got {:?}", value.to_string_lossy()))
            }
            other => usage(&other.to_string()),
        }
    }
}

/// Returns the failure for a wrong command line.
fn usage(line: &str) -> Failure {
    Failure::Usage(line.to_owned())
}

/// Writes one line to standard error. Names in it cannot control the terminal.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{}", printable(line));
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
fn show(mut arguments: Parser, page: Shown) -> Result<ExitCode, Failure> {
    let name = if page == Shown::Demo { "demo" } else { "info" };
    let mut picture = None;
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return print(&help::of(name)),
            Arg::Long("picture") if page == Shown::Demo => picture = Some(PathBuf::from(arguments.value()?)),
            Arg::Long(option) => {
                let Some(setting) = settings::of_option(option) else { return Err(help::unexpected(name, Arg::Long(option))) };
                let word = settings::word(setting, Some(&arguments.value()?))?;
                // SAFETY: this process has only this thread.
                word.into_iter().for_each(|word| unsafe { std::env::set_var(setting.variable, word) });
            }
            more => return Err(help::unexpected(name, more)),
        }
    }
    settings::check_environment()?;
    if let Some(file) = &picture {
        // It must not turn out after the drawing that the file cannot be written.
        std::fs::File::create(file).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let page = match page {
        Shown::Demo => demo::demo(picture.as_deref())?,
        Shown::Info => info::info()?,
    };
    print(&page.render(page::is_terminal()))
}

/// Runs `glmeter install` with the rest of the command line.
fn install(mut arguments: Parser) -> Result<ExitCode, Failure> {
    let (mut folder, mut prefix, mut libdir, mut destdir) = (None, None, None, None);
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return print(&help::of("install")),
            Arg::Long("prefix") => prefix = Some(PathBuf::from(arguments.value()?)),
            Arg::Long("libdir") => libdir = Some(PathBuf::from(arguments.value()?)),
            Arg::Long("destdir") => destdir = Some(PathBuf::from(arguments.value()?)),
            Arg::Value(path) if folder.is_none() => folder = Some(PathBuf::from(path)),
            more => return Err(help::unexpected("install", more)),
        }
    }
    let target = match (folder, prefix) {
        (Some(_), Some(_)) => return Err(usage("install: a folder or --prefix, not both")),
        (folder, None) if libdir.is_none() && destdir.is_none() => Target::Folder(folder),
        (_, None) => return Err(usage("install: --libdir and --destdir need --prefix")),
        (None, Some(prefix)) => {
            let libdir = libdir.unwrap_or_else(|| PathBuf::from("lib"));
            if prefix.is_relative() || libdir.is_absolute() {
                return Err(usage("install: --prefix wants an absolute path, and --libdir a path below it"));
            }
            Target::Prefix { prefix, libdir, destdir }
        }
    };
    print(&install::install(target)?)
}

/// Parses the command line and runs the command, whose name it writes to `name`. Settings may stand before the name.
fn command(name: &mut &'static str) -> Result<ExitCode, Failure> {
    let mut arguments = Parser::from_env();
    let mut settings = Vec::new();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return print(&help::whole()),
            Arg::Short('V') | Arg::Long("version") => return print(VERSION),
            Arg::Long(option) if settings::of_option(option).is_some() => {
                let mut word = OsString::from(format!("--{option}="));
                word.push(arguments.value()?);
                settings.push(word);
            }
            Arg::Value(word) => {
                let word = word.to_string_lossy().into_owned();
                *name = help::command(&word).ok_or_else(|| help::no_command(&word))?;
                settings.extend(arguments.raw_args()?);
                return of_name(name, Parser::from_args(settings));
            }
            more => return Err(help::unexpected("", more)),
        }
    }
    show(Parser::from_args(settings), Shown::Demo)
}

/// Runs the command of a name with the rest of the command line.
fn of_name(name: &str, mut arguments: Parser) -> Result<ExitCode, Failure> {
    match name {
        "demo" => show(arguments, Shown::Demo),
        "info" => show(arguments, Shown::Info),
        "run" => run::run(arguments),
        "check" => check::check(arguments),
        "compare" => compare::compare(arguments),
        "top" => top::top(arguments),
        "install" => install(arguments),
        _ => match arguments.next()? {
            None | Some(Arg::Short('h') | Arg::Long("help")) => print(&help::whole()),
            Some(Arg::Value(word)) => {
                let word = word.to_string_lossy().into_owned();
                print(&help::of(help::command(&word).ok_or_else(|| help::no_command(&word))?))
            }
            Some(more) => Err(help::unexpected(name, more)),
        },
    }
}

fn main() -> ExitCode {
    supervise::survive();
    let mut name = "";
    let (line, status) = match command(&mut name) {
        Ok(status) => return status,
        Err(Failure::Usage(line)) => {
            // A question ends its sentence.
            let see = if line.ends_with('?') { " See" } else { "; see" };
            (format!("{line}{see} glmeter {name}{}--help", if name.is_empty() { "" } else { " " }), 2)
        }
        Err(Failure::Value(line)) => (line, 2),
        Err(Failure::Failed(line) | Failure::NotMeasured(line)) => (line, 1),
        Err(Failure::NotRun(line, status)) => (line, status),
    };
    say(&format!("glmeter: {line}"));
    ExitCode::from(status)
}
