//! Tests of control flow: ifs, loops, early returns, switches, calls, arrays.

use super::check;

#[test]
fn nested_ifs() {
    check(
        "",
        "float a = 1.0; if (i > 10) { a = 2.0; if (i > 20) { a += x; } else if (i == 15) a = -1.0; } else { a = x; } gl_Position = vec4(a);",
        |i| {
            let x = i as f32;
            [if i > 20 {
                2.0 + x
            } else if i == 15 {
                -1.0
            } else if i > 10 {
                2.0
            } else {
                x
            }; 4]
        },
    );
}

#[test]
fn branches_too_long_to_flatten() {
    check(
        "",
        "float a = 1.0, b = 2.0; if ((i & 1) == 0) { a = sin(x) + cos(x) * pow(x, 2.0); b = exp(x * 0.01); } else { b = sqrt(x) + tan(x); } gl_Position = vec4(a, b, 0, 0);",
        |i| {
            let x = f64::from(i);
            if i & 1 == 0 {
                [(x.sin() + x.cos() * x * x) as f32, (x * 0.01).exp() as f32, 0.0, 0.0]
            } else {
                [1.0, (x.sqrt() + x.tan()) as f32, 0.0, 0.0]
            }
        },
    );
}

#[test]
fn loops() {
    check(
        "",
        "int n = 0; for (int k = 0; k < i; k++) { if (k == 40) break; if ((k & 1) == 1) continue; n += k; } gl_Position = vec4(n);",
        |i| [(0..i.min(40)).filter(|k| k & 1 == 0).sum::<u32>() as f32; 4],
    );
    check(
        "",
        "int a = 0, b = 1; int k = 0; do { int t = a; a = b; b = t + b; k++; } while (k < (i & 15)); gl_Position = vec4(a, b, k, 0);",
        |i| {
            let (mut a, mut b, mut k) = (0, 1, 0);
            loop {
                (a, b) = (b, a + b);
                k += 1;
                if k >= (i & 15) {
                    break;
                }
            }
            [a as f32, b as f32, k as f32, 0.0]
        },
    );
    check(
        "",
        "int n = 0; for (int k = 0; k < 5; k++) for (int j = 0; j < i; j++) { if (j > k) break; n += j * k; } gl_Position = vec4(n);",
        |i| {
            let mut n = 0;
            for k in 0..5 {
                for j in 0..i {
                    if j > k {
                        break;
                    }
                    n += j * k;
                }
            }
            [n as f32; 4]
        },
    );
    check("", "int k = 0; while (true) { k += 3; if (k > i) break; } gl_Position = vec4(k);", |i| [((i / 3) * 3 + 3) as f32; 4]);
}

#[test]
fn swaps_in_loops_are_parallel() {
    check(
        "",
        "int a = i, b = 100, c = 7; for (int k = 0; k < (i & 7); k++) { int t = a; a = b; b = c; c = t; if (k == 4) continue; a += 1; } gl_Position = vec4(a, b, c, 0);",
        |i| {
            let (mut a, mut b, mut c) = (i, 100, 7);
            for k in 0..(i & 7) {
                (a, b, c) = (b, c, a);
                if k == 4 {
                    continue;
                }
                a += 1;
            }
            [a as f32, b as f32, c as f32, 0.0]
        },
    );
}

#[test]
fn a_result_outlives_a_path_that_returns_none() {
    check(
        "float f(int n) { if (n >= 0) return -float(n); } float g(int n) { for (int k = 0; k < 300; k++) if (k == n) return float(k); }",
        "gl_Position = vec4(f(i), g(i), 0, 0);",
        |i| [-(i as f32), i as f32, 0.0, 0.0],
    );
}

#[test]
fn early_returns() {
    check(
        "float f(int n) { if (n < 10) return 1.0; if (n < 20) { return float(n); } for (int k = 0; k < n; k++) { if (k * k > n) return float(k); } return -1.0; }",
        "gl_Position = vec4(f(i), f(i + 5), 0, 0);",
        |i| {
            let f = |n: u32| {
                if n < 10 {
                    1.0
                } else if n < 20 {
                    n as f32
                } else {
                    (0..).find(|k| k * k > n).unwrap() as f32
                }
            };
            [f(i), f(i + 5), 0.0, 0.0]
        },
    );
    check(
        "float g = 1.0; void f(int n) { g = 2.0; while (true) { if (n > 30) { g = 3.0; return; } n += 7; if (n == 21) { return; } g += 1.0; } }",
        "f(i); gl_Position = vec4(g);",
        |i| {
            let (mut n, mut g) = (i, 2.0);
            loop {
                if n > 30 {
                    g = 3.0;
                    break;
                }
                n += 7;
                if n == 21 {
                    break;
                }
                g += 1.0;
            }
            [g; 4]
        },
    );
    check(
        "",
        "gl_Position = vec4(1); if (i == 3) return; gl_Position = vec4(2); for (int k = 0; k < i; k++) { if (k == 9) { gl_Position.x = 5.0; return; } } gl_Position.w = x;",
        |i| {
            if i == 3 {
                [1.0; 4]
            } else if i > 9 {
                [5.0, 2.0, 2.0, 2.0]
            } else {
                [2.0, 2.0, 2.0, i as f32]
            }
        },
    );
}

