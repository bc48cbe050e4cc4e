//! The table of operations.

use crate::child::OPERATIONS;
use crate::sides::{Figures, Side};
use std::collections::HashMap;
use std::fmt;

/// The figures of both sides.
#[derive(Default)]
pub(crate) struct Table {
    nanoseconds: HashMap<(Side, String), Option<f64>>,
    instructions: HashMap<(Side, String), Option<f64>>,
}

impl Table {
    /// Adds the times of a round; keeps the shortest of each operation, which was disturbed least.
    pub(crate) fn keep_fastest(&mut self, side: Side, figures: Figures) {
        for (key, new) in figures {
            let least = self.nanoseconds.entry((side, key)).or_insert(new);
            *least = least.zip(new).map(|(least, new)| least.min(new));
        }
    }

    /// Adds the instruction counts of a side.
    pub(crate) fn count(&mut self, side: Side, figures: Figures) {
        self.instructions.extend(figures.into_iter().map(|(key, figure)| ((side, key), figure)));
    }
}

/// Returns the figures of one operation on both sides, if any.
fn pair(figures: &HashMap<(Side, String), Option<f64>>, key: &str) -> [Option<f64>; 2] {
    Side::BOTH.map(|side| figures.get(&(side, key.to_owned())).copied().flatten())
}

/// Formats a figure with `decimals` decimals, or a dash.
fn show(figure: Option<f64>, decimals: usize) -> String {
    let Some(figure) = figure else { return "-".to_owned() };
    let text = format!("{figure:.decimals$}");
    // Print a negative number that rounds to zero as 0, not -0.
    match text.strip_prefix('-') {
        Some(positive) if positive.chars().all(|digit| "0.".contains(digit)) => positive.to_owned(),
        _ => text,
    }
}

impl fmt::Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headings = ["bare ns", "glmeter ns", "added ns", "ratio", "bare instr", "glmeter instr", "added instr"];
        write!(out, "{:44}", "operation")?;
        for heading in headings {
            write!(out, "{heading:>14}")?;
        }
        for (key, title) in OPERATIONS {
            write!(out, "\n{title:44}")?;
            let [bare, glmeter] = pair(&self.nanoseconds, key);
            let both = bare.zip(glmeter);
            let added = both.map(|(bare, glmeter)| glmeter - bare);
            let ratio = both.map(|(bare, glmeter)| glmeter / bare);
            for (figure, decimals) in [(bare, 1), (glmeter, 1), (added, 1), (ratio, 2)] {
                write!(out, "{:>14}", show(figure, decimals))?;
            }
            let [bare, glmeter] = pair(&self.instructions, key);
            let added = bare.zip(glmeter).map(|(bare, glmeter)| glmeter - bare);
            for figure in [bare, glmeter, added] {
                write!(out, "{:>14}", show(figure, 0))?;
            }
        }
        Ok(())
    }
}
