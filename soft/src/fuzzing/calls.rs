//! Call sequences: any command with any arguments, on existing objects.
//!
//! An input is two bytes that select the context, followed by commands with their arguments.

use super::bytes::Bytes;
use super::gl::{COMMANDS, Gl};
use super::{arena, pools, programs, values};
use crate::core::mapping::unnamed_file;
use crate::gl::config::Api;
use crate::gl::dispatch::Signature;
use crate::tokens::*;
use std::os::fd::IntoRawFd;
use std::time::{Duration, Instant};

/// The largest number of commands in a sequence.
const CALLS: usize = 120;
/// The time after which a sequence begins no further command.
const TIME: Duration = Duration::from_secs(2);

/// Commands that exercise much code, which are called more often than others. [`prelude`] creates the objects that they draw with.
const COMMON: &[&str] = &[
    "glDrawArrays",
    "glDrawElements",
    "glDrawArraysInstancedBaseInstance",
    "glDrawElementsInstancedBaseVertexBaseInstance",
    "glMultiDrawArrays",
    "glMultiDrawElements",
    "glDrawArraysIndirect",
    "glDrawElementsIndirect",
    "glMultiDrawElementsIndirect",
    "glDrawRangeElementsBaseVertex",
    "glDrawTransformFeedback",
    "glDispatchCompute",
    "glDispatchComputeIndirect",
    "glUseProgram",
    "glUseProgram",
    "glBindBuffer",
    "glBindBufferRange",
    "glBufferData",
    "glBufferSubData",
    "glBufferStorage",
    "glCopyBufferSubData",
    "glMapBufferRange",
    "glUnmapBuffer",
    "glBindVertexArray",
    "glVertexAttribPointer",
    "glVertexAttribIPointer",
    "glEnableVertexAttribArray",
    "glVertexAttribDivisor",
    "glBindVertexBuffer",
    "glVertexAttribFormat",
    "glBindTexture",
    "glTexImage2D",
    "glTexImage1D",
    "glTexSubImage2D",
    "glTexStorage2D",
    "glTexStorageMem2DEXT",
    "glBufferStorageMemEXT",
    "glCopyTexSubImage2D",
    "glCopyTexImage2D",
    "glTexParameteri",
    "glGenerateMipmap",
    "glGetTexImage",
    "glBindFramebuffer",
    "glFramebufferTexture2D",
    "glFramebufferRenderbuffer",
    "glRenderbufferStorage",
    "glDrawBuffers",
    "glReadBuffer",
    "glReadPixels",
    "glBlitFramebuffer",
    "glClear",
    "glClearBufferfv",
    "glClearTexImage",
    "glClearBufferSubData",
    "glPixelStorei",
    "glEnable",
    "glDisable",
    "glViewport",
    "glViewportIndexedf",
    "glScissor",
    "glPolygonMode",
    "glLineWidth",
    "glPointSize",
    "glDepthRange",
    "glBlendFunc",
    "glStencilFunc",
    "glBeginQuery",
    "glEndQuery",
    "glGetQueryObjectuiv",
    "glBeginConditionalRender",
    "glEndConditionalRender",
    "glBeginTransformFeedback",
    "glEndTransformFeedback",
    "glUniform1i",
    "glUniform4fv",
    "glUniformMatrix4fv",
    "glBegin",
    "glEnd",
    "glVertex3f",
    "glVertex4fv",
    "glArrayElement",
    "glMap1f",
    "glMap2f",
    "glEvalCoord2f",
    "glEvalMesh2",
    "glNewList",
    "glEndList",
    "glCallList",
    "glCallLists",
    "glLightfv",
    "glMaterialfv",
    "glTexEnvi",
    "glTexGeni",
    "glTextureImage2DEXT",
    "glMultiTexImage2DEXT",
    "glNamedBufferDataEXT",
    "glVertexArrayVertexAttribOffsetEXT",
    "glFrustum",
    "glMultMatrixf",
    "glPushMatrix",
    "glPushAttrib",
    "glPopAttrib",
    "glPushClientAttrib",
    "glPopClientAttrib",
    "glVertexPointer",
    "glEnableClientState",
    "glInterleavedArrays",
    "glPatchParameteri",
    "glDeleteBuffers",
    "glDeleteTextures",
    "glGetIntegerv",
    "glGetProgramResourceiv",
];

