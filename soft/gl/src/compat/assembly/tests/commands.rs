//! What the commands do with programs and their parameters.

use super::*;

#[test]
fn names_are_programs_once_they_are_bound() {
    let _gl = Gl::new(compatibility());
    let is = |name: u32| glIsProgramARB(name) != 0;
    let mut names = [0u32; 2];
    glGenProgramsARB(2, names.as_mut_ptr());
    assert!(!is(names[0]) && !is(0));
    glBindProgramARB(VERTEX, names[0]);
    // Names need not be generated.
    glBindProgramARB(FRAGMENT, 77);
    assert!(is(names[0]) && is(77) && !is(names[1]));
    // "The error INVALID_OPERATION is generated if <program> names an existing program object whose associated program target is anything other than <target>."
    glBindProgramARB(FRAGMENT, names[0]);
    assert_eq!((error(), property(FRAGMENT, GL_PROGRAM_BINDING_ARB)), (GL_INVALID_OPERATION, 77));
    glBindProgramARB(GL_TEXTURE_2D, 1);
    assert_eq!(error(), GL_INVALID_ENUM);
    glDeleteProgramsARB(1, [77u32].as_ptr());
    assert_eq!((is(77), property(FRAGMENT, GL_PROGRAM_BINDING_ARB), property(VERTEX, GL_PROGRAM_BINDING_ARB)), (false, 0, names[0] as i32));
    glDeleteProgramsARB(-1, std::ptr::null());
    assert_eq!(error(), GL_INVALID_VALUE);
}

#[test]
fn other_profiles_have_no_programs() {
    let _gl = Gl::new(core());
    glBindProgramARB(VERTEX, 1);
    assert_eq!(error(), GL_INVALID_OPERATION);
    glEnable(VERTEX);
    assert_eq!(error(), GL_INVALID_ENUM);
}

#[test]
fn a_string_that_does_not_load_leaves_the_program_unchanged() {
    let gl = Gl::new(compatibility());
    let good = "!!ARBfp1.0 MOV result.color, {0, 1, 0, 1}; END";
    load(FRAGMENT, good);
    load(FRAGMENT, "!!ARBfp1.0 MOV result.colour, 1; END");
    assert_eq!((error(), integer(GL_PROGRAM_ERROR_POSITION_ARB)), (GL_INVALID_OPERATION, 22));
    let message = || glGetString(GL_PROGRAM_ERROR_STRING_ARB).cast::<c_char>();
    // SAFETY: the string lives until the next one is loaded.
    assert!(!unsafe { CStr::from_ptr(message()) }.is_empty());
    assert_eq!(property(FRAGMENT, GL_PROGRAM_LENGTH_ARB), good.len() as i32);
    let mut string = vec![0u8; good.len()];
    glGetProgramStringARB(FRAGMENT, GL_PROGRAM_STRING_ARB, string.as_mut_ptr().cast());
    assert_eq!(string, good.as_bytes());
    glEnable(FRAGMENT);
    assert_eq!(drawn(&gl), GREEN);
    load(FRAGMENT, good);
    // SAFETY: as above.
    assert!(unsafe { CStr::from_ptr(message()) }.is_empty() && integer(GL_PROGRAM_ERROR_POSITION_ARB) == -1);
    let wrong = |format: u32, length: i32| {
        glProgramStringARB(FRAGMENT, format, length, good.as_ptr().cast());
        error()
    };
    assert_eq!((wrong(GL_FLOAT, 1), wrong(GL_PROGRAM_FORMAT_ASCII_ARB, -1)), (GL_INVALID_ENUM, GL_INVALID_VALUE));
    glGetProgramStringARB(FRAGMENT, GL_PROGRAM_LENGTH_ARB, string.as_mut_ptr().cast());
    assert_eq!(error(), GL_INVALID_ENUM);
}

