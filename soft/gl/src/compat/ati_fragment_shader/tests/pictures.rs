//! What shaders draw.

use super::*;
use crate::compat::fixed_function::program_for_draw;

const C0: u32 = GL_CON_0_ATI;
const PRIMARY: u32 = GL_PRIMARY_COLOR;

/// A window whose fragments are those of the bound shader, with a primary colour, a secondary colour and two constants.
fn window() -> Gl {
    let gl = Gl::new(compatibility());
    glEnable(GL_FRAGMENT_SHADER_ATI);
    glColor4f(0.2, 0.4, 0.6, 0.8);
    glSecondaryColor3f(0.4, 0.0, 0.2);
    constant(0, [0.4, 0.6, 0.2, 1.0]);
    constant(1, [1.0, 0.5, 0.0, 0.25]);
    gl
}

/// Draws a quad over the window; returns a pixel.
fn drawn(gl: &Gl) -> [u8; 4] {
    glRectf(-1.0, -1.0, 1.0, 1.0);
    gl.no_error();
    gl.pixel(8, 8)
}

/// Defines the bound shader and draws with it.
fn shaded(gl: &Gl, define: impl FnOnce()) -> [u8; 4] {
    begin();
    define();
    assert_eq!(end(), GL_NO_ERROR);
    drawn(gl)
}

fn assert_close(found: [u8; 4], wanted: [u8; 4], what: &str) {
    assert!(found.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) <= 1), "{what}: {found:?}, not {wanted:?}");
}

/// Adds both instructions of a pair.
fn both(op: u32, mask: u32, modifier: u32, operands: &[[u32; 3]]) {
    assert_eq!(color_with(op, 0, mask, modifier, operands), GL_NO_ERROR);
    assert_eq!(alpha_with(op, 0, modifier, operands), GL_NO_ERROR);
}

#[test]
fn operations_compute_what_the_extension_says() {
    let gl = window();
    let (p, c0, c1) = (plain(PRIMARY), plain(C0), plain(C0 + 1));
    for (what, op, operands, wanted) in [
        ("MOV", GL_MOV_ATI, &[p][..], [51, 102, 153, 204]),
        ("ADD", GL_ADD_ATI, &[p, c0], [153, 255, 204, 255]),
        ("SUB", GL_SUB_ATI, &[c0, p], [51, 51, 0, 51]),
        ("MUL", GL_MUL_ATI, &[p, c0], [20, 61, 31, 204]),
        ("MAD", GL_MAD_ATI, &[p, c0, c0], [122, 214, 82, 255]),
        ("LERP", GL_LERP_ATI, &[p, c0, c1], [224, 138, 31, 217]),
        ("CND", GL_CND_ATI, &[p, c0, c1], [51, 153, 51, 255]),
        ("CND0", GL_CND0_ATI, &[p, c0, [C0 + 1, NONE, GL_NEGATE_BIT_ATI]], [102, 153, 153, 255]),
        ("DOT2_ADD", GL_DOT2_ADD_ATI, &[p, c0, p], [235; 4]),
        ("DOT3", GL_DOT3_ATI, &[p, c0], [112; 4]),
        ("DOT4", GL_DOT4_ATI, &[c1, c0], [242; 4]),
    ] {
        assert_close(shaded(&gl, || both(op, NONE, NONE, operands)), wanted, what);
    }
}

