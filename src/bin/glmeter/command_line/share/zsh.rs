//! The completion of zsh: arguments of its function `_arguments`.

use super::super::{Kind, Operands, SETTINGS};
use super::{COMMANDS, CommandOption, HELP, described, options_of, words};

/// Returns the parts of the file.
pub(super) fn parts() -> Vec<(&'static str, String)> {
    let commands = COMMANDS.iter().map(|about| {
        let brief = about.forms.first().map_or("", |form| form.brief);
        format!("    {}\n", quoted(&format!("{}:{}", about.name, brief.replace(':', "\\:"))))
    });
    let cases = COMMANDS.iter().map(|about| {
        let specs = options_of(about.command).filter(|option| !core::ptr::eq(*option, &HELP)).flat_map(specs);
        let (before, operands) = match about.operands {
            Operands::None => ("", String::new()),
            Operands::Command => ("", format!(" \\\n            {}", quoted(&format!("1:command:({})", super::command_names().join(" "))))),
            Operands::Folder => ("", " \\\n            '1:folder:_directories'".to_owned()),
            Operands::File => ("", " \\\n            '1:file:_files'".to_owned()),
            Operands::TwoFiles => ("", " \\\n            '1:file:_files' '2:file:_files'".to_owned()),
            Operands::Process => ("", " \\\n            '1:process:_pids'".to_owned()),
            Operands::Program => ("-S ", " \\\n            '(-)1:program:_command_names -e' '*::arguments:_normal'".to_owned()),
        };
        let specs: String = specs.map(|spec| format!(" \\\n            {spec}")).collect();
        format!("        {})\n          _arguments {before}$help{specs}{operands} ;;\n", about.name)
    });
    let settings = SETTINGS.into_iter().flat_map(specs).map(|spec| format!("    {spec}\n"));
    vec![("commands", commands.collect()), ("settings", settings.collect()), ("arguments", cases.collect())]
}

/// Returns the arguments for an option: one for each of its names.
fn specs(option: &CommandOption) -> Vec<String> {
    let spec = |(name, brief): (String, String)| {
        let brief = brief.replace(':', "\\:").replace('[', "\\[").replace(']', "\\]");
        // An option whose words have values adds to those before it.
        let star = if has_files(option) { "*" } else { "" };
        let value = option.value.as_ref().map(|value| format!(":{}:{}", message(value.name), action(option, &value.kind)));
        // Behind the option or behind a =.
        let equals = if value.is_some() { "=" } else { "" };
        quoted(&format!("{star}--{name}{equals}[{brief}]{}", value.unwrap_or_default()))
    };
    described(option).into_iter().map(spec).collect()
}

/// Returns true if files stand behind words that an option accepts.
fn has_files(option: &CommandOption) -> bool {
    words(option).iter().any(|word| word.ends_with('='))
}

/// Returns what zsh calls a value.
fn message(name: &str) -> String {
    name.to_lowercase().replace(':', "\\:")
}

/// Returns how zsh completes a value.
fn action(option: &CommandOption, kind: &Kind) -> String {
    match kind {
        Kind::File => "_files".to_owned(),
        Kind::Folder(_) => "_directories".to_owned(),
        Kind::Other(_) => String::new(),
        Kind::Words(all) if all.iter().all(|word| word.1.is_empty()) => format!("({})", words(option).join(" ")),
        Kind::Words(all) => {
            let described = words(option).into_iter().zip(*all).map(|(word, about)| {
                let about = about.1.replace(':', "\\:");
                if about.is_empty() { word.to_owned() } else { format!("{word}\\:\"{about}\"") }
            });
            let described = described.collect::<Vec<_>>().join(" ");
            if has_files(option) { format!(" _glmeter_words_and_files {described}") } else { format!("(({described}))") }
        }
    }
}

/// Returns a word that the shell takes as it is.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}
