//! Extensions of objects, state and drawing in desktop contexts.

use super::textures::clear;
use super::*;

pub const TABLE: Table = &[
    ("GL_AMD_pinned_memory", pinned_memory),
    ("GL_AMD_draw_buffers_blend", |gl| {
        glBlendFuncIndexedAMD(1, GL_ZERO, GL_ONE);
        glBlendEquationIndexedAMD(1, GL_MAX);
        glBlendFuncSeparateIndexedAMD(2, GL_ONE, GL_ZERO, GL_ZERO, GL_ONE);
        glBlendEquationSeparateIndexedAMD(2, GL_MIN, GL_MAX);
        assert_eq!([0, 1, 2].map(|index| indexed(GL_BLEND_SRC_RGB, index)), [GL_ONE, GL_ZERO, GL_ONE]);
        assert_eq!([0, 1, 2].map(|index| indexed(GL_BLEND_DST_ALPHA, index)), [GL_ZERO, GL_ONE, GL_ONE]);
        assert_eq!([0, 1, 2].map(|index| indexed(GL_BLEND_EQUATION_RGB, index)), [GL_FUNC_ADD, GL_MAX, GL_MIN]);
        gl.no_error();
    }),
    ("GL_AMD_multi_draw_indirect", |gl| {
        shade(gl, "#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(1.0); }");
        gl.buffer(GL_DRAW_INDIRECT_BUFFER, &[3, 1, 0, 0, 3, 2, 0, 0]);
        let counts = gl.count(&[GL_VERTICES_SUBMITTED], || {
            glMultiDrawArraysIndirectAMD(GL_TRIANGLES, std::ptr::null(), 2, 0);
        });
        assert_eq!(counts, [9]);
    }),
    ("GL_AMD_query_buffer_object", |gl| {
        let query = generate!(glGenQueries);
        glBeginQuery(GL_SAMPLES_PASSED, query);
        shade(gl, "#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(1.0); }");
        glEndQuery(GL_SAMPLES_PASSED);
        let name = gl.buffer(GL_QUERY_BUFFER, &[7, 7]);
        assert_eq!(integer(gl, GL_QUERY_BUFFER_BINDING), Some(name.cast_signed()));
        glGetQueryObjectuiv(query, GL_QUERY_RESULT, std::ptr::null_mut::<u32>().wrapping_add(1));
        assert_eq!(gl.words(GL_QUERY_BUFFER, 2), [7, 256]);
    }),
    ("GL_ARB_ES2_compatibility", es2_compatibility),
    ("GL_ARB_debug_output", |gl| {
        glEnable(GL_DEBUG_OUTPUT);
        glDebugMessageControlARB(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, std::ptr::null(), 1);
        glDebugMessageInsertARB(
            GL_DEBUG_SOURCE_APPLICATION_ARB,
            GL_DEBUG_TYPE_OTHER_ARB,
            5,
            GL_DEBUG_SEVERITY_LOW_ARB,
            -1,
            c"here".as_ptr(),
        );
        assert_eq!(integer(gl, GL_DEBUG_LOGGED_MESSAGES_ARB), Some(1));
        let (mut id, mut text) = (0u32, [0u8; 16]);
        let none = std::ptr::null_mut::<u32>();
        let count = glGetDebugMessageLogARB(1, 16, none, none, &raw mut id, none, none.cast(), text.as_mut_ptr().cast());
        assert_eq!((count, id, &text[..5]), (1, 5, &b"here\0"[..]));
    }),
    ("GL_ARB_framebuffer_no_attachments", |gl| {
        let name = generate!(glGenFramebuffers);
        shade(gl, "#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(1.0); }");
        glBindFramebuffer(GL_FRAMEBUFFER, name);
        for (pname, value) in [(GL_FRAMEBUFFER_DEFAULT_WIDTH, 8), (GL_FRAMEBUFFER_DEFAULT_HEIGHT, 4)] {
            glFramebufferParameteri(GL_FRAMEBUFFER, pname, value);
            let mut found = 0;
            glGetFramebufferParameteriv(GL_FRAMEBUFFER, pname, &raw mut found);
            assert_eq!(found, value);
        }
        assert_eq!(gl.count(&[GL_SAMPLES_PASSED], draw), [32]);
        assert!(integer(gl, GL_MAX_FRAMEBUFFER_WIDTH).is_some_and(|size| size >= 16384));
    }),
    ("GL_ARB_framebuffer_sRGB", |gl| {
        assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_SRGB8_ALPHA8, [4, 4]), GL_FRAMEBUFFER_COMPLETE);
        glEnable(GL_FRAMEBUFFER_SRGB);
        shade(gl, "#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(0.5); }");
        assert_eq!(read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE), [188, 188, 188, 128]);
        glDisable(GL_FRAMEBUFFER_SRGB);
        draw();
        assert_eq!(read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE), [128; 4]);
    }),
    ("GL_ARB_map_buffer_alignment", |gl| {
        assert_eq!(integer(gl, GL_MIN_MAP_BUFFER_ALIGNMENT), Some(64));
        gl.buffer(GL_ARRAY_BUFFER, &[0; 64]);
        let address = glMapBufferRange(GL_ARRAY_BUFFER, 12, 16, GL_MAP_READ_BIT) as usize;
        assert_eq!((address - 12) % 64, 0);
        glUnmapBuffer(GL_ARRAY_BUFFER);
    }),
    ("GL_ARB_parallel_shader_compile", |gl| {
        assert_eq!(integer(gl, GL_MAX_SHADER_COMPILER_THREADS_ARB), Some(-1));
        glMaxShaderCompilerThreadsARB(0);
        assert_eq!(integer(gl, GL_MAX_SHADER_COMPILER_THREADS_ARB), Some(0));
        completed(gl);
    }),
    ("GL_KHR_parallel_shader_compile", parallel_compile),
    ("GL_ARB_polygon_offset_clamp", |gl| {
        offset_clamp(gl, |units, clamp| glPolygonOffsetClamp(0.0, units, clamp));
    }),
    ("GL_EXT_polygon_offset_clamp", |gl| {
        offset_clamp(gl, |units, clamp| glPolygonOffsetClampEXT(0.0, units, clamp));
    }),
    ("GL_ARB_robust_buffer_access_behavior", robust_access),
    ("GL_KHR_robust_buffer_access_behavior", robust_access),
    ("GL_ARB_separate_shader_objects", |gl| separate_stages(gl, "330", "330")),
    ("GL_ARB_shader_objects", shader_objects),
    ("GL_ATI_blend_equation_separate", |gl| {
        // SAFETY: the specification declares the command, which the registry lacks, with this type.
        unsafe { command::<unsafe extern "C" fn(u32, u32)>("glBlendEquationSeparateATI")(GL_MIN, GL_MAX) };
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
        let location = glGetAttribLocation(program, c"color".as_ptr()).cast_unsigned();
        let bgra = GL_BGRA.cast_signed();
        glVertexAttribPointer(location, bgra, GL_UNSIGNED_BYTE, 1, 4, std::ptr::null());
        glEnableVertexAttribArray(location);
        draw();
        assert_eq!(gl.pixel(8, 8), [0, 0x40, 255, 255]);
    }),
    ("GL_EXT_vertex_attrib_64bit", |gl| {
        let vertex = "#version 410\nin vec2 position;\nin dvec2 d;\nflat out vec4 v;\nvoid main() { v = d == dvec2(1.0 / 3.0lf, 2.0) ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0); gl_Position = vec4(position, 0.0, 1.0); }";
        let program = cover(gl, vertex, "#version 410\nflat in vec4 v;\nout vec4 pixel;\nvoid main() { pixel = v; }");
        let location = glGetAttribLocation(program, c"d".as_ptr()).cast_unsigned();
        glVertexAttribL2dEXT(location, 1.0 / 3.0, 2.0);
        draw();
        assert_eq!(gl.pixel(8, 8), GREEN);
        let mut values = [0.0; 4];
        glGetVertexAttribLdvEXT(location, GL_CURRENT_VERTEX_ATTRIB, values.as_mut_ptr());
        assert_eq!(values[..2], [1.0 / 3.0, 2.0]);
    }),
    ("GL_KHR_context_flush_control", flush_control),
    ("GL_KHR_no_error", no_error),
    ("GL_NV_depth_clamp", depth_clamp),
];

