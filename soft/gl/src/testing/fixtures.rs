//! Contexts and programs for tests.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::command::buffer::data;
use crate::command::pixels::read;
use crate::config::{Api, Config};
use crate::context::Context;
use crate::error::Result;
use crate::object::buffer::{Buffer, Mapping};
use crate::object::format;
use crate::object::framebuffer::{Attachment, Framebuffer};
use crate::object::names;
use crate::object::names::lock;
use crate::object::renderbuffer::{Contents, Renderbuffer};
use crate::object::vertex_array::VertexArray;
use crate::pointer::{In, Out};
use crate::testing::rules;
use crate::tokens::*;
use crate::{command::program, object::linked::Linked};
use base::hir::{SamplerType, Scalar, TextureKind, Type};
use base::image::lookup::SampleKind;
use shader::ir::bytecode::{Bytecode, Sample};
use shader::pipeline::program::{
    Attribute, Block, BlockKind, BlockMember, Executable, FeedbackVarying, Fragment, FragmentOutput, InterfaceVariable, Program, Uniform,
};
use std::sync::Arc;

/// A context of an interface and version.
pub fn context(api: Api, version: (u8, u8)) -> Context {
    let config = Config {
        api,
        version,
        debug: false,
        no_error: false,
        forward_compatible: false,
        robust: false,
        lose_on_reset: false,
        flush_on_release: true,
    };
    crate::new_context(config, None)
}

/// OpenGL 4.6 core.
pub fn core() -> Context {
    context(Api::Core, (4, 6))
}

/// OpenGL 4.6 compatibility.
pub fn compatibility() -> Context {
    context(Api::Compatibility, (4, 6))
}

/// OpenGL ES.
pub fn es(major: u8, minor: u8) -> Context {
    context(Api::Es, (major, minor))
}

/// OpenGL ES 1.1.
pub fn es1() -> Context {
    context(Api::Es1, (1, 1))
}

/// A result with the code of its error alone.
pub fn code_of<T>(result: Result<T>) -> std::result::Result<T, u32> {
    result.map_err(|error| {
        rules::note(error.rule);
        error.code
    })
}

/// The address of a slice.
pub fn slice<T>(values: &[T]) -> In<T> {
    // SAFETY: the tests keep the slice for as long as commands read it.
    unsafe { In::new(values.as_ptr()) }
}

/// An offset into a buffer that is bound.
pub fn offset<T>(bytes: usize) -> In<T> {
    // SAFETY: the tests bind a buffer, or give it where it is refused.
    unsafe { In::new(bytes as *const T) }
}

/// The address of a terminated text.
pub fn text(text: &'static std::ffi::CStr) -> In<u8> {
    // SAFETY: the text lives for ever and has its zero.
    unsafe { In::new(text.as_ptr().cast()) }
}

/// What a command writes.
pub fn out<T>(value: &mut T) -> Out<T> {
    // SAFETY: the tests keep the value for as long as commands write it.
    unsafe { Out::new(value) }
}

/// What a command writes to several elements.
pub fn outs<T>(values: &mut [T]) -> Out<T> {
    // SAFETY: as in `out`.
    unsafe { Out::new(values.as_mut_ptr()) }
}

/// No array.
pub fn null<T>() -> Out<T> {
    Out::null()
}

const FLOAT: Type = Type::Scalar(Scalar::Float);
const SAMPLER: SamplerType = SamplerType { kind: TextureKind::D2, result: Scalar::Float, shadow: false };

fn uniform(name: &str, ty: Type, elements: u32, location: i32, word: u32, words_per_element: u32) -> Uniform {
    let array = name.ends_with("[0]");
    let name = String::from(name);
    Uniform { name, ty, elements, array, location, word, words_per_element, block: None, state: false, stages: 1 }
}

fn member(name: &str, kind: BlockKind, index: u32, offset: u32) -> Uniform {
    let block = BlockMember {
        kind,
        index,
        offset,
        array_stride: 16,
        matrix_stride: 0,
        row_major: false,
        top_level_array_size: 1,
        top_level_array_stride: 0,
    };
    Uniform { block: Some(block), location: -1, ..uniform(name, FLOAT, 1, -1, 0, 0) }
}

