//! Texture functions: every overload for the supported sampler kinds, over 16 by 8 pixels.
//!
//! A texel holds its own position, so that a result identifies its texel. Filters are nearest, and levels of detail lie in the middle
//! between two levels, so that results are exact.

use crate::bounded::Expect;
use crate::program::{Expected, Program, Work, buffers};
use crate::signatures::{Language, Line, lines};
use crate::types::{Scalar, Ty};
use std::fmt::Write;

/// The size of the picture and of the largest level.
pub const WIDTH: i32 = 16;
pub const HEIGHT: i32 = 8;
pub const LEVELS: i32 = 5;

/// The kind of a texture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    D1,
    D2,
    Rect,
}

/// The kind of its texels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Texels {
    Float,
    Int,
    Uint,
    Depth,
}

pub const KINDS: [Kind; 3] = [Kind::D1, Kind::D2, Kind::Rect];
pub const TEXELS: [Texels; 4] = [Texels::Float, Texels::Int, Texels::Uint, Texels::Depth];

impl Kind {
    /// Returns the width and height of a level.
    pub fn size(self, level: i32) -> (i32, i32) {
        ((WIDTH >> level).max(1), if self == Self::D1 { 1 } else { (HEIGHT >> level).max(1) })
    }
}

/// Returns the components of a texel.
pub fn texel(x: i32, y: i32, level: i32) -> [i32; 4] {
    [x, y, level, 100 + x + 16 * y]
}

/// Returns the depth of a texel; shaders compare with a half.
pub fn depth(x: i32, y: i32, level: i32) -> f32 {
    ((x * 7 + y * 13 + level * 5).rem_euclid(16) as f32 + 0.5) / 16.0
}

/// Returns the unit of a texture.
pub fn unit(kind: Kind, texels: Texels) -> u32 {
    KINDS.iter().position(|it| *it == kind).unwrap() as u32 * 4 + TEXELS.iter().position(|it| *it == texels).unwrap() as u32
}

/// One overload with one sampler type.
struct Call {
    name: &'static str,
    kind: Kind,
    texels: Texels,
    sampler: String,
    /// The parameters after the sampler.
    parameters: Vec<String>,
    bias: bool,
    result: Ty,
}

/// Returns the supported sampler types that a parameter stands for.
fn samplers(parameter: &str) -> Vec<(Kind, Texels, String)> {
    let (generic, name) = match parameter.strip_prefix('g') {
        Some(name) => (true, name),
        None => (false, parameter),
    };
    let (prefix, rest) = name.split_once("sampler").unwrap_or((name, ""));
    let (rest, shadow) = rest.strip_suffix("Shadow").map_or((rest, false), |rest| (rest, true));
    let kind = match rest {
        "1D" => Kind::D1,
        "2D" => Kind::D2,
        "2DRect" => Kind::Rect,
        _ => return Vec::new(),
    };
    let one = |prefix: &str, texels| (kind, texels, format!("{prefix}{name}"));
    match (generic, shadow, prefix) {
        (true, ..) => vec![one("", Texels::Float), one("i", Texels::Int), one("u", Texels::Uint)],
        (_, true, _) => vec![one("", Texels::Depth)],
        (_, _, "i") => vec![one("", Texels::Int)],
        (_, _, "u") => vec![one("", Texels::Uint)],
        _ => vec![one("", Texels::Float)],
    }
}

fn calls(line: &Line, language: Language) -> Vec<Call> {
    let mut calls = Vec::new();
    for list in &line.lists {
        let (Some(first), mut parameters) = (list.first(), list.iter().skip(1).map(|word| (*word).to_owned()).collect::<Vec<_>>()) else {
            continue;
        };
        let bias = parameters.last().is_some_and(|last| last.starts_with('['));
        if bias {
            parameters.pop();
        }
        for (kind, texels, sampler) in samplers(first) {
            if language == Language::Embedded && kind != Kind::D2 {
                continue;
            }
            let scalar = match texels {
                Texels::Int => Scalar::Int,
                Texels::Uint => Scalar::Uint,
                _ => Scalar::Float,
            };
            let result = if line.result == "gvec4" { Ty::vector(scalar, 4) } else { Ty::named(line.result).unwrap() };
            for bias in if bias { vec![false, true] } else { vec![false] } {
                calls.push(Call { name: line.name, kind, texels, sampler: sampler.clone(), parameters: parameters.clone(), bias, result });
            }
        }
    }
    calls
}

