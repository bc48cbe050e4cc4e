#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::labels::*;
use super::messages::*;
use crate::context::Context;
use crate::error::UNKNOWN_TOKEN;
use crate::object::names::lock;
use crate::pointer::In;
use crate::testing::fixtures::{buffer, code_of, compatibility, core, null, out, outs, slice, text};
use crate::tokens::*;
use std::ffi::{c_char, c_void};
use std::sync::Mutex;

fn label_bytes(context: &mut Context, identifier: u32, name: u32) -> crate::error::Result<Vec<u8>> {
    let (mut length, mut bytes) = (-1, [b'?'; 300]);
    get_object_label(context, identifier, name, 300, out(&mut length), outs(&mut bytes))?;
    assert_eq!(bytes[length as usize], 0);
    Ok(bytes[..length as usize].to_vec())
}

fn label(context: &mut Context, identifier: u32, name: u32) -> crate::error::Result<String> {
    label_bytes(context, identifier, name).map(|bytes| String::from_utf8(bytes).unwrap())
}

#[test]
fn objects_have_labels_until_they_are_deleted() {
    let mut context = core();
    buffer(&context, 5, &[0]);
    assert_eq!(label(&mut context, GL_BUFFER, 5), Ok(String::new()));
    object_label(&mut context, GL_BUFFER, 5, -1, text(c"vertices")).unwrap();
    assert_eq!(label(&mut context, GL_BUFFER, 5).unwrap(), "vertices");
    object_label(&mut context, GL_BUFFER, 5, 4, text(c"vertices")).unwrap();
    assert_eq!(label(&mut context, GL_BUFFER, 5).unwrap(), "vert");
    object_label(&mut context, GL_BUFFER, 5, -1, In::null()).unwrap();
    assert_eq!(label(&mut context, GL_BUFFER, 5).unwrap(), "");
    object_label(&mut context, GL_BUFFER, 5, -1, text(c"again")).unwrap();
    lock(&context.share.buffers).remove(5);
    assert_eq!(code_of(label(&mut context, GL_BUFFER, 5)), Err(GL_INVALID_VALUE));
    buffer(&context, 5, &[0]);
    assert_eq!(label(&mut context, GL_BUFFER, 5).unwrap(), "");
}

#[test]
fn errors_of_labels() {
    let mut context = core();
    buffer(&context, 5, &[0]);
    assert_eq!(code_of(object_label(&mut context, GL_ARRAY_BUFFER, 5, -1, text(c"x"))), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(object_label(&mut context, GL_DISPLAY_LIST, 5, -1, text(c"x"))), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(object_label(&mut compatibility(), GL_DISPLAY_LIST, 5, -1, text(c"x"))), Err(GL_INVALID_VALUE));
    for kind in [GL_TEXTURE, GL_SAMPLER, GL_SHADER, GL_PROGRAM, GL_VERTEX_ARRAY, GL_QUERY, GL_PROGRAM_PIPELINE, GL_TRANSFORM_FEEDBACK] {
        assert_eq!(code_of(object_label(&mut context, kind, 5, -1, text(c"x"))), Err(GL_INVALID_VALUE));
    }
    let mut long = vec![b'a'; 256];
    assert_eq!(code_of(object_label(&mut context, GL_BUFFER, 5, 256, slice(&long))), Err(GL_INVALID_VALUE));
    long.push(0);
    assert_eq!(code_of(object_label(&mut context, GL_BUFFER, 5, -1, slice(&long))), Err(GL_INVALID_VALUE));
    assert_eq!(object_label(&mut context, GL_BUFFER, 5, 255, slice(&long)), Ok(()));
    assert_eq!(code_of(get_object_label(&mut context, GL_BUFFER, 5, -1, null(), null())), Err(GL_INVALID_VALUE));
    let mut length = 0;
    get_object_label(&mut context, GL_BUFFER, 5, 0, out(&mut length), null()).unwrap();
    assert_eq!(length, 255);
    let mut bytes = [b'?'; 4];
    get_object_label(&mut context, GL_BUFFER, 5, 3, out(&mut length), outs(&mut bytes)).unwrap();
    assert_eq!((length, &bytes), (2, b"aa\0?"));
    assert_eq!(code_of(object_ptr_label(&mut context, 16, -1, text(c"x"))), Err(GL_INVALID_VALUE));
}

