//! Types of C, and the same in Rust.

use std::fmt;

/// A type of C as the registry writes it, with single spaces: `const GLchar *const*`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CType(String);

impl CType {
    /// Returns the type that a text with any spaces names.
    pub(crate) fn new(text: &str) -> Self {
        Self(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Returns the name of the type without qualifiers and pointers: `GLchar` for `const GLchar *`.
    pub fn base(&self) -> &str {
        let base = self.0.split(['*', '[']).next().unwrap_or_default();
        base.split(' ').find(|word| !matches!(*word, "" | "const" | "struct")).unwrap_or_default()
    }

    /// Returns true for a pointer, and for an array, which a parameter of C is a pointer too.
    pub fn is_pointer(&self) -> bool {
        self.0.contains(['*', '['])
    }

    /// Returns the type in Rust, where types of the registry keep their names: `*const *const GLchar`. `void` is `()`, and `c_void` behind pointers.
    pub fn rust(&self) -> String {
        let mut ty = match (self.base(), self.is_pointer()) {
            ("void", false) => "()",
            ("void", true) => "c_void",
            (base, _) => base,
        }
        .to_owned();
        let mut levels = self.0.split(['*', '[']);
        let mut is_const = levels.next().is_some_and(|base| base.split(' ').any(|word| word == "const"));
        for qualifiers in levels {
            ty = format!("*{} {ty}", if is_const { "const" } else { "mut" });
            is_const = qualifiers.contains("const");
        }
        ty
    }
}

impl fmt::Display for CType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