/// The distance between pixels in texels if derivatives determine the level of detail.
const STEP: f64 = 2.0;
const OFFSET: (i32, i32) = (1, -2);
const OFFSETS: [(i32, i32); 4] = [(0, 0), (1, -2), (-3, 2), (4, 1)];

impl Call {
    fn is(&self, word: &str) -> bool {
        self.name.contains(word)
    }

    fn text(&self) -> String {
        format!("{}({}, {}){}", self.name, self.sampler, self.parameters.join(", "), if self.bias { " with bias" } else { "" })
    }

    fn query(&self) -> bool {
        self.is("Query")
    }

    fn explicit(&self) -> bool {
        !self.query() && (self.is("Lod") || self.is("Grad"))
    }

    /// Returns the number of texels of the largest level by which a coordinate moves from pixel to pixel.
    fn step(&self) -> f64 {
        if self.kind == Kind::Rect || self.explicit() || self.is("Gather") { 1.0 } else { STEP }
    }

    fn expression(&self) -> String {
        let (fetch, gather) = (self.name.starts_with("texelFetch"), self.is("Gather"));
        let shadow = self.texels == Texels::Depth;
        let mut arguments = vec![format!("{}_{:?}", self.sampler, self.kind)];
        let mut rest = self.parameters.iter();
        if self.is("Size") {
            arguments.extend(rest.map(|_| "int(p.x) % 5".to_owned()));
            return format!("{}({})", self.name, arguments.join(", "));
        }
        if let Some(ty) = rest.next() {
            let step = self.step();
            let (u, v) = match self.kind {
                Kind::Rect => ("p.x".to_owned(), "p.y".to_owned()),
                _ => (format!("p.x * {:?}", step / f64::from(WIDTH)), format!("p.y * {:?}", step / f64::from(HEIGHT))),
            };
            let q = if self.is("Proj") { "4.0" } else { "1.0" };
            let scaled = |text: &str| if self.is("Proj") { format!("{text} * {q}") } else { text.to_owned() };
            let (u, v) = (scaled(&u), scaled(&v));
            let reference = if self.is("Proj") { "2.0" } else { "0.5" };
            arguments.push(match (ty.as_str(), self.kind) {
                ("int", _) => self.place().0,
                ("ivec2", _) => format!("ivec2({}, {})", self.place().0, self.place().1),
                ("float", _) => u,
                ("vec2", Kind::D1) => format!("vec2({u}, {q})"),
                ("vec2", _) => format!("vec2({u}, {v})"),
                ("vec3", Kind::D1) => format!("vec3({u}, 9.0, {reference})"),
                ("vec3", _) if shadow && !gather => format!("vec3({u}, {v}, {reference})"),
                ("vec3", _) => format!("vec3({u}, {v}, {q})"),
                ("vec4", Kind::D1) if shadow => format!("vec4({u}, 9.0, {reference}, {q})"),
                ("vec4", Kind::D1) => format!("vec4({u}, 9.0, 9.0, {q})"),
                ("vec4", _) if shadow => format!("vec4({u}, {v}, {reference}, {q})"),
                ("vec4", _) => format!("vec4({u}, {v}, 9.0, {q})"),
                (other, _) => panic!("{}: a coordinate of {other}", self.text()),
            });
        }
        let mut gradients = 0;
        for ty in rest {
            let scale = if self.kind == Kind::Rect { (1.0, 1.0) } else { (STEP / f64::from(WIDTH), STEP / f64::from(HEIGHT)) };
            arguments.push(match ty.trim_start_matches("const ") {
                "float" if gather => "0.5".into(),
                "float" if self.is("Grad") => format!("{:?}", scale.0),
                "float" => "float(int(p.x) % 4) + 0.1".into(),
                "vec2" if gradients == 0 => {
                    gradients = 1;
                    format!("vec2({:?}, 0.0)", scale.0)
                }
                "vec2" => format!("vec2(0.0, {:?})", scale.1),
                "ivec2[4]" => {
                    let offsets: Vec<String> = OFFSETS.iter().map(|(x, y)| format!("ivec2({x}, {y})")).collect();
                    format!("ivec2[4]({})", offsets.join(", "))
                }
                "ivec2" => format!("ivec2({}, {})", OFFSET.0, OFFSET.1),
                "int" if gather => "2".into(),
                "int" if fetch && arguments.len() == 2 && self.kind != Kind::Rect => self.level_text().into(),
                "int" => OFFSET.0.to_string(),
                other => panic!("{}: {other}", self.text()),
            });
        }
        if self.bias {
            arguments.push("1.2".into());
        }
        format!("{}({})", self.name, arguments.join(", "))
    }

