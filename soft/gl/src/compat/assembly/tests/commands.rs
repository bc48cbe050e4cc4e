//! What the commands do with programs and their parameters.

use super::*;

#[test]
fn names_are_programs_once_they_are_bound() {
    let _gl = Gl::new(compatibility());
    let is = |name: u32| gl!(glIsProgramARB(name => u32) -> u8) != 0;
    let mut names = [0u32; 2];
    gl!(glGenProgramsARB(2 => i32, names.as_mut_ptr() => *mut u32));
    assert!(!is(names[0]) && !is(0));
    gl!(glBindProgramARB(VERTEX => u32, names[0] => u32));
    // Names need not be generated.
    gl!(glBindProgramARB(FRAGMENT => u32, 77 => u32));
    assert!(is(names[0]) && is(77) && !is(names[1]));
    // "The error INVALID_OPERATION is generated if <program> names an existing program object whose associated program target is anything other than <target>."
    gl!(glBindProgramARB(FRAGMENT => u32, names[0] => u32));
    assert_eq!((error(), property(FRAGMENT, GL_PROGRAM_BINDING_ARB)), (GL_INVALID_OPERATION, 77));
    gl!(glBindProgramARB(GL_TEXTURE_2D => u32, 1 => u32));
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glDeleteProgramsARB(1 => i32, [77u32].as_ptr() => *const u32));
    assert_eq!((is(77), property(FRAGMENT, GL_PROGRAM_BINDING_ARB), property(VERTEX, GL_PROGRAM_BINDING_ARB)), (false, 0, names[0] as i32));
    gl!(glDeleteProgramsARB(-1 => i32, std::ptr::null() => *const u32));
    assert_eq!(error(), GL_INVALID_VALUE);
}

#[test]
fn other_profiles_have_no_programs() {
    let _gl = Gl::new(core());
    gl!(glBindProgramARB(VERTEX => u32, 1 => u32));
    assert_eq!(error(), GL_INVALID_OPERATION);
    gl!(glEnable(VERTEX => u32));
    assert_eq!(error(), GL_INVALID_ENUM);
}

#[test]
fn a_string_that_does_not_load_leaves_the_program_unchanged() {
    let gl = Gl::new(compatibility());
    let good = "!!ARBfp1.0 MOV result.color, {0, 1, 0, 1}; END";
    load(FRAGMENT, good);
    load(FRAGMENT, "!!ARBfp1.0 MOV result.colour, 1; END");
    assert_eq!((error(), integer(GL_PROGRAM_ERROR_POSITION_ARB)), (GL_INVALID_OPERATION, 22));
    let message = || gl!(glGetString(GL_PROGRAM_ERROR_STRING_ARB => u32) -> *const c_char);
    // SAFETY: the string lives until the next one is loaded.
    assert!(!unsafe { CStr::from_ptr(message()) }.is_empty());
    assert_eq!(property(FRAGMENT, GL_PROGRAM_LENGTH_ARB), good.len() as i32);
    let mut string = vec![0u8; good.len()];
    gl!(glGetProgramStringARB(FRAGMENT => u32, GL_PROGRAM_STRING_ARB => u32, string.as_mut_ptr() => *mut u8));
    assert_eq!(string, good.as_bytes());
    gl!(glEnable(FRAGMENT => u32));
    assert_eq!(drawn(&gl), GREEN);
    load(FRAGMENT, good);
    // SAFETY: as above.
    assert!(unsafe { CStr::from_ptr(message()) }.is_empty() && integer(GL_PROGRAM_ERROR_POSITION_ARB) == -1);
    let wrong = |format: u32, length: i32| {
        gl!(glProgramStringARB(FRAGMENT => u32, format => u32, length => i32, good.as_ptr() => *const u8));
        error()
    };
    assert_eq!((wrong(GL_FLOAT, 1), wrong(GL_PROGRAM_FORMAT_ASCII_ARB, -1)), (GL_INVALID_ENUM, GL_INVALID_VALUE));
    gl!(glGetProgramStringARB(FRAGMENT => u32, GL_PROGRAM_LENGTH_ARB => u32, string.as_mut_ptr() => *mut u8));
    assert_eq!(error(), GL_INVALID_ENUM);
}

#[test]
fn draws_need_a_valid_program_where_one_is_enabled() {
    let gl = Gl::new(compatibility());
    for target in [VERTEX, FRAGMENT] {
        gl!(glEnable(target => u32));
        gl!(glBegin(GL_POINTS => u32));
        assert_eq!(error(), GL_INVALID_OPERATION);
        gl!(glDrawArrays(GL_POINTS => u32, 0 => i32, 1 => i32));
        assert_eq!(error(), GL_INVALID_OPERATION);
        gl!(glRasterPos2i(0 => i32, 0 => i32));
        assert_eq!(error(), GL_INVALID_OPERATION);
        gl!(glDisable(target => u32));
    }
    // Shaders replace the program of their stage alone.
    gl!(glEnable(FRAGMENT => u32));
    let shader = c"void main() { gl_FragColor = vec4(0, 1, 0, 1); }";
    gl.program(&[(GL_FRAGMENT_SHADER, shader)], &[]);
    assert_eq!(drawn(&gl), GREEN);
    gl!(glEnable(VERTEX => u32));
    gl!(glBegin(GL_POINTS => u32));
    assert_eq!(error(), GL_INVALID_OPERATION);
}

