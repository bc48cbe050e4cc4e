//! Fixed-point commands set what those with floats set, and the getters convert.

use super::*;

#[test]
fn values_of_fixed_point_commands() {
    let gl = Gl::new(es1());
    gl!(glAlphaFuncx(GL_LESS => u32, HALF => i32));
    assert_eq!((integer(GL_ALPHA_TEST_FUNC), floats(GL_ALPHA_TEST_REF)), (GL_LESS, [0.5]));
    gl!(glClearColorx(HALF => i32, ONE => i32, 0 => i32, ONE / 4 => i32));
    assert_eq!(floats(GL_COLOR_CLEAR_VALUE), [0.5, 1.0, 0.0, 0.25]);
    gl!(glClearDepthx(HALF => i32));
    assert_eq!(floats(GL_DEPTH_CLEAR_VALUE), [0.5]);
    gl!(glColor4x(HALF => i32, -ONE => i32, 2 * ONE => i32, ONE => i32));
    assert_eq!(floats(GL_CURRENT_COLOR), [0.5, -1.0, 2.0, 1.0]);
    gl!(glNormal3x(0 => i32, -HALF => i32, ONE => i32));
    assert_eq!(floats(GL_CURRENT_NORMAL), [0.0, -0.5, 1.0]);
    gl!(glMultiTexCoord4x(GL_TEXTURE0 => u32, ONE => i32, 3 * HALF => i32, 0 => i32, ONE => i32));
    assert_eq!(floats(GL_CURRENT_TEXTURE_COORDS), [1.0, 1.5, 0.0, 1.0]);
    gl!(glDepthRangex(HALF => i32, 2 * ONE => i32));
    assert_eq!(floats(GL_DEPTH_RANGE), [0.5, 1.0]);
    gl!(glLineWidthx(3 * ONE => i32));
    gl!(glPointSizex(5 * HALF => i32));
    gl!(glPolygonOffsetx(-HALF => i32, ONE => i32));
    gl!(glSampleCoveragex(HALF => i32, 1 => u8));
    let names = [GL_LINE_WIDTH, GL_POINT_SIZE, GL_POLYGON_OFFSET_FACTOR, GL_POLYGON_OFFSET_UNITS, GL_SAMPLE_COVERAGE_VALUE];
    assert_eq!(names.map(|name| floats::<1>(name)[0]), [3.0, 2.5, -0.5, 1.0, 0.5]);
    gl!(glPointParameterx(GL_POINT_SIZE_MIN => u32, HALF => i32));
    gl!(glPointParameterxv(GL_POINT_SIZE_MAX => u32, [8 * ONE].as_ptr() => *const i32));
    gl!(glPointParameterxv(GL_POINT_DISTANCE_ATTENUATION => u32, [ONE, 0, HALF].as_ptr() => *const i32));
    assert_eq!((floats(GL_POINT_SIZE_MIN), floats(GL_POINT_SIZE_MAX)), ([0.5], [8.0]));
    assert_eq!(floats(GL_POINT_DISTANCE_ATTENUATION), [1.0, 0.0, 0.5]);
    gl.no_error();
}

#[test]
fn fixed_point_matrices() {
    let gl = Gl::new(es1());
    let mut matrix = [0; 16];
    (matrix[0], matrix[5], matrix[10], matrix[15]) = (2 * ONE, ONE, ONE, ONE);
    gl!(glLoadMatrixx(matrix.as_ptr() => *const i32));
    gl!(glMultMatrixx(matrix.as_ptr() => *const i32));
    gl!(glTranslatex(ONE => i32, HALF => i32, 0 => i32));
    gl!(glScalex(HALF => i32, ONE => i32, -ONE => i32));
    let [x, _, _, _, _, y, _, _, _, _, z, _, tx, ty, _, _] = floats::<16>(GL_MODELVIEW_MATRIX);
    assert_eq!([x, y, z, tx, ty], [2.0, 1.0, -1.0, 4.0, 0.5]);
    gl!(glLoadIdentity());
    gl!(glRotatex(90 * ONE => i32, 0 => i32, 0 => i32, ONE => i32));
    let found: [f32; 16] = floats(GL_MODELVIEW_MATRIX);
    assert!((found[1] - 1.0).abs() < 1e-6 && found[0].abs() < 1e-6, "{found:?}");
    gl!(glMatrixMode(GL_PROJECTION => u32));
    let project = |name: u32| {
        let matrix: [f32; 16] = floats(name);
        gl!(glLoadIdentity());
        matrix
    };
    gl!(glFrustumx(-ONE => i32, ONE => i32, -ONE => i32, ONE => i32, ONE => i32, 3 * ONE => i32));
    let of_fixed = project(GL_PROJECTION_MATRIX);
    gl!(glFrustumf(-1.0 => f32, 1.0 => f32, -1.0 => f32, 1.0 => f32, 1.0 => f32, 3.0 => f32));
    assert_eq!((of_fixed[10], of_fixed), (-2.0, project(GL_PROJECTION_MATRIX)));
    gl!(glOrthox(0 => i32, 4 * ONE => i32, 0 => i32, ONE => i32, -ONE => i32, ONE => i32));
    let of_fixed = project(GL_PROJECTION_MATRIX);
    gl!(glOrthof(0.0 => f32, 4.0 => f32, 0.0 => f32, 1.0 => f32, -1.0 => f32, 1.0 => f32));
    assert_eq!((of_fixed[0], of_fixed), (0.5, project(GL_PROJECTION_MATRIX)));
    gl.no_error();
    // "If either n or f is less than or equal to zero, l is equal to r, b is equal to t, or n is equal to f, the error INVALID_VALUE results."
    gl!(glFrustumx(-ONE => i32, ONE => i32, -ONE => i32, ONE => i32, 0 => i32, 3 * ONE => i32));
    assert_eq!(error(), GL_INVALID_VALUE);
    gl!(glOrthof(1.0 => f32, 1.0 => f32, 0.0 => f32, 1.0 => f32, -1.0 => f32, 1.0 => f32));
    assert_eq!(error(), GL_INVALID_VALUE);
}

