//! The table of built-in functions. The prototypes of a function are read when a shader first calls it: few programs call many of them.

use super::Language;
use super::by_name::builtin;
use super::prototypes::PROTOTYPES;
use super::texture_prototypes::TEXTURE_PROTOTYPES;
use base::hir::type_named;
use base::hir::{Builtin, SamplerType, Scalar, Stage, TextureKind, Type};
use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

/// An overload.
#[derive(Clone, Debug)]
pub struct Prototype {
    pub builtin: Builtin,
    pub parameters: Vec<Type>,
    /// For each parameter, true if it is out or inout.
    pub out: Vec<bool>,
    /// For each parameter, true if the argument must be a constant expression.
    pub constant: Vec<bool>,
    pub result: Type,
    /// An index into [`Table::conditions`].
    condition: usize,
    /// True if it has the optional bias.
    bias: bool,
    /// True if the first parameter is inout. No conversion has an inverse: the argument has the same type.
    pub in_place: bool,
}

/// All functions by name.
#[derive(Default)]
pub struct Table {
    functions: HashMap<&'static str, Function>,
    conditions: Vec<Condition>,
}

/// The lines of a function, and what they say.
#[derive(Default)]
struct Function {
    /// Each with an index into [`Table::conditions`].
    lines: Vec<(usize, &'static str)>,
    prototypes: OnceLock<Vec<Prototype>>,
}

/// The built-in functions.
pub static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    table.find_lines(PROTOTYPES);
    table.find_lines(TEXTURE_PROTOTYPES);
    table
});

impl Table {
    /// Returns the overloads of a function that exist in a language.
    pub fn overloads<'a>(&'a self, language: &Language, name: &str) -> Vec<&'a Prototype> {
        let all = self.functions.get_key_value(name).map_or(&[][..], |(name, function)| function.prototypes(name));
        let mut known: Option<(usize, bool)> = None;
        let available = all.iter().filter(|prototype| {
            let exists = match known {
                Some((condition, exists)) if condition == prototype.condition => exists,
                _ => self.conditions.get(prototype.condition).is_some_and(|condition| condition.holds(language)),
            };
            known = Some((prototype.condition, exists));
            exists && (!prototype.bias || language.stage == Stage::Fragment)
        });
        available.collect()
    }

    /// Adds the lines of a text to their functions.
    fn find_lines(&mut self, text: &'static str) {
        for line in text.lines().filter(|line| !line.is_empty()) {
            if let Some(condition) = line.strip_prefix('@') {
                self.conditions.push(Condition::read(condition));
            } else if let Some((_, name, _)) = parts(line) {
                self.functions.entry(name).or_default().lines.push((self.conditions.len().saturating_sub(1), line));
            }
        }
    }
}

/// Splits a line into the result, the name of the function, and its lists of parameters.
pub(super) fn parts(line: &'static str) -> Option<(&'static str, &'static str, &'static str)> {
    let (head, lists) = line.split_once('(')?;
    let (result, name) = head.trim().split_once(' ')?;
    Some((result, name, lists))
}

impl Function {
    /// Returns all overloads of the function, which has this name.
    fn prototypes(&self, name: &str) -> &[Prototype] {
        self.prototypes.get_or_init(|| {
            let mut overloads = Overloads { name, condition: 0, prototypes: Vec::new() };
            for (condition, line) in &self.lines {
                overloads.condition = *condition;
                // A test reads every line.
                let _ = overloads.read(line);
            }
            overloads.prototypes
        })
    }
}

/// The overloads of a function that were read so far.
pub(super) struct Overloads<'a> {
    pub(super) name: &'a str,
    /// An index into [`Table::conditions`].
    pub(super) condition: usize,
    pub(super) prototypes: Vec<Prototype>,
}

