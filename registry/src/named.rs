//! The tokens of OpenGL and OpenGL ES that Rust files name, as the text that build scripts generate for the software pipeline.

use crate::{Api, Enum, Profile, Registry};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

/// The tokens that the files of a folder name. With all five thousand every compilation takes two seconds more to resolve imports.
pub struct Named(BTreeMap<&'static str, &'static Enum>);

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
        Ok(Self(found))
    }

    /// Returns the text of a module `tokens` with a constant for each token, of the type u32 or u64.
    pub fn module(&self) -> String {
        let mut text = String::from(
            "/// Tokens of the Khronos registry by their C names.\n\
             #[allow(dead_code, reason = \"also those that only comments mention\")]\n\
             #[allow(non_upper_case_globals, reason = \"the tokens' C names: GL_FLOAT_MAT2x3\")]\n\
             mod tokens {\n",
        );
        for (name, token) in &self.0 {
            let ty = if fits(token) { "u32" } else { "u64" };
            let _ = writeln!(text, "    pub const {name}: {ty} = {};", token.value);
        }
        text + "}\n"
    }

    /// Returns the text of a constant `ALL`, a list of the tokens of 32 bits.
    pub fn list(&self) -> String {
        let mut text = String::from("/// Every token that the sources name.\npub const ALL: &[u32] = &[\n");
        for (name, _) in self.0.iter().filter(|(_, token)| fits(token)) {
            let _ = writeln!(text, "    {name},");
        }
        text + "];\n"
    }
}

/// Returns true if a token has 32 bits.
fn fits(token: &Enum) -> bool {
    token.number().is_some_and(|number| u32::try_from(number).is_ok())
}

/// Collects the words in Rust files that begin with `GL_`.
fn collect(folder: &Path, words: &mut BTreeSet<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, words)?;
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path)?;
            let all = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            words.extend(all.filter(|word| word.starts_with("GL_")).map(str::to_string));
        }
    }
    Ok(())
}
