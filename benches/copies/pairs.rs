//! The internal formats, and the formats and types of pixels that go with each.

use glmeter_registry::Registry;

/// The formats of colours, and the types of one component.
const COLORS: [&str; 6] = ["RED", "RG", "RGB", "BGR", "RGBA", "BGRA"];
const TYPES: [&str; 8] = ["UNSIGNED_BYTE", "BYTE", "UNSIGNED_SHORT", "SHORT", "UNSIGNED_INT", "INT", "HALF_FLOAT", "FLOAT"];
/// The types of whole pixels of three and of four components.
const PACKED_3: [&str; 6] = [
    "UNSIGNED_BYTE_3_3_2",
    "UNSIGNED_BYTE_2_3_3_REV",
    "UNSIGNED_SHORT_5_6_5",
    "UNSIGNED_SHORT_5_6_5_REV",
    "UNSIGNED_INT_10F_11F_11F_REV",
    "UNSIGNED_INT_5_9_9_9_REV",
];
const PACKED_4: [&str; 8] = [
    "UNSIGNED_SHORT_4_4_4_4",
    "UNSIGNED_SHORT_4_4_4_4_REV",
    "UNSIGNED_SHORT_5_5_5_1",
    "UNSIGNED_SHORT_1_5_5_5_REV",
    "UNSIGNED_INT_8_8_8_8",
    "UNSIGNED_INT_8_8_8_8_REV",
    "UNSIGNED_INT_10_10_10_2",
    "UNSIGNED_INT_2_10_10_10_REV",
];

/// The internal formats.
const FLOATS: &str = "R8 RG8 RGB8 RGBA8 SRGB8 SRGB8_ALPHA8 R8_SNORM RG8_SNORM RGB8_SNORM RGBA8_SNORM R16 RG16 RGB16 RGBA16 R16_SNORM \
    RG16_SNORM RGB16_SNORM RGBA16_SNORM R16F RG16F RGB16F RGBA16F R32F RG32F RGB32F RGBA32F RGB565 RGBA4 RGB5_A1 RGB10_A2 R11F_G11F_B10F \
    RGB9_E5";
const INTEGERS: &str = "R8UI RG8UI RGB8UI RGBA8UI R8I RG8I RGB8I RGBA8I R16UI RG16UI RGB16UI RGBA16UI R16I RG16I RGB16I RGBA16I R32UI RG32UI \
    RGB32UI RGBA32UI R32I RG32I RGB32I RGBA32I RGB10_A2UI";
const DEPTHS: &str = "DEPTH_COMPONENT16 DEPTH_COMPONENT24 DEPTH_COMPONENT32F DEPTH24_STENCIL8 DEPTH32F_STENCIL8 STENCIL_INDEX8";

/// A token with its name.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// The name without `GL_`.
    pub(crate) name: String,
    pub(crate) value: u32,
}

/// Returns the token of a name without `GL_`.
pub(crate) fn token(name: &str) -> Token {
    let found = Registry::gl().enums.iter().find(|token| token.name.strip_prefix("GL_") == Some(name));
    let value = found.and_then(glmeter_registry::Enum::number).expect("the registry has the token");
    Token { name: name.to_owned(), value: value as u32 }
}

/// A format and a type of pixels.
#[derive(Clone)]
pub(crate) struct Pixels {
    pub(crate) format: Token,
    pub(crate) ty: Token,
    /// The bytes of a pixel.
    pub(crate) bytes: usize,
}

/// Returns the number of components of a format.
fn components(format: &str) -> usize {
    match format.trim_end_matches("_INTEGER") {
        "RG" => 2,
        "RGB" | "BGR" => 3,
        "RGBA" | "BGRA" => 4,
        _ => 1,
    }
}

/// Returns the bytes of a pixel of so many components.
fn bytes(count: usize, ty: &str) -> usize {
    match ty {
        "FLOAT_32_UNSIGNED_INT_24_8_REV" => 8,
        _ if ty.starts_with("UNSIGNED_BYTE_") => 1,
        _ if ty.starts_with("UNSIGNED_SHORT_") => 2,
        _ if ty.starts_with("UNSIGNED_INT_") => 4,
        "UNSIGNED_BYTE" | "BYTE" => count,
        "UNSIGNED_SHORT" | "SHORT" | "HALF_FLOAT" => 2 * count,
        _ => 4 * count,
    }
}

/// Returns pixels by the names of their format and type.
pub(crate) fn pixels(format: &str, ty: &str) -> Pixels {
    Pixels { format: token(format), ty: token(ty), bytes: bytes(components(format), ty) }
}

/// Returns the pixels of colours. Integers have no floats.
fn colors(suffix: &str) -> Vec<Pixels> {
    let mut all = Vec::new();
    for format in COLORS {
        let packed: &[&str] = match (components(format), format) {
            (3, "RGB") => &PACKED_3,
            (4, _) => &PACKED_4,
            _ => &[],
        };
        for ty in TYPES.iter().chain(packed) {
            let is_float = ty.contains("FLOAT") || ty.contains("10F") || ty.contains("9_9_9");
            if suffix.is_empty() || !is_float {
                all.push(pixels(&format!("{format}{suffix}"), ty));
            }
        }
    }
    all
}

/// Returns the pixels of depths and stencil indices.
fn depths() -> Vec<Pixels> {
    let mut all = Vec::new();
    for format in ["DEPTH_COMPONENT", "STENCIL_INDEX"] {
        all.extend(TYPES.iter().map(|ty| pixels(format, ty)));
    }
    all.extend(["UNSIGNED_INT_24_8", "FLOAT_32_UNSIGNED_INT_24_8_REV"].map(|ty| pixels("DEPTH_STENCIL", ty)));
    all
}

/// Returns all internal formats, each with the pixels that may go with it.
pub(crate) fn all() -> Vec<(Token, Vec<Pixels>)> {
    let classes = [(FLOATS, colors("")), (INTEGERS, colors("_INTEGER")), (DEPTHS, depths())];
    let each = classes.into_iter().flat_map(|(names, pixels)| names.split_whitespace().map(move |name| (token(name), pixels.clone())));
    each.collect()
}
