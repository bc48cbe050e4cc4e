//! The texels of buffer textures: a range of a buffer object.

use crate::limits;
use crate::object::buffer::IndexedBinding;
use crate::object::format::InternalFormat;
use crate::tokens::*;
use base::image::format::Format;
use base::image::names::{self, Swizzle};
use base::image::sampler::TexelBuffer;

/// The texels of a buffer texture, as glTexBuffer and glTexBufferRange set them.
#[derive(Clone)]
pub struct BufferTexels {
    /// The attached buffer and the range of it. glTexBuffer attaches the whole data store, whatever its size.
    pub range: IndexedBinding,
    /// The internal format.
    pub format: &'static InternalFormat,
}

impl BufferTexels {
    /// Returns the bytes of a texel: formats of three components are not padded here.
    pub fn stride(&self) -> u32 {
        if self.format.base == GL_RGB { 12 } else { self.format().bytes() }
    }

    /// Returns the format of the texels. Alpha and luminance have no unused components here: images have them, to be rendered to.
    fn format(&self) -> Format {
        let [alpha, pair] = match self.format.format {
            Format::Rgba8 => [Format::R8, Format::Rg8],
            Format::Rgba16 => [Format::R16, Format::Rg16],
            Format::Rgba16f => [Format::R16f, Format::Rg16f],
            Format::Rgba32f => [Format::R32f, Format::Rg32f],
            Format::Rgba8ui => [Format::R8ui, Format::Rg8ui],
            Format::Rgba8i => [Format::R8i, Format::Rg8i],
            Format::Rgba16ui => [Format::R16ui, Format::Rg16ui],
            Format::Rgba16i => [Format::R16i, Format::Rg16i],
            Format::Rgba32ui => [Format::R32ui, Format::Rg32ui],
            Format::Rgba32i => [Format::R32i, Format::Rg32i],
            format => [format, format],
        };
        match self.format.base {
            GL_ALPHA => alpha,
            GL_LUMINANCE_ALPHA => pair,
            _ => self.format.format,
        }
    }

    /// Returns the components of the texels that shaders read.
    fn swizzle(&self) -> Swizzle {
        match self.format.base {
            GL_ALPHA => names::ALPHA,
            GL_LUMINANCE_ALPHA => names::LUMINANCE_ALPHA,
            GL_LUMINANCE | GL_INTENSITY => self.format.swizzle(),
            _ => names::RGBA,
        }
    }

    /// Returns the bytes of the attached range, all of the data store if glTexBuffer attached it; 0 while no buffer is attached.
    pub fn size(&self) -> usize {
        self.range.size.unwrap_or_else(|| self.range.buffer.as_ref().map_or(0, |buffer| buffer.size()))
    }

    /// Returns the number of texels that shaders can read.
    pub fn count(&self) -> u32 {
        self.count_of(self.range.range().size)
    }

    /// Returns the number of texels in a range of `size` bytes.
    fn count_of(&self, size: usize) -> u32 {
        // "The number of texels in the texel array is then clamped to value of the implementation-dependent limit MAX_TEXTURE_BUFFER_SIZE."
        // [GL 4.4, 8.9]
        (size / self.stride() as usize).min(limits::MAX_TEXTURE_BUFFER_SIZE as usize) as u32
    }

    /// Returns the texels as shaders read them, in the data store that the buffer has now; `None` while no buffer is attached.
    pub fn texels(&self) -> Option<TexelBuffer> {
        let range = self.range.range();
        let (format, stride, swizzle) = (self.format(), self.stride(), self.swizzle());
        // Offsets are multiples of words: see TEXTURE_BUFFER_OFFSET_ALIGNMENT.
        Some(TexelBuffer { memory: range.memory?, first: range.offset / 4, count: self.count_of(range.size), format, stride, swizzle })
    }
}
