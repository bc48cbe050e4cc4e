//! Finds the vendor libraries that libglvnd would have used, which glmeter's layer wraps.

use super::elf;
use crate::config::{self, Provider};
use crate::{environment, ownership};
use core::sync::atomic::{AtomicBool, Ordering};
use std::path::{Path, PathBuf};

/// libglvnd's variable for the EGL vendors: a list of JSON files.
pub(crate) const EGL_FILES: &str = "__EGL_VENDOR_LIBRARY_FILENAMES";
const EGL_FOLDERS: &str = "__EGL_VENDOR_LIBRARY_DIRS";
/// libglvnd's variable for the name of the GLX vendor.
pub(crate) const GLX_NAME: &str = "__GLX_VENDOR_LIBRARY_NAME";
/// The beginning of libglvnd's variables for the names of the GLX vendors of single screens.
pub(crate) const GLX_NAME_OF_SCREEN: &str = "__GLX_FORCE_VENDOR_LIBRARY_";
/// The value of [`EGL_FILES`] before glmeter changed it, or the JSON files of the EGL vendors to wrap.
pub(crate) const EGL_WRAPPED: &str = "GLMETER_EGL_VENDORS";
/// The value of [`GLX_NAME`] before glmeter changed it, or the name of the GLX vendor to wrap.
pub(crate) const GLX_WRAPPED: &str = "GLMETER_GLX_VENDOR";
/// The names by which libglvnd and programs that link with glmeter's library open it.
const NAMES: [&str; 2] = ["libGLX_glmeter.so.0", "libglmeter.so.0"];
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
    #[cfg(target_arch = "x86")]
    "lib/i386-linux-gnu",
    #[cfg(target_arch = "arm")]
    "lib/arm-linux-gnueabihf",
    "lib64",
    "lib",
];

/// libglvnd's default folders of JSON files, unless its libEGL is built with others.
const DEFAULT_FOLDERS: &str = "/etc/glvnd/egl_vendor.d:/usr/share/glvnd/egl_vendor.d";
/// The name of the last of these folders.
const FOLDER: &[u8] = b"/egl_vendor.d";

/// True if glmeter itself put its file into the list of this process, in front of the others.
static LISTED: AtomicBool = AtomicBool::new(false);

/// Records that glmeter itself puts its file in front of the others.
pub(crate) fn list_is_of_glmeter() {
    LISTED.store(true, Ordering::Release);
}

/// Returns the JSON files of the host's EGL vendors, in libglvnd's order, without glmeter's own.
pub(crate) fn egl_files() -> Vec<PathBuf> {
    let listed = environment::text(EGL_FILES);
    let names_own = listed.as_deref().is_some_and(names_own_file);
    // Of a list that names glmeter's own file, a preloaded parent has preserved the whole. One without it is newer than what was preserved.
    let listed = if names_own { environment::text(EGL_WRAPPED).or(listed) } else { listed.or_else(|| environment::text(EGL_WRAPPED)) };
    let files: Vec<PathBuf> = listed.into_iter().flat_map(|list| list.split(':').map(PathBuf::from).collect::<Vec<_>>()).collect();
    let is_alone = files.iter().all(|file| is_own_file(file));
    let files = if is_alone { files_in_folders() } else { files };
    files.into_iter().filter(|file| !is_own_file(file)).collect()
}

/// Returns the JSON files of the EGL vendors for which glmeter's own stands, because it comes first: those after it in libglvnd's order, or all if
/// libglvnd reads no other. Returns `None` if libglvnd reads others, and all of them before.
fn egl_files_after_own() -> Option<Vec<PathBuf>> {
    if LISTED.load(Ordering::Acquire) || environment::variable(EGL_WRAPPED).is_some() {
        return Some(egl_files());
    }
    let listed = environment::text(EGL_FILES).map(|list| list.split(':').map(PathBuf::from).collect());
    let mut files: Vec<PathBuf> = listed.unwrap_or_else(files_in_folders);
    let Some(own) = files.iter().position(|file| is_own_file(file)) else { return Some(egl_files()) };
    let after: Vec<_> = files.split_off(own).into_iter().filter(|file| !is_own_file(file)).collect();
    match (after.is_empty(), files.is_empty()) {
        (false, _) => Some(after),
        (true, true) => Some(egl_files()),
        (true, false) => None,
    }
}

