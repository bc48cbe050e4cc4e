//! Extensions of multisampling.

use super::*;

pub const TABLE: Table = &[
    ("GL_ARB_texture_multisample", |gl| {
        let name = target(gl, GL_TEXTURE_2D_MULTISAMPLE);
        gl!(glTexImage2DMultisample(
            GL_TEXTURE_2D_MULTISAMPLE => u32, 4 => i32, GL_RGBA8 => u32, 16 => i32, 16 => i32, 1 => u8
        ));
        gl!(glFramebufferTexture2D(
            GL_FRAMEBUFFER => u32, GL_COLOR_ATTACHMENT0 => u32, GL_TEXTURE_2D_MULTISAMPLE => u32, name => u32, 0 => i32
        ));
        textures::clear([0.0, 1.0, 0.0, 1.0]);
        gl!(glEnable(GL_SAMPLE_MASK => u32));
        gl!(glSampleMaski(0 => u32, 0b0100 => u32));
        shade_only(gl, "#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(1.0); }");
        gl!(glDisable(GL_SAMPLE_MASK => u32));
        let mut position = [0.0; 2];
        gl!(glGetMultisamplefv(GL_SAMPLE_POSITION => u32, 3 => u32, position.as_mut_ptr() => *mut f32));
        assert_eq!(position, [0.625, 0.875]);
        assert_eq!(
            [GL_MAX_COLOR_TEXTURE_SAMPLES, GL_MAX_DEPTH_TEXTURE_SAMPLES, GL_MAX_INTEGER_SAMPLES].map(|name| integer(gl, name)),
            [Some(8); 3]
        );
        gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, 0 => u32));
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
                gl!(glTexStorage3DMultisample(kind => u32, 2 => i32, GL_R8 => u32, 4 => i32, 4 => i32, 3 => i32, 1 => u8));
            } else {
                gl!(glTexStorage2DMultisample(kind => u32, 2 => i32, GL_R8 => u32, 4 => i32, 4 => i32, 1 => u8));
            }
            let mut immutable = 0;
            gl!(glGetTexParameteriv(kind => u32, GL_TEXTURE_IMMUTABLE_FORMAT => u32, &raw mut immutable => *mut i32));
            assert_eq!(immutable, 1);
        }
        gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, 0 => u32));
    }),
    ("GL_ARB_shader_texture_image_samples", |gl| {
        let name = target(gl, GL_TEXTURE_2D_MULTISAMPLE);
        gl!(glTexStorage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE => u32, 4 => i32, GL_R32F => u32, 4 => i32, 4 => i32, 1 => u8));
        gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, 0 => u32));
        gl!(glBindImageTexture(0 => u32, name => u32, 0 => i32, 0 => u8, 0 => i32, GL_READ_ONLY => u32, GL_R32F => u32));
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
        gl!(glBindRenderbuffer(GL_RENDERBUFFER => u32, depth => u32));
        gl!(glRenderbufferStorageMultisample(GL_RENDERBUFFER => u32, 4 => i32, GL_DEPTH_COMPONENT24 => u32, 16 => i32, 16 => i32));
        gl!(glFramebufferRenderbuffer(GL_FRAMEBUFFER => u32, GL_DEPTH_ATTACHMENT => u32, GL_RENDERBUFFER => u32, depth => u32));
        gl!(glEnable(GL_DEPTH_TEST => u32));
        gl!(glSampleMaski(0 => u32, 0b0011 => u32));
        for (layout, mask) in [("layout(post_depth_coverage) in;", 0b1100), ("", 0b1111)] {
            gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, 1 => u32));
            gl!(glClear(GL_DEPTH_BUFFER_BIT => u32));
            gl!(glEnable(GL_SAMPLE_MASK => u32));
            shade_only(gl, "#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(0.0, 1.0, 0.0, 1.0); }");
            gl!(glDisable(GL_SAMPLE_MASK => u32));
            // The first two samples fail the depth test now.
            let condition = format!("gl_SampleMaskIn[0] == {mask}");
            shade_only(gl, &green_if(&header("400", "GL_ARB_post_depth_coverage"), layout, &condition));
            gl!(glBindFramebuffer(GL_DRAW_FRAMEBUFFER => u32, 0 => u32));
            blit(16, GL_NEAREST);
            assert_eq!(gl.pixel(8, 8), GREEN, "{layout}");
        }
    }),
    ("GL_EXT_framebuffer_multisample", |gl| {
        assert_eq!(integer(gl, GL_MAX_SAMPLES_EXT), Some(8));
        renderbuffer(gl, 4);
        assert_eq!((integer(gl, GL_SAMPLES), integer(gl, GL_SAMPLE_BUFFERS)), (Some(4), Some(1)));
        textures::clear([0.0, 1.0, 0.0, 1.0]);
        gl!(glBindFramebufferEXT(GL_DRAW_FRAMEBUFFER_EXT => u32, 0 => u32));
        blit(16, GL_NEAREST);
        assert_eq!(gl.pixel(8, 8), GREEN);
    }),
    ("GL_EXT_framebuffer_multisample_blit_scaled", |gl| {
        renderbuffer(gl, 4);
        textures::clear([0.0, 1.0, 0.0, 1.0]);
        // "… SAMPLE_BUFFERS for the draw framebuffer is greater than zero then no copy is performed and an INVALID_OPERATION error is generated."
        blit(16, GL_SCALED_RESOLVE_NICEST_EXT);
        assert_eq!(error(), GL_INVALID_OPERATION);
        gl!(glBindFramebuffer(GL_DRAW_FRAMEBUFFER => u32, 0 => u32));
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
        let enabled = |name: u32| gl!(glIsEnabled(name => u32) -> u8);
        assert_eq!([GL_MULTISAMPLE_EXT, GL_SAMPLE_ALPHA_TO_ONE_EXT].map(enabled), [1, 0]);
        gl!(glDisable(GL_MULTISAMPLE_EXT => u32));
        gl!(glEnable(GL_SAMPLE_ALPHA_TO_ONE_EXT => u32));
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
            gl!(glReadPixels(
                0 => i32, 0 => i32, 16 => i32, 16 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, texels.as_mut_ptr().cast() => *mut c_void
            ));
            gl.no_error();
            let between = texels.iter().filter(|texel| (1..255).contains(&texel[1])).count();
            (texels.iter().filter(|texel| texel[1] == 255).count() > 60, between >= 6)
        };
        let name = texture(gl, GL_RGBA, [16, 16], GL_RGBA, GL_UNSIGNED_BYTE, &[9; 1024]);
        target(gl, GL_TEXTURE_2D);
        gl!(glFramebufferTexture2DMultisampleEXT(
            GL_FRAMEBUFFER => u32, GL_COLOR_ATTACHMENT0 => u32, GL_TEXTURE_2D => u32, name => u32, 0 => i32, 3 => i32
        ));
        let mut samples = 0;
        gl!(glGetFramebufferAttachmentParameteriv(
            GL_FRAMEBUFFER => u32, GL_COLOR_ATTACHMENT0 => u32, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_SAMPLES_EXT => u32, &raw mut samples => *mut i32
        ));
        assert_eq!((samples, integer(gl, GL_SAMPLES), read(gl, GL_RGBA, GL_UNSIGNED_BYTE)), (4, Some(4), [9u8; 4]));
        triangle(gl);
        assert_eq!(shades(gl), (true, true));
        // A texture has the resolved texels while it is attached and afterwards.
        gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, 0 => u32));
        gl!(glBindTexture(GL_TEXTURE_2D => u32, name => u32));
        let copied =
            shade(gl, "#version 100\nuniform sampler2D image;\nvoid main() { gl_FragColor = texture2D(image, gl_FragCoord.xy / 16.0); }");
        assert_eq!((copied, shades(gl)), (GREEN, (true, true)));
        // Of a renderbuffer the samples are resolved to read them.
        target(gl, GL_TEXTURE_2D);
        let renderbuffer = generate!(glGenRenderbuffers);
        gl!(glBindRenderbuffer(GL_RENDERBUFFER => u32, renderbuffer => u32));
        gl!(glRenderbufferStorageMultisampleEXT(GL_RENDERBUFFER => u32, 4 => i32, GL_RGB565 => u32, 16 => i32, 16 => i32));
        gl!(glFramebufferRenderbuffer(
            GL_FRAMEBUFFER => u32, GL_COLOR_ATTACHMENT0 => u32, GL_RENDERBUFFER => u32, renderbuffer => u32
        ));
        triangle(gl);
        assert_eq!(shades(gl), (true, true));
        gl!(glRenderbufferStorageMultisampleEXT(GL_RENDERBUFFER => u32, 9 => i32, GL_RGB565 => u32, 16 => i32, 16 => i32));
        assert_eq!(error(), GL_INVALID_VALUE);
    }),
    ("GL_EXT_multisampled_render_to_texture2", |gl| {
        let name = texture(gl, GL_RGBA, [16, 16], GL_RGBA, GL_UNSIGNED_BYTE, &[9; 1024]);
        target(gl, GL_TEXTURE_2D);
        let attach = |point: u32, kind: u32, name: u32, samples: i32| {
            gl!(glFramebufferTexture2DMultisampleEXT(
                GL_FRAMEBUFFER => u32, point => u32, kind => u32, name => u32, 0 => i32, samples => i32
            ));
            error()
        };
        let status = || gl!(glCheckFramebufferStatus(GL_FRAMEBUFFER => u32) -> u32);
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
        gl!(glFramebufferTexture2DMultisampleEXT(
            GL_TEXTURE_2D => u32, GL_COLOR_ATTACHMENT0 => u32, GL_TEXTURE_2D => u32, name => u32, 0 => i32, 4 => i32
        ));
        assert_eq!(error(), GL_INVALID_ENUM);
    }),
    ("GL_OES_texture_storage_multisample_2d_array", |gl| {
        let array = GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
        let name = target(gl, array);
        gl!(glTexStorage3DMultisampleOES(array => u32, 4 => i32, GL_RGBA8 => u32, 16 => i32, 16 => i32, 3 => i32, 1 => u8));
        gl!(glFramebufferTextureLayer(GL_FRAMEBUFFER => u32, GL_COLOR_ATTACHMENT0 => u32, name => u32, 0 => i32, 2 => i32));
        textures::clear([0.0, 1.0, 0.0, 1.0]);
        gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, 0 => u32));
        let header = header("310 es", "GL_OES_texture_storage_multisample_2d_array");
        let condition = "texelFetch(image, ivec3(4, 4, 2), 3) == vec4(0.0, 1.0, 0.0, 1.0) && textureSize(image) == ivec3(16, 16, 3)";
        assert_eq!(shade(gl, &green_if(&header, "uniform highp sampler2DMSArray image;", condition)), GREEN);
        assert_eq!(integer(gl, GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY_OES), Some(name.cast_signed()));
    }),
];

