//! What OpenGL ES 1.1 lacks, and its errors.

use super::*;
use crate::testing::fixtures::compatibility;
use std::ptr::null;

#[test]
fn commands_of_other_interfaces_are_errors_without_effects() {
    let _gl = Gl::new(es1());
    glBegin(GL_TRIANGLES);
    assert_eq!(error(), GL_INVALID_OPERATION);
    glNewList(1, GL_COMPILE);
    assert_eq!(error(), GL_INVALID_OPERATION);
    assert_eq!((glCreateShader(GL_VERTEX_SHADER), error()), (0, GL_INVALID_OPERATION));
    glLineStipple(1, 3);
    assert_eq!(error(), GL_INVALID_OPERATION);
    glColor3f(0.0, 0.0, 0.0);
    assert_eq!((error(), floats(GL_CURRENT_COLOR)), (GL_INVALID_OPERATION, [1.0f32; 4]));
    let mut double = 7.0;
    glGetDoublev(GL_LINE_WIDTH, &raw mut double);
    assert_eq!((error(), double), (GL_INVALID_OPERATION, 7.0));
}

#[test]
fn commands_of_opengl_es_1_draw_nothing_elsewhere() {
    let _gl = Gl::new(compatibility());
    glDrawTexiOES(0, 0, 0, 4, 4);
    assert_eq!(error(), GL_INVALID_OPERATION);
    glPointSizePointerOES(GL_FLOAT, 0, null());
    assert_eq!(error(), GL_INVALID_OPERATION);
    glEnable(GL_TEXTURE_GEN_STR_OES);
    assert_eq!(error(), GL_INVALID_ENUM);
}

#[test]
fn tokens_of_other_interfaces_are_errors() {
    let _gl = Gl::new(es1());
    let refused = |what: &str| assert_eq!(error(), GL_INVALID_ENUM, "{what}");
    for capability in
        [GL_TEXTURE_1D, GL_TEXTURE_3D, GL_POLYGON_SMOOTH, GL_TEXTURE_GEN_S, GL_CLIP_PLANE0 + 6, GL_FOG_COORD_ARRAY, GL_VERTEX_ARRAY]
    {
        glEnable(capability);
        refused(&format!("glEnable({capability:#x})"));
    }
    for name in [GL_MAX_VERTEX_ATTRIBS, GL_ATTRIB_STACK_DEPTH, GL_POLYGON_MODE, GL_MAJOR_VERSION, GL_CURRENT_SECONDARY_COLOR] {
        integer(name);
        refused(&format!("glGetIntegerv({name:#x})"));
    }
    glDrawArrays(GL_QUADS, 0, 4);
    refused("quadrilaterals");
    glDrawElements(GL_TRIANGLES, 3, GL_INT, null());
    refused("indices of another type");
    glBindTexture(GL_TEXTURE_3D, 0);
    refused("a target");
    glBindBuffer(GL_UNIFORM_BUFFER, 0);
    refused("a target of buffers");
    glBufferData(GL_ARRAY_BUFFER, 4, null(), GL_STREAM_DRAW);
    refused("a usage");
    glMatrixMode(GL_COLOR);
    refused("a matrix mode");
    glHint(GL_POLYGON_SMOOTH_HINT, GL_NICEST);
    refused("a hint");
    for (target, name, value) in [
        (GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE4_NV),
        (GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_DOT3_RGB_EXT),
        (GL_TEXTURE_ENV, GL_SRC1_RGB, GL_ZERO),
        (GL_TEXTURE_ENV, GL_SOURCE3_RGB_NV, GL_TEXTURE),
        (GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_LINEAR),
    ] {
        glTexEnvi(target, name, value as i32);
        refused(&format!("glTexEnvi({name:#x}, {value:#x})"));
    }
    for (name, value) in
        [(GL_TEXTURE_WRAP_S, GL_CLAMP), (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER), (GL_TEXTURE_WRAP_R, GL_REPEAT), (GL_TEXTURE_BASE_LEVEL, 0)]
    {
        glTexParameteri(GL_TEXTURE_2D, name, value as i32);
        refused(&format!("glTexParameteri({name:#x}, {value:#x})"));
    }
    glMaterialf(GL_FRONT, GL_SHININESS, 1.0);
    refused("a face");
    glLightModelf(GL_LIGHT_MODEL_LOCAL_VIEWER, 1.0);
    refused("the local viewer");
    glFogf(GL_FOG_COORD_SRC, GL_FOG_COORD as f32);
    refused("fog coordinates");
    glBlendFunc(GL_ONE, GL_SRC_ALPHA_SATURATE);
    refused("a destination factor");
    glBlendFunc(GL_CONSTANT_COLOR, GL_ZERO);
    refused("a source factor");
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 4);
    refused("the length of rows");
    glClear(GL_ACCUM_BUFFER_BIT);
    assert_eq!(error(), GL_INVALID_VALUE);
    glTexGeniOES(GL_TEXTURE_GEN_STR_OES, GL_TEXTURE_GEN_MODE, GL_SPHERE_MAP as i32);
    refused("a generation mode");
    glActiveTexture(GL_TEXTURE0 + 31);
    glClientActiveTexture(GL_TEXTURE0 + 8);
    refused("a texture unit");
}

