//! The options in the manual page, in the language mdoc.

use super::super::help::also_accepted;
use super::{CommandOption, GROUPS};

/// Returns the parts of the page.
pub(super) fn parts() -> Vec<(&'static str, String)> {
    let groups = GROUPS.iter().map(|group| {
        let also = also_accepted(group).zip(group.command).map(|(also, command)| prose(&format!("`{}` {also}.", command.name())));
        let note = if group.note.is_empty() { String::new() } else { prose(&sentence(group.note)) };
        let note = note + &also.unwrap_or_default();
        let items: String = group.options.iter().map(|option| item(option)).collect();
        format!(".Ss {}\n{note}.Bl -tag -width Ds\n{items}.El\n", group.title)
    });
    vec![("options", groups.collect())]
}

/// Returns the item of an option.
fn item(option: &CommandOption) -> String {
    let name = match option.name.strip_suffix(super::METRIC) {
        Some(before) => format!("-{before} Ns Ar metric"),
        None => format!("-{}", option.name),
    };
    let value = option.value.as_ref().map_or_else(String::new, |value| format!(" {}", value_name(value.name)));
    let variable = option.variable.map_or_else(String::new, |variable| format!(" , Ev {variable}"));
    format!(".It Fl {name}{value}{variable}\n{}", prose(&sentence(&option.text())))
}

/// Returns a text with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let (first, rest) = text.split_at(1);
    format!("{}{rest}.", first.to_uppercase())
}

/// Returns the name of a value: `[WORD:]N` is an optional word before a number.
fn value_name(name: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut word = String::new();
    for letter in name.chars().chain([' ']) {
        if letter.is_alphabetic() || letter == '.' {
            word.push(letter.to_ascii_lowercase());
            continue;
        }
        if !word.is_empty() {
            parts.push(format!("Ar {}", core::mem::take(&mut word)));
        }
        match letter {
            '[' => parts.push("Oo".to_owned()),
            ']' => parts.push("Oc".to_owned()),
            ' ' => {}
            other => parts.push(other.to_string()),
        }
    }
    // A macro begins a word of its own unless Ns precedes it, and a colon belongs to what is before it.
    let mut line = String::new();
    for (at, part) in parts.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| parts.get(at)).map(String::as_str);
        let glue = match before {
            None => "",
            Some("Oo") => " ",
            Some(_) if part == ":" || part == "Oc" => " ",
            Some(_) => " Ns ",
        };
        line += &format!("{glue}{part}");
    }
    line
}

/// Returns a text with marks as lines of prose. A word with marks, an option or a variable is a line of macros.
fn prose(text: &str) -> String {
    let (mut lines, mut line) = (String::new(), Vec::new());
    let end = |line: &mut Vec<&str>, lines: &mut String| {
        if !line.is_empty() {
            *lines += &format!("{}\n", line.join(" "));
            line.clear();
        }
    };
    for word in text.split(' ') {
        let core = word.trim_start_matches(['(', '[']);
        if core.contains(['`', '*']) || core.starts_with("--") || core.starts_with("GLMETER_") {
            end(&mut line, &mut lines);
            lines += &format!(".{}\n", macros(word));
        } else {
            line.push(word);
            if line.iter().map(|word| word.len() + 1).sum::<usize>() > 100 {
                end(&mut line, &mut lines);
            }
        }
    }
    end(&mut line, &mut lines);
    lines
}

/// Returns a word with marks as macros. Parentheses before it and punctuation behind it stay arguments of their own.
fn macros(word: &str) -> String {
    let core = word.trim_start_matches(['(', '[']);
    let opening = &word[..word.len() - core.len()];
    let bare = core.trim_end_matches([')', ']', ',', ';', ':', '.']);
    // The dots of a marked word are its own.
    let bare =
        if core.starts_with('*') || core.starts_with('`') { &core[..core.rfind(['`', '*']).map_or(bare.len(), |at| at + 1)] } else { bare };
    let closing = &core[bare.len()..];
    let mut parts: Vec<String> = Vec::new();
    let (mut rest, mut place) = (bare, 0);
    while !rest.is_empty() {
        let (mark, body, after) = match rest.chars().next() {
            Some(mark @ ('`' | '*')) => {
                let (body, after) = rest[1..].split_once(mark).unwrap_or((&rest[1..], ""));
                (mark, body, after)
            }
            _ => {
                let at = rest.find(['`', '*']).unwrap_or(rest.len());
                (' ', &rest[..at], &rest[at..])
            }
        };
        let name = if mark == '*' { body.to_ascii_lowercase() } else { body.to_owned() };
        let name = if name.starts_with('-') && mark == '`' { format!("\\{name}") } else { name };
        parts.push(match mark {
            '*' => format!("Ar {name}"),
            '`' => format!("Cm {name}"),
            _ if body.starts_with("--") => format!("Fl {}", &body[1..]),
            _ if body.starts_with("GLMETER_") => format!("Ev {body}"),
            _ => body.to_owned(),
        });
        (rest, place) = (after, place + 1);
    }
    debug_assert!(place > 0);
    let mut macros = parts.join(" Ns ");
    // An opening parenthesis stands behind the first macro's name.
    let at = macros.find(' ').unwrap_or(0);
    opening.chars().for_each(|sign| macros.insert_str(at, &format!(" {sign}")));
    closing.chars().for_each(|sign| macros += &format!(" {sign}"));
    macros
}

#[test]
fn marked_words_become_macros() {
    assert_eq!(prose("end `a`, or (*FILE*) of `json=`*FILE*."), "end\n.Cm a ,\nor\n.Ar ( file )\nof\n.Cm json= Ns Ar file .\n");
    assert_eq!(prose("with --live [`auto`]"), "with\n.Fl -live\n.Cm [ auto ]\n");
    assert_eq!(
        (value_name("KIND[=FILE]"), value_name("[WORD:]N")),
        ("Ar kind Ns Oo = Ns Ar file Oc".into(), "Oo Ar word : Oc Ns Ar n".into())
    );
    assert_eq!((value_name("A..B"), macros("*A..*")), ("Ar a..b".into(), "Ar a..".into()));
}
