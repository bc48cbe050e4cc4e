//! Pictures of OpenGL ES 1.1 contexts.

use super::*;
use crate::dispatch::set_current;
use crate::testing::windows::with_window;
use std::ptr::null;
use std::sync::{Arc, Mutex};

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLACK: [u8; 4] = [0; 4];

/// Makes an image of the bound two-dimensional texture, without mip maps.
fn image([width, height]: [i32; 2], texels: &[[u8; 4]]) {
    for name in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
        glTexParameteri(GL_TEXTURE_2D, name, GL_NEAREST as i32);
    }
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA as i32, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_ptr().cast());
    glEnable(GL_TEXTURE_2D);
}

/// Sets the region of the bound texture that glDrawTexOES draws.
fn crop(region: [i32; 4]) {
    glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_CROP_RECT_OES, region.as_ptr());
}

/// Draws triangles with vertices in fixed-point values and colours of a type.
fn triangles(corners: &[i32], colors: Option<&[i32]>) {
    glVertexPointer(2, GL_FIXED, 0, corners.as_ptr().cast());
    glEnableClientState(GL_VERTEX_ARRAY);
    if let Some(colors) = colors {
        glColorPointer(4, GL_FIXED, 0, colors.as_ptr().cast());
        glEnableClientState(GL_COLOR_ARRAY);
    }
    glDrawArrays(GL_TRIANGLE_STRIP, 0, corners.len() as i32 / 2);
    glDisableClientState(GL_COLOR_ARRAY);
    assert_eq!(error(), GL_NO_ERROR);
}

const SQUARE: [i32; 8] = [-ONE, -ONE, ONE, -ONE, -ONE, ONE, ONE, ONE];

#[test]
fn arrays_of_fixed_point_values() {
    let gl = Gl::new(es1());
    triangles(&[-ONE, -ONE, 0, -ONE, -ONE, ONE, 0, ONE], Some(&[0, ONE, 0, ONE].repeat(4)));
    assert_eq!([gl.pixel(0, 0), gl.pixel(7, 15), gl.pixel(8, 8)], [GREEN, GREEN, BLACK]);
    // The array changed no current value.
    triangles(&SQUARE, None);
    assert_eq!(gl.pixel(8, 8), [255; 4]);
}

#[test]
fn arrays_in_buffers() {
    let gl = Gl::new(es1());
    gl.buffer(GL_ARRAY_BUFFER, &SQUARE.map(i32::cast_unsigned));
    gl.buffer(GL_ELEMENT_ARRAY_BUFFER, &[0x0001_0000, 0x0003_0002]);
    glVertexPointer(2, GL_FIXED, 0, null());
    glEnableClientState(GL_VERTEX_ARRAY);
    glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, null());
    assert_eq!((gl.pixel(0, 15), integer(GL_VERTEX_ARRAY_BUFFER_BINDING), error()), ([255; 4], 1, GL_NO_ERROR));
}

#[test]
fn lighting_and_clip_planes() {
    let gl = Gl::new(es1());
    [GL_LIGHTING, GL_LIGHT0, GL_CLIP_PLANE0].into_iter().for_each(glEnable);
    glMaterialxv(GL_FRONT_AND_BACK, GL_DIFFUSE, [ONE, 0, 0, ONE].as_ptr());
    glMaterialxv(GL_FRONT_AND_BACK, GL_AMBIENT, [0, 0, 0, ONE].as_ptr());
    glClipPlanex(GL_CLIP_PLANE0, [ONE, 0, 0, 0].as_ptr());
    triangles(&SQUARE, None);
    assert_eq!([gl.pixel(7, 8), gl.pixel(8, 8)], [BLACK, RED]);
    // "COLOR_MATERIAL … both the ambient and diffuse properties … will track the current color"
    glEnable(GL_COLOR_MATERIAL);
    triangles(&SQUARE, Some(&[0, ONE, 0, ONE].repeat(4)));
    assert_eq!(gl.pixel(8, 8), GREEN);
}

