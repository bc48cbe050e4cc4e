//! Extensions that add built-in functions and conversions, in desktop and OpenGL ES contexts.

use super::*;

pub const TABLE: Table = &[
    ("GL_AMD_shader_trinary_minmax", |gl| {
        let condition = "min3(3.0, unset, 2.0) == 0.0 && max3(ivec2(1, -5), ivec2(2, -6), ivec2(0)) == ivec2(2, 0) && mid3(3u, 9u, 5u) == 5u && \
            mid3(vec3(1.0, 2.0, 3.0), vec3(2.0, 3.0, 1.0), vec3(3.0, 1.0, 2.0)) == vec3(2.0)";
        let header = header("330", "GL_AMD_shader_trinary_minmax");
        assert_eq!(shade(gl, &green_if(&header, "uniform float unset;", condition)), GREEN);
    }),
    ("GL_ARB_ES3_1_compatibility", es3_1_compatibility),
    ("GL_ARB_shader_atomic_counter_ops", atomic_counter_ops),
    ("GL_ARB_shader_group_vote", |gl| votes(gl, "420", "ARB")),
    ("GL_EXT_texture_shadow_lod", |gl| shadow_lod(gl, "330")),
];

pub const EMBEDDED: Table = &[
    ("GL_EXT_shader_group_vote", |gl| votes(gl, "310 es", "EXT")),
    ("GL_EXT_shader_implicit_conversions", |gl| {
        let declarations =
            "uniform int unset;\nuint f(uint x) { return x; }\nint f(vec2 x) { return 1; }\nfloat g(float x, float y) { return x + y; }";
        let condition =
            "f(unset + 3) == 3u && g(unset, 2u) == 2.0 && vec2(1.5) + ivec2(unset, 1) == vec2(1.5, 2.5) && (unset == 0 ? 1 : 2.5) == 1.0";
        let header = header("310 es", "GL_EXT_shader_implicit_conversions");
        assert_eq!(shade(gl, &green_if(&header, declarations, condition)), GREEN);
    }),
    ("GL_EXT_texture_query_lod", |gl| {
        texture(gl, GL_RGBA, [16, 16], GL_RGBA, GL_UNSIGNED_BYTE, &[0; 1024]);
        let header = header("300 es", "GL_EXT_texture_query_lod");
        let condition = "textureQueryLOD(image, gl_FragCoord.xy / 8.0) == vec2(0.0, 1.0)";
        assert_eq!(shade(gl, &green_if(&header, "uniform sampler2D image;", condition)), GREEN);
    }),
    ("GL_EXT_texture_shadow_lod", |gl| shadow_lod(gl, "300 es")),
];

/// "anyInvocationARB() is guaranteed to return true if <value> is true, and allInvocationsARB() is guaranteed to return false if <value> is
/// false."
fn votes(gl: &Gl, version: &str, suffix: &str) {
    let condition = "(!odd || any_(odd)) && (!all_(odd) || odd) && equal_(unset == 0.0)"
        .replace("any_", &format!("anyInvocation{suffix}"))
        .replace("all_", &format!("allInvocations{suffix}"))
        .replace("equal_", &format!("allInvocationsEqual{suffix}"));
    let declarations = "uniform float unset;\n#define odd (mod(floor(gl_FragCoord.x), 2.0) == 1.0)";
    let header = header(version, &format!("GL_{suffix}_shader_group_vote"));
    assert_eq!(shade(gl, &green_if(&header, declarations, &condition)), GREEN);
    assert_eq!(gl.pixel(9, 8), GREEN);
}

/// The nine operations on counters, each with the value before it.
fn atomic_counter_ops(gl: &Gl) {
    let text = format!(
        "{}layout(local_size_x = 1) in;\nlayout(binding = 0) uniform atomic_uint c[9];\nlayout(binding = 0, std430) buffer Out {{ uint before[9]; }};\nvoid main() {{
    before[0] = atomicCounterAddARB(c[0], 5u);
    before[1] = atomicCounterSubtractARB(c[1], 5u);
    before[2] = atomicCounterMinARB(c[2], 5u);
    before[3] = atomicCounterMaxARB(c[3], 0xFFFFFFF0u);
    before[4] = atomicCounterAndARB(c[4], 5u);
    before[5] = atomicCounterOrARB(c[5], 5u);
    before[6] = atomicCounterXorARB(c[6], 5u);
    before[7] = atomicCounterExchangeARB(c[7], 5u);
    before[8] = atomicCounterCompSwapARB(c[8], 108u, 5u);
}}",
        header("430", "GL_ARB_shader_atomic_counter_ops")
    );
    gl.program(&[(GL_COMPUTE_SHADER, &c(&text))], &[]);
    let old: Vec<u32> = (100..109).collect();
    let counters = gl.buffer(GL_ATOMIC_COUNTER_BUFFER, &old);
    glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, counters);
    let results = gl.buffer(GL_SHADER_STORAGE_BUFFER, &[0; 9]);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, results);
    glDispatchCompute(1, 1, 1);
    assert_eq!(gl.words(GL_SHADER_STORAGE_BUFFER, 9), old);
    assert_eq!(gl.words(GL_ATOMIC_COUNTER_BUFFER, 9), [105, 96, 5, 0xFFFF_FFF0, 104 & 5, 105 | 5, 106 ^ 5, 5, 5]);
}

