//! The summary of one context.

use super::histogram;
use crate::numbers::{bytes, counted, grouped, milliseconds, number, percent};
use crate::run::{Context, Distribution, Draw, Overhead, Scope, Sum};
use crate::style::Style;
use glmeter_recording::{Count, Counts, STATISTICS, Unit};

/// The width of a line.
const COLUMNS: usize = 80;
/// The most rows of passes, groups and programs.
const MOST_SCOPES: usize = 8;

/// Returns the lines of a context with frames or errors.
pub(crate) fn lines(context: &Context, has_several: bool, style: Style) -> Vec<String> {
    let mut lines = who(context, has_several, style);
    if context.wall_time.count > 0 {
        lines.extend(times(context, style));
        lines.extend(counts(context, style));
        lines.extend(statistics(context, style));
        lines.extend(scopes("GPU time by pass", &context.passes, context, style));
        lines.extend(scopes("GPU time by group", &context.groups, context, style));
        lines.extend(scopes("GPU time by program", &context.programs, context, style));
        lines.extend(draws(&context.draws, style));
    }
    lines.extend(rest(context, style));
    lines.extend(errors(context, style));
    lines
}

/// Returns the times of all contexts of a process together.
pub(crate) fn together(process: &Context, style: Style) -> Vec<String> {
    let who = format!("{}, process {}, all contexts together", style.name(&process.program, 30), process.process);
    let mut lines = vec![format!("  {}", style.bold(&who))];
    lines.extend(times(process, style));
    lines.extend(counts(process, style));
    lines
}

/// Returns what the context did without a frame; what it did after its last frame only if that is much.
fn rest(context: &Context, style: Style) -> Vec<String> {
    let rest = &context.rest;
    if rest.frames == 0 || context.frames > 0 && !context.has_much_rest() {
        return Vec::new();
    }
    let gpu = match (rest.timed, rest.frames) {
        (0, _) => "not measured".to_owned(),
        _ => format!("{} ms", milliseconds(rest.gpu_time as f64)),
    };
    let row = |name: &str, text: &str| format!("  {name:<34}{text:>13}");
    let title = if context.frames > 0 { "work that no swap followed" } else { "work without a frame" };
    let mut lines = vec![String::new(), format!("  {}", style.bold(title))];
    lines.push(row("wall time", &format!("{} ms", milliseconds(rest.wall_time as f64))));
    lines.push(row("GPU time", &gpu));
    if rest.timed > 0 && rest.timed < rest.frames {
        // A part is no sum.
        lines.push(style.faint(&format!("  GPU time: of {} of its {} parts", grouped(rest.timed), grouped(rest.frames))));
    }
    let counts = rest.counts.iter().filter(|(name, count)| **count > 0 && !name.ends_with("time"));
    lines.extend(counts.chain(rest.statistics.iter().filter(|(_, count)| **count > 0)).map(|(name, count)| {
        let is_statistic = rest.statistics.contains_key(name);
        let name = if is_statistic { name.clone() } else { name.replace('_', " ") };
        row(&name, &grouped(*count))
    }));
    lines
}

/// Returns the line of a context that is not described.
pub(crate) fn other(context: &Context, style: Style) -> String {
    let name = style.name(&context.program, 20);
    format!("  context {}: {name}, process {}: {}", context.number, context.process, counted(context.frames, "frame"))
}

/// Returns the source of a target's values.
fn source<'context>(context: &'context Context, target: &str) -> &'context str {
    context.sources.get(target).map_or("", String::as_str)
}

/// Returns a heading with a remark at the right end.
fn heading(text: &str, remark: &str, style: Style) -> [String; 2] {
    let gap = COLUMNS.saturating_sub(2 + text.chars().count() + remark.chars().count()).max(2);
    let line = format!("  {}{:gap$}{}", style.bold(text), "", style.faint(remark));
    [String::new(), line.trim_end().to_owned()]
}

/// Returns whose context it is.
fn who(context: &Context, has_several: bool, style: Style) -> Vec<String> {
    let mut who = format!("{}, process {}, thread {}", style.name(&context.program, 30), context.process, context.thread);
    if has_several {
        who = format!("context {}: {who}", context.number);
    }
    let about = |text: &str| format!("  {}", style.faint(&style.name(text, COLUMNS - 2)));
    vec![format!("  {}", style.bold(&who)), about(&context.version), about(&context.renderer)]
}

/// Returns a row of the table of times.
fn time_row(name: &str, of: &Distribution, source: &str, style: Style) -> String {
    let values = [of.mean, of.median as f64, of.p95 as f64, of.p99 as f64, of.worst as f64];
    let cells: String = values.map(|value| format!("{:>10}", milliseconds(value))).concat();
    format!("  {name:<16}{cells}  {}", style.faint(source)).trim_end().to_owned()
}

