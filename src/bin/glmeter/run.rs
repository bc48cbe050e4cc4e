//! `glmeter run`: runs a program with glmeter preloaded and prints the report.

use crate::layout::{GL_FOLDER, LIBRARY, SONAME};
use crate::program::{needs, reason_against_preloading};
use crate::supervise::{self, Ended};
use crate::{Failure, HELP, preload, print, say, settings, usage};
use glmeter::config::{SETTINGS, Setting};
use glmeter::ownership;
use glmeter::platform::vendors;
use glmeter::report::VARIABLE;
use glmeter_recording::{Options, Recording};
use lexopt::Arg;
use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata, OpenOptions};
use std::io::ErrorKind;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// The prefix of the names of report files.
pub(crate) const PAGE_PREFIX: &str = "glmeter-report-";
/// A shell's exit statuses for a program that does not exist, and for one that cannot be executed.
const NOT_FOUND: u8 = 127;
const NOT_EXECUTABLE: u8 = 126;

/// Runs `glmeter run` with the rest of the command line.
pub(crate) fn run(mut arguments: lexopt::Parser) -> Result<ExitCode, Failure> {
    let mut options: Vec<(&'static Setting, OsString)> = Vec::new();
    let program = loop {
        match arguments.next()? {
            None => return Err(usage("run: no program was given")),
            Some(Arg::Short('h') | Arg::Long("help")) => return print(HELP),
            Some(Arg::Value(program)) => break program,
            Some(option) => match option {
                Arg::Long(name) => {
                    let Some(setting) = settings::of_option(name) else { return Err(Arg::Long(name).unexpected().into()) };
                    options.push((setting, arguments.value()?));
                }
                option => return Err(option.unexpected().into()),
            },
        }
    };
    let mut command = Command::new(&program);
    command.args(arguments.raw_args()?);

    let (mut report, mut provider) = (None, None);
    for setting in &SETTINGS {
        // The last one of a repeated option counts.
        let option = options.iter().rev().find(|(of, _)| of.variable == setting.variable).map(|(_, word)| word.as_os_str());
        let word = settings::word(setting, option)?;
        if setting.variable == "GLMETER_REPORT" {
            report.clone_from(&word);
        }
        if setting.variable == "GLMETER_PROVIDER" {
            provider.clone_from(&word);
        }
        if let Some(word) = word {
            command.env(setting.variable, word);
        }
    }
    let library = library()?;
    command.env("LD_PRELOAD", list_with("LD_PRELOAD", &preload::path(&library)));
    let gl = vendors::installed_folders().into_iter().map(|folder| folder.join(GL_FOLDER)).find(|folder| folder.exists());
    // A program that is linked with the library has opened it by its SONAME, and libglvnd opens it by another name: both by way of its folder.
    let linked = needs(&program, SONAME).then(|| library.parent().map(Path::to_path_buf)).flatten();
    let folders: Vec<_> = gl.filter(|_| needs_folder(provider.as_deref())).into_iter().chain(linked).collect();
    if let Ok(folders) = std::env::join_paths(folders).map_err(drop)
        && !folders.is_empty()
    {
        command.env("LD_LIBRARY_PATH", list_with("LD_LIBRARY_PATH", Path::new(&folders)));
    }

    let is_software = provider.as_deref() == Some("software");
    if let Some(reason) = is_software.then(|| reason_against_preloading(&program)).flatten() {
        return Err(not_served(&program, &reason));
    }
    let is_off = report.as_deref() == Some("off");
    if is_off && !is_software {
        return Err(not_run(&program, &command.exec()));
    }
    let page = RecordingFile::create()?;
    command.env("GLMETER_REPORT", if is_off { "off" } else { "summary" }).env(VARIABLE, &page.path);
    let ended = supervise::run(command).map_err(|error| not_run(&program, &error))?;
    let (used, summary, out_of_reach) = (page.recording.is_used(), page.recording.lines(), page.recording.was_out_of_reach());
    drop(page);
    if out_of_reach {
        return Err(not_served(&program, "it has a libEGL or libGL of its own, without libglvnd"));
    }
    // No report of a program that used no GL, unless the report was requested.
    if !is_off && (report.is_some() || used) {
        say(&summary);
    }
    Ok(match ended {
        Ended::Status(status) => ExitCode::from(status),
        Ended::Signal(signal) => supervise::end_by(signal),
    })
}

/// Returns the failure for a program that the software pipeline was asked to serve and cannot.
fn not_served(program: &OsStr, reason: &str) -> Failure {
    Failure::Failed(format!("{}: the software pipeline cannot serve this program: {reason}", program.to_string_lossy()))
}

/// Returns the failure for a program that could not be started.
fn not_run(program: &OsStr, error: &std::io::Error) -> Failure {
    let program = program.to_string_lossy();
    match error.kind() {
        ErrorKind::NotFound => Failure::NotRun(format!("{program}: no such program"), NOT_FOUND),
        _ => Failure::NotRun(format!("{program}: cannot be run: {error}"), NOT_EXECUTABLE),
    }
}

/// Returns the path of the library, which is beside this command or in a folder of libraries of the same prefix.
fn library() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| format!("where this command lies cannot be found out: {error}"))?;
    let beside = own.with_file_name(LIBRARY);
    // Without the package for developers there is no link without a version.
    let installed = vendors::installed_folders().into_iter().map(|folder| folder.join(SONAME));
    let Some(library) = core::iter::once(beside.clone()).chain(installed).find(|library| library.exists()) else {
        return Err(format!("{} is missing: {LIBRARY} belongs beside this command", beside.display()));
    };
    if library.as_os_str().as_bytes().iter().any(|byte| matches!(byte, b' ' | b':')) {
        return Err(format!("{} cannot be preloaded: a path in LD_PRELOAD has no spaces or colons", library.display()));
    }
    Ok(library)
}

