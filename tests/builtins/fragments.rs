//! Derivatives and interpolation functions, which only fragment shaders have.

use crate::bounded::Expect;
use crate::program::{Expected, Program, Work, buffers};
use crate::signatures::{Language, Signature, lines, overloads};
use crate::textures::{HEIGHT, WIDTH};
use crate::types::Ty;
use std::fmt::Write;

/// Returns a vertex shader with a triangle over all pixels and outputs that are affine in a pixel's position.
pub fn vertex(language: Language) -> (u32, String) {
    let text = "out float v1;\nout vec2 v2;\nout vec3 v3;\nout vec4 v4;\n\
        void main() {\n\
        \x20   vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 4.0 - 1.0;\n\
        \x20   vec2 p = (corner * 0.5 + 0.5) * vec2(16.0, 8.0);\n\
        \x20   v4 = vec4(p, p.x + 2.0 * p.y, 3.0 * p.x - p.y);\n\
        \x20   v1 = v4.x;\n\
        \x20   v2 = v4.xy;\n\
        \x20   v3 = v4.xyz;\n\
        \x20   gl_Position = vec4(corner, 0.0, 1.0);\n\
        }\n";
    (crate::gl::VERTEX_SHADER, format!("{}{text}", language.head()))
}

fn varying(x: f64, y: f64) -> [f64; 4] {
    [x, y, x + 2.0 * y, 3.0 * x - y]
}

/// A function of the pixel whose differences identify the two pixels.
const BENT: &str = "vec4(0.25 * p.x * p.y, 3.0 * p.x - 2.0 * p.y, 0.5 * p.x * p.x + p.y, p.y * p.y + 7.0 * p.x)";

fn bent(x: f64, y: f64) -> [f64; 4] {
    [0.25 * x * y, 3.0 * x - 2.0 * y, 0.5 * x * x + y, y * y + 7.0 * x]
}

/// Returns the range of some values as an expectation.
fn between(values: &[f64]) -> Expect {
    let (least, most) = values.iter().fold((f64::MAX, f64::MIN), |(least, most), value| (least.min(*value), most.max(*value)));
    Expect::Near((least + most) / 2.0, (most - least) / 2.0)
}

/// Returns the allowed values of a derivative's component at a pixel: fine ones use the pixel's own row and column, others any of its quad.
fn derivative(name: &str, component: usize, (px, py): (i32, i32)) -> Expect {
    let (x, y) = (f64::from(px & !1) + 0.5, f64::from(py & !1) + 0.5);
    let along = |row: f64| bent(x + 1.0, row)[component] - bent(x, row)[component];
    let up = |column: f64| bent(column, y + 1.0)[component] - bent(column, y)[component];
    let fine = name.ends_with("Fine");
    let (own_x, own_y) = (f64::from(px) + 0.5, f64::from(py) + 0.5);
    let horizontal = if fine { vec![along(own_y)] } else { vec![along(y), along(y + 1.0)] };
    let vertical = if fine { vec![up(own_x)] } else { vec![up(x), up(x + 1.0)] };
    match name {
        name if name.starts_with("dFdx") => between(&horizontal),
        name if name.starts_with("dFdy") => between(&vertical),
        _ => between(&horizontal.iter().flat_map(|h| vertical.iter().map(move |v| h.abs() + v.abs())).collect::<Vec<_>>()),
    }
}

pub fn programs(table: &'static str, language: Language) -> Vec<Program> {
    let mut programs = Vec::new();
    for line in lines(table).iter().filter(|line| line.exists(language) && line.stages == "f") {
        let signatures = overloads(line);
        if line.name.starts_with("dFd") || line.name.starts_with("fwidth") || line.name.starts_with("interpolate") {
            programs.push(program(&signatures, language));
        }
    }
    programs
}

fn program(signatures: &[Signature], language: Language) -> Program {
    let (mut body, mut stride) = (String::new(), 0);
    let name = signatures[0].name;
    for signature in signatures {
        let ty = signature.result.unwrap();
        let swizzle = &"xyzw"[..ty.components()];
        let argument = if name.starts_with("interpolate") {
            // GLSL ES accepts only an input variable, without a swizzle.
            format!("v{}", ty.components())
        } else {
            format!("bent.{swizzle}")
        };
        let rest = match name {
            "interpolateAtSample" => ", 0",
            "interpolateAtOffset" => ", vec2(0.25, -0.375)",
            _ => "",
        };
        let _ = write!(body, "    {{ {} r = {name}({argument}{rest});\n{}    }}\n", ty.name(), ty.store("r", stride));
        stride += ty.components();
    }
    let fragment = format!(
        "{}{}in float v1;\nin vec2 v2;\nin vec3 v3;\nin vec4 v4;\nvoid main() {{\n    vec2 p = gl_FragCoord.xy;\n    vec4 bent = {BENT};\n    uint to = (uint(p.y) * {WIDTH}u + uint(p.x)) * {stride}u;\n{body}}}\n",
        language.head(),
        buffers(false)
    );
    let mut expected = Vec::new();
    for pixel in 0..WIDTH * HEIGHT {
        let (x, y) = (pixel % WIDTH, pixel / WIDTH);
        let mut at = pixel as usize * stride;
        for (case, signature) in signatures.iter().enumerate() {
            for component in 0..signature.result.map_or(0, Ty::components) {
                let expect = if name.starts_with("interpolate") {
                    let (dx, dy) = if name.ends_with("Offset") { (0.25, -0.375) } else { (0.0, 0.0) };
                    let value = varying(f64::from(x) + 0.5 + dx, f64::from(y) + 0.5 + dy)[component];
                    Expect::Near(value, 1e-4)
                } else {
                    derivative(name, component, (x, y))
                };
                let ty = Ty::vector(crate::types::Scalar::Float, 1);
                expected.push(Expected { case, at, ty, expect, with: format!("pixel {x}, {y}, component {component}") });
                at += 1;
            }
        }
    }
    Program {
        name: name.to_owned(),
        language,
        work: Work::Fragments,
        shaders: vec![vertex(language), (crate::gl::FRAGMENT_SHADER, fragment)],
        input: vec![0; 2],
        output_words: (WIDTH * HEIGHT) as usize * stride,
        cases: signatures.iter().map(Signature::text).collect(),
        expected,
    }
}
