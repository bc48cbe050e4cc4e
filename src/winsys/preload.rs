//! The library's constructor, which announces the library to libglvnd, and `dlsym`, for processes without libglvnd.
//!
//! `LD_PRELOAD` reaches every child process (compilers, shells), so the constructor is quick, silent and without effect on a program that
//! does not use GL. In a secure process it does nothing.
//!
//! Only the constructor changes the environment, before the program runs: later, another thread might be reading it. Children therefore
//! inherit the variables, with or without the preload. A child without it finds glmeter by its JSON file, which outlives the process, and
//! libglvnd falls back from the vendor's name to the X server's vendor.

use super::symbol_hiding;
use crate::platform::symbols::{self, DLSYM, Dlsym};
use crate::platform::{elf, vendors};
use crate::{environment, ownership, spec};
use core::ffi::{CStr, c_char, c_void};
use core::sync::atomic::{AtomicBool, Ordering};
use glmeter_abi::border::guard;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

#[used]
#[unsafe(link_section = ".init_array")]
static CONSTRUCTOR: extern "C" fn() = constructor;

/// True if the user asks for the program's own libEGL, ANGLE's, instead of the system's.
static WRAPS_ANGLE: AtomicBool = AtomicBool::new(false);

/// Announces the library to libglvnd if it was loaded with the program.
extern "C" fn constructor() {
    let _ = guard(|| {
        if environment::is_secure() || is_program() {
            return;
        }
        if environment::variable(symbols::EGL_LIBRARY).is_some() {
            // The library below the named one is not the program's.
            WRAPS_ANGLE.store(true, Ordering::Release);
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

/// Returns glmeter's function for a call of `dlsym`; null means that the C library's `dlsym` answers.
///
/// Allocates nothing, and calls no `dl` function after a failed look-up, whose error message the caller may read. Replaces only functions of
/// GL libraries in a process without libglvnd: with libglvnd the layer sees all calls, and functions of these names in other libraries
/// (ANGLE, another interposer) must stay.
///
/// # Safety
/// `handle` and `name` must be valid arguments of `dlsym`; `name` may be NULL.
unsafe extern "C" fn dlsym_filter(handle: *mut c_void, name: *const c_char) -> *const c_void {
    let Some(real) = symbols::dlsym() else { return core::ptr::null() };
    if name.is_null() || handle == libc::RTLD_NEXT || handle == libc::RTLD_DEFAULT {
        return core::ptr::null();
    }
    // SAFETY: the name is a C string, as the caller promises.
    let text = unsafe { CStr::from_ptr(name) };
    if !symbol_hiding::is_gl_name(text) {
        return core::ptr::null();
    }
    let Some(ours) = our_function(text) else { return core::ptr::null() };
    let real: Dlsym = real;
    // SAFETY: the arguments are the caller's.
    let theirs = unsafe { real(handle, name) } as usize;
    if theirs == 0 {
        return core::ptr::null();
    }
    let mut from_driver = false;
    let mut from_angle = false;
    let mut glvnd = false;
    elf::any_object(|object| {
        let is_theirs = object.range.contains(&theirs);
        from_driver |= is_theirs && symbol_hiding::is_driver(object);
        from_angle |= is_theirs && elf::is_angle(object);
        glvnd |= object.file_name().starts_with(b"libGLdispatch.so");
        false
    });
    let replaces = if WRAPS_ANGLE.load(Ordering::Acquire) { from_angle } else { from_driver && !glvnd };
    if replaces { ours } else { core::ptr::null() }
}

/// Returns glmeter's entry point or hook of a name.
fn our_function(name: &CStr) -> Option<*const c_void> {
    let hooks = super::egl::HOOKS.iter().chain(super::glx::HOOKS);
    spec::get_proc_address(name).or_else(|| hooks.into_iter().find(|hook| hook.name == name).map(|hook| (hook.linked)()))
}

/// `dlsym`, for processes without libglvnd. If the filter returns null, it jumps to the C library's function with the caller's return address in
/// place, by which that resolves `RTLD_NEXT` and run paths.
///
/// A build with a sanitizer omits it: the sanitizer calls `dlsym` before instrumented code may run.
#[cfg(all(target_arch = "x86_64", target_os = "linux", not(sanitized)))]
#[unsafe(no_mangle)]
#[unsafe(naked)]
unsafe extern "C" fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void {
    core::arch::naked_asm!(
        "push rdi",
        "push rsi",
        "sub rsp, 8",
        "call {filter}",
        "add rsp, 8",
        "pop rsi",
        "pop rdi",
        "test rax, rax",
        "jne 2f",
        "mov rax, qword ptr [rip + {real}]",
        "jmp rax",
        "2:",
        "ret",
        filter = sym dlsym_filter,
        real = sym DLSYM,
    )
}
