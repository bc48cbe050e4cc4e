//! Tests of values: arithmetic, vectors, matrices, built-in functions.

use super::{check, check_with};

#[test]
fn scalars_and_vectors() {
    check("", "gl_Position = vec4(x + 1.0, x * 2.0 - 3.0, -x, x / 4.0);", |i| {
        let x = i as f32;
        [x + 1.0, x * 2.0 - 3.0, -x, x / 4.0]
    });
    check("", "vec3 v = vec3(x, 2.0, 3.0); v.zx += vec2(1.0, 10.0); gl_Position = v.yxzz * 2.0;", |i| {
        let x = i as f32;
        [4.0, (x + 10.0) * 2.0, 8.0, 8.0]
    });
    check("", "vec4 v = vec4(x); v[1] = 7.0; v[i & 3] = -1.0; gl_Position = v;", |i| {
        let x = i as f32;
        let mut v = [x, 7.0, x, x];
        v[(i & 3) as usize] = -1.0;
        v
    });
}

#[test]
fn integers() {
    check("", "uint u = uint(i); gl_Position = vec4(i / 3, i % 5, u >> 1, (i << 2) ^ 5);", |i| {
        [(i / 3) as f32, (i % 5) as f32, (i >> 1) as f32, ((i << 2) ^ 5) as f32]
    });
    check("", "int n = i - 30; gl_Position = vec4(n / 4, n >> 2, abs(n), sign(n));", |i| {
        let n = i as i32 - 30;
        [(n / 4) as f32, (n >> 2) as f32, n.abs() as f32, n.signum() as f32]
    });
    check("", "uint u = uint(i) * 2654435761u; gl_Position = vec4(bitCount(u), findMSB(u), findLSB(i), bitfieldExtract(i, 1, 3));", |i| {
        let u = i.wrapping_mul(2_654_435_761);
        let msb = if u == 0 { -1.0 } else { (31 - u.leading_zeros()) as f32 };
        let lsb = if i == 0 { -1.0 } else { i.trailing_zeros() as f32 };
        let field = (i >> 1) & 7;
        [u.count_ones() as f32, msb, lsb, if field >= 4 { field as f32 - 8.0 } else { field as f32 }]
    });
    check(
        "",
        "uint c; uint s = uaddCarry(uint(i) << 27, 0x80000000u, c); gl_Position = vec4(c, s >> 27, bitfieldInsert(255u, uint(i), 2, 3), 0);",
        |i| {
            let (s, c) = (i << 27).overflowing_add(0x8000_0000);
            [u32::from(c) as f32, (s >> 27) as f32, ((255 & !(7 << 2)) | ((i & 7) << 2)) as f32, 0.0]
        },
    );
    check("", "ivec2 h, l; imulExtended(ivec2(i, -i), ivec2(0x7FFFFFFF), h, l); gl_Position = vec4(h, l.x & 255, l.y & 255);", |i| {
        let (a, b) = (i64::from(i) * 0x7FFF_FFFF, -i64::from(i) * 0x7FFF_FFFF);
        [(a >> 32) as f32, (b >> 32) as f32, (a & 255) as f32, (b & 255) as f32]
    });
}

#[test]
fn matrices() {
    check("", "mat3 m = mat3(1, 2, 3, 4, 5, 6, 7, 8, x); vec3 v = m * vec3(1, x, 2); gl_Position = vec4(v, determinant(m));", |i| {
        let x = i as f32;
        let d = 1.0 * (5.0 * x - 48.0) - 4.0 * (2.0 * x - 24.0) + 7.0 * (12.0 - 15.0);
        [1.0 + 4.0 * x + 14.0, 2.0 + 5.0 * x + 16.0, 3.0 + 6.0 * x + 2.0 * x, d]
    });
    check("", "mat4 m = mat4(2); m[3] = vec4(1, 2, 3, 1); m[0][1] = x; gl_Position = m * inverse(m) * vec4(1, 2, 3, 4);", |_| {
        [1.0, 2.0, 3.0, 4.0]
    });
    check("", "mat2x3 m = mat2x3(1, 2, 3, 4, 5, x); mat3x2 t = transpose(m); mat2 p = t * m; gl_Position = vec4(p[0], p[1]);", |i| {
        let x = i as f32;
        [14.0, 4.0 + 10.0 + 3.0 * x, 14.0 + 3.0 * x, 41.0 + x * x]
    });
    check(
        "",
        "mat4 m = mat4(mat2(1, 2, 3, 4)); gl_Position = vec4(m[i & 3][0], m[1][1], m[2][2], (vec2(x, 1) * mat2(1, 2, 3, 4)).y);",
        |i| [[1.0, 3.0, 0.0, 0.0][(i & 3) as usize], 4.0, 1.0, 3.0 * i as f32 + 4.0],
    );
    check("", "mat2 m = outerProduct(vec2(x, 2), vec2(3, 4)); m *= 2.0; gl_Position = vec4(m[0], matrixCompMult(m, m)[1]);", |i| {
        let x = i as f32;
        [6.0 * x, 12.0, 64.0 * x * x, 256.0]
    });
}

