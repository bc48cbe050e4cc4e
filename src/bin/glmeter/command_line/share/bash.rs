//! The completion of bash: the cases of its functions.

use super::super::{Kind, Operands, SETTINGS};
use super::{COMMANDS, FOR_HELP, options, options_of, words};

/// Returns the parts of the file.
pub(super) fn parts() -> Vec<(&'static str, String)> {
    let dashed = |names: Vec<String>| names.into_iter().map(|name| format!("--{name}")).collect::<Vec<_>>().join(" ");
    let before = SETTINGS.iter().map(|option| option.dashed());
    let before = before
        .chain(FOR_HELP.iter().flat_map(|option| [Some(option.dashed()), option.letter.map(|letter| format!("-{letter}"))]).flatten());
    let mut offered = format!("        '') echo '{}' ;;\n", before.collect::<Vec<_>>().join(" "));
    for about in &COMMANDS {
        let names = options_of(about.command).flat_map(|option| option.names()).map(|name| name.into_owned()).collect();
        offered += &format!("        {}) echo '{}' ;;\n", about.name, dashed(names));
    }
    let values = options().filter_map(|option| {
        let what = match &option.value.as_ref()?.kind {
            Kind::File => "@file".to_owned(),
            Kind::Folder(_) => "@folder".to_owned(),
            Kind::Other(_) => "@other".to_owned(),
            Kind::Words(_) => words(option).join(" "),
        };
        // A setting may stand before the command.
        let is_early = SETTINGS.iter().any(|setting| core::ptr::eq(*setting, option));
        let commands = option.commands.iter().map(|command| command.name()).chain(is_early.then_some(""));
        let name = option.dashed().replace(super::METRIC, "*");
        let cases: Vec<_> = commands.map(|command| format!("{command}:{name}")).collect();
        Some(format!("        {}) echo {what} ;;\n", cases.join(" | ")))
    });
    let before_command = format!("        '') echo {} ;;\n", super::command_names().join(" "));
    let operands = COMMANDS.iter().filter_map(|about| {
        let what = match about.operands {
            Operands::None => return None,
            Operands::Command => super::command_names().join(" "),
            Operands::Folder => "@folder".to_owned(),
            Operands::File | Operands::TwoFiles => "@file".to_owned(),
            Operands::Process => "@process".to_owned(),
            Operands::Program => "@program".to_owned(),
        };
        Some(format!("        {}) echo {what} ;;\n", about.name))
    });
    vec![("options", offered), ("values", values.collect()), ("operands", before_command + &operands.collect::<String>())]
}
