//! The histogram of a distribution as text.

use crate::distribution::classes;
use crate::numbers::{milliseconds, percent};
use crate::run::Distribution;
use crate::style::Style;

/// The most rows between the tails.
const ROWS: usize = 12;
/// The width of the longest bar.
const WIDTH: usize = 40;
/// The share of the values that each tail has at most.
const TAIL: f64 = 0.01;

/// Returns the rows: a range of times, a bar, and the share of the frames in the range.
pub(crate) fn lines(of: &Distribution, style: Style) -> Vec<String> {
    if of.count < 2 || of.least == of.worst {
        return Vec::new();
    }
    let most = (of.count as f64 * TAIL) as u64;
    let (mut middle, mut below, mut above) = (of.histogram.as_slice(), 0, 0);
    while let [(_, count), rest @ ..] = middle
        && below + count <= most
    {
        (middle, below) = (rest, below + count);
    }
    while let [rest @ .., (_, count)] = middle
        && above + count <= most
    {
        (middle, above) = (rest, above + count);
    }
    let first = of.histogram.iter().take_while(|class| middle.first() != Some(class)).last().map_or(of.least, |(bound, _)| bound + 1);
    let rows = classes(middle, ROWS);
    let last = middle.last().map_or(of.worst, |(bound, _)| *bound);
    let dash = if style.unicode { "–" } else { "-" };
    let less = if style.unicode { "≤" } else { "<=" };
    let time = |value: u64| milliseconds(value as f64);
    let mut from = first;
    let mut shown = Vec::new();
    if below > 0 {
        shown.push((format!("{less} {}", time(first)), below));
    }
    for (bound, count) in &rows {
        shown.push((format!("{} {dash} {}", time(from), time((*bound).min(last).min(of.worst))), *count));
        from = bound + 1;
    }
    if above > 0 {
        shown.push((format!("> {}", time(last)), above));
    }
    let greatest = shown.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
    let row = |(range, count): &(String, u64)| {
        let bar = style.bar(*count as f64 / greatest as f64, WIDTH);
        let gap = WIDTH.saturating_sub(bar.chars().count());
        format!("  {range:>21}  {bar}{:gap$} {:>8}", "", percent(*count as f64 / of.count as f64))
    };
    shown.iter().map(row).collect()
}
