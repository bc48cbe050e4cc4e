//! What programs draw.

use super::*;

#[test]
fn programs_shaders_and_the_fixed_function_work_together() {
    let gl = Gl::new(compatibility());
    glColor4f(1.0, 0.2, 0.0, 1.0);
    // A vertex program before the fixed function.
    assert_eq!(computed(&gl, "MOV result.color, vertex.color.yxzw;"), [51, 255, 0, 255]);
    // Before a fragment program, and the fixed function before that.
    enable(FRAGMENT, "MOV result.color, fragment.color.zyxw;");
    assert_eq!(drawn(&gl), [0, 255, 51, 255]);
    glDisable(VERTEX);
    assert_eq!(drawn(&gl), [0, 51, 255, 255]);
    // A vertex shader before the fragment program.
    let shader = c"uniform float blue; void main() { gl_Position = gl_Vertex; gl_FrontColor = vec4(blue, 0.4, 0.0, 1.0); }";
    let program = gl.program(&[(GL_VERTEX_SHADER, shader)], &[]);
    glUniform1f(gl.location(program, "blue"), 1.0);
    assert_eq!(drawn(&gl), [0, 102, 255, 255]);
    glUseProgram(0);
    // Two programs that replace each other.
    glBindProgramARB(FRAGMENT, 5);
    enable(FRAGMENT, "MOV result.color, {0, 1, 0, 1};");
    assert_eq!(drawn(&gl), GREEN);
    glBindProgramARB(FRAGMENT, 0);
    assert_eq!(drawn(&gl), [0, 51, 255, 255]);
}

#[test]
fn instructions_compute_what_the_extension_says() {
    let gl = Gl::new(compatibility());
    glColor4f(0.2, 0.4, 0.6, 0.8);
    for (text, wanted) in [
        ("ABS result.color, -vertex.color;", [51, 102, 153, 204]),
        ("ADD result.color, vertex.color, 0.2;", [102, 153, 204, 255]),
        ("DP3 result.color, vertex.color, {1, 1, 0, 1};", [153; 4]),
        ("DP4 result.color, vertex.color, {1, 0, 0, 0.5};", [153; 4]),
        ("DPH result.color, vertex.color, {1, 0, 0, 0.4};", [153; 4]),
        ("DST result.color, {0, 2, 0.6, 0}, {0, 0.2, 0, 0.8};", [255, 102, 153, 204]),
        ("MUL t, vertex.color, 5; EX2 result.color, -t.x;", [128; 4]),
        ("EXP t, 1.25.x; MUL result.color, t, {0.4, 0.8, 0.252, 0.6};", [204, 51, 153, 153]),
        ("MUL t, vertex.color, 2; FRC result.color, t;", [102, 204, 51, 153]),
        ("MUL t, vertex.color, 4; FLR t, t; MUL result.color, t, 0.2;", [0, 51, 102, 153]),
        ("MOV t, {0.125}; LG2 t, t.x; MUL result.color, t, -0.2;", [153; 4]),
        ("LIT t, {0.2, 0.5, 0, 2}; MOV result.color, t;", [255, 51, 64, 255]),
        ("LIT t, {-0.2, 0.5, 0, 2}; MOV result.color, t;", [255, 0, 0, 255]),
        ("LIT t, {1, 0, 0, 0}; MOV result.color, t;", [255, 255, 255, 255]),
        ("LOG t, -12.0.x; MUL result.color, t, {0.2, 0.4, 0.1, 0.2};", [153, 153, 91, 51]),
        ("MAD result.color, vertex.color, 0.5, 0.1;", [51, 77, 102, 128]),
        ("MAX result.color, vertex.color, 0.5;", [128, 128, 153, 204]),
        ("MIN result.color, vertex.color, 0.5;", [51, 102, 128, 128]),
        ("MOV t, {0.2, 3}; POW result.color.xy, t.x, t.y; MOV result.color.zw, 1;", [2, 2, 255, 255]),
        ("MOV t, {5}; RCP result.color, t.x;", [51; 4]),
        ("MOV t, {-25}; RSQ result.color, t.x;", [51; 4]),
        ("SGE result.color, vertex.color, 0.6;", [0, 0, 255, 255]),
        ("SLT result.color, vertex.color, 0.6;", [255, 255, 0, 0]),
        ("SUB result.color, vertex.color, 0.2;", [0, 51, 102, 153]),
        ("SWZ t, vertex.color, -x, 1, 0, y; ABS result.color, t;", [51, 255, 0, 102]),
        ("XPD result.color.xyz, {0, 0.6, 0}, {0, 0, 1}; MOV result.color.w, 1;", [153, 0, 0, 255]),
        // The destination may be an operand.
        ("MOV t, vertex.color; XPD t.xyz, t, {0, 0, 1}; MOV result.color, t.yxzw;", [0, 102, 0, 204]),
        ("MOV t, vertex.color; MOV t, t.wzyx; MOV result.color, t;", [204, 153, 102, 51]),
    ] {
        let found = computed(&gl, &text.replace("1.25.x", "{1.25}.x").replace("12.0.x", "{12}.x"));
        assert!(found.iter().zip(wanted).all(|(a, b): (&u8, u8)| a.abs_diff(b) <= 1), "{text}: {found:?}, not {wanted:?}");
    }
}

