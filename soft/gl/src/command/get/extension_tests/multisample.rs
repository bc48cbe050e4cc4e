//! Extensions of multisampling.

use super::*;

pub const TABLE: Table = &[
    ("GL_ARB_texture_multisample", |gl| {
        let name = target(gl, GL_TEXTURE_2D_MULTISAMPLE);
        glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 16, 16, 1);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE, name, 0);
        textures::clear([0.0, 1.0, 0.0, 1.0]);
        glEnable(GL_SAMPLE_MASK);
        glSampleMaski(0, 0b0100);
        shade_only(gl, "#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(1.0); }");
        glDisable(GL_SAMPLE_MASK);
        let mut position = [0.0; 2];
        glGetMultisamplefv(GL_SAMPLE_POSITION, 3, position.as_mut_ptr());
        assert_eq!(position, [0.625, 0.875]);
        assert_eq!(
            [GL_MAX_COLOR_TEXTURE_SAMPLES, GL_MAX_DEPTH_TEXTURE_SAMPLES, GL_MAX_INTEGER_SAMPLES].map(|name| integer(gl, name)),
            [Some(8); 3]
        );
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        let text = format!(
            "{}uniform sampler2DMS image;\nout vec4 pixel;\nvoid main() {{ ivec2 at = ivec2(4); \
             bool holds = texelFetch(image, at, 2) == vec4(1.0) && texelFetch(image, at, 1).r == 0.0 && textureSize(image) == ivec2(16); \
             pixel = holds ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0); }}",
            header("140", "GL_ARB_texture_multisample")
        );
        assert_eq!(shade(gl, &text), GREEN);
    }),
    ("GL_ARB_texture_storage_multisample", |gl| {
        for (kind, array) in [(GL_TEXTURE_2D_MULTISAMPLE, false), (GL_TEXTURE_2D_MULTISAMPLE_ARRAY, true)] {
            target(gl, kind);
            if array {
                glTexStorage3DMultisample(kind, 2, GL_R8, 4, 4, 3, 1);
            } else {
                glTexStorage2DMultisample(kind, 2, GL_R8, 4, 4, 1);
            }
            let mut immutable = 0;
            glGetTexParameteriv(kind, GL_TEXTURE_IMMUTABLE_FORMAT, &raw mut immutable);
            assert_eq!(immutable, 1);
        }
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
    }),
    ("GL_ARB_shader_texture_image_samples", |gl| {
        let name = target(gl, GL_TEXTURE_2D_MULTISAMPLE);
        glTexStorage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_R32F, 4, 4, 1);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glBindImageTexture(0, name, 0, 0, 0, GL_READ_ONLY, GL_R32F);
        let text = green_if(
            &header("420", "GL_ARB_shader_texture_image_samples"),
            "uniform sampler2DMS texels;\nlayout(r32f, binding = 0) uniform image2DMS image;",
            "textureSamples(texels) == 4 && imageSamples(image) == 4",
        );
        assert_eq!(shade(gl, &text), GREEN);
    }),
    ("GL_ARB_post_depth_coverage", |gl| {
        renderbuffer(gl, 4);
        let depth = generate!(glGenRenderbuffers);
        glBindRenderbuffer(GL_RENDERBUFFER, depth);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_DEPTH_COMPONENT24, 16, 16);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
        glEnable(GL_DEPTH_TEST);
        glSampleMaski(0, 0b0011);
        for (layout, mask) in [("layout(post_depth_coverage) in;", 0b1100), ("", 0b1111)] {
            glBindFramebuffer(GL_FRAMEBUFFER, 1);
            glClear(GL_DEPTH_BUFFER_BIT);
            glEnable(GL_SAMPLE_MASK);
            shade_only(gl, "#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(0.0, 1.0, 0.0, 1.0); }");
            glDisable(GL_SAMPLE_MASK);
            // The first two samples fail the depth test now.
            let condition = format!("gl_SampleMaskIn[0] == {mask}");
            shade_only(gl, &green_if(&header("400", "GL_ARB_post_depth_coverage"), layout, &condition));
            glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
            blit(16, GL_NEAREST);
            assert_eq!(gl.pixel(8, 8), GREEN, "{layout}");
        }
    }),
    ("GL_EXT_framebuffer_multisample", |gl| {
        assert_eq!(integer(gl, GL_MAX_SAMPLES_EXT), Some(8));
        renderbuffer(gl, 4);
        assert_eq!((integer(gl, GL_SAMPLES), integer(gl, GL_SAMPLE_BUFFERS)), (Some(4), Some(1)));
        textures::clear([0.0, 1.0, 0.0, 1.0]);
        glBindFramebufferEXT(GL_DRAW_FRAMEBUFFER_EXT, 0);
        blit(16, GL_NEAREST);
        assert_eq!(gl.pixel(8, 8), GREEN);
    }),
    ("GL_EXT_framebuffer_multisample_blit_scaled", |gl| {
        renderbuffer(gl, 4);
        textures::clear([0.0, 1.0, 0.0, 1.0]);
        // "… SAMPLE_BUFFERS for the draw framebuffer is greater than zero then no copy is performed and an INVALID_OPERATION error is generated."
        blit(16, GL_SCALED_RESOLVE_NICEST_EXT);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
        blit(8, GL_LINEAR);
        assert_eq!(error(), GL_INVALID_OPERATION);
        for (size, filter) in [(8, GL_SCALED_RESOLVE_FASTEST_EXT), (12, GL_SCALED_RESOLVE_NICEST_EXT)] {
            blit(size, filter);
            assert_eq!((gl.pixel(size as usize - 1, 0), gl.pixel(size as usize, 0)), (GREEN, [0; 4]));
        }
    }),
];