#[test]
fn draws_need_a_valid_program_where_one_is_enabled() {
    let gl = Gl::new(compatibility());
    for target in [VERTEX, FRAGMENT] {
        glEnable(target);
        glBegin(GL_POINTS);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glDrawArrays(GL_POINTS, 0, 1);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glRasterPos2i(0, 0);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glDisable(target);
    }
    // Shaders replace the program of their stage alone.
    glEnable(FRAGMENT);
    let shader = c"void main() { gl_FragColor = vec4(0, 1, 0, 1); }";
    gl.program(&[(GL_FRAGMENT_SHADER, shader)], &[]);
    assert_eq!(drawn(&gl), GREEN);
    glEnable(VERTEX);
    glBegin(GL_POINTS);
    assert_eq!(error(), GL_INVALID_OPERATION);
}

#[test]
fn parameters_belong_to_a_target_or_a_program() {
    let gl = Gl::new(compatibility());
    glProgramEnvParameter4fARB(VERTEX, 1, 0.2, 0.0, 0.0, 0.0);
    glProgramEnvParameter4dvARB(FRAGMENT, 1, [9.0f64; 4].as_ptr());
    glProgramLocalParameter4dARB(VERTEX, 7, 0.0, 0.4, 0.0, 1.0);
    glProgramLocalParameters4fvEXT(VERTEX, 8, 2, [0.0f32, 0.0, 0.6, 0.0, 0.0, 0.0, 0.2, 0.0].as_ptr());
    let text = "PARAM p[] = { program.local[7..9] }; ADDRESS i; ARL i.x, {1.5}.x; ADD t, program.env[1], p[0]; ADD t, t, p[i.x]; ADD result.color, t, p[i.x+1];";
    assert_eq!(computed(&gl, text), [51, 102, 204, 255]);
    // An out-of-range element is undefined.
    computed(&gl, "PARAM p[] = { program.local[7..9] }; ADDRESS i; ARL i.x, {-1e30}.x; MOV result.color, p[i.x-64];");
    let mut values = [0f32; 4];
    glGetProgramEnvParameterfvARB(VERTEX, 1, values.as_mut_ptr());
    assert_eq!(values, [0.2, 0.0, 0.0, 0.0]);
    glBindProgramARB(VERTEX, 3);
    let mut doubles = [1f64; 4];
    glGetProgramLocalParameterdvARB(VERTEX, 8, doubles.as_mut_ptr());
    assert_eq!(doubles, [0.0; 4]);
    let (environment, local) =
        (property(VERTEX, GL_MAX_PROGRAM_ENV_PARAMETERS_ARB) as u32, property(VERTEX, GL_MAX_PROGRAM_LOCAL_PARAMETERS_ARB) as u32);
    glProgramLocalParameter4fvARB(VERTEX, local - 1, [0.5f32; 4].as_ptr());
    assert_eq!(error(), GL_NO_ERROR);
    glProgramEnvParameter4fvARB(VERTEX, environment, values.as_ptr());
    assert_eq!(error(), GL_INVALID_VALUE);
    glGetProgramLocalParameterfvARB(VERTEX, local, values.as_mut_ptr());
    assert_eq!(error(), GL_INVALID_VALUE);
    for (index, count) in [(local - 1, 2), (0, -1), (u32::MAX, 1)] {
        glProgramLocalParameters4fvEXT(VERTEX, index, count, [0f32; 8].as_ptr());
        assert_eq!(error(), GL_INVALID_VALUE);
    }
    glProgramEnvParameters4fvEXT(VERTEX, 0, 0, std::ptr::null());
    assert_eq!(error(), GL_NO_ERROR);
    glGetProgramEnvParameterdvARB(GL_TEXTURE_2D, 0, doubles.as_mut_ptr());
    assert_eq!(error(), GL_INVALID_ENUM);
}

