//! Compute shaders, whose results go to a storage buffer.

use super::*;

/// Words of the storage buffer.
const WORDS: usize = 256;

/// Runs a compute shader, whose body writes to `o[]`, as a module and as text.
fn results(declarations: &str, body: &str) -> Vec<u32> {
    let text = format!(
        "#version 450\nlayout(local_size_x = 4) in;\nlayout(std430, binding = 0) buffer Out {{ uint o[]; }};\n\
         layout(std430, binding = 1) buffer In {{ float f[16]; int n[16]; }};\n{declarations}\n\
         int at = 0;\nvoid put(uint x) {{ o[gl_GlobalInvocationID.x * 32u + uint(at++)] = x; }}\nvoid put(int x) {{ put(uint(x)); }}\n\
         void put(float x) {{ put(floatBitsToUint(x)); }}\nvoid put(bool x) {{ put(x ? 1u : 0u); }}\n\
         void put(vec2 x) {{ put(x.x); put(x.y); }}\nvoid put(vec3 x) {{ put(x.xy); put(x.z); }}\nvoid put(vec4 x) {{ put(x.xyz); put(x.w); }}\n\
         void put(ivec2 x) {{ put(x.x); put(x.y); }}\nvoid put(ivec4 x) {{ put(x.xy); put(x.zw); }}\n\
         void put(uvec2 x) {{ put(x.x); put(x.y); }}\nvoid put(double x) {{ put(unpackDouble2x32(x)); }}\n\
         void main() {{\n int i = int(gl_LocalInvocationID.x);\n{body}\n}}\n"
    );
    both(&[(GL_COMPUTE_SHADER, &text)], |gl, _| {
        let floats = [0.5f32, -1.25, 3.0, 7.75, 100.0, -0.0, 0.1, 2.5, -3.5, 1e10, 1e-10, 8.0, 9.0, -7.0, 0.3, 0.7];
        let numbers = [1u32, 2, 3, 5, 8, 13, 21, 34, u32::MAX, -7i32 as u32, 0x1234_5678, 0x8000_0000, 17, 0, 100, 6];
        let inputs: Vec<u32> = floats.iter().map(|float| float.to_bits()).chain(numbers).collect();
        let input = gl.buffer(GL_SHADER_STORAGE_BUFFER, &inputs);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, input);
        let output = gl.buffer(GL_SHADER_STORAGE_BUFFER, &[0xEEEE; WORDS]);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, output);
        glDispatchCompute(2, 1, 1);
        glMemoryBarrier(GL_ALL_BARRIER_BITS);
        gl.words(GL_SHADER_STORAGE_BUFFER, WORDS)
    })
}

#[test]
fn arithmetic() {
    let words = results(
        "",
        "float a = f[i], b = f[i + 4]; int m = n[i], k = n[i + 8];
         put(a + b); put(a - b); put(a * b); put(a / 4.0); put(mod(b, 3.0)); put(-a);
         put(m + k); put(m - k); put(m * k); put(k / m); put(k / (m + 100)); put(uint(k) / 7u); put(uint(k) % 7u);
         put(k >> 2); put(uint(k) >> 2); put(k << 3); put(k & 0xFF); put(k | m); put(k ^ m); put(~k);
         put(int(a)); put(uint(abs(a))); put(float(k)); put(float(uint(k)));
         put(a < b); put(a >= b); put(m == k); put(uint(k) > 5u); put(a != a);",
    );
    assert_eq!(f32::from_bits(words[0]), 100.5);
}

