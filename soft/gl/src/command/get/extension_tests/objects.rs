//! Extensions of objects, state and drawing in desktop contexts.

use super::textures::clear;
use super::*;

pub const TABLE: Table = &[
    ("GL_AMD_pinned_memory", pinned_memory),
    ("GL_AMD_draw_buffers_blend", |gl| {
        gl!(glBlendFuncIndexedAMD(1 => u32, GL_ZERO => u32, GL_ONE => u32));
        gl!(glBlendEquationIndexedAMD(1 => u32, GL_MAX => u32));
        gl!(glBlendFuncSeparateIndexedAMD(2 => u32, GL_ONE => u32, GL_ZERO => u32, GL_ZERO => u32, GL_ONE => u32));
        gl!(glBlendEquationSeparateIndexedAMD(2 => u32, GL_MIN => u32, GL_MAX => u32));
        assert_eq!([0, 1, 2].map(|index| indexed(GL_BLEND_SRC_RGB, index)), [GL_ONE, GL_ZERO, GL_ONE]);
        assert_eq!([0, 1, 2].map(|index| indexed(GL_BLEND_DST_ALPHA, index)), [GL_ZERO, GL_ONE, GL_ONE]);
        assert_eq!([0, 1, 2].map(|index| indexed(GL_BLEND_EQUATION_RGB, index)), [GL_FUNC_ADD, GL_MAX, GL_MIN]);
        gl.no_error();
    }),
    ("GL_AMD_multi_draw_indirect", |gl| {
        shade(gl, "#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(1.0); }");
        gl.buffer(GL_DRAW_INDIRECT_BUFFER, &[3, 1, 0, 0, 3, 2, 0, 0]);
        let counts = gl.count(&[GL_VERTICES_SUBMITTED], || {
            gl!(glMultiDrawArraysIndirectAMD(GL_TRIANGLES => u32, std::ptr::null() => *const c_void, 2 => i32, 0 => i32));
        });
        assert_eq!(counts, [9]);
    }),
    ("GL_AMD_query_buffer_object", |gl| {
        let query = generate!(glGenQueries);
        gl!(glBeginQuery(GL_SAMPLES_PASSED => u32, query => u32));
        shade(gl, "#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(1.0); }");
        gl!(glEndQuery(GL_SAMPLES_PASSED => u32));
        let name = gl.buffer(GL_QUERY_BUFFER, &[7, 7]);
        assert_eq!(integer(gl, GL_QUERY_BUFFER_BINDING), Some(name.cast_signed()));
        gl!(glGetQueryObjectuiv(query => u32, GL_QUERY_RESULT => u32, std::ptr::null_mut::<u32>().wrapping_add(1) => *mut u32));
        assert_eq!(gl.words(GL_QUERY_BUFFER, 2), [7, 256]);
    }),
    ("GL_ARB_ES2_compatibility", es2_compatibility),
    ("GL_ARB_debug_output", |gl| {
        gl!(glEnable(GL_DEBUG_OUTPUT => u32));
        gl!(glDebugMessageControlARB(
            GL_DONT_CARE => u32, GL_DONT_CARE => u32, GL_DONT_CARE => u32, 0 => i32, std::ptr::null() => *const u32, 1 => u8
        ));
        gl!(glDebugMessageInsertARB(
            GL_DEBUG_SOURCE_APPLICATION_ARB => u32, GL_DEBUG_TYPE_OTHER_ARB => u32, 5 => u32, GL_DEBUG_SEVERITY_LOW_ARB => u32, -1 => i32,
            c"here".as_ptr() => *const i8
        ));
        assert_eq!(integer(gl, GL_DEBUG_LOGGED_MESSAGES_ARB), Some(1));
        let (mut id, mut text) = (0u32, [0u8; 16]);
        let none = std::ptr::null_mut::<u32>();
        let count = gl!(glGetDebugMessageLogARB(
            1 => u32, 16 => i32, none => *mut u32, none => *mut u32, &raw mut id => *mut u32, none => *mut u32, none.cast() => *mut i32,
            text.as_mut_ptr() => *mut u8
        ) -> u32);
        assert_eq!((count, id, &text[..5]), (1, 5, &b"here\0"[..]));
    }),
    ("GL_ARB_framebuffer_no_attachments", |gl| {
        let name = generate!(glGenFramebuffers);
        shade(gl, "#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(1.0); }");
        gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, name => u32));
        for (pname, value) in [(GL_FRAMEBUFFER_DEFAULT_WIDTH, 8), (GL_FRAMEBUFFER_DEFAULT_HEIGHT, 4)] {
            gl!(glFramebufferParameteri(GL_FRAMEBUFFER => u32, pname => u32, value => i32));
            let mut found = 0;
            gl!(glGetFramebufferParameteriv(GL_FRAMEBUFFER => u32, pname => u32, &raw mut found => *mut i32));
            assert_eq!(found, value);
        }
        assert_eq!(gl.count(&[GL_SAMPLES_PASSED], draw), [32]);
        assert!(integer(gl, GL_MAX_FRAMEBUFFER_WIDTH).is_some_and(|size| size >= 16384));
    }),
    ("GL_ARB_framebuffer_sRGB", |gl| {
        assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_SRGB8_ALPHA8, [4, 4]), GL_FRAMEBUFFER_COMPLETE);
        gl!(glEnable(GL_FRAMEBUFFER_SRGB => u32));
        shade(gl, "#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(0.5); }");
        assert_eq!(read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE), [188, 188, 188, 128]);
        gl!(glDisable(GL_FRAMEBUFFER_SRGB => u32));
        draw();
        assert_eq!(read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE), [128; 4]);
    }),
    ("GL_ARB_map_buffer_alignment", |gl| {
        assert_eq!(integer(gl, GL_MIN_MAP_BUFFER_ALIGNMENT), Some(64));
        gl.buffer(GL_ARRAY_BUFFER, &[0; 64]);
        let address = gl!(glMapBufferRange(GL_ARRAY_BUFFER => u32, 12 => isize, 16 => isize, GL_MAP_READ_BIT => u32) -> usize);
        assert_eq!((address - 12) % 64, 0);
        gl!(glUnmapBuffer(GL_ARRAY_BUFFER => u32) -> u8);
    }),
    ("GL_ARB_parallel_shader_compile", |gl| {
        assert_eq!(integer(gl, GL_MAX_SHADER_COMPILER_THREADS_ARB), Some(-1));
        gl!(glMaxShaderCompilerThreadsARB(0 => u32));
        assert_eq!(integer(gl, GL_MAX_SHADER_COMPILER_THREADS_ARB), Some(0));
        completed(gl);
    }),
    ("GL_KHR_parallel_shader_compile", parallel_compile),
    ("GL_ARB_polygon_offset_clamp", |gl| {
        offset_clamp(gl, |units, clamp| gl!(glPolygonOffsetClamp(0.0 => f32, units => f32, clamp => f32)));
    }),
    ("GL_EXT_polygon_offset_clamp", |gl| {
        offset_clamp(gl, |units, clamp| gl!(glPolygonOffsetClampEXT(0.0 => f32, units => f32, clamp => f32)));
    }),
    ("GL_ARB_robust_buffer_access_behavior", robust_access),
    ("GL_KHR_robust_buffer_access_behavior", robust_access),
    ("GL_ARB_separate_shader_objects", |gl| separate_stages(gl, "330", "330")),
    ("GL_ARB_shader_objects", shader_objects),
    ("GL_ATI_blend_equation_separate", |gl| {
        gl!(glBlendEquationSeparateATI(GL_MIN => u32, GL_MAX => u32));
        assert_eq!(integer(gl, GL_BLEND_EQUATION_ALPHA), Some(GL_MAX.cast_signed()));
        assert_eq!(integer(gl, GL_BLEND_EQUATION_RGB), Some(GL_MIN.cast_signed()));
    }),
    ("GL_EXT_debug_label", debug_label),
    ("GL_EXT_vertex_array_bgra", |gl| {
        let program = cover(
            gl,
            "#version 330\nin vec2 position;\nin vec4 color;\nout vec4 v;\nvoid main() { v = color; gl_Position = vec4(position, 0.0, 1.0); }",
            "#version 330\nin vec4 v;\nout vec4 pixel;\nvoid main() { pixel = v; }",
        );
        gl.buffer(GL_ARRAY_BUFFER, &[0xFF00_40FF; 3]);
        let location = gl!(glGetAttribLocation(program => u32, c"color".as_ptr() => *const i8) -> i32).cast_unsigned();
        let bgra = GL_BGRA.cast_signed();
        gl!(glVertexAttribPointer(location => u32, bgra => i32, GL_UNSIGNED_BYTE => u32, 1 => u8, 4 => i32, std::ptr::null() => *const c_void));
        gl!(glEnableVertexAttribArray(location => u32));
        draw();
        assert_eq!(gl.pixel(8, 8), [0, 0x40, 255, 255]);
    }),
    ("GL_EXT_vertex_attrib_64bit", |gl| {
        let vertex = "#version 410\nin vec2 position;\nin dvec2 d;\nflat out vec4 v;\nvoid main() { v = d == dvec2(1.0 / 3.0lf, 2.0) ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0); gl_Position = vec4(position, 0.0, 1.0); }";
        let program = cover(gl, vertex, "#version 410\nflat in vec4 v;\nout vec4 pixel;\nvoid main() { pixel = v; }");
        let location = gl!(glGetAttribLocation(program => u32, c"d".as_ptr() => *const i8) -> i32).cast_unsigned();
        gl!(glVertexAttribL2dEXT(location => u32, 1.0 / 3.0 => f64, 2.0 => f64));
        draw();
        assert_eq!(gl.pixel(8, 8), GREEN);
        let mut values = [0.0; 4];
        gl!(glGetVertexAttribLdvEXT(location => u32, GL_CURRENT_VERTEX_ATTRIB => u32, values.as_mut_ptr() => *mut f64));
        assert_eq!(values[..2], [1.0 / 3.0, 2.0]);
    }),
    ("GL_KHR_context_flush_control", flush_control),
    ("GL_KHR_no_error", no_error),
    ("GL_NV_depth_clamp", depth_clamp),
];

