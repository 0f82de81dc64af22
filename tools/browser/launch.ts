/** Starts Debian's Chromium for a test. */
import { chromium, type Browser, type LaunchOptions } from "../../judges/pages/playwright.ts";
import { chromiumPath, wholeChromiumPath } from "../needs/programs.ts";

/** Arguments for a browser in a container, without a screen and without its own network. */
export const chromiumArguments: readonly string[] = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the headless shell. @param options in addition to program and arguments; its `args` follow ours. */
export function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  return launch(chromiumPath, options);
}

/** Starts the full browser, for tests of blocked popups and cached pages. @param options as above. */
export function launchWholeChromium(options: LaunchOptions = {}): Promise<Browser> {
  return launch(wholeChromiumPath, options);
}

function launch(executablePath: string, { args = [], ...options }: LaunchOptions): Promise<Browser> {
  return chromium.launch({ ...options, executablePath, args: [...chromiumArguments, ...args] });
}
