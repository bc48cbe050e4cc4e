//! Generates the GLSL text of fixed-function fragment processing.

use super::fragment_shader;
use crate::object::ati_fragment_shader::CONSTANTS;
use crate::object::fixed_function::{FragmentKey, Textured};
use crate::state::built_in_uniforms::fog_factor;
use crate::state::texture_environment::Combine;
use crate::tokens::*;
use base::hir::TextureKind;
use std::fmt::Write as _;

/// The names of the samplers, without the unit.
pub const UNIT: &str = "fixed_function_unit_";

/// Clamps the colour: "If fragment color clamping is enabled, all of these color values, including the results, are clamped to the range
/// [0, 1]." [GL 4.4 compatibility, 16.1]
const CLAMP: &str = "  previous = clamp(previous, 0.0, 1.0);\n";

/// Returns a colour of the state, which the application may set to any value, as the fragment stage uses it.
fn clamped(key: &FragmentKey, color: &str) -> String {
    if key.clamped { format!("clamp({color}, 0.0, 1.0)") } else { color.into() }
}

/// Returns the text of the fragment shader.
pub fn text(key: &FragmentKey) -> String {
    if key.collects {
        return String::from("#version 120\nvoid main() {\n  gl_FragColor = gl_Color + gl_TexCoord[0];\n}\n");
    }
    let mut text = String::from("#version 120\n#extension GL_ARB_texture_rectangle : enable\n");
    let units = || key.units.iter().enumerate().filter_map(|(index, unit)| Some((index, unit.as_ref()?)));
    for (index, unit) in units() {
        let sampler = match unit.kind {
            TextureKind::D1 => "sampler1D",
            TextureKind::Rect => "sampler2DRect",
            TextureKind::D3 => "sampler3D",
            TextureKind::Cube => "samplerCube",
            _ => "sampler2D",
        };
        let shadow = if unit.compared { "Shadow" } else { "" };
        let _ = writeln!(text, "uniform {sampler}{shadow} {UNIT}{index};");
    }
    match &key.shader {
        Some(shader) => {
            let _ = writeln!(text, "uniform vec4 {}[{CONSTANTS}];\nvoid main() {{", fragment_shader::CONSTANTS);
            let kinds = |unit: usize| key.units.get(unit)?.as_ref().map(|unit| unit.kind);
            fragment_shader::body(shader, &kinds, UNIT, &mut text);
            text += "  vec4 previous = register0;\n";
        }
        None => environments(key, &mut text),
    }
    if key.color_sum {
        text += "  previous.rgb += gl_SecondaryColor.rgb;\n";
    }
    if key.clamped {
        text += CLAMP;
    }
    if let Some(mode) = key.fog {
        let factor = fog_factor(mode);
        let color = clamped(key, "gl_Fog.color");
        let _ = write!(
            text,
            "  float c = gl_FogFragCoord;\n  float f = clamp({factor}, 0.0, 1.0);\n  previous.rgb = mix({color}.rgb, previous.rgb, f);\n"
        );
    }
    text + "  gl_FragColor = previous;\n}\n"
}

/// Appends the beginning of the main function: the texture functions of all units, from the primary colour to `previous`.
fn environments(key: &FragmentKey, text: &mut String) {
    let units = || key.units.iter().enumerate().filter_map(|(index, unit)| Some((index, unit.as_ref()?)));
    text.push_str("void main() {\n  vec4 previous = gl_Color;\n");
    for (index, unit) in units() {
        let (look_up, coordinates) = match (unit.kind, unit.compared) {
            (TextureKind::Cube, _) => ("textureCube", ".stp"),
            (TextureKind::D3, _) => ("texture3DProj", ""),
            (TextureKind::D1, false) => ("texture1DProj", ""),
            (TextureKind::D1, true) => ("shadow1DProj", ""),
            (TextureKind::Rect, false) => ("texture2DRectProj", ""),
            (TextureKind::Rect, true) => ("shadow2DRectProj", ""),
            (_, false) => ("texture2DProj", ""),
            (_, true) => ("shadow2DProj", ""),
        };
        let _ = writeln!(text, "  vec4 texel{index} = {look_up}({UNIT}{index}, gl_TexCoord[{index}]{coordinates});");
    }
    for (index, unit) in units() {
        environment(unit, index, key, text);
    }
}