#[test]
fn vectors_and_matrices() {
    results(
        "struct S { vec3 a; mat2x3 m; int k[3]; };",
        "vec4 v = vec4(f[i], f[i + 1], f[i + 2], f[i + 3]); v.zx = v.yw; v[i] += 2.0; put(v);
         mat3 m = mat3(v.xyz, v.yzw, v.zwx); m[1][i % 3] = 4.0; put(m * v.xyz); put(v.xyz * m); put((m * transpose(m))[1]);
         put(determinant(m)); put(outerProduct(v.xy, v.zw)[1]); put(m[i % 3]);
         S s; s.a = v.xyz; s.m = mat2x3(v.xyz, v.yzw); s.k = int[3](1, 2, 3); s.k[i % 3] += 7; S t = s; t.m[1].y = 9.0;
         put(t.m * vec2(1, 2)); put(t.k[i % 3] + s.k[1]); put(s == t); put(matrixCompMult(t.m, s.m)[1].y);",
    );
}

#[test]
fn constant_arrays_and_swizzled_selection() {
    results(
        "const float table[20] = float[](1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20);",
        "put(table[i * 3 + 1]); put(table[19]); bvec2 c = bvec2(i > 1, i < 3); put(mix(vec2(1, 2), vec2(3, 4), c));
         put(any(c)); put(all(c)); put(not(c).x); put(i > 2 ? f[1] : f[2]); put(equal(ivec2(i, 1), ivec2(1, i)).x);",
    );
}

#[test]
fn loops_with_breaks_continues_and_returns() {
    results(
        "int early(int k) { for (int j = 0; j < 10; j++) { if (j == k) return j * 10; if (j > 6) break; } return -1; }
         int nested(int k) { int s = 0; for (int a = 0; a < 5; ++a) { for (int b = 0; b < 5; ++b) { if (b == k) continue; if (a * b > 7) break; s += a * b; }
           if (s > 20) return s; } return -s; }",
        "put(early(i)); put(early(i + 6)); put(nested(i)); int s = 0, j = 0;
         while (true) { j++; if ((j & 1) == 0) continue; if (j > 9 + i) break; s += j; } put(s);
         do { s -= 3; if (s < 5) break; } while (s > i && s != 11); put(s);
         for (int a = 0, b = 9; a < b && (a != i || b > 4); a++, b -= (a > 1 ? 2 : 1)) { s += a * b; } put(s);
         int z = 0; for (;;) { if (z++ > i) break; } put(z);",
    );
}

#[test]
fn switches_that_fall_through_and_leave_loops() {
    results(
        "int pick(int k) { switch (k) { case 0: return 5; case 1: case 2: k += 10; case 3: k += 100; break; case 7: discardless(k); default: k = -k; } return k; }"
            .replace("discardless(k);", "k *= 2; break;")
            .as_str(),
        "for (int k = 0; k < 9; k++) put(pick(k));
         int s = 0; for (int k = 0; k < 8; k++) { switch (k + i) { case 2: s += 1; continue; case 3: s += 10; break; case 6: s += 100; if (s > 105) break; s += 7; default: s += 1000; } s += 3; }
         put(s); switch (i) { case 0: default: s = 1; if (n[0] == 1) { s = 2; break; } s = 3; break; case 1: for (int k = 0; k < 4; k++) { switch (k) { case 2: break; default: s++; } } } put(s);",
    );
}

#[test]
fn functions_with_all_directions_and_arrays() {
    results(
        "void change(in float a, inout vec2 b, out int c) { b += a; c = int(b.x) + 1; a = 7.0; b.y = a; }
         float sum(float v[5]) { float s = 0.0; for (int k = 0; k < 5; k++) s += v[k]; return s; }
         void fill(inout float v[5], int from) { for (int k = from; k < 5; k++) v[k] = float(k * from); }
         int global = 3; int next() { return global++; } void bump(inout int x) { x += 5; global = x * 2; }",
        "vec2 b = vec2(f[i]); int c; change(2.0, b, c); put(b); put(c); float v[5]; fill(v, 0); fill(v, i); put(sum(v)); put(next() + next() * 10);
         bump(global); put(global); vec2 w[3]; w[0] = w[1] = w[2] = b; change(1.0, w[i % 3], c); put(w[0]); put(w[1]); put(w[2]); put(c);",
    );
}

