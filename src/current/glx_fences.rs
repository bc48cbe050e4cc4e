//! Fences under GLX: sync objects of the context's own, awaited by a thread with a context of its share group.
//!
//! GLX has no fences that a thread without a context could wait for, and a fence that is looked at only when the
//! application's commands pass by is stamped late. The thread's context is made at the first mark and goes when the
//! application destroys its own; in between only that thread uses it, and it sends nothing to the X server.

use super::Front;
use crate::driver::fence::{Fence, Fences, Waited, Waiter};
use core::ffi::{c_int, c_ulong, c_void};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

type Handle = *mut c_void;
type QueryContext = unsafe extern "C" fn(Handle, Handle, c_int, *mut c_int) -> c_int;
type GetFbConfigs = unsafe extern "C" fn(Handle, c_int, *mut c_int) -> *mut Handle;
type GetFbConfigAttrib = unsafe extern "C" fn(Handle, Handle, c_int, *mut c_int) -> c_int;
type IsDirect = unsafe extern "C" fn(Handle, Handle) -> c_int;
type CreateNewContext = unsafe extern "C" fn(Handle, Handle, c_int, Handle, c_int) -> Handle;
type CreatePbuffer = unsafe extern "C" fn(Handle, Handle, *const c_int) -> c_ulong;
type MakeContextCurrent = unsafe extern "C" fn(Handle, c_ulong, c_ulong, Handle) -> c_int;
type DestroyContext = unsafe extern "C" fn(Handle, Handle);
type DestroyPbuffer = unsafe extern "C" fn(Handle, c_ulong);
type FenceSync = unsafe extern "system" fn(u32, u32) -> Handle;
type ClientWaitSync = unsafe extern "system" fn(Handle, u32, u64) -> u32;
type DeleteSync = unsafe extern "system" fn(Handle);

const GLX_DRAWABLE_TYPE: c_int = 0x8010;
const GLX_PBUFFER_BIT: c_int = 4;
const GLX_RENDER_TYPE: c_int = 0x8011;
const GLX_RGBA_TYPE: c_int = 0x8014;
const GLX_RGBA_BIT: c_int = 1;
const GLX_SCREEN: c_int = 0x800C;
const GLX_FBCONFIG_ID: c_int = 0x8013;
const GLX_PBUFFER_HEIGHT: c_int = 0x8040;
const GLX_PBUFFER_WIDTH: c_int = 0x8041;

macro_rules! functions {
    ($($field:ident: $kind:ty = $name:literal;)*) => {
        /// The driver's functions that are needed here.
        #[derive(Clone, Copy)]
        struct Functions {
            $($field: $kind,)*
        }

        impl Functions {
            /// Loads the functions. Returns `None` if the driver lacks one.
            fn of(front: &Front) -> Option<Self> {
                Some(Self {
                    // SAFETY: null is `None`; any other address is that of the function of the name.
                    $($field: unsafe { core::mem::transmute::<Handle, Option<$kind>>((front.get_proc_address)($name)) }?,)*
                })
            }
        }
    };
}
functions! {
    query_context: QueryContext = c"glXQueryContext";
    configs: GetFbConfigs = c"glXGetFBConfigs";
    config_attribute: GetFbConfigAttrib = c"glXGetFBConfigAttrib";
    is_direct: IsDirect = c"glXIsDirect";
    create_context: CreateNewContext = c"glXCreateNewContext";
    create_pbuffer: CreatePbuffer = c"glXCreatePbuffer";
    make_current: MakeContextCurrent = c"glXMakeContextCurrent";
    destroy_context: DestroyContext = c"glXDestroyContext";
    destroy_pbuffer: DestroyPbuffer = c"glXDestroyPbuffer";
    fence_sync: FenceSync = c"glFenceSync";
    client_wait_sync: ClientWaitSync = c"glClientWaitSync";
    delete_sync: DeleteSync = c"glDeleteSync";
}

/// A context of the application's, as the window system names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Served {
    display: usize,
    context: usize,
}

/// The thread's own context and what it is current on.
#[derive(Clone, Copy)]
struct Own {
    functions: Functions,
    display: usize,
    context: usize,
    drawable: c_ulong,
}

/// A thread's context, and what ends the thread.
type Made = (Own, Box<dyn FnOnce() + Send>);

/// The contexts that were made for a thread, by the application's context that each serves.
static MADE: Mutex<Option<HashMap<Served, Made>>> = Mutex::new(None);

/// The sync objects of one context.
struct GlxFences {
    functions: Functions,
    served: Served,
}

/// Returns the fences of a context of the driver behind `front`, if it can have a thread of its own.
pub(crate) fn fences(front: &Front, context: usize, display: usize) -> Option<Box<dyn Fences>> {
    if context == 0 || display == 0 {
        return None;
    }
    let functions = Functions::of(front)?;
    // SAFETY: the application's context and its display.
    let direct = unsafe { (functions.is_direct)(display as Handle, context as Handle) } != 0;
    direct.then(|| -> Box<dyn Fences> { Box::new(GlxFences { functions, served: Served { display, context } }) })
}

