//! Namespaces of objects: generated names and their objects.

use crate::error::{Error, NO_MEMORY, invalid_operation};
use glmeter_abi::text::Text;
use std::collections::HashMap;
use std::sync::Arc;

/// A namespace from 1 up. A name is unused, generated without an object, or has its object.
pub struct Names<T> {
    /// By name; none for a generated name without an object.
    objects: HashMap<u32, Option<T>>,
    /// The name to try next.
    next: u32,
    /// The labels of glObjectLabel.
    labels: Labels,
}

/// Debug labels by name.
pub type Labels = HashMap<u32, Text>;

/// Objects that can have debug labels.
pub trait Labelled {
    /// Returns the labels if the name has an object.
    fn labels(&mut self, name: u32) -> Option<&mut Labels>;
}

impl<T> Labelled for Names<T> {
    fn labels(&mut self, name: u32) -> Option<&mut Labels> {
        self.get(name)?;
        Some(&mut self.labels)
    }
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Self { objects: HashMap::new(), next: 1, labels: Labels::new() }
    }
}

impl<T> Names<T> {
    /// Limits the names: sixteen million, and no more than one gigabyte holds.
    const LIMIT: usize = {
        let fitting = (1 << 30) / size_of::<(u32, Option<T>)>();
        if fitting < 1 << 24 { fitting } else { 1 << 24 }
    };

    /// Reserves space for more names.
    pub fn reserve(&mut self, count: usize) -> Result<(), Error> {
        if count > Self::LIMIT.saturating_sub(self.objects.len()) {
            return Err(NO_MEMORY);
        }
        self.objects.try_reserve(count).map_err(|_| NO_MEMORY)
    }

    /// Generates a name without an object.
    pub fn generate(&mut self) -> Result<u32, Error> {
        self.reserve(1)?;
        while self.next == 0 || self.objects.contains_key(&self.next) {
            self.next = self.next.wrapping_add(1);
        }
        let name = self.next;
        self.next = self.next.wrapping_add(1);
        self.objects.insert(name, None);
        Ok(name)
    }

    /// Generates contiguous names without objects and returns the first; none if there is no group of so many, or for no names.
    pub fn generate_group(&mut self, count: u32) -> Option<u32> {
        let rest = count.checked_sub(1)?;
        self.reserve(count as usize).ok()?;
        let mut first = self.next.max(1);
        if (0..count).any(|number| first.checked_add(number).is_none_or(|name| self.objects.contains_key(&name))) {
            let mut used: Vec<u32> = Vec::new();
            used.try_reserve_exact(self.objects.len()).ok()?;
            used.extend(self.objects.keys());
            used.sort_unstable();
            first = 1;
            for name in used {
                if name >= first && name - first >= count {
                    break;
                }
                first = first.max(name.checked_add(1)?);
            }
        }
        first.checked_add(rest)?;
        (0..count).for_each(|number| drop(self.objects.insert(first + number, None)));
        self.next = first.wrapping_add(count);
        Some(first)
    }

    /// Returns true if the name was generated, or created by use, and not deleted.
    pub fn is_name(&self, name: u32) -> bool {
        self.objects.contains_key(&name)
    }

    /// Returns the object of a name.
    pub fn get(&self, name: u32) -> Option<&T> {
        self.objects.get(&name)?.as_ref()
    }

    /// Returns the object of a name.
    pub fn get_mut(&mut self, name: u32) -> Option<&mut T> {
        self.objects.get_mut(&name)?.as_mut()
    }

    /// Sets the object of a name. Compatibility contexts may bind names that were never generated.
    pub fn put(&mut self, name: u32, object: T) -> Result<(), Error> {
        // `insert` may allocate even if it only replaces.
        match self.objects.get_mut(&name) {
            Some(place) => *place = Some(object),
            None => {
                self.reserve(1)?;
                self.objects.insert(name, Some(object));
            }
        }
        Ok(())
    }

    /// Deletes a name and returns its object.
    pub fn remove(&mut self, name: u32) -> Option<T> {
        self.labels.remove(&name);
        self.objects.remove(&name).flatten()
    }

    /// Returns all objects.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.objects.iter().filter_map(|(&name, object)| Some((name, object.as_ref()?)))
    }
}

impl<T> Names<Arc<T>> {
    /// Returns the object of a name, for the commands that act on named objects.
    pub fn existing(&self, name: u32) -> Result<Arc<T>, Error> {
        self.get(name).cloned().ok_or(invalid_operation(&"No object has the name."))
    }
}

/// Locks shared state. A command that panicked while it held the lock has left valid values.
pub fn lock<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::testing::fixtures::code_of;
    use crate::tokens::GL_OUT_OF_MEMORY;

    #[test]
    fn there_is_no_room_for_any_number_of_names() {
        let mut names = Names::<[u64; 500]>::default();
        assert_eq!(code_of(names.reserve(i32::MAX as usize)), Err(GL_OUT_OF_MEMORY));
        assert_eq!(code_of(names.reserve(usize::MAX)), Err(GL_OUT_OF_MEMORY));
        assert_eq!(code_of(Names::<u8>::default().reserve((1 << 24) + 1)), Err(GL_OUT_OF_MEMORY));
        assert_eq!((names.generate(), names.generate()), (Ok(1), Ok(2)));
        assert_eq!(names.put(7, [0; 500]), Ok(()));
        assert_eq!(code_of(names.reserve(Names::<[u64; 500]>::LIMIT - 2)), Err(GL_OUT_OF_MEMORY));
    }

    #[test]
    fn groups_are_where_no_names_are() {
        let mut names = Names::<u8>::default();
        assert_eq!((names.generate_group(0), names.generate_group(2), names.generate()), (None, Some(1), Ok(3)));
        names.put(6, 0).unwrap();
        // From 4 on there is room for two names alone, and none after the last one.
        assert_eq!((names.generate_group(3), names.generate_group(2)), (Some(7), Some(10)));
        names.put(u32::MAX, 0).unwrap();
        names.next = u32::MAX - 1;
        assert_eq!((names.generate_group(2), names.generate_group(2)), (Some(4), Some(12)));
        assert_eq!(names.generate_group(u32::MAX), None);
    }
}
