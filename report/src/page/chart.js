// Charts, drawn as SVG.

// --- The chart of times

const SERIES = [
  ["wall", "Frame", "wall_time"],
  ["cpu", "CPU", "cpu_time"],
  ["gpu", "GPU", "gpu_time"],
];
const HEIGHT = 300;
const LEFT = 58;
const BOTTOM = 26;

// Steps of an axis: about `most` round numbers up to the end.
function steps(from, to, most) {
  const rough = (to - from) / most || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((one) => one * power >= rough) * power;
  const all = [];
  for (let value = Math.ceil(from / step) * step; value <= to + step * 1e-6; value += step) all.push(value);
  return all;
}

class TimeChart {
  constructor(context) {
    this.points = context.series;
    this.shown = new Set(SERIES.filter(([, , field]) => this.points.some((point) => point[field] !== null)).map(([name]) => name));
    const last = this.points.at(-1);
    this.whole = [this.points[0].begin, last.begin + last.wall_time * last.frames];
    this.view = this.whole;
    this.cursor = null;
    this.svg = draw("svg", { height: HEIGHT, "aria-hidden": "true" });
    this.tip = make("div", { class: "tip", hidden: true });
    this.said = make("div", { class: "hidden", "aria-live": "polite" });
    this.box = make("div", {
      class: "chart", tabindex: 0, role: "application", "aria-roledescription": "chart",
      "aria-label": "Times of frames over time. Left and right move from point to point, with Shift they move the section; plus and minus zoom, Home shows all. The table below has the same values.",
      onkeydown: (event) => this.key(event),
      onwheel: (event) => this.wheel(event),
      onpointerdown: (event) => this.press(event),
      onpointermove: (event) => this.move(event),
      onpointerup: (event) => this.release(event),
      onpointercancel: () => this.cancel(),
      onpointerleave: () => this.point(null),
      ondblclick: () => this.show(this.whole),
      onblur: () => this.point(null),
    }, this.svg, this.tip);
    const legend = SERIES.filter(([name]) => this.shown.has(name)).map(([name, title]) => {
      const button = make("button", {
        type: "button", class: "key", style: `--own: var(--${name})`, "aria-pressed": "true",
        onclick: () => {
          if (!this.shown.delete(name)) this.shown.add(name);
          button.setAttribute("aria-pressed", this.shown.has(name));
          this.render();
        },
      }, title);
      return button;
    });
    const tool = (text, label, act) => make("button", { type: "button", "aria-label": label, title: label, onclick: act }, text);
    this.tools = make("div", { class: "bar-of-tools" },
      make("div", { class: "tools", role: "group", "aria-label": "Shown times" }, legend),
      make("div", { class: "tools", role: "group", "aria-label": "Section" },
        tool("−", "Zoom out", () => this.zoom(2)), tool("+", "Zoom in", () => this.zoom(0.5)), tool("All", "Show all", () => this.show(this.whole))));
    new ResizeObserver(() => this.render()).observe(this.box);
  }

  get width() { return Math.max(this.box.clientWidth, 200); }
  x(at) { return LEFT + ((at - this.view[0]) / (this.view[1] - this.view[0])) * (this.width - LEFT); }
  at(x) { return this.view[0] + ((x - LEFT) / (this.width - LEFT)) * (this.view[1] - this.view[0]); }
  middle(point) { return point.begin + (point.wall_time * point.frames) / 2; }

  visible() {
    const [from, to] = this.view;
    const inside = (point) => point.begin + point.wall_time * point.frames >= from && point.begin <= to;
    const first = this.points.findIndex(inside);
    const last = this.points.findLastIndex(inside);
    return first < 0 ? [] : this.points.slice(Math.max(0, first - 1), last + 2);
  }

  show([from, to]) {
    const whole = this.whole[1] - this.whole[0];
    const length = Math.min(Math.max(to - from, whole / this.points.length), whole);
    const begin = Math.min(Math.max(from, this.whole[0]), this.whole[1] - length);
    this.view = [begin, begin + length];
    this.render();
  }

  zoom(factor, around = this.cursor === null ? (this.view[0] + this.view[1]) / 2 : this.middle(this.points[this.cursor])) {
    const from = around - (around - this.view[0]) * factor;
    this.show([from, from + (this.view[1] - this.view[0]) * factor]);
  }

