//! Program binaries. The one format holds the sources of a program and the state that linking depends on; loading it links them again.
//!
//! A binary begins with a signature, the version of the driver, and a checksum of the rest. One that differs in any of them, that was made in a
//! context of another API, or that is damaged does not load: "Loading the program binary will fail, setting the LINK_STATUS of program to FALSE, if
//! these conditions are not met. … If ProgramBinary fails to load a binary, no error is generated" [GL 4.6, 7.5].

use super::{linked, objects, with_program};
use crate::command::shader::compile_options;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NEGATIVE_COUNT, Result, invalid_enum, invalid_operation, invalid_value};
use crate::object::linked::Linked;
use crate::object::sources::{Language, ProgramSource, ShaderSource};
use crate::pointer::{In, Out};
use base::hir::Stage;
use compiler::glsl::include::{Includes, Tree};
use compiler::glsl::{self, LinkOptions};
use compiler::spirv::Module;
use std::collections::HashMap;
use std::sync::Arc;

/// The token of the format: the registry has none for this driver.
pub const FORMAT: u32 = 0x676C_6D31;
/// The first bytes of a binary: the name of the format and its version.
const SIGNATURE: &[u8] = concat!("glmeter-soft program 1 ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();
/// Bytes of the longest binary that loads.
const LONGEST: usize = 1 << 26;
/// Stages in the order of their numbers in a binary.
const STAGES: [Stage; 6] = [Stage::Vertex, Stage::TessControl, Stage::TessEvaluation, Stage::Geometry, Stage::Fragment, Stage::Compute];

/// Returns the checksum of bytes: FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// Returns the number of a context's API in a binary.
fn api_number(context: &Context) -> u32 {
    match context.config.api {
        Api::Core => 0,
        Api::Compatibility => 1,
        Api::Es | Api::Es1 => 2,
    }
}

/// Writes the values of a binary.
#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, value: u32) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    /// Writes the length of a list.
    fn count(&mut self, value: usize) {
        self.number(u32::try_from(value).unwrap_or(u32::MAX));
    }

    fn bytes(&mut self, value: &[u8]) {
        self.count(value.len());
        self.0.extend_from_slice(value);
    }

    fn shader(&mut self, source: &ShaderSource) {
        self.number(source.stage as u32);
        match &source.language {
            Language::Text { text, includes } => {
                self.number(0);
                self.bytes(text);
                self.count(includes.tree.iter().count());
                for (location, string) in includes.tree.iter() {
                    self.bytes(location.as_bytes());
                    self.bytes(string);
                }
                self.count(includes.paths.len());
                includes.paths.iter().for_each(|path| self.bytes(path.as_bytes()));
            }
            Language::Module { module, entry, constants } => {
                self.number(1);
                self.bytes(module.bytes());
                self.bytes(entry.as_bytes());
                self.count(constants.len());
                for &(index, value) in constants {
                    self.number(index);
                    self.number(value);
                }
            }
        }
    }

    fn options(&mut self, options: &LinkOptions) {
        let mut attributes: Vec<_> = options.attribute_locations.iter().collect();
        attributes.sort_unstable();
        self.count(attributes.len());
        for (name, &location) in attributes {
            self.bytes(name.as_bytes());
            self.number(location);
        }
        let mut fragments: Vec<_> = options.fragment_locations.iter().collect();
        fragments.sort_unstable();
        self.count(fragments.len());
        for (name, &(location, index)) in fragments {
            self.bytes(name.as_bytes());
            self.number(location);
            self.number(index);
        }
        self.count(options.feedback_varyings.len());
        options.feedback_varyings.iter().for_each(|varying| self.bytes(varying.as_bytes()));
        self.number(options.feedback_separate.into());
        self.number(options.separable.into());
    }
}

