//! Shaders whose functions call each other twice, level after level: with few levels every call is inlined, with many the functions stay
//! functions. Only few of the levels are called when the shader runs, so that all draw the same.

use crate::egl::{BARE, Session};
use crate::gl::*;
use crate::support;
use std::path::Path;
use std::process::Command;

/// The pixels of a side.
const SIDE: usize = 32;

/// The variables with the number of levels and the child's output file.
const LEVELS: &str = "PICTURES_LEVELS";
const FILE: &str = "PICTURES_FILE";

/// The words of pixels that do not write.
const UNWRITTEN: f32 = -77.0;

/// A shader: the functions of the first level and of each further one, and the value of a pixel. `{n}` is the level, `{m}` the one below, `p` is
/// the position in the picture, and functions call those below only if `d`, which is 2, is not less than their level.
struct Picture {
    name: &'static str,
    first: &'static str,
    next: &'static str,
    value: &'static str,
}

const PICTURES: [Picture; 8] = [
    Picture {
        name: "out and inout parameters, arrays",
        first: "void f0(inout float a[6], out vec2 r, vec2 p, int d) { int i = int(p.x * 5.99); r = p + vec2(a[int(p.y * 5.99)], a[i]); a[i] *= 0.5; a[3] += p.y; }",
        next: "void f{n}(inout float a[6], out vec2 r, vec2 p, int d) {
            if (d < {n}) { f{m}(a, r, p, d); return; }
            vec2 q; f{m}(a, q, p * 0.7, d); f{m}(a, r, p.yx, d); r += q * 0.5; a[int(p.x * 5.99)] += 0.125;
        }",
        value: "float a[6]; for (int i = 0; i < 6; ++i) a[i] = float(i) * 0.1; vec2 r; {top}(a, r, p, d); r += vec2(a[int(p.x * 5.99)], a[3]); o = vec4(r, a[1], a[5]);",
    },
    Picture {
        name: "structures and matrices",
        first: "struct S { mat2 m; vec3 v[2]; bool b; }; S f0(S s, vec2 p, int d) { s.m = s.m * mat2(p.x, 0.5, p.y, -0.25); s.v[p.x > 0.5 ? 1 : 0].yz = p; s.b = !s.b; return s; }",
        next: "S f{n}(S s, vec2 p, int d) { if (d < {n}) return f{m}(s, p, d); S t = f{m}(s, p, d); if (t.b) t.v[0] += s.v[1]; return f{m}(t, p.yx, d); }",
        value: "S s = S(mat2(1.0), vec3[](vec3(p, 1.0), vec3(0.5)), p.y > 0.3); s = {top}(s, p, d); o = vec4(s.m[0] + s.v[0].xy, s.m[1].x + s.v[1].z, s.b);",
    },
    Picture {
        name: "early returns in divergent control flow",
        first: "float f0(float x, int d) { for (int k = 0; k < 8; ++k) { if (x * 10.0 < float(k)) return x + float(k) * 0.05; if (k == 5) { if (x > 0.9) return 2.0; continue; } x += 0.03; } return x; }",
        next: "float f{n}(float x, int d) {
            if (d < {n}) return f{m}(x, d);
            if (x < 0.1) return f{m}(x + 0.5, d);
            switch (int(x * 8.0)) { case 1: return 0.25; case 2: x += f{m}(x, d); break; case 3: x = -x; default: x *= 0.75; }
            return f{m}(x, d) * 0.5 + x;
        }",
        value: "o = vec4({top}(p.x, d), {top}(p.y, d), p.x > p.y ? {top}(p.x * p.y, d) : 0.125, 1.0);",
    },
    Picture {
        name: "calls in loops that pixels leave",
        first: "bool f0(inout float s, float x, int d) { s += x; return s > 1.5; }",
        next: "bool f{n}(inout float s, float x, int d) {
            if (d < {n}) return f{m}(s, x, d);
            for (int k = 0; k < 3; ++k) { if (f{m}(s, x * float(k), d)) return true; if (x > 0.8) break; if (f{m}(s, 0.05, d)) continue; s *= 1.125; }
            return s > 1.0;
        }",
        value: "float s = 0.0; int k = 0; while (true) { if ({top}(s, p.x, d)) break; if (++k > int(p.y * 9.0)) break; } o = vec4(s, float(k), p);",
    },
    Picture {
        name: "discarded pixels",
        first: "float f0(vec2 p, int d) { if (length(p - 0.5) < 0.2) discard; return p.x; }",
        next: "float f{n}(vec2 p, int d) { if (d < {n}) return f{m}(p, d); float s = 0.0; for (int k = 0; ; ++k) { s += f{m}(p + vec2(0.1 * float(k), 0.0), d); if (k > 1) break; } return s + f{m}(p, d); }",
        value: "o = vec4({top}(p, d), dFdx(p.x), 0.0, 1.0);",
    },
    Picture {
        name: "textures and derivatives",
        first: "vec4 f0(vec2 p, int d) { return texture(t, p * 3.0) + vec4(dFdx(p.x), dFdy(p.y), fwidth(p.x * p.y), 0.0); }",
        next: "vec4 f{n}(vec2 p, int d) { if (d < {n}) return f{m}(p, d); return mix(f{m}(p, d), f{m}(p.yx * 0.5, d), 0.25); }",
        value: "o = {top}(p, d);",
    },
    Picture {
        name: "parameters that are textures",
        first: "float f0(sampler2D s, sampler2D r, vec2 p, int d) { return textureLod(s, p, 0.0).x - textureLod(r, p.yx, 0.0).y; }",
        next: "float f{n}(sampler2D s, sampler2D r, vec2 p, int d) { if (d < {n}) return f{m}(s, r, p, d); return f{m}(r, s, p, d) + 0.5 * f{m}(s, s, p * p, d); }",
        value: "o = vec4({top}(t, t, p, d), {top}(t, u, p, d), 0.0, 1.0);",
    },
    Picture {
        name: "global variables, outputs and buffers",
        first: "float g = 0.5; int calls; float list[4]; void f0(float x, int d) { g = g * 0.5 + x; list[calls & 3] += g; ++calls; color.y += 0.0625; }",
        next: "void f{n}(float x, int d) { if (d < {n}) { f{m}(x, d); return; } f{m}(x, d); if (x > 0.4) f{m}(x * 0.5, d); color.x = g; }",
        value: "color = vec4(0.0); calls = 0; list = float[](0.0, 0.0, 0.0, 0.0); {top}(p.x, d); if (p.y > 0.5) {top}(p.y, d); o = vec4(g, float(calls), list[int(p.x * 3.99)], color.x + color.y);",
    },
];

