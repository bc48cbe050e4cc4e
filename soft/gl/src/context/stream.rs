//! Primitives between glBegin and glEnd that a thread keeps beside its context.
//!
//! Programs that draw by glBegin draw thousands of primitives of one mode, and nothing but attributes changes between them. From the second one on, the
//! thread takes what their commands need out of its context, which [`open`] decides: the vertices, the draws that wait, the current values. The commands need no
//! lock then, nor what `dispatch` does for each command. Whatever else accesses the context of the thread gives everything back first, by [`close`]. A command
//! does so too that the stream cannot take: the end of a primitive that does not wait, one for which there is no memory, or an error.
//!
//! Other threads may lock the context meanwhile, to fork or to share its objects. They find it whole, as if the primitives had not been drawn yet: it has
//! neither draws that wait nor an open primitive. The context is current in this thread, so that no other one can tell.
//!
//! The functions that commands call contain no cancellation point, and nothing that panics: they write where there is room.

use crate::context::Context;
use crate::context::immediate::{BeginEnd, MOST_VERTICES, Primitive, immediate_call};
use crate::context::prepared::{Changes, Prepared};
use crate::context::recorded_vertices::VertexCommand;
use base::core::reserve;
use base::hir::fixed_attribute::COUNT;
use draw::geometry::SMALL;
use shader::pipeline::draw_call::Mode;
use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::sync::atomic::Ordering::Relaxed;

/// If a command closes a stream between glBegin and glEnd, the next stream opens after this number of primitives.
const REST: u8 = 32;
/// The least vertices of a primitive for which a stream saves time although its draw does not wait.
const LONG: u32 = 16;

thread_local! {
    /// The stream of this thread's context, if it is open. The thread closes it before the context stops being current.
    static OPEN: Cell<ManuallyDrop<Option<Box<Stream>>>> = const { Cell::new(ManuallyDrop::new(None)) };
}

#[cfg(test)]
thread_local! {
    /// True if no stream opens in this thread.
    static NEVER: Cell<bool> = const { Cell::new(false) };
}

/// Lets streams open in this thread, or not.
#[cfg(test)]
pub fn never(never: bool) {
    NEVER.set(never);
}

/// What the commands of a stream need.
pub struct Stream {
    /// The mode of the primitives.
    mode: u32,
    draw_mode: Mode,
    /// The vertices, and the open primitive.
    immediate: BeginEnd,
    /// True if the draws of the primitives wait. If not, glEnd closes the stream.
    waits: bool,
    /// True while glEnd runs that closes the stream.
    is_ending: bool,
    /// The current values of the attributes.
    current: [[u32; 8]; COUNT],
    /// What draws have collected, with the draws that wait.
    prepared: Option<Box<Prepared>>,
}

impl Default for Stream {
    fn default() -> Self {
        Self {
            mode: 0,
            draw_mode: Mode::Points,
            immediate: BeginEnd::default(),
            waits: false,
            is_ending: false,
            current: [[0; 8]; COUNT],
            prepared: None,
        }
    }
}

/// What a context keeps of its streams.
#[derive(Default)]
pub struct Streams {
    /// The memory of the last one.
    spare: Option<Box<Stream>>,
    /// The primitives before the next one may open.
    rest: u8,
}

/// Opens a stream after glBegin, if it saves work.
pub fn open(context: &mut Context) {
    #[cfg(test)]
    if NEVER.get() {
        return;
    }
    let rest = &mut context.compat.streams.rest;
    if *rest > 0 {
        *rest -= 1;
        return;
    }
    let Some(Primitive { mode, materials: None, has_color_material: false, is_full: false, .. }) = context.compat.immediate.open else {
        return;
    };
    let Some(last) = context.compat.immediate.last.filter(|last| last.0 == mode) else { return };
    let waits = waits(context);
    if context.is_lost() || context.compat.lists.is_compiling() || !waits && last.2 < LONG {
        return;
    }
    let mut stream = context.compat.streams.spare.take().unwrap_or_default();
    (stream.mode, stream.draw_mode, stream.waits, stream.is_ending) = (mode, last.1, waits, false);
    std::mem::swap(&mut context.compat.immediate, &mut stream.immediate);
    stream.current = context.vertex_arrays.current;
    stream.prepared = context.prepared.take();
    OPEN.set(ManuallyDrop::new(Some(stream)));
}

/// Returns true if the last primitive waits, and one in the same state may do so too.
fn waits(context: &Context) -> bool {
    const COLLECTED: Changes =
        Changes::TARGETS.with(Changes::PROGRAM).with(Changes::RASTER).with(Changes::RESOURCES).with(Changes::UNIFORMS);
    let Some(prepared) = &context.prepared else { return false };
    let is_same = prepared.valid.has(COLLECTED) && prepared.shared == context.share.changes.load(Relaxed);
    let is_last = prepared.waiting.complete.is_some() && prepared.waiting.are_immediate;
    is_same && is_last && prepared.may_wait && !context.feedback.is_running()
}

/// Gives the context of this thread back what the stream has, if one is open.
#[inline]
pub fn close(context: &mut Context) {
    if let Some(stream) = ManuallyDrop::into_inner(OPEN.replace(ManuallyDrop::new(None))) {
        give_back(context, stream);
    }
}

#[cold]
fn give_back(context: &mut Context, mut stream: Box<Stream>) {
    // The context has no draws that wait while the stream has them; this call makes sure of it.
    context.complete();
    std::mem::swap(&mut context.compat.immediate, &mut stream.immediate);
    context.vertex_arrays.current = stream.current;
    context.prepared = stream.prepared.take();
    context.changes(Changes::CURRENT);
    let is_broken = context.compat.immediate.is_open() && !stream.is_ending;
    context.compat.streams = Streams { spare: Some(stream), rest: if is_broken { REST } else { 0 } };
}

/// Executes a command if a stream is open and can take it. Returns false, and does nothing, otherwise.
#[inline(always)]
pub fn takes(command: VertexCommand) -> bool {
    let mut stream = OPEN.replace(ManuallyDrop::new(None));
    let Some(open) = stream.as_mut() else { return false };
    let is_taken = open.takes(command);
    OPEN.set(stream);
    is_taken
}

impl Stream {
    #[inline(always)]
    fn takes(&mut self, command: VertexCommand) -> bool {
        let Self { immediate, current, .. } = self;
        !reserve::is_short()
            && match command {
                VertexCommand::Begin(mode) => self.begin(mode),
                VertexCommand::End => self.end(),
                VertexCommand::Attribute(location, value) => immediate.sets(location, value, current),
                VertexCommand::Vertex(position) => immediate.adds(position, current),
            }
    }

    #[inline(always)]
    fn begin(&mut self, mode: u32) -> bool {
        mode == self.mode && self.immediate.begin_again(mode)
    }

    /// Lets the open primitive wait, as glEnd does.
    #[inline]
    fn end(&mut self) -> bool {
        // It stays true if this returns false: glEnd then closes the stream.
        self.is_ending = true;
        let Some(prepared) = self.prepared.as_mut().filter(|_| self.waits) else { return false };
        let (waiting, immediate) = (&mut prepared.waiting, &mut self.immediate);
        let Some((first, count)) = immediate.part() else { return false };
        // More vertices complete the draws that wait.
        if !(1..=SMALL).contains(&count) || waiting.vertices + count >= MOST_VERTICES {
            return false;
        }
        let call = immediate_call(self.draw_mode, first, count);
        if !waiting.extend(&call) {
            if !waiting.takes(&call, true) {
                return false;
            }
            waiting.push(call);
        }
        immediate.open = None;
        self.is_ending = false;
        true
    }
}