/// Reads the values of a binary, which may be anything.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    fn flag(&mut self) -> Option<bool> {
        Some(self.number()? != 0)
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let count = self.number()?;
        self.take(count as usize)
    }

    fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }

    /// Reads a list. Each element takes bytes, so that the length of the binary bounds the list.
    fn list<T>(&mut self, element: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.number()?;
        (0..count).map(|_| element(self)).collect()
    }

    fn shader(&mut self) -> Option<ShaderSource> {
        let stage = *STAGES.get(self.number()? as usize)?;
        let language = match self.number()? {
            0 => {
                let text = self.bytes()?.to_vec();
                let strings = self.list(|reader| Some((reader.text()?, reader.bytes()?)))?;
                let mut tree = Tree::default();
                strings.into_iter().for_each(|(location, string)| tree.insert(location, string));
                Language::Text { text, includes: Includes { tree: Arc::new(tree), paths: self.list(Self::text)? } }
            }
            1 => Language::Module {
                module: Arc::new(Module::read(self.bytes()?).ok()?),
                entry: self.text()?,
                constants: self.list(|reader| Some((reader.number()?, reader.number()?)))?,
            },
            _ => return None,
        };
        Some(ShaderSource { stage, language })
    }

    fn options(&mut self) -> Option<LinkOptions> {
        let attributes = self.list(|reader| Some((reader.text()?, reader.number()?)))?;
        let fragments = self.list(|reader| Some((reader.text()?, (reader.number()?, reader.number()?))))?;
        Some(LinkOptions {
            attribute_locations: HashMap::from_iter(attributes),
            fragment_locations: HashMap::from_iter(fragments),
            feedback_varyings: self.list(Self::text)?,
            feedback_separate: self.flag()?,
            separable: self.flag()?,
            ..LinkOptions::default()
        })
    }
}

/// Returns the binary of a program, made in a context of an API.
fn encode(api: u32, source: &ProgramSource) -> Vec<u8> {
    let mut payload = Writer::default();
    payload.number(api);
    payload.count(source.shaders.len());
    source.shaders.iter().for_each(|shader| payload.shader(shader));
    payload.options(&source.options);
    [SIGNATURE, &checksum(&payload.0).to_le_bytes(), &payload.0].concat()
}

/// Returns the sources in a binary that was made in a context of an API; otherwise none.
fn decode(api: u32, binary: &[u8]) -> Option<ProgramSource> {
    let (sum, payload) = binary.strip_prefix(SIGNATURE)?.split_at_checked(8)?;
    if sum != checksum(payload).to_le_bytes() {
        return None;
    }
    let mut reader = Reader(payload);
    if reader.number()? != api {
        return None;
    }
    let shaders = reader.list(|reader| reader.shader().map(Arc::new))?;
    let options = reader.options()?;
    reader.0.is_empty().then_some(ProgramSource { shaders, options })
}

/// Compiles and links the sources of a binary.
fn link(context: &Context, source: ProgramSource) -> (Option<Arc<Linked>>, String) {
    let mut shaders = Vec::new();
    for shader in &source.shaders {
        let (compiled, log) = match &shader.language {
            Language::Text { text, includes } => {
                let compiled = glsl::compile_with(&String::from_utf8_lossy(text), shader.stage, &compile_options(context), includes);
                (compiled.shader, compiled.log)
            }
            Language::Module { module, entry, constants } => {
                let specialized = module.specialize(entry, shader.stage, &constants.iter().copied().collect());
                (specialized.shader, specialized.log)
            }
        };
        match compiled {
            Some(compiled) => shaders.push(compiled),
            None => return (None, log),
        }
    }
    objects::link(context, shaders, source)
}

/// Returns the binary of a program that was linked; `None` if the program was not.
pub fn of(context: &Context, linked: &Linked) -> Option<Vec<u8>> {
    linked.source.as_ref().map(|source| encode(api_number(context), source))
}

