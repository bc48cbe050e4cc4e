//! What OpenGL ES 3.1 and 3.2 have in contexts of OpenGL.

use super::*;

pub const TABLE: Table = &[
    ("GL_ARB_ES3_1_compatibility", |gl| {
        gl.buffer(GL_SHADER_STORAGE_BUFFER, &[0; 2]);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, 1);
        let text = c"#version 310 es
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer B { highp uint sum; highp int chosen; };
void main() { atomicAdd(sum, 2u); chosen = mix(3, 5, true); }";
        gl.program(&[(GL_COMPUTE_SHADER, text)], &[]);
        glDispatchCompute(1, 1, 1);
        glMemoryBarrierByRegion(GL_SHADER_STORAGE_BARRIER_BIT);
        assert_eq!(gl.words(GL_SHADER_STORAGE_BUFFER, 2), [8, 5]);
        let text = green_if(
            &header("440", "GL_ARB_ES3_1_compatibility"),
            "",
            "!gl_HelperInvocation && gl_MaxSamples >= 4 && mix(ivec2(1), ivec2(2), bvec2(true, false)) == ivec2(2, 1)",
        );
        assert_eq!(shade(gl, &text), GREEN);
        let buffers = [GL_BACK; 2];
        glDrawBuffers(1, buffers.as_ptr());
        gl.no_error();
        // "An INVALID_OPERATION error is generated if <bufs> contains the value BACK and <n> does not equal 1."
        glDrawBuffers(2, buffers.as_ptr());
        assert_eq!(error(), GL_INVALID_OPERATION);
        let mut bits = 0;
        glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_BACK, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE, &raw mut bits);
        assert_eq!(bits, 8);
        assert!(integer(gl, GL_IMPLEMENTATION_COLOR_READ_FORMAT).is_some());
    }),
    ("GL_ARB_ES3_2_compatibility", |gl| {
        let text = green_if("#version 320 es\nprecision highp float;\n", "", "fma(2.0, 3.0, 1.0) == 7.0 && gl_NumSamples == 1");
        assert_eq!(shade(gl, &text), GREEN);
        assert_eq!(floats(GL_MULTISAMPLE_LINE_WIDTH_RANGE_ARB), floats::<2>(GL_SMOOTH_LINE_WIDTH_RANGE));
        assert_eq!(floats(GL_MULTISAMPLE_LINE_WIDTH_GRANULARITY_ARB), floats::<1>(GL_SMOOTH_LINE_WIDTH_GRANULARITY));
        assert_eq!(floats(GL_PRIMITIVE_BOUNDING_BOX_ARB), [-1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
        glPrimitiveBoundingBoxARB(-0.5, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0);
        assert_eq!(floats::<8>(GL_PRIMITIVE_BOUNDING_BOX_ARB)[0], -0.5);
        let control = header("440", "GL_ARB_ES3_2_compatibility")
            + "layout(vertices = 3) out;
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    gl_BoundingBox[0] = vec4(-1.0);
    gl_BoundingBox[1] = vec4(1.0);
    gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelInner[0] = 1.0;
}";
        let vertex = c"#version 440
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }";
        let evaluation = c"#version 440
layout(triangles) in;
void main() {
    gl_Position = gl_TessCoord.x * gl_in[0].gl_Position + gl_TessCoord.y * gl_in[1].gl_Position + gl_TessCoord.z * gl_in[2].gl_Position;
}";
        let fragment = c"#version 440\nout vec4 pixel;\nvoid main() { pixel = vec4(0.0, 0.0, 1.0, 1.0); }";
        let shaders = [
            (GL_VERTEX_SHADER, vertex),
            (GL_TESS_CONTROL_SHADER, &*c(&control)),
            (GL_TESS_EVALUATION_SHADER, evaluation),
            (GL_FRAGMENT_SHADER, fragment),
        ];
        gl.program(&shaders, &[]);
        glDrawArrays(GL_PATCHES, 0, 3);
        gl.no_error();
        assert_eq!(gl.pixel(8, 8), [0, 0, 255, 255]);
    }),
];
