//! The files whose result differs from piglit's expectation, by cause, and the recorded pass rates.

/// The number of files in the package that the rates refer to: piglit of 19 January 2022.
pub const FILES: usize = 53000;

/// The category, the number of files that pass, and the number of all files.
pub const RECORD: &[(&str, u32, u32)] = &[
    ("invalid programs refused", 400, 411),
    ("invalid stages refused", 3630, 3635),
    ("valid programs linked, lowered and verified", 30902, 30906),
    ("valid stages accepted", 75893, 75909),
];

/// The cause, and the paths of the files below the corpus.
pub const WRONG: &[(&str, &[&str])] = &[
    (
        "GLSL 1.10 and 1.20: the file takes functions and conversions of a later version",
        &[
            "tests/shaders/glsl-predication-on-large-array.shader_test",
            "tests/spec/glsl-1.10/execution/vs-loop-variable-iteration-limit-unroll.shader_test",
        ],
    ),
    (
        "a call of a function without a body, in a branch that is never taken, is an error here",
        &["tests/spec/glsl-1.20/execution/glsl-const-folding-01.shader_test"],
    ),
    (
        "a stream that does not exist is refused when compiled already, not only when linked",
        &["tests/spec/arb_gpu_shader5/linker/stream-negative-value.shader_test"],
    ),
    ("a precision qualifier before a type alone, without the word precision", &["tests/glslparsertest/glsl2/precision-05.vert"]),
    (
        "a varying that is declared and never written is undefined, as it is from GLSL 1.30 on",
        &["tests/spec/glsl-1.10/linker/varying-read-but-not-written.shader_test"],
    ),
    (
        "a vertex shader need not write gl_Position: GLSL 1.10 leaves the error open",
        &["tests/spec/glsl-1.10/linker/gl_Position-not-written-check.shader_test"],
    ),
    (
        "an array of uniform blocks may be sized by use",
        &["tests/spec/glsl-1.50/compiler/interface-blocks-uniform-block-arrays-specified-size.vert"],
    ),
    (
        "attributes may overlap, as they may by glBindAttribLocation",
        &[
            "tests/spec/arb_explicit_attrib_location/1.10/compiler/layout-11.vert",
            "tests/spec/arb_explicit_attrib_location/1.20/compiler/layout-11.vert",
        ],
    ),
    (
        "built-in arrays without a size may be indexed up to their limits",
        &[
            "tests/spec/glsl-1.10/compiler/texcoord/implicit-access-max.frag",
            "tests/spec/glsl-1.10/compiler/texcoord/implicit-access-max.vert",
            "tests/spec/glsl-1.50/compiler/geometry/clip-distance-in-implicit-length.geom",
            "tests/spec/glsl-1.50/compiler/geometry/clip-distance-in-implicit-nonconst-access.geom",
        ],
    ),
    (
        "functions and variables share names here in GLSL 1.10, too",
        &["tests/glslparsertest/glsl2/redeclaration-02.vert", "tests/glslparsertest/glsl2/redeclaration-09.vert"],
    ),
    ("gl_Layer may be redeclared without an extension", &["tests/spec/nv_viewport_array2/compiler/layer_no_redeclare.geom"]),
    (
        "the members have the locations 4 to 6 and 0 to 3, and the file takes 4 for taken twice: \"Subsequent members are again assigned consecutive locations\"",
        &["tests/spec/oes_shader_io_blocks/compiler/layout-location-aliasing.vert"],
    ),
    (
        "locations of blocks: the file asks for the extension in one stage only",
        &["tests/spec/arb_separate_shader_objects/execution/layout-location-named-block-with-array.shader_test"],
    ),
    (
        "more operations than a shader may have here",
        &[
            "tests/spec/glsl-1.10/execution/glsl-fs-inline-explosion.shader_test",
            "tests/spec/glsl-1.10/execution/glsl-vs-inline-explosion.shader_test",
        ],
    ),
    ("precise may repeat what is declared, within a function", &["tests/spec/arb_gpu_shader5/compiler/precise-qualifier/precise-12.vert"]),
    ("rectangle samplers stay when their extension is disabled", &["tests/glslparsertest/glsl2/tex_rect-02.frag"]),
    (
        "stages that are matched by location alone must agree in their types here",
        &["tests/spec/arb_separate_shader_objects/execution/layout-location-struct.shader_test"],
    ),
    (
        "a fragment input may have the name of an output of another stream: it is undefined, as primitives of such a stream \"are discarded after transform feedback\"",
        &["tests/spec/arb_gpu_shader5/linker/stream-different-zero-gs-fs.shader_test"],
    ),
    ("the file has no #version: it is of 1.10, which has no geometry shaders", &["tests/spec/glsl-1.50/compiler/uniforms.geom"]),
    (
        "the file wants the sign of a denormal number that was flushed to zero; keeping denormal numbers is allowed",
        &[
            "tests/spec/arb_gpu_shader5/execution/built-in-functions/const-ldexp.shader_test",
            "tests/spec/mesa_shader_integer_functions/execution/built-in-functions/const-ldexp.shader_test",
        ],
    ),
    ("the length of gl_out is known when linked, not when compiled", &["tests/spec/arb_tessellation_shader/compiler/gl_out-length.tesc"]),
    (
        "the parser takes a structure's name for a type wherever it stands: a member cannot have it",
        &[
            "tests/spec/glsl-1.10/compiler/struct/structure-and-field-have-same-name-nested.vert",
            "tests/spec/glsl-1.10/compiler/struct/structure-and-field-have-same-name.vert",
        ],
    ),
    (
        "transform feedback offsets in a block are not aligned to its doubles",
        &["tests/spec/arb_enhanced_layouts/compiler/transform-feedback-layout-qualifiers/xfb_offset/invalid-block-with-double.vert"],
    ),
    (
        "varying in a geometry shader: the word is for vertex and fragment shaders",
        &[
            "tests/spec/glsl-1.50/execution/compatibility/gs-clamp-vertex-color.shader_test",
            "tests/spec/glsl-1.50/execution/compatibility/gs-ff-frag.shader_test",
            "tests/spec/glsl-1.50/execution/compatibility/vs-gs-ff-frag.shader_test",
        ],
    ),
];