/// A state variable with an index, as a token.
pub fn indexed(name: u32, index: u32) -> u32 {
    let mut value = 0;
    gl!(glGetIntegeri_v(name => u32, index => u32, &raw mut value => *mut i32));
    value.cast_unsigned()
}

fn es2_compatibility(gl: &Gl) {
    gl!(glReleaseShaderCompiler());
    gl!(glDepthRangef(0.25 => f32, 0.75 => f32));
    gl!(glClearDepthf(0.5 => f32));
    assert_eq!(floats::<2>(GL_DEPTH_RANGE), [0.25, 0.75]);
    assert_eq!(floats::<1>(GL_DEPTH_CLEAR_VALUE), [0.5]);
    for name in [GL_MAX_VERTEX_UNIFORM_VECTORS, GL_MAX_FRAGMENT_UNIFORM_VECTORS, GL_MAX_VARYING_VECTORS, GL_SHADER_COMPILER] {
        assert!(integer(gl, name).is_some_and(|value| value > 0), "{name:#x}");
    }
    assert_eq!(integer(gl, GL_NUM_SHADER_BINARY_FORMATS), Some(1));
    assert_eq!(integer(gl, GL_IMPLEMENTATION_COLOR_READ_FORMAT), Some(GL_RGBA.cast_signed()));
    assert_eq!(integer(gl, GL_IMPLEMENTATION_COLOR_READ_TYPE), Some(GL_UNSIGNED_BYTE.cast_signed()));
    let (mut range, mut bits) = ([0; 2], 0);
    gl!(glGetShaderPrecisionFormat(
        GL_FRAGMENT_SHADER => u32, GL_HIGH_FLOAT => u32, range.as_mut_ptr() => *mut i32, &raw mut bits => *mut i32
    ));
    assert_eq!((range, bits), ([127, 127], 23));
    // A shader of OpenGL ES 2.0, and attributes of fixed-point numbers.
    let fragment = "#version 100\nprecision mediump float;\nuniform mediump vec4 tint;\nvoid main() { gl_FragColor = tint; }";
    let program = cover(gl, &vertex_for(fragment), fragment);
    let name = c"tint";
    let tint = gl!(glGetUniformLocation(program => u32, name.as_ptr() => *const i8) -> i32);
    gl!(glUniform4f(tint => i32, 0.0 => f32, 1.0 => f32, 0.0 => f32, 1.0 => f32));
    gl.buffer(GL_ARRAY_BUFFER, &[-1i32, -1, 3, -1, -1, 3].map(|value| (value << 16).cast_unsigned()));
    let location = gl!(glGetAttribLocation(program => u32, c"position".as_ptr() => *const i8) -> i32).cast_unsigned();
    gl!(glVertexAttribPointer(location => u32, 2 => i32, GL_FIXED => u32, 0 => u8, 0 => i32, std::ptr::null() => *const c_void));
    draw();
    assert_eq!((gl.pixel(0, 0), gl.pixel(15, 15)), (GREEN, GREEN));
    assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGB565, [4, 4]), GL_FRAMEBUFFER_COMPLETE);
    gl!(glShaderBinary(0 => i32, std::ptr::null() => *const u32, GL_RGBA => u32, std::ptr::null() => *const c_void, 0 => i32));
    assert_eq!(error(), GL_INVALID_ENUM, "there are no binary formats");
}