/// Runs a sequence of commands.
pub fn call_sequences(input: &[u8]) {
    let mut bytes = Bytes(input);
    let gl = context(&mut bytes);
    let begin = Instant::now();
    prelude(&gl, &mut bytes);
    for _ in 0..CALLS {
        if bytes.is_empty() || begin.elapsed() > TIME {
            break;
        }
        one(&gl, &mut bytes);
    }
}

/// Creates the context that the input selects.
fn context(bytes: &mut Bytes) -> Gl {
    let kind = bytes.byte();
    let (api, version) = match kind & 7 {
        0..=1 => (Api::Compatibility, (4, 6)),
        2 => (Api::Es1, (1, 1)),
        3..=4 => (Api::Core, (4, 6)),
        5 => (Api::Es, (3, 2)),
        6 => (Api::Es, (3, 0)),
        _ => (Api::Es, (2, 0)),
    };
    let window = (kind & 0x30 != 0).then_some(if kind & 0x10 != 0 { (16, 16) } else { (70, 130) });
    let threads = if kind & 0xC0 == 0xC0 { 2 } else { 1 };
    Gl::new(api, version, kind & 8 != 0, 30_000, window, threads)
}

/// Creates objects of every kind, under names from 1 up.
fn prelude(gl: &Gl, bytes: &mut Bytes) {
    let choice = bytes.byte();
    let word = u64::from;
    let names = || arena::put(0, &[]);
    programs::install(gl);
    for command in
        ["glGenBuffers", "glGenTextures", "glGenFramebuffers", "glGenRenderbuffers", "glGenVertexArrays", "glGenQueries", "glGenSamplers"]
    {
        gl.call(command, &[4, names()]);
    }
    gl.call("glGenTransformFeedbacks", &[2, names()]);
    let contents: Vec<u8> = (0..300u32).flat_map(|word| (word % 5 + ((word / 7) << 8) + 0x3F00_0000 * (word & 1)).to_le_bytes()).collect();
    let contents = arena::put(1, &contents);
    for (buffer, target) in [GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER, GL_UNIFORM_BUFFER, GL_PIXEL_UNPACK_BUFFER].into_iter().enumerate() {
        gl.call("glBindBuffer", &[word(target), buffer as u64 + 1]);
        gl.call("glBufferData", &[word(target), 1200, contents, word(GL_STATIC_DRAW)]);
    }
    gl.call("glBindBuffer", &[word(GL_PIXEL_UNPACK_BUFFER), 0]);
    for target in [GL_UNIFORM_BUFFER, GL_SHADER_STORAGE_BUFFER, GL_ATOMIC_COUNTER_BUFFER, GL_TRANSFORM_FEEDBACK_BUFFER] {
        (0..3).for_each(|index| gl.call("glBindBufferBase", &[word(target), index, 3 + index % 2]));
    }
    let image = |texture: u64, internal: u32, format: u32, ty: u32| {
        gl.call("glBindTexture", &[word(GL_TEXTURE_2D), texture]);
        gl.call("glTexImage2D", &[word(GL_TEXTURE_2D), 0, word(internal), 8, 8, 0, word(format), word(ty), contents]);
    };
    image(3, GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT);
    image(2, GL_RGBA32F, GL_RGBA, GL_FLOAT);
    image(1, GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE);
    gl.call("glGenerateMipmap", &[word(GL_TEXTURE_2D)]);
    gl.call("glBindFramebuffer", &[word(GL_FRAMEBUFFER), 1]);
    gl.call(
        "glFramebufferTexture2D",
        &[word(GL_FRAMEBUFFER), word(GL_COLOR_ATTACHMENT0), word(GL_TEXTURE_2D), 2 - word(u32::from(choice >> 7)), 0],
    );
    gl.call("glBindRenderbuffer", &[word(GL_RENDERBUFFER), 1]);
    gl.call("glRenderbufferStorage", &[word(GL_RENDERBUFFER), word(GL_DEPTH24_STENCIL8), 8, 8]);
    gl.call("glFramebufferRenderbuffer", &[word(GL_FRAMEBUFFER), word(GL_DEPTH_STENCIL_ATTACHMENT), word(GL_RENDERBUFFER), 1]);
    if choice & 0x40 == 0 {
        gl.call("glBindFramebuffer", &[word(GL_FRAMEBUFFER), 0]);
    }
    gl.call("glBindVertexArray", &[1]);
    gl.call("glBindBuffer", &[word(GL_ELEMENT_ARRAY_BUFFER), 2]);
    for location in 0..3 {
        gl.call("glVertexAttribPointer", &[location, 4, word(GL_FLOAT), 0, 16, 4 * location]);
        gl.call("glEnableVertexAttribArray", &[location]);
    }
    gl.call("glNewList", &[1, word(GL_COMPILE)]);
    gl.call("glVertex2f", &[0, 0]);
    gl.call("glEndList", &[]);
    gl.call("glFenceSync", &[word(GL_SYNC_GPU_COMMANDS_COMPLETE), 0]);
    fragment_shader(gl);
    memory_object(gl);
    gl.call("glUseProgram", &[word(u32::from(choice & 0x3F)) % (programs::count() as u64 + 1)]);
}

