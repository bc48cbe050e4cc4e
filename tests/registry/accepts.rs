//! How a token of a group is given to a command that must accept it.

use crate::egl::Session;
use crate::gl::*;
use core::ffi::{c_char, c_void};
use core::ptr::null;

/// The objects that are there while tokens are tried.
pub struct Objects {
    program: u32,
    shader: u32,
    pipeline: u32,
    query: u32,
    sampler: u32,
    sync: *mut c_void,
}

fn shader(gl: &Session, program: u32, kind: u32, text: &str) -> u32 {
    let version = if gl.es { "#version 320 es\nprecision highp float;\n" } else { "#version 450 core\n" };
    let text = std::ffi::CString::new(format!("{version}{text}")).unwrap();
    let shader = gl.CreateShader(kind);
    gl.ShaderSource(shader, 1, [text.as_ptr()].as_ptr(), null());
    gl.CompileShader(shader);
    gl.AttachShader(program, shader);
    shader
}

fn made(make: impl Fn(*mut u32)) -> u32 {
    let mut name = 0;
    make(&raw mut name);
    name
}

impl Objects {
    /// Makes objects and binds those that have a target.
    pub fn new(gl: &Session) -> Self {
        gl.BindVertexArray(made(|name| gl.GenVertexArrays(1, name)));
        for target in [ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER] {
            gl.BindBuffer(target, made(|name| gl.GenBuffers(1, name)));
            gl.BufferData(target, 64, null(), STATIC_DRAW);
        }
        gl.BindFramebuffer(FRAMEBUFFER, made(|name| gl.GenFramebuffers(1, name)));
        gl.BindRenderbuffer(RENDERBUFFER, made(|name| gl.GenRenderbuffers(1, name)));
        gl.RenderbufferStorage(RENDERBUFFER, RGBA8, 4, 4);
        let renderbuffer = {
            let mut name = 0;
            gl.GetIntegerv(0x8CA7, &raw mut name);
            name.cast_unsigned()
        };
        gl.FramebufferRenderbuffer(FRAMEBUFFER, COLOR_ATTACHMENT0, RENDERBUFFER, renderbuffer);
        gl.BindTexture(TEXTURE_2D, made(|name| gl.GenTextures(1, name)));
        gl.TexImage2D(TEXTURE_2D, 0, RGBA8.cast_signed(), 4, 4, 0, RGBA, UNSIGNED_BYTE, null());
        gl.BindTransformFeedback(TRANSFORM_FEEDBACK, made(|name| gl.GenTransformFeedbacks(1, name)));
        let program = gl.CreateProgram();
        let block = "layout(std140) uniform Block { vec4 tint; };";
        let vertex = shader(gl, program, VERTEX_SHADER, &format!("{block} void main() {{ gl_Position = tint; }}"));
        shader(gl, program, FRAGMENT_SHADER, "out vec4 color; void main() { color = vec4(1.0); }");
        gl.LinkProgram(program);
        let mut linked = 0;
        gl.GetProgramiv(program, LINK_STATUS, &raw mut linked);
        assert_eq!(linked, 1, "the program links");
        gl.UseProgram(program);
        let query = made(|name| gl.GenQueries(1, name));
        gl.BeginQuery(ANY_SAMPLES_PASSED, query);
        gl.EndQuery(ANY_SAMPLES_PASSED);
        let objects = Self {
            program,
            shader: vertex,
            pipeline: made(|name| gl.GenProgramPipelines(1, name)),
            query,
            sampler: made(|name| gl.GenSamplers(1, name)),
            sync: gl.FenceSync(SYNC_GPU_COMMANDS_COMPLETE, 0),
        };
        assert_eq!(gl.GetError(), NO_ERROR);
        objects
    }