/// A program with a uniform of each kind, by hand. Locations: 0 `scale` float, 1 to 4 `offsets[4]` vec2, 5 `matrix` mat2x3, 6 `flag`
/// bvec2, 7 and 8 `images[2]` sampler2D, 9 `big` double, 10 `number` int, 11 `mask` uint.
pub fn program() -> Program {
    let sample = Sample { units: 2, ..Sample::new(SAMPLER, 17, SampleKind::Implicit) };
    let code = Bytecode { samples: vec![sample], ..Bytecode::default() };
    let mut program = Program {
        vertex: Some(Executable::default()),
        fragment: Some((Executable { code: Arc::new(shader::ir::verified(code)), ..Executable::default() }, Fragment::default())),
        uniform_words: vec![0; 24],
        ..Program::default()
    };
    program.uniforms = vec![
        uniform("scale", FLOAT, 1, 0, 0, 1),
        uniform("offsets[0]", Type::Vector(Scalar::Float, 2), 4, 1, 1, 2),
        uniform("matrix", Type::Matrix(Scalar::Float, 2, 3), 1, 5, 9, 6),
        uniform("flag", Type::Vector(Scalar::Bool, 2), 1, 6, 15, 2),
        uniform("images[0]", Type::Sampler(SAMPLER), 2, 7, 17, 1),
        uniform("big", Type::Scalar(Scalar::Double), 1, 9, 19, 2),
        uniform("number", Type::Scalar(Scalar::Int), 1, 10, 21, 1),
        uniform("mask", Type::Scalar(Scalar::Uint), 1, 11, 22, 1),
        member("Block.first", BlockKind::Uniform, 0, 0),
        member("Store.data", BlockKind::Storage, 0, 16),
        member("Block.second", BlockKind::Uniform, 0, 4),
    ];
    program.uniform_blocks = vec![Block { name: String::from("Block"), first: 0, binding: 3, size: 32, stages: 1 }];
    program.storage_blocks = vec![Block { name: String::from("Store"), first: 0, binding: 1, size: 64, stages: 1 << 4 }];
    program.attributes = vec![
        Attribute {
            name: String::from("position"),
            ty: Type::Vector(Scalar::Float, 4),
            elements: 1,
            array: false,
            location: 2,
            component: 0,
        },
        Attribute {
            name: String::from("axes[0]"),
            ty: Type::Matrix(Scalar::Float, 2, 2),
            elements: 3,
            array: true,
            location: 4,
            component: 0,
        },
    ];
    let color = Type::Vector(Scalar::Float, 4);
    program.fragment_outputs =
        vec![FragmentOutput { name: String::from("color"), ty: color.clone(), elements: 1, array: false, location: 1, index: 0 }];
    let variable = |name: &str, ty: &Type, location: i32, index: i32, stages: u8| InterfaceVariable {
        name: String::from(name),
        ty: ty.clone(),
        elements: 1,
        array: false,
        location,
        component: 0,
        index,
        patch: false,
        stages,
    };
    program.inputs = vec![variable("position", &color, 2, -1, 1)];
    program.outputs = vec![variable("color", &color, 1, 0, 1 << 4)];
    program
}

/// A program that captures a vec4 into buffer 0.
pub fn capturing() -> Program {
    let ty = Type::Vector(Scalar::Float, 4);
    let name = String::from("gl_Position");
    let feedback = vec![FeedbackVarying { name, ty, elements: 1, buffer: 0, offset: 0, stream: 0, words: vec![0, 1, 2, 3] }];
    Program { feedback, feedback_strides: [16, 0, 0, 0], ..program() }
}

/// A program object that linked to this.
pub fn linked(context: &Context, program: Program) -> u32 {
    program::linked_by_hand(context, Linked::new(Arc::new(program), Vec::new(), Vec::new(), false))
}

/// Makes it current with a window of 16 by 16 pixels and binds a vertex array object, if it is no ES 2.0 context.
pub fn with_window(context: &mut Context) {
    use crate::context::WindowBuffers;
    use base::image::{Surface, format::Format};
    let color = Surface::new(Format::Rgba8, 16, 16).unwrap();
    let window = WindowBuffers {
        color,
        front: None,
        depth_stencil: None,
        depth_bits: 0,
        stencil_bits: 0,
        alpha_bits: 8,
        accumulation: Default::default(),
        pixmap: None,
        drawn: false,
    };
    let window = Arc::new(std::sync::Mutex::new(window));
    context.bind_surfaces(Some(window.clone()), Some(window));
    if context.config.version >= (3, 0) {
        let array = VertexArray::new(1);
        context.vertex_arrays.arrays.put(1, array).unwrap();
        context.vertex_arrays.bound = 1;
    }
}

/// A buffer object with these words.
pub fn buffer(context: &Context, name: u32, words: &[u32]) -> Arc<Buffer> {
    let buffer = Arc::new(Buffer::with_words(name, words));
    names::lock(&context.share.buffers).put(name, buffer.clone()).unwrap();
    buffer
}

/// Maps a buffer to write.
pub fn map_buffer(buffer: &Buffer) {
    lock(&buffer.contents).mapping = Some(Mapping { offset: 0, length: 0, access: GL_MAP_WRITE_BIT });
}

/// Fills the bound buffer.
pub fn fill_buffer(context: &mut Context, target: u32, bytes: &[u8]) {
    let outcome = data::fill(context, target, bytes.len() as isize, slice(bytes), GL_STATIC_DRAW);
    assert_eq!(outcome, Ok(()));
}

/// Binds a new framebuffer with one renderbuffer as its colour.
pub fn bind_framebuffer(context: &mut Context, format: u32, width: u32, height: u32) {
    let format = format::sized(format);
    let surface = format.and_then(|format| format::new_surface(format, width, height).ok());
    let renderbuffer = Arc::new(Renderbuffer::new(1));
    *renderbuffer.contents() =
        Contents { surface, format, requested: format.map_or(0, |format| format.token), samples: 0, implicit: false };
    let name = context.framebuffers.objects.generate().unwrap_or(1);
    let mut framebuffer = Framebuffer::new(name);
    framebuffer.colors[0] = Attachment::Renderbuffer(renderbuffer);
    let _ = context.framebuffers.objects.put(name, framebuffer);
    (context.framebuffers.draw, context.framebuffers.read) = (name, name);
}

/// Reads a pixel as RGBA bytes.
pub fn read_pixel(context: &mut Context, x: i32, y: i32, pixel: Out<u8>) -> Result<()> {
    read::read(context, x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel)
}
