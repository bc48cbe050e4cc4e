//! Extensions of formats.

use super::*;

/// Extensions of every kind of context.
pub const TABLE: Table = &[
    ("GL_EXT_texture_sRGB_R8", |gl| srgb(gl, GL_SR8_EXT, GL_RED, [188])),
    ("GL_EXT_texture_sRGB_RG8", |gl| srgb(gl, GL_SRG8_EXT, GL_RG, [188, 255])),
];

/// Extensions of OpenGL.
pub const DESKTOP: Table = &[
    ("GL_EXT_texture_buffer_object", |gl| {
        let buffer = gl.buffer(GL_TEXTURE_BUFFER_EXT, &[0x00FF_0000]);
        let name = generate!(glGenTextures);
        glBindTexture(GL_TEXTURE_BUFFER_EXT, name);
        glTexBufferEXT(GL_TEXTURE_BUFFER_EXT, GL_LUMINANCE8, buffer);
        let text = green_if(
            "#version 140\n",
            "uniform samplerBuffer texels;",
            "texelFetch(texels, 2) == vec4(1.0) && texelFetch(texels, 3).a == 1.0",
        );
        assert_eq!(shade(gl, &text), GREEN);
        let names = [GL_TEXTURE_BUFFER_FORMAT_EXT, GL_TEXTURE_BUFFER_DATA_STORE_BINDING_EXT, GL_TEXTURE_BINDING_BUFFER_EXT];
        assert_eq!(names.map(|name| integer(gl, name).unwrap().cast_unsigned()), [GL_LUMINANCE8, buffer, name]);
    }),
    ("GL_MESA_pack_invert", |gl| {
        reversed(gl, GL_PACK_INVERT_MESA);
        texture(gl, GL_R8, [1, 2], GL_RED, GL_UNSIGNED_BYTE, &[3, 4]);
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glPixelStoref(GL_PACK_INVERT_MESA, 1.0);
        let mut rows = [0u8; 2];
        glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_UNSIGNED_BYTE, rows.as_mut_ptr().cast());
        assert_eq!(rows, [4, 3]);
    }),
    ("GL_EXT_texture_snorm", |gl| {
        signed(gl);
        if gl.0.lock().unwrap().config.api != Api::Compatibility {
            return;
        }
        for (formats, condition) in [
            ([GL_ALPHA_SNORM, GL_ALPHA8_SNORM, GL_ALPHA16_SNORM], "vec4(0, 0, 0, -1)"),
            ([GL_LUMINANCE_SNORM, GL_LUMINANCE8_SNORM, GL_LUMINANCE16_SNORM], "vec4(-1, -1, -1, 1)"),
            ([GL_LUMINANCE_ALPHA_SNORM, GL_LUMINANCE8_ALPHA8_SNORM, GL_LUMINANCE16_ALPHA16_SNORM], "vec4(-1)"),
            ([GL_INTENSITY_SNORM, GL_INTENSITY8_SNORM, GL_INTENSITY16_SNORM], "vec4(-1)"),
        ] {
            formats.into_iter().for_each(|format| reads(gl, format, GL_RGBA, condition));
        }
    }),
];

/// Reads two rows of the window in reverse order.
fn reversed(gl: &Gl, name: u32) {
    textures::clear([0.0, 0.0, 0.0, 1.0]);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 1, 16, 15);
    textures::clear([1.0, 0.0, 0.0, 1.0]);
    glDisable(GL_SCISSOR_TEST);
    let rows = || {
        let mut pixels = [0u8; 8];
        glReadPixels(0, 0, 1, 2, GL_RGBA, GL_UNSIGNED_BYTE, pixels.as_mut_ptr().cast());
        [pixels[0], pixels[4]]
    };
    assert_eq!((integer(gl, name), rows()), (Some(0), [0, 255]));
    glPixelStorei(name, 1);
    assert_eq!((integer(gl, name), rows()), (Some(1), [255, 0]));
    glPixelStorei(name, 0);
    gl.no_error();
}

