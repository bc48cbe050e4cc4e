//! Compiles each command into a list.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::table::signatures;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;

/// The commands that "are not compiled into the display list but are executed immediately" [GL 4.6 compatibility, 21.4.1], by their names without `gl`
/// and the suffix of a vendor. A name that ends with `*` stands for all that begin so: the specification names the commands of its versions, and
/// extensions' commands on the same objects belong to the same categories.
const IMMEDIATE: &[&str] = &[
    // Display lists.
    "GenLists",
    "DeleteLists",
    // Render modes.
    "FeedbackBuffer",
    "SelectBuffer",
    "RenderMode",
    // Vertex arrays.
    "ClientActiveTexture",
    "ColorPointer",
    "EdgeFlagPointer",
    "FogCoordPointer",
    "IndexPointer",
    "InterleavedArrays",
    "NormalPointer",
    "SecondaryColorPointer",
    "TexCoordPointer",
    "VertexAttribPointer",
    "VertexAttribIPointer",
    "VertexAttribLPointer",
    "VertexPointer",
    "PrimitiveRestartIndex",
    "GenVertexArrays",
    "DeleteVertexArrays",
    "BindVertexArray",
    // Client state.
    "EnableClientState",
    "DisableClientState",
    "EnableVertexAttribArray",
    "DisableVertexAttribArray",
    "PushClientAttrib",
    "PopClientAttrib",
    // Pixels and textures.
    "PixelStore*",
    "ReadPixels",
    "GenTextures",
    "DeleteTextures",
    "AreTexturesResident",
    "TexBuffer",
    "TexStorage1D",
    "TexStorage2D",
    "TexStorage3D",
    "GenerateMipmap",
    // Occlusion queries.
    "GenQueries",
    "DeleteQueries",
    // Buffer objects.
    "GenBuffers",
    "DeleteBuffers",
    "BindBuffer",
    "BindBufferRange",
    "BindBufferBase",
    "TransformFeedbackVaryings",
    "MemoryBarrier",
    "BufferData",
    "BufferSubData",
    "MapBuffer",
    "MapBufferRange",
    "FlushMappedBufferRange",
    "UnmapBuffer",
    // Sampler objects.
    "GenSamplers",
    "DeleteSamplers",
    // Transform feedback objects.
    "GenTransformFeedbacks",
    "DeleteTransformFeedbacks",
    // Framebuffer and renderbuffer objects.
    "GenFramebuffers",
    "BindFramebuffer",
    "DeleteFramebuffers",
    "CheckFramebufferStatus",
    "GenRenderbuffers",
    "BindRenderbuffer",
    "DeleteRenderbuffers",
    "RenderbufferStorage",
    "RenderbufferStorageMultisample",
    "FramebufferTexture",
    "FramebufferTexture1D",
    "FramebufferTexture2D",
    "FramebufferTexture3D",
    "FramebufferTextureLayer",
    "FramebufferRenderbuffer",
    "BlitFramebuffer",
    // Program and shader objects.
    "CreateProgram",
    "CreateShader",
    "CreateShaderProgram*",
    "GenProgramPipelines",
    "BindProgramPipeline",
    "DeleteProgramPipelines",
    "DeleteProgram",
    "DeleteShader",
    "AttachShader",
    "DetachShader",
    "BindAttribLocation",
    "BindFragDataLocation",
    "CompileShader",
    "ShaderSource",
    "LinkProgram",
    "ValidateProgram",
    // GL command stream management.
    "ClientWaitSync",
    "FenceSync",
    "Finish",
    "Flush",
    // Debug output.
    "DebugMessageControl",
    "DebugMessageInsert",
    "DebugMessageCallback",
    "GetDebugMessageLog",
    // Multi-object binds.
    "BindBuffersBase",
    "BindBuffersRange",
    "BindTextures",
    "BindSamplers",
    "BindImageTextures",
    "BindVertexBuffers",
    // "All query commands whose names begin with Get and Is."
    "Get*",
    "Is*",
];