/// Returns the value of a variable of the loader, a list of paths, with one more before the others.
fn list_with(variable: &str, path: &Path) -> OsString {
    let mut list = path.as_os_str().to_os_string();
    if let Some(others) = std::env::var_os(variable).filter(|others| !others.is_empty()) {
        list.push(":");
        list.push(others);
    }
    list
}

/// Returns true if the pipeline shall serve programs for which it must stand for libEGL and libGL: the machine has no libglvnd and, unless the
/// pipeline is asked for, no other GL either.
fn needs_folder(provider: Option<&str>) -> bool {
    // SAFETY: the constructors of these libraries have no preconditions.
    let opens = |name: &str| unsafe { libloading::Library::new(name) }.is_ok();
    match provider {
        Some("host") => false,
        Some("software") => !opens("libGLdispatch.so.0"),
        _ => !opens("libEGL.so.1") && !opens("libGL.so.1"),
    }
}

/// The recording that the program fills, and its file. Removes the file when dropped.
struct RecordingFile {
    recording: Recording,
    path: PathBuf,
    /// The locked file; the lock marks it as in use.
    _lock: Option<File>,
}

impl RecordingFile {
    /// Creates and locks a recording in the first folder that permits it.
    fn create() -> Result<Self, String> {
        let mut problem = String::new();
        for folder in folders() {
            remove_abandoned(&folder);
            let path = folder.join(format!("{PAGE_PREFIX}{}-{}", std::process::id(), now()));
            match Recording::create_at(&path, Options::default()) {
                Ok(recording) => {
                    let lock = File::open(&path).ok().filter(lock);
                    return Ok(Self { recording, path, _lock: lock });
                }
                Err(error) => problem = format!("{}: {error}", path.display()),
            }
        }
        Err(format!("the report needs a file, which cannot be made: {problem}"))
    }
}

impl Drop for RecordingFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Returns the folders for recordings, the first choice first.
pub(crate) fn folders() -> impl Iterator<Item = PathBuf> {
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").and_then(|folder| ownership::private_folder(Path::new(&folder)));
    runtime.into_iter().chain([PathBuf::from("/dev/shm"), std::env::temp_dir()])
}

/// Returns the time in nanoseconds, which tells two runs with the same process id apart.
fn now() -> u128 {
    std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos()
}

/// Locks a file. Returns false if another process holds the lock.
fn lock(file: &File) -> bool {
    // SAFETY: the file is open.
    unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) == 0 }
}

/// Removes this user's report files that no process has locked: a killed run leaves its file behind. Skips files less than a minute
/// old, which a run may have created but not locked yet. In `/dev/shm` every user can create any kind of file with such a name, so
/// this follows no links and opens without blocking (a FIFO).
fn remove_abandoned(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if !entry.file_name().as_bytes().starts_with(PAGE_PREFIX.as_bytes()) {
            continue;
        }
        let is_old = |about: &Metadata| about.modified().is_ok_and(|at| at.elapsed().is_ok_and(|age| age > Duration::from_secs(60)));
        let is_abandoned = |about: &Metadata| about.is_file() && ownership::is_own(about) && is_old(about);
        if !entry.metadata().is_ok_and(|about| is_abandoned(&about)) {
            continue;
        }
        let file = OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(entry.path());
        if file.is_ok_and(|file| file.metadata().is_ok_and(|about| is_abandoned(&about)) && lock(&file)) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
