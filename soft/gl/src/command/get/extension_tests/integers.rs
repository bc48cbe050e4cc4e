//! Extensions with integers of 64 bits.

use super::*;

pub const TABLE: Table = &[
    ("GL_AMD_gpu_shader_int64", |gl| {
        let header = header("400", "GL_AMD_gpu_shader_int64");
        let program = cover(gl, &vertex_for(&header), &green_if(&header, "uniform i64vec2 n;", "n == i64vec2(-5000000000L, 7)"));
        glUniform2i64NV(gl.location(program, "n"), -5_000_000_000, 7);
        let mut values = [0i64; 2];
        glGetUniformi64vNV(program, gl.location(program, "n"), values.as_mut_ptr());
        assert_eq!(values, [-5_000_000_000, 7]);
        draw();
        assert_eq!(gl.pixel(8, 8), GREEN);
    }),
    ("GL_ARB_gpu_shader_int64", |gl| {
        varyings(gl);
        uniforms(gl);
        feedback(gl);
        switches(gl);
    }),
];

/// Values between stages, of more than four words.
fn varyings(gl: &Gl) {
    let header = header("400", "GL_ARB_gpu_shader_int64");
    let vertex = format!(
        "{header}in vec2 position;\nflat out i64vec3 v;\nflat out uint64_t u[2];\nvoid main() {{ v = i64vec3(-1L, 1L << 40, 3); u = uint64_t[](5UL, 1UL << 63); gl_Position = vec4(position, 0.0, 1.0); }}"
    );
    let condition = "v == i64vec3(-1, 1099511627776L, 3) && u[0] == 5UL && u[1] == 0x8000000000000000UL";
    cover(gl, &vertex, &green_if(&header, "flat in i64vec3 v;\nflat in uint64_t u[2];", condition));
    draw();
    assert_eq!(gl.pixel(8, 8), GREEN);
}

/// Every command for uniforms, and what reflection says.
fn uniforms(gl: &Gl) {
    let header = header("400", "GL_ARB_gpu_shader_int64");
    let condition = "a == 1L && b[1] == i64vec2(2, -3) && c == i64vec3(4, 5, 6) && d == i64vec4(7, 8, 9, 1L << 62) && \
        e == 1UL && f == u64vec2(2, 3) && g == u64vec3(4, 5, 6) && h == u64vec4(7, 8, 9, ~0UL)";
    let declarations = "uniform int64_t a; uniform i64vec2 b[2]; uniform i64vec3 c; uniform i64vec4 d;\n\
        uniform uint64_t e; uniform u64vec2 f; uniform u64vec3 g; uniform u64vec4 h;";
    let program = cover(gl, &vertex_for(&header), &green_if(&header, declarations, condition));
    let at = |name: &str| gl.location(program, name);
    glUniform1i64ARB(at("a"), 1);
    glUniform2i64vARB(at("b"), 2, [0i64, 0, 2, -3].as_ptr());
    glUniform3i64ARB(at("c"), 4, 5, 6);
    glProgramUniform4i64ARB(program, at("d"), 7, 8, 9, 1 << 62);
    glUniform1ui64vARB(at("e"), 1, [1u64].as_ptr());
    glUniform2ui64ARB(at("f"), 2, 3);
    glProgramUniform3ui64vARB(program, at("g"), 1, [4u64, 5, 6].as_ptr());
    glUniform4ui64ARB(at("h"), 7, 8, 9, u64::MAX);
    draw();
    assert_eq!(gl.pixel(8, 8), GREEN);
    let mut values = [0i64; 4];
    glGetUniformi64vARB(program, at("d"), values.as_mut_ptr());
    assert_eq!(values, [7, 8, 9, 1 << 62]);
    let mut values = [0u64; 4];
    glGetnUniformui64vARB(program, at("h"), 32, values.as_mut_ptr());
    assert_eq!(values, [7, 8, 9, u64::MAX]);
    glGetnUniformi64vARB(program, at("h"), 31, values.as_mut_ptr().cast());
    assert_eq!(error(), GL_INVALID_OPERATION);
    // Of another type, and booleans: "Can the 64-bit uniform APIs be used to load values for uniforms of type "bool" …? RESOLVED: No."
    glUniform1ui64ARB(at("a"), 1);
    assert_eq!(error(), GL_INVALID_OPERATION);
    glUniform1i(at("a"), 1);
    assert_eq!(error(), GL_INVALID_OPERATION);
    for (name, wanted) in [
        ("a", GL_INT64_ARB),
        ("b[0]", GL_INT64_VEC2_ARB),
        ("c", GL_INT64_VEC3_ARB),
        ("d", GL_INT64_VEC4_ARB),
        ("e", GL_UNSIGNED_INT64_ARB),
        ("f", GL_UNSIGNED_INT64_VEC2_ARB),
        ("g", GL_UNSIGNED_INT64_VEC3_ARB),
        ("h", GL_UNSIGNED_INT64_VEC4_ARB),
    ] {
        let name = c(name);
        let (mut index, mut ty) = (0u32, 0i32);
        glGetUniformIndices(program, 1, [name.as_ptr()].as_ptr(), &raw mut index);
        glGetActiveUniformsiv(program, 1, &raw const index, GL_UNIFORM_TYPE, &raw mut ty);
        assert_eq!(ty.cast_unsigned(), wanted, "{name:?}");
    }
}

