//! The tree of named strings that `#include` reads.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Named strings by tree location, which is an absolute path without `.` and `..`.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    strings: BTreeMap<String, Arc<[u8]>>,
}

impl Tree {
    /// Associates a string with a location, and replaces the one before.
    pub fn insert(&mut self, location: String, string: &[u8]) {
        self.strings.insert(location, Arc::from(string));
    }

    /// Removes the string of a location. Returns false if it has none.
    pub fn remove(&mut self, location: &str) -> bool {
        self.strings.remove(location).is_some()
    }

    /// Returns the string of a location.
    pub fn get(&self, location: &str) -> Option<&Arc<[u8]>> {
        self.strings.get(location)
    }

    /// Returns all locations with a string, and their strings.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.strings.iter().map(|(location, string)| (location.as_str(), &**string))
    }

    /// Returns true for the root, locations with a string, and those above them.
    fn exists(&self, location: &str) -> bool {
        let below = if location == "/" { String::from("/") } else { format!("{location}/") };
        location == "/"
            || self.strings.contains_key(location)
            || self.strings.range(below.clone()..).next().is_some_and(|(first, _)| first.starts_with(&below))
    }
}

/// The named strings and search paths of a compilation.
#[derive(Clone, Debug, Default)]
pub struct Includes {
    /// The named strings.
    pub tree: Arc<Tree>,
    /// The locations at which searches for relative paths begin, in order.
    pub paths: Vec<String>,
}

impl Includes {
    /// Returns the location and the string that a directive includes, or a message. `quoted` is true for double quotes, `within` is the
    /// location of the included string that the directive is in.
    ///
    /// "If it is quoted with double quotes in a previously included string, then the first search point will be the tree location where the
    /// previously included string had been found. If not found there, the search continues at the beginning of the list of search points"
    /// \[ARB_shading_language_include\]
    pub fn find(&self, path: &str, quoted: bool, within: Option<&str>) -> Result<(String, Arc<[u8]>), String> {
        if !is_valid(path.as_bytes()) {
            return Err(format!("`{path}` is not a valid path"));
        }
        let folder = within.filter(|_| quoted).map(|location| walk(location, ".."));
        let points = folder.iter().chain(&self.paths).map(String::as_str);
        let root = ["/"];
        let points: Vec<&str> = if path.starts_with('/') { root.to_vec() } else { points.collect() };
        let found = points.into_iter().map(|point| walk(point, path)).find(|location| self.tree.exists(location));
        let Some(location) = found else { return Err(format!("there is no string `{path}` to include")) };
        match self.tree.get(&location) {
            Some(string) => Ok((location, string.clone())),
            None => Err(format!("no string is associated with `{path}`")),
        }
    }
}

/// Returns the tree location of a valid path that begins with `/`; `None` for others.
pub fn location(path: &[u8]) -> Option<String> {
    let path = std::str::from_utf8(path).ok().filter(|path| is_valid(path.as_bytes()) && path.starts_with('/'))?;
    Some(walk("/", path))
}

/// Returns true for paths of characters of the language, with tokens between single slashes.
pub fn is_valid(path: &[u8]) -> bool {
    let known = |byte: &u8| byte.is_ascii_alphanumeric() || b" _.+-/*%[](){}^|&~=!:;,?#".contains(byte);
    !path.is_empty() && path.iter().all(known) && !path.windows(2).any(|pair| pair == b"//") && !path.ends_with(b"/")
}

/// Returns the location that a path leads to from another one.
fn walk(from: &str, path: &str) -> String {
    let mut tokens: Vec<&str> =
        if path.starts_with('/') { Vec::new() } else { from.split('/').filter(|token| !token.is_empty()).collect() };
    for token in path.split('/').filter(|token| !token.is_empty()) {
        match token {
            "." => {}
            ".." => {
                tokens.pop();
            }
            name => tokens.push(name),
        }
    }
    format!("/{}", tokens.join("/"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    fn tree(strings: &[(&str, &str)]) -> Arc<Tree> {
        let mut tree = Tree::default();
        strings.iter().for_each(|(path, string)| tree.insert(location(path.as_bytes()).unwrap(), string.as_bytes()));
        Arc::new(tree)
    }

    #[test]
    fn paths_are_locations() {
        for (path, wanted) in
            [("/foo", "/foo"), ("/foo/./bar", "/foo/bar"), ("/foo/..", "/"), ("/../../a", "/a"), ("/foo/.bar", "/foo/.bar")]
        {
            assert_eq!(location(path.as_bytes()).as_deref(), Some(wanted), "{path}");
        }
        for path in ["", "/", "foo", "/foo//bar", "/foo/", "/a\"b", "/a<b", "/a\tb", "/a\\b", "/é"] {
            assert_eq!(location(path.as_bytes()), None, "{path}");
        }
        assert_eq!(location(&[b'/', 0xFF]), None);
    }

    #[test]
    fn searches_begin_where_the_directive_stands() {
        let tree = tree(&[("/a/x", "ax"), ("/b/x", "bx"), ("/b/y", "by"), ("/a/z/w", "azw")]);
        let includes = Includes { tree, paths: vec![String::from("/a"), String::from("/b")] };
        let found = |path, quoted, within| includes.find(path, quoted, within).map(|(location, _)| location);
        assert_eq!(found("x", true, None).as_deref(), Ok("/a/x"));
        assert_eq!(found("x", true, Some("/b/y")).as_deref(), Ok("/b/x"));
        assert_eq!(found("x", false, Some("/b/y")).as_deref(), Ok("/a/x"));
        assert_eq!(found("y", true, Some("/c/d")).as_deref(), Ok("/b/y"));
        assert_eq!(found("/b/../a/x", false, None).as_deref(), Ok("/a/x"));
        // The first location found has no string.
        assert!(found("z", false, None).unwrap_err().contains("no string is associated"));
        assert!(found("/z", false, None).unwrap_err().contains("there is no string"));
        assert!(found("x/", false, None).unwrap_err().contains("not a valid path"));
    }
}
