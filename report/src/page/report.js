// The report: what is shown of a run, in which order.

const TIMES = [
  ["wall_time", "Frame", "from one frame's beginning to the next"],
  ["cpu_time", "CPU, thread", "the thread that swaps"],
  ["process_cpu_time", "CPU, process", "all threads"],
  ["swap_time", "Swap", "in the swap"],
  ["gpu_time", "GPU", "from a frame's first to its last command"],
];
const BOUNDS = {
  gpu: ["GPU", "The GPU works most of the frame."],
  cpu: ["CPU", "The thread computes most of the frame."],
  waiting: ["Waiting", "The thread waits for the display, a clock or another thread."],
};
const UNITS = { upload_bytes: bytes, compile_time: time, link_time: time, own_time: time };

const mean = (sum) => (sum && sum.frames ? sum.sum / sum.frames : null);

function cards(context) {
  const { wall_time: wall, cpu_time: cpu, gpu_time: gpu, counts, ratios } = context;
  const fraction = gpu.mean && context.gpu_time_uncertainty ? `, ± ${time(context.gpu_time_uncertainty)}` : "";
  const bound = BOUNDS[context.bound];
  const draws = mean(counts.draws);
  return make("div", { class: "cards" },
    card("Frames", context.frames.toLocaleString("en"), wall.mean ? `${digits(1e9 / wall.mean)} a second` : null),
    card("Frame time, median", wall.count ? time(wall.median) : "–", wall.count ? `p99 ${time(wall.p99)}, worst ${time(wall.worst)}` : null),
    card("CPU time, mean", cpu.count ? time(cpu.mean) : "–", cpu.count ? `p99 ${time(cpu.p99)}` : null),
    card("GPU time, mean", gpu.count ? time(gpu.mean) : "–", gpu.count ? `p99 ${time(gpu.p99)}${fraction}${context.gpu_time_has_waits ? ", from first to last command" : ""}` : "not measured"),
    context.gpu_busy === null ? null : card("GPU busy", percent(context.gpu_busy), context.gpu_time_has_waits ? "of the frames' time, at most" : "of the frames' time"),
    bound ? card("Bound by", bound[0], bound[1]) : null,
    draws === null ? null : card("Draws a frame", count(draws), `at most ${count(counts.draws.worst)}`),
    ratios.overdraw === undefined ? null : card("Overdraw", `${digits(ratios.overdraw)}×`, "fragment shader invocations a pixel"));
}

function timesOverTime(context) {
  if (context.series.length === 0) return null;
  const chart = new TimeChart(context);
  const summed = context.series.some((point) => point.frames > 1);
  const heads = ["Frame", "Frames", "Begins", "Frame time", "Worst", "CPU", "GPU", "Draws"];
  const rows = () => context.series.map((point) => [
    String(point.frame), String(point.frames), time(point.begin), time(point.wall_time), time(point.worst_wall_time),
    time(point.cpu_time), time(point.gpu_time), count(point.draws),
  ]);
  return part("Times of frames", `Drag or turn the wheel to zoom; ${summed ? "each point is the mean of several frames, the shade reaches to their worst." : "each point is a frame."}`,
    chart.tools, chart.box, chart.said, later(`The ${plural(context.series.length, "point")} as a table`, () => table("Times of frames", heads, rows())));
}

function distributions(context) {
  const known = TIMES.filter(([field]) => context[field].count > 0);
  if (known.length === 0) return [];
  const heads = ["Time", "Mean", "Deviation", "Median", "p95", "p99", "Worst"];
  const rows = known.map(([field, name, about]) => {
    const own = context[field];
    return [make("span", { title: about }, name), ...[own.mean, own.deviation, own.median, own.p95, own.p99, own.worst].map(time)];
  });
  const place = make("div");
  const choose = (field, name) => {
    const classes = context[field].histogram;
    place.replaceChildren(histogram(classes, `${name} times`), later("The classes as a table", () =>
      table(`Histogram of ${name} times`, ["Up to", "Frames"], classes.map(([bound, number]) => [time(bound), number.toLocaleString("en")]))));
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", known[index][0] === field));
  };
  const buttons = known.map(([field, name]) => make("button", { type: "button", onclick: () => choose(field, name) }, name));
  choose(...known[0]);
  return [
    part("Distribution", "The time of a frame: how many frames took how long.", make("div", { class: "bar-of-tools" },
      make("div", { class: "tools", role: "group", "aria-label": "Time" }, buttons)), place),
    part("Percentiles", "Over all frames of this context.", table("Percentiles of times", heads, rows)),
  ];
}