fn insert(context: &mut Context, id: u32, severity: u32, words: &'static std::ffi::CStr) {
    message_insert(context, GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, id, severity, -1, text(words)).unwrap();
}

/// The numbers of the logged messages, which are taken out.
fn logged(context: &mut Context) -> Vec<u32> {
    let mut ids = [0; 8];
    let nothing = null::<u32>();
    let count = get_message_log(context, 8, 0, nothing, nothing, outs(&mut ids), nothing, null(), null()).unwrap();
    ids[..count as usize].to_vec()
}

#[test]
fn messages_are_filtered_and_logged() {
    let mut context = core();
    insert(&mut context, 1, GL_DEBUG_SEVERITY_HIGH, c"off");
    assert_eq!(logged(&mut context), []);
    context.state.enabled.insert(GL_DEBUG_OUTPUT);
    insert(&mut context, 2, GL_DEBUG_SEVERITY_HIGH, c"on");
    insert(&mut context, 3, GL_DEBUG_SEVERITY_LOW, c"low ones are off at first");
    assert_eq!((context.debug.logged(), context.debug.next_length()), (1, 3));
    assert_eq!(logged(&mut context), [2]);
    let (source, ty) = (GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER);
    push_group(&mut context, source, 9, -1, text(c"group")).unwrap();
    assert_eq!(context.debug.depth(), 2);
    message_control(&mut context, GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, slice(&[]), 0).unwrap();
    message_control(&mut context, source, ty, GL_DONT_CARE, 1, slice(&[4]), 1).unwrap();
    insert(&mut context, 2, GL_DEBUG_SEVERITY_HIGH, c"off in the group");
    insert(&mut context, 4, GL_DEBUG_SEVERITY_LOW, c"on by its number");
    pop_group(&mut context).unwrap();
    insert(&mut context, 2, GL_DEBUG_SEVERITY_HIGH, c"on again");
    assert_eq!(logged(&mut context), [9, 4, 9, 2]);
    assert_eq!(code_of(pop_group(&mut context)), Err(GL_STACK_UNDERFLOW));
    assert_eq!(code_of(message_control(&mut context, source, ty, GL_DEBUG_SEVERITY_LOW, 1, slice(&[4]), 1)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(message_control(&mut context, GL_TEXTURE, ty, GL_DONT_CARE, 0, slice(&[]), 1)), Err(GL_INVALID_ENUM));
    let bad = message_insert(&mut context, GL_DEBUG_SOURCE_API, ty, 1, GL_DEBUG_SEVERITY_HIGH, -1, text(c"not the application's"));
    assert_eq!(code_of(bad), Err(GL_INVALID_ENUM));
    (1..64).for_each(|id| push_group(&mut context, source, id, 0, text(c"")).unwrap());
    assert_eq!(code_of(push_group(&mut context, source, 64, 0, text(c""))), Err(GL_STACK_OVERFLOW));
}

#[test]
fn the_last_call_that_names_a_message_decides() {
    let mut context = core();
    context.state.enabled.insert(GL_DEBUG_OUTPUT);
    let (source, ty) = (GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER);
    message_control(&mut context, source, ty, GL_DONT_CARE, 2, slice(&[4, 5]), 0).unwrap();
    message_control(&mut context, GL_DONT_CARE, GL_DONT_CARE, GL_DEBUG_SEVERITY_HIGH, 0, slice(&[]), 1).unwrap();
    insert(&mut context, 4, GL_DEBUG_SEVERITY_HIGH, c"on by its severity");
    insert(&mut context, 5, GL_DEBUG_SEVERITY_MEDIUM, c"still off");
    message_control(&mut context, source, ty, GL_DONT_CARE, 1, slice(&[4]), 0).unwrap();
    insert(&mut context, 4, GL_DEBUG_SEVERITY_HIGH, c"off again");
    assert_eq!(logged(&mut context), [4]);
}

static TOLD: Mutex<Vec<(u32, usize)>> = Mutex::new(Vec::new());

extern "C" fn callback(_: u32, _: u32, id: u32, _: u32, _: i32, _: *const c_char, user: *const c_void) {
    TOLD.lock().unwrap().push((id, user as usize));
}

#[test]
fn callbacks_get_messages_and_errors() {
    let mut context = core();
    context.state.enabled.insert(GL_DEBUG_OUTPUT);
    message_callback(&mut context, Some(callback), 77).unwrap();
    assert_eq!(pointer(&context, GL_DEBUG_CALLBACK_FUNCTION), Some(callback as *const () as usize));
    assert_eq!(pointer(&context, GL_DEBUG_CALLBACK_USER_PARAM), Some(77));
    insert(&mut context, 6, GL_DEBUG_SEVERITY_HIGH, c"told");
    crate::context::debug::error(&mut context, "glEnable", UNKNOWN_TOKEN);
    context.debug.take_pending().unwrap().deliver();
    assert_eq!(*TOLD.lock().unwrap(), [(6, 77), (GL_INVALID_ENUM, 77)]);
    assert!(context.debug.take_pending().is_none());
    assert_eq!(logged(&mut context), []);
}

/// Strings of a stated length with zeros inside, at the end, and with bytes that are not UTF-8.
const STRINGS: [&[u8]; 5] = [b"", b"\0", b"AAA\0the rest", b"at the end\0", b"caf\xE9 \xFF"];

thread_local! {
    /// What the callback below was given: the bytes that the length states, and the one after them.
    static GIVEN: std::cell::RefCell<Vec<Vec<u8>>> = const { std::cell::RefCell::new(Vec::new()) };
}

extern "C" fn keep(_: u32, _: u32, _: u32, _: u32, length: i32, message: *const c_char, _: *const c_void) {
    // SAFETY: the message has as many bytes and a zero.
    let bytes = unsafe { std::slice::from_raw_parts(message.cast::<u8>(), length as usize + 1) };
    GIVEN.with_borrow_mut(|given| given.push(bytes.to_vec()));
}

#[test]
fn strings_of_a_stated_length_have_all_their_bytes() {
    let mut context = core();
    context.state.enabled.insert(GL_DEBUG_OUTPUT);
    buffer(&context, 5, &[0]);
    let source = GL_DEBUG_SOURCE_APPLICATION;
    let mut wanted = Vec::new();
    for callback in [false, true] {
        message_callback(&mut context, callback.then_some(keep), 0).unwrap();
        for bytes in STRINGS {
            let length = bytes.len() as i32;
            object_label(&mut context, GL_BUFFER, 5, length, slice(bytes)).unwrap();
            assert_eq!(label_bytes(&mut context, GL_BUFFER, 5).unwrap(), bytes);
            message_insert(&mut context, source, GL_DEBUG_TYPE_OTHER, 7, GL_DEBUG_SEVERITY_HIGH, length, slice(bytes)).unwrap();
            push_group(&mut context, source, 8, length, slice(bytes)).unwrap();
            pop_group(&mut context).unwrap();
            let terminated = [bytes, b"\0"].concat();
            if callback {
                wanted.extend([terminated.clone(), terminated.clone(), terminated]);
                continue;
            }
            assert_eq!(context.debug.next_length() as usize, terminated.len());
            let (mut lengths, mut texts) = ([0; 3], vec![b'?'; 100]);
            let nothing = null::<u32>();
            let texts_out = outs(&mut texts);
            let count = get_message_log(&mut context, 3, 100, nothing, nothing, nothing, nothing, outs(&mut lengths), texts_out);
            assert_eq!((count, lengths), (Ok(3), [length + 1; 3]));
            assert_eq!(texts[..3 * terminated.len()], terminated.repeat(3));
        }
    }
    context.debug.take_pending().unwrap().deliver();
    assert_eq!(GIVEN.take(), wanted);
}
