//! The calls by which test suites bring a context back to its initial state between two cases, and which of them are refused.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::config::Api;
use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::context;
use crate::tokens::*;
use std::collections::BTreeSet;
use std::ffi::c_void;

/// A context whose state is reset, and what it refused.
struct Reset {
    gl: Gl,
    es: bool,
    version: (u8, u8),
    refused: BTreeSet<String>,
}

impl Reset {
    fn new(api: Api, version: (u8, u8)) -> Self {
        let gl = Gl::new(context(api, version));
        Self { gl, es: api == Api::Es, version, refused: BTreeSet::new() }
    }

    /// Returns true if the context is OpenGL ES of at least this version.
    fn es(&self, version: (u8, u8)) -> bool {
        self.es && self.version >= version
    }

    /// Returns true for OpenGL, and for OpenGL ES of at least this version.
    fn since(&self, version: (u8, u8)) -> bool {
        !self.es || self.version >= version
    }

    /// Notes the error that waits.
    fn check(&mut self, call: impl FnOnce() -> String) {
        let error = gl!(glGetError() -> u32);
        if error != GL_NO_ERROR {
            self.refused.insert(call());
        }
    }

    fn limit(&self, name: u32) -> u32 {
        let mut value = -1;
        gl!(glGetIntegerv(name => u32, &raw mut value => *mut i32));
        self.gl.no_error();
        value.try_into().unwrap()
    }

    fn toggles(&mut self, command: &str, capabilities: &[u32]) {
        for &capability in capabilities {
            if command == "glEnable" {
                gl!(glEnable(capability => u32));
            } else {
                gl!(glDisable(capability => u32));
            }
            self.check(|| format!("{command}({capability:#x})"));
        }
    }

    fn unbind(&mut self, targets: &[u32]) {
        for &target in targets {
            gl!(glBindBuffer(target => u32, 0 => u32));
            self.check(|| format!("glBindBuffer({target:#x})"));
        }
    }

    fn unbind_indexed(&mut self, target: u32, count: u32) {
        let count = self.limit(count);
        self.unbind(&[target]);
        for index in 0..count {
            gl!(glBindBufferBase(target => u32, index => u32, 0 => u32));
            self.check(|| format!("glBindBufferBase({target:#x}, {index})"));
        }
    }

    fn vertices(&mut self) {
        if self.since((3, 0)) {
            gl!(glBindVertexArray(0 => u32));
        }
        self.unbind(&[GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER]);
        for index in 0..self.limit(GL_MAX_VERTEX_ATTRIBS) {
            if self.es {
                gl!(glDisableVertexAttribArray(index => u32));
                gl!(glVertexAttribPointer(
                    index => u32, 4 => i32, GL_FLOAT => u32, 0 => u8, 0 => i32, std::ptr::null() => *const c_void
                ));
                if self.since((3, 0)) {
                    gl!(glVertexAttribDivisor(index => u32, 0 => u32));
                }
            }
            gl!(glVertexAttrib4f(index => u32, 0.0 => f32, 0.0 => f32, 0.0 => f32, 1.0 => f32));
        }
        self.check(|| "vertex attributes".into());
        if self.since((3, 2)) {
            gl!(glPatchParameteri(GL_PATCH_VERTICES => u32, 3 => i32));
        }
        if !self.es {
            let levels = [1.0f32; 4];
            for name in [GL_PATCH_DEFAULT_INNER_LEVEL, GL_PATCH_DEFAULT_OUTER_LEVEL] {
                gl!(glPatchParameterfv(name => u32, levels.as_ptr() => *const f32));
            }
            gl!(glPrimitiveRestartIndex(0 => u32));
            gl!(glProvokingVertex(GL_LAST_VERTEX_CONVENTION => u32));
            gl!(glClampColor(GL_CLAMP_READ_COLOR => u32, GL_FIXED_ONLY => u32));
        }
        self.check(|| "primitives".into());
    }

