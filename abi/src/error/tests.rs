//! Tests of the messages of errors.

use super::*;

/// A quotation.
const QUOTED: Error = invalid_value(&"An INVALID_VALUE error is generated if [K]ind[0] is negative. [GL 4.4, 10.5]");
/// A rule in this project's words.
const OWN: Error = invalid_operation(&"The list must have a name.");
/// Two quotations, the first with words of its editor before it.
const TWO: Error = invalid_enum(&"[Core profile only:] a sentence [reference page glLogicOp] another sentence. [3DFX_texture, Errors]");

#[test]
fn quotations_have_quotation_marks() {
    let message = "GL_INVALID_VALUE in glF: \"An INVALID_VALUE error is generated if [K]ind[0] is negative.\" [GL 4.4, 10.5]";
    assert_eq!(QUOTED.message("glF"), message);
    assert_eq!(OWN.message("a display list"), "GL_INVALID_OPERATION in a display list: The list must have a name.");
    let message = "GL_INVALID_ENUM in glF: \"[Core profile only:] a sentence\" [reference page glLogicOp] \"another sentence.\" [3DFX_texture, Errors]";
    assert_eq!(TWO.message("glF"), message);
}

#[test]
fn codes_have_their_names() {
    let rule = &"a rule";
    let all = [invalid_enum(rule), invalid_value(rule), invalid_operation(rule), invalid_framebuffer_operation(rule), out_of_memory(rule)];
    let names = all.map(Error::name).concat();
    assert_eq!(names, "GL_INVALID_ENUMGL_INVALID_VALUEGL_INVALID_OPERATIONGL_INVALID_FRAMEBUFFER_OPERATIONGL_OUT_OF_MEMORY");
    let rare = [stack_overflow(rule), stack_underflow(rule), table_too_large(rule), context_lost(rule)];
    assert_eq!(rare.map(Error::name), ["GL_STACK_OVERFLOW", "GL_STACK_UNDERFLOW", "GL_TABLE_TOO_LARGE", "GL_CONTEXT_LOST"]);
    assert_eq!(rare.map(|error| error.code), [GL_STACK_OVERFLOW, GL_STACK_UNDERFLOW, GL_TABLE_TOO_LARGE, GL_CONTEXT_LOST]);
}

/// Two words are returned in registers.
#[test]
fn results_are_as_large_as_two_words() {
    let words = 2 * size_of::<usize>();
    assert_eq!([size_of::<Result<()>>(), size_of::<Result<u32>>(), size_of::<Result<usize>>()], [words; 3]);
}
