//! The programs that call sequences draw with, linked once for the process: all stages, every kind of resource, an endless loop.

use super::gl::Gl;
use crate::command::program::linked_by_hand;
use crate::object::linked::Linked;
use crate::tokens::*;
use base::hir::Stage::{self, *};
use compiler::glsl::{CompileOptions, LinkOptions, compile, link};
use shader::pipeline::limits::Limits;
use std::sync::{Arc, LazyLock};

type Texts = &'static [(Stage, &'static str)];

const PROGRAMS: &[(Texts, &[&str])] = &[
    (
        &[
            (
                Vertex,
                "#version 330\nin vec4 a; in vec2 b; uniform mat4 m; out vec4 c; out vec2 t;
void main() { gl_Position = a + m * vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); c = a * 0.5; t = b; }",
            ),
            (
                Fragment,
                "#version 330\nin vec4 c; in vec2 t; uniform sampler2D s; uniform vec4 k[3]; uniform int n;
layout(location = 0) out vec4 o; layout(location = 1) out uvec4 u;
void main() { o = texture(s, t) + c + k[n] + texelFetch(s, ivec2(n, 3), n); u = uvec4(gl_FragCoord); if (c.x > 0.9) discard; }",
            ),
        ],
        &["gl_Position", "c"],
    ),
    (
        &[
            (
                Vertex,
                "#version 430\nin ivec4 a; in dvec3 d; flat out int i;
layout(std140, binding = 1) uniform B { vec4 v[4]; mat3 m; int n; }; layout(std430, binding = 2) buffer S { uint w[]; };
void main() { w[a.x] = uint(gl_InstanceID); i = w.length(); gl_Position = v[n & 3] + vec4(d, w[a.y]); gl_PointSize = float(a.z);
gl_ClipDistance[0] = float(d.x); }",
            ),
            (
                Fragment,
                "#version 430\nflat in int i; out vec4 o; layout(binding = 0) uniform atomic_uint c; uniform sampler2DShadow s; uniform samplerBuffer b;
void main() { o = vec4(atomicCounterIncrement(c), i, textureLod(s, vec3(i), 2.0), gl_PointCoord.x); gl_FragDepth = o.x; }",
            ),
        ],
        &["i"],
    ),
    (
        &[
            (Vertex, "#version 400\nin vec4 a; out vec4 v; void main() { gl_Position = a; v = a.wzyx; }"),
            (
                TessControl,
                "#version 400\nlayout(vertices = 4) out; in vec4 v[]; out vec4 w[]; patch out vec4 p; uniform float l[6];
void main() { w[gl_InvocationID] = v[gl_InvocationID]; gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID % gl_PatchVerticesIn].gl_Position;
gl_TessLevelOuter[0] = l[0]; gl_TessLevelOuter[1] = l[1]; gl_TessLevelOuter[2] = l[2]; gl_TessLevelOuter[3] = 3.0;
gl_TessLevelInner[0] = l[4]; gl_TessLevelInner[1] = l[5]; p = w[0]; barrier(); p += w[3]; }",
            ),
            (
                TessEvaluation,
                "#version 400\nlayout(quads, fractional_odd_spacing) in; in vec4 w[]; patch in vec4 p; out vec4 c;
void main() { gl_Position = vec4(gl_TessCoord.xy * 2 - 1, 0, 1) + p * 0.0; c = w[2]; }",
            ),
            (Fragment, "#version 400\nin vec4 c; out vec4 o; void main() { o = c; }"),
        ],
        &["c"],
    ),
    (
        &[
            (Vertex, "#version 400\nin vec4 a; out vec3 v; void main() { gl_Position = a; v = a.xyz; }"),
            (
                Geometry,
                "#version 410\nlayout(triangles, invocations = 3) in; layout(triangle_strip, max_vertices = 7) out; in vec3 v[]; out vec3 c; uniform int n;
void main() { for (int i = 0; i < n + 4; i++) { gl_Position = gl_in[i % 3].gl_Position + vec4(i & 1, i >> 1, gl_InvocationID, 1); c = v[i % 3];
gl_ViewportIndex = i; gl_Layer = n; gl_PrimitiveID = gl_PrimitiveIDIn; EmitVertex(); if (i == 3) EndPrimitive(); } }",
            ),
            (Fragment, "#version 400\nin vec3 c; out vec4 o; void main() { o = vec4(dFdx(c), gl_PrimitiveID); }"),
        ],
        &["gl_Position", "gl_SkipComponents2", "c"],
    ),
    (
        &[
            (Vertex, "#version 400\nin float a; void main() { gl_Position = vec4(a); }"),
            (
                Geometry,
                "#version 400\nlayout(points) in; layout(points, max_vertices = 6) out; layout(stream = 0) out float c; layout(stream = 1) out vec2 d;
void main() { c = gl_in[0].gl_Position.x; EmitStreamVertex(0); d = vec2(c); EmitStreamVertex(1); EndStreamPrimitive(1); d += 1; EmitStreamVertex(1); }",
            ),
        ],
        &["c", "gl_NextBuffer", "d"],
    ),
    (
        &[(
            Compute,
            "#version 430\nlayout(local_size_x = 8, local_size_y = 2) in; shared uint s[16]; uniform uint f;
layout(std430, binding = 0) buffer A { uint w[]; }; layout(std430, binding = 1) buffer C { vec4 v[8]; mat4 m[]; } c[2]; layout(binding = 1, offset = 4) uniform atomic_uint n;
void main() { uint i = gl_LocalInvocationIndex; s[i] = w[gl_GlobalInvocationID.x * f]; barrier(); atomicAdd(s[(i + 1) % 16], i); barrier();
atomicMax(w[gl_WorkGroupID.y + f], s[15 - i]); c[1].m[i][f & 3u].x = float(atomicCounterIncrement(n)); c[0].v[i & 7u] = vec4(w.length()); }",
        )],
        &[],
    ),
    (
        &[
            (Vertex, "#version 330\nuniform int e; void main() { int i = 0; while (i != e) i += 2; gl_Position = vec4(i); }"),
            (Fragment, "#version 330\nout vec4 o; uniform int e; void main() { float f = 0.0; for (;;) { f += 1.0; if (f == e) break; } o = vec4(f); }"),
        ],
        &[],
    ),
    (
        &[
            (
                Vertex,
                "#version 120\nattribute vec4 a; varying vec4 c; void main() { gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex + a;
gl_TexCoord[0] = gl_TextureMatrix[1] * gl_MultiTexCoord0; gl_FrontColor = gl_Color; gl_ClipVertex = gl_Vertex; gl_FogFragCoord = gl_FogCoord; c = vec4(gl_Normal, 1); }",
            ),
            (
                Fragment,
                "#version 120\nuniform sampler2D s; uniform sampler1D r; varying vec4 c;
void main() { gl_FragData[0] = texture2D(s, gl_TexCoord[0].st) * gl_Color + c * gl_Fog.density; gl_FragData[1] = texture1D(r, c.x); }",
            ),
        ],
        &["gl_TexCoord[0]"],
    ),
    (&[(Compute, "#version 430\nlayout(local_size_x = 64) in; buffer B { uint w[]; }; void main() { while (w[0] != 7u) atomicAdd(w[1], 1u); }")], &[]),
];

