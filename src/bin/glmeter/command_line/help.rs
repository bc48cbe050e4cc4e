//! The help text: whole, and that of each command.

use super::commands::About;
use super::{COMMANDS, Command, CommandOption, GROUPS, Group, listed, plain};

/// What glmeter is.
const ABOUT: &str = "Timer, statistics and performance queries for every OpenGL and OpenGL ES program, on any driver.\n";

/// How the other commands end.
const STATUS: &str = "Otherwise the status is 0, 1 if something is missing on the machine, or 2 if the command line or a setting is wrong.";

/// The most columns of a line.
const WIDTH: usize = 120;
/// The column of the description of a command.
const DESCRIPTION: usize = 46;

/// Returns the whole help text.
pub(crate) fn whole() -> String {
    let usages: String = COMMANDS.iter().map(usage_of).collect();
    let groups: String = GROUPS.iter().map(|group| part(group, None)).collect();
    let statuses = COMMANDS.iter().map(|about| about.status).chain([STATUS]);
    let statuses: String = statuses.filter(|status| !status.is_empty()).map(|status| wrap("", 0, status)).collect();
    format!("{ABOUT}\nUsage:\n{usages}{groups}\n{statuses}")
}

/// Returns the help text of a command.
pub(crate) fn of(command: Command) -> String {
    let Some(about) = COMMANDS.iter().find(|about| about.command == command && command != Command::Help) else { return whole() };
    // Its own options come before those of others.
    let groups: String = GROUPS.iter().rev().map(|group| part(group, Some(command))).collect();
    let status = if about.status.is_empty() { String::new() } else { format!("\n{}", wrap("", 0, about.status)) };
    format!("Usage:\n{}{groups}{status}", usage_of(about))
}

/// Returns how a command is called.
fn usage_of(about: &About) -> String {
    let line = |form: &super::Form| wrap(&format!("  glmeter {}", form.line), DESCRIPTION, &format!("{}{}", form.brief, form.more));
    about.forms.iter().map(line).collect()
}

/// Returns the text of a group, or of its options that a command accepts; nothing if there are none.
fn part(group: &Group, command: Option<Command>) -> String {
    let options = group.options.iter().filter(|option| command.is_none_or(|command| option.commands.contains(&command)));
    let heads: Vec<_> = options.map(|option| (option, head(option), option.variable.filter(|_| group.command.is_none()))).collect();
    if heads.is_empty() {
        return String::new();
    }
    let widest = heads.iter().map(|(_, head, _)| head.len()).max().unwrap_or(0) + 2;
    let of_variables = heads.iter().filter_map(|(.., variable)| *variable).map(|variable| variable.len() + 2).max().unwrap_or(0);
    let lines = heads.iter().map(|(option, head, variable)| {
        let head = format!("{head:<widest$}{}", variable.unwrap_or_default());
        wrap(&head, widest + of_variables, &plain(&option.text()))
    });
    let note = if group.note.is_empty() { String::new() } else { format!("; {}", group.note) };
    let also = also_accepted(group).filter(|_| command.is_none()).map_or_else(String::new, |also| format!(", which {also}"));
    format!("\n{}{note}{}:\n{}", group.title, plain(&also), lines.collect::<String>())
}

/// Returns the beginning of an option's line.
fn head(option: &CommandOption) -> String {
    match &option.value {
        Some(value) => format!("  {} {}", option.dashed(), value.name),
        None => format!("  {}", option.dashed()),
    }
}

/// Returns which options of another command that of a group accepts, as the end of a sentence. `None` for most.
pub(super) fn also_accepted(group: &Group) -> Option<String> {
    let command = group.command?;
    GROUPS.iter().filter(|other| other.command.is_some_and(|of| of != command)).find_map(|other| {
        let (accepted, rest): (Vec<&CommandOption>, Vec<&CommandOption>) =
            other.options.iter().partition(|option| option.commands.contains(&command));
        let rest: Vec<_> = rest.iter().map(|option| option.dashed()).collect();
        let except = if rest.is_empty() { String::new() } else { format!(" except {}", listed(rest, "and")) };
        (!accepted.is_empty()).then(|| format!("also accepts the options of `{}`{except}", other.command.map_or("", Command::name)))
    })
}

/// Returns a text in lines of at most [`WIDTH`] columns that begin at a column, the first behind `head`.
fn wrap(head: &str, column: usize, text: &str) -> String {
    let mut lines = String::new();
    let mut line = head.trim_end().to_owned();
    if line.len() >= column && column > 0 {
        lines += &format!("{line}\n");
        line = String::new();
    }
    let mut width = line.chars().count();
    for (at, word) in text.split(' ').enumerate() {
        if at > 0 && width + 1 + word.chars().count() > WIDTH {
            lines += &format!("{line}\n");
            (line, width) = (String::new(), 0);
        }
        let gap = if width < column { column - width } else { usize::from(width > 0) };
        line.extend(core::iter::repeat_n(' ', gap));
        line += word;
        width += gap + word.chars().count();
    }
    lines + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_has_its_own_part() {
        for about in &COMMANDS {
            let text = of(about.command);
            assert!(text.lines().any(|line| line.starts_with("  glmeter ") && line.contains(about.name)), "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH && !line.ends_with(' ')), "{text}");
            assert!(about.command == Command::Help || text.lines().count() < whole().lines().count(), "{text}");
        }
        let (top, run, check) = (of(Command::Top), of(Command::Run), of(Command::Check));
        assert!(!top.contains("--report") && run.contains("--stop-after") && !run.contains("--junit"));
        assert!(check.contains("--junit") && check.contains("--stop-after") && !check.contains("--overhead"));
        assert!(whole().contains("Budgets of check, which also accepts the options of run except --interval and --overhead:\n"));
    }

    #[test]
    fn a_long_text_continues_in_the_same_column() {
        let text = wrap("  --name", 12, "word ".repeat(40).trim_end());
        assert!(
            text.starts_with("  --name    word word") && text.lines().skip(1).all(|line| line.starts_with("            word")),
            "{text}"
        );
    }
}
