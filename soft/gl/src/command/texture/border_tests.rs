//! Textures with borders, which the compatibility profile has.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;
use std::ffi::c_void;

/// A current context whose pixels are bytes without gaps.
fn context() -> Gl {
    let gl = Gl::new(compatibility());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    gl
}

fn error() -> u32 {
    glGetError()
}

/// Makes a level of luminances with a border of one texel.
fn image(target: u32, level: i32, size: [i32; 2], values: &[u8]) {
    let data = values.as_ptr().cast::<c_void>();
    glTexImage2D(target, level, GL_LUMINANCE8 as i32, size[0], size[1], 1, GL_LUMINANCE, GL_UNSIGNED_BYTE, data);
}

/// Returns the texels of a level, with its border.
fn texels<const N: usize>(target: u32, level: i32) -> [u8; N] {
    let mut values = [7; N];
    let into = values.as_mut_ptr().cast::<c_void>();
    glGetTexImage(target, level, GL_LUMINANCE, GL_UNSIGNED_BYTE, into);
    values
}

/// Returns the width, height, depth and border of a level.
fn size(target: u32, level: i32) -> [i32; 4] {
    [GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT, GL_TEXTURE_DEPTH, GL_TEXTURE_BORDER].map(|name| {
        let mut value = -1;
        glGetTexLevelParameteriv(target, level, name, &raw mut value);
        value
    })
}

/// Two by two texels with a border.
const IMAGE: [u8; 16] = [1, 30, 31, 2, 10, 100, 110, 20, 11, 120, 130, 21, 3, 40, 41, 4];

fn parameter(name: u32, value: u32) {
    glTexParameteri(GL_TEXTURE_2D, name, value as i32);
}

/// Sets the filters and the wrap mode of the two-dimensional texture, and enables it.
fn sampled(filter: u32, wrap: u32) {
    parameter(GL_TEXTURE_MIN_FILTER, filter);
    parameter(GL_TEXTURE_MAG_FILTER, filter);
    parameter(GL_TEXTURE_WRAP_S, wrap);
    parameter(GL_TEXTURE_WRAP_T, wrap);
    glEnable(GL_TEXTURE_2D);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE as i32);
}

/// Draws the window with a look-up at s and t in every pixel; returns the red component.
fn look_up(gl: &Gl, s: f32, t: f32) -> u8 {
    glTexCoord2f(s, t);
    glRectf(-1.0, -1.0, 1.0, 1.0);
    gl.no_error();
    gl.pixel(8, 8)[0]
}

#[test]
fn images_come_back_with_their_border() {
    let gl = context();
    image(GL_TEXTURE_2D, 0, [4, 4], &IMAGE);
    assert_eq!((size(GL_TEXTURE_2D, 0), texels::<17>(GL_TEXTURE_2D, 0)[..16].to_vec()), ([4, 4, 1, 1], IMAGE.to_vec()));
    glTexImage1D(GL_TEXTURE_1D, 0, GL_LUMINANCE8 as i32, 4, 1, GL_LUMINANCE, GL_UNSIGNED_BYTE, IMAGE.as_ptr().cast());
    assert_eq!((size(GL_TEXTURE_1D, 0), texels::<5>(GL_TEXTURE_1D, 0)), ([4, 1, 1, 1], [1, 30, 31, 2, 7]));
    let cube: Vec<u8> = (0..27).collect();
    glTexImage3D(GL_TEXTURE_3D, 0, GL_LUMINANCE8 as i32, 3, 3, 3, 1, GL_LUMINANCE, GL_UNSIGNED_BYTE, cube.as_ptr().cast());
    assert_eq!((size(GL_TEXTURE_3D, 0), texels::<27>(GL_TEXTURE_3D, 0).to_vec()), ([3, 3, 3, 1], cube));
    image(GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, [4, 4], &IMAGE);
    assert_eq!(texels::<16>(GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0), IMAGE);
    image(GL_PROXY_TEXTURE_2D, 0, [4, 4], &IMAGE);
    assert_eq!(size(GL_PROXY_TEXTURE_2D, 0), [4, 4, 1, 1]);
    gl.no_error();
    // The largest border has one texel, and rectangles have none.
    glTexImage1D(GL_TEXTURE_1D, 0, GL_LUMINANCE8 as i32, 6, 2, GL_LUMINANCE, GL_UNSIGNED_BYTE, IMAGE.as_ptr().cast());
    assert_eq!(error(), GL_INVALID_VALUE);
    image(GL_TEXTURE_RECTANGLE, 0, [4, 4], &IMAGE);
    assert_eq!(error(), GL_INVALID_VALUE);
}