/// A state variable with an index, as a token.
pub fn indexed(name: u32, index: u32) -> u32 {
    let mut value = 0;
    glGetIntegeri_v(name, index, &raw mut value);
    value.cast_unsigned()
}

fn es2_compatibility(gl: &Gl) {
    glReleaseShaderCompiler();
    glDepthRangef(0.25, 0.75);
    glClearDepthf(0.5);
    assert_eq!(floats::<2>(GL_DEPTH_RANGE), [0.25, 0.75]);
    assert_eq!(floats::<1>(GL_DEPTH_CLEAR_VALUE), [0.5]);
    for name in [GL_MAX_VERTEX_UNIFORM_VECTORS, GL_MAX_FRAGMENT_UNIFORM_VECTORS, GL_MAX_VARYING_VECTORS, GL_SHADER_COMPILER] {
        assert!(integer(gl, name).is_some_and(|value| value > 0), "{name:#x}");
    }
    assert_eq!(integer(gl, GL_NUM_SHADER_BINARY_FORMATS), Some(1));
    assert_eq!(integer(gl, GL_IMPLEMENTATION_COLOR_READ_FORMAT), Some(GL_RGBA.cast_signed()));
    assert_eq!(integer(gl, GL_IMPLEMENTATION_COLOR_READ_TYPE), Some(GL_UNSIGNED_BYTE.cast_signed()));
    let (mut range, mut bits) = ([0; 2], 0);
    glGetShaderPrecisionFormat(GL_FRAGMENT_SHADER, GL_HIGH_FLOAT, range.as_mut_ptr(), &raw mut bits);
    assert_eq!((range, bits), ([127, 127], 23));
    // A shader of OpenGL ES 2.0, and attributes of fixed-point numbers.
    let fragment = "#version 100\nprecision mediump float;\nuniform mediump vec4 tint;\nvoid main() { gl_FragColor = tint; }";
    let program = cover(gl, &vertex_for(fragment), fragment);
    let name = c"tint";
    let tint = glGetUniformLocation(program, name.as_ptr());
    glUniform4f(tint, 0.0, 1.0, 0.0, 1.0);
    gl.buffer(GL_ARRAY_BUFFER, &[-1i32, -1, 3, -1, -1, 3].map(|value| (value << 16).cast_unsigned()));
    let location = glGetAttribLocation(program, c"position".as_ptr()).cast_unsigned();
    glVertexAttribPointer(location, 2, GL_FIXED, 0, 0, std::ptr::null());
    draw();
    assert_eq!((gl.pixel(0, 0), gl.pixel(15, 15)), (GREEN, GREEN));
    assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGB565, [4, 4]), GL_FRAMEBUFFER_COMPLETE);
    glShaderBinary(0, std::ptr::null(), GL_RGBA, std::ptr::null(), 0);
    assert_eq!(error(), GL_INVALID_ENUM, "there are no binary formats");
}

