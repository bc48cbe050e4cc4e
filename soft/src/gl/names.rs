//! Name spaces of objects: names that were generated, and what they became.

use std::collections::HashMap;

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
    /// A new name without an object.
    pub fn generate(&mut self) -> u32 {
        while self.next == 0 || self.objects.contains_key(&self.next) {
            self.next = self.next.wrapping_add(1);
        }
        let name = self.next;
        self.next = self.next.wrapping_add(1);
        self.objects.insert(name, None);
        name
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
    pub fn put(&mut self, name: u32, object: T) {
        self.objects.insert(name, Some(object));
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

/// Locks shared state. A command that panicked while it held the lock has left values that are still whole.
pub fn lock<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
