//! Extensions of programs in assembly languages and of fragment shaders before GLSL, which the compatibility profile alone has.

use super::*;

pub const TABLE: Table = &[
    ("GL_ARB_vertex_program", |gl| {
        load(GL_VERTEX_PROGRAM_ARB, "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, program.env[5]; END");
        glProgramEnvParameter4fARB(GL_VERTEX_PROGRAM_ARB, 5, 0.0, 1.0, 0.0, 1.0);
        assert_eq!(rectangle(gl), GREEN);
    }),
    ("GL_ARB_fragment_program", |gl| {
        load(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0 SWZ result.color, fragment.color, 0, x, 0, 1; END");
        assert_eq!(rectangle(gl), GREEN);
    }),
    ("GL_ARB_fragment_program_shadow", |gl| {
        texture(gl, GL_DEPTH_COMPONENT24, [1, 1], GL_DEPTH_COMPONENT, GL_FLOAT, &0.5f32.to_le_bytes());
        parameter(GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE);
        let compared = |depth: &str| {
            let text = format!("TEX result.color, {{0.5, 0.5, {depth}}}, texture, SHADOW2D;");
            load(GL_FRAGMENT_PROGRAM_ARB, &format!("!!ARBfp1.0 OPTION ARB_fragment_program_shadow; {text} END"));
            rectangle(gl)
        };
        assert_eq!((compared("0.4"), compared("0.6")), ([255; 4], [0, 0, 0, 255]));
    }),
    ("GL_ATI_fragment_shader", |gl| {
        let name = glGenFragmentShadersATI(2);
        glBindFragmentShaderATI(name + 1);
        glBeginFragmentShaderATI();
        glColorFragmentOp1ATI(GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, GL_CON_3_ATI, GL_NONE, GL_NONE);
        glAlphaFragmentOp1ATI(GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, GL_CON_3_ATI, GL_GREEN, GL_NONE);
        glEndFragmentShaderATI();
        glSetFragmentShaderConstantATI(GL_CON_3_ATI, [0.0f32, 1.0, 0.0, 0.0].as_ptr());
        glEnable(GL_FRAGMENT_SHADER_ATI);
        assert_eq!(rectangle(gl), GREEN);
    }),
    ("GL_EXT_gpu_program_parameters", |gl| {
        load(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0 SUB result.color, program.local[2], program.env[3]; END");
        let values = [9.0f32, 9.0, 9.0, 9.0, 1.0, 1.0, 1.0, 1.0];
        glProgramLocalParameters4fvEXT(GL_FRAGMENT_PROGRAM_ARB, 1, 2, values.as_ptr());
        glProgramEnvParameters4fvEXT(GL_FRAGMENT_PROGRAM_ARB, 3, 1, [1.0f32, 0.0, 1.0, 0.0].as_ptr());
        assert_eq!(rectangle(gl), GREEN);
    }),
];

/// Loads and enables a program.
fn load(target: u32, text: &str) {
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, text.len() as i32, text.as_ptr().cast());
    assert_eq!(error(), GL_NO_ERROR, "{text}");
    glEnable(target);
}

/// Draws over the window; returns a pixel.
fn rectangle(gl: &Gl) -> [u8; 4] {
    glRectf(-1.0, -1.0, 1.0, 1.0);
    gl.pixel(8, 8)
}