/// Compiling is over as soon as it was asked for.
fn completed(gl: &Gl) {
    let program = shade_program(gl);
    let mut done = 0;
    gl!(glGetProgramiv(program => u32, GL_COMPLETION_STATUS_KHR => u32, &raw mut done => *mut i32));
    assert_eq!(done, 1);
}

fn shade_program(gl: &Gl) -> u32 {
    let (version, [_, _, pixel]) = plain(gl);
    let fragment = format!("{version}void main() {{ {pixel} = vec4(0.0, 1.0, 0.0, 1.0); }}");
    cover(gl, &vertex_for(&fragment), &fragment)
}

pub fn parallel_compile(gl: &Gl) {
    gl!(glMaxShaderCompilerThreadsKHR(3 => u32));
    assert_eq!(integer(gl, GL_MAX_SHADER_COMPILER_THREADS_KHR), Some(3));
    completed(gl);
}

/// A triangle at depth 0.5 moved by at most a clamp.
pub fn offset_clamp(gl: &Gl, set: impl Fn(f32, f32)) {
    shade_program(gl);
    assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGBA8, [16, 16]), GL_FRAMEBUFFER_COMPLETE);
    let depth = texture_depth(gl);
    gl!(glFramebufferTexture2D(GL_FRAMEBUFFER => u32, GL_DEPTH_ATTACHMENT => u32, GL_TEXTURE_2D => u32, depth => u32, 0 => i32));
    gl!(glEnable(GL_DEPTH_TEST => u32));
    gl!(glDepthFunc(GL_ALWAYS => u32));
    gl!(glEnable(GL_POLYGON_OFFSET_FILL => u32));
    let depth_with = |units: f32, clamp: f32| {
        set(units, clamp);
        assert_eq!(floats::<1>(GL_POLYGON_OFFSET_CLAMP_EXT), [clamp]);
        draw();
        (f64::from(read::<u16, 1>(gl, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT)[0]) / 65535.0 * 16.0).round() / 16.0
    };
    assert_eq!(depth_with(16384.0, 0.125), 0.625);
    assert_eq!(depth_with(-16384.0, -0.125), 0.375);
    assert_eq!(depth_with(16384.0, 0.0), 0.75);
    gl!(glPolygonOffset(0.0 => f32, 16384.0 => f32));
    assert_eq!(floats::<1>(GL_POLYGON_OFFSET_CLAMP_EXT), [0.0]);
}

