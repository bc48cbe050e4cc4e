=== fragment: implicit conversions
#version 330
in vec4 v; uniform float u; uniform int n; out vec4 o;
void main() {
    int i; i = u; // error: cannot convert float to int in an assignment
    int i = 1.0; // error: cannot convert
    n = v.x < 1.0 ? 1 : 2.5; // error: uniform
}
=== fragment: GLSL 1.10 converts nothing
void main() {
    float f = 1.0;
    float f = 1; // instead, error: cannot convert int to float in an initialiser
}
=== fragment: neither does OpenGL ES
#version 300 es
precision mediump float;
void main() {
    float f = 1.0;
    float f = 1; // instead, error: cannot convert int to float in an initialiser
    int i = 1.0; // error: cannot convert float to int in an initialiser
}
=== fragment: operators check their types
#version 330
in vec4 v; uniform float u; uniform int n; out vec4 o;
void main() {
    mat3 m = mat3(u); vec3 a = m * v.xyz; a = v.xyz * m; m *= m; a *= m; o = vec4(a, 1.0) / 2.0; // good
    uint a = 3u; a <<= 1; a = a % 2u ^ 5u & ~a; int b = 7 >> 1u; o.x = float(a) + float(b); // good
    bool b = u > 1.0 && v == v || !(n != 3) ^^ true; o = b ? v : -v; // good
    float a[2] = float[](1.0, 2.0); float b[2] = a; if (a == b) o.x = a.length(); // good
    o = v + true; // error: does not take
    o = v * mat3(1.0); // error: does not take
    float f = v % 2.0; // error: does not take
    if (u) o = v; // error: must be bool
    bool b = v < v; // error: does not take
    vec2 a; a += v; // error: does not take
    int i = 1; i *= 1.5; // error: cannot combine
}
=== fragment: lvalues are checked
#version 330
in vec4 v; uniform float u; uniform int n; out vec4 o;
void main() {
    vec4 a; a.xy = v.zw; a.wzyx = v; a[1]++; mat2 m; m[1].x = u; o = a * m[0].x; // good
    v = o; // error: `v` is an input
    u = 1.0; // error: `u` is a uniform
    const int c = 1; c = 2; // error: a constant
    vec4 a; a.xx = v.xy; // error: appears twice
    (v.x + 1.0) = u; // error: cannot be assigned
    gl_FragCoord.x = 1.0; // error: read only
    vec4 a = v.xyzr; // error: is not a selection
    vec2 a = v.xy.zw; // error: does not have
}
=== fragment: constructors and built-in functions
#version 330
in vec4 v; uniform float u; uniform int n; out vec4 o;
void main() {
    vec4 a = vec4(v.xyz, 1); a = vec4(n); mat2 m = mat2(v); m = mat2(mat4(1.0)); bvec2 b = bvec2(v.xy); o = a + vec4(m[0], b); // good
    struct S { float a; vec2 b; }; S s = S(1.0, v.xy); S t[2] = S[](s, S(n, vec2(0))); o.xy = t[1].b; // good
    o = vec4(v.xyz); // error: only 3 are given
    o = vec4(v, 1.0); // error: too many
    o = vec4(); // error: needs values
    o = clamp(v); // error: no function fits clamp(vec4)
    mat2 m = mat2(1.0, 2.0, 3.0); // error: only 3
}
=== fragment: constants size arrays
#version 330
in vec4 v; uniform float u; uniform int n; out vec4 o;
void main() {
    float a[n]; // error: constant expression
    float a[0]; // error: greater than zero
    float a[2]; a[2] = 1.0; // error: out of range
    float a[2]; a[-1] = 1.0; // error: negative
    const float c = u; // error: constant expression
    const float c[3] = float[3](1.0, 2.0, 3.0); o.x = c[n] + c[1]; // good
}
=== fragment: arrays without a size are indexed by constants
#version 330
uniform float a[]; uniform int i; out vec4 o;
void main() {
    o = vec4(a[3]);
    o = vec4(a[i]); // instead, error: an array without a size needs constant indices
}
=== fragment: a size follows an array without one
#version 120
float a[]; float a[4];
void main() { a[3] = 1.0; gl_FragColor = vec4(a[0]); }
=== fragment: matrices are made of matrices from GLSL 1.20 on, and in GLSL ES 1.00 as in Mesa and ANGLE
#version 120
#version 110 // instead, error elsewhere: matrices from matrices need version 120
uniform mat4 m; void main() { gl_FragColor = mat4(mat3(m))[0] + vec4(mat2(m)[1], mat3(mat2(m))[2].zz); }
=== fragment: a matrix from a matrix takes only that
#version 100
precision highp float; uniform mat4 m; uniform mat2 n;
void main() {
    gl_FragColor = mat4(mat3(m))[0] + vec4(mat2(m)[1], mat3(mat2(m))[2].zz);
    gl_FragColor = mat4(n, n)[0]; // instead, error: a matrix from a matrix takes only that
}
=== fragment: conversions of expressions
#version 100
precision mediump float;
void main() { gl_FragColor = vec4(mat3(mat4(1.0))[0], 1.0); }
=== fragment: atomic functions take integers
#version 430
buffer B { uint b; };
void main() { atomicAdd(b, 1); }
=== vertex: bounds of integers in GLSL 1.10
uniform int n; void main() { int i = clamp(max(n, 1), 0, min(n, 4)); gl_Position = vec4(float(i)); }
=== vertex: bounds of integers in GLSL 1.20, whose functions are those of floats where a float is valid
#version 120
uniform int n; int a[4];
void main() {
    int i = min(n, 3); i = max(i, 1); a[clamp(n, 0, 3)] = 1; // good
    int i = min(n, 3) / 2; // error: cannot convert float to int
    int i = min(n, 3.0); // error: cannot convert float to int
    int i = abs(n); // error: cannot convert float to int
    gl_Position = vec4(0.0);
}
