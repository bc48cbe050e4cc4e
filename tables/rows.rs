//! The rows of the tables in `src/entry`, for the build script and for tests: which commands glmeter exports, and what handles each.

/// A table: one file.
pub struct Table {
    /// The file's name without its extension.
    pub file: &'static str,
    /// The macro of `src/entry` that declares the commands.
    pub kind: &'static str,
    /// The documentation of the table, as attributes.
    pub about: &'static [&'static str],
    /// The name string.
    pub name: &'static str,
    /// The sections.
    pub sections: &'static [Section],
}

/// Rows of one kind. A table may have several sections of a kind.
pub struct Section {
    /// The kind: a section of the macro.
    pub kind: &'static str,
    /// The action of the rows without one; empty for none.
    pub action: &'static str,
    /// The rows.
    pub rows: &'static [Row],
}

/// A command, together with those of the same handler whose names have suffixes; or a token.
pub struct Row {
    /// The command's C name, or the token's without its prefix.
    pub name: &'static str,
    /// The command with the same parameters, or the token of the same value, if the registry lacks this one.
    pub like: Option<&'static str>,
    /// The suffixes of the names of further commands.
    pub suffixes: &'static [&'static str],
    /// What stands behind the arrow: the handler with its conditions; empty for the section's.
    pub action: &'static str,
}

impl Row {
    /// Returns the C names of the row's commands.
    pub fn names(&self) -> impl Iterator<Item = String> {
        std::iter::once("").chain(self.suffixes.iter().copied()).map(|suffix| format!("{}{suffix}", self.name))
    }
}

/// Converts a table to data. A row is `NAME: LIKE SUFFIX… => HANDLER [VALUES], of ARGUMENT, quick HANDLER, only if CONDITION;`, of which it needs no more than the
/// name:
/// - `LIKE` is another command or token, which the registry has, for one that the registry lacks.
/// - Each `SUFFIX` makes a further command, `NAME` with the suffix.
/// - What stands behind the arrow is for the macro of `src/entry`. It names arguments as the registry does, where `type` is `kind` and `ref` is
///   `reference`. A section `KIND (HANDLER …) { … }` has it for the rows without an arrow.
macro_rules! table {
    ($kind:literal; $(#[$about:meta])* $name:literal; $($section:ident $(($($action:tt)*))? { $(
        $row:ident $(: $like:ident)? $($suffix:ident)*
        $(=> $handler:path $([$($argument:expr),*])? $(, of $of:ident)? $(, quick $quick:path)? $(, only if $condition:expr)?)?;
    )* })*) => {
        Table {
            file: "",
            kind: $kind,
            about: &[$(stringify!(#[$about])),*],
            name: $name,
            sections: &[$(Section {
                kind: stringify!($section),
                action: concat!($(stringify!($($action)*))?),
                rows: &[$(Row {
                    name: stringify!($row),
                    like: optional!($($like)?),
                    suffixes: &[$(stringify!($suffix)),*],
                    action: concat!($(
                        stringify!($handler)
                        $(, " [", stringify!($($argument),*), "]")?
                        $(, ", of ", stringify!($of))?
                        $(, ", quick ", stringify!($quick))?
                        $(, ", only if ", stringify!($condition))?
                    )?),
                }),*],
            }),*],
        }
    };
}

macro_rules! optional {
    () => {
        None
    };
    ($part:tt) => {
        Some(stringify!($part))
    };
}

macro_rules! extension {
    ($($rows:tt)*) => { table!("extension"; $($rows)*) };
}

macro_rules! switched {
    ($($rows:tt)*) => { table!("switched"; $($rows)*) };
}

macro_rules! observed {
    ($($rows:tt)*) => { table!("observed"; $($rows)*) };
}

macro_rules! tables {
    ($($file:literal)*) => {
        &[$(Table { file: $file, ..include!(concat!("../src/entry/", $file, ".in")) }),*]
    };
}

/// All tables.
pub const TABLES: &[Table] = tables! {
    "angle_timer_query"
    "arb_pipeline_statistics_query"
    "arb_timer_query"
    "ext_disjoint_timer_query"
    "gl_draws"
    "gl_fixed_function"
    "gl_lists"
    "gl_others"
    "gl_queries"
    "gl_state"
    "gl_state_changes"
    "gl_uniforms"
    "gl_uploads"
    "gl_work"
    "intel_performance_query"
};