impl GlxFences {
    /// Returns the configurations of a screen.
    fn all_configs(&self, screen: c_int) -> Vec<Handle> {
        let mut count: c_int = 0;
        // SAFETY: the display and a place for a number. The answer is a list of so many configurations, ours to free.
        unsafe {
            let list = (self.functions.configs)(self.served.display as Handle, screen, &mut count);
            if list.is_null() {
                return Vec::new();
            }
            let configs = core::slice::from_raw_parts(list, usize::try_from(count).unwrap_or(0)).to_vec();
            libc::free(list.cast());
            configs
        }
    }

    /// Returns a context of the application context's share group and configuration, and a drawable for it.
    fn make_own(&self) -> Option<Own> {
        let Served { display, context } = self.served;
        let (f, display) = (self.functions, display as Handle);
        let ask = |name| {
            let mut value: c_int = 0;
            // SAFETY: the application's context, its display, and a place for a number.
            let done = unsafe { (f.query_context)(display, context as Handle, name, &mut value) };
            (done == 0).then_some(value)
        };
        // A context without a configuration has none that a drawable could be made of.
        let id = ask(GLX_FBCONFIG_ID).filter(|id| *id != 0)?;
        let screen = ask(GLX_SCREEN)?;
        let render_type = ask(GLX_RENDER_TYPE).filter(|kind| *kind != 0).unwrap_or(GLX_RGBA_TYPE);
        let attribute = |config, name| {
            let mut value: c_int = 0;
            // SAFETY: a configuration of the display, and a place for a number.
            let done = unsafe { (f.config_attribute)(display, config, name, &mut value) };
            (done == 0).then_some(value)
        };
        // All are looked through: glXChooseFBConfig, asked for the number, finds those alone that windows can have. Mesa does not
        // tell the number of a context that was made for a visual; sync objects are shared whatever the configurations.
        let has = |config, name, bit| attribute(config, name).unwrap_or(0) & bit != 0;
        let suits = |config| match id {
            1.. => attribute(config, GLX_FBCONFIG_ID) == Some(id),
            _ => has(config, GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT) && has(config, GLX_RENDER_TYPE, GLX_RGBA_BIT),
        };
        let config = self.all_configs(screen).into_iter().find(|config| suits(*config))?;
        // A configuration without pbuffers would end in an error of the X server's, which ends most programs.
        if !has(config, GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT) {
            return None;
        }
        // SAFETY: a configuration of the display and a context to share with.
        let own = unsafe { (f.create_context)(display, config, render_type, context as Handle, 1) };
        if own.is_null() {
            return None;
        }
        let size = [GLX_PBUFFER_WIDTH, 1, GLX_PBUFFER_HEIGHT, 1, 0];
        // SAFETY: a configuration with pbuffers, and a list that ends with 0.
        let drawable = unsafe { (f.create_pbuffer)(display, config, size.as_ptr()) };
        Some(Own { functions: f, display: display as usize, context: own as usize, drawable })
    }
}

impl Fences for GlxFences {
    fn name(&self) -> &'static str {
        "fenced (sync objects)"
    }

    fn insert(&mut self) -> Option<Box<dyn Fence>> {
        // SAFETY: the context that this belongs to is current.
        let sync = unsafe { (self.functions.fence_sync)(crate::gl::SYNC_GPU_COMMANDS_COMPLETE, 0) };
        (!sync.is_null()).then(|| -> Box<dyn Fence> { Box::new(GlxFence { functions: self.functions, sync: sync as usize }) })
    }

    fn waiter(&mut self, end: Box<dyn FnOnce() + Send>) -> Option<Box<dyn Waiter>> {
        let own = self.make_own()?;
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        made.get_or_insert_default().insert(self.served, (own, end));
        Some(Box::new(own))
    }
}

impl Waiter for Own {
    fn begin(&self) -> bool {
        // SAFETY: a context and a drawable of the display that no other thread uses.
        unsafe { (self.functions.make_current)(self.display as Handle, self.drawable, self.drawable, self.context as Handle) != 0 }
    }

    fn end(&self) {
        // SAFETY: releases this thread's context.
        unsafe { (self.functions.make_current)(self.display as Handle, 0, 0, core::ptr::null_mut()) };
    }
}

/// Ends the thread that serves a context which the application destroys, and destroys that thread's own context.
pub(crate) fn retire(context: usize, display: usize) {
    let taken = MADE.lock().unwrap_or_else(PoisonError::into_inner).as_mut().and_then(|made| made.remove(&Served { display, context }));
    let Some((own, end)) = taken else { return };
    end();
    // SAFETY: both are the display's, and the thread that used them has let go of them.
    unsafe {
        (own.functions.destroy_context)(own.display as Handle, own.context as Handle);
        (own.functions.destroy_pbuffer)(own.display as Handle, own.drawable);
    }
}

/// One sync object.
struct GlxFence {
    functions: Functions,
    sync: usize,
}

impl Fence for GlxFence {
    fn wait(&self, nanoseconds: u64) -> Waited {
        // SAFETY: a sync object of the share group of the thread's context.
        match unsafe { (self.functions.client_wait_sync)(self.sync as Handle, 0, nanoseconds) } {
            crate::gl::ALREADY_SIGNALED | crate::gl::CONDITION_SATISFIED => Waited::Done,
            crate::gl::TIMEOUT_EXPIRED => Waited::NotYet,
            _ => Waited::Failed,
        }
    }
}

impl Drop for GlxFence {
    fn drop(&mut self) {
        // SAFETY: as above; a driver ignores the call of a thread whose context is gone.
        unsafe { (self.functions.delete_sync)(self.sync as Handle) };
    }
}
