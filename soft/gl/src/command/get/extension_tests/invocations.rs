//! Extensions of the shading language about single invocations: groups, clocks, float atomics, stencil reference values.

use super::*;

pub const TABLE: Table = &[
    ("GL_AMD_shader_stencil_export", |gl| stencil_export(gl, "AMD")),
    ("GL_AMD_texture_texture4", texture4),
    ("GL_ARB_shader_ballot", |gl| {
        let header = header_with("420", "GL_ARB_shader_ballot", "GL_ARB_gpu_shader_int64");
        let condition = "ballotARB(true) == 1UL && ballotARB(unset != 0.0) == 0UL && ballotARB(odd) == uint64_t(odd) && \
            readInvocationARB(vec2(gl_FragCoord.x, unset), 0u) == vec2(gl_FragCoord.x, 0.0) && \
            readFirstInvocationARB(ivec3(gl_FragCoord.y)) == ivec3(gl_FragCoord.y) && readFirstInvocationARB(7u) == 7u && \
            gl_SubGroupSizeARB == 1u && gl_SubGroupInvocationARB == 0u && gl_SubGroupEqMaskARB == 1UL && gl_SubGroupGeMaskARB == 1UL && \
            gl_SubGroupGtMaskARB == 0UL && gl_SubGroupLeMaskARB == 1UL && gl_SubGroupLtMaskARB == 0UL";
        let declarations = "uniform float unset;\n#define odd (mod(floor(gl_FragCoord.x), 2.0) == 1.0)";
        assert_eq!(shade(gl, &green_if(&header, declarations, condition)), GREEN);
        assert_eq!(gl.pixel(9, 8), GREEN);
    }),
    ("GL_ARB_shader_clock", |gl| {
        let header = header_with("420", "GL_ARB_shader_clock", "GL_ARB_gpu_shader_int64");
        let declarations = "bool ordered() { uvec2 a = clock2x32ARB(); uint64_t b = clockARB(); clockARB(); uint64_t c = clockARB(); \
            return packUint2x32(a) < b && b < c; }";
        assert_eq!(shade(gl, &green_if(&header, declarations, "ordered()")), GREEN);
    }),
    ("GL_ARB_shader_stencil_export", |gl| stencil_export(gl, "ARB")),
    ("GL_INTEL_shader_atomic_float_minmax", float_minmax),
    ("GL_MESA_shader_integer_functions", |gl| integer_functions(gl, "130")),
    ("GL_NV_shader_atomic_float", atomic_float),
];

pub const EMBEDDED: Table = &[("GL_MESA_shader_integer_functions", |gl| integer_functions(gl, "300 es"))];

/// Functions of GL_ARB_gpu_shader5, and conversions of integers.
fn integer_functions(gl: &Gl, version: &str) {
    let declarations = "uniform uint unset;\nuint f(uint x) { return x; }\nint f(vec2 x) { return 1; }\n\
        bool split() { int e; float s = frexp(float(unset) + 6.0, e); uint carry, high, low; uint sum = uaddCarry(~unset, 2, carry); \
        umulExtended(~unset, ~unset, high, low); return s == 0.75 && e == 3 && ldexp(s, e) == 6.0 && sum == 1u && carry == 1u && high == ~1u && low == 1u; }";
    let condition = "split() && bitfieldExtract(0xF0u + unset, 4, 4) == 15u && bitfieldInsert(unset, 3u, 1, 2) == 6u && bitCount(unset + 7u) == 3 && \
        bitfieldReverse(unset + 1u) == 0x80000000u && findLSB(8u + unset) == 3 && findMSB(9u + unset) == 3 && f(3) == 3u && unset + 1 == 1u && \
        vec2(1.5) + ivec2(1) == vec2(2.5)";
    let header = header(version, "GL_MESA_shader_integer_functions");
    assert_eq!(shade(gl, &green_if(&header, declarations, condition)), GREEN);
}

/// "TauR = Taui0j1 TauG = Taui1j1 TauB = Taui1j0 TauA = Taui0j0", also of textures that have alpha alone.
fn texture4(gl: &Gl) {
    let compatibility = gl.0.lock().unwrap().config.api == Api::Compatibility;
    let mut formats = vec![(GL_R8, GL_RED)];
    if compatibility {
        formats.extend([(GL_ALPHA8, GL_ALPHA), (GL_LUMINANCE8, GL_LUMINANCE), (GL_INTENSITY8, GL_RED)]);
    }
    for (internal, format) in formats {
        texture(gl, internal, [2, 2], format, GL_UNSIGNED_BYTE, &[51, 102, 153, 204]);
        let fragment = format!(
            "{}uniform sampler2D image;\nout vec4 pixel;\nvoid main() {{ pixel = texture4(image, vec2(0.5)); }}",
            header("330", "GL_AMD_texture_texture4")
        );
        assert_eq!(shade(gl, &fragment), [153, 204, 102, 51], "{internal:#x}");
    }
}

