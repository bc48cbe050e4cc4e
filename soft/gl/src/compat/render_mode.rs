//! glRenderMode: selection and feedback.

use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_operation, stack_overflow, stack_underflow};
use crate::pointer::{Out, not_negative};
use crate::state::render_mode::{Buffer, MAX_NAMES};
use crate::tokens::*;

commands! {
    #[not_in_lists] fn glRenderMode(mode: u32) -> i32 => render_mode;
    #[not_in_lists] fn glSelectBuffer(size: i32, buffer: Out<u32>) => select_buffer;
    #[not_in_lists] fn glFeedbackBuffer(size: i32, ty: u32, buffer: Out<f32>) => feedback_buffer;
    fn glInitNames() => init_names;
    fn glLoadName(name: u32) => load_name;
    fn glPushName(name: u32) => push_name;
    fn glPopName() => pop_name;
    fn glPassThrough(token: f32) => pass_through;
}

fn render_mode(context: &mut Context, mode: u32) -> Result<i32> {
    crate::context::immediate::outside_begin(context)?;
    let state = &mut context.compat.render_mode;
    let no_buffer = invalid_operation(
        &"An INVALID_OPERATION error is generated if RenderMode is called with mode SELECT before SelectBuffer (see below) has been \
          called. … with mode FEEDBACK before FeedbackBuffer (see section 21.3) has been called. [GL 4.6 compatibility, 21.2]",
    );
    match mode {
        GL_RENDER => {}
        GL_SELECT if state.selection.is_none() => return Err(no_buffer),
        GL_FEEDBACK if state.feedback.is_none() => return Err(no_buffer),
        GL_SELECT | GL_FEEDBACK => {}
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if mode is not RENDER, SELECT, or FEEDBACK. [GL 4.6 compatibility, 21.2]",
            ));
        }
    }
    let buffer = match state.mode {
        GL_SELECT => state.selection,
        GL_FEEDBACK => state.feedback,
        _ => None,
    };
    let outcome = state.enter(mode);
    if let Some(buffer) = buffer {
        // SAFETY: the application gave an array of this size with glSelectBuffer or glFeedbackBuffer, which it keeps until this command, and there
        // are no more values than that.
        let into: Out<u32> = unsafe { Out::new(buffer.address as *mut u32) };
        into.write(&outcome.words);
    }
    Ok(outcome.result)
}

fn select_buffer(context: &mut Context, size: i32, buffer: Out<u32>) -> Result<()> {
    let size = not_negative(size)?;
    if context.compat.render_mode.mode == GL_SELECT {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if the GL is in selection mode [GL 4.6 compatibility, 21.2]",
        ));
    }
    context.compat.render_mode.selection = Some(Buffer { address: buffer.offset(), size });
    Ok(())
}

fn feedback_buffer(context: &mut Context, size: i32, ty: u32, buffer: Out<f32>) -> Result<()> {
    let size = not_negative(size)?;
    if !matches!(ty, GL_2D | GL_3D | GL_3D_COLOR | GL_3D_COLOR_TEXTURE | GL_4D_COLOR_TEXTURE) {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if type is not one of the tokens in table 21.2. [GL 4.6 compatibility, 21.3]",
        ));
    }
    let state = &mut context.compat.render_mode;
    if state.mode == GL_FEEDBACK {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if the GL is in feedback mode [GL 4.6 compatibility, 21.3]",
        ));
    }
    (state.feedback, state.ty) = (Some(Buffer { address: buffer.offset(), size }), ty);
    Ok(())
}

/// Changes the name stack after the hit record of what was drawn before: "Use of any of the name stack manipulation commands while the GL is not in
/// selection mode has no effect." [GL 4.6 compatibility, 21.2]
fn change(context: &mut Context, work: impl FnOnce(&mut Vec<u32>) -> Result<()>) -> Result<()> {
    let state = &mut context.compat.render_mode;
    if state.mode != GL_SELECT {
        return Ok(());
    }
    let mut names = state.names.clone();
    work(&mut names)?;
    state.record_hit();
    state.names = names;
    Ok(())
}

fn init_names(context: &mut Context) -> Result<()> {
    change(context, |names| {
        names.clear();
        Ok(())
    })
}

fn load_name(context: &mut Context, name: u32) -> Result<()> {
    change(context, |names| {
        *names.last_mut().ok_or(invalid_operation(
            &"An INVALID_OPERATION error is generated if LoadName is called and the stack is empty. [GL 4.6 compatibility, 21.2]",
        ))? = name;
        Ok(())
    })
}

fn push_name(context: &mut Context, name: u32) -> Result<()> {
    change(context, |names| {
        if names.len() >= MAX_NAMES {
            return Err(stack_overflow(
                &"A STACK_OVERFLOW error is generated if PushName is called and the stack is full. [GL 4.6 compatibility, 21.2]",
            ));
        }
        names.push(name);
        Ok(())
    })
}

fn pop_name(context: &mut Context) -> Result<()> {
    change(context, |names| {
        names.pop().map(drop).ok_or(stack_underflow(
            &"A STACK_UNDERFLOW error is generated if PopName is called and the stack is empty. [GL 4.6 compatibility, 21.2]",
        ))
    })
}

