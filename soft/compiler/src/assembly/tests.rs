//! Tests of loading programs.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::{Parameter, StateBinding, Target, limits, load};
use crate::glsl::{LinkOptions, link};

/// Loads the body of a program; returns the place of a failure relative to the body.
fn body(target: Target, text: &str) -> Result<super::Loaded, usize> {
    let header = if target == Target::Vertex { "!!ARBvp1.0\n" } else { "!!ARBfp1.0\n" };
    load(target, format!("{header}{text}").as_bytes()).map_err(|failure| failure.position - header.len())
}

fn vertex(text: &str) -> Result<super::Loaded, usize> {
    body(Target::Vertex, text)
}

fn fragment(text: &str) -> Result<super::Loaded, usize> {
    body(Target::Fragment, text)
}

/// Links a program, so that its code passes the verifier.
fn links(loaded: &super::Loaded) {
    let linked = link(std::slice::from_ref(&loaded.shader), &LinkOptions::default());
    assert!(linked.program.is_some(), "{}", linked.log);
}

#[test]
fn every_instruction_translates() {
    let vertex = vertex(
        "ATTRIB a = vertex.attrib[1]; ADDRESS i; TEMP t, u; PARAM p[3] = { program.env[2..3], 7 }; OUTPUT o = result.texcoord[3]; ALIAS v = u;
         ARL i.x, vertex.fogcoord.x; ABS t, -a; ADD t.xy, t, p[i.x-1]; DP3 t, t, vertex.normal; DP4 u.z, t, v; DPH t, t, u; DST t, t, u; EX2 t, t.x;
         EXP t, t.y; FLR t, t; FRC t, t; LG2 t.w, t.z; LIT t, t; LOG t, -t.w; MAD t, t, u, {1, -2}; MAX t, t, 2; MIN t, t, -3.5e1;
         MOV result.color.back.secondary, vertex.color.secondary; MUL t, t, p[2]; POW t, t.x, u.w; RCP t, t.x; RSQ t, t.x; SGE t, t, u; SLT t.x, t, u;
         SUB t, t, state.material.back.shininess; SWZ t, a, 0, -1, x, -w; SWZ t, a, -x, -y, -x, -y; XPD t, t, u; XPD t.w, t, u;
         MOV result.pointsize.x, t; MOV result.fogcoord.yz, t; MOV result.fogcoord, t; MOV o, t; MOV result.position, vertex.position; END",
    );
    links(&vertex.unwrap());
    let fragment = fragment(
        "OPTION ARB_fog_exp2; OPTION ARB_precision_hint_fastest; OPTION ARB_fragment_program_shadow; OPTION ATI_draw_buffers; TEMP t, u;
         TEX t, fragment.texcoord, texture, 1D; TXP t, t, texture[1], 2D; TXB t, t, texture[2], 3D; TXP_SAT t, t, texture[3], CUBE;
         TXP t.xw, t.w, texture[4], RECT; TXB t, t, texture[4], RECT; TEX t, t, texture[5], SHADOW1D; TXP t, t, texture[6], SHADOW2D;
         TXB t, t, texture[7], SHADOWRECT; KIL t; KIL -t.xyxy; KIL t.x; CMP_SAT t, t, u, t; LRP t.rgb, t, u, t; COS t, t.a; SIN t, t.r; SCS t, t.x;
         SWZ_SAT u, t, r, g, 1, -a; MOV result.depth, fragment.position; MOV result.color[2].a, fragment.fogcoord; MOV result.color, t; END",
    );
    links(&fragment.unwrap());
}

