//! Memory of the application that a command reads or writes through its pointers.
//!
//! [`In`] and [`Out`] are the only places that follow the application's pointers. They differ from the software pipeline's types of the same
//! names, which display lists keep: these live as long as the command, and know an offset into a bound buffer from memory.

use crate::gl::{GLchar, GLuint, c_void};
use core::ffi::CStr;
use core::marker::PhantomData;

/// Where the pointer of an argument leads.
#[derive(Clone, Copy)]
enum Place {
    /// To the application's memory, as much of it as the command's specification says.
    Application,
    /// To so many bytes of our own.
    Own(usize),
    /// Nowhere: it is an offset into a bound buffer, or NULL.
    Offset,
}

impl Place {
    /// Returns how many of `bytes`, from `at` on, may be read or written there.
    fn within(self, at: usize, bytes: usize) -> usize {
        match self {
            Place::Application => bytes,
            Place::Own(size) => bytes.min(size.saturating_sub(at)),
            Place::Offset => 0,
        }
    }
}

/// The memory for an answer: `*mut T` of the C interface. NULL and offsets take nothing.
///
/// Only [`FromC::from_c`] makes one of a pointer, and it is unsafe:
///
/// ```compile_fail,E0133
/// use glmeter::memory::{FromC, Out};
/// let mut out: Out<u32> = FromC::from_c(8 as *mut u32);
/// out.write(1);
/// ```
pub struct Out<'a, T> {
    pointer: *mut T,
    place: Place,
    memory: PhantomData<&'a mut T>,
}

impl<T: Copy> Out<'_, T> {
    /// Writes one value.
    #[inline]
    pub fn write(&mut self, value: T) {
        // A copy of unknown length would cost a call of memcpy.
        if matches!(self.place, Place::Application) && !self.pointer.is_null() {
            // SAFETY: the application gave memory for the value, as the caller of `from_c` promised; alignment is not assumed.
            unsafe { self.pointer.write_unaligned(value) };
        } else {
            self.write_all(&[value]);
        }
    }

    /// Writes as many values as the command's text says; of memory of our own, no more than there is.
    pub fn write_all(&mut self, values: &[T]) {
        if !self.pointer.is_null() {
            let bytes = self.place.within(0, size_of_val(values));
            // SAFETY: the application gave memory for as many values as the command writes, as the caller of `from_c` promised, and of
            // our own there are so many bytes, borrowed for as long as `self`; alignment is not assumed.
            unsafe { core::ptr::copy_nonoverlapping(values.as_ptr().cast::<u8>(), self.pointer.cast::<u8>(), bytes) };
        }
    }

    /// Returns the value as an offset: what it means while a buffer is bound to `GL_QUERY_BUFFER`.
    pub fn offset(&self) -> isize {
        self.pointer as isize
    }

    /// Refers to memory of glmeter's own.
    pub fn to(value: &mut T) -> Out<'_, T> {
        Out { pointer: value, place: Place::Own(size_of::<T>()), memory: PhantomData }
    }

    /// Refers to memory of glmeter's own for several values.
    pub fn to_all(values: &mut [T]) -> Out<'_, T> {
        Out { place: Place::Own(size_of_val(values)), pointer: values.as_mut_ptr(), memory: PhantomData }
    }

    /// Refers to an offset into the bound query buffer. Nothing is ever written through it.
    pub fn at(offset: isize) -> Self {
        Self { pointer: core::ptr::without_provenance_mut(offset as usize), place: Place::Offset, memory: PhantomData }
    }
}

impl<'a, T> Out<'a, T> {
    /// Returns true if the pointer is null.
    pub fn is_null(&self) -> bool {
        self.pointer.is_null()
    }

    /// Returns NULL.
    pub fn null() -> Self {
        Self { pointer: core::ptr::null_mut(), place: Place::Offset, memory: PhantomData }
    }

    /// Returns the same memory, as bytes.
    pub fn bytes(&mut self) -> Out<'a, u8> {
        Out { pointer: self.pointer.cast(), place: self.place, memory: PhantomData }
    }
}

impl<'a> Out<'a, u8> {
    /// Returns the same memory, as the C interface's `void *`.
    pub fn untyped(self) -> Out<'a, c_void> {
        Out { pointer: self.pointer.cast(), place: self.place, memory: PhantomData }
    }
}

impl Out<'_, GLchar> {
    /// Writes a string with its NUL: as much of it as fits `length` bytes, and nothing past its end.
    pub fn write_text(&mut self, length: GLuint, text: &str) {
        let Some(most) = (length as usize).checked_sub(1) else { return };
        let mut bytes = text.as_bytes()[..text.len().min(most)].to_vec();
        bytes.push(0);
        self.bytes().write_all(&bytes);
    }
}

/// The memory with arguments: `*const T` of the C interface. NULL and offsets hold nothing. As [`Out`], only [`FromC::from_c`] makes
/// one of a pointer.
pub struct In<'a, T> {
    pointer: *const T,
    place: Place,
    memory: PhantomData<&'a T>,
}

impl<'a, T: Copy> In<'a, T> {
    /// Returns the first `count` values; none if the application gave NULL, and of our own no more than there are.
    pub fn read(&self, count: usize) -> Vec<T> {
        (0..count).map_while(|index| self.get(index.checked_mul(size_of::<T>())?)).collect()
    }