fn pass_through(context: &mut Context, token: f32) -> Result<()> {
    context.compat.render_mode.feed_back(&[GL_PASS_THROUGH_TOKEN as f32, token]);
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

    use crate::testing::calling::Gl;
    use crate::testing::calls::*;
    use crate::testing::fixtures::compatibility;
    use crate::tokens::*;

    fn error() -> u32 {
        glGetError()
    }

    fn render_mode(mode: u32) -> i32 {
        glRenderMode(mode)
    }

    /// Draws a triangle at a depth in the middle of the window, moved to the right.
    fn triangle(x: f32, z: f32) {
        glBegin(GL_TRIANGLES);
        for (dx, y) in [(0.0, 0.0), (0.5, 0.0), (0.0, 0.5f32)] {
            glVertex3f(x + dx, y, z);
        }
        glEnd();
    }

    #[test]
    fn selection_records_hits_with_their_names() {
        let gl = Gl::new(compatibility());
        assert_eq!((render_mode(GL_SELECT), error()), (0, GL_INVALID_OPERATION));
        let mut array = [7u32; 16];
        glSelectBuffer(16, array.as_mut_ptr());
        glPushName(1);
        assert_eq!((render_mode(GL_SELECT), error()), (0, GL_NO_ERROR));
        glLoadName(1);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glPopName();
        assert_eq!(error(), GL_STACK_UNDERFLOW);
        glInitNames();
        glPushName(5);
        let draw = || {
            triangle(0.0, -1.0);
            triangle(0.2, 1.0);
        };
        assert_eq!(gl.count(&[GL_SAMPLES_PASSED], draw), [0], "nothing is drawn");
        glPushName(6);
        triangle(2.0, 0.0);
        glLoadName(8);
        glWindowPos3f(1.0, 1.0, 0.5);
        glClear(GL_COLOR_BUFFER_BIT);
        glSelectBuffer(16, array.as_mut_ptr());
        assert_eq!(error(), GL_INVALID_OPERATION);
        assert_eq!(render_mode(GL_RENDER), 2);
        assert_eq!(array[..10], [1, 0, u32::MAX, 5, 2, 0x8000_0000, 0x8000_0000, 5, 8, 7]);
        // An array without room.
        glSelectBuffer(3, array.as_mut_ptr());
        render_mode(GL_SELECT);
        glPushName(5);
        triangle(0.0, 0.0);
        array[3] = 99;
        assert_eq!((render_mode(GL_RENDER), array[3]), (-1, 99));
        assert_eq!(render_mode(GL_RENDER), 0);
        for _ in 0..64 {
            glPushName(5);
        }
        gl.no_error();
        glSelectBuffer(-1, array.as_mut_ptr());
        assert_eq!(error(), GL_INVALID_VALUE);
        assert_eq!((render_mode(GL_ALWAYS), error()), (0, GL_INVALID_ENUM));
    }

    #[test]
    fn culled_and_clipped_primitives_are_no_hits() {
        let gl = Gl::new(compatibility());
        let mut array = [0u32; 16];
        glSelectBuffer(16, array.as_mut_ptr());
        glEnable(GL_CULL_FACE);
        glCullFace(GL_FRONT);
        render_mode(GL_SELECT);
        triangle(0.0, 0.0);
        assert_eq!(render_mode(GL_SELECT), 0);
        glCullFace(GL_BACK);
        triangle(0.9, 0.0);
        assert_eq!(render_mode(GL_SELECT), 1);
        // The left half is behind a clip plane.
        let plane = [-1.0f64, 0.0, 0.0, 0.0];
        glClipPlane(GL_CLIP_PLANE0, plane.as_ptr());
        glEnable(GL_CLIP_PLANE0);
        triangle(0.1, 0.0);
        assert_eq!(render_mode(GL_RENDER), 0);
        gl.no_error();
    }

    #[test]
    fn feedback_returns_primitives_in_window_coordinates() {
        let gl = Gl::new(compatibility());
        let mut array = [-1.0f32; 64];
        let buffer = |size: i32, ty: u32, array: &mut [f32; 64]| glFeedbackBuffer(size, ty, array.as_mut_ptr());
        buffer(64, GL_2D, &mut array);
        assert_eq!(render_mode(GL_FEEDBACK), 0);
        glBegin(GL_LINE_STRIP);
        for x in [-1.0, 0.0, 3.0f32] {
            glVertex2f(x, 0.0);
        }
        glEnd();
        glPassThrough(4.5);
        glPolygonMode(GL_FRONT_AND_BACK, GL_POINT);
        triangle(0.0, 0.0);
        glWindowPos2i(3, 4);
        glDrawPixels(1, 1, GL_RED, GL_FLOAT, [0.0f32].as_ptr().cast());
        let count = render_mode(GL_RENDER);
        let tokens =
            [GL_LINE_RESET_TOKEN, GL_LINE_TOKEN, GL_PASS_THROUGH_TOKEN, GL_POINT_TOKEN, GL_DRAW_PIXEL_TOKEN].map(|token| token as f32);
        let [reset, line, pass, point, draw] = tokens;
        let wanted = [
            reset, 0.0, 8.0, 8.0, 8.0, line, 8.0, 8.0, 16.0, 8.0, pass, 4.5, point, 8.0, 8.0, point, 12.0, 8.0, point, 8.0, 12.0, draw,
            3.0, 4.0,
        ];
        assert_eq!(&array[..count as usize], &wanted);
        glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
        buffer(26, GL_4D_COLOR_TEXTURE, &mut array);
        glColor4f(0.25, 0.5, 0.75, 1.0);
        glTexCoord2f(3.0, 4.0);
        render_mode(GL_FEEDBACK);
        triangle(0.0, 0.0);
        assert_eq!(render_mode(GL_RENDER), -1);
        let first = [GL_POLYGON_TOKEN as f32, 3.0, 8.0, 8.0, 0.5, 1.0, 0.25, 0.5, 0.75, 1.0, 3.0, 4.0, 0.0, 1.0];
        assert_eq!(&array[..14], &first);
        gl.no_error();
        buffer(4, GL_RGBA, &mut array);
        assert_eq!(error(), GL_INVALID_ENUM);
        buffer(-4, GL_2D, &mut array);
        assert_eq!(error(), GL_INVALID_VALUE);
    }
}
