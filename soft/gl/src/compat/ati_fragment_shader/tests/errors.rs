//! The errors of the commands.

use super::*;

#[test]
fn names_are_generated_in_groups_and_created_by_binding() {
    let _gl = Gl::new(compatibility());
    let generate = |range: u32| glGenFragmentShadersATI(range);
    assert_eq!((generate(0), error()), (0, GL_INVALID_VALUE));
    let first = generate(3);
    bind(first + 4);
    let second = generate(2);
    // The groups have no name in common with each other and with the bound one.
    assert!(first != 0 && second != 0 && ![0, 1, 2, 4].contains(&(second - first)) && second + 1 != first + 4, "{first} {second}");
    bind(u32::MAX);
    assert_eq!((generate(u32::MAX), error()), (0, GL_NO_ERROR));
    for name in [first, first + 4, 628, 0] {
        glDeleteFragmentShaderATI(name);
    }
    assert_eq!(error(), GL_NO_ERROR);
}

#[test]
fn other_profiles_have_no_shaders() {
    let _gl = Gl::new(core());
    assert_eq!((glGenFragmentShadersATI(1), error()), (0, GL_INVALID_OPERATION));
    begin();
    assert_eq!(error(), GL_INVALID_OPERATION);
    glEnable(GL_FRAGMENT_SHADER_ATI);
    assert_eq!(error(), GL_INVALID_ENUM);
}

#[test]
fn some_commands_belong_inside_a_definition_and_others_outside() {
    let _gl = Gl::new(compatibility());
    let inside = || {
        let one = plain(GL_ONE);
        [
            pass_coordinates(0, GL_TEXTURE0, STR),
            sample(1, GL_TEXTURE0, STR),
            color(GL_MOV_ATI, 0, &[one]),
            color(GL_ADD_ATI, 0, &[one, one]),
            color(GL_MAD_ATI, 0, &[one, one, one]),
            alpha(GL_MOV_ATI, 0, &[one]),
            alpha(GL_ADD_ATI, 0, &[one, one]),
            alpha(GL_MAD_ATI, 0, &[one, one, one]),
            end(),
        ]
    };
    assert_eq!(inside(), [GL_INVALID_OPERATION; 9]);
    begin();
    assert_eq!((glGenFragmentShadersATI(1), error()), (0, GL_INVALID_OPERATION));
    bind(2);
    assert_eq!(error(), GL_INVALID_OPERATION);
    glDeleteFragmentShaderATI(3);
    assert_eq!(error(), GL_INVALID_OPERATION);
    begin();
    assert_eq!(error(), GL_INVALID_OPERATION);
    assert_eq!(inside(), [GL_NO_ERROR; 9]);
}

#[test]
fn a_definition_ends_with_an_error_if_a_pass_cannot_be_executed() {
    let _gl = Gl::new(compatibility());
    // Each pass has an arithmetic instruction.
    begin();
    assert_eq!(pass_coordinates(0, GL_TEXTURE0, STR), GL_NO_ERROR);
    assert_eq!((end(), end()), (GL_INVALID_OPERATION, GL_INVALID_OPERATION));
    begin();
    fill();
    assert_eq!(pass_coordinates(0, GL_REG_0_ATI, STR), GL_NO_ERROR);
    assert_eq!(end(), GL_INVALID_OPERATION);
    for source in [GL_PRIMARY_COLOR, GL_SECONDARY_INTERPOLATOR_ATI] {
        let both = |first: u32, second: u32| {
            begin();
            assert_eq!(color(GL_MOV_ATI, 0, &[plain(first)]), GL_NO_ERROR);
            assert_eq!(pass_coordinates(0, GL_REG_0_ATI, STR), GL_NO_ERROR);
            assert_eq!(color(GL_MOV_ATI, 0, &[plain(second)]), GL_NO_ERROR);
            end()
        };
        assert_eq!((both(source, GL_ONE), both(GL_ONE, source)), (GL_INVALID_OPERATION, GL_NO_ERROR));
        // An instruction with an error is none, and begins no pass.
        begin();
        assert_eq!(color(GL_ADD_ATI, 0, &[plain(source), plain(GL_TEXTURE0)]), GL_INVALID_ENUM);
        assert_eq!(color(GL_MOV_ATI, 0, &[plain(source)]), GL_NO_ERROR);
        assert_eq!(pass_coordinates(6, GL_REG_0_ATI, STR), GL_INVALID_ENUM);
        fill();
        assert_eq!(end(), GL_NO_ERROR);
    }
}