/// Implements glGetProgramBinary.
pub(super) fn get_program_binary(
    context: &mut Context,
    name: u32,
    size: i32,
    length: Out<i32>,
    format: Out<u32>,
    into: Out<u8>,
) -> Result<()> {
    let size =
        usize::try_from(size).map_err(|_| invalid_value(&"An INVALID_VALUE error is generated if bufSize is negative. [GL 4.4, 7.5]"))?;
    let linked = linked(context, name)?;
    let binary = of(context, &linked)
        .ok_or(invalid_operation(&"An INVALID_OPERATION error is generated if program has not been linked successfully. [GL 4.6, 7.5]"))?;
    if size < binary.len() {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if bufSize is less than the number of bytes in the program binary. [GL 4.6, 7.5]",
        ));
    }
    into.write(&binary);
    format.set(FORMAT);
    length.set(i32::try_from(binary.len()).unwrap_or(i32::MAX));
    Ok(())
}

/// Implements glProgramBinary.
pub(super) fn program_binary(context: &mut Context, name: u32, format: u32, binary: In<u8>, length: i32) -> Result<()> {
    with_program(context, name, |_| Ok(()))?;
    if format != FORMAT {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if binaryFormat is not a binary format present in the list of specific binary formats \
              supported. [GL 4.4, 7.5]",
        ));
    }
    let length = usize::try_from(length).map_err(|_| NEGATIVE_COUNT)?;
    if context.feedback.uses_program(name) {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated … by LinkProgram or ProgramBinary if program is the name of a program being used by \
              one or more transform feedback objects, even if the objects are not currently bound or are paused [GL 4.4, 13.2.2]",
        ));
    }
    let bytes = if length <= LONGEST { binary.copy(length) } else { Vec::new() };
    let (linked, log) = match decode(api_number(context), &bytes) {
        Some(source) => link(context, source),
        None => (None, String::from("error: the binary is damaged, or of another version of the driver or another API\n")),
    };
    let separable = linked.as_ref().map(|linked| linked.separable);
    objects::install(context, name, linked, log)?;
    with_program(context, name, |program| {
        // "Additionally, values of the following state that were in effect when the program was linked before saving are restored when ProgramBinary
        // is called successfully: Program parameter PROGRAM_SEPARABLE …" [GL 4.6, 7.5]
        program.separable = separable.unwrap_or(program.separable);
        Ok(())
    })
}