/// Returns the times of a frame and what bounds it.
fn times(context: &Context, style: Style) -> Vec<String> {
    let columns: String = ["mean", "median", "p95", "p99", "worst"].map(|column| format!("{column:>10}")).concat();
    let mut lines = vec![String::new(), format!("  {}{columns}  {}", style.bold(&format!("{:<16}", "ms a frame")), style.bold("source"))];
    lines.push(time_row("wall time", &context.wall_time, "clock", style));
    lines.push(time_row("  in the swap", &context.swap_time, "clock", style));
    lines.push(time_row("CPU, thread", &context.cpu_time, "kernel", style));
    lines.push(time_row("CPU, process", &context.process_cpu_time, "kernel", style));
    let timer = source(context, "TIMESTAMP");
    if context.gpu_time.count == 0 {
        lines.push(format!("  {:<16}{:>10}", "GPU", "not measured"));
    } else {
        lines.push(time_row("GPU", &context.gpu_time, timer, style));
    }
    let is_sample = context.gpu_time.count > 0 && context.gpu_time.count < context.wall_time.count;
    if context.gpu_time_uncertainty > 0.0 && context.gpu_time.count > 0 {
        let exactness = format!("{} {}", style.plus_minus(), milliseconds(context.gpu_time_uncertainty));
        lines.push(format!("  {:<16}{exactness:>10}", ""));
    }
    if is_sample {
        lines.push(format!("  {:<16}{:>10}", "  of wall time", milliseconds(context.gpu_wall_time)));
    }
    let mut frames = format!("  of {}", counted(context.wall_time.count, "frame"));
    if context.warmup.frames > 0 {
        let time = milliseconds(context.warmup.wall_time as f64);
        frames += &match context.warmup.frames {
            1 => format!(", without the first one, which took {time} ms"),
            more => format!(", without the first {more}, which took {time} ms"),
        };
    }
    if is_sample {
        frames += &format!("; GPU: of {}", grouped(context.gpu_time.count));
    }
    lines.push(style.faint(&frames));
    if context.gpu_time_has_waits {
        lines.push(style.faint("  GPU: from first to last command, with the time in which it waited for others"));
    }
    let rows = histogram::lines(&context.wall_time, style);
    if !rows.is_empty() {
        lines.extend(heading("wall time, ms", "share of the frames", style));
        lines.extend(rows);
    }
    lines.push(String::new());
    if let Some(busy) = context.gpu_busy {
        let about = if context.gpu_time_has_waits { "at most: GPU time in the wall time" } else { "GPU time in the wall time" };
        lines.push(format!("  {:<16}{:>10}   {}", "GPU busy", percent(busy), style.faint(about)));
    }
    if context.bound_frames.is_empty() {
        lines.push(style.faint("  frames contain work of contexts that do not swap: see all contexts together"));
    } else {
        lines.push(format!("  {:<16}{}", "bound by", bound(context)));
    }
    lines
}

/// Returns what bounds the frames, the most frequent first.
fn bound(context: &Context) -> String {
    let all = context.bound_frames.values().sum::<u64>().max(1);
    let mut shares: Vec<_> = context.bound_frames.iter().filter(|(_, frames)| **frames > 0).collect();
    shares.sort_by_key(|(_, frames)| core::cmp::Reverse(**frames));
    let part = |(name, frames): (&String, &u64)| {
        let what = match name.as_str() {
            "gpu" => "GPU",
            "cpu" => "CPU",
            "waiting" => "waiting",
            _ => "not known",
        };
        format!("{what} {}", percent(*frames as f64 / all as f64))
    };
    shares.into_iter().map(part).collect::<Vec<_>>().join(", ") + " of the frames"
}

/// Returns the counts of a frame.
fn counts(context: &Context, style: Style) -> Vec<String> {
    let of = |name: &str| context.counts.get(name).copied().unwrap_or_default();
    let row = |count: &Count| {
        let sum = of(count.name);
        let warmup = context.warmup.counts.get(count.name).copied().unwrap_or_default();
        let text = |value: f64| if count.unit == Unit::Bytes { bytes(value) } else { number(value) };
        let cells = [sum.mean(), sum.least as f64, sum.worst as f64, (sum.sum + warmup) as f64];
        let cells: String = cells.map(|value| format!("{:>12}", text(value))).concat();
        (sum.sum + warmup > 0).then(|| format!("  {:<16}{cells}", count.title))
    };
    // Errors have a table of their own, and what is compiled and linked has lines below.
    let rows = Counts::ALL.iter().filter(|count| !count.limits_total);
    let rows: Vec<String> = rows.filter_map(row).collect();
    let mut lines = Vec::new();
    if !rows.is_empty() {
        let columns: String = ["mean", "least", "worst", "whole run"].map(|column| format!("{column:>12}")).concat();
        lines.push(String::new());
        lines.push(format!("  {}{columns}", style.bold(&format!("{:<16}", "commands a frame"))));
        lines.extend(rows);
    }
    let whole = |name: &str| of(name).sum + context.warmup.counts.get(name).copied().unwrap_or_default();
    let built = |count: &str, time: &str, what: &str| {
        let in_frames = of(count).sum;
        let later =
            if in_frames > 0 && context.warmup.frames > 0 { format!(", {} of them later", grouped(in_frames)) } else { String::new() };
        (whole(count) > 0).then(|| format!("  {what} {} ms{later}", milliseconds(whole(time) as f64)))
    };
    let compiles = built("compiles", "compile_time", &format!("{} compiled in", counted(whole("compiles"), "shader")));
    let links = built("links", "link_time", &format!("{} linked in", counted(whole("links"), "program")));
    lines.extend(compiles.into_iter().chain(links));
    lines
}