/// Explicit levels, biases and offsets of shadow lookups in arrays: level 0 has the depth 0, level 1 the depth 1.
fn shadow_lod(gl: &Gl, version: &str) {
    let name = generate!(glGenTextures);
    glBindTexture(GL_TEXTURE_2D_ARRAY, name);
    for (level, size, depth) in [(0, 2, 0u16), (1, 1, u16::MAX)] {
        let texels = vec![depth; size * size * 2];
        let size = size as i32;
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glTexImage3D(
            GL_TEXTURE_2D_ARRAY,
            level,
            GL_DEPTH_COMPONENT16.cast_signed(),
            size,
            size,
            2,
            0,
            GL_DEPTH_COMPONENT,
            GL_UNSIGNED_SHORT,
            texels.as_ptr().cast(),
        );
    }
    for (name, value) in [
        (GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST),
        (GL_TEXTURE_MAG_FILTER, GL_NEAREST),
        (GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE),
        (GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL),
        (GL_TEXTURE_MAX_LEVEL, 1),
    ] {
        glTexParameteri(GL_TEXTURE_2D_ARRAY, name, value.cast_signed());
    }
    gl.no_error();
    // The reference 0.5 passes on level 1 only.
    let condition = "textureLod(image, p, 0.0) == 0.0 && textureLod(image, p, 1.0) == 1.0 && texture(image, q, 9.0) == 1.0 && \
        textureLodOffset(image, p, 1.0, ivec2(0)) == 1.0 && textureLodOffset(image, p, 0.0, ivec2(1)) == 0.0 && \
        textureOffset(image, q, ivec2(0)) == 0.0 && textureOffset(image, q, ivec2(0), 9.0) == 1.0";
    let precision = if version.ends_with("es") { "uniform highp" } else { "uniform" };
    let declarations = format!(
        "{precision} sampler2DArrayShadow image;\n#define p vec4(0.25, 0.25, 1.0, 0.5)\n#define q vec4(gl_FragCoord.xy / 32.0, 1.0, 0.5)"
    );
    assert_eq!(shade(gl, &green_if(&header(version, "GL_EXT_texture_shadow_lod"), &declarations, condition)), GREEN);
}

fn es3_1_compatibility(gl: &Gl) {
    // Shaders of ES 3.10, and what they have more than 3.00.
    let text = "#version 310 es\nprecision highp float;\nlayout(location = 3) uniform float unset;\nlayout(location = 0) out vec4 pixel;\nvoid main() { pixel = (unset == 0.0 && !gl_HelperInvocation && bitCount(7u) == 3 && mix(1, 2, true) == 2) ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0); }";
    assert_eq!(shade(gl, text), GREEN);
    let compute = c"#version 310 es\nlayout(local_size_x = 1) in;\nlayout(binding = 0) buffer Out { uint x; };\nvoid main() { x = 7u; }";
    gl.program(&[(GL_COMPUTE_SHADER, compute)], &[]);
    let buffer = gl.buffer(GL_SHADER_STORAGE_BUFFER, &[0]);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    glDispatchCompute(1, 1, 1);
    assert_eq!(gl.words(GL_SHADER_STORAGE_BUFFER, 1), [7]);
    glMemoryBarrierByRegion(GL_SHADER_STORAGE_BARRIER_BIT);
    gl.no_error();
    glMemoryBarrierByRegion(GL_COMMAND_BARRIER_BIT);
    assert_eq!(error(), GL_INVALID_VALUE);
    assert!(integer(gl, GL_MAX_SHADER_STORAGE_BLOCK_SIZE).is_some_and(|size| size >= 1 << 27));
    // The same in GLSL.
    let condition = "!gl_HelperInvocation && gl_MaxSamples >= 4 && gl_MaxCombinedShaderOutputResources >= 8 && mix(1u, 2u, true) == 2u && mix(false, true, true)";
    assert_eq!(shade(gl, &green_if(&header("440", "GL_ARB_ES3_1_compatibility"), "", condition)), GREEN);
    let exchange = format!(
        "{}layout(binding = 0, r32f) coherent uniform image2D image;\nout vec4 pixel;\nvoid main() {{ imageAtomicExchange(image, ivec2(gl_FragCoord.xy), 2.0); pixel = vec4(1.0); }}",
        header("440", "GL_ARB_ES3_1_compatibility")
    );
    shade(gl, &exchange);
    let mut value = 0;
    glGetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, GL_BACK, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &raw mut value);
    gl.no_error();
}
