//! Finds the vendor libraries that libglvnd would have used, which glmeter's layer wraps.
//!
//! The layer announces itself through libglvnd's variables, whose previous values two variables of glmeter's own preserve.

use super::elf;
use crate::config::{self, Provider};
use crate::{environment, ownership};
use std::path::{Path, PathBuf};

/// libglvnd's variable for the EGL vendors: a list of JSON files.
pub(crate) const EGL_FILES: &str = "__EGL_VENDOR_LIBRARY_FILENAMES";
const EGL_FOLDERS: &str = "__EGL_VENDOR_LIBRARY_DIRS";
/// libglvnd's variable for the name of the GLX vendor.
pub(crate) const GLX_NAME: &str = "__GLX_VENDOR_LIBRARY_NAME";
/// The value of [`EGL_FILES`] before glmeter changed it, or the JSON files of the EGL vendors to wrap.
pub(crate) const EGL_WRAPPED: &str = "GLMETER_EGL_VENDORS";
/// The value of [`GLX_NAME`] before glmeter changed it, or the name of the GLX vendor to wrap.
pub(crate) const GLX_WRAPPED: &str = "GLMETER_GLX_VENDOR";
/// glmeter's name as a GLX vendor.
pub(crate) const GLX_OWN_NAME: &str = "glmeter";
/// glmeter's JSON file as an EGL vendor.
pub(crate) const EGL_OWN_FILE: &str = "10_glmeter.json";
/// The software pipeline's library, beside glmeter's own.
pub(crate) const SOFTWARE: &str = "libglmeter_soft.so";

/// The folder of the files that only glmeter opens, in a folder of libraries.
const PRIVATE_FOLDER: &str = "glmeter";
/// The folders of libraries in a prefix: Debian's, by the architecture, then those of other systems.
const LIBRARY_FOLDERS: &[&str] = &[
    #[cfg(target_arch = "x86_64")]
    "lib/x86_64-linux-gnu",
    #[cfg(target_arch = "aarch64")]
    "lib/aarch64-linux-gnu",
    "lib64",
    "lib",
];

/// libglvnd's default folders of JSON files.
const DEFAULT_FOLDERS: &str = "/etc/glvnd/egl_vendor.d:/usr/share/glvnd/egl_vendor.d";

/// Returns the JSON files of the host's EGL vendors, in libglvnd's order, without glmeter's own.
pub(crate) fn egl_files() -> Vec<PathBuf> {
    // Ignore a list that names glmeter's own file. A list without it is newer than the preserved one, which children of a preloaded
    // process inherit.
    let listed = environment::text(EGL_FILES).filter(|list| !names_own_file(list)).or_else(|| environment::text(EGL_WRAPPED));
    let files: Vec<PathBuf> = match listed {
        Some(list) => list.split(':').map(PathBuf::from).collect(),
        None => {
            let folders = environment::text(EGL_FOLDERS).unwrap_or_else(|| DEFAULT_FOLDERS.to_string());
            folders.split(':').flat_map(json_files).collect()
        }
    };
    files.into_iter().filter(|file| file.file_name().is_some_and(|name| name != EGL_OWN_FILE)).collect()
}

/// Returns true if a list of JSON files contains glmeter's own.
pub(crate) fn names_own_file(list: &str) -> bool {
    list.split(':').any(|file| Path::new(file).file_name().is_some_and(|name| name == EGL_OWN_FILE))
}

/// Returns the JSON files in a folder, sorted by name.
fn json_files(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
    files.sort();
    files
}

/// Returns the library that a vendor's JSON file names, resolved as libglvnd does.
fn library_of(file: &Path) -> Option<PathBuf> {
    let text = std::fs::read_to_string(file).ok()?;
    let json: serde_json::Value = serde_json::from_str(&text).ok()?;
    let path = Path::new(json.get("ICD")?.get("library_path")?.as_str()?);
    if path.is_absolute() || path.components().count() == 1 {
        return Some(path.to_path_buf());
    }
    Some(file.canonicalize().ok()?.parent()?.join(path))
}

/// Returns true if the setting selects the software pipeline and the library exists, so that no other vendor is used. Reads only this
/// setting, because every process that inherits the preload calls it.
pub(crate) fn software_alone() -> bool {
    environment::text("GLMETER_PROVIDER").is_some_and(|word| word == "software") && software_library().is_some()
}

