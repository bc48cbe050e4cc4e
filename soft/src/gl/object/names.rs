//! Name spaces of objects: names that were generated, and what they became.

use crate::gl::error::Error;
use crate::tokens::{GL_INVALID_OPERATION, GL_OUT_OF_MEMORY};
use std::collections::HashMap;
use std::sync::Arc;

/// Names from 1 up. A name is unused, generated (no object yet) or has its object.
pub struct Names<T> {
    objects: HashMap<u32, Option<T>>,
    next: u32,
    /// What glObjectLabel gave them.
    labels: Labels,
}

/// Debug labels by name.
pub type Labels = HashMap<u32, String>;

/// Objects that can have debug labels.
pub trait Labelled {
    /// The labels, if the name has an object.
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
    /// How many names there may be: sixteen million, and no more than take a gigabyte.
    const LIMIT: usize = {
        let fitting = (1 << 30) / size_of::<(u32, Option<T>)>();
        if fitting < 1 << 24 { fitting } else { 1 << 24 }
    };

    /// Makes sure that so many names can be added. GL_OUT_OF_MEMORY if not.
    pub fn reserve(&mut self, count: usize) -> Result<(), Error> {
        if count > Self::LIMIT.saturating_sub(self.objects.len()) {
            return Err(GL_OUT_OF_MEMORY);
        }
        self.objects.try_reserve(count).map_err(|_| GL_OUT_OF_MEMORY)
    }

    /// A new name without an object.
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

    /// Whether the name was generated (or made by use) and not deleted.
    pub fn is_name(&self, name: u32) -> bool {
        self.objects.contains_key(&name)
    }

    /// The object of a name.
    pub fn get(&self, name: u32) -> Option<&T> {
        self.objects.get(&name)?.as_ref()
    }

    /// The object of a name.
    pub fn get_mut(&mut self, name: u32) -> Option<&mut T> {
        self.objects.get_mut(&name)?.as_mut()
    }

    /// Gives a name its object (a compatibility context may bind names that were never generated).
    pub fn put(&mut self, name: u32, object: T) -> Result<(), Error> {
        // Inserting may make room even where it only replaces.
        match self.objects.get_mut(&name) {
            Some(place) => *place = Some(object),
            None => {
                self.reserve(1)?;
                self.objects.insert(name, Some(object));
            }
        }
        Ok(())
    }

    /// Frees the name; gives what it was.
    pub fn remove(&mut self, name: u32) -> Option<T> {
        self.labels.remove(&name);
        self.objects.remove(&name).flatten()
    }

    /// All objects.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.objects.iter().filter_map(|(&name, object)| Some((name, object.as_ref()?)))
    }
}

impl<T> Names<Arc<T>> {
    /// Returns the object of a name. GL_INVALID_OPERATION for a name without one.
    pub fn existing(&self, name: u32) -> Result<Arc<T>, Error> {
        self.get(name).cloned().ok_or(GL_INVALID_OPERATION)
    }
}

/// Locks shared state. A command that panicked while it held the lock has left values that are still whole.
pub fn lock<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_no_room_for_any_number_of_names() {
        let mut names = Names::<[u64; 500]>::default();
        assert_eq!(names.reserve(i32::MAX as usize), Err(GL_OUT_OF_MEMORY));
        assert_eq!(names.reserve(usize::MAX), Err(GL_OUT_OF_MEMORY));
        assert_eq!(Names::<u8>::default().reserve((1 << 24) + 1), Err(GL_OUT_OF_MEMORY));
        assert_eq!((names.generate(), names.generate()), (Ok(1), Ok(2)));
        assert_eq!(names.put(7, [0; 500]), Ok(()));
        assert_eq!(names.reserve(Names::<[u64; 500]>::LIMIT - 2), Err(GL_OUT_OF_MEMORY));
    }
}
