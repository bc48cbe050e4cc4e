//! Reads a crate's imports between modules: `use` lines, paths in code, and paths in macros.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, Meta, UseTree};

/// The imports, as (importing module, imported module), with the place of the first one.
pub(crate) type Edges = BTreeMap<(String, String), String>;

/// The modules of a folder and their imports of each other. Test code does not count.
pub(crate) struct Graph {
    pub(crate) modules: Vec<String>,
    pub(crate) edges: Edges,
}

/// The source files of a crate, each with its imports.
pub(crate) struct Source {
    files: Vec<File>,
}

/// A source file.
struct File {
    /// The path of its module.
    module: Vec<String>,
    /// The file, from the crate's source on.
    name: String,
    /// The paths that it names, from the crate's root on.
    paths: Vec<Vec<String>>,
    /// The paths of its `use` lines, from its module on, and their local names.
    uses: Vec<(Vec<String>, String)>,
}

impl Source {
    /// Reads the crate with its source in `folder`.
    pub(crate) fn read(folder: &Path) -> Self {
        let mut files = Vec::new();
        walk(folder, &mut Vec::new(), &mut files);
        let read = |(module, file): (Vec<String>, PathBuf)| {
            let parsed =
                syn::parse_file(&std::fs::read_to_string(&file).unwrap()).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let mut paths = Paths { module: module.clone(), found: Vec::new() };
            paths.visit_file(&parsed);
            let mut uses = Vec::new();
            for item in &parsed.items {
                if let Item::Use(item) = item {
                    flatten(&item.tree, &mut Vec::new(), &mut uses);
                }
            }
            File { module, name: file.strip_prefix(folder).unwrap().display().to_string(), paths: paths.found, uses }
        };
        Self { files: files.into_iter().map(read).collect() }
    }

    /// Returns the children of `module` (`""` for the crate's root).
    pub(crate) fn graph(&self, module: &str) -> Graph {
        let prefix: Vec<String> = module.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect();
        let inside: Vec<&File> = self.files.iter().filter(|file| file.module.starts_with(&prefix)).collect();
        let children = inside.iter().filter_map(|file| file.module.get(prefix.len()).cloned());
        let modules: Vec<String> = children.collect::<BTreeSet<_>>().into_iter().collect();
        // The names that the module re-exports from its children, with the child of each.
        let own = inside.iter().filter(|file| file.module == prefix).flat_map(|file| &file.uses);
        let exports = own.filter_map(|(path, name)| Some((name, path.first().filter(|child| modules.contains(child))?)));
        let exports: BTreeMap<&String, &String> = exports.collect();
        let mut edges = Edges::new();
        for file in &inside {
            let Some(from) = file.module.get(prefix.len()) else { continue };
            for path in &file.paths {
                let Some(first) = path.strip_prefix(prefix.as_slice()).and_then(|rest| rest.first()) else { continue };
                let to = if modules.contains(first) { Some(first) } else { exports.get(first).copied() };
                if let Some(to) = to.filter(|to| *to != from) {
                    edges.entry((from.clone(), to.clone())).or_insert_with(|| format!("{}: {}", file.name, path.join("::")));
                }
            }
        }
        Graph { modules, edges }
    }

    /// Returns the circles of imports between the children of each module: the module and the children of each circle, with the imports in it.
    pub(crate) fn circles(&self) -> Vec<(String, Vec<String>)> {
        let parents = self.files.iter().flat_map(|file| (0..file.module.len()).map(|length| file.module[..length].join("::")));
        let of = |module: String| self.graph(&module).circles().into_iter().map(move |circle| (module.clone(), circle));
        parents.collect::<BTreeSet<_>>().into_iter().flat_map(of).collect()
    }
}

impl Graph {
    /// Returns what a module imports, directly or by way of others.
    fn imported_by<'graph>(&'graph self, module: &'graph String) -> BTreeSet<&'graph String> {
        let (mut reached, mut next) = (BTreeSet::new(), vec![module]);
        while let Some(module) = next.pop() {
            let imports = self.edges.keys().filter(|(importing, _)| importing == module).map(|(_, imported)| imported);
            next.extend(imports.filter(|imported| reached.insert(*imported)));
        }
        reached
    }

