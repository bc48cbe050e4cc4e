"use strict";

// Saves a screenshot of a page: node screenshot.js scene|map FILE.png

const path = require("node:path");
const { chromium } = require("playwright-core");
const { launchOptions } = require("glmeter");

async function main(name, file) {
  const browser = await chromium.launch(launchOptions());
  const page = await browser.newPage({ viewport: { width: 320, height: 240 } });
  page.on("pageerror", (error) => console.error(error));
  // Pages from file:// cannot load modules: serve the files of this folder under a name that no server has.
  await page.route("http://example.test/**", (route) => route.fulfill({ path: path.join(__dirname, new URL(route.request().url()).pathname) }));
  await page.goto(`http://example.test/${name}.html`);
  await page.waitForFunction('document.title === "drawn"');
  await page.screenshot({ path: file });
  await browser.close();
}

main(...process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
