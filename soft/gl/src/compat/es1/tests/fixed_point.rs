//! Fixed-point commands set what those with floats set, and the getters convert.

use super::*;

#[test]
fn values_of_fixed_point_commands() {
    let gl = Gl::new(es1());
    glAlphaFuncx(GL_LESS, HALF);
    assert_eq!((integer(GL_ALPHA_TEST_FUNC), floats(GL_ALPHA_TEST_REF)), (GL_LESS, [0.5]));
    glClearColorx(HALF, ONE, 0, ONE / 4);
    assert_eq!(floats(GL_COLOR_CLEAR_VALUE), [0.5, 1.0, 0.0, 0.25]);
    glClearDepthx(HALF);
    assert_eq!(floats(GL_DEPTH_CLEAR_VALUE), [0.5]);
    glColor4x(HALF, -ONE, 2 * ONE, ONE);
    assert_eq!(floats(GL_CURRENT_COLOR), [0.5, -1.0, 2.0, 1.0]);
    glNormal3x(0, -HALF, ONE);
    assert_eq!(floats(GL_CURRENT_NORMAL), [0.0, -0.5, 1.0]);
    glMultiTexCoord4x(GL_TEXTURE0, ONE, 3 * HALF, 0, ONE);
    assert_eq!(floats(GL_CURRENT_TEXTURE_COORDS), [1.0, 1.5, 0.0, 1.0]);
    glDepthRangex(HALF, 2 * ONE);
    assert_eq!(floats(GL_DEPTH_RANGE), [0.5, 1.0]);
    glLineWidthx(3 * ONE);
    glPointSizex(5 * HALF);
    glPolygonOffsetx(-HALF, ONE);
    glSampleCoveragex(HALF, 1);
    let names = [GL_LINE_WIDTH, GL_POINT_SIZE, GL_POLYGON_OFFSET_FACTOR, GL_POLYGON_OFFSET_UNITS, GL_SAMPLE_COVERAGE_VALUE];
    assert_eq!(names.map(|name| floats::<1>(name)[0]), [3.0, 2.5, -0.5, 1.0, 0.5]);
    glPointParameterx(GL_POINT_SIZE_MIN, HALF);
    glPointParameterxv(GL_POINT_SIZE_MAX, [8 * ONE].as_ptr());
    glPointParameterxv(GL_POINT_DISTANCE_ATTENUATION, [ONE, 0, HALF].as_ptr());
    assert_eq!((floats(GL_POINT_SIZE_MIN), floats(GL_POINT_SIZE_MAX)), ([0.5], [8.0]));
    assert_eq!(floats(GL_POINT_DISTANCE_ATTENUATION), [1.0, 0.0, 0.5]);
    gl.no_error();
}

#[test]
fn fixed_point_matrices() {
    let gl = Gl::new(es1());
    let mut matrix = [0; 16];
    (matrix[0], matrix[5], matrix[10], matrix[15]) = (2 * ONE, ONE, ONE, ONE);
    glLoadMatrixx(matrix.as_ptr());
    glMultMatrixx(matrix.as_ptr());
    glTranslatex(ONE, HALF, 0);
    glScalex(HALF, ONE, -ONE);
    let [x, _, _, _, _, y, _, _, _, _, z, _, tx, ty, _, _] = floats::<16>(GL_MODELVIEW_MATRIX);
    assert_eq!([x, y, z, tx, ty], [2.0, 1.0, -1.0, 4.0, 0.5]);
    glLoadIdentity();
    glRotatex(90 * ONE, 0, 0, ONE);
    let found: [f32; 16] = floats(GL_MODELVIEW_MATRIX);
    assert!((found[1] - 1.0).abs() < 1e-6 && found[0].abs() < 1e-6, "{found:?}");
    glMatrixMode(GL_PROJECTION);
    let project = |name: u32| {
        let matrix: [f32; 16] = floats(name);
        glLoadIdentity();
        matrix
    };
    glFrustumx(-ONE, ONE, -ONE, ONE, ONE, 3 * ONE);
    let of_fixed = project(GL_PROJECTION_MATRIX);
    glFrustumf(-1.0, 1.0, -1.0, 1.0, 1.0, 3.0);
    assert_eq!((of_fixed[10], of_fixed), (-2.0, project(GL_PROJECTION_MATRIX)));
    glOrthox(0, 4 * ONE, 0, ONE, -ONE, ONE);
    let of_fixed = project(GL_PROJECTION_MATRIX);
    glOrthof(0.0, 4.0, 0.0, 1.0, -1.0, 1.0);
    assert_eq!((of_fixed[0], of_fixed), (0.5, project(GL_PROJECTION_MATRIX)));
    gl.no_error();
    // "If either n or f is less than or equal to zero, l is equal to r, b is equal to t, or n is equal to f, the error INVALID_VALUE results."
    glFrustumx(-ONE, ONE, -ONE, ONE, 0, 3 * ONE);
    assert_eq!(error(), GL_INVALID_VALUE);
    glOrthof(1.0, 1.0, 0.0, 1.0, -1.0, 1.0);
    assert_eq!(error(), GL_INVALID_VALUE);
}

