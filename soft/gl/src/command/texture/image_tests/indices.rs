//! Textures of color indices, which only the compatibility profile has.

use super::*;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{compatibility, core};
use std::ffi::c_void;

/// Maps indices to colors: 0 to blue, 1 to red.
fn map() {
    let maps = [(GL_PIXEL_MAP_I_TO_R, [0.0f32, 1.0]), (GL_PIXEL_MAP_I_TO_B, [1.0, 0.0]), (GL_PIXEL_MAP_I_TO_A, [1.0, 1.0])];
    for (map, values) in maps {
        glPixelMapfv(map, 2, values.as_ptr());
    }
}

/// Calls glTexImage2D with a texture of red, green, blue and alpha.
fn image<T>(internal: u32, [width, height]: [i32; 2], format: u32, ty: u32, pixels: &[T]) {
    let pixels = pixels.as_ptr().cast::<c_void>();
    glTexImage2D(GL_TEXTURE_2D, 0, internal.cast_signed(), width, height, 0, format, ty, pixels);
}

/// Returns the texels of the bound texture.
fn texels<const N: usize>() -> [[u8; 4]; N] {
    let mut texels = [[9u8; 4]; N];
    let into = texels.as_mut_ptr().cast::<c_void>();
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, into);
    texels
}

const RED: [u8; 4] = [255, 0, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];

#[test]
fn color_indices_become_texels_through_the_maps() {
    let gl = Gl::new(compatibility());
    map();
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    image(GL_RGBA, [3, 1], GL_COLOR_INDEX, GL_UNSIGNED_BYTE, &[1u8, 0, 3]);
    assert_eq!(texels::<3>(), [RED, BLUE, RED]);
    glPixelTransferi(GL_INDEX_OFFSET, 1);
    image(GL_RGBA, [2, 1], GL_COLOR_INDEX, GL_FLOAT, &[1.0f32, 0.0]);
    assert_eq!(texels::<2>(), [BLUE, RED]);
    glPixelTransferi(GL_INDEX_OFFSET, 0);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 0, 1, 1, GL_COLOR_INDEX, GL_SHORT, [0i16].as_ptr().cast());
    assert_eq!(texels::<2>(), [BLUE, BLUE]);
    gl.no_error();
}

#[test]
fn bitmaps_become_texels_also_from_lists_and_in_layers() {
    let gl = Gl::new(compatibility());
    map();
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    let mut bits = [0b0110_0000u8, 0b1000_0000];
    glNewList(1, GL_COMPILE);
    image(GL_RGBA, [2, 2], GL_COLOR_INDEX, GL_BITMAP, &bits);
    glEndList();
    bits.fill(0);
    glCallList(1);
    assert_eq!(texels::<4>(), [BLUE, RED, RED, BLUE]);
    glPixelStorei(GL_UNPACK_LSB_FIRST, 1);
    image(GL_RGBA, [2, 1], GL_COLOR_INDEX, GL_BITMAP, &[0b0000_0001u8]);
    assert_eq!(texels::<2>(), [RED, BLUE]);
    glPixelStorei(GL_UNPACK_LSB_FIRST, 0);
    // The second image begins after the rows of the first one.
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8.cast_signed(), 1, 2, 2, 0, GL_COLOR_INDEX, GL_BITMAP, [0u8, 0x80, 0x80, 0].as_ptr().cast());
    gl.no_error();
    assert_eq!(layers(&gl.0.lock().unwrap(), TextureKind::D3, 0), [[0, 255], [255, 0]]);
    assert_eq!(bits, [0; 2]);
}

#[test]
fn color_indices_have_errors_of_their_own() {
    let gl = Gl::new(compatibility());
    let wrong = [
        (GL_RGBA, GL_RGBA, GL_BITMAP, GL_INVALID_ENUM),
        (GL_RGBA, GL_COLOR_INDEX, GL_UNSIGNED_SHORT_5_6_5, GL_INVALID_OPERATION),
        (GL_RGBA8UI, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, GL_INVALID_OPERATION),
        (GL_DEPTH_COMPONENT, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, GL_INVALID_OPERATION),
        (GL_RGBA, GL_COLOR_INDEX, GL_ALWAYS, GL_INVALID_ENUM),
    ];
    for (internal, format, ty, error) in wrong {
        image(internal, [1, 1], format, ty, &[0u32; 4]);
        assert_eq!(glGetError(), error, "{internal:#X} {format:#X} {ty:#X}");
    }
    let mut pixel = [7u8; 4];
    let into = pixel.as_mut_ptr().cast::<c_void>();
    glReadPixels(0, 0, 1, 1, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, into);
    assert_eq!((glGetError(), pixel), (GL_INVALID_OPERATION, [7; 4]));
    image(GL_RGBA, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[RED]);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, into);
    assert_eq!(glGetError(), GL_INVALID_ENUM);
    drop(gl);
    let gl = Gl::new(core());
    image(GL_RGBA, [1, 1], GL_COLOR_INDEX, GL_UNSIGNED_BYTE, &[0u8]);
    assert_eq!(glGetError(), GL_INVALID_ENUM);
    image(GL_RGBA, [1, 1], GL_STENCIL_INDEX, GL_BITMAP, &[0u8]);
    assert_eq!(glGetError(), GL_INVALID_ENUM);
    drop(gl);
}
