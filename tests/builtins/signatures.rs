//! Prototypes in the specifications' notation: the pipeline's own table, and the operators.

use crate::types::{Scalar, Ty};

/// One overload, without generic types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    pub name: &'static str,
    pub result: Option<Ty>,
    /// The parameters; `true` marks those that the function only writes.
    pub parameters: Vec<(Ty, bool)>,
}

impl Signature {
    /// Returns the number of components that it reads and writes.
    pub fn components(&self) -> usize {
        let parameters: usize = self.parameters.iter().map(|(ty, _)| ty.components()).sum();
        parameters + self.result.map_or(0, Ty::components)
    }

    /// Returns the signature as text, such as `pow(vec2, vec2)`.
    pub fn text(&self) -> String {
        let parameters: Vec<String> = self.parameters.iter().map(|(ty, _)| ty.name()).collect();
        format!("{}({})", self.name, parameters.join(", "))
    }
}

/// A language of the cases: the newest version of each, whose built-in functions include those of older versions and, on the desktop, of the
/// compatibility profile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    Desktop,
    Embedded,
}

impl Language {
    pub const ALL: [Self; 2] = [Self::Desktop, Self::Embedded];

    pub fn head(self) -> &'static str {
        match self {
            Self::Desktop => "#version 450 compatibility\n",
            Self::Embedded => {
                "#version 320 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\nprecision highp isampler2D;\n\
                 precision highp usampler2D;\nprecision highp sampler2DShadow;\n"
            }
        }
    }

    /// Returns true if the condition of a table's line (`d130-410 c110 e300 GL_X`) holds.
    fn has(self, condition: &str) -> bool {
        let within = |text: &str, version: u32| {
            let (from, to) = text.split_once('-').unwrap_or((text, "999"));
            (from.parse().unwrap_or(u32::MAX)..=to.parse().unwrap_or(0)).contains(&version)
        };
        condition.split_whitespace().any(|word| match (self, word.split_at(1)) {
            (Self::Desktop, ("d" | "c", range)) => within(range, 450),
            (Self::Embedded, ("e", range)) => within(range, 320),
            _ => false,
        })
    }
}

/// A line of the table: the condition, the stages (empty for all), the result's type, the name, and the parameter lists.
pub struct Line {
    pub conditions: &'static str,
    pub stages: &'static str,
    pub result: &'static str,
    pub name: &'static str,
    pub lists: Vec<Vec<&'static str>>,
}

impl Line {
    pub fn exists(&self, language: Language) -> bool {
        language.has(self.conditions)
    }
}

/// The lines of a table.
pub fn lines(table: &'static str) -> Vec<Line> {
    let (mut conditions, mut stages) = ("d110 e100", "");
    let mut lines = Vec::new();
    for line in table.lines().filter(|line| !line.is_empty()) {
        if let Some(condition) = line.strip_prefix('@') {
            (conditions, stages) = condition.split_once('/').unwrap_or((condition, ""));
            continue;
        }
        let (head, lists) = line.split_once(" (").unwrap_or_else(|| panic!("{line}"));
        let (result, name) = head.split_once(' ').unwrap_or_else(|| panic!("{line}"));
        let list = |text: &'static str| {
            let text = text.trim().strip_suffix(')').unwrap_or_else(|| panic!("{line}"));
            text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect()
        };
        lines.push(Line { conditions, stages: stages.trim(), result, name, lists: lists.split('(').map(list).collect() });
    }
    lines
}

/// Columns and rows of every matrix shape.
const SHAPES: [(usize, usize); 9] = [(2, 2), (3, 3), (4, 4), (2, 3), (2, 4), (3, 2), (3, 4), (4, 2), (4, 3)];

/// Returns the type that a name stands for in a variant; `None` beyond the last variant.
fn concrete(name: &str, variant: usize) -> Option<Ty> {
    let sized = |scalar| (variant < 4).then(|| Ty::vector(scalar, variant + 1));
    let vector = |scalar| (variant < 3).then(|| Ty::vector(scalar, variant + 2));
    let shape = |scalar, transposed| {
        let (columns, rows) = *SHAPES.get(variant)?;
        Some(if transposed { Ty::matrix(scalar, rows, columns) } else { Ty::matrix(scalar, columns, rows) })
    };
    match name {
        "genType" => sized(Scalar::Float),
        "genIType" => sized(Scalar::Int),
        "genUType" => sized(Scalar::Uint),
        "genBType" => sized(Scalar::Bool),
        "genDType" => sized(Scalar::Double),
        "vec" => vector(Scalar::Float),
        "ivec" => vector(Scalar::Int),
        "uvec" => vector(Scalar::Uint),
        "bvec" => vector(Scalar::Bool),
        "dvec" => vector(Scalar::Double),
        "mat" => shape(Scalar::Float, false),
        "matT" => shape(Scalar::Float, true),
        "dmat" => shape(Scalar::Double, false),
        "dmatT" => shape(Scalar::Double, true),
        _ => Ty::named(name).filter(|_| variant == 0),
    }
}

/// Returns true for a name that stands for several types.
fn generic(name: &str) -> bool {
    name.starts_with("gen") || matches!(name, "vec" | "ivec" | "uvec" | "bvec" | "dvec" | "mat" | "matT" | "dmat" | "dmatT")
}

/// Returns the overloads that a line stands for; none if it has types that are no numbers (samplers, images, counters).
pub fn overloads(line: &Line) -> Vec<Signature> {
    let mut signatures: Vec<Signature> = Vec::new();
    for list in &line.lists {
        let names: Vec<(&str, &str)> = list.iter().map(|word| word.rsplit_once(' ').unwrap_or(("", word))).collect();
        let any = generic(line.result) || names.iter().any(|(_, name)| generic(name));
        for variant in 0..if any { SHAPES.len() } else { 1 } {
            let ty = |name: &str| concrete(name, if generic(name) { variant } else { 0 });
            let parameters: Option<Vec<(Ty, bool)>> =
                names.iter().map(|(qualifier, name)| Some((ty(name)?, *qualifier == "out"))).collect();
            let (Some(parameters), result) = (parameters, ty(line.result)) else { continue };
            if result.is_none() && line.result != "void" {
                continue;
            }
            let signature = Signature { name: line.name, result, parameters };
            // The scalar variant of `(genType, float)` equals that of `(genType, genType)`.
            if !signatures.contains(&signature) {
                signatures.push(signature);
            }
        }
    }
    signatures
}