commands! {
    fn glGetProgramBinary(program: u32, size: i32, length: Out<i32>, format: Out<u32>, binary: Out<u8>) => get_program_binary;
    #[not_in_lists] fn glProgramBinary(program: u32, format: u32, binary: In<u8>, length: i32) => program_binary;
    alias glGetProgramBinaryOES = glGetProgramBinary;
    alias glProgramBinaryOES = glProgramBinary;
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

    use super::*;
    use crate::testing::calling::Gl;
    use crate::testing::calls::*;
    use crate::testing::fixtures::{compatibility, core};
    use crate::tokens::*;

    const VERTEX: &std::ffi::CStr = c"#version 330\nin vec4 place;\nvoid main() { gl_Position = place; }";
    const FRAGMENT: &std::ffi::CStr = c"#version 330\nuniform vec4 tint = vec4(0.25);\nout vec4 color;\nvoid main() { color = tint; }";

    fn property(program: u32, name: u32) -> i32 {
        let mut value = -1;
        glGetProgramiv(program, name, &raw mut value);
        value
    }

    fn binary_of(program: u32) -> Vec<u8> {
        let mut bytes = vec![0u8; property(program, GL_PROGRAM_BINARY_LENGTH) as usize];
        let (mut length, mut format) = (0i32, 0u32);
        let size = bytes.len() as i32;
        glGetProgramBinary(program, size, &raw mut length, &raw mut format, bytes.as_mut_ptr().cast());
        assert_eq!((length, format), (size, FORMAT));
        bytes
    }

    fn load(program: u32, bytes: &[u8]) -> bool {
        glProgramBinary(program, FORMAT, bytes.as_ptr().cast(), bytes.len() as i32);
        property(program, GL_LINK_STATUS) == 1
    }

    #[test]
    fn a_binary_restores_a_program_with_the_initial_values_of_its_uniforms() {
        let gl = Gl::new(core());
        let mut formats = [0i32; 2];
        glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &raw mut formats[0]);
        glGetIntegerv(GL_PROGRAM_BINARY_FORMATS, &raw mut formats[1]);
        assert_eq!(formats, [1, FORMAT as i32]);
        let program = gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, FRAGMENT)], &[c"gl_Position"]);
        glUniform4f(gl.location(program, "tint"), 1.0, 1.0, 1.0, 1.0);
        let bytes = binary_of(program);
        let restored = glCreateProgram();
        assert!(load(restored, &bytes));
        let mut tint = [0.0f32; 4];
        glGetUniformfv(restored, gl.location(restored, "tint"), tint.as_mut_ptr());
        assert_eq!(tint, [0.25; 4]);
        assert_eq!(property(restored, GL_TRANSFORM_FEEDBACK_VARYINGS), 1);
        assert_eq!(binary_of(restored), bytes);
        gl.no_error();
    }

    #[test]
    fn a_binary_of_a_separable_program_is_separable() {
        let gl = Gl::new(core());
        let text = FRAGMENT.as_ptr();
        let program = glCreateShaderProgramv(GL_FRAGMENT_SHADER, 1, &raw const text);
        let restored = glCreateProgram();
        assert!(load(restored, &binary_of(program)));
        assert_eq!(property(restored, GL_PROGRAM_SEPARABLE), 1);
        let mut pipeline = 0;
        glGenProgramPipelines(1, &raw mut pipeline);
        glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, restored);
        gl.no_error();
    }

    #[test]
    fn no_damaged_binary_loads() {
        let gl = Gl::new(core());
        let program = gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, FRAGMENT)], &[]);
        let bytes = binary_of(program);
        let other = glCreateProgram();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(!load(other, &damaged), "{at}");
            assert!(!load(other, &bytes[..at]), "{at}");
        }
        assert!(!load(other, &[bytes.as_slice(), &[0]].concat()));
        // A right checksum makes no wrong lengths right.
        let payload = SIGNATURE.len() + 8;
        for at in (payload..bytes.len()).step_by(3) {
            let mut damaged = bytes.clone();
            damaged[at] = 0xFF;
            let sum = checksum(&damaged[payload..]).to_le_bytes();
            damaged[SIGNATURE.len()..payload].copy_from_slice(&sum);
            load(other, &damaged);
        }
        gl.no_error();
        assert!(load(other, &bytes));
    }

    #[test]
    fn a_binary_loads_in_contexts_of_its_api() {
        let bytes = {
            let gl = Gl::new(core());
            binary_of(gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, FRAGMENT)], &[]))
        };
        let gl = Gl::new(compatibility());
        let program = glCreateProgram();
        assert!(!load(program, &bytes));
        gl.no_error();
    }

    #[test]
    fn errors_of_binaries() {
        let gl = Gl::new(core());
        let error = || glGetError();
        let none = std::ptr::null_mut::<u8>();
        let program = glCreateProgram();
        assert_eq!(property(program, GL_PROGRAM_BINARY_LENGTH), 0);
        let get = |program: u32, size: i32| {
            glGetProgramBinary(program, size, none.cast::<i32>(), none.cast::<u32>(), none.cast());
        };
        // "An INVALID_OPERATION error is generated if program has not been linked successfully. In this case its program binary length is zero."
        get(program, 1 << 20);
        assert_eq!(error(), GL_INVALID_OPERATION);
        let linked = gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, FRAGMENT)], &[]);
        // "An INVALID_VALUE error is generated if bufSize is negative."
        get(linked, -1);
        assert_eq!(error(), GL_INVALID_VALUE);
        // "An INVALID_OPERATION error is generated if bufSize is less than the number of bytes in the program binary."
        get(linked, property(linked, GL_PROGRAM_BINARY_LENGTH) - 1);
        assert_eq!(error(), GL_INVALID_OPERATION);
        // "An INVALID_ENUM error is generated if binaryFormat is not a binary format present in the list".
        glProgramBinary(program, GL_RGBA, none.cast_const().cast(), 0);
        assert_eq!(error(), GL_INVALID_ENUM);
        glProgramBinary(program, FORMAT, none.cast_const().cast(), -1);
        assert_eq!(error(), GL_INVALID_VALUE);
    }
}