    fn rasterization(&mut self) {
        gl!(glViewport(0 => i32, 0 => i32, 16 => i32, 16 => i32));
        gl!(glDepthRangef(0.0 => f32, 1.0 => f32));
        gl!(glLineWidth(1.0 => f32));
        gl!(glCullFace(GL_BACK => u32));
        gl!(glFrontFace(GL_CCW => u32));
        gl!(glPolygonOffset(0.0 => f32, 0.0 => f32));
        self.check(|| "rasterisation".into());
        self.toggles("glDisable", &[GL_CULL_FACE, GL_POLYGON_OFFSET_FILL]);
        if self.es((3, 0)) {
            self.toggles("glDisable", &[GL_PRIMITIVE_RESTART_FIXED_INDEX, GL_RASTERIZER_DISCARD]);
        }
        if self.es((3, 2)) {
            gl!(glPrimitiveBoundingBox(
                -1.0 => f32, -1.0 => f32, -1.0 => f32, 1.0 => f32, 1.0 => f32, 1.0 => f32, 1.0 => f32, 1.0 => f32
            ));
            gl!(glBlendBarrier());
            self.check(|| "primitive bounding box, barrier".into());
        }
        if !self.es {
            gl!(glPointSize(1.0 => f32));
            gl!(glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE => u32, 1.0 => f32));
            gl!(glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN => u32, GL_UPPER_LEFT.cast_signed() => i32));
            self.check(|| "points".into());
            let clip_distances = (0..self.limit(GL_MAX_CLIP_DISTANCES)).map(|index| GL_CLIP_DISTANCE0 + index).collect::<Vec<_>>();
            self.toggles("glDisable", &clip_distances);
            self.toggles(
                "glDisable",
                &[
                    GL_PRIMITIVE_RESTART,
                    GL_DEPTH_CLAMP,
                    GL_RASTERIZER_DISCARD,
                    GL_LINE_SMOOTH,
                    GL_POLYGON_SMOOTH,
                    GL_POLYGON_OFFSET_POINT,
                    GL_POLYGON_OFFSET_LINE,
                    GL_PROGRAM_POINT_SIZE,
                ],
            );
        }
    }

    fn samples(&mut self) {
        self.toggles("glDisable", &[GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_COVERAGE]);
        gl!(glSampleCoverage(1.0 => f32, 0 => u8));
        self.check(|| "sample coverage".into());
        if self.since((3, 1)) {
            self.toggles("glDisable", &[GL_SAMPLE_MASK, GL_SAMPLE_SHADING]);
            for word in 0..self.limit(GL_MAX_SAMPLE_MASK_WORDS) {
                gl!(glSampleMaski(word => u32, u32::MAX => u32));
            }
            gl!(glMinSampleShading(0.0 => f32));
            self.check(|| "sample mask, sample shading".into());
        }
        if !self.es {
            self.toggles("glDisable", &[GL_SAMPLE_ALPHA_TO_ONE]);
            self.toggles("glEnable", &[GL_MULTISAMPLE]);
        }
    }

    /// Resets the parameters of the texture bound to a target.
    fn parameters(&mut self, target: u32) {
        let rectangle = target == GL_TEXTURE_RECTANGLE;
        let multisample = matches!(target, GL_TEXTURE_2D_MULTISAMPLE | GL_TEXTURE_2D_MULTISAMPLE_ARRAY);
        let mut integers = Vec::new();
        if !multisample {
            let min_filter = if rectangle { GL_LINEAR } else { GL_NEAREST_MIPMAP_LINEAR };
            let wrap = if rectangle { GL_CLAMP_TO_EDGE } else { GL_REPEAT };
            integers.extend([(GL_TEXTURE_MIN_FILTER, min_filter), (GL_TEXTURE_MAG_FILTER, GL_LINEAR), (GL_TEXTURE_WRAP_S, wrap)]);
            integers.extend((target != GL_TEXTURE_1D).then_some((GL_TEXTURE_WRAP_T, wrap)));
            integers.extend((target == GL_TEXTURE_3D).then_some((GL_TEXTURE_WRAP_R, wrap)));
        }
        if self.since((3, 0)) {
            integers.extend([(GL_TEXTURE_SWIZZLE_R, GL_RED), (GL_TEXTURE_SWIZZLE_G, GL_GREEN), (GL_TEXTURE_SWIZZLE_B, GL_BLUE)]);
            integers.extend([(GL_TEXTURE_SWIZZLE_A, GL_ALPHA), (GL_TEXTURE_BASE_LEVEL, 0), (GL_TEXTURE_MAX_LEVEL, 1000)]);
            if !multisample {
                integers.extend([(GL_TEXTURE_COMPARE_MODE, GL_NONE), (GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL)]);
            }
        }
        if self.since((3, 1)) {
            integers.push((GL_DEPTH_STENCIL_TEXTURE_MODE, GL_DEPTH_COMPONENT));
        }
        for (name, value) in integers {
            gl!(glTexParameteri(target => u32, name => u32, value.cast_signed() => i32));
            self.check(|| format!("glTexParameteri({target:#x}, {name:#x})"));
        }
        let mut floats = Vec::new();
        if self.since((3, 0)) && !multisample {
            floats.extend([(GL_TEXTURE_MIN_LOD, -1000.0), (GL_TEXTURE_MAX_LOD, 1000.0)]);
            floats.extend((!self.es).then_some((GL_TEXTURE_LOD_BIAS, 0.0)));
        }
        for (name, value) in floats {
            gl!(glTexParameterf(target => u32, name => u32, value => f32));
            self.check(|| format!("glTexParameterf({target:#x}, {name:#x})"));
        }
        if self.since((3, 2)) && !multisample {
            let border = [0.0f32; 4];
            gl!(glTexParameterfv(target => u32, GL_TEXTURE_BORDER_COLOR => u32, border.as_ptr() => *const f32));
            self.check(|| format!("glTexParameterfv({target:#x}, GL_TEXTURE_BORDER_COLOR)"));
        }
    }

    fn textures(&mut self) {
        let mut targets = vec![GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP];
        targets.extend(self.since((3, 0)).then_some([GL_TEXTURE_2D_ARRAY, GL_TEXTURE_3D]).into_iter().flatten());
        targets.extend(self.since((3, 1)).then_some(GL_TEXTURE_2D_MULTISAMPLE));
        targets.extend(self.since((3, 2)).then_some([GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_TEXTURE_CUBE_MAP_ARRAY]).into_iter().flatten());
        if !self.es {
            targets.extend([GL_TEXTURE_1D, GL_TEXTURE_1D_ARRAY, GL_TEXTURE_RECTANGLE]);
        }
        for unit in 0..self.limit(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS) {
            gl!(glActiveTexture(GL_TEXTURE0 + unit => u32));
            for &target in &targets {
                gl!(glBindTexture(target => u32, 0 => u32));
                self.check(|| format!("glBindTexture({target:#x})"));
                self.image(target);
                self.parameters(target);
            }
            if self.since((3, 2)) {
                gl!(glBindTexture(GL_TEXTURE_BUFFER => u32, 0 => u32));
                gl!(glTexBuffer(GL_TEXTURE_BUFFER => u32, GL_R8 => u32, 0 => u32));
                self.check(|| "glTexBuffer".into());
            }
            if self.since((3, 0)) {
                gl!(glBindSampler(unit => u32, 0 => u32));
                self.check(|| "glBindSampler".into());
            }
        }
        gl!(glActiveTexture(GL_TEXTURE0 => u32));
        if self.since((3, 2)) {
            self.unbind(&[GL_TEXTURE_BUFFER]);
        }
        if !self.es {
            self.toggles("glDisable", &[GL_TEXTURE_CUBE_MAP_SEAMLESS]);
        }
        if self.since((3, 1)) {
            for unit in 0..self.limit(GL_MAX_IMAGE_UNITS) {
                gl!(glBindImageTexture(
                    unit => u32, 0 => u32, 0 => i32, 0 => u8, 0 => i32, GL_READ_ONLY => u32, GL_R32UI => u32
                ));
                self.check(|| "glBindImageTexture".into());
            }
        }
    }

    /// Sets images without texels.
    fn image(&mut self, target: u32) {
        let null = std::ptr::null::<c_void>();
        let flat = |target: u32| {
            gl!(glTexImage2D(
                target => u32, 0 => i32, GL_RGBA.cast_signed() => i32, 0 => i32, 0 => i32, 0 => i32, GL_RGBA => u32,
                GL_UNSIGNED_BYTE => u32, null => *const c_void
            ));
        };
        match target {
            GL_TEXTURE_1D => gl!(glTexImage1D(
                target => u32, 0 => i32, GL_RGBA.cast_signed() => i32, 0 => i32, 0 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32,
                null => *const c_void
            )),
            GL_TEXTURE_2D | GL_TEXTURE_RECTANGLE | GL_TEXTURE_1D_ARRAY => flat(target),
            GL_TEXTURE_CUBE_MAP => (GL_TEXTURE_CUBE_MAP_POSITIVE_X..=GL_TEXTURE_CUBE_MAP_NEGATIVE_Z).for_each(flat),
            GL_TEXTURE_3D | GL_TEXTURE_2D_ARRAY => gl!(glTexImage3D(
                target => u32, 0 => i32, GL_RGBA.cast_signed() => i32, 0 => i32, 0 => i32, 0 => i32, 0 => i32, GL_RGBA => u32,
                GL_UNSIGNED_BYTE => u32, null => *const c_void
            )),
            GL_TEXTURE_2D_MULTISAMPLE if !self.es => gl!(glTexImage2DMultisample(
                target => u32, 1 => i32, GL_RGBA8 => u32, 0 => i32, 0 => i32, 1 => u8
            )),
            GL_TEXTURE_2D_MULTISAMPLE_ARRAY if !self.es => gl!(glTexImage3DMultisample(
                target => u32, 1 => i32, GL_RGBA8 => u32, 0 => i32, 0 => i32, 0 => i32, 1 => u8
            )),
            _ => {}
        }
        self.check(|| format!("the images of {target:#x}"));
    }

    fn pixels(&mut self) {
        self.toggles("glDisable", &[GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_DEPTH_TEST, GL_BLEND]);
        self.toggles("glEnable", &[GL_DITHER]);
        if self.since((3, 2)) {
            for index in 0..self.limit(GL_MAX_DRAW_BUFFERS) {
                gl!(glDisablei(GL_BLEND => u32, index => u32));
                gl!(glBlendFunci(index => u32, GL_ONE => u32, GL_ZERO => u32));
                gl!(glBlendEquationi(index => u32, GL_FUNC_ADD => u32));
                gl!(glColorMaski(index => u32, 1 => u8, 1 => u8, 1 => u8, 1 => u8));
            }
            self.check(|| "state of draw buffers".into());
        }
        gl!(glScissor(0 => i32, 0 => i32, 16 => i32, 16 => i32));
        gl!(glStencilFunc(GL_ALWAYS => u32, 0 => i32, u32::MAX => u32));
        gl!(glStencilOp(GL_KEEP => u32, GL_KEEP => u32, GL_KEEP => u32));
        gl!(glDepthFunc(GL_LESS => u32));
        gl!(glBlendFunc(GL_ONE => u32, GL_ZERO => u32));
        gl!(glBlendEquation(GL_FUNC_ADD => u32));
        gl!(glBlendColor(0.0 => f32, 0.0 => f32, 0.0 => f32, 0.0 => f32));
        gl!(glColorMask(1 => u8, 1 => u8, 1 => u8, 1 => u8));
        gl!(glDepthMask(1 => u8));
        gl!(glStencilMask(u32::MAX => u32));
        gl!(glClearColor(0.0 => f32, 0.0 => f32, 0.0 => f32, 0.0 => f32));
        gl!(glClearDepthf(1.0 => f32));
        gl!(glClearStencil(0 => i32));
        self.check(|| "pixel operations".into());
        if !self.es {
            self.toggles("glDisable", &[GL_FRAMEBUFFER_SRGB, GL_COLOR_LOGIC_OP]);
            gl!(glLogicOp(GL_COPY => u32));
            self.check(|| "glLogicOp".into());
        }
        let mut stores = vec![(GL_UNPACK_ALIGNMENT, 4), (GL_PACK_ALIGNMENT, 4)];
        if self.since((3, 0)) {
            stores.extend([GL_UNPACK_IMAGE_HEIGHT, GL_UNPACK_SKIP_IMAGES, GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS].map(|name| (name, 0)));
            stores.extend([GL_UNPACK_SKIP_PIXELS, GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS].map(|name| (name, 0)));
        }
        if !self.es {
            stores.extend([GL_UNPACK_SWAP_BYTES, GL_UNPACK_LSB_FIRST, GL_PACK_SWAP_BYTES, GL_PACK_LSB_FIRST].map(|name| (name, 0)));
            stores.extend([GL_PACK_IMAGE_HEIGHT, GL_PACK_SKIP_IMAGES].map(|name| (name, 0)));
        }
        for (name, value) in stores {
            gl!(glPixelStorei(name => u32, value => i32));
            self.check(|| format!("glPixelStorei({name:#x})"));
        }
    }

    fn framebuffers(&mut self) {
        gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, 0 => u32));
        gl!(glBindRenderbuffer(GL_RENDERBUFFER => u32, 0 => u32));
        self.check(|| "framebuffer bindings".into());
        if self.since((3, 0)) {
            let buffer = GL_BACK;
            gl!(glDrawBuffers(1 => i32, &raw const buffer => *const u32));
            gl!(glReadBuffer(GL_BACK => u32));
            self.check(|| "draw and read buffers".into());
        }
    }

    fn objects(&mut self) {
        gl!(glUseProgram(0 => u32));
        self.check(|| "glUseProgram".into());
        if self.since((3, 0)) {
            gl!(glBindTransformFeedback(GL_TRANSFORM_FEEDBACK => u32, 0 => u32));
            self.check(|| "glBindTransformFeedback".into());
            self.unbind_indexed(GL_TRANSFORM_FEEDBACK_BUFFER, GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS);
            self.unbind_indexed(GL_UNIFORM_BUFFER, GL_MAX_UNIFORM_BUFFER_BINDINGS);
            self.unbind(&[GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER]);
            let es = [GL_ANY_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED_CONSERVATIVE, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN];
            let desktop = [GL_PRIMITIVES_GENERATED, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, GL_SAMPLES_PASSED];
            for target in if self.es { es } else { desktop } {
                let mut active = 7;
                gl!(glGetQueryiv(target => u32, GL_CURRENT_QUERY => u32, &raw mut active => *mut i32));
                assert_eq!(active, 0);
                self.check(|| format!("glGetQueryiv({target:#x})"));
            }
            let mut active = 7;
            gl!(glGetBooleanv(GL_TRANSFORM_FEEDBACK_ACTIVE => u32, &raw mut active => *mut u8));
            assert_eq!(active, 0);
        }
        if self.since((3, 1)) {
            gl!(glBindProgramPipeline(0 => u32));
            self.check(|| "glBindProgramPipeline".into());
            self.unbind_indexed(GL_ATOMIC_COUNTER_BUFFER, GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS);
            self.unbind_indexed(GL_SHADER_STORAGE_BUFFER, GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS);
            self.unbind(&[GL_DRAW_INDIRECT_BUFFER, GL_DISPATCH_INDIRECT_BUFFER]);
        }
    }

    fn hints_and_messages(&mut self) {
        let es2: &[u32] = &[GL_GENERATE_MIPMAP_HINT];
        let es3: &[u32] = &[GL_GENERATE_MIPMAP_HINT, GL_FRAGMENT_SHADER_DERIVATIVE_HINT];
        let desktop: &[u32] =
            &[GL_LINE_SMOOTH_HINT, GL_POLYGON_SMOOTH_HINT, GL_TEXTURE_COMPRESSION_HINT, GL_FRAGMENT_SHADER_DERIVATIVE_HINT];
        for &target in if !self.es {
            desktop
        } else if self.version >= (3, 0) {
            es3
        } else {
            es2
        } {
            gl!(glHint(target => u32, GL_DONT_CARE => u32));
            self.check(|| format!("glHint({target:#x})"));
        }
        assert_eq!(self.limit(GL_DEBUG_GROUP_STACK_DEPTH), 1);
        let null = std::ptr::null::<u32>();
        for (severity, enabled) in [(GL_DONT_CARE, 1), (GL_DEBUG_SEVERITY_LOW, 0)] {
            gl!(glDebugMessageControl(
                GL_DONT_CARE => u32, GL_DONT_CARE => u32, severity => u32, 0 => i32, null => *const u32, enabled => u8
            ));
        }
        gl!(glDebugMessageCallback(std::ptr::null() => *const c_void, std::ptr::null() => *const c_void));
        self.check(|| "debug messages".into());
        self.toggles("glDisable", &[GL_DEBUG_OUTPUT, GL_DEBUG_OUTPUT_SYNCHRONOUS]);
    }
}

#[test]
fn the_state_of_a_context_can_be_reset() {
    let embedded = [(2, 0), (3, 0), (3, 1), (3, 2)].map(|version| (Api::Es, version));
    for (api, version) in embedded.into_iter().chain([(Api::Core, (4, 6)), (Api::Compatibility, (4, 6))]) {
        let mut reset = Reset::new(api, version);
        reset.vertices();
        reset.rasterization();
        reset.samples();
        reset.textures();
        reset.pixels();
        reset.framebuffers();
        reset.objects();
        reset.hints_and_messages();
        assert!(reset.refused.is_empty(), "{api:?} {version:?}: {:?}", reset.refused);
    }
}