/// Extensions of OpenGL ES.
pub const EMBEDDED: Table = &[
    ("GL_EXT_multisample_compatibility", |_| {
        let enabled = |name: u32| glIsEnabled(name);
        assert_eq!([GL_MULTISAMPLE_EXT, GL_SAMPLE_ALPHA_TO_ONE_EXT].map(enabled), [1, 0]);
        glDisable(GL_MULTISAMPLE_EXT);
        glEnable(GL_SAMPLE_ALPHA_TO_ONE_EXT);
        assert_eq!([GL_MULTISAMPLE_EXT, GL_SAMPLE_ALPHA_TO_ONE_EXT].map(enabled), [0, 1]);
    }),
    ("GL_EXT_multisampled_render_to_texture", |gl| {
        assert_eq!(integer(gl, GL_MAX_SAMPLES_EXT), Some(8));
        let triangle = |gl: &Gl| {
            textures::clear([0.0, 0.0, 0.0, 1.0]);
            let green = "#version 100\nvoid main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }";
            let vertex = "#version 100\nattribute vec2 position;\nvoid main() { gl_Position = vec4(position * vec2(1.0, 0.5), 0.0, 1.0); }";
            cover(gl, vertex, green);
            draw();
            gl.no_error();
        };
        let shades = |gl: &Gl| {
            let mut texels = [[0u8; 4]; 256];
            glReadPixels(0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_mut_ptr().cast());
            gl.no_error();
            let between = texels.iter().filter(|texel| (1..255).contains(&texel[1])).count();
            (texels.iter().filter(|texel| texel[1] == 255).count() > 60, between >= 6)
        };
        let name = texture(gl, GL_RGBA, [16, 16], GL_RGBA, GL_UNSIGNED_BYTE, &[9; 1024]);
        target(gl, GL_TEXTURE_2D);
        glFramebufferTexture2DMultisampleEXT(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0, 3);
        let mut samples = 0;
        glGetFramebufferAttachmentParameteriv(
            GL_FRAMEBUFFER,
            GL_COLOR_ATTACHMENT0,
            GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_SAMPLES_EXT,
            &raw mut samples,
        );
        assert_eq!((samples, integer(gl, GL_SAMPLES), read(gl, GL_RGBA, GL_UNSIGNED_BYTE)), (4, Some(4), [9u8; 4]));
        triangle(gl);
        assert_eq!(shades(gl), (true, true));
        // A texture has the resolved texels while it is attached and afterwards.
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glBindTexture(GL_TEXTURE_2D, name);
        let copied =
            shade(gl, "#version 100\nuniform sampler2D image;\nvoid main() { gl_FragColor = texture2D(image, gl_FragCoord.xy / 16.0); }");
        assert_eq!((copied, shades(gl)), (GREEN, (true, true)));
        // Of a renderbuffer the samples are resolved to read them.
        target(gl, GL_TEXTURE_2D);
        let renderbuffer = generate!(glGenRenderbuffers);
        glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
        glRenderbufferStorageMultisampleEXT(GL_RENDERBUFFER, 4, GL_RGB565, 16, 16);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
        triangle(gl);
        assert_eq!(shades(gl), (true, true));
        glRenderbufferStorageMultisampleEXT(GL_RENDERBUFFER, 9, GL_RGB565, 16, 16);
        assert_eq!(error(), GL_INVALID_VALUE);
    }),
    ("GL_EXT_multisampled_render_to_texture2", |gl| {
        let name = texture(gl, GL_RGBA, [16, 16], GL_RGBA, GL_UNSIGNED_BYTE, &[9; 1024]);
        target(gl, GL_TEXTURE_2D);
        let attach = |point: u32, kind: u32, name: u32, samples: i32| {
            glFramebufferTexture2DMultisampleEXT(GL_FRAMEBUFFER, point, kind, name, 0, samples);
            error()
        };
        let status = || glCheckFramebufferStatus(GL_FRAMEBUFFER);
        // Both colours and the depth have as many samples.
        for point in [GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT0 + 1] {
            let other = if point == GL_COLOR_ATTACHMENT0 { name } else { texture(gl, GL_RGBA, [16, 16], GL_RGBA, GL_UNSIGNED_BYTE, &[]) };
            assert_eq!(attach(point, GL_TEXTURE_2D, other, 4), GL_NO_ERROR);
            assert_eq!(status(), GL_FRAMEBUFFER_COMPLETE);
        }
        let depth = texture(gl, GL_DEPTH_COMPONENT, [16, 16], GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, &[]);
        assert_eq!((attach(GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth, 4), status()), (GL_NO_ERROR, GL_FRAMEBUFFER_COMPLETE));
        assert_eq!(
            (attach(GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth, 8), status()),
            (GL_NO_ERROR, GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE_EXT)
        );
        assert_eq!(
            (attach(GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth, 0), status()),
            (GL_NO_ERROR, GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE_EXT)
        );
        assert_eq!((attach(GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, 0, 0), status()), (GL_NO_ERROR, GL_FRAMEBUFFER_COMPLETE));
        textures::clear([0.0, 1.0, 0.0, 1.0]);
        assert_eq!(read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE), GREEN);
        for samples in [-1, 9] {
            assert_eq!(attach(GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, samples), GL_INVALID_VALUE);
        }
        assert_eq!(attach(GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP, name, 4), GL_INVALID_ENUM);
        assert_eq!(attach(GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_X, name, 4), GL_INVALID_OPERATION);
        assert_eq!(attach(GL_NONE, GL_TEXTURE_2D, name, 4), GL_INVALID_ENUM);
        glFramebufferTexture2DMultisampleEXT(GL_TEXTURE_2D, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0, 4);
        assert_eq!(error(), GL_INVALID_ENUM);
    }),
    ("GL_OES_texture_storage_multisample_2d_array", |gl| {
        let array = GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
        let name = target(gl, array);
        glTexStorage3DMultisampleOES(array, 4, GL_RGBA8, 16, 16, 3, 1);
        glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, name, 0, 2);
        textures::clear([0.0, 1.0, 0.0, 1.0]);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        let header = header("310 es", "GL_OES_texture_storage_multisample_2d_array");
        let condition = "texelFetch(image, ivec3(4, 4, 2), 3) == vec4(0.0, 1.0, 0.0, 1.0) && textureSize(image) == ivec3(16, 16, 3)";
        assert_eq!(shade(gl, &green_if(&header, "uniform highp sampler2DMSArray image;", condition)), GREEN);
        assert_eq!(integer(gl, GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY_OES), Some(name.cast_signed()));
    }),
];

/// Binds a new framebuffer and a new texture.
fn target(_: &Gl, kind: u32) -> u32 {
    let (framebuffer, texture) = (generate!(glGenFramebuffers), generate!(glGenTextures));
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glBindTexture(kind, texture);
    texture
}

/// Binds a new framebuffer with a multisampled renderbuffer.
fn renderbuffer(_: &Gl, samples: i32) {
    let (framebuffer, renderbuffer) = (generate!(glGenFramebuffers), generate!(glGenRenderbuffers));
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorageMultisampleEXT(GL_RENDERBUFFER, samples, GL_RGBA8, 16, 16);
    let name = renderbuffer;
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name);
}

/// Blits 16 by 16 pixels to a square of that size.
fn blit(size: i32, filter: u32) {
    glBlitFramebuffer(0, 0, 16, 16, 0, 0, size, size, GL_COLOR_BUFFER_BIT, filter);
}

/// Draws a fragment shader over the bound framebuffer.
fn shade_only(gl: &Gl, fragment: &str) {
    cover(gl, &vertex_for(fragment), fragment);
    draw();
}
