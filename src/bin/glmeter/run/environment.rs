//! The environment in which the program runs.

use super::display::Display;
use super::link;
use super::options::RunOptions;
use crate::layout::{GL_FOLDER, LIBRARY, SONAME};
use crate::osmesa;
use crate::preload;
use crate::program::{has_address_sanitizer, needs};
use crate::settings::{PROVIDER_VARIABLE, SOFTWARE};
use glmeter::platform::vendors;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What starts the program, any number of times.
pub(crate) struct Start<'options> {
    options: &'options RunOptions,
    library: PathBuf,
    folders: OsString,
    has_address_sanitizer: bool,
    display: Option<Display>,
}

impl<'options> Start<'options> {
    /// Finds the library, and starts a display if the program gets one of its own. Fails if the library is missing.
    pub(crate) fn new(options: &'options RunOptions) -> Result<Self, String> {
        let library = library()?;
        let gl = vendors::installed_folders().into_iter().map(|folder| folder.join(GL_FOLDER)).find(|folder| folder.exists());
        // A program that is linked with the library has opened it by its SONAME, and libglvnd opens it by another name: both by way of its
        // folder.
        let linked = needs(&options.program, SONAME).then(|| library.parent().map(Path::to_path_buf)).flatten();
        let of_environment = std::env::var(PROVIDER_VARIABLE).ok();
        let provider = options.word(PROVIDER_VARIABLE).or(of_environment.as_deref());
        let osmesa = osmesa::folder().filter(|_| needs_osmesa(provider, &options.program));
        let folders = gl.filter(|_| needs_folder(provider)).into_iter().chain(osmesa).chain(linked);
        let folders = link::list(folders)?;
        let display = if options.headless { Display::start(options.display.as_deref())? } else { None };
        Ok(Self { options, library, folders, has_address_sanitizer: has_address_sanitizer(&options.program), display })
    }

    /// Returns the options.
    pub(crate) fn options(&self) -> &RunOptions {
        self.options
    }

    /// Returns the program.
    pub(crate) fn program(&self) -> &OsStr {
        &self.options.program
    }

    /// Returns the number of the process that serves the program's display, if it has one of its own.
    pub(crate) fn server(&self) -> Option<u32> {
        self.display.as_ref().map(Display::process)
    }

    /// Returns the command that runs the program with glmeter preloaded.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.options.program);
        command.args(&self.options.arguments);
        self.options.words.iter().for_each(|(variable, word)| _ = command.env(variable, word));
        self.display.iter().for_each(|display| display.pass_to(&mut command));
        command.env("LD_PRELOAD", list_with("LD_PRELOAD", &preload::path(&self.library)));
        if self.has_address_sanitizer {
            // Its runtime demands to be the first library, and calls nothing of a library before it that this one has.
            command.env("ASAN_OPTIONS", list_after("ASAN_OPTIONS", "verify_asan_link_order=0"));
        }
        if !self.folders.is_empty() {
            command.env("LD_LIBRARY_PATH", list_with("LD_LIBRARY_PATH", Path::new(&self.folders)));
        }
        command
    }
}

/// Returns the path of the library, which is beside this command or in a folder of libraries of the same prefix.
fn library() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| format!("cannot find this command's own file: {error}"))?;
    let beside = own.with_file_name(LIBRARY);
    // Without the package for developers there is no link without a version.
    let installed = vendors::installed_folders().into_iter().map(|folder| folder.join(SONAME));
    let Some(library) = core::iter::once(beside.clone()).chain(installed).find(|library| library.exists()) else {
        return Err(format!("{} is missing: {LIBRARY} must be beside this command", beside.display()));
    };
    let (Some(folder), Some(name)) = (library.parent(), library.file_name()) else { return Ok(library) };
    Ok(link::plain(folder)?.join(name))
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

/// Returns the value of a variable, a list of words, with one more after the others.
fn list_after(variable: &str, word: &str) -> OsString {
    let mut list = std::env::var_os(variable).unwrap_or_default();
    if !list.is_empty() {
        list.push(":");
    }
    list.push(word);
    list
}

/// Returns true if glmeter's libOSMesa shall serve the program: if the pipeline is asked for, or if the program is linked with one and the machine has
/// none.
fn needs_osmesa(provider: Option<&str>, program: &OsStr) -> bool {
    match provider {
        Some("host") => false,
        Some(SOFTWARE) => true,
        _ => needs(program, osmesa::NAME) && !osmesa::is_on_machine(),
    }
}

/// Returns true if the pipeline shall serve programs for which it must stand for libEGL and libGL: the machine has no libglvnd and, unless the
/// pipeline is asked for, no other GL either.
fn needs_folder(provider: Option<&str>) -> bool {
    // SAFETY: the constructors of these libraries have no preconditions.
    let opens = |name: &str| unsafe { libloading::Library::new(name) }.is_ok();
    match provider {
        Some("host") => false,
        Some(SOFTWARE) => !opens("libGLdispatch.so.0"),
        _ => !opens("libEGL.so.1") && !opens("libGL.so.1"),
    }
}
