=== vertex: literals of 64 bits have suffixes
#version 400
#extension GL_ARB_gpu_shader_int64 : require
uniform int64_t n; uniform uint64_t u;
void main() {
    int64_t a = 1L + 1l + 0x7FFFFFFFFFFFFFFFL + 0777L; uint64_t b = 1UL + 1ul + 0xFFFFFFFFFFFFFFFFul + 18446744073709551615UL; // good
    uint64_t a = 18446744073709551616UL; // error: does not fit in 64 bits
    int64_t a = 1uL; // error: is not a number
    int64_t a = 1Ul; // error: is not a number
    int64_t a = 1LU; // error: is not a number
    int64_t a = 1LL; // error: is not a number
    int64_t a = 08L; // error: is not a number
    int64_t a = 0xL; // error: is not a number
    int a = 5000000000; // error: does not fit in 32 bits
    int u64vec2 = 2; // error: syntax error: unexpected `u64vec2` after `int`
    gl_Position = vec4(0);
}
=== vertex: literals of 64 bits come with the extension
#version 400
void main() {
    int a = 1;
    int a = 1L; // instead, error: `1L` is not a number
    int int64_t = 1, u64vec2 = 2; gl_Position = vec4(int64_t + u64vec2); // good
    int64_t b = 1; // error: syntax error: unexpected `b` after `int64_t`
    gl_Position = vec4(a);
}
=== vertex: types of 64 bits come with the extension of AMD
#version 400
#extension GL_AMD_gpu_shader_int64 : enable
void main() { i64vec3 v = i64vec3(1L); gl_Position = vec4(v, 1); }
=== vertex: conversions are those of the table
#version 400
#extension GL_ARB_gpu_shader_int64 : require
uniform int64_t n; uniform uint64_t u;
void main() {
    int64_t a = 1; uint64_t b = 1; b = 1u; b = n; double d = n; d = u; i64vec2 v = ivec2(1); dvec2 w = u64vec2(1); // good
    int64_t a = 1u; // error: cannot convert
    int64_t m = u; // error: cannot convert
    float f = n; // error: cannot convert
    int i = n; // error: cannot convert
    uint i = u; // error: cannot convert
    int64_t a = 1.0; // error: cannot convert
    bool b = n; // error: cannot convert
    bool b = n < 1 && n == 2 && u > 3u; int64_t a = n * 2 + (n >> 3u) + (n << 4L); double d = n + 1.0LF; // good
    float f = 1.0 + float(n & 1.0); // error: does not take
    int a[4]; int b = a[n] + a[2L]; a[u] = int(n); // good
    int a[4]; a[4L] = 1; // error: out of range
    int a[4]; a[-1L] = 1; // error: out of range
    int a[4]; a[4294967296L] = 1; // error: out of range
    int a[4]; a[0xFFFFFFFFFFFFFFFFUL] = 1; // error: out of range
    gl_Position = vec4(0);
}
=== vertex: switches take 64 bits
#version 400
#extension GL_ARB_gpu_shader_int64 : require
uniform int64_t n; uniform uint64_t u;
void main() {
    switch (n) { case 1: break; case -4294967296L: break; case 2u: break; default: break; } // good
    switch (u) { case 4294967297UL: break; case 1L: break; } // good
    switch (n) { case 1: break; case 1L: break; } // error: twice
    switch (n) { case 1.0: break; } // error: must be int64_t
    switch (gl_VertexID) { case 1L: break; } // error: must be int
    switch (n) { case n: break; } // error: constant expression
    switch (i64vec2(n)) { default: break; } // error: 64-bit integer
    gl_Position = vec4(0);
}
=== vertex: conversions to more bits win
#version 400
#extension GL_ARB_gpu_shader_int64 : require
int64_t f(int64_t x) { return x; }
float f(float x) { return x; }
void main() {
    int64_t r = f(1);
    int64_t r = f(1u); // instead, error: cannot convert
    gl_Position = vec4(r);
}
=== fragment: inputs of 64 bits are flat, and outputs have 32 bits
#version 400
#extension GL_ARB_gpu_shader_int64 : require
flat in i64vec4 v; // good
in i64vec4 v; // error: must be flat
in B { uint64_t v; }; // error: must be flat
out int64_t v; // error: fragment outputs cannot be
out u64vec2 v; // error: fragment outputs cannot be
void main() {}