/// Commands of later versions and of extensions on the objects whose commands [`IMMEDIATE`] names, and those on objects of other kinds that the
/// specification's categories cover: the driver executes them at once.
const OF_THE_SAME_CATEGORIES: &[&str] = &[
    // Objects and their storage.
    "Create*",
    "Invalidate*",
    "DiscardFramebuffer",
    "EGLImageTarget*",
    "GenPrograms",
    "DeletePrograms",
    "GenFragmentShaders*",
    "DeleteFragmentShader",
    "NamedBuffer*",
    "BufferStorage*",
    "CopyBufferSubData",
    "NamedCopyBufferSubData",
    "ClearBufferData",
    "ClearBufferSubData",
    "ClearNamedBuffer*",
    "MapNamedBuffer*",
    "UnmapNamedBuffer",
    "FlushMappedNamedBufferRange",
    "BindBufferOffset",
    "TexStorage*",
    "TextureStorage*",
    "GenerateTextureMipmap",
    "GenerateMultiTexMipmap",
    "TexBufferRange",
    "TextureBuffer*",
    "MultiTexBuffer",
    "DeleteMemoryObjects",
    "MemoryObjectParameteriv",
    "ImportMemoryFd",
    // Framebuffer and renderbuffer objects.
    "CheckNamedFramebufferStatus",
    "FramebufferTexture2DMultisample",
    "FramebufferParameteri",
    "NamedFramebufferTexture*",
    "NamedFramebufferRenderbuffer",
    "NamedFramebufferParameteri",
    "NamedRenderbufferStorage*",
    // Program and shader objects: the commands that make a shader of GL_ATI_fragment_shader among them.
    "ShaderBinary",
    "SpecializeShader",
    "NamedString",
    "DeleteNamedString",
    "CompileShaderInclude",
    "ValidateProgramPipeline",
    "BindFragDataLocationIndexed",
    "ProgramBinary",
    "DeleteObject",
    "BeginFragmentShader",
    "EndFragmentShader",
    "PassTexCoord",
    "SampleMap",
    "ColorFragmentOp*",
    "AlphaFragmentOp*",
    // Synchronization and debug output.
    "WaitSync",
    "DeleteSync",
    "PushDebugGroup",
    "PopDebugGroup",
    "LabelObject",
    "ObjectLabel",
    "ObjectPtrLabel",
    // Vertex arrays and client state.
    "VertexAttribFormat",
    "VertexAttribIFormat",
    "VertexAttribLFormat",
    "VertexAttribBinding",
    "VertexBindingDivisor",
    "VertexAttribDivisor",
    "VertexArray*",
    "EnableVertexArray*",
    "DisableVertexArray*",
    "BindVertexBuffer",
    "MultiTexCoordPointer",
    "PointSizePointer",
    "ClientAttribDefault",
    "PushClientAttribDefault",
    "EnableClientStateIndexed",
    "DisableClientStateIndexed",
    // Pixels.
    "ReadnPixels",
];

/// Commands that contexts of OpenGL ES 1.1 alone have, which has no display lists.
const OF_OPENGL_ES: &[&str] = &[
    "ClipPlanef",
    "ClipPlanex",
    "Fogxv",
    "LightModelxv",
    "Lightxv",
    "LoadMatrixx",
    "Materialxv",
    "MultMatrixx",
    "PointParameterxv",
    "TexEnvxv",
    "TexParameterxv",
    "TexGenfv",
    "TexGeniv",
    "TexGenxv",
    "QueryMatrixx",
    "DrawTex*",
];

/// Commands that are errors: "DispatchComputeIndirect or any of the drawing commands *DrawArraysIndirect, *DrawElementsIndirect, DrawArraysInstanced* or
/// DrawElementsInstanced*" [GL 4.6 compatibility, 21.4.1].
const ERRORS: &[&str] = &[
    "DispatchComputeIndirect",
    "DrawArraysIndirect",
    "DrawElementsIndirect",
    "MultiDrawArraysIndirect*",
    "MultiDrawElementsIndirect*",
    "DrawArraysInstanced*",
    "DrawElementsInstanced*",
];