/// Compiling is over as soon as it was asked for.
fn completed(gl: &Gl) {
    let program = shade_program(gl);
    let mut done = 0;
    glGetProgramiv(program, GL_COMPLETION_STATUS_KHR, &raw mut done);
    assert_eq!(done, 1);
}

fn shade_program(gl: &Gl) -> u32 {
    let (version, [_, _, pixel]) = plain(gl);
    let fragment = format!("{version}void main() {{ {pixel} = vec4(0.0, 1.0, 0.0, 1.0); }}");
    cover(gl, &vertex_for(&fragment), &fragment)
}

pub fn parallel_compile(gl: &Gl) {
    glMaxShaderCompilerThreadsKHR(3);
    assert_eq!(integer(gl, GL_MAX_SHADER_COMPILER_THREADS_KHR), Some(3));
    completed(gl);
}

/// A triangle at depth 0.5 moved by at most a clamp.
pub fn offset_clamp(gl: &Gl, set: impl Fn(f32, f32)) {
    shade_program(gl);
    assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGBA8, [16, 16]), GL_FRAMEBUFFER_COMPLETE);
    let depth = texture_depth(gl);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth, 0);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_ALWAYS);
    glEnable(GL_POLYGON_OFFSET_FILL);
    let depth_with = |units: f32, clamp: f32| {
        set(units, clamp);
        assert_eq!(floats::<1>(GL_POLYGON_OFFSET_CLAMP_EXT), [clamp]);
        draw();
        (f64::from(read::<u16, 1>(gl, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT)[0]) / 65535.0 * 16.0).round() / 16.0
    };
    assert_eq!(depth_with(16384.0, 0.125), 0.625);
    assert_eq!(depth_with(-16384.0, -0.125), 0.375);
    assert_eq!(depth_with(16384.0, 0.0), 0.75);
    glPolygonOffset(0.0, 16384.0);
    assert_eq!(floats::<1>(GL_POLYGON_OFFSET_CLAMP_EXT), [0.0]);
}

