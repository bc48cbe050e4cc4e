//! The reasons for which files must be rejected, by folder or file name, and words of the expected messages.

/// A part of a file's path, and words of which the first error must contain one. The first matching entry counts.
pub const REASONS: &[(&str, &[&str])] = &[
    ("/flat_interpolation/", &["must be flat"]),
    ("/interpolation-qualifiers/", &["interpolation", "variables of functions take only", "wrong order"]),
    ("/compiler/conversion/", &["cannot convert"]),
    ("/built-in-functions/", &["no function"]),
    ("/call-argument-qualifiers-disallowed", &["function needs", "goes only to a parameter"]),
    ("/builtin-image-argument-mismatch", &["no function fits", "fits several"]),
    ("/declaration-format-qualifier-", &["format", "several layout"]),
    ("/keywords/", &["syntax error", "reserved word", "declared already"]),
    ("/reserved/", &["reserved", "syntax error"]),
    ("/inout/", &["double", "matrices"]),
    ("/global-initializer/", &["constant expression"]),
    ("/out-of-bounds-access/", &["out of range", "is negative"]),
    ("/xfb_stride/", &["xfb_stride", "bytes"]),
    ("/xfb_buffer/", &["xfb_buffer"]),
    ("/xfb_offset/", &["xfb_offset", "overlap"]),
    ("/explicit-offsets/", &["offset", "different qualifiers", "in one vertex shader"]),
    ("/align-layout/", &["layout(align)"]),
    ("/component-layout/", &["component", "location", "no matching output"]),
    ("/precision-qualifiers/", &["precision", "syntax error", "#error"]),
    ("/redeclarations/", &["redeclar"]),
    ("/fragment-outputs/", &["outputs", "not both"]),
    ("/fragment_coord_conventions/", &["gl_FragCoord"]),
    ("/switch-statement/", &["switch", "case", "default", "while", "declared", "convert", "syntax error"]),
    ("/void/", &["void", "it is a value"]),
    ("/compile-time-constants/", &["layout(", "constant", "length()"]),
    ("oes_standard_derivatives/compiler/", &["no function", "extension"]),
    ("arb_arrays_of_arrays/compiler/", &["array", "[", "out of range", "indexed beyond", "vertices", "syntax error"]),
    (
        "arb_tessellation_shader/compiler/",
        &["array", "[]", "barrier", "layout", "patch", "vertices", "input", "output", "no member", "primitive mode"],
    ),
    ("arb_shader_atomic_counters/compiler/", &["atomic", "variables of functions take only"]),
    ("/preprocessor/", &["#", "macro", "division by zero", "syntax error"]),
    ("/samplers/", &["sampler", "uniform"]),
    ("/duplicate-layout-qualifier-identifiers/", &["differs from before", "twice"]),
    ("intel_shader_atomic_float_minmax/", &["no function fits"]),
    ("-overlap", &["overlap", "location"]),
];

/// Returns the words of which a file's first error must contain one, or `None` if its path does not tell.
pub fn words(path: &str) -> Option<&'static [&'static str]> {
    REASONS.iter().find(|(part, _)| path.contains(part)).map(|(_, words)| *words)
}