  render() {
    if (this.box.clientWidth === 0) return;
    const { width } = this;
    const floor = HEIGHT - BOTTOM;
    const points = this.visible();
    const fields = SERIES.filter(([name]) => this.shown.has(name));
    const most = Math.max(1, ...points.flatMap((point) => fields.map(([name, , field]) => (name === "wall" ? point.worst_wall_time : point[field] ?? 0))));
    const top = most * 1.06;
    const y = (value) => 10 + (1 - value / top) * (floor - 10);
    this.y = y;
    const svg = [];
    for (const value of steps(0, top, 6)) {
      svg.push(draw("line", { class: "grid", x1: LEFT, x2: width, y1: y(value), y2: y(value) }),
        draw("text", { x: LEFT - 10, y: y(value) + 4, "text-anchor": "end" }, time(value)));
    }
    const seconds = steps(this.view[0] / 1e9, this.view[1] / 1e9, Math.max(2, Math.floor(width / 130)));
    const places = Math.max(0, Math.min(6, 1 - Math.floor(Math.log10((seconds[1] ?? 1) - (seconds[0] ?? 0) || 1))));
    for (const value of seconds) {
      const x = this.x(value * 1e9);
      const anchor = x > width - 30 ? "end" : x < LEFT + 10 ? "start" : "middle";
      svg.push(draw("text", { x, y: HEIGHT - 4, "text-anchor": anchor }, `${value.toFixed(Math.max(0, places - 1))} s`));
    }
    for (const [name, budget] of [["60 Hz", 1e9 / 60], ["30 Hz", 1e9 / 30]]) {
      if (budget < top && budget > top * 0.08) {
        svg.push(draw("line", { class: "budget", x1: LEFT, x2: width, y1: y(budget), y2: y(budget) }),
          draw("text", { x: width - 4, y: y(budget) - 4, "text-anchor": "end" }, name));
      }
    }
    const clip = `clip-${this.id ??= numbers++}`;
    svg.push(draw("clipPath", { id: clip }, draw("rect", { x: LEFT, y: 0, width: width - LEFT, height: HEIGHT })));
    const lines = draw("g", { "clip-path": `url(#${clip})` });
    const place = (point, value) => `${this.x(this.middle(point)).toFixed(1)},${y(value).toFixed(1)}`;
    if (this.shown.has("wall")) {
      const upper = points.map((point) => place(point, point.worst_wall_time));
      const lower = points.map((point) => place(point, point.wall_time)).reverse();
      lines.append(draw("path", { class: "worst", d: `M${[...upper, ...lower].join("L")}Z` }));
    }
    for (const [name, , field] of fields) {
      let d = "";
      let pen = "M";
      for (const point of points) {
        if (point[field] === null) continue;
        d += pen + place(point, point[field]);
        pen = "L";
      }
      lines.append(draw("path", { d, "data-series": name, style: `stroke: var(--${name})` }));
      if (points.length <= 40) {
        for (const point of points.filter((one) => one[field] !== null)) {
          lines.append(draw("circle", { cx: this.x(this.middle(point)), cy: y(point[field]), r: 2.6, style: `fill: var(--${name})` }));
        }
      }
    }
    this.mark = draw("g", { class: "pointing" });
    this.brush = draw("rect", { class: "brush", y: 10, height: floor - 10, width: 0 });
    this.svg.replaceChildren(...svg, lines, this.brush, this.mark);
    this.point(this.cursor);
  }

  // Points at a point of the series, or at none.
  point(index, says = false) {
    this.cursor = index;
    if (!this.mark) return;
    this.mark.replaceChildren();
    this.tip.hidden = index === null;
    if (index === null) return;
    const point = this.points[index];
    const x = this.x(this.middle(point));
    if (x < LEFT - 1 || x > this.width + 1) {
      this.tip.hidden = true;
      return;
    }
    const frames = point.frames > 1 ? `Frames ${point.frame}–${point.frame + point.frames - 1}` : `Frame ${point.frame}`;
    const told = SERIES.filter(([name, , field]) => this.shown.has(name) && point[field] !== null);
    this.mark.append(draw("line", { class: "cursor", x1: x, x2: x, y1: 10, y2: HEIGHT - BOTTOM }),
      ...told.map(([name, , field]) => draw("circle", { cx: x, cy: this.y(point[field]), r: 4, style: `fill: var(--${name})` })));
    const worst = point.frames > 1 ? `, worst ${time(point.worst_wall_time)}` : "";
    const values = told.map(([name, title, field]) => [name, `${title} ${time(point[field])}${name === "wall" ? worst : ""}`]);
    this.tip.replaceChildren(make("b", {}, `${frames} at ${digits(point.begin / 1e9, 5)} s`),
      ...values.map(([name, text]) => make("div", {}, make("i", { style: `--own: var(--${name})`, "aria-hidden": "true" }, "●"), text)),
      make("div", {}, `${count(point.draws)} draws`));
    const left = x + 14 + this.tip.offsetWidth > this.width ? x - 14 - this.tip.offsetWidth : x + 14;
    this.tip.style.left = `${Math.max(0, left)}px`;
    if (says) this.said.textContent = `${frames} at ${digits(point.begin / 1e9, 5)} s: ${values.map(([, text]) => text).join("; ")}`;
  }

