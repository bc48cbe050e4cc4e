//! Shader objects.

use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, Result, invalid_enum, invalid_operation, invalid_value};
use crate::object::names::lock;
use crate::object::program::Object;
use crate::object::shader::Shader;
use crate::object::sources::{Language, ShaderSource};
use crate::pointer::{In, Out, string_count};
use crate::tokens::*;
use base::core::reserve;
use base::hir::Stage;
use compiler::glsl::include::Includes;
use compiler::glsl::{self, CompileOptions};
use shader::pipeline::limits::Limits;
use std::sync::Arc;

/// Returns what a context's compiler accepts.
pub fn compile_options(context: &Context) -> CompileOptions {
    let es = context.is_es();
    CompileOptions { es, core: context.config.api == Api::Core, max_version: CompileOptions::newest(es), limits: Limits::default() }
}

/// Returns the stage of a token, or `None` if the context does not have it.
pub fn stage(context: &Context, token: u32) -> Option<Stage> {
    let programmable = !context.is_es() || context.config.version >= (3, 1);
    match token {
        GL_VERTEX_SHADER => Some(Stage::Vertex),
        GL_FRAGMENT_SHADER => Some(Stage::Fragment),
        GL_TESS_CONTROL_SHADER if programmable => Some(Stage::TessControl),
        GL_TESS_EVALUATION_SHADER if programmable => Some(Stage::TessEvaluation),
        GL_GEOMETRY_SHADER if programmable => Some(Stage::Geometry),
        GL_COMPUTE_SHADER if programmable => Some(Stage::Compute),
        _ => None,
    }
}

/// Returns a stage's token.
pub fn stage_token(stage: Stage) -> u32 {
    match stage {
        Stage::Vertex => GL_VERTEX_SHADER,
        Stage::TessControl => GL_TESS_CONTROL_SHADER,
        Stage::TessEvaluation => GL_TESS_EVALUATION_SHADER,
        Stage::Geometry => GL_GEOMETRY_SHADER,
        Stage::Fragment => GL_FRAGMENT_SHADER,
        Stage::Compute => GL_COMPUTE_SHADER,
    }
}

/// Applies `work` to a shader object.
pub fn with_shader<T>(context: &Context, name: u32, work: impl FnOnce(&mut Shader) -> Result<T>) -> Result<T> {
    match lock(&context.share.programs).get_mut(name) {
        Some(Object::Shader(shader)) => work(shader),
        Some(Object::Program(_)) => {
            Err(invalid_operation(&"An INVALID_OPERATION error is generated if shader is the name of a program object. [GL 4.4, 7.1]"))
        }
        None => Err(invalid_value(
            &"An INVALID_VALUE error is generated if shader is not the name of either a program or shader object. [GL 4.4, 7.1]",
        )),
    }
}

/// Returns the bytes of a text with its terminating zero, 0 for an empty text.
pub fn text_length(text: &[u8]) -> i32 {
    if text.is_empty() { 0 } else { i32::try_from(text.len()).unwrap_or(i32::MAX).saturating_add(1) }
}

/// Returns a text to the application as the glGet…InfoLog and glGet…Source commands do: cut to `size` bytes with its terminating zero, and its
/// length without it. Text that is not UTF-8 is returned as it was specified.
pub fn give_text(text: &(impl AsRef<[u8]> + ?Sized), size: i32, length: Out<i32>, into: Out<u8>) -> Result<()> {
    let size =
        usize::try_from(size).map_err(|_| invalid_value(&"An INVALID_VALUE error is generated if bufSize is negative. [GL 4.4, 7.13]"))?;
    let written = into.write_text(size, text);
    length.set(i32::try_from(written).unwrap_or(i32::MAX));
    Ok(())
}

/// Implements glCreateShader.
fn create_shader(context: &mut Context, ty: u32) -> Result<u32> {
    let stage = stage(context, ty).ok_or(invalid_enum(
        &"An INVALID_ENUM error is generated and zero is returned if type is not one of the values in table 7.1 [GL 4.4, 7.1]",
    ))?;
    create(context, stage)
}

