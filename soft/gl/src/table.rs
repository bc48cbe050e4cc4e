//! The table of all commands by name.

use crate::dispatch::Entry;
use crate::{raised_error, waiting_commands};
use core::ffi::c_void;
use std::collections::HashMap;
use std::sync::LazyLock;

// `ALIASES`, from the registry.
include!(concat!(env!("OUT_DIR"), "/aliases.rs"));

/// Returns the commands that the modules of the state machine implement.
fn implemented() -> Vec<Entry> {
    [
        crate::command::draw::commands(),
        crate::command::transform_feedback::commands(),
        crate::command::program::commands(),
        crate::command::query::commands(),
        crate::command::shader::commands(),
        crate::command::shader_binary::commands(),
        crate::command::named_string::commands(),
        crate::command::sync::commands(),
        crate::command::state::commands(),
        crate::command::multisample::commands(),
        crate::command::viewport::commands(),
        crate::command::rasterization::commands(),
        crate::command::depth_stencil::commands(),
        crate::command::blend::commands(),
        crate::command::get::commands(),
        crate::command::get::uuids::commands(),
        crate::command::debug::commands(),
        super::compat::commands(),
        crate::command::buffer::commands(),
        crate::command::memory_object::commands(),
        crate::command::vertex_array::commands(),
        crate::command::texture::commands(),
        crate::command::sampler::commands(),
        crate::command::renderbuffer::commands(),
        crate::command::framebuffer::commands(),
        crate::command::pixels::commands(),
        crate::command::blit::commands(),
        crate::command::clear::commands(),
        crate::command::internal_format::commands(),
        crate::command::invalidate::commands(),
        crate::command::egl_image::commands(),
    ]
    .concat()
}

/// Addresses by C name.
struct Table(HashMap<&'static str, *const c_void>);
// SAFETY: the addresses are of functions.
unsafe impl Send for Table {}
// SAFETY: the addresses are of functions.
unsafe impl Sync for Table {}

/// Every command.
static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table: HashMap<_, _> = implemented().into_iter().map(|command| (command.name, command.address)).collect();
    for names in ALIASES {
        if let Some(address) = names.iter().find_map(|name| table.get(name).copied()) {
            names.iter().for_each(|name| _ = table.entry(name).or_insert(address));
        }
    }
    Table(table)
});

/// Returns every command under its first name, for the fuzz targets.
#[cfg(any(test, fuzzing))]
pub fn signatures() -> Vec<crate::dispatch::Signature> {
    implemented().into_iter().filter_map(|command| command.signature).collect()
}

