//! Draws with modules in every stage.

use super::*;

const VERTEX: &str = "#version 450\nlayout(location = 0) out vec2 at;\nout gl_PerVertex { vec4 gl_Position; };\n\
    void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0; at = p * 0.5 + 0.5; gl_Position = vec4(p, 0.25, 1); }";

/// Draws a strip of four vertices and returns the window.
fn window(gl: &Gl) -> Vec<[u8; 4]> {
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    gl.no_error();
    pixels(gl)
}

fn pixels(gl: &Gl) -> Vec<[u8; 4]> {
    (0..256).map(|pixel| gl.pixel(pixel % 16, pixel / 16)).collect()
}

/// Makes a texture of 4 by 4 texels with a second level, bound to a unit.
fn texture(unit: u32) {
    let mut name = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &raw mut name);
    glTextureStorage2D(name, 3, GL_RGBA8, 4, 4);
    let texels: Vec<[u8; 4]> = (0..16u8).map(|texel| [texel * 16, 255 - texel * 13, texel * 5, 255]).collect();
    glTextureSubImage2D(name, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_ptr().cast());
    glGenerateTextureMipmap(name);
    glBindTextureUnit(unit, name);
}

#[test]
fn textures_by_every_lookup() {
    let fragment = "#version 450\nlayout(location = 0) in vec2 at;\nlayout(location = 0) out vec4 color;\nlayout(binding = 1, location = 0) uniform sampler2D t;\n\
        vec4 look(sampler2D s, vec2 p) { return texture(s, p); }\n\
        void main() { vec4 c = look(t, at) * 0.2; c += textureLod(t, at, 1.0) * 0.1; c += texelFetch(t, ivec2(at * 4.0), 0) * 0.1; c += textureOffset(t, at, ivec2(1, 0)) * 0.1;\n\
        c += textureGather(t, at, 1) * 0.1; c += textureProj(t, vec4(at, 5.0, 2.0)) * 0.1; c += textureGrad(t, at, vec2(0.1, 0), vec2(0, 0.2)) * 0.1; c += texture(t, at, 0.5) * 0.1;\n\
        c.a = float(textureSize(t, 0).x + textureQueryLevels(t)) / 10.0; c.b += dFdx(at.x) + fwidth(at.y); c.r += textureQueryLod(t, at).x * 0.05; color = c; }";
    both(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, fragment)], |gl, _| {
        texture(1);
        window(gl)
    });
}

#[test]
fn fragments_discard_read_builtins_and_write_depth() {
    let fragment = "#version 450\nlayout(location = 0) in vec2 at;\nlayout(location = 0) out vec4 color;\nlayout(location = 3) uniform vec4 tint = vec4(1, 0.5, 0.25, 1);\nlayout(location = 9) uniform float unused[3];\n\
        void main() { if (int(gl_FragCoord.x + gl_FragCoord.y) % 3 == 0) discard; color = tint * vec4(at, gl_FrontFacing ? 1.0 : 0.0, gl_FragCoord.z) + float(gl_PrimitiveID) * 0.1; gl_FragDepth = at.x; if (at.y > 0.9) return; color.b = interpolateAtOffset(at, vec2(0.25)).x; }";
    let pixels = both(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, fragment)], |gl, _| window(gl));
    assert_ne!(pixels[1], [0; 4]);
}

#[test]
fn uniforms_are_set_by_location_and_attributes_read_by_location() {
    let vertex = "#version 450\nlayout(location = 2) in vec2 p;\nlayout(location = 5) in mat2 m;\nlayout(location = 1) out Block { flat int a; vec2 b; } o;\n\
        void main() { o.a = gl_InstanceID + 3; o.b = m * p; gl_Position = vec4(p, 0, 1); gl_PointSize = 4.0; }";
    let fragment = "#version 450\nlayout(location = 1) in Block { flat int a; vec2 b; } i;\nlayout(location = 0) out vec4 color;\nlayout(location = 7) uniform float scale;\nlayout(location = 8) uniform ivec2 more[2];\n\
        void main() { color = vec4(i.b * scale, float(i.a) * 0.1, float(more[1].y) * 0.1); }";
    let pixels = both(&[(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)], |gl, _| {
        glUniform1f(7, 0.5);
        glUniform2i(9, 1, 8);
        let points: Vec<u32> = [-1f32, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0].iter().map(|float| float.to_bits()).collect();
        gl.buffer(GL_ARRAY_BUFFER, &points);
        glEnableVertexAttribArray(2);
        glVertexAttribPointer(2, 2, GL_FLOAT, 0, 0, std::ptr::null());
        glVertexAttrib4f(5, 0.5, 0.25, 0.0, 1.0);
        glVertexAttrib4f(6, 0.25, 0.5, 0.0, 1.0);
        gl.no_error();
        window(gl)
    });
    assert_eq!(pixels[255][3], 204);
}

