//! The registry's XML as [`Registry`].

use crate::xml::{Element, document};
use crate::{Api, CType, Command, Enum, Extension, Feature, Parameter, Part, Profile, Registry};
use std::collections::BTreeMap;

/// Reads a file of the registry. Leaves out what has no name: the registry has no such thing.
pub fn registry(xml: &'static [u8]) -> Registry {
    let document = document(std::str::from_utf8(xml).unwrap_or_default());
    let all = |part, name| document.named("registry").flat_map(move |root| root.named(part)).flat_map(move |part| part.named(name));
    let mut groups: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for group in all("groups", "group") {
        groups.entry(name(group)).or_default().extend(group.named("enum").map(name));
    }
    Registry {
        commands: all("commands", "command").map(command).map(|command| (command.name, command)).collect(),
        enums: all("enums", "enum").map(enumerant).collect(),
        groups,
        features: document.named("registry").flat_map(|root| root.named("feature")).filter_map(feature).collect(),
        extensions: all("extensions", "extension").map(extension).collect(),
    }
}

/// Returns the attribute `name`.
fn name(element: &Element) -> &'static str {
    element.attribute("name").unwrap_or_default()
}

/// Returns the name and the type of `<proto>` or `<param>`: `const <ptype>GLchar</ptype> *<name>string</name>`.
fn declaration(element: &Element) -> (&'static str, CType) {
    let name = element.named("name").find_map(Element::word).unwrap_or_default();
    (name, CType::new(&element.text("name")))
}

fn command(element: &Element) -> Command {
    let (name, result) = element.named("proto").map(declaration).next().unwrap_or(("", CType::new("void")));
    Command {
        name,
        result,
        parameters: element.named("param").map(parameter).collect(),
        alias: element.named("alias").find_map(|alias| alias.attribute("name")),
    }
}

fn parameter(element: &Element) -> Parameter {
    let (name, ty) = declaration(element);
    Parameter { name, ty, group: element.attribute("group"), length: element.attribute("len") }
}

fn enumerant(element: &Element) -> Enum {
    Enum {
        name: name(element),
        value: element.attribute("value").unwrap_or_default(),
        suffix: element.attribute("type"),
        api: element.attribute("api").and_then(api),
        alias: element.attribute("alias"),
    }
}

fn feature(element: &Element) -> Option<Feature> {
    let (major, minor) = element.attribute("number")?.split_once('.')?;
    Some(Feature {
        api: api(element.attribute("api")?)?,
        name: name(element),
        version: (major.parse().ok()?, minor.parse().ok()?),
        requires: element.named("require").map(part).collect(),
        removes: element.named("remove").map(part).collect(),
    })
}

fn extension(element: &Element) -> Extension {
    Extension {
        name: name(element),
        apis: element.attribute("supported").unwrap_or_default().split('|').filter_map(api).collect(),
        requires: element.named("require").map(part).collect(),
    }
}

fn part(element: &Element) -> Part {
    Part {
        api: element.attribute("api").and_then(api),
        profile: element.attribute("profile").and_then(|profile| match profile {
            "core" => Some(Profile::Core),
            "compatibility" => Some(Profile::Compatibility),
            _ => None,
        }),
        commands: element.named("command").map(name).collect(),
        enums: element.named("enum").map(name).collect(),
    }
}

/// Returns the API of a name; `None` for `disabled`.
fn api(name: &str) -> Option<Api> {
    Some(match name {
        "gl" => Api::Gl,
        "glcore" => Api::GlCore,
        "gles1" => Api::Gles1,
        "gles2" => Api::Gles2,
        "glsc2" => Api::Glsc2,
        "glx" => Api::Glx,
        "egl" => Api::Egl,
        _ => return None,
    })
}