#[test]
fn filters_read_the_border() {
    let gl = context();
    image(GL_TEXTURE_2D, 0, [4, 4], &IMAGE);
    sampled(GL_NEAREST, GL_CLAMP_TO_BORDER);
    let at = |s: f32, t: f32| look_up(&gl, s, t);
    assert_eq!([at(0.25, 0.25), at(0.75, 0.75)], [100, 130]);
    assert_eq!([at(-0.5, 0.25), at(2.0, 0.75), at(0.25, -1.0), at(0.75, 1.5)], [10, 21, 30, 41]);
    assert_eq!([at(-0.5, -0.5), at(1.5, -0.5), at(-0.5, 1.5), at(1.5, 1.5)], [1, 2, 3, 4]);
    // Nearest texels of GL_CLAMP are inside of the border.
    sampled(GL_NEAREST, GL_CLAMP);
    assert_eq!([at(-0.5, 0.25), at(2.0, 0.75)], [100, 130]);
    // "CLAMP: clamp(u, 0, wt)": linear filters reach half a texel into it.
    sampled(GL_LINEAR, GL_CLAMP);
    assert_eq!([at(0.0, 0.25), at(-7.0, 0.25), at(1.0, 0.25), at(0.5, 0.25)], [55, 55, 65, 105]);
    sampled(GL_LINEAR, GL_CLAMP_TO_BORDER);
    assert_eq!([at(-0.25, 0.25), at(-7.0, 0.25), at(1.25, 0.75)], [10, 10, 21]);
    sampled(GL_LINEAR, GL_CLAMP_TO_EDGE);
    assert_eq!([at(-7.0, 0.25), at(1.0, 0.75)], [100, 130]);
    sampled(GL_LINEAR, GL_REPEAT);
    assert_eq!(at(0.0, 0.25), 105);
}

#[test]
fn three_dimensional_textures_and_cube_maps_have_borders_on_all_sides() {
    let gl = context();
    let cube: Vec<u8> = (0..27).map(|index| index * 4).collect();
    glTexImage3D(GL_TEXTURE_3D, 0, GL_LUMINANCE8 as i32, 3, 3, 3, 1, GL_LUMINANCE, GL_UNSIGNED_BYTE, cube.as_ptr().cast());
    for target in [GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP] {
        for (name, value) in [
            (GL_TEXTURE_MIN_FILTER, GL_LINEAR),
            (GL_TEXTURE_MAG_FILTER, GL_LINEAR),
            (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER),
            (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER),
            (GL_TEXTURE_WRAP_R, GL_CLAMP_TO_BORDER),
        ] {
            glTexParameteri(target, name, value as i32);
        }
    }
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE as i32);
    glEnable(GL_TEXTURE_3D);
    let at = |s: f32, t: f32, r: f32| {
        glTexCoord3f(s, t, r);
        glRectf(-1.0, -1.0, 1.0, 1.0);
        gl.pixel(8, 8)[0]
    };
    assert_eq!([at(0.5, 0.5, 0.5), at(0.5, 0.5, -5.0), at(0.5, 0.5, 5.0), at(-5.0, 5.0, 5.0)], [52, 16, 88, 96]);
    assert_eq!(at(0.5, 0.5, 0.0), 34, "half way between two slices");
    glDisable(GL_TEXTURE_3D);
    for face in GL_TEXTURE_CUBE_MAP_POSITIVE_X..=GL_TEXTURE_CUBE_MAP_NEGATIVE_Z {
        image(face, 0, [3, 3], &[50, 50, 50, 50, 90, 50, 50, 50, 50]);
    }
    glEnable(GL_TEXTURE_CUBE_MAP);
    assert_eq!([at(1.0, 0.0, 0.0), at(1.0, 0.0, 0.9999)], [90, 70]);
    gl.no_error();
}