function scopes(title, hint, all, frames) {
  const timed = all.filter((scope) => scope.timed > 0 || scope.times > 0).sort((a, b) => b.gpu_time - a.gpu_time || b.times - a.times);
  if (timed.length === 0) return null;
  // Those inside of others do not add to the whole.
  const whole = timed.filter((scope) => !all.some((other) => scope.path.startsWith(`${other.path}/`))).reduce((sum, scope) => sum + scope.gpu_time, 0);
  const perFrame = Math.max(frames, 1);
  const rows = timed.map((scope) => {
    const share = whole > 0 ? scope.gpu_time / whole : 0;
    const meter = make("td", { class: "share" }, make("div", { class: "meter" },
      make("span", { "aria-hidden": "true" }, make("i", { style: `width: ${Math.min(share, 1) * 100}%` })), percent(share)));
    return [
      scope.path || "(no name)", meter, time(scope.gpu_time / perFrame),
      scope.gpu_time_uncertainty ? `± ${time(scope.gpu_time_uncertainty / Math.max(scope.timed, 1))}` : "–",
      count(scope.draws / perFrame), count(scope.times / perFrame),
    ];
  });
  return part(title, hint, table(title, ["Name", "Share of the GPU time", "GPU time a frame", "Error", "Draws a frame", "Times a frame"], rows));
}

function sums(title, hint, all, more = []) {
  const rows = Object.entries(all).filter(([, sum]) => sum.frames > 0 && sum.worst > 0).map(([name, sum]) => {
    const show = UNITS[name] ?? count;
    return [words(name), ...[mean(sum), sum.least, sum.worst, sum.sum].map(show)];
  });
  if (rows.length === 0) return null;
  return part(title, hint, table(title, ["A frame", "Mean", "Least", "Most", "All frames"], rows), ...more);
}

function contextPanel(context) {
  const ratios = Object.entries(context.ratios).map(([name, value]) => [words(name), digits(value, 4)]);
  const detailed = `Of ${plural(context.detailed_frames, "detailed frame")}.`;
  const errors = context.errors.map((error) => [
    make("span", { class: "bad" }, error.name), error.command || "unknown", error.times.toLocaleString("en"), String(error.first_frame), error.rule || "",
  ]);
  // A time is none of the counts, though each frame has its sum like theirs.
  const isTime = ([name]) => UNITS[name] === time;
  const [commandTimes, counts] = [true, false].map((wanted) => Object.fromEntries(Object.entries(context.counts).filter((entry) => isTime(entry) === wanted)));
  const sources = Object.entries(context.sources).map(([target, source]) => [target, source]);
  const statistics = sums("Statistics", "What the pipeline counted, of the frames in which it counted.", context.statistics,
    ratios.length ? [table("Ratios", ["Ratio", "Value"], ratios)] : []);
  return make("div", { class: "panel" },
    make("h2", {}, context.program || "Program"),
    make("p", { class: "hint" }, `Process ${context.process}, thread ${context.thread} · ${context.renderer} · OpenGL ${context.version}`),
    cards(context),
    timesOverTime(context),
    make("div", { class: "columns" }, distributions(context)),
    scopes("Framebuffer passes", detailed, context.passes, context.detailed_frames),
    scopes("Debug groups", `${detailed} A group's time contains that of the groups inside of it.`, context.groups, context.detailed_frames),
    scopes("Programs", detailed, context.programs, context.detailed_frames),
    make("div", { class: "columns" }, sums("Counts", "What the program called.", counts), statistics),
    make("div", { class: "columns" }, sums("Times of commands", "For compile and link, the program's waiting for the driver; own is what glmeter itself took.", commandTimes)),
    make("div", { class: "columns" }, errors.length ? part("GL errors", "Errors that the program raised.", table("GL errors", ["Error", "Command", "Times", "First frame", "Rule"], errors)) : null,
    sources.length ? part("Sources", "Where each number comes from: the driver (native), fences (fenced), glmeter's own count (counted), or other numbers (derived).",
      table("Sources", ["Number", "Source"], sources)) : null));
}