#[test]
fn parameters_belong_to_a_target_or_a_program() {
    let gl = Gl::new(compatibility());
    gl!(glProgramEnvParameter4fARB(VERTEX => u32, 1 => u32, 0.2 => f32, 0.0 => f32, 0.0 => f32, 0.0 => f32));
    gl!(glProgramEnvParameter4dvARB(FRAGMENT => u32, 1 => u32, [9.0f64; 4].as_ptr() => *const f64));
    gl!(glProgramLocalParameter4dARB(VERTEX => u32, 7 => u32, 0.0 => f64, 0.4 => f64, 0.0 => f64, 1.0 => f64));
    gl!(glProgramLocalParameters4fvEXT(VERTEX => u32, 8 => u32, 2 => i32, [0.0f32, 0.0, 0.6, 0.0, 0.0, 0.0, 0.2, 0.0].as_ptr() => *const f32));
    let text = "PARAM p[] = { program.local[7..9] }; ADDRESS i; ARL i.x, {1.5}.x; ADD t, program.env[1], p[0]; ADD t, t, p[i.x]; ADD result.color, t, p[i.x+1];";
    assert_eq!(computed(&gl, text), [51, 102, 204, 255]);
    // An out-of-range element is undefined.
    computed(&gl, "PARAM p[] = { program.local[7..9] }; ADDRESS i; ARL i.x, {-1e30}.x; MOV result.color, p[i.x-64];");
    let mut values = [0f32; 4];
    gl!(glGetProgramEnvParameterfvARB(VERTEX => u32, 1 => u32, values.as_mut_ptr() => *mut f32));
    assert_eq!(values, [0.2, 0.0, 0.0, 0.0]);
    gl!(glBindProgramARB(VERTEX => u32, 3 => u32));
    let mut doubles = [1f64; 4];
    gl!(glGetProgramLocalParameterdvARB(VERTEX => u32, 8 => u32, doubles.as_mut_ptr() => *mut f64));
    assert_eq!(doubles, [0.0; 4]);
    let (environment, local) =
        (property(VERTEX, GL_MAX_PROGRAM_ENV_PARAMETERS_ARB) as u32, property(VERTEX, GL_MAX_PROGRAM_LOCAL_PARAMETERS_ARB) as u32);
    gl!(glProgramLocalParameter4fvARB(VERTEX => u32, local - 1 => u32, [0.5f32; 4].as_ptr() => *const f32));
    assert_eq!(error(), GL_NO_ERROR);
    gl!(glProgramEnvParameter4fvARB(VERTEX => u32, environment => u32, values.as_ptr() => *const f32));
    assert_eq!(error(), GL_INVALID_VALUE);
    gl!(glGetProgramLocalParameterfvARB(VERTEX => u32, local => u32, values.as_mut_ptr() => *mut f32));
    assert_eq!(error(), GL_INVALID_VALUE);
    for (index, count) in [(local - 1, 2), (0, -1), (u32::MAX, 1)] {
        gl!(glProgramLocalParameters4fvEXT(VERTEX => u32, index => u32, count => i32, [0f32; 8].as_ptr() => *const f32));
        assert_eq!(error(), GL_INVALID_VALUE);
    }
    gl!(glProgramEnvParameters4fvEXT(VERTEX => u32, 0 => u32, 0 => i32, std::ptr::null() => *const f32));
    assert_eq!(error(), GL_NO_ERROR);
    gl!(glGetProgramEnvParameterdvARB(GL_TEXTURE_2D => u32, 0 => u32, doubles.as_mut_ptr() => *mut f64));
    assert_eq!(error(), GL_INVALID_ENUM);
}

#[test]
fn program_matrices_have_stacks() {
    let _gl = Gl::new(compatibility());
    let (matrices, depth) = (integer(GL_MAX_PROGRAM_MATRICES_ARB) as u32, integer(GL_MAX_PROGRAM_MATRIX_STACK_DEPTH_ARB));
    gl!(glMatrixMode(GL_MATRIX0_ARB + matrices => u32));
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glMatrixMode(GL_MATRIX0_ARB + matrices - 1 => u32));
    gl!(glTranslatef(2.0 => f32, 0.0 => f32, 0.0 => f32));
    for _ in 1..depth {
        gl!(glPushMatrix());
    }
    assert_eq!((error(), integer(GL_CURRENT_MATRIX_STACK_DEPTH_ARB)), (GL_NO_ERROR, depth));
    gl!(glPushMatrix());
    assert_eq!(error(), GL_STACK_OVERFLOW);
    let matrix = |name: u32| {
        let mut values = [0f32; 16];
        gl!(glGetFloatv(name => u32, values.as_mut_ptr() => *mut f32));
        values
    };
    assert_eq!((matrix(GL_CURRENT_MATRIX_ARB)[12], matrix(GL_TRANSPOSE_CURRENT_MATRIX_ARB)[3]), (2.0, 2.0));
    gl!(glMatrixMode(GL_PROJECTION => u32));
    assert_eq!((matrix(GL_CURRENT_MATRIX_ARB)[12], integer(GL_CURRENT_MATRIX_STACK_DEPTH_ARB)), (0.0, 1));
}

