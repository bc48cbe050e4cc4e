//! Checks of the extensions of NVIDIA that need more than a line.

use super::*;

/// The modes of the distance that fog without coordinates of its own uses.
pub fn fog_distance(gl: &Gl) {
    gl!(glEnable(GL_FOG => u32));
    gl!(glFogi(GL_FOG_MODE => u32, GL_LINEAR.cast_signed() => i32));
    gl!(glFogf(GL_FOG_START => u32, -1.0 => f32));
    gl!(glFogf(GL_FOG_END => u32, 1.0 => f32));
    gl!(glFogfv(GL_FOG_COLOR => u32, [0.0f32; 4].as_ptr() => *const f32));
    assert_eq!(integer(gl, GL_FOG_DISTANCE_MODE_NV), Some(GL_EYE_PLANE_ABSOLUTE_NV.cast_signed()));
    let drawn = |mode: u32| {
        gl!(glFogi(GL_FOG_DISTANCE_MODE_NV => u32, mode.cast_signed() => i32));
        assert_eq!(integer(gl, GL_FOG_DISTANCE_MODE_NV), Some(mode.cast_signed()));
        gl!(glBegin(GL_POINTS => u32));
        gl!(glVertex3f(0.0625 => f32, 0.0625 => f32, -0.5 => f32));
        gl!(glEnd());
        gl.no_error();
        gl.pixel(8, 8)[0]
    };
    // The factor is (1 - c) / 2, with c = 0.5, c = -0.5 and c = sqrt(0.25 + 2 / 256).
    assert_eq!([GL_EYE_PLANE_ABSOLUTE_NV, GL_EYE_PLANE].map(drawn), [64, 191]);
    assert_eq!(drawn(GL_EYE_RADIAL_NV), 63);
    gl!(glFogi(GL_FOG_DISTANCE_MODE_NV => u32, GL_LINEAR.cast_signed() => i32));
    assert_eq!(error(), GL_INVALID_ENUM);
}

/// Depths and stencil indices as the bytes of colors.
pub fn copy_depth_to_color(gl: &Gl) {
    framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGBA8, [4, 4]);
    assert_eq!(attach(gl, GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH24_STENCIL8, [4, 4]), GL_FRAMEBUFFER_COMPLETE);
    gl!(glClearDepth(0.5 => f64));
    gl!(glClearStencil(7 => i32));
    gl!(glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT => u32));
    gl!(glWindowPos2i(0 => i32, 0 => i32));
    let copied = |what: u32| {
        gl!(glCopyPixels(1 => i32, 1 => i32, 1 => i32, 1 => i32, what => u32));
        read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE)
    };
    assert_eq!(copied(GL_DEPTH_STENCIL_TO_RGBA_NV), [0x80, 0, 0, 7]);
    assert_eq!(copied(GL_DEPTH_STENCIL_TO_BGRA_NV), [0, 0, 0x80, 7]);
}

/// Every kind of attribute as half floats: 0x3800 is 0.5, 0x3C00 is 1.
pub fn half_floats(_: &Gl) {
    let four = [0x3800u16, 0x3C00, 0, 0x3C00];
    gl!(glColor4hNV(0x3800 => u16, 0x3C00 => u16, 0 => u16, 0x3C00 => u16));
    assert_eq!(floats::<4>(GL_CURRENT_COLOR), [0.5, 1.0, 0.0, 1.0]);
    gl!(glColor3hvNV([0x3C00u16, 0, 0x3800].as_ptr() => *const u16));
    assert_eq!(floats::<4>(GL_CURRENT_COLOR), [1.0, 0.0, 0.5, 1.0]);
    gl!(glSecondaryColor3hvNV(four.as_ptr() => *const u16));
    assert_eq!(floats::<4>(GL_CURRENT_SECONDARY_COLOR), [0.5, 1.0, 0.0, 1.0]);
    gl!(glNormal3hNV(0 => u16, 0xB800 => u16, 0x3C00 => u16));
    assert_eq!(floats::<3>(GL_CURRENT_NORMAL), [0.0, -0.5, 1.0]);
    gl!(glFogCoordhNV(0x3800 => u16));
    assert_eq!(floats::<1>(GL_CURRENT_FOG_COORD), [0.5]);
    gl!(glTexCoord2hNV(0x3800 => u16, 0x3C00 => u16));
    assert_eq!(floats::<4>(GL_CURRENT_TEXTURE_COORDS), [0.5, 1.0, 0.0, 1.0]);
    gl!(glMultiTexCoord1hvNV(GL_TEXTURE0 => u32, [0x3C00u16].as_ptr() => *const u16));
    assert_eq!(floats::<4>(GL_CURRENT_TEXTURE_COORDS), [1.0, 0.0, 0.0, 1.0]);
    gl!(glMultiTexCoord1hNV(GL_TEXTURE_2D => u32, 0 => u16));
    assert_eq!(error(), GL_INVALID_ENUM);
    let attribute = |index: u32| {
        let mut values = [0.0f32; 4];
        gl!(glGetVertexAttribfv(index => u32, GL_CURRENT_VERTEX_ATTRIB => u32, values.as_mut_ptr() => *mut f32));
        values
    };
    // Display lists record the values.
    gl!(glNewList(1 => u32, GL_COMPILE => u32));
    gl!(glVertexAttribs2hvNV(3 => u32, 2 => i32, four.as_ptr() => *const u16));
    gl!(glVertexAttrib4hvNV(5 => u32, four.as_ptr() => *const u16));
    gl!(glEndList());
    assert_eq!(attribute(3), [0.0, 0.0, 0.0, 1.0]);
    gl!(glCallList(1 => u32));
    assert_eq!([3, 4, 5].map(attribute), [[0.5, 1.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0], [0.5, 1.0, 0.0, 1.0]]);
    gl!(glVertexAttrib1hNV(16 => u32, 0 => u16));
    assert_eq!(error(), GL_INVALID_VALUE);
    for (first, count) in [(15, 2), (0, -1)] {
        gl!(glVertexAttribs2hvNV(first => u32, count => i32, four.as_ptr() => *const u16));
        assert_eq!(error(), GL_INVALID_VALUE);
    }
}

/// The restart of a primitive between glBegin and glEnd, and as client state.
pub fn primitive_restart(gl: &Gl) {
    let vertices = |count: usize| (0..count).for_each(|_| gl!(glVertex2hNV(0 => u16, 0 => u16)));
    let targets = [GL_VERTICES_SUBMITTED, GL_PRIMITIVES_SUBMITTED];
    let strips = || {
        gl!(glBegin(GL_TRIANGLE_STRIP => u32));
        vertices(4);
        gl!(glPrimitiveRestartNV());
        vertices(3);
        gl!(glEnd());
    };
    assert_eq!(gl.count(&targets, strips), [7, 3]);
    gl!(glPrimitiveRestartNV());
    assert_eq!(error(), GL_INVALID_OPERATION);
    let state = || (integer(gl, GL_PRIMITIVE_RESTART_NV), integer(gl, GL_PRIMITIVE_RESTART_INDEX_NV));
    gl!(glPushClientAttrib(GL_CLIENT_VERTEX_ARRAY_BIT => u32));
    gl!(glEnableClientState(GL_PRIMITIVE_RESTART_NV => u32));
    gl!(glPrimitiveRestartIndexNV(9 => u32));
    assert_eq!((state(), gl!(glIsEnabled(GL_PRIMITIVE_RESTART_NV => u32) -> u8)), ((Some(1), Some(9)), 1));
    gl!(glPopClientAttrib());
    assert_eq!(state(), (Some(0), Some(0)));
}