#[test]
fn fixed_point_lights_materials_and_fog() {
    let gl = Gl::new(es1());
    let mut values = [0; 4];
    let color = [HALF, 0, ONE, ONE];
    gl!(glLightxv(GL_LIGHT1 => u32, GL_SPECULAR => u32, color.as_ptr() => *const i32));
    gl!(glGetLightxv(GL_LIGHT1 => u32, GL_SPECULAR => u32, values.as_mut_ptr() => *mut i32));
    assert_eq!(values, color);
    gl!(glLightx(GL_LIGHT1 => u32, GL_SPOT_CUTOFF => u32, 45 * ONE => i32));
    gl!(glGetLightxv(GL_LIGHT1 => u32, GL_SPOT_CUTOFF => u32, values.as_mut_ptr() => *mut i32));
    assert_eq!(values[0], 45 * ONE);
    gl!(glMaterialxv(GL_FRONT_AND_BACK => u32, GL_AMBIENT_AND_DIFFUSE => u32, color.as_ptr() => *const i32));
    gl!(glMaterialx(GL_FRONT_AND_BACK => u32, GL_SHININESS => u32, 10 * ONE => i32));
    for (name, wanted) in [(GL_AMBIENT, &color[..]), (GL_DIFFUSE, &color), (GL_SHININESS, &[10 * ONE])] {
        gl!(glGetMaterialxv(GL_BACK => u32, name => u32, values.as_mut_ptr() => *mut i32));
        assert_eq!(&values[..wanted.len()], wanted);
    }
    gl!(glLightModelxv(GL_LIGHT_MODEL_AMBIENT => u32, color.as_ptr() => *const i32));
    gl!(glLightModelx(GL_LIGHT_MODEL_TWO_SIDE => u32, 1 => i32));
    assert_eq!((floats(GL_LIGHT_MODEL_AMBIENT), integer(GL_LIGHT_MODEL_TWO_SIDE)), ([0.5, 0.0, 1.0, 1.0], 1));
    gl!(glFogx(GL_FOG_MODE => u32, GL_LINEAR as i32 => i32));
    gl!(glFogx(GL_FOG_END => u32, HALF => i32));
    gl!(glFogxv(GL_FOG_COLOR => u32, color.as_ptr() => *const i32));
    assert_eq!((integer(GL_FOG_MODE), floats(GL_FOG_END), floats(GL_FOG_COLOR)), (GL_LINEAR, [0.5], [0.5, 0.0, 1.0, 1.0]));
    gl!(glClipPlanex(GL_CLIP_PLANE0 => u32, color.as_ptr() => *const i32));
    let mut plane = [0.0f32; 4];
    gl!(glGetClipPlanef(GL_CLIP_PLANE0 => u32, plane.as_mut_ptr() => *mut f32));
    gl!(glGetClipPlanex(GL_CLIP_PLANE0 => u32, values.as_mut_ptr() => *mut i32));
    assert_eq!((plane, values), ([0.5, 0.0, 1.0, 1.0], color));
    gl!(glClipPlanef(GL_CLIP_PLANE0 + 5 => u32, plane.as_ptr() => *const f32));
    gl.no_error();
    // "If param corresponds to a multi-valued parameter, the error INVALID_ENUM results."
    gl!(glLightx(GL_LIGHT0 => u32, GL_AMBIENT => u32, ONE => i32));
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glMaterialx(GL_FRONT_AND_BACK => u32, GL_SHININESS => u32, 129 * ONE => i32));
    assert_eq!(error(), GL_INVALID_VALUE);
}