#[test]
fn routing_instructions_begin_at_most_two_passes_and_write_a_register_once() {
    let _gl = Gl::new(compatibility());
    begin();
    assert_eq!(pass_coordinates(0, GL_TEXTURE0, STR), GL_NO_ERROR);
    assert_eq!((pass_coordinates(0, GL_TEXTURE1, STR), sample(0, GL_TEXTURE1, STR)), (GL_INVALID_OPERATION, GL_INVALID_OPERATION));
    fill();
    assert_eq!((pass_coordinates(0, GL_TEXTURE0, STR), sample(1, GL_TEXTURE7, STR)), (GL_NO_ERROR, GL_NO_ERROR));
    fill();
    assert_eq!((pass_coordinates(2, GL_TEXTURE0, STR), sample(2, GL_TEXTURE0, STR)), (GL_INVALID_OPERATION, GL_INVALID_OPERATION));
    assert_eq!(end(), GL_NO_ERROR);
}

#[test]
fn coordinates_have_one_swizzle_and_registers_come_from_the_first_pass() {
    let _gl = Gl::new(compatibility());
    let (stq, str_dr, stq_dq) = (GL_SWIZZLE_STQ_ATI, GL_SWIZZLE_STR_DR_ATI, GL_SWIZZLE_STQ_DQ_ATI);
    for route in [pass_coordinates, sample] {
        begin();
        assert_eq!(route(0, GL_REG_0_ATI, STR), GL_INVALID_OPERATION);
        assert_eq!([route(0, GL_CON_0_ATI, STR), route(0, GL_TEXTURE7 + 1, STR), route(0, GL_REG_5_ATI + 1, STR)], [GL_INVALID_ENUM; 3]);
        assert_eq!([route(6, GL_TEXTURE0, STR), route(u32::MAX, GL_TEXTURE0, STR)], [GL_INVALID_ENUM; 2]);
        assert_eq!([route(0, GL_TEXTURE0, NONE), route(0, GL_TEXTURE0, stq_dq + 1)], [GL_INVALID_ENUM; 2]);
        assert_eq!((route(0, GL_TEXTURE0, STR), route(1, GL_TEXTURE1, stq_dq)), (GL_NO_ERROR, GL_NO_ERROR));
        assert_eq!([route(2, GL_TEXTURE0, stq), route(2, GL_TEXTURE0, stq_dq), route(2, GL_TEXTURE1, str_dr)], [GL_INVALID_OPERATION; 3]);
        assert_eq!((route(2, GL_TEXTURE0, str_dr), route(3, GL_TEXTURE1, stq)), (GL_NO_ERROR, GL_NO_ERROR));
        fill();
        assert_eq!([route(0, GL_REG_0_ATI, stq), route(0, GL_REG_0_ATI, stq_dq)], [GL_INVALID_OPERATION; 2]);
        // The swizzle is that of the whole shader.
        assert_eq!(route(0, GL_TEXTURE0, stq), GL_INVALID_OPERATION);
        assert_eq!((route(0, GL_REG_5_ATI, STR), route(1, GL_REG_5_ATI, str_dr)), (GL_NO_ERROR, GL_NO_ERROR));
        fill();
        assert_eq!(end(), GL_NO_ERROR);
    }
}

