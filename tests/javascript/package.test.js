"use strict";

// Starts browsers and Karma by the npm package, as installed from its archive, and checks what draws and what is left afterwards.

const assert = require("node:assert");
const { execFileSync, spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { after, test } = require("node:test");
const glmeter = require("glmeter");
const { leftOf, processes, processesOf } = require("./processes");

const PIPELINE = "glmeter software pipeline";
/** Writes the renderers of WebGL 1 and 2 and a pixel of each into its title. */
const PAGE = "file://" + path.join(__dirname, "page.html");
const CHROMIUM = `ANGLE (glmeter, ${PIPELINE}, OpenGL ES 3.2) 255,128,0,255`;
const FIREFOX = `${PIPELINE} 255,128,0,255`;

/** Opens the page in a browser, closes it, and checks that the pipeline drew and that no process stays. */
async function draws(browser, renderer) {
  const page = await browser.newPage();
  await page.goto(PAGE);
  const title = await page.title();
  const running = processes();
  await browser.close();
  assert.equal(title, `webgl ${renderer}; webgl2 ${renderer}`);
  assert.ok(running.length > 3, `${running.length} processes`);
  assert.deepEqual(await leftOf(running), []);
}

test("Playwright drives Chromium", async () => {
  await draws(await require("playwright-core").chromium.launch(glmeter.launchOptions()), CHROMIUM);
});

test("Puppeteer drives Chromium, by a socket and by pipes", async () => {
  for (const pipe of [false, true]) await draws(await require("puppeteer-core").launch(glmeter.launchOptions({ pipe })), CHROMIUM);
});

test("Puppeteer drives Chromium with a window", async () => {
  await draws(await require("puppeteer-core").launch(glmeter.launchOptions({ headless: false })), CHROMIUM);
});

test("Puppeteer drives Firefox", async () => {
  await draws(await require("puppeteer-core").launch(glmeter.launchOptions({ browser: "firefox" })), FIREFOX);
});

test("Karma runs tests in Chromium, also with the flag --disable-gpu of its launcher", async () => {
  const karma = path.join(path.dirname(require.resolve("karma/package.json")), "bin", "karma");
  const ended = spawnSync(process.execPath, [karma, "start", path.join(__dirname, "karma.conf.js")], { encoding: "utf8", detached: true });
  assert.equal(ended.status, 0, ended.stdout + ended.stderr);
  assert.match(ended.stdout, /1 of 1 SUCCESS/);
  assert.deepEqual(await leftOf(processesOf(ended.pid)), []);
});

test("a browser that is asked to end leaves no process", async () => {
  const browser = spawn(glmeter.executablePath(), ["--headless", "--remote-debugging-port=0", `--user-data-dir=${fs.mkdtempSync("profile-")}`], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let printed = "";
  const ended = new Promise((done) => browser.on("exit", (code, signal) => done([code, signal])));
  await new Promise((done) => browser.stderr.on("data", (text) => (printed += text).includes("DevTools listening") && done()));
  const running = processes();
  browser.kill("SIGTERM");
  // Chromium takes the signal as the wish to close its windows.
  assert.deepEqual(await ended, [0, null], printed);
  assert.deepEqual(await leftOf(running), []);
});

test("launchOptions keeps the other options, and takes a program and an environment", () => {
  const options = glmeter.launchOptions({ args: ["--one"], timeout: 5, executablePath: process.execPath, env: { TWO: "2" } });
  const env = { TWO: "2", GLMETER: glmeter.findGlmeter(), GLMETER_BROWSER: process.execPath };
  assert.deepEqual(options, { args: ["--one"], timeout: 5, executablePath: glmeter.executablePath("chromium"), env });
});

test("the environment makes other programs draw on the pipeline", () => {
  const env = glmeter.environment();
  assert.equal(env.GLMETER_REPORT_FILE, undefined);
  // eglinfo fails for the platforms that the machine lacks.
  const printed = spawnSync("eglinfo", ["-B"], { env, encoding: "utf8" }).stdout;
  assert.ok(printed.includes(PIPELINE), printed);
});

test("mistakes end with one line", () => {
  assert.throws(() => glmeter.launchOptions({ browser: "netscape" }), /^Error: browser wants chromium or firefox, got "netscape"$/);
  assert.throws(() => glmeter.launchOptions({ executablePath: "/none" }), /^Error: executablePath: \/none is not a program$/);
  for (const [env, message] of [
    [{ GLMETER: "/none" }, "glmeter: GLMETER=/none is not a program"],
    [{ GLMETER_BROWSER: "/none" }, "glmeter: GLMETER_BROWSER=/none is not a program"],
  ]) {
    const ended = spawnSync(glmeter.executablePath(), { env: { ...process.env, ...env }, encoding: "utf8" });
    assert.deepEqual([ended.status, ended.stderr], [127, message + "\n"]);
  }
  const find = ["-e", 'require("glmeter").findGlmeter()'];
  const ended = spawnSync(process.execPath, find, { env: { ...process.env, GLMETER: "/none" }, encoding: "utf8" });
  assert.match(ended.stderr, /^Error: GLMETER=\/none is not a program$/m);
});

test("a launcher without a browser says what to install", () => {
  const folder = fs.mkdtempSync("tools-");
  for (const tool of ["dirname", "readlink", "id"]) fs.symlinkSync(execFileSync("which", [tool], { encoding: "utf8" }).trim(), path.join(folder, tool));
  for (const browser of ["chromium", "firefox"]) {
    const ended = spawnSync("/bin/sh", [glmeter.executablePath(browser)], { env: { PATH: path.resolve(folder) }, encoding: "utf8" });
    const wanted = `glmeter: there is no ${browser} on PATH; install it, or set GLMETER_BROWSER to the path of one\n`;
    assert.deepEqual([ended.status, ended.stderr], [127, wanted]);
  }
});

test("the types name what the package exports", () => {
  const types = fs.readFileSync(path.join(path.dirname(require.resolve("glmeter")), "index.d.ts"), "utf8");
  const declared = [...types.matchAll(/^export function (\w+)/gm)].map((match) => match[1]);
  assert.deepEqual(declared.sort(), Object.keys(glmeter).sort());
});

test("the types are those that the drivers want", () => {
  const paths = { "*": process.env.NODE_PATH.split(path.delimiter).map((folder) => `${folder}/*`) };
  const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, module: "node16", target: "es2022", paths };
  fs.writeFileSync("tsconfig.json", JSON.stringify({ compilerOptions, files: [path.join(__dirname, "types.ts")] }));
  const ended = spawnSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", "."], { encoding: "utf8" });
  assert.equal(ended.stdout, "");
});

// The folders that the tests make are below the current folder, which is theirs.
after(() => {
  for (const name of fs.readdirSync(".")) if (/^(profile|tools)-/.test(name)) fs.rmSync(name, { recursive: true, force: true });
});