  nearest(x) {
    const at = this.at(x);
    let best = null;
    this.points.forEach((point, index) => {
      if (best === null || Math.abs(this.middle(point) - at) < Math.abs(this.middle(this.points[best]) - at)) best = index;
    });
    return best;
  }

  where(event) { return event.clientX - this.box.getBoundingClientRect().left; }

  press(event) {
    if (event.button !== 0 || event.pointerType === "touch") return;
    this.from = this.where(event);
    this.box.setPointerCapture(event.pointerId);
  }

  move(event) {
    const x = this.where(event);
    this.point(this.nearest(x));
    if (this.from !== undefined) {
      fill(this.brush, { x: Math.max(LEFT, Math.min(this.from, x)), width: Math.abs(x - Math.max(LEFT, this.from)) }, []);
    }
  }

  release(event) {
    const { from } = this;
    const to = this.where(event);
    this.cancel();
    if (from !== undefined && Math.abs(to - from) > 5) this.show([this.at(Math.max(LEFT, Math.min(from, to))), this.at(Math.max(from, to))]);
  }

  cancel() {
    this.from = undefined;
    this.brush?.setAttribute("width", 0);
  }

  wheel(event) {
    event.preventDefault();
    const length = this.view[1] - this.view[0];
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.show(this.view.map((at) => at + (event.deltaX / this.width) * length));
    else this.zoom(Math.exp(Math.sign(event.deltaY) * 0.18), this.at(this.where(event)));
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const length = this.view[1] - this.view[0];
    const step = (by) => {
      if (event.shiftKey) return this.show(this.view.map((at) => at + by * length * 0.1));
      const next = this.cursor === null ? this.nearest(by > 0 ? LEFT : this.width) : this.cursor + by;
      const index = Math.min(Math.max(next, 0), this.points.length - 1);
      const at = this.middle(this.points[index]);
      if (at < this.view[0] || at > this.view[1]) this.show([at - length / 2, at + length / 2]);
      this.point(index, true);
    };
    const acts = {
      ArrowLeft: () => step(-1), ArrowRight: () => step(1), "+": () => this.zoom(0.5), "=": () => this.zoom(0.5), "-": () => this.zoom(2),
      Home: () => this.show(this.whole), Escape: () => this.point(null),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }
}

// --- Histograms

function histogram(classes, name) {
  const width = 520;
  const height = 190;
  const most = Math.max(...classes.map(([, number]) => number));
  const step = width / Math.max(classes.length, 6);
  const all = classes.reduce((sum, [, number]) => sum + number, 0);
  const bars = classes.map(([bound, number], index) => {
    const tall = Math.max(1.5, (number / most) * (height - 30));
    return draw("rect", { class: "bin", x: index * step + 1, width: Math.max(step - 2, 1), y: height - 22 - tall, height: tall, rx: Math.min(2, step / 4) },
      draw("title", {}, `Up to ${time(bound)}: ${plural(number, "frame")}, ${percent(number / all)}`));
  });
  const every = Math.max(1, Math.ceil(classes.length / 6));
  const labels = classes.map(([bound], index) => index % every ? null :
    draw("text", { x: index * step + step / 2, y: height - 5, "text-anchor": index === 0 && step < 50 ? "start" : "middle" }, time(bound)));
  return make("div", { class: "chart" }, draw("svg", {
    viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Histogram of ${name}; the table below has the same values.`,
  }, bars, labels, draw("line", { class: "grid", x1: 0, x2: width, y1: height - 21.5, y2: height - 21.5 })));
}
