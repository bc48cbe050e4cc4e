//! The state that draws have collected, and which commands may change it.
//!
//! A draw collects what the pipeline reads: the program, the targets, the raster state, the resources, the attributes. The next draw takes over each of
//! these pieces, unless a command that may have changed it came in between. Draws that differ in nothing but their vertices wait, so that the
//! pipeline executes them together.
//!
//! The rule of invalidation: **every command may change every piece, except those that [`ROWS`] names.** A row has each piece that reads any state which
//! the command writes; [`Changes::PENDING`] stands for the draws that wait, and only commands that neither show nor change anything that a draw
//! reads or writes may leave it out. Dispatch applies a command's row before and after its handler, and the call of a display list that of
//! each recorded command. What changes outside of commands calls [`Context::changes`] itself: window systems, which replace the buffers of windows
//! and show their pixels, and other contexts that share objects, by [`ShareGroup::changes`](crate::object::share::ShareGroup::changes).
//! Handlers that tests call without dispatch share nothing with the draws before.

use crate::config::Api;
use crate::context::Context;
use crate::context::resolved::Resolved;
use crate::object::linked::Linked;
use base::core::memory::Memory;
use draw::geometry::Uniforms;
use shader::pipeline::draw_call::{DrawCall, Mode};
use shader::pipeline::state::{RasterState, Resources, Targets};
use std::ops::{BitOr, Range};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// A set of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes(u16);

impl BitOr for Changes {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.with(other)
    }
}

impl Changes {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// The arrays of the attributes.
    pub const ARRAYS: Self = Self(1);
    /// The current values of the attributes.
    pub const CURRENT: Self = Self(2);
    /// The words of the default uniform block.
    pub const UNIFORMS: Self = Self(4);
    /// The textures, images and blocks.
    pub const RESOURCES: Self = Self(8);
    /// The raster state.
    pub const RASTER: Self = Self(16);
    /// The program.
    pub const PROGRAM: Self = Self(32);
    /// The targets.
    pub const TARGETS: Self = Self(64);
    /// The draws that wait: the command needs or changes what they read or write.
    pub const PENDING: Self = Self(128);
    /// Which vertex array is bound.
    pub const BOUND_ARRAY: Self = Self(256);
    /// Everything.
    pub const ALL: Self = Self(u16::MAX);

    /// Returns both sets together.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the set without the pieces of another one.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns true if the set has all pieces of another one.
    #[inline]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns true if the sets have a piece in common.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns what a command may change, by its C name.
    pub const fn of(name: &str) -> Self {
        let mut at = 0;
        while at < ROWS.len() {
            if names(ROWS[at].0, name) {
                return ROWS[at].1;
            }
            at += 1;
        }
        Self::ALL
    }
}

const WAITING: Changes = Changes::PENDING;
// Draws that wait keep their attributes and their uniforms.
const ARRAYS: Changes = Changes::ARRAYS;
const CURRENT: Changes = Changes::CURRENT;
const UNIFORMS: Changes = Changes::UNIFORMS;
const RESOURCES: Changes = Changes::RESOURCES.with(WAITING);
const RASTER: Changes = Changes::RASTER.with(WAITING);
const STORES: Changes = Changes::ARRAYS.with(RESOURCES);

