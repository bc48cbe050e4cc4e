//! Frames of contexts that draw to memory of the program (OSMesa) and never swap buffers: a frame ends when the program completes a changed image,
//! by glFinish, glFlush, or by releasing it.

use super::open::{self, recording};
#[cfg(not(android_layer))]
use super::with_timed;
use super::{begin_next, end_frame, timed};
use crate::clock::now;
use crate::context::Context;
use crate::rules::observe;

/// Returns true if the context draws to memory and has drawn since its last frame ended.
fn is_changed(context: &Context) -> bool {
    let activity = &context.activity;
    context.frames.in_memory && activity.has_work()
}

/// Ends the frame of a changed image before its glFinish or glFlush. Returns true if it does.
pub(crate) fn end_image(context: &mut Context) -> bool {
    let Some(recording) = recording() else {
        if let Some(counted) = open::counted().filter(|_| context.frames.in_memory) {
            counted.count_frame(None, now(), now(), false);
        }
        return false;
    };
    is_changed(context) && timed(recording, context, end_frame).is_some()
}

/// Counts the frame of an image and begins the next.
pub(crate) fn begin_image(context: &mut Context) {
    if let Some(recording) = recording() {
        begin_next(recording, context);
    }
}

/// Runs before a glFlush, which submits all work so far: ends the frame of a changed image.
pub(crate) fn flushes(context: &mut Context) {
    if end_image(context) {
        begin_image(context);
    } else {
        observe::submit(context);
    }
}

/// Ends the frame of the current context's image, if it is changed, before the program gives the image up.
#[cfg(not(android_layer))]
pub(crate) fn image_ends() {
    let Some(recording) = recording() else { return };
    with_timed(recording, |context| {
        if is_changed(context) {
            end_frame(context);
            begin_next(recording, context);
        }
    });
}