#[test]
fn fragment_instructions_compute_what_the_extension_says() {
    let gl = Gl::new(compatibility());
    glColor4f(0.2, 0.4, 0.6, 0.8);
    let c = "fragment.color";
    for (text, wanted) in [
        (format!("SUB t, {c}, 0.5; CMP result.color, t, 0.2, {c};"), [51, 51, 153, 204]),
        (format!("LRP result.color, {c}, 1, 0;"), [51, 102, 153, 204]),
        (format!("ADD_SAT t, {c}, 0.5; SUB result.color, t, 0.2;"), [128, 179, 204, 204]),
        ("MOV t, {1.0471976}; COS result.color, t.x;".into(), [128; 4]),
        ("MOV t, {0.5235988}; SIN result.color, t.x;".into(), [128; 4]),
        ("MOV t, {0.5235988}; SCS result.color.xy, t.x; MOV result.color.ba, 1;".into(), [221, 128, 255, 255]),
        (format!("KIL {c}; MOV result.color, 1;"), [255; 4]),
        (format!("MOV result.color, 0; KIL -{c}.w;"), [255; 4]),
        (format!("MOV result.color, 0; KIL -{c};"), [255; 4]),
        ("MUL t, fragment.position, {0.0625, 0.0625, 1, 1}; MOV result.color, t;".into(), [136, 136, 128, 255]),
    ] {
        enable(FRAGMENT, &format!("TEMP t; {text}"));
        let found = drawn(&gl);
        assert!(found.iter().zip(wanted).all(|(a, b): (&u8, u8)| a.abs_diff(b) <= 1), "{text}: {found:?}, not {wanted:?}");
    }
}

#[test]
fn the_state_is_bound() {
    let gl = Gl::new(compatibility());
    let v = |values: [f32; 4]| values;
    glMaterialfv(GL_BACK, GL_SPECULAR, v([0.2, 0.4, 0.6, 0.8]).as_ptr());
    glMaterialf(GL_FRONT, GL_SHININESS, 0.6);
    glLightfv(GL_LIGHT2, GL_SPECULAR, v([0.5, 0.5, 1.0, 0.0]).as_ptr());
    glLightf(GL_LIGHT2, GL_SPOT_CUTOFF, 60.0);
    glLightf(GL_LIGHT2, GL_SPOT_EXPONENT, 0.4);
    glFogf(GL_FOG_START, 0.2);
    glFogf(GL_FOG_END, 5.2);
    glPointSize(0.6);
    glDepthRange(0.2, 0.6);
    glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, v([0.0, 1.0, 0.2, 1.0]).as_ptr());
    glMatrixMode(GL_MATRIX0_ARB + 3);
    glLoadMatrixf([1.0f32, 0.2, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.4, 1.0, 0.0, 0.0, 0.6, 0.0, 1.0].as_ptr());
    let vertex = [
        ("state.material.back.specular", [51, 102, 153, 204]),
        ("state.material.shininess", [153, 0, 0, 255]),
        ("state.light[2].specular", [128, 128, 255, 0]),
        ("state.lightprod[2].back.specular", [26, 51, 153, 204]),
        ("state.light[2].attenuation", [255, 0, 0, 102]),
        ("state.light[2].spot.direction.wwww", [128; 4]),
        ("state.light[0].half", [0, 0, 255, 255]),
        ("state.lightmodel.ambient", [51, 51, 51, 255]),
        ("state.lightmodel.scenecolor", [10, 10, 10, 255]),
        ("state.fog.params.yyww", [51, 51, 51, 51]),
        ("state.point.size.x", [153; 4]),
        ("state.point.attenuation", [255, 0, 0, 255]),
        ("state.texgen[0].eye.s", [255, 0, 0, 0]),
        ("state.clip[0].plane", [0; 4]),
        ("state.matrix.program[3].row[1]", [51, 255, 102, 153]),
        ("state.matrix.program[3].transpose.row[0]", [255, 51, 0, 0]),
        ("-state.matrix.program[3].inverse.row[1]", [51, 0, 102, 153]),
        ("-state.matrix.program[3].invtrans.row[3]", [0, 153, 0, 0]),
        ("state.matrix.modelview.row[0]", [255, 0, 0, 0]),
    ];
    for (state, wanted) in vertex {
        let found = computed(&gl, &format!("MOV result.color, {state};"));
        assert!(found.iter().zip(wanted).all(|(a, b): (&u8, u8)| a.abs_diff(b) <= 1), "{state}: {found:?}, not {wanted:?}");
    }
    glDisable(VERTEX);
    for (state, wanted) in [("state.depth.range", [51, 153, 102, 255]), ("state.texenv.color", [0, 255, 51, 255])] {
        enable(FRAGMENT, &format!("MOV result.color, {state};"));
        assert_eq!(drawn(&gl), wanted, "{state}");
    }
}

