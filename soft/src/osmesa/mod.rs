//! OSMesa: rendering to memory of the program. `libOSMesa.so.8` calls these functions; Mesa's documentation of OSMesa and its header
//! `GL/osmesa.h` define them.
//!
//! Contexts are looked up before use, so that no handle that a program passes is dereferenced.

mod context;
mod memory;

use base::core::{fork, reserve};
use context::{Buffer, Context};
use gl::config::Api;
use glmeter_abi::egl::Handle;
use memory::PixelLayout;
use std::ffi::{CStr, c_char, c_void};
use std::sync::PoisonError;

/// The tokens of `GL/osmesa.h`.
pub mod tokens {
    pub const OSMESA_BGRA: u32 = 0x1;
    pub const OSMESA_ARGB: u32 = 0x2;
    pub const OSMESA_BGR: u32 = 0x4;
    pub const OSMESA_RGB_565: u32 = 0x5;
    pub const OSMESA_ROW_LENGTH: i32 = 0x10;
    pub const OSMESA_Y_UP: i32 = 0x11;
    pub const OSMESA_WIDTH: i32 = 0x20;
    pub const OSMESA_HEIGHT: i32 = 0x21;
    pub const OSMESA_FORMAT: i32 = 0x22;
    pub const OSMESA_TYPE: i32 = 0x23;
    pub const OSMESA_MAX_WIDTH: i32 = 0x24;
    pub const OSMESA_MAX_HEIGHT: i32 = 0x25;
    pub const OSMESA_DEPTH_BITS: i32 = 0x30;
    pub const OSMESA_STENCIL_BITS: i32 = 0x31;
    pub const OSMESA_ACCUM_BITS: i32 = 0x32;
    pub const OSMESA_PROFILE: i32 = 0x33;
    pub const OSMESA_CORE_PROFILE: i32 = 0x34;
    pub const OSMESA_COMPAT_PROFILE: i32 = 0x35;
    pub const OSMESA_CONTEXT_MAJOR_VERSION: i32 = 0x36;
    pub const OSMESA_CONTEXT_MINOR_VERSION: i32 = 0x37;
}
use crate::tokens::{GL_CLAMP_FRAGMENT_COLOR, GL_RGBA};
use tokens::*;

/// The largest width and height of a buffer, in pixels.
const MAX_SIZE: i32 = gl::limits::MAX_TEXTURE_SIZE as i32;

/// The attributes of OSMesaCreateContextAttribs.
#[derive(Clone, Copy)]
struct Attributes {
    format: u32,
    depth_bits: i32,
    stencil_bits: i32,
    accum_bits: i32,
    api: Api,
    version: (i32, i32),
}

impl Attributes {
    /// The attributes of a context whose creation names none.
    const DEFAULT: Self = Self { format: GL_RGBA, depth_bits: 0, stencil_bits: 0, accum_bits: 0, api: Api::Compatibility, version: (1, 0) };
}

/// Runs the body of a function; returns `failed` if it returns `None` or panics.
fn enter<R>(failed: R, work: impl FnOnce() -> Option<R>) -> R {
    fork::inside(|| {
        gl::complete_draws();
        work()
    })
    .flatten()
    .unwrap_or(failed)
}

/// Creates a context, or returns `None` if there is none with these attributes.
fn create(attributes: Attributes, share: Handle) -> Option<Handle> {
    let bits = [attributes.depth_bits, attributes.stencil_bits, attributes.accum_bits];
    if !PixelLayout::has_format(attributes.format) || bits.iter().any(|&bits| bits < 0) {
        return None;
    }
    // The newest version of the profile is backward compatible with all others.
    if attributes.version.0 < 1 || attributes.version.1 < 0 || attributes.version > (4, 6) {
        return None;
    }
    reserve::prepare();
    if reserve::is_short() {
        return None;
    }
    let share = if share.is_null() { None } else { Some(context::find(share)?.sharing()) };
    Some(context::register(Context::new(attributes, share).ok()?))
}

/// Implements OSMesaCreateContext: a context with a depth buffer of 24 bits and a stencil buffer of 8.
extern "C" fn create_context(format: u32, share: Handle) -> Handle {
    create_context_ext(format, 24, 8, 0, share)
}

/// Implements OSMesaCreateContextExt.
extern "C" fn create_context_ext(format: u32, depth_bits: i32, stencil_bits: i32, accum_bits: i32, share: Handle) -> Handle {
    enter(core::ptr::null_mut(), || create(Attributes { format, depth_bits, stencil_bits, accum_bits, ..Attributes::DEFAULT }, share))
}

