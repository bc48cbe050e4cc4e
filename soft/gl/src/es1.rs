//! What OpenGL ES 1.1 has, from the Khronos registry: the commands and tokens of the Common profile, and those of the extensions that its contexts
//! list.

use crate::error::{NO_SUCH_COMMAND, Result, invalid_enum};

mod generated {
    include!(concat!(env!("OUT_DIR"), "/es1.rs"));
}

/// The extensions of OpenGL ES 1.1 contexts.
pub const EXTENSIONS: &[&str] = &include!("es1_extensions.in");

/// Returns true if `left` comes before `right`.
const fn is_less(left: &[u8], right: &[u8]) -> bool {
    let mut at = 0;
    while at < left.len() && at < right.len() {
        if left[at] != right[at] {
            return left[at] < right[at];
        }
        at += 1;
    }
    left.len() < right.len()
}

/// Returns what a table, which is sorted by name, has for a command.
pub const fn find(table: &[(&str, u32)], name: &str) -> Option<u32> {
    let (mut low, mut high) = (0, table.len());
    while low < high {
        let middle = (low + high) / 2;
        let (found, tokens) = table[middle];
        if is_less(found.as_bytes(), name.as_bytes()) {
            low = middle + 1;
        } else if is_less(name.as_bytes(), found.as_bytes()) {
            high = middle;
        } else {
            return Some(tokens);
        }
    }
    None
}

/// Returns the arguments of a command that are tokens, one bit each; none if OpenGL ES 1.1 lacks the command.
pub const fn command(name: &str) -> Option<u32> {
    find(generated::COMMANDS, name)
}

/// Returns true if OpenGL ES 1.1 has the token.
pub fn has_token(token: u32) -> bool {
    generated::TOKENS.binary_search(&token).is_ok()
}

/// Checks the tokens among the arguments of a command; `tokens` is what [`command`] returns for it.
pub fn check(tokens: Option<u32>, arguments: &[u32]) -> Result<()> {
    let tokens = tokens.ok_or(NO_SUCH_COMMAND)?;
    let mut checked = arguments.iter().enumerate().filter(|(at, _)| tokens >> at & 1 != 0);
    if checked.all(|(_, &token)| has_token(token)) {
        Ok(())
    } else {
        Err(invalid_enum(
            &"[I]f a command that requires an enumerated value is passed a symbolic constant that is not one of those specified as \
              allowable for that command, the error INVALID_ENUM results. [ES 1.1, 2.5]",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixtures::code_of;
    use crate::tokens::*;

    #[test]
    fn commands_and_tokens_are_those_of_the_registry() {
        assert_eq!(command("glLightfv"), Some(0b11));
        assert_eq!(command("glColor4x"), Some(0));
        // The first name of a command of an extension.
        assert_eq!(command("glBindFramebuffer"), command("glBindFramebufferOES"));
        assert_eq!(command("glDrawTexiOES"), Some(0));
        // OES_fixed_point and KHR_debug have these for OpenGL alone.
        for absent in ["glAccumxOES", "glColor3x", "glBegin", "glCreateShader", "glLighti", "glOrtho", "", "glZ"] {
            assert_eq!(command(absent), None, "{absent}");
        }
        assert!(has_token(GL_TEXTURE_2D) && has_token(GL_TEXTURE_CROP_RECT_OES) && has_token(GL_BGRA) && has_token(GL_NONE));
        assert!(!has_token(GL_TEXTURE_3D) && !has_token(GL_QUADS) && !has_token(GL_VERTEX_SHADER) && !has_token(GL_STREAM_DRAW));
        assert!(!has_token(GL_DISPLAY_LIST));
    }

    #[test]
    fn only_arguments_that_are_tokens_are_checked() {
        assert_eq!(check(Some(0b101), &[GL_LIGHT0, GL_TEXTURE_3D, GL_FOG]), Ok(()));
        assert_eq!(code_of(check(Some(0b010), &[GL_LIGHT0, GL_TEXTURE_3D, GL_FOG])), Err(GL_INVALID_ENUM));
        assert_eq!(code_of(check(None, &[])), Err(GL_INVALID_OPERATION));
    }
}
