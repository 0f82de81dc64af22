/** Makes sure that Debian's Chromium is there for the browser tests. */
import { ensureProgram } from "../debian/install.ts";

/** Chromium with all that it has for people: it blocks popups and keeps pages to come back to. */
export const wholeChromiumPath = "/usr/bin/chromium";
/** Chromium as a program alone, which takes a third less processor time. */
export const chromiumPath = "/usr/lib/chromium/chromium-headless-shell";

/** Installs what is missing of the two. @throws Error that says what to do, if they can't be installed. */
export function ensureChromium(): void {
  const packages = ["chromium", "chromium-headless-shell"];
  for (const path of [wholeChromiumPath, chromiumPath]) ensureProgram({ path, packages, purpose: "the browser tests" });
}

if (import.meta.main) ensureChromium();