/// Implements OSMesaCreateContextAttribs.
///
/// # Safety
/// `list` must be null or hold pairs of attribute and value, and end with 0.
unsafe extern "C" fn create_context_attribs(list: *const i32, share: Handle) -> Handle {
    enter(core::ptr::null_mut(), || {
        let mut attributes = Attributes::DEFAULT;
        let mut pair = list;
        // SAFETY: the caller guarantees that the list ends with 0.
        while !pair.is_null() && unsafe { pair.read_unaligned() } != 0 {
            // SAFETY: a value follows every attribute but 0.
            let (key, value) = unsafe { (pair.read_unaligned(), pair.add(1).read_unaligned()) };
            match key {
                OSMESA_FORMAT => attributes.format = value as u32,
                OSMESA_DEPTH_BITS => attributes.depth_bits = value,
                OSMESA_STENCIL_BITS => attributes.stencil_bits = value,
                OSMESA_ACCUM_BITS => attributes.accum_bits = value,
                OSMESA_PROFILE if value == OSMESA_CORE_PROFILE => attributes.api = Api::Core,
                OSMESA_PROFILE if value == OSMESA_COMPAT_PROFILE => attributes.api = Api::Compatibility,
                OSMESA_CONTEXT_MAJOR_VERSION => attributes.version.0 = value,
                OSMESA_CONTEXT_MINOR_VERSION => attributes.version.1 = value,
                _ => return None,
            }
            // SAFETY: as above.
            pair = unsafe { pair.add(2) };
        }
        create(attributes, share)
    })
}

/// Implements OSMesaDestroyContext. The program may have freed the buffer before: nothing is written to it.
extern "C" fn destroy_context(handle: Handle) {
    enter((), || {
        let context = context::remove(handle)?;
        context.detach();
        if context::is_current(handle) {
            context::set_current(None);
        }
        Some(())
    });
}

/// Implements OSMesaMakeCurrent.
///
/// # Safety
/// `buffer` must be null or have room for `width` times `height` pixels of the context's format and of the type, in rows of
/// OSMESA_ROW_LENGTH pixels if that is set, until the context is made current with another buffer, released or destroyed.
unsafe extern "C" fn make_current(handle: Handle, buffer: *mut c_void, ty: u32, width: i32, height: i32) -> u8 {
    enter(0, || {
        if handle.is_null() && buffer.is_null() {
            context::release();
            return Some(1);
        }
        let context = context::find(handle)?;
        if buffer.is_null() || !(1..=MAX_SIZE).contains(&width) || !(1..=MAX_SIZE).contains(&height) {
            return None;
        }
        let layout = PixelLayout::new(context.format, ty)?;
        // The program may have freed the buffer that the context was current with before.
        if !context::is_current(handle) {
            context::release();
        }
        context.attach(Buffer { address: buffer as usize, ty, layout, width: width as u32, height: height as u32 })?;
        context::set_current(Some(context));
        Some(1)
    })
}

/// Implements OSMesaGetCurrentContext.
extern "C" fn get_current_context() -> Handle {
    enter(core::ptr::null_mut(), || Some(context::current()?.handle()))
}

/// Implements OSMesaPixelStore, for the current context.
extern "C" fn pixel_store(name: i32, value: i32) {
    enter((), || {
        let context = context::current()?;
        let mut store = context.store.lock().unwrap_or_else(PoisonError::into_inner);
        match name {
            OSMESA_ROW_LENGTH => store.row_length = u32::try_from(value).ok()?,
            OSMESA_Y_UP => store.y_up = value != 0,
            _ => return None,
        }
        Some(())
    });
}

/// Implements OSMesaGetIntegerv, for the current context. Without one, all values but the limits are 0.
///
/// # Safety
/// `value` must be null or valid for writing it.
unsafe extern "C" fn get_integerv(name: i32, value: *mut i32) {
    enter((), || {
        let context = context::current();
        let buffer = context.as_ref().and_then(|context| context.buffer());
        let found = match name {
            OSMESA_WIDTH => buffer.map_or(0, |buffer| buffer.width as i32),
            OSMESA_HEIGHT => buffer.map_or(0, |buffer| buffer.height as i32),
            OSMESA_TYPE => buffer.map_or(0, |buffer| buffer.ty as i32),
            OSMESA_FORMAT => context?.format as i32,
            OSMESA_MAX_WIDTH | OSMESA_MAX_HEIGHT => MAX_SIZE,
            OSMESA_ROW_LENGTH => context?.store.lock().unwrap_or_else(PoisonError::into_inner).row_length as i32,
            OSMESA_Y_UP => i32::from(context?.store.lock().unwrap_or_else(PoisonError::into_inner).y_up),
            _ => return None,
        };
        // SAFETY: the caller guarantees that the pointer is null or valid.
        unsafe { store(value, found) };
        Some(())
    });
}