/// Creates a memory object with a file of its own. Contexts of OpenGL ES 1.1 have none.
fn memory_object(gl: &Gl) {
    let name = arena::put(0, &[0; 8]);
    gl.call("glCreateMemoryObjectsEXT", &[1, name]);
    if let (1, Ok(file)) = (arena::word(0), unnamed_file(1 << 16)) {
        // The import closes the file.
        gl.call("glImportMemoryFdEXT", &[1, 1 << 16, GL_HANDLE_TYPE_OPAQUE_FD_EXT.into(), file.into_raw_fd() as u64]);
    }
}

/// Defines the default shader of GL_ATI_fragment_shader, with two passes; other profiles do not have the commands.
fn fragment_shader(gl: &Gl) {
    let [first, second, swizzle] = [GL_REG_0_ATI, GL_REG_1_ATI, GL_SWIZZLE_STR_DR_ATI].map(u64::from);
    let call = |name: &str, words: &[u32]| gl.call(name, &words.iter().copied().map(u64::from).collect::<Vec<_>>());
    gl.call("glBeginFragmentShaderATI", &[]);
    gl.call("glSampleMapATI", &[first, GL_TEXTURE0.into(), swizzle]);
    call("glColorFragmentOp2ATI", &[GL_DOT4_ATI, GL_REG_1_ATI, 0, 0, GL_REG_0_ATI, 0, 0, GL_CON_0_ATI, GL_BLUE, GL_COMP_BIT_ATI]);
    gl.call("glSampleMapATI", &[first, second, swizzle]);
    call("glColorFragmentOp3ATI", &[GL_CND_ATI, GL_REG_0_ATI, 0, 0, GL_REG_0_ATI, 0, 0, GL_PRIMARY_COLOR, 0, 0, GL_ONE, 0, 0]);
    call("glAlphaFragmentOp1ATI", &[GL_MOV_ATI, GL_REG_0_ATI, GL_SATURATE_BIT_ATI, GL_PRIMARY_COLOR, GL_RED, GL_NEGATE_BIT_ATI]);
    gl.call("glEndFragmentShaderATI", &[]);
}

