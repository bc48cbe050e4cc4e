//! The metrics of a run.

use super::FrameTimes;
use super::text::{Family, Labels, Text, seconds, with};
use crate::run::{Context, Run, Scope};
use crate::sums::OWN_TIME;
use glmeter_recording::{Counts, Unit};
use std::collections::BTreeMap;

/// A context with the labels of its samples.
struct Labelled<'run> {
    context: &'run Context,
    number: String,
    process: String,
}

impl Labelled<'_> {
    /// Returns the labels that all samples of the context have.
    fn labels(&self) -> Labels<'_> {
        vec![("process", &self.process), ("program", &self.context.program), ("context", &self.number)]
    }
}

/// The kinds of scopes of a context: how to get them, the label, and the metrics of GPU time, times and draws.
type Kind = (fn(&Context) -> &[Scope], &'static str, [(&'static str, &'static str); 3]);
const KINDS: [Kind; 3] = [
    (
        |context| &context.passes,
        "pass",
        [
            ("glmeter_pass_gpu_time_seconds", "GPU time of a framebuffer pass, in detailed frames."),
            ("glmeter_passes", "Framebuffer passes, in detailed frames."),
            ("glmeter_pass_draws", "Draws and dispatches in a framebuffer pass, in detailed frames."),
        ],
    ),
    (
        |context| &context.groups,
        "group",
        [
            ("glmeter_group_gpu_time_seconds", "GPU time of a debug group, in detailed frames."),
            ("glmeter_groups", "Debug groups, in detailed frames."),
            ("glmeter_group_draws", "Draws and dispatches in a debug group, in detailed frames."),
        ],
    ),
    (
        |context| &context.programs,
        "gl_program",
        [
            ("glmeter_program_gpu_time_seconds", "GPU time of a GL program's draws and dispatches, in detailed frames."),
            ("glmeter_program_uses", "Uses of a GL program, in detailed frames."),
            ("glmeter_program_draws", "Draws and dispatches of a GL program, in detailed frames."),
        ],
    ),
];

/// Returns the metrics as text.
pub(super) fn text(run: &Run, times: &FrameTimes) -> String {
    let mut text = Text::default();
    let command = run.command.join(" ");
    text.family("glmeter", "info", "", "The version of glmeter, and the command that it runs.")
        .info(&vec![("version", &run.glmeter), ("command", &command)]);
    text.family("glmeter_start_time_seconds", "gauge", "seconds", "When the program was started, since 1970.")
        .gauge(&Vec::new(), run.started);
    text.family("glmeter_lost_frames", "counter", "", "Frames that came too fast to be read one by one.")
        .counter(&Vec::new(), run.lost_frames);

    let labelled = |context| Labelled { context, number: context.number.to_string(), process: context.process.to_string() };
    let contexts: Vec<Labelled> = run.contexts.iter().map(labelled).collect();
    of_contexts(&mut text, &contexts, times);
    counts(&mut text, &contexts);
    for (scopes, label, metrics) in KINDS {
        of_scopes(&mut text, &contexts, scopes, label, metrics);
    }
    sections(&mut text, run);
    text.end()
}

/// Adds what every context has.
fn of_contexts(text: &mut Text, contexts: &[Labelled], times: &FrameTimes) {
    let mut each = |name, kind, unit, help, add: &dyn Fn(&mut Family, &Labelled)| {
        let mut family = text.family(name, kind, unit, help);
        contexts.iter().for_each(|context| add(&mut family, context));
    };
    each("glmeter_context", "info", "", "The version and the renderer of a context.", &|family, of| {
        family.info(&with(&with(&of.labels(), "version", &of.context.version), "renderer", &of.context.renderer));
    });
    each("glmeter_frames", "counter", "", "Frames.", &|family, of| family.counter(&of.labels(), of.context.frames));
    each("glmeter_detailed_frames", "counter", "", "Frames whose passes, groups and programs were timed.", &|family, of| {
        family.counter(&of.labels(), of.context.detailed_frames);
    });
    each("glmeter_frame_time_seconds", "histogram", "seconds", "Time from a frame's beginning to the next one's.", &|family, of| {
        if let Some(times) = times.get(&of.context.number) {
            family.histogram(&of.labels(), &times.wall);
        }
    });
    each(
        "glmeter_frame_gpu_time_seconds",
        "histogram",
        "seconds",
        "GPU time of a frame, of those whose GPU time was measured.",
        &|family, of| {
            if let Some(times) = times.get(&of.context.number).filter(|times| times.gpu.count > 0) {
                family.histogram(&of.labels(), &times.gpu);
            }
        },
    );
    each("glmeter_cpu_time_seconds", "counter", "seconds", "CPU time of the context's thread in its frames.", &|family, of| {
        family.counter(&of.labels(), seconds(of.context.cpu_time.sum));
    });
    each(
        "glmeter_process_cpu_time_seconds",
        "counter",
        "seconds",
        "CPU time of the whole process in the context's frames.",
        &|family, of| {
            family.counter(&of.labels(), seconds(of.context.process_cpu_time.sum));
        },
    );
    each("glmeter_swap_time_seconds", "counter", "seconds", "Time in the swaps.", &|family, of| {
        family.counter(&of.labels(), seconds(of.context.swap_time.sum));
    });
    each(
        "glmeter_gpu_busy_ratio",
        "gauge",
        "ratio",
        "Share of the time in which the GPU worked on the context's frames.",
        &|family, of| {
            if let Some(busy) = of.context.gpu_busy {
                family.gauge(&of.labels(), busy);
            }
        },
    );
    each("glmeter_statistics", "counter", "", "Pipeline statistics, of the frames in which they were counted.", &|family, of| {
        for (name, sum) in &of.context.statistics {
            family.counter(&with(&of.labels(), "statistic", name), sum.sum);
        }
    });
    each("glmeter_statistics_frames", "counter", "", "Frames in which a statistic was counted.", &|family, of| {
        for (name, sum) in &of.context.statistics {
            family.counter(&with(&of.labels(), "statistic", name), sum.frames);
        }
    });
    each(
        "glmeter_ratio",
        "gauge",
        "ratio",
        "Numbers of the statistics: overdraw is fragment shader invocations a pixel.",
        &|family, of| {
            for (name, ratio) in &of.context.ratios {
                family.gauge(&with(&of.labels(), "of", name), ratio);
            }
        },
    );
    each("glmeter_gl_errors", "counter", "", "GL errors that the program raised.", &|family, of| {
        // Those of different rules are one: a sentence is no label.
        let mut errors: BTreeMap<_, u64> = BTreeMap::new();
        for error in &of.context.errors {
            *errors.entry((&error.name, &error.command)).or_default() += error.times;
        }
        for ((name, command), times) in errors {
            family.counter(&with(&with(&of.labels(), "error", name), "command", command), times);
        }
    });
}

/// Adds the counts of the contexts' frames.
fn counts(text: &mut Text, contexts: &[Labelled]) {
    let mut add = |count: &str, metric, unit, help| {
        let unit_name = match unit {
            Unit::Number => "",
            Unit::Bytes => "bytes",
            Unit::Nanoseconds => "seconds",
        };
        let mut family = text.family(metric, "counter", unit_name, help);
        for of in contexts {
            let sum = of.context.counts.get(count).map_or(0, |sum| sum.sum);
            match unit {
                Unit::Nanoseconds => family.counter(&of.labels(), seconds(sum)),
                Unit::Number | Unit::Bytes => family.counter(&of.labels(), sum),
            }
        }
    };
    // `glmeter_gl_errors` has the errors, each with its command.
    for count in Counts::ALL.iter().filter(|count| count.name != "errors") {
        add(count.name, count.metric, count.unit, count.help);
    }
    add(OWN_TIME, "glmeter_own_time_seconds", Unit::Nanoseconds, "Time that glmeter itself took, as far as it was measured.");
}

/// Adds the passes, groups or programs of the contexts.
fn of_scopes(
    text: &mut Text,
    contexts: &[Labelled],
    scopes: fn(&Context) -> &[Scope],
    label: &'static str,
    metrics: [(&'static str, &'static str); 3],
) {
    let [gpu_time, times, draws] = metrics;
    let mut each = |(name, help), unit: &str, add: &dyn Fn(&mut Family, &Labels, &Scope)| {
        let mut family = text.family(name, "counter", unit, help);
        for of in contexts {
            let labels = of.labels();
            scopes(of.context).iter().for_each(|scope| add(&mut family, &with(&labels, label, &scope.path), scope));
        }
    };
    each(gpu_time, "seconds", &|family, labels, scope| family.counter(labels, seconds(scope.gpu_time)));
    each(times, "", &|family, labels, scope| family.counter(labels, scope.times));
    each(draws, "", &|family, labels, scope| family.counter(labels, scope.draws));
}

/// Adds the sections that the program names.
fn sections(text: &mut Text, run: &Run) {
    let mut each = |name, unit, help, add: &dyn Fn(&mut Family, &Labels, &Scope)| {
        let mut family = text.family(name, "counter", unit, help);
        run.sections.iter().for_each(|section| add(&mut family, &vec![("section", section.path.as_str())], section));
    };
    each("glmeter_section_time_seconds", "seconds", "Time in a section that the program names.", &|family, labels, section| {
        family.counter(labels, seconds(section.wall_time));
    });
    each("glmeter_section_gpu_time_seconds", "seconds", "GPU time of a section that the program names.", &|family, labels, section| {
        family.counter(labels, seconds(section.gpu_time));
    });
    each("glmeter_sections", "", "Sections that the program names.", &|family, labels, section| family.counter(labels, section.times));
}