#[test]
fn built_in_functions() {
    results(
        "",
        "float a = f[i], b = abs(f[i + 6]); put(sin(a)); put(cos(a)); put(atan(a, b)); put(pow(b, 1.5)); put(exp2(a)); put(log(b + 1.0)); put(sqrt(b)); put(inversesqrt(b + 1.0));
         put(floor(a)); put(fract(a)); put(round(a)); put(sign(a)); put(clamp(a, -1.0, 2.0)); put(mix(a, b, 0.25)); put(step(a, 1.0)); put(smoothstep(-2.0, 5.0, a));
         put(length(vec3(a, b, 1))); put(dot(vec2(a, b), vec2(2, 3))); put(normalize(vec2(a, 3)).x); put(cross(vec3(a, b, 1), vec3(1, 2, 3)).z); put(reflect(vec2(a, b), vec2(0, 1)).y);
         put(isnan(a)); put(fma(a, b, 1.0));",
    );
    results(
        "",
        "int k = n[i + 8]; uint u = uint(n[i + 7]); put(bitCount(k)); put(bitfieldReverse(u)); put(findLSB(k)); put(findMSB(k)); put(findMSB(u)); put(bitfieldExtract(k, 3, 7)); put(bitfieldExtract(u, 3, 7));
         put(bitfieldInsert(k, 5, 4, 3)); uint c; put(uaddCarry(u, 0xFFFFFF00u, c)); put(c); put(usubBorrow(u, 77u, c)); put(c); uint h, l; umulExtended(u, u, h, l); put(h); put(l);
         int ih, il; imulExtended(k, k, ih, il); put(ih); put(il); float w; put(modf(f[i], w)); put(w); int e; put(frexp(f[i], e)); put(e); put(ldexp(f[i], 3));
         put(packHalf2x16(vec2(f[i], 2))); put(packUnorm4x8(vec4(f[i], 0.5, 0.2, 1))); put(unpackSnorm2x16(u)); put(min(k, 5)); put(max(u, 9u)); put(abs(k)); put(sign(k));",
    );
}

#[test]
fn doubles() {
    results(
        "layout(std430, binding = 1) readonly buffer Again { dvec2 again[]; };".replace("layout(std430, binding = 1) readonly buffer Again { dvec2 again[]; };", "").as_str(),
        "double a = double(f[i]), b = double(f[i + 4]); put(a + b); put(a * b); put(a / 4.0lf); put(floor(a)); put(sqrt(abs(b))); put(a < b); put(float(a * 2.0lf)); put(int(a)); put(double(n[i + 8]));
         dvec3 v = dvec3(a, b, 1); dmat3 m = dmat3(v, v.yzx, v.zxy); put((m * v).y); put(packDouble2x32(uvec2(n[i], 0x40000000)));",
    );
}

#[test]
fn shared_memory_atomics_and_barriers() {
    let words = results(
        "shared uint total; shared int low; shared float parts[4];",
        "if (i == 0) { total = 0u; low = 100; } barrier(); atomicAdd(total, uint(i) + 1u); atomicMin(low, n[i + 8]); parts[i] = f[i]; barrier();
         put(total); put(low); put(parts[3 - i]); put(atomicOr(o[200 + i], 0x10u)); put(atomicExchange(o[204 + i], 3u)); put(atomicCompSwap(o[208 + i], 0xEEEEu, 7u)); put(o[208 + i]); put(o.length()); put(atomicMax(o[220 + i], 0xFFFFFFF0u));",
    );
    assert_eq!(words[0], 10);
}