    /// Returns the value so many bytes behind the first one.
    fn get(&self, at: usize) -> Option<T> {
        if self.pointer.is_null() || self.place.within(at, size_of::<T>()) < size_of::<T>() {
            return None;
        }
        // SAFETY: the application gave the value, as the caller of `from_c` promised, or it lies in memory of our own, which is borrowed
        // for as long as `self`; alignment is not assumed.
        Some(unsafe { self.pointer.byte_add(at).read_unaligned() })
    }

    /// Returns NULL.
    pub fn null() -> Self {
        Self { pointer: core::ptr::null(), place: Place::Offset, memory: PhantomData }
    }

    /// Returns the value that lies `index` times `stride` bytes further; zero if the application gave NULL.
    pub fn apart(&self, index: usize, stride: isize) -> T
    where
        T: Default,
    {
        let at = stride.wrapping_mul(index as isize);
        match self.place {
            Place::Application if !self.pointer.is_null() => {
                // SAFETY: the application gave values that lie so far apart, as the caller of `from_c` promised.
                unsafe { self.pointer.byte_offset(at).read_unaligned() }
            }
            _ => usize::try_from(at).ok().and_then(|at| self.get(at)).unwrap_or_default(),
        }
    }

    /// Refers to memory of glmeter's own.
    pub fn from(values: &'a [T]) -> Self {
        Self { pointer: values.as_ptr(), place: Place::Own(size_of_val(values)), memory: PhantomData }
    }
}

impl<'a> In<'a, GLchar> {
    /// Returns the string up to its NUL; none if the application gave NULL, or memory of our own has no NUL.
    pub fn text(&self) -> Option<&'a CStr> {
        match self.place {
            // SAFETY: the application gave a string with a NUL, as the caller of `from_c` promised.
            Place::Application => (!self.pointer.is_null()).then(|| unsafe { CStr::from_ptr(self.pointer) }),
            Place::Own(size) => {
                // SAFETY: so many bytes of our own, borrowed for `'a`.
                CStr::from_bytes_until_nul(unsafe { core::slice::from_raw_parts(self.pointer.cast(), size) }).ok()
            }
            Place::Offset => None,
        }
    }
}

impl<'a> In<'a, c_void> {
    /// Copies the application's bytes from `at` on; whether there are as many.
    pub fn copy(&self, at: usize, bytes: &mut [u8]) -> bool {
        if self.pointer.is_null() || self.place.within(at, bytes.len()) < bytes.len() || matches!(self.place, Place::Offset) {
            return false;
        }
        // SAFETY: the application gave as many bytes as the command reads, as the caller of `from_c` promised, or that many lie in
        // memory of our own.
        unsafe { core::ptr::copy_nonoverlapping(self.pointer.cast::<u8>().wrapping_add(at), bytes.as_mut_ptr(), bytes.len()) };
        true
    }

    /// Returns true if the pointer is null.
    pub fn is_null(&self) -> bool {
        self.pointer.is_null()
    }

    /// Returns the value as an offset: what it means while a buffer is bound.
    pub fn offset(&self) -> isize {
        self.pointer as isize
    }

    /// Refers to an offset into a bound buffer. Nothing is ever read through it.
    pub fn at(offset: isize) -> Self {
        Self { pointer: core::ptr::without_provenance(offset as usize), place: Place::Offset, memory: PhantomData }
    }

    /// Refers to bytes of glmeter's own.
    pub fn bytes(bytes: &'a [u8]) -> Self {
        Self { pointer: bytes.as_ptr().cast(), place: Place::Own(bytes.len()), memory: PhantomData }
    }
}

impl<'a> In<'a, *const c_void> {
    /// Returns one of the application's pointers; NULL if it gave none. Pointers in memory of our own are offsets.
    pub fn pointer(&self, index: usize) -> In<'a, c_void> {
        let pointer = index.checked_mul(size_of::<*const c_void>()).and_then(|at| self.get(at));
        let place = if matches!(self.place, Place::Application) { Place::Application } else { Place::Offset };
        In { pointer: pointer.unwrap_or(core::ptr::null()), place, memory: PhantomData }
    }
}

/// How an argument of the C interface reaches a handler.
pub trait FromC<C> {
    /// Takes the argument over.
    ///
    /// # Safety
    /// A pointer must be NULL, an offset where the command's specification says so, or good for what it says is read or written
    /// through it, and of an array of pointers each. The result must be used by the handler of that command alone, and not after it.
    unsafe fn from_c(value: C) -> Self;
}

macro_rules! as_it_is {
    ($($kind:ty),*) => { $(impl FromC<$kind> for $kind {
        unsafe fn from_c(value: $kind) -> Self {
            value
        }
    })* };
}
as_it_is!(u8, u32, i32, isize);

impl<T> FromC<*mut T> for Out<'_, T> {
    unsafe fn from_c(value: *mut T) -> Self {
        Out { pointer: value, place: Place::Application, memory: PhantomData }
    }
}

impl<T> FromC<*const T> for In<'_, T> {
    unsafe fn from_c(value: *const T) -> Self {
        In { pointer: value, place: Place::Application, memory: PhantomData }
    }
}

/// An argument whose prototype lacks its `const`.
impl<T> FromC<*mut T> for In<'_, T> {
    unsafe fn from_c(value: *mut T) -> Self {
        In { pointer: value, place: Place::Application, memory: PhantomData }
    }
}
