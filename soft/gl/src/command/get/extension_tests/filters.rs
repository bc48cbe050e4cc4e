//! Extensions of filters and wrap modes.

use super::*;

/// Extensions of every kind of context.
pub const TABLE: Table = &[("GL_EXT_texture_filter_anisotropic", anisotropic), ("GL_EXT_texture_filter_minmax", reductions)];

/// Extensions of desktop contexts.
pub const DESKTOP: Table = &[
    ("GL_ARB_texture_filter_anisotropic", |gl| {
        anisotropic(gl);
        let sampler = generate!(glGenSamplers);
        glSamplerParameterf(sampler, GL_TEXTURE_MAX_ANISOTROPY, 0.5);
        assert_eq!(error(), GL_INVALID_VALUE);
        glSamplerParameterf(sampler, GL_TEXTURE_MAX_ANISOTROPY, 4.0);
        let mut value = 0.0f32;
        glGetSamplerParameterfv(sampler, GL_TEXTURE_MAX_ANISOTROPY, &raw mut value);
        assert_eq!(value, 4.0);
    }),
    ("GL_ARB_texture_filter_minmax", |gl| {
        reductions(gl);
        let mut value = 0;
        glGetInternalformativ(GL_TEXTURE_2D, GL_R8, GL_TEXTURE_REDUCTION_MODE_ARB, 1, &raw mut value);
        assert_eq!(value.cast_unsigned(), GL_FULL_SUPPORT);
    }),
    ("GL_ATI_texture_mirror_once", |gl| {
        wraps(gl, &[GL_MIRROR_CLAMP_ATI, GL_MIRROR_CLAMP_TO_EDGE_ATI]);
    }),
    ("GL_EXT_texture_mirror_clamp", |gl| {
        let modes = [GL_MIRROR_CLAMP_EXT, GL_MIRROR_CLAMP_TO_EDGE_EXT, GL_MIRROR_CLAMP_TO_BORDER_EXT];
        wraps(gl, &modes);
        let name = generate!(glGenTextures);
        glBindTexture(GL_TEXTURE_RECTANGLE, name);
        for mode in modes {
            glTexParameteri(GL_TEXTURE_RECTANGLE, GL_TEXTURE_WRAP_T, mode.cast_signed());
            assert_eq!(error(), GL_INVALID_ENUM);
        }
    }),
];

/// Rows of two colours, seen along them.
fn anisotropic(gl: &Gl) {
    let rows: Vec<u8> = (0..64 * 64).flat_map(|index| [if index / 64 % 2 == 0 { 0 } else { 255 }; 4]).collect();
    texture(gl, GL_RGBA, [64, 64], GL_RGBA, GL_UNSIGNED_BYTE, &rows);
    glGenerateMipmap(GL_TEXTURE_2D);
    parameter(GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    assert_eq!(floats(GL_MAX_TEXTURE_MAX_ANISOTROPY), [16.0]);
    let value = |value: f32| glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY_EXT, value);
    value(0.9);
    assert_eq!(error(), GL_INVALID_VALUE);
    let (version, [_, _, pixel]) = plain(gl);
    let text = format!(
        "{version}uniform sampler2D image;
void main() {{ {pixel} = texture2D(image, vec2(gl_FragCoord.x * 8.0, gl_FragCoord.y) / 64.0); }}"
    );
    let levels = [1.0, 16.0, 100.0].map(|most| {
        value(most);
        shade(gl, &text);
        [gl.pixel(8, 8)[0], gl.pixel(8, 9)[0]]
    });
    assert!(levels[0].iter().all(|&level| level.abs_diff(127) < 3), "{levels:?}");
    assert_eq!(levels[1..], [[0, 255]; 2]);
}

/// A texel and its neighbours.
fn reductions(gl: &Gl) {
    texture(gl, GL_RGBA, [2, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[10, 200, 30, 40, 50, 60, 70, 80]);
    for filter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
        parameter(filter, GL_LINEAR);
    }
    let mut value = 0;
    glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_REDUCTION_MODE_ARB, &raw mut value);
    assert_eq!(value.cast_unsigned(), GL_WEIGHTED_AVERAGE_ARB);
    parameter(GL_TEXTURE_REDUCTION_MODE_EXT, GL_FUNC_ADD);
    assert_eq!(error(), GL_INVALID_ENUM);
    for (mode, wanted) in [(GL_MIN, [10, 60, 30, 40]), (GL_MAX, [50, 200, 70, 80]), (GL_WEIGHTED_AVERAGE_EXT, [30, 130, 50, 60])] {
        parameter(GL_TEXTURE_REDUCTION_MODE_EXT, mode);
        assert_eq!(sample(gl, 0.5, 0.5), wanted);
    }
}

/// What wrap modes read before and after a texture of two texels.
fn wraps(gl: &Gl, modes: &[u32]) {
    texture(gl, GL_RGBA8, [2, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[0, 0, 0, 0, 1, 1, 1, 1]);
    let border = [1.0f32; 4];
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border.as_ptr());
    for &mode in modes {
        parameter(GL_TEXTURE_WRAP_S, mode);
        assert_eq!([sample(gl, -0.75, 0.5)[0], sample(gl, -0.25, 0.5)[0]], [1, 0], "{mode:#x}");
        // Beyond the texture.
        let beyond = if mode == GL_MIRROR_CLAMP_TO_BORDER_EXT { 255 } else { 1 };
        assert_eq!([sample(gl, -1.5, 0.5)[0], sample(gl, 1.5, 0.5)[0]], [beyond; 2], "{mode:#x}");
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR.cast_signed());
        let at_the_edge = if mode == GL_MIRROR_CLAMP_TO_EDGE_EXT { 1 } else { 128 };
        assert_eq!([sample(gl, -1.0, 0.5)[0], sample(gl, 1.0, 0.5)[0]], [at_the_edge; 2], "{mode:#x}");
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST.cast_signed());
    }
    gl.no_error();
}
