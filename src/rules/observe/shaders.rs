//! Shaders and programs: how long the thread waits for the driver's compiler and linker. Drivers may work in the background; then the first
//! question for the status waits.

use crate::clock;
use crate::context::{Context, Waits};
use crate::gl::{self, GLenum, GLuint};
use crate::platform::call_slots::is_observed;

/// `glCompileShader`, and `glSpecializeShader`, which compiles a module of SPIR-V.
pub fn compile(context: &mut Context, shader: GLuint) {
    if is_observed() {
        context.activity.compiles += 1;
        context.observation.begin_work_on(Waits::Compiler, shader);
        context.observation.waits = Some((Waits::Compiler, clock::now()));
    }
}

/// `glLinkProgram`, and `glProgramBinary`, which loads a linked program.
pub fn link(context: &mut Context, program: GLuint) {
    if is_observed() {
        context.activity.links += 1;
        context.observation.begin_work_on(Waits::Linker, program);
        context.observation.waits = Some((Waits::Linker, clock::now()));
    }
}

/// `glCreateShaderProgramv`, which compiles a shader and links a program of it. Its time counts as the linker's.
pub fn create_shader_program(context: &mut Context) {
    if is_observed() {
        context.activity.compiles += 1;
        context.activity.links += 1;
        context.observation.waits = Some((Waits::Linker, clock::now()));
    }
}

/// `glGetShaderiv`: the first question for the status after a compilation waits for it.
pub fn get_shader(context: &mut Context, shader: GLuint, pname: GLenum) {
    if is_observed() && pname == gl::COMPILE_STATUS && context.observation.ends_work_on(Waits::Compiler, shader) {
        context.observation.waits = Some((Waits::Compiler, clock::now()));
    }
}

/// `glGetProgramiv`: as [`get_shader`].
pub fn get_program(context: &mut Context, program: GLuint, pname: GLenum) {
    if is_observed() && pname == gl::LINK_STATUS && context.observation.ends_work_on(Waits::Linker, program) {
        context.observation.waits = Some((Waits::Linker, clock::now()));
    }
}

/// `glGetObjectParameterivARB`, for both.
pub fn get_object(context: &mut Context, object: GLuint, pname: GLenum) {
    get_shader(context, object, pname);
    get_program(context, object, pname);
}