/// Returns the JSON files in the folders that libglvnd searches.
fn files_in_folders() -> Vec<PathBuf> {
    let folders = environment::text(EGL_FOLDERS).or_else(built_in_folders).unwrap_or_else(|| DEFAULT_FOLDERS.to_string());
    folders.split(':').flat_map(json_files).collect()
}

/// Returns the default folders with which the process's libEGL is built: those of a Flatpak runtime and of NixOS are others. Returns `None` if
/// libEGL is not loaded or not libglvnd's.
fn built_in_folders() -> Option<String> {
    let mut found = None;
    super::elf::any_object(|object| {
        if object.file_name().starts_with(b"libEGL.so") {
            found = object.constants().find_map(|text| {
                let end = text.windows(FOLDER.len() + 1).position(|part| part.split_last() == Some((&0, FOLDER)))? + FOLDER.len();
                let begin = text[..end].iter().rposition(|byte| *byte == 0)? + 1;
                String::from_utf8(text[begin..end].to_vec()).ok()
            });
        }
        found.is_some()
    });
    found.filter(|folders| folders.starts_with('/'))
}

/// Returns true if a list of JSON files contains glmeter's own.
fn names_own_file(list: &str) -> bool {
    list.split(':').any(|file| is_own_file(Path::new(file)))
}

/// Returns true if a list of JSON files contains one that names this library: not another copy, and not one of the other class.
pub(crate) fn names_this_library(list: &str) -> bool {
    list.split(':').any(|file| library_of(Path::new(file)).is_some_and(|library| is_own_library(&library)))
}

/// Returns true for glmeter's own JSON file, also under another name.
fn is_own_file(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name == EGL_OWN_FILE) || library_of(file).is_some_and(|library| is_own_library(&library))
}

/// Returns true for a path or a name of glmeter's own library.
fn is_own_library(library: &Path) -> bool {
    match library.is_absolute() {
        true => library.canonicalize().is_ok_and(|library| own_file() == Some(library)),
        false => NAMES.iter().any(|name| library == Path::new(name)),
    }
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

/// Returns the EGL vendor libraries to try, best first; `None` if libglvnd opens all of them before glmeter's.
pub(crate) fn egl_libraries() -> Option<Vec<PathBuf>> {
    let files = egl_files_after_own();
    if files.is_none() && config::get().provider != Provider::Software {
        return None;
    }
    Some(with_software(|| files.iter().flatten().filter_map(|file| library_of(file)).collect()))
}

/// Returns true if the settings name the GLX vendor, instead of libglvnd by the X server.
pub(crate) fn names_glx_vendor() -> bool {
    config::get().provider == Provider::Software || environment::variable(GLX_WRAPPED).is_some()
}

/// Returns the GLX vendor libraries to try, best first. `last` says that libglvnd has tried all others than "indirect".
pub(crate) fn glx_libraries(last: bool) -> Vec<PathBuf> {
    with_software(|| {
        // As in libglvnd, the name becomes a part of a file name; with a `/` it could be the path of any library.
        let is_name = |name: &String| name != GLX_OWN_NAME && !name.contains('/');
        let wished = environment::text(GLX_WRAPPED).or_else(|| environment::text(GLX_NAME)).filter(is_name);
        // NVIDIA's X server reports its vendor, but there is no display to ask here.
        let nvidia = Path::new("/proc/driver/nvidia/version").exists().then(|| "nvidia".to_string());
        let last = last.then(|| "indirect".to_string());
        let names = last.into_iter().chain(wished).chain(nvidia).chain(["mesa".to_string(), "indirect".to_string()]);
        names.map(|name| format!("libGLX_{name}.so.0").into()).collect()
    })
}

/// Returns the GLX vendor library that glmeter wraps: the first that can be opened. Returns `None` without libglvnd's GLX or without any vendor.
/// Opens the libraries and never closes them.
pub fn glx_library() -> Option<PathBuf> {
    // SAFETY: libglvnd would open the same libraries, whose constructors have no preconditions.
    let opens = |path: &Path| unsafe { libloading::Library::new(path) }.map(core::mem::forget).is_ok();
    opens(Path::new("libGLX.so.0")).then(|| glx_libraries(false).into_iter().find(|path| opens(path)))?
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
