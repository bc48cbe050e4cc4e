"use strict";

// One test, in Chromium on the pipeline, without a framework.

process.env.CHROME_BIN = require("glmeter").executablePath();

module.exports = (config) => {
  config.set({
    basePath: __dirname,
    files: ["karma_page.js"],
    plugins: [require("karma-chrome-launcher")],
    browsers: ["ChromeHeadless"],
    reporters: ["dots"],
    singleRun: true,
    colors: false,
  });
};