    /// Returns the level to fetch from.
    fn level_text(&self) -> &'static str {
        if self.is("Offset") { "int(p.x) % 2" } else { "int(p.x) % 4" }
    }

    /// Returns the texel to fetch; with an offset, one that stays within the texture.
    fn place(&self) -> (String, String) {
        let shift = if self.kind == Kind::Rect { "0" } else { self.level_text() };
        let (x, y) = (format!("(int(p.x) >> ({shift}))"), format!("(int(p.y) >> ({shift}))"));
        if self.is("Offset") { (format!("min({x}, 6)"), format!("max({y}, 2)")) } else { (x, y) }
    }

    /// Returns the components of a texel after wrapping, as a result has them.
    fn found(&self, x: i32, y: i32, level: i32) -> [f64; 4] {
        let (width, height) = self.kind.size(level);
        let (x, y) = match self.kind {
            Kind::Rect => (x.clamp(0, width - 1), y.clamp(0, height - 1)),
            _ => (x.rem_euclid(width), y.rem_euclid(height)),
        };
        if self.texels == Texels::Depth {
            let passes = if 0.5 <= depth(x, y, level) { 1.0 } else { 0.0 };
            [passes, passes, passes, 1.0]
        } else {
            texel(x, y, level).map(f64::from)
        }
    }

    /// Returns the expected result at a pixel.
    fn expected(&self, pixel: (i32, i32)) -> Vec<Expect> {
        let (px, py) = pixel;
        let exact = |values: &[f64]| values.iter().map(|value| Expect::Exact(*value)).collect::<Vec<_>>();
        if self.is("Size") {
            let (width, height) = self.kind.size(if self.kind == Kind::Rect { 0 } else { px % 5 });
            return exact(&[f64::from(width), f64::from(height)][..self.result.components()]);
        }
        if self.is("QueryLevels") {
            return exact(&[f64::from(LEVELS)]);
        }
        if self.query() {
            return vec![Expect::Exact(STEP.log2()), Expect::Near(STEP.log2(), 0.3)];
        }
        let offset = if self.is("Offset") { OFFSET } else { (0, 0) };
        if self.name.starts_with("texelFetch") {
            let level = if self.kind == Kind::Rect { 0 } else { px % if self.is("Offset") { 2 } else { 4 } };
            let (mut x, mut y) = (px >> level, py >> level);
            if self.is("Offset") {
                (x, y) = (x.min(6), y.max(2));
            }
            // Below the smallest height: outside.
            if self.kind != Kind::D1 && y + offset.1 >= self.kind.size(level).1 {
                return vec![Expect::Any; 4];
            }
            let y = if self.kind == Kind::D1 { 0 } else { y + offset.1 };
            return exact(&self.found(x + offset.0, y, level));
        }
        let place = |level: i32| {
            let at = |pixel: i32| ((f64::from(pixel) + 0.5) * self.step() / f64::from(1 << level), ());
            (at(px).0, at(py).0)
        };
        if self.is("Gather") {
            let component = if self.parameters.last().is_some_and(|last| last == "const int") { 2 } else { 0 };
            let (u, v) = place(0);
            let (i, j) = ((u - 0.5).floor() as i32, (v - 0.5).floor() as i32);
            let corners = [(0, 1), (1, 1), (1, 0), (0, 0)];
            let texels = corners.iter().enumerate().map(|(index, corner)| match () {
                () if self.is("Offsets") => self.found(i + OFFSETS[index].0, j + OFFSETS[index].1, 0)[component],
                () => self.found(i + corner.0 + offset.0, j + corner.1 + offset.1, 0)[component],
            });
            return exact(&texels.collect::<Vec<_>>());
        }
        let level = match () {
            () if self.kind == Kind::Rect => 0,
            () if self.is("Lod") => px % 4,
            () if self.bias => 2,
            () => 1,
        };
        let (u, v) = place(level);
        let y = if self.kind == Kind::D1 { 0 } else { v.floor() as i32 + offset.1 };
        exact(&self.found(u.floor() as i32 + offset.0, y, level)[..self.result.components()])
    }
}

