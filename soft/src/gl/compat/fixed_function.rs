//! The fixed function, as shaders in GLSL 1.20 written for the state at hand: compiled and linked like an application's, kept by their text.

use super::state_uniforms::fog_factor;
use super::texture_environment::{Combine, Unit};
use crate::front::{self, CompileOptions, LinkOptions};
use crate::gl::context::{Api, Context};
use crate::hir::{Stage, TextureKind};
use crate::program::Program;
use crate::tokens::*;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// Programs that are kept at most; then all are forgotten.
const KEPT: usize = 256;

/// The programs that were made so far, by the texts of their shaders. None: it did not link, and was logged.
#[derive(Default)]
pub struct Programs(HashMap<(String, String), Option<Arc<Program>>>);

/// What draws where no program is in use; none outside the compatibility profile.
///
/// A program with only one of the two stages is not completed by the fixed function.
pub fn program_for_draw(context: &mut Context) -> Option<Arc<Program>> {
    if context.config.api != Api::Compatibility {
        return None;
    }
    super::lighting::apply(context);
    context.state.raster.two_sided = is(context, GL_LIGHTING) && context.compat.lighting.two_side;
    let texts = (vertex_shader(context), fragment_shader(context));
    if let Some(found) = context.compat.programs.0.get(&texts) {
        return found.clone();
    }
    let made = link(&texts);
    let programs = &mut context.compat.programs.0;
    if programs.len() >= KEPT {
        programs.clear();
    }
    programs.insert(texts, made.clone());
    made
}

fn link(texts: &(String, String)) -> Option<Arc<Program>> {
    let options = CompileOptions { es: false, core: false, max_version: 120, limits: Default::default() };
    let compile = |text: &str, stage| front::compile(text, stage, &options);
    let (vertex, fragment) = (compile(&texts.0, Stage::Vertex), compile(&texts.1, Stage::Fragment));
    let linked = match (vertex.shader, fragment.shader) {
        (Some(vertex), Some(fragment)) => front::link(&[vertex, fragment], &LinkOptions::default()),
        _ => front::Linked { program: None, log: vertex.log + &fragment.log },
    };
    if linked.program.is_none() {
        crate::gl::entry::log_once("the fixed function", &format!("did not link: {}", linked.log));
    }
    linked.program
}

fn is(context: &Context, capability: u32) -> bool {
    context.compat.enabled.contains(&capability)
}

/// The units whose texture is drawn with: enabled, and complete.
fn textured(context: &Context) -> Vec<usize> {
    let units = context.compat.environment.units.iter().enumerate();
    let enabled = units.filter(|(_, unit)| unit.enabled.contains(&GL_TEXTURE_2D)).map(|(index, _)| index);
    enabled.filter(|&index| crate::gl::textures::view(context, index, TextureKind::D2).is_some()).collect()
}

fn vertex_shader(context: &Context) -> String {
    let mut text = String::from("#version 120\nvoid main() {\n  gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex;\n");
    let planes = context.state.raster.clip_enables != 0;
    let lit = is(context, GL_LIGHTING);
    let fog = is(context, GL_FOG);
    let units = textured(context);
    let generated =
        |unit: &Unit| [GL_TEXTURE_GEN_S, GL_TEXTURE_GEN_T, GL_TEXTURE_GEN_R, GL_TEXTURE_GEN_Q].map(|axis| unit.enabled.contains(&axis));
    let generates = units.iter().any(|&index| generated(&context.compat.environment.units[index]).contains(&true));
    if planes || lit || fog || generates {
        text += "  vec4 eye = gl_ModelViewMatrix * gl_Vertex;\n";
    }
    if planes {
        text += "  gl_ClipVertex = eye;\n";
    }
    if lit || generates {
        text += "  vec3 normal = gl_NormalMatrix * gl_Normal;\n";
        if is(context, GL_NORMALIZE) {
            text += "  normal = normalize(normal);\n";
        } else if is(context, GL_RESCALE_NORMAL) {
            text += "  normal *= gl_NormalScale;\n";
        }
    }
    if lit {
        lighting(context, &mut text);
    } else {
        text += "  gl_FrontColor = gl_Color;\n  gl_FrontSecondaryColor = gl_SecondaryColor;\n";
    }
    for &index in &units {
        texture_coordinate(context, index, generated(&context.compat.environment.units[index]), &mut text);
    }
    if fog {
        let coordinate = if context.compat.lighting.fog.source == GL_FOG_COORD { "gl_FogCoord" } else { "abs(eye.z)" };
        let _ = writeln!(text, "  gl_FogFragCoord = {coordinate};");
    }
    text + "}\n"
}

