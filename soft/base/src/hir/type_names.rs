//! The names of types.

use super::{SamplerType, Scalar, TextureKind, Type};
use std::sync::Arc;

const KINDS: [(&str, TextureKind); 12] = [
    ("1D", TextureKind::D1),
    ("2D", TextureKind::D2),
    ("3D", TextureKind::D3),
    ("Cube", TextureKind::Cube),
    ("2DRect", TextureKind::Rect),
    ("Buffer", TextureKind::Buffer),
    ("1DArray", TextureKind::D1Array),
    ("2DArray", TextureKind::D2Array),
    ("CubeArray", TextureKind::CubeArray),
    ("2DMS", TextureKind::D2Multisample),
    ("2DMSArray", TextureKind::D2MultisampleArray),
    ("ExternalOES", TextureKind::External),
];

/// Returns the type of a type keyword (`vec3`, `dmat2x4`, `usampler2DArray`, `atomic_uint`) of any version, or of an array such as
/// `float[4]`.
pub fn type_named(name: &str) -> Option<Type> {
    if let Some((element, length)) = name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        return Some(Type::Array(Arc::new(type_named(element)?), length.parse().ok()?));
    }
    let scalar = match name {
        "void" => return Some(Type::Void),
        "atomic_uint" => return Some(Type::AtomicCounter),
        "bool" => Some(Scalar::Bool),
        "int" => Some(Scalar::Int),
        "uint" => Some(Scalar::Uint),
        "float" => Some(Scalar::Float),
        "double" => Some(Scalar::Double),
        "int64_t" => Some(Scalar::Int64),
        "uint64_t" => Some(Scalar::Uint64),
        _ => None,
    };
    if let Some(scalar) = scalar {
        return Some(Type::Scalar(scalar));
    }
    for (scalar, prefix) in [(Scalar::Int64, "i64vec"), (Scalar::Uint64, "u64vec")] {
        if let Some(size) = name.strip_prefix(prefix) {
            return Some(Type::Vector(scalar, dimension(size)?));
        }
    }
    let (scalar, rest) = match name.as_bytes().first()? {
        b'b' => (Scalar::Bool, &name[1..]),
        b'i' if !name.starts_with("image") => (Scalar::Int, &name[1..]),
        b'u' => (Scalar::Uint, &name[1..]),
        b'd' => (Scalar::Double, &name[1..]),
        _ => (Scalar::Float, name),
    };
    if let Some(size) = rest.strip_prefix("vec") {
        return Some(Type::Vector(scalar, dimension(size)?));
    }
    if let Some(shape) = rest.strip_prefix("mat") {
        let (columns, rows) = shape.split_once('x').unwrap_or((shape, shape));
        return matches!(scalar, Scalar::Float | Scalar::Double).then_some(Type::Matrix(scalar, dimension(columns)?, dimension(rows)?));
    }
    if !matches!(scalar, Scalar::Float | Scalar::Int | Scalar::Uint) {
        return None;
    }
    if let Some(kind) = rest.strip_prefix("sampler") {
        let (kind, shadow) = kind.strip_suffix("Shadow").map_or((kind, false), |kind| (kind, true));
        let kind = KINDS.iter().find(|(name, _)| *name == kind)?.1;
        use TextureKind::*;
        let shadows = !matches!(kind, D3 | Buffer | D2Multisample | D2MultisampleArray | External);
        if kind == External && scalar != Scalar::Float {
            return None;
        }
        return (!shadow || (scalar == Scalar::Float && shadows)).then_some(Type::Sampler(SamplerType { kind, result: scalar, shadow }));
    }
    let kind = KINDS.iter().find(|(name, kind)| *kind != TextureKind::External && Some(*name) == rest.strip_prefix("image"))?.1;
    Some(Type::Image(SamplerType { kind, result: scalar, shadow: false }))
}

fn dimension(text: &str) -> Option<u8> {
    match text {
        "2" => Some(2),
        "3" => Some(3),
        "4" => Some(4),
        _ => None,
    }
}

fn prefix(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "b",
        Scalar::Int => "i",
        Scalar::Uint => "u",
        Scalar::Float => "",
        Scalar::Double => "d",
        Scalar::Int64 => "i64",
        Scalar::Uint64 => "u64",
    }
}

/// Returns a type in the syntax of a shader: `mat2x3`, `float[3]`, the name of a structure.
pub fn type_name(ty: &Type) -> String {
    let opaque = |what: &str, sampler: &SamplerType| {
        let kind = KINDS.iter().find(|(_, kind)| *kind == sampler.kind).map_or("", |(name, _)| name);
        format!("{}{what}{kind}{}", prefix(sampler.result), if sampler.shadow { "Shadow" } else { "" })
    };
    match ty {
        Type::Void => "void".into(),
        Type::Scalar(scalar) => match scalar {
            Scalar::Bool => "bool",
            Scalar::Int => "int",
            Scalar::Uint => "uint",
            Scalar::Float => "float",
            Scalar::Double => "double",
            Scalar::Int64 => "int64_t",
            Scalar::Uint64 => "uint64_t",
        }
        .into(),
        Type::Vector(scalar, size) => format!("{}vec{size}", prefix(*scalar)),
        Type::Matrix(scalar, columns, rows) if columns == rows => format!("{}mat{columns}", prefix(*scalar)),
        Type::Matrix(scalar, columns, rows) => format!("{}mat{columns}x{rows}", prefix(*scalar)),
        Type::Array(..) => {
            let (mut element, mut dimensions) = (ty, String::new());
            while let Type::Array(inner, length) = element {
                dimensions += &if *length == 0 { "[]".into() } else { format!("[{length}]") };
                element = inner;
            }
            type_name(element) + &dimensions
        }
        Type::Struct(structure) => structure.name.clone(),
        Type::Sampler(sampler) => opaque("sampler", sampler),
        Type::Image(image) => opaque("image", image),
        Type::AtomicCounter => "atomic_uint".into(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn names_and_types_correspond() {
        for name in [
            "void",
            "bool",
            "double",
            "uvec3",
            "dmat2x4",
            "int64_t",
            "u64vec3",
            "isampler2DMSArray",
            "sampler2DRectShadow",
            "uimageBuffer",
            "samplerExternalOES",
        ] {
            assert_eq!(type_name(&type_named(name).unwrap()), name);
        }
        assert_eq!(type_name(&type_named("vec2[4]").unwrap()), "vec2[4]");
    }

    #[test]
    fn other_names_have_no_type() {
        for name in [
            "vec5",
            "bmat2",
            "imat3",
            "usampler2DShadow",
            "bsampler2D",
            "sampler4D",
            "ivec",
            "",
            "image",
            "sampler3DShadow",
            "é",
            "imageExternalOES",
            "isamplerExternalOES",
        ] {
            assert_eq!(type_named(name), None, "{name}");
        }
    }
}
