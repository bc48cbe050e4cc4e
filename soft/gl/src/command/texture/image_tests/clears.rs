//! glClearTexImage and glInvalidateTexImage.

use super::super::clears::{clear, clear_part, invalidate_part};
use super::*;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::code_of;
use crate::testing::windows::core;

/// Fills a box of the base level of texture 1 with nines.
fn fill(context: &mut Context, at: [i32; 3], size: [i32; 3]) -> Result<()> {
    let ([x, y, z], [width, height, depth]) = (at, size);
    clear_part(context, 1, 0, x, y, z, width, height, depth, GL_RED, GL_UNSIGNED_BYTE, slice(&[9]))
}

fn fill_all(context: &mut Context) -> Result<()> {
    clear(context, 1, 0, GL_RED, GL_UNSIGNED_BYTE, slice(&[9]))
}

#[test]
fn all_layers_are_cleared() {
    for (target, kind) in [(GL_TEXTURE_3D, TextureKind::D3), (GL_TEXTURE_2D_ARRAY, TextureKind::D2Array)] {
        let mut context = zeros(core(), target);
        fill(&mut context, [1, 0, 1], [1, 2, 2]).unwrap();
        assert_eq!(layers(&context, kind, 0), [[0, 0, 0, 0], [0, 9, 0, 9], [0, 9, 0, 9]], "{kind:?}");
        fill_all(&mut context).unwrap();
        assert_eq!(layers(&context, kind, 0), [[9; 4]; 3], "{kind:?}");
    }
    let mut context = zeros(core(), GL_TEXTURE_1D_ARRAY);
    fill(&mut context, [1, 1, 0], [1, 2, 1]).unwrap();
    assert_eq!(layers(&context, TextureKind::D1Array, 0), [[0, 0], [0, 9], [0, 9]]);
    fill(&mut context, [0, 0, 0], [1, 2, 0]).unwrap();
    assert_eq!(layers(&context, TextureKind::D1Array, 0), [[0, 0], [0, 9], [0, 9]], "no depth");
    fill_all(&mut context).unwrap();
    assert_eq!(layers(&context, TextureKind::D1Array, 0), [[9; 2]; 3]);
}

#[test]
fn faces_are_cleared_as_slices() {
    let mut context = cube(core(), 2);
    red(&mut context, FACES[0], &[1, 1], slice(&[0])).unwrap();
    fill(&mut context, [0, 1, 2], [2, 1, 2]).unwrap();
    let bytes = |context: &Context| [0, 1, 2, 3, 4].map(|face| layers(context, TextureKind::Cube, face).concat());
    assert_eq!(bytes(&context), [vec![0], vec![1; 4], vec![2, 2, 9, 9], vec![3, 3, 9, 9], vec![4; 4]]);
    assert_eq!(code_of(fill(&mut context, [0, 1, 0], [2, 1, 2])), Err(GL_INVALID_OPERATION), "one face is smaller");
    fill_all(&mut context).unwrap();
    assert_eq!(bytes(&context), [vec![9], vec![9; 4], vec![9; 4], vec![9; 4], vec![9; 4]]);
}

#[test]
fn errors_of_clears() {
    let mut context = zeros(core(), GL_TEXTURE_3D);
    assert_eq!(code_of(fill(&mut context, [0, 0, 0], [2, 2, 4])), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(fill(&mut context, [0, 0, -1], [2, 2, 1])), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(fill(&mut context, [0, 0, 0], [2, 2, -1])), Err(GL_INVALID_VALUE));
    assert_eq!(layers(&context, TextureKind::D3, 0), [[0; 4]; 3]);
    let mut context = zeros(core(), GL_TEXTURE_1D_ARRAY);
    assert_eq!(code_of(fill(&mut context, [0, 2, 0], [1, 2, 1])), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(fill(&mut context, [0, 0, 1], [1, 1, 1])), Err(GL_INVALID_OPERATION));
    let mut context = bound(core(), GL_TEXTURE_CUBE_MAP);
    red(&mut context, FACES[0], &[1, 1], slice(&[0])).unwrap();
    assert_eq!(code_of(fill_all(&mut context)), Err(GL_INVALID_OPERATION), "five faces have no image");
    assert_eq!(code_of(fill(&mut context, [0, 0, 1], [1; 3])), Err(GL_INVALID_OPERATION));
    assert_eq!(fill(&mut context, [0, 0, 0], [1; 3]), Ok(()));
    assert_eq!(code_of(fill(&mut context, [0, 0, 6], [1; 3])), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(clear(&mut context, 1, 15, GL_RED, GL_UNSIGNED_BYTE, NULL)), Err(GL_INVALID_VALUE));
}