/// Creates a shader object, and returns its name.
pub fn create(context: &Context, stage: Stage) -> Result<u32> {
    let mut objects = lock(&context.share.programs);
    let name = objects.generate()?;
    let shader = Shader {
        stage,
        source: Vec::new(),
        module: None,
        compiled: None,
        compiled_source: None,
        log: String::new(),
        deleted: false,
        attachments: 0,
    };
    objects.put(name, Object::Shader(shader))?;
    Ok(name)
}

/// Implements glShaderSource.
fn shader_source(context: &mut Context, name: u32, count: i32, strings: In<In<u8>>, lengths: In<i32>) -> Result<()> {
    let count = string_count(count)?;
    with_shader(context, name, |shader| {
        shader.source = text_of(count, strings, lengths)?;
        shader.module = None;
        Ok(())
    })
}

/// Bytes of the longest text that a shader object accepts.
pub const LONGEST: usize = 1 << 24;

/// Concatenates strings. A string without a length, or with a negative one, ends at its terminating zero.
pub fn text_of(count: usize, strings: In<In<u8>>, lengths: In<i32>) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    for index in 0..count {
        let Some(string) = strings.at(index) else { break };
        let length = lengths.at(index).and_then(|length| usize::try_from(length).ok());
        string.with_text(length, |bytes| {
            if bytes.len() > LONGEST - text.len() || text.try_reserve(bytes.len()).is_err() {
                return Err(NO_MEMORY);
            }
            text.extend_from_slice(bytes);
            Ok(())
        })?;
    }
    Ok(text)
}

/// Replaces a shader's text.
pub fn set_source(context: &Context, name: u32, source: Vec<u8>) -> Result<()> {
    with_shader(context, name, |shader| {
        shader.source = source;
        shader.module = None;
        Ok(())
    })
}

/// Implements glCompileShader.
pub fn compile_shader(context: &mut Context, name: u32) -> Result<()> {
    compile_shader_with(context, name, Vec::new())
}

/// Compiles a shader object; `paths` are the locations at which searches for included strings begin.
pub fn compile_shader_with(context: &mut Context, name: u32, paths: Vec<String>) -> Result<()> {
    let (source, stage) = with_shader(context, name, |shader| {
        if shader.module.is_some() {
            return Err(invalid_operation(
                &"An INVALID_OPERATION error is generated if the SPIR_V_BINARY_ARB state of <shader> is TRUE. [ARB_gl_spirv]",
            ));
        }
        Ok((shader.source.clone(), shader.stage))
    })?;
    if !reserve::has_room(reserve::COMPILER) {
        return Err(NO_MEMORY);
    }
    let includes = Includes { tree: lock(&context.share.named_strings).clone(), paths };
    let compiled = glsl::compile_with(&String::from_utf8_lossy(&source), stage, &compile_options(context), &includes);
    let source = Arc::new(ShaderSource { stage, language: Language::Text { text: source, includes } });
    with_shader(context, name, |shader| {
        shader.compiled = compiled.shader;
        shader.compiled_source = Some(source);
        shader.log = compiled.log;
        Ok(())
    })
}

/// Implements glGetShaderiv.
fn get_shader(context: &mut Context, name: u32, pname: u32, params: Out<i32>) -> Result<()> {
    let value = property(context, name, pname)?;
    params.set(value);
    Ok(())
}

/// Returns one parameter of a shader object, for glGetShaderiv.
pub fn property(context: &Context, name: u32, pname: u32) -> Result<i32> {
    let es = context.is_es();
    with_shader(context, name, |shader| {
        Ok(match pname {
            GL_SHADER_TYPE => stage_token(shader.stage).cast_signed(),
            GL_DELETE_STATUS => i32::from(shader.deleted),
            GL_COMPILE_STATUS => i32::from(shader.compiled.is_some()),
            GL_INFO_LOG_LENGTH => text_length(shader.log.as_bytes()),
            GL_SHADER_SOURCE_LENGTH => text_length(&shader.source),
            GL_COMPLETION_STATUS_KHR => 1,
            GL_SPIR_V_BINARY if !es => i32::from(shader.module.is_some()),
            _ => {
                return Err(invalid_enum(
                    &"An INVALID_ENUM error is generated if pname is not SHADER_TYPE, DELETE_STATUS, COMPILE_STATUS, INFO_LOG_LENGTH, or \
                      SHADER_SOURCE_LENGTH. [GL 4.4, 7.13]",
                ));
            }
        })
    })
}

