//! Generates the GLSL text of shaders of GL_ATI_fragment_shader.

use crate::gl::object::ati_fragment_shader::{Coordinates, Definition, Instruction, Operand, Pair, REGISTERS, Route, Source};
use crate::gl::object::ati_fragment_shader::{GL_2X_BIT_ATI, GL_4X_BIT_ATI, GL_8X_BIT_ATI};
use crate::hir::TextureKind;
use crate::tokens::*;
use std::fmt::Write as _;

/// The name of the uniform with the constants.
pub const CONSTANTS: &str = "fragment_shader_constants";

/// Appends the statements of a shader, whose result is the variable `register0`. `kinds` are the kinds of the textures by unit; none for units
/// without a complete texture.
pub fn body(definition: &Definition, kinds: &dyn Fn(usize) -> Option<TextureKind>, sampler: &str, text: &mut String) {
    for (number, pass) in definition.passes.iter().enumerate() {
        let ty = if number == 0 { "vec4 " } else { "" };
        if number > 0 {
            // The routing instructions of a pass read the registers that the pass before left.
            for register in 0..REGISTERS {
                let _ = writeln!(text, "  vec4 passed{register} = register{register};");
            }
        }
        for (register, route) in pass.routes.iter().enumerate() {
            // "Note that in order to preserve the contents of a register from the first pass to the second, there must be a PassTexCoordATI
            // instruction in the setup for the second pass that assigns that register to itself." [ATI_fragment_shader, 3.8.11] Others are 0, as in
            // Mesa.
            let value = match route {
                Some(route) if route.sampled => sampled(route, register, kinds(register), sampler),
                Some(route) => routed(route),
                None => "vec4(0.0)".into(),
            };
            let _ = writeln!(text, "  {ty}register{register} = {value};");
        }
        for pair in &pass.pairs {
            arithmetic(pair, text);
        }
    }
}

/// Returns the coordinates of a routing instruction. The fourth one is undefined; it is Mesa's.
fn routed(route: &Route) -> String {
    let source = match route.coordinates {
        Coordinates::Unit(unit) => format!("gl_TexCoord[{unit}]"),
        Coordinates::Register(register) => format!("passed{register}"),
    };
    // "SWIZZLE_STR_DR_ATI (s/r, t/r, 1/r, undefined); SWIZZLE_STQ_DQ_ATI (s/q, t/q, 1/q, undefined)" [ATI_fragment_shader, table 3.20]
    match route.swizzle {
        GL_SWIZZLE_STQ_ATI => format!("{source}.xywz"),
        GL_SWIZZLE_STR_DR_ATI => format!("vec4({source}.xy, 1.0, 1.0) / {source}.z"),
        GL_SWIZZLE_STQ_DQ_ATI => format!("vec4({source}.xy, 1.0, 1.0) / {source}.w"),
        _ => source,
    }
}

/// Returns the texel that glSampleMapATI samples. Units without a texture have that of incomplete textures.
fn sampled(route: &Route, unit: usize, kind: Option<TextureKind>, sampler: &str) -> String {
    let (look_up, components) = match kind {
        Some(TextureKind::Cube) => ("textureCube", "xyz"),
        Some(TextureKind::D3) => ("texture3D", "xyz"),
        Some(TextureKind::D1) => ("texture1D", "x"),
        Some(TextureKind::Rect) => ("texture2DRect", "xy"),
        Some(_) => ("texture2D", "xy"),
        None => return "vec4(0.0, 0.0, 0.0, 1.0)".into(),
    };
    format!("{look_up}({sampler}{unit}, ({}).{components})", routed(route))
}

/// Appends a pair: "The color and alpha instructions of a pair are executed in parallel: the result of the color instruction cannot affect the source
/// arguments of the alpha instruction." [ATI_fragment_shader, 3.8.11]
fn arithmetic(pair: &Pair, text: &mut String) {
    text.push_str("  {\n");
    if let Some(color) = &pair.color {
        let _ = writeln!(text, "    vec3 color = {};", modified(color, &color_result(color), "vec3"));
    }
    if let Some(alpha) = &pair.alpha {
        let result = match alpha.op {
            // "When specified as an alpha instruction, the parameters are ignored … The result of the color instruction will simply be placed in the
            // alpha <dst>." [ATI_fragment_shader, table 3.21] Every component of a dot product has the same value, and the mask applies to the
            // destination alone.
            GL_DOT3_ATI | GL_DOT4_ATI | GL_DOT2_ADD_ATI => "color.r".into(),
            _ => modified(alpha, &result(alpha, &|operand| format!("({}).a", value(operand)), &["a"]), "float"),
        };
        let _ = writeln!(text, "    float alpha = {result};");
    }
    if let Some(color) = &pair.color {
        // "This can either be NONE, in which case there is no mask and everything is written" [ATI_fragment_shader, 3.8.11].
        let bits = [(GL_RED_BIT_ATI, 'r'), (GL_GREEN_BIT_ATI, 'g'), (GL_BLUE_BIT_ATI, 'b')];
        let written: String = bits.iter().filter(|bit| color.mask == GL_NONE || color.mask & bit.0 != 0).map(|bit| bit.1).collect();
        if !written.is_empty() {
            let _ = writeln!(text, "    register{}.{written} = color.{written};", color.register);
        }
    }
    if let Some(alpha) = &pair.alpha {
        let _ = writeln!(text, "    register{}.a = alpha;", alpha.register);
    }
    text.push_str("  }\n");
}

