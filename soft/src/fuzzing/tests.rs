//! A short smoke through the fuzz targets' doors, on whatever compiler tests the driver.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::mutate::Chance;
use super::{call_sequences, mutate, shader_text};

/// What a panic said, on any thread: the driver's own doors catch theirs.
fn panics(work: impl FnOnce()) -> Vec<String> {
    use std::sync::{Arc, Mutex};
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _alone = ONE_AT_A_TIME.lock().unwrap();
    let said = Arc::new(Mutex::new(Vec::new()));
    let before = std::panic::take_hook();
    let listener = said.clone();
    std::panic::set_hook(Box::new(move |information| listener.lock().unwrap().push(information.to_string())));
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
    std::panic::set_hook(before);
    let said = said.lock().unwrap().clone();
    assert!(outcome.is_ok() || !said.is_empty());
    said
}

/// Shaders of every stage that compile, as `shader_text` takes them.
const SHADERS: &[&[u8]] = &[
    b"\0\x01#version 330\nin vec4 v; out vec4 o; uniform sampler2D s; uniform int i; void main() { float a[4]; a[i] = v.x; o = texture(s, v.xy) * a[i & 3]; }",
    b"\x08\0#version 330\nin vec4 a; out vec4 v; uniform B { mat4 m; } b; void main() { gl_Position = b.m * a; v = a; }\x01#version 330\nin vec4 v; out vec4 o; void main() { o = v; }",
    b"\x01\0varying vec4 v; void main() { gl_Position = ftransform(); v = gl_Color; }\x01varying vec4 v; void main() { if (v.x > 0.5) discard; gl_FragColor = v; }",
    b"\0\x02#version 400\nlayout(triangles, invocations = 2) in; layout(line_strip, max_vertices = 4) out; void main() { for (int i = 0; i < 3; i++) { gl_Position = gl_in[i].gl_Position; EmitVertex(); } }",
    b"\0\x03#version 400\nlayout(vertices = 3) out; void main() { gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position; gl_TessLevelOuter[gl_InvocationID] = 3.0; gl_TessLevelInner[0] = 2.0; }\x04#version 400\nlayout(triangles) in; void main() { gl_Position = vec4(gl_TessCoord, 1); }",
    b"\0\x05#version 430\nlayout(local_size_x = 8) in; shared uint s[8]; buffer W { uint w[]; }; void main() { s[gl_LocalInvocationIndex] = w[gl_WorkGroupID.x]; barrier(); w[gl_GlobalInvocationID.x] = s[7u - gl_LocalInvocationIndex] / (w[0] - w[0]); }",
    b"\x02\x01#version 300 es\nprecision highp float; out vec4 o; struct S { vec2 a; int b[3]; }; float f(inout float x, S s) { return x++ + s.a.y; } void main() { S s; float x = 1.0; switch (s.b[1]) { case 0: x = f(x, s); default: o = vec4(x); } while (x < 9.0) x *= 1.5; }",
];

fn smoke_shaders(count: u32) {
    let said = panics(|| {
        SHADERS.iter().for_each(|input| shader_text(input));
        let mut chance = Chance(7);
        for _ in 0..count {
            let mut input = SHADERS[chance.below(SHADERS.len())].to_vec();
            for _ in 0..=chance.below(3) {
                input = mutate(&input, 4096, chance.next());
            }
            shader_text(&input);
        }
    });
    assert!(said.is_empty(), "{}", said.join("\n"));
}

fn smoke_calls(count: u32) {
    let said = panics(|| {
        let mut chance = Chance(11);
        for _ in 0..count {
            let length = 20 + chance.below(500);
            let input: Vec<u8> = (0..length).map(|_| (chance.next() >> 11) as u8).collect();
            call_sequences(&input);
        }
    });
    assert!(said.is_empty(), "{}", said.join("\n"));
}

#[test]
fn hostile_shader_texts() {
    smoke_shaders(1000);
}

#[test]
fn hostile_call_sequences() {
    smoke_calls(60);
}
