// Uses the package as programs in TypeScript do. It is compiled, not run.
import { environment, executablePath, findGlmeter, launchOptions } from "glmeter";
import { chromium } from "playwright-core";
import { launch } from "puppeteer-core";

export async function start() {
  await chromium.launch(launchOptions());
  await chromium.launch(launchOptions({ args: ["--mute-audio"], headless: false, executablePath: "/usr/bin/chromium" }));
  await launch(launchOptions());
  await launch(launchOptions({ browser: "firefox", extraPrefsFirefox: { "dom.disable_beforeunload": true } }));
  await launch(launchOptions({ pipe: true, env: environment() }));
  const paths: string[] = [executablePath(), executablePath("firefox"), findGlmeter()];
  // @ts-expect-error: the package knows two browsers.
  paths.push(executablePath("netscape"));
  return paths;
}