/// Returns the text of a picture's fragment shader.
fn text(picture: &Picture, levels: usize) -> String {
    let functions: String =
        (1..=levels).map(|n| picture.next.replace("{n}", &n.to_string()).replace("{m}", &(n - 1).to_string()) + "\n").collect();
    let value = picture.value.replace("{top}", &format!("f{levels}"));
    format!(
        "#version 450\nlayout(std430, binding = 0) buffer Out {{ vec4 pixels[]; }};\nuniform sampler2D t, u;\nuniform int d = 2;\nout vec4 color;\n{}\n\
         {functions}void main() {{\nivec2 at = ivec2(gl_FragCoord.xy); vec2 p = gl_FragCoord.xy / {SIDE}.0; vec4 o;\n{value}\npixels[at.y * {SIDE} + at.x] = o;\n}}\n",
        picture.first
    )
}

/// Draws all pictures with so many levels in a process of its own. Returns the components of the pixels of each.
fn drawn(vendor: &Path, levels: usize) -> Vec<Vec<f32>> {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pictures {levels} {}", vendor.file_name().unwrap().display()));
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "pictures::child", "--ignored", "--test-threads=1"]);
    command.env(LEVELS, levels.to_string()).env(FILE, &file).env(BARE, "1").env("MESA_SHADER_CACHE_DISABLE", "true");
    // Without LLVM's optimisations compiling takes half the time.
    command.env("GALLIVM_PERF", "nopt");
    command.env("__EGL_VENDOR_LIBRARY_FILENAMES", vendor).env("LIBGL_ALWAYS_SOFTWARE", "1").env_remove("GALLIUM_DRIVER");
    let ended = support::run_for(&mut command, 300);
    assert!(ended.code == 0 && ended.stdout.contains("1 passed"), "{levels} levels: {}", ended.all());
    let bytes = std::fs::read(&file).unwrap();
    let components: Vec<f32> = bytes.chunks_exact(4).map(|word| f32::from_le_bytes(word.try_into().unwrap())).collect();
    components.chunks_exact(SIDE * SIDE * 4).map(<[f32]>::to_vec).collect()
}