#[test]
fn arrays_have_the_sizes_and_types_of_table_2_4() {
    let _gl = Gl::new(es1());
    let pointer = null::<u8>();
    let vertex = |size: i32, ty: u32| {
        glVertexPointer(size, ty, 0, pointer.cast());
        error()
    };
    let texture = |size: i32, ty: u32| {
        glTexCoordPointer(size, ty, 0, pointer.cast());
        error()
    };
    for set in [&vertex as &dyn Fn(i32, u32) -> u32, &texture] {
        assert_eq!([GL_BYTE, GL_SHORT, GL_FIXED, GL_FLOAT].map(|ty| set(2, ty)), [GL_NO_ERROR; 4]);
        assert_eq!([GL_UNSIGNED_BYTE, GL_INT, GL_DOUBLE, GL_HALF_FLOAT].map(|ty| set(2, ty)), [GL_INVALID_ENUM; 4]);
        assert_eq!([1, 5].map(|size| set(size, GL_FLOAT)), [GL_INVALID_VALUE; 2]);
    }
    let color = |size: i32, ty: u32| {
        glColorPointer(size, ty, 0, pointer.cast());
        error()
    };
    assert_eq!([GL_UNSIGNED_BYTE, GL_FIXED, GL_FLOAT].map(|ty| color(4, ty)), [GL_NO_ERROR; 3]);
    assert_eq!(
        (color(3, GL_FLOAT), color(GL_BGRA as i32, GL_UNSIGNED_BYTE), color(4, GL_BYTE)),
        (GL_INVALID_VALUE, GL_INVALID_VALUE, GL_INVALID_ENUM)
    );
    let normal = |ty: u32, stride: i32| {
        glNormalPointer(ty, stride, pointer.cast());
        error()
    };
    assert_eq!([normal(GL_FIXED, 0), normal(GL_INT, 0), normal(GL_FLOAT, -1)], [GL_NO_ERROR, GL_INVALID_ENUM, GL_INVALID_VALUE]);
    let size = |ty: u32| {
        glPointSizePointerOES(ty, 4, pointer.cast());
        error()
    };
    assert_eq!([size(GL_FIXED), size(GL_FLOAT), size(GL_SHORT)], [GL_NO_ERROR, GL_NO_ERROR, GL_INVALID_ENUM]);
}