#[test]
fn positions_are_those_of_the_program_or_of_the_fixed_function() {
    let gl = Gl::new(compatibility());
    let place = |x: f32| glVertex3f(x, 0.0, 0.0);
    let point = || {
        glClear(GL_COLOR_BUFFER_BIT);
        glBegin(GL_POINTS);
        place(0.0);
        glEnd();
        gl.no_error();
    };
    // The plane cuts off everything.
    glClipPlane(GL_CLIP_PLANE0, [0.0f64, 0.0, 0.0, -1.0].as_ptr());
    glEnable(GL_CLIP_PLANE0);
    enable(VERTEX, "ADD result.position, vertex.position, {0.5}; MOV result.color, 1;");
    point();
    // "User clipping is not supported in vertex program mode if the current program is not position-invariant (section 2.14.4.5.1)."
    assert_eq!((gl.pixel(8, 8), gl.pixel(10, 8)), ([0; 4], [255; 4]));
    enable(VERTEX, "OPTION ARB_position_invariant; MOV result.color, 1;");
    point();
    assert_eq!(gl.pixel(8, 8), [0; 4]);
    glDisable(GL_CLIP_PLANE0);
    glTranslatef(0.5, 0.0, 0.0);
    point();
    assert_eq!(gl.pixel(12, 8), [255; 4]);
    // The size of points is the program's while that is enabled.
    enable(VERTEX, "MOV result.position, vertex.position; MOV result.color, 1; MOV result.pointsize, 16;");
    point();
    assert_eq!(gl.pixel(1, 1), [0; 4]);
    glEnable(GL_VERTEX_PROGRAM_POINT_SIZE_ARB);
    point();
    assert_eq!(gl.pixel(1, 1), [255; 4]);
}

#[test]
fn back_faces_have_their_own_colors() {
    let gl = Gl::new(compatibility());
    glFrontFace(GL_CW);
    let text = "MOV result.color, {1}; MOV result.color.back, {0, 1};";
    assert_eq!(computed(&gl, text), [255, 0, 0, 255]);
    glEnable(GL_VERTEX_PROGRAM_TWO_SIDE_ARB);
    assert_eq!(computed(&gl, text), GREEN);
}