#[test]
fn common_functions() {
    check("", "float y = x - 20.5; gl_Position = vec4(floor(y), ceil(y), fract(y), mod(y, 3.0));", |i| {
        let y = i as f32 - 20.5;
        [y.floor(), y.ceil(), y - y.floor(), y - 3.0 * (y / 3.0).floor()]
    });
    check("", "gl_Position = vec4(clamp(x, 10.0, 20.0), mix(x, 10.0, 0.25), step(12.0, x), smoothstep(10.0, 20.0, x));", |i| {
        let x = i as f32;
        let t = ((x - 10.0) / 10.0).clamp(0.0, 1.0);
        [x.clamp(10.0, 20.0), x * 0.75 + 2.5, f32::from(x >= 12.0), t * t * (3.0 - 2.0 * t)]
    });
    check("", "float w; float f = modf(x * 0.75 - 9.0, w); int e; float s = frexp(x + 0.5, e); gl_Position = vec4(f, w, s, e);", |i| {
        let v = i as f32 * 0.75 - 9.0;
        let (mut s, mut e) = (i as f32 + 0.5, 0);
        while s >= 1.0 {
            (s, e) = (s / 2.0, e + 1);
        }
        [v - v.trunc(), v.trunc(), s, e as f32]
    });
    check("", "gl_Position = vec4(ldexp(x, 3), isnan(x / 0.0), isinf(x / 0.0), any(lessThan(vec3(x), vec3(3, 5, 1))));", |i| {
        let x = i as f32;
        [x * 8.0, f32::from(i == 0), f32::from(i != 0), f32::from(i < 5)]
    });
}

#[test]
fn exponential_functions() {
    check("", "float y = x * 0.1 - 3.0; gl_Position = vec4(sinh(y), cosh(y), tanh(y), asinh(y));", |i| {
        let y = f64::from(i as f32 * 0.1 - 3.0);
        [y.sinh() as f32, y.cosh() as f32, y.tanh() as f32, y.asinh() as f32]
    });
    check("", "float y = x * 0.03 - 0.95; gl_Position = vec4(exp(y), log(x + 1.0), acosh(x + 1.0), atanh(y));", |i| {
        let (x, y) = (f64::from(i), f64::from(i as f32 * 0.03 - 0.95));
        [y.exp() as f32, (x + 1.0).ln() as f32, (x + 1.0).acosh() as f32, y.atanh() as f32]
    });
    check("", "float y = x * 0.03 - 0.95; gl_Position = vec4(sin(x), cos(x), pow(x, 1.5), atan(y, x - 30.5));", |i| {
        let x = f64::from(i);
        let y = f64::from(i as f32 * 0.03 - 0.95);
        [x.sin() as f32, x.cos() as f32, x.powf(1.5) as f32, y.atan2(x - 30.5) as f32]
    });
    check("", "gl_Position = vec4(radians(x), degrees(x), inversesqrt(x + 1.0), exp2(x * 0.125));", |i| {
        let x = f64::from(i);
        [x.to_radians() as f32, x.to_degrees() as f32, (1.0 / (x + 1.0).sqrt()) as f32, (x * 0.125).exp2() as f32]
    });
}

#[test]
fn geometric_functions() {
    check("", "vec3 v = vec3(x, 2, 3); gl_Position = vec4(cross(v, vec3(1, 2, 3)), dot(v, v));", |i| {
        let x = i as f32;
        [0.0, 3.0 - 3.0 * x, 2.0 * x - 2.0, x * x + 13.0]
    });
    check("", "vec3 v = vec3(x, 4, 3); gl_Position = vec4(normalize(v), length(v.yz) + distance(v.x, 1.0));", |i| {
        let x = i as f32;
        let l = (x * x + 25.0).sqrt();
        [x / l, 4.0 / l, 3.0 / l, 5.0 + (x - 1.0).abs()]
    });
    check("", "vec2 v = vec2(0.6, -0.8); vec2 n = vec2(0, 1); gl_Position = vec4(reflect(v, n), refract(v, n, x * 0.05));", |i| {
        let eta = f64::from(i) * 0.05;
        let k = 1.0 - eta * eta * (1.0 - 0.64);
        let bent = if k < 0.0 { [0.0, 0.0] } else { [eta * 0.6, eta * -0.8 - (eta * -0.8 + k.sqrt())] };
        [0.6, 0.8, bent[0] as f32, bent[1] as f32]
    });
}

#[test]
fn packing() {
    check("", "vec4 c = unpackUnorm4x8(packUnorm4x8(vec4(x / 64.0, 0, 1, 2))); gl_Position = c;", |i| {
        [(i as f32 / 64.0 * 255.0).round_ties_even() / 255.0, 0.0, 1.0, 1.0]
    });
    check(
        "",
        "vec2 h = unpackHalf2x16(packHalf2x16(vec2(x, -0.5))); vec2 s = unpackSnorm2x16(packSnorm2x16(vec2(-1, x))); gl_Position = vec4(h, s);",
        |i| [i as f32, -0.5, -1.0, if i == 0 { 0.0 } else { 1.0 }],
    );
}

