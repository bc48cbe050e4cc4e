//! The completion of fish: calls of its function `complete`.

use super::super::{Kind, Operands, SETTINGS};
use super::{COMMANDS, CommandOption, HELP, VERSION, described, options, words};

/// Returns the parts of the file.
pub(super) fn parts() -> Vec<(&'static str, String)> {
    let names = format!("    not __fish_seen_subcommand_from {}\n", super::command_names().join(" "));
    let of_commands = COMMANDS.iter().flat_map(|about| {
        let brief = about.forms.first().map_or("", |form| form.brief);
        let command = format!("complete -c glmeter -n __glmeter_without_command -a {} -d {}\n", about.name, quoted(brief));
        let condition = format!("'__fish_seen_subcommand_from {}'", about.name);
        let operands = match about.operands {
            Operands::None => Some("-f".to_owned()),
            Operands::Command => Some(format!("-x -a '{}'", super::command_names().join(" "))),
            Operands::Folder => Some("-x -a '(__fish_complete_directories)'".to_owned()),
            Operands::File | Operands::TwoFiles => None,
            Operands::Process => Some("-x -a '(__fish_complete_pids)'".to_owned()),
            Operands::Program => Some("-x -a '(__fish_complete_subcommand --fcs-skip=2)'".to_owned()),
        };
        [command, operands.map_or_else(String::new, |operands| format!("complete -c glmeter -n {condition} {operands}\n"))]
    });
    let of_options = options().flat_map(lines);
    vec![("names", names), ("commands", of_commands.collect()), ("options", of_options.collect())]
}

/// Returns the calls for an option: one for each of its names.
fn lines(option: &CommandOption) -> Vec<String> {
    let condition = if core::ptr::eq(option, &HELP) {
        String::new()
    } else if core::ptr::eq(option, &VERSION) {
        "-n __glmeter_without_command ".to_owned()
    } else {
        let commands: Vec<_> = option.commands.iter().map(|command| command.name()).collect();
        // A setting may stand before the command.
        let is_early = SETTINGS.iter().any(|setting| core::ptr::eq(*setting, option));
        let early = if is_early { "__glmeter_without_command; or " } else { "" };
        format!("-n '{early}__fish_seen_subcommand_from {}' ", commands.join(" "))
    };
    let letter = option.letter.map_or_else(String::new, |letter| format!("-s {letter} "));
    let value = match option.value.as_ref().map(|value| &value.kind) {
        None => String::new(),
        Some(Kind::File) => "-r -F ".to_owned(),
        Some(Kind::Folder(_)) => "-x -a '(__fish_complete_directories)' ".to_owned(),
        Some(Kind::Words(_)) => format!("-x -a '{}' ", words(option).join(" ")),
        Some(Kind::Other(_)) => "-x ".to_owned(),
    };
    let line = |(name, brief): (String, String)| format!("complete -c glmeter {condition}{letter}-l {name} {value}-d {}\n", quoted(&brief));
    described(option).into_iter().map(line).collect()
}

/// Returns a description with a capital letter, as a word that the shell takes as it is.
fn quoted(brief: &str) -> String {
    let (first, rest) = brief.split_at(1);
    format!("'{}{}'", first.to_uppercase(), rest.replace('\'', "\\'"))
}
