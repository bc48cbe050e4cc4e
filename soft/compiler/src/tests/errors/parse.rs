//! Reads the files of shaders with marked lines.

use base::hir::Stage;

/// A stage by its name in the files.
const STAGES: [(&str, Stage); 6] = [
    ("vertex", Stage::Vertex),
    ("control", Stage::TessControl),
    ("evaluation", Stage::TessEvaluation),
    ("geometry", Stage::Geometry),
    ("fragment", Stage::Fragment),
    ("compute", Stage::Compute),
];

/// The shaders of a program of OpenGL that has none for their stage.
const PLAIN: [(Stage, &str); 2] = [
    (Stage::Vertex, "#version 330\nvoid main() { gl_Position = vec4(0.0); }\n"),
    (Stage::Fragment, "#version 330\nout vec4 color; void main() { color = vec4(1.0); }\n"),
];

/// What compiling and linking is expected to give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// No message.
    Good,
    /// No error, and a message with this text in it.
    Warning(String),
    /// An error with this text in it, on the line or elsewhere.
    Error {
        /// True if the error is on another line.
        elsewhere: bool,
        text: String,
    },
}

/// The mark at the end of a line.
#[derive(Clone)]
struct Mark {
    /// True if the line replaces one above.
    instead: bool,
    expected: Expected,
}

/// A shader or a program.
pub struct Source {
    pub title: String,
    pub is_program: bool,
    /// The index of its first line in the file.
    first: usize,
    /// Each shader's stage, and the index of its first line in `lines`.
    shaders: Vec<(Stage, usize)>,
    lines: Vec<(String, Option<Mark>)>,
}

/// A source without its marked lines, or with one of them.
pub struct Variant {
    /// The index in the file of the marked line, or of the first line.
    pub line: usize,
    /// The number of the marked line in the text that is compiled.
    pub line_in_text: usize,
    pub expected: Expected,
    /// The index of the marked line, and of the line in whose place it stands, in `lines`.
    marked: Option<(usize, usize)>,
}

fn stage(name: &str) -> Stage {
    STAGES.iter().find(|(of, _)| *of == name).unwrap_or_else(|| panic!("`{name}` is no stage")).1
}

/// Returns the mark of a line.
fn mark(line: &str) -> Option<Mark> {
    let (_, comment) = line.rsplit_once("// ")?;
    let rest = comment.strip_prefix("instead, ");
    let instead = rest.is_some();
    let rest = rest.unwrap_or(comment).trim_end();
    if rest == "good" {
        return Some(Mark { instead, expected: Expected::Good });
    }
    let (kind, text) = rest.split_once(": ").unwrap_or((rest, ""));
    let text = text.to_owned();
    let expected = match kind {
        "warning" => Expected::Warning(text),
        "error" => Expected::Error { elsewhere: false, text },
        "error elsewhere" => Expected::Error { elsewhere: true, text },
        _ => return None,
    };
    Some(Mark { instead, expected })
}

/// Replaces the expectation in the mark of a line.
pub fn replace_mark(line: &mut String, expected: &str) {
    let at = line.rfind("// ").map_or(line.len(), |at| at + 3);
    let instead = if line[at..].starts_with("instead, ") { "instead, " } else { "" };
    line.replace_range(at.., &format!("{instead}{expected}"));
}

/// Returns the shaders and programs of a file.
pub fn sources(text: &str) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some((kind, title)) = line.strip_prefix("=== ").and_then(|header| header.split_once(": ")) {
            let is_program = kind == "program";
            let shaders = if is_program { Vec::new() } else { vec![(stage(kind), 0)] };
            sources.push(Source { title: title.to_owned(), is_program, first: index + 1, shaders, lines: Vec::new() });
            continue;
        }
        let source = sources.last_mut().expect("a header");
        if let Some(name) = line.strip_prefix("--- ") {
            source.shaders.push((stage(name), source.lines.len() + 1));
        }
        source.lines.push((line.to_owned(), mark(line)));
    }
    sources
}

impl Source {
    /// Returns the source without its marked lines, and with each of them.
    pub fn variants(&self) -> Vec<Variant> {
        let mut variants = vec![Variant { line: self.first, line_in_text: 1, expected: Expected::Good, marked: None }];
        let mut unmarked = 0;
        for (index, (_, mark)) in self.lines.iter().enumerate() {
            let Some(mark) = mark else {
                unmarked = index;
                continue;
            };
            let place = if mark.instead { unmarked } else { index };
            let begin = self.shaders.iter().map(|(_, first)| *first).filter(|first| *first <= place).max().unwrap_or(0);
            variants.push(Variant {
                line: self.first + index,
                line_in_text: place - begin + 1,
                expected: mark.expected.clone(),
                marked: Some((index, place)),
            });
        }
        variants
    }

    /// Returns the stages and texts of the shaders of a variant.
    pub fn texts(&self, variant: &Variant) -> Vec<(Stage, String)> {
        let line = |index: usize| match variant.marked {
            Some((marked, place)) if index == place => self.lines[marked].0.as_str(),
            _ if self.lines[index].1.is_some() => "",
            _ => self.lines[index].0.as_str(),
        };
        let ends = self.shaders.iter().skip(1).map(|(_, first)| first - 1).chain([self.lines.len()]);
        let text = |first: usize, end: usize| -> String { (first..end).map(|index| line(index).to_owned() + "\n").collect() };
        let mut texts: Vec<_> = self.shaders.iter().zip(ends).map(|(&(stage, first), end)| (stage, text(first, end))).collect();
        if self.is_program && !texts.iter().any(|(stage, text)| *stage == Stage::Compute || is_es(text)) {
            let plain = PLAIN.iter().filter(|(stage, _)| self.shaders.iter().all(|(of, _)| of != stage));
            texts.extend(plain.map(|(stage, text)| (*stage, (*text).to_owned())));
        }
        texts
    }

    /// Returns true if the shaders of a variant are of OpenGL ES.
    pub fn is_es(&self, variant: &Variant) -> bool {
        self.texts(variant).iter().any(|(_, text)| is_es(text))
    }
}

/// Returns true if a text has a version of OpenGL ES.
fn is_es(text: &str) -> bool {
    let version = text.lines().find(|line| line.starts_with("#version ")).unwrap_or_default();
    let mut words = version.split_whitespace().skip(1);
    words.next() == Some("100") || words.next() == Some("es")
}
