//! `glmeter.toml`, the settings file of a project: options of `run` and `check`, which those of the command line and of the environment override.

use super::Command::{Check, Run};
use super::given::accepted;
use super::{Command, CommandOption, Given, Kind, One, REPORT, SETTINGS_FILE};
use crate::words::{meant, wants};
use crate::{Failure, say};
use glmeter::ownership::is_own;
use std::ffi::OsString;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The file's name.
const NAME: &str = "glmeter.toml";
/// The value of the option by which no file is read.
const OFF: &str = "off";
/// The key of the program and its arguments.
const PROGRAM: &str = "program";
/// The mode bit that lets everyone write.
const ALL_WRITE: u32 = 0o002;

/// Adds the settings of the project to the command line of a command that runs a program.
pub(crate) fn add_project(command: Command, given: &mut Given) -> Result<(), Failure> {
    if !matches!(command, Run | Check) {
        return Ok(());
    }
    let path = match given.path(&SETTINGS_FILE) {
        Some(path) if path.as_os_str() == OFF => return Ok(()),
        Some(path) => path,
        None => match find() {
            Some(path) => path,
            None => return Ok(()),
        },
    };
    let name = path.display().to_string();
    let text = std::fs::read_to_string(&path).map_err(|error| Failure::Value(format!("{name}: {error}")))?;
    let table = text.parse::<Table>().map_err(|error| {
        let line = error.span().map_or(1, |span| text.get(..span.start).unwrap_or_default().matches('\n').count() + 1);
        Failure::Value(format!("{name}, line {line}: {}", error.message()))
    })?;
    let mut settings =
        Settings { folder: path.parent().unwrap_or(Path::new("")), name: &name, command, options: Vec::new(), program: Vec::new() };
    settings.add_file(&table)?;
    let (options, program) = (settings.options, settings.program);
    given.add(name, options, program);
    Ok(())
}

/// Returns the file of the project that the current folder belongs to: in it, or in a folder above it up to that of the repository.
fn find() -> Option<PathBuf> {
    let current = std::env::current_dir().ok()?;
    for folder in current.ancestors() {
        let file = folder.join(NAME);
        if file.is_file() {
            let is_trusted = is_trusted(&file, folder);
            if !is_trusted {
                say(&format!(
                    "glmeter: {}: not read, because another user can write it; --settings {} reads it",
                    file.display(),
                    file.display()
                ));
            }
            return is_trusted.then_some(file);
        }
        if folder.join(".git").exists() {
            break;
        }
    }
    None
}

/// Returns true if no other user than the owner of the folder has put the file there.
fn is_trusted(file: &Path, folder: &Path) -> bool {
    let (Ok(about), Ok(folder)) = (file.metadata(), folder.metadata()) else { return false };
    about.mode() & ALL_WRITE == 0 && (is_own(&about) || about.uid() == 0 || about.uid() == folder.uid())
}

/// What a file says to a command.
struct Settings<'file> {
    /// The folder in which paths begin.
    folder: &'file Path,
    /// The file's name in messages.
    name: &'file str,
    command: Command,
    options: Vec<One>,
    program: Vec<OsString>,
}