/// Returns a shader's info log.
pub fn log(context: &Context, name: u32) -> Result<String> {
    with_shader(context, name, |shader| Ok(shader.log.clone()))
}

/// Implements glGetShaderSource.
fn get_shader_source(context: &mut Context, name: u32, size: i32, length: Out<i32>, into: Out<u8>) -> Result<()> {
    let source = with_shader(context, name, |shader| Ok(shader.source.clone()))?;
    give_text(&source, size, length, into)
}

/// Implements glDeleteShader. An attached shader is only marked for deletion.
pub fn delete_shader(context: &mut Context, name: u32) -> Result<()> {
    if name == 0 {
        return Ok(());
    }
    let unused = with_shader(context, name, |shader| {
        shader.deleted = true;
        Ok(shader.attachments == 0)
    })?;
    if unused {
        lock(&context.share.programs).remove(name);
    }
    Ok(())
}

/// Implements glMaxShaderCompilerThreadsKHR, which is a hint: shaders compile in the calling thread.
fn max_shader_compiler_threads(context: &mut Context, count: u32) -> Result<()> {
    context.programs.compiler_threads = Some(count);
    Ok(())
}

/// Implements glGetShaderPrecisionFormat.
fn get_shader_precision_format(_context: &mut Context, shader: u32, precision: u32, range: Out<i32>, bits: Out<i32>) -> Result<()> {
    if !matches!(shader, GL_VERTEX_SHADER | GL_FRAGMENT_SHADER) {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if shadertype is not VERTEX_SHADER or FRAGMENT_SHADER. [GL 4.4, 7.13]",
        ));
    }
    match precision {
        GL_LOW_FLOAT | GL_MEDIUM_FLOAT | GL_HIGH_FLOAT => {
            range.write(&[127, 127]);
            bits.set(23);
        }
        GL_LOW_INT | GL_MEDIUM_INT | GL_HIGH_INT => {
            range.write(&[31, 30]);
            bits.set(0);
        }
        _ => {
            return Err(invalid_enum(
                &"GL_INVALID_ENUM is generated if shaderType or precisionType is not an accepted value. \
                  [reference page glGetShaderPrecisionFormat]",
            ));
        }
    }
    Ok(())
}

commands! {
    fn glCreateShader(ty: u32) -> u32 => create_shader;
    fn glShaderSource(shader: u32, count: i32, string: In<In<u8>>, length: In<i32>) => shader_source;
    #[not_in_lists] fn glCompileShader(shader: u32) => compile_shader;
    fn glGetShaderiv(shader: u32, pname: u32, params: Out<i32>) => get_shader;
    fn glGetShaderInfoLog(name: u32, size: i32, length: Out<i32>, into: Out<u8>) => |context| give_text(&log(context, name)?, size, length, into);
    fn glGetShaderSource(shader: u32, size: i32, length: Out<i32>, source: Out<u8>) => get_shader_source;
    fn glIsShader(name: u32) -> u8 => |context| Ok(u8::from(matches!(lock(&context.share.programs).get(name), Some(Object::Shader(_)))));
    #[not_in_lists] fn glDeleteShader(shader: u32) => delete_shader;
    // Implements glReleaseShaderCompiler, which is a hint.
    fn glReleaseShaderCompiler() => |_context| Ok(());
    fn glMaxShaderCompilerThreadsKHR(count: u32) => max_shader_compiler_threads;
    fn glGetShaderPrecisionFormat(shader: u32, precision: u32, range: Out<i32>, bits: Out<i32>) => get_shader_precision_format;
}