#[test]
fn a_pass_has_eight_pairs() {
    let _gl = Gl::new(compatibility());
    let one = [plain(GL_ONE)];
    begin();
    for pass in 0..2 {
        for pair in 0..8 {
            // Alpha instructions without a colour instruction are pairs, too.
            assert_eq!(if pair == 3 { GL_NO_ERROR } else { color(GL_MOV_ATI, 0, &one) }, GL_NO_ERROR);
            assert_eq!(alpha(GL_MOV_ATI, 0, &one), GL_NO_ERROR);
        }
        assert_eq!((color(GL_MOV_ATI, 0, &one), alpha(GL_MOV_ATI, 0, &one)), (GL_INVALID_OPERATION, GL_INVALID_OPERATION));
        if pass == 0 {
            assert_eq!(pass_coordinates(0, GL_REG_0_ATI, STR), GL_NO_ERROR);
        }
    }
    assert_eq!(end(), GL_NO_ERROR);
}

#[test]
fn operands_are_registers_constants_and_interpolators() {
    let _gl = Gl::new(compatibility());
    begin();
    for source in [GL_MOV_ATI, GL_TEXTURE0, GL_RED, GL_CON_7_ATI + 1, GL_REG_5_ATI + 1, GL_REG_0_ATI - 1, u32::MAX] {
        assert_eq!((color(GL_MOV_ATI, 0, &[plain(source)]), alpha(GL_MOV_ATI, 0, &[plain(source)])), (GL_INVALID_ENUM, GL_INVALID_ENUM));
    }
    for register in [6, u32::MAX, GL_CON_0_ATI - GL_REG_0_ATI] {
        let one = [plain(GL_ONE)];
        assert_eq!((color(GL_MOV_ATI, register, &one), alpha(GL_MOV_ATI, register, &one)), (GL_INVALID_ENUM, GL_INVALID_ENUM));
    }
    assert_eq!(color(GL_MOV_ATI, 0, &[[GL_ONE, GL_RGB, NONE]]), GL_INVALID_ENUM);
    // "… if <argN> is SECONDARY_INTERPOLATOR_ATI and <argNRep> is ALPHA, or … ALPHA or NONE"
    let secondary = |replication: u32| [GL_SECONDARY_INTERPOLATOR_ATI, replication, NONE];
    assert_eq!(color(GL_MOV_ATI, 0, &[secondary(GL_ALPHA)]), GL_INVALID_OPERATION);
    assert_eq!([alpha(GL_MOV_ATI, 0, &[secondary(GL_ALPHA)]), alpha(GL_MOV_ATI, 0, &[secondary(NONE)])], [GL_INVALID_OPERATION; 2]);
    for replication in [GL_ALPHA, NONE] {
        assert_eq!(color(GL_DOT4_ATI, 0, &[plain(GL_ONE), secondary(replication)]), GL_INVALID_OPERATION);
    }
    let constants = |numbers: [u32; 3]| numbers.map(|number| plain(GL_CON_0_ATI + number));
    assert_eq!([color(GL_MAD_ATI, 0, &constants([0, 2, 3])), alpha(GL_MAD_ATI, 0, &constants([0, 2, 3]))], [GL_INVALID_OPERATION; 2]);
    assert_eq!(end(), GL_INVALID_OPERATION);
    begin();
    assert_eq!((color(GL_MOV_ATI, 0, &[secondary(NONE)]), alpha(GL_MOV_ATI, 0, &[secondary(GL_RED)])), (GL_NO_ERROR, GL_NO_ERROR));
    assert_eq!(
        (color(GL_MAD_ATI, 0, &constants([0, 2, 0])), color(GL_DOT4_ATI, 0, &[plain(GL_ONE), secondary(GL_BLUE)])),
        (GL_NO_ERROR, GL_NO_ERROR)
    );
    assert_eq!(end(), GL_NO_ERROR);
}