/// Runs a compute shader on a storage buffer with these words; returns what it holds then.
fn compute(gl: &Gl, text: &str, words: &[u32]) -> Vec<u32> {
    gl.program(&[(GL_COMPUTE_SHADER, &c(text))], &[]);
    let buffer = gl.buffer(GL_SHADER_STORAGE_BUFFER, words);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    gl.words(GL_SHADER_STORAGE_BUFFER, words.len())
}

/// Sums and exchanges in buffers, shared memory and images.
fn atomic_float(gl: &Gl) {
    let name = generate!(glGenTextures);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32F, 1, 1);
    glBindImageTexture(0, name, 0, 0, 0, GL_READ_WRITE, GL_R32F);
    let text = format!(
        "{}layout(local_size_x = 8) in;\nlayout(binding = 0, std430) buffer Out {{ float sum, old, total, texel; }};\n\
        layout(binding = 0, r32f) uniform image2D image;\nshared float s;\n\
        void main() {{\n    if (gl_LocalInvocationIndex == 0u) s = 0.0;\n    barrier();\n    atomicAdd(sum, 0.5);\n    atomicAdd(s, 2.0);\n    imageAtomicAdd(image, ivec2(0), 0.25);\n    barrier();\n\
            if (gl_LocalInvocationIndex == 0u) {{ total = atomicExchange(s, 1.0) + s; old = atomicExchange(old, -1.5) + old; texel = imageAtomicExchange(image, ivec2(0), 0.0); }}\n}}",
        header("430", "GL_NV_shader_atomic_float")
    );
    let before = [1.0f32, 3.0, 0.0, 0.0].map(f32::to_bits);
    assert_eq!(compute(gl, &text, &before), [5.0f32, 1.5, 17.0, 2.0].map(f32::to_bits));
}

/// Minima, maxima and comparisons of floats, of which one is NaN and one a zero of the other sign.
fn float_minmax(gl: &Gl) {
    let text = format!(
        "{}layout(local_size_x = 1) in;\nlayout(binding = 0, std430) buffer Out {{ float at[8]; float old[8]; }};\n\
        void main() {{\n    float nan = intBitsToFloat(0x7FC00000);\n\
            old[0] = atomicMin(at[0], -2.0);\n    old[1] = atomicMax(at[1], -2.0);\n    old[2] = atomicMin(at[2], nan);\n    old[3] = atomicMax(at[3], 5.0);\n\
            old[4] = atomicCompSwap(at[4], 0.0, 7.0);\n    old[5] = atomicCompSwap(at[5], nan, 7.0);\n    old[6] = atomicCompSwap(at[6], 2.0, 7.0);\n    old[7] = atomicExchange(at[7], 9.0);\n}}",
        header("430", "GL_INTEL_shader_atomic_float_minmax")
    );
    let before = [1.0, 1.0, 1.0, f32::NAN, -0.0, f32::NAN, 3.0, 4.0].map(f32::to_bits);
    let after = [-2.0, 1.0, 1.0, 5.0, 7.0, f32::NAN, 3.0, 9.0].map(f32::to_bits);
    assert_eq!(compute(gl, &text, &[before, [0; 8]].concat()), [after, before].concat());
}

/// Writes reference values to a stencil buffer, and then compares with others, with and without samples.
fn stencil_export(gl: &Gl, suffix: &str) {
    let fragment = |value: &str| {
        let header = header("330", &format!("GL_{suffix}_shader_stencil_export"));
        format!("{header}void main() {{ gl_FragStencilRef{suffix} = {value}; }}")
    };
    for samples in [0, 4] {
        let name = generate!(glGenFramebuffers);
        glBindFramebuffer(GL_FRAMEBUFFER, name);
        let stencil = generate!(glGenRenderbuffers);
        glBindRenderbuffer(GL_RENDERBUFFER, stencil);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH24_STENCIL8, 16, 16);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, stencil);
        glClear(GL_STENCIL_BUFFER_BIT);
        glEnable(GL_STENCIL_TEST);
        glStencilFunc(GL_ALWAYS, 7, 0xFF);
        glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
        // Bits above the eight of the buffer are discarded.
        let vertex = vertex_for(&fragment("0"));
        cover(gl, &vertex, &fragment("256 + int(gl_FragCoord.x)"));
        draw();
        glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
        glStencilFunc(GL_EQUAL, 9, 0xFF);
        let each = u64::from(samples.max(1).cast_unsigned());
        cover(gl, &vertex, &fragment("int(gl_FragCoord.y)"));
        assert_eq!(gl.count(&[GL_SAMPLES_PASSED], draw), [16 * each], "the diagonal, {samples} samples");
        // Without the output, the reference value of the state counts.
        cover(gl, &vertex, "#version 330\nvoid main() {}");
        assert_eq!(gl.count(&[GL_SAMPLES_PASSED], draw), [16 * each], "column 9, {samples} samples");
    }
}
