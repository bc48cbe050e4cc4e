//! Names of vertex arrays, and binding.

use crate::command::names as object_names;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_operation};
use crate::object::vertex_array::VertexArray;
use crate::pointer::{In, Out};

commands! {
    fn glGenVertexArrays(count: i32, names: Out<u32>) => generate;
    fn glCreateVertexArrays(count: i32, names: Out<u32>)
        => |context| object_names::create(&mut context.vertex_arrays.arrays, count, names, |name| Ok(VertexArray::new(name)));
    fn glDeleteVertexArrays(count: i32, names: In<u32>) => delete;
    fn glIsVertexArray(name: u32) -> u8 => |context| Ok(context.vertex_arrays.arrays.get(name).is_some().into());
    #[not_in_lists] fn glBindVertexArray(name: u32) => bind;
    alias glGenVertexArraysAPPLE = glGenVertexArrays;
    alias glDeleteVertexArraysAPPLE = glDeleteVertexArrays;
    alias glIsVertexArrayAPPLE = glIsVertexArray;
    alias glBindVertexArrayAPPLE = glBindVertexArray;
}

/// The array object that a command acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The bound object.
    Bound,
    /// The bound object, or the default one, which the core profile does not have otherwise. "An INVALID_OPERATION error is generated if no vertex array
    /// object is bound" [GL 4.4 core, 10.3.1, 10.6], but Mesa's drivers accept the commands that enable an attribute or set its divisor, and those
    /// that ask for an attribute, and tests of the conformance suite rely on it. Commands that set formats, pointers and buffers, and draws, raise
    /// the error.
    BoundOrDefault,
    /// The object of a name.
    Named(u32),
}

impl Which {
    /// Returns the object.
    pub fn of(self, context: &mut Context) -> Result<&mut VertexArray> {
        let core = context.config.api == Api::Core;
        let arrays = &mut context.vertex_arrays;
        match self {
            Which::Bound if arrays.bound == 0 && core => {
                Err(invalid_operation(&"An INVALID_OPERATION error is generated if no vertex array object is bound. [GL 4.4 core, 10.3.1]"))
            }
            Which::Bound | Which::BoundOrDefault => Ok(arrays.array_mut()),
            Which::Named(0) if !core => Ok(&mut arrays.default),
            Which::Named(name) => arrays.arrays.get_mut(name).ok_or(invalid_operation(
                &"An INVALID_OPERATION error is generated if <vaobj> is not … the name of an existing vertex array object. \
                  [ARB_direct_state_access]",
            )),
        }
    }
}

/// Implements glGenVertexArrays.
pub fn generate(context: &mut Context, count: i32, names: Out<u32>) -> Result<()> {
    object_names::generate(&mut context.vertex_arrays.arrays, count, names)
}

/// Implements glDeleteVertexArrays. Deleting the bound array binds the default one.
pub fn delete(context: &mut Context, count: i32, names: In<u32>) -> Result<()> {
    let arrays = &mut context.vertex_arrays;
    for name in object_names::listed(count, names)? {
        arrays.arrays.remove(name);
        if arrays.bound == name {
            arrays.bound = 0;
        }
    }
    Ok(())
}

/// Implements glBindVertexArray.
pub fn bind(context: &mut Context, name: u32) -> Result<()> {
    let arrays = &mut context.vertex_arrays;
    if name != 0 {
        if !arrays.arrays.is_name(name) {
            return Err(invalid_operation(
                &"An INVALID_OPERATION error is generated if array is not zero or a name returned from a previous call to GenVertexArrays, \
                  or if such a name has since been deleted with DeleteVertexArrays. [GL 4.4, 10.4]",
            ));
        }
        if arrays.arrays.get(name).is_none() {
            arrays.arrays.put(name, VertexArray::new(name))?;
        }
    }
    arrays.bound = name;
    Ok(())
}