/// Texture coordinates of one unit: given or generated, through its matrix.
fn texture_coordinate(context: &Context, index: usize, generated: [bool; 4], text: &mut String) {
    let unit = &context.compat.environment.units[index];
    let _ = writeln!(text, "  vec4 t{index} = gl_MultiTexCoord{index};");
    for (axis, name) in ["s", "t", "r", "q"].iter().enumerate().filter(|&(axis, _)| generated[axis]) {
        let plane = ["S", "T", "R", "Q"][axis];
        let component = ["x", "y", "z", "w"][axis];
        let _ = match unit.generate[axis].0 {
            GL_OBJECT_LINEAR => writeln!(text, "  t{index}.{name} = dot(gl_Vertex, gl_ObjectPlane{plane}[{index}]);"),
            GL_SPHERE_MAP => writeln!(
                text,
                "  {{ vec3 r = reflect(normalize(eye.xyz), normal); float m = 2.0 * length(r + vec3(0.0, 0.0, 1.0)); t{index}.{name} = r.{component} / m + 0.5; }}"
            ),
            GL_REFLECTION_MAP => writeln!(text, "  t{index}.{name} = reflect(normalize(eye.xyz), normal).{component};"),
            GL_NORMAL_MAP => writeln!(text, "  t{index}.{name} = normal.{component};"),
            _ => writeln!(text, "  t{index}.{name} = dot(eye, gl_EyePlane{plane}[{index}]);"),
        };
    }
    let _ = writeln!(text, "  gl_TexCoord[{index}] = gl_TextureMatrix[{index}] * t{index};");
}

/// Vertex lighting as the specification's equations give it, for the front and, where it is asked for, the back face.
fn lighting(context: &Context, text: &mut String) {
    let state = &context.compat.lighting;
    let lights: Vec<usize> = (0..super::lighting::LIGHTS).filter(|&index| is(context, GL_LIGHT0 + index as u32)).collect();
    let separate = state.color_control == GL_SEPARATE_SPECULAR_COLOR;
    let faces: &[&str] = if state.two_side { &["Front", "Back"] } else { &["Front"] };
    for face in faces {
        let sign = if *face == "Back" { "-" } else { "" };
        let follows = is(context, GL_COLOR_MATERIAL)
            && (state.color_material.0 == GL_FRONT_AND_BACK || (state.color_material.0 == GL_FRONT) == (*face == "Front"));
        let property = |name: &str, tokens: &[u32]| {
            if follows && tokens.contains(&state.color_material.1) { "gl_Color".to_string() } else { format!("gl_{face}Material.{name}") }
        };
        let ambient = property("ambient", &[GL_AMBIENT, GL_AMBIENT_AND_DIFFUSE]);
        let diffuse = property("diffuse", &[GL_DIFFUSE, GL_AMBIENT_AND_DIFFUSE]);
        let specular = property("specular", &[GL_SPECULAR]);
        let emission = property("emission", &[GL_EMISSION]);
        let _ = write!(
            text,
            "  {{\n    vec3 n = {sign}normal;\n    vec3 v = {};\n    vec4 color = {emission} + {ambient} * gl_LightModel.ambient;\n    vec4 shine = vec4(0.0);\n",
            if state.local_viewer { "-normalize(eye.xyz)" } else { "vec3(0.0, 0.0, 1.0)" }
        );
        for &index in &lights {
            let light = &state.lights[index];
            let name = format!("gl_LightSource[{index}]");
            if light.position[3] == 0.0 {
                let _ = write!(text, "    {{\n      float a = 1.0;\n      vec3 l = normalize({name}.position.xyz);\n");
            } else {
                let _ = write!(
                    text,
                    "    {{\n      vec3 l = {name}.position.xyz / {name}.position.w - eye.xyz / eye.w;\n      float d = length(l);\n      l /= d;\n      float a = 1.0 / ({name}.constantAttenuation + ({name}.linearAttenuation + {name}.quadraticAttenuation * d) * d);\n"
                );
            }
            if light.spot_cutoff != 180.0 {
                let _ = write!(
                    text,
                    "      float s = dot(-l, normalize({name}.spotDirection));\n      a *= s < {name}.spotCosCutoff ? 0.0 : pow(s, {name}.spotExponent);\n"
                );
            }
            let _ = write!(
                text,
                "      float nl = max(dot(n, l), 0.0);\n      color += a * ({ambient} * {name}.ambient + nl * {diffuse} * {name}.diffuse);\n      if (nl > 0.0) {{\n        float nh = max(dot(n, normalize(l + v)), 0.0);\n        shine += a * (gl_{face}Material.shininess == 0.0 ? 1.0 : pow(nh, gl_{face}Material.shininess)) * {specular} * {name}.specular;\n      }}\n    }}\n"
            );
        }
        let _ = if separate {
            writeln!(text, "    gl_{face}SecondaryColor = vec4(clamp(shine.rgb, 0.0, 1.0), 1.0);")
        } else {
            write!(text, "    color += shine;\n    gl_{face}SecondaryColor = vec4(0.0);\n")
        };
        let _ = write!(text, "    gl_{face}Color = clamp(vec4(color.rgb, {diffuse}.a), 0.0, 1.0);\n  }}\n");
    }
}

