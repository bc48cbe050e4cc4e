//! Parses a command line by the rows of its options.

use super::{COMMANDS, Command, CommandOption, FOR_HELP, GROUPS, HELP, Operands, REPORT, SETTINGS, VERSION};
use crate::words::{meant, nearest, wants};
use crate::{Failure, usage};
use lexopt::{Arg, Parser};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// The rest of the command line of a command, with the options of the project's settings file.
pub(crate) struct Given {
    options: Vec<One>,
    /// What is no option.
    pub(crate) operands: Vec<OsString>,
    /// The settings file, as messages name it.
    file: String,
}

/// An option of the command line or of the settings file.
pub(crate) struct One {
    /// Its row.
    pub(crate) option: &'static CommandOption,
    /// The name by which it is given, without dashes.
    pub(crate) name: String,
    /// Its value, if it has one.
    pub(crate) value: Option<OsString>,
    /// It stands in the settings file.
    pub(crate) is_of_file: bool,
}

/// What stands before the name of a command.
pub(crate) enum Before {
    /// The user asks for the help text.
    Help,
    /// The user asks for the version.
    Version,
    /// A command, if one is named, and its options and operands together with the settings before its name.
    Command(Option<Command>, Parser),
}

/// Returns the options that a command accepts, or those that may stand before the name of a command.
pub(super) fn accepted(command: Option<Command>) -> impl Iterator<Item = &'static CommandOption> {
    let all = GROUPS.iter().flat_map(|group| group.options).chain(&FOR_HELP).copied();
    all.filter(move |option| match command {
        Some(command) => option.commands.contains(&command),
        None => SETTINGS.iter().chain(&FOR_HELP).any(|of| core::ptr::eq(*of, *option)),
    })
}

/// Returns the option that an argument names, and its name without dashes.
fn find(command: Option<Command>, argument: &Arg) -> Option<(&'static CommandOption, String)> {
    accepted(command).find_map(|option| match argument {
        Arg::Short(letter) => (option.letter == Some(*letter)).then(|| (option, letter.to_string())),
        Arg::Long(name) => option.names().iter().any(|of| of == name).then(|| (option, (*name).to_owned())),
        Arg::Value(_) => None,
    })
}

/// Parses the command line up to the name of a command.
pub(crate) fn before_command(mut arguments: Parser) -> Result<Before, Failure> {
    let mut words = Vec::new();
    while let Some(argument) = arguments.next()? {
        if let Arg::Value(word) = argument {
            let command = named(&word.to_string_lossy())?;
            words.extend(arguments.raw_args()?);
            return Ok(Before::Command(Some(command), Parser::from_args(words)));
        }
        match find(None, &argument) {
            None => return Err(unexpected(None, argument)),
            Some((option, _)) if core::ptr::eq(option, &HELP) => return Ok(Before::Help),
            Some((option, _)) if core::ptr::eq(option, &VERSION) => return Ok(Before::Version),
            Some((option, _)) => {
                let mut word = OsString::from(option.dashed() + "=");
                word.push(arguments.value()?);
                words.push(word);
            }
        }
    }
    Ok(Before::Command(None, Parser::from_args(words)))
}

/// Parses the rest of the command line of a command. Returns `None` if it asks for the help text.
pub(crate) fn parse(command: Command, mut arguments: Parser) -> Result<Option<Given>, Failure> {
    let mut given = Given { options: Vec::new(), operands: Vec::new(), file: String::new() };
    let operands = command.operands();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Value(word) if given.operands.len() < operands.most() => given.operands.push(word),
            argument => {
                let Some((option, name)) = find(Some(command), &argument) else { return Err(unexpected(Some(command), argument)) };
                if core::ptr::eq(option, &HELP) {
                    return Ok(None);
                }
                let value = option.value.is_some().then(|| arguments.value()).transpose()?;
                given.options.push(One { option, name, value, is_of_file: false });
            }
        }
        if operands == Operands::Program && !given.operands.is_empty() {
            // The rest is the program's, even if it looks like options.
            given.operands.extend(arguments.raw_args()?);
            break;
        }
    }
    Ok(Some(given))
}

impl Command {
    /// Returns what it accepts besides options.
    fn operands(self) -> Operands {
        COMMANDS.iter().find(|about| about.command == self).map_or(Operands::None, |about| about.operands)
    }
}

impl Operands {
    /// Returns how many there may be.
    fn most(self) -> usize {
        match self {
            Self::None => 0,
            Self::Command | Self::Folder | Self::File | Self::Process => 1,
            Self::TwoFiles => 2,
            Self::Program => usize::MAX,
        }
    }
}