fn texture_depth(gl: &Gl) -> u32 {
    let name = generate!(glGenTextures);
    glBindTexture(GL_TEXTURE_2D, name);
    let internal = if gl.0.lock().unwrap().config.version < (3, 0) { GL_DEPTH_COMPONENT } else { GL_DEPTH_COMPONENT16 };
    glTexImage2D(GL_TEXTURE_2D, 0, internal.cast_signed(), 16, 16, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, std::ptr::null());
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
    let location = glGetAttribLocation(program, name.as_ptr()).cast_unsigned();
    gl.buffer(GL_ARRAY_BUFFER, &[1.0f32.to_bits()]);
    let far = (1usize << 30) as *const c_void;
    glVertexAttribPointer(location, 1, GL_FLOAT, 0, 4, far);
    glEnableVertexAttribArray(location);
    draw();
    gl.no_error();
    assert!([0, 255].contains(&gl.pixel(8, 8)[0]) && gl.pixel(8, 8)[1] == 255);
}

/// A program for each stage, in a pipeline.
pub fn separate_stages(gl: &Gl, vertex_version: &str, version: &str) {
    let separable = |stage: u32, text: &str| {
        let text = c(text);
        let strings = [text.as_ptr()];
        let program = glCreateShaderProgramv(stage, 1, strings.as_ptr());
        let mut linked = 0;
        glGetProgramiv(program, GL_LINK_STATUS, &raw mut linked);
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
    let location = glGetUniformLocation(fragment, c"scale".as_ptr());
    glProgramUniform1f(fragment, location, 1.0);
    let pipeline = generate!(glGenProgramPipelines);
    glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertex);
    glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
    glUseProgram(0);
    glBindProgramPipeline(pipeline);
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
        let shader = glCreateShaderObjectARB(stage);
        let text = c(text);
        let strings = [text.as_ptr()];
        glShaderSourceARB(shader, 1, strings.as_ptr().cast_mut().cast(), std::ptr::null());
        glCompileShaderARB(shader);
        shader
    };
    let get = |handle: u32, name: u32| {
        let mut value = -1;
        glGetObjectParameterivARB(handle, name, &raw mut value);
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
    glGetInfoLogARB(wrong, length as i32, &raw mut written, log.as_mut_ptr().cast());
    assert!(written > 0 && written as usize + 1 == length && log[length - 1] == 0);
    glDeleteObjectARB(wrong);
    let program = glCreateProgramObjectARB();
    for shader in [vertex, fragment] {
        glAttachObjectARB(program, shader);
    }
    glBindAttribLocationARB(program, 3, c"position".as_ptr());
    glLinkProgramARB(program);
    assert_eq!((get(program, GL_OBJECT_LINK_STATUS_ARB), get(program, GL_OBJECT_TYPE_ARB)), (1, GL_PROGRAM_OBJECT_ARB));
    assert_eq!((get(program, GL_OBJECT_ATTACHED_OBJECTS_ARB), get(program, GL_OBJECT_ACTIVE_UNIFORMS_ARB)), (2, 1));
    let (mut attached, mut count) = ([0u32; 4], 0);
    glGetAttachedObjectsARB(program, 4, &raw mut count, attached.as_mut_ptr());
    assert_eq!((count, &attached[..2]), (2, &[vertex, fragment][..]));
    glUseProgramObjectARB(program);
    assert_eq!(glGetHandleARB(GL_PROGRAM_OBJECT_ARB), program);
    let tint = glGetUniformLocationARB(program, c"tint".as_ptr());
    glUniform4fARB(tint, 0.0, 1.0, 0.0, 1.0);
    let mut values = [0.0; 4];
    glGetUniformfvARB(program, tint, values.as_mut_ptr());
    assert_eq!(values, [0.0, 1.0, 0.0, 1.0]);
    gl.buffer(GL_ARRAY_BUFFER, &[-1.0f32, -1.0, 3.0, -1.0, -1.0, 3.0].map(f32::to_bits));
    glVertexAttribPointerARB(3, 2, GL_FLOAT, 0, 0, std::ptr::null());
    glEnableVertexAttribArrayARB(3);
    glValidateProgramARB(program);
    assert_eq!(get(program, GL_OBJECT_VALIDATE_STATUS_ARB), 1);
    draw();
    assert_eq!(gl.pixel(8, 8), GREEN);
    glDeleteObjectARB(program);
    assert_eq!(get(program, GL_OBJECT_DELETE_STATUS_ARB), 1, "it stays while it is current");
    glUseProgramObjectARB(0);
    gl.no_error();
    get(program, GL_OBJECT_TYPE_ARB);
    assert_eq!(error(), GL_INVALID_VALUE);
}