/// Calls one command.
fn one(gl: &Gl, bytes: &mut Bytes) {
    match bytes.byte() {
        0..=11 => touch_mapping(gl, bytes),
        12..=51 => draw(gl, bytes),
        52..=175 => {
            let name = COMMON[bytes.below(COMMON.len())];
            if let Some(command) = COMMANDS.iter().find(|command| command.name == name) {
                with_arguments(gl, command, bytes);
            }
        }
        _ => {
            let hash = bytes.u16();
            let index = COMMANDS.partition_point(|command| super::gl::command_hash(command.name) < hash) % COMMANDS.len();
            with_arguments(gl, &COMMANDS[index], bytes);
        }
    }
}

/// Calls a draw or dispatch with the objects that it needs, in whatever state the sequence has left.
fn draw(gl: &Gl, bytes: &mut Bytes) {
    let choice = bytes.byte();
    let program = usize::from(choice) % (programs::count() + 1);
    gl.call("glUseProgram", &[if program == programs::count() { 0 } else { program as u64 + 1 }]);
    match choice >> 5 {
        0 => gl.call("glBindFramebuffer", &[GL_FRAMEBUFFER.into(), 0]),
        1 => gl.call("glBindFramebuffer", &[GL_FRAMEBUFFER.into(), 1]),
        2 | 3 => {
            let values: Vec<u8> = (0..16).flat_map(|_| (values::float(bytes) as f32).to_le_bytes()).collect();
            let values = arena::put(3, &values);
            let location = u64::from(bytes.byte() % 8);
            gl.call("glUniform4fv", &[location, 1, values]);
            gl.call("glUniformMatrix4fv", &[location, 1, 0, values]);
            gl.call("glUniform1fv", &[location, 6, values]);
            gl.call("glUniform1i", &[location, u64::from(bytes.byte() % 5)]);
        }
        _ => {}
    }
    let modes = programs::modes(program);
    if modes.is_empty() && program < programs::count() {
        return gl.call("glDispatchCompute", &[u64::from(bytes.byte() % 6), 1 + u64::from(bytes.byte() % 2), 1]);
    }
    let mode = u64::from(if modes.is_empty() { u32::from(bytes.byte() % 10) } else { bytes.one_of(modes) });
    let (first, count) = (u64::from(bytes.byte() % 4), u64::from(bytes.byte() % 48));
    let instances = 1 + u64::from(bytes.byte() % 3);
    let ty = u64::from(bytes.one_of(&[GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT]));
    let bound = gl.context().vertex_arrays.array().element_buffer.is_some();
    let indices = if bound { first * 4 } else { arena::put(4, bytes.take(48)) };
    match bytes.byte() % 5 {
        0 | 1 => gl.call("glDrawArrays", &[mode, first, count]),
        2 => gl.call("glDrawArraysInstancedBaseInstance", &[mode, first, count, instances, first]),
        3 => gl.call("glDrawElements", &[mode, count, ty, indices]),
        _ => gl.call("glDrawElementsInstancedBaseVertexBaseInstance", &[mode, count, ty, indices, instances, first, 1]),
    }
}

/// Reads and writes every byte of a mapped buffer, as a program may.
fn touch_mapping(gl: &Gl, bytes: &mut Bytes) {
    let target = u64::from(pools::token(bytes, "glBindBuffer", "target").unwrap_or(GL_ARRAY_BUFFER));
    let ask = |command: &str, pname: u32| {
        let slot = arena::put(2, &[0; 8]);
        gl.call(command, &[target, u64::from(pname), slot]);
        arena::word(2)
    };
    let address = ask("glGetBufferPointerv", GL_BUFFER_MAP_POINTER);
    let length = ask("glGetBufferParameteri64v", GL_BUFFER_MAP_LENGTH);
    if address != 0 {
        let value = bytes.byte();
        for at in 0..length.min(1 << 16) {
            // SAFETY: the driver states that so many bytes are mapped there.
            unsafe { *((address + at) as *mut u8) ^= value };
        }
    }
}

