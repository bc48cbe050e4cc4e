//! The uniforms that reflection lists for one variable, and their limits.

use base::hir::Type;
use shader::pipeline::program::Uniform;
use std::collections::BTreeSet;

/// The limit of uniform locations, and of entries that reflection lists.
pub const MAX_LOCATIONS: u32 = shader::pipeline::limits::UNIFORM_LOCATIONS;
/// The limit of the bytes of all names that reflection makes of one variable: nested structures with long names would take gigabytes.
pub const MAX_NAME_BYTES: usize = 1 << 24;

/// The list of uniforms that reflection sees: structures by member, arrays of structures and of arrays by element.
pub struct Leaves<'a> {
    /// The uniforms so far.
    pub list: Vec<Uniform>,
    limit: usize,
    /// The bytes of names that may still be made.
    name_bytes: usize,
    prefix: &'a str,
}

impl<'a> Leaves<'a> {
    /// Creates an empty list that takes `limit` uniforms, whose names begin with `prefix`.
    pub fn new(prefix: &'a str, limit: usize) -> Self {
        Self { list: Vec::new(), limit, name_bytes: MAX_NAME_BYTES, prefix }
    }

    /// Removes the uniforms of the elements of an array of structures that no shader uses.
    pub fn retain_elements(&mut self, used: &BTreeSet<u32>) {
        let prefix = self.prefix;
        let element = |name: &str| name.strip_prefix(prefix)?.strip_prefix('[')?.split_once("].")?.0.parse::<u32>().ok();
        self.list.retain(|uniform| element(&uniform.name).is_none_or(|element| used.contains(&element)));
    }

    /// Adds the uniforms of a value; returns false if there are too many.
    pub fn add(&mut self, name: &str, ty: &Type, word: u32) -> bool {
        let Some(left) = self.name_bytes.checked_sub(name.len()) else { return false };
        self.name_bytes = left;
        match ty {
            Type::Struct(structure) => {
                let mut word = word;
                for member in &structure.members {
                    if !self.add(&format!("{name}.{}", member.name), &member.ty, word) {
                        return false;
                    }
                    word = word.saturating_add(member.ty.words() as u32);
                }
                true
            }
            Type::Array(element, length) if matches!(**element, Type::Struct(_) | Type::Array(..)) => {
                let size = element.words() as u32;
                (0..*length).all(|index| self.add(&format!("{name}[{index}]"), element, word.saturating_add(index.saturating_mul(size))))
            }
            _ => {
                let (element, elements, array) = match ty {
                    Type::Array(element, length) => (&**element, *length, true),
                    _ => (ty, 1, false),
                };
                self.list.push(Uniform {
                    name: if array { format!("{name}[0]") } else { name.into() },
                    ty: element.clone(),
                    elements,
                    array,
                    location: -1,
                    word,
                    words_per_element: element.words() as u32,
                    block: None,
                    state: false,
                    stages: 0,
                });
                debug_assert!(name.starts_with(self.prefix));
                self.list.len() <= self.limit
            }
        }
    }
}