#[test]
fn operations_have_their_operands_and_one_scale() {
    let _gl = Gl::new(compatibility());
    let one = plain(GL_ONE);
    begin();
    for (op, operands) in [
        (GL_ADD_ATI, &[one][..]),
        (GL_MOV_ATI, &[one, one]),
        (GL_MAD_ATI, &[one, one]),
        (GL_LERP_ATI - 1000, &[one; 3]),
        (GL_DOT3_ATI, &[one; 3]),
    ] {
        assert_eq!((color(op, 0, operands), alpha(op, 0, operands)), (GL_INVALID_ENUM, GL_INVALID_ENUM), "{op:x}");
    }
    for scale in [GL_2X_BIT_ATI | GL_HALF_BIT_ATI, GL_QUARTER_BIT_ATI | GL_EIGHTH_BIT_ATI | GL_SATURATE_BIT_ATI, 0x80] {
        assert_eq!(
            (color_with(GL_MOV_ATI, 0, NONE, scale, &[one]), alpha_with(GL_MOV_ATI, 0, scale, &[one])),
            (GL_INVALID_ENUM, GL_INVALID_ENUM)
        );
    }
    // "… there was no matching ColorFragmentOp[2..3]ATI immediately preceding"
    assert_eq!(
        [alpha(GL_DOT3_ATI, 0, &[one; 2]), alpha(GL_DOT4_ATI, 0, &[one; 2]), alpha(GL_DOT2_ADD_ATI, 0, &[one; 3])],
        [GL_INVALID_OPERATION; 3]
    );
    fill();
    assert_eq!(
        [alpha(GL_DOT3_ATI, 0, &[one; 2]), alpha(GL_DOT4_ATI, 0, &[one; 2]), alpha(GL_DOT2_ADD_ATI, 0, &[one; 3])],
        [GL_INVALID_OPERATION; 3]
    );
    assert_eq!((color(GL_DOT4_ATI, 0, &[one; 2]), alpha(GL_MUL_ATI, 0, &[one; 2])), (GL_NO_ERROR, GL_INVALID_OPERATION));
    assert_eq!((alpha(GL_DOT4_ATI, 0, &[one; 2]), alpha(GL_MUL_ATI, 0, &[one; 2])), (GL_NO_ERROR, GL_NO_ERROR));
    assert_eq!((color(GL_DOT3_ATI, 0, &[one; 2]), alpha(GL_MOV_ATI, 0, &[one])), (GL_NO_ERROR, GL_NO_ERROR));
    assert_eq!(end(), GL_NO_ERROR);
    for constant in [GL_CON_0_ATI - 1, GL_CON_7_ATI + 1, GL_REG_0_ATI] {
        glSetFragmentShaderConstantATI(constant, [0.0f32; 4].as_ptr());
        assert_eq!(error(), GL_INVALID_ENUM);
    }
}

#[test]
fn the_resources_are_fixed() {
    let gl = Gl::new(compatibility());
    let integer = |name: u32| {
        let mut value = -1;
        glGetIntegerv(name, &raw mut value);
        value
    };
    for (name, value) in [
        (GL_NUM_FRAGMENT_REGISTERS_ATI, 6),
        (GL_NUM_FRAGMENT_CONSTANTS_ATI, 8),
        (GL_NUM_PASSES_ATI, 2),
        (GL_NUM_INSTRUCTIONS_PER_PASS_ATI, 8),
        (GL_NUM_INSTRUCTIONS_TOTAL_ATI, 16),
        (GL_NUM_INPUT_INTERPOLATOR_COMPONENTS_ATI, 3),
        (GL_NUM_LOOPBACK_COMPONENTS_ATI, 3),
        (GL_COLOR_ALPHA_PAIRING_ATI, 1),
        (GL_FRAGMENT_SHADER_ATI, 0),
    ] {
        assert_eq!(integer(name), value);
    }
    glPushAttrib(GL_ENABLE_BIT);
    glEnable(GL_FRAGMENT_SHADER_ATI);
    assert_eq!((integer(GL_FRAGMENT_SHADER_ATI), glIsEnabled(GL_FRAGMENT_SHADER_ATI)), (1, 1));
    glPopAttrib();
    assert_eq!(integer(GL_FRAGMENT_SHADER_ATI), 0);
    gl.no_error();
}
