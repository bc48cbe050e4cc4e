//! Extensions of OpenGL ES contexts.

use super::minor::framebuffer_flip_y;
use super::objects;
use super::points::{bounding_box, geometry_points, tessellated_points};
use super::textures;
use super::*;

pub const TABLE: Table = &[
    ("GL_MESA_framebuffer_flip_y", framebuffer_flip_y),
    ("GL_APPLE_texture_max_level", |gl| {
        texture(gl, GL_RGBA, [4, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[0; 16]);
        image(1, [2, 1], &[0; 8]);
        parameter(GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
        assert_eq!(sample(gl, 0.5, 0.5), [0, 0, 0, 255], "the third level is missing");
        parameter(GL_TEXTURE_MAX_LEVEL_APPLE, 1);
        gl.no_error();
        assert_eq!(sample(gl, 0.5, 0.5), [0; 4]);
    }),
    ("GL_EXT_buffer_storage", |gl| {
        gl.buffer(GL_ARRAY_BUFFER, &[0]);
        let name = generate!(glGenBuffers);
        glBindBuffer(GL_ARRAY_BUFFER, name);
        let flags = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT_EXT | GL_MAP_COHERENT_BIT_EXT;
        glBufferStorageEXT(GL_ARRAY_BUFFER, 64, std::ptr::null(), flags);
        let mut immutable = 0;
        glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_IMMUTABLE_STORAGE_EXT, &raw mut immutable);
        assert_eq!(immutable, 1);
        assert_ne!((glMapBufferRange(GL_ARRAY_BUFFER, 0, 64, flags) as usize), 0);
        glUnmapBuffer(GL_ARRAY_BUFFER);
    }),
    ("GL_EXT_clear_texture", |gl| {
        let name = texture(gl, GL_RGBA8, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[9; 4]);
        glClearTexImageEXT(name, 0, GL_RGBA, GL_UNSIGNED_BYTE, GREEN.as_ptr().cast());
        assert_eq!(sample(gl, 0.5, 0.5), GREEN);
        textures::clear_texture(gl);
    }),
    ("GL_EXT_clip_control", |gl| {
        glClipControlEXT(GL_UPPER_LEFT_EXT, GL_ZERO_TO_ONE_EXT);
        assert_eq!(integer(gl, GL_CLIP_ORIGIN_EXT), Some(GL_UPPER_LEFT_EXT.cast_signed()));
        assert_eq!(integer(gl, GL_CLIP_DEPTH_MODE_EXT), Some(GL_ZERO_TO_ONE_EXT.cast_signed()));
    }),
    ("GL_EXT_copy_image", |gl| {
        copy_image(gl, |source, into| {
            glCopyImageSubDataEXT(source, GL_TEXTURE_2D, 0, 0, 0, 0, into, GL_TEXTURE_2D, 0, 1, 0, 0, 1, 1, 1);
        });
    }),
    ("GL_OES_required_internalformat", |gl| {
        // A pixel of ten bits: red 1023, green 0, blue 1023, alpha 3.
        let ten = (0x3FFu32 | 0x3FF << 20 | 3 << 30).to_le_bytes();
        for (internal, format) in
            [(GL_RGB10, GL_RGB), (GL_RGB8, GL_RGB), (GL_RGB565, GL_RGB), (GL_RGB10_A2, GL_RGBA), (GL_RGB5_A1, GL_RGBA)]
        {
            texture(gl, internal, [1, 1], format, GL_UNSIGNED_INT_2_10_10_10_REV, &ten);
            assert_eq!((error(), sample(gl, 0.5, 0.5)), (GL_NO_ERROR, [255, 0, 255, 255]), "{internal:#x}");
        }
        for (internal, format, count) in [
            (GL_ALPHA8, GL_ALPHA, 1),
            (GL_LUMINANCE8, GL_LUMINANCE, 1),
            (GL_LUMINANCE8_ALPHA8, GL_LUMINANCE_ALPHA, 2),
            (GL_LUMINANCE4_ALPHA4, GL_LUMINANCE_ALPHA, 2),
        ] {
            texture(gl, internal, [1, 1], format, GL_UNSIGNED_BYTE, &[51; 2][..count]);
            let color = [if format == GL_ALPHA { 0 } else { 51 }; 3];
            let alpha = if format == GL_LUMINANCE { 255 } else { 51 };
            assert_eq!((error(), sample(gl, 0.5, 0.5)), (GL_NO_ERROR, [color[0], color[1], color[2], alpha]), "{internal:#x}");
        }
        // "If TexImage2D … is called with a combination of <format>, <type>, and <internalformat> not listed in Table 3.4, then INVALID_OPERATION is
        // generated." [OES_required_internalformat]
        glTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE8.cast_signed(), 1, 1, 0, GL_ALPHA, GL_UNSIGNED_BYTE, std::ptr::null());
        assert_eq!(error(), GL_INVALID_OPERATION);
    }),
    ("GL_OES_copy_image", |gl| {
        copy_image(gl, |source, into| {
            glCopyImageSubDataOES(source, GL_TEXTURE_2D, 0, 0, 0, 0, into, GL_TEXTURE_2D, 0, 1, 0, 0, 1, 1, 1);
        });
    }),
    ("GL_EXT_debug_label", objects::debug_label),
    ("GL_EXT_depth_clamp", objects::depth_clamp),
    ("GL_EXT_discard_framebuffer", |gl| {
        glDiscardFramebufferEXT(GL_FRAMEBUFFER, 1, [GL_COLOR_EXT].as_ptr());
        gl.no_error();
        glDiscardFramebufferEXT(GL_FRAMEBUFFER, -1, [GL_COLOR_EXT].as_ptr());
        assert_eq!(error(), GL_INVALID_VALUE);
    }),
    ("GL_EXT_draw_buffers", |gl| draw_buffers(gl, "GL_EXT_draw_buffers", |list| glDrawBuffersEXT(2, list.as_ptr()))),
    ("GL_NV_draw_buffers", |gl| draw_buffers(gl, "GL_NV_draw_buffers", |list| glDrawBuffersNV(2, list.as_ptr()))),
    ("GL_NV_fbo_color_attachments", |gl| {
        assert!(integer(gl, GL_MAX_COLOR_ATTACHMENTS_NV).is_some_and(|count| count >= 4));
        framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGBA4, [4, 4]);
        assert_eq!(attach(gl, GL_COLOR_ATTACHMENT0 + 1, GL_RGBA4, [4, 4]), GL_FRAMEBUFFER_COMPLETE);
    }),
    ("GL_EXT_float_blend", |gl| {
        assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGBA32F, [16, 16]), GL_FRAMEBUFFER_COMPLETE);
        textures::clear([0.5, 2.0, 0.0, 1.0]);
        glEnable(GL_BLEND);
        glBlendFunc(GL_ONE, GL_ONE);
        let (version, [_, _, pixel]) = plain(gl);
        let text = format!("{version}void main() {{ {pixel} = vec4(1.0, 2.0, 0.0, 1.0); }}");
        cover(gl, &vertex_for(&text), &text);
        draw();
        assert_eq!(read::<f32, 4>(gl, GL_RGBA, GL_FLOAT), [1.5, 4.0, 0.0, 2.0]);
    }),
    ("GL_EXT_geometry_point_size", |gl| geometry_points(gl, "GL_EXT_geometry_shader", "GL_EXT_geometry_point_size")),
    ("GL_OES_geometry_point_size", |gl| geometry_points(gl, "GL_OES_geometry_shader", "GL_OES_geometry_point_size")),
    ("GL_OES_geometry_shader", |gl| geometry_points(gl, "GL_OES_shader_io_blocks", "GL_OES_geometry_shader")),
    ("GL_OES_shader_io_blocks", |gl| {
        let vertex = format!(
            "{}in vec2 position;\nout Block {{ vec4 color; }} block;\nvoid main() {{ block.color = vec4(0.0, 1.0, 0.0, 1.0); gl_Position = vec4(position, 0.0, 1.0); }}",
            header("310 es", "GL_OES_shader_io_blocks")
        );
        let fragment = format!(
            "{}in Block {{ vec4 color; }} block;\nout vec4 pixel;\nvoid main() {{ pixel = block.color; }}",
            header("310 es", "GL_OES_shader_io_blocks")
        );
        cover(gl, &vertex, &fragment);
        draw();
        assert_eq!(gl.pixel(8, 8), GREEN);
    }),
    ("GL_EXT_tessellation_point_size", |gl| tessellated_points(gl, "EXT", "GL_EXT_tessellation_point_size")),
    ("GL_OES_tessellation_point_size", |gl| tessellated_points(gl, "OES", "GL_OES_tessellation_point_size")),
    ("GL_OES_tessellation_shader", |gl| tessellated_points(gl, "OES", "GL_OES_tessellation_shader")),
    ("GL_EXT_primitive_bounding_box", |gl| {
        glPrimitiveBoundingBoxEXT(-0.5, -0.5, 0.0, 1.0, 0.5, 0.5, 0.0, 1.0);
        assert_eq!(floats::<8>(GL_PRIMITIVE_BOUNDING_BOX_EXT), [-0.5, -0.5, 0.0, 1.0, 0.5, 0.5, 0.0, 1.0]);
        bounding_box(gl, "GL_EXT_primitive_bounding_box", "EXT", "gl_BoundingBoxEXT");
    }),
    ("GL_OES_primitive_bounding_box", |gl| {
        assert_eq!(floats::<8>(GL_PRIMITIVE_BOUNDING_BOX_OES), [-1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
        glPrimitiveBoundingBoxOES(0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0);
        bounding_box(gl, "GL_OES_primitive_bounding_box", "OES", "gl_BoundingBoxOES");
    }),
    ("GL_EXT_gpu_shader5", |gl| gpu_shader5(gl, "GL_EXT_gpu_shader5")),
    ("GL_OES_gpu_shader5", |gl| gpu_shader5(gl, "GL_OES_gpu_shader5")),
    ("GL_EXT_multi_draw_arrays", |gl| {
        let (version, [_, _, pixel]) = plain(gl);
        let text = format!("{version}void main() {{ {pixel} = vec4(0.0, 1.0, 0.0, 1.0); }}");
        cover(gl, &vertex_for(&text), &text);
        let (first, count) = ([1i32, 0], [2i32, 3]);
        glMultiDrawArraysEXT(GL_TRIANGLES, first.as_ptr(), count.as_ptr(), 2);
        assert_eq!(gl.pixel(8, 8), GREEN);
        let indices = [0u8, 1, 2];
        gl.buffer(GL_ELEMENT_ARRAY_BUFFER, &[u32::from_le_bytes([indices[0], indices[1], indices[2], 0])]);
        textures::clear([0.0; 4]);
        let offsets = [std::ptr::null::<c_void>()];
        glMultiDrawElementsEXT(GL_TRIANGLES, [3i32].as_ptr(), GL_UNSIGNED_BYTE, offsets.as_ptr(), 1);
        assert_eq!(gl.pixel(8, 8), GREEN);
    }),
    ("GL_EXT_polygon_offset_clamp", |gl| {
        objects::offset_clamp(gl, |units, clamp| glPolygonOffsetClampEXT(0.0, units, clamp));
    }),
    ("GL_EXT_read_format_bgra", |gl| {
        textures::clear([1.0, 0.0, 0.2, 1.0]);
        assert_eq!(read::<u8, 4>(gl, GL_BGRA_EXT, GL_UNSIGNED_BYTE), [51, 0, 255, 255]);
        assert_eq!(read::<u16, 1>(gl, GL_BGRA_EXT, GL_UNSIGNED_SHORT_4_4_4_4_REV_EXT), [0xFF03]);
        assert_eq!(read::<u16, 1>(gl, GL_BGRA_EXT, GL_UNSIGNED_SHORT_1_5_5_5_REV_EXT), [0xFC06]);
    }),
    ("GL_EXT_separate_shader_objects", |gl| objects::separate_stages(gl, "300 es", "300 es")),
    ("GL_EXT_shader_integer_mix", |gl| shading::integer_mix(gl, "300 es")),
    ("GL_EXT_shader_texture_lod", |gl| {
        texture(gl, GL_RGBA, [2, 2], GL_RGBA, GL_UNSIGNED_BYTE, &[0; 16]);
        image(1, [1, 1], &GREEN);
        parameter(GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
        let header = header("100", "GL_EXT_shader_texture_lod");
        for call in ["texture2DLodEXT(image, vec2(0.5), 1.0)", "texture2DGradEXT(image, vec2(0.5), vec2(1.0, 0.0), vec2(0.0, 1.0))"] {
            let text = format!("{header}uniform sampler2D image;\nvoid main() {{ gl_FragColor = {call}; }}");
            assert_eq!(shade(gl, &text), GREEN, "{call}");
        }
    }),
    ("GL_EXT_texture_border_clamp", border_clamp),
    ("GL_OES_texture_border_clamp", border_clamp),
    ("GL_EXT_texture_format_BGRA8888", |gl| {
        for format in [GL_BGRA_EXT, GL_BGRA8_EXT] {
            texture(gl, format, [1, 1], GL_BGRA_EXT, GL_UNSIGNED_BYTE, &[1, 2, 3, 4]);
            assert_eq!(sample(gl, 0.5, 0.5), [3, 2, 1, 4]);
        }
        for format in [GL_BGRA_EXT, GL_BGRA8_EXT] {
            assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, format, [1, 1]), GL_FRAMEBUFFER_COMPLETE);
            textures::clear([1.0, 0.0, 0.2, 1.0]);
            assert_eq!(read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE), [255, 0, 51, 255]);
        }
    }),
    ("GL_EXT_texture_mirror_clamp_to_edge", textures::mirror_clamp_to_edge),
    ("GL_EXT_texture_rg", |gl| {
        texture(gl, GL_RG_EXT, [1, 1], GL_RG_EXT, GL_UNSIGNED_BYTE, &[1, 2]);
        assert_eq!(sample(gl, 0.5, 0.5), [1, 2, 0, 255]);
        texture(gl, GL_RED_EXT, [1, 1], GL_RED_EXT, GL_UNSIGNED_BYTE, &[3]);
        assert_eq!(sample(gl, 0.5, 0.5), [3, 0, 0, 255]);
        for format in [GL_R8_EXT, GL_RG8_EXT] {
            assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, format, [1, 1]), GL_FRAMEBUFFER_COMPLETE);
        }
    }),
    ("GL_EXT_texture_sRGB_decode", textures::srgb_decode),
    ("GL_EXT_texture_type_2_10_10_10_REV", |gl| {
        let word = 1023u32 | 3 << 30;
        texture(gl, GL_RGBA, [1, 1], GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV_EXT, &word.to_le_bytes());
        assert_eq!(sample(gl, 0.5, 0.5), [255, 0, 0, 255]);
        let name = texture(gl, GL_RGB, [1, 1], GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV_EXT, &word.to_le_bytes());
        assert_eq!(sample(gl, 0.5, 0.5), [255, 0, 0, 255]);
        // "Should textures specified with this type be renderable? … No."
        let object = generate!(glGenFramebuffers);
        glBindFramebuffer(GL_FRAMEBUFFER, object);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
        assert_eq!(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
    }),
    ("GL_EXT_unpack_subimage", |gl| {
        let texels: Vec<u8> = (0..3 * 4 * 3).collect();
        glPixelStorei(GL_UNPACK_ROW_LENGTH_EXT, 3);
        glPixelStorei(GL_UNPACK_SKIP_ROWS_EXT, 1);
        glPixelStorei(GL_UNPACK_SKIP_PIXELS_EXT, 2);
        texture(gl, GL_RGBA, [1, 2], GL_RGBA, GL_UNSIGNED_BYTE, &texels);
        assert_eq!(integer(gl, GL_UNPACK_ROW_LENGTH_EXT), Some(3));
        assert_eq!((sample(gl, 0.5, 0.25), sample(gl, 0.5, 0.75)), ([20, 21, 22, 23], [32, 33, 34, 35]));
    }),
    ("GL_NV_pack_subimage", |gl| {
        textures::clear([1.0; 4]);
        for (name, value) in [(GL_PACK_ROW_LENGTH, 3), (GL_PACK_SKIP_ROWS, 1), (GL_PACK_SKIP_PIXELS, 2)] {
            glPixelStorei(name, value);
            assert_eq!(integer(gl, name), Some(value));
        }
        let found = read::<u32, 6>(gl, GL_RGBA, GL_UNSIGNED_BYTE);
        assert_eq!(found, [0, 0, 0, 0, 0, u32::MAX]);
    }),
    ("GL_KHR_context_flush_control", objects::flush_control),
    ("GL_KHR_no_error", objects::no_error),
    ("GL_KHR_parallel_shader_compile", objects::parallel_compile),
    ("GL_KHR_robust_buffer_access_behavior", objects::robust_access),
    ("GL_NV_pixel_buffer_object", textures::pixel_buffers),
    ("GL_NV_conditional_render", |gl| {
        let (version, [_, _, pixel]) = plain(gl);
        let text = format!("{version}void main() {{ {pixel} = vec4(0.0, 1.0, 0.0, 1.0); }}");
        cover(gl, &vertex_for(&text), &text);
        let mut query = 0u32;
        glGenQueriesEXT(1, &raw mut query);
        glBeginQueryEXT(GL_ANY_SAMPLES_PASSED_EXT, query);
        glEndQueryEXT(GL_ANY_SAMPLES_PASSED_EXT);
        glBeginConditionalRenderNV(query, GL_QUERY_WAIT_NV);
        draw();
        glEndConditionalRenderNV();
        assert_eq!(gl.pixel(8, 8), [0; 4]);
        draw();
        assert_eq!(gl.pixel(8, 8), GREEN);
    }),
    ("GL_NV_read_buffer", |gl| {
        glReadBufferNV(GL_NONE);
        assert_eq!(integer(gl, GL_READ_BUFFER_NV), Some(0));
        glReadBufferNV(GL_BACK);
        read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE);
    }),
    ("GL_NV_read_depth", |gl| {
        depth_and_stencil(gl);
        assert_eq!(read::<u16, 1>(gl, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT), [0x4000]);
        assert_eq!(read::<u32, 1>(gl, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT_24_8_OES)[0] >> 8, 0x40_0000);
    }),
    ("GL_NV_read_depth_stencil", |gl| {
        depth_and_stencil(gl);
        assert_eq!(read::<u32, 1>(gl, GL_DEPTH_STENCIL_OES, GL_UNSIGNED_INT_24_8_OES), [0x4000_0009]);
    }),
    ("GL_NV_read_stencil", |gl| {
        depth_and_stencil(gl);
        assert_eq!(read::<u8, 1>(gl, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE), [9]);
    }),
    ("GL_NV_shader_noperspective_interpolation", |gl| {
        let name = "GL_NV_shader_noperspective_interpolation";
        let vertex = format!(
            "{}in vec2 position;\nnoperspective out float v;\nvoid main() {{ v = position.x; float w = position.x < 0.0 ? 1.0 : 4.0; gl_Position = vec4(position, 0.0, 1.0) * w; }}",
            header("300 es", name)
        );
        let fragment = green_if(&header("300 es", name), "noperspective in float v;", "abs(v - (gl_FragCoord.x / 8.0 - 1.0)) < 0.01");
        cover(gl, &vertex, &fragment);
        draw();
        assert_eq!(gl.pixel(12, 2), GREEN);
    }),
    ("GL_OES_draw_buffers_indexed", |_| {
        glBlendFunciOES(1, GL_ZERO, GL_ONE);
        glBlendEquationSeparateiOES(1, GL_MIN, GL_MAX);
        glBlendFuncSeparateiOES(2, GL_ONE, GL_ONE, GL_ZERO, GL_ZERO);
        glBlendEquationiOES(2, GL_MAX);
        glColorMaskiOES(1, 0, 1, 0, 1);
        glEnableiOES(GL_BLEND, 1);
        assert_eq!([0, 1, 2].map(|index| glIsEnablediOES(GL_BLEND, index)), [0, 1, 0]);
        glDisableiOES(GL_BLEND, 1);
        assert_eq!([0, 1, 2].map(|index| objects::indexed(GL_BLEND_SRC_RGB, index)), [GL_ONE, GL_ZERO, GL_ONE]);
        assert_eq!([0, 1, 2].map(|index| objects::indexed(GL_BLEND_EQUATION_RGB, index)), [GL_FUNC_ADD, GL_MIN, GL_MAX]);
    }),
    ("GL_OES_fbo_render_mipmap", |gl| {
        let name = texture(gl, GL_RGBA, [2, 2], GL_RGBA, GL_UNSIGNED_BYTE, &[0; 16]);
        image(1, [1, 1], &[0; 4]);
        parameter(GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
        let framebuffer = generate!(glGenFramebuffers);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 1);
        textures::clear([0.0, 1.0, 0.0, 1.0]);
        assert_eq!(read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE), GREEN);
    }),
    ("GL_OES_sample_shading", |_| {
        glEnable(GL_SAMPLE_SHADING_OES);
        glMinSampleShadingOES(0.5);
        assert_eq!(floats::<1>(GL_MIN_SAMPLE_SHADING_VALUE_OES), [0.5]);
    }),
    ("GL_OES_sample_variables", |gl| {
        let condition =
            "gl_SampleID == 0 && gl_NumSamples <= 1 && gl_MaxSamples >= 1 && gl_SampleMaskIn[0] == 1 && gl_SamplePosition.x == 0.5";
        assert_eq!(shade(gl, &green_if(&header("300 es", "GL_OES_sample_variables"), "", condition)), GREEN);
    }),
    ("GL_OES_shader_multisample_interpolation", |gl| {
        let name = "GL_OES_shader_multisample_interpolation";
        let vertex = format!(
            "{}in vec2 position;\nsample out float v;\nvoid main() {{ v = position.x; gl_Position = vec4(position, 0.0, 1.0); }}",
            header("310 es", name)
        );
        let condition = "interpolateAtCentroid(v) == v && interpolateAtSample(v, 0) == v && abs(interpolateAtOffset(v, vec2(0.25, 0.0)) - v - 0.03125) < 0.001";
        let fragment = green_if(&header("310 es", name), "sample in float v;", condition);
        cover(gl, &vertex, &fragment);
        draw();
        assert_eq!(gl.pixel(8, 8), GREEN);
        assert!(integer(gl, GL_FRAGMENT_INTERPOLATION_OFFSET_BITS_OES).is_some_and(|bits| bits >= 4));
    }),
    ("GL_OES_stencil8", |gl| {
        framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGBA4, [4, 4]);
        assert_eq!(attach(gl, GL_STENCIL_ATTACHMENT, GL_STENCIL_INDEX8_OES, [4, 4]), GL_FRAMEBUFFER_COMPLETE);
        assert_eq!(integer(gl, GL_STENCIL_BITS), Some(8));
    }),
    ("GL_OES_texture_stencil8", |gl| {
        texture(gl, GL_STENCIL_INDEX8_OES, [1, 1], GL_STENCIL_INDEX_OES, GL_UNSIGNED_BYTE, &[77]);
        let text = green_if(
            "#version 310 es\nprecision highp float;\n",
            "uniform highp usampler2D image;",
            "texelFetch(image, ivec2(0), 0).r == 77u",
        );
        assert_eq!(shade(gl, &text), GREEN);
    }),
    ("GL_OES_texture_float", |gl| assert_eq!(float_texture(gl, GL_FLOAT, GL_NEAREST), 3.0)),
    ("GL_OES_texture_float_linear", |gl| assert_eq!(float_texture(gl, GL_FLOAT, GL_LINEAR), 2.0)),
    ("GL_OES_texture_half_float", |gl| assert_eq!(float_texture(gl, GL_HALF_FLOAT_OES, GL_NEAREST), 3.0)),
    ("GL_OES_texture_half_float_linear", |gl| assert_eq!(float_texture(gl, GL_HALF_FLOAT_OES, GL_LINEAR), 2.0)),
    ("GL_OES_vertex_half_float", |gl| {
        let (version, [_, _, pixel]) = plain(gl);
        let text = format!("{version}void main() {{ {pixel} = vec4(0.0, 1.0, 0.0, 1.0); }}");
        let program = cover(gl, &vertex_for(&text), &text);
        // -1, -1; 3, -1; -1, 3.
        gl.buffer(GL_ARRAY_BUFFER, &[0xBC00_BC00, 0xBC00_4200, 0x4200_BC00]);
        let location = glGetAttribLocation(program, c"position".as_ptr()).cast_unsigned();
        glVertexAttribPointer(location, 2, GL_HALF_FLOAT_OES, 0, 0, std::ptr::null());
        draw();
        assert_eq!((gl.pixel(0, 0), gl.pixel(15, 15)), (GREEN, GREEN));
    }),
    ("GL_OES_viewport_array", |gl| {
        assert!(integer(gl, GL_MAX_VIEWPORTS_OES).is_some_and(|count| count >= 16));
        glViewportIndexedfOES(1, 8.0, 0.0, 8.0, 16.0);
        glViewportArrayvOES(2, 1, [1.0f32, 2.0, 3.0, 4.0].as_ptr());
        glViewportIndexedfvOES(3, [4.0f32, 3.0, 2.0, 1.0].as_ptr());
        glScissorArrayvOES(1, 1, [0i32, 0, 12, 16].as_ptr());
        glScissorIndexedOES(2, 1, 1, 2, 2);
        glScissorIndexedvOES(3, [1i32, 1, 3, 3].as_ptr());
        glDepthRangeArrayfvOES(1, 1, [0.25f32, 0.5].as_ptr());
        glDepthRangeIndexedfOES(2, 0.5, 0.75);
        let indexed = |name: u32, index: u32| {
            let mut values = [0.0f32; 4];
            glGetFloati_vOES(name, index, values.as_mut_ptr());
            values
        };
        assert_eq!(indexed(GL_VIEWPORT, 2), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(indexed(GL_SCISSOR_BOX, 3), [1.0, 1.0, 3.0, 3.0]);
        assert_eq!(
            (indexed(GL_DEPTH_RANGE, 1)[..2].to_vec(), indexed(GL_DEPTH_RANGE, 2)[..2].to_vec()),
            (vec![0.25, 0.5], vec![0.5, 0.75])
        );
        glEnableiOES(GL_SCISSOR_TEST, 1);
        let geometry = format!(
            "{}layout(triangles) in;\nlayout(triangle_strip, max_vertices = 3) out;\nvoid main() {{ for (int i = 0; i < 3; i++) {{ gl_ViewportIndex = 1; gl_Position = gl_in[i].gl_Position; EmitVertex(); }} }}",
            header_with("310 es", "GL_OES_viewport_array", "GL_EXT_geometry_shader")
        );
        let fragment = green_if(&header("310 es", "GL_OES_viewport_array"), "", "gl_ViewportIndex == 1");
        let program = gl.program(
            &[(GL_VERTEX_SHADER, &c(&vertex_for(&fragment))), (GL_GEOMETRY_SHADER, &c(&geometry)), (GL_FRAGMENT_SHADER, &c(&fragment))],
            &[],
        );
        assert_ne!(program, 0);
        gl.buffer(GL_ARRAY_BUFFER, &[-1.0f32, -1.0, 3.0, -1.0, -1.0, 3.0].map(f32::to_bits));
        glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, std::ptr::null());
        glEnableVertexAttribArray(0);
        draw();
        assert_eq!([4, 9, 13].map(|x| gl.pixel(x, 8)), [[0; 4], GREEN, [0; 4]]);
    }),
];