#[test]
fn out_parameters_are_copied_back() {
    check(
        "void f(inout float a, out vec2 b, in float c) { a += c; c = 100.0; b = vec2(a, c); if (a > 30.0) return; a = -a; }",
        "float v[3]; v[1] = x; vec4 r = vec4(0); float c = 2.0; f(v[1], r.yw, c); gl_Position = vec4(v[1], r.y, r.w, c);",
        |i| {
            let a = i as f32 + 2.0;
            [if a > 30.0 { a } else { -a }, a, 100.0, 2.0]
        },
    );
}

#[test]
fn switches() {
    check(
        "",
        "float a = 0.0; switch (i & 7) { case 0: a = 1.0; break; case 1: case 2: a = 2.0; case 3: a += 3.0; break; case 5: if (i > 20) break; a = 9.0; break; default: a = x; } gl_Position = vec4(a);",
        |i| {
            [match i & 7 {
                0 => 1.0,
                1 | 2 => 5.0,
                3 => 3.0,
                5 => {
                    if i > 20 {
                        0.0
                    } else {
                        9.0
                    }
                }
                _ => i as f32,
            }; 4]
        },
    );
    check(
        "",
        "int n = 0; for (int k = 0; k < i; k++) { switch (k & 3) { case 0: continue; case 1: n += 1; if (k == 9) continue; default: n += 10; } n += 100; } gl_Position = vec4(n);",
        |i| {
            let mut n = 0;
            for k in 0..i {
                match k & 3 {
                    0 => continue,
                    1 => {
                        n += 1;
                        if k == 9 {
                            continue;
                        }
                        n += 10;
                    }
                    _ => n += 10,
                }
                n += 100;
            }
            [n as f32; 4]
        },
    );
    check(
        "float f(int n) { float r = 0.0; switch (n & 3) { case 0: r = 1.0; case 1: r += 2.0; if (n > 20) return r; break; case 2: return 7.0; default: r = 4.0; } return r * 10.0; }",
        "gl_Position = vec4(f(i));",
        |i| {
            let early = i > 20;
            [match i & 3 {
                0 => {
                    if early {
                        3.0
                    } else {
                        30.0
                    }
                }
                1 => {
                    if early {
                        2.0
                    } else {
                        20.0
                    }
                }
                2 => 7.0,
                _ => 40.0,
            }; 4]
        },
    );
    check("", "float a = 0.0; switch (i) { default: a = 1.0; case 4: a += 2.0; break; case 5: a = 9.0; } gl_Position = vec4(a);", |i| {
        [match i {
            4 => 2.0,
            5 => 9.0,
            _ => 3.0,
        }; 4]
    });
}

#[test]
fn arrays_with_dynamic_indices() {
    check("const float table[5] = float[](1.0, 4.0, 9.0, 16.0, 25.0);", "gl_Position = vec4(table[i % 5]);", |i| {
        let n = (i % 5 + 1) as f32;
        [n * n; 4]
    });
    check(
        "",
        "float a[16]; for (int k = 0; k < 16; k++) a[k] = float(k * k); a[i & 15] = -1.0; if (i > 32) a[3] = 100.0; float s = 0.0; for (int k = 15; k >= 0; k--) s += a[k]; gl_Position = vec4(s, a[3], a[(i + 1) & 15], 0);",
        |i| {
            let mut a: Vec<f32> = (0..16).map(|k| (k * k) as f32).collect();
            a[(i & 15) as usize] = -1.0;
            if i > 32 {
                a[3] = 100.0;
            }
            [a.iter().sum(), a[3], a[((i + 1) & 15) as usize], 0.0]
        },
    );
    check(
        "struct S { vec2 p; float w[3]; };",
        "S s[4]; for (int k = 0; k < 4; k++) { s[k].p = vec2(k, x); for (int j = 0; j < 3; j++) s[k].w[j] = float(k * 10 + j); } S t = s[i & 3]; gl_Position = vec4(t.p, t.w[i % 3], s[2].w[1]);",
        |i| [(i & 3) as f32, i as f32, ((i & 3) * 10 + i % 3) as f32, 21.0],
    );
}

