#version 450
#extension GL_ARB_gpu_shader_int64 : require
// uniforms: 0
uniform int zero;

void operators(int i) {
    int64_t a = int64_t(i) * 4294967296L, b = a + 5L;
    uint64_t u = uint64_t(a) - 1UL;
    EXPECT(b - a, 5L);
    EXPECT(a / 4294967296L, int64_t(i));
    EXPECT(b % 4294967296L, 5L);
    EXPECT(i == 0 ? u == 0xFFFFFFFFFFFFFFFFUL : u < uint64_t(a), true);
    EXPECT(-a, 0L - a);
    EXPECT(~a, -a - 1L);
}

void shifts(int i) {
    int64_t a = 1L << (i & 31) << 20;
    uint64_t u = 0x8000000000000000UL >> i;
    EXPECT(a >> 20, int64_t(1u << (i & 31)));
    EXPECT(i == 63 ? u == 1UL : u > 1UL, true);
    EXPECT(a & -a, a);
    EXPECT(a | 1L, a + 1L);
    EXPECT(a ^ a, 0L);
    EXPECT(-9223372036854775807L - 1L >> i, -(1L << (63 - i)));
    // By more than the width.
    EXPECT((1L + int64_t(zero)) << 65, 2L);
}

void wrapping() {
    int64_t big = 9223372036854775807L + int64_t(zero);
    uint64_t u = 18446744073709551615UL + uint64_t(zero);
    EXPECT(big + 1L < 0L, true);
    EXPECT(u + 1UL, 0UL);
    EXPECT((big + 1L) / (-1L + int64_t(zero)), big + 1L);
}

void division_by_zero(int i) {
    int64_t a = int64_t(i), none = int64_t(zero);
    EXPECT(a / none, -1L);
    EXPECT(a % none, a);
    EXPECT(uint64_t(i) / uint64_t(zero), ~0UL);
    EXPECT(uint64_t(i) % uint64_t(zero), uint64_t(i));
}

void vectors(int i) {
    i64vec3 v = i64vec3(i, 2, 3) * 2L;
    v.yz += i64vec2(1, 1);
    v.x++;
    --v.z;
    EXPECT(v, i64vec3(2 * i + 1, 5, 6));
    EXPECT(v.zyx != v || i == 2 && false || v.x == 6L, true);
    EXPECT(v[i & 1] >= 1L, true);
    EXPECT(v.y > v.z, false);
}

void conversions(int i) {
    int n = -1 - i;
    uint u = uint(n);
    EXPECT(int64_t(n) < 0L && int64_t(u) > 0L, true);
    EXPECT(uint64_t(n) > 0xFFFFFFFF00000000UL, true);
    EXPECT(uint64_t(u), 0xFFFFFFFFUL - uint64_t(i));
    EXPECT(int(int64_t(n)), n);
    EXPECT(uint(uint64_t(u)), u);
    EXPECT(bool(int64_t(i)), i != 0);
    EXPECT(int64_t(i > 3), i > 3 ? 1L : 0L);
    float f = float(9007199254740993L * (1L + int64_t(i & 0)));
    double d = double(9007199254740993L + int64_t(i & 0));
    EXPECT(f, 9007199254740992.0);
    EXPECT(d, 9007199254740992.0LF);
    EXPECT(int64_t(-2.75 - float(i)), -2L - int64_t(i + (i & 0)));
    EXPECT(uint64_t(1.5LF + double(i)), uint64_t(1 + i));
}

void implicit_conversions(int i) {
    int64_t a = i;
    uint64_t b = uint(i);
    double d = a;
    i64vec2 v = ivec2(i, 1);
    EXPECT(a + 1, int64_t(i + 1));
    EXPECT(b * 2u, uint64_t(2 * i));
    EXPECT(d, double(i));
    EXPECT(v.x, a);
    EXPECT(true ? a : 1, a);
}

void functions(int i) {
    int64_t n = -5000000000L - int64_t(i);
    EXPECT(abs(n), 5000000000L + int64_t(i));
    EXPECT(sign(n), -1L);
    EXPECT(sign(-n), 1L);
    EXPECT(sign(n - n), 0L);
    EXPECT(min(n, 0L), n);
    EXPECT(max(n, 0L), 0L);
    EXPECT(clamp(n, -5000000010L, -5000000001L), i < 1 ? -5000000001L : i > 10 ? -5000000010L : n);
    EXPECT(max(uint64_t(n), 1UL), uint64_t(n));
    EXPECT(min(u64vec2(n, 3), 5UL), u64vec2(5, 3));
}

void comparisons(int i) {
    i64vec2 a = i64vec2(i, -7L), b = i64vec2(3L, 1L << 40);
    bvec2 c = lessThan(a, b);
    EXPECT(c, bvec2(i < 3, true));
    EXPECT(greaterThanEqual(a, b), not(c));
    EXPECT(mix(a, b, c), i64vec2(i < 3 ? 3 : i, b.y));
    EXPECT(equal(a, a), bvec2(true));
    EXPECT(notEqual(a, b).y, true);
    EXPECT(lessThanEqual(a, a).x, true);
    EXPECT(greaterThan(a, a).x, false);
    EXPECT(greaterThan(u64vec2(a), u64vec2(b)).y, true);
}

void packing(int i) {
    int64_t p = packInt2x32(ivec2(i, -1));
    uint64_t u = packUint2x32(uvec2(7u, i));
    EXPECT(p, int64_t(i) - 4294967296L);
    EXPECT(unpackInt2x32(p), ivec2(i, -1));
    EXPECT(u, uint64_t(i) * 4294967296UL + 7UL);
    EXPECT(unpackUint2x32(u), uvec2(7, i));
    EXPECT(doubleBitsToInt64(double(i)), int64_t(doubleBitsToUint64(double(i))));
    EXPECT(doubleBitsToInt64(1.0LF + double(i - i)), 0x3FF0000000000000L);
    EXPECT(int64BitsToDouble(0x3FF8000000000000L + int64_t(i - i)), 1.5LF);
    EXPECT(uint64BitsToDouble(u64vec2(0x4000000000000000UL)), dvec2(2.0));
}

const int64_t C = abs(-5L) + max(1L, 2L) * sign(-3L);
const uint64_t M = packUint2x32(uvec2(1, 1));
const i64vec2 V = i64vec2(1L << 33, -1) >> 1;

void constants(int i) {
    int sized[int(C)];
    EXPECT(C, 3L);
    EXPECT(sized.length(), 3);
    EXPECT(M, 0x100000001UL);
    EXPECT(010L, 8L);
    EXPECT(10l, 10L);
    EXPECT(1ul, 1UL);
    EXPECT(V, i64vec2(4294967296L, -1L));
    EXPECT(-7L % 4L, -3L + int64_t(i - i));
    EXPECT(float(7L / 2L), 3.0);
    EXPECT(clamp(5UL, 6UL, 7UL), 6UL);
    EXPECT(mix(1L, 2L, true), 2L);
}

void main() {
    int i = gl_VertexID;
    operators(i);
    shifts(i);
    wrapping();
    division_by_zero(i);
    vectors(i);
    conversions(i);
    implicit_conversions(i);
    functions(i);
    comparisons(i);
    packing(i);
    constants(i);
}