fn texture_depth(gl: &Gl) -> u32 {
    let name = generate!(glGenTextures);
    gl!(glBindTexture(GL_TEXTURE_2D => u32, name => u32));
    let internal = if gl.0.lock().unwrap().config.version < (3, 0) { GL_DEPTH_COMPONENT } else { GL_DEPTH_COMPONENT16 };
    gl!(glTexImage2D(
        GL_TEXTURE_2D => u32, 0 => i32, internal.cast_signed() => i32, 16 => i32, 16 => i32, 0 => i32, GL_DEPTH_COMPONENT => u32,
        GL_UNSIGNED_SHORT => u32, std::ptr::null() => *const c_void
    ));
    parameter(GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl.no_error();
    name
}

/// Attributes behind a buffer's end read as zeros or as something of the buffer, and nothing else happens.
pub fn robust_access(gl: &Gl) {
    let (version, [_, varying, pixel]) = plain(gl);
    let (attribute, out) = if varying == "in" { ("in", "out") } else { ("attribute", "varying") };
    let head = version.replace("out vec4 pixel;\n", "");
    let vertex = format!(
        "{head}{attribute} vec2 position;\n{attribute} float shade;\n{out} float v;\nvoid main() {{ v = shade; gl_Position = vec4(position, 0.0, 1.0); }}"
    );
    let program = cover(gl, &vertex, &format!("{version}{varying} float v;\nvoid main() {{ {pixel} = vec4(v, 1.0, 0.0, 1.0); }}"));
    let name = c"shade";
    let location = gl!(glGetAttribLocation(program => u32, name.as_ptr() => *const i8) -> i32).cast_unsigned();
    gl.buffer(GL_ARRAY_BUFFER, &[1.0f32.to_bits()]);
    let far = (1usize << 30) as *const c_void;
    gl!(glVertexAttribPointer(location => u32, 1 => i32, GL_FLOAT => u32, 0 => u8, 4 => i32, far => *const c_void));
    gl!(glEnableVertexAttribArray(location => u32));
    draw();
    gl.no_error();
    assert!([0, 255].contains(&gl.pixel(8, 8)[0]) && gl.pixel(8, 8)[1] == 255);
}

/// A program for each stage, in a pipeline.
pub fn separate_stages(gl: &Gl, vertex_version: &str, version: &str) {
    let separable = |stage: u32, text: &str| {
        let text = c(text);
        let strings = [text.as_ptr()];
        let program = gl!(glCreateShaderProgramv(stage => u32, 1 => i32, strings.as_ptr() => *const *const i8) -> u32);
        let mut linked = 0;
        gl!(glGetProgramiv(program => u32, GL_LINK_STATUS => u32, &raw mut linked => *mut i32));
        assert_eq!(linked, 1, "{text:?}");
        program
    };
    let name = if vertex_version.ends_with("es") { "GL_EXT_separate_shader_objects" } else { "GL_ARB_separate_shader_objects" };
    let block = if vertex_version.ends_with("es") { "" } else { "out gl_PerVertex { vec4 gl_Position; };\n" };
    let vertex = separable(
        GL_VERTEX_SHADER,
        &format!(
            "{}{block}layout(location = 1) out vec4 v;\nvoid main() {{ v = vec4(0.0, 1.0, 0.0, 1.0); gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }}",
            header(vertex_version, name)
        ),
    );
    let fragment = separable(
        GL_FRAGMENT_SHADER,
        &format!(
            "{}layout(location = 1) in vec4 v;\nout vec4 pixel;\nuniform float scale;\nvoid main() {{ pixel = v * scale; }}",
            header(version, name)
        ),
    );
    let location = gl!(glGetUniformLocation(fragment => u32, c"scale".as_ptr() => *const i8) -> i32);
    gl!(glProgramUniform1f(fragment => u32, location => i32, 1.0 => f32));
    let pipeline = generate!(glGenProgramPipelines);
    gl!(glUseProgramStages(pipeline => u32, GL_VERTEX_SHADER_BIT => u32, vertex => u32));
    gl!(glUseProgramStages(pipeline => u32, GL_FRAGMENT_SHADER_BIT => u32, fragment => u32));
    gl!(glUseProgram(0 => u32));
    gl!(glBindProgramPipeline(pipeline => u32));
    draw();
    gl.no_error();
    assert_eq!(gl.pixel(8, 8), GREEN);
}

/// Shaders and programs by the commands of ARB_shader_objects alone.
fn shader_objects(gl: &Gl) {
    let core = gl.0.lock().unwrap().config.api == Api::Core;
    let version = if core { "#version 140\n" } else { "#version 110\n" };
    let (attribute, out) = if core { ("in", "out vec4 pixel;\n") } else { ("attribute", "") };
    let pixel = if core { "pixel" } else { "gl_FragColor" };
    let object = |stage: u32, text: &str| {
        let shader = gl!(glCreateShaderObjectARB(stage => u32) -> u32);
        let text = c(text);
        let strings = [text.as_ptr()];
        gl!(glShaderSourceARB(shader => u32, 1 => i32, strings.as_ptr() => *const *const i8, std::ptr::null() => *const i32));
        gl!(glCompileShaderARB(shader => u32));
        shader
    };
    let get = |handle: u32, name: u32| {
        let mut value = -1;
        gl!(glGetObjectParameterivARB(handle => u32, name => u32, &raw mut value => *mut i32));
        value.cast_unsigned()
    };
    let vertex = object(
        GL_VERTEX_SHADER_ARB,
        &format!("{version}{attribute} vec2 position;\nvoid main() {{ gl_Position = vec4(position, 0.0, 1.0); }}"),
    );
    let fragment = object(GL_FRAGMENT_SHADER_ARB, &format!("{version}{out}uniform vec4 tint;\nvoid main() {{ {pixel} = tint; }}"));
    let wrong = object(GL_FRAGMENT_SHADER_ARB, "void main() { nothing; }");
    assert_eq!([vertex, fragment, wrong].map(|shader| get(shader, GL_OBJECT_COMPILE_STATUS_ARB)), [1, 1, 0]);
    assert_eq!((get(vertex, GL_OBJECT_TYPE_ARB), get(vertex, GL_OBJECT_SUBTYPE_ARB)), (GL_SHADER_OBJECT_ARB, GL_VERTEX_SHADER_ARB));
    let length = get(wrong, GL_OBJECT_INFO_LOG_LENGTH_ARB) as usize;
    let (mut log, mut written) = (vec![0u8; length], 0);
    gl!(glGetInfoLogARB(wrong => u32, length as i32 => i32, &raw mut written => *mut i32, log.as_mut_ptr() => *mut u8));
    assert!(written > 0 && written as usize + 1 == length && log[length - 1] == 0);
    gl!(glDeleteObjectARB(wrong => u32));
    let program = gl!(glCreateProgramObjectARB() -> u32);
    for shader in [vertex, fragment] {
        gl!(glAttachObjectARB(program => u32, shader => u32));
    }
    gl!(glBindAttribLocationARB(program => u32, 3 => u32, c"position".as_ptr() => *const i8));
    gl!(glLinkProgramARB(program => u32));
    assert_eq!((get(program, GL_OBJECT_LINK_STATUS_ARB), get(program, GL_OBJECT_TYPE_ARB)), (1, GL_PROGRAM_OBJECT_ARB));
    assert_eq!((get(program, GL_OBJECT_ATTACHED_OBJECTS_ARB), get(program, GL_OBJECT_ACTIVE_UNIFORMS_ARB)), (2, 1));
    let (mut attached, mut count) = ([0u32; 4], 0);
    gl!(glGetAttachedObjectsARB(program => u32, 4 => i32, &raw mut count => *mut i32, attached.as_mut_ptr() => *mut u32));
    assert_eq!((count, &attached[..2]), (2, &[vertex, fragment][..]));
    gl!(glUseProgramObjectARB(program => u32));
    assert_eq!(gl!(glGetHandleARB(GL_PROGRAM_OBJECT_ARB => u32) -> u32), program);
    let tint = gl!(glGetUniformLocationARB(program => u32, c"tint".as_ptr() => *const i8) -> i32);
    gl!(glUniform4fARB(tint => i32, 0.0 => f32, 1.0 => f32, 0.0 => f32, 1.0 => f32));
    let mut values = [0.0; 4];
    gl!(glGetUniformfvARB(program => u32, tint => i32, values.as_mut_ptr() => *mut f32));
    assert_eq!(values, [0.0, 1.0, 0.0, 1.0]);
    gl.buffer(GL_ARRAY_BUFFER, &[-1.0f32, -1.0, 3.0, -1.0, -1.0, 3.0].map(f32::to_bits));
    gl!(glVertexAttribPointerARB(3 => u32, 2 => i32, GL_FLOAT => u32, 0 => u8, 0 => i32, std::ptr::null() => *const c_void));
    gl!(glEnableVertexAttribArrayARB(3 => u32));
    gl!(glValidateProgramARB(program => u32));
    assert_eq!(get(program, GL_OBJECT_VALIDATE_STATUS_ARB), 1);
    draw();
    assert_eq!(gl.pixel(8, 8), GREEN);
    gl!(glDeleteObjectARB(program => u32));
    assert_eq!(get(program, GL_OBJECT_DELETE_STATUS_ARB), 1, "it stays while it is current");
    gl!(glUseProgramObjectARB(0 => u32));
    gl.no_error();
    get(program, GL_OBJECT_TYPE_ARB);
    assert_eq!(error(), GL_INVALID_VALUE);
}

pub fn debug_label(gl: &Gl) {
    let buffer = gl.buffer(GL_ARRAY_BUFFER, &[0]);
    let label = |ty: u32, name: u32, length: i32| {
        gl!(glLabelObjectEXT(ty => u32, name => u32, length => i32, c"colours".as_ptr() => *const i8));
        error()
    };
    let get = |ty: u32, name: u32| {
        let (mut length, mut text) = (-1, [0u8; 16]);
        gl!(glGetObjectLabelEXT(ty => u32, name => u32, 16 => i32, &raw mut length => *mut i32, text.as_mut_ptr() => *mut u8));
        String::from_utf8_lossy(&text[..length.max(0) as usize]).into_owned()
    };
    assert_eq!(label(GL_BUFFER_OBJECT_EXT, buffer, 0), GL_NO_ERROR);
    assert_eq!(get(GL_BUFFER_OBJECT_EXT, buffer), "colours");
    assert_eq!(label(GL_BUFFER_OBJECT_EXT, buffer, 3), GL_NO_ERROR);
    assert_eq!(get(GL_BUFFER_OBJECT_EXT, buffer), "col");
    let program = shade_program(gl);
    assert_eq!(label(GL_PROGRAM_OBJECT_EXT, program, 0), GL_NO_ERROR);
    assert_eq!(label(GL_SHADER_OBJECT_EXT, program, 0), GL_INVALID_OPERATION, "a program is no shader");
    assert_eq!(label(GL_BUFFER_OBJECT_EXT, 99, 0), GL_INVALID_OPERATION);
    assert_eq!(label(GL_BUFFER_OBJECT_EXT, buffer, -1), GL_INVALID_VALUE);
    assert_eq!(label(GL_BUFFER, buffer, 0), GL_INVALID_ENUM, "the tokens are those of EXT_debug_label");
}

pub fn flush_control(gl: &Gl) {
    assert_eq!(integer(gl, GL_CONTEXT_RELEASE_BEHAVIOR), Some(GL_CONTEXT_RELEASE_BEHAVIOR_FLUSH.cast_signed()));
    gl.0.lock().unwrap().config.flush_on_release = false;
    assert_eq!(integer(gl, GL_CONTEXT_RELEASE_BEHAVIOR), Some(GL_NONE.cast_signed()));
    gl.0.lock().unwrap().config.flush_on_release = true;
}

/// The flag says whether the context was made without errors.
pub fn no_error(gl: &Gl) {
    let flags = |gl: &Gl| integer(gl, GL_CONTEXT_FLAGS).map(i32::cast_unsigned);
    if flags(gl).is_none() {
        return;
    }
    assert_eq!(flags(gl), Some(0));
    gl.0.lock().unwrap().config.no_error = true;
    assert_eq!(flags(gl), Some(GL_CONTEXT_FLAG_NO_ERROR_BIT));
}

/// What lies in front of the near plane is drawn.
pub fn depth_clamp(gl: &Gl) {
    let (version, [_, _, pixel]) = plain(gl);
    let fragment = format!("{version}void main() {{ {pixel} = vec4(0.0, 1.0, 0.0, 1.0); }}");
    let vertex = vertex_for(&fragment).replace("0.0, 1.0)", "-2.0, 1.0)");
    clear([0.0; 4]);
    cover(gl, &vertex, &fragment);
    draw();
    assert_eq!(gl.pixel(8, 8), [0; 4]);
    gl!(glEnable(GL_DEPTH_CLAMP => u32));
    draw();
    assert_eq!(gl.pixel(8, 8), GREEN);
}

/// A buffer over an array of the program, which receives pixels.
fn pinned_memory(_: &Gl) {
    let mut words = [9u32; 4];
    let buffer = generate!(glGenBuffers);
    gl!(glBindBuffer(GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD => u32, buffer => u32));
    let address = &raw mut words;
    let target = GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD;
    gl!(glBufferData(target => u32, 16 => isize, address.cast::<c_void>() => *const c_void, GL_STREAM_COPY => u32));
    gl!(glBindBuffer(GL_PIXEL_PACK_BUFFER => u32, buffer => u32));
    gl!(glClearColor(1.0 => f32, 0.0 => f32, 0.0 => f32, 1.0 => f32));
    gl!(glClear(GL_COLOR_BUFFER_BIT => u32));
    let place = std::ptr::without_provenance_mut::<c_void>(4);
    gl!(glReadPixels(0 => i32, 0 => i32, 2 => i32, 1 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, place => *mut c_void));
    gl!(glDeleteBuffers(1 => i32, &raw const buffer => *const u32));
    // SAFETY: the words are the test's own.
    assert_eq!(unsafe { address.read_volatile() }, [9, 0xFF00_00FF, 0xFF00_00FF, 9]);
}