#[test]
fn operands_and_results_are_modified() {
    let gl = window();
    let of = |replication: u32, modifier: u32| [PRIMARY, replication, modifier];
    for (operand, wanted) in [
        (of(GL_RED, NONE), [51; 4]),
        (of(GL_GREEN, NONE), [102; 4]),
        (of(GL_BLUE, NONE), [153; 4]),
        (of(GL_ALPHA, NONE), [204; 4]),
        (of(NONE, GL_COMP_BIT_ATI), [204, 153, 102, 51]),
        (of(NONE, GL_BIAS_BIT_ATI), [0, 0, 26, 77]),
        (of(NONE, GL_2X_BIT_ATI), [102, 204, 255, 255]),
        (of(NONE, GL_BIAS_BIT_ATI | GL_NEGATE_BIT_ATI), [77, 26, 0, 0]),
        // "s = -(2 * ((1.0 - s) - 0.5))"
        (of(NONE, GL_COMP_BIT_ATI | GL_BIAS_BIT_ATI | GL_2X_BIT_ATI | GL_NEGATE_BIT_ATI), [0, 0, 51, 153]),
        ([GL_ZERO, NONE, NONE], [0; 4]),
        ([GL_ONE, NONE, NONE], [255; 4]),
    ] {
        assert_close(shaded(&gl, || both(GL_MOV_ATI, NONE, NONE, &[operand])), wanted, &format!("{operand:x?}"));
    }
    for (modifier, wanted) in [
        (GL_2X_BIT_ATI, [102, 204, 255, 255]),
        (GL_4X_BIT_ATI, [204, 255, 255, 255]),
        (GL_HALF_BIT_ATI, [26, 51, 77, 102]),
        (GL_QUARTER_BIT_ATI, [13, 26, 38, 51]),
        (GL_EIGHTH_BIT_ATI, [6, 13, 19, 26]),
    ] {
        assert_close(shaded(&gl, || both(GL_MOV_ATI, NONE, modifier, &[plain(PRIMARY)])), wanted, &format!("{modifier:x}"));
    }
    // Values between instructions are not clamped, unless the instruction demands it.
    for (saturate, wanted) in [(NONE, [51, 102, 153, 204]), (GL_SATURATE_BIT_ATI, [32; 4])] {
        let found = shaded(&gl, || {
            both(GL_MOV_ATI, NONE, GL_8X_BIT_ATI | saturate, &[plain(PRIMARY)]);
            both(GL_MOV_ATI, NONE, GL_EIGHTH_BIT_ATI, &[plain(GL_REG_0_ATI)]);
        });
        assert_close(found, wanted, "range");
    }
    // The mask selects colours, and an instruction without its partner leaves the other components.
    let found = shaded(&gl, || {
        both(GL_MOV_ATI, NONE, NONE, &[plain(C0)]);
        assert_eq!(color_with(GL_MOV_ATI, 0, GL_RED_BIT_ATI | GL_BLUE_BIT_ATI, NONE, &[plain(PRIMARY)]), GL_NO_ERROR);
    });
    assert_close(found, [51, 153, 153, 255], "mask");
    let found = shaded(&gl, || {
        both(GL_MOV_ATI, NONE, NONE, &[plain(C0)]);
        assert_eq!(color(GL_MOV_ATI, 1, &[plain(GL_ONE)]), GL_NO_ERROR);
        assert_eq!(color(GL_ADD_ATI, 0, &[plain(GL_SECONDARY_INTERPOLATOR_ATI), plain(GL_REG_0_ATI)]), GL_NO_ERROR);
    });
    assert_close(found, [204, 153, 102, 255], "secondary colour");
}

#[test]
fn a_pair_executes_in_parallel() {
    let gl = window();
    let found = shaded(&gl, || {
        both(GL_MOV_ATI, NONE, NONE, &[plain(C0)]);
        assert_eq!(color(GL_MOV_ATI, 0, &[plain(PRIMARY)]), GL_NO_ERROR);
        // The red component is that before the colour instruction.
        assert_eq!(alpha(GL_MOV_ATI, 0, &[[GL_REG_0_ATI, GL_RED, NONE]]), GL_NO_ERROR);
    });
    assert_close(found, [51, 102, 153, 102], "parallel");
    // The alpha instruction of a dot product has the colour's result.
    let found = shaded(&gl, || {
        both(GL_MOV_ATI, NONE, NONE, &[plain(C0)]);
        assert_eq!(color_with(GL_DOT3_ATI, 0, GL_GREEN_BIT_ATI, GL_2X_BIT_ATI, &[plain(PRIMARY), plain(C0)]), GL_NO_ERROR);
        assert_eq!(alpha(GL_DOT3_ATI, 0, &[plain(GL_ZERO), plain(GL_ZERO)]), GL_NO_ERROR);
    });
    assert_close(found, [102, 224, 51, 224], "dot product");
}

/// Makes a texture of one texel in a unit and enables its target.
fn texel(unit: u32, target: u32, image: u32, color: [u8; 4]) {
    let mut name = 0;
    glActiveTexture(GL_TEXTURE0 + unit);
    glGenTextures(1, &raw mut name);
    glBindTexture(target, name);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST as i32);
    let pixels = color.as_ptr().cast::<c_void>();
    let (format, ty) = (GL_RGBA, GL_UNSIGNED_BYTE);
    match target {
        GL_TEXTURE_1D => {
            glTexImage1D(target, 0, GL_RGBA as i32, 1, 0, format, ty, pixels);
        }
        GL_TEXTURE_3D => {
            glTexImage3D(target, 0, GL_RGBA as i32, 1, 1, 1, 0, format, ty, pixels);
        }
        _ => {
            for face in 0..if target == GL_TEXTURE_CUBE_MAP { 6 } else { 1 } {
                glTexImage2D(image + face, 0, GL_RGBA as i32, 1, 1, 0, format, ty, pixels);
            }
        }
    }
    glEnable(target);
    assert_eq!(error(), GL_NO_ERROR);
}