impl Settings<'_> {
    /// Adds what stands outside of tables, and then the command's table, which overrides it. The other command's table is checked too.
    fn add_file(&mut self, table: &Table) -> Result<(), Failure> {
        let of_command = |key: &str| [Run, Check].into_iter().find(|command| command.name() == key);
        for (key, value) in table.iter().filter(|(key, _)| of_command(key).is_none()) {
            self.add(&[Run, Check], key, value)?;
        }
        for (key, value) in table {
            let Some(command) = of_command(key) else { continue };
            let Value::Table(inner) = value else { return Err(self.wrong(key, "a table", value)) };
            for (key, value) in inner {
                self.add(&[command], key, value)?;
            }
        }
        Ok(())
    }

    /// Adds an entry for some commands, if this one is among them.
    fn add(&mut self, commands: &[Command], key: &str, value: &Value) -> Result<(), Failure> {
        let is_for_this = commands.contains(&self.command);
        if key == PROGRAM {
            let program = self.program(value)?;
            if is_for_this {
                self.program = program;
            }
            return Ok(());
        }
        let all = || commands.iter().flat_map(|command| accepted(Some(*command))).filter(|option| is_setting(option));
        let Some(option) = all().find(|option| option.names().iter().any(|name| name == key)) else {
            let names: Vec<_> = all().flat_map(CommandOption::names).collect();
            let nearest = meant(key, names.iter().map(AsRef::as_ref).chain([PROGRAM]));
            let of = commands.iter().map(|command| command.name()).collect::<Vec<_>>().join(" or ");
            return Err(Failure::Value(format!("{}: {key:?} is no option of {of}{nearest}", self.name)));
        };
        let values = self.values(option, key, value)?;
        if is_for_this && option.commands.contains(&self.command) {
            if !core::ptr::eq(option, &REPORT) {
                self.options.retain(|one| one.name != key);
            }
            self.options.extend(values.into_iter().map(|value| One { option, name: key.to_owned(), value, is_of_file: true }));
        }
        Ok(())
    }

    /// Returns the values of an option: none of a switch that is off.
    fn values(&self, option: &CommandOption, key: &str, value: &Value) -> Result<Vec<Option<OsString>>, Failure> {
        let Some(wanted) = &option.value else {
            return match value {
                Value::Boolean(is_on) => Ok(is_on.then_some(None).into_iter().collect()),
                _ => Err(self.wrong(key, "true or false", value)),
            };
        };
        match value {
            Value::Array(words) if option.name == REPORT.name => {
                let words = words.iter().map(|word| self.values(option, key, word));
                Ok(words.collect::<Result<Vec<_>, _>>()?.concat())
            }
            Value::String(word) if matches!(wanted.kind, Kind::File) => Ok(vec![Some(self.path(word).into())]),
            Value::String(word) if option.name == REPORT.name => Ok(vec![Some(self.report(word))]),
            Value::String(word) => Ok(vec![Some(word.into())]),
            Value::Integer(number) => Ok(vec![Some(number.to_string().into())]),
            Value::Float(number) => Ok(vec![Some(number.to_string().into())]),
            _ => Err(self.wrong(key, &option.wanted(), value)),
        }
    }

    /// Returns a file, whose path begins in the folder of the settings file. `-` stays.
    fn path(&self, word: &str) -> PathBuf {
        if word == "-" { word.into() } else { self.folder.join(word) }
    }

    /// Returns the word of a report, whose file's path begins in the folder of the settings file.
    fn report(&self, word: &str) -> OsString {
        match word.split_once('=') {
            Some((kind, file)) if kind != "openmetrics" && !file.is_empty() => {
                let mut word = OsString::from(format!("{kind}="));
                word.push(self.path(file));
                word
            }
            _ => word.into(),
        }
    }

    /// Returns the program and its arguments. A path with a folder begins in that of the settings file, a name is looked up in PATH.
    fn program(&self, value: &Value) -> Result<Vec<OsString>, Failure> {
        let wanted = "a list of words: the program and its arguments";
        let Value::Array(words) = value else { return Err(self.wrong(PROGRAM, wanted, value)) };
        let words = words.iter().map(|word| word.as_str().ok_or_else(|| self.wrong(PROGRAM, wanted, word)));
        let mut words: Vec<OsString> = words.map(|word| word.map(OsString::from)).collect::<Result<_, _>>()?;
        match words.first_mut() {
            Some(program) if program.to_string_lossy().contains('/') => *program = self.folder.join(&program).into(),
            Some(_) => {}
            None => return Err(self.wrong(PROGRAM, wanted, value)),
        }
        Ok(words)
    }

    /// Returns the failure for a value of the wrong type.
    fn wrong(&self, key: &str, wanted: &str, value: &Value) -> Failure {
        let given = match value {
            Value::String(word) => word.clone(),
            Value::Boolean(is_on) => is_on.to_string(),
            Value::Integer(number) => number.to_string(),
            other => format!("a value of type {}", other.type_str()),
        };
        wants(&format!("{}: {key}", self.name), wanted, given.as_ref())
    }
}

/// Returns true for an option that a settings file may have: neither the help nor the name of such a file.
fn is_setting(option: &CommandOption) -> bool {
    option.letter.is_none() && !core::ptr::eq(option, &SETTINGS_FILE)
}