/// Binds a new framebuffer and a new texture.
fn target(_: &Gl, kind: u32) -> u32 {
    let (framebuffer, texture) = (generate!(glGenFramebuffers), generate!(glGenTextures));
    gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, framebuffer => u32));
    gl!(glBindTexture(kind => u32, texture => u32));
    texture
}

/// Binds a new framebuffer with a multisampled renderbuffer.
fn renderbuffer(_: &Gl, samples: i32) {
    let (framebuffer, renderbuffer) = (generate!(glGenFramebuffers), generate!(glGenRenderbuffers));
    gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, framebuffer => u32));
    gl!(glBindRenderbuffer(GL_RENDERBUFFER => u32, renderbuffer => u32));
    gl!(glRenderbufferStorageMultisampleEXT(GL_RENDERBUFFER => u32, samples => i32, GL_RGBA8 => u32, 16 => i32, 16 => i32));
    let name = renderbuffer;
    gl!(glFramebufferRenderbuffer(GL_FRAMEBUFFER => u32, GL_COLOR_ATTACHMENT0 => u32, GL_RENDERBUFFER => u32, name => u32));
}

/// Blits 16 by 16 pixels to a square of that size.
fn blit(size: i32, filter: u32) {
    gl!(glBlitFramebuffer(
        0 => i32, 0 => i32, 16 => i32, 16 => i32, 0 => i32, 0 => i32, size => i32, size => i32, GL_COLOR_BUFFER_BIT => u32, filter => u32
    ));
}

/// Draws a fragment shader over the bound framebuffer.
fn shade_only(gl: &Gl, fragment: &str) {
    cover(gl, &vertex_for(fragment), fragment);
    draw();
}
