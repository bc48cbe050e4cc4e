//! Lowering of built-in functions.

mod common;
mod exponential;
mod geometry;
mod image;
mod integer;
mod matrix;
mod memory;
mod packing;
mod texture;

use super::analysis::written_arguments;
use super::values::Words;
use super::{Lowered, Lowering, types};
use crate::ir::linear::Virtual;
use base::hir::{Builtin, Expr, Scalar, Type};

/// An argument's components and their type.
pub struct Argument {
    /// The components; one of 64 bits is represented by its low word.
    pub components: Vec<Virtual>,
    pub scalar: Scalar,
    pub ty: Type,
}

impl Argument {
    /// Returns the component at an index; a scalar has the same component at every index.
    pub fn at(&self, index: usize) -> Option<Virtual> {
        if self.components.len() == 1 { self.components.first().copied() } else { self.components.get(index).copied() }
    }
}

impl Lowering<'_> {
    /// Lowers a call of a built-in function; `ty` is the type of its result.
    pub fn builtin(&mut self, builtin: Builtin, arguments: &[Expr], ty: &Type) -> Lowered<Words> {
        if let Some(words) = self.memory_function(builtin, arguments)? {
            return Ok(words);
        }
        if let Some(words) = self.image_function(builtin, arguments, ty)? {
            return Ok(words);
        }
        if let Some(words) = self.texture_function(builtin, arguments, ty)? {
            return Ok(words);
        }
        if let Some(words) = self.interpolation_function(builtin, arguments)? {
            return Ok(words);
        }
        let written = written_arguments(builtin);
        let mut paths = Vec::new();
        let mut values = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            if written.contains(&index) {
                paths.push(self.out_argument(argument)?);
            } else {
                values.push(self.argument(argument)?);
            }
        }
        let scalar = types::scalar(ty);
        let count = match ty {
            Type::Void => values.iter().map(|value| value.components.len()).max().unwrap_or(0),
            _ => (types::words(ty) / scalar.words()) as usize,
        };
        let results = self.value_function(builtin, &values, scalar, count)?;
        // First the words of the result, then those of each out argument.
        let mut results = results.into_iter();
        let result = results.next().unwrap_or_default();
        for (path, value) in paths.iter().zip(results) {
            self.write(path, &value)?;
        }
        Ok(result)
    }

    /// Lowers the value of an argument.
    pub fn argument(&mut self, argument: &Expr) -> Lowered<Argument> {
        let words = self.expression(argument)?;
        let scalar = types::scalar(&argument.ty);
        Ok(Argument { components: self.components(&words, scalar), scalar, ty: argument.ty.clone() })
    }

    /// Lowers a function without effects on memory; returns the words of its result and of each out argument.
    fn value_function(&mut self, builtin: Builtin, arguments: &[Argument], scalar: Scalar, count: usize) -> Lowered<Vec<Words>> {
        let from = arguments.first().map_or(scalar, |argument| argument.scalar);
        if let Some(components) = self.geometric_function(builtin, arguments, from) {
            return Ok(vec![Self::words_of(&components, scalar)]);
        }
        if let Some(components) = self.matrix_function(builtin, arguments, from) {
            return Ok(vec![Self::words_of(&components, scalar)]);
        }
        if let Some(results) = self.packing_function(builtin, arguments) {
            return Ok(results);
        }
        let mut results: Vec<Words> = Vec::new();
        for index in 0..count.max(1) {
            let operands: Vec<Virtual> = arguments.iter().filter_map(|argument| argument.at(index)).collect();
            let Some(values) = self.component_function(builtin, from, &operands) else {
                return Err(format!("the built-in function {builtin:?} is not supported"));
            };
            results.resize_with(values.len().max(results.len()), Words::new);
            for (result, value) in results.iter_mut().zip(values) {
                result.extend(value);
            }
        }
        Ok(results)
    }

    /// Lowers one component of a component-wise function; returns the words of its result and of each out argument.
    fn component_function(&mut self, builtin: Builtin, scalar: Scalar, operands: &[Virtual]) -> Option<Vec<Words>> {
        let same = |value: Virtual| vec![Self::words_of(&[value], scalar)];
        if let Some(value) = self.common_function(builtin, scalar, operands) {
            return Some(same(value));
        }
        if let Some(value) = self.exponential_function(builtin, scalar, operands) {
            return Some(same(value));
        }
        if let Some(value) = self.predicate(builtin, scalar, operands) {
            return Some(vec![vec![value]]);
        }
        self.integer_function(builtin, scalar, operands).or_else(|| self.split_function(builtin, scalar, operands))
    }
}
