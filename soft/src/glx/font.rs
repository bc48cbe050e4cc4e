//! glXUseXFont: display lists with the glyphs of an X font.

use super::current::current_context;
use super::display::is_open;
use super::tokens::*;
use super::{Error, Handle, Result, Xid, enter, id_of};
use crate::tokens::{
    GL_COMPILE, GL_LIST_INDEX, GL_UNPACK_ALIGNMENT, GL_UNPACK_LSB_FIRST, GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SKIP_ROWS,
    GL_UNPACK_SWAP_BYTES,
};
use crate::winsys::xlib::{Character, Font, Xlib, xlib};
use gl::proc_address;
use glmeter_abi::functions;
use std::ffi::c_uint;

functions! {
    /// The commands that make the lists.
    struct Commands("gl") {
        fn GetIntegerv(name: u32, value: *mut i32);
        fn PixelStorei(name: u32, value: i32);
        fn NewList(list: u32, mode: u32);
        fn Bitmap(width: i32, height: i32, x: f32, y: f32, move_x: f32, move_y: f32, bits: *const u8);
        fn EndList();
    }
}

/// Returns the commands.
fn commands() -> Option<Commands> {
    // SAFETY: the pipeline's commands have the types in the table `Commands`, those of the Khronos registry.
    unsafe { Commands::load(|name| proc_address(name).map_or(core::ptr::null_mut(), <*const _>::cast_mut)) }.ok()
}

/// A font of the server, freed when it is dropped.
struct Queried {
    xlib: &'static Xlib,
    font: *mut Font,
}

impl Drop for Queried {
    fn drop(&mut self) {
        // SAFETY: XQueryFont returned the font, and nothing else frees it. There is no list of names.
        unsafe { self.xlib.XFreeFontInfo(core::ptr::null_mut(), self.font, 1) };
    }
}

/// Returns the metrics of a glyph, or `None` if the font lacks it.
fn character(font: &Font, glyph: u32) -> Option<Character> {
    // "If either min_byte1 or max_byte1 are nonzero, both min_char_or_byte2 and max_char_or_byte2 are less than 256, and the 2-byte character index
    // values corresponding to the per_char array element N (counting from 0) are: byte1 = N/D + min_byte1, byte2 = N%D + min_char_or_byte2"
    // [Xlib, 8.5]
    let (row, column) = if font.first_row == 0 && font.last_row == 0 { (0, glyph) } else { (glyph >> 8, glyph & 0xFF) };
    if !(font.first_row..=font.last_row).contains(&row) || !(font.first_in_row..=font.last_in_row).contains(&column) {
        return None;
    }
    let columns = font.last_in_row - font.first_in_row + 1;
    let index = (row - font.first_row) * columns + (column - font.first_in_row);
    if font.characters.is_null() {
        // "If the per_char pointer is NULL, all glyphs between the first and last character indexes inclusive have the same information" [Xlib, 8.5]
        return Some(font.least);
    }
    // SAFETY: the array has an element for each row and column.
    let found = unsafe { *font.characters.add(index as usize) };
    // A character of zeros does not exist.
    let sizes = [found.left_bearing, found.right_bearing, found.width, found.ascent, found.descent];
    sizes.iter().any(|&size| size != 0).then_some(found)
}

/// Returns the bits of a glyph as glBitmap has them: rows of whole bytes, the lowest first.
///
/// # Safety
/// `display` must be an open `Display *`.
unsafe fn bits(xlib: &Xlib, display: Handle, font: Xid, glyph: u32, shape: Character) -> Vec<u8> {
    let (width, height) = size(shape);
    let row_bytes = width.div_ceil(8) as usize;
    let mut bits = vec![0; row_bytes * height as usize];
    // SAFETY: the display is open; Xlib's objects are used as long as they live. The image is null if the server has no memory.
    unsafe {
        let pixmap = xlib.XCreatePixmap(display, xlib.XDefaultRootWindow(display), width, height, 1);
        let gc = xlib.XCreateGC(display, pixmap, 0, core::ptr::null_mut());
        xlib.XSetForeground(display, gc, 0);
        xlib.XFillRectangle(display, pixmap, gc, 0, 0, width, height);
        xlib.XSetForeground(display, gc, 1);
        xlib.XSetFont(display, gc, font);
        let text = (glyph as u16).to_be_bytes();
        xlib.XDrawString16(display, pixmap, gc, -i32::from(shape.left_bearing), i32::from(shape.ascent), &raw const text, 1);
        /// `XYPixmap`.
        const PLANES: i32 = 1;
        let image = xlib.XGetImage(display, pixmap, 0, 0, width, height, 1, PLANES);
        if !image.is_null() {
            for y in 0..height {
                for x in 0..width {
                    if xlib.XGetPixel(image, x as i32, y as i32) != 0 {
                        bits[(height - 1 - y) as usize * row_bytes + x as usize / 8] |= 0x80 >> (x % 8);
                    }
                }
            }
            xlib.XDestroyImage(image);
        }
        xlib.XFreeGC(display, gc);
        xlib.XFreePixmap(display, pixmap);
    }
    bits
}

/// Returns the width and height of a glyph's bitmap.
fn size(shape: Character) -> (c_uint, c_uint) {
    let width = i32::from(shape.right_bearing) - i32::from(shape.left_bearing);
    let height = i32::from(shape.ascent) + i32::from(shape.descent);
    (width.max(0) as u32, height.max(0) as u32)
}