/// What commands may change, by name; a name that ends in `*` stands for all that begin so. The first row that has the name counts; a command without
/// a row may change everything.
pub const ROWS: &[(&str, Changes)] = &[
    // Draws complete those that wait themselves, where they must.
    ("glDrawArrays", Changes::NONE),
    ("glDrawElements", Changes::NONE),
    ("glDrawRangeElements", Changes::NONE),
    ("glDrawElementsBaseVertex", Changes::NONE),
    ("glDrawRangeElementsBaseVertex", Changes::NONE),
    ("glDrawArraysInstanced", Changes::NONE),
    ("glDrawElementsInstanced", Changes::NONE),
    ("glDrawArraysInstancedBaseInstance", Changes::NONE),
    ("glDrawElementsInstancedBaseVertex", Changes::NONE),
    ("glDrawElementsInstancedBaseInstance", Changes::NONE),
    ("glDrawElementsInstancedBaseVertexBaseInstance", Changes::NONE),
    ("glMultiDrawArrays", Changes::NONE),
    ("glMultiDrawElements", Changes::NONE),
    ("glMultiDrawElementsBaseVertex", Changes::NONE),
    // The call of a list applies the rows of its commands.
    ("glCallList", Changes::NONE),
    ("glCallLists", Changes::NONE),
    // The primitive between glBegin and glEnd. Where the colour is a material, glColor says so.
    ("glBegin", Changes::NONE),
    ("glEnd", Changes::NONE),
    ("glVertex2*", CURRENT),
    ("glVertex3*", CURRENT),
    ("glVertex4*", CURRENT),
    ("glNormal3*", CURRENT),
    ("glColor3*", CURRENT),
    ("glColor4*", CURRENT),
    ("glSecondaryColor3*", CURRENT),
    ("glTexCoord1*", CURRENT),
    ("glTexCoord2*", CURRENT),
    ("glTexCoord3*", CURRENT),
    ("glTexCoord4*", CURRENT),
    ("glMultiTexCoord1*", CURRENT),
    ("glMultiTexCoord2*", CURRENT),
    ("glMultiTexCoord3*", CURRENT),
    ("glMultiTexCoord4*", CURRENT),
    ("glVertexAttrib1*", CURRENT),
    ("glVertexAttrib2*", CURRENT),
    ("glVertexAttrib3*", CURRENT),
    ("glVertexAttrib4*", CURRENT),
    // Arrays. Those of OpenGL ES 1.1 and of extensions change everything.
    ("glBindVertexArray", Changes::BOUND_ARRAY),
    ("glVertexAttribPointer", ARRAYS),
    ("glVertexAttribIPointer", ARRAYS),
    ("glVertexAttribLPointer", ARRAYS),
    ("glEnableVertexAttribArray", ARRAYS),
    ("glDisableVertexAttribArray", ARRAYS),
    ("glVertexAttribDivisor", ARRAYS),
    ("glVertexAttribFormat", ARRAYS),
    ("glVertexAttribIFormat", ARRAYS),
    ("glVertexAttribLFormat", ARRAYS),
    ("glVertexAttribBinding", ARRAYS),
    ("glVertexBindingDivisor", ARRAYS),
    ("glBindVertexBuffer", ARRAYS),
    ("glVertexPointer", ARRAYS),
    ("glNormalPointer", ARRAYS),
    ("glColorPointer", ARRAYS),
    ("glTexCoordPointer", ARRAYS),
    // Buffers. Draws read the element and the indirect buffer themselves.
    ("glBindBuffer", Changes::NONE),
    ("glBindBufferBase", RESOURCES),
    ("glBindBufferRange", RESOURCES),
    ("glBufferData", STORES),
    ("glNamedBufferData", STORES),
    // These say themselves what they write.
    ("glBufferSubData", Changes::NONE),
    ("glNamedBufferSubData", Changes::NONE),
    ("glMapBuffer", STORES),
    ("glMapBufferRange", STORES),
    ("glUnmapBuffer", STORES),
    ("glFlushMappedBufferRange", WAITING),
    // Uniforms.
    ("glUniform1*", UNIFORMS),
    ("glUniform2*", UNIFORMS),
    ("glUniform3*", UNIFORMS),
    ("glUniform4*", UNIFORMS),
    ("glUniformMatrix*", UNIFORMS),
    ("glProgramUniform1*", UNIFORMS),
    ("glProgramUniform2*", UNIFORMS),
    ("glProgramUniform3*", UNIFORMS),
    ("glProgramUniform4*", UNIFORMS),
    ("glProgramUniformMatrix*", UNIFORMS),
    // Built-in uniforms.
    ("glMatrixMode", Changes::NONE),
    ("glPushMatrix", UNIFORMS),
    ("glPopMatrix", UNIFORMS),
    ("glLoadMatrix*", UNIFORMS),
    ("glMultMatrix*", UNIFORMS),
    ("glLoadIdentity", UNIFORMS),
    ("glTranslate*", UNIFORMS),
    ("glRotate*", UNIFORMS),
    ("glScale*", UNIFORMS),
    ("glMaterial*", UNIFORMS),
    // Textures.
    ("glActiveTexture", Changes::NONE),
    ("glClientActiveTexture", Changes::NONE),
    ("glBindTexture", RESOURCES),
    ("glBindTextureUnit", RESOURCES),
    ("glBindSampler", RESOURCES),
    // Programs.
    ("glUseProgram", Changes::PROGRAM.with(WAITING)),
    // The raster state.
    ("glEnable", Changes::ALL.without(Changes::TARGETS)),
    ("glDisable", Changes::ALL.without(Changes::TARGETS)),
    ("glBlendFunc*", RASTER),
    ("glBlendEquation*", RASTER),
    ("glBlendColor", RASTER),
    ("glColorMask", RASTER),
    ("glDepthFunc", RASTER),
    ("glDepthMask", RASTER),
    ("glStencilFunc", RASTER),
    ("glStencilOp", RASTER),
    ("glStencilMask", RASTER),
    ("glScissor", RASTER),
    ("glViewport", RASTER),
    ("glCullFace", RASTER),
    ("glFrontFace", RASTER),
    ("glPolygonOffset", RASTER),
    ("glLineWidth", RASTER),
    // What waits for draws alone. A flush shows a window's front buffer, and the next draw to it must say that it draws.
    ("glFlush", Changes::TARGETS.with(WAITING)),
    ("glFinish", Changes::TARGETS.with(WAITING)),
    ("glClear", WAITING),
    ("glReadPixels", WAITING),
    // Only a draw that runs out of memory generates an error later than its own command.
    ("glGetError", Changes::NONE),
    ("glGet*", WAITING),
    ("glIs*", WAITING),
    ("glBeginQuery", WAITING),
    ("glEndQuery", WAITING),
    ("glQueryCounter", WAITING),
];