#[test]
fn rectangles_of_textures() {
    let gl = Gl::new(es1());
    image([2, 2], &[RED, GREEN, GREEN, RED]);
    crop([1, 0, 1, 2]);
    glDrawTexfOES(4.0, 4.0, 0.0, 4.0, 8.0);
    let row = [gl.pixel(3, 4), gl.pixel(4, 4), gl.pixel(7, 7), gl.pixel(7, 8), gl.pixel(8, 8), gl.pixel(4, 12)];
    assert_eq!(row, [BLACK, GREEN, GREEN, RED, BLACK, BLACK]);
    // Texture matrices and the model-view matrix have no effect, and culling has none.
    [GL_TEXTURE, GL_MODELVIEW].into_iter().for_each(|mode| {
        glMatrixMode(mode);
        glScalef(0.0, 0.0, 0.0);
    });
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT_AND_BACK);
    // Partly outside of the window.
    crop([0, 0, 2, 2]);
    glDrawTexsvOES([-16i16, 0, 0, 32, 32].as_ptr());
    assert_eq!([gl.pixel(0, 0), gl.pixel(15, 15)], [GREEN, GREEN]);
    glDrawTexxvOES([0, 0, 0, 16 * ONE, 16 * ONE].as_ptr());
    assert_eq!([gl.pixel(0, 0), gl.pixel(15, 0)], [RED, GREEN]);
    glColor4ub(0, 255, 255, 255);
    glDrawTexivOES([0, 0, 0, 16, 16].as_ptr());
    // "the color by the current color", which modulates the texture
    assert_eq!([gl.pixel(0, 0), gl.pixel(15, 0)], [[0, 0, 0, 255], GREEN]);
    gl.no_error();
}

#[test]
fn rectangles_of_textures_have_a_depth() {
    // A window with depths.
    let context = Arc::new(Mutex::new(with_window(es1(), 16, 16, true)));
    set_current(Some(context.clone()));
    let gl = Gl(context);
    image([1, 1], &[RED]);
    crop([0, 0, 1, 1]);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glDepthRangef(0.5, 1.0);
    let draw = |z: f32, width: f32| glDrawTexfOES(0.0, 0.0, z, width, 4.0);
    draw(-3.0, 4.0);
    glDisable(GL_TEXTURE_2D);
    // "Zw = n, if z <= 0; n + z * (f - n), otherwise": nothing is nearer than the first rectangle.
    draw(0.5, 8.0);
    assert_eq!([gl.pixel(0, 0), gl.pixel(4, 0)], [RED, [255; 4]]);
    glDepthRangef(0.0, 1.0);
    draw(0.25, 2.0);
    assert_eq!([gl.pixel(0, 0), gl.pixel(2, 0)], [[255; 4], RED]);
    gl.no_error();
}

#[test]
fn sizes_of_points_in_an_array_are_attenuated_and_clamped() {
    let gl = Gl::new(es1());
    let (places, sizes) = ([-HALF, 0, HALF, 0], [2 * ONE, 8 * ONE]);
    glVertexPointer(2, GL_FIXED, 0, places.as_ptr().cast());
    glPointSizePointerOES(GL_FIXED, 0, sizes.as_ptr().cast());
    [GL_VERTEX_ARRAY, GL_POINT_SIZE_ARRAY_OES].into_iter().for_each(glEnableClientState);
    glPointParameterf(GL_POINT_SIZE_MAX, 4.0);
    glDrawArrays(GL_POINTS, 0, 2);
    let width = |from: usize, to: usize| (from..to).filter(|&x| gl.pixel(x, 8) == [255; 4]).count();
    assert_eq!((width(0, 8), width(8, 16)), (2, 4));
    glClear(GL_COLOR_BUFFER_BIT);
    glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, [4.0f32, 0.0, 0.0].as_ptr());
    glDrawArrays(GL_POINTS, 0, 2);
    assert_eq!((width(0, 8), width(8, 16)), (1, 4));
    // Without the array, points have the size of glPointSize.
    glDisableClientState(GL_POINT_SIZE_ARRAY_OES);
    glClear(GL_COLOR_BUFFER_BIT);
    glPointSize(4.0);
    glDrawArrays(GL_POINTS, 0, 2);
    assert_eq!((width(0, 8), width(8, 16)), (2, 2));
    gl.no_error();
}
