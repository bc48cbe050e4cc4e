//! Call sequences: any command with any arguments, on existing objects.
//!
//! An input is two bytes that select the context, followed by commands with their arguments.

use super::bytes::Bytes;
use super::gl::{COMMANDS, Gl};
use super::{arena, arguments, pools, programs, values};
use crate::config::Api;
use crate::tokens::*;
use base::core::mapping::unnamed_file;
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
                arguments::call(gl, command, bytes);
            }
        }
        _ => {
            let hash = bytes.u16();
            let index = COMMANDS.partition_point(|command| super::gl::command_hash(command.name) < hash) % COMMANDS.len();
            arguments::call(gl, &COMMANDS[index], bytes);
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
