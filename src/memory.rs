//! The application's memory that commands read or write through pointer arguments.
//!
//! Only [`In`] and [`Out`] dereference the application's pointers. They live as long as the command and tell an offset into a bound
//! buffer from an address; the software pipeline's types of the same names may be stored in display lists.

use crate::gl::{GLchar, GLuint, c_void};
use core::ffi::CStr;
use core::marker::PhantomData;

/// The kind of memory that a pointer argument refers to.
#[derive(Clone, Copy)]
enum Place {
    /// The application's memory, with the size that the command's specification requires.
    Application,
    /// This number of bytes of glmeter's own memory.
    Own(usize),
    /// No memory: an offset into a bound buffer, or NULL.
    Offset,
}

impl Place {
    /// Returns how many of `bytes` bytes from offset `at` on may be accessed.
    fn within(self, at: usize, bytes: usize) -> usize {
        match self {
            Place::Application => bytes,
            Place::Own(size) => bytes.min(size.saturating_sub(at)),
            Place::Offset => 0,
        }
    }
}

/// Memory that a command writes: `*mut T` of the C interface. Writes to NULL or an offset do nothing.
///
/// Only the unsafe [`FromC::from_c`] creates one from a pointer:
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
        // A copy of variable length would call memcpy.
        if matches!(self.place, Place::Application) && !self.pointer.is_null() {
            // SAFETY: the pointer is valid for the value, as the caller of `from_c` promised; alignment is not assumed.
            unsafe { self.pointer.write_unaligned(value) };
        } else {
            self.write_all(&[value]);
        }
    }

    /// Writes the values. Writes to glmeter's own memory stop at its end.
    pub fn write_all(&mut self, values: &[T]) {
        if !self.pointer.is_null() {
            let bytes = self.place.within(0, size_of_val(values));
            // SAFETY: the application's memory is valid for the values that the command writes, as the caller of `from_c` promised;
            // glmeter's own memory has `bytes` bytes and is borrowed as long as `self`. Alignment is not assumed.
            unsafe { core::ptr::copy_nonoverlapping(values.as_ptr().cast::<u8>(), self.pointer.cast::<u8>(), bytes) };
        }
    }

    /// Returns the pointer as an offset, its meaning while a buffer is bound to `GL_QUERY_BUFFER`.
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

    /// Returns a null pointer.
    pub fn null() -> Self {
        Self { pointer: core::ptr::null_mut(), place: Place::Offset, memory: PhantomData }
    }

    /// Returns the same memory as bytes.
    pub fn bytes(&mut self) -> Out<'a, u8> {
        Out { pointer: self.pointer.cast(), place: self.place, memory: PhantomData }
    }
}

impl<'a> Out<'a, u8> {
    /// Returns the same memory as the C interface's `void *`.
    pub fn untyped(self) -> Out<'a, c_void> {
        Out { pointer: self.pointer.cast(), place: self.place, memory: PhantomData }
    }
}

impl Out<'_, GLchar> {
    /// Writes a string and its NUL, truncated to `length` bytes.
    pub fn write_text(&mut self, length: GLuint, text: &str) {
        let Some(most) = (length as usize).checked_sub(1) else { return };
        let mut bytes = text.as_bytes()[..text.len().min(most)].to_vec();
        bytes.push(0);
        self.bytes().write_all(&bytes);
    }
}

/// Memory that a command reads: `*const T` of the C interface. NULL and offsets hold no values. As with [`Out`], only
/// [`FromC::from_c`] creates one from a pointer.
pub struct In<'a, T> {
    pointer: *const T,
    place: Place,
    memory: PhantomData<&'a T>,
}

impl<'a, T: Copy> In<'a, T> {
    /// Returns the first `count` values one by one; none if the pointer is null, and no more than glmeter's own memory holds. The application
    /// chooses the count, so that a copy of them might not fit into memory.
    pub fn values(&self, count: usize) -> impl Iterator<Item = T> {
        (0..count).map_while(|index| self.get(index.checked_mul(size_of::<T>())?))
    }

