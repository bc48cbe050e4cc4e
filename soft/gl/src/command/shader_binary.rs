//! SPIR-V modules as shader binaries, and their specialization.

use crate::command::shader::with_shader;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, Result, invalid_enum, invalid_operation, invalid_value};
use crate::object::sources::{Language, ShaderSource};
use crate::pointer::{In, array_length};
use crate::tokens::*;
use compiler::spirv::Module;
use std::collections::HashMap;
use std::sync::Arc;

/// The binary formats of a context, for GL_SHADER_BINARY_FORMATS.
pub fn formats(context: &Context) -> &'static [u32] {
    if context.is_es() { &[] } else { &[GL_SHADER_BINARY_FORMAT_SPIR_V] }
}

/// Bytes of the longest module.
const LONGEST: usize = 1 << 24;
/// The longest name of an entry point, in bytes.
const LONGEST_NAME: usize = 1 << 16;

/// Implements glShaderBinary.
fn shader_binary(context: &mut Context, count: i32, names: In<u32>, format: u32, binary: In<u8>, length: i32) -> Result<()> {
    let count = array_length(count)?;
    let length = usize::try_from(length)
        .map_err(|_| invalid_value(&"An INVALID_VALUE error is generated if count or length is negative. [GL 4.4, 7.2]"))?;
    let names: Vec<u32> = (0..count).map_while(|index| names.at(index)).collect();
    for &name in &names {
        with_shader(context, name, |_| Ok(()))?;
    }
    if !formats(context).contains(&format) {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if binaryformat is not a supported format returned in SHADER_BINARY_FORMATS. \
              [GL 4.4, 7.2]",
        ));
    }
    if length > LONGEST {
        return Err(NO_MEMORY);
    }
    let module = Module::read(&bytes(binary, length)).map_err(|_| {
        invalid_value(
            &"An INVALID_VALUE error is generated if the data pointed to by binary does not match the specified binaryformat. \
              [GL 4.4, 7.2]",
        )
    })?;
    let module = Arc::new(module);
    for name in names {
        with_shader(context, name, |shader| {
            shader.module = Some(Arc::clone(&module));
            shader.source = Vec::new();
            shader.compiled = None;
            shader.log = String::new();
            Ok(())
        })?;
    }
    Ok(())
}

/// Returns bytes of the application.
fn bytes(binary: In<u8>, length: usize) -> Vec<u8> {
    (0..length).map_while(|at| binary.at(at)).collect()
}

/// Implements glSpecializeShader.
fn specialize_shader(context: &mut Context, name: u32, entry: In<u8>, count: u32, indices: In<u32>, values: In<u32>) -> Result<()> {
    let (module, stage, specialized) =
        with_shader(context, name, |shader| Ok((shader.module.clone(), shader.stage, shader.compiled.is_some())))?;
    let module = module.filter(|_| !specialized).ok_or(invalid_operation(
        &"INVALID_OPERATION is generated if the value of SPIR_V_BINARY_ARB for <shader> is not TRUE, or if the shader has already been \
          specialized. [ARB_gl_spirv]",
    ))?;
    let entry = entry.with_text(None, |text| String::from_utf8_lossy(text.get(..LONGEST_NAME).unwrap_or(text)).into_owned());
    let stages = module.stages_of(&entry);
    if stages.is_empty() {
        return Err(invalid_value(
            &"INVALID_VALUE is generated if <pEntryPoint> does not match the <Name> of any OpEntryPoint declaration in the SPIR-V module \
              associated with <shader>. [ARB_gl_spirv]",
        ));
    }
    if !stages.contains(&Some(stage)) {
        return Err(invalid_operation(
            &"INVALID_OPERATION is generated if the <Execution Mode> of the OpEntryPoint indicated by <pEntryPoint> does not match the \
              type of <shader>. [ARB_gl_spirv]",
        ));
    }
    let mut constants = HashMap::new();
    for at in 0..count as usize {
        let (Some(index), Some(value)) = (indices.at(at), values.at(at)) else { break };
        if !module.has_constant(index) {
            return Err(invalid_value(
                &"INVALID_VALUE is generated if any element of <pConstantIndex> refers to a specialization constant that does not exist in \
                  the shader module contained in <shader>. [ARB_gl_spirv]",
            ));
        }
        constants.insert(index, value);
    }
    let result = module.specialize(&entry, stage, &constants);
    let source = Arc::new(ShaderSource { stage, language: Language::Module { module, entry, constants: constants.into_iter().collect() } });
    with_shader(context, name, |shader| {
        shader.compiled = result.shader;
        shader.compiled_source = Some(source);
        shader.log = result.log;
        Ok(())
    })
}

commands! {
    fn glShaderBinary(count: i32, shaders: In<u32>, format: u32, binary: In<u8>, length: i32) => shader_binary;
    fn glSpecializeShader(shader: u32, entry: In<u8>, count: u32, indices: In<u32>, values: In<u32>) => specialize_shader;
}