/// Formats of red, green, blue and alpha with a sign.
fn signed(gl: &Gl) {
    for (formats, condition) in [
        ([GL_RED_SNORM, GL_R8_SNORM, GL_R16_SNORM], "vec4(-1, 0, 0, 1)"),
        ([GL_RG_SNORM, GL_RG8_SNORM, GL_RG16_SNORM], "vec4(-1, -1, 0, 1)"),
        ([GL_RGB_SNORM, GL_RGB8_SNORM, GL_RGB16_SNORM], "vec4(-1, -1, -1, 1)"),
        ([GL_RGBA_SNORM, GL_RGBA8_SNORM, GL_RGBA16_SNORM], "vec4(-1)"),
    ] {
        formats.into_iter().for_each(|format| reads(gl, format, GL_RGBA, condition));
    }
    let mut ty = 0;
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_ALPHA_TYPE, &raw mut ty);
    assert_eq!(ty.cast_unsigned(), GL_SIGNED_NORMALIZED);
}

/// Samples a texel whose components are all the least number.
fn reads(gl: &Gl, format: u32, layout: u32, wanted: &str) {
    texture(gl, format, [1, 1], layout, GL_BYTE, &[0x81; 4]);
    let condition = format!("texelFetch(image, ivec2(0), 0) == {wanted}");
    assert_eq!(shade(gl, &green_if("#version 330\n", "uniform sampler2D image;", &condition)), GREEN, "{format:#x}");
}

