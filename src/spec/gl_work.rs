//! Clears, copies, commands that submit work or wait for it, draws that cannot be counted by their arguments, the objects and debug groups to which work
//! belongs, and the compilation of shaders.
//!
//! They are not part of `EXTENSIONS`: the system headers declare their prototypes.

use crate::gl::*;
use crate::report;
use crate::rules::observe::{self, arrays, objects, shaders, uploads};

observed! {
    /// Work, counted for the report.
    "GL_work";
    work {
        fn glFlush() => report::flushes [];
        fn glClear(mask: GLbitfield) => observe::clear [];
        fn glClearBufferiv(buffer: GLenum, drawbuffer: GLint, value: *const GLint) => observe::clear [];
        fn glClearBufferuiv(buffer: GLenum, drawbuffer: GLint, value: *const GLuint) => observe::clear [];
        fn glClearBufferfv(buffer: GLenum, drawbuffer: GLint, value: *const GLfloat) => observe::clear [];
        fn glClearBufferfi(buffer: GLenum, drawbuffer: GLint, depth: GLfloat, stencil: GLint) => observe::clear [];
        fn glClearNamedFramebufferiv(framebuffer: GLuint, buffer: GLenum, drawbuffer: GLint, value: *const GLint) => observe::clear [];
        fn glClearNamedFramebufferuiv(framebuffer: GLuint, buffer: GLenum, drawbuffer: GLint, value: *const GLuint) => observe::clear [];
        fn glClearNamedFramebufferfv(framebuffer: GLuint, buffer: GLenum, drawbuffer: GLint, value: *const GLfloat) => observe::clear [];
        fn glClearNamedFramebufferfi(framebuffer: GLuint, buffer: GLenum, drawbuffer: GLint, depth: GLfloat, stencil: GLint) => observe::clear [];
        fn glClearTexImage(texture: GLuint, level: GLint, format: GLenum, kind: GLenum, data: *const c_void) => observe::clear [];
        fn glClearTexSubImage(texture: GLuint, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, kind: GLenum, data: *const c_void) => observe::clear [];
        fn glClearBufferData(target: GLenum, internalformat: GLenum, format: GLenum, kind: GLenum, data: *const c_void) => observe::clear [];
        fn glClearBufferSubData(target: GLenum, internalformat: GLenum, offset: GLintptr, size: GLsizeiptr, format: GLenum, kind: GLenum, data: *const c_void) => observe::clear [];
        fn glClearNamedBufferData(buffer: GLuint, internalformat: GLenum, format: GLenum, kind: GLenum, data: *const c_void) => observe::clear [];
        fn glClearNamedBufferSubData(buffer: GLuint, internalformat: GLenum, offset: GLintptr, size: GLsizeiptr, format: GLenum, kind: GLenum, data: *const c_void) => observe::clear [];
        fn glDrawTransformFeedback(mode: GLenum, id: GLuint) => observe::draw [];
        fn glDrawTransformFeedbackInstanced(mode: GLenum, id: GLuint, instancecount: GLsizei) => observe::draw [];
        fn glDrawTransformFeedbackStream(mode: GLenum, id: GLuint, stream: GLuint) => observe::draw [];
        fn glDrawTransformFeedbackStreamInstanced(mode: GLenum, id: GLuint, stream: GLuint, instancecount: GLsizei) => observe::draw [];
        fn glEvalMesh1(mode: GLenum, i1: GLint, i2: GLint) => observe::draw [];
        fn glEvalMesh2(mode: GLenum, i1: GLint, i2: GLint, j1: GLint, j2: GLint) => observe::draw [];
        fn glBitmap(width: GLsizei, height: GLsizei, xorig: GLfloat, yorig: GLfloat, xmove: GLfloat, ymove: GLfloat, bitmap: *const GLubyte) => uploads::bitmap [width, height, bitmap];
        fn glBlitFramebuffer(srcX0: GLint, srcY0: GLint, srcX1: GLint, srcY1: GLint, dstX0: GLint, dstY0: GLint, dstX1: GLint, dstY1: GLint, mask: GLbitfield, filter: GLenum) => observe::copy [];
        fn glBlitNamedFramebuffer(readFramebuffer: GLuint, drawFramebuffer: GLuint, srcX0: GLint, srcY0: GLint, srcX1: GLint, srcY1: GLint, dstX0: GLint, dstY0: GLint, dstX1: GLint, dstY1: GLint, mask: GLbitfield, filter: GLenum) => observe::copy [];
        fn glCopyTexImage1D(target: GLenum, level: GLint, internalformat: GLenum, x: GLint, y: GLint, width: GLsizei, border: GLint) => observe::copy [];
        fn glCopyTexImage2D(target: GLenum, level: GLint, internalformat: GLenum, x: GLint, y: GLint, width: GLsizei, height: GLsizei, border: GLint) => observe::copy [];
        fn glCopyTexSubImage1D(target: GLenum, level: GLint, xoffset: GLint, x: GLint, y: GLint, width: GLsizei) => observe::copy [];
        fn glCopyTexSubImage2D(target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, x: GLint, y: GLint, width: GLsizei, height: GLsizei) => observe::copy [];
        fn glCopyTexSubImage3D(target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, x: GLint, y: GLint, width: GLsizei, height: GLsizei) => observe::copy [];
        fn glCopyTextureSubImage1D(texture: GLuint, level: GLint, xoffset: GLint, x: GLint, y: GLint, width: GLsizei) => observe::copy [];
        fn glCopyTextureSubImage2D(texture: GLuint, level: GLint, xoffset: GLint, yoffset: GLint, x: GLint, y: GLint, width: GLsizei, height: GLsizei) => observe::copy [];
        fn glCopyTextureSubImage3D(texture: GLuint, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, x: GLint, y: GLint, width: GLsizei, height: GLsizei) => observe::copy [];
        fn glCopyImageSubData(srcName: GLuint, srcTarget: GLenum, srcLevel: GLint, srcX: GLint, srcY: GLint, srcZ: GLint, dstName: GLuint, dstTarget: GLenum, dstLevel: GLint, dstX: GLint, dstY: GLint, dstZ: GLint, srcWidth: GLsizei, srcHeight: GLsizei, srcDepth: GLsizei) => observe::copy [];
        fn glCopyBufferSubData(readTarget: GLenum, writeTarget: GLenum, readOffset: GLintptr, writeOffset: GLintptr, size: GLsizeiptr) => observe::copy [];
        fn glCopyNamedBufferSubData(readBuffer: GLuint, writeBuffer: GLuint, readOffset: GLintptr, writeOffset: GLintptr, size: GLsizeiptr) => observe::copy [];
        fn glGenerateMipmap(target: GLenum) => observe::copy [];
        fn glGenerateTextureMipmap(texture: GLuint) => observe::copy [];
        fn glCopyPixels(x: GLint, y: GLint, width: GLsizei, height: GLsizei, kind: GLenum) => observe::draw [];
        fn glAccum(op: GLenum, value: GLfloat) => observe::copy [];
        fn glReadPixels(x: GLint, y: GLint, width: GLsizei, height: GLsizei, format: GLenum, kind: GLenum, pixels: *mut c_void) => observe::wait [];
        fn glReadnPixels(x: GLint, y: GLint, width: GLsizei, height: GLsizei, format: GLenum, kind: GLenum, bufSize: GLsizei, data: *mut c_void) => observe::wait [];
        fn glReadnPixelsARB(x: GLint, y: GLint, width: GLsizei, height: GLsizei, format: GLenum, kind: GLenum, bufSize: GLsizei, data: *mut c_void) => observe::wait [];
        fn glReadnPixelsEXT(x: GLint, y: GLint, width: GLsizei, height: GLsizei, format: GLenum, kind: GLenum, bufSize: GLsizei, data: *mut c_void) => observe::wait [];
        fn glReadnPixelsKHR(x: GLint, y: GLint, width: GLsizei, height: GLsizei, format: GLenum, kind: GLenum, bufSize: GLsizei, data: *mut c_void) => observe::wait [];
        fn glGetTexImage(target: GLenum, level: GLint, format: GLenum, kind: GLenum, pixels: *mut c_void) => observe::wait [];
        fn glGetTextureImage(texture: GLuint, level: GLint, format: GLenum, kind: GLenum, bufSize: GLsizei, pixels: *mut c_void) => observe::wait [];
        fn glBindFramebuffer(target: GLenum, framebuffer: GLuint) => objects::bind_framebuffer [target, framebuffer];
        fn glBindFramebufferEXT(target: GLenum, framebuffer: GLuint) => objects::bind_framebuffer [target, framebuffer];
        fn glDeleteFramebuffers(n: GLsizei, framebuffers: *const GLuint) => objects::delete_framebuffers [n, framebuffers];
        fn glDeleteFramebuffersEXT(n: GLsizei, framebuffers: *const GLuint) => objects::delete_framebuffers [n, framebuffers];
        fn glUseProgram(program: GLuint) => objects::use_program [program];
        fn glUseProgramObjectARB(programObj: GLhandleARB) => objects::use_program [programObj];
        fn glBindProgramPipeline(pipeline: GLuint) => objects::bind_pipeline [pipeline];
        fn glDeleteProgramPipelines(n: GLsizei, pipelines: *const GLuint) => objects::delete_pipelines [n, pipelines];
        fn glBindProgramPipelineEXT(pipeline: GLuint) => objects::bind_pipeline [pipeline];
        fn glDeleteProgramPipelinesEXT(n: GLsizei, pipelines: *const GLuint) => objects::delete_pipelines [n, pipelines];
        fn glDeleteProgram(program: GLuint) => objects::delete_program [program];
        fn glDeleteObjectARB(obj: GLhandleARB) => objects::delete_program [obj];
        fn glPushDebugGroup(source: GLenum, id: GLuint, length: GLsizei, message: *const GLchar) => objects::push_group [length, message];
        fn glPopDebugGroup() => objects::pop_group [];
        fn glObjectLabel(identifier: GLenum, name: GLuint, length: GLsizei, label: *const GLchar) => objects::label [identifier, name, length, label];
        fn glPushDebugGroupKHR(source: GLenum, id: GLuint, length: GLsizei, message: *const GLchar) => objects::push_group [length, message];
        fn glPopDebugGroupKHR() => objects::pop_group [];
        fn glObjectLabelKHR(identifier: GLenum, name: GLuint, length: GLsizei, label: *const GLchar) => objects::label [identifier, name, length, label];
        fn glPushGroupMarkerEXT(length: GLsizei, marker: *const GLchar) => objects::push_marker [length, marker];
        fn glPopGroupMarkerEXT() => objects::pop_group [];
        fn glLabelObjectEXT(kind: GLenum, object: GLuint, length: GLsizei, label: *const GLchar) => objects::label_ext [kind, object, length, label];
        fn glCompileShader(shader: GLuint) => shaders::compile [shader];
        fn glCompileShaderARB(shaderObj: GLhandleARB) => shaders::compile [shaderObj];
        fn glSpecializeShader(shader: GLuint, pEntryPoint: *const GLchar, numSpecializationConstants: GLuint, pConstantIndex: *const GLuint, pConstantValue: *const GLuint) => shaders::compile [shader];
        fn glSpecializeShaderARB(shader: GLuint, pEntryPoint: *const GLchar, numSpecializationConstants: GLuint, pConstantIndex: *const GLuint, pConstantValue: *const GLuint) => shaders::compile [shader];
        fn glLinkProgram(program: GLuint) => shaders::link [program];
        fn glLinkProgramARB(programObj: GLhandleARB) => shaders::link [programObj];
        fn glProgramBinary(program: GLuint, binaryFormat: GLenum, binary: *const c_void, length: GLsizei) => shaders::link [program];
        fn glProgramBinaryOES(program: GLuint, binaryFormat: GLenum, binary: *const c_void, length: GLint) => shaders::link [program];
        fn glCreateShaderProgramv(kind: GLenum, count: GLsizei, strings: *const *const GLchar) -> GLuint => shaders::create_shader_program [];
        fn glCreateShaderProgramvEXT(kind: GLenum, count: GLsizei, strings: *const *const GLchar) -> GLuint => shaders::create_shader_program [];
        fn glGetShaderiv(shader: GLuint, pname: GLenum, params: *mut GLint) => shaders::get_shader [shader, pname];
        fn glGetProgramiv(program: GLuint, pname: GLenum, params: *mut GLint) => shaders::get_program [program, pname];
        fn glGetObjectParameterivARB(obj: GLhandleARB, pname: GLenum, params: *mut GLint) => shaders::get_object [obj, pname];
        fn glColorPointer(size: GLint, kind: GLenum, stride: GLsizei, pointer: *const c_void) => arrays::pointer [pointer];
        fn glEdgeFlagPointer(stride: GLsizei, pointer: *const c_void) => arrays::pointer [pointer];
        fn glFogCoordPointer(kind: GLenum, stride: GLsizei, pointer: *const c_void) => arrays::pointer [pointer];
        fn glIndexPointer(kind: GLenum, stride: GLsizei, pointer: *const c_void) => arrays::pointer [pointer];
        fn glInterleavedArrays(format: GLenum, stride: GLsizei, pointer: *const c_void) => arrays::pointer [pointer];
        fn glNormalPointer(kind: GLenum, stride: GLsizei, pointer: *const c_void) => arrays::pointer [pointer];
        fn glSecondaryColorPointer(size: GLint, kind: GLenum, stride: GLsizei, pointer: *const c_void) => arrays::pointer [pointer];
        fn glTexCoordPointer(size: GLint, kind: GLenum, stride: GLsizei, pointer: *const c_void) => arrays::pointer [pointer];
        fn glVertexPointer(size: GLint, kind: GLenum, stride: GLsizei, pointer: *const c_void) => arrays::pointer [pointer];
        fn glVertexAttribIPointer(index: GLuint, size: GLint, kind: GLenum, stride: GLsizei, pointer: *const c_void) => arrays::pointer [pointer];
        fn glVertexAttribLPointer(index: GLuint, size: GLint, kind: GLenum, stride: GLsizei, pointer: *const c_void) => arrays::pointer [pointer];
        fn glVertexAttribPointer(index: GLuint, size: GLint, kind: GLenum, normalized: GLboolean, stride: GLsizei, pointer: *const c_void) => arrays::pointer [pointer];
        fn glVertexAttribPointerARB(index: GLuint, size: GLint, kind: GLenum, normalized: GLboolean, stride: GLsizei, pointer: *const c_void) => arrays::pointer [pointer];
    }
    state {
    }
}
