//! Values by the names of objects.

use crate::gl::GLuint;
use crate::hash::NameHasher;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// The most names with values in the list.
const LISTED: usize = 1 << 16;
/// The list's first length.
const FIRST: usize = 64;
/// The list has at most so many places for each name, so that a driver with large names wastes no memory.
const SPARSE: usize = 4;

/// Values by name. Drivers give small names in sequence: those are indices into a list, which costs fewer instructions than a hash. A map has the values
/// of all others.
pub struct Names<T> {
    /// The values of all names below its length.
    listed: Vec<Option<T>>,
    others: HashMap<GLuint, T, BuildHasherDefault<NameHasher>>,
    /// The number of names in the list.
    count: usize,
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Self { listed: Vec::new(), others: HashMap::default(), count: 0 }
    }
}

impl<T> Names<T> {
    /// Returns the value of a name.
    #[inline]
    pub fn get(&self, name: GLuint) -> Option<&T> {
        match self.listed.get(name as usize) {
            Some(value) => value.as_ref(),
            None => self.others.get(&name),
        }
    }

    /// Returns the value of a name, for changes.
    #[inline]
    pub fn get_mut(&mut self, name: GLuint) -> Option<&mut T> {
        match self.listed.get_mut(name as usize) {
            Some(value) => value.as_mut(),
            None => self.others.get_mut(&name),
        }
    }

    /// Returns true if no name has a value.
    pub fn is_empty(&self) -> bool {
        self.count == 0 && self.others.is_empty()
    }

    /// Reserves memory for `count` more names. Returns false if there is not enough.
    pub fn reserve(&mut self, count: usize) -> bool {
        self.others.try_reserve(count).is_ok()
    }

    /// Sets the value of a name. Returns its place.
    pub fn insert(&mut self, name: GLuint, value: T) -> &mut T {
        self.make_room(name);
        match self.listed.get_mut(name as usize) {
            Some(place) => {
                self.count += usize::from(place.is_none());
                place.insert(value)
            }
            None => self.others.entry(name).insert_entry(value).into_mut(),
        }
    }

    /// Returns the place of a name's value, which is set to `value` if the name has none.
    pub fn or_insert(&mut self, name: GLuint, value: T) -> &mut T {
        self.make_room(name);
        match self.listed.get_mut(name as usize) {
            Some(place) => {
                self.count += usize::from(place.is_none());
                place.get_or_insert(value)
            }
            None => self.others.entry(name).or_insert(value),
        }
    }

    /// Makes the list longer if it is to contain a name that is about to get a value.
    #[inline]
    fn make_room(&mut self, name: GLuint) {
        let index = name as usize;
        if index >= self.listed.len() && index < SPARSE * (self.count + self.others.len()).max(FIRST / SPARSE) {
            self.list(index);
        }
    }

    /// Removes a name. Returns its value.
    pub fn remove(&mut self, name: GLuint) -> Option<T> {
        match self.listed.get_mut(name as usize) {
            Some(place) => {
                self.count -= usize::from(place.is_some());
                place.take()
            }
            None => self.others.remove(&name),
        }
    }

    /// Makes the list longer, if there is memory, so that it contains an index.
    #[cold]
    fn list(&mut self, index: usize) {
        let length = (index + 1).next_power_of_two().max(FIRST);
        if length > LISTED || self.listed.try_reserve_exact(length - self.listed.len()).is_err() {
            return;
        }
        let others = &mut self.others;
        let names = self.listed.len() as GLuint..length as GLuint;
        self.listed.extend(names.map(|name| if others.is_empty() { None } else { others.remove(&name) }));
        self.count = self.listed.iter().flatten().count();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Returns numbers that look random.
    fn random() -> impl FnMut() -> u32 {
        let mut state = 1_u64;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u32
        }
    }

    /// Sets and removes names of each of these ranges, and compares with a map.
    #[test]
    fn each_name_has_its_value() {
        for ranges in [[0..50, 50..100], [0..1_000, 1_000..200_000], [0..50, 60_000..70_000], [0..50, u32::MAX - 9_999..u32::MAX]] {
            let (mut names, mut map, mut random) = (Names::default(), BTreeMap::new(), random());
            assert!(names.is_empty());
            for step in 0..20_000 {
                let range = &ranges[random() as usize % ranges.len()];
                let name = range.start + random() % (range.end - range.start);
                match random() % 5 {
                    0 => assert_eq!(names.remove(name), map.remove(&name)),
                    1 => {
                        *names.insert(name, 0) = step;
                        map.insert(name, step);
                    }
                    2 => assert_eq!(names.or_insert(name, step), map.entry(name).or_insert(step)),
                    3 => assert_eq!(names.get_mut(name), map.get_mut(&name)),
                    _ => assert_eq!(names.get(name), map.get(&name)),
                }
                assert_eq!(names.is_empty(), map.is_empty());
            }
            let removed: BTreeMap<_, _> = map.keys().filter_map(|name| Some((*name, names.remove(*name)?))).collect();
            assert_eq!(removed, map);
            assert!(names.is_empty());
        }
    }

    #[test]
    fn the_list_is_as_long_as_the_names_are_many() {
        let mut names = Names::default();
        (1..=1_000).for_each(|name| _ = names.insert(name, ()));
        assert_eq!((names.listed.len(), names.count, names.others.len()), (1 << 10, 1_000, 0));
        (1..=100_000).for_each(|name| _ = names.insert(name, ()));
        assert_eq!((names.listed.len(), names.others.len()), (LISTED, 100_001 - LISTED), "the list has a limit");
        let mut sparse = Names::default();
        (1..=1_000).for_each(|number| _ = sparse.insert(number * 1_000_000, ()));
        assert_eq!((sparse.listed.len(), sparse.others.len()), (0, 1_000));
    }
}
