//! Generates the tables of `src/entry` with their signatures, and the table of a driver's functions.

use crate::rows::{Row, Section, TABLES, Table};
use glmeter_registry::{CType, Command, Parameter, Registry};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Commands that glmeter calls but does not export.
const CALLED: &[&str] = &["glGetBufferPointervOES", "glFenceSyncAPPLE", "glClientWaitSyncAPPLE", "glDeleteSyncAPPLE"];

/// The sections that each macro of `src/entry` wants, in its order.
const SECTIONS: [(&str, &[&str]); 3] = [
    ("extension", &["procedures", "tokens"]),
    ("switched", &["draws", "indexed", "procedures", "plain", "vertices"]),
    ("observed", &["work", "state"]),
];

/// Returns a command of the registry.
fn command(name: &str) -> &'static Command {
    Registry::gl().commands.get(name).unwrap_or_else(|| panic!("the registry has {name}"))
}

/// Returns a parameter's name where it is no keyword of Rust.
fn parameter_name(parameter: &Parameter) -> &'static str {
    match parameter.name {
        "type" => "kind",
        "ref" => "reference",
        name => name,
    }
}

/// Returns ` -> type` for a result, and nothing for `void`.
fn result(ty: &CType) -> String {
    if ty.rust() == "()" { String::new() } else { format!(" -> {}", ty.rust()) }
}

/// Returns the declaration of a command with the parameters of `like`.
fn declaration(name: &str, like: &Command) -> String {
    let parameters: Vec<_> = like.parameters.iter().map(|one| format!("{}: {}", parameter_name(one), one.ty.rust())).collect();
    format!("fn {name}({}){}", parameters.join(", "), result(&like.result))
}

/// Returns the lines of a row, for the macro of the table.
fn lines(section: &Section, row: &Row) -> String {
    if section.kind == "tokens" {
        let name = format!("GL_{}", row.like.unwrap_or(row.name));
        let token = Registry::gl().enums.iter().find(|token| token.name == name).unwrap_or_else(|| panic!("the registry has {name}"));
        return format!("        {} = {};\n", row.name, token.value);
    }
    let action = if row.action.is_empty() { section.action } else { row.action };
    let action = match section.kind {
        "state" => String::new(),
        "work" if !action.contains('[') => format!(" => {action} []"),
        _ => format!(" => {action}"),
    };
    row.names().map(|name| format!("        {}{action};\n", declaration(&name, command(row.like.unwrap_or(&name))))).collect()
}

/// Returns the invocation of a table's macro with whole signatures.
pub fn table(table: &Table) -> String {
    let mut text = format!("{}! {{\n", table.kind);
    for about in table.about {
        writeln!(text, "    {about}").expect("a string takes text");
    }
    writeln!(text, "    {:?};", table.name).expect("a string takes text");
    for &kind in SECTIONS.iter().filter(|row| row.0 == table.kind).flat_map(|row| row.1) {
        let sections = table.sections.iter().filter(|section| section.kind == kind);
        let rows: String = sections.flat_map(|section| section.rows.iter().map(move |row| lines(section, row))).collect();
        write!(text, "    {kind} {{\n{rows}    }}\n").expect("a string takes text");
    }
    text + "}\n"
}

/// Returns the struct `Functions`, with the commands of the tables and those in [`CALLED`].
pub fn functions() -> String {
    let sections = TABLES.iter().flat_map(|table| table.sections).filter(|section| section.kind != "tokens");
    let rows = sections.flat_map(|section| section.rows).flat_map(|row| row.names().map(|name| (name, row.like)));
    let called = CALLED.iter().map(|name| (name.to_string(), None));
    let all: BTreeSet<(String, Option<&str>)> = rows.chain(called).collect();
    let mut text = String::from(
        "/// A driver's functions, as its GetProcAddress returned them. A non-null pointer does not mean that the command is supported.\n\
         #[derive(Clone, Copy, Default)]\n#[repr(C)]\npub struct Functions {\n",
    );
    for (name, like) in &all {
        let command = command(like.unwrap_or(name));
        let parameters: Vec<_> = command.parameters.iter().map(|parameter| parameter.ty.rust()).collect();
        let ty = format!("unsafe extern \"system-unwind\" fn({}){}", parameters.join(", "), result(&command.result));
        writeln!(text, "    /// The driver's `{name}`.\n    pub(crate) {name}: Option<{ty}>,").expect("a string takes text");
    }
    let names: String = all.iter().map(|(name, _)| format!("{name}\\0")).collect();
    let count = all.len();
    writeln!(
        text,
        "}}\n\n/// The names of the functions in their order, each with a NUL.\npub(super) const NAMES: &[u8] = b\"{names}\";\n\
         /// Their number.\npub(super) const COUNT: usize = {count};"
    )
    .expect("a string takes text");
    text
}
