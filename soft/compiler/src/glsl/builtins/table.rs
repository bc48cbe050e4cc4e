//! The table of built-in functions, parsed once from the prototype texts.

use super::Language;
use super::prototypes::PROTOTYPES;
use super::texture_prototypes::TEXTURE_PROTOTYPES;
use base::hir::type_named;
use base::hir::{Builtin, SamplerType, Scalar, Stage, TextureCall, TextureKind, TextureLod, Type};
use std::collections::HashMap;
use std::sync::LazyLock;

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

/// All prototypes by function name.
#[derive(Default)]
pub struct Table {
    prototypes: HashMap<&'static str, Vec<Prototype>>,
    conditions: Vec<Condition>,
    /// The lines that could not be parsed.
    #[cfg(test)]
    pub unreadable: Vec<&'static str>,
}

/// The built-in functions, parsed once.
pub static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    table.read(PROTOTYPES);
    table.read(TEXTURE_PROTOTYPES);
    table
});

impl Table {
    /// Returns the overloads of a function that exist in a language.
    pub fn overloads<'a>(&'a self, language: &Language, name: &str) -> Vec<&'a Prototype> {
        let all = self.prototypes.get(name).map_or(&[][..], Vec::as_slice);
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

    fn read(&mut self, text: &'static str) {
        for line in text.lines().filter(|line| !line.is_empty()) {
            if let Some(condition) = line.strip_prefix('@') {
                self.conditions.push(Condition::read(condition));
            } else if self.read_prototypes(line).is_none() {
                #[cfg(test)]
                self.unreadable.push(line);
            }
        }
    }

    fn read_prototypes(&mut self, line: &'static str) -> Option<()> {
        let (head, lists) = line.split_once('(')?;
        let (result, name) = head.trim().split_once(' ')?;
        for list in lists.split('(') {
            let list = list.trim().strip_suffix(')')?;
            let parameters: Vec<&str> = list.split(',').map(str::trim).filter(|parameter| !parameter.is_empty()).collect();
            match parameters.split_last() {
                Some((last, fixed)) if last.starts_with('<') => {
                    self.expand(result, name, &[fixed, &[last.trim_matches(['<', '>'])]].concat(), true)?;
                }
                Some((last, fixed)) if last.starts_with('[') => {
                    self.expand(result, name, fixed, false)?;
                    let bias = last.trim_matches(['[', ']']);
                    self.expand(result, name, &[fixed, &[bias]].concat(), true)?;
                }
                _ => self.expand(result, name, &parameters, false)?,
            }
        }
        Some(())
    }

    /// Adds a prototype for each combination of types that its generic names stand for.
    fn expand(&mut self, result: &str, name: &'static str, parameters: &[&str], bias: bool) -> Option<()> {
        let condition = self.conditions.len().checked_sub(1)?;
        let variants = std::iter::once(&result).chain(parameters).map(|ty| variants(ty)).max()?;
        let results: &[Scalar] = if parameters.contains(&"IMAGEI") {
            &[Scalar::Int, Scalar::Uint]
        } else if std::iter::once(&result).chain(parameters).any(|ty| ty.starts_with('g') && !ty.starts_with("gen") || *ty == "IMAGE") {
            &[Scalar::Float, Scalar::Int, Scalar::Uint]
        } else {
            &[Scalar::Float]
        };
        let prototypes = self.prototypes.entry(name).or_default();
        for &scalar in results {
            for variant in 0..variants {
                let mut prototype = Prototype {
                    builtin: Builtin::Barrier,
                    parameters: Vec::new(),
                    out: Vec::new(),
                    constant: Vec::new(),
                    result: concrete(result, scalar, variant)?,
                    condition,
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
                let known = |other: &Prototype| other.condition == condition && other.parameters == prototype.parameters;
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

/// Returns the built-in function of an overload.
fn builtin(name: &str, parameters: &[Type], bias: bool) -> Option<Builtin> {
    if name.starts_with("textureSize") {
        return Some(Builtin::TextureSize);
    }
    let third_is_boolean = matches!(parameters.get(2), Some(Type::Scalar(Scalar::Bool) | Type::Vector(Scalar::Bool, _)));
    Some(match name {
        "radians" => Builtin::Radians,
        "degrees" => Builtin::Degrees,
        "sin" => Builtin::Sin,
        "cos" => Builtin::Cos,
        "tan" => Builtin::Tan,
        "asin" => Builtin::Asin,
        "acos" => Builtin::Acos,
        "atan" if parameters.len() == 2 => Builtin::Atan2,
        "atan" => Builtin::Atan,
        "sinh" => Builtin::Sinh,
        "cosh" => Builtin::Cosh,
        "tanh" => Builtin::Tanh,
        "asinh" => Builtin::Asinh,
        "acosh" => Builtin::Acosh,
        "atanh" => Builtin::Atanh,
        "pow" => Builtin::Pow,
        "exp" => Builtin::Exp,
        "log" => Builtin::Log,
        "exp2" => Builtin::Exp2,
        "log2" => Builtin::Log2,
        "sqrt" => Builtin::Sqrt,
        "inversesqrt" => Builtin::InverseSqrt,
        "abs" => Builtin::Abs,
        "sign" => Builtin::Sign,
        "floor" => Builtin::Floor,
        "trunc" | "truncate" => Builtin::Trunc,
        "round" => Builtin::Round,
        "roundEven" => Builtin::RoundEven,
        "ceil" => Builtin::Ceil,
        "fract" => Builtin::Fract,
        "mod" => Builtin::Mod,
        "modf" => Builtin::Modf,
        "min" => Builtin::Min,
        "max" => Builtin::Max,
        "clamp" => Builtin::Clamp,
        "mix" if third_is_boolean => Builtin::MixBool,
        "mix" => Builtin::Mix,
        "step" => Builtin::Step,
        "smoothstep" => Builtin::SmoothStep,
        "isnan" => Builtin::IsNan,
        "isinf" => Builtin::IsInf,
        "floatBitsToInt" => Builtin::FloatBitsToInt,
        "floatBitsToUint" => Builtin::FloatBitsToUint,
        "intBitsToFloat" => Builtin::IntBitsToFloat,
        "uintBitsToFloat" => Builtin::UintBitsToFloat,
        "doubleBitsToInt64" => Builtin::DoubleBitsToInt64,
        "doubleBitsToUint64" => Builtin::DoubleBitsToUint64,
        "int64BitsToDouble" => Builtin::Int64BitsToDouble,
        "uint64BitsToDouble" => Builtin::Uint64BitsToDouble,
        "fma" => Builtin::Fma,
        "frexp" => Builtin::Frexp,
        "ldexp" => Builtin::Ldexp,
        "packUnorm2x16" => Builtin::PackUnorm2x16,
        "packSnorm2x16" => Builtin::PackSnorm2x16,
        "packUnorm4x8" => Builtin::PackUnorm4x8,
        "packSnorm4x8" => Builtin::PackSnorm4x8,
        "unpackUnorm2x16" => Builtin::UnpackUnorm2x16,
        "unpackSnorm2x16" => Builtin::UnpackSnorm2x16,
        "unpackUnorm4x8" => Builtin::UnpackUnorm4x8,
        "unpackSnorm4x8" => Builtin::UnpackSnorm4x8,
        "packHalf2x16" => Builtin::PackHalf2x16,
        "unpackHalf2x16" => Builtin::UnpackHalf2x16,
        "packDouble2x32" => Builtin::PackDouble2x32,
        "unpackDouble2x32" => Builtin::UnpackDouble2x32,
        "packInt2x32" | "packUint2x32" => Builtin::PackInt2x32,
        "unpackInt2x32" | "unpackUint2x32" => Builtin::UnpackInt2x32,
        "length" => Builtin::Length,
        "distance" => Builtin::Distance,
        "dot" => Builtin::Dot,
        "cross" => Builtin::Cross,
        "normalize" => Builtin::Normalize,
        "faceforward" => Builtin::FaceForward,
        "reflect" => Builtin::Reflect,
        "refract" => Builtin::Refract,
        "ftransform" => Builtin::Ftransform,
        "matrixCompMult" => Builtin::MatrixCompMult,
        "outerProduct" => Builtin::OuterProduct,
        "transpose" => Builtin::Transpose,
        "determinant" => Builtin::Determinant,
        "inverse" => Builtin::Inverse,
        "lessThan" => Builtin::LessThan,
        "lessThanEqual" => Builtin::LessThanEqual,
        "greaterThan" => Builtin::GreaterThan,
        "greaterThanEqual" => Builtin::GreaterThanEqual,
        "equal" => Builtin::EqualEach,
        "notEqual" => Builtin::NotEqualEach,
        "any" => Builtin::Any,
        "all" => Builtin::All,
        "not" => Builtin::NotEach,
        "uaddCarry" => Builtin::UaddCarry,
        "usubBorrow" => Builtin::UsubBorrow,
        "umulExtended" | "imulExtended" => Builtin::MulExtended,
        "bitfieldExtract" => Builtin::BitfieldExtract,
        "bitfieldInsert" => Builtin::BitfieldInsert,
        "bitfieldReverse" => Builtin::BitfieldReverse,
        "bitCount" => Builtin::BitCount,
        "findLSB" => Builtin::FindLsb,
        "findMSB" => Builtin::FindMsb,
        "dFdx" => Builtin::Dfdx,
        "dFdy" => Builtin::Dfdy,
        "fwidth" => Builtin::Fwidth,
        "dFdxFine" => Builtin::DfdxFine,
        "dFdyFine" => Builtin::DfdyFine,
        "fwidthFine" => Builtin::FwidthFine,
        "dFdxCoarse" => Builtin::DfdxCoarse,
        "dFdyCoarse" => Builtin::DfdyCoarse,
        "fwidthCoarse" => Builtin::FwidthCoarse,
        "interpolateAtCentroid" => Builtin::InterpolateAtCentroid,
        "interpolateAtSample" => Builtin::InterpolateAtSample,
        "interpolateAtOffset" => Builtin::InterpolateAtOffset,
        "textureQueryLevels" => Builtin::TextureQueryLevels,
        // The samples of a multisampled texture are the levels of its view.
        "textureSamples" => Builtin::TextureQueryLevels,
        "textureQueryLod" | "textureQueryLOD" => Builtin::TextureQueryLod,
        "imageLoad" => Builtin::ImageLoad,
        "imageStore" => Builtin::ImageStore,
        "imageSize" => Builtin::ImageSize,
        "imageSamples" => Builtin::ImageSamples,
        "imageAtomicAdd" => Builtin::ImageAtomicAdd,
        "imageAtomicMin" => Builtin::ImageAtomicMin,
        "imageAtomicMax" => Builtin::ImageAtomicMax,
        "imageAtomicAnd" => Builtin::ImageAtomicAnd,
        "imageAtomicOr" => Builtin::ImageAtomicOr,
        "imageAtomicXor" => Builtin::ImageAtomicXor,
        "imageAtomicExchange" => Builtin::ImageAtomicExchange,
        "imageAtomicCompSwap" => Builtin::ImageAtomicCompSwap,
        "atomicAdd" => Builtin::AtomicAdd,
        "atomicMin" => Builtin::AtomicMin,
        "atomicMax" => Builtin::AtomicMax,
        "atomicAnd" => Builtin::AtomicAnd,
        "atomicOr" => Builtin::AtomicOr,
        "atomicXor" => Builtin::AtomicXor,
        "atomicExchange" => Builtin::AtomicExchange,
        "atomicCompSwap" => Builtin::AtomicCompSwap,
        "atomicCounterIncrement" => Builtin::AtomicCounterIncrement,
        "atomicCounterDecrement" => Builtin::AtomicCounterDecrement,
        "atomicCounter" => Builtin::AtomicCounter,
        "atomicCounterAdd" | "atomicCounterAddARB" => Builtin::AtomicAdd,
        "atomicCounterSubtract" | "atomicCounterSubtractARB" => Builtin::AtomicCounterSubtract,
        "atomicCounterMin" | "atomicCounterMinARB" => Builtin::AtomicMin,
        "atomicCounterMax" | "atomicCounterMaxARB" => Builtin::AtomicMax,
        "atomicCounterAnd" | "atomicCounterAndARB" => Builtin::AtomicAnd,
        "atomicCounterOr" | "atomicCounterOrARB" => Builtin::AtomicOr,
        "atomicCounterXor" | "atomicCounterXorARB" => Builtin::AtomicXor,
        "atomicCounterExchange" | "atomicCounterExchangeARB" => Builtin::AtomicExchange,
        "atomicCounterCompSwap" | "atomicCounterCompSwapARB" => Builtin::AtomicCompSwap,
        "anyInvocation" | "anyInvocationARB" | "anyInvocationEXT" => Builtin::InvocationVote,
        "allInvocations" | "allInvocationsARB" | "allInvocationsEXT" => Builtin::InvocationVote,
        "allInvocationsEqual" | "allInvocationsEqualARB" | "allInvocationsEqualEXT" => Builtin::InvocationsEqual,
        "ballotARB" => Builtin::Ballot,
        "readInvocationARB" => Builtin::ReadInvocation,
        "readFirstInvocationARB" => Builtin::ReadFirstInvocation,
        "clockARB" | "clock2x32ARB" => Builtin::Clock,
        "min3" => Builtin::Min3,
        "max3" => Builtin::Max3,
        "mid3" => Builtin::Mid3,
        "EmitStreamVertex" => Builtin::EmitStreamVertex,
        "EndStreamPrimitive" => Builtin::EndStreamPrimitive,
        "EmitVertex" => Builtin::EmitVertex,
        "EndPrimitive" => Builtin::EndPrimitive,
        "barrier" => Builtin::Barrier,
        "memoryBarrier" => Builtin::MemoryBarrier,
        "memoryBarrierAtomicCounter" => Builtin::MemoryBarrierAtomicCounter,
        "memoryBarrierBuffer" => Builtin::MemoryBarrierBuffer,
        "memoryBarrierShared" => Builtin::MemoryBarrierShared,
        "memoryBarrierImage" => Builtin::MemoryBarrierImage,
        "groupMemoryBarrier" => Builtin::GroupMemoryBarrier,
        "noise1" => Builtin::Noise1,
        "noise2" => Builtin::Noise2,
        "noise3" => Builtin::Noise3,
        "noise4" => Builtin::Noise4,
        _ => Builtin::Texture(texture_call(name, parameters, bias)?),
    })
}

/// Returns the properties of a texture function, parsed from its name.
fn texture_call(name: &str, parameters: &[Type], bias: bool) -> Option<TextureCall> {
    let Some(Type::Sampler(sampler)) = parameters.first() else { return None };
    let fetch = name.starts_with("texelFetch");
    let single = name == "texture4";
    let gather = single || name.starts_with("textureGather");
    let lod = if name.contains("Grad") {
        TextureLod::Gradient
    } else if matches!(sampler.kind, TextureKind::Rect | TextureKind::Buffer | TextureKind::D2Multisample | TextureKind::D2MultisampleArray)
    {
        TextureLod::None
    } else if fetch || name.contains("Lod") {
        TextureLod::Explicit
    } else if bias {
        TextureLod::Bias
    } else {
        TextureLod::Implicit
    };
    Some(TextureCall {
        lod,
        project: name.contains("Proj"),
        offset: name.contains("Offset"),
        fetch,
        gather,
        separate_reference: sampler.shadow && (gather || sampler.kind == TextureKind::CubeArray),
        component: gather && !sampler.shadow && parameters.last() == Some(&Type::Scalar(Scalar::Int)),
        single,
    })
}
