"use strict";

// Compares screenshots of the scene with the reference, byte for byte: npm test. To accept a change: node screenshot.js reference.png

const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { PNG } = require("pngjs");

/** Returns the pixels of a screenshot that a process of its own takes. */
function screenshot(name, ...before) {
  const file = path.join(__dirname, `${name}.png`);
  const [program, ...words] = [...before, process.execPath, path.join(__dirname, "screenshot.js"), file];
  execFileSync(program, words, { stdio: "inherit" });
  return pixels(file);
}

/** Returns the size and the bytes of a picture. Encoders may write one picture as several files. */
function pixels(file) {
  const { width, height, data } = PNG.sync.read(fs.readFileSync(file));
  return { width, height, data };
}

/** Fails with the number of pixels that differ. */
function expectEqual(found, wanted) {
  assert.deepEqual([found.width, found.height], [wanted.width, wanted.height]);
  let different = 0;
  for (let i = 0; i < found.data.length; i += 4) different += found.data.compare(wanted.data, i, i + 4, i, i + 4) !== 0;
  assert.equal(different, 0, "pixels differ");
}

const reference = pixels(path.join(__dirname, "reference.png"));

test("the scene looks like the reference, in two runs", () => {
  expectEqual(screenshot("first"), reference);
  expectEqual(screenshot("second"), reference);
});

test("one thread draws the same as several", () => {
  expectEqual(screenshot("one-thread", "taskset", "-c", "0"), reference);
});
