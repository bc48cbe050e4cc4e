//! The table of all commands by name.

use super::absent;
use crate::gl::dispatch::{Command, raise};
use crate::gl::log::log_once;
use crate::tokens::GL_INVALID_OPERATION;
use core::ffi::c_void;
use once_cell::sync::Lazy;
use std::collections::HashMap;

/// Returns the commands that the modules of the state machine implement.
fn implemented() -> Vec<Command> {
    [
        crate::gl::command::draw::commands(),
        crate::gl::command::transform_feedback::commands(),
        crate::gl::command::program::commands(),
        crate::gl::command::query::commands(),
        crate::gl::command::shader::commands(),
        crate::gl::command::shader_binary::commands(),
        crate::gl::command::named_string::commands(),
        crate::gl::command::sync::commands(),
        crate::gl::command::state::commands(),
        crate::gl::command::multisample::commands(),
        crate::gl::command::viewport::commands(),
        crate::gl::command::rasterization::commands(),
        crate::gl::command::depth_stencil::commands(),
        crate::gl::command::blend::commands(),
        crate::gl::command::get::commands(),
        crate::gl::command::get::uuids::commands(),
        crate::gl::command::debug::commands(),
        super::compat::commands(),
        crate::gl::command::buffer::commands(),
        crate::gl::command::memory_object::commands(),
        crate::gl::command::vertex_array::commands(),
        crate::gl::command::texture::commands(),
        crate::gl::command::sampler::commands(),
        crate::gl::command::renderbuffer::commands(),
        crate::gl::command::framebuffer::commands(),
        crate::gl::command::pixels::commands(),
        crate::gl::command::blit::commands(),
        crate::gl::command::clear::commands(),
        crate::gl::command::internal_format::commands(),
        crate::gl::command::invalidate::commands(),
        crate::gl::command::egl_image::commands(),
    ]
    .concat()
}

/// Raises the error of a command that this driver lacks, and logs its name. "If the imaging subset is not supported, calling any unsupported command
/// generates an INVALID_OPERATION error". [GL 4.6 compatibility, 8.4.2]
fn missing(name: &'static str) -> usize {
    let part = absent::part_of(name).unwrap_or("an unknown part");
    log_once(name, &format!("is not implemented ({part}): GL_INVALID_OPERATION"));
    raise(name, GL_INVALID_OPERATION);
    0
}

macro_rules! missing {
    ($($name:ident,)*) => {
        /// Stand-ins for every command of GL 4.6, of the imaging subset and of ES 3.2; they ignore their arguments.
        #[allow(non_snake_case, reason = "the commands' C names")]
        mod stand_ins {
            $(pub extern "C" fn $name() -> usize {
                super::missing(stringify!($name))
            })*
        }
        const MISSING: &[(&str, *const c_void)] = &[$((stringify!($name), stand_ins::$name as *const c_void),)*];
    };
}
include!(concat!(env!("OUT_DIR"), "/missing.rs"));

/// Addresses by C name.
struct Table(HashMap<&'static str, *const c_void>);
// SAFETY: the addresses are of functions.
unsafe impl Send for Table {}
// SAFETY: the addresses are of functions.
unsafe impl Sync for Table {}

/// Every command; implementations replace stand-ins.
static TABLE: Lazy<Table> = Lazy::new(|| {
    let ours = implemented().into_iter().map(|command| (command.name, command.address));
    Table(MISSING.iter().copied().chain(ours).collect())
});

/// Returns every command under its first name, for the fuzz targets.
#[cfg(any(test, fuzzing))]
pub fn signatures() -> Vec<crate::gl::dispatch::Signature> {
    implemented().into_iter().filter_map(|command| command.signature).collect()
}

/// Returns the core commands that always raise an error.
#[cfg(test)]
pub fn stubs() -> Vec<&'static str> {
    let real: std::collections::HashSet<&str> = implemented().iter().map(|command| command.name).collect();
    MISSING.iter().map(|command| command.0).filter(|name| !real.contains(name)).collect()
}