#[test]
fn images_have_the_formats_of_table_3_4() {
    let _gl = Gl::new(es1());
    let image = |internal: u32, format: u32, ty: u32| {
        let (width, height) = (2, 2);
        glTexImage2D(GL_TEXTURE_2D, 0, internal as i32, width, height, 0, format, ty, null());
        error()
    };
    for format in [GL_ALPHA, GL_LUMINANCE, GL_LUMINANCE_ALPHA, GL_RGB, GL_RGBA] {
        assert_eq!(image(format, format, GL_UNSIGNED_BYTE), GL_NO_ERROR, "{format:#x}");
        assert_eq!(image(format, format, GL_FLOAT), GL_INVALID_ENUM, "{format:#x}");
    }
    assert_eq!(image(GL_RGB, GL_RGB, GL_UNSIGNED_SHORT_5_6_5), GL_NO_ERROR);
    assert_eq!(image(GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5), GL_INVALID_OPERATION);
    assert_eq!(image(GL_RGB, GL_RGBA, GL_UNSIGNED_BYTE), GL_INVALID_OPERATION);
    for internal in [3, 4, GL_RGBA16, GL_DEPTH_STENCIL, GL_DEPTH24_STENCIL8, GL_COMPRESSED_RGB_S3TC_DXT1_EXT] {
        assert_eq!(image(internal, GL_RGBA, GL_UNSIGNED_BYTE), GL_INVALID_VALUE, "{internal:#x}");
    }
    assert_eq!(image(GL_DEPTH_STENCIL, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8), GL_INVALID_VALUE);
}

#[test]
fn paletted_images_are_whole() {
    let _gl = Gl::new(es1());
    let data = [0u8; 2048];
    let image = |level: i32, internal: u32, border: i32, size: i32| {
        glCompressedTexImage2D(GL_TEXTURE_2D, level, internal, 16, 16, border, size, data.as_ptr().cast());
        error()
    };
    let formats = GL_PALETTE4_RGB8_OES..=GL_PALETTE8_RGB5_A1_OES;
    for (internal, entry) in formats.zip([3, 4, 2, 2, 2].into_iter().cycle()) {
        let (palette, texels) = if internal < GL_PALETTE8_RGB8_OES { (entry * 16, 128) } else { (entry * 256, 256) };
        assert_eq!(image(0, internal, 0, palette + texels), GL_NO_ERROR, "{internal:#x}");
        assert_eq!(image(0, internal, 0, palette + texels - 1), GL_INVALID_VALUE, "{internal:#x}");
        assert_eq!(image(-1, internal, 0, palette + texels + texels / 4), GL_NO_ERROR, "{internal:#x}");
        assert_eq!(image(1, internal, 0, palette + texels), GL_INVALID_VALUE);
        assert_eq!(image(0, internal, 1, palette + texels), GL_INVALID_VALUE);
        assert_eq!(image(i32::MIN, internal, 0, palette + texels), GL_INVALID_VALUE);
        // "Subimages may not be specified for compressed paletted textures."
        glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 16, 16, internal, palette + texels, data.as_ptr().cast());
        assert_eq!(error(), GL_INVALID_OPERATION);
        glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 2, 2);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, data.as_ptr().cast());
        assert_eq!(error(), GL_INVALID_OPERATION);
    }
}

#[test]
fn rectangles_of_textures_have_a_size() {
    let gl = Gl::new(es1());
    for (width, height) in [(0, 4), (4, 0), (-1, 4)] {
        glDrawTexiOES(0, 0, 0, width, height);
        assert_eq!(error(), GL_INVALID_VALUE);
        glDrawTexfvOES([0.0, 0.0, 0.0, width as f32, height as f32].as_ptr());
        assert_eq!(error(), GL_INVALID_VALUE);
    }
    glDrawTexfOES(0.0, 0.0, 0.0, f32::NAN, 1.0);
    assert_eq!((error(), gl.pixel(0, 0)), (GL_INVALID_VALUE, [0; 4]));
    let crop = [0.0f32; 4];
    glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_CROP_RECT_OES, crop[0]);
    assert_eq!(error(), GL_INVALID_ENUM);
}
