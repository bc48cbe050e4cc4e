/** A browser that draws WebGL on the software pipeline. */
export type Browser = "chromium" | "firefox";

/** The environment of a process. */
export type Environment = Record<string, string | undefined>;

export interface LaunchOptions {
  /** The browser to start; Chromium if absent. */
  browser?: Browser;
  /** The browser's program; the first of the usual names on PATH if absent. */
  executablePath?: string;
  /** More arguments for the browser. */
  args?: string[];
  /** The browser's environment; this process's if absent. */
  env?: Environment;
}

export interface Launched {
  /** Puppeteer's name of the browser, unless it is Chromium, which is the default of every driver. */
  browser?: "firefox";
  /** The launcher of this package. */
  executablePath: string;
  args?: string[];
  env: Record<string, string>;
  extraPrefsFirefox?: Record<string, unknown>;
}

/**
 * Returns the options with which `playwright.chromium.launch` and `puppeteer.launch` start a browser on the pipeline, with the options given.
 * Playwright starts only its own build of Firefox, so `browser: "firefox"` is for Puppeteer.
 */
export function launchOptions<Options extends LaunchOptions>(
  options?: Options,
): Omit<Options, keyof LaunchOptions> & Launched;

/** Returns the program that starts a browser on the pipeline: Karma's CHROME_BIN, and `executablePath` elsewhere. */
export function executablePath(browser?: Browser): string;

/** Returns the environment in which programs that this process starts draw on the pipeline; their display is that of `env`. */
export function environment(env?: Environment): Record<string, string>;

/** Returns the path of the command glmeter: $GLMETER, the package's own, or that on PATH. Throws an error if there is none. */
export function findGlmeter(): string;