/// Calls a command with arguments from the input.
fn with_arguments(gl: &Gl, command: &Signature, bytes: &mut Bytes) {
    let mut words = [0; 16];
    for (position, (word, &(argument, ty))) in words.iter_mut().zip(command.arguments).enumerate() {
        *word = if ty.starts_with("In") || ty.starts_with("Out") {
            address(gl, bytes, command.name, argument, ty, position)
        } else {
            number(bytes, command.name, argument, ty)
        };
    }
    if let "glProgramStringARB" | "glNamedProgramStringEXT" = command.name {
        // The length is that of the text, and both come last.
        let text = bytes.one_of(ASSEMBLY);
        let last = command.arguments.len() - 2;
        (words[last], words[last + 1]) = (text.len() as u64, arena::put(8, text));
    }
    if command.name == "glBufferData" && words[0] == u64::from(GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD) {
        // Shaders must not write to the arguments of commands.
        words[2] = arena::lent();
    }
    if command.name == "glImportMemoryFdEXT" {
        // Other files are not the fuzzer's.
        words[3] = u64::MAX;
    }
    gl.run(command, &words[..command.arguments.len()]);
}

/// Receives messages for glDebugMessageCallback; reads the whole message.
unsafe extern "C" fn debug_message(
    _source: u32,
    _ty: u32,
    _id: u32,
    _severity: u32,
    length: i32,
    text: *const u8,
    _user: *const core::ffi::c_void,
) {
    let length = usize::try_from(length).unwrap_or(0);
    // SAFETY: the driver passes a NUL-terminated text of that length.
    assert_eq!(unsafe { *text.add(length) }, 0);
}

/// Returns a number argument.
fn number(bytes: &mut Bytes, command: &str, argument: &str, ty: &str) -> u64 {
    match ty {
        // The address of the program's own callback.
        "Option<Callback>" => {
            if bytes.byte() & 1 == 0 {
                0
            } else {
                debug_message as *const () as u64
            }
        }
        "f32" => u64::from((values::float(bytes) as f32).to_bits()),
        "f64" => values::float(bytes).to_bits(),
        "isize" => values::size(bytes) as u64,
        "usize" => u64::from(bytes.byte() % 4) * 16,
        "u64" if argument == "offset" => [0, 64, 1024, 1 << 15, 4, u64::MAX - 63, 1 << 16, 128][bytes.below(8)],
        "u64" => [0, u64::MAX, 1, 1 << 63][bytes.below(4)],
        "u8" | "i8" | "u16" | "i16" => u64::from(bytes.u16()),
        "i32" => signed(bytes, command, argument) as i64 as u64,
        _ => u64::from(unsigned(bytes, command, argument)),
    }
}

fn signed(bytes: &mut Bytes, command: &str, argument: &str) -> i32 {
    match argument {
        "count" | "n" | "draws" | "most" | "instances" | "range" | "length" | "bytes" | "levels" | "namelen" | "stringlen" => {
            values::count(bytes)
        }
        "internal" => pools::token(bytes, command, "internal").unwrap_or(0).cast_signed(),
        "value" if command.contains("PixelStore") => values::count(bytes),
        "value" => pools::token(bytes, command, "value").unwrap_or(0).cast_signed(),
        "size" if command.contains("Pointer") || command.contains("Format") || command.contains("OffsetEXT") => {
            [1, 2, 3, 4, GL_BGRA as i32, 0, 5, -1][bytes.below(8)]
        }
        "size" => values::count(bytes),
        "mode_stride" => [0, 4][bytes.below(2)],
        "stride" => [0, 1, 4, 12, 16, 64, 2048, 2049, -1, i32::MAX, 7, 20][bytes.below(12)],
        "border" => i32::from(bytes.byte() & 0x3F == 1),
        "location" => values::index(bytes).cast_signed().wrapping_sub(1),
        "level" | "levels_" | "index" | "layer" | "samples" => values::index(bytes).cast_signed(),
        "first" => values::count(bytes),
        "base_vertex" => [0, 0, 1, -1, i32::MIN, i32::MAX, 1000, -3][bytes.below(8)],
        _ => values::pixels(bytes),
    }
}

