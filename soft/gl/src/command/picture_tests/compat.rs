//! The fixed function of the compatibility profile.

use super::{noise, pixels, target};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::tokens::*;

/// Lights, fog, texture environments, generated coordinates, user clip planes and bitmaps.
pub fn fixed_function(gl: &Gl) -> Vec<u32> {
    target(GL_RGBA8, 0);
    glMatrixMode(GL_PROJECTION);
    glFrustum(-1.0, 1.0, -1.0, 1.0, 1.5, 20.0);
    glMatrixMode(GL_MODELVIEW);
    glTranslatef(0.1f32, 0.2f32, -4.0f32);
    glRotatef(33.0f32, 1.0f32, 0.7f32, 0.2f32);
    for capability in
        [GL_LIGHTING, GL_LIGHT0, GL_LIGHT1, GL_FOG, GL_DEPTH_TEST, GL_TEXTURE_2D, GL_NORMALIZE, GL_CLIP_PLANE0, GL_COLOR_MATERIAL]
    {
        glEnable(capability);
    }
    let place = |light: u32, name: u32, values: [f32; 4]| glLightfv(light, name, values.as_ptr());
    place(GL_LIGHT0, GL_POSITION, [3.0, 4.0, 5.0, 1.0]);
    place(GL_LIGHT0, GL_SPECULAR, [0.9, 0.8, 0.2, 1.0]);
    place(GL_LIGHT1, GL_DIFFUSE, [0.1, 0.3, 0.9, 1.0]);
    place(GL_LIGHT1, GL_SPOT_DIRECTION, [0.0, -0.2, -1.0, 0.0]);
    glLightf(GL_LIGHT1, GL_SPOT_CUTOFF, 40.0f32);
    glLightf(GL_LIGHT0, GL_LINEAR_ATTENUATION, 0.1f32);
    glMaterialf(GL_FRONT_AND_BACK, GL_SHININESS, 12.5f32);
    glFogi(GL_FOG_MODE, GL_EXP2 as i32);
    glFogf(GL_FOG_DENSITY, 0.15f32);
    let plane = [0.3f64, 1.0, -0.2, 0.8];
    glClipPlane(GL_CLIP_PLANE0, plane.as_ptr());
    let texels = noise(16 * 16 * 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA as i32, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_ptr().cast());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR as i32);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE as i32);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_ADD_SIGNED as i32);
    glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, GL_SPHERE_MAP as i32);
    glEnable(GL_TEXTURE_GEN_S);
    glBegin(GL_TRIANGLES);
    for index in 0..240u32 {
        let angle = index as f32 * 0.37;
        let (x, y, z) = ((index % 7) as f32 * 0.3 - 1.0, (index % 11) as f32 * 0.2 - 1.0, (index % 13) as f32 * 0.15 - 1.0);
        glColor4f(x, y, z, 0.8f32);
        glNormal3f(z, x + 1.0, y);
        glTexCoord2f(angle, x * y);
        glVertex3f(x * 1.6, y * 1.5 + z * 0.3, z * 2.0);
    }
    glEnd();
    glWindowPos2i(20, 30);
    glBitmap(32, 16, 0.0f32, 0.0f32, 0.0f32, 0.0f32, texels.as_ptr());
    glPixelZoom(1.7f32, -2.3f32);
    glWindowPos2i(120, 90);
    glDrawPixels(16, 16, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_ptr().cast());
    gl.no_error();
    pixels(GL_UNSIGNED_BYTE)
}

/// Antialiased points, lines, triangles and quads of many sizes, with blending.
pub fn smooth(gl: &Gl) -> Vec<u32> {
    target(GL_RGBA8, 0);
    for capability in [GL_POINT_SMOOTH, GL_LINE_SMOOTH, GL_POLYGON_SMOOTH, GL_BLEND] {
        glEnable(capability);
    }
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    let values: Vec<f32> = noise(24 * 40).into_iter().map(|byte| f32::from(byte) / 128.0 - 1.0).collect();
    for (number, values) in values.chunks_exact(24).enumerate() {
        let (mode, size) = ([GL_POINTS, GL_LINES, GL_TRIANGLES, GL_QUADS][number % 4], 1.0 + number as f32 * 0.37);
        glLineWidth(size);
        glPointSize(size * 2.0);
        glBegin(mode);
        for vertex in values.chunks_exact(6) {
            glColor4f(vertex[2], vertex[3], vertex[4], vertex[5].abs());
            glVertex2f(vertex[0] * 1.2, vertex[1] * 1.2);
        }
        glEnd();
    }
    gl.no_error();
    pixels(GL_UNSIGNED_BYTE)
}
