//! Sync objects. Every command is complete when it returns, so a fence is signalled from the start.

use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::object::names::lock;
use crate::gl::pointer::Out;
use crate::tokens::*;

fn exists(context: &Context, sync: usize) -> bool {
    lock(&context.share.syncs).alive.contains_key(&sync)
}

fn fence_sync(context: &mut Context, condition: u32, flags: u32) -> Result<usize> {
    if condition != GL_SYNC_GPU_COMMANDS_COMPLETE {
        return Err(GL_INVALID_ENUM);
    }
    if flags != 0 {
        return Err(GL_INVALID_VALUE);
    }
    let mut syncs = lock(&context.share.syncs);
    // Handles look like addresses, in steps of 16, but none is one.
    syncs.last = syncs.last.wrapping_add(16);
    let sync = syncs.last;
    syncs.alive.insert(sync, String::new());
    Ok(sync)
}

fn client_wait_sync(context: &mut Context, sync: usize, flags: u32, _timeout: u64) -> Result<WaitStatus> {
    if !exists(context, sync) || flags & !GL_SYNC_FLUSH_COMMANDS_BIT != 0 {
        return Err(GL_INVALID_VALUE);
    }
    Ok(WaitStatus(GL_ALREADY_SIGNALED))
}

/// What glClientWaitSync returns: GL_WAIT_FAILED after an error.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitStatus(pub u32);

impl Default for WaitStatus {
    fn default() -> Self {
        Self(GL_WAIT_FAILED)
    }
}

fn wait_sync(context: &mut Context, sync: usize, flags: u32, timeout: u64) -> Result<()> {
    if !exists(context, sync) || flags != 0 || timeout != GL_TIMEOUT_IGNORED {
        return Err(GL_INVALID_VALUE);
    }
    Ok(())
}

fn get_sync(context: &mut Context, sync: usize, pname: u32, size: i32, length: Out<i32>, values: Out<i32>) -> Result<()> {
    if context.is_lost() {
        // Bounds the polling loop of the application.
        if pname == GL_SYNC_STATUS && size > 0 {
            values.set(GL_SIGNALED.cast_signed());
            length.set(1);
        }
        return Err(GL_CONTEXT_LOST);
    }
    if !exists(context, sync) {
        return Err(GL_INVALID_VALUE);
    }
    let value = match pname {
        GL_OBJECT_TYPE => GL_SYNC_FENCE,
        GL_SYNC_CONDITION => GL_SYNC_GPU_COMMANDS_COMPLETE,
        GL_SYNC_STATUS => GL_SIGNALED,
        GL_SYNC_FLAGS => 0,
        _ => return Err(GL_INVALID_ENUM),
    };
    if size < 0 {
        return Err(GL_INVALID_VALUE);
    }
    let count = size.min(1);
    if count > 0 {
        values.set(value.cast_signed());
    }
    length.set(count);
    Ok(())
}

fn is_sync(context: &mut Context, sync: usize) -> Result<u8> {
    Ok(u8::from(exists(context, sync)))
}

fn delete_sync(context: &mut Context, sync: usize) -> Result<()> {
    if sync != 0 && lock(&context.share.syncs).alive.remove(&sync).is_none() {
        return Err(GL_INVALID_VALUE);
    }
    Ok(())
}

commands! {
    fn glFenceSync(condition: u32, flags: u32) -> usize => fence_sync;
    fn glClientWaitSync(sync: usize, flags: u32, timeout: u64) -> WaitStatus => client_wait_sync;
    #[not_in_lists] fn glWaitSync(sync: usize, flags: u32, timeout: u64) => wait_sync;
    #[polled] fn glGetSynciv(sync: usize, pname: u32, count: i32, length: Out<i32>, values: Out<i32>) => get_sync;
    fn glIsSync(sync: usize) -> u8 => is_sync;
    #[not_in_lists] fn glDeleteSync(sync: usize) => delete_sync;
    alias glFenceSyncAPPLE = glFenceSync;
    alias glClientWaitSyncAPPLE = glClientWaitSync;
    alias glWaitSyncAPPLE = glWaitSync;
    alias glGetSyncivAPPLE = glGetSynciv;
    alias glIsSyncAPPLE = glIsSync;
    alias glDeleteSyncAPPLE = glDeleteSync;
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
    use super::*;
    use crate::gl::testing::fixtures::{core, out};

    #[test]
    fn a_fence_is_signalled_from_the_start() {
        let mut context = core();
        let sync = fence_sync(&mut context, GL_SYNC_GPU_COMMANDS_COMPLETE, 0).unwrap();
        assert_eq!(client_wait_sync(&mut context, sync, GL_SYNC_FLUSH_COMMANDS_BIT, 5), Ok(WaitStatus(GL_ALREADY_SIGNALED)));
        let (mut value, mut length) = (0, 0);
        get_sync(&mut context, sync, GL_SYNC_STATUS, 1, out(&mut length), out(&mut value)).unwrap();
        assert_eq!((value.cast_unsigned(), length), (GL_SIGNALED, 1));
        assert_eq!(wait_sync(&mut context, sync, 0, GL_TIMEOUT_IGNORED), Ok(()));
        assert_eq!(delete_sync(&mut context, sync), Ok(()));
        assert_eq!(is_sync(&mut context, sync), Ok(0));
    }

    #[test]
    fn errors_of_sync_objects() {
        let mut context = core();
        assert_eq!(fence_sync(&mut context, GL_SYNC_FENCE, 0), Err(GL_INVALID_ENUM));
        assert_eq!(fence_sync(&mut context, GL_SYNC_GPU_COMMANDS_COMPLETE, 1), Err(GL_INVALID_VALUE));
        assert_eq!(client_wait_sync(&mut context, 5, 0, 0), Err(GL_INVALID_VALUE));
        assert_eq!(WaitStatus::default().0, GL_WAIT_FAILED);
        let sync = fence_sync(&mut context, GL_SYNC_GPU_COMMANDS_COMPLETE, 0).unwrap();
        assert_eq!(client_wait_sync(&mut context, sync, 2, 0), Err(GL_INVALID_VALUE));
        assert_eq!(wait_sync(&mut context, sync, 0, 0), Err(GL_INVALID_VALUE));
        assert_eq!(wait_sync(&mut context, sync, 1, GL_TIMEOUT_IGNORED), Err(GL_INVALID_VALUE));
        let null = || Out::null();
        assert_eq!(get_sync(&mut context, sync, GL_SYNC_FENCE, 1, null(), null()), Err(GL_INVALID_ENUM));
        assert_eq!(get_sync(&mut context, sync, GL_SYNC_STATUS, -1, null(), null()), Err(GL_INVALID_VALUE));
        assert_eq!(get_sync(&mut context, 1, GL_SYNC_STATUS, 1, null(), null()), Err(GL_INVALID_VALUE));
        assert_eq!(delete_sync(&mut context, 1), Err(GL_INVALID_VALUE));
        assert_eq!(delete_sync(&mut context, 0), Ok(()));
    }
}
