//! The tokens and commands of OpenGL and OpenGL ES that Rust files name, as the text that build scripts generate for the software pipeline.

use crate::{Api, Command, Enum, Profile, Registry};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

/// The tokens and commands that the files of a folder name. With all five thousand tokens every compilation takes two seconds more to resolve imports.
pub struct Named {
    tokens: BTreeMap<&'static str, &'static Enum>,
    commands: Vec<&'static Command>,
}

impl Named {
    /// Reads the Rust files below a folder.
    pub fn in_sources(folder: &Path) -> io::Result<Self> {
        let mut words = BTreeSet::new();
        collect(folder, &mut words)?;
        let apis = [(Api::Gl, (4, 6), Profile::Compatibility), (Api::Gles2, (3, 2), Profile::Core), (Api::Gles1, (1, 1), Profile::Core)];
        let mut found = BTreeMap::new();
        for (api, version, profile) in apis {
            for (name, token) in Registry::gl().select(api, version, profile, |_| true).enums {
                if words.contains(name) && token.number().is_some() {
                    found.entry(name).or_insert(token);
                }
            }
        }
        let commands = Registry::gl().commands.values().filter(|command| words.contains(command.name)).collect();
        Ok(Self { tokens: found, commands })
    }

    /// Returns the text of a module `tokens` with a constant for each token, of the type u32 or u64.
    pub fn module(&self) -> String {
        let mut text = String::from(
            "/// Tokens of the Khronos registry by their C names.\n\
             #[allow(dead_code, reason = \"also those that only comments mention\")]\n\
             #[allow(non_upper_case_globals, reason = \"the tokens' C names: GL_FLOAT_MAT2x3\")]\n\
             mod tokens {\n",
        );
        for (name, token) in &self.tokens {
            let ty = if fits(token) { "u32" } else { "u64" };
            let _ = writeln!(text, "    pub const {name}: {ty} = {};", token.value);
        }
        text + "}\n"
    }

    /// Returns the text of a constant `ALL`, a list of the tokens of 32 bits.
    pub fn list(&self) -> String {
        let mut text = String::from("/// Every token that the sources name.\npub const ALL: &[u32] = &[\n");
        for (name, _) in self.tokens.iter().filter(|(_, token)| fits(token)) {
            let _ = writeln!(text, "    {name},");
        }
        text + "];\n"
    }

    /// Returns the text of the functions by which tests call commands: one for each command, with its name and its types. The types of
    /// `glmeter_abi::gl`, `c_void` and `proc_address` must be in scope.
    pub fn calls(&self) -> String {
        let mut text = String::from(
            "/// Returns the command of a name.\n///\n/// # Safety\n/// The command must have the type `F`.\n\
             pub unsafe fn command<F: Copy>(name: &str) -> F {\n    \
             let address = proc_address(name).expect(name);\n    \
             // SAFETY: as the caller promises.\n    \
             unsafe { glmeter_abi::function(address) }.expect(name)\n}\n",
        );
        for Command { name, parameters, result, .. } in &self.commands {
            let types: Vec<_> = parameters.iter().map(|parameter| parameter.ty.rust()).collect();
            let list: String = types.iter().enumerate().map(|(at, ty)| format!("a{at}: {ty}, ")).collect();
            let values: String = (0..types.len()).map(|at| format!("a{at}, ")).collect();
            let (types, result) = (types.join(", "), result.rust());
            let _ = writeln!(
                text,
                "/// Calls the command of this name.\npub fn {name}({list}) -> {result} {{\n    \
                 // SAFETY: the registry has this type; what tests give lives until the command is over and is as large as they say.\n    \
                 unsafe {{ command::<unsafe extern \"C\" fn({types}) -> {result}>(\"{name}\")({values}) }}\n}}"
            );
        }
        text
    }
}

/// Returns true if a token has 32 bits.
fn fits(token: &Enum) -> bool {
    token.number().is_some_and(|number| u32::try_from(number).is_ok())
}

/// Collects the words in Rust files that begin with `GL_` or `gl`.
fn collect(folder: &Path, words: &mut BTreeSet<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, words)?;
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path)?;
            let all = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            words.extend(all.filter(|word| word.starts_with("GL_") || word.starts_with("gl")).map(str::to_string));
        }
    }
    Ok(())
}
