//! The identifiers of the device and of the driver, by which programs tell whose memory they may import.

use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_value};
use crate::pointer::Out;
use crate::state::value::Value;
use crate::tokens::*;

commands! {
    fn glGetUnsignedBytevEXT(name: u32, values: Out<u8>) => get_bytes;
    fn glGetUnsignedBytei_vEXT(name: u32, index: u32, values: Out<u8>) => get_indexed_bytes;
}

/// GL_DEVICE_UUID_EXT: every processor is the same device, and no Vulkan driver has its identifier.
const DEVICE: [u8; 16] = *b"glmeter software";

/// GL_DRIVER_UUID_EXT. The last byte is the version of the layout of textures in imported memory.
const DRIVER: [u8; 16] = *b"glmeter layout \x01";

/// Returns the bytes of a state variable.
fn bytes(name: u32) -> Option<&'static [u8]> {
    match name {
        GL_NUM_DEVICE_UUIDS_EXT => Some(&[1]),
        GL_DEVICE_UUID_EXT => Some(&DEVICE),
        GL_DRIVER_UUID_EXT => Some(&DRIVER),
        _ => None,
    }
}

/// Returns the bytes of a state variable as integers; none for other names.
pub fn get(name: u32) -> Option<Value> {
    Some(Value::Int(bytes(name)?.iter().copied().map(i64::from).collect()))
}

/// Returns the same with an index: there is one device.
pub fn get_indexed(name: u32, index: u32) -> Option<Result<Value>> {
    let value = get(name)?;
    Some(if index == 0 {
        Ok(value)
    } else {
        Err(invalid_value(
            &"An INVALID_VALUE error is generated if index is outside the valid range for the indexed state target. [GL 4.4, 22.1]",
        ))
    })
}

/// Implements glGetUnsignedBytevEXT.
fn get_bytes(_: &mut Context, name: u32, values: Out<u8>) -> Result<()> {
    values.write(
        bytes(name).ok_or(invalid_enum(
            &"An INVALID_ENUM error is generated if pname is not state queriable with these commands. [GL 4.4, 22.1]",
        ))?,
    );
    Ok(())
}

/// Implements glGetUnsignedBytei_vEXT.
fn get_indexed_bytes(_: &mut Context, name: u32, index: u32, values: Out<u8>) -> Result<()> {
    let bytes = bytes(name).ok_or(invalid_enum(
        &"An INVALID_ENUM error is generated if target is not indexed state queriable with these commands. [GL 4.4, 22.1]",
    ))?;
    if index > 0 {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if index is outside the valid range for the indexed state target. [GL 4.4, 22.1]",
        ));
    }
    values.write(bytes);
    Ok(())
}
