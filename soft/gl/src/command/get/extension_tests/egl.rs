//! Extensions that share images and fences with EGL.

use super::*;
use crate::command::egl_image::of_texture;
use crate::object::egl_image;
use crate::object::names::lock;
use base::hir::TextureKind;

pub const TABLE: Table = &[
    ("GL_EXT_EGL_image_storage", |gl| {
        with_image(gl, 0x7E57_1000, |handle| {
            glEGLImageTargetTexStorageEXT(GL_TEXTURE_2D, handle as *mut _, std::ptr::null());
        });
    }),
    ("GL_EXT_EGL_sync", commands_are_complete),
    ("GL_OES_EGL_image", |gl| {
        with_image(gl, 0x7E57_2000, |handle| glEGLImageTargetTexture2DOES(GL_TEXTURE_2D, handle as *mut _));
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
    glGenTextures(2, names.as_mut_ptr());
    glBindTexture(GL_TEXTURE_2D, names[0]);
    let texel = [1u8, 2, 3, 255];
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA as i32, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel.as_ptr().cast());
    let image = of_texture(&lock(&gl.0).share, TextureKind::D2, names[0], 0, 0, 0).unwrap();
    // Tests of other contexts run at the same time: the context makes the handle unique.
    let handle = handle + std::sync::Arc::as_ptr(&gl.0) as usize;
    assert!(egl_image::insert(handle, image));
    glBindTexture(GL_TEXTURE_2D, names[1]);
    specify(handle);
    egl_image::remove(handle);
    let mut framebuffer = 0;
    glGenFramebuffers(1, &raw mut framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, names[1], 0);
    let mut read = [0u8; 4];
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, read.as_mut_ptr().cast());
    assert_eq!(read, texel);
}

/// Binds an external texture of a green texel, and checks what external textures cannot do; then calls `read`.
fn external(gl: &Gl, handle: usize, read: impl Fn()) {
    let source = texture(gl, GL_RGBA, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &GREEN);
    let image = of_texture(&lock(&gl.0).share, TextureKind::D2, source, 0, 0, 0).unwrap();
    let handle = handle + std::sync::Arc::as_ptr(&gl.0) as usize;
    assert!(egl_image::insert(handle, image));
    let name = generate!(glGenTextures);
    glBindTexture(GL_TEXTURE_EXTERNAL_OES, name);
    assert_eq!(integer(gl, GL_TEXTURE_BINDING_EXTERNAL_OES), Some(name as i32));
    glEGLImageTargetTexture2DOES(GL_TEXTURE_EXTERNAL_OES, handle as *mut _);
    egl_image::remove(handle);
    gl.no_error();
    let parameter = |name: u32| {
        let mut value = 0;
        glGetTexParameteriv(GL_TEXTURE_EXTERNAL_OES, name, &raw mut value);
        value as u32
    };
    let initial = [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_REQUIRED_TEXTURE_IMAGE_UNITS_OES].map(parameter);
    assert_eq!(initial, [GL_LINEAR, GL_CLAMP_TO_EDGE, GL_CLAMP_TO_EDGE, 1]);
    for (name, value) in
        [(GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST), (GL_TEXTURE_WRAP_S, GL_REPEAT), (GL_TEXTURE_WRAP_T, GL_REPEAT)]
    {
        glTexParameteri(GL_TEXTURE_EXTERNAL_OES, name, value.cast_signed());
        assert_eq!(error(), GL_INVALID_ENUM, "{name:#x}");
    }
    glGenerateMipmap(GL_TEXTURE_EXTERNAL_OES);
    assert_eq!(error(), GL_INVALID_ENUM);
    glTexSubImage2D(GL_TEXTURE_EXTERNAL_OES, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, GREEN.as_ptr().cast());
    assert_eq!(error(), GL_INVALID_ENUM);
    glBindTexture(GL_TEXTURE_2D, name);
    assert_eq!(error(), GL_INVALID_OPERATION, "the texture has another kind");
    read();
    glBindTexture(GL_TEXTURE_EXTERNAL_OES, 0);
}

/// A fence of EGL is signalled when it is created, because commands are complete when they return.
fn commands_are_complete(gl: &Gl) {
    glClearColor(0.0, 1.0, 0.0, 1.0);
    glClear(GL_COLOR_BUFFER_BIT);
    assert_eq!(gl.pixel(3, 3), GREEN);
}