/// Returns true if a row's name stands for a command.
const fn names(row: &str, name: &str) -> bool {
    let (row, name) = (row.as_bytes(), name.as_bytes());
    let open = row[row.len() - 1] == b'*';
    let length = if open { row.len() - 1 } else { row.len() };
    if name.len() < length || !open && name.len() != length {
        return false;
    }
    let mut at = 0;
    while at < length {
        if row[at] != name[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The pieces that a draw has collected.
#[derive(Default)]
pub struct Prepared {
    /// The pieces that are up to date.
    pub valid: Changes,
    /// The program; none if draws draw nothing.
    pub linked: Option<Arc<Linked>>,
    /// True if the program has the uniforms that the application sets, not a copy of their values.
    pub is_own: bool,
    /// The draw and depth-stencil buffers.
    pub targets: Targets,
    /// The raster state.
    pub raster: RasterState,
    /// The uniforms, blocks and textures.
    pub resources: Resources,
    /// The attributes.
    pub resolved: Resolved,
    /// True if draws may wait for others, as far as the pieces above decide that.
    pub may_wait: bool,
    /// The draws that wait. They have one mode and one source of vertices, and need the pieces as they are, but for attributes and uniforms.
    pub waiting: Waiting,
    /// Words to reuse.
    pub spare: Vec<u32>,
    /// The share group's count of changes when the pieces were last up to date.
    pub shared: u64,
}

/// Draws that wait.
#[derive(Default)]
pub struct Waiting {
    /// The draws.
    pub calls: Vec<DrawCall>,
    /// Their uniforms, if these differ.
    pub uniforms: Uniforms,
    /// The memories of their indices.
    pub indices: Vec<Arc<Memory>>,
    /// Their vertices.
    pub vertices: u32,
    /// True if the vertices are those between glBegin and glEnd, false if they are those of the arrays.
    pub are_immediate: bool,
    /// Completes them; `None` while there are none.
    pub complete: Option<fn(&mut Context)>,
}

impl Waiting {
    /// Returns true if there is room for a draw that may be executed together with those that wait.
    pub fn takes(&mut self, call: &DrawCall, is_immediate: bool) -> bool {
        let fits = self.calls.last().is_none_or(|last| last.mode == call.mode && self.are_immediate == is_immediate);
        fits && self.calls.try_reserve(1).is_ok() && (call.indices.is_none() || self.indices.try_reserve(1).is_ok())
    }

    /// Makes a draw part of the last one, if the vertices of both follow one another and their primitives are independent. Returns false if not.
    pub fn extend(&mut self, call: &DrawCall) -> bool {
        let each = match call.mode {
            Mode::Points => 1,
            Mode::Lines => 2,
            Mode::Triangles => 3,
            Mode::Quads => 4,
            _ => return false,
        };
        if self.uniforms.begin_at(self.calls.len()) {
            return false;
        }
        let Some(last) = self.calls.last_mut().filter(|last| last.mode == call.mode) else { return false };
        let follows = last.count.is_multiple_of(each) && last.first.checked_add(last.count) == Some(call.first);
        if !follows || last.indices.is_some() || call.indices.is_some() {
            return false;
        }
        last.count += call.count;
        self.vertices += call.count;
        true
    }

    /// Adds a draw, for which there is room.
    pub fn push(&mut self, call: DrawCall) {
        self.vertices += call.count;
        if let Some(indices) = &call.indices
            && self.indices.last().is_none_or(|last| !Arc::ptr_eq(last, &indices.memory))
        {
            self.indices.push(indices.memory.clone());
        }
        self.calls.push(call);
    }
}

impl Prepared {
    /// Replaces the uniforms, which are up to date now.
    pub fn set_uniforms(&mut self, words: Vec<u32>) {
        self.valid = self.valid | Changes::UNIFORMS;
        self.spare = std::mem::replace(&mut self.resources.uniforms, words);
        let Waiting { calls, uniforms, .. } = &mut self.waiting;
        if calls.is_empty() || self.spare == self.resources.uniforms {
            return;
        }
        if uniforms.is_empty() {
            uniforms.push(0, &self.spare);
        }
        uniforms.push(calls.len(), &self.resources.uniforms);
    }

    /// Returns true if the draws that wait may read a memory otherwise than as attributes. They have no images.
    fn reads(&self, memory: &Arc<Memory>) -> bool {
        let Resources { textures, uniform_blocks, storage_blocks, atomic_buffers, .. } = &self.resources;
        let blocks = uniform_blocks.iter().chain(storage_blocks).chain(atomic_buffers).filter_map(|range| range.memory.as_ref());
        let texels = textures.iter().flatten().filter_map(|texture| texture.buffer.as_ref()).map(|texels| &texels.memory);
        blocks.chain(texels).chain(&self.waiting.indices).any(|other| Arc::ptr_eq(other, memory))
    }

    /// Marks pieces as out of date, with those that depend on them.
    pub fn forget(&mut self, changes: Changes, api: Api) {
        let mut all = changes;
        if all.meets(Changes::TARGETS) {
            all = all | Changes::PROGRAM | Changes::RASTER | Changes::RESOURCES;
        }
        // The fixed function's program depends on the textures, and in OpenGL ES 1.1 on the arrays.
        if api.has_fixed_function() && all.meets(Changes::RESOURCES) || decides(all, api) {
            all = all | Changes::PROGRAM;
        }
        // The values of a program that is completed or merged are copies, made with the program.
        if all.meets(Changes::UNIFORMS) && !self.is_own {
            all = all | Changes::PROGRAM;
        }
        if all.meets(Changes::PROGRAM | Changes::RESOURCES) {
            all = all | Changes::UNIFORMS;
        }
        self.valid = self.valid.without(all);
    }
}

/// Returns true if the arrays that change decide about the program.
fn decides(changes: Changes, api: Api) -> bool {
    api == Api::Es1 && changes.meets(Changes::ARRAYS | Changes::BOUND_ARRAY)
}

impl Context {
    /// Applies what a command, or something else, may change.
    #[inline]
    pub fn changes(&mut self, changes: Changes) {
        if changes == Changes::CURRENT {
            if let Some(prepared) = &mut self.prepared {
                prepared.valid = prepared.valid.without(Changes::CURRENT);
            }
        } else if changes != Changes::NONE {
            self.apply(changes);
        }
    }

    fn apply(&mut self, changes: Changes) {
        // The uniforms of a program that is completed or merged are made with the program.
        let is_copied = self.prepared.as_ref().is_some_and(|prepared| !prepared.is_own);
        if changes.meets(Changes::PENDING) || is_copied && changes.meets(Changes::UNIFORMS) || decides(changes, self.config.api) {
            self.complete();
        }
        let shared = self.share_changes(changes);
        let Some(prepared) = &mut self.prepared else { return };
        if changes == Changes::ALL {
            // Nothing keeps objects that may be deleted.
            self.prepared = None;
            return;
        }
        match shared {
            Some((before, now)) if before == prepared.shared => prepared.shared = now,
            Some(_) => prepared.valid = Changes::NONE,
            None => {}
        }
        prepared.forget(changes, self.config.api);
        if changes.meets(Changes::ARRAYS) && prepared.waiting.calls.is_empty() {
            // glBufferData reuses a store that nothing else holds.
            prepared.resolved.clear();
        }
    }

    /// Tells the contexts of the share group that this one may have changed objects. Returns the count before and after.
    fn share_changes(&self, changes: Changes) -> Option<(u64, u64)> {
        if Arc::strong_count(&self.share) == 1
            || !changes.meets(Changes::ALL.without(Changes::PENDING | Changes::CURRENT | Changes::BOUND_ARRAY))
        {
            return None;
        }
        let before = self.share.changes.fetch_add(1, Relaxed);
        Some((before, before + 1))
    }

    /// Prepares a write to a part of a buffer's memory: draws that wait read what it had before.
    pub fn before_write(&mut self, memory: &Arc<Memory>, part: Range<usize>) {
        let Some(prepared) = &mut self.prepared else { return };
        if prepared.waiting.calls.is_empty() || part.is_empty() {
            return;
        }
        // Another memory may stand for the same words.
        let is_alone = !memory.is_shared() && !memory.is_borrowed();
        if !is_alone || prepared.reads(memory) || !prepared.resolved.keep(memory, part.start as u64..part.end as u64) {
            self.complete();
        }
    }

    /// Completes the draws that wait.
    #[inline]
    pub fn complete(&mut self) {
        if let Some(complete) = self.prepared.as_ref().and_then(|prepared| prepared.waiting.complete) {
            complete(self);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_without_a_row_changes_everything() {
        assert_eq!(Changes::of("glTexImage2D"), Changes::ALL);
        assert_eq!(Changes::of("glBindTextures"), Changes::ALL);
        assert_eq!(Changes::of("glUniformBlockBinding"), Changes::ALL);
        assert_eq!(Changes::of("glDrawPixels"), Changes::ALL);
        assert_eq!(Changes::of("glColorMaterial"), Changes::ALL);
        assert_eq!(Changes::of("glVertexAttribPointer"), ARRAYS);
        assert_eq!(Changes::of("glVertexAttrib4Nub"), CURRENT);
        assert_eq!(Changes::of("glUniform3fv"), UNIFORMS);
        assert_eq!(Changes::of("glDrawArrays"), Changes::NONE);
    }

    #[test]
    fn a_piece_takes_along_those_that_depend_on_it() {
        let left = |changes, api, is_own| {
            let mut prepared = Prepared { valid: Changes::ALL, is_own, ..Prepared::default() };
            prepared.forget(changes, api);
            prepared.valid
        };
        let pieces = Changes::TARGETS | Changes::PROGRAM | Changes::RASTER | Changes::RESOURCES | Changes::UNIFORMS;
        assert_eq!(left(Changes::TARGETS, Api::Core, true), Changes::ALL.without(pieces));
        assert_eq!(left(Changes::UNIFORMS, Api::Core, true), Changes::ALL.without(Changes::UNIFORMS));
        assert_eq!(left(Changes::UNIFORMS, Api::Core, false), Changes::ALL.without(Changes::UNIFORMS | Changes::PROGRAM));
        let fixed = Changes::RESOURCES | Changes::PROGRAM | Changes::UNIFORMS;
        assert_eq!(left(Changes::RESOURCES, Api::Compatibility, true), Changes::ALL.without(fixed));
        assert_eq!(left(Changes::ARRAYS, Api::Compatibility, true), Changes::ALL.without(Changes::ARRAYS));
        let fixed = Changes::ARRAYS | Changes::PROGRAM | Changes::UNIFORMS;
        assert_eq!(left(Changes::ARRAYS, Api::Es1, true), Changes::ALL.without(fixed));
    }
}
