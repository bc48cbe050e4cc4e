//! Tests the boundary to C (NULL, offsets, misaligned and short memory) without a driver.

use glmeter::gl::{GLchar, c_void};
use glmeter::memory::{FromC, In, Out};
use std::ffi::CStr;

/// An argument as the C interface passes it.
fn out<'a, T>(pointer: *mut T) -> Out<'a, T> {
    // SAFETY: every test passes NULL or enough memory for its writes.
    unsafe { FromC::from_c(pointer) }
}

/// An argument as the C interface passes it.
fn given<'a, T>(pointer: *const T) -> In<'a, T> {
    // SAFETY: every test passes NULL or enough memory for its reads.
    unsafe { FromC::from_c(pointer) }
}

#[test]
fn offsets_are_never_followed() {
    for offset in [1, 8, 4096, -1, isize::MIN] {
        let mut answer = Out::<u64>::at(offset);
        answer.write(7);
        answer.write_all(&[7; 9]);
        answer.bytes().write(7);
        assert_eq!((answer.offset(), answer.is_null()), (offset, false));
        Out::<GLchar>::at(offset).write_text(9, "text");
        let argument = In::<c_void>::at(offset);
        assert!(!argument.copy(0, &mut [0; 4]) && !argument.copy(usize::MAX, &mut [0; 4]) && !argument.copy(0, &mut []));
        assert_eq!((argument.offset(), argument.is_null()), (offset, false));
    }
    let pointers = [8 as *const c_void, core::ptr::null()];
    let own = In::from(&pointers);
    assert!(!own.pointer(0).copy(0, &mut [0]), "a pointer in memory of our own is an offset");
    assert_eq!((own.pointer(0).offset(), own.pointer(1).offset(), own.pointer(2).offset(), own.pointer(usize::MAX).offset()), (8, 0, 0, 0));
}

#[test]
fn null_takes_and_gives_nothing() {
    for mut null in [Out::null(), Out::at(0), out(core::ptr::null_mut())] {
        null.write(3_u32);
        null.bytes().write_all(&[1; 64]);
        assert!(null.is_null() && null.offset() == 0);
    }
    Out::<GLchar>::null().write_text(4, "text");
    for null in [In::null(), given::<u32>(core::ptr::null())] {
        assert_eq!((null.values(usize::MAX).count(), null.apart(5, -3)), (0, 0));
    }
    assert!(In::<GLchar>::null().text().is_none() && given::<GLchar>(core::ptr::null()).text().is_none());
    assert!(!given::<c_void>(core::ptr::null()).copy(9, &mut [0; 2]));
    assert!(given::<*const c_void>(core::ptr::null()).pointer(3).is_null());
}

#[test]
fn misaligned_memory_is_read_and_written() {
    let mut bytes = [0_u8; 32];
    for shift in 0..8 {
        let place = bytes[shift..].as_mut_ptr();
        out(place.cast::<u64>()).write_all(&[u64::MAX - shift as u64, 5]);
        assert_eq!(given(place.cast::<u64>().cast_const()).values(2).collect::<Vec<_>>(), [u64::MAX - shift as u64, 5]);
        assert_eq!(given(place.cast::<u32>().cast_const()).apart(1, 8), 5);
        // Backwards, as a negative stride goes.
        let last = place.wrapping_add(8).cast::<u64>().cast_const();
        assert_eq!(given(last).apart(1, -8), u64::MAX - shift as u64);
        let mut copy = [0; 4];
        assert!(given(place.cast::<c_void>().cast_const()).copy(8, &mut copy));
        assert_eq!(copy, [5, 0, 0, 0]);
    }
    let mut memory = [0_u8; 25];
    let pointers = memory[1..].as_mut_ptr().cast::<*const c_void>();
    out(pointers).write_all(&[bytes.as_ptr().cast(), bytes[1..].as_ptr().cast()]);
    let mut first = [0];
    assert!(given(pointers.cast_const()).pointer(1).copy(0, &mut first));
    assert_eq!(first[0], bytes[1]);
}

#[test]
fn short_memory_is_not_left() {
    let mut values = [9_u32; 4];
    Out::to_all(&mut values[..2]).write_all(&[1, 2, 3, 4]);
    assert_eq!(values, [1, 2, 9, 9]);
    Out::to(&mut values[2]).write_all(&[5, 6]);
    assert_eq!(values, [1, 2, 5, 9]);
    let mut bytes = Out::to_all(&mut values[..1]).bytes();
    bytes.write_all(&[0xFF; 16]);
    bytes.untyped().bytes().write_all(&[0xEE; 16]);
    assert_eq!(values, [0xEEEE_EEEE, 2, 5, 9]);
    assert_eq!(In::from(&values[..3]).values(usize::MAX).collect::<Vec<_>>(), [0xEEEE_EEEE, 2, 5]);
    assert_eq!(In::from(&values).apart(3, 4), 9);
    assert_eq!([In::from(&values).apart(4, 4), In::from(&values).apart(1, -4), In::from(&values).apart(1, isize::MAX)], [0; 3]);
    let mut copy = [0; 4];
    assert!(In::bytes(&[1, 2, 3, 4, 5]).copy(1, &mut copy) && copy == [2, 3, 4, 5]);
    assert!(!In::bytes(&[1, 2, 3, 4, 5]).copy(2, &mut copy) && !In::bytes(&[1]).copy(usize::MAX, &mut copy));
}

#[test]
fn texts_end_where_their_memory_does() {
    let mut text = [b'#' as GLchar; 6];
    Out::to_all(&mut text).write_text(4, "wide");
    assert_eq!(text.map(|character| character as u8), *b"wid\0##");
    Out::to_all(&mut text[..2]).write_text(6, "wide");
    assert_eq!(text.map(|character| character as u8), *b"wid\0##");
    Out::to_all(&mut text).write_text(0, "none");
    Out::to_all(&mut text).write_text(1, "empty");
    assert_eq!(text[0], 0);
    assert_eq!(In::from(&text[4..]).text(), None, "memory of our own without a NUL");
    assert_eq!(In::from(&text).text(), Some(c""));
    let name: &CStr = c"name";
    assert_eq!(given(name.as_ptr()).text(), Some(name));
}
