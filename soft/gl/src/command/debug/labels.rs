//! Object labels: glObjectLabel and the commands of EXT_debug_label.

use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, Result, invalid_enum, invalid_operation, invalid_value};
use crate::limits::MAX_LABEL_LENGTH;
use crate::object::names::{Labelled, Labels, lock};
use crate::object::program::Object;
use crate::pointer::{In, Out, copied};
use crate::tokens::*;
use glmeter_abi::text::Text;

/// Calls `work` with the labels of the namespace that `identifier` names, if `name` has an object of that type.
fn labelled<R>(context: &mut Context, identifier: u32, name: u32, work: impl FnOnce(&mut Labels) -> R) -> Result<R> {
    let no_object = invalid_value(
        &"An INVALID_VALUE error is generated if name is not the name of a valid object of the type specified by identifier. \
          [GL 4.4, 20.7]",
    );
    let of = |names: &mut dyn Labelled| names.labels(name).map(work).ok_or(no_object);
    let share = context.share.clone();
    match identifier {
        GL_BUFFER => of(&mut *lock(&share.buffers)),
        GL_TEXTURE => of(&mut *lock(&share.textures)),
        GL_SAMPLER => of(&mut *lock(&share.samplers)),
        GL_RENDERBUFFER => of(&mut *lock(&share.renderbuffers)),
        GL_SHADER | GL_PROGRAM => {
            let mut objects = lock(&share.programs);
            let is_shader = matches!(objects.get(name).ok_or(no_object)?, Object::Shader(_));
            if is_shader == (identifier == GL_SHADER) { of(&mut *objects) } else { Err(no_object) }
        }
        GL_VERTEX_ARRAY => of(&mut context.vertex_arrays.arrays),
        GL_FRAMEBUFFER => of(&mut context.framebuffers.objects),
        GL_QUERY => of(context.queries.labelled()),
        GL_PROGRAM_PIPELINE => of(context.programs.pipelines.labelled()),
        GL_TRANSFORM_FEEDBACK => of(context.feedback.labelled()),
        GL_DISPLAY_LIST if context.config.api == Api::Compatibility => of(&mut *lock(&context.compat.lists.lists)),
        _ => Err(invalid_enum(
            &"An INVALID_ENUM error is generated if identifier is not one of the object types listed in table 20.4. [GL 4.4, 20.7]",
        )),
    }
}

/// Reads a label: `length` bytes, or up to the terminating zero if `length` is negative; none for null.
fn given(length: i32, label: In<u8>) -> Result<Option<Text>> {
    if label.is_null() {
        return Ok(None);
    }
    let length = usize::try_from(length).ok();
    let too_long = invalid_value(
        &"An INVALID_VALUE error is generated if the number of characters in label, excluding the null terminator when length is negative, \
          is not less than the value of MAX_LABEL_LENGTH. [GL 4.4, 20.7]",
    );
    if length.is_some_and(|length| length >= MAX_LABEL_LENGTH) {
        return Err(too_long);
    }
    label.with_text(length, |bytes| if bytes.len() >= MAX_LABEL_LENGTH { Err(too_long) } else { copied(bytes).map(Some) })
}

/// Writes a label, cut to `size` bytes with its terminating zero, and its length. Without memory for the text, writes the whole length.
fn take(label: &Text, size: i32, length: Out<i32>, text: Out<u8>) -> Result<()> {
    let size =
        usize::try_from(size).map_err(|_| invalid_value(&"An INVALID_VALUE error is generated if bufSize is negative. [GL 4.4, 20.9]"))?;
    let written = if text.is_null() { label.len() } else { text.write_text(size, label) };
    length.set(written as i32);
    Ok(())
}

/// Implements glObjectLabel.
pub(super) fn object_label(context: &mut Context, identifier: u32, name: u32, length: i32, label: In<u8>) -> Result<()> {
    labelled(context, identifier, name, |_| ())?;
    let label = given(length, label)?;
    labelled(context, identifier, name, |labels| {
        match label {
            Some(label) => {
                labels.try_reserve(1).map_err(|_| NO_MEMORY)?;
                labels.insert(name, label);
            }
            None => drop(labels.remove(&name)),
        }
        Ok(())
    })?
}

/// Implements glGetObjectLabel.
pub(super) fn get_object_label(
    context: &mut Context,
    identifier: u32,
    name: u32,
    size: i32,
    length: Out<i32>,
    label: Out<u8>,
) -> Result<()> {
    labelled(context, identifier, name, |labels| take(labels.get(&name).unwrap_or(&Text::default()), size, length, label))?
}