impl Given {
    /// Adds what a settings file says and the command line does not: options, and the program if it names none. Reports of the file come before those of
    /// the command line.
    pub(super) fn add(&mut self, file: String, mut options: Vec<One>, program: Vec<OsString>) {
        let is_given = |one: &One| self.options.iter().any(|given| core::ptr::eq(given.option, one.option) && given.name == one.name);
        options.retain(|one| core::ptr::eq(one.option, &REPORT) || !is_given(one));
        self.options.splice(0..0, options);
        if self.operands.is_empty() {
            self.operands = program;
        }
        self.file = file;
    }

    /// Fails if the program is missing, or one that an option needs.
    pub(crate) fn complete(self, command: Command) -> Result<Self, Failure> {
        if command.operands() == Operands::Program && self.operands.is_empty() {
            return Err(usage(&format!("{} wants a program", command.name())));
        }
        self.has_what_options_need(command)?;
        Ok(self)
    }

    /// Returns a failure with the place of the option that it complains of, if this is the settings file.
    pub(crate) fn located(&self, failure: Failure) -> Failure {
        let Failure::Value(line) = &failure else { return failure };
        let of_file = self.options.iter().rev().filter(|one| one.is_of_file);
        let found = of_file
            .filter_map(|one| Some((one, line.strip_prefix("--")?.strip_prefix(&one.name)?)))
            .find(|(_, rest)| rest.starts_with(' '));
        found.map(|(one, rest)| Failure::Value(format!("{}: {}{rest}", self.file, one.name))).unwrap_or(failure)
    }

    /// Fails if an option lacks one that it needs.
    fn has_what_options_need(&self, command: Command) -> Result<(), Failure> {
        for One { option, .. } in &self.options {
            let find = |name: &&str| accepted(Some(command)).find(|other| other.name == *name);
            let needed: Vec<_> = option.needs.iter().filter_map(find).collect();
            if needed.len() < option.needs.len() || needed.is_empty() || needed.iter().any(|other| self.has(other)) {
                continue;
            }
            let names: Vec<_> = needed.iter().map(|other| other.dashed()).collect();
            return Err(usage(&format!("{} needs {}", option.dashed(), names.join(" or "))));
        }
        Ok(())
    }

    /// Returns each occurrence of an option.
    fn all(&self, option: &'static CommandOption) -> impl DoubleEndedIterator<Item = &One> {
        self.options.iter().filter(move |one| core::ptr::eq(one.option, option))
    }

    /// Returns true if an option is given.
    pub(crate) fn has(&self, option: &'static CommandOption) -> bool {
        self.all(option).next().is_some()
    }

    /// Returns each name of an option without dashes, and its value.
    pub(crate) fn values(&self, option: &'static CommandOption) -> impl DoubleEndedIterator<Item = (&str, &OsStr)> {
        self.all(option).filter_map(|one| Some((one.name.as_str(), one.value.as_deref()?)))
    }

    /// Returns the value of an option: the last one if it is repeated.
    pub(crate) fn value(&self, option: &'static CommandOption) -> Option<&OsStr> {
        self.values(option).next_back().map(|(_, value)| value)
    }

    /// Returns the value of an option of the command line, or otherwise of the settings file.
    pub(crate) fn value_of(&self, option: &'static CommandOption, is_of_file: bool) -> Option<&OsStr> {
        self.all(option).filter(|one| one.is_of_file == is_of_file).filter_map(|one| one.value.as_deref()).next_back()
    }

    /// Returns the value of an option as a path.
    pub(crate) fn path(&self, option: &'static CommandOption) -> Option<PathBuf> {
        self.value(option).map(PathBuf::from)
    }

    /// Returns the value of an option, of which `parse` returns `None` if it is wrong.
    pub(crate) fn parsed<T>(&self, option: &'static CommandOption, parse: impl Fn(&OsStr) -> Option<T>) -> Result<Option<T>, Failure> {
        let mut last = None;
        for (_, value) in self.values(option) {
            last = Some(parse(value).ok_or_else(|| option.refuses(&option.dashed(), value))?);
        }
        Ok(last)
    }
}

impl CommandOption {
    /// Returns the failure for a value that it does not accept, given under a name of the option or of its variable.
    pub(crate) fn refuses(&self, name: &str, value: &OsStr) -> Failure {
        match wants(name, &self.wanted(), value) {
            Failure::Value(line) => Failure::Value(line + &meant(&value.to_string_lossy(), self.words().iter().map(|word| word.0))),
            failure => failure,
        }
    }
}

/// Returns the command that a word names.
pub(crate) fn named(word: &str) -> Result<Command, Failure> {
    let found = COMMANDS.iter().find(|about| about.name == word).map(|about| about.command);
    found.ok_or_else(|| {
        let meant = meant(word, COMMANDS.iter().map(|about| about.name));
        usage(&format!("there is no command {word:?}{meant}"))
    })
}