/// Returns the result of a colour instruction.
fn color_result(color: &Instruction) -> String {
    let values: Vec<String> = color.operands.iter().map(value).collect();
    match (color.op, &values[..]) {
        (GL_DOT3_ATI, [a, b]) => format!("vec3(dot(({a}).rgb, ({b}).rgb))"),
        (GL_DOT4_ATI, [a, b]) => format!("vec3(dot({a}, {b}))"),
        (GL_DOT2_ADD_ATI, [a, b, c]) => format!("vec3(dot(({a}).rg, ({b}).rg) + ({c}).b)"),
        _ => result(color, &|operand| format!("({}).rgb", value(operand)), &["r", "g", "b"]),
    }
}

/// Returns the result of an instruction that computes each component by itself. `of` returns the value of an operand, `components` are those that it
/// has.
fn result(instruction: &Instruction, of: &dyn Fn(&Operand) -> String, components: &[&str]) -> String {
    let values: Vec<String> = instruction.operands.iter().map(of).collect();
    match (instruction.op, &values[..]) {
        (GL_ADD_ATI, [a, b]) => format!("{a} + {b}"),
        (GL_SUB_ATI, [a, b]) => format!("{a} - {b}"),
        (GL_MUL_ATI, [a, b]) => format!("{a} * {b}"),
        (GL_MAD_ATI, [a, b, c]) => format!("{a} * {b} + {c}"),
        (GL_LERP_ATI, [a, b, c]) => format!("mix({c}, {b}, {a})"),
        (GL_CND_ATI | GL_CND0_ATI, _) => {
            let condition = if instruction.op == GL_CND_ATI { "> 0.5" } else { ">= 0.0" };
            let choices: Vec<String> = components.iter().map(|component| choice(instruction, condition, component)).collect();
            if let [choice] = &choices[..] { choice.clone() } else { format!("vec3({})", choices.join(", ")) }
        }
        (_, [a, ..]) => a.clone(),
        _ => "0.0".into(),
    }
}

/// Returns one component of the result of GL_CND_ATI or GL_CND0_ATI.
fn choice(instruction: &Instruction, condition: &str, component: &str) -> String {
    let values: Vec<String> = instruction.operands.iter().map(|operand| format!("({}).{component}", value(operand))).collect();
    match &values[..] {
        [a, b, c] => format!("({c} {condition} ? {a} : {b})"),
        _ => "0.0".into(),
    }
}

/// Returns the value of an operand: a vector of four.
fn value(operand: &Operand) -> String {
    let source = match operand.source {
        Source::Register(number) => format!("register{number}"),
        Source::Constant(number) => format!("{CONSTANTS}[{number}]"),
        Source::Zero => "vec4(0.0)".into(),
        Source::One => "vec4(1.0)".into(),
        Source::PrimaryColor => "gl_Color".into(),
        Source::SecondaryColor => "gl_SecondaryColor".into(),
    };
    let replication = match operand.replication {
        GL_RED => ".rrrr",
        GL_GREEN => ".gggg",
        GL_BLUE => ".bbbb",
        GL_ALPHA => ".aaaa",
        _ => "",
    };
    let mut value = source + replication;
    // "If multiple source modifiers are applied, the order of operations is COMP, BIAS, SCALE, then NEGATE." [ATI_fragment_shader, 3.8.11]
    let modifiers =
        [(GL_COMP_BIT_ATI, "1.0 - ", ""), (GL_BIAS_BIT_ATI, "", " - 0.5"), (GL_2X_BIT_ATI, "2.0 * ", ""), (GL_NEGATE_BIT_ATI, "-", "")];
    for (_, before, after) in modifiers.into_iter().filter(|modifier| operand.modifier & modifier.0 != 0) {
        value = format!("({before}{value}{after})");
    }
    value
}

/// Returns a result after its modification.
fn modified(instruction: &Instruction, result: &str, ty: &str) -> String {
    let scale = match instruction.modifier & !GL_SATURATE_BIT_ATI {
        GL_2X_BIT_ATI => " * 2.0",
        GL_4X_BIT_ATI => " * 4.0",
        GL_8X_BIT_ATI => " * 8.0",
        GL_HALF_BIT_ATI => " * 0.5",
        GL_QUARTER_BIT_ATI => " * 0.25",
        GL_EIGHTH_BIT_ATI => " * 0.125",
        _ => "",
    };
    let scaled = format!("{ty}({result}){scale}");
    // "… SATURATE_BIT_ATI, which clamps the result after any modulation occurs." [ATI_fragment_shader, 3.8.11]
    if instruction.modifier & GL_SATURATE_BIT_ATI == 0 { scaled } else { format!("clamp({scaled}, 0.0, 1.0)") }
}