#[test]
#[ignore = "run by the other tests, in a process of its own"]
fn child() {
    let (Ok(levels), Ok(file)) = (std::env::var(LEVELS), std::env::var(FILE)) else { return };
    let gl = Session::core();
    let name = |make: &dyn Fn(*mut u32)| {
        let mut name = 0;
        make(&raw mut name);
        name
    };
    gl.BindVertexArray(name(&|id| gl.GenVertexArrays(1, id)));
    gl.BindFramebuffer(FRAMEBUFFER, name(&|id| gl.GenFramebuffers(1, id)));
    let renderbuffer = name(&|id| gl.GenRenderbuffers(1, id));
    gl.BindRenderbuffer(RENDERBUFFER, renderbuffer);
    gl.RenderbufferStorage(RENDERBUFFER, RGBA8, SIDE as i32, SIDE as i32);
    gl.FramebufferRenderbuffer(FRAMEBUFFER, COLOR_ATTACHMENT0, RENDERBUFFER, renderbuffer);
    gl.Viewport(0, 0, SIDE as i32, SIDE as i32);
    // A texture whose levels differ little, so that the choice of a level between two changes little.
    gl.BindTexture(TEXTURE_2D, name(&|id| gl.GenTextures(1, id)));
    for level in 0..4 {
        let side = 8 >> level;
        let texels: Vec<f32> = (0..side * side * 4).map(|at| ((at * 7 + level) % 16) as f32 / 64.0 + level as f32 * 0.01).collect();
        gl.TexImage2D(TEXTURE_2D, level, RGBA32F as i32, side, side, 0, RGBA, FLOAT, texels.as_ptr().cast());
    }
    const TEXTURE_MIN_FILTER: u32 = 0x2801;
    const LINEAR_MIPMAP_LINEAR: i32 = 0x2703;
    gl.TexParameteri(TEXTURE_2D, TEXTURE_MIN_FILTER, LINEAR_MIPMAP_LINEAR);
    let buffer = name(&|id| gl.GenBuffers(1, id));
    gl.BindBuffer(SHADER_STORAGE_BUFFER, buffer);
    gl.BindBufferBase(SHADER_STORAGE_BUFFER, 0, buffer);
    let mut bytes: Vec<u8> = Vec::new();
    for picture in &PICTURES {
        let empty = [UNWRITTEN; SIDE * SIDE * 4];
        let size = size_of_val(&empty) as isize;
        gl.BufferData(SHADER_STORAGE_BUFFER, size, empty.as_ptr().cast(), DYNAMIC_READ);
        let text = text(picture, levels.parse().unwrap());
        let program = crate::linked(&gl, WHOLE_PICTURE, &text).unwrap_or_else(|log| panic!("{}: {log}\n{text}", picture.name));
        gl.UseProgram(program);
        gl.DrawArrays(TRIANGLES, 0, 3);
        gl.MemoryBarrier(u32::MAX);
        let address = gl.MapBufferRange(SHADER_STORAGE_BUFFER, 0, size, MAP_READ_BIT);
        assert!(!address.is_null(), "{}", picture.name);
        // SAFETY: the mapped bytes, which live until the buffer is unmapped.
        bytes.extend(unsafe { core::slice::from_raw_parts(address.cast::<u8>(), size_of_val(&empty)) });
        gl.UnmapBuffer(SHADER_STORAGE_BUFFER);
        gl.DeleteProgram(program);
        gl.expect(NO_ERROR);
    }
    std::fs::write(file, bytes).unwrap();
}

const WHOLE_PICTURE: &str =
    "#version 450\nvoid main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }\n";

#[test]
fn functions_that_are_not_inlined_draw_the_same() {
    // Beyond 20 levels, everything inlined would be a million calls; llvmpipe inlines all.
    let (inlined, called) = (drawn(&crate::pipeline(), 2), drawn(&crate::pipeline(), 24));
    let llvmpipe = drawn(Path::new("/usr/share/glvnd/egl_vendor.d/50_mesa.json"), 2);
    let mut wrong = Vec::new();
    for (((picture, inlined), called), llvmpipe) in PICTURES.iter().zip(inlined).zip(called).zip(llvmpipe) {
        let different = |a: &[f32], b: &[f32], most: f32| a.iter().zip(b).filter(|(a, b)| (*a - *b).abs() > most).count();
        // Pictures of one driver are the same bits. Another one rounds otherwise: a few pixels take another branch, or texels with other weights.
        let (own, others) = (different(&inlined, &called, 0.0), different(&called, &llvmpipe, 0.02));
        let written = called.iter().filter(|component| **component != UNWRITTEN).count();
        println!("{}: {own} components differ, {others} from llvmpipe's, {written} written", picture.name);
        if own > 0 || others > called.len() / 50 || written < called.len() / 2 {
            wrong.push(picture.name);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