#[test]
fn every_target_is_sampled_and_units_without_a_texture_are_black() {
    let gl = window();
    let moved = |register: u32| {
        assert_eq!(color(GL_MOV_ATI, 0, &[plain(GL_REG_0_ATI + register)]), GL_NO_ERROR);
        assert_eq!(alpha(GL_MOV_ATI, 0, &[plain(GL_REG_0_ATI + register)]), GL_NO_ERROR);
    };
    let found = shaded(&gl, || {
        assert_eq!(sample(3, GL_TEXTURE1, STR), GL_NO_ERROR);
        moved(3);
    });
    assert_eq!(found, [0, 0, 0, 255]);
    // The target with the most dimensions is sampled.
    let targets = [
        (GL_TEXTURE_1D, GL_TEXTURE_1D, [51, 0, 0, 255]),
        (GL_TEXTURE_2D, GL_TEXTURE_2D, [0, 51, 0, 204]),
        (GL_TEXTURE_RECTANGLE, GL_TEXTURE_RECTANGLE, [0, 0, 51, 153]),
        (GL_TEXTURE_3D, GL_TEXTURE_3D, [51, 51, 0, 102]),
        (GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_POSITIVE_X, [51, 0, 51, 51]),
    ];
    glMultiTexCoord3f(GL_TEXTURE1, 0.5, 0.5, 0.5);
    for (target, image, texel_color) in targets {
        texel(3, target, image, texel_color);
        assert_eq!(drawn(&gl), texel_color, "{target:x}");
    }
    for (target, ..) in targets {
        glDisable(target);
    }
    assert_eq!(drawn(&gl), [0, 0, 0, 255]);
}

#[test]
fn depths_are_not_compared() {
    let gl = window();
    let mut name = 0;
    glGenTextures(1, &raw mut name);
    glBindTexture(GL_TEXTURE_2D, name);
    let parameters =
        [(GL_TEXTURE_MIN_FILTER, GL_NEAREST), (GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE), (GL_DEPTH_TEXTURE_MODE, GL_LUMINANCE)];
    for (parameter, value) in parameters {
        glTexParameteri(GL_TEXTURE_2D, parameter, value as i32);
    }
    let (internal, format, depth) = (GL_DEPTH_COMPONENT24 as i32, GL_DEPTH_COMPONENT, [0.4f32]);
    glTexImage2D(GL_TEXTURE_2D, 0, internal, 1, 1, 0, format, GL_FLOAT, depth.as_ptr().cast());
    glEnable(GL_TEXTURE_2D);
    let found = shaded(&gl, || {
        assert_eq!(sample(0, GL_TEXTURE0, STR), GL_NO_ERROR);
        assert_eq!(color(GL_MOV_ATI, 0, &[plain(GL_REG_0_ATI)]), GL_NO_ERROR);
    });
    assert_close(found, [102, 102, 102, 255], "depth");
}

#[test]
fn coordinates_are_routed_swizzled_and_projected() {
    let gl = window();
    glMultiTexCoord4f(GL_TEXTURE7, 0.2, 0.4, 2.0, 4.0);
    for (swizzle, wanted) in [
        (GL_SWIZZLE_STR_ATI, [51, 102, 255]),
        (GL_SWIZZLE_STQ_ATI, [51, 102, 255]),
        (GL_SWIZZLE_STR_DR_ATI, [26, 51, 128]),
        (GL_SWIZZLE_STQ_DQ_ATI, [13, 26, 64]),
    ] {
        let found = shaded(&gl, || {
            assert_eq!(pass_coordinates(4, GL_TEXTURE7, swizzle), GL_NO_ERROR);
            assert_eq!(color(GL_MOV_ATI, 0, &[plain(GL_REG_4_ATI)]), GL_NO_ERROR);
        });
        assert_close([found[0], found[1], found[2], 0], [wanted[0], wanted[1], wanted[2], 0], &format!("{swizzle:x}"));
    }
    // The texture matrix of the unit applies.
    glActiveTexture(GL_TEXTURE7);
    glMatrixMode(GL_TEXTURE);
    glScalef(2.0, 0.5, 1.0);
    let found = shaded(&gl, || {
        assert_eq!(pass_coordinates(0, GL_TEXTURE7, STR), GL_NO_ERROR);
        assert_eq!(color_with(GL_MOV_ATI, 0, NONE, GL_HALF_BIT_ATI, &[plain(GL_REG_0_ATI)]), GL_NO_ERROR);
    });
    assert_close([found[0], found[1], found[2], 0], [51, 26, 255, 0], "texture matrix");
}

