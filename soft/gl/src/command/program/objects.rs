//! The life of program objects: creation, shaders, linking, use, deletion.

use super::{feedback_forbids, reset_subroutines, with_program};
use crate::command::shader;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, Result, invalid_enum, invalid_operation, invalid_value};
use crate::object::linked::Linked;
use crate::object::names::lock;
use crate::object::program::{Object, Program};
use crate::object::sources::ProgramSource;
use crate::pointer::Out;
use crate::tokens::*;
use ::shader::pipeline::limits::Limits;
use base::core::reserve;
use base::hir;
use compiler::glsl::{self, LinkOptions};
use std::sync::Arc;

/// Creates a program object, and returns its name.
pub fn create(context: &Context) -> Result<u32> {
    let mut objects = lock(&context.share.programs);
    let name = objects.generate()?;
    objects.put(name, Object::Program(Box::default()))?;
    Ok(name)
}

/// Implements glAttachShader.
pub fn attach_shader(context: &mut Context, program: u32, shader: u32) -> Result<()> {
    let attached = with_program(context, program, |program| Ok(program.attached.clone()))?;
    let stage = shader::with_shader(context, shader, |shader| Ok(shader.stage))?;
    if attached.contains(&shader) {
        return Err(invalid_operation(&"An INVALID_OPERATION error is generated if shader is already attached to program. [GL 4.4, 7.3]"));
    }
    if context.is_es() {
        for other in attached {
            if shader::with_shader(context, other, |other| Ok(other.stage)) == Ok(stage) {
                return Err(invalid_operation(
                    &"The error INVALID_OPERATION is generated if shader is already attached to program, or if another shader object of \
                      the same type as shader is already attached to program. [ES 3.0, 2.11.3]",
                ));
            }
        }
    }
    shader::with_shader(context, shader, |shader| {
        shader.attachments += 1;
        Ok(())
    })?;
    with_program(context, program, |program| {
        program.attached.push(shader);
        Ok(())
    })
}

/// Implements glDetachShader.
pub fn detach_shader(context: &mut Context, program: u32, shader: u32) -> Result<()> {
    with_program(context, program, |_| Ok(()))?;
    shader::with_shader(context, shader, |_| Ok(()))?;
    with_program(context, program, |program| {
        let place = program
            .attached
            .iter()
            .position(|&attached| attached == shader)
            .ok_or(invalid_operation(&"An INVALID_OPERATION error is generated if shader is not attached to program. [GL 4.4, 7.3]"))?;
        program.attached.remove(place);
        Ok(())
    })?;
    release_shader(context, shader);
    Ok(())
}

/// Counts one attachment of a shader less. A deleted shader is removed with its last attachment.
fn release_shader(context: &Context, name: u32) {
    let gone = shader::with_shader(context, name, |shader| {
        shader.attachments = shader.attachments.saturating_sub(1);
        Ok(shader.deleted && shader.attachments == 0)
    });
    if gone == Ok(true) {
        lock(&context.share.programs).remove(name);
    }
}

/// The compiled shaders with their sources, or a message that says why there are none.
type Compiled = std::result::Result<(Vec<Arc<hir::Shader>>, ProgramSource), String>;

/// Returns the inputs of linking.
fn link_input(context: &Context, name: u32) -> Result<Compiled> {
    let (attached, options) = with_program(context, name, |program| {
        let options = LinkOptions {
            programs: [0; 6],
            attribute_locations: program.attribute_locations.clone(),
            fragment_locations: program.fragment_locations.clone(),
            feedback_varyings: program.feedback_varyings.clone(),
            feedback_separate: program.feedback_separate,
            es: false,
            fixed_function: false,
            separable: program.separable,
            limits: Limits::default(),
        };
        Ok((program.attached.clone(), options))
    })?;
    let mut source = ProgramSource { shaders: Vec::new(), options };
    let mut compiled: Vec<Arc<hir::Shader>> = Vec::new();
    for shader in attached {
        match shader::with_shader(context, shader, |shader| Ok(shader.compiled.clone().zip(shader.compiled_source.clone())))? {
            Some((shader, from)) => {
                compiled.push(shader);
                source.shaders.push(from);
            }
            None => return Ok(Err(format!("error: shader {shader} is attached and was not compiled successfully\n"))),
        }
    }
    // "All the shader objects attached to <program> do not have the same value for the SPIR_V_BINARY_ARB state." [ARB_gl_spirv]
    if compiled.iter().any(|shader| shader.spirv != compiled.first().is_some_and(|first| first.spirv)) {
        return Ok(Err(String::from("error: shaders from SPIR-V modules and from text do not link with each other\n")));
    }
    if compiled.is_empty() && context.is_es() {
        return Ok(Err(String::from("error: no shaders are attached\n")));
    }
    Ok(Ok((compiled, source)))
}

