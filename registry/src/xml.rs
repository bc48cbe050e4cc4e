//! The part of XML that the registry uses: elements, attributes in double quotes, text, comments. The registry's names and types contain no entities,
//! so that text stays as it is.

/// An element with all that it contains.
pub struct Element {
    /// The name.
    pub name: &'static str,
    /// The attributes as they are written.
    attributes: &'static str,
    /// The contents.
    nodes: Vec<Node>,
}

/// A part of an element's contents.
enum Node {
    Element(Element),
    Text(&'static str),
}

impl Element {
    /// Returns an attribute's value.
    pub fn attribute(&self, name: &str) -> Option<&'static str> {
        let mut rest = self.attributes;
        while let Some((key, value)) = rest.split_once("=\"") {
            let (value, behind) = value.split_once('"')?;
            if key.trim_start() == name {
                return Some(value);
            }
            rest = behind;
        }
        None
    }

    /// Returns the elements in this one.
    pub fn elements(&self) -> impl Iterator<Item = &Self> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// Returns the elements of a name in this one.
    pub fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.elements().filter(move |element| element.name == name)
    }

    /// Returns the text in this element and in those in it, except in those of the name `without`.
    pub fn text(&self, without: &str) -> String {
        let parts = self.nodes.iter().map(|node| match node {
            Node::Text(text) => (*text).to_owned(),
            Node::Element(element) if element.name == without => String::new(),
            Node::Element(element) => element.text(without),
        });
        parts.collect()
    }

    /// Returns the text directly in this element, if there is no more than that.
    pub fn word(&self) -> Option<&'static str> {
        match self.nodes.as_slice() {
            [Node::Text(text)] => Some(text.trim()),
            _ => None,
        }
    }
}

/// Returns an element that contains the document.
pub fn document(text: &'static str) -> Element {
    let new = |name, attributes| Element { name, attributes, nodes: Vec::new() };
    // The elements that have begun and not ended.
    let mut open = vec![];
    let mut current = new("", "");
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        if !before.is_empty() {
            current.nodes.push(Node::Text(before));
        }
        let end = match tag {
            _ if tag.starts_with("!--") => "-->",
            _ if tag.starts_with("![CDATA[") => "]]>",
            _ => ">",
        };
        let (tag, behind) = tag.split_once(end).unwrap_or((tag, ""));
        rest = behind;
        if tag.starts_with(['!', '?']) {
            continue;
        }
        if tag.starts_with('/') {
            if let Some(outer) = open.pop() {
                let ended = std::mem::replace(&mut current, outer);
                current.nodes.push(Node::Element(ended));
            }
            continue;
        }
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        if is_empty {
            current.nodes.push(Node::Element(new(name, attributes)));
        } else {
            open.push(std::mem::replace(&mut current, new(name, attributes)));
        }
    }
    current
}