#[test]
fn fixed_point_lights_materials_and_fog() {
    let gl = Gl::new(es1());
    let mut values = [0; 4];
    let color = [HALF, 0, ONE, ONE];
    glLightxv(GL_LIGHT1, GL_SPECULAR, color.as_ptr());
    glGetLightxv(GL_LIGHT1, GL_SPECULAR, values.as_mut_ptr());
    assert_eq!(values, color);
    glLightx(GL_LIGHT1, GL_SPOT_CUTOFF, 45 * ONE);
    glGetLightxv(GL_LIGHT1, GL_SPOT_CUTOFF, values.as_mut_ptr());
    assert_eq!(values[0], 45 * ONE);
    glMaterialxv(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, color.as_ptr());
    glMaterialx(GL_FRONT_AND_BACK, GL_SHININESS, 10 * ONE);
    for (name, wanted) in [(GL_AMBIENT, &color[..]), (GL_DIFFUSE, &color), (GL_SHININESS, &[10 * ONE])] {
        glGetMaterialxv(GL_BACK, name, values.as_mut_ptr());
        assert_eq!(&values[..wanted.len()], wanted);
    }
    glLightModelxv(GL_LIGHT_MODEL_AMBIENT, color.as_ptr());
    glLightModelx(GL_LIGHT_MODEL_TWO_SIDE, 1);
    assert_eq!((floats(GL_LIGHT_MODEL_AMBIENT), integer(GL_LIGHT_MODEL_TWO_SIDE)), ([0.5, 0.0, 1.0, 1.0], 1));
    glFogx(GL_FOG_MODE, GL_LINEAR as i32);
    glFogx(GL_FOG_END, HALF);
    glFogxv(GL_FOG_COLOR, color.as_ptr());
    assert_eq!((integer(GL_FOG_MODE), floats(GL_FOG_END), floats(GL_FOG_COLOR)), (GL_LINEAR, [0.5], [0.5, 0.0, 1.0, 1.0]));
    glClipPlanex(GL_CLIP_PLANE0, color.as_ptr());
    let mut plane = [0.0f32; 4];
    glGetClipPlanef(GL_CLIP_PLANE0, plane.as_mut_ptr());
    glGetClipPlanex(GL_CLIP_PLANE0, values.as_mut_ptr());
    assert_eq!((plane, values), ([0.5, 0.0, 1.0, 1.0], color));
    glClipPlanef(GL_CLIP_PLANE0 + 5, plane.as_ptr());
    gl.no_error();
    // "If param corresponds to a multi-valued parameter, the error INVALID_ENUM results."
    glLightx(GL_LIGHT0, GL_AMBIENT, ONE);
    assert_eq!(error(), GL_INVALID_ENUM);
    glMaterialx(GL_FRONT_AND_BACK, GL_SHININESS, 129 * ONE);
    assert_eq!(error(), GL_INVALID_VALUE);
}

#[test]
fn fixed_point_parameters_of_textures() {
    let gl = Gl::new(es1());
    let mut values = [0; 4];
    glTexEnvx(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_DECAL as i32);
    glTexEnvx(GL_TEXTURE_ENV, GL_RGB_SCALE, 2 * ONE);
    glTexEnvxv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, [ONE, HALF, 0, ONE].as_ptr());
    glTexEnvx(GL_POINT_SPRITE, GL_COORD_REPLACE, 1);
    let mut environment = |target: u32, name: u32| {
        glGetTexEnvxv(target, name, values.as_mut_ptr());
        values
    };
    assert_eq!(environment(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE)[0], GL_DECAL as i32);
    assert_eq!(environment(GL_TEXTURE_ENV, GL_RGB_SCALE)[0], 2 * ONE);
    assert_eq!(environment(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR), [ONE, HALF, 0, ONE]);
    assert_eq!(environment(GL_POINT_SPRITE, GL_COORD_REPLACE)[0], ONE);
    glTexParameterx(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE as i32);
    glTexParameterxv(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, [1].as_ptr());
    glTexParameterxv(GL_TEXTURE_2D, GL_TEXTURE_CROP_RECT_OES, [ONE, 0, 4 * ONE, -ONE].as_ptr());
    let mut parameter = |name: u32| {
        glGetTexParameterxv(GL_TEXTURE_2D, name, values.as_mut_ptr());
        values
    };
    assert_eq!(parameter(GL_TEXTURE_WRAP_T)[0], GL_CLAMP_TO_EDGE as i32);
    assert_eq!(parameter(GL_GENERATE_MIPMAP)[0], ONE);
    assert_eq!(parameter(GL_TEXTURE_CROP_RECT_OES), [ONE, 0, 4 * ONE, -ONE]);
    let mut rectangle = [0; 4];
    glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_CROP_RECT_OES, rectangle.as_mut_ptr());
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
    glTranslatef(1.0e6, -1.0e6, 0.25);
    let matrix: [i32; 16] = fixed(GL_MODELVIEW_MATRIX);
    assert_eq!(matrix[12..], [i32::MAX, i32::MIN, ONE / 4, ONE]);
    assert_eq!(error(), GL_NO_ERROR);
    fixed::<1>(GL_CURRENT_PROGRAM);
    assert_eq!(error(), GL_INVALID_ENUM);
}