#[test]
fn display_lists_record_programs() {
    let gl = Gl::new(compatibility());
    let list = gl!(glGenLists(1 => i32) -> u32);
    gl!(glNewList(list => u32, GL_COMPILE => u32));
    gl!(glBindProgramARB(FRAGMENT => u32, 4 => u32));
    let mut text = String::from("!!ARBfp1.0 MOV result.color, program.local[0]; END");
    load(FRAGMENT, &text);
    let mut values = [0.0f32, 1.0, 0.0, 1.0];
    gl!(glProgramLocalParameter4fvARB(FRAGMENT => u32, 0 => u32, values.as_ptr() => *const f32));
    gl!(glEnable(FRAGMENT => u32));
    gl!(glEndList());
    gl.no_error();
    // The list has copies.
    (text, values) = (text.replace("MOV", "XXX"), [9.0; 4]);
    assert!(text.contains("XXX") && values[0] == 9.0);
    assert_eq!(property(FRAGMENT, GL_PROGRAM_BINDING_ARB), 0);
    gl!(glCallList(list => u32));
    assert_eq!((property(FRAGMENT, GL_PROGRAM_BINDING_ARB), drawn(&gl)), (4, GREEN));
    // "glGenProgramsARB" is not recorded, and between glBegin and glEnd nothing of this is allowed.
    gl!(glBegin(GL_POINTS => u32));
    gl!(glBindProgramARB(FRAGMENT => u32, 0 => u32));
    gl!(glEnd());
    assert_eq!((error(), property(FRAGMENT, GL_PROGRAM_BINDING_ARB)), (GL_INVALID_OPERATION, 4));
}

#[test]
fn attribute_groups_have_the_enables() {
    let _gl = Gl::new(compatibility());
    let is = |capability: u32| gl!(glIsEnabled(capability => u32) -> u8) != 0;
    gl!(glPushAttrib(GL_ENABLE_BIT => u32));
    gl!(glEnable(VERTEX => u32));
    gl!(glEnable(FRAGMENT => u32));
    assert!(is(VERTEX) && is(FRAGMENT) && integer(VERTEX) == 1);
    gl!(glPopAttrib());
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
        gl!(glGetFloatv(name => u32, values.as_mut_ptr() => *mut f32));
        values
    };
    gl!(glColor4f(0.0 => f32, 1.0 => f32, 0.25 => f32, 1.0 => f32));
    // No plane applies to a position that is the program's own.
    gl!(glClipPlane(GL_CLIP_PLANE0 => u32, [0.0f64, 0.0, 0.0, -1.0].as_ptr() => *const f64));
    gl!(glEnable(GL_CLIP_PLANE0 => u32));
    let results =
        "MOV result.color, vertex.color.yxzw; MOV result.fogcoord.x, program.env[0].z; ADD result.texcoord[1], vertex.texcoord, 0.5;";
    enable(VERTEX, &format!("ADD result.position, vertex.position, {{0.5, 0, 0, 0}}; {results}"));
    gl!(glProgramEnvParameter4fARB(VERTEX => u32, 0 => u32, 0.0 => f32, 0.0 => f32, 7.0 => f32, 0.0 => f32));
    let counted = gl.count(&[GL_VERTEX_SHADER_INVOCATIONS, GL_PRIMITIVES_GENERATED], || gl!(glRasterPos2f(0.0 => f32, -0.5 => f32)));
    assert_eq!(counted, [0, 0]);
    assert_eq!((floats(GL_CURRENT_RASTER_POSITION), integer(GL_CURRENT_RASTER_POSITION_VALID)), ([12.0, 4.0, 0.5, 1.0], 1));
    assert_eq!((floats(GL_CURRENT_RASTER_COLOR), floats(GL_CURRENT_RASTER_DISTANCE)[0]), ([1.0, 0.0, 0.25, 1.0], 7.0));
    gl!(glActiveTexture(GL_TEXTURE1 => u32));
    assert_eq!(floats(GL_CURRENT_RASTER_TEXTURE_COORDS), [0.5, 0.5, 0.5, 1.5]);
    enable(VERTEX, &format!("OPTION ARB_position_invariant; {results}"));
    gl!(glRasterPos2f(0.0 => f32, 0.0 => f32));
    assert_eq!(integer(GL_CURRENT_RASTER_POSITION_VALID), 0);
    gl!(glDisable(GL_CLIP_PLANE0 => u32));
    gl!(glRasterPos2f(0.0 => f32, 0.0 => f32));
    assert_eq!((floats(GL_CURRENT_RASTER_POSITION), integer(GL_CURRENT_RASTER_POSITION_VALID)), ([8.0, 8.0, 0.5, 1.0], 1));
}
