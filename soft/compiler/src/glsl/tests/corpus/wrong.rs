//! The files whose result differs from piglit's expectation, by cause, and the recorded pass rates.

/// The number of files in the package that the rates refer to: piglit of 19 January 2022.
pub const FILES: usize = 53000;

/// The category, the number of files that pass, and the number of all files.
pub const RECORD: &[(&str, u32, u32)] = &[
    ("invalid programs refused", 411, 411),
    ("invalid stages refused", 3633, 3635),
    ("valid programs linked, lowered and verified", 30912, 30912),
    ("valid stages accepted", 75912, 75915),
];

/// The cause, and the paths of the files below the corpus.
pub const WRONG: &[(&str, &[&str])] = &[
    (
        "the members have the locations 4 to 6 and 0 to 3, and the file takes 4 for taken twice: \"Subsequent members are again assigned consecutive locations\"",
        &["tests/spec/oes_shader_io_blocks/compiler/layout-location-aliasing.vert"],
    ),
    (
        "precise may repeat what is declared, within a function: \"the precise qualifier may be used to qualify a built-in or previously declared user-defined variable\"",
        &["tests/spec/arb_gpu_shader5/compiler/precise-qualifier/precise-12.vert"],
    ),
    ("the file has no #version: it is of 1.10, which has no geometry shaders", &["tests/spec/glsl-1.50/compiler/uniforms.geom"]),
    (
        "the file wants the sign of a denormal number that was flushed to zero; keeping denormal numbers is allowed",
        &[
            "tests/spec/arb_gpu_shader5/execution/built-in-functions/const-ldexp.shader_test",
            "tests/spec/mesa_shader_integer_functions/execution/built-in-functions/const-ldexp.shader_test",
        ],
    ),
];