/// Appends the texture function of one unit, from `previous` to `previous`.
fn environment(unit: &Textured, index: usize, key: &FragmentKey, text: &mut String) {
    let base = unit.base;
    let color = !matches!(base, GL_ALPHA);
    let alpha = !matches!(base, GL_LUMINANCE | GL_RGB | GL_RED | GL_RG | GL_DEPTH_COMPONENT);
    let texel = format!("texel{index}");
    let constant = clamped(key, &format!("gl_TextureEnvColor[{index}]"));
    let set = |text: &mut String, rgb: Option<String>, a: Option<String>| {
        let _ = writeln!(
            text,
            "  previous = vec4({}, {});",
            rgb.unwrap_or_else(|| "previous.rgb".into()),
            a.unwrap_or_else(|| "previous.a".into())
        );
    };
    match unit.mode {
        GL_REPLACE => set(text, color.then(|| format!("{texel}.rgb")), alpha.then(|| format!("{texel}.a"))),
        GL_DECAL => {
            set(text, Some(format!("mix(previous.rgb, {texel}.rgb, {})", if alpha { format!("{texel}.a") } else { "1.0".into() })), None)
        }
        GL_BLEND => {
            let rgb = format!("mix(previous.rgb, {constant}.rgb, {texel}.rgb)");
            let a =
                if base == GL_INTENSITY { format!("mix(previous.a, {constant}.a, {texel}.a)") } else { format!("previous.a * {texel}.a") };
            set(text, color.then_some(rgb), alpha.then_some(a));
        }
        GL_ADD => {
            let a = if base == GL_INTENSITY { format!("previous.a + {texel}.a") } else { format!("previous.a * {texel}.a") };
            set(text, color.then(|| format!("previous.rgb + {texel}.rgb")), alpha.then_some(a));
        }
        GL_COMBINE | GL_COMBINE4_NV => {
            if let Some(with) = &unit.combine {
                combine(with, unit.mode == GL_COMBINE4_NV, index, key, text);
            }
        }
        _ => {
            set(text, color.then(|| format!("previous.rgb * {texel}.rgb")), alpha.then(|| format!("previous.a * {texel}.a")));
        }
    }
    if key.clamped {
        text.push_str(CLAMP);
    }
}

/// Appends the texture function of GL_COMBINE, or with `four` arguments that of GL_COMBINE4_NV.
fn combine(combine: &Combine, four: bool, index: usize, key: &FragmentKey, text: &mut String) {
    let source = |token: u32| match token {
        GL_TEXTURE => format!("texel{index}"),
        GL_CONSTANT => clamped(key, &format!("gl_TextureEnvColor[{index}]")),
        GL_PRIMARY_COLOR => "gl_Color".to_string(),
        GL_TEXTURE0..=GL_TEXTURE7 if key.units.get((token - GL_TEXTURE0) as usize).is_some_and(Option::is_some) => {
            format!("texel{}", token - GL_TEXTURE0)
        }
        GL_PREVIOUS => "previous".to_string(),
        GL_ZERO => "vec4(0.0)".to_string(),
        _ => "vec4(0.0, 0.0, 0.0, 1.0)".to_string(),
    };
    let argument = |which: usize, number: usize| {
        let source = source(combine.sources[which][number]);
        let (color, alpha) =
            if which == 0 { (format!("{source}.rgb"), format!("vec3({source}.a)")) } else { (String::new(), format!("{source}.a")) };
        match combine.operands[which][number] {
            GL_SRC_COLOR => color,
            GL_ONE_MINUS_SRC_COLOR => format!("(1.0 - {color})"),
            GL_ONE_MINUS_SRC_ALPHA => format!("(1.0 - {alpha})"),
            _ => alpha,
        }
    };
    let part = |which: usize| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|number| argument(which, number));
        let value = match combine.function[which] {
            GL_REPLACE => a,
            // "ADD: Arg0 * Arg1 + Arg2 * Arg3; ADD_SIGNED_EXT: Arg0 * Arg1 + Arg2 * Arg3 - 0.5" [NV_texture_env_combine4]
            GL_ADD if four => format!("({a} * {b} + {c} * {d})"),
            GL_ADD_SIGNED if four => format!("({a} * {b} + {c} * {d} - 0.5)"),
            GL_ADD => format!("({a} + {b})"),
            GL_ADD_SIGNED => format!("({a} + {b} - 0.5)"),
            GL_INTERPOLATE => format!("mix({b}, {a}, {c})"),
            GL_SUBTRACT => format!("({a} - {b})"),
            GL_DOT3_RGB | GL_DOT3_RGBA | GL_DOT3_RGB_EXT | GL_DOT3_RGBA_EXT => format!("vec3(4.0 * dot({a} - 0.5, {b} - 0.5))"),
            _ => format!("({a} * {b})"),
        };
        // "The RGB and ALPHA results of the texture function are not multiplied by the values of RGB_SCALE_EXT and ALPHA_SCALE, respectively."
        // [EXT_texture_env_dot3]
        let scale = if matches!(combine.function[0], GL_DOT3_RGB_EXT | GL_DOT3_RGBA_EXT) { 1 } else { combine.scale[which] };
        format!("{value} * {:.1}", scale as f32)
    };
    let rgb = part(0);
    if matches!(combine.function[0], GL_DOT3_RGBA | GL_DOT3_RGBA_EXT) {
        let _ = writeln!(text, "  previous = vec4({rgb}, 0.0).rgbr;");
    } else {
        let _ = writeln!(text, "  previous = vec4({rgb}, {});", part(1));
    }
}