    /// Returns the value at byte offset `at`.
    fn get(&self, at: usize) -> Option<T> {
        if self.pointer.is_null() || self.place.within(at, size_of::<T>()) < size_of::<T>() {
            return None;
        }
        // SAFETY: the application's memory holds the value, as the caller of `from_c` promised, or the value lies in glmeter's own
        // memory, which is borrowed as long as `self`. Alignment is not assumed.
        Some(unsafe { self.pointer.byte_add(at).read_unaligned() })
    }

    /// Returns a null pointer.
    pub fn null() -> Self {
        Self { pointer: core::ptr::null(), place: Place::Offset, memory: PhantomData }
    }

    /// Returns the value at byte offset `index` × `stride`; zero if the pointer is null.
    pub fn apart(&self, index: usize, stride: isize) -> T
    where
        T: Default,
    {
        let at = stride.wrapping_mul(index as isize);
        match self.place {
            Place::Application if !self.pointer.is_null() => {
                // SAFETY: the application's values are `stride` bytes apart, as the caller of `from_c` promised.
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
    /// Returns the string up to its NUL. Returns `None` if the pointer is null or glmeter's own memory has no NUL.
    pub fn text(&self) -> Option<&'a CStr> {
        match self.place {
            // SAFETY: the application's string ends with a NUL, as the caller of `from_c` promised.
            Place::Application => (!self.pointer.is_null()).then(|| unsafe { CStr::from_ptr(self.pointer) }),
            Place::Own(size) => {
                // SAFETY: glmeter's own memory has `size` bytes and is borrowed for `'a`.
                CStr::from_bytes_until_nul(unsafe { core::slice::from_raw_parts(self.pointer.cast(), size) }).ok()
            }
            Place::Offset => None,
        }
    }
}

impl<'a> In<'a, c_void> {
    /// Copies bytes from offset `at` on to `bytes`. Returns false if there are not enough.
    pub fn copy(&self, at: usize, bytes: &mut [u8]) -> bool {
        if self.pointer.is_null() || self.place.within(at, bytes.len()) < bytes.len() || matches!(self.place, Place::Offset) {
            return false;
        }
        // SAFETY: the application's memory has the bytes that the command reads, as the caller of `from_c` promised, or glmeter's own
        // memory has as many.
        unsafe { core::ptr::copy_nonoverlapping(self.pointer.cast::<u8>().wrapping_add(at), bytes.as_mut_ptr(), bytes.len()) };
        true
    }

    /// Returns the pointer as an offset, its meaning while a buffer is bound.
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

impl<T> In<'_, T> {
    /// Returns true if the pointer is null.
    pub fn is_null(&self) -> bool {
        self.pointer.is_null()
    }
}

impl<'a> In<'a, *const c_void> {
    /// Returns one pointer of an array; NULL if the array is null. Pointers in glmeter's own memory are offsets.
    pub fn pointer(&self, index: usize) -> In<'a, c_void> {
        let pointer = index.checked_mul(size_of::<*const c_void>()).and_then(|at| self.get(at));
        let place = if matches!(self.place, Place::Application) { Place::Application } else { Place::Offset };
        In { pointer: pointer.unwrap_or(core::ptr::null()), place, memory: PhantomData }
    }
}

/// Converts an argument of the C interface to a handler's type.
pub trait FromC<C> {
    /// Converts the argument.
    ///
    /// # Safety
    /// A pointer must be NULL, an offset if the command's specification allows one, or valid for the accesses that the specification
    /// states; the same holds for each pointer in an array. Only the handler of that command may use the result, and only while it runs.
    unsafe fn from_c(value: C) -> Self;
}

macro_rules! unchanged {
    ($($kind:ty),*) => { $(impl FromC<$kind> for $kind {
        unsafe fn from_c(value: $kind) -> Self {
            value
        }
    })* };
}
unchanged!(u8, u32, i32, isize);

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

/// For arguments whose prototype lacks the `const`.
impl<T> FromC<*mut T> for In<'_, T> {
    unsafe fn from_c(value: *mut T) -> Self {
        In { pointer: value, place: Place::Application, memory: PhantomData }
    }
}
