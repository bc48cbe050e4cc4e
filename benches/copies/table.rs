//! The times of both drivers, and the tables of them.

use std::collections::BTreeMap;

/// Speeds below this one are too low, in bytes per nanosecond.
const LOW: f64 = 0.5;

/// What is measured: the number of its first line, so that rows keep their order, its name and its direction.
type Rows = BTreeMap<(String, String), Row>;

/// A row.
struct Row {
    /// Rows are printed in the order in which the first child prints them.
    place: usize,
    /// The bytes that are moved.
    bytes: f64,
    /// The shortest time of each driver, in nanoseconds.
    times: [Option<f64>; 2],
}

impl Row {
    /// Returns the speed of the pipeline in bytes per nanosecond and as a multiple of llvmpipe's, if both drivers have the row.
    fn speed(&self) -> Option<(f64, f64)> {
        let [own, other] = self.times;
        Some((self.bytes / own?, other? / own?))
    }
}

/// All rows.
#[derive(Default)]
pub(crate) struct Table {
    renderers: [String; 2],
    rows: Rows,
}

/// Prints a line of a table.
fn line(name: &str, row: &Row) {
    if let Some((speed, ratio)) = row.speed() {
        let [own, other] = row.times.map(|time| time.unwrap_or_default() / 1e3);
        println!("{name:72}{own:>11.1}{other:>11.1}{speed:>8.2}{ratio:>8.2}");
    }
}

impl Table {
    /// Adds what a child printed for a driver.
    pub(crate) fn add(&mut self, driver: usize, output: &str) {
        for line in output.lines() {
            match line.split('\t').collect::<Vec<_>>()[..] {
                ["renderer", renderer] => self.renderers[driver] = renderer.to_owned(),
                [name, direction, bytes, time] => {
                    let (bytes, time): (f64, f64) = (bytes.parse().expect("a number"), time.parse().expect("a number"));
                    let place = self.rows.len();
                    let row = self.rows.entry((direction.to_owned(), name.to_owned())).or_insert(Row { place, bytes, times: [None; 2] });
                    row.times[driver] = Some(row.times[driver].map_or(time, |least| least.min(time)));
                }
                _ => {}
            }
        }
    }

    /// Returns the rows of a direction that both drivers have, in their order.
    fn of(&self, direction: &str) -> Vec<(&str, &Row)> {
        let mut rows: Vec<_> = self.rows.iter().filter(|(key, row)| key.0 == direction && row.speed().is_some()).collect();
        rows.sort_by_key(|(_, row)| row.place);
        rows.into_iter().map(|(key, row)| (key.1.as_str(), row)).collect()
    }

    /// Prints the tables: all pairs, or those on which the pipeline is slow.
    pub(crate) fn print(&self, all: bool) {
        for (name, renderer) in ["pipeline", "llvmpipe"].iter().zip(&self.renderers) {
            println!("{name:9} {renderer}");
        }
        let head = |title: &str| println!("\n{title:72}{:>11}{:>11}{:>8}{:>8}", "pipeline", "llvmpipe", "GB/s", "times");
        head("microseconds, speed, speed as a multiple of llvmpipe's");
        self.of("operation").into_iter().for_each(|(name, row)| line(name, row));
        let directions = [("upload", "glTexSubImage2D"), ("get", "glGetTexImage"), ("read", "glReadPixels")];
        for (direction, command) in directions {
            head(&format!("{command} of 256 x 256 pixels{}", if all { "" } else { ", the slow ones" }));
            for (name, row) in self.of(direction) {
                if all || row.speed().is_some_and(|(speed, ratio)| speed < LOW || ratio < 1.0) {
                    line(name, row);
                }
            }
        }
        println!("\n{:18}{:>8}{:>16}{:>16}{:>10}{:>10}{:>10}", "", "pairs", "below 1.00", "below 0.5 GB/s", "least", "median", "mean");
        for (direction, command) in directions {
            self.summary(command, &self.of(direction));
        }
    }

    /// Prints how many rows are slow, and the least, the median and the geometric mean of the multiples.
    fn summary(&self, command: &str, rows: &[(&str, &Row)]) {
        let speeds: Vec<(f64, f64)> = rows.iter().filter_map(|(_, row)| row.speed()).collect();
        let mut ratios: Vec<f64> = speeds.iter().map(|(_, ratio)| *ratio).collect();
        ratios.sort_by(f64::total_cmp);
        let (Some(least), Some(median)) = (ratios.first(), ratios.get(ratios.len() / 2)) else { return };
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        let slower = ratios.iter().filter(|ratio| **ratio < 1.0).count();
        let low = speeds.iter().filter(|(speed, _)| *speed < LOW).count();
        println!("{command:18}{:>8}{slower:>16}{low:>16}{least:>10.2}{median:>10.2}{mean:>10.2}", ratios.len());
    }
}
