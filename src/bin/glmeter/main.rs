//! The command `glmeter`: prints what glmeter offers on this machine, and runs programs with it.

mod check;
mod command_line;
mod compare;
mod demo;
mod egl;
mod functions;
mod info;
mod install;
mod layout;
mod libraries;
mod load;
mod osmesa;
mod page;
mod pictures;
mod preload;
mod processes;
mod program;
mod programs;
mod run;
mod settings;
mod shader;
mod supervise;
mod top;
mod uninstall;
mod words;

use command_line::{
    Before, Command, DESTDIR, Given, LIBDIR, PICTURE, PREFIX, SETTINGS, add_project, before_command, named, of, parse, whole,
};
use glmeter_recording::terminal::printable;
use install::Target;
use lexopt::Parser;
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

/// Runs a command that prints a page and accepts the settings as options.
fn show(given: &Given, command: Command) -> Result<ExitCode, Failure> {
    for option in SETTINGS {
        if let (Some(variable), Some(word)) = (option.variable, settings::word(option, given)?) {
            // SAFETY: this process has only this thread.
            unsafe { std::env::set_var(variable, word) };
        }
    }
    let picture = given.path(&PICTURE);
    if let Some(file) = &picture {
        // It must not turn out after the drawing that the file cannot be written.
        std::fs::File::create(file).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let page = if command == Command::Demo { demo::demo(picture.as_deref())? } else { info::info()? };
    print(&page.render(page::is_terminal()))
}

/// Returns where `glmeter install` and `glmeter uninstall` find an installation.
fn installation(given: &Given, command: Command) -> Result<Target, Failure> {
    let (folder, prefix, libdir) = (given.operands.first().map(PathBuf::from), given.path(&PREFIX), given.path(&LIBDIR));
    match (folder, prefix) {
        (Some(_), Some(_)) => Err(usage(&format!("{} wants a folder or --prefix, not both", command.name()))),
        (folder, None) => Ok(Target::Folder(folder)),
        (None, Some(prefix)) => {
            let libdir = libdir.unwrap_or_else(|| PathBuf::from("lib"));
            if prefix.is_relative() {
                return Err(PREFIX.refuses("--prefix", prefix.as_os_str()));
            }
            if libdir.is_absolute() {
                return Err(LIBDIR.refuses("--libdir", libdir.as_os_str()));
            }
            Ok(Target::Prefix { prefix, libdir, destdir: given.path(&DESTDIR) })
        }
    }
}

/// Parses the command line and runs the command, whose name it writes to `name`.
fn command(name: &mut &'static str) -> Result<ExitCode, Failure> {
    let (command, arguments) = match before_command(Parser::from_env())? {
        Before::Help => return print(&whole()),
        Before::Version => return print(VERSION),
        Before::Command(command, arguments) => (command.unwrap_or(Command::Demo), arguments),
    };
    *name = command.name();
    let Some(mut given) = parse(command, arguments)? else { return print(&of(command)) };
    add_project(command, &mut given)?;
    let given = given.complete(command)?;
    let done = match command {
        Command::Demo | Command::Info => show(&given, command),
        Command::Run => run::run(&given),
        Command::Check => check::check(&given),
        Command::Compare => compare::compare(&given),
        Command::Top => top::top(&given),
        Command::Install => print(&install::install(&installation(&given, command)?)?),
        Command::Uninstall => print(&uninstall::uninstall(&installation(&given, command)?)?),
        Command::Shader => print(&shader::shader(&given)?),
        Command::Help => print(&match given.operands.first() {
            Some(word) => of(named(&word.to_string_lossy())?),
            None => whole(),
        }),
    };
    done.map_err(|failure| given.located(failure))
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