    /// Returns the circles: the modules that import each other, directly or by way of others.
    fn circles(&self) -> Vec<Vec<String>> {
        let reached: BTreeMap<&String, BTreeSet<&String>> = self.modules.iter().map(|module| (module, self.imported_by(module))).collect();
        let circle = |module: &String| -> Vec<String> {
            let others = reached[module].iter().filter(|other| reached[**other].contains(module));
            others.map(|other| (*other).clone()).collect()
        };
        let circles = self.modules.iter().map(circle).filter(|circle| !circle.is_empty());
        circles.collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// Collects the source files below `folder`, each with its module's path, without test modules.
fn walk(folder: &Path, path: &mut Vec<String>, files: &mut Vec<(Vec<String>, PathBuf)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap().path();
        let stem = entry.file_stem().unwrap().to_string_lossy().into_owned();
        if ["tests", "bin", "fixtures", "testing"].contains(&stem.as_str()) || stem.ends_with("_tests") {
            continue;
        }
        if entry.is_dir() {
            path.push(stem);
            walk(&entry, path, files);
            path.pop();
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            let mut module = path.clone();
            if !["mod", "lib", "main"].contains(&stem.as_str()) {
                module.push(stem);
            }
            files.push((module, entry));
        }
    }
}

/// Collects the leaves of a `use`: the path and the local name of each.
fn flatten(tree: &UseTree, path: &mut Vec<String>, leaves: &mut Vec<(Vec<String>, String)>) {
    match tree {
        UseTree::Path(inner) => {
            path.push(inner.ident.to_string());
            flatten(&inner.tree, path, leaves);
            path.pop();
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, path, leaves)),
        UseTree::Name(name) => leaf(path, &name.ident.to_string(), &name.ident.to_string(), leaves),
        UseTree::Rename(name) => leaf(path, &name.ident.to_string(), &name.rename.to_string(), leaves),
        UseTree::Glob(_) => leaves.push((path.clone(), "*".to_owned())),
    }
}

fn leaf(path: &[String], last: &str, name: &str, leaves: &mut Vec<(Vec<String>, String)>) {
    let mut whole = path.to_vec();
    if last != "self" {
        whole.push(last.to_owned());
    }
    leaves.push((whole, name.to_owned()));
}

/// Collects paths that begin with `crate`, `self` or `super`, from the crate's root on.
struct Paths {
    module: Vec<String>,
    found: Vec<Vec<String>>,
}

impl Paths {
    fn add(&mut self, path: &[String]) {
        let mut absolute = match path.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            Some("self" | "super") => self.module.clone(),
            _ => return,
        };
        for name in path {
            match name.as_str() {
                "crate" | "self" => {}
                "super" => drop(absolute.pop()),
                name => absolute.push(name.to_owned()),
            }
        }
        self.found.push(absolute);
    }

    /// Finds `crate::a::b` and `crate::{a, b}` among the tokens of a macro.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Group(group) => self.add_tokens(group.stream()),
                TokenTree::Ident(ident) if ["crate", "super", "self"].contains(&ident.to_string().as_str()) => {
                    let mut path = vec![ident.to_string()];
                    while let [TokenTree::Punct(first), TokenTree::Punct(second), next, ..] = &tokens[at + 1..] {
                        if first.as_char() != ':' || second.as_char() != ':' {
                            break;
                        }
                        at += 3;
                        match next {
                            TokenTree::Ident(name) => path.push(name.to_string()),
                            TokenTree::Group(group) => {
                                for name in group.stream() {
                                    if let TokenTree::Ident(name) = name {
                                        self.add(&[path.as_slice(), &[name.to_string()]].concat());
                                    }
                                }
                            }
                            _ => break,
                        }
                    }
                    self.add(&path);
                }
                _ => {}
            }
            at += 1;
        }
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => {
            let text = list.tokens.to_string();
            text == "test" || (text.starts_with("any") && text.contains("test"))
        }
        _ => false,
    })
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            Item::Const(item) => &item.attrs,
            Item::Static(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            Item::Macro(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if is_for_tests(attributes) {
            return;
        }
        match item {
            // In a module in the same file, `super` is this module.
            Item::Mod(inner) if inner.content.is_some() => {
                self.module.push(inner.ident.to_string());
                visit::visit_item(self, item);
                self.module.pop();
            }
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let mut leaves = Vec::new();
        flatten(&item.tree, &mut Vec::new(), &mut leaves);
        leaves.iter().for_each(|(path, _)| self.add(path));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.add(&names);
        visit::visit_path(self, path);
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.visit_path(&called.path);
        self.add_tokens(called.tokens.clone());
    }
}
