//! The operation measured through GLX, on the X server that `DISPLAY` names.

use crate::child::{Operation, Subject};
use crate::glx::Contexts;

impl Subject for Contexts<2> {
    fn no_error(&self) -> bool {
        true // X errors end the process
    }

    fn drain(&self) {}
}

/// Passes the one operation to `report`.
pub(crate) fn operations(report: &dyn Fn(&dyn Subject, &Operation)) {
    let contexts = Contexts::create((3, 2));
    report(&contexts, &Operation { key: "glx", repeat: Box::new(|calls| make_current(&contexts, calls)) });
}

#[inline(never)]
fn make_current(contexts: &Contexts<2>, calls: u32) {
    let mut all = true;
    for call in 0..calls as usize {
        all &= contexts.make_current((call + 1) % 2);
    }
    assert!(all && calls.is_multiple_of(2), "glXMakeCurrent");
}
