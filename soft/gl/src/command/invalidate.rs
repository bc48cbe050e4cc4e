//! glInvalidateFramebuffer: the contents become undefined, so they may stay as they are.

use crate::command::framebuffer;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_operation, invalid_value};
use crate::limits;
use crate::pointer::{In, array_length};
use crate::tokens::*;

commands! {
    fn glInvalidateFramebuffer(target: u32, count: i32, attachments: In<u32>) => invalidate;
    fn glDiscardFramebufferEXT(target: u32, count: i32, attachments: In<u32>) => invalidate;
    fn glInvalidateSubFramebuffer(target: u32, count: i32, attachments: In<u32>, x: i32, y: i32, width: i32, height: i32) => invalidate_part;
    fn glInvalidateNamedFramebufferData(framebuffer: u32, count: i32, attachments: In<u32>)
        => |context| check(context, framebuffer::named(context, framebuffer)?, count, attachments);
    fn glInvalidateNamedFramebufferSubData(
        framebuffer: u32, count: i32, attachments: In<u32>, x: i32, y: i32, width: i32, height: i32
    ) => invalidate_named_part;
}

/// Checks the attachments of a framebuffer.
fn check(context: &Context, framebuffer: u32, count: i32, attachments: In<u32>) -> Result<()> {
    let count = array_length(count)?;
    for index in 0..count {
        let Some(attachment) = attachments.at(index) else { break };
        let last = GL_COLOR_ATTACHMENT0 + limits::MAX_COLOR_ATTACHMENTS as u32 - 1;
        let known = match attachment {
            GL_COLOR_ATTACHMENT0..=GL_COLOR_ATTACHMENT31 if framebuffer != 0 && attachment > last => {
                return Err(invalid_operation(
                    &"An INVALID_OPERATION error is generated if attachments contains COLOR_ATTACHMENTm where m is greater than or equal \
                      to the value of MAX_COLOR_ATTACHMENTS. [GL 4.4, 17.4.4]",
                ));
            }
            GL_COLOR_ATTACHMENT0..=GL_COLOR_ATTACHMENT31 => framebuffer != 0,
            GL_DEPTH_ATTACHMENT | GL_STENCIL_ATTACHMENT | GL_DEPTH_STENCIL_ATTACHMENT => framebuffer != 0,
            GL_COLOR | GL_DEPTH | GL_STENCIL => framebuffer == 0,
            GL_FRONT_LEFT | GL_FRONT_RIGHT | GL_BACK_LEFT | GL_BACK_RIGHT => framebuffer == 0 && !context.is_es(),
            GL_ACCUM | GL_AUX0..=GL_AUX3 => framebuffer == 0 && context.config.api == Api::Compatibility,
            _ => false,
        };
        if !known {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if a framebuffer object is bound to target and any elements of attachments are not \
                  one of the attachments in table 9.1. … An INVALID_ENUM error is generated if the default framebuffer is bound to target \
                  and any elements of attachments are not one of: ACCUM, AUXi, FRONT_LEFT, FRONT_RIGHT, BACK_LEFT, and BACK_RIGHT, … \
                  COLOR, … DEPTH, … STENCIL [GL 4.4, 17.4.4]",
            ));
        }
    }
    Ok(())
}

/// Checks the attachments of a framebuffer, and a rectangle.
fn check_part(context: &Context, framebuffer: u32, count: i32, attachments: In<u32>, width: i32, height: i32) -> Result<()> {
    if width < 0 || height < 0 {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if numAttachments, width, or height is negative. [GL 4.4, 17.4.4]",
        ));
    }
    check(context, framebuffer, count, attachments)
}

/// Implements glInvalidateFramebuffer.
pub(super) fn invalidate(context: &mut Context, target: u32, count: i32, attachments: In<u32>) -> Result<()> {
    check(context, framebuffer::bound(context, target)?, count, attachments)
}

#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
fn invalidate_part(
    context: &mut Context,
    target: u32,
    count: i32,
    attachments: In<u32>,
    _: i32,
    _: i32,
    width: i32,
    height: i32,
) -> Result<()> {
    check_part(context, framebuffer::bound(context, target)?, count, attachments, width, height)
}

#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
fn invalidate_named_part(
    context: &mut Context,
    framebuffer: u32,
    count: i32,
    attachments: In<u32>,
    _: i32,
    _: i32,
    width: i32,
    height: i32,
) -> Result<()> {
    check_part(context, framebuffer::named(context, framebuffer)?, count, attachments, width, height)
}
