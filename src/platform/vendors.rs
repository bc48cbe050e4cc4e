//! Which drivers libglvnd would have used: the libraries that the layer wraps.
//!
//! The layer announces itself through libglvnd's own variables, so what stood there before is kept in two of ours.

use crate::config::{self, Provider};
use crate::{environment, ownership};
use std::path::{Path, PathBuf};

/// Where libglvnd is told which EGL vendors there are: a list of JSON files.
pub(crate) const EGL_FILES: &str = "__EGL_VENDOR_LIBRARY_FILENAMES";
const EGL_FOLDERS: &str = "__EGL_VENDOR_LIBRARY_DIRS";
/// Where libglvnd is told which GLX vendor to use, by name.
pub(crate) const GLX_NAME: &str = "__GLX_VENDOR_LIBRARY_NAME";
/// What stood in [`EGL_FILES`] before glmeter, or the EGL vendors' JSON files that it is to wrap where that names none.
pub(crate) const EGL_WRAPPED: &str = "GLMETER_EGL_VENDORS";
/// What stood in [`GLX_NAME`] before glmeter, or the GLX vendor that it is to wrap.
pub(crate) const GLX_WRAPPED: &str = "GLMETER_GLX_VENDOR";
/// glmeter's name as a GLX vendor.
pub(crate) const GLX_OWN_NAME: &str = "glmeter";
/// glmeter's JSON file as an EGL vendor.
pub(crate) const EGL_OWN_FILE: &str = "10_glmeter.json";
/// The software pipeline's library, beside glmeter's own.
pub(crate) const SOFTWARE: &str = "libglmeter_soft.so";

/// Where libglvnd looks if nothing tells it otherwise.
const DEFAULT_FOLDERS: &str = "/etc/glvnd/egl_vendor.d:/usr/share/glvnd/egl_vendor.d";

/// Returns the JSON files of the host's EGL vendors, in libglvnd's order, without glmeter's own.
pub(crate) fn egl_files() -> Vec<PathBuf> {
    // A list that names glmeter's own file says nothing of what to wrap. One that does not was made after that of a preloaded
    // parent, whose children inherit both variables.
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

/// Returns true if a list of JSON files has glmeter's.
pub(crate) fn names_own_file(list: &str) -> bool {
    list.split(':').any(|file| Path::new(file).file_name().is_some_and(|name| name == EGL_OWN_FILE))
}

fn json_files(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
    files.sort();
    files
}

/// Returns the library that a vendor's JSON file names, as libglvnd would open it.
fn library_of(file: &Path) -> Option<PathBuf> {
    let text = std::fs::read_to_string(file).ok()?;
    let json: serde_json::Value = serde_json::from_str(&text).ok()?;
    let path = Path::new(json.get("ICD")?.get("library_path")?.as_str()?);
    if path.is_absolute() || path.components().count() == 1 {
        return Some(path.to_path_buf());
    }
    Some(file.canonicalize().ok()?.parent()?.join(path))
}

/// Returns true if the software pipeline is asked for, and is there: then no other vendor is. It reads no other setting, since each
/// process asks that inherits the preload.
pub(crate) fn software_alone() -> bool {
    environment::text("GLMETER_PROVIDER").is_some_and(|word| word == "software") && software_library().is_some()
}

/// Returns the software pipeline's library, if it lies beside glmeter's.
///
/// A secure process loads it too: where its loader found glmeter's library, the administrator put that file, and so its neighbours.
pub fn software_library() -> Option<PathBuf> {
    beside(SOFTWARE)
}

/// Returns a file beside glmeter's library that the same user put there.
pub(crate) fn beside(name: &str) -> Option<PathBuf> {
    let own = own_file()?;
    Some(own.parent()?.join(name)).filter(|file| ownership::belongs_with(file, &own))
}

/// Returns the file of the object that holds this code.
pub(crate) fn own_file() -> Option<PathBuf> {
    let range = super::elf::own_range();
    let mut file = None;
    super::elf::any_object(|object| {
        let ours = object.range == range;
        if ours {
            use std::os::unix::ffi::OsStrExt;
            let name = Path::new(std::ffi::OsStr::from_bytes(object.name.to_bytes()));
            file = if name.as_os_str().is_empty() {
                std::env::current_exe().ok()
            } else if name.is_relative() && environment::is_secure() {
                // The caller chooses the folder in which such a name would be looked up.
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
    let software = software_library();
    let host = || egl_files().iter().filter_map(|file| library_of(file)).collect::<Vec<_>>();
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

/// Returns the GLX vendor libraries to try, best first.
pub(crate) fn glx_libraries() -> Vec<String> {
    // As in libglvnd: a name becomes a part of a file's name, and with a `/` it would be a path of any library.
    let is_name = |name: &String| name != GLX_OWN_NAME && !name.contains('/');
    let wished = environment::text(GLX_WRAPPED).or_else(|| environment::text(GLX_NAME)).filter(is_name);
    // NVIDIA's X server names its own vendor; which one that is cannot be asked here, without a display.
    let nvidia = Path::new("/proc/driver/nvidia/version").exists().then(|| "nvidia".to_string());
    wished.into_iter().chain(nvidia).chain(["mesa".to_string(), "indirect".to_string()]).map(|name| format!("libGLX_{name}.so.0")).collect()
}