fn unsigned(bytes: &mut Bytes, command: &str, argument: &str) -> u32 {
    if let Some(token) = pools::token(bytes, command, argument) {
        return token;
    }
    match argument {
        // Mostly the one that has memory.
        "memory" => [1, 1, 1, 0, 2, u32::MAX][bytes.below(6)],
        "name" | "pname" if command.contains("Get") && !command.contains("Program") => pools::any(bytes),
        "pname" | "origin" | "depth" | "clamp" | "precision" => pools::any(bytes),
        "mask" | "access" | "flags" | "barriers" | "stages" => pools::bits(bytes),
        "x" | "y" | "z" | "w" if command.contains("Dispatch") => u32::from(bytes.byte()) % 5 + (values::index(bytes) & 0xFFFF_0000),
        "x" | "y" | "z" | "w" => bytes.u32(),
        "base_instance" | "divisor" | "start" | "end" | "offset" => values::index(bytes),
        _ => values::index(bytes),
    }
}

/// Names of the programs' variables, and others.
const NAMES: &[&[u8]] = &[
    b"m",
    b"k[0]",
    b"k[1]",
    b"k[2147483647]",
    b"k[",
    b"k[-1]",
    b"n",
    b"a",
    b"s",
    b"B",
    b"B.v[0]",
    b"c[1].m[0]",
    b"v",
    b"gl_Position",
    b"",
    b"gl_",
    b"/a",
    b"/a/../b/c",
    b"gl_NextBuffer",
    b"gl_SkipComponents4",
    b"l[99999999999999999999]",
    b"c",
    b"\xFF\xFE",
    b"o",
    b"w[0]",
];
const SOURCES: &[&[u8]] = &[
    b"#version 330\nvoid main() { gl_Position = vec4(gl_VertexID); }",
    b"#version 330\nout vec4 o; uniform vec4 k[3]; void main() { o = k[1]; }",
    b"#version 310 es\nlayout(local_size_x = 3) in; buffer B { uint w[]; }; void main() { w[gl_LocalInvocationIndex] = 1u; }",
    b"void main() { gl_Position = vec4(0); }",
    b"precision mediump float; void main() { gl_FragColor = vec4(1); }",
    b"#version 300 es\nin vec4 a; out vec4 c; void main() { c = a; gl_Position = a; }",
    b"#error",
];

/// Programs in assembly languages.
const ASSEMBLY: &[&[u8]] = &[
    b"!!ARBvp1.0 PARAM p[] = { program.local[0..7] }; ADDRESS i; TEMP t; ARL i.x, program.env[0].x; ADD t, vertex.position, p[i.x-3];
MOV result.position, t; MOV result.color.back, state.lightprod[1].diffuse; LIT result.texcoord[3], t; MOV result.pointsize, t; END",
    b"!!ARBvp1.0 OPTION ARB_position_invariant; DP4 result.texcoord.x, vertex.attrib[1], state.matrix.program[0].inverse.row[2]; END",
    b"!!ARBfp1.0 OPTION ARB_fog_exp; TEMP t; TXP t, fragment.texcoord[3], texture[1], 2D; KIL t; MUL_SAT result.color, t, fragment.color; END",
    b"!!ARBfp1.0 OPTION ARB_draw_buffers; OPTION ARB_fragment_program_shadow; TEX result.color[1], fragment.position, texture, SHADOW2D; MOV result.depth, 2; END",
    b"!!ARBfp1.0 MOV",
];