#[test]
fn the_first_wrong_token_is_the_place_of_a_failure() {
    assert_eq!(load(Target::Vertex, b"!!ARBfp1.0 END").unwrap_err().position, 0);
    assert_eq!(load(Target::Fragment, b" !!ARBfp1.0 END").unwrap_err().position, 0);
    for (text, place) in [
        ("MOV", 3),
        ("END x", 4),
        ("ENDE", 0),
        ("TEMP a, MOV; END", 8),
        ("TEMP a; TEMP a; END", 13),
        ("ALIAS a = b; END", 10),
        ("OPTION NV_vertex_program2; END", 7),
        ("TEMP a; OPTION ARB_position_invariant; END", 8),
        ("TEMP a; MOV a.yx, a; END", 14),
        ("TEMP a; MOV a, a.xy; END", 17),
        ("TEMP a; RCP a, a; END", 16),
        ("TEMP a; MOV a, a.r; END", 17),
        ("TEMP a; MOV_SAT a, a; END", 8),
        ("TEMP a; MOV vertex.color, a; END", 12),
        ("TEMP a; MOV a, result.color; END", 15),
        ("OUTPUT o = result.color; MOV o, o; END", 32),
        ("MOV result.color, {1, 2, 3, 4, 5}; END", 29),
        ("TEMP a; MOV a, state.matrix.mvp; END", 31),
        ("TEMP a; MOV a, state.light[8].ambient; END", 27),
        ("TEMP a; MOV a, program.local[1024]; END", 29),
        ("PARAM p[] = { program.env[3..2] }; END", 29),
        ("PARAM p[2] = { 1 }; END", 8),
        ("PARAM p[] = { 1, 2 }; TEMP a; MOV a, p[2]; END", 39),
        ("PARAM p[] = { 1, 2 }; TEMP a; MOV a, p; END", 38),
        ("PARAM p[] = { 1, 2 }; ADDRESS i; TEMP a; ARL i.x, a.x; MOV a, p[i.x+64]; END", 68),
        ("ADDRESS i, j; END", 11),
        ("TEMP a; MOV a, vertex.weight; END", 22),
        ("TEMP a; KIL a; END", 8),
        ("TEMP a; MOV a, \u{7f}; END", 15),
    ] {
        assert_eq!(vertex(text).map(drop), Err(place), "{text}");
    }
    for (text, place) in [
        ("TEMP a; ARL a.x, a.x; END", 8),
        ("ADDRESS a; END", 0),
        ("TEMP a; MOV a.rgw, a; END", 14),
        ("TEMP a; MOV a, a.rgbw; END", 17),
        ("TEMP a; SWZ a, a, x, y, r, 1; END", 24),
        ("TEMP a; TEX a, a, texture[0], 2 D; END", 30),
        ("TEMP a; TEX a, a, texture[0], SHADOW2D; END", 30),
        ("TEMP a; TEX a, a, texture[0], 2D; TEX a, a, texture, 3D; END", 53),
        ("TEMP a; TEX a, a, texture[16], 2D; END", 26),
        ("MOV result.color[0], 1; END", 16),
        ("OPTION ARB_draw_buffers; MOV result.color[8], 1; END", 42),
        ("OPTION ARB_fog_exp; OPTION ARB_fog_linear; END", 27),
        ("OPTION ARB_precision_hint_nicest; OPTION ARB_precision_hint_fastest; END", 41),
        ("TEMP KIL; END", 5),
        ("TEMP MOV_SAT; END", 5),
    ] {
        assert_eq!(fragment(text).map(drop), Err(place), "{text}");
    }
}

#[test]
fn words_that_are_not_reserved_are_names() {
    for name in ["KIL_SAT", "ADDRESS", "vertex", "END_SAT", "texture_SAT", "x", "$"] {
        fragment(&format!("TEMP {name}; MOV {name}, 1; END")).unwrap();
    }
    vertex("TEMP fragment, texture, KIL; END").unwrap();
}

#[test]
fn an_attribute_and_its_alias_are_not_both_bound() {
    for (conventional, generic) in
        [("position", 0), ("normal", 2), ("color", 3), ("color.secondary", 4), ("fogcoord", 5), ("texcoord[7]", 15)]
    {
        let text = |generic: u32| format!("TEMP t; MOV t, vertex.{conventional}; ATTRIB a = vertex.attrib[{generic}]; END");
        assert!(vertex(&text(generic)).is_err(), "{conventional}");
        vertex(&text(6)).unwrap();
    }
}

#[test]
fn items_of_the_state_are_bound_once_in_arrays_with_relative_addresses() {
    let text = |arrays: &str, uses: &str| format!("ADDRESS i; TEMP t; {arrays} ARL i.x, t.x; {uses} END");
    let both = "MOV t, p[i.x]; MOV t, q[i.x];";
    let (once, twice) = ("PARAM p[] = { program.env[0..1] };", "PARAM p[] = { program.env[0], program.env[0] };");
    vertex(&text(&format!("{once} PARAM q[] = {{ program.env[2], 1, 1 }};"), both)).unwrap();
    let repeated = text(&format!("{once} PARAM q[] = {{ program.env[1] }};"), both);
    // Only the whole text breaks the rule.
    assert_eq!(vertex(&repeated).map(drop), Err(repeated.len()));
    assert!(vertex(&text(twice, "MOV t, p[i.x];")).is_err());
    vertex(&text(twice, "MOV t, p[1];")).unwrap();
}

#[test]
fn resources_are_counted() {
    // The example of ARB_vertex_program, 2.14.3.7.
    let example = vertex(
        "PARAM arr1[4] = { {1,2,3,4}, {1,2,3,4}, {4,4,4,4}, {5,6,7,8} }; PARAM arr2[3] = { {1,2,3,4}, {5,6,7,8}, {0,1,2,3} };
         PARAM x = {4,3,2,1}; PARAM y = {1,2,3,4}; PARAM z = 4; PARAM r = {4,3,2,1}; ADDRESS a; TEMP t; ARL a.x, x.x; MOV t, arr1[a.x]; END",
    );
    assert_eq!(example.unwrap().resources.parameters, 6);
    let others = vertex(
        "TEMP a, b; ALIAS c = a; MOV a, vertex.color; MOV b, vertex.color.primary; MOV a, -0.0; MOV a, 0; MOV a, state.fog.color; END",
    );
    let used = others.unwrap().resources;
    assert_eq!((used.instructions, used.temporaries, used.attributes, used.parameters, used.addresses), (5, 2, 1, 2, 0));
    let textures = "TEMP a, b; TEX a, fragment.texcoord, texture, 2D; TEX b, fragment.texcoord, texture, 2D; MUL a, a, b; TEX a, a, texture, 2D; KIL a; END";
    let used = fragment(textures).unwrap().resources;
    assert_eq!((used.instructions, used.arithmetic_instructions, used.texture_instructions, used.texture_indirections), (5, 1, 4, 3));
}