impl Overloads<'_> {
    /// Adds the prototypes of a line. Returns `None` if it cannot be read.
    pub(super) fn read(&mut self, line: &'static str) -> Option<()> {
        let (result, _, lists) = parts(line)?;
        for list in lists.split('(') {
            let list = list.trim().strip_suffix(')')?;
            let parameters: Vec<&str> = list.split(',').map(str::trim).filter(|parameter| !parameter.is_empty()).collect();
            match parameters.split_last() {
                Some((last, fixed)) if last.starts_with('<') => {
                    self.expand(result, &[fixed, &[last.trim_matches(['<', '>'])]].concat(), true)?;
                }
                Some((last, fixed)) if last.starts_with('[') => {
                    self.expand(result, fixed, false)?;
                    let bias = last.trim_matches(['[', ']']);
                    self.expand(result, &[fixed, &[bias]].concat(), true)?;
                }
                _ => self.expand(result, &parameters, false)?,
            }
        }
        Some(())
    }

    /// Adds a prototype for each combination of types that its generic names stand for.
    fn expand(&mut self, result: &str, parameters: &[&str], bias: bool) -> Option<()> {
        let Self { name, condition, prototypes } = self;
        let variants = std::iter::once(&result).chain(parameters).map(|ty| variants(ty)).max()?;
        let results: &[Scalar] = if parameters.contains(&"IMAGEI") {
            &[Scalar::Int, Scalar::Uint]
        } else if std::iter::once(&result).chain(parameters).any(|ty| ty.starts_with('g') && !ty.starts_with("gen") || *ty == "IMAGE") {
            &[Scalar::Float, Scalar::Int, Scalar::Uint]
        } else {
            &[Scalar::Float]
        };
        for &scalar in results {
            for variant in 0..variants {
                let mut prototype = Prototype {
                    builtin: Builtin::Barrier,
                    parameters: Vec::new(),
                    out: Vec::new(),
                    constant: Vec::new(),
                    result: concrete(result, scalar, variant)?,
                    condition: *condition,
                    bias,
                    in_place: parameters.first().is_some_and(|parameter| parameter.starts_with("inout ")),
                };
                for parameter in parameters {
                    let (qualifier, ty) = parameter.split_once(' ').unwrap_or(("", parameter));
                    if ty.starts_with("IMAGE") {
                        let (kind, coordinate) = IMAGES.get(variant)?;
                        prototype.parameters.push(Type::Image(SamplerType { kind: *kind, result: scalar, shadow: false }));
                        prototype.parameters.push(type_named(coordinate)?);
                        if matches!(kind, TextureKind::D2Multisample | TextureKind::D2MultisampleArray) {
                            prototype.parameters.push(Type::Scalar(Scalar::Int));
                        }
                    } else {
                        prototype.parameters.push(concrete(ty, scalar, variant)?);
                    }
                    prototype.out.resize(prototype.parameters.len(), false);
                    prototype.constant.resize(prototype.parameters.len(), qualifier == "const");
                    if let Some(last) = prototype.out.last_mut() {
                        *last = matches!(qualifier, "out" | "inout");
                    }
                }
                prototype.builtin = builtin(name, &prototype.parameters, bias)?;
                let known = |other: &Prototype| other.condition == *condition && other.parameters == prototype.parameters;
                if !prototypes.iter().any(known) {
                    prototypes.push(prototype);
                }
            }
        }
        Some(())
    }
}

/// The image kinds with their coordinate types.
const IMAGES: [(TextureKind, &str); 11] = [
    (TextureKind::D1, "int"),
    (TextureKind::D2, "ivec2"),
    (TextureKind::D3, "ivec3"),
    (TextureKind::Cube, "ivec3"),
    (TextureKind::Rect, "ivec2"),
    (TextureKind::Buffer, "int"),
    (TextureKind::D1Array, "ivec2"),
    (TextureKind::D2Array, "ivec3"),
    (TextureKind::CubeArray, "ivec3"),
    (TextureKind::D2Multisample, "ivec2"),
    (TextureKind::D2MultisampleArray, "ivec3"),
];

/// The columns and rows of every matrix shape.
const SHAPES: [(u8, u8); 9] = [(2, 2), (3, 3), (4, 4), (2, 3), (2, 4), (3, 2), (3, 4), (4, 2), (4, 3)];

/// Returns the number of types that a generic name stands for.
fn variants(ty: &str) -> usize {
    match ty.rsplit(' ').next().unwrap_or(ty) {
        "genType" | "genIType" | "genUType" | "genBType" | "genDType" | "genI64Type" | "genU64Type" => 4,
        "vec" | "ivec" | "uvec" | "bvec" | "dvec" | "i64vec" | "u64vec" => 3,
        "mat" | "matT" | "dmat" | "dmatT" => SHAPES.len(),
        "IMAGE" | "IMAGEI" | "IMAGEF" => IMAGES.len(),
        _ => 1,
    }
}

