//! A budget: the most that a metric of a program may be.

use super::judge::{Judgement, judge};
use super::metric::{METRICS, Metric, Statistic};
use super::verdict::{Outcome, Verdict, number};
use super::{Checked, no_frame};
use crate::metrics::median;
use crate::run::{Context, Run};

/// The most that a metric may be in each context.
#[derive(Clone, Copy)]
pub struct Budget {
    metric: &'static Metric,
    statistic: Statistic,
    most: f64,
}

impl Budget {
    /// Returns the budget of an option's name without `--max-` and its value, a number with or without one of [`Statistic::WORDS`] and a
    /// colon before it: `p99:4`. Returns `None` if there is no such metric, and an error for a wrong value.
    pub fn parse(name: &str, value: &str) -> Option<Result<Self, String>> {
        Metric::named(name).map(|metric| Self::of(metric, value))
    }

    /// Returns the budget of a metric and an option's value.
    fn of(metric: &'static Metric, value: &str) -> Result<Self, String> {
        let (word, text) = value.split_once(':').unwrap_or((metric.usual.word(), value));
        let statistic = Statistic::WORDS.iter().find(|(of, _)| *of == word).map(|(_, statistic)| *statistic);
        let Some(statistic) = statistic.filter(|statistic| metric.statistics().contains(statistic)) else {
            let words: Vec<&str> = metric.statistics().iter().map(|statistic| statistic.word()).collect();
            let (others, last) = words.split_at(words.len().saturating_sub(1));
            let of = if others.is_empty() { last.concat() } else { format!("{} or {}", others.join(", "), last.concat()) };
            return Err(format!("--max-{} wants {of} before the colon, got {word:?}", metric.name));
        };
        match text.parse::<f64>() {
            Ok(most) if most.is_finite() && most >= 0.0 => Ok(Self { metric, statistic, most }),
            _ => Err(format!("--max-{} wants a number from 0 on, got {text:?}", metric.name)),
        }
    }

    /// Returns the names of all metrics.
    pub fn names() -> impl Iterator<Item = &'static str> {
        METRICS.iter().map(|metric| metric.name)
    }

    /// Returns what it limits: `gpu-ms (p95)`.
    fn name(&self) -> String {
        format!("{} ({})", self.metric.name, self.statistic.word())
    }

    /// Returns true if it limits a time, which is judged by several runs.
    pub fn is_of_time(&self) -> bool {
        self.metric.is_time()
    }

    /// Returns whether the contexts that showed frames keep it in runs of a program, of which there is at least one. A count must keep it in
    /// each of them.
    pub fn check(&self, runs: &[Checked]) -> Verdict {
        let mut measured = Vec::new();
        for run in runs {
            match self.measure(&run.run) {
                Ok(value) => measured.push((value, run)),
                Err(reason) => return Verdict::broken(self.name(), format!("not measured{reason}")),
            }
        }
        if self.metric.is_time() && (measured.len() > 1 || runs.iter().any(|run| run.run.was_busy())) {
            let values: Vec<f64> = measured.iter().map(|((value, _), _)| *value).collect();
            return time_verdict(self.name(), &values, self.most, runs, &format!("; the budget is {}", number(self.most)));
        }
        let first_broken = measured.iter().find(|((value, _), _)| *value > self.most);
        let Some(((value, context), run)) = first_broken.or(measured.first()) else {
            return Verdict::broken(self.name(), "not measured".to_owned());
        };
        let line = format!("{}{}; the budget is {}", number(*value), place(&run.run, context), number(self.most));
        if *value <= self.most {
            return Verdict::kept(self.name(), line);
        }
        let worst = run.worst.of(self.metric, context.number);
        let worst = worst.map(|(frame, value)| format!("; the worst frame is {frame} with {}", number(value)));
        Verdict::broken(self.name(), line + &worst.unwrap_or_default())
    }

    /// Returns true if a run was measured and is beyond it.
    pub(super) fn is_exceeded(&self, run: &Run) -> bool {
        self.measure(run).is_ok_and(|(value, _)| value > self.most)
    }

    /// Returns the greatest value of the contexts of a run that showed frames, and its context. The error says why it was not measured.
    fn measure<'run>(&self, run: &'run Run) -> Result<(f64, &'run Context), String> {
        let contexts = || run.contexts.iter().filter(|context| context.frames > 0);
        if self.statistic == Statistic::Worst && run.lost_frames > 0 && contexts().next().is_some() {
            return Err(format!(": {} frames came too fast to be read one by one", run.lost_frames));
        }
        let mut greatest: Option<(f64, &Context)> = None;
        for context in contexts() {
            let value = self.metric.value(context, self.statistic);
            let value = value.ok_or_else(|| format!("{}: {}", place(run, context), self.metric.reason(context)))?;
            if greatest.is_none_or(|(most, _)| value > most) {
                greatest = Some((value, context));
            }
        }
        greatest.ok_or_else(|| format!(": {}", no_frame(run)))
    }
}

/// Returns the verdict on a time of one or several runs. `limit` names what limits it, at the end of a line.
pub(super) fn time_verdict(name: String, values: &[f64], most: f64, runs: &[Checked], limit: &str) -> Verdict {
    let others = runs.iter().filter(|run| run.run.was_busy()).map(|run| run.run.other_load).reduce(f64::max);
    let [least, greatest] = [f64::min, f64::max].map(|better| values.iter().copied().reduce(better).unwrap_or_default());
    let text = match values.len() {
        1 => number(least),
        runs => format!("{} in the median of {runs} runs ({} to {})", number(median(values)), number(least), number(greatest)),
    };
    match judge(values, most, others) {
        Judgement::Within => Verdict::kept(name, text + limit),
        Judgement::Noise => Verdict::kept(name, text + limit + ", which is within the noise of the runs"),
        Judgement::Beyond => Verdict::broken(name, text + limit),
        Judgement::Busy => {
            let others = number((others.unwrap_or_default() * 10.0).round() / 10.0);
            let all = runs.iter().map(|run| run.run.processors).max().unwrap_or_default();
            let reason =
                format!("; not judged, because other programs kept {others} of {all} processors busy: check it on a quiet machine");
            Verdict { name, outcome: Outcome::Unjudged, text: text + limit + &reason }
        }
    }
}

/// Returns which of several contexts this is.
pub(super) fn place(run: &Run, context: &Context) -> String {
    if run.contexts.iter().filter(|context| context.frames > 0).count() < 2 {
        return String::new();
    }
    format!(" in context {} of {} ({})", context.number, context.program, context.process)
}
