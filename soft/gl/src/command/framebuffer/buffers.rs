//! glDrawBuffers and glReadBuffer: which colour buffers commands draw to and read from.

use super::completeness::status;
use super::objects::named;
use super::targets::read_color_of;
use crate::context::Context;
use crate::dispatch::{commands, many};
use crate::error::{Result, invalid_enum, invalid_operation, invalid_value};
use crate::limits;
use crate::pointer::In;
use crate::tokens::*;

commands! {
    fn glDrawBuffer(buffer: u32) => draw_buffer;
    fn glDrawBuffers(count: i32, buffers: In<u32>) [many(count, 1)] => draw_buffers;
    fn glReadBuffer(buffer: u32) => read_buffer;
    fn glNamedFramebufferDrawBuffer(framebuffer: u32, buffer: u32) => |context| set_draw_buffer(context, named(context, framebuffer)?, buffer);
    fn glNamedFramebufferDrawBuffers(framebuffer: u32, count: i32, buffers: In<u32>) [many(count, 1)]
        => |context| set_draw_buffers(context, named(context, framebuffer)?, count, buffers);
    fn glNamedFramebufferReadBuffer(framebuffer: u32, buffer: u32) => |context| set_read_buffer(context, named(context, framebuffer)?, buffer);
    alias glDrawBuffersNV = glDrawBuffers;
    alias glReadBufferNV = glReadBuffer;
}

/// The buffers that a token names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// GL_NONE.
    None,
    /// A colour attachment of a framebuffer object, by number.
    Attachment(usize),
    /// One existing buffer of the default framebuffer.
    Window,
    /// Several buffers of the default framebuffer: GL_FRONT, GL_LEFT, GL_FRONT_AND_BACK.
    Several,
    /// Buffers that no window has: stereo and auxiliary ones.
    Absent,
}

/// Returns what a buffer's token names.
fn kind(buffer: u32) -> Result<Kind> {
    Ok(match buffer {
        GL_NONE => Kind::None,
        GL_FRONT_LEFT | GL_BACK_LEFT | GL_BACK => Kind::Window,
        GL_FRONT | GL_LEFT | GL_FRONT_AND_BACK => Kind::Several,
        GL_FRONT_RIGHT | GL_BACK_RIGHT | GL_RIGHT | GL_AUX0..=GL_AUX3 => Kind::Absent,
        GL_COLOR_ATTACHMENT0..=GL_COLOR_ATTACHMENT31 => Kind::Attachment((buffer - GL_COLOR_ATTACHMENT0) as usize),
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if buf is not one of the values in tables 17.5 or 17.6. [GL 4.4, 17.4.1]",
            ));
        }
    })
}

/// Checks that a framebuffer has the buffer.
fn check(framebuffer: u32, kind: Kind) -> Result<()> {
    let has = match kind {
        Kind::None => true,
        Kind::Attachment(index) => framebuffer != 0 && index < limits::MAX_COLOR_ATTACHMENTS,
        Kind::Window | Kind::Several => framebuffer == 0,
        Kind::Absent => false,
    };
    if has {
        Ok(())
    } else {
        Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if the GL is bound to the default framebuffer and buf is a value (other than NONE) \
              that does not indicate any of the color buffers allocated to the GL context, An INVALID_OPERATION error is generated if the \
              GL is bound to a draw framebuffer object and buf is one of the constants from table 17.4 (other than NONE), or \
              COLOR_ATTACHMENTm and m is greater than or equal to the value of MAX_COLOR_ATTACHMENTS [GL 4.4, 17.4.1]",
        ))
    }
}

fn set_draw_buffer(context: &mut Context, framebuffer: u32, buffer: u32) -> Result<()> {
    check(framebuffer, kind(buffer)?)?;
    let draw_buffers = &mut context.framebuffers.get_mut(framebuffer).draw_buffers;
    *draw_buffers = [GL_NONE; limits::MAX_DRAW_BUFFERS];
    draw_buffers[0] = buffer;
    Ok(())
}