/// Samples a texel of red 188, which is half as bright as 255.
fn srgb<const COUNT: usize>(gl: &Gl, format: u32, layout: u32, texel: [u8; COUNT]) {
    texture(gl, format, [1, 1], layout, GL_UNSIGNED_BYTE, &texel);
    let version = if gl.0.lock().unwrap().is_es() { "#version 300 es\nprecision highp float;\n" } else { "#version 330\n" };
    let green = if COUNT == 2 { 1 } else { 0 };
    let condition = format!("distance(texelFetch(image, ivec2(0), 0), vec4(0.5, {green}, 0, 1)) < 0.01");
    assert_eq!(shade(gl, &green_if(version, "uniform sampler2D image;", &condition)), GREEN);
    parameter(GL_TEXTURE_SRGB_DECODE_EXT, GL_SKIP_DECODE_EXT);
    let condition = "abs(texture(image, vec2(0.5)).r - 188.0 / 255.0) < 0.001";
    assert_eq!(shade(gl, &green_if(version, "uniform sampler2D image;", condition)), GREEN);
    assert_eq!(framebuffer_of_texture(gl, format), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

/// The status of a framebuffer with a new texture of a format.
fn framebuffer_of_texture(gl: &Gl, format: u32) -> u32 {
    let name = generate!(glGenTextures);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexStorage2D(GL_TEXTURE_2D, 1, format, 4, 4);
    let framebuffer = generate!(glGenFramebuffers);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
    gl.no_error();
    glCheckFramebufferStatus(GL_FRAMEBUFFER)
}

/// Extensions of OpenGL ES.
pub const EMBEDDED: Table = &[
    ("GL_ANGLE_pack_reverse_row_order", |gl| reversed(gl, GL_PACK_REVERSE_ROW_ORDER_ANGLE)),
    ("GL_EXT_texture_norm16", |gl| {
        texture(gl, GL_RGBA16_EXT, [1, 1], GL_RGBA, GL_UNSIGNED_SHORT, &[0, 0x80, 1, 0, 0xFF, 0xFF, 0, 0x40]);
        let text = green_if(
            "#version 300 es\nprecision highp float;\n",
            "uniform sampler2D image;",
            "texelFetch(image, ivec2(0), 0).g == 1.0 / 65535.0",
        );
        assert_eq!(shade(gl, &text), GREEN);
        for (format, layout) in
            [(GL_R16_SNORM_EXT, GL_RED), (GL_RG16_SNORM_EXT, GL_RG), (GL_RGB16_SNORM_EXT, GL_RGB), (GL_RGB16_EXT, GL_RGB)]
        {
            let ty = if format == GL_RGB16_EXT { GL_UNSIGNED_SHORT } else { GL_SHORT };
            texture(gl, format, [1, 1], layout, ty, &[0, 0x80, 0, 0x80, 0, 0x80]);
        }
        for format in [GL_R16_EXT, GL_RG16_EXT, GL_RGBA16_EXT] {
            assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, format, [1, 1]), GL_FRAMEBUFFER_COMPLETE);
            textures::clear([0.25, 0.5, 1.0, 1.0]);
            assert_eq!(read::<u16, 4>(gl, GL_RGBA, GL_UNSIGNED_SHORT)[0], 16384);
            assert_eq!(read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE)[0], 64);
        }
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        if gl.0.lock().unwrap().config.version >= (3, 2) {
            let buffer = gl.buffer(GL_TEXTURE_BUFFER, &[0xFFFF]);
            let name = generate!(glGenTextures);
            glBindTexture(GL_TEXTURE_BUFFER, name);
            glTexBuffer(GL_TEXTURE_BUFFER, GL_RG16_EXT, buffer);
            let text = green_if(
                "#version 320 es\nprecision highp float;\n",
                "uniform highp samplerBuffer image;",
                "texelFetch(image, 0).rg == vec2(1.0, 0.0)",
            );
            assert_eq!(shade(gl, &text), GREEN);
        }
    }),
    ("GL_EXT_render_snorm", |gl| {
        for (format, ty) in [
            (GL_R8_SNORM, GL_BYTE),
            (GL_RG8_SNORM, GL_BYTE),
            (GL_RGBA8_SNORM, GL_BYTE),
            (GL_R16_SNORM_EXT, GL_SHORT),
            (GL_RG16_SNORM_EXT, GL_SHORT),
            (GL_RGBA16_SNORM_EXT, GL_SHORT),
        ] {
            assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, format, [1, 1]), GL_FRAMEBUFFER_COMPLETE);
            textures::clear([-2.0, 0.5, 1.0, 1.0]);
            if ty == GL_BYTE {
                assert_eq!(read::<i8, 4>(gl, GL_RGBA, ty)[0], -127);
            } else {
                assert_eq!(read::<i16, 4>(gl, GL_RGBA, ty)[0], -32767);
            }
            let mut bytes = [0u8; 4];
            glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes.as_mut_ptr().cast());
            assert_eq!(error(), GL_INVALID_OPERATION);
        }
    }),
    ("GL_EXT_color_buffer_half_float", |gl| {
        for format in [GL_RGBA16F_EXT, GL_RGB16F_EXT, GL_RG16F_EXT, GL_R16F_EXT] {
            assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, format, [1, 1]), GL_FRAMEBUFFER_COMPLETE, "{format:#x}");
            textures::clear([2.5, -1.0, 7.0, 0.5]);
            assert_eq!(read::<f32, 4>(gl, GL_RGBA, GL_FLOAT)[0], 2.5);
            let mut ty = 0;
            glGetFramebufferAttachmentParameteriv(
                GL_FRAMEBUFFER,
                GL_COLOR_ATTACHMENT0,
                GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE_EXT,
                &raw mut ty,
            );
            assert_eq!(ty.cast_unsigned(), GL_FLOAT);
        }
    }),
    ("GL_EXT_sRGB_write_control", |gl| {
        assert_eq!(glIsEnabled(GL_FRAMEBUFFER_SRGB_EXT), 1);
        assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_SRGB8_ALPHA8, [1, 1]), GL_FRAMEBUFFER_COMPLETE);
        let half = || {
            textures::clear([0.5, 0.5, 0.5, 0.5]);
            read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE)
        };
        assert_eq!(half(), [188, 188, 188, 128]);
        glDisable(GL_FRAMEBUFFER_SRGB_EXT);
        assert_eq!((half(), integer(gl, GL_FRAMEBUFFER_SRGB_EXT)), ([128; 4], Some(0)));
    }),
];
