//! Whether a budget holds, and how that is told: as lines, as JUnit's XML and as annotations of GitHub.

use glmeter_recording::terminal::printable;
use std::fmt::Write;

/// Whether a budget holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It holds.
    Kept,
    /// It is broken, or what it limits was not measured.
    Broken,
    /// The machine was too busy to judge it.
    Unjudged,
}

/// What is said of a budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What the budget limits: `draws (worst)`.
    pub name: String,
    /// Whether it holds.
    pub outcome: Outcome,
    /// The value and the budget.
    pub text: String,
}

impl Verdict {
    /// Returns the verdict on a budget that holds.
    pub(super) fn kept(name: String, text: String) -> Self {
        Self { name, outcome: Outcome::Kept, text }
    }

    /// Returns the verdict on a budget that is broken or could not be checked.
    pub(super) fn broken(name: String, text: String) -> Self {
        Self { name, outcome: Outcome::Broken, text }
    }

    /// Returns true if the budget is broken or could not be checked.
    pub fn is_broken(&self) -> bool {
        self.outcome == Outcome::Broken
    }

    /// Returns the verdict in one line.
    pub fn line(&self) -> String {
        format!("{}: {}", self.name, self.text)
    }

    /// Returns the verdict as an annotation of GitHub: a command that its runner reads from the output of a step.
    pub fn annotation(&self) -> String {
        let message = self.line();
        let message = message.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
        let kind = match self.outcome {
            Outcome::Kept => "notice",
            Outcome::Broken => "error",
            Outcome::Unjudged => "warning",
        };
        format!("::{kind} title=glmeter check::{}", printable(&message))
    }
}

/// Returns a value with up to three digits after the point.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns the verdicts on a program as JUnit's XML: a test case for each budget. `seconds` is how long the program ran.
pub fn junit(program: &str, seconds: f64, verdicts: &[Verdict]) -> String {
    let count = |outcome: Outcome| verdicts.iter().filter(|verdict| verdict.outcome == outcome).count();
    let (broken, skipped) = (count(Outcome::Broken), count(Outcome::Unjudged));
    let tests = verdicts.len();
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    // A String can always be written to.
    let _ = writeln!(text, "<testsuites tests=\"{tests}\" failures=\"{broken}\" errors=\"0\" time=\"{seconds:.3}\">");
    let _ = writeln!(
        text,
        "  <testsuite name=\"glmeter check\" tests=\"{tests}\" failures=\"{broken}\" errors=\"0\" skipped=\"{skipped}\" time=\"{seconds:.3}\">"
    );
    let class = escaped(program);
    for verdict in verdicts {
        let (name, said) = (escaped(&verdict.name), escaped(&verdict.text));
        let _ = write!(text, "    <testcase classname=\"{class}\" name=\"{name}\" time=\"0\">");
        let _ = match verdict.outcome {
            Outcome::Broken => write!(text, "<failure message=\"{said}\" type=\"budget\">{said}</failure>"),
            Outcome::Unjudged => write!(text, "<skipped message=\"{said}\"/>"),
            Outcome::Kept => write!(text, "<system-out>{said}</system-out>"),
        };
        text += "</testcase>\n";
    }
    text + "  </testsuite>\n</testsuites>\n"
}

/// Returns a text for XML's contents and attributes. Characters that XML cannot have become U+FFFD.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\t' | '\n' | '\r' => {
                let _ = write!(escaped, "&#{};", u32::from(character));
            }
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}