/// Returns true if a name stands for a command, with or without the suffix of a vendor.
fn names(pattern: &str, command: &str) -> bool {
    let command = command.strip_prefix("gl").unwrap_or(command);
    let plain = ["ARB", "EXT", "NV", "ATI", "KHR", "OES", "APPLE", "MESA"].iter().find_map(|suffix| command.strip_suffix(suffix));
    match pattern.strip_suffix('*') {
        Some(prefix) => command.starts_with(prefix),
        None => command == pattern || plain == Some(pattern),
    }
}

/// Returns arguments with which a command has something to record; zeros are enough for most. The arrays have zeros.
fn arguments(command: &str) -> Vec<u64> {
    static ZEROS: [f64; 16] = [0.0; 16];
    let (zeros, points, bytes) = (ZEROS.as_ptr() as u64, u64::from(GL_POINTS), u64::from(GL_UNSIGNED_BYTE));
    match command {
        "glLoadMatrixf" | "glLoadMatrixd" | "glMultMatrixf" | "glMultMatrixd" => vec![zeros],
        "glLoadTransposeMatrixf" | "glLoadTransposeMatrixd" | "glMultTransposeMatrixf" | "glMultTransposeMatrixd" => vec![zeros],
        "glLightfv" | "glLightiv" => vec![GL_LIGHT0.into(), GL_AMBIENT.into(), zeros],
        "glCallLists" => vec![1, bytes, zeros],
        "glDrawArrays" => vec![points, 0, 1],
        "glDrawElements" | "glDrawElementsBaseVertex" => vec![points, 1, bytes, zeros, 0],
        "glDrawRangeElements" | "glDrawRangeElementsBaseVertex" => vec![points, 0, 0, 1, bytes, zeros, 0],
        _ => Vec::new(),
    }
}

/// Commands that record several of the commands above, and nothing if there are none.
const SEVERAL: &[&str] = &["MultiDraw*", "MultiMode*"];

/// Returns the commands that a list records, and those that it does not, each called while a list is compiled in a context of its own.
fn recorded() -> (Vec<&'static str>, Vec<&'static str>) {
    let (mut recorded, mut others) = (Vec::new(), Vec::new());
    for signature in signatures() {
        // These end the list, or wait for what never comes.
        if matches!(signature.name, "glNewList" | "glEndList") {
            continue;
        }
        let gl = Gl::new(compatibility());
        glNewList(1, GL_COMPILE);
        // SAFETY: zeros are null addresses and empty arrays; other addresses are of sixteen zeros.
        unsafe { (signature.call)(&arguments(signature.name)) };
        let steps = gl.0.lock().unwrap().compat.lists.compiling.as_ref().map_or(0, |list| list.steps.len());
        if steps > 0 { recorded.push(signature.name) } else { others.push(signature.name) }
    }
    (recorded, others)
}

#[test]
fn lists_record_all_commands_but_those_that_the_specification_names() {
    let (recorded, others) = recorded();
    let is_of = |patterns: &[&str], command: &str| patterns.iter().any(|pattern| names(pattern, command));
    let is_immediate = |command: &str| is_of(IMMEDIATE, command);
    let wrong: Vec<&str> = recorded.iter().copied().filter(|command| is_immediate(command)).collect();
    assert_eq!(wrong, Vec::<&str>::new(), "recorded, although they execute at once");
    let is_known =
        |command: &str| [IMMEDIATE, OF_THE_SAME_CATEGORIES, OF_OPENGL_ES, ERRORS, SEVERAL].iter().any(|patterns| is_of(patterns, command));
    let rest: Vec<&str> = others.into_iter().filter(|command| !is_known(command)).collect();
    assert_eq!(rest, Vec::<&str>::new(), "not recorded");
}
