//! The Khronos registry as plain data, for build scripts and tests: the commands, enumerants, versions and extensions of OpenGL, OpenGL ES, GLX and
//! EGL. Only this crate reads the registry's XML.
//!
//! The XML is that of the package `khronos_api`, which dates from 2019. Names are C names with their prefix: `glBegin`, `GL_POINTS`,
//! `GL_ARB_timer_query`.

mod c_type;
mod jumps;
mod named;
mod read;
mod select;
#[cfg(test)]
mod tests;
mod xml;

pub use c_type::CType;
pub use jumps::jumps;
pub use named::Named;
pub use select::Selection;

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// One file of the registry.
pub struct Registry {
    /// Every command, by its name.
    pub commands: BTreeMap<&'static str, Command>,
    /// Every enumerant, in the file's order. `GL_ACTIVE_PROGRAM_EXT` is here twice, for two APIs.
    pub enums: Vec<Enum>,
    /// The enumerants that parameters of a group accept, in the file's order.
    pub groups: BTreeMap<&'static str, Vec<&'static str>>,
    /// The versions, each API's in ascending order.
    pub features: Vec<Feature>,
    /// The extensions, in the file's order.
    pub extensions: Vec<Extension>,
}

impl Registry {
    /// Returns the registry of OpenGL and OpenGL ES, `gl.xml`. The first call reads it.
    pub fn gl() -> &'static Self {
        static GL: LazyLock<Registry> = LazyLock::new(|| read::registry(khronos_api::GL_XML));
        &GL
    }

    /// Returns the registry of GLX, `glx.xml`. The first call reads it.
    pub fn glx() -> &'static Self {
        static GLX: LazyLock<Registry> = LazyLock::new(|| read::registry(khronos_api::GLX_XML));
        &GLX
    }

    /// Returns the registry of EGL, `egl.xml`. The first call reads it.
    pub fn egl() -> &'static Self {
        static EGL: LazyLock<Registry> = LazyLock::new(|| read::registry(khronos_api::EGL_XML));
        &EGL
    }

    /// Returns the command that a command is an alias of, which is none itself; the command's own name if it is no alias.
    pub fn original(&self, name: &'static str) -> &'static str {
        let mut name = name;
        while let Some(alias) = self.commands.get(name).and_then(|command| command.alias) {
            name = alias;
        }
        name
    }
}

/// A command.
pub struct Command {
    /// The C name.
    pub name: &'static str,
    /// The type of the result.
    pub result: CType,
    /// The parameters, in their order.
    pub parameters: Vec<Parameter>,
    /// The command of the same meaning and types, usually that of a version, if this one is an alias.
    pub alias: Option<&'static str>,
}

/// A parameter of a command.
pub struct Parameter {
    /// The C name.
    pub name: &'static str,
    /// The type.
    pub ty: CType,
    /// The group of the enumerants that the parameter accepts: a key of [`Registry::groups`], unless the registry lacks the group.
    pub group: Option<&'static str>,
    /// The number of elements behind a pointer, as the registry writes it: a number, another parameter's name, or `COMPSIZE(…)` of parameters.
    pub length: Option<&'static str>,
}

/// An enumerant: a token or a bit of a field.
pub struct Enum {
    /// The C name.
    pub name: &'static str,
    /// The value as the registry writes it: a number in C, or for EGL an expression.
    pub value: &'static str,
    /// The suffix of the C literal, `u` or `ull`, if the registry demands one.
    pub suffix: Option<&'static str>,
    /// The only API that has the enumerant by this name with this value; `None` for all.
    pub api: Option<Api>,
    /// The enumerant of the same value and meaning, if this one is an alias.
    pub alias: Option<&'static str>,
}

impl Enum {
    /// Returns the value; `None` if it is negative, a string or another expression.
    pub fn number(&self) -> Option<u64> {
        self.value.strip_prefix("0x").map_or_else(|| self.value.parse().ok(), |digits| u64::from_str_radix(digits, 16).ok())
    }
}

/// An API, as versions and extensions name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Api {
    /// OpenGL.
    Gl,
    /// OpenGL with the core profile alone, of which only extensions speak.
    GlCore,
    /// OpenGL ES 1.
    Gles1,
    /// OpenGL ES 2 and 3.
    Gles2,
    /// OpenGL SC 2.
    Glsc2,
    /// GLX.
    Glx,
    /// EGL.
    Egl,
}

/// A profile of OpenGL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Profile {
    /// The core profile, and all of OpenGL ES.
    Core,
    /// The compatibility profile.
    Compatibility,
}

/// Commands and enumerants that a version or an extension has, or that a version removes.
pub struct Part {
    /// The only API for which this holds; `None` for all.
    pub api: Option<Api>,
    /// The only profile for which this holds; `None` for both.
    pub profile: Option<Profile>,
    /// The names of commands.
    pub commands: Vec<&'static str>,
    /// The names of enumerants.
    pub enums: Vec<&'static str>,
}

/// A version of an API.
pub struct Feature {
    /// The API.
    pub api: Api,
    /// The name, such as `GL_VERSION_1_1`.
    pub name: &'static str,
    /// Major and minor number.
    pub version: (u8, u8),
    /// What the version adds to the one before it.
    pub requires: Vec<Part>,
    /// What it removes.
    pub removes: Vec<Part>,
}

/// An extension.
pub struct Extension {
    /// The name.
    pub name: &'static str,
    /// The APIs that the extension is for.
    pub apis: Vec<Api>,
    /// What it adds.
    pub requires: Vec<Part>,
}
