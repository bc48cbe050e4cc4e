//! Calls the functions through their addresses, as `libOSMesa.so.8` does.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::tokens::*;
use super::*;
use crate::testing::calls::*;
use crate::tokens::*;
use std::ptr::null_mut;

const RGBA: u32 = GL_RGBA;

/// Creates a context, makes it current with a buffer, and clears the buffer to a colour that differs in each component.
fn cleared<T>(context: Handle, buffer: &mut [T], ty: u32, width: i32, height: i32) {
    // SAFETY: the buffer has room for the pixels, and lives until the context is released.
    assert_eq!(unsafe { make_current(context, buffer.as_mut_ptr().cast(), ty, width, height) }, 1);
    glClearColor(1.0, 0.8, 0.2, 0.0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glFinish();
    assert_eq!(glGetError(), GL_NO_ERROR);
}

/// Releases and destroys a context.
fn end(context: Handle) {
    // SAFETY: null releases the context.
    assert_eq!(unsafe { make_current(null_mut(), null_mut(), 0, 0, 0) }, 1);
    destroy_context(context);
    assert!(get_current_context().is_null());
}

fn integer(name: i32) -> i32 {
    let mut value = -1;
    // SAFETY: the pointer is valid.
    unsafe { get_integerv(name, &raw mut value) };
    value
}

#[test]
fn each_format_has_its_order_of_bytes() {
    for (format, expected) in [
        (RGBA, &[255, 204, 51, 0][..]),
        (OSMESA_BGRA, &[51, 204, 255, 0]),
        (OSMESA_ARGB, &[0, 255, 204, 51]),
        (GL_RGB, &[255, 204, 51]),
        (OSMESA_BGR, &[51, 204, 255]),
    ] {
        let context = create_context(format, null_mut());
        let mut buffer = vec![7u8; 3 * 2 * expected.len() + 1];
        cleared(context, &mut buffer, GL_UNSIGNED_BYTE, 3, 2);
        let (last, pixels) = buffer.split_last().unwrap();
        assert!(pixels.chunks(expected.len()).all(|pixel| pixel == expected), "{format:#X}: {pixels:?}");
        assert_eq!(*last, 7);
        end(context);
    }
}

#[test]
fn each_type_has_its_range() {
    let context = create_context(RGBA, null_mut());
    let mut shorts = [0u16; 4];
    cleared(context, &mut shorts, GL_UNSIGNED_SHORT, 1, 1);
    assert_eq!(shorts, [65535, 52428, 13107, 0]);
    let mut floats = [0f32; 4];
    cleared(context, &mut floats, GL_FLOAT, 1, 1);
    assert_eq!(floats, [1.0, 0.8, 0.2, 0.0]);
    end(context);
    let context = create_context(OSMESA_RGB_565, null_mut());
    let mut packed = [0u16; 2];
    cleared(context, &mut packed, GL_UNSIGNED_SHORT_5_6_5, 2, 1);
    assert_eq!(packed, [0xFE46; 2]);
    end(context);
}

#[test]
fn formats_and_types_that_do_not_go_together_are_refused() {
    let mut buffer = [0u8; 64];
    for (format, ty) in [
        (RGBA, GL_INT),
        (RGBA, GL_UNSIGNED_SHORT_5_6_5),
        (OSMESA_RGB_565, GL_UNSIGNED_BYTE),
        (OSMESA_ARGB, GL_FLOAT),
        (OSMESA_ARGB, GL_UNSIGNED_SHORT),
    ] {
        let context = create_context(format, null_mut());
        // SAFETY: the buffer is large enough for every format.
        assert_eq!(unsafe { make_current(context, buffer.as_mut_ptr().cast(), ty, 2, 2) }, 0, "{format:#X} {ty:#X}");
        assert!(get_current_context().is_null());
        destroy_context(context);
    }
    assert!(create_context(GL_COLOR_INDEX, null_mut()).is_null());
    assert!(create_context(RGBA, 0x1234 as Handle).is_null(), "no such context to share with");
}

#[test]
fn make_current_refuses_what_it_cannot_draw_to() {
    let context = create_context(RGBA, null_mut());
    let mut buffer = [0u8; 64];
    for (context, address, width, height) in [
        (context, null_mut(), 2, 2),
        (context, buffer.as_mut_ptr(), 0, 2),
        (context, buffer.as_mut_ptr(), 2, -1),
        (context, buffer.as_mut_ptr(), MAX_SIZE + 1, 1),
        (null_mut(), buffer.as_mut_ptr(), 2, 2),
        (0x1234 as Handle, buffer.as_mut_ptr(), 2, 2),
    ] {
        // SAFETY: each call is refused before it uses the buffer.
        assert_eq!(unsafe { make_current(context, address.cast(), GL_UNSIGNED_BYTE, width, height) }, 0);
    }
    destroy_context(context);
}

#[test]
fn rows_lie_as_pixel_store_says() {
    let context = create_context(RGBA, null_mut());
    let mut buffer = [0u32; 12];
    // SAFETY: four rows of three pixels.
    assert_eq!(unsafe { make_current(context, buffer.as_mut_ptr().cast(), GL_UNSIGNED_BYTE, 2, 4) }, 1);
    assert_eq!((integer(OSMESA_ROW_LENGTH), integer(OSMESA_Y_UP)), (0, 1));
    pixel_store(OSMESA_ROW_LENGTH, 3);
    pixel_store(OSMESA_ROW_LENGTH, -1);
    pixel_store(OSMESA_Y_UP, 0);
    assert_eq!((integer(OSMESA_ROW_LENGTH), integer(OSMESA_Y_UP)), (3, 0));
    glClearColor(1.0, 1.0, 1.0, 1.0);
    glEnable(GL_SCISSOR_TEST);
    glScissor(1, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glFlush();
    let mut expected = [0u32; 12];
    expected[10] = u32::MAX;
    assert_eq!(buffer, expected, "the lowest row is the last one, and the third pixel of a row is the program's");
    end(context);
}

#[test]
fn what_the_buffer_holds_is_drawn_upon() {
    let context = create_context(RGBA, null_mut());
    let mut buffer = [0x0102_0304u32; 4];
    // SAFETY: two rows of two pixels.
    assert_eq!(unsafe { make_current(context, buffer.as_mut_ptr().cast(), GL_UNSIGNED_BYTE, 2, 2) }, 1);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    // SAFETY: as above. Colours that were not flushed stay.
    assert_eq!(unsafe { make_current(context, buffer.as_mut_ptr().cast(), GL_UNSIGNED_BYTE, 2, 2) }, 1);
    glFinish();
    assert_eq!(buffer, [0, 0x0102_0304, 0x0102_0304, 0x0102_0304]);
    end(context);
}

#[test]
fn integers_describe_the_current_buffer() {
    assert_eq!((integer(OSMESA_WIDTH), integer(OSMESA_MAX_WIDTH), integer(OSMESA_MAX_HEIGHT)), (0, 16384, 16384));
    let context = create_context(OSMESA_BGRA, null_mut());
    let mut buffer = [0f32; 24];
    // SAFETY: two rows of three pixels.
    assert_eq!(unsafe { make_current(context, buffer.as_mut_ptr().cast(), GL_FLOAT, 3, 2) }, 1);
    assert_eq!(get_current_context(), context);
    let values = [OSMESA_WIDTH, OSMESA_HEIGHT, OSMESA_FORMAT, OSMESA_TYPE].map(integer);
    assert_eq!(values, [3, 2, OSMESA_BGRA as i32, GL_FLOAT as i32]);
    assert_eq!(integer(0x99), -1, "an unknown name writes nothing");
    end(context);
}

#[test]
fn buffers_are_returned() {
    let context = create_context_ext(RGBA, 16, 0, 0, null_mut());
    let (mut width, mut height, mut other, mut address) = (0, 0, 0, null_mut());
    // SAFETY: the pointers are valid.
    let depths = |width: &mut i32, height: &mut i32, other: &mut i32, address: &mut *mut c_void| unsafe {
        get_depth_buffer(context, width, height, other, address)
    };
    assert_eq!(depths(&mut width, &mut height, &mut other, &mut address), 0, "no buffer yet");
    let mut buffer = [0u32; 6];
    cleared(context, &mut buffer, GL_UNSIGNED_BYTE, 3, 2);
    assert_eq!(depths(&mut width, &mut height, &mut other, &mut address), 1);
    assert_eq!((width, height, other), (3, 2, 2));
    // SAFETY: the function returned six values of two bytes.
    assert_eq!(unsafe { std::slice::from_raw_parts(address.cast::<u16>(), 6) }, [u16::MAX; 6]);
    glClear(GL_COLOR_BUFFER_BIT);
    // SAFETY: the pointers are valid.
    let found = unsafe { get_color_buffer(context, &raw mut width, &raw mut height, &raw mut other, &raw mut address) };
    assert_eq!((found, width, height, other, address), (1, 3, 2, RGBA as i32, buffer.as_mut_ptr().cast()));
    // SAFETY: the pointers may be null.
    assert_eq!(unsafe { get_color_buffer(0x1234 as Handle, null_mut(), null_mut(), null_mut(), &raw mut address) }, 0);
    assert!(address.is_null());
    end(context);
    let without = create_context_ext(RGBA, 0, 0, 0, null_mut());
    cleared(without, &mut buffer, GL_UNSIGNED_BYTE, 3, 2);
    // SAFETY: the pointers may be null.
    assert_eq!(unsafe { get_depth_buffer(without, null_mut(), null_mut(), null_mut(), null_mut()) }, 0);
    end(without);
}

#[test]
fn attributes_choose_the_context() {
    // SAFETY: each list ends with 0.
    let create = |list: &[i32]| unsafe { create_context_attribs(list.as_ptr(), null_mut()) };
    let mut buffer = [0u32; 4];
    for (profile, mask) in
        [(OSMESA_CORE_PROFILE, GL_CONTEXT_CORE_PROFILE_BIT), (OSMESA_COMPAT_PROFILE, GL_CONTEXT_COMPATIBILITY_PROFILE_BIT)]
    {
        let context = create(&[
            OSMESA_FORMAT,
            RGBA as i32,
            OSMESA_DEPTH_BITS,
            24,
            OSMESA_STENCIL_BITS,
            8,
            OSMESA_ACCUM_BITS,
            0,
            OSMESA_PROFILE,
            profile,
            OSMESA_CONTEXT_MAJOR_VERSION,
            4,
            OSMESA_CONTEXT_MINOR_VERSION,
            5,
            0,
        ]);
        cleared(context, &mut buffer, GL_UNSIGNED_BYTE, 2, 2);
        let mut found = 0;
        glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &raw mut found);
        assert_eq!(found as u32, mask);
        end(context);
    }
    for list in [
        &[OSMESA_CONTEXT_MAJOR_VERSION, 5, 0][..],
        &[OSMESA_CONTEXT_MAJOR_VERSION, 0, 0],
        &[OSMESA_CONTEXT_MINOR_VERSION, -1, 0],
        &[OSMESA_DEPTH_BITS, -1, 0],
        &[OSMESA_STENCIL_BITS, -1, 0],
        &[OSMESA_ACCUM_BITS, -1, 0],
        &[OSMESA_PROFILE, 1, 0],
        &[OSMESA_FORMAT, 3, 0],
        &[0x77, 1, 0],
    ] {
        assert!(create(list).is_null(), "{list:?}");
    }
}

#[test]
fn contexts_have_accumulation_buffers_on_request() {
    for (asked, expected) in [(0, 0), (1, 16), (16, 16)] {
        let context = create_context_ext(RGBA, 0, 0, asked, null_mut());
        let mut buffer = [0u32; 4];
        cleared(context, &mut buffer, GL_UNSIGNED_BYTE, 2, 2);
        let mut bits = -1;
        glGetIntegerv(GL_ACCUM_RED_BITS, &raw mut bits);
        assert_eq!(bits, expected);
        glClear(GL_ACCUM_BUFFER_BIT);
        glAccum(GL_ADD, 1.0);
        glAccum(GL_RETURN, 1.0);
        glFinish();
        assert_eq!((glGetError(), buffer == [u32::MAX; 4]), if expected > 0 { (GL_NO_ERROR, true) } else { (GL_INVALID_OPERATION, false) });
        end(context);
    }
}

#[test]
fn contexts_share_objects() {
    let first = create_context(RGBA, null_mut());
    let second = create_context(RGBA, first);
    let mut buffer = [0u32; 4];
    cleared(first, &mut buffer, GL_UNSIGNED_BYTE, 2, 2);
    let mut name = 0u32;
    glGenTextures(1, &raw mut name);
    glBindTexture(GL_TEXTURE_2D, name);
    cleared(second, &mut buffer, GL_UNSIGNED_BYTE, 2, 2);
    assert_eq!(glIsTexture(name), 1);
    destroy_context(first);
    end(second);
}

#[test]
fn a_destroyed_context_writes_nothing() {
    let context = create_context(RGBA, null_mut());
    let mut buffer = [5u32; 4];
    // SAFETY: two rows of two pixels.
    assert_eq!(unsafe { make_current(context, buffer.as_mut_ptr().cast(), GL_UNSIGNED_BYTE, 2, 2) }, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    destroy_context(context);
    assert!(get_current_context().is_null());
    glFinish();
    destroy_context(context);
    assert_eq!(buffer, [5; 4]);
}

#[test]
fn fragment_colours_are_clamped_on_request() {
    let context = create_context(RGBA, null_mut());
    let mut buffer = [0f32; 4];
    cleared(context, &mut buffer, GL_FLOAT, 1, 1);
    glClampColor(GL_CLAMP_VERTEX_COLOR, 0);
    for (clamp, expected) in [(0, 2.0), (1, 1.0)] {
        color_clamp(clamp);
        glColor4f(2.0, 0.0, 0.0, 1.0);
        glRectf(-1.0, -1.0, 1.0, 1.0);
        glFinish();
        assert_eq!(buffer[0], expected);
    }
    end(context);
}

#[test]
fn functions_are_found_by_name() {
    for (name, address) in FUNCTIONS {
        let name = std::ffi::CString::new(*name).unwrap();
        // SAFETY: the name is a C string.
        assert_eq!(unsafe { get_proc_address(name.as_ptr()) }, *address);
    }
    // SAFETY: the names are C strings or null.
    unsafe {
        assert!(!get_proc_address(c"glClear".as_ptr()).is_null());
        assert!(get_proc_address(c"OSMesaFrobnicate".as_ptr()).is_null());
        assert!(get_proc_address(std::ptr::null()).is_null());
    }
}
