//! Settings from the command's options and from the environment.

use crate::Failure;
use crate::words::meant;
use glmeter::config::{SETTINGS, Setting, check};
use glmeter::platform::vendors;
use std::ffi::OsStr;

/// Returns the setting of an option, given by its name without dashes.
pub(crate) fn of_option(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.option.strip_prefix("--") == Some(name))
}

/// Returns a setting's word: the option's if given, otherwise the environment variable's.
pub(crate) fn word(setting: &Setting, option: Option<&OsStr>) -> Result<Option<String>, Failure> {
    let text = |word: &OsStr| word.to_string_lossy().into_owned();
    let (name, word) = match option {
        Some(word) => (setting.option, text(word)),
        None => match std::env::var_os(setting.variable).filter(|word| !word.is_empty()) {
            Some(word) => (setting.variable, text(&word)),
            None => return Ok(None),
        },
    };
    check(setting, name, &word).map_err(|line| Failure::Value(line + &meant(&word, setting.words.iter().copied())))?;
    if setting.variable == "GLMETER_PROVIDER" && word == "software" && vendors::software_library().is_none() {
        return Err(format!("{name}=software: the software pipeline, libglmeter_soft.so, is not beside glmeter").into());
    }
    Ok(Some(word))
}

/// Checks the settings in the environment.
pub(crate) fn check_environment() -> Result<(), Failure> {
    SETTINGS.iter().try_for_each(|setting| word(setting, None).map(|_| ()))
}