#[test]
fn the_second_pass_reads_registers_of_the_first() {
    let gl = window();
    // A texture of two texels in unit 2, which the first pass selects the second one of.
    let mut name = 0;
    glActiveTexture(GL_TEXTURE2);
    glGenTextures(1, &raw mut name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST as i32);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST as i32);
    let pixels = [255u8, 0, 0, 255, 0, 51, 0, 255];
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA as i32, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.as_ptr().cast());
    glEnable(GL_TEXTURE_2D);
    constant(2, [0.75, 0.5, 0.0, 0.0]);
    let found = shaded(&gl, || {
        for register in 0..3 {
            assert_eq!(color(GL_MOV_ATI, register, &[plain(C0 + 2 - register)]), GL_NO_ERROR);
        }
        // Registers 0 and 1 change places.
        assert_eq!(sample(2, GL_REG_0_ATI, STR), GL_NO_ERROR);
        assert_eq!((pass_coordinates(0, GL_REG_1_ATI, STR), pass_coordinates(1, GL_REG_0_ATI, STR)), (GL_NO_ERROR, GL_NO_ERROR));
        assert_eq!(color(GL_MUL_ATI, 0, &[plain(GL_REG_0_ATI), plain(GL_REG_1_ATI)]), GL_NO_ERROR);
        assert_eq!(color(GL_ADD_ATI, 0, &[plain(GL_REG_0_ATI), plain(GL_REG_2_ATI)]), GL_NO_ERROR);
        // A register that is not routed is not passed.
        assert_eq!(color(GL_ADD_ATI, 0, &[plain(GL_REG_0_ATI), plain(GL_REG_5_ATI)]), GL_NO_ERROR);
        assert_eq!(alpha(GL_MOV_ATI, 0, &[plain(GL_ONE)]), GL_NO_ERROR);
    });
    assert_close(found, [191, 115, 0, 255], "(1, 0.5, 0) * (0.75, 0.5, 0) + (0, 0.2, 0)");
    // Such a register keeps the components that no instruction writes, as in Mesa.
    let found = shaded(&gl, || {
        both(GL_MOV_ATI, NONE, NONE, &[plain(C0)]);
        assert_eq!(pass_coordinates(1, GL_REG_0_ATI, STR), GL_NO_ERROR);
        assert_eq!(
            color_with(GL_ADD_ATI, 0, GL_RED_BIT_ATI, NONE, &[plain(GL_REG_0_ATI), [GL_REG_1_ATI, NONE, GL_COMP_BIT_ATI]]),
            GL_NO_ERROR
        );
    });
    assert_close(found, [153, 153, 51, 255], "0 + (1 - 0.4)");
}

#[test]
fn constants_of_a_shader_replace_those_of_the_context() {
    let gl = window();
    let define = || assert_eq!(color(GL_ADD_ATI, 0, &[plain(C0), plain(C0 + 1)]), GL_NO_ERROR);
    constant(1, [0.0, 0.2, 0.0, 0.0]);
    bind(13);
    assert_close(shaded(&gl, define), [102, 204, 51, 0], "the context's");
    bind(42);
    let found = shaded(&gl, || {
        define();
        constant(0, [0.2, 0.2, 0.0, 0.0]);
    });
    assert_close(found, [51, 102, 0, 0], "its own");
    constant(0, [0.6, 0.0, 0.0, 0.0]);
    assert_close(drawn(&gl), [51, 102, 0, 0], "its own still");
    bind(13);
    assert_close(drawn(&gl), [153, 51, 0, 0], "the context's new one");
    // The shader of a name that was deleted is another one.
    glDeleteFragmentShaderATI(42);
    bind(42);
    glDisable(GL_FRAGMENT_SHADER_ATI);
    let fixed = drawn(&gl);
    glEnable(GL_FRAGMENT_SHADER_ATI);
    assert_eq!(drawn(&gl), fixed);
}