/// Links shaders; `source` is what they were compiled from.
pub(super) fn link(context: &Context, shaders: Vec<Arc<hir::Shader>>, source: ProgramSource) -> (Option<Arc<Linked>>, String) {
    // "No shader objects are attached to program." [GL 4.6 core, 7.3] The compatibility profile lacks this condition.
    let fixed_function = context.config.api == Api::Compatibility;
    let options = LinkOptions { es: context.is_es(), fixed_function, ..source.options.clone() };
    let linked = glsl::link(&shaders, &options);
    let kept = |program| {
        let mut linked = Linked::new(program, shaders, options.feedback_varyings, options.feedback_separate);
        linked.separable = options.separable;
        linked.source = Some(source);
        Arc::new(linked)
    };
    (linked.program.map(kept), linked.log)
}

/// Implements glLinkProgram.
pub fn link_program(context: &mut Context, name: u32) -> Result<()> {
    with_program(context, name, |_| Ok(()))?;
    if context.feedback.uses_program(name) {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated … by LinkProgram or ProgramBinary if program is the name of a program being used by \
              one or more transform feedback objects, even if the objects are not currently bound or are paused [GL 4.4, 13.2.2]",
        ));
    }
    if !reserve::has_room(reserve::COMPILER) {
        return Err(NO_MEMORY);
    }
    let (linked, log) = match link_input(context, name)? {
        Err(log) => (None, log),
        Ok((shaders, source)) => link(context, shaders, source),
    };
    install(context, name, linked, log)
}

/// Installs the result of linking in a program.
pub fn install(context: &Context, name: u32, linked: Option<Arc<Linked>>, log: String) -> Result<()> {
    with_program(context, name, |program| {
        program.link_status = linked.is_some();
        // "State set with this command does not take effect until after the next time LinkProgram or ProgramBinary is called successfully."
        // [GL 4.4, 7.3]
        if linked.is_some() {
            program.linked_retrievable = program.retrievable;
        }
        program.validate_status = false;
        program.linked = linked;
        program.log = log;
        Ok(())
    })
}

/// Implements glUseProgram.
pub(super) fn use_program(context: &mut Context, name: u32) -> Result<()> {
    let linked = if name == 0 { None } else { Some(super::linked(context, name)?) };
    feedback_forbids(context)?;
    if context.programs.current != name {
        if name != 0 {
            with_program(context, name, |program| {
                program.users += 1;
                Ok(())
            })?;
        }
        let old = std::mem::replace(&mut context.programs.current, name);
        release_program(context, old);
    }
    context.programs.installed = linked;
    reset_subroutines(context, GL_ALL_SHADER_BITS);
    Ok(())
}

/// Counts one user of a program less. A deleted program is removed with its last user.
pub fn release_program(context: &Context, name: u32) {
    let gone = with_program(context, name, |program| {
        program.users = program.users.saturating_sub(1);
        Ok(program.deleted && program.users == 0)
    });
    if gone == Ok(true) {
        remove(context, name);
    }
}

/// Removes a program object and its attachments.
fn remove(context: &Context, name: u32) {
    let removed = lock(&context.share.programs).remove(name);
    if let Some(Object::Program(program)) = removed {
        for shader in program.attached {
            release_shader(context, shader);
        }
    }
}

/// Implements glDeleteProgram. A current program is only marked for deletion.
pub fn delete_program(context: &mut Context, name: u32) -> Result<()> {
    if name == 0 {
        return Ok(());
    }
    let unused = with_program(context, name, |program| {
        program.deleted = true;
        Ok(program.users == 0)
    })?;
    if unused {
        remove(context, name);
    }
    Ok(())
}