/// Labels that differ in their upper halves only.
fn switches(gl: &Gl) {
    let header = header("400", "GL_ARB_gpu_shader_int64");
    let declarations = "uniform int64_t n;
        int signed_case(int64_t v) { switch (v) { case 1: return 1; case 4294967297L: return 2; case -1: return 3; default: return 4; } }
        int unsigned_case(uint64_t v) { int r = 0; switch (v) { case 4294967297UL: r += 1; case 2u: r += 2; break; case 1: r = 9; } return r; }";
    let condition = "signed_case(n) == 2 && signed_case(n - 4294967296L) == 1 && signed_case(n - 4294967298L) == 3 && signed_case(n + 1) == 4 && \
        unsigned_case(uint64_t(n)) == 3 && unsigned_case(2UL + uint64_t(n - n)) == 2 && unsigned_case(3UL) == 0";
    let program = cover(gl, &vertex_for(&header), &green_if(&header, declarations, condition));
    glUniform1i64ARB(gl.location(program, "n"), 4_294_967_297);
    draw();
    assert_eq!(gl.pixel(8, 8), GREEN);
}

/// "64-bit integer scalars or vectors are considered to consume eight basic machine units"
fn feedback(gl: &Gl) {
    let vertex = format!(
        "{}out i64vec3 v;\nout uint64_t u;\nvoid main() {{ v = i64vec3(-1, 2, 1L << 33); u = 9UL; }}",
        header("400", "GL_ARB_gpu_shader_int64")
    );
    let program = gl.program(&[(GL_VERTEX_SHADER, &c(&vertex))], &[c"v", c"u"]);
    gl.buffer(GL_TRANSFORM_FEEDBACK_BUFFER, &[0; 8]);
    let mut name = 0i32;
    glGetIntegerv(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, &raw mut name);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, name.cast_unsigned());
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, 1);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    assert_eq!(gl.words(GL_TRANSFORM_FEEDBACK_BUFFER, 8), [u32::MAX, u32::MAX, 2, 0, 0, 2, 9, 0]);
    let (mut size, mut ty, mut text) = (0i32, 0u32, [0u8; 8]);
    glGetTransformFeedbackVarying(program, 0, 8, std::ptr::null_mut(), &raw mut size, &raw mut ty, text.as_mut_ptr().cast());
    assert_eq!((size, ty), (1, GL_INT64_VEC3_ARB));
}