/// Returns the statistics, and the ratios that follow from them.
fn statistics(context: &Context, style: Style) -> Vec<String> {
    let draws = context.counts.get("draws").map_or(0.0, Sum::mean) + context.counts.get("dispatches").map_or(0.0, Sum::mean);
    let overdraw = context.ratios.get("overdraw");
    let fragments = context.statistics.get("FRAGMENT_SHADER_INVOCATIONS").map_or(0.0, Sum::mean);
    let pixels = overdraw.filter(|overdraw| **overdraw > 0.0).map_or(0.0, |overdraw| fragments / overdraw);
    let share = |value: f64, of: f64| if of > 0.0 { number(value / of) } else { "-".to_owned() };
    let mut lines = Vec::new();
    let known: Vec<_> = STATISTICS.iter().filter_map(|name| Some((*name, context.statistics.get(*name)?))).collect();
    let counted_frames = known.iter().map(|(_, sum)| sum.frames).max().unwrap_or_default();
    for (name, sum) in known.iter().filter(|(_, sum)| sum.sum > 0) {
        let cells = format!("{:>13}{:>11}{:>9}", number(sum.mean()), share(sum.mean(), draws), share(sum.mean(), pixels));
        lines.push(format!("  {name:<34}{cells}  {}", style.faint(&style.source(source(context, name)))).trim_end().to_owned());
    }
    if lines.is_empty() {
        return lines;
    }
    let heading =
        format!("  {}{:>13}{:>11}{:>9}  {}", style.bold(&format!("{:<34}", "statistics")), "a frame", "a draw", "a pixel", "source");
    lines.splice(0..0, [String::new(), heading]);
    let zeros = known.iter().filter(|(_, sum)| sum.sum == 0).count();
    let zeros = if zeros > 0 { format!("; the other {zeros} are 0") } else { String::new() };
    lines.push(style.faint(&format!("  of {}{zeros}", counted(counted_frames, "frame"))));
    let ratios = [
        ("overdraw", "overdraw", "fragment shader invocations per pixel"),
        ("samples_per_pixel", "samples a pixel", "samples passed per pixel"),
        ("invocations_per_vertex", "vertex reuse", "vertex shader invocations per submitted vertex"),
        ("clipping_yield", "clipping yield", "primitives after clipping per primitive before"),
        ("fragments_per_primitive", "primitive size", "fragment shader invocations per primitive"),
    ];
    let shown = ratios.iter().filter_map(|(ratio, name, about)| {
        let value = context.ratios.get(*ratio)?;
        Some(format!("  {name:<16}{:>10}   {}", number(*value), style.faint(about)))
    });
    let shown: Vec<String> = shown.collect();
    if !shown.is_empty() {
        lines.push(String::new());
        lines.extend(shown);
    }
    lines
}

/// Returns the GPU times of scopes of one kind, the greatest first.
fn scopes(title: &str, scopes: &[Scope], context: &Context, style: Style) -> Vec<String> {
    let timed: Vec<&Scope> = scopes.iter().filter(|scope| scope.timed > 0).collect();
    if timed.is_empty() || context.detailed_frames == 0 {
        return Vec::new();
    }
    let frames = context.detailed_frames as f64;
    let sum = |scopes: &[Scope]| scopes.iter().map(|scope| scope.gpu_time).sum::<u64>();
    // Each part of a frame is in one pass.
    let all = if context.passes.is_empty() { sum(scopes) } else { sum(&context.passes) }.max(1) as f64;
    let columns = format!("{:>12}{:>10}{:>10}", "ms a frame", "share", "draws");
    let mut lines = vec![String::new(), format!("  {}{columns}", style.bold(&format!("{title:<46}")))];
    for scope in timed.iter().take(MOST_SCOPES) {
        let cells = format!(
            "{:>12}{:>10}{:>10}",
            milliseconds(scope.gpu_time as f64 / frames),
            percent(scope.gpu_time as f64 / all),
            number(scope.draws as f64 / frames)
        );
        lines.push(format!("    {:<44}{cells}", style.name(&scope.path, 43)));
    }
    let mut remark = format!("  of {} frames", grouped(context.detailed_frames));
    if context.detailed_frames == 1 {
        remark.truncate(remark.len() - 1);
    }
    let uncertainty = timed.iter().map(|scope| scope.gpu_time_uncertainty).max().unwrap_or_default();
    if uncertainty > 0 {
        remark += &format!(", each {} {} ms at most", style.plus_minus(), milliseconds(uncertainty as f64 / frames));
    }
    if timed.len() > MOST_SCOPES {
        remark += &format!("; {} more", timed.len() - MOST_SCOPES);
    }
    lines.push(style.faint(&remark));
    lines
}

