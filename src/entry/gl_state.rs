//! The core commands whose results the extensions change: the Gets, the extension strings, and `glGetError`.

use crate::context::{Context, are_errors_stored};
use crate::error::Result;
use crate::gl::*;
use crate::platform::call_slots::is_observed;
use crate::report;
use crate::rules::state;

include!(concat!(env!("OUT_DIR"), "/gl_state.rs"));

/// `glFinish`, which completes the frame of a context that draws to memory.
fn finish(context: &mut Context) -> Result<()> {
    let ends_frame = report::end_image(context);
    state::finish(context)?;
    if ends_frame {
        report::begin_image(context);
    } else {
        report::finished(context);
    }
    Ok(())
}