    /// Gives a token of a group to the command of the group. Returns whether it was accepted; `None` for groups without a command here.
    pub fn accepts(&self, gl: &Session, group: &str, token: u32) -> Option<bool> {
        while gl.GetError() != NO_ERROR {}
        let mut words = vec![0_i32; 4096];
        let values = words.as_mut_ptr();
        match group {
            "GetPName" => gl.GetIntegerv(token, values),
            "GetPointervPName" => gl.GetPointerv(token, values.cast()),
            "EnableCap" => {
                gl.Enable(token);
                gl.Disable(token);
            }
            "HintTarget" => gl.Hint(token, DONT_CARE),
            "PixelStoreParameter" => gl.PixelStorei(token, 1),
            "TextureParameterName" => gl.GetTexParameteriv(TEXTURE_2D, token, values),
            "GetTextureParameter" => {
                gl.GetTexParameteriv(TEXTURE_2D, token, values);
                if gl.GetError() != NO_ERROR {
                    gl.GetTexLevelParameteriv(TEXTURE_2D, 0, token, values);
                }
            }
            "SamplerParameterName" => gl.GetSamplerParameteriv(self.sampler, token, values),
            // The faces of a cube map are targets of images, the proxies of their parameters.
            "TextureTarget" if (0x8515..=0x851A).contains(&token) => gl.GetTexLevelParameteriv(token, 0, TEXTURE_WIDTH, values),
            "TextureTarget" => {
                gl.BindTexture(token, 0);
                if gl.GetError() != NO_ERROR {
                    gl.GetTexLevelParameteriv(token, 0, TEXTURE_WIDTH, values);
                }
            }
            "TextureUnit" => {
                gl.ActiveTexture(token);
                let error = gl.GetError();
                gl.ActiveTexture(0x84C0);
                return Some(error == NO_ERROR);
            }
            "TextureWrapMode" => gl.TexParameteri(TEXTURE_2D, TEXTURE_WRAP_S, token.cast_signed()),
            "TextureMinFilter" => gl.TexParameteri(TEXTURE_2D, TEXTURE_MIN_FILTER, token.cast_signed()),
            "TextureMagFilter" => gl.TexParameteri(TEXTURE_2D, TEXTURE_MAG_FILTER, token.cast_signed()),
            "QueryTarget" => gl.GetQueryiv(token, CURRENT_QUERY, values),
            "QueryObjectParameterName" => gl.GetQueryObjectuiv(self.query, token, values.cast()),
            "StringName" => return Some(!gl.GetString(token).is_null()),
            "PrimitiveType" => gl.DrawArrays(token, 0, 0),
            "DrawElementsType" => gl.DrawElements(POINTS, 0, token, null()),
            "BlendEquationModeEXT" => gl.BlendEquation(token),
            "BlendingFactor" => gl.BlendFunc(token, token),
            "DepthFunction" => gl.DepthFunc(token),
            "StencilFunction" => gl.StencilFunc(token, 0, 0),
            "StencilOp" => gl.StencilOp(token, token, token),
            "StencilFaceDirection" => gl.StencilOpSeparate(token, KEEP, KEEP, KEEP),
            "CullFaceMode" => gl.CullFace(token),
            "FrontFaceDirection" => gl.FrontFace(token),
            "BufferTargetARB" | "BufferStorageTarget" | "CopyBufferSubDataTarget" => {
                gl.BindBuffer(token, made(|name| gl.GenBuffers(1, name)));
                let error = gl.GetError();
                // A buffer of pixels changes what an address means.
                if ![ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER].contains(&token) {
                    gl.BindBuffer(token, 0);
                }
                return Some(error == NO_ERROR);
            }
            "BufferUsageARB" => gl.BufferData(ARRAY_BUFFER, 64, null(), token),
            // The pointer has a command of its own.
            "VertexBufferObjectParameter" if token != 0x88BD => gl.GetBufferParameteriv(ARRAY_BUFFER, token, values),
            "InternalFormat" => return Some(takes_images(gl, token)),
            "FramebufferTarget" | "CheckFramebufferStatusTarget" => {
                gl.CheckFramebufferStatus(token);
            }
            "FramebufferAttachment" => gl.FramebufferRenderbuffer(FRAMEBUFFER, token, RENDERBUFFER, 0),
            "FramebufferParameterName" => gl.GetFramebufferParameteriv(FRAMEBUFFER, token, values),
            "RenderbufferParameterName" => gl.GetRenderbufferParameteriv(RENDERBUFFER, token, values),
            "VertexAttribEnum" => gl.GetVertexAttribiv(1, token, values),
            "VertexAttribPointerType" => {
                let size = if token == 0x8C3B { 3 } else { 4 };
                gl.VertexAttribPointer(1, size, token, 0, 0, null());
            }
            "ProgramPropertyARB" => gl.GetProgramiv(self.program, token, values),
            "ProgramParameterPName" => gl.ProgramParameteri(self.program, token, 0),
            "ShaderParameterName" => gl.GetShaderiv(self.shader, token, values),
            "ShaderType" => return Some(gl.CreateShader(token) != 0),
            "PrecisionType" => gl.GetShaderPrecisionFormat(VERTEX_SHADER, token, values, values),
            "ProgramInterface" => {
                // Buffers of feedback and counters have no names, but resources.
                gl.GetProgramInterfaceiv(self.program, token, ACTIVE_RESOURCES, values);
            }
            "ProgramInterfacePName" => gl.GetProgramInterfaceiv(self.program, UNIFORM, token, values),
            "UniformBlockPName" => gl.GetActiveUniformBlockiv(self.program, 0, token, values),
            "UniformPName" => gl.GetActiveUniformsiv(self.program, 1, [0].as_ptr(), token, values),
            "PipelineParameterName" => gl.GetProgramPipelineiv(self.pipeline, token, values),
            "SyncParameterName" => gl.GetSynciv(self.sync, token, 1, values, values),
            "InternalFormatPName" => gl.GetInternalformativ(if gl.es { RENDERBUFFER } else { TEXTURE_2D }, RGBA8, token, 1, values),
            "DebugSource" => gl.DebugMessageControl(token, DONT_CARE, DONT_CARE, 0, null(), 1),
            "DebugType" => gl.DebugMessageControl(DONT_CARE, token, DONT_CARE, 0, null(), 1),
            "DebugSeverity" => gl.DebugMessageControl(DONT_CARE, DONT_CARE, token, 0, null(), 1),
            "ObjectIdentifier" => gl.ObjectLabel(token, 0, 0, null::<c_char>()),
            _ => return None,
        }
        // Other errors are of the state: a token that names another shader stage or an attachment beyond the limit is known.
        Some(gl.GetError() != INVALID_ENUM)
    }
}