/// A framebuffer with depths of a quarter and stencil values of 9.
fn depth_and_stencil(gl: &Gl) {
    framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGBA4, [4, 4]);
    attach(gl, GL_DEPTH_ATTACHMENT, GL_DEPTH24_STENCIL8_OES, [4, 4]);
    let name = integer(gl, GL_RENDERBUFFER_BINDING).unwrap().cast_unsigned();
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, name);
    glClearDepthf(0.25);
    glClearStencil(9);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

/// A level of the bound texture.
fn image(level: i32, size: [i32; 2], texels: &[u8]) {
    glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA.cast_signed(), size[0], size[1], 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_ptr().cast());
}

fn copy_image(gl: &Gl, copy: impl Fn(u32, u32)) {
    let source = texture(gl, GL_RGBA8, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &GREEN);
    let into = texture(gl, GL_RGBA8, [2, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[9; 8]);
    copy(source, into);
    assert_eq!((sample(gl, 0.25, 0.5), sample(gl, 0.75, 0.5)), ([9; 4], GREEN));
}

/// Two colours into two attachments, from `#version 100`.
fn draw_buffers(gl: &Gl, name: &str, set: impl Fn([u32; 2])) {
    for limit in [GL_MAX_DRAW_BUFFERS_EXT, GL_MAX_COLOR_ATTACHMENTS_EXT] {
        assert!(integer(gl, limit).is_some_and(|count| count >= 4));
    }
    framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGBA4, [16, 16]);
    attach(gl, GL_COLOR_ATTACHMENT0 + 1, GL_RGBA4, [16, 16]);
    set([GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT0 + 1]);
    assert_eq!(integer(gl, GL_DRAW_BUFFER0_EXT + 1), Some((GL_COLOR_ATTACHMENT0 + 1).cast_signed()));
    let text = format!(
        "{}void main() {{ gl_FragData[0] = vec4(1.0, 0.0, 0.0, 1.0); gl_FragData[1] = vec4(0.0, 1.0, 0.0, 1.0); }}",
        header("100", name)
    );
    cover(gl, &vertex_for(&text), &text);
    draw();
    assert_eq!(read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE), [255, 0, 0, 255]);
    glFramebufferRenderbuffer(
        GL_FRAMEBUFFER,
        GL_COLOR_ATTACHMENT0,
        GL_RENDERBUFFER,
        integer(gl, GL_RENDERBUFFER_BINDING).unwrap().cast_unsigned(),
    );
    assert_eq!(read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE), GREEN);
}