/// Returns the failure for an argument that a command does not accept.
fn unexpected(command: Option<Command>, argument: Arg) -> Failure {
    let who = command.map_or("glmeter", Command::name);
    match argument {
        Arg::Long(name) => {
            let known: Vec<_> = accepted(command).flat_map(CommandOption::names).collect();
            let meant = nearest(name, known.iter().map(AsRef::as_ref)).map(|option| format!("; did you mean --{option}?"));
            let meant = meant.or_else(|| owner(name).map(|of| format!("; it is an option of {}", of.name())));
            usage(&format!("{who} has no option --{name}{}", meant.unwrap_or_default()))
        }
        Arg::Short(letter) => usage(&format!("{who} has no option -{letter}")),
        Arg::Value(word) => usage(&format!("{who} does not know what to do with {:?}", word.to_string_lossy())),
    }
}

/// Returns the first command that has an option.
fn owner(name: &str) -> Option<Command> {
    COMMANDS.iter().map(|about| about.command).find(|command| find(Some(*command), &Arg::Long(name)).is_some())
}

#[cfg(test)]
mod tests {
    use super::super::{BUDGET, EVERY_FRAME, LIVE, PROVIDER, REPEAT};
    use super::*;

    fn line(failure: Failure) -> String {
        match failure {
            Failure::Usage(line) | Failure::Value(line) => line,
            _ => "another failure".to_owned(),
        }
    }

    fn given(command: Command, words: &[&str]) -> Result<Given, String> {
        let given = parse(command, Parser::from_args(words)).map_err(line)?.ok_or_else(|| "help".to_owned())?;
        given.complete(command).map_err(line)
    }

    #[test]
    fn options_are_asked_for_by_their_rows() {
        let words = ["--live", "--repeat=2", "--provider", "host", "--repeat", "3", "--", "program", "--every-frame"];
        let Ok(given) = given(Command::Run, &words) else { panic!("it is right") };
        let number = |word: &OsStr| word.to_str()?.parse::<u64>().ok();
        assert_eq!((given.has(&LIVE), given.has(&EVERY_FRAME)), (true, false));
        assert_eq!(given.operands, ["program", "--every-frame"]);
        assert_eq!((given.value(&PROVIDER), given.parsed(&REPEAT, number).ok().flatten()), (Some(OsStr::new("host")), Some(3)));
    }

    #[test]
    fn an_option_for_each_metric_keeps_its_name() {
        let Ok(given) = given(Command::Check, &["--max-draws=3", "--max-gpu-ms", "p99:4", "program"]) else { panic!("it is right") };
        let values: Vec<_> = given.values(&BUDGET).map(|(name, value)| (name, value.to_string_lossy().into_owned())).collect();
        assert_eq!(values, [("max-draws", "3".to_owned()), ("max-gpu-ms", "p99:4".to_owned())]);
    }

    #[test]
    fn a_wrong_command_line_is_told_from_the_rows() {
        for (command, words, told) in [
            (Command::Run, ["--repeat", ""].as_slice(), "run wants a program"),
            (Command::Run, &["--repeat"], "--repeat wants a value"),
            (Command::Run, &["--live=1", "a"], "--live takes no value, got \"1\""),
            (Command::Run, &["--junit=a", "a"], "run has no option --junit; it is an option of check"),
            (Command::Check, &["--overhead", "a"], "check has no option --overhead; it is an option of run"),
            (Command::Check, &["--frame", "3", "a"], "--frame needs --picture-hash or --picture or --reference"),
            (Command::Check, &["--no-times", "a"], "--no-times needs --baseline"),
            (Command::Check, &["--max-METRIC=1", "a"], "check has no option --max-METRIC"),
            (Command::Top, &["1", "2"], "top does not know what to do with \"2\""),
            (Command::Top, &["-V"], "top has no option -V"),
            (Command::Info, &["-h"], "help"),
        ] {
            assert_eq!(given(command, words).err().as_deref(), Some(told), "{words:?}");
        }
        assert!(given(Command::Run, &["--frame", "3", "a"]).is_ok(), "run has no --picture-hash");
    }

    #[test]
    fn settings_and_their_values_stand_before_the_command_or_behind_it() {
        let words = ["--provider", "host", "--log=info", "run", "--live", "program"];
        let Ok(Before::Command(Some(Command::Run), rest)) = before_command(Parser::from_args(words)) else { panic!("it is run") };
        let Ok(Some(given)) = parse(Command::Run, rest) else { panic!("it is right") };
        assert_eq!((given.value(&PROVIDER), given.has(&LIVE)), (Some(OsStr::new("host")), true));
        let told = before_command(Parser::from_args(["--live", "run"])).err().map(line);
        assert_eq!(told.as_deref(), Some("glmeter has no option --live; it is an option of run"));
        assert!(matches!(before_command(Parser::from_args(["--log", "off"])), Ok(Before::Command(None, _))));
    }
}
