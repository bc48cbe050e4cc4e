//! Pixels of textures in display lists.

use super::*;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;

type Pixels = *const u8;

/// Calls glTexImage3D with red bytes.
fn image_3d(target: u32, [width, height, depth]: [i32; 3], pixels: Pixels) {
    glTexImage3D(target, 0, GL_R8 as i32, width, height, depth, 0, GL_RED, GL_UNSIGNED_BYTE, pixels.cast());
}

#[test]
fn lists_keep_all_slices() {
    let gl = Gl::new(compatibility());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_SKIP_IMAGES, 1);
    glPixelStorei(GL_UNPACK_IMAGE_HEIGHT, 2);
    let mut pixels: Vec<u8> = (0..12).collect();
    glNewList(1, GL_COMPILE);
    image_3d(GL_TEXTURE_3D, [2, 1, 2], pixels.as_ptr());
    glTexSubImage3D(GL_TEXTURE_3D, 0, 1, 0, 1, 1, 1, 1, GL_RED, GL_UNSIGNED_BYTE, pixels.as_ptr().cast());
    glEndList();
    gl.no_error();
    assert!(level(&gl.0.lock().unwrap(), TextureKind::D3, 0, 0).is_none(), "the list is compiled only");
    pixels.fill(99);
    glPixelStorei(GL_UNPACK_SKIP_IMAGES, 0);
    glPixelStorei(GL_UNPACK_IMAGE_HEIGHT, 0);
    glCallList(1);
    gl.no_error();
    assert_eq!(layers(&gl.0.lock().unwrap(), TextureKind::D3, 0), [[4, 5], [8, 2]]);
}

#[test]
fn lists_keep_named_slices_and_rows() {
    let gl = Gl::new(compatibility());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    let mut names = [0; 2];
    glGenTextures(2, names.as_mut_ptr());
    glBindTexture(GL_TEXTURE_2D_ARRAY, names[0]);
    image_3d(GL_TEXTURE_2D_ARRAY, [1, 1, 3], [0; 3].as_ptr());
    let mut pixels: Vec<u8> = vec![7, 8, 9];
    glNewList(1, GL_COMPILE);
    glTextureSubImage3D(names[0], 0, 0, 0, 0, 1, 1, 3, GL_RED, GL_UNSIGNED_BYTE, pixels.as_ptr().cast());
    glBindTexture(GL_TEXTURE_1D_ARRAY, names[1]);
    glTexImage2D(GL_TEXTURE_1D_ARRAY, 0, GL_R8 as i32, 1, 3, 0, GL_RED, GL_UNSIGNED_BYTE, pixels.as_ptr().cast());
    glEndList();
    pixels.fill(99);
    glCallList(1);
    glBindTexture(GL_TEXTURE_1D_ARRAY, names[1]);
    gl.no_error();
    let context = gl.0.lock().unwrap();
    assert_eq!(layers(&context, TextureKind::D2Array, 0), [[7], [8], [9]]);
    assert_eq!(layers(&context, TextureKind::D1Array, 0), [[7], [8], [9]]);
}

#[test]
fn proxies_are_not_compiled() {
    let gl = Gl::new(compatibility());
    glNewList(1, GL_COMPILE);
    image_3d(GL_PROXY_TEXTURE_3D, [1, 2, 3], std::ptr::null());
    image_3d(GL_PROXY_TEXTURE_2D_ARRAY, [1, 2, 3], std::ptr::null());
    image_3d(GL_PROXY_TEXTURE_CUBE_MAP_ARRAY, [1, 1, 6], std::ptr::null());
    let proxies: Vec<TextureKind> = gl.0.lock().unwrap().textures.proxies.keys().map(|key| key.0).collect();
    for kind in [TextureKind::D3, TextureKind::D2Array, TextureKind::CubeArray] {
        assert!(proxies.contains(&kind), "{kind:?}");
    }
    glEndList();
    gl.no_error();
}