fn set_draw_buffers(context: &mut Context, framebuffer: u32, count: i32, buffers: In<u32>) -> Result<()> {
    let count = usize::try_from(count).ok().filter(|&count| count <= limits::MAX_DRAW_BUFFERS).ok_or(invalid_value(
        &"An INVALID_VALUE error is generated if n is negative, or greater than the value of MAX_DRAW_BUFFERS. [GL 4.4, 17.4.1]",
    ))?;
    let es = context.is_es();
    let mut wanted = [GL_NONE; limits::MAX_DRAW_BUFFERS];
    for index in 0..count {
        let buffer = buffers.at(index).unwrap_or(GL_NONE);
        let kind = kind(buffer)?;
        let several = kind == Kind::Several || buffer == GL_RIGHT || (buffer == GL_BACK && count > 1);
        if several && !es {
            return Err(if buffer == GL_BACK {
                invalid_operation(
                    &"GL_INVALID_OPERATION is generated if any value in bufs is GL_BACK, and n is not one. [reference page glDrawBuffers]",
                )
            } else {
                invalid_enum(
                    &"An INVALID_ENUM error is generated if any of the constants FRONT, BACK, LEFT, RIGHT, or FRONT_AND_BACK are present \
                      in the bufs array passed to DrawBuffers. [GL 4.4, 17.4.1]",
                )
            });
        }
        let in_place = match kind {
            Kind::None => true,
            Kind::Attachment(attachment) => attachment == index,
            _ => buffer == GL_BACK && count == 1,
        };
        if es && !in_place {
            return Err(invalid_operation(
                &"If DrawBuffers is supplied with a constant other than BACK and NONE, or with a value of n other than 1, the error \
                  INVALID_OPERATION is generated. … Specifying a buffer out of order, BACK, or COLOR_ATTACHMENTm where m is greater than \
                  or equal to the value of MAX_COLOR_ATTACHMENTS, will generate the error INVALID_OPERATION. [ES 3.0, 4.2.1]",
            ));
        }
        check(framebuffer, kind)?;
        if buffer != GL_NONE && wanted.contains(&buffer) {
            return Err(invalid_operation(
                &"An INVALID_OPERATION error is generated if a buffer other than NONE is specified more than once in the array pointed to \
                  by bufs. [GL 4.4, 17.4.1]",
            ));
        }
        wanted[index] = buffer;
    }
    if es && framebuffer == 0 && count != 1 {
        return Err(invalid_operation(
            &"If DrawBuffers is supplied … with a value of n other than 1, the error INVALID_OPERATION is generated. [ES 3.0, 4.2.1]",
        ));
    }
    context.framebuffers.get_mut(framebuffer).draw_buffers = wanted;
    Ok(())
}

fn set_read_buffer(context: &mut Context, framebuffer: u32, buffer: u32) -> Result<()> {
    let kind = kind(buffer)?;
    let es_accepts = matches!(kind, Kind::None | Kind::Attachment(_)) || buffer == GL_BACK;
    if context.is_es() && !es_accepts {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if src is not BACK or one of the values from table 4.3. [ES 3.0, 4.3.1]",
        ));
    }
    // "FRONT_AND_BACK, FRONT, and LEFT refer to the front left buffer" [GL 4.6, 18.2.1].
    check(framebuffer, kind)?;
    context.framebuffers.get_mut(framebuffer).read_buffer = buffer;
    Ok(())
}

/// Implements glDrawBuffer.
pub fn draw_buffer(context: &mut Context, buffer: u32) -> Result<()> {
    set_draw_buffer(context, context.framebuffers.draw, buffer)
}

/// Implements glDrawBuffers.
pub fn draw_buffers(context: &mut Context, count: i32, buffers: In<u32>) -> Result<()> {
    set_draw_buffers(context, context.framebuffers.draw, count, buffers)
}

/// Implements glReadBuffer.
pub fn read_buffer(context: &mut Context, buffer: u32) -> Result<()> {
    set_read_buffer(context, context.framebuffers.read, buffer)
}

/// Returns GL_IMPLEMENTATION_COLOR_READ_FORMAT and _TYPE of the read buffer.
pub fn read_format(context: &Context) -> Result<(u32, u32)> {
    read_format_of(context, context.framebuffers.read)
}

/// Returns GL_IMPLEMENTATION_COLOR_READ_FORMAT and _TYPE of a framebuffer's read buffer.
pub(super) fn read_format_of(context: &Context, framebuffer: u32) -> Result<(u32, u32)> {
    let unreadable = invalid_operation(
        &"GetIntegerv generates an INVALID_OPERATION error in these cases if the object bound to READ_FRAMEBUFFER_BINDING is not \
          framebuffer complete (as defined in section 4.4.4), or if READ_BUFFER is NONE, or if the GL is using a framebuffer object (i.e. \
          READ_FRAMEBUFFER_BINDING is non-zero) and the read buffer selects an attachment that has no image attached. [ES 3.0, 4.3.2]",
    );
    if status(context, framebuffer, true) != GL_FRAMEBUFFER_COMPLETE {
        return Err(unreadable);
    }
    let format = read_color_of(context, framebuffer).ok_or(unreadable)?.format;
    // OpenGL converts every framebuffer to RGBA bytes.
    if !context.is_es() {
        return Ok((GL_RGBA, GL_UNSIGNED_BYTE));
    }
    let (pixels, ty) = format.pixels();
    Ok((if pixels == GL_BGRA { GL_RGBA } else { pixels }, ty))
}
