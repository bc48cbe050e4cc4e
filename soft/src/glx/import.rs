//! GLX_EXT_import_context. Indirect contexts alone can be imported, and there are none.

use super::context::{find as find_context, is_known};
use super::current::find_current;
use super::display::find;
use super::tokens::*;
use super::{Error, Handle, Xid, enter, id_of, store};
use base::core::fork;

/// Implements glXGetContextIDEXT.
pub extern "C" fn get_context_id(context: Handle) -> Xid {
    fork::inside(|| find_current(context).map_or(0, |context| Xid::from(context.id))).unwrap_or(0)
}

/// Implements glXImportContextEXT.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn import_context(display: Handle, id: Xid) -> Handle {
    // SAFETY: the caller guarantees the display.
    unsafe {
        enter(display, X_VENDOR_PRIVATE_WITH_REPLY, || {
            find(display)?;
            // "If <contextID> does not refer to a valid context, then a BadContext error is generated; if <contextID> refers to direct rendering
            // context then no error is generated but glXImportContextEXT returns NULL." [GLX_EXT_import_context]
            Err(if is_known(display, id_of(id)) { Error::None } else { Error::Glx(GLX_BAD_CONTEXT_ERROR, id_of(id)) })
        })
    }
}

/// Implements glXFreeContextEXT, which frees what an imported context has in the client: nothing.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn free_context(display: Handle, context: Handle) {
    // SAFETY: the caller guarantees the display.
    unsafe { enter(display, X_DESTROY_CONTEXT, || find_current(context).map(drop)) }
}

/// Implements glXQueryContextInfoEXT.
///
/// # Safety
/// `display` must be an open `Display *`. Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn query_context_info(display: Handle, context: Handle, name: i32, value: *mut i32) -> i32 {
    // "glxQueryContextInfoEXT returns GLX_BAD_ATTRIBUTE if <attribute> is not a valid GLX context attribute or GLX_BAD_CONTEXT if <context> is
    // invalid, otherwise it returns Success." [GLX_EXT_import_context]
    let mut result = GLX_BAD_CONTEXT;
    // SAFETY: the caller guarantees the display and the pointer.
    unsafe {
        enter(display, X_QUERY_CONTEXT, || {
            let context = find_context(context).map_err(|_| Error::None)?;
            let attribute = if name == GLX_SHARE_CONTEXT_EXT { Some(context.share as i32) } else { context.attribute(name) };
            let Some(found) = attribute else {
                result = GLX_BAD_ATTRIBUTE;
                return Err(Error::None);
            };
            store(value, found);
            result = 0;
            Ok(())
        });
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_context_has_no_id() {
        assert_eq!((get_context_id(core::ptr::null_mut()), get_context_id(0x1000 as Handle)), (0, 0));
        let mut value = 7;
        // SAFETY: the display is null, and the pointer is valid.
        let result = unsafe { query_context_info(core::ptr::null_mut(), core::ptr::null_mut(), GLX_SCREEN, &raw mut value) };
        assert_eq!((result, value), (GLX_BAD_CONTEXT, 7));
    }
}