// Tabs by the pattern of the ARIA authoring practices: arrows, Home and End move among them.
// Tabs, of which `first` is open at first.
function tabs(panels, names, first) {
  const choose = (chosen, moves) => {
    panels.forEach((panel, index) => { panel.hidden = index !== chosen; });
    buttons.forEach((button, index) => {
      button.setAttribute("aria-selected", index === chosen);
      button.tabIndex = index === chosen ? 0 : -1;
    });
    if (moves) buttons[chosen].focus();
  };
  const key = (event, index) => {
    const last = panels.length - 1;
    const next = { ArrowRight: index === last ? 0 : index + 1, ArrowLeft: index === 0 ? last : index - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next, true);
  };
  const buttons = names.map((name, index) => make("button", {
    type: "button", role: "tab", id: `tab-${index}`, "aria-controls": `panel-${index}`, title: name,
    onclick: () => choose(index), onkeydown: (event) => key(event, index),
  }, name));
  panels.forEach((panel, index) => fill(panel, { id: `panel-${index}`, role: "tabpanel", "aria-labelledby": `tab-${index}` }, []));
  choose(first);
  return make("div", { class: "tabs", role: "tablist", "aria-label": "Contexts" }, buttons);
}

function pictures(run) {
  if (run.images.length === 0) return null;
  const { frame, width, height, difference } = run.picture;
  const differs = difference && (difference.pixels === 0 ? "; no pixel differs from the reference"
    : `; ${plural(difference.pixels, "pixel")} of ${(width * height).toLocaleString("en")} ${difference.pixels === 1 ? "differs" : "differ"} from the reference, by at most ${difference.most} of 255`);
  const figures = run.images.map((image) => make("figure", {}, make("img", { src: image.source, alt: image.title }), make("figcaption", {}, image.title)));
  return part("Picture", `Frame ${frame}, ${width} × ${height} pixels${differs ?? ""}.`, make("div", { class: "pictures" }, figures));
}

function theme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  const button = make("button", { type: "button", class: "theme", onclick: () => {
    chosen = (chosen ?? (dark.matches ? "dark" : "light")) === "dark" ? "light" : "dark";
    show();
  } });
  const show = () => {
    const now = chosen ?? (dark.matches ? "dark" : "light");
    document.documentElement.dataset.theme = now;
    button.textContent = now === "dark" ? "Light" : "Dark";
    button.setAttribute("aria-label", `Show the page ${now === "dark" ? "light" : "dark"}`);
  };
  dark.addEventListener("change", show);
  show();
  return button;
}

function report() {
  const run = JSON.parse(document.getElementById("data").textContent);
  const command = run.command.join(" ");
  document.title = `${command || "glmeter"} – glmeter report`;
  const started = run.started > 0 ? `${new Date(run.started * 1000).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" })} · ` : "";
  const lost = run.lost_frames ? ` · ${plural(run.lost_frames, "frame")} came too fast to be read one by one` : "";
  document.getElementById("head").append(make("p", { class: "brand" }, "glmeter"), theme(), make("h1", {}, command || "A program"),
    make("p", { class: "about" }, `${started}${plural(run.frames, "frame")} in ${time(run.wall)} · ${run.ended || "running"}${lost}`));
  const processes = run.processes ?? [];
  const contexts = [...processes, ...run.contexts];
  const panels = contexts.map(contextPanel);
  // Some programs create a context before that in which they draw.
  const frames = contexts.map((context) => context.frames);
  const first = frames.indexOf(Math.max(...frames));
  const main = document.getElementById("report");
  const names = [...processes.map((process) => `${process.program} ${process.process} · all contexts`),
    ...run.contexts.map((context) => `${context.program} ${context.process} · context ${context.number}`)];
  if (panels.length > 1) main.append(tabs(panels, names, first));
  main.append(...panels);
  if (panels.length === 0) main.append(make("section", {}, make("p", {}, "The program swapped no buffers.")));
  const shown = pictures(run);
  if (shown) main.append(shown);
  if (run.sections.length > 0) {
    const rows = [...run.sections].sort((a, b) => b.wall_time - a.wall_time).map((section) => [
      section.path, count(section.times), time(section.times ? section.wall_time / section.times : null), time(section.timed ? section.gpu_time / section.timed : null),
    ]);
    main.append(part("Sections", "Named by the program through glmeter's control interface; of all contexts.",
      table("Sections", ["Name", "Times", "Wall time, mean", "GPU time, mean"], rows)));
  }
  const hash = run.picture_hash ? ` · picture ${run.picture_hash}` : "";
  document.getElementById("foot").append(make("p", {}, `glmeter ${run.glmeter}${hash}`));
}

report();