/// Makes the lists.
///
/// # Safety
/// `display` must be an open `Display *`.
unsafe fn make(display: Handle, font: Xid, first: i32, count: i32, base: i32) -> Result<()> {
    let (Some(xlib), Some(gl)) = (xlib(), commands()) else { return Err(Error::None) };
    // SAFETY: the context is current, the display open, and each pointer is that of a local variable.
    unsafe {
        // "GLXBadContextState is generated if the current GLX rendering context is in display list construction mode." [GLX 1.4, 3.3.11]
        let mut list = 0;
        gl.GetIntegerv(GL_LIST_INDEX, &raw mut list);
        if list != 0 {
            return Err(Error::Glx(GLX_BAD_CONTEXT_STATE, 0));
        }
        // "BadFont is generated if font is not a valid X font id." [GLX 1.4, 3.3.11]
        let queried = xlib.XQueryFont(display, font);
        if queried.is_null() {
            return Err(Error::Core(BAD_FONT, id_of(font)));
        }
        let queried = Queried { xlib, font: queried };
        let wanted = [
            (GL_UNPACK_SWAP_BYTES, 0),
            (GL_UNPACK_LSB_FIRST, 0),
            (GL_UNPACK_ROW_LENGTH, 0),
            (GL_UNPACK_SKIP_ROWS, 0),
            (GL_UNPACK_SKIP_PIXELS, 0),
            (GL_UNPACK_ALIGNMENT, 1),
        ];
        let before = wanted.map(|(name, _)| {
            let mut value = 0;
            gl.GetIntegerv(name, &raw mut value);
            (name, value)
        });
        wanted.iter().for_each(|&(name, value)| gl.PixelStorei(name, value));
        for index in 0..count.max(0) {
            let (glyph, list) = (first.wrapping_add(index) as u32, base.wrapping_add(index) as u32);
            gl.NewList(list, GL_COMPILE);
            // "If a glyph is not defined, then an empty display list is constructed for it." [GLX 1.4, 3.3.11]
            if let Some(shape) = character(&*queried.font, glyph) {
                let (width, height) = size(shape);
                let bits = if width > 0 && height > 0 { bits(xlib, display, font, glyph, shape) } else { Vec::new() };
                // "The width, height, xorig, and yorig of the constructed bitmap are computed from the font metrics as rbearing-lbearing,
                // ascent+descent, -lbearing, and descent respectively. xmove is taken from the width metric and ymove is set to zero."
                // [GLX 1.4, 3.3.11]
                gl.Bitmap(
                    if bits.is_empty() { 0 } else { width as i32 },
                    if bits.is_empty() { 0 } else { height as i32 },
                    -f32::from(shape.left_bearing),
                    f32::from(shape.descent),
                    f32::from(shape.width),
                    0.0,
                    bits.as_ptr(),
                );
            }
            gl.EndList();
        }
        before.iter().for_each(|&(name, value)| gl.PixelStorei(name, value));
    }
    Ok(())
}

/// Implements glXUseXFont.
pub extern "C" fn use_x_font(font: Xid, first: i32, count: i32, base: i32) {
    // "glXUseXFont is ignored if there is no current GLX rendering context." [GLX 1.4, 3.3.11]
    let Some(context) = current_context() else { return };
    let display = context.display as Handle;
    if !is_open(display) {
        return;
    }
    // SAFETY: the display is open.
    unsafe { enter(display, X_USE_X_FONT, || make(display, font, first, count, base)) };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn font(rows: (u32, u32), columns: (u32, u32), characters: &[Character]) -> Font {
        let none = Character { left_bearing: 0, right_bearing: 0, width: 0, ascent: 0, descent: 0, attributes: 0 };
        Font {
            ext_data: core::ptr::null_mut(),
            id: 1,
            direction: 0,
            first_in_row: columns.0,
            last_in_row: columns.1,
            first_row: rows.0,
            last_row: rows.1,
            all_chars_exist: 0,
            default_char: 0,
            property_count: 0,
            properties: core::ptr::null_mut(),
            least: none,
            most: none,
            characters: if characters.is_empty() { core::ptr::null() } else { characters.as_ptr() },
            ascent: 0,
            descent: 0,
        }
    }

    fn wide(width: i16) -> Character {
        Character { left_bearing: 0, right_bearing: width, width, ascent: 1, descent: 0, attributes: 0 }
    }

    #[test]
    fn glyphs_are_found_by_row_and_column() {
        let characters = [wide(1), wide(0), wide(3), wide(4)];
        let one_row = font((0, 0), (65, 68), &characters);
        assert_eq!([64, 65, 67, 69].map(|glyph| character(&one_row, glyph).map(|found| found.width)), [None, Some(1), Some(3), None]);
        let rows = font((1, 2), (8, 9), &characters);
        assert_eq!(
            [0x108, 0x208, 0x209, 0x308, 8].map(|glyph| character(&rows, glyph).map(|found| found.width)),
            [Some(1), Some(3), Some(4), None, None]
        );
        assert!(character(&font((0, 0), (1, 2), &[]), 1).is_some());
        let none = [Character { ascent: 0, ..wide(0) }];
        assert!(character(&font((0, 0), (1, 1), &none), 1).is_none());
    }
}
