//! Pixels of textures in display lists.

use super::*;
use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::compatibility;

type Pixels = *const u8;

/// Calls glTexImage3D with red bytes.
fn image_3d(target: u32, [width, height, depth]: [i32; 3], pixels: Pixels) {
    gl!(glTexImage3D(
        target => u32, 0 => i32, GL_R8 as i32 => i32, width => i32, height => i32, depth => i32, 0 => i32, GL_RED => u32,
        GL_UNSIGNED_BYTE => u32, pixels => Pixels
    ));
}

#[test]
fn lists_keep_all_slices() {
    let gl = Gl::new(compatibility());
    gl!(glPixelStorei(GL_UNPACK_ALIGNMENT => u32, 1 => i32));
    gl!(glPixelStorei(GL_UNPACK_SKIP_IMAGES => u32, 1 => i32));
    gl!(glPixelStorei(GL_UNPACK_IMAGE_HEIGHT => u32, 2 => i32));
    let mut pixels: Vec<u8> = (0..12).collect();
    gl!(glNewList(1 => u32, GL_COMPILE => u32));
    image_3d(GL_TEXTURE_3D, [2, 1, 2], pixels.as_ptr());
    gl!(glTexSubImage3D(
        GL_TEXTURE_3D => u32, 0 => i32, 1 => i32, 0 => i32, 1 => i32, 1 => i32, 1 => i32, 1 => i32, GL_RED => u32,
        GL_UNSIGNED_BYTE => u32, pixels.as_ptr() => Pixels
    ));
    gl!(glEndList());
    gl.no_error();
    assert!(level(&gl.0.lock().unwrap(), TextureKind::D3, 0, 0).is_none(), "the list is compiled only");
    pixels.fill(99);
    gl!(glPixelStorei(GL_UNPACK_SKIP_IMAGES => u32, 0 => i32));
    gl!(glPixelStorei(GL_UNPACK_IMAGE_HEIGHT => u32, 0 => i32));
    gl!(glCallList(1 => u32));
    gl.no_error();
    assert_eq!(layers(&gl.0.lock().unwrap(), TextureKind::D3, 0), [[4, 5], [8, 2]]);
}

#[test]
fn lists_keep_named_slices_and_rows() {
    let gl = Gl::new(compatibility());
    gl!(glPixelStorei(GL_UNPACK_ALIGNMENT => u32, 1 => i32));
    let mut names = [0; 2];
    gl!(glGenTextures(2 => i32, names.as_mut_ptr() => *mut u32));
    gl!(glBindTexture(GL_TEXTURE_2D_ARRAY => u32, names[0] => u32));
    image_3d(GL_TEXTURE_2D_ARRAY, [1, 1, 3], [0; 3].as_ptr());
    let mut pixels: Vec<u8> = vec![7, 8, 9];
    gl!(glNewList(1 => u32, GL_COMPILE => u32));
    gl!(glTextureSubImage3D(
        names[0] => u32, 0 => i32, 0 => i32, 0 => i32, 0 => i32, 1 => i32, 1 => i32, 3 => i32, GL_RED => u32, GL_UNSIGNED_BYTE => u32,
        pixels.as_ptr() => Pixels
    ));
    gl!(glBindTexture(GL_TEXTURE_1D_ARRAY => u32, names[1] => u32));
    gl!(glTexImage2D(
        GL_TEXTURE_1D_ARRAY => u32, 0 => i32, GL_R8 as i32 => i32, 1 => i32, 3 => i32, 0 => i32, GL_RED => u32, GL_UNSIGNED_BYTE => u32,
        pixels.as_ptr() => Pixels
    ));
    gl!(glEndList());
    pixels.fill(99);
    gl!(glCallList(1 => u32));
    gl!(glBindTexture(GL_TEXTURE_1D_ARRAY => u32, names[1] => u32));
    gl.no_error();
    let context = gl.0.lock().unwrap();
    assert_eq!(layers(&context, TextureKind::D2Array, 0), [[7], [8], [9]]);
    assert_eq!(layers(&context, TextureKind::D1Array, 0), [[7], [8], [9]]);
}

#[test]
fn proxies_are_not_compiled() {
    let gl = Gl::new(compatibility());
    gl!(glNewList(1 => u32, GL_COMPILE => u32));
    image_3d(GL_PROXY_TEXTURE_3D, [1, 2, 3], std::ptr::null());
    image_3d(GL_PROXY_TEXTURE_2D_ARRAY, [1, 2, 3], std::ptr::null());
    image_3d(GL_PROXY_TEXTURE_CUBE_MAP_ARRAY, [1, 1, 6], std::ptr::null());
    let proxies: Vec<TextureKind> = gl.0.lock().unwrap().textures.proxies.keys().map(|key| key.0).collect();
    for kind in [TextureKind::D3, TextureKind::D2Array, TextureKind::CubeArray] {
        assert!(proxies.contains(&kind), "{kind:?}");
    }
    gl!(glEndList());
    gl.no_error();
}
