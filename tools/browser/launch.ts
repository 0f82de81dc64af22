/** Starts Debian's Chromium for a test. */
import { chromium, type Browser, type LaunchOptions } from "playwright-core";
import { chromiumPath, wholeChromiumPath } from "./ensure-chromium.ts";

/** What a browser in a container, without a screen and without a network of its own, is started with. */
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

/** Starts it. @param options besides program and arguments; its `args` come after ours. */
export function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  return launch(chromiumPath, options);
}

/** Starts the whole browser, for tests about popups that it blocks and pages that it comes back to. @param options as above. */
export function launchWholeChromium(options: LaunchOptions = {}): Promise<Browser> {
  return launch(wholeChromiumPath, options);
}

function launch(executablePath: string, { args = [], ...options }: LaunchOptions): Promise<Browser> {
  return chromium.launch({ ...options, executablePath, args: [...chromiumArguments, ...args] });
}