#[test]
fn limits_are_enforced() {
    let instructions = |count: usize, option: &str| format!("{option}TEMP a; {}END", "MOV a, 1;".repeat(count));
    vertex(&instructions(limits::INSTRUCTIONS, "")).unwrap();
    assert!(vertex(&instructions(limits::INSTRUCTIONS + 1, "")).is_err());
    vertex(&instructions(limits::INSTRUCTIONS - 4, "OPTION ARB_position_invariant;")).unwrap();
    assert!(vertex(&instructions(limits::INSTRUCTIONS - 3, "OPTION ARB_position_invariant;")).is_err());
    let temporaries = |count: usize| (0..count).map(|number| format!("t{number}")).collect::<Vec<_>>().join(", ");
    fragment(&format!("TEMP {}; END", temporaries(limits::TEMPORARIES))).unwrap();
    assert!(fragment(&format!("TEMP {}; END", temporaries(limits::TEMPORARIES + 1))).is_err());
    assert!(fragment(&format!("OPTION ARB_fog_exp; TEMP {}; END", temporaries(limits::TEMPORARIES))).is_err());
    let constants = |count: usize| (0..count).map(|number| format!("PARAM p{number} = {number};")).collect::<String>();
    fragment(&format!("{} END", constants(limits::PARAMETERS))).unwrap();
    assert!(fragment(&format!("{} END", constants(limits::PARAMETERS + 1))).is_err());
    assert!(fragment(&format!("PARAM p[] = {{ {}1 }}; END", "program.local[0..1023], ".repeat(2))).is_err());
}

#[test]
fn parameters_are_read_from_the_uniform() {
    let loaded = vertex(
        "PARAM p[] = { state.matrix.program[1].row[1..2], { 5 } }; ADDRESS i; TEMP t; ARL i.x, program.local[3].x; MOV t, p[i.x]; MOV t, program.local[3];
         MOV t, 9; END",
    );
    let loaded = loaded.unwrap();
    let row =
        |row| Parameter::State(StateBinding::MatrixRow { matrix: super::Matrix::Program(1), inverted: false, transposed: false, row });
    let constant = Parameter::Constant([5.0f32, 0.0, 0.0, 1.0].map(f32::to_bits));
    assert_eq!(loaded.parameters, [row(1), row(2), constant, Parameter::Local(3)]);
    links(&loaded);
}

/// Texts that are cut off, and that have lost or repeated a part: the result is a program that links or a failure within the text.
#[test]
fn hostile_texts_fail() {
    let text = "!!ARBvp1.0 OPTION ARB_position_invariant; # a\nPARAM p[4] = { state.matrix.mvp.inverse, }; PARAM q[] = { program.local[0..3], -.5e-3, {1,-2.} };
        ADDRESS i; ALIAS j = i; TEMP t, u; ATTRIB n = vertex.normal; OUTPUT o = result.texcoord[1]; ARL j.x, n.y; ADD t, -p[0].wzyx, q[i.x+2];
        SWZ u, t, 0, -1, x, w; LIT o.xw, t; MAD result.color.front.primary, state.lightprod[1].back.diffuse, t, u; END";
    let check = |text: &[u8]| match load(Target::Vertex, text) {
        Ok(loaded) => links(&loaded),
        Err(failure) => assert!(failure.position <= text.len() && failure.message.len() < 200 && !failure.message.contains('\0')),
    };
    for end in 0..text.len() {
        check(&text.as_bytes()[..end]);
        for length in [1, 2, 5, 9] {
            let after = text.len().min(end + length);
            let mut changed = text.as_bytes().to_vec();
            changed.drain(end..after);
            check(&changed);
            let mut changed = text.as_bytes().to_vec();
            changed.splice(end..end, text.as_bytes()[end..after].repeat(2));
            check(&changed);
        }
        let mut changed = text.as_bytes().to_vec();
        changed[end] ^= 0x80;
        check(&changed);
    }
    for text in [
        format!("!!ARBvp1.0{}", ".".repeat(1 << 16)),
        format!("!!ARBvp1.0 PARAM p = {};", "9".repeat(1 << 16)),
        format!("!!ARBvp1.0 TEMP {}", "a".repeat(1 << 16)),
    ] {
        check(text.as_bytes());
    }
}