fn fragment_shader(context: &Context) -> String {
    let units = textured(context);
    let mut text = String::from("#version 120\n");
    for index in &units {
        let _ = writeln!(text, "uniform sampler2D unit{index};");
    }
    text += "void main() {\n  vec4 previous = gl_Color;\n";
    for &index in &units {
        let _ = writeln!(text, "  vec4 texel{index} = texture2DProj(unit{index}, gl_TexCoord[{index}]);");
    }
    for &index in &units {
        environment(&context.compat.environment.units[index], index, base_format(context, index), &units, &mut text);
    }
    let separate = is(context, GL_LIGHTING) && context.compat.lighting.color_control == GL_SEPARATE_SPECULAR_COLOR;
    if is(context, GL_COLOR_SUM) || separate {
        text += "  previous.rgb += gl_SecondaryColor.rgb;\n";
    }
    text += "  previous = clamp(previous, 0.0, 1.0);\n";
    if is(context, GL_FOG) {
        let factor = fog_factor(context.compat.lighting.fog.mode);
        let _ = write!(
            text,
            "  float c = gl_FogFragCoord;\n  float f = clamp({factor}, 0.0, 1.0);\n  previous.rgb = mix(gl_Fog.color.rgb, previous.rgb, f);\n"
        );
    }
    text + "  gl_FragColor = previous;\n}\n"
}

/// The base format of a unit's texture, which decides what the environments do.
fn base_format(context: &Context, unit: usize) -> u32 {
    let texture = context.textures.bound(unit, TextureKind::D2);
    let base = texture.contents().base_level as usize;
    texture.level(base).map_or(GL_RGBA, |level| level.format.base)
}

/// One unit's environment: from `previous` to `previous`.
fn environment(unit: &Unit, index: usize, base: u32, units: &[usize], text: &mut String) {
    let color = !matches!(base, GL_ALPHA);
    let alpha = !matches!(base, GL_LUMINANCE | GL_RGB | GL_RED | GL_RG | GL_DEPTH_COMPONENT);
    let texel = format!("texel{index}");
    let constant = format!("gl_TextureEnvColor[{index}]");
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
        GL_COMBINE => combine(&unit.combine, index, units, text),
        _ => {
            set(text, color.then(|| format!("previous.rgb * {texel}.rgb")), alpha.then(|| format!("previous.a * {texel}.a")));
        }
    }
    text.push_str("  previous = clamp(previous, 0.0, 1.0);\n");
}

fn combine(combine: &Combine, index: usize, units: &[usize], text: &mut String) {
    let source = |token: u32| match token {
        GL_TEXTURE => format!("texel{index}"),
        GL_CONSTANT => format!("gl_TextureEnvColor[{index}]"),
        GL_PRIMARY_COLOR => "gl_Color".to_string(),
        GL_TEXTURE0..=GL_TEXTURE7 if units.contains(&((token - GL_TEXTURE0) as usize)) => format!("texel{}", token - GL_TEXTURE0),
        GL_PREVIOUS => "previous".to_string(),
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
        let [a, b, c] = [0, 1, 2].map(|number| argument(which, number));
        let value = match combine.function[which] {
            GL_REPLACE => a,
            GL_ADD => format!("({a} + {b})"),
            GL_ADD_SIGNED => format!("({a} + {b} - 0.5)"),
            GL_INTERPOLATE => format!("mix({b}, {a}, {c})"),
            GL_SUBTRACT => format!("({a} - {b})"),
            GL_DOT3_RGB | GL_DOT3_RGBA => format!("vec3(4.0 * dot({a} - 0.5, {b} - 0.5))"),
            _ => format!("({a} * {b})"),
        };
        format!("{value} * {:.1}", combine.scale[which] as f32)
    };
    let rgb = part(0);
    if combine.function[0] == GL_DOT3_RGBA {
        let _ = writeln!(text, "  previous = vec4({rgb}, 0.0).rgbr;");
    } else {
        let _ = writeln!(text, "  previous = vec4({rgb}, {});", part(1));
    }
}