/// Returns the type that a name stands for in one variant.
fn concrete(name: &str, g: Scalar, variant: usize) -> Option<Type> {
    let sized = |scalar| match variant {
        0 => Type::Scalar(scalar),
        more => Type::Vector(scalar, more as u8 + 1),
    };
    let vector = |scalar| Type::Vector(scalar, variant as u8 + 2);
    let shape = SHAPES.get(variant).copied();
    let prefix = match g {
        Scalar::Int => "i",
        Scalar::Uint => "u",
        _ => "",
    };
    Some(match name {
        "genType" => sized(Scalar::Float),
        "genIType" => sized(Scalar::Int),
        "genUType" => sized(Scalar::Uint),
        "genBType" => sized(Scalar::Bool),
        "genDType" => sized(Scalar::Double),
        "genI64Type" => sized(Scalar::Int64),
        "genU64Type" => sized(Scalar::Uint64),
        "vec" => vector(Scalar::Float),
        "ivec" => vector(Scalar::Int),
        "uvec" => vector(Scalar::Uint),
        "bvec" => vector(Scalar::Bool),
        "dvec" => vector(Scalar::Double),
        "i64vec" => vector(Scalar::Int64),
        "u64vec" => vector(Scalar::Uint64),
        "mat" => shape.map(|(columns, rows)| Type::Matrix(Scalar::Float, columns, rows))?,
        "matT" => shape.map(|(columns, rows)| Type::Matrix(Scalar::Float, rows, columns))?,
        "dmat" => shape.map(|(columns, rows)| Type::Matrix(Scalar::Double, columns, rows))?,
        "dmatT" => shape.map(|(columns, rows)| Type::Matrix(Scalar::Double, rows, columns))?,
        "gscalar" => Type::Scalar(g),
        _ => match name.strip_prefix('g') {
            Some(rest) => type_named(&format!("{prefix}{rest}"))?,
            None => type_named(name)?,
        },
    })
}

/// The condition under which prototypes exist.
pub(super) struct Condition {
    /// Any of these must hold.
    alternatives: Vec<Alternative>,
    /// The letters of the stages; empty for all stages.
    stages: &'static str,
}

enum Alternative {
    Desktop(u32, u32),
    Compatibility(u32, u32),
    Embedded(u32, u32),
    Extension(&'static str),
}

impl Condition {
    /// Parses a condition in the notation of the prototypes.
    pub(super) fn read(text: &'static str) -> Self {
        let (alternatives, stages) = text.split_once('/').unwrap_or((text, ""));
        let range = |text: &str| {
            let (from, to) = text.split_once('-').unwrap_or((text, "999"));
            (from.parse().unwrap_or(u32::MAX), to.parse().unwrap_or(0))
        };
        let alternatives = alternatives.split_whitespace().map(|word| {
            let (from, to) = range(&word[1..]);
            match word.as_bytes().first() {
                Some(b'd') => Alternative::Desktop(from, to),
                Some(b'c') => Alternative::Compatibility(from, to),
                Some(b'e') => Alternative::Embedded(from, to),
                _ => Alternative::Extension(word),
            }
        });
        Self { alternatives: alternatives.collect(), stages: stages.trim() }
    }

    /// Returns true if a language fulfils the condition.
    pub(super) fn holds(&self, language: &Language) -> bool {
        let stage = match language.stage {
            Stage::Vertex => 'v',
            Stage::TessControl => 'c',
            Stage::TessEvaluation => 'e',
            Stage::Geometry => 'g',
            Stage::Fragment => 'f',
            Stage::Compute => 'k',
        };
        let within = |from: &u32, to: &u32| (*from..=*to).contains(&language.version);
        (self.stages.is_empty() || self.stages.contains(stage))
            && self.alternatives.iter().any(|alternative| match alternative {
                Alternative::Desktop(from, to) => !language.es && within(from, to),
                Alternative::Compatibility(from, to) => !language.es && language.compatibility && within(from, to),
                Alternative::Embedded(from, to) => language.es && within(from, to),
                Alternative::Extension(name) => language.has(name),
            })
    }
}