/// Implements glIsProgram.
pub(super) fn is_program(context: &mut Context, name: u32) -> Result<u8> {
    Ok(u8::from(matches!(lock(&context.share.programs).get(name), Some(Object::Program(_)))))
}

/// Returns true if two samplers of different types read the same unit, which makes draws fail.
pub fn samplers_clash(linked: &Linked) -> bool {
    let mut units: Vec<(u32, hir::TextureKind)> = Vec::new();
    linked.values(|values| {
        for texture in &linked.textures {
            for word in texture.word..texture.word.saturating_add(texture.count) {
                let unit = values.words.get(word as usize).copied().unwrap_or(0);
                let kind = texture.sampler.kind;
                if units.iter().any(|&(other, of)| other == unit && of != kind) {
                    return true;
                }
                if !units.contains(&(unit, kind)) {
                    units.push((unit, kind));
                }
            }
        }
        false
    })
}

/// Implements glValidateProgram.
pub(super) fn validate_program(context: &mut Context, name: u32) -> Result<()> {
    let linked = with_program(context, name, |program| Ok(program.linked.clone()))?;
    let problem = match &linked {
        None => Some("error: the program was not linked successfully\n"),
        Some(linked) if samplers_clash(linked) => Some("error: samplers of different types use the same texture unit\n"),
        Some(_) => None,
    };
    with_program(context, name, |program| {
        program.validate_status = problem.is_none();
        if linked.is_some() {
            program.log = String::from(problem.unwrap_or_default());
        }
        Ok(())
    })
}

/// Implements glGetAttachedShaders.
pub(super) fn get_attached_shaders(context: &mut Context, name: u32, size: i32, count: Out<i32>, names: Out<u32>) -> Result<()> {
    let attached = with_program(context, name, |program| Ok(program.attached.clone()))?;
    let size =
        usize::try_from(size).map_err(|_| invalid_value(&"An INVALID_VALUE error is generated if maxCount is negative. [GL 4.4, 7.13]"))?;
    let given = &attached[..attached.len().min(size)];
    names.write(given);
    count.set(i32::try_from(given.len()).unwrap_or(i32::MAX));
    Ok(())
}

/// Implements glProgramParameteri.
pub(super) fn program_parameter(context: &mut Context, name: u32, pname: u32, value: i32) -> Result<()> {
    with_program(context, name, |program| {
        let field: fn(&mut Program) -> &mut bool = match pname {
            GL_PROGRAM_SEPARABLE => |program| &mut program.separable,
            GL_PROGRAM_BINARY_RETRIEVABLE_HINT => |program| &mut program.retrievable,
            _ => {
                return Err(invalid_enum(
                    &"An INVALID_ENUM error is generated if pname is not PROGRAM_SEPARABLE or PROGRAM_BINARY_RETRIEVABLE_HINT. \
                      [GL 4.4, 7.3]",
                ));
            }
        };
        *field(program) = match value {
            0 => false,
            1 => true,
            _ => return Err(invalid_value(&"An INVALID_VALUE error is generated if value is not TRUE or FALSE. [GL 4.4, 7.3]")),
        };
        Ok(())
    })
}

commands! {
    fn glCreateProgram() -> u32 => |context| create(context);
    #[not_in_lists] fn glAttachShader(program: u32, shader: u32) => attach_shader;
    #[not_in_lists] fn glDetachShader(program: u32, shader: u32) => detach_shader;
    #[not_in_lists] fn glLinkProgram(program: u32) => link_program;
    fn glUseProgram(program: u32) => use_program;
    #[not_in_lists] fn glDeleteProgram(program: u32) => delete_program;
    fn glIsProgram(program: u32) -> u8 => is_program;
    #[not_in_lists] fn glValidateProgram(program: u32) => validate_program;
    fn glGetAttachedShaders(program: u32, size: i32, count: Out<i32>, shaders: Out<u32>) => get_attached_shaders;
    fn glProgramParameteri(program: u32, pname: u32, value: i32) => program_parameter;
    alias glGetAttachedObjectsARB = glGetAttachedShaders;
    alias glProgramParameteriARB = glProgramParameteri;
}
