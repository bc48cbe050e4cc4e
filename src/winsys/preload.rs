//! The library's constructor, which announces the library to libglvnd.
//!
//! `LD_PRELOAD` reaches every child process (compilers, shells), so the constructor is quick, silent and without effect on a program that
//! does not use GL. In a secure process it does nothing.
//!
//! Only the constructor changes the environment, before the program runs: later, another thread might be reading it. Children therefore
//! inherit the variables, with or without the preload. A child without it finds glmeter by its JSON file, which outlives the process, and
//! libglvnd falls back from the vendor's name to the X server's vendor.

use crate::platform::{elf, symbols, vendors};
use crate::{environment, ownership};
use glmeter_abi::border::guard;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

#[used]
#[unsafe(link_section = ".init_array")]
static CONSTRUCTOR: extern "C" fn() = constructor;

/// Announces the library to libglvnd if it was loaded with the program.
extern "C" fn constructor() {
    let _ = guard(|| {
        if environment::is_secure() || is_program() {
            return;
        }
        if environment::variable(symbols::EGL_LIBRARY).is_some() {
            // The library below the named one is not the program's.
            #[cfg(target_arch = "x86_64")]
            super::dlsym::wrap_angle();
        } else if comes_with_the_program() {
            // SAFETY: the program has not run yet, so there is no other thread.
            unsafe { announce() };
        }
    });
}

/// Returns true if this code is part of the program itself (the `glmeter` command, a test) instead of the shared library.
fn is_program() -> bool {
    let own = elf::own_range();
    let mut program = false;
    elf::any_object(|object| {
        program = object.order == 0 && object.range == own;
        true
    });
    program
}

/// Returns true if the loader loaded the library before the C library, that is, with the program: by `LD_PRELOAD` or because the program needs
/// it. When it is opened later (by libglvnd, or with a plug-in that needs it), the program may already have threads.
fn comes_with_the_program() -> bool {
    let order = elf::order_of_loading();
    order.c_library.is_none_or(|c_library| order.own < c_library)
}

/// Sets libglvnd's variables so that it uses glmeter, and preserves their old values for this process and its children.
///
/// # Safety
/// The conditions of [`environment::set`] must hold.
unsafe fn announce() {
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
    if environment::variable(vendors::EGL_FILES).is_some_and(|list| vendors::names_own_file(&list.to_string_lossy())) {
        return;
    }
    let Some(own) = egl_file() else { return };
    let files: Vec<_> = vendors::egl_files().into_iter().map(PathBuf::into_os_string).collect();
    set(vendors::EGL_WRAPPED, &files.join(OsStr::new(":")));
    // glmeter wraps the first vendor; the others stay, unless the setting selects only the software pipeline.
    let others = files.into_iter().skip(if vendors::software_alone() { usize::MAX } else { 1 });
    let list: Vec<_> = core::iter::once(own.into_os_string()).chain(others).collect();
    set(vendors::EGL_FILES, &list.join(OsStr::new(":")));
}

/// Returns the JSON file that names this library: the one beside it or, if the library was copied without that, one in a folder of the
/// user's. The file outlives the process, because a child that inherits the variable without the preload must find it too.
fn egl_file() -> Option<PathBuf> {
    // libglvnd's list uses `:` as its separator.
    let can_be_listed = |file: &PathBuf| !file.as_os_str().as_bytes().contains(&b':');
    if let Some(file) = vendors::beside(vendors::EGL_OWN_FILE).filter(can_be_listed) {
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