/// Returns whether images of an internal format can be made, from some format and type of pixels or without any.
fn takes_images(gl: &Session, format: u32) -> bool {
    let texture = made(|name| gl.GenTextures(1, name));
    let mut bound = 0;
    gl.GetIntegerv(0x8069, &raw mut bound);
    gl.BindTexture(TEXTURE_2D, texture);
    gl.TexStorage2D(TEXTURE_2D, 1, format, 16, 16);
    let pixels = [
        (format, UNSIGNED_BYTE),
        (RGBA, UNSIGNED_BYTE),
        (DEPTH_COMPONENT, UNSIGNED_INT),
        (DEPTH_STENCIL, UNSIGNED_INT_24_8),
        (STENCIL_INDEX, UNSIGNED_BYTE),
    ];
    let taken = gl.GetError() == NO_ERROR
        || pixels.into_iter().any(|(pixels, kind)| {
            gl.TexImage2D(TEXTURE_2D, 0, format.cast_signed(), 16, 16, 0, pixels, kind, null());
            gl.GetError() == NO_ERROR
        });
    // Stencil formats are of renderbuffers alone before stencil textures.
    gl.BindTexture(TEXTURE_2D, bound.cast_unsigned());
    gl.DeleteTextures(1, &raw const texture);
    taken
}