#[test]
fn fog_and_the_colour_sum_follow_and_other_shaders_come_first() {
    let gl = window();
    begin();
    assert_eq!((color(GL_MOV_ATI, 0, &[plain(PRIMARY)]), alpha(GL_MOV_ATI, 0, &[plain(PRIMARY)])), (GL_NO_ERROR, GL_NO_ERROR));
    assert_eq!(end(), GL_NO_ERROR);
    glEnable(GL_COLOR_SUM);
    assert_close(drawn(&gl), [153, 102, 204, 204], "colour sum");
    glEnable(GL_FOG);
    glFogi(GL_FOG_MODE, GL_LINEAR as i32);
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD as i32);
    glFogfv(GL_FOG_COLOR, [1.0f32, 1.0, 0.0, 0.0].as_ptr());
    glFogCoordf(0.5);
    assert_close(drawn(&gl), [204, 179, 102, 204], "fog");
    glDisable(GL_FOG);
    glDisable(GL_COLOR_SUM);
    // A vertex shader goes before it.
    let vertex = c"void main() { gl_Position = gl_Vertex; gl_FrontColor = vec4(0.4, 0.0, 0.0, 1.0); }";
    gl.program(&[(GL_VERTEX_SHADER, vertex)], &[]);
    assert_close(drawn(&gl), [102, 0, 0, 255], "vertex shader");
    glUseProgram(0);
    let text = "!!ARBfp1.0 MOV result.color, {0, 0, 1, 1}; END";
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, text.len() as i32, text.as_ptr().cast());
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    assert_eq!(drawn(&gl), [0, 0, 255, 255]);
    gl.program(&[(GL_FRAGMENT_SHADER, c"void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }")], &[]);
    assert_eq!(drawn(&gl), [0, 255, 0, 255]);
}

#[test]
fn lists_record_bindings_and_constants_alone() {
    let gl = window();
    bind(7);
    begin();
    assert_eq!(color(GL_MOV_ATI, 0, &[plain(C0)]), GL_NO_ERROR);
    assert_eq!(end(), GL_NO_ERROR);
    bind(0);
    glNewList(1, GL_COMPILE);
    bind(7);
    constant(0, [0.2, 0.4, 0.0, 0.0]);
    // These commands execute at once: they define the default shader.
    begin();
    assert_eq!(color(GL_MOV_ATI, 0, &[plain(GL_ONE)]), GL_NO_ERROR);
    assert_eq!(end(), GL_NO_ERROR);
    glEndList();
    assert_eq!(drawn(&gl)[..3], [255; 3]);
    glCallList(1);
    assert_close(drawn(&gl), [51, 102, 0, 0], "list");
}

#[test]
fn every_shader_without_an_error_links() {
    let gl = window();
    texel(0, GL_TEXTURE_2D, GL_TEXTURE_2D, [255; 4]);
    texel(1, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_POSITIVE_X, [255; 4]);
    let mut state = 0x2545_F491_4F6C_DD1Du64;
    let mut next = |end: u32| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as u32 % end
    };
    let sources = [GL_ZERO, GL_ONE, PRIMARY, GL_SECONDARY_INTERPOLATOR_ATI, GL_REG_0_ATI, GL_REG_3_ATI, C0, C0 + 7];
    let replications = [NONE, GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA];
    let (mut ended, mut sampled) = (0, 0);
    for _ in 0..150 {
        begin();
        for _ in 0..3 + next(12) {
            let mut operand = || [sources[next(8) as usize], replications[next(5) as usize], next(16)];
            let operands = [operand(), operand(), operand()];
            let (register, modifier, count) =
                (next(6), (next(2) * GL_SATURATE_BIT_ATI) | [NONE, 1 << next(6)][next(2) as usize], 1 + next(3));
            let op = [GL_MOV_ATI, GL_ADD_ATI + next(5), GL_MAD_ATI + next(5)][count as usize - 1];
            let operands = &operands[..count as usize];
            let coordinates = [GL_TEXTURE0, GL_TEXTURE0 + next(8), GL_REG_0_ATI + next(6)][next(3) as usize];
            let swizzle = GL_SWIZZLE_STR_ATI + next(4);
            match next(6) {
                0 => sampled += u32::from(sample(register, coordinates, swizzle) == GL_NO_ERROR),
                1 => {
                    pass_coordinates(register, coordinates, swizzle);
                }
                2 | 3 => {
                    color_with(op, register, next(8), modifier, operands);
                }
                _ => {
                    alpha_with(op, register, modifier, operands);
                }
            }
        }
        let outcome = end();
        if outcome == GL_NO_ERROR {
            ended += 1;
            let linked = program_for_draw(&mut gl.0.lock().unwrap(), None).unwrap();
            assert!(linked.is_some_and(|linked| linked.program.fragment.is_some()));
            drawn(&gl);
        }
    }
    assert!(ended >= 30 && sampled >= 30, "{ended} shaders, {sampled} samples");
}
