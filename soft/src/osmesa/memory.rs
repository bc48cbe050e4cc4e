//! The program's buffer: its layout, and copies of rows between it and the colour buffer.

use super::tokens::*;
use crate::tokens::*;
use base::image::Surface;
use base::image::format::Format;
use base::image::names::RGBA;
use base::image::transfer::{PixelStore, pack_swizzled, transfer_layout, unpack_swizzled};
use gl::context::NativeDrawable;
use std::sync::{Arc, Mutex, PoisonError};

/// What OSMesaPixelStore sets.
#[derive(Clone, Copy, Debug)]
pub struct RowOrder {
    /// OSMESA_ROW_LENGTH, in pixels; 0 means the width.
    pub row_length: u32,
    /// OSMESA_Y_UP: true if the first row in memory is the lowest one.
    pub y_up: bool,
}

/// How pixels lie in memory: the format and type of a transfer, and the format of the colour buffer that holds them.
#[derive(Clone, Copy, Debug)]
pub struct PixelLayout {
    format: u32,
    ty: u32,
    /// The format of the colour buffer.
    pub stored: Format,
    /// True if the pixels have alpha.
    pub alpha: bool,
}

impl PixelLayout {
    /// Returns true if contexts may have a format of OSMesa.
    pub fn has_format(format: u32) -> bool {
        matches!(format, GL_RGBA | GL_RGB | OSMESA_BGRA | OSMESA_ARGB | OSMESA_BGR | OSMESA_RGB_565)
    }

    /// Returns the layout of pixels of a format and type of OSMesa, or `None` for those that do not go together.
    pub fn new(format: u32, ty: u32) -> Option<Self> {
        if format == OSMESA_RGB_565 {
            let fits = ty == GL_UNSIGNED_SHORT_5_6_5;
            return fits.then_some(Self { format: GL_RGB, ty, stored: Format::Rgb565, alpha: false });
        }
        let stored = match ty {
            GL_UNSIGNED_BYTE => Format::Rgba8,
            GL_UNSIGNED_SHORT => Format::Rgba16,
            GL_FLOAT => Format::Rgba32f,
            _ => return None,
        };
        let (transfer, alpha) = match format {
            GL_RGBA => (GL_RGBA, true),
            OSMESA_BGRA => (GL_BGRA, true),
            GL_RGB => (GL_RGB, false),
            OSMESA_BGR => (GL_BGR, false),
            // Alpha has the lowest address, and packed components go from the highest bits to the lowest.
            OSMESA_ARGB if ty == GL_UNSIGNED_BYTE => {
                let packed = if cfg!(target_endian = "little") { GL_UNSIGNED_INT_8_8_8_8 } else { GL_UNSIGNED_INT_8_8_8_8_REV };
                return Some(Self { format: GL_BGRA, ty: packed, stored, alpha: true });
            }
            _ => return None,
        };
        Some(Self { format: transfer, ty, stored, alpha })
    }
}

/// The program's buffer, which stores the colour buffer whenever commands are flushed.
#[derive(Debug)]
pub struct UserMemory {
    /// The address of the first pixel.
    address: usize,
    layout: PixelLayout,
    /// What OSMesaPixelStore sets, which the context owns.
    order: Arc<Mutex<RowOrder>>,
}

impl UserMemory {
    /// Wraps the program's buffer.
    ///
    /// # Safety
    /// As long as this value lives, `address` must be that of a buffer with room for the colour buffers that [`NativeDrawable::load`]
    /// and [`NativeDrawable::store`] are called with, in rows of the length that `order` has at that time.
    pub unsafe fn new(address: usize, layout: PixelLayout, order: Arc<Mutex<RowOrder>>) -> Self {
        Self { address, layout, order }
    }

    /// Calls `copy` with each row of the colour buffer and its pixels in memory.
    fn each_row(&self, color: &Surface, mut copy: impl FnMut(u32, &mut [u8])) {
        let order = *self.order.lock().unwrap_or_else(PoisonError::into_inner);
        let store = PixelStore { alignment: 1, row_length: order.row_length, ..PixelStore::default() };
        let Some(transfer) = transfer_layout(self.layout.format, self.layout.ty, &store, color.width, 1) else { return };
        let length = transfer.pixel as usize * color.width as usize;
        for row in 0..color.height {
            let place = if order.y_up { row } else { color.height - 1 - row };
            let first = self.address + place as usize * transfer.row as usize;
            // SAFETY: the creator guarantees room for every row, and no other reference to it exists while a command runs.
            copy(row, unsafe { std::slice::from_raw_parts_mut(first as *mut u8, length) });
        }
    }
}

impl NativeDrawable for UserMemory {
    fn load(&self, color: &Surface) {
        let PixelLayout { format, ty, .. } = self.layout;
        let store = PixelStore { alignment: 1, ..PixelStore::default() };
        self.each_row(color, |row, bytes| {
            let _ = unpack_swizzled((&*bytes).into(), format, ty, &store, color, RGBA, 0, row as i32, color.width, 1);
        });
    }

    fn store(&self, color: &Surface) {
        let PixelLayout { format, ty, .. } = self.layout;
        let store = PixelStore { alignment: 1, ..PixelStore::default() };
        self.each_row(color, |row, bytes| {
            let _ = pack_swizzled(color, RGBA, 0, row as i32, color.width, 1, false, false, format, ty, &store, bytes.into());
        });
    }
}