#[test]
fn parts_begin_in_the_border() {
    let gl = context();
    image(GL_TEXTURE_2D, 0, [4, 4], &IMAGE);
    let part = |x: i32, y: i32, width: i32, height: i32, values: &[u8]| {
        glTexSubImage2D(GL_TEXTURE_2D, 0, x, y, width, height, GL_LUMINANCE, GL_UNSIGNED_BYTE, values.as_ptr().cast());
        error()
    };
    assert_eq!(part(-1, -1, 2, 2, &[201, 202, 203, 204]), GL_NO_ERROR);
    assert_eq!(part(2, 1, 1, 1, &[205]), GL_NO_ERROR);
    let mut expected = IMAGE;
    (expected[0], expected[1], expected[4], expected[5], expected[11]) = (201, 202, 203, 204, 205);
    assert_eq!(texels::<16>(GL_TEXTURE_2D, 0), expected);
    for (x, y, width, height) in [(-2, 0, 1, 1), (0, -2, 1, 1), (2, 0, 2, 1), (0, 2, 1, 2), (-1, 0, 5, 1)] {
        assert_eq!(part(x, y, width, height, &[0; 8]), GL_INVALID_VALUE);
    }
    sampled(GL_NEAREST, GL_CLAMP_TO_BORDER);
    assert_eq!([look_up(&gl, 0.25, 0.25), look_up(&gl, -0.5, 0.25), look_up(&gl, 1.5, 0.75)], [204, 203, 205]);
}

#[test]
fn draws_to_a_texture_keep_its_border() {
    let gl = context();
    let mut framebuffer = 0u32;
    glGenFramebuffers(1, &raw mut framebuffer);
    let mut name = 0u32;
    glGenTextures(1, &raw mut name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8 as i32, 4, 4, 1, GL_LUMINANCE, GL_UNSIGNED_BYTE, IMAGE.as_ptr().cast());
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
    glClearColor(1.0, 1.0, 1.0, 1.0);
    glClear(GL_COLOR_BUFFER_BIT);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    let mut expected = IMAGE;
    [5, 6, 9, 10].into_iter().for_each(|inside: usize| expected[inside] = 255);
    assert_eq!(texels::<16>(GL_TEXTURE_2D, 0), expected);
    gl.no_error();
}

#[test]
fn copies_of_the_framebuffer_have_a_border() {
    let gl = context();
    glWindowPos2i(0, 0);
    glDrawPixels(4, 4, GL_LUMINANCE, GL_UNSIGNED_BYTE, IMAGE.as_ptr().cast());
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE8, 0, 0, 4, 4, 1);
    assert_eq!((size(GL_TEXTURE_2D, 0), texels::<16>(GL_TEXTURE_2D, 0)), ([4, 4, 1, 1], IMAGE));
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, -1, 0, 1, 1, 2, 1);
    assert_eq!(texels::<16>(GL_TEXTURE_2D, 0)[4..8], [100, 110, 110, 20]);
    gl.no_error();
}

#[test]
fn mip_maps_have_borders_and_levels_the_same_one() {
    let gl = context();
    // Four by four texels of 100 with a border of 40 at the left and 80 elsewhere.
    let mut values = [80u8; 36];
    (0..6).for_each(|row| values[row * 6] = 40);
    (1..5).flat_map(|row| (1..5).map(move |column| row * 6 + column)).for_each(|place| values[place] = 100);
    image(GL_TEXTURE_2D, 0, [6, 6], &values);
    glGenerateMipmap(GL_TEXTURE_2D);
    assert_eq!((size(GL_TEXTURE_2D, 1), size(GL_TEXTURE_2D, 2)), ([4, 4, 1, 1], [3, 3, 1, 1]));
    assert_eq!(texels::<9>(GL_TEXTURE_2D, 2), [40, 80, 80, 40, 100, 80, 40, 80, 80]);
    sampled(GL_NEAREST, GL_CLAMP_TO_BORDER);
    parameter(GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    parameter(GL_TEXTURE_BASE_LEVEL, 1);
    assert_eq!([look_up(&gl, -0.5, 0.5), look_up(&gl, 0.5, 0.5)], [40, 100]);
    // A level without a border makes the texture incomplete: the fixed function draws without it.
    let inside = [100u8];
    glTexImage2D(GL_TEXTURE_2D, 2, GL_LUMINANCE8 as i32, 1, 1, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, inside.as_ptr().cast());
    glColor4ub(3, 0, 0, 255);
    assert_eq!(look_up(&gl, 0.5, 0.5), 3);
}
