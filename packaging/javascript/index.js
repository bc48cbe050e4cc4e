"use strict";

// Starts browsers, and other programs of JavaScript tests, on the software pipeline of glmeter: WebGL without a GPU.

const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const BROWSERS = ["chromium", "firefox"];
/** Variables of `glmeter run` that name files of a run that has ended. */
const OF_ONE_RUN = ["GLMETER_REPORT_FILE", "OLDPWD", "_"];

/** Returns true if the file is a program. */
function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Returns the path of the command glmeter: $GLMETER, the package's own, or that on PATH, as the launchers in `bin` find it. */
function findGlmeter() {
  const given = process.env.GLMETER;
  if (given) {
    if (isProgram(given)) return given;
    throw new Error(`GLMETER=${given} is not a program`);
  }
  const own = path.join(__dirname, "lib", "glmeter");
  const folders = (process.env.PATH || "").split(path.delimiter).filter(Boolean);
  const found = [own, ...folders.map((folder) => path.join(folder, "glmeter"))].find(isProgram);
  if (found) return found;
  throw new Error("there is no glmeter on PATH; install it, or set GLMETER to the path of the command");
}

/** Returns the path of the program that starts a browser on the pipeline: an executablePath, or a CHROME_BIN for Karma. */
function executablePath(browser = "chromium") {
  if (BROWSERS.includes(browser)) return path.join(__dirname, "bin", browser);
  throw new Error(`browser wants ${BROWSERS.join(" or ")}, got ${JSON.stringify(browser)}`);
}

/** Returns the options with which `playwright.chromium.launch` and `puppeteer.launch` start a browser on the pipeline; keeps other options. */
function launchOptions({ browser = "chromium", executablePath: program, env = process.env, ...others } = {}) {
  const options = { ...others, executablePath: executablePath(browser), env: { ...env, GLMETER: findGlmeter() } };
  if (program) {
    if (!isProgram(program)) throw new Error(`executablePath: ${program} is not a program`);
    options.env.GLMETER_BROWSER = program;
  }
  if (browser === "firefox") {
    options.browser = browser;
    // Otherwise Firefox gives pages a made-up name of the renderer.
    options.extraPrefsFirefox = { "webgl.sanitize-unmasked-renderer": false, ...others.extraPrefsFirefox };
  }
  return options;
}

/** Returns the environment in which other programs draw on the pipeline. It has the DISPLAY of this process. */
function environment(env = process.env) {
  const glmeter = findGlmeter();
  const command = ["run", "--settings", "off", "--provider", "software", "--report", "off", "--", "env", "-0"];
  const { status, stdout, stderr, error } = spawnSync(glmeter, command, { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${glmeter} ${command.join(" ")}: ${error ? error.message : stderr.trim()}`);
  const pairs = stdout.split("\0").filter(Boolean).map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]);
  return Object.fromEntries(pairs.filter(([name]) => !OF_ONE_RUN.includes(name)));
}

module.exports = { environment, executablePath, findGlmeter, launchOptions };