/// Returns the software pipeline's library if it is installed with glmeter's.
///
/// A secure process loads it too: its loader accepts glmeter's library only from a folder that the administrator controls.
pub fn software_library() -> Option<PathBuf> {
    installed(SOFTWARE)
}

/// Returns a file that the same user installed with glmeter's library.
pub(crate) fn installed(name: &str) -> Option<PathBuf> {
    let own = own_file()?;
    installed_folders().into_iter().map(|folder| folder.join(name)).find(|file| ownership::belongs_with(file, &own))
}

/// Returns the folders that may have the files that are installed with this code, nearest first: the folder of its own file and, for a program, which
/// may lie in the folder `bin` of a prefix, the folders of libraries in that prefix; each followed by its folder `glmeter`.
pub fn installed_folders() -> Vec<PathBuf> {
    let Some(own) = own_file() else { return Vec::new() };
    let mut folders: Vec<_> = own.parent().map(Path::to_path_buf).into_iter().collect();
    if is_program() {
        let prefix = own.ancestors().nth(2).unwrap_or(Path::new("/"));
        folders.extend(LIBRARY_FOLDERS.iter().map(|folder| prefix.join(folder)));
    }
    folders.into_iter().flat_map(|folder| [folder.clone(), folder.join(PRIVATE_FOLDER)]).collect()
}

/// Returns true if this code is part of the program itself (the `glmeter` command, a test) instead of the shared library.
pub(crate) fn is_program() -> bool {
    let own = elf::own_range();
    let mut program = false;
    elf::any_object(|object| {
        program = object.order == 0 && object.range == own;
        true
    });
    program
}

/// Returns the file of the object that holds this code.
pub(crate) fn own_file() -> Option<PathBuf> {
    let range = elf::own_range();
    let mut file = None;
    elf::any_object(|object| {
        let ours = object.range == range;
        if ours {
            use std::os::unix::ffi::OsStrExt;
            let name = Path::new(std::ffi::OsStr::from_bytes(object.name.to_bytes()));
            file = if name.as_os_str().is_empty() {
                std::env::current_exe().ok()
            } else if name.is_relative() && environment::is_secure() {
                // A relative name depends on the current folder, which the caller chose.
                None
            } else {
                name.canonicalize().ok()
            };
        }
        ours
    });
    file
}

/// Returns the EGL vendor libraries to try, best first.
pub(crate) fn egl_libraries() -> Vec<PathBuf> {
    with_software(|| egl_files().iter().filter_map(|file| library_of(file)).collect())
}

/// Returns the GLX vendor libraries to try, best first.
pub(crate) fn glx_libraries() -> Vec<PathBuf> {
    with_software(|| {
        // As in libglvnd, the name becomes a part of a file name; with a `/` it could be the path of any library.
        let is_name = |name: &String| name != GLX_OWN_NAME && !name.contains('/');
        let wished = environment::text(GLX_WRAPPED).or_else(|| environment::text(GLX_NAME)).filter(is_name);
        // NVIDIA's X server reports its vendor, but there is no display to ask here.
        let nvidia = Path::new("/proc/driver/nvidia/version").exists().then(|| "nvidia".to_string());
        let names = wished.into_iter().chain(nvidia).chain(["mesa".to_string(), "indirect".to_string()]);
        names.map(|name| format!("libGLX_{name}.so.0").into()).collect()
    })
}

/// Returns the GLX vendor library that glmeter wraps: the first that can be opened. Returns `None` without libglvnd's GLX or without any vendor.
/// Opens the libraries and never closes them.
pub fn glx_library() -> Option<PathBuf> {
    // SAFETY: libglvnd would open the same libraries, whose constructors have no preconditions.
    let opens = |path: &Path| unsafe { libloading::Library::new(path) }.map(core::mem::forget).is_ok();
    opens(Path::new("libGLX.so.0")).then(|| glx_libraries().into_iter().find(|path| opens(path)))?
}

/// Returns the libraries of the machine's vendors, of the software pipeline, or of both, as the setting selects.
fn with_software(host: impl Fn() -> Vec<PathBuf>) -> Vec<PathBuf> {
    let software = software_library();
    match config::get().provider {
        Provider::Host => host(),
        Provider::Auto => host().into_iter().chain(software).collect(),
        Provider::Software => {
            if software.is_none() {
                crate::diagnostics::say(
                    config::Log::Error,
                    &format!("GLMETER_PROVIDER=software: {SOFTWARE} is not beside libglmeter.so; the machine's own driver is used"),
                );
                return host();
            }
            software.into_iter().collect()
        }
    }
}