/// Returns the address of a command by its C name; for a core command that is absent, that of a stand-in.
pub fn proc_address(name: &str) -> Option<*const c_void> {
    if name == "glmeter_soft_absent_parts" {
        return Some(absent::absent_parts as *const c_void);
    }
    TABLE.0.get(name).copied()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

    use crate::gl::command::get::extensions;
    use crate::gl::config::Api;
    use crate::gl::context::Context;
    use crate::gl::dispatch::Flags;
    use crate::gl::testing::calling::{Gl, gl};
    use crate::gl::testing::fixtures::context;
    use crate::tokens::*;
    use core::ffi::c_void;
    use std::collections::{HashMap, HashSet};

    /// A quoted attribute of a line of the registry.
    fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
        Some(line.split_once(&format!(" {name}=\""))?.1.split_once('"')?.0)
    }

    /// The registry's extensions with their commands, as one interface ("gl", "gles2") and profile ("core", "compatibility") has them.
    fn registry(api: &str, profile: &str) -> HashMap<&'static str, Vec<&'static str>> {
        let text = std::str::from_utf8(khronos_api::GL_XML).unwrap_or_default();
        let mut found: HashMap<&str, Vec<&str>> = HashMap::new();
        let (mut extension, mut applies) = ("", false);
        for line in text.lines().map(str::trim) {
            if line.starts_with("<extension ") {
                extension = attribute(line, "name").unwrap_or_default();
                found.entry(extension).or_default();
            } else if line.starts_with("</extension>") {
                extension = "";
            } else if line.starts_with("<require") {
                applies = attribute(line, "api").is_none_or(|wanted| wanted == api)
                    && attribute(line, "profile").is_none_or(|wanted| wanted == profile);
            } else if line.starts_with("<command name=") && !extension.is_empty() && applies {
                found.entry(extension).or_default().extend(attribute(line, "name"));
            }
        }
        found
    }

    /// Commands that extensions have only together with others, which no context lists.
    const OF_OTHER_EXTENSIONS: [&str; 19] = [
        // "(added if EXT_vertex_weighting is supported)" [NV_half_float]
        "glVertexWeighthNV",
        "glVertexWeighthvNV",
        // "Additions to the NV_gpu_program4 specification" [EXT_direct_state_access]
        "glNamedProgramLocalParameterI4iEXT",
        "glNamedProgramLocalParameterI4ivEXT",
        "glNamedProgramLocalParametersI4ivEXT",
        "glNamedProgramLocalParameterI4uiEXT",
        "glNamedProgramLocalParameterI4uivEXT",
        "glNamedProgramLocalParametersI4uivEXT",
        "glGetNamedProgramLocalParameterIivEXT",
        "glGetNamedProgramLocalParameterIuivEXT",
        // "If NV_framebuffer_multisample_coverage is NOT supported, ignore the support for NamedRenderbufferStorageMultisampleCoverage"
        // [EXT_direct_state_access]
        "glNamedRenderbufferStorageMultisampleCoverageEXT",
        // "If NV_explicit_multisample is NOT supported, ignore the support for TextureRenderbuffer…, MultiTexRenderbuffer…"
        // [EXT_direct_state_access]
        "glTextureRenderbufferEXT",
        "glMultiTexRenderbufferEXT",
        // "TexturePageCommitmentEXT is supported if and only if the EXT_direct_state_access or the ARB_direct_state_access extension is supported."
        // [ARB_sparse_texture]
        "glTexturePageCommitmentEXT",
        // "If the ARB_imaging subset … is not supported, the commands GetnColorTableARB, … are not supported, and all references to them should be
        // ignored." [ARB_robustness]
        "glGetnColorTableARB",
        "glGetnConvolutionFilterARB",
        "glGetnHistogramARB",
        "glGetnMinmaxARB",
        "glGetnSeparableFilterARB",
    ];

    /// The commands of listed extensions that are stubs, or unknown.
    fn missing(context: &Context, api: &str, profile: &str) -> Vec<(&'static str, &'static str)> {
        let real: HashSet<&str> = super::implemented().iter().map(|command| command.name).collect();
        let registry = registry(api, profile);
        let listed = extensions::list(context).into_iter();
        let commands = listed.flat_map(|name| registry.get(name).into_iter().flatten().map(move |&command| (name, command)));
        commands.filter(|(_, command)| !real.contains(command) && !OF_OTHER_EXTENSIONS.contains(command)).collect()
    }

    /// The commands of an interface up to a version, as the registry has them; those of the core profile of OpenGL.
    fn commands(api: &str, newest: f32) -> HashSet<&'static str> {
        let text = std::str::from_utf8(khronos_api::GL_XML).unwrap_or_default();
        let mut found = HashSet::new();
        let (mut in_version, mut applies, mut removes) = (false, false, false);
        for line in text.lines().map(str::trim) {
            if line.starts_with("<feature ") {
                let number = attribute(line, "number").and_then(|number| number.parse::<f32>().ok());
                in_version = attribute(line, "api") == Some(api) && number.is_some_and(|number| number <= newest);
            } else if line.starts_with("</feature>") {
                in_version = false;
            } else if line.starts_with("<require") || line.starts_with("<remove") {
                applies = attribute(line, "profile").is_none_or(|profile| ["core", "common"].contains(&profile));
                removes = line.starts_with("<remove");
            } else if let Some(name) = attribute(line, "name").filter(|_| in_version && applies && line.starts_with("<command ")) {
                if removes {
                    found.remove(name)
                } else {
                    found.insert(name)
                };
            }
        }
        found
    }

    #[test]
    fn core_profiles_and_opengl_es_have_every_command() {
        let real: HashSet<&str> = super::implemented().iter().map(|command| command.name).collect();
        let core = commands("gl", 4.6);
        assert!(core.contains("glSpecializeShader") && core.contains("glDrawArrays") && !core.contains("glBegin"));
        assert!(core.len() > 600, "{} commands of OpenGL", core.len());
        assert_eq!(core.difference(&real).collect::<Vec<_>>(), Vec::<&&str>::new());
        let es = commands("gles2", 3.2);
        assert!(es.contains("glBlendBarrier") && es.len() > 300, "{} commands of OpenGL ES", es.len());
        assert_eq!(es.difference(&real).collect::<Vec<_>>(), Vec::<&&str>::new());
        let es1 = commands("gles1", 1.1);
        assert!(es1.contains("glFrustumx") && es1.len() == 144, "{} commands of OpenGL ES 1.1", es1.len());
        assert_eq!(es1.difference(&real).collect::<Vec<_>>(), Vec::<&&str>::new());
    }

    /// Dispatch knows the first name of a command alone.
    #[test]
    fn opengl_es_1_has_the_first_names_of_its_commands() {
        let all = super::implemented();
        let firsts: HashMap<*const c_void, &str> =
            all.iter().filter_map(|command| Some((command.address, command.signature?.name))).collect();
        let of_es1 = all.iter().filter(|command| crate::gl::es1::command(command.name).is_some());
        let lost = of_es1.filter(|command| firsts.get(&command.address).is_none_or(|first| crate::gl::es1::command(first).is_none()));
        assert_eq!(lost.map(|command| command.name).collect::<Vec<_>>(), Vec::<&str>::new());
    }

    #[test]
    fn every_command_of_a_listed_extension_is_there() {
        assert!(registry("gl", "core").get("GL_ARB_direct_state_access").is_some_and(|commands| commands.len() > 90));
        assert_eq!(missing(&context(Api::Core, (4, 6)), "gl", "core"), []);
        assert_eq!(missing(&context(Api::Compatibility, (4, 6)), "gl", "compatibility"), []);
        for version in [(2, 0), (3, 0), (3, 1), (3, 2)] {
            assert_eq!(missing(&context(Api::Es, version), "gles2", ""), []);
        }
        assert_eq!(missing(&context(Api::Es1, (1, 1)), "gles1", ""), []);
    }

    /// [GL 4.5 compatibility] 10.7.5: "The only GL commands that are allowed within any Begin/End pairs are the commands for specifying
    /// vertex coordinates, vertex colors, normal coordinates, texture coordinates, generic vertex attributes, and fog coordinates …;
    /// EdgeFlag …; ArrayElement …; EvalCoord and EvalPoint …; Material …; display list invocation commands (CallList and CallLists)".
    #[test]
    fn only_the_commands_that_the_specification_names_stand_between_begin_and_end() {
        const FAMILIES: [&str; 19] = [
            "glArrayElement",
            "glCallList",
            "glColor",
            "glColorP",
            "glEdgeFlag",
            "glEnd",
            "glEvalCoord",
            "glEvalPoint",
            "glFogCoord",
            "glIndex",
            "glMaterial",
            "glMultiTexCoord",
            "glNormal",
            // "PrimitiveRestartNV … within a Begin/End pair" [NV_primitive_restart]
            "glPrimitiveRestartNV",
            "glSecondaryColor",
            "glTexCoord",
            "glVertex",
            "glVertexAttrib",
            "glVertexAttribI",
        ];
        let between = [Flags::NONE.between_begin_end(), Flags::NONE.between_begin_end().records_itself()];
        let flagged: Vec<&str> =
            super::signatures().iter().filter(|signature| between.contains(&signature.flags)).map(|one| one.name).collect();
        for name in &flagged {
            assert!(FAMILIES.iter().any(|family| name.starts_with(family)), "{name}");
        }
        for family in FAMILIES.iter().filter(|family| **family != "glArrayElement") {
            assert!(flagged.iter().any(|name| name.starts_with(family)), "{family}");
        }
        assert!(
            !flagged.contains(&"glVertexPointer")
                && !flagged.contains(&"glEndList")
                && !flagged.contains(&"glColorMask")
                && !flagged.contains(&"glIndexMask")
        );
    }

    #[test]
    fn the_imaging_subset_is_an_invalid_operation() {
        let gl = Gl::new(context(Api::Compatibility, (4, 6)));
        gl!(glColorTable(
            GL_COLOR_TABLE => u32, GL_RGBA => u32, 1 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, std::ptr::null() => *const c_void
        ));
        assert_eq!(gl!(glGetError() -> u32), GL_INVALID_OPERATION);
        gl!(glGetnMinmaxARB(
            GL_MINMAX => u32, 0 => u8, GL_RGBA => u32, GL_FLOAT => u32, 0 => i32, std::ptr::null_mut() => *mut c_void
        ));
        assert_eq!(gl!(glGetError() -> u32), GL_INVALID_OPERATION);
        gl!(glEnable(GL_COLOR_TABLE => u32));
        assert_eq!(gl!(glGetError() -> u32), GL_INVALID_ENUM);
        gl.no_error();
    }

    #[test]
    fn a_stub_is_not_taken_for_a_command() {
        assert!(super::stubs().contains(&"glGetnColorTable"));
        assert!(!super::stubs().contains(&"glTexImage2D"));
    }
}