#[test]
fn doubles() {
    check("", "double d = double(x) / 3.0LF; dvec2 v = dvec2(d, 2.0LF) * 3.0LF; gl_Position = vec4(v, float(d * d), d < 2.0LF);", |i| {
        let d = f64::from(i) / 3.0;
        [(d * 3.0) as f32, 6.0, (d * d) as f32, f32::from(d < 2.0)]
    });
    check(
        "",
        "dmat2 m = dmat2(1, 2, 3, x); dvec2 v = inverse(m) * (m * dvec2(5, 7)); int e; double s = frexp(double(x), e); gl_Position = vec4(v, float(ldexp(s, e)), floor(sqrt(double(x))));",
        |i| {
            let x = f64::from(i);
            let singular = i == 6;
            let nan = f32::NAN;
            [if singular { nan } else { 5.0 }, if singular { nan } else { 7.0 }, x as f32, x.sqrt().floor() as f32]
        },
    );
    check(
        "",
        "double d = 1.0LF; if (i > 5) { d = double(i); } for (int k = 0; k < (i & 3); k++) d += 0.5LF; gl_Position = vec4(d);",
        |i| {
            let d = if i > 5 { i as f32 } else { 1.0 } + (i & 3) as f32 * 0.5;
            [d; 4]
        },
    );
}

#[test]
fn constant_expressions_have_the_bits_of_run_time() {
    const FLOATS: [&str; 46] = [
        "sin(P)",
        "cos(P)",
        "tan(P)",
        "asin(P)",
        "acos(P)",
        "atan(P)",
        "atan(P, Q)",
        "sinh(P)",
        "cosh(P)",
        "tanh(P)",
        "asinh(P)",
        "acosh(Q)",
        "atanh(P)",
        "pow(P, Q)",
        "exp(P)",
        "log(P)",
        "exp2(P)",
        "log2(P)",
        "sqrt(P)",
        "inversesqrt(P)",
        "radians(P)",
        "degrees(P)",
        "mod(Q, P)",
        "fract(Q)",
        "mix(P, Q, 0.3)",
        "step(P, Q)",
        "smoothstep(0.1, Q, P)",
        "fma(P, Q, P)",
        "ldexp(P, 5)",
        "P / Q",
        "P * Q - Q / 3.0",
        "length(vec3(P, Q, 1.7))",
        "distance(vec2(P, Q), vec2(Q, P))",
        "dot(vec4(P), vec4(Q, 1.1, P, 2.3))",
        "cross(vec3(P, Q, 1), vec3(Q, P, 3)).y",
        "normalize(vec3(P, Q, 0.1)).z",
        "reflect(vec2(P, Q), vec2(0.6, 0.8)).x",
        "refract(vec2(P, -Q), vec2(0.6, 0.8), P).y",
        "faceforward(vec2(P), vec2(Q), vec2(-1)).x",
        "determinant(mat4(P, Q, 1, 2, Q, P, 3, 4, 7, 5, P, Q, 1, 3, Q, P))",
        "inverse(mat3(P, Q, 1, 2, Q, P, 3, 4, 7))[2].y",
        "(mat2x3(P, Q, 1, 2, Q, P) * vec2(Q, P)).z",
        "(vec3(P, Q, 1) * mat3(P)).y",
        "unpackHalf2x16(packHalf2x16(vec2(P, Q))).y",
        "unpackSnorm4x8(packSnorm4x8(vec4(P, -P, Q, 0))).x",
        "float(double(P) / double(Q))",
    ];
    const INTS: [&str; 16] = [
        "U / V",
        "U % V",
        "V / (U - U)",
        "U << V",
        "U >> (V & 3)",
        "bitfieldExtract(U, 3, V & 7)",
        "bitfieldInsert(U, V, 5, 9)",
        "bitfieldReverse(U)",
        "bitCount(U)",
        "findMSB(-U)",
        "findLSB(U)",
        "abs(U - V)",
        "sign(-U)",
        "clamp(U, V, 9)",
        "int(uint(U) / 3u)",
        "int(float(U) * 1e30)",
    ];
    let one = |at: usize, expression: &str, bits: &str| {
        let run_time = expression.replace('P', "p").replace('Q', "q").replace('U', "u").replace('V', "v");
        // The length of an array must be constant.
        format!(
            "const int c{at} = {bits}({expression}); int n{at}[(c{at} & 0) + 1]; n{at}[0] = c{at}; if (n{at}[0] != {bits}({run_time})) wrong = {at};\n"
        )
    };
    let floats = FLOATS.iter().enumerate().map(|(at, expression)| one(at + 1, expression, "floatBitsToInt"));
    let ints = INTS.iter().enumerate().map(|(at, expression)| one(at + 101, expression, "int"));
    let tests: String = floats.chain(ints).collect();
    check_with(
        "const float P = 0.7, Q = 2.9; const int U = 1234567, V = 11; uniform float p, q; uniform int u, v;",
        &format!("int wrong = 0;\n{tests} gl_Position = vec4(wrong);"),
        &[0.7_f32.to_bits(), 2.9_f32.to_bits(), 1_234_567, 11],
        |_| [0.0; 4],
    );
}
