//! What libglvnd finds of glmeter in a process with the preload: the values of libglvnd's variables.
//!
//! libglvnd alone sees them (`imports`). If another library's `dlsym` comes before glmeter's, glmeter cannot see when libglvnd is loaded, and sets
//! the variables of the process; two variables of its own preserve their old values. It does so in the constructor, before the program runs:
//! later, another thread might be reading the environment. A child without the preload inherits the variables. It finds glmeter by its JSON
//! file, which outlives the process.

use crate::config::{self, Provider};
use crate::platform::vendors;
use crate::{environment, ownership};
use core::ffi::{CStr, c_char};
use core::sync::atomic::{AtomicPtr, Ordering};
use std::ffi::{CString, OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};

/// The last value of a variable that libglvnd got, which it may keep.
struct Value(AtomicPtr<c_char>);

impl Value {
    const fn new() -> Self {
        Self(AtomicPtr::new(core::ptr::null_mut()))
    }

    /// Returns a text as a C string that lives for ever: the last one if that is the same. libglvnd asks once each time that it is loaded, and the
    /// program may have changed its variables meanwhile.
    fn of(&self, text: OsString) -> Option<&'static CStr> {
        let text = CString::new(text.into_vec()).ok()?;
        let last = self.0.load(Ordering::Acquire);
        // SAFETY: null, or a C string that was never freed.
        let last = (!last.is_null()).then(|| unsafe { CStr::from_ptr(last) });
        if let Some(last) = last.filter(|last| *last == text.as_c_str()) {
            return Some(last);
        }
        let text = text.into_raw();
        self.0.store(text, Ordering::Release);
        // SAFETY: a C string that is never freed.
        Some(unsafe { CStr::from_ptr(text) })
    }
}

/// Returns the value that libglvnd gets for a variable, which is set or not; `None` if it gets the variable's own.
pub(super) fn value(name: &CStr, is_set: bool) -> Option<&'static CStr> {
    static EGL: Value = Value::new();
    static GLX: Value = Value::new();
    match name.to_str().ok()? {
        vendors::EGL_FILES => egl_list().and_then(|(list, _)| EGL.of(list)),
        // Every screen is the pipeline's.
        vendors::GLX_NAME if config::get().provider == Provider::Software => Some(c"glmeter"),
        screen if screen.starts_with(vendors::GLX_NAME_OF_SCREEN) && config::get().provider == Provider::Software => Some(c"glmeter"),
        vendors::GLX_NAME if !is_set => environment::variable(vendors::GLX_WRAPPED).and_then(|name| GLX.of(name)),
        _ => None,
    }
}

/// Returns libglvnd's list of JSON files with glmeter's in front, and the list without it. Returns `None` if the list names this library already, or if
/// glmeter has no JSON file.
fn egl_list() -> Option<(OsString, OsString)> {
    if environment::variable(vendors::EGL_FILES).is_some_and(|list| vendors::names_this_library(&list.to_string_lossy())) {
        return None;
    }
    let own = egl_file()?;
    vendors::list_is_of_glmeter();
    let files: Vec<_> = vendors::egl_files().into_iter().map(PathBuf::into_os_string).collect();
    let wrapped = files.join(OsStr::new(":"));
    // glmeter's Main wraps the first vendor; the others stay, unless the setting selects only the software pipeline.
    let others = files.into_iter().skip(if vendors::software_alone() { usize::MAX } else { 1 });
    let list: Vec<_> = core::iter::once(own.into_os_string()).chain(others).collect();
    Some((list.join(OsStr::new(":")), wrapped))
}

/// Sets libglvnd's variables so that it uses glmeter, and preserves their old values for this process and its children.
///
/// # Safety
/// The conditions of [`environment::set`] must hold.
pub(super) unsafe fn set_variables() {
    let set = |name: &str, value: &OsStr| {
        // SAFETY: as the caller promises.
        unsafe { environment::set(name, value) }
    };
    let glx = environment::variable(vendors::GLX_NAME);
    if glx.as_deref() != Some(OsStr::new(vendors::GLX_OWN_NAME)) {
        if let Some(name) = glx {
            set(vendors::GLX_WRAPPED, &name);
        }
        set(vendors::GLX_NAME, OsStr::new(vendors::GLX_OWN_NAME));
    }
    if let Some((list, wrapped)) = egl_list() {
        set(vendors::EGL_WRAPPED, &wrapped);
        set(vendors::EGL_FILES, &list);
    }
}

/// Returns the file of this library.
pub(super) fn own_library() -> Option<CString> {
    CString::new(vendors::own_file()?.into_os_string().into_vec()).ok()
}

/// Returns the JSON file that names this library: the one beside it or, if the library was copied without that, one in a folder of the
/// user's. The file outlives the process, because a child that inherits the variable without the preload must find it too.
fn egl_file() -> Option<PathBuf> {
    // libglvnd's list uses `:` as its separator.
    let can_be_listed = |file: &PathBuf| !file.as_os_str().as_bytes().contains(&b':');
    if let Some(file) = vendors::installed(vendors::EGL_OWN_FILE).filter(can_be_listed) {
        return Some(file);
    }
    let library = vendors::own_file()?;
    let text =
        format!("{{\"file_format_version\": \"1.0.0\", \"ICD\": {{\"library_path\": {}}}}}\n", serde_json::Value::from(library.to_str()?));
    let places: [(&str, &[&str]); 3] = [("XDG_RUNTIME_DIR", &[]), ("XDG_CACHE_HOME", &[]), ("HOME", &[".cache"])];
    places.iter().find_map(|(variable, below)| {
        let place = ownership::private_folder(Path::new(&environment::variable(variable)?))?;
        let place = below.iter().try_fold(place, |folder, name| ownership::private_folder_in(&folder, name))?;
        file_in_user_folder(place, &library, &text).filter(can_be_listed)
    })
}

/// Returns the JSON file with this text below the private folder `place`, in subfolders named after the library's path, so that each copy of
/// the library has its own file. Writes the file if it is absent or different.
fn file_in_user_folder(place: PathBuf, library: &Path, text: &str) -> Option<PathBuf> {
    let names = library.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy().replace('%', "%25").replace(':', "%3A")),
        _ => None,
    });
    let mut names = core::iter::once("glmeter".to_owned()).chain(names);
    let folder = names.try_fold(place, |folder, name| ownership::private_folder_in(&folder, name))?;
    let file = folder.join(vendors::EGL_OWN_FILE);
    let is_known = ownership::read_own(&file).is_some_and(|known| known == text);
    (is_known || ownership::replace(&file, text)).then_some(file)
}