/// Returns the address of a command, or of a function that only glmeter's shim calls, by its C name.
pub fn proc_address(name: &str) -> Option<*const c_void> {
    TABLE.0.get(name).copied().or_else(|| raised_error::function(name)).or_else(|| waiting_commands::function(name))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

    use crate::command::get::extensions;
    use crate::config::Api;
    use crate::context::Context;
    use crate::dispatch::Flags;
    use crate::testing::fixtures::context;
    use core::ffi::c_void;
    use glmeter_registry::{self as registry, Profile, Registry};
    use std::collections::{HashMap, HashSet};

    /// Returns the commands of an extension that an interface and a profile have; none if the registry lacks the extension.
    fn of_extension(name: &str, api: registry::Api, profile: Profile) -> Vec<&'static str> {
        let extension = Registry::gl().extensions.iter().filter(|extension| extension.name == name);
        let parts = extension.flat_map(|extension| &extension.requires).filter(|part| part.applies(api, profile));
        parts.flat_map(|part| &part.commands).copied().collect()
    }

    /// Commands that extensions have only together with others, which no context lists.
    const OF_OTHER_EXTENSIONS: [&str; 14] = [
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
    ];

    /// The commands of listed extensions that are unknown.
    fn missing(context: &Context, api: registry::Api, profile: Profile) -> Vec<(&'static str, &'static str)> {
        let real: HashSet<&str> = super::TABLE.0.keys().copied().collect();
        let listed = extensions::list(context).into_iter();
        let commands = listed.flat_map(|name| of_extension(name, api, profile).into_iter().map(move |command| (name, command)));
        commands.filter(|(_, command)| !real.contains(command) && !OF_OTHER_EXTENSIONS.contains(command)).collect()
    }

    /// Returns the commands of an interface up to a version in a profile.
    fn commands(api: registry::Api, newest: (u8, u8), profile: Profile) -> HashSet<&'static str> {
        Registry::gl().select(api, newest, profile, |_| false).commands.into_keys().collect()
    }

    #[test]
    fn every_interface_has_every_command() {
        let real: HashSet<&str> = super::TABLE.0.keys().copied().collect();
        let core = commands(registry::Api::Gl, (4, 6), Profile::Core);
        assert!(core.contains("glSpecializeShader") && core.contains("glDrawArrays") && !core.contains("glBegin"));
        assert!(core.len() > 600, "{} commands of OpenGL", core.len());
        assert_eq!(core.difference(&real).collect::<Vec<_>>(), Vec::<&&str>::new());
        let compatibility = commands(registry::Api::Gl, (4, 6), Profile::Compatibility);
        assert!(compatibility.contains("glAccum") && compatibility.contains("glGetnColorTable") && compatibility.len() > 900);
        assert_eq!(compatibility.difference(&real).collect::<Vec<_>>(), Vec::<&&str>::new());
        let es = commands(registry::Api::Gles2, (3, 2), Profile::Core);
        assert!(es.contains("glBlendBarrier") && es.len() > 300, "{} commands of OpenGL ES", es.len());
        assert_eq!(es.difference(&real).collect::<Vec<_>>(), Vec::<&&str>::new());
        let es1 = commands(registry::Api::Gles1, (1, 1), Profile::Core);
        assert!(es1.contains("glFrustumx") && es1.len() == 144, "{} commands of OpenGL ES 1.1", es1.len());
        assert_eq!(es1.difference(&real).collect::<Vec<_>>(), Vec::<&&str>::new());
    }

    /// Dispatch knows the first name of a command alone.
    #[test]
    fn opengl_es_1_has_the_first_names_of_its_commands() {
        let all = super::implemented();
        let firsts: HashMap<*const c_void, &str> =
            all.iter().filter_map(|command| Some((command.address, command.signature?.name))).collect();
        let of_es1 = super::TABLE.0.iter().filter(|(name, _)| crate::es1::command(name).is_some());
        let lost = of_es1.filter(|(_, address)| firsts.get(*address).is_none_or(|first| crate::es1::command(first).is_none()));
        assert_eq!(lost.map(|(name, _)| *name).collect::<Vec<_>>(), Vec::<&str>::new());
    }

    #[test]
    fn rows_list_only_aliases_that_the_registry_lacks() {
        let all = super::implemented();
        let commands: HashMap<&str, *const c_void> = all.iter().map(|command| (command.name, command.address)).collect();
        for alias in all.iter().filter(|command| command.signature.is_none()) {
            let names = super::ALIASES.iter().find(|names| names.contains(&alias.name));
            let mut others = names.into_iter().flat_map(|names| *names).filter(|name| **name != alias.name);
            assert!(others.all(|other| commands.get(other) != Some(&alias.address)), "{} follows from the registry", alias.name);
        }
    }

    #[test]
    fn every_command_of_a_listed_extension_is_there() {
        assert!(of_extension("GL_ARB_direct_state_access", registry::Api::Gl, Profile::Core).len() > 90);
        assert_eq!(missing(&context(Api::Core, (4, 6)), registry::Api::Gl, Profile::Core), []);
        assert_eq!(missing(&context(Api::Compatibility, (4, 6)), registry::Api::Gl, Profile::Compatibility), []);
        for version in [(2, 0), (3, 0), (3, 1), (3, 2)] {
            assert_eq!(missing(&context(Api::Es, version), registry::Api::Gles2, Profile::Core), []);
        }
        assert_eq!(missing(&context(Api::Es1, (1, 1)), registry::Api::Gles1, Profile::Core), []);
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
        let itself = Flags::NONE.between_begin_end().records_itself();
        let between = [Flags::NONE.between_begin_end(), itself, itself.of_vertices()];
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
}
