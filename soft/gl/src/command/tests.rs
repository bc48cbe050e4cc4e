//! The calls by which test suites bring a context back to its initial state between two cases, and which of them are refused.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::config::Api;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
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
        let error = glGetError();
        if error != GL_NO_ERROR {
            self.refused.insert(call());
        }
    }

    fn limit(&self, name: u32) -> u32 {
        let mut value = -1;
        glGetIntegerv(name, &raw mut value);
        self.gl.no_error();
        value.try_into().unwrap()
    }

    fn toggles(&mut self, command: &str, capabilities: &[u32]) {
        for &capability in capabilities {
            if command == "glEnable" {
                glEnable(capability);
            } else {
                glDisable(capability);
            }
            self.check(|| format!("{command}({capability:#x})"));
        }
    }

    fn unbind(&mut self, targets: &[u32]) {
        for &target in targets {
            glBindBuffer(target, 0);
            self.check(|| format!("glBindBuffer({target:#x})"));
        }
    }

    fn unbind_indexed(&mut self, target: u32, count: u32) {
        let count = self.limit(count);
        self.unbind(&[target]);
        for index in 0..count {
            glBindBufferBase(target, index, 0);
            self.check(|| format!("glBindBufferBase({target:#x}, {index})"));
        }
    }

    fn vertices(&mut self) {
        if self.since((3, 0)) {
            glBindVertexArray(0);
        }
        self.unbind(&[GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER]);
        for index in 0..self.limit(GL_MAX_VERTEX_ATTRIBS) {
            if self.es {
                glDisableVertexAttribArray(index);
                glVertexAttribPointer(index, 4, GL_FLOAT, 0, 0, std::ptr::null());
                if self.since((3, 0)) {
                    glVertexAttribDivisor(index, 0);
                }
            }
            glVertexAttrib4f(index, 0.0, 0.0, 0.0, 1.0);
        }
        self.check(|| "vertex attributes".into());
        if self.since((3, 2)) {
            glPatchParameteri(GL_PATCH_VERTICES, 3);
        }
        if !self.es {
            let levels = [1.0f32; 4];
            for name in [GL_PATCH_DEFAULT_INNER_LEVEL, GL_PATCH_DEFAULT_OUTER_LEVEL] {
                glPatchParameterfv(name, levels.as_ptr());
            }
            glPrimitiveRestartIndex(0);
            glProvokingVertex(GL_LAST_VERTEX_CONVENTION);
            glClampColor(GL_CLAMP_READ_COLOR, GL_FIXED_ONLY);
        }
        self.check(|| "primitives".into());
    }

    fn rasterization(&mut self) {
        glViewport(0, 0, 16, 16);
        glDepthRangef(0.0, 1.0);
        glLineWidth(1.0);
        glCullFace(GL_BACK);
        glFrontFace(GL_CCW);
        glPolygonOffset(0.0, 0.0);
        self.check(|| "rasterisation".into());
        self.toggles("glDisable", &[GL_CULL_FACE, GL_POLYGON_OFFSET_FILL]);
        if self.es((3, 0)) {
            self.toggles("glDisable", &[GL_PRIMITIVE_RESTART_FIXED_INDEX, GL_RASTERIZER_DISCARD]);
        }
        if self.es((3, 2)) {
            glPrimitiveBoundingBox(-1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0);
            glBlendBarrier();
            self.check(|| "primitive bounding box, barrier".into());
        }
        if !self.es {
            glPointSize(1.0);
            glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, 1.0);
            glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_UPPER_LEFT.cast_signed());
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
        glSampleCoverage(1.0, 0);
        self.check(|| "sample coverage".into());
        if self.since((3, 1)) {
            self.toggles("glDisable", &[GL_SAMPLE_MASK, GL_SAMPLE_SHADING]);
            for word in 0..self.limit(GL_MAX_SAMPLE_MASK_WORDS) {
                glSampleMaski(word, u32::MAX);
            }
            glMinSampleShading(0.0);
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
            glTexParameteri(target, name, value.cast_signed());
            self.check(|| format!("glTexParameteri({target:#x}, {name:#x})"));
        }
        let mut floats = Vec::new();
        if self.since((3, 0)) && !multisample {
            floats.extend([(GL_TEXTURE_MIN_LOD, -1000.0), (GL_TEXTURE_MAX_LOD, 1000.0)]);
            floats.extend((!self.es).then_some((GL_TEXTURE_LOD_BIAS, 0.0)));
        }
        for (name, value) in floats {
            glTexParameterf(target, name, value);
            self.check(|| format!("glTexParameterf({target:#x}, {name:#x})"));
        }
        if self.since((3, 2)) && !multisample {
            let border = [0.0f32; 4];
            glTexParameterfv(target, GL_TEXTURE_BORDER_COLOR, border.as_ptr());
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
            glActiveTexture(GL_TEXTURE0 + unit);
            for &target in &targets {
                glBindTexture(target, 0);
                self.check(|| format!("glBindTexture({target:#x})"));
                self.image(target);
                self.parameters(target);
            }
            if self.since((3, 2)) {
                glBindTexture(GL_TEXTURE_BUFFER, 0);
                glTexBuffer(GL_TEXTURE_BUFFER, GL_R8, 0);
                self.check(|| "glTexBuffer".into());
            }
            if self.since((3, 0)) {
                glBindSampler(unit, 0);
                self.check(|| "glBindSampler".into());
            }
        }
        glActiveTexture(GL_TEXTURE0);
        if self.since((3, 2)) {
            self.unbind(&[GL_TEXTURE_BUFFER]);
        }
        if !self.es {
            self.toggles("glDisable", &[GL_TEXTURE_CUBE_MAP_SEAMLESS]);
        }
        if self.since((3, 1)) {
            for unit in 0..self.limit(GL_MAX_IMAGE_UNITS) {
                glBindImageTexture(unit, 0, 0, 0, 0, GL_READ_ONLY, GL_R32UI);
                self.check(|| "glBindImageTexture".into());
            }
        }
    }

    /// Sets images without texels.
    fn image(&mut self, target: u32) {
        let null = std::ptr::null::<c_void>();
        let flat = |target: u32| {
            glTexImage2D(target, 0, GL_RGBA.cast_signed(), 0, 0, 0, GL_RGBA, GL_UNSIGNED_BYTE, null);
        };
        match target {
            GL_TEXTURE_1D => glTexImage1D(target, 0, GL_RGBA.cast_signed(), 0, 0, GL_RGBA, GL_UNSIGNED_BYTE, null),
            GL_TEXTURE_2D | GL_TEXTURE_RECTANGLE | GL_TEXTURE_1D_ARRAY => flat(target),
            GL_TEXTURE_CUBE_MAP => (GL_TEXTURE_CUBE_MAP_POSITIVE_X..=GL_TEXTURE_CUBE_MAP_NEGATIVE_Z).for_each(flat),
            GL_TEXTURE_3D | GL_TEXTURE_2D_ARRAY => {
                glTexImage3D(target, 0, GL_RGBA.cast_signed(), 0, 0, 0, 0, GL_RGBA, GL_UNSIGNED_BYTE, null)
            }
            GL_TEXTURE_2D_MULTISAMPLE if !self.es => glTexImage2DMultisample(target, 1, GL_RGBA8, 0, 0, 1),
            GL_TEXTURE_2D_MULTISAMPLE_ARRAY if !self.es => glTexImage3DMultisample(target, 1, GL_RGBA8, 0, 0, 0, 1),
            _ => {}
        }
        self.check(|| format!("the images of {target:#x}"));
    }

    fn pixels(&mut self) {
        self.toggles("glDisable", &[GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_DEPTH_TEST, GL_BLEND]);
        self.toggles("glEnable", &[GL_DITHER]);
        if self.since((3, 2)) {
            for index in 0..self.limit(GL_MAX_DRAW_BUFFERS) {
                glDisablei(GL_BLEND, index);
                glBlendFunci(index, GL_ONE, GL_ZERO);
                glBlendEquationi(index, GL_FUNC_ADD);
                glColorMaski(index, 1, 1, 1, 1);
            }
            self.check(|| "state of draw buffers".into());
        }
        glScissor(0, 0, 16, 16);
        glStencilFunc(GL_ALWAYS, 0, u32::MAX);
        glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
        glDepthFunc(GL_LESS);
        glBlendFunc(GL_ONE, GL_ZERO);
        glBlendEquation(GL_FUNC_ADD);
        glBlendColor(0.0, 0.0, 0.0, 0.0);
        glColorMask(1, 1, 1, 1);
        glDepthMask(1);
        glStencilMask(u32::MAX);
        glClearColor(0.0, 0.0, 0.0, 0.0);
        glClearDepthf(1.0);
        glClearStencil(0);
        self.check(|| "pixel operations".into());
        if !self.es {
            self.toggles("glDisable", &[GL_FRAMEBUFFER_SRGB, GL_COLOR_LOGIC_OP]);
            glLogicOp(GL_COPY);
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
            glPixelStorei(name, value);
            self.check(|| format!("glPixelStorei({name:#x})"));
        }
    }

    fn framebuffers(&mut self) {
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glBindRenderbuffer(GL_RENDERBUFFER, 0);
        self.check(|| "framebuffer bindings".into());
        if self.since((3, 0)) {
            let buffer = GL_BACK;
            glDrawBuffers(1, &raw const buffer);
            glReadBuffer(GL_BACK);
            self.check(|| "draw and read buffers".into());
        }
    }

    fn objects(&mut self) {
        glUseProgram(0);
        self.check(|| "glUseProgram".into());
        if self.since((3, 0)) {
            glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
            self.check(|| "glBindTransformFeedback".into());
            self.unbind_indexed(GL_TRANSFORM_FEEDBACK_BUFFER, GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS);
            self.unbind_indexed(GL_UNIFORM_BUFFER, GL_MAX_UNIFORM_BUFFER_BINDINGS);
            self.unbind(&[GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER]);
            let es = [GL_ANY_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED_CONSERVATIVE, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN];
            let desktop = [GL_PRIMITIVES_GENERATED, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, GL_SAMPLES_PASSED];
            for target in if self.es { es } else { desktop } {
                let mut active = 7;
                glGetQueryiv(target, GL_CURRENT_QUERY, &raw mut active);
                assert_eq!(active, 0);
                self.check(|| format!("glGetQueryiv({target:#x})"));
            }
            let mut active = 7;
            glGetBooleanv(GL_TRANSFORM_FEEDBACK_ACTIVE, &raw mut active);
            assert_eq!(active, 0);
        }
        if self.since((3, 1)) {
            glBindProgramPipeline(0);
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
            glHint(target, GL_DONT_CARE);
            self.check(|| format!("glHint({target:#x})"));
        }
        assert_eq!(self.limit(GL_DEBUG_GROUP_STACK_DEPTH), 1);
        let null = std::ptr::null::<u32>();
        for (severity, enabled) in [(GL_DONT_CARE, 1), (GL_DEBUG_SEVERITY_LOW, 0)] {
            glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, severity, 0, null, enabled);
        }
        glDebugMessageCallback(None, std::ptr::null());
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
