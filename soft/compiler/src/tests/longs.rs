//! Shaders with 64-bit integers.

use super::{check, check_with, run_with};

const INT64: &str = "#extension GL_ARB_gpu_shader_int64 : require\n";

/// Checks that main, with this body, gives true in each component in every lane.
fn holds(declarations: &str, body: &str) {
    check(&format!("{INT64}{declarations}"), body, |_| [1.0; 4]);
}

#[test]
fn operators_of_64_bits() {
    holds(
        "",
        "int64_t a = int64_t(i) * 4294967296L; int64_t b = a + 5L; uint64_t u = uint64_t(a) - 1UL; \
         gl_Position = vec4(b - a == 5L && a / 4294967296L == int64_t(i), b % 4294967296L == 5L, i == 0 ? u == 0xFFFFFFFFFFFFFFFFUL : u < uint64_t(a), -a == 0L - a && ~a == -a - 1L);",
    );
    holds(
        "",
        "int64_t a = 1L << (i & 31) << 20; uint64_t u = 0x8000000000000000UL >> i; \
         gl_Position = vec4((a >> 20) == int64_t(1u << (i & 31)), i == 63 ? u == 1UL : u > 1UL, (a & -a) == a && (a | 1L) == a + 1L && (a ^ a) == 0L, (-9223372036854775807L - 1L >> i) == -(1L << (63 - i)));",
    );
    // Wrapping, and shifts by more than the width.
    holds(
        "uniform int zero;",
        "int64_t big = 9223372036854775807L + int64_t(zero); uint64_t u = 18446744073709551615UL + uint64_t(zero); \
         gl_Position = vec4(big + 1L < 0L, u + 1UL == 0UL, (1L + int64_t(zero)) << 65 == 2L, (big + 1L) / (-1L + int64_t(zero)) == big + 1L);",
    );
    // Division by zero.
    holds(
        "uniform int zero;",
        "int64_t a = int64_t(i); int64_t none = int64_t(zero); \
         gl_Position = vec4(a / none == -1L, a % none == a, uint64_t(i) / uint64_t(zero) == ~0UL, uint64_t(i) % uint64_t(zero) == uint64_t(i));",
    );
    holds(
        "",
        "i64vec3 v = i64vec3(i, 2, 3) * 2L; v.yz += i64vec2(1, 1); v.x++; --v.z; \
         gl_Position = vec4(v == i64vec3(2 * i + 1, 5, 6), v.zyx != v || i == 2 && false || v.x == 6L, v[i & 1] >= 1L, !(v.y > v.z));",
    );
}

#[test]
fn conversions_of_64_bits() {
    holds(
        "",
        "int n = -1 - i; uint u = uint(n); \
         gl_Position = vec4(int64_t(n) < 0L && int64_t(u) > 0L, uint64_t(n) > 0xFFFFFFFF00000000UL && uint64_t(u) == 0xFFFFFFFFUL - uint64_t(i), int(int64_t(n)) == n && uint(uint64_t(u)) == u, bool(int64_t(i)) == (i != 0) && int64_t(i > 3) == (i > 3 ? 1L : 0L));",
    );
    holds(
        "",
        "float f = float(9007199254740993L * (1L + int64_t(i & 0))); double d = double(9007199254740993L + int64_t(i & 0)); \
         gl_Position = vec4(f == 9007199254740992.0, d == 9007199254740992.0LF, int64_t(-2.75 - float(i)) == -2L - int64_t(i + (i & 0)), uint64_t(1.5LF + double(i)) == uint64_t(1 + i));",
    );
    // Implicit conversions.
    holds(
        "",
        "int64_t a = i; uint64_t b = uint(i); double d = a; i64vec2 v = ivec2(i, 1); \
         gl_Position = vec4(a + 1 == int64_t(i + 1), b * 2u == uint64_t(2 * i), d == double(i), v.x == a && (true ? a : 1) == a);",
    );
}