#[test]
fn blocks_of_every_layout() {
    let declarations = "struct P { vec3 a; float b; mat2 m; };
         layout(std140, binding = 3) uniform A { float a0; vec3 a1; mat3 a2; float a3[3]; P a4[2]; layout(row_major) mat2x3 a5; } a;
         layout(std430, binding = 4) buffer B { float b0; vec3 b1; layout(row_major) mat3x2 b2; float b3[3]; P b4[]; } b[2];";
    let body = "put(a.a0); put(a.a1); put(a.a2[i % 3]); put(a.a3[i % 3]); put(a.a4[i & 1].m[1]); put(a.a5[1]);
         put(b[1].b1.z); b[0].b3[i % 3] = 5.0; put(b[0].b3[0]); put(b[i & 1].b2[2]); put(b[1].b4[1].a); b[1].b4[0].m[1] = vec2(7, 8); put(b[1].b4.length()); P p = b[1].b4[0]; put(p.m[1]); b[0].b4[1] = p; put(b[0].b4[1].b);";
    let text = format!(
        "#version 450\nlayout(local_size_x = 2) in;\nlayout(std430, binding = 0) buffer Out {{ uint o[]; }};\n{declarations}\nint at = 0;
         void put(uint x) {{ o[gl_LocalInvocationID.x * 64u + uint(at++)] = x; }} void put(int x) {{ put(uint(x)); }} void put(float x) {{ put(floatBitsToUint(x)); }}
         void put(vec2 x) {{ put(x.x); put(x.y); }} void put(vec3 x) {{ put(x.xy); put(x.z); }}
         void main() {{ int i = int(gl_LocalInvocationID.x); {body} }}"
    );
    let words = both(&[(GL_COMPUTE_SHADER, &text)], |gl, _| {
        let data: Vec<u32> = (0..128u32).map(|word| (word as f32).to_bits()).collect();
        let uniform = gl.buffer(GL_UNIFORM_BUFFER, &data);
        glBindBufferBase(GL_UNIFORM_BUFFER, 3, uniform);
        for binding in [4, 5] {
            let storage = gl.buffer(GL_SHADER_STORAGE_BUFFER, &data[..64 + binding as usize * 8]);
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, storage);
        }
        let output = gl.buffer(GL_SHADER_STORAGE_BUFFER, &[0xEEEE; WORDS]);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, output);
        glDispatchCompute(1, 1, 1);
        glMemoryBarrier(GL_ALL_BARRIER_BITS);
        gl.words(GL_SHADER_STORAGE_BUFFER, WORDS)
    });
    assert_eq!(f32::from_bits(words[1]), 4.0, "a vec3 of std140 begins at byte 16");
}

#[test]
fn specialization_constants_change_sizes_values_and_work_groups() {
    let text = "#version 450\nlayout(local_size_x_id = 1, local_size_y = 1) in;\nlayout(constant_id = 2) const int count = 3;\nlayout(constant_id = 3) const float scale = 1.5;\n\
         layout(constant_id = 4) const bool flag = false;\nlayout(std430, binding = 0) buffer Out { float o[]; };\nconst int twice = count * 2 + 1;\n\
         void main() { float a[twice]; for (int k = 0; k < twice; k++) a[k] = float(k) * scale; float s = 0.0; for (int k = 0; k < a.length(); k++) s += a[k];\n\
         o[gl_LocalInvocationID.x] = flag ? -s : s; o[8] = float(gl_WorkGroupSize.x); }";
    let binary = module(GL_COMPUTE_SHADER, text);
    let run = |constants: &[(u32, u32)]| {
        let gl = Gl::new(core());
        link(&gl, &[(GL_COMPUTE_SHADER, binary.clone())], constants);
        let output = gl.buffer(GL_SHADER_STORAGE_BUFFER, &[0; 16]);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, output);
        glDispatchCompute(1, 1, 1);
        gl.words(GL_SHADER_STORAGE_BUFFER, 16).into_iter().map(f32::from_bits).collect::<Vec<f32>>()
    };
    let usual = run(&[]);
    assert_eq!((usual[0], usual[1], usual[8]), (31.5, 0.0, 1.0));
    let special = run(&[(1, 4), (2, 1), (3, 2f32.to_bits()), (4, 1)]);
    assert_eq!((special[0], special[3], special[4], special[8]), (-6.0, -6.0, 0.0, 4.0));
}

