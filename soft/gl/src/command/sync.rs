//! Sync objects. Every command before is complete when a fence is created, so it is signalled from the start.

use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, Result, context_lost, invalid_enum, invalid_value};
use crate::object::names::lock;
use crate::pointer::Out;
use crate::tokens::*;
use glmeter_abi::text::Text;

/// Returns true if a handle names a sync object.
fn exists(context: &Context, sync: usize) -> bool {
    lock(&context.share.syncs).alive.contains_key(&sync)
}

fn fence_sync(context: &mut Context, condition: u32, flags: u32) -> Result<usize> {
    if condition != GL_SYNC_GPU_COMMANDS_COMPLETE {
        return Err(invalid_enum(&"An INVALID_ENUM error is generated if condition is not SYNC_GPU_COMMANDS_COMPLETE. [GL 4.4, 4.1]"));
    }
    if flags != 0 {
        return Err(invalid_value(&"An INVALID_VALUE error is generated if flags is not zero. [GL 4.4, 4.1]"));
    }
    context.complete_all();
    let mut syncs = lock(&context.share.syncs);
    syncs.alive.try_reserve(1).map_err(|_| NO_MEMORY)?;
    // Handles look like addresses, in steps of 16, but none is one.
    syncs.last = syncs.last.wrapping_add(16);
    let sync = syncs.last;
    syncs.alive.insert(sync, Text::default());
    Ok(sync)
}

fn client_wait_sync(context: &mut Context, sync: usize, flags: u32, _timeout: u64) -> Result<WaitStatus> {
    if !exists(context, sync) || flags & !GL_SYNC_FLUSH_COMMANDS_BIT != 0 {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if sync is not the name of a sync object. … An INVALID_VALUE error is generated if flags \
              contains any bits other than SYNC_FLUSH_COMMANDS_BIT. [GL 4.4, 4.1.1]",
        ));
    }
    Ok(WaitStatus(GL_ALREADY_SIGNALED))
}

/// The result of glClientWaitSync: GL_WAIT_FAILED after an error.
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
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if sync is not the name of a sync object. … An INVALID_VALUE error is generated if \
              timeout is not TIMEOUT_IGNORED or flags is not zero [GL 4.4, 4.1.1]",
        ));
    }
    Ok(())
}

fn get_sync(context: &mut Context, sync: usize, pname: u32, size: i32, length: Out<i32>, values: Out<i32>) -> Result<()> {
    if context.is_lost() {
        if pname == GL_SYNC_STATUS && size > 0 {
            values.set(GL_SIGNALED.cast_signed());
            length.set(1);
        }
        return Err(context_lost(
            &"Any commands which might cause a polling application to block indefinitely will generate a CONTEXT_LOST error, but will also \
              return a value indicating completion to the application. [KHR_robustness]",
        ));
    }
    if !exists(context, sync) {
        return Err(invalid_value(&"An INVALID_VALUE error is generated if sync is not the name of a sync object. [GL 4.4, 4.1.3]"));
    }
    let value = match pname {
        GL_OBJECT_TYPE => GL_SYNC_FENCE,
        GL_SYNC_CONDITION => GL_SYNC_GPU_COMMANDS_COMPLETE,
        GL_SYNC_STATUS => GL_SIGNALED,
        GL_SYNC_FLAGS => 0,
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if pname is not one of the values described above. [GL 4.4, 4.1.3]",
            ));
        }
    };
    if size < 0 {
        return Err(invalid_value(&"An INVALID_VALUE error is generated if bufSize is negative. [GL 4.4, 4.1.3]"));
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
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if sync is neither zero nor the name of a sync object. [GL 4.4, 4.1]",
        ));
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
    use crate::testing::fixtures::{code_of, core, out};

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
        assert_eq!(code_of(fence_sync(&mut context, GL_SYNC_FENCE, 0)), Err(GL_INVALID_ENUM));
        assert_eq!(code_of(fence_sync(&mut context, GL_SYNC_GPU_COMMANDS_COMPLETE, 1)), Err(GL_INVALID_VALUE));
        assert_eq!(code_of(client_wait_sync(&mut context, 5, 0, 0)), Err(GL_INVALID_VALUE));
        assert_eq!(WaitStatus::default().0, GL_WAIT_FAILED);
        let sync = fence_sync(&mut context, GL_SYNC_GPU_COMMANDS_COMPLETE, 0).unwrap();
        assert_eq!(code_of(client_wait_sync(&mut context, sync, 2, 0)), Err(GL_INVALID_VALUE));
        assert_eq!(code_of(wait_sync(&mut context, sync, 0, 0)), Err(GL_INVALID_VALUE));
        assert_eq!(code_of(wait_sync(&mut context, sync, 1, GL_TIMEOUT_IGNORED)), Err(GL_INVALID_VALUE));
        let null = || Out::null();
        assert_eq!(code_of(get_sync(&mut context, sync, GL_SYNC_FENCE, 1, null(), null())), Err(GL_INVALID_ENUM));
        assert_eq!(code_of(get_sync(&mut context, sync, GL_SYNC_STATUS, -1, null(), null())), Err(GL_INVALID_VALUE));
        assert_eq!(code_of(get_sync(&mut context, 1, GL_SYNC_STATUS, 1, null(), null())), Err(GL_INVALID_VALUE));
        assert_eq!(code_of(delete_sync(&mut context, 1)), Err(GL_INVALID_VALUE));
        assert_eq!(delete_sync(&mut context, 0), Ok(()));
    }
}
