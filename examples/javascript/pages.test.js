"use strict";

// Compares screenshots of the pages with references, byte for byte: npm test. To accept a change: node screenshot.js scene reference.png

const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { PNG } = require("pngjs");

/** Returns the pixels of a screenshot of a page that a process of its own takes. */
function screenshot(page, name, ...before) {
  const file = path.join(__dirname, `${page}-${name}.png`);
  const [program, ...words] = [...before, process.execPath, path.join(__dirname, "screenshot.js"), page, file];
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

for (const [page, file] of [["scene", "reference.png"], ["map", "map-reference.png"]]) {
  const reference = pixels(path.join(__dirname, file));

  test(`the ${page} looks like the reference, in two runs`, () => {
    expectEqual(screenshot(page, "first"), reference);
    expectEqual(screenshot(page, "second"), reference);
  });

  test(`one thread draws the ${page} as several do`, () => {
    expectEqual(screenshot(page, "one-thread", "taskset", "-c", "0"), reference);
  });
}
