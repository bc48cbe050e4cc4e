// Opens a page in headless Chromium as people do, and prints what it found as JSON.
//
//   node page.js PAGE FOLDER
//
// Screenshots go to FOLDER.
"use strict";
const { spawn } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const { pathToFileURL } = require("url");

const [page, folder] = process.argv.slice(2);
const profile = fs.mkdtempSync(path.join(os.tmpdir(), "glmeter-page-"));
const browser = spawn("chromium",
  ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe", `--user-data-dir=${profile}`],
  { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });

const found = { errors: [], requests: [] };
const waiting = new Map();
let session;
let last = 0;

function send(method, params = {}) {
  const id = ++last;
  browser.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId: session })}\0`);
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject, method }));
}

let received = "";
browser.stdio[4].on("data", (bytes) => {
  received += bytes;
  const messages = received.split("\0");
  received = messages.pop();
  for (const text of messages) {
    const { id, method, params, result, error } = JSON.parse(text);
    if (id) {
      const { resolve, reject, method: asked } = waiting.get(id);
      if (error) reject(new Error(`${asked}: ${error.message}`));
      else resolve(result);
    }
    if (method === "Runtime.exceptionThrown") found.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Runtime.consoleAPICalled") found.errors.push(params.args.map((one) => one.value).join(" "));
    if (method === "Log.entryAdded") found.errors.push(params.entry.text);
    if (method === "Network.requestWillBeSent") found.requests.push(params.request.url.split(":")[0]);
  }
});

async function look(expression) {
  const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
  if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
  return result.value;
}

// Resolves after the next two frames.
const settle = () => look("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))");

async function window(width, height, scheme, media = "") {
  await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  await send("Emulation.setEmulatedMedia", { media, features: [{ name: "prefers-color-scheme", value: scheme }, { name: "prefers-reduced-motion", value: "reduce" }] });
  await settle();
}

async function screenshot(name) {
  const height = await look("Math.min(document.documentElement.scrollHeight, 4000)");
  const width = await look("innerWidth");
  const { data } = await send("Page.captureScreenshot", { format: "png", captureBeyondViewport: true, clip: { x: 0, y: 0, width, height, scale: 1 } });
  fs.writeFileSync(path.join(folder, name), Buffer.from(data, "base64"));
}

async function press(key, modifiers = 0) {
  const text = key.length === 1 || key === "Enter" ? { text: key === "Enter" ? "\r" : key } : {};
  const code = { Tab: 9, Enter: 13, Home: 36, ArrowLeft: 37, ArrowRight: 39 }[key] ?? key.charCodeAt(0);
  await send("Input.dispatchKeyEvent", { type: "keyDown", key, modifiers, windowsVirtualKeyCode: code, ...text });
  await send("Input.dispatchKeyEvent", { type: "keyUp", key, modifiers, windowsVirtualKeyCode: code });
  await settle();
}

const mouse = (type, x, y, more = {}) => send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1, ...more });
const LINE = "document.querySelector('[role=tabpanel]:not([hidden]) [data-series=wall], .panel:not([hidden]) [data-series=wall]').getAttribute('d')";
const SAID = "document.querySelector('[aria-live]').textContent";
const BACK = "getComputedStyle(document.body).backgroundColor";
const FOCUS = "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent.trim().slice(0, 40)";

async function main() {
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  session = (await send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await send(`${domain}.enable`);
  await window(1280, 900, "light");
  const loaded = new Promise((resolve) => browser.stdio[4].on("data", (bytes) => bytes.includes("Page.loadEventFired") && resolve()));
  await send("Page.navigate", { url: pathToFileURL(page).href });
  await loaded;
  await settle();

  found.title = await look("document.title");
  found.text = await look("document.body.innerText");
  found.headings = await look("[...document.querySelectorAll('.panel:not([hidden]) h2')].map((one) => one.textContent)");
  found.pictures = await look("[...document.images].map((image) => [image.alt, image.naturalWidth, image.naturalHeight])");
  found.points = await look(`${LINE}.split(/[ML]/).length - 1`);
  found.series = await look("[...document.querySelectorAll('.panel:not([hidden]) [data-series]')].map((one) => one.dataset.series)");
  found.unnamed = await look(`[...document.querySelectorAll("button, [role=region], [role=application], [role=img], table")]
    .filter((one) => !(one.getAttribute("aria-label") || one.caption?.textContent || one.textContent.trim())).length`);
  found.bins = await look("document.querySelectorAll('.panel:not([hidden]) .bin').length");
  found.light = await look(BACK);
  await screenshot("light.png");

  // The keyboard alone.
  found.focus = [];
  for (let count = 0; count < 12; count++) {
    await press("Tab");
    found.focus.push(await look(FOCUS));
    if (await look("document.activeElement.classList.contains('chart')")) break;
  }
  const whole = await look(LINE);
  await press("ArrowRight");
  found.first = await look(SAID);
  await press("ArrowRight");
  found.second = await look(SAID);
  await press("+");
  found.zoomed = (await look(LINE)) !== whole;
  const zoomed = await look(LINE);
  await press("ArrowRight", 8);
  found.moved = (await look(LINE)) !== zoomed;
  await press("-");
  await press("Home");
  found.home = (await look(LINE)) === whole;

  // The mouse.
  const box = await look("(({ x, y, width, height }) => ({ x, y, width, height }))(document.querySelector('.chart').getBoundingClientRect())");
  const y = box.y + box.height / 2;
  await mouse("mouseMoved", box.x + box.width / 2, y);
  await settle();
  found.tip = await look("document.querySelector('.tip').innerText");
  await screenshot("hover.png");
  await mouse("mousePressed", box.x + box.width * 0.4, y);
  await mouse("mouseMoved", box.x + box.width * 0.5, y, { buttons: 1 });
  await mouse("mouseReleased", box.x + box.width * 0.5, y);
  await settle();
  found.dragged = (await look(LINE)) !== whole;
  const dragged = await look(LINE);
  await mouse("mouseWheel", box.x + box.width / 2, y, { deltaX: 0, deltaY: -100 });
  await settle();
  await settle();
  found.wheeled = (await look(LINE)) !== dragged;
  await mouse("mouseMoved", box.x + box.width * 0.6, y);
  await screenshot("zoomed.png");
  await look("document.querySelector('.chart').focus()");
  await press("Home");

  // Tabs, of several contexts.
  found.tabs = await look("[...document.querySelectorAll('[role=tab]')].map((one) => one.textContent)");
  if (found.tabs.length > 1) {
    const opened = await look("document.querySelector('[role=tab][aria-selected=true]').id");
    await look("document.querySelector('[role=tab]').focus()");
    await press("ArrowRight");
    found.second_tab = await look("document.querySelector('[role=tabpanel]:not([hidden])').id + ' ' + document.activeElement.id");
    await screenshot("second.png");
    await press("Home");
    found.first_tab = await look("document.activeElement.id");
    await look(`document.getElementById("${opened}").click()`);
  }

  // What the charts show is in tables.
  found.rows = await look(`(async () => {
    const details = document.querySelector(".panel:not([hidden]) details");
    details.open = true;
    await new Promise((done) => setTimeout(done, 100));
    const rows = details.querySelectorAll("tbody tr").length;
    details.open = false;
    return rows;
  })()`);

  await window(1280, 900, "dark");
  found.dark = await look(BACK);
  await screenshot("dark.png");
  await look("document.querySelector('.theme').focus()");
  await press("Enter");
  found.switched = await look(BACK);
  await press("Enter");
  await window(360, 740, "dark");
  found.narrow = await look("[innerWidth, document.documentElement.scrollWidth]");
  found.narrow_points = await look(`${LINE}.split(/[ML]/).length - 1`);
  await screenshot("narrow.png");
  await window(1280, 900, "dark", "print");
  found.print = await look("[getComputedStyle(document.documentElement).getPropertyValue('--page'), document.querySelectorAll('.panel').length, [...document.querySelectorAll('.panel')].filter((one) => one.offsetHeight > 0).length]");
  const { data } = await send("Page.printToPDF", { printBackground: true, paperWidth: 8.27, paperHeight: 11.69 });
  fs.writeFileSync(path.join(folder, "page.pdf"), Buffer.from(data, "base64"));
  console.log(JSON.stringify(found));
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
}).finally(() => {
  browser.once("exit", () => fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  browser.kill();
});