#[test]
fn right_sides_run_only_if_needed() {
    check(
        "int n = 0; bool f(bool r) { n++; return r; }",
        "bool a = f(i > 10) && f(i > 20); bool b = f(i < 5) || f(a); float c = a ? float(n++) : x; gl_Position = vec4(a, b, n, c);",
        |i| {
            let a = i > 20;
            let mut n = if i > 10 { 2 } else { 1 };
            n += if i < 5 { 1 } else { 2 };
            let b = i < 5 || a;
            let c = if a { n as f32 } else { i as f32 };
            if a {
                n += 1;
            }
            [f32::from(a), f32::from(b), n as f32, c]
        },
    );
}

#[test]
fn globals_that_functions_change_in_loops() {
    check(
        "float g = 1.0; float h; void f() { g += 1.0; h = g; }",
        "for (int k = 0; k < (i & 7); k++) { f(); if (k == 5) f(); } gl_Position = vec4(g, h, 0, 0);",
        |i| {
            let n = (i & 7) + u32::from(i & 7 > 5);
            [1.0 + n as f32, if n == 0 { 0.0 } else { 1.0 + n as f32 }, 0.0, 0.0]
        },
    );
}

#[test]
fn indices_into_swizzles_select_the_component() {
    let at = |lane: u32, wanted: u32| if lane % 4 == wanted { -1.0 } else { lane as f32 };
    check("", "vec4 v = vec4(x); v.wzyx[i & 3] = -1.0; gl_Position = v;", |i| [3, 2, 1, 0].map(|index| at(i, index)));
    check("", "vec4 v = vec4(1, 2, 3, 4); gl_Position = vec4(v.yzwx[i & 3]);", |i| [[2.0, 3.0, 4.0, 1.0][i as usize & 3]; 4]);
    check("", "vec3 a[2]; a[0] = a[1] = vec3(x); a[i & 1].zy[i >> 1 & 1] = 0.5; gl_Position = vec4(a[i & 1], 1);", |i| {
        [i as f32, if i & 2 != 0 { 0.5 } else { i as f32 }, if i & 2 == 0 { 0.5 } else { i as f32 }, 1.0]
    });
}

#[test]
fn indices_of_converted_out_arguments_are_those_before_the_call() {
    check("void f(inout int i, out int x) { x = 4; i = 0; }", "vec4 v = vec4(0); int k = i & 3; f(k, v[k]); gl_Position = v;", |i| {
        std::array::from_fn(|component| if component as u32 == i & 3 { 4.0 } else { 0.0 })
    });
}

#[test]
fn cases_share_what_is_declared_in_them() {
    // Lanes that enter at the second label read a variable without a value: 0.
    check("", "switch (i & 1) { case 0: int k = i; default: gl_Position = vec4(k); }", |i| [if i & 1 == 0 { i as f32 } else { 0.0 }; 4]);
    check(
        "",
        "switch (i & 3) { case 0: float a[8]; a[i & 7] = x; break; case 1: a[0] = 5.0; case 2: a[i & 7] += 1.0; gl_Position = vec4(a[i & 7]); }",
        |i| [if matches!(i & 3, 1 | 2) { 1.0 } else { 0.0 }; 4],
    );
}

#[test]
fn a_switch_falls_through_returns_and_continues() {
    check(
        "int f(int n) { int s = 0; for (int k = 0; k < 5; k++) { switch (n + k & 3) { case 0: s += 1; case 1: if (k == 1) continue; s += 10; break; case 2: if (k > 2) return s; } s += 100; } return -s; }",
        "gl_Position = vec4(f(i));",
        |i| {
            let mut s = 0;
            for k in 0..5 {
                let case = (i + k) & 3;
                s += i32::from(case == 0);
                if case < 2 {
                    if k == 1 {
                        continue;
                    }
                    s += 10;
                }
                if case == 2 && k > 2 {
                    return [s as f32; 4];
                }
                s += 100;
            }
            [-s as f32; 4]
        },
    );
}

#[test]
fn loops_and_arrays_of_64_bits() {
    check(
        "#extension GL_ARB_gpu_shader_int64 : require",
        "int64_t sum = 0L; for (int64_t k = 0L; k < int64_t(i); k++) { if ((k & 1L) == 0L) continue; sum += k; } int64_t table[4]; for (int k = 0; k < 4; k++) table[k] = sum + k; \
         gl_Position = vec4(float(sum), float(table[i & 3]), float(table[int64_t(i & 3)]), i > 5 ? float(sum) : -1.0);",
        |i| {
            let sum = (0..i).filter(|k| k % 2 == 1).sum::<u32>() as f32;
            [sum, sum + (i & 3) as f32, sum + (i & 3) as f32, if i > 5 { sum } else { -1.0 }]
        },
    );
}