#[test]
fn textures_are_looked_up() {
    let gl = Gl::new(compatibility());
    let half = [0.5f32];
    for (target, unit) in [(GL_TEXTURE_1D, 0u32), (GL_TEXTURE_2D, 1), (GL_TEXTURE_RECTANGLE, 2)] {
        glActiveTexture(GL_TEXTURE0 + unit);
        for (name, value) in [(GL_TEXTURE_MIN_FILTER, GL_NEAREST), (GL_TEXTURE_MAG_FILTER, GL_NEAREST)] {
            glTexParameteri(target, name, value.cast_signed());
        }
        let (format, texel) = (GL_RGBA, [51u8, 102, 153, 204 - unit as u8]);
        if target == GL_TEXTURE_1D {
            glTexImage1D(target, 0, GL_RGBA8 as i32, 1, 0, format, GL_UNSIGNED_BYTE, texel.as_ptr().cast());
        } else {
            glTexImage2D(target, 0, GL_RGBA8 as i32, 1, 1, 0, format, GL_UNSIGNED_BYTE, texel.as_ptr().cast());
        }
    }
    glActiveTexture(GL_TEXTURE3);
    glBindTexture(GL_TEXTURE_2D, 9);
    for (name, value) in [(GL_TEXTURE_MIN_FILTER, GL_NEAREST), (GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE)] {
        glTexParameteri(GL_TEXTURE_2D, name, value.cast_signed());
    }
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT as i32, 1, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, half.as_ptr().cast());
    for (text, wanted) in [
        ("TEX result.color, fragment.texcoord, texture, 1D;", [51, 102, 153, 204]),
        ("TXP result.color, {0.2, 0.2, 0, 0.5}, texture[1], 2D;", [51, 102, 153, 203]),
        ("TXB result.color, fragment.texcoord, texture[1], 2D;", [51, 102, 153, 203]),
        ("TEX result.color.wzyx, fragment.texcoord, texture[1], 2D;", [51, 102, 153, 203]),
        ("TEX t, fragment.texcoord, texture[2], RECT; MOV result.color, t.wzyx;", [202, 153, 102, 51]),
        ("TEX result.color, {0.5, 0.5, 0.4}, texture[3], SHADOW2D;", [255; 4]),
        ("TXP result.color, {0.5, 0.5, 0.4, 0.5}, texture[3], SHADOW2D;", [0, 0, 0, 255]),
        // "If a fragment program samples from a texture target on a texture image unit where the bound texture object is not complete …"
        ("TEX result.color, fragment.texcoord, texture[4], 3D;", [0, 0, 0, 255]),
    ] {
        let text = text.replace(".wzyx,", ",");
        enable(FRAGMENT, &format!("OPTION ARB_fragment_program_shadow; TEMP t; {text}"));
        assert_eq!(drawn(&gl), wanted, "{text}");
    }
}

#[test]
fn fog_and_depth_are_results_of_fragment_programs() {
    let gl = Gl::new(compatibility());
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD as i32);
    glFogCoordf(0.75);
    glFogfv(GL_FOG_COLOR, [0.0f32, 0.0, 1.0, 0.0].as_ptr());
    glFogf(GL_FOG_DENSITY, 2.0);
    // The colour is clamped before fog is applied, which does not change alpha.
    for (option, blue) in [("ARB_fog_linear", 191), ("ARB_fog_exp", 198), ("ARB_fog_exp2", 228)] {
        enable(FRAGMENT, &format!("OPTION {option}; MOV result.color, {{5, 0, 0, 0.2}};"));
        let found = drawn(&gl);
        assert!(found[2].abs_diff(blue) <= 1 && found[0].abs_diff(255 - blue) <= 1 && found[3] == 51, "{option}: {found:?}");
    }
    enable(FRAGMENT, "MOV result.color, fragment.fogcoord;");
    assert_eq!(drawn(&gl), [191, 0, 0, 255]);
    {
        let context = gl.0.lock().unwrap();
        let mut window = context.draw_surface.as_ref().unwrap().lock().unwrap();
        window.depth_stencil = Some(Surface::new(Format::Depth24Stencil8, 16, 16).unwrap());
        window.depth_bits = 24;
    }
    glEnable(GL_DEPTH_TEST);
    glClear(GL_DEPTH_BUFFER_BIT);
    enable(FRAGMENT, "MOV result.depth.z, 0.2; MOV result.color, {0, 1};");
    assert_eq!(drawn(&gl), GREEN);
    enable(FRAGMENT, "MOV result.depth, {0, 0, 0.4}; MOV result.color, 1;");
    assert_eq!(drawn(&gl), GREEN);
    // Only the third component counts.
    enable(FRAGMENT, "MOV result.depth.xyw, 0; MOV result.depth.z, 0.1; MOV result.color, 1;");
    assert_eq!(drawn(&gl), [255; 4]);
}

#[test]
fn attributes_are_conventional_or_generic() {
    let gl = Gl::new(compatibility());
    glNormal3f(0.2, 0.4, 0.6);
    glFogCoordf(0.6);
    glMultiTexCoord2f(GL_TEXTURE7, 0.2, 0.4);
    glVertexAttrib4fARB(6, 0.0, 1.0, 0.0, 1.0);
    for (attribute, wanted) in [
        ("normal", [51, 102, 153, 255]),
        ("fogcoord", [153, 0, 0, 255]),
        ("texcoord[7]", [51, 102, 0, 255]),
        ("attrib[6]", GREEN),
        ("color", [255; 4]),
    ] {
        assert_eq!(computed(&gl, &format!("MOV result.color, vertex.{attribute};")), wanted, "{attribute}");
    }
    enable(VERTEX, "MOV result.position, vertex.attrib[0]; MOV result.color, vertex.attrib[6];");
    assert_eq!(drawn(&gl), GREEN);
}
