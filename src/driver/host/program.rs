//! Reads properties of the program that draws and dispatches run.

use super::{Host, call};
use crate::driver::capabilities::Api;
use crate::driver::{ClientArray, Draws};
use crate::gl::{self, GLenum, GLint, GLuint};

/// Returns the program that runs a stage: the current program, or that of the bound pipeline. The flag says that the program is known to
/// have the stage.
fn program_of(host: &Host, stage: GLenum) -> Option<(GLuint, bool)> {
    let program = host.integer(gl::CURRENT_PROGRAM);
    if program != 0 {
        return Some((program as GLuint, false));
    }
    let capabilities = &host.capabilities;
    let (desktop, embedded) = (capabilities.api == Api::Desktop, capabilities.version >= (3, 1));
    if (desktop && capabilities.version < (4, 1)) || (!desktop && !embedded) {
        return None;
    }
    let (pipeline, mut program) = (host.integer(gl::PROGRAM_PIPELINE_BINDING), 0);
    if pipeline != 0 {
        call!(host.functions.glGetProgramPipelineiv, pipeline as GLuint, stage, &mut program);
    }
    (program != 0).then_some((program as GLuint, true))
}

/// Returns a parameter of a program; 0 after an error.
fn parameter(host: &Host, program: GLuint, pname: GLenum) -> GLint {
    let mut value: GLint = 0;
    call!(host.functions.glGetProgramiv, program, pname, &mut value);
    value
}

/// Returns the size of the current compute shader's work groups; `None` without such a shader.
pub(super) fn work_group_size(host: &Host) -> Option<[u32; 3]> {
    let (program, _) = program_of(host, gl::COMPUTE_SHADER)?;
    if parameter(host, program, gl::LINK_STATUS) == 0 {
        return None;
    }
    let mut size: [GLint; 3] = [0; 3];
    call!(host.functions.glGetProgramiv, program, gl::COMPUTE_WORK_GROUP_SIZE, size.as_mut_ptr());
    Some(size.map(|size| u32::try_from(size).unwrap_or(0)))
}

/// Returns the current geometry shader's number of invocations for each primitive; `None` without such a shader.
pub(super) fn geometry_shader(host: &mut Host) -> Option<u32> {
    if host.capabilities.version < (3, 2) {
        return None;
    }
    let program = program_with(host, gl::GEOMETRY_SHADER, gl::GEOMETRY_VERTICES_OUT)?;
    let instanced = host.capabilities.version >= (4, 0) || host.capabilities.api == Api::Embedded;
    let invocations = if instanced { parameter(host, program, gl::GEOMETRY_SHADER_INVOCATIONS) } else { 1 };
    u32::try_from(invocations.max(1)).ok()
}

/// Returns true if there is a current tessellation control shader.
pub(super) fn tess_control_shader(host: &mut Host) -> bool {
    program_with(host, gl::TESS_CONTROL_SHADER, gl::TESS_CONTROL_OUTPUT_VERTICES).is_some()
}

/// Returns the linked program that runs a stage. `stage_parameter` is a parameter that only programs with this stage have.
fn program_with(host: &mut Host, stage: GLenum, stage_parameter: GLenum) -> Option<GLuint> {
    let (program, known) = program_of(host, stage)?;
    let linked = parameter(host, program, gl::LINK_STATUS) != 0;
    (linked && (known || has_stage(host, program, stage, stage_parameter))).then_some(program)
}

/// Returns true if a linked program has a stage. Checks the types of the attached shaders; if the shaders were detached, reads
/// `stage_parameter` and hides the error of a program without the stage.
fn has_stage(host: &mut Host, program: GLuint, stage: GLenum, stage_parameter: GLenum) -> bool {
    let f = host.functions;
    let mut shaders: Vec<GLuint> = vec![0; usize::try_from(parameter(host, program, gl::ATTACHED_SHADERS)).unwrap_or(0)];
    if !shaders.is_empty() {
        let mut count: GLint = 0;
        call!(f.glGetAttachedShaders, program, shaders.len() as GLint, &mut count, shaders.as_mut_ptr());
        shaders.truncate(usize::try_from(count).unwrap_or(0));
        return shaders.iter().any(|shader| {
            let mut kind: GLint = 0;
            call!(f.glGetShaderiv, *shader, gl::SHADER_TYPE, &mut kind);
            kind as GLenum == stage
        });
    }
    host.probe(|host| {
        parameter(host, program, stage_parameter);
    })
}

impl Draws for Host {
    fn client_arrays(&mut self) -> Vec<ClientArray> {
        self.arrays_in_memory()
    }

    fn work_group_size(&mut self) -> Option<[u32; 3]> {
        work_group_size(self)
    }

    fn geometry_shader(&mut self) -> Option<u32> {
        geometry_shader(self)
    }

    fn tess_control_shader(&mut self) -> bool {
        tess_control_shader(self)
    }
}