/// Implements glObjectPtrLabel.
pub(super) fn object_ptr_label(context: &mut Context, pointer: usize, length: i32, label: In<u8>) -> Result<()> {
    let mut syncs = lock(&context.share.syncs);
    let place = syncs
        .label(pointer)
        .ok_or(invalid_value(&"An INVALID_VALUE error is generated if ptr is not the name of a sync object. [GL 4.4, 20.7]"))?;
    *place = given(length, label)?.unwrap_or_default();
    Ok(())
}

/// Implements glGetObjectPtrLabel.
pub(super) fn get_object_ptr_label(context: &mut Context, pointer: usize, size: i32, length: Out<i32>, label: Out<u8>) -> Result<()> {
    let mut syncs = lock(&context.share.syncs);
    take(
        syncs
            .label(pointer)
            .ok_or(invalid_value(&"An INVALID_VALUE error is generated if ptr is not the name of a sync object. [GL 4.4, 20.9]"))?,
        size,
        length,
        label,
    )
}

/// Returns the identifier that glObjectLabel has for an object type of EXT_debug_label.
fn kind(ty: u32) -> Result<u32> {
    Ok(match ty {
        GL_BUFFER_OBJECT_EXT => GL_BUFFER,
        GL_SHADER_OBJECT_EXT => GL_SHADER,
        GL_PROGRAM_OBJECT_EXT => GL_PROGRAM,
        GL_VERTEX_ARRAY_OBJECT_EXT => GL_VERTEX_ARRAY,
        GL_QUERY_OBJECT_EXT => GL_QUERY,
        GL_PROGRAM_PIPELINE_OBJECT_EXT => GL_PROGRAM_PIPELINE,
        GL_TEXTURE | GL_FRAMEBUFFER | GL_RENDERBUFFER | GL_SAMPLER | GL_TRANSFORM_FEEDBACK => ty,
        _ => {
            return Err(invalid_enum(
                &"INVALID_ENUM error will be generated by LabelObjectEXT or GetObjectLabelEXT if <type> is not one of the allowed object \
                  types. [EXT_debug_label]",
            ));
        }
    })
}

/// Checks that a name has an object of a type, with the error of EXT_debug_label where glObjectLabel raises an "INVALID_VALUE".
fn exists(context: &mut Context, kind: u32, name: u32) -> Result<()> {
    labelled(context, kind, name, |_| ()).map_err(|error| {
        if error.code == GL_INVALID_VALUE {
            invalid_operation(&"If <object> is not an object of type <type>, an INVALID_OPERATION error is generated. [EXT_debug_label]")
        } else {
            error
        }
    })
}

/// Implements glLabelObjectEXT: a length of 0 stands for a terminated text; a null label removes the old one.
fn label_object(context: &mut Context, ty: u32, name: u32, length: i32, label: In<u8>) -> Result<()> {
    let kind = kind(ty)?;
    if length < 0 {
        return Err(invalid_value(&"INVALID_VALUE is generated by LabelObjectEXT if <length> is less than zero. [EXT_debug_label]"));
    }
    exists(context, kind, name)?;
    object_label(context, kind, name, if length == 0 { -1 } else { length }, label)
}

/// Implements glGetObjectLabelEXT.
fn get_label(context: &mut Context, ty: u32, name: u32, size: i32, length: Out<i32>, label: Out<u8>) -> Result<()> {
    let kind = kind(ty)?;
    if size < 0 {
        return Err(invalid_value(&"INVALID_VALUE is generated by GetObjectLabelEXT if <bufSize> is less than zero. [EXT_debug_label]"));
    }
    exists(context, kind, name)?;
    get_object_label(context, kind, name, size, length, label)
}

commands! {
    fn glLabelObjectEXT(ty: u32, name: u32, length: i32, label: In<u8>) => label_object;
    fn glGetObjectLabelEXT(ty: u32, name: u32, size: i32, length: Out<i32>, label: Out<u8>) => get_label;
    fn glObjectLabel(identifier: u32, name: u32, length: i32, label: In<u8>) => object_label;
    fn glGetObjectLabel(identifier: u32, name: u32, size: i32, length: Out<i32>, label: Out<u8>) => get_object_label;
    fn glObjectPtrLabel(pointer: usize, length: i32, label: In<u8>) => object_ptr_label;
    fn glGetObjectPtrLabel(pointer: usize, size: i32, length: Out<i32>, label: Out<u8>) => get_object_ptr_label;
}