#[test]
fn functions_of_64_bits() {
    holds(
        "",
        "int64_t n = -5000000000L - int64_t(i); \
         gl_Position = vec4(abs(n) == 5000000000L + int64_t(i) && sign(n) == -1L && sign(-n) == 1L && sign(n - n) == 0L, min(n, 0L) == n && max(n, 0L) == 0L, clamp(n, -5000000010L, -5000000001L) == (i < 1 ? -5000000001L : i > 10 ? -5000000010L : n), max(uint64_t(n), 1UL) == uint64_t(n) && min(u64vec2(n, 3), 5UL) == u64vec2(5, 3));",
    );
    holds(
        "",
        "i64vec2 a = i64vec2(i, -7L); i64vec2 b = i64vec2(3L, 1L << 40); bvec2 c = lessThan(a, b); \
         gl_Position = vec4(c == bvec2(i < 3, true) && greaterThanEqual(a, b) == not(c), mix(a, b, c) == i64vec2(i < 3 ? 3 : i, b.y), equal(a, a) == bvec2(true) && notEqual(a, b).y && lessThanEqual(a, a).x && !greaterThan(a, a).x, greaterThan(u64vec2(a), u64vec2(b)).y);",
    );
    holds(
        "",
        "int64_t p = packInt2x32(ivec2(i, -1)); uint64_t u = packUint2x32(uvec2(7u, i)); \
         gl_Position = vec4(p == int64_t(i) - 4294967296L && unpackInt2x32(p) == ivec2(i, -1), u == uint64_t(i) * 4294967296UL + 7UL && unpackUint2x32(u) == uvec2(7, i), doubleBitsToInt64(double(i)) == int64_t(doubleBitsToUint64(double(i))) && doubleBitsToInt64(1.0LF + double(i - i)) == 0x3FF0000000000000L, int64BitsToDouble(0x3FF8000000000000L + int64_t(i - i)) == 1.5LF && uint64BitsToDouble(u64vec2(0x4000000000000000UL)) == dvec2(2.0));",
    );
    // The same of constants.
    holds(
        "const int64_t C = abs(-5L) + max(1L, 2L) * sign(-3L); const uint64_t M = packUint2x32(uvec2(1, 1)); const i64vec2 V = i64vec2(1L << 33, -1) >> 1;",
        "int sized[int(C)]; gl_Position = vec4(C == 3L && sized.length() == 3, M == 0x100000001UL && 010L == 8L && 10l == 10L && 1ul == 1UL, V == i64vec2(4294967296L, -1L) && -7L % 4L == -3L + int64_t(i - i), float(7L / 2L) == 3.0 && clamp(5UL, 6UL, 7UL) == 6UL && mix(1L, 2L, true) == 2L);",
    );
}

#[test]
fn flow_and_arrays_of_64_bits() {
    check(
        INT64,
        "int64_t sum = 0L; for (int64_t k = 0L; k < int64_t(i); k++) { if ((k & 1L) == 0L) continue; sum += k; } int64_t table[4]; for (int k = 0; k < 4; k++) table[k] = sum + k; \
         gl_Position = vec4(float(sum), float(table[i & 3]), float(table[int64_t(i & 3)]), i > 5 ? float(sum) : -1.0);",
        |i| {
            let sum = (0..i).filter(|k| k % 2 == 1).sum::<u32>() as f32;
            [sum, sum + (i & 3) as f32, sum + (i & 3) as f32, if i > 5 { sum } else { -1.0 }]
        },
    );
}

#[test]
fn uniforms_and_blocks_of_64_bits() {
    let uniforms = [1, 2, 0xFFFF_FFFF, 0xFFFF_FFFF, 5, 0];
    // std140: an i64vec3 is aligned to 32 bytes, the elements of an array of int64_t to 16.
    let block = [9, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 40, 0, 0, 0, 41, 0, 0, 0];
    check_with(
        &format!(
            "{INT64}uniform int64_t a; uniform i64vec2 b; layout(std140) uniform Block {{ int64_t first; i64vec3 v; int64_t list[2]; }};"
        ),
        "gl_Position = vec4(a == 0x200000001L && b == i64vec2(-1, 5), first == 9L, v == i64vec3(1, 2, 3) * 4294967297L, list[i & 1] == int64_t(40 + (i & 1)));",
        &uniforms,
        &block,
        &[],
        |_| [1.0; 4],
    );
    let run = run_with(
        &format!(
            "#version 450\n{INT64}layout(std430) buffer Block {{ uint64_t one; u64vec2 two; uint64_t list[]; }};\nvoid main() {{ if (gl_VertexID == 0) {{ one = 0x0000000200000001UL; two.y = list[1] + 1UL; list[0] = uint64_t(list.length()); }} gl_Position = vec4(0); }}"
        ),
        &[],
        &[],
        &[0, 0, 0, 0, 7, 8, 0, 0, 0, 0, 0xFFFF_FFFF, 3],
    );
    assert_eq!(run.storage, [1, 2, 0, 0, 7, 8, 0, 4, 2, 0, 0xFFFF_FFFF, 3]);
}