#[test]
fn images_and_counters() {
    let text = "#version 450\nlayout(local_size_x = 4) in;\nlayout(std430, binding = 0) buffer Out { uint o[]; };\nlayout(binding = 2, r32ui, location = 0) uniform uimage2D image;\n\
         layout(binding = 0, offset = 4) uniform atomic_uint counter;\nvoid main() { ivec2 at = ivec2(gl_LocalInvocationID.x, 1); imageStore(image, at, uvec4(at.x + 5)); o[at.x] = imageLoad(image, at).x;\n\
         o[at.x + 4] = imageAtomicAdd(image, at, 3u); o[at.x + 8] = imageAtomicCompSwap(image, at, 8u, 100u); o[at.x + 12] = imageLoad(image, at).x; o[16] = uint(imageSize(image).y);\n\
         atomicCounterIncrement(counter); if (at.x == 3) atomicCounterDecrement(counter); }";
    let words = both(&[(GL_COMPUTE_SHADER, text)], |gl, _| {
        let mut texture = 0;
        glCreateTextures(GL_TEXTURE_2D, 1, &raw mut texture);
        glTextureStorage2D(texture, 1, GL_R32UI, 4, 2);
        glBindImageTexture(2, texture, 0, 0, 0, GL_READ_WRITE, GL_R32UI);
        let counters = gl.buffer(GL_ATOMIC_COUNTER_BUFFER, &[7, 7]);
        glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, counters);
        let output = gl.buffer(GL_SHADER_STORAGE_BUFFER, &[0xEEEE; 20]);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, output);
        glDispatchCompute(1, 1, 1);
        glMemoryBarrier(GL_ALL_BARRIER_BITS);
        let mut words = gl.words(GL_SHADER_STORAGE_BUFFER, 20);
        words.extend(gl.words(GL_ATOMIC_COUNTER_BUFFER, 2));
        words
    });
    assert_eq!((words[0], words[8], words[12], words[15], words[21]), (5, 8, 100, 11, 10));
}

#[test]
fn integers_of_64_bits() {
    let words = results(
        "#extension GL_ARB_gpu_shader_int64 : require\n#define PUT(x) put(unpackUint2x32(uint64_t(x)))\nstruct S { int64_t a; u64vec3 v; };",
        "int64_t a = int64_t(n[i]) << 33 | int64_t(7), b = int64_t(n[i + 8]); uint64_t u = uint64_t(a) * 0x123456789UL, w = uint64_t(b);
         PUT(a + b); PUT(a - b); PUT(a * b); PUT(a / (b | 1L)); PUT(u / (w | 1UL)); PUT(u % 1000UL); PUT(-a); PUT(~a);
         PUT(a >> 3); PUT(u >> 3u); PUT(a << (i * 9)); put(a < b); put(u > w); put(a == b);",
    );
    assert_eq!((words[0], words[1]), (6, 2));
    results(
        "#extension GL_ARB_gpu_shader_int64 : require\n#define PUT(x) put(unpackUint2x32(uint64_t(x)))\nstruct S { int64_t a; u64vec3 v; };",
        "int64_t a = int64_t(n[i]) << 33, b = int64_t(n[i + 8]); S s; s.a = abs(b); s.v = u64vec3(a, b, i); s.v.y += 5UL;
         PUT(s.v.y); PUT(min(a, b)); PUT(max(uint64_t(a), uint64_t(b))); PUT(clamp(b, -3L, 10L)); PUT(sign(b)); PUT(s.a);
         put(float(a)); PUT(int64_t(f[i] * 1e9)); put(double(b)); put(int(a >> 30)); put(bool(b));
         PUT(doubleBitsToInt64(double(f[i]))); put(int64BitsToDouble(0x3FF0000000000000L + b)); put(unpackInt2x32(packInt2x32(ivec2(i, 9))));
         put(lessThan(i64vec2(a, b), i64vec2(b, a)).x); PUT(mix(i64vec2(a, b), i64vec2(1L, 2L), bvec2(i > 1, i < 2)).y);",
    );
}