pub fn debug_label(gl: &Gl) {
    let buffer = gl.buffer(GL_ARRAY_BUFFER, &[0]);
    let label = |ty: u32, name: u32, length: i32| {
        glLabelObjectEXT(ty, name, length, c"colours".as_ptr());
        error()
    };
    let get = |ty: u32, name: u32| {
        let (mut length, mut text) = (-1, [0u8; 16]);
        glGetObjectLabelEXT(ty, name, 16, &raw mut length, text.as_mut_ptr().cast());
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
    glEnable(GL_DEPTH_CLAMP);
    draw();
    assert_eq!(gl.pixel(8, 8), GREEN);
}

/// A buffer over an array of the program, which receives pixels.
fn pinned_memory(_: &Gl) {
    let mut words = [9u32; 4];
    let buffer = generate!(glGenBuffers);
    glBindBuffer(GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD, buffer);
    let address = &raw mut words;
    let target = GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD;
    glBufferData(target, 16, address.cast::<c_void>(), GL_STREAM_COPY);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    glClearColor(1.0, 0.0, 0.0, 1.0);
    glClear(GL_COLOR_BUFFER_BIT);
    let place = std::ptr::without_provenance_mut::<c_void>(4);
    glReadPixels(0, 0, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, place);
    glDeleteBuffers(1, &raw const buffer);
    // SAFETY: the words are the test's own.
    assert_eq!(unsafe { address.read_volatile() }, [9, 0xFF00_00FF, 0xFF00_00FF, 9]);
}