/// Returns the draws with the most GPU time.
fn draws(draws: &[Draw], style: Style) -> Vec<String> {
    if draws.is_empty() {
        return Vec::new();
    }
    let columns = format!("{:<28}{:>12}{:>13}{:>13}", "program", "ms a frame", "vertices", "fragments");
    let mut lines = vec![String::new(), format!("  {}{columns}", style.bold(&format!("{:<12}", "draw")))];
    for draw in draws.iter().take(MOST_SCOPES) {
        let count = |name: &str| {
            let sum = draw.statistics.get(name).filter(|_| draw.counted > 0);
            sum.map_or_else(|| "-".to_owned(), |sum| number(*sum as f64 / draw.counted as f64))
        };
        let time = milliseconds(draw.gpu_time as f64 / draw.frames.max(1) as f64);
        let [vertices, fragments] = ["VERTICES_SUBMITTED", "FRAGMENT_SHADER_INVOCATIONS"].map(count);
        let name = style.name(&draw.program, 27);
        lines.push(format!("    {:<10}{name:<28}{time:>12}{vertices:>13}{fragments:>13}", grouped(draw.number)));
    }
    lines.push(style.faint("  those with the most GPU time, by their number in the frame"));
    lines
}

/// Returns the errors that the program raised.
fn errors(context: &Context, style: Style) -> Vec<String> {
    if context.errors.is_empty() {
        return Vec::new();
    }
    let mut lines = heading("GL errors of the program", "", style).to_vec();
    for error in context.errors.iter().take(MOST_SCOPES) {
        let command = if error.command.is_empty() { "an unknown command" } else { &error.command };
        let times = counted(error.times, "time");
        lines.push(format!("    {} in {}: {times}, first in frame {}", error.name, style.name(command, 30), grouped(error.first_frame)));
        lines.extend(wrapped(&error.rule, COLUMNS - 6, style).map(|line| format!("      {line}")));
    }
    if context.errors.len() > MOST_SCOPES {
        lines.push(format!("    and {} more", context.errors.len() - MOST_SCOPES));
    }
    lines
}

/// Returns a text in lines of at most `width` characters, with marks of omission that the terminal can show.
fn wrapped(text: &str, width: usize, style: Style) -> impl Iterator<Item = String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let word = style.name(&if style.unicode { word.to_owned() } else { word.replace('…', "...") }, width);
        match lines.last_mut().filter(|line| line.chars().count() + 1 + word.chars().count() <= width) {
            Some(line) => *line = format!("{line} {word}"),
            None => lines.push(word),
        }
    }
    lines.into_iter()
}

/// Returns what glmeter itself cost; its part of the frames is that of the context with the most.
pub(crate) fn overhead(overhead: &Overhead, context: Option<&Context>, style: Style) -> Vec<String> {
    let mut lines = heading("glmeter's own cost", "", style).to_vec();
    let own = context.and_then(|context| Some((context.counts.get("own_time")?.mean(), context.wall_time.mean)));
    if let Some((own, wall)) = own.filter(|(_, wall)| *wall > 0.0) {
        lines.push(format!("  {:<16}{:>10} ms a frame, {} of the wall time", "in a frame", milliseconds(own), percent(own / wall)));
    }
    let (frames, frames_without) = (overhead.frames.max(1) as f64, overhead.frames_without.max(1) as f64);
    let (with, without) = (overhead.cpu_time as f64 / frames, overhead.cpu_time_without as f64 / frames_without);
    let [of_with, of_without] = [with, without].map(milliseconds);
    lines.push(format!("  {:<16}{of_with:>10} ms a frame, {of_without} ms in a run without the report", "CPU time"));
    if overhead.frames.min(overhead.frames_without) > 0 && without > 0.0 {
        let more = with / without - 1.0;
        lines.push(style.faint(&format!("  {:<16}{:>+9.1} % difference; any two runs differ", "", more * 100.0)));
    }
    lines
}
