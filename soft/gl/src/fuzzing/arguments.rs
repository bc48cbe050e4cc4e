//! The arguments of commands: numbers, tokens, and addresses of the program's memory.

use super::bytes::Bytes;
use super::gl::Gl;
use super::{arena, pools, values};
use crate::dispatch::Signature;
use crate::tokens::*;

/// Calls a command with arguments from the input.
pub fn call(gl: &Gl, command: &Signature, bytes: &mut Bytes) {
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
        let far = |store: crate::state::pixel_store::Store| {
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
