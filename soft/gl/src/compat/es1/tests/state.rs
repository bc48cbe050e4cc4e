//! State variables of OpenGL ES 1.1.

use super::*;
use std::ffi::CStr;

/// The variables of tables 6.3 to 6.24 that glGet returns.
const VARIABLES: &[u32] = &[
    GL_ACTIVE_TEXTURE,
    GL_ALIASED_LINE_WIDTH_RANGE,
    GL_ALIASED_POINT_SIZE_RANGE,
    GL_ALPHA_BITS,
    GL_ALPHA_TEST_FUNC,
    GL_ALPHA_TEST_REF,
    GL_ARRAY_BUFFER_BINDING,
    GL_BLEND_DST,
    GL_BLEND_SRC,
    GL_BLUE_BITS,
    GL_CLIENT_ACTIVE_TEXTURE,
    GL_COLOR_ARRAY_BUFFER_BINDING,
    GL_COLOR_ARRAY_SIZE,
    GL_COLOR_ARRAY_STRIDE,
    GL_COLOR_ARRAY_TYPE,
    GL_COLOR_CLEAR_VALUE,
    GL_COLOR_WRITEMASK,
    GL_COMPRESSED_TEXTURE_FORMATS,
    GL_CULL_FACE_MODE,
    GL_CURRENT_COLOR,
    GL_CURRENT_NORMAL,
    GL_CURRENT_TEXTURE_COORDS,
    GL_DEPTH_BITS,
    GL_DEPTH_CLEAR_VALUE,
    GL_DEPTH_FUNC,
    GL_DEPTH_RANGE,
    GL_DEPTH_WRITEMASK,
    GL_ELEMENT_ARRAY_BUFFER_BINDING,
    GL_FOG_COLOR,
    GL_FOG_DENSITY,
    GL_FOG_END,
    GL_FOG_HINT,
    GL_FOG_MODE,
    GL_FOG_START,
    GL_FRONT_FACE,
    GL_GENERATE_MIPMAP_HINT,
    GL_GREEN_BITS,
    GL_IMPLEMENTATION_COLOR_READ_FORMAT,
    GL_IMPLEMENTATION_COLOR_READ_TYPE,
    GL_LIGHT_MODEL_AMBIENT,
    GL_LIGHT_MODEL_TWO_SIDE,
    GL_LINE_SMOOTH_HINT,
    GL_LINE_WIDTH,
    GL_LOGIC_OP_MODE,
    GL_MATRIX_MODE,
    GL_MAX_CLIP_PLANES,
    GL_MAX_LIGHTS,
    GL_MAX_MODELVIEW_STACK_DEPTH,
    GL_MAX_PROJECTION_STACK_DEPTH,
    GL_MAX_TEXTURE_SIZE,
    GL_MAX_TEXTURE_STACK_DEPTH,
    GL_MAX_TEXTURE_UNITS,
    GL_MAX_VIEWPORT_DIMS,
    GL_MODELVIEW_MATRIX,
    GL_MODELVIEW_MATRIX_FLOAT_AS_INT_BITS_OES,
    GL_MODELVIEW_STACK_DEPTH,
    GL_NORMAL_ARRAY_BUFFER_BINDING,
    GL_NORMAL_ARRAY_STRIDE,
    GL_NORMAL_ARRAY_TYPE,
    GL_NUM_COMPRESSED_TEXTURE_FORMATS,
    GL_PACK_ALIGNMENT,
    GL_PERSPECTIVE_CORRECTION_HINT,
    GL_POINT_DISTANCE_ATTENUATION,
    GL_POINT_FADE_THRESHOLD_SIZE,
    GL_POINT_SIZE,
    GL_POINT_SIZE_ARRAY_BUFFER_BINDING_OES,
    GL_POINT_SIZE_ARRAY_STRIDE_OES,
    GL_POINT_SIZE_ARRAY_TYPE_OES,
    GL_POINT_SIZE_MAX,
    GL_POINT_SIZE_MIN,
    GL_POINT_SMOOTH_HINT,
    GL_POLYGON_OFFSET_FACTOR,
    GL_POLYGON_OFFSET_UNITS,
    GL_PROJECTION_MATRIX,
    GL_PROJECTION_MATRIX_FLOAT_AS_INT_BITS_OES,
    GL_PROJECTION_STACK_DEPTH,
    GL_RED_BITS,
    GL_SAMPLES,
    GL_SAMPLE_BUFFERS,
    GL_SAMPLE_COVERAGE_INVERT,
    GL_SAMPLE_COVERAGE_VALUE,
    GL_SCISSOR_BOX,
    GL_SHADE_MODEL,
    GL_SMOOTH_LINE_WIDTH_RANGE,
    GL_SMOOTH_POINT_SIZE_RANGE,
    GL_STENCIL_BITS,
    GL_STENCIL_CLEAR_VALUE,
    GL_STENCIL_FAIL,
    GL_STENCIL_FUNC,
    GL_STENCIL_PASS_DEPTH_FAIL,
    GL_STENCIL_PASS_DEPTH_PASS,
    GL_STENCIL_REF,
    GL_STENCIL_VALUE_MASK,
    GL_STENCIL_WRITEMASK,
    GL_SUBPIXEL_BITS,
    GL_TEXTURE_BINDING_2D,
    GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING,
    GL_TEXTURE_COORD_ARRAY_SIZE,
    GL_TEXTURE_COORD_ARRAY_STRIDE,
    GL_TEXTURE_COORD_ARRAY_TYPE,
    GL_TEXTURE_MATRIX,
    GL_TEXTURE_MATRIX_FLOAT_AS_INT_BITS_OES,
    GL_TEXTURE_STACK_DEPTH,
    GL_UNPACK_ALIGNMENT,
    GL_VERTEX_ARRAY_BUFFER_BINDING,
    GL_VERTEX_ARRAY_SIZE,
    GL_VERTEX_ARRAY_STRIDE,
    GL_VERTEX_ARRAY_TYPE,
    GL_VIEWPORT,
];

