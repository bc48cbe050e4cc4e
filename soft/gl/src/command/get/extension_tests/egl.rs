//! Extensions that share images and fences with EGL.

use super::*;
use crate::command::egl_image::of_texture;
use crate::object::egl_image;
use crate::object::names::lock;
use base::hir::TextureKind;

pub const TABLE: Table = &[
    ("GL_EXT_EGL_image_storage", |gl| {
        with_image(gl, 0x7E57_1000, |handle| {
            gl!(glEGLImageTargetTexStorageEXT(GL_TEXTURE_2D => u32, handle => usize, std::ptr::null() => *const i32));
        });
    }),
    ("GL_EXT_EGL_sync", commands_are_complete),
    ("GL_OES_EGL_image", |gl| {
        with_image(gl, 0x7E57_2000, |handle| gl!(glEGLImageTargetTexture2DOES(GL_TEXTURE_2D => u32, handle => usize)));
    }),
    ("GL_OES_EGL_image_external", |gl| {
        external(gl, 0x7E57_3000, || {
            let header = header("100", "GL_OES_EGL_image_external");
            let condition = "texture2D(image, vec2(0.5)) == vec4(0.0, 1.0, 0.0, 1.0) && texture2DProj(image, vec3(1.0, 1.0, 2.0)).g == 1.0";
            let color = format!("gl_FragColor = ({condition}) ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0);");
            assert_eq!(shade(gl, &format!("{header}uniform samplerExternalOES image;\nvoid main() {{ {color} }}")), GREEN);
        });
    }),
    ("GL_OES_EGL_image_external_essl3", |gl| {
        external(gl, 0x7E57_4000, || {
            let header = header("300 es", "GL_OES_EGL_image_external_essl3");
            let condition = "texture(image, vec2(0.5)) == vec4(0.0, 1.0, 0.0, 1.0) && texelFetch(image, ivec2(0), 0).g == 1.0";
            let condition =
                format!("{condition} && textureSize(image, 0) == ivec2(1) && textureProj(image, vec4(1.0, 1.0, 0.0, 2.0)).g == 1.0");
            assert_eq!(shade(gl, &green_if(&header, "uniform samplerExternalOES image;", &condition)), GREEN);
        });
    }),
    ("GL_OES_EGL_sync", commands_are_complete),
];

/// Makes an image of a texture and calls `specify` to make it that of another texture, which a framebuffer then reads.
fn with_image(gl: &Gl, handle: usize, specify: impl Fn(usize)) {
    let mut names = [0; 2];
    gl!(glGenTextures(2 => i32, names.as_mut_ptr() => *mut u32));
    gl!(glBindTexture(GL_TEXTURE_2D => u32, names[0] => u32));
    let texel = [1u8, 2, 3, 255];
    gl!(glTexImage2D(
        GL_TEXTURE_2D => u32, 0 => i32, GL_RGBA as i32 => i32, 1 => i32, 1 => i32, 0 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32,
        texel.as_ptr() => *const u8
    ));
    let image = of_texture(&lock(&gl.0).share, TextureKind::D2, names[0], 0, 0, 0).unwrap();
    // Tests of other contexts run at the same time: the context makes the handle unique.
    let handle = handle + std::sync::Arc::as_ptr(&gl.0) as usize;
    assert!(egl_image::insert(handle, image));
    gl!(glBindTexture(GL_TEXTURE_2D => u32, names[1] => u32));
    specify(handle);
    egl_image::remove(handle);
    let mut framebuffer = 0;
    gl!(glGenFramebuffers(1 => i32, &raw mut framebuffer => *mut u32));
    gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, framebuffer => u32));
    gl!(glFramebufferTexture2D(GL_FRAMEBUFFER => u32, GL_COLOR_ATTACHMENT0 => u32, GL_TEXTURE_2D => u32, names[1] => u32, 0 => i32));
    let mut read = [0u8; 4];
    gl!(glReadPixels(
        0 => i32, 0 => i32, 1 => i32, 1 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, read.as_mut_ptr() => *mut u8
    ));
    assert_eq!(read, texel);
}

/// Binds an external texture of a green texel, and checks what external textures cannot do; then calls `read`.
fn external(gl: &Gl, handle: usize, read: impl Fn()) {
    let source = texture(gl, GL_RGBA, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &GREEN);
    let image = of_texture(&lock(&gl.0).share, TextureKind::D2, source, 0, 0, 0).unwrap();
    let handle = handle + std::sync::Arc::as_ptr(&gl.0) as usize;
    assert!(egl_image::insert(handle, image));
    let name = generate!(glGenTextures);
    gl!(glBindTexture(GL_TEXTURE_EXTERNAL_OES => u32, name => u32));
    assert_eq!(integer(gl, GL_TEXTURE_BINDING_EXTERNAL_OES), Some(name as i32));
    gl!(glEGLImageTargetTexture2DOES(GL_TEXTURE_EXTERNAL_OES => u32, handle => usize));
    egl_image::remove(handle);
    gl.no_error();
    let parameter = |name: u32| {
        let mut value = 0;
        gl!(glGetTexParameteriv(GL_TEXTURE_EXTERNAL_OES => u32, name => u32, &raw mut value => *mut i32));
        value as u32
    };
    let initial = [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_REQUIRED_TEXTURE_IMAGE_UNITS_OES].map(parameter);
    assert_eq!(initial, [GL_LINEAR, GL_CLAMP_TO_EDGE, GL_CLAMP_TO_EDGE, 1]);
    for (name, value) in
        [(GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST), (GL_TEXTURE_WRAP_S, GL_REPEAT), (GL_TEXTURE_WRAP_T, GL_REPEAT)]
    {
        gl!(glTexParameteri(GL_TEXTURE_EXTERNAL_OES => u32, name => u32, value.cast_signed() => i32));
        assert_eq!(error(), GL_INVALID_ENUM, "{name:#x}");
    }
    gl!(glGenerateMipmap(GL_TEXTURE_EXTERNAL_OES => u32));
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glTexSubImage2D(
        GL_TEXTURE_EXTERNAL_OES => u32, 0 => i32, 0 => i32, 0 => i32, 1 => i32, 1 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32,
        GREEN.as_ptr() => *const u8
    ));
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glBindTexture(GL_TEXTURE_2D => u32, name => u32));
    assert_eq!(error(), GL_INVALID_OPERATION, "the texture has another kind");
    read();
    gl!(glBindTexture(GL_TEXTURE_EXTERNAL_OES => u32, 0 => u32));
}

/// A fence of EGL is signalled when it is created, because commands are complete when they return.
fn commands_are_complete(gl: &Gl) {
    gl!(glClearColor(0.0 => f32, 1.0 => f32, 0.0 => f32, 1.0 => f32));
    gl!(glClear(GL_COLOR_BUFFER_BIT => u32));
    assert_eq!(gl.pixel(3, 3), GREEN);
}
