//! Names of objects: what glGen…, glCreate… and glDelete… have in common.

use crate::error::Result;
use crate::object::names::Names;
use crate::pointer::{In, Out, array_length};

/// Generates names without objects: glGen…. Without memory to return them in it generates none, because they would be lost.
pub fn generate<T>(names: &mut Names<T>, count: i32, result: Out<u32>) -> Result<()> {
    each(names, count, result, |_, _| Ok(()))
}

/// Generates names with objects: glCreate….
pub fn create<T>(names: &mut Names<T>, count: i32, result: Out<u32>, mut new: impl FnMut(u32) -> Result<T>) -> Result<()> {
    each(names, count, result, |names, name| names.put(name, new(name)?))
}

fn each<T>(names: &mut Names<T>, count: i32, result: Out<u32>, mut work: impl FnMut(&mut Names<T>, u32) -> Result<()>) -> Result<()> {
    let count = array_length(count)?;
    if result.is_null() {
        return Ok(());
    }
    names.reserve(count)?;
    for index in 0..count {
        let name = names.generate()?;
        work(names, name)?;
        result.element(index).set(name);
    }
    Ok(())
}

/// Returns the names that a glDelete… command lists.
pub fn listed(count: i32, names: In<u32>) -> Result<impl Iterator<Item = u32> + Clone> {
    let count = array_length(count)?;
    Ok((0..count).map_while(move |index| names.at(index)))
}