/// The capabilities and arrays of tables 6.3 to 6.24 that glIsEnabled returns.
const CAPABILITIES: &[u32] = &[
    GL_ALPHA_TEST,
    GL_BLEND,
    GL_CLIP_PLANE0,
    GL_CLIP_PLANE5,
    GL_COLOR_ARRAY,
    GL_COLOR_LOGIC_OP,
    GL_COLOR_MATERIAL,
    GL_CULL_FACE,
    GL_DEPTH_TEST,
    GL_DITHER,
    GL_FOG,
    GL_LIGHT0,
    GL_LIGHT7,
    GL_LIGHTING,
    GL_LINE_SMOOTH,
    GL_MULTISAMPLE,
    GL_NORMALIZE,
    GL_NORMAL_ARRAY,
    GL_POINT_SIZE_ARRAY_OES,
    GL_POINT_SMOOTH,
    GL_POINT_SPRITE,
    GL_POLYGON_OFFSET_FILL,
    GL_RESCALE_NORMAL,
    GL_SAMPLE_ALPHA_TO_COVERAGE,
    GL_SAMPLE_ALPHA_TO_ONE,
    GL_SAMPLE_COVERAGE,
    GL_SCISSOR_TEST,
    GL_STENCIL_TEST,
    GL_TEXTURE_2D,
    GL_TEXTURE_COORD_ARRAY,
    GL_VERTEX_ARRAY,
];

#[test]
fn getters_return_every_variable() {
    let _gl = Gl::new(es1());
    let mut values = [0u64; 64];
    for &name in VARIABLES {
        integer(name);
        assert_eq!(error(), GL_NO_ERROR, "glGetIntegerv({name:#x})");
        fixed::<1>(name);
        floats::<1>(name);
        glGetBooleanv(name, values.as_mut_ptr().cast());
        assert_eq!(error(), GL_NO_ERROR, "{name:#x}");
    }
    for &name in CAPABILITIES {
        let enabled = glIsEnabled(name);
        assert_eq!((enabled, error()), (u8::from(matches!(name, GL_DITHER | GL_MULTISAMPLE)), GL_NO_ERROR), "{name:#x}");
    }
    for name in [
        GL_VERTEX_ARRAY_POINTER,
        GL_NORMAL_ARRAY_POINTER,
        GL_COLOR_ARRAY_POINTER,
        GL_TEXTURE_COORD_ARRAY_POINTER,
        GL_POINT_SIZE_ARRAY_POINTER_OES,
    ] {
        glGetPointerv(name, values.as_mut_ptr().cast());
        assert_eq!(error(), GL_NO_ERROR, "{name:#x}");
    }
}

#[test]
fn limits_are_at_least_those_of_the_tables() {
    let _gl = Gl::new(es1());
    let least = [
        (GL_MAX_LIGHTS, 8),
        (GL_MAX_CLIP_PLANES, 1),
        (GL_MAX_MODELVIEW_STACK_DEPTH, 16),
        (GL_MAX_PROJECTION_STACK_DEPTH, 2),
        (GL_MAX_TEXTURE_STACK_DEPTH, 2),
        (GL_MAX_TEXTURE_UNITS, 2),
        (GL_MAX_TEXTURE_SIZE, 64),
        (GL_SUBPIXEL_BITS, 4),
        (GL_NUM_COMPRESSED_TEXTURE_FORMATS, 10),
    ];
    for (name, least) in least {
        assert!(integer(name) >= least, "{name:#x}");
    }
    assert_eq!(integer(GL_MAX_CLIP_PLANES), 6);
}

#[test]
fn the_version_names_the_common_profile() {
    let _gl = Gl::new(es1());
    let text = |name: u32| {
        let address = glGetString(name).cast::<i8>();
        // SAFETY: the driver returns terminated texts that live for ever.
        unsafe { CStr::from_ptr(address) }.to_str().unwrap().to_string()
    };
    assert!(text(GL_VERSION).starts_with("OpenGL ES-CM 1.1 "), "{}", text(GL_VERSION));
    assert!(text(GL_EXTENSIONS).split(' ').any(|name| name == "GL_OES_draw_texture"));
    assert_eq!((glGetString(GL_SHADING_LANGUAGE_VERSION) as usize), 0);
    assert_eq!(error(), GL_INVALID_ENUM);
}