#[test]
fn program_matrices_have_stacks() {
    let _gl = Gl::new(compatibility());
    let (matrices, depth) = (integer(GL_MAX_PROGRAM_MATRICES_ARB) as u32, integer(GL_MAX_PROGRAM_MATRIX_STACK_DEPTH_ARB));
    glMatrixMode(GL_MATRIX0_ARB + matrices);
    assert_eq!(error(), GL_INVALID_ENUM);
    glMatrixMode(GL_MATRIX0_ARB + matrices - 1);
    glTranslatef(2.0, 0.0, 0.0);
    for _ in 1..depth {
        glPushMatrix();
    }
    assert_eq!((error(), integer(GL_CURRENT_MATRIX_STACK_DEPTH_ARB)), (GL_NO_ERROR, depth));
    glPushMatrix();
    assert_eq!(error(), GL_STACK_OVERFLOW);
    let matrix = |name: u32| {
        let mut values = [0f32; 16];
        glGetFloatv(name, values.as_mut_ptr());
        values
    };
    assert_eq!((matrix(GL_CURRENT_MATRIX_ARB)[12], matrix(GL_TRANSPOSE_CURRENT_MATRIX_ARB)[3]), (2.0, 2.0));
    glMatrixMode(GL_PROJECTION);
    assert_eq!((matrix(GL_CURRENT_MATRIX_ARB)[12], integer(GL_CURRENT_MATRIX_STACK_DEPTH_ARB)), (0.0, 1));
}

#[test]
fn display_lists_record_programs() {
    let gl = Gl::new(compatibility());
    let list = glGenLists(1);
    glNewList(list, GL_COMPILE);
    glBindProgramARB(FRAGMENT, 4);
    let mut text = String::from("!!ARBfp1.0 MOV result.color, program.local[0]; END");
    load(FRAGMENT, &text);
    let mut values = [0.0f32, 1.0, 0.0, 1.0];
    glProgramLocalParameter4fvARB(FRAGMENT, 0, values.as_ptr());
    glEnable(FRAGMENT);
    glEndList();
    gl.no_error();
    // The list has copies.
    (text, values) = (text.replace("MOV", "XXX"), [9.0; 4]);
    assert!(text.contains("XXX") && values[0] == 9.0);
    assert_eq!(property(FRAGMENT, GL_PROGRAM_BINDING_ARB), 0);
    glCallList(list);
    assert_eq!((property(FRAGMENT, GL_PROGRAM_BINDING_ARB), drawn(&gl)), (4, GREEN));
    // "glGenProgramsARB" is not recorded, and between glBegin and glEnd nothing of this is allowed.
    glBegin(GL_POINTS);
    glBindProgramARB(FRAGMENT, 0);
    glEnd();
    assert_eq!((error(), property(FRAGMENT, GL_PROGRAM_BINDING_ARB)), (GL_INVALID_OPERATION, 4));
}

#[test]
fn attribute_groups_have_the_enables() {
    let _gl = Gl::new(compatibility());
    let is = |capability: u32| glIsEnabled(capability) != 0;
    glPushAttrib(GL_ENABLE_BIT);
    glEnable(VERTEX);
    glEnable(FRAGMENT);
    assert!(is(VERTEX) && is(FRAGMENT) && integer(VERTEX) == 1);
    glPopAttrib();
    assert!(!is(VERTEX) && !is(FRAGMENT));
}

