//! The deletion of query objects.

use super::list_tracking::{outside_begin_end, still_active};
use crate::context::Context;
use crate::driver::capabilities::Api;
use crate::error::{NEGATIVE_COUNT, Result};
use crate::gl::{GLsizei, GLuint};
use crate::memory::In;
use crate::target::Target;

/// The most names that the driver gets at once. The application may pass as many as its memory holds.
const PIECE: usize = 256;

/// `glDeleteQueries`. INVALID_VALUE if `n` is negative [CQ-10]; unused names are ignored [CQ-11].
///
/// "The name immediately becomes unused, but the underlying object is not deleted until it is no longer active" holds in OpenGL ES. In
/// OpenGL an active query ends, as the drivers' own test suites demand [CQ-13 C-05].
pub fn delete_queries(context: &mut Context, n: GLsizei, ids: In<GLuint>) -> Result<()> {
    outside_begin_end(context)?;
    let count = usize::try_from(n).map_err(|_| NEGATIVE_COUNT)?;
    in_pieces(context, ids.values(count), delete, |context, gone| context.driver.delete_queries(gone));
    Ok(())
}

/// Deletes a query. Returns true if the driver deletes it too.
fn delete(context: &mut Context, id: GLuint) -> bool {
    let keep_active = context.capabilities.api == Api::Embedded;
    let queries = &mut context.queries;
    let Some(query) = queries.get_mut(id).copied() else {
        return id != 0
            && !queries.is_deleted(id)
            && (queries.untracked || queries.late || context.capabilities.compatibility)
            && queries.remove(id).is_none();
    };
    // The query of an active conditional rendering lives until its end [CQ-14].
    let lives_on = (query.slot.is_some() && keep_active) || (id == queries.condition && id != 0);
    if lives_on {
        queries.entry(id).deleted = true;
        // End it in the driver at once: Mesa writes to freed memory if a context is destroyed while its query is active.
        if let (Some(slot), Some(target)) = (query.slot, query.target()) {
            context.driver.end_query(target.token(), index_of(slot, target));
        }
        return false;
    }
    if let Some(slot) = query.slot {
        // NVIDIA's driver (580.159) leaves a deleted query active.
        if let Some(target) = query.target()
            && !queries.untracked
            && still_active(context, target, index_of(slot, target), slot.into())
        {
            context.driver.end_query(target.token(), index_of(slot, target));
        }
        context.queries.end(slot.into());
    }
    context.queries.remove(id);
    true
}

/// Returns the index of a target whose active query is in a slot.
fn index_of(slot: u8, target: Target) -> GLuint {
    (usize::from(slot) - target.slot(0).unwrap_or(0)) as GLuint
}

/// Passes the names that `keep` returns true for to `work`, in pieces of at most [`PIECE`].
pub(super) fn in_pieces(
    context: &mut Context,
    names: impl Iterator<Item = GLuint>,
    keep: impl Fn(&mut Context, GLuint) -> bool,
    work: impl Fn(&mut Context, &[GLuint]),
) {
    let mut piece = [0; PIECE];
    let mut count = 0;
    for name in names {
        if keep(context, name)
            && let Some(place) = piece.get_mut(count)
        {
            *place = name;
            count += 1;
        }
        if count == PIECE {
            work(context, &piece);
            count = 0;
        }
    }
    if count > 0 {
        work(context, piece.get(..count).unwrap_or_default());
    }
}