/// Arrays of samplers with an index that is the same for all, fma, gathers with offsets, precise.
fn gpu_shader5(gl: &Gl, name: &str) {
    texture(gl, GL_RGBA8, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &GREEN);
    let head = header("310 es", name);
    let declarations = "uniform sampler2D images[2];\nuniform int zero;";
    let condition = "texture(images[zero], vec2(0.5)).g == 1.0 && fma(2.0, 3.0, 1.0) == 7.0 && textureGatherOffsets(images[0], vec2(0.5), ivec2[4](ivec2(0), ivec2(1), ivec2(0), ivec2(-1)), 1) == vec4(1.0)";
    let text = green_if(&head, declarations, condition).replace("void main() {", "void main() { precise float p = 1.0;");
    assert_eq!(shade(gl, &text), GREEN);
}

fn border_clamp(gl: &Gl) {
    texture(gl, GL_RGBA8, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[9; 4]);
    parameter(GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER_EXT);
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR_EXT, [0.0f32, 1.0, 0.0, 1.0].as_ptr());
    assert_eq!((sample(gl, 0.5, 0.5), sample(gl, 1.5, 0.5)), ([9; 4], GREEN));
    for integers in [true, false] {
        let sampler = generate!(glGenSamplers);
        if integers {
            glSamplerParameterIivEXT(sampler, GL_TEXTURE_BORDER_COLOR_EXT, [1i32, -2, 3, 4].as_ptr());
        } else {
            glSamplerParameterIivOES(sampler, GL_TEXTURE_BORDER_COLOR_EXT, [1i32, -2, 3, 4].as_ptr());
        }
        let mut found = [0i32; 4];
        glGetSamplerParameterIivOES(sampler, GL_TEXTURE_BORDER_COLOR_EXT, found.as_mut_ptr());
        assert_eq!(found, [1, -2, 3, 4]);
    }
}

/// Half-way between the texels 1 and 3, which only floats hold; nearest is the second.
fn float_texture(gl: &Gl, ty: u32, filter: u32) -> f32 {
    let texels: Vec<u8> = if ty == GL_FLOAT {
        [1.0f32, 3.0].iter().flat_map(|&value| [value.to_le_bytes(); 4].concat()).collect()
    } else {
        [0x3C00u16, 0x4200].iter().flat_map(|&value| [value.to_le_bytes(); 4].concat()).collect()
    };
    texture(gl, GL_RGBA, [2, 1], GL_RGBA, ty, &texels);
    parameter(GL_TEXTURE_MIN_FILTER, filter);
    parameter(GL_TEXTURE_MAG_FILTER, filter);
    parameter(GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    let (version, [_, _, pixel]) = plain(gl);
    let text = format!("{version}uniform sampler2D image;\nvoid main() {{ {pixel} = texture2D(image, vec2(0.5, 0.5)) / 4.0; }}");
    (f32::from(shade(gl, &text)[0]) / 255.0 * 40.0).round() / 10.0
}
