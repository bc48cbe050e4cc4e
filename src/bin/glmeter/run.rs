//! `glmeter run`: a program with glmeter preloaded, and what it measured.

use crate::install::LIBRARY;
use crate::supervise::{self, Ended};
use crate::{Failure, HELP, print, say, settings, usage};
use glmeter::config::{SETTINGS, Setting};
use glmeter::ownership;
use glmeter::report::{Page, VARIABLE};
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

/// How the names of report pages begin.
const PAGE_PREFIX: &str = "glmeter-report-";
/// The exit statuses of a shell for a program that is not there, and for one that cannot be run.
const NOT_FOUND: u8 = 127;
const NOT_EXECUTABLE: u8 = 126;

/// Runs what the rest of the command line says.
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

    let mut report = None;
    for setting in &SETTINGS {
        // Of an option that is given twice, the last one counts.
        let option = options.iter().rev().find(|(of, _)| of.variable == setting.variable).map(|(_, word)| word.as_os_str());
        let word = settings::word(setting, option)?;
        if setting.variable == "GLMETER_REPORT" {
            report.clone_from(&word);
        }
        if let Some(word) = word {
            command.env(setting.variable, word);
        }
    }
    command.env("LD_PRELOAD", preload_list(&library()?));

    if report.as_deref() == Some("off") {
        return Err(not_run(&program, &command.exec()));
    }
    let page = PageFile::create()?;
    command.env("GLMETER_REPORT", "summary").env(VARIABLE, &page.path);
    let ended = supervise::run(command).map_err(|error| not_run(&program, &error))?;
    let (used, summary) = (page.page.is_used(), page.page.summary());
    drop(page);
    // A program that is no GL program is not remarked upon, unless a report was asked for.
    if report.is_some() || used {
        say(&summary);
    }
    Ok(match ended {
        Ended::Status(status) => ExitCode::from(status),
        Ended::Signal(signal) => supervise::end_by(signal),
    })
}

fn not_run(program: &OsStr, error: &std::io::Error) -> Failure {
    let program = program.to_string_lossy();
    match error.kind() {
        ErrorKind::NotFound => Failure::NotRun(format!("{program}: no such program"), NOT_FOUND),
        _ => Failure::NotRun(format!("{program}: cannot be run: {error}"), NOT_EXECUTABLE),
    }
}

/// Returns the library, which lies beside this command.
fn library() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| format!("where this command lies cannot be found out: {error}"))?;
    let library = own.with_file_name(LIBRARY);
    if !library.exists() {
        return Err(format!("{} is missing: {LIBRARY} belongs beside this command", library.display()));
    }
    if library.as_os_str().as_bytes().iter().any(|byte| matches!(byte, b' ' | b':')) {
        return Err(format!("{} cannot be preloaded: a path in LD_PRELOAD has no spaces or colons", library.display()));
    }
    Ok(library)
}

/// `LD_PRELOAD` with the library at its head.
fn preload_list(library: &Path) -> OsString {
    let mut list = library.as_os_str().to_os_string();
    if let Some(others) = std::env::var_os("LD_PRELOAD").filter(|others| !others.is_empty()) {
        list.push(":");
        list.push(others);
    }
    list
}

/// The page in which the program's figures are kept, and its file, which is removed with this.
struct PageFile {
    page: Page,
    path: PathBuf,
    /// Holds the lock that says that the file is in use.
    _lock: Option<File>,
}

impl PageFile {
    fn create() -> Result<Self, String> {
        let runtime = std::env::var_os("XDG_RUNTIME_DIR").and_then(|folder| ownership::private_folder(Path::new(&folder)));
        let folders = runtime.into_iter().chain([PathBuf::from("/dev/shm"), std::env::temp_dir()]);
        let mut problem = String::new();
        for folder in folders {
            remove_abandoned(&folder);
            let path = folder.join(format!("{PAGE_PREFIX}{}-{}", std::process::id(), now()));
            match Page::create(&path) {
                Ok(page) => {
                    let lock = File::open(&path).ok().filter(lock);
                    return Ok(Self { page, path, _lock: lock });
                }
                Err(error) => problem = format!("{}: {error}", path.display()),
            }
        }
        Err(format!("the report needs a file, which cannot be made: {problem}"))
    }
}

impl Drop for PageFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Returns a number that differs between two runs of the same process number.
fn now() -> u128 {
    std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos()
}

/// Takes a file's lock, if no process has it.
fn lock(file: &File) -> bool {
    // SAFETY: an open file.
    unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) == 0 }
}

/// Removes this user's pages of runs that were killed before they could: those that no process has locked. One that is a
/// minute old has been locked for long, if it is in use. In `/dev/shm` every user can give any kind of file such a name:
/// a FIFO's writer is not waited for, and no link is followed.
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