static LINKED: LazyLock<Vec<Arc<Linked>>> = LazyLock::new(|| {
    let limits = Limits::default();
    let options = CompileOptions { es: false, core: false, max_version: CompileOptions::newest(false), limits: limits.clone() };
    let one = |&(texts, varyings): &(Texts, &[&str])| {
        let shaders = texts.iter().map(|&(stage, text)| {
            let compiled = compile(text, stage, &options);
            compiled.shader.ok_or_else(|| format!("{}{text}", compiled.log))
        });
        let shaders = shaders.collect::<Result<Vec<_>, String>>()?;
        let varyings: Vec<String> = varyings.iter().map(ToString::to_string).collect();
        let linking = LinkOptions { feedback_varyings: varyings.clone(), limits: limits.clone(), ..LinkOptions::default() };
        let linked = link(&shaders, &linking);
        let program = linked.program.ok_or(linked.log)?;
        Ok(Arc::new(Linked::new(program, shaders, varyings, false)))
    };
    let (linked, failed): (Vec<_>, Vec<_>) = PROGRAMS.iter().map(one).partition(Result::<_, String>::is_ok);
    assert!(failed.is_empty(), "{}", failed.into_iter().filter_map(Result::err).collect::<Vec<_>>().join("\n"));
    linked.into_iter().flatten().collect()
});

/// Returns the primitive modes that a program of [`PROGRAMS`] draws; none for compute programs.
pub fn modes(program: usize) -> &'static [u32] {
    let all =
        &[GL_TRIANGLES, GL_POINTS, GL_LINES, GL_TRIANGLE_STRIP, GL_LINE_LOOP, GL_TRIANGLE_FAN, GL_QUADS, GL_POLYGON, GL_LINES_ADJACENCY];
    match PROGRAMS.get(program).map_or(&[][..], |program| program.0) {
        [(Compute, _), ..] => &[],
        texts if texts.iter().any(|text| text.0 == TessControl) => &[GL_PATCHES],
        [_, (Geometry, text), ..] if text.contains("(points)") => &[GL_POINTS],
        [_, (Geometry, _), ..] => &[GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN],
        _ => all,
    }
}

/// Returns the number of programs; their names are 1 to that number.
pub fn count() -> usize {
    PROGRAMS.len()
}

/// Creates the programs as objects of a context, under names from 1 up.
pub fn install(gl: &Gl) {
    for linked in LINKED.iter() {
        let linked =
            Linked::new(linked.program.clone(), linked.shaders.clone(), linked.feedback_varyings.clone(), linked.feedback_separate);
        linked_by_hand(&gl.context(), linked);
    }
}