#[test]
fn geometry_and_tessellation() {
    let vertex = "#version 450\nlayout(location = 0) out vec3 v;\nvoid main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0; v = vec3(p, gl_VertexID); gl_Position = vec4(p, 0, 1); }";
    let control = "#version 450\nlayout(vertices = 4) out;\nlayout(location = 0) in vec3 v[];\nlayout(location = 0) out vec3 w[];\nlayout(location = 4) patch out vec2 q;\n\
        void main() { gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position * 0.9; w[gl_InvocationID] = v[gl_InvocationID] + 1.0; barrier();\n\
        gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelOuter[3] = 3.0; gl_TessLevelInner[0] = gl_TessLevelInner[1] = 2.0; q = vec2(w[0].x, 0.5); }";
    let evaluation = "#version 450\nlayout(quads, equal_spacing, ccw) in;\nlayout(location = 0) in vec3 w[];\nlayout(location = 4) patch in vec2 q;\nlayout(location = 2) out vec3 u;\n\
        void main() { vec2 t = gl_TessCoord.xy; gl_Position = mix(mix(gl_in[0].gl_Position, gl_in[1].gl_Position, t.x), mix(gl_in[2].gl_Position, gl_in[3].gl_Position, t.x), t.y); u = mix(w[0], w[3], t.y) * vec3(q, 0.3); }";
    let geometry = "#version 450\nlayout(triangles, invocations = 2) in;\nlayout(triangle_strip, max_vertices = 3) out;\nlayout(location = 2) in vec3 u[];\nlayout(location = 1) out vec3 c;\n\
        void main() { for (int i = 0; i < 3; i++) { gl_Position = gl_in[i].gl_Position; if (gl_InvocationID == 1) gl_Position.x *= -0.5; c = u[i] * (0.3 + float(gl_InvocationID) * 0.2) + float(gl_PrimitiveIDIn) * 0.01; EmitVertex(); } EndPrimitive(); }";
    let fragment =
        "#version 450\nlayout(location = 1) in vec3 c;\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(c, 1); }";
    let stages = [
        (GL_VERTEX_SHADER, vertex),
        (GL_TESS_CONTROL_SHADER, control),
        (GL_TESS_EVALUATION_SHADER, evaluation),
        (GL_GEOMETRY_SHADER, geometry),
        (GL_FRAGMENT_SHADER, fragment),
    ];
    let pixels = both(&stages, |gl, _| {
        glPatchParameteri(GL_PATCH_VERTICES, 4);
        glDrawArrays(GL_PATCHES, 0, 4);
        gl.no_error();
        pixels(gl)
    });
    assert_ne!(pixels[8 * 16 + 8], [0; 4]);
}

#[test]
fn transform_feedback_by_decorations() {
    let vertex = "#version 450\nlayout(xfb_buffer = 1, xfb_stride = 32) out;\nlayout(location = 0, xfb_buffer = 1, xfb_offset = 8) out vec2 a;\n\
        layout(location = 1, xfb_buffer = 0) out Block { layout(xfb_offset = 0) vec4 b; layout(xfb_offset = 16) int c; } block;\nlayout(location = 4) out float d;\n\
        out gl_PerVertex { layout(xfb_buffer = 1, xfb_offset = 16) vec4 gl_Position; };\n\
        void main() { a = vec2(gl_VertexID, 0.5); block.b = vec4(gl_VertexID + 1); block.c = gl_VertexID * 7; d = 1.0; gl_Position = vec4(gl_VertexID, 2, 3, 1); }";
    let gl = Gl::new(core());
    link(&gl, &[(GL_VERTEX_SHADER, module(GL_VERTEX_SHADER, vertex))], &[]);
    let buffers = [gl.buffer(GL_TRANSFORM_FEEDBACK_BUFFER, &[9; 16]), gl.buffer(GL_TRANSFORM_FEEDBACK_BUFFER, &[9; 24])];
    for (index, buffer) in (0..).zip(buffers) {
        glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, index, buffer);
    }
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 1, 2);
    glEndTransformFeedback();
    gl.no_error();
    let word = |float: f32| float.to_bits();
    glBindBuffer(GL_COPY_READ_BUFFER, buffers[0]);
    let block = [[word(2.0); 4], [7, word(3.0), word(3.0), word(3.0)], [word(3.0), 14, 9, 9]].concat();
    assert_eq!(gl.words(GL_COPY_READ_BUFFER, 12), block);
    glBindBuffer(GL_COPY_READ_BUFFER, buffers[1]);
    let first = [9, 9, word(1.0), word(0.5), word(1.0), word(2.0), word(3.0), word(1.0)];
    assert_eq!(gl.words(GL_COPY_READ_BUFFER, 8), first);
}

#[test]
fn an_array_of_blocks_is_captured_into_a_buffer_for_each_block() {
    let vertex = "#version 450\nlayout(location = 1, xfb_buffer = 0) out Block { layout(xfb_offset = 4) vec2 a; float b; } block[2];\n\
        void main() { block[0].a = vec2(1, 2); block[1].a = vec2(3, 4); block[0].b = block[1].b = 5.0; }";
    let gl = Gl::new(core());
    link(&gl, &[(GL_VERTEX_SHADER, module(GL_VERTEX_SHADER, vertex))], &[]);
    let buffers = [gl.buffer(GL_TRANSFORM_FEEDBACK_BUFFER, &[9; 3]), gl.buffer(GL_TRANSFORM_FEEDBACK_BUFFER, &[9; 3])];
    for (index, buffer) in (0..).zip(buffers) {
        glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, index, buffer);
    }
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, 1);
    glEndTransformFeedback();
    gl.no_error();
    for (buffer, expected) in buffers.into_iter().zip([[1f32, 2.0], [3.0, 4.0]]) {
        glBindBuffer(GL_COPY_READ_BUFFER, buffer);
        assert_eq!(gl.words(GL_COPY_READ_BUFFER, 3)[1..], expected.map(f32::to_bits));
    }
}
