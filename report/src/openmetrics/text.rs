//! The text format of OpenMetrics.

use super::histogram::Histogram;
use core::fmt::{Display, Write};
use glmeter_recording::terminal::printable;

/// The labels of a sample.
pub(super) type Labels<'label> = Vec<(&'static str, &'label str)>;

/// A page of metrics.
#[derive(Default)]
pub(super) struct Text(String);

/// One metric of a page, to which samples are added.
pub(super) struct Family<'text> {
    text: &'text mut String,
    name: &'static str,
}

impl Text {
    /// Begins a metric. `kind` is `counter`, `gauge`, `histogram` or `info`; a `unit` is the end of the name.
    pub(super) fn family(&mut self, name: &'static str, kind: &str, unit: &str, help: &str) -> Family<'_> {
        self.0 += &format!("# TYPE {name} {kind}\n");
        if !unit.is_empty() {
            self.0 += &format!("# UNIT {name} {unit}\n");
        }
        self.0 += &format!("# HELP {name} {help}\n");
        Family { text: &mut self.0, name }
    }

    /// Ends the page.
    pub(super) fn end(self) -> String {
        self.0 + "# EOF\n"
    }
}

impl Family<'_> {
    /// Adds a sample.
    fn sample(&mut self, suffix: &str, labels: &Labels, value: impl Display) {
        *self.text += self.name;
        *self.text += suffix;
        let mut separator = '{';
        for (name, value) in labels {
            // Writing to a string does not fail.
            let _ = write!(self.text, "{separator}{name}=\"{}\"", escaped(value));
            separator = ',';
        }
        let _ = writeln!(self.text, "{} {value}", if separator == ',' { "}" } else { "" });
    }

    /// Adds a sample of a counter.
    pub(super) fn counter(&mut self, labels: &Labels, value: impl Display) {
        self.sample("_total", labels, value);
    }

    /// Adds a sample of a gauge.
    pub(super) fn gauge(&mut self, labels: &Labels, value: impl Display) {
        self.sample("", labels, value);
    }

    /// Adds a sample of what is known of something.
    pub(super) fn info(&mut self, labels: &Labels) {
        self.sample("_info", labels, 1);
    }

    /// Adds the samples of a histogram of times, in seconds.
    pub(super) fn histogram(&mut self, labels: &Labels, histogram: &Histogram) {
        for (bound, count) in histogram.cumulative() {
            self.sample("_bucket", &with(labels, "le", &format!("{bound:?}")), count);
        }
        self.sample("_bucket", &with(labels, "le", "+Inf"), histogram.count);
        self.sample("_count", labels, histogram.count);
        self.sample("_sum", labels, seconds(histogram.sum));
    }
}

/// Returns labels with one more.
pub(super) fn with<'label>(labels: &Labels<'label>, name: &'static str, value: &'label str) -> Labels<'label> {
    labels.iter().copied().chain([(name, value)]).collect()
}

/// Returns a time in seconds.
pub(super) fn seconds(nanoseconds: u64) -> f64 {
    nanoseconds as f64 / 1e9
}

/// Returns a label's value as the format quotes it. A terminal obeys none of its characters.
fn escaped(value: &str) -> String {
    let lines: Vec<_> = value.split('\n').map(printable).collect();
    lines.join("\n").replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_metrics_and_an_end() {
        let mut text = Text::default();
        text.family("glmeter_draws", "counter", "", "Draws.").counter(&vec![("pass", "a \"b\"\\\n\u{1b}[31m\u{202e}")], 7);
        text.family("glmeter_busy_ratio", "gauge", "ratio", "Busy.").gauge(&Vec::new(), 0.5);
        let page = "# TYPE glmeter_draws counter\n# HELP glmeter_draws Draws.\nglmeter_draws_total{pass=\"a \\\"b\\\"\\\\\\n?[31m?\"} 7\n\
            # TYPE glmeter_busy_ratio gauge\n# UNIT glmeter_busy_ratio ratio\n# HELP glmeter_busy_ratio Busy.\nglmeter_busy_ratio 0.5\n# EOF\n";
        assert_eq!(text.end(), page);
    }
}
