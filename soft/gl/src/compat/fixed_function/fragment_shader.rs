//! Generates the GLSL text of shaders of GL_ATI_fragment_shader.

use crate::object::ati_fragment_shader::{Coordinates, Definition, Instruction, Operand, Pair, REGISTERS, Route, Source};
use crate::tokens::*;
use base::hir::TextureKind;
use std::fmt::Write as _;

/// The name of the uniform with the constants.
pub const CONSTANTS: &str = "fragment_shader_constants";

/// Appends the statements of a shader, whose result is the variable `register0`. `kinds` are the kinds of the textures by unit; none for units
/// without a complete texture.
pub fn body(definition: &Definition, kinds: &dyn Fn(usize) -> Option<TextureKind>, sampler: &str, text: &mut String) {
    for (number, pass) in definition.passes.iter().enumerate() {
        if number > 0 {
            // The routing instructions of a pass read the registers that the pass before left.
            for register in 0..REGISTERS {
                let _ = writeln!(text, "  vec4 passed{register} = register{register};");
            }
        }
        for (register, route) in pass.routes.iter().enumerate() {
            let value = route.map(|route| if route.sampled { sampled(&route, register, kinds(register), sampler) } else { routed(&route) });
            let _ = match (number, value) {
                (0, value) => writeln!(text, "  vec4 register{register} = {};", value.as_deref().unwrap_or("vec4(0.0)")),
                (_, Some(value)) => writeln!(text, "  register{register} = {value};"),
                (_, None) => continue,
            };
        }
        let mut written = pass.routes.map(|route| route.is_some());
        for pair in &pass.pairs {
            arithmetic(pair, &written, text);
            for instruction in [&pair.color, &pair.alpha].into_iter().flatten() {
                written[usize::from(instruction.register)] = true;
            }
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
/// arguments of the alpha instruction." [ATI_fragment_shader, 3.8.11] `written` has the registers that the pass wrote.
fn arithmetic(pair: &Pair, written: &[bool; REGISTERS], text: &mut String) {
    let values =
        |instruction: &Instruction| -> Vec<String> { instruction.operands.iter().map(|operand| value(operand, written)).collect() };
    text.push_str("  {\n");
    if let Some(color) = &pair.color {
        let _ = writeln!(text, "    vec3 color = {};", modified(color, &color_result(color.op, &values(color)), "vec3"));
    }
    if let Some(alpha) = &pair.alpha {
        let result = match alpha.op {
            // "When specified as an alpha instruction, the parameters are ignored … The result of the color instruction will simply be placed in the
            // alpha <dst>." [ATI_fragment_shader, table 3.21] Every component of a dot product has the same value, and the mask applies to the
            // destination alone.
            GL_DOT3_ATI | GL_DOT4_ATI | GL_DOT2_ADD_ATI => "color.r".into(),
            op => modified(alpha, &result(op, &values(alpha), &["a"]), "float"),
        };
        let _ = writeln!(text, "    float alpha = {result};");
    }
    if let Some(color) = &pair.color {
        // "This can either be NONE, in which case there is no mask and everything is written" [ATI_fragment_shader, 3.8.11].
        let bits = [(GL_RED_BIT_ATI, 'r'), (GL_GREEN_BIT_ATI, 'g'), (GL_BLUE_BIT_ATI, 'b')];
        let mask: String = bits.iter().filter(|bit| color.mask == GL_NONE || color.mask & bit.0 != 0).map(|bit| bit.1).collect();
        if !mask.is_empty() {
            let _ = writeln!(text, "    register{}.{mask} = color.{mask};", color.register);
        }
    }
    if let Some(alpha) = &pair.alpha {
        let _ = writeln!(text, "    register{}.a = alpha;", alpha.register);
    }
    text.push_str("  }\n");
}

/// Returns the result of a colour instruction on these values.
fn color_result(op: u32, values: &[String]) -> String {
    match (op, values) {
        (GL_DOT3_ATI, [a, b]) => format!("vec3(dot(({a}).rgb, ({b}).rgb))"),
        (GL_DOT4_ATI, [a, b]) => format!("vec3(dot({a}, {b}))"),
        (GL_DOT2_ADD_ATI, [a, b, c]) => format!("vec3(dot(({a}).rg, ({b}).rg) + ({c}).b)"),
        _ => result(op, values, &["r", "g", "b"]),
    }
}

/// Returns the components of the result of an instruction that computes each by itself.
fn result(op: u32, values: &[String], components: &[&str]) -> String {
    let swizzle = components.concat();
    let selected: Vec<String> = values.iter().map(|value| format!("({value}).{swizzle}")).collect();
    match (op, &selected[..]) {
        (GL_ADD_ATI, [a, b]) => format!("{a} + {b}"),
        (GL_SUB_ATI, [a, b]) => format!("{a} - {b}"),
        (GL_MUL_ATI, [a, b]) => format!("{a} * {b}"),
        (GL_MAD_ATI, [a, b, c]) => format!("{a} * {b} + {c}"),
        (GL_LERP_ATI, [a, b, c]) => format!("mix({c}, {b}, {a})"),
        (GL_CND_ATI | GL_CND0_ATI, _) => {
            let choices: Vec<String> = components.iter().map(|component| choice(op, values, component)).collect();
            choices.join(", ")
        }
        (_, [a, ..]) => a.clone(),
        _ => "0.0".into(),
    }
}

/// Returns one component of the result of GL_CND_ATI or GL_CND0_ATI.
fn choice(op: u32, values: &[String], component: &str) -> String {
    let condition = if op == GL_CND_ATI { "> 0.5" } else { ">= 0.0" };
    match values {
        [a, b, c] => format!("(({c}).{component} {condition} ? ({a}).{component} : ({b}).{component})"),
        _ => "0.0".into(),
    }
}

/// Returns the value of an operand: a vector of four. "Note that in order to preserve the contents of a register from the first pass to the second, there
/// must be a PassTexCoordATI instruction in the setup for the second pass that assigns that register to itself." [ATI_fragment_shader, 3.8.11] Others
/// read as 0 until an instruction writes them, as in Mesa.
fn value(operand: &Operand, written: &[bool; REGISTERS]) -> String {
    let source = match operand.source {
        Source::Register(number) if !written[usize::from(number)] => "vec4(0.0)".into(),
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