#[test]
fn limits_and_usage_are_answered() {
    let _gl = Gl::new(compatibility());
    assert_eq!((property(VERTEX, GL_PROGRAM_UNDER_NATIVE_LIMITS_ARB), property(VERTEX, GL_PROGRAM_INSTRUCTIONS_ARB)), (0, 0));
    enable(VERTEX, "TEMP a, b; ADDRESS i; ARL i.x, vertex.color.x; MOV result.position, program.env[3];");
    for (names, wanted) in [
        ([GL_PROGRAM_INSTRUCTIONS_ARB, GL_PROGRAM_NATIVE_INSTRUCTIONS_ARB], 2),
        ([GL_PROGRAM_TEMPORARIES_ARB, GL_PROGRAM_NATIVE_TEMPORARIES_ARB], 2),
        ([GL_PROGRAM_PARAMETERS_ARB, GL_PROGRAM_NATIVE_PARAMETERS_ARB], 1),
        ([GL_PROGRAM_ATTRIBS_ARB, GL_PROGRAM_NATIVE_ATTRIBS_ARB], 1),
        ([GL_PROGRAM_ADDRESS_REGISTERS_ARB, GL_PROGRAM_NATIVE_ADDRESS_REGISTERS_ARB], 1),
        ([GL_MAX_PROGRAM_ADDRESS_REGISTERS_ARB, GL_MAX_PROGRAM_NATIVE_ADDRESS_REGISTERS_ARB], 1),
        ([GL_MAX_PROGRAM_ATTRIBS_ARB, GL_MAX_PROGRAM_NATIVE_ATTRIBS_ARB], 16),
    ] {
        assert_eq!(names.map(|name| property(VERTEX, name)), [wanted; 2]);
    }
    assert_eq!(
        (property(VERTEX, GL_PROGRAM_UNDER_NATIVE_LIMITS_ARB), property(VERTEX, GL_PROGRAM_FORMAT_ARB)),
        (1, GL_PROGRAM_FORMAT_ASCII_ARB as i32)
    );
    assert_eq!(error(), GL_NO_ERROR);
    // Only fragment programs have texture instructions.
    assert_eq!((property(VERTEX, GL_PROGRAM_TEX_INSTRUCTIONS_ARB), error()), (-7, GL_INVALID_ENUM));
    assert_eq!((property(VERTEX, GL_MAX_PROGRAM_ALU_INSTRUCTIONS_ARB), error()), (-7, GL_INVALID_ENUM));
    assert_eq!((property(FRAGMENT, GL_PROGRAM_TEX_INDIRECTIONS_ARB), error()), (0, GL_NO_ERROR));
    assert_eq!((property(FRAGMENT, GL_MAX_PROGRAM_ADDRESS_REGISTERS_ARB), error()), (0, GL_NO_ERROR));
}

#[test]
fn vertex_programs_compute_the_raster_position() {
    let gl = Gl::new(compatibility());
    let floats = |name: u32| {
        let mut values = [9.0f32; 4];
        glGetFloatv(name, values.as_mut_ptr());
        values
    };
    glColor4f(0.0, 1.0, 0.25, 1.0);
    // No plane applies to a position that is the program's own.
    glClipPlane(GL_CLIP_PLANE0, [0.0f64, 0.0, 0.0, -1.0].as_ptr());
    glEnable(GL_CLIP_PLANE0);
    let results =
        "MOV result.color, vertex.color.yxzw; MOV result.fogcoord.x, program.env[0].z; ADD result.texcoord[1], vertex.texcoord, 0.5;";
    enable(VERTEX, &format!("ADD result.position, vertex.position, {{0.5, 0, 0, 0}}; {results}"));
    glProgramEnvParameter4fARB(VERTEX, 0, 0.0, 0.0, 7.0, 0.0);
    let counted = gl.count(&[GL_VERTEX_SHADER_INVOCATIONS, GL_PRIMITIVES_GENERATED], || glRasterPos2f(0.0, -0.5));
    assert_eq!(counted, [0, 0]);
    assert_eq!((floats(GL_CURRENT_RASTER_POSITION), integer(GL_CURRENT_RASTER_POSITION_VALID)), ([12.0, 4.0, 0.5, 1.0], 1));
    assert_eq!((floats(GL_CURRENT_RASTER_COLOR), floats(GL_CURRENT_RASTER_DISTANCE)[0]), ([1.0, 0.0, 0.25, 1.0], 7.0));
    glActiveTexture(GL_TEXTURE1);
    assert_eq!(floats(GL_CURRENT_RASTER_TEXTURE_COORDS), [0.5, 0.5, 0.5, 1.5]);
    enable(VERTEX, &format!("OPTION ARB_position_invariant; {results}"));
    glRasterPos2f(0.0, 0.0);
    assert_eq!(integer(GL_CURRENT_RASTER_POSITION_VALID), 0);
    glDisable(GL_CLIP_PLANE0);
    glRasterPos2f(0.0, 0.0);
    assert_eq!((floats(GL_CURRENT_RASTER_POSITION), integer(GL_CURRENT_RASTER_POSITION_VALID)), ([8.0, 8.0, 0.5, 1.0], 1));
}