#[test]
fn regions_of_invalidation_have_layers() {
    let part = |context: &mut Context, level, y, z, height, depth| invalidate_part(context, 1, level, 0, y, z, 1, height, depth);
    let mut context = zeros(core(), GL_TEXTURE_3D);
    assert_eq!(part(&mut context, 0, 0, 1, 2, 2), Ok(()));
    assert_eq!(code_of(part(&mut context, 0, 0, 2, 2, 2)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(part(&mut context, 0, 0, 0, 3, 1)), Err(GL_INVALID_VALUE));
    assert_eq!(part(&mut context, 11, 0, 0, 1, 1), Ok(()), "nothing is there to invalidate");
    assert_eq!(code_of(part(&mut context, 12, 0, 0, 1, 1)), Err(GL_INVALID_VALUE));
    let mut context = zeros(core(), GL_TEXTURE_1D_ARRAY);
    assert_eq!(part(&mut context, 0, 1, 0, 2, 1), Ok(()));
    assert_eq!(code_of(part(&mut context, 0, 2, 0, 2, 1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(part(&mut context, 0, 0, 1, 1, 1)), Err(GL_INVALID_VALUE));
    let mut context = cube(core(), 1);
    assert_eq!(part(&mut context, 0, 0, 5, 1, 1), Ok(()));
    assert_eq!(code_of(part(&mut context, 0, 0, 5, 1, 2)), Err(GL_INVALID_VALUE));
}

#[test]
fn pixels_of_depth_do_not_clear_colours() {
    let mut context = zeros(core(), GL_TEXTURE_2D_ARRAY);
    for (format, ty) in [(GL_DEPTH_COMPONENT, GL_FLOAT), (GL_STENCIL_INDEX, GL_UNSIGNED_BYTE), (GL_DEPTH_STENCIL, GL_UNSIGNED_SHORT)] {
        assert_eq!(code_of(clear(&mut context, 1, 0, format, ty, slice(&[0u8; 8]))), Err(GL_INVALID_OPERATION));
    }
}

#[test]
fn shared_exponents_keep_their_bits() {
    let gl = Gl::new(core());
    let mut texture = 0u32;
    glCreateTextures(GL_TEXTURE_2D, 1, &raw mut texture);
    glTextureStorage2D(texture, 2, GL_RGB9_E5, 2, 1);
    // The mantissas are even: a smaller exponent would do.
    let (words, mut read) = ([0xF8FC_0000u32, 0x8000_0002], [0u32; 2]);
    let ty = GL_UNSIGNED_INT_5_9_9_9_REV;
    glTextureSubImage2D(texture, 0, 0, 0, 2, 1, GL_RGB, ty, words.as_ptr().cast());
    glGetTextureImage(texture, 0, GL_RGB, ty, 8, read.as_mut_ptr().cast());
    gl.no_error();
    assert_eq!(read, words);
    // An immutable texture has no further levels to render to.
    let mut framebuffer = 0u32;
    glCreateFramebuffers(1, &raw mut framebuffer);
    glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT0, texture, 1);
    gl.no_error();
    glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT0, texture, 2);
    assert_eq!(glGetError(), GL_INVALID_VALUE);
}