#[test]
fn fixed_point_parameters_of_textures() {
    let gl = Gl::new(es1());
    let mut values = [0; 4];
    gl!(glTexEnvx(GL_TEXTURE_ENV => u32, GL_TEXTURE_ENV_MODE => u32, GL_DECAL as i32 => i32));
    gl!(glTexEnvx(GL_TEXTURE_ENV => u32, GL_RGB_SCALE => u32, 2 * ONE => i32));
    gl!(glTexEnvxv(GL_TEXTURE_ENV => u32, GL_TEXTURE_ENV_COLOR => u32, [ONE, HALF, 0, ONE].as_ptr() => *const i32));
    gl!(glTexEnvx(GL_POINT_SPRITE => u32, GL_COORD_REPLACE => u32, 1 => i32));
    let mut environment = |target: u32, name: u32| {
        gl!(glGetTexEnvxv(target => u32, name => u32, values.as_mut_ptr() => *mut i32));
        values
    };
    assert_eq!(environment(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE)[0], GL_DECAL as i32);
    assert_eq!(environment(GL_TEXTURE_ENV, GL_RGB_SCALE)[0], 2 * ONE);
    assert_eq!(environment(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR), [ONE, HALF, 0, ONE]);
    assert_eq!(environment(GL_POINT_SPRITE, GL_COORD_REPLACE)[0], ONE);
    gl!(glTexParameterx(GL_TEXTURE_2D => u32, GL_TEXTURE_WRAP_T => u32, GL_CLAMP_TO_EDGE as i32 => i32));
    gl!(glTexParameterxv(GL_TEXTURE_2D => u32, GL_GENERATE_MIPMAP => u32, [1].as_ptr() => *const i32));
    gl!(glTexParameterxv(GL_TEXTURE_2D => u32, GL_TEXTURE_CROP_RECT_OES => u32, [ONE, 0, 4 * ONE, -ONE].as_ptr() => *const i32));
    let mut parameter = |name: u32| {
        gl!(glGetTexParameterxv(GL_TEXTURE_2D => u32, name => u32, values.as_mut_ptr() => *mut i32));
        values
    };
    assert_eq!(parameter(GL_TEXTURE_WRAP_T)[0], GL_CLAMP_TO_EDGE as i32);
    assert_eq!(parameter(GL_GENERATE_MIPMAP)[0], ONE);
    assert_eq!(parameter(GL_TEXTURE_CROP_RECT_OES), [ONE, 0, 4 * ONE, -ONE]);
    let mut rectangle = [0; 4];
    gl!(glGetTexParameteriv(GL_TEXTURE_2D => u32, GL_TEXTURE_CROP_RECT_OES => u32, rectangle.as_mut_ptr() => *mut i32));
    assert_eq!(rectangle, [1, 0, 4, -1]);
    gl.no_error();
}

#[test]
fn state_as_fixed_point_values() {
    let _gl = Gl::new(es1());
    // "Enumerated values are converted to fixed-point without scaling."
    assert_eq!(fixed(GL_MATRIX_MODE), [GL_MODELVIEW as i32]);
    // "Integer values are converted to fixed-point by multiplying by 2^16"
    assert_eq!(fixed(GL_MAX_LIGHTS), [8 * ONE]);
    // "a boolean value is interpreted as either 1.0 or 0.0"
    assert_eq!((fixed(GL_DITHER), fixed(GL_BLEND)), ([ONE], [0]));
    assert_eq!(fixed(GL_COLOR_WRITEMASK), [ONE; 4]);
    assert_eq!(fixed(GL_LIGHT_MODEL_AMBIENT), [13107, 13107, 13107, ONE]);
    // "If a value is so large in magnitude that it cannot be represented with the requested type, then the nearest value representable … is returned."
    gl!(glTranslatef(1.0e6 => f32, -1.0e6 => f32, 0.25 => f32));
    let matrix: [i32; 16] = fixed(GL_MODELVIEW_MATRIX);
    assert_eq!(matrix[12..], [i32::MAX, i32::MIN, ONE / 4, ONE]);
    assert_eq!(error(), GL_NO_ERROR);
    fixed::<1>(GL_CURRENT_PROGRAM);
    assert_eq!(error(), GL_INVALID_ENUM);
}
