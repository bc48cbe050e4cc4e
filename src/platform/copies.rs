//! Other copies of glmeter in this process: a library that was linked and another that was preloaded, or programs and plug-ins that are linked
//! with the static library. They agree on one that serves the calls of a window system; the others hand their calls over to it.
//!
//! Each copy has a note in its object, by which the others find it: exported names may be hidden, and dlsym finds one copy only. libglvnd's
//! layer serves if it is in place, because it sees the calls of all libraries. Otherwise the first copy serves that has to track a context.

use super::{elf, symbols};
use crate::config::Log;
use crate::diagnostics::say;
use core::ffi::{CStr, c_char, c_void};
use core::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

/// Looks a function of a copy up by its name.
pub(crate) type LookUp = unsafe extern "C" fn(*const c_char) -> *mut c_void;

/// A window system whose calls one copy serves.
#[derive(Clone, Copy)]
pub(crate) enum WindowSystem {
    /// EGL.
    Egl,
    /// GLX.
    Glx,
}

/// What a copy shows to the others, which may be of another version: fields are only appended, and [`NOTE`] changes with any other change.
#[repr(C)]
pub(crate) struct Shared {
    /// Returns its GL commands, a [`LookUp`]; null until it has to track a context.
    commands: AtomicPtr<c_void>,
    /// Returns its functions of window systems, a [`LookUp`]; null until then.
    hooks: AtomicPtr<c_void>,
    /// For each window system, 1 once this copy serves its calls.
    serves: [AtomicU32; 2],
}

/// The type of the note that states a [`Shared`].
const NOTE: u32 = 1;
/// The note's name.
const OWNER: &[u8] = b"glmeter\0";

static OWN: Shared = Shared {
    commands: AtomicPtr::new(core::ptr::null_mut()),
    hooks: AtomicPtr::new(core::ptr::null_mut()),
    serves: [AtomicU32::new(0), AtomicU32::new(0)],
};

// The distance from the note's contents to `OWN`.
#[cfg(all(target_os = "linux", not(sanitized)))]
core::arch::global_asm!(
    ".hidden {own}",
    ".pushsection .note.glmeter, \"a\", %note",
    ".p2align 2",
    ".long 8",
    ".long 4",
    ".long {note}",
    ".asciz \"glmeter\"",
    ".long {own} - .",
    ".popsection",
    note = const NOTE,
    own = sym OWN,
);

/// For each window system, the copy that serves its calls; null until it is decided.
static SERVING: [AtomicPtr<Shared>; 2] = [const { AtomicPtr::new(core::ptr::null_mut()) }; 2];

/// Sets the function by which other copies look GL commands up.
pub(crate) fn offer_commands(look_up: LookUp) {
    OWN.commands.store(look_up as *mut c_void, Ordering::Release);
}

/// Sets the function by which other copies look functions of window systems up.
pub(crate) fn offer_hooks(look_up: LookUp) {
    OWN.hooks.store(look_up as *mut c_void, Ordering::Release);
}

/// Makes this copy serve its own calls even if another copy could: the command reads the state of its own contexts.
pub fn serve_own_calls() {
    for serving in &SERVING {
        serving.store((&raw const OWN).cast_mut(), Ordering::Release);
    }
}

/// Records that libglvnd has this copy as a vendor of the window system.
pub(crate) fn serve(window_system: WindowSystem) {
    OWN.serves[window_system as usize].store(1, Ordering::Release);
}

/// Returns true if this copy serves the calls of any window system.
pub(crate) fn serves_any() -> bool {
    OWN.serves.iter().any(|serves| serves.load(Ordering::Acquire) != 0)
}

/// Returns true until it is decided which copy serves the window system's calls.
pub(crate) fn is_undecided(window_system: WindowSystem) -> bool {
    SERVING[window_system as usize].load(Ordering::Acquire).is_null()
}

/// Returns the other copy that serves the window system's calls, if that is decided.
pub(crate) fn other(window_system: WindowSystem) -> Option<&'static Shared> {
    let serving = SERVING[window_system as usize].load(Ordering::Acquire).cast_const();
    // SAFETY: a copy that serves stays loaded.
    if core::ptr::eq(serving, &OWN) { None } else { unsafe { serving.as_ref() } }
}

/// Returns the other copy that serves the window system's calls; `None` if this one does. The first call decides, and must come when the
/// window system's vendor is loaded. From then on this copy is never unloaded: the program and its threads keep pointers to a copy that serves, and
/// the others would load their tables again with each plug-in.
pub(crate) fn claim(window_system: WindowSystem) -> Option<&'static Shared> {
    if is_undecided(window_system) {
        let mut file = None;
        // The loader holds a lock meanwhile, so that no two copies decide at once.
        elf::any_object(|_| {
            file = decide(window_system);
            true
        });
        if let Some(file) = file {
            say(Log::Info, &format!("the copy of glmeter in {file} serves this one's calls"));
        }
        symbols::stay_loaded();
    }
    other(window_system)
}

/// Decides which copy serves, and returns its file if it is another one.
fn decide(window_system: WindowSystem) -> Option<String> {
    let mut serving = None;
    elf::any_object(|object| {
        let Some(copy) = shared_of(object) else { return false };
        let serves = !core::ptr::eq(copy, &OWN) && copy.serves[window_system as usize].load(Ordering::Acquire) != 0;
        if serves {
            let name = object.name.to_string_lossy();
            serving = Some((copy, if name.is_empty() { "the program".to_owned() } else { name.into_owned() }));
        }
        serves
    });
    let (copy, file) = match serving {
        Some((copy, file)) => (copy, Some(file)),
        None => {
            serve(window_system);
            (&OWN, None)
        }
    };
    SERVING[window_system as usize].store(core::ptr::from_ref(copy).cast_mut(), Ordering::Release);
    file
}

/// Returns what the copy of glmeter in an object shows.
fn shared_of(object: &elf::Object) -> Option<&'static Shared> {
    let contents = object.note(OWNER, NOTE)?;
    // SAFETY: the note's contents are the distance to the `Shared` of that object, whose fields only this module changes.
    Some(unsafe {
        let distance = contents.cast::<i32>().read_unaligned();
        &*contents.offset(distance as isize).cast::<Shared>()
    })
}

impl Shared {
    /// Returns the copy's function of a name; null if it has none.
    pub(crate) fn function(&self, name: &CStr) -> *mut c_void {
        let find = |look_up: &AtomicPtr<c_void>| {
            // SAFETY: the fields of `Shared` hold null or a `LookUp`.
            let look_up = unsafe { glmeter_abi::function::<LookUp>(look_up.load(Ordering::Acquire)) };
            // SAFETY: the name is a C string.
            look_up.map_or(core::ptr::null_mut(), |look_up| unsafe { look_up(name.as_ptr()) })
        };
        let command = find(&self.commands);
        if command.is_null() { find(&self.hooks) } else { command }
    }
}
