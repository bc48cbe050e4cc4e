//! Checks of the extensions of NVIDIA that need more than a line.

use super::*;

/// The modes of the distance that fog without coordinates of its own uses.
pub fn fog_distance(gl: &Gl) {
    glEnable(GL_FOG);
    glFogi(GL_FOG_MODE, GL_LINEAR.cast_signed());
    glFogf(GL_FOG_START, -1.0);
    glFogf(GL_FOG_END, 1.0);
    glFogfv(GL_FOG_COLOR, [0.0f32; 4].as_ptr());
    assert_eq!(integer(gl, GL_FOG_DISTANCE_MODE_NV), Some(GL_EYE_PLANE_ABSOLUTE_NV.cast_signed()));
    let drawn = |mode: u32| {
        glFogi(GL_FOG_DISTANCE_MODE_NV, mode.cast_signed());
        assert_eq!(integer(gl, GL_FOG_DISTANCE_MODE_NV), Some(mode.cast_signed()));
        glBegin(GL_POINTS);
        glVertex3f(0.0625, 0.0625, -0.5);
        glEnd();
        gl.no_error();
        gl.pixel(8, 8)[0]
    };
    // The factor is (1 - c) / 2, with c = 0.5, c = -0.5 and c = sqrt(0.25 + 2 / 256).
    assert_eq!([GL_EYE_PLANE_ABSOLUTE_NV, GL_EYE_PLANE].map(drawn), [64, 191]);
    assert_eq!(drawn(GL_EYE_RADIAL_NV), 63);
    glFogi(GL_FOG_DISTANCE_MODE_NV, GL_LINEAR.cast_signed());
    assert_eq!(error(), GL_INVALID_ENUM);
}

/// Depths and stencil indices as the bytes of colors.
pub fn copy_depth_to_color(gl: &Gl) {
    framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGBA8, [4, 4]);
    assert_eq!(attach(gl, GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH24_STENCIL8, [4, 4]), GL_FRAMEBUFFER_COMPLETE);
    glClearDepth(0.5);
    glClearStencil(7);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glWindowPos2i(0, 0);
    let copied = |what: u32| {
        glCopyPixels(1, 1, 1, 1, what);
        read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE)
    };
    assert_eq!(copied(GL_DEPTH_STENCIL_TO_RGBA_NV), [0x80, 0, 0, 7]);
    assert_eq!(copied(GL_DEPTH_STENCIL_TO_BGRA_NV), [0, 0, 0x80, 7]);
}

/// Every kind of attribute as half floats: 0x3800 is 0.5, 0x3C00 is 1.
pub fn half_floats(_: &Gl) {
    let four = [0x3800u16, 0x3C00, 0, 0x3C00];
    glColor4hNV(0x3800, 0x3C00, 0, 0x3C00);
    assert_eq!(floats::<4>(GL_CURRENT_COLOR), [0.5, 1.0, 0.0, 1.0]);
    glColor3hvNV([0x3C00u16, 0, 0x3800].as_ptr());
    assert_eq!(floats::<4>(GL_CURRENT_COLOR), [1.0, 0.0, 0.5, 1.0]);
    glSecondaryColor3hvNV(four.as_ptr());
    assert_eq!(floats::<4>(GL_CURRENT_SECONDARY_COLOR), [0.5, 1.0, 0.0, 1.0]);
    glNormal3hNV(0, 0xB800, 0x3C00);
    assert_eq!(floats::<3>(GL_CURRENT_NORMAL), [0.0, -0.5, 1.0]);
    glFogCoordhNV(0x3800);
    assert_eq!(floats::<1>(GL_CURRENT_FOG_COORD), [0.5]);
    glTexCoord2hNV(0x3800, 0x3C00);
    assert_eq!(floats::<4>(GL_CURRENT_TEXTURE_COORDS), [0.5, 1.0, 0.0, 1.0]);
    glMultiTexCoord1hvNV(GL_TEXTURE0, [0x3C00u16].as_ptr());
    assert_eq!(floats::<4>(GL_CURRENT_TEXTURE_COORDS), [1.0, 0.0, 0.0, 1.0]);
    glMultiTexCoord1hNV(GL_TEXTURE_2D, 0);
    assert_eq!(error(), GL_INVALID_ENUM);
    let attribute = |index: u32| {
        let mut values = [0.0f32; 4];
        glGetVertexAttribfv(index, GL_CURRENT_VERTEX_ATTRIB, values.as_mut_ptr());
        values
    };
    // Display lists record the values.
    glNewList(1, GL_COMPILE);
    glVertexAttribs2hvNV(3, 2, four.as_ptr());
    glVertexAttrib4hvNV(5, four.as_ptr());
    glEndList();
    assert_eq!(attribute(3), [0.0, 0.0, 0.0, 1.0]);
    glCallList(1);
    assert_eq!([3, 4, 5].map(attribute), [[0.5, 1.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0], [0.5, 1.0, 0.0, 1.0]]);
    glVertexAttrib1hNV(16, 0);
    assert_eq!(error(), GL_INVALID_VALUE);
    for (first, count) in [(15, 2), (0, -1)] {
        glVertexAttribs2hvNV(first, count, four.as_ptr());
        assert_eq!(error(), GL_INVALID_VALUE);
    }
}

/// The restart of a primitive between glBegin and glEnd, and as client state.
pub fn primitive_restart(gl: &Gl) {
    let vertices = |count: usize| (0..count).for_each(|_| glVertex2hNV(0, 0));
    let targets = [GL_VERTICES_SUBMITTED, GL_PRIMITIVES_SUBMITTED];
    let strips = || {
        glBegin(GL_TRIANGLE_STRIP);
        vertices(4);
        glPrimitiveRestartNV();
        vertices(3);
        glEnd();
    };
    assert_eq!(gl.count(&targets, strips), [7, 3]);
    glPrimitiveRestartNV();
    assert_eq!(error(), GL_INVALID_OPERATION);
    let state = || (integer(gl, GL_PRIMITIVE_RESTART_NV), integer(gl, GL_PRIMITIVE_RESTART_INDEX_NV));
    glPushClientAttrib(GL_CLIENT_VERTEX_ARRAY_BIT);
    glEnableClientState(GL_PRIMITIVE_RESTART_NV);
    glPrimitiveRestartIndexNV(9);
    assert_eq!((state(), glIsEnabled(GL_PRIMITIVE_RESTART_NV)), ((Some(1), Some(9)), 1));
    glPopClientAttrib();
    assert_eq!(state(), (Some(0), Some(0)));
}
