//! Settings from the command's options and from the environment.

use crate::Failure;
use crate::command_line::{CommandOption, Given, PROVIDER};
use glmeter::platform::vendors;
use std::ffi::OsString;

/// The variable of the provider, and its word for the software pipeline.
pub(crate) const PROVIDER_VARIABLE: &str = "GLMETER_PROVIDER";
pub(crate) const SOFTWARE: &str = "software";

/// Returns the word for the software pipeline, which an option asks for. Fails if there is none.
pub(crate) fn software(asked: &str) -> Result<String, Failure> {
    match vendors::software_library() {
        Some(_) => Ok(SOFTWARE.to_owned()),
        None => Err(format!("{asked}: the software pipeline, libglmeter_soft.so, is not beside glmeter").into()),
    }
}

/// Returns a setting's word: the option's if given, otherwise the environment variable's, otherwise the settings file's.
pub(crate) fn word(option: &'static CommandOption, given: &Given) -> Result<Option<String>, Failure> {
    let of_variable = || {
        let variable = option.variable?;
        let word = std::env::var_os(variable).filter(|word| !word.is_empty())?;
        Some((variable.to_owned(), word))
    };
    let of_option = |is_of_file| given.value_of(option, is_of_file).map(|word| (option.dashed(), OsString::from(word)));
    let Some((name, word)) = of_option(false).or_else(of_variable).or_else(|| of_option(true)) else { return Ok(None) };
    let Some(accepted) = option.words().iter().map(|accepted| accepted.0).find(|accepted| word == *accepted) else {
        return Err(option.refuses(&name, &word));
    };
    if core::ptr::eq(option, &PROVIDER) && accepted == SOFTWARE {
        return software(&format!("{name}={SOFTWARE}")).map(Some);
    }
    Ok(Some(accepted.to_owned()))
}

#[cfg(test)]
mod tests {
    use crate::command_line::SETTINGS;

    #[test]
    fn the_options_are_the_settings_of_the_library() {
        let words = SETTINGS.map(|option| (option.variable, option.words().iter().map(|word| word.0).collect()));
        let of_library = glmeter::config::SETTINGS.map(|setting| (Some(setting.variable), setting.words.to_vec()));
        assert_eq!(words, of_library);
    }
}