/// The extensions whose functions are called too; the compatibility profile of both drivers has them.
const EXTENSIONS: [&str; 3] = ["GL_ARB_texture_query_lod", "GL_ARB_shader_texture_lod", "GL_EXT_gpu_shader4"];

/// Returns programs of up to eight overloads.
pub fn programs(table: &'static str, language: Language) -> Vec<Program> {
    let extended = |line: &Line| language == Language::Desktop && EXTENSIONS.iter().any(|name| line.conditions.contains(name));
    let mut all: Vec<Call> = Vec::new();
    for line in lines(table) {
        if (line.exists(language) || extended(&line))
            && (line.stages.is_empty() || line.stages.contains('f'))
            && !line.name.starts_with("image")
        {
            for call in calls(&line, language) {
                if !all.iter().any(|other| other.text() == call.text()) {
                    all.push(call);
                }
            }
        }
    }
    all.chunk_by(|one, other| one.name == other.name).flat_map(|calls| calls.chunks(8)).map(|calls| program(calls, language)).collect()
}

fn program(calls: &[Call], language: Language) -> Program {
    let mut head = language.head().to_owned();
    if language == Language::Desktop {
        EXTENSIONS.iter().for_each(|name| {
            let _ = writeln!(head, "#extension {name} : enable");
        });
    }
    let (mut declarations, mut body, mut stride) = (String::new(), String::new(), 0);
    for call in calls {
        let line =
            format!("layout(binding = {}) uniform {} {}_{:?};\n", unit(call.kind, call.texels), call.sampler, call.sampler, call.kind);
        if !declarations.contains(&line) {
            declarations += &line;
        }
        let _ = write!(body, "    {{ {} r = {};\n{}    }}\n", call.result.name(), call.expression(), call.result.store("r", stride));
        stride += call.result.components();
    }
    let fragment = format!(
        "{head}{}{declarations}void main() {{\n    vec2 p = gl_FragCoord.xy;\n    uint to = (uint(p.y) * {WIDTH}u + uint(p.x)) * {stride}u;\n{body}}}\n",
        buffers(false)
    );
    let mut expected = Vec::new();
    for pixel in 0..WIDTH * HEIGHT {
        let (x, y) = (pixel % WIDTH, pixel / WIDTH);
        let mut at = pixel as usize * stride;
        for (case, call) in calls.iter().enumerate() {
            for expect in call.expected((x, y)) {
                let ty = Ty::vector(call.result.scalar, 1);
                expected.push(Expected { case, at, ty, expect, with: format!("pixel {x}, {y}: {}", call.expression()) });
                at += 1;
            }
        }
    }
    Program {
        name: calls[0].name.to_owned(),
        language,
        work: Work::Fragments,
        shaders: vec![crate::fragments::vertex(language), (crate::gl::FRAGMENT_SHADER, fragment)],
        input: vec![0; 2],
        output_words: (WIDTH * HEIGHT) as usize * stride,
        cases: calls.iter().map(Call::text).collect(),
        expected,
    }
}
