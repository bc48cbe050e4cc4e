//! A budget: the most that a metric of a program may be.

use super::metric::{METRICS, Metric, Statistic};
use super::verdict::{Verdict, number};
use super::worst::Worst;
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
            return Err(format!("--max-{} {value}: '{word}' is none of {}", metric.name, words.join(", ")));
        };
        match text.parse::<f64>() {
            Ok(most) if most.is_finite() && most >= 0.0 => Ok(Self { metric, statistic, most }),
            _ => Err(format!("--max-{} {value}: '{text}' is no number from 0 on", metric.name)),
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

    /// Returns whether the contexts of a run that showed frames keep it. `worst` has the frames to name.
    pub fn check(&self, run: &Run, worst: &Worst) -> Verdict {
        let contexts: Vec<&Context> = run.contexts.iter().filter(|context| context.frames > 0).collect();
        if contexts.is_empty() {
            return Verdict::broken(self.name(), "not measured: the program showed no frame".to_owned());
        }
        if self.statistic == Statistic::Worst && run.lost_frames > 0 {
            let lost = run.lost_frames;
            return Verdict::broken(self.name(), format!("not measured: {lost} frames came too fast to be read one by one"));
        }
        let mut greatest: Option<(f64, &Context)> = None;
        for context in &contexts {
            let Some(value) = self.metric.value(context, self.statistic) else {
                let place = place(run, context);
                return Verdict::broken(self.name(), format!("not measured{place}: {}", self.metric.reason(context)));
            };
            if greatest.is_none_or(|(most, _)| value > most) {
                greatest = Some((value, context));
            }
        }
        let Some((value, context)) = greatest else { return Verdict::broken(self.name(), "not measured".to_owned()) };
        let line = format!("{}{}; the budget is {}", number(value), place(run, context), number(self.most));
        if value <= self.most {
            return Verdict::kept(self.name(), line);
        }
        let worst = worst.of(self.metric, context.number);
        let worst = worst.map(|(frame, value)| format!("; the worst frame is {frame} with {}", number(value)));
        Verdict::broken(self.name(), line + &worst.unwrap_or_default())
    }
}

/// Returns which of several contexts this is.
pub(super) fn place(run: &Run, context: &Context) -> String {
    if run.contexts.iter().filter(|context| context.frames > 0).count() < 2 {
        return String::new();
    }
    format!(" in context {} of {} ({})", context.number, context.program, context.process)
}