/// Writes a result through a pointer, if it is not null.
///
/// # Safety
/// `pointer` must be null or valid for writing a value of this type; it need not be aligned.
unsafe fn store<T>(pointer: *mut T, value: T) {
    if !pointer.is_null() {
        // SAFETY: the caller guarantees that a pointer other than null is valid.
        unsafe { pointer.write_unaligned(value) };
    }
}

/// Implements OSMesaGetDepthBuffer. Depths are unsigned integers over their whole range, of two bytes if the context was created with at most 16
/// bits, else of four, in the order of rows that OSMESA_Y_UP chose. They are copied at the call; the copy stays until the next call or until
/// the context is destroyed.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
unsafe extern "C" fn get_depth_buffer(handle: Handle, width: *mut i32, height: *mut i32, bytes: *mut i32, into: *mut *mut c_void) -> u8 {
    let depths = enter(None, || Some(context::find(handle)?.depths()));
    let (size, bytes_each, address) = depths.unwrap_or(((0, 0), 0, core::ptr::null_mut()));
    // SAFETY: the caller guarantees that the pointers are null or valid.
    unsafe {
        store(width, size.0);
        store(height, size.1);
        store(bytes, bytes_each);
        store(into, address);
    }
    u8::from(depths.is_some())
}

/// Implements OSMesaGetColorBuffer, which returns the program's buffer with all that was drawn.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
unsafe extern "C" fn get_color_buffer(handle: Handle, width: *mut i32, height: *mut i32, format: *mut i32, into: *mut *mut c_void) -> u8 {
    let buffer = enter(None, || {
        let context = context::find(handle)?;
        context.flush();
        Some(context.buffer().map(|buffer| (buffer, context.format)))
    });
    let (size, token, address) =
        buffer.map_or(((0, 0), 0, 0), |(buffer, format)| ((buffer.width as i32, buffer.height as i32), format as i32, buffer.address));
    // SAFETY: the caller guarantees that the pointers are null or valid.
    unsafe {
        store(width, size.0);
        store(height, size.1);
        store(format, token);
        store(into, address as *mut c_void);
    }
    u8::from(buffer.is_some())
}

/// Implements OSMesaColorClamp: glClampColor for the colours of fragments.
extern "C" fn color_clamp(enable: u8) {
    let address = enter(None, || Some(gl::proc_address("glClampColor")));
    // SAFETY: glClampColor has this type and accepts every value of its arguments.
    if let Some(clamp) = address.and_then(|address| unsafe { glmeter_abi::function::<extern "C" fn(u32, u32)>(address) }) {
        clamp(GL_CLAMP_FRAGMENT_COLOR, u32::from(enable != 0));
    }
}

/// Implements OSMesaPostprocess, which is refused: there are no filters, and pictures stay as they were drawn.
extern "C" fn postprocess(_context: Handle, _filter: *const c_char, _enable: u32) {
    fork::inside(|| gl::log::log_once("OSMesaPostprocess", "is not supported; pictures stay as they were drawn"));
}

/// Implements OSMesaGetProcAddress.
///
/// # Safety
/// `name` must be null or a NUL-terminated string.
unsafe extern "C" fn get_proc_address(name: *const c_char) -> *const c_void {
    if name.is_null() {
        return core::ptr::null();
    }
    // SAFETY: the caller guarantees a NUL-terminated string.
    let Ok(name) = unsafe { CStr::from_ptr(name) }.to_str() else { return core::ptr::null() };
    enter(core::ptr::null(), || function(name).or_else(|| gl::proc_address(name)))
}

/// All OSMesa functions by name.
const FUNCTIONS: &[(&str, *const c_void)] = &[
    ("OSMesaColorClamp", color_clamp as *const c_void),
    ("OSMesaCreateContext", create_context as *const c_void),
    ("OSMesaCreateContextAttribs", create_context_attribs as *const c_void),
    ("OSMesaCreateContextExt", create_context_ext as *const c_void),
    ("OSMesaDestroyContext", destroy_context as *const c_void),
    ("OSMesaGetColorBuffer", get_color_buffer as *const c_void),
    ("OSMesaGetCurrentContext", get_current_context as *const c_void),
    ("OSMesaGetDepthBuffer", get_depth_buffer as *const c_void),
    ("OSMesaGetIntegerv", get_integerv as *const c_void),
    ("OSMesaGetProcAddress", get_proc_address as *const c_void),
    ("OSMesaMakeCurrent", make_current as *const c_void),
    ("OSMesaPixelStore", pixel_store as *const c_void),
    ("OSMesaPostprocess", postprocess as *const c_void),
];

/// Returns the address of an OSMesa function.
pub fn function(name: &str) -> Option<*const c_void> {
    FUNCTIONS.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
}

#[cfg(test)]
mod tests;