/// Returns an address in the program's memory, or an offset if the command takes one because a buffer is bound.
fn address(gl: &Gl, bytes: &mut Bytes, command: &str, argument: &str, ty: &str, position: usize) -> u64 {
    let slot = 8 + position;
    let offset = |bytes: &mut Bytes| values::size(bytes) as u64;
    {
        let context = gl.context();
        let buffers = &context.buffers;
        let (in_buffer, store) = match argument {
            "pixels" | "bits" if ty.starts_with("In") => (buffers.pixel_unpack.is_some(), Some(context.pixels.unpack)),
            "pixels" => (buffers.pixel_pack.is_some(), Some(context.pixels.pack)),
            "pointer" => (buffers.array.is_some(), None),
            "indices" if ty == "In<u8>" => (context.vertex_arrays.array().element_buffer.is_some(), None),
            "indirect" => (buffers.draw_indirect.is_some(), None),
            "params" if command.contains("QueryObject") => (buffers.query.is_some(), None),
            _ => (false, None),
        };
        if in_buffer {
            return offset(bytes);
        }
        // The program would have to own that much memory.
        let far = |store: crate::gl::state::pixel_store::Store| {
            let modes = [store.row_length, store.image_height, store.skip_rows, store.skip_pixels, store.skip_images];
            modes.into_iter().any(|mode| mode > 1 << 12)
        };
        if store.is_some_and(far) {
            return 0;
        }
    }
    if bytes.byte() < 6 {
        return 0;
    }
    match (ty, argument) {
        ("In<In<u8>>", "indices") => {
            let addresses: Vec<u8> =
                (0..8).flat_map(|_| if bytes.byte() & 1 == 0 { offset(bytes) % 1200 } else { 0 }.to_le_bytes()).collect();
            let bound = gl.context().vertex_arrays.array().element_buffer.is_some();
            if bound { arena::put(slot, &addresses) } else { arena::put_texts(&[bytes.take(24), bytes.take(8), b"abcdefghijklmnop"]) }
        }
        ("In<In<u8>>", "string" | "strings") => arena::put_texts(&[bytes.one_of(SOURCES)]),
        ("In<In<u8>>", _) => {
            let names: Vec<&[u8]> = (0..bytes.below(5)).map(|_| bytes.one_of(NAMES)).collect();
            arena::put_texts(&names)
        }
        ("In<u8>", "name") => {
            let mut name = bytes.one_of(NAMES).to_vec();
            name.push(0);
            arena::put(slot, &name)
        }
        ("In<u32>", "names" | "ids" | "pipelines" | "shaders") => {
            let names: Vec<u8> = (0..24).flat_map(|_| values::index(bytes).to_le_bytes()).collect();
            arena::put(slot, &names[..4 * bytes.below(24)])
        }
        ("In<u32>", "buffers" | "attachments") => {
            let tokens = (0..bytes.below(9)).flat_map(|_| pools::token(bytes, "glReadBuffer", "buffer").unwrap_or(0).to_le_bytes());
            let tokens: Vec<u8> = tokens.collect();
            arena::put(slot, &tokens)
        }
        ("In<i32>", "counts" | "count" | "first") => {
            let counts: Vec<u8> = (0..8).flat_map(|_| values::count(bytes).to_le_bytes()).collect();
            arena::put(slot, &counts)
        }
        ("In<f32>", _) => {
            let floats: Vec<u8> = (0..16).flat_map(|_| (values::float(bytes) as f32).to_le_bytes()).collect();
            arena::put(slot, &floats)
        }
        ("In<f64>", _) => {
            let floats: Vec<u8> = (0..16).flat_map(|_| values::float(bytes).to_le_bytes()).collect();
            arena::put(slot, &floats)
        }
        (ty, _) if ty.starts_with("Out") => arena::put(slot, &[]),
        _ => arena::put(slot, bytes.take(usize::from(bytes.0.first().copied().unwrap_or(0)) % 64)),
    }
}
