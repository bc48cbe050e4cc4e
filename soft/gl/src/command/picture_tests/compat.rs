//! The fixed function of the compatibility profile.

use super::{noise, pixels, target};
use crate::testing::calling::{Gl, gl};
use crate::tokens::*;
use std::ffi::c_void;

/// Lights, fog, texture environments, generated coordinates, user clip planes and bitmaps.
pub fn fixed_function(gl: &Gl) -> Vec<u32> {
    target(GL_RGBA8, 0);
    gl!(glMatrixMode(GL_PROJECTION => u32));
    gl!(glFrustum(-1.0 => f64, 1.0 => f64, -1.0 => f64, 1.0 => f64, 1.5 => f64, 20.0 => f64));
    gl!(glMatrixMode(GL_MODELVIEW => u32));
    gl!(glTranslatef(0.1f32 => f32, 0.2f32 => f32, -4.0f32 => f32));
    gl!(glRotatef(33.0f32 => f32, 1.0f32 => f32, 0.7f32 => f32, 0.2f32 => f32));
    for capability in
        [GL_LIGHTING, GL_LIGHT0, GL_LIGHT1, GL_FOG, GL_DEPTH_TEST, GL_TEXTURE_2D, GL_NORMALIZE, GL_CLIP_PLANE0, GL_COLOR_MATERIAL]
    {
        gl!(glEnable(capability => u32));
    }
    let place = |light: u32, name: u32, values: [f32; 4]| gl!(glLightfv(light => u32, name => u32, values.as_ptr() => *const f32));
    place(GL_LIGHT0, GL_POSITION, [3.0, 4.0, 5.0, 1.0]);
    place(GL_LIGHT0, GL_SPECULAR, [0.9, 0.8, 0.2, 1.0]);
    place(GL_LIGHT1, GL_DIFFUSE, [0.1, 0.3, 0.9, 1.0]);
    place(GL_LIGHT1, GL_SPOT_DIRECTION, [0.0, -0.2, -1.0, 0.0]);
    gl!(glLightf(GL_LIGHT1 => u32, GL_SPOT_CUTOFF => u32, 40.0f32 => f32));
    gl!(glLightf(GL_LIGHT0 => u32, GL_LINEAR_ATTENUATION => u32, 0.1f32 => f32));
    gl!(glMaterialf(GL_FRONT_AND_BACK => u32, GL_SHININESS => u32, 12.5f32 => f32));
    gl!(glFogi(GL_FOG_MODE => u32, GL_EXP2 as i32 => i32));
    gl!(glFogf(GL_FOG_DENSITY => u32, 0.15f32 => f32));
    let plane = [0.3f64, 1.0, -0.2, 0.8];
    gl!(glClipPlane(GL_CLIP_PLANE0 => u32, plane.as_ptr() => *const f64));
    let texels = noise(16 * 16 * 4);
    gl!(glTexImage2D(
        GL_TEXTURE_2D => u32, 0 => i32, GL_RGBA as i32 => i32, 16 => i32, 16 => i32, 0 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32,
        texels.as_ptr().cast() => *const c_void
    ));
    gl!(glTexParameteri(GL_TEXTURE_2D => u32, GL_TEXTURE_MIN_FILTER => u32, GL_LINEAR as i32 => i32));
    gl!(glTexEnvi(GL_TEXTURE_ENV => u32, GL_TEXTURE_ENV_MODE => u32, GL_COMBINE as i32 => i32));
    gl!(glTexEnvi(GL_TEXTURE_ENV => u32, GL_COMBINE_RGB => u32, GL_ADD_SIGNED as i32 => i32));
    gl!(glTexGeni(GL_S => u32, GL_TEXTURE_GEN_MODE => u32, GL_SPHERE_MAP as i32 => i32));
    gl!(glEnable(GL_TEXTURE_GEN_S => u32));
    gl!(glBegin(GL_TRIANGLES => u32));
    for index in 0..240u32 {
        let angle = index as f32 * 0.37;
        let (x, y, z) = ((index % 7) as f32 * 0.3 - 1.0, (index % 11) as f32 * 0.2 - 1.0, (index % 13) as f32 * 0.15 - 1.0);
        gl!(glColor4f(x => f32, y => f32, z => f32, 0.8f32 => f32));
        gl!(glNormal3f(z => f32, x + 1.0 => f32, y => f32));
        gl!(glTexCoord2f(angle => f32, x * y => f32));
        gl!(glVertex3f(x * 1.6 => f32, y * 1.5 + z * 0.3 => f32, z * 2.0 => f32));
    }
    gl!(glEnd());
    gl!(glWindowPos2i(20 => i32, 30 => i32));
    gl!(glBitmap(
        32 => i32, 16 => i32, 0.0f32 => f32, 0.0f32 => f32, 0.0f32 => f32, 0.0f32 => f32, texels.as_ptr() => *const u8
    ));
    gl!(glPixelZoom(1.7f32 => f32, -2.3f32 => f32));
    gl!(glWindowPos2i(120 => i32, 90 => i32));
    gl!(glDrawPixels(16 => i32, 16 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, texels.as_ptr().cast() => *const c_void));
    gl.no_error();
    pixels(GL_UNSIGNED_BYTE)
}

/// Antialiased points, lines, triangles and quads of many sizes, with blending.
pub fn smooth(gl: &Gl) -> Vec<u32> {
    target(GL_RGBA8, 0);
    for capability in [GL_POINT_SMOOTH, GL_LINE_SMOOTH, GL_POLYGON_SMOOTH, GL_BLEND] {
        gl!(glEnable(capability => u32));
    }
    gl!(glBlendFunc(GL_SRC_ALPHA => u32, GL_ONE_MINUS_SRC_ALPHA => u32));
    let values: Vec<f32> = noise(24 * 40).into_iter().map(|byte| f32::from(byte) / 128.0 - 1.0).collect();
    for (number, values) in values.chunks_exact(24).enumerate() {
        let (mode, size) = ([GL_POINTS, GL_LINES, GL_TRIANGLES, GL_QUADS][number % 4], 1.0 + number as f32 * 0.37);
        gl!(glLineWidth(size => f32));
        gl!(glPointSize(size * 2.0 => f32));
        gl!(glBegin(mode => u32));
        for vertex in values.chunks_exact(6) {
            gl!(glColor4f(vertex[2] => f32, vertex[3] => f32, vertex[4] => f32, vertex[5].abs() => f32));
            gl!(glVertex2f(vertex[0] * 1.2 => f32, vertex[1] * 1.2 => f32));
        }
        gl!(glEnd());
    }
    gl.no_error();
    pixels(GL_UNSIGNED_BYTE)
}
