/** Makes sure that Debian's Chromium is installed for the browser tests. */
import { ensureProgram } from "../debian/install.ts";

/** The full Chromium: it blocks popups and caches pages for the back button. */
export const wholeChromiumPath = "/usr/bin/chromium";
/** Chromium's headless shell, which needs a third less processor time. */
export const chromiumPath = "/usr/lib/chromium/chromium-headless-shell";

/** Installs whichever of the two is missing. @throws Error with a remedy, if they can't be installed. */
export function ensureChromium(): void {
  const packages = ["chromium", "chromium-headless-shell"];
  for (const path of [wholeChromiumPath, chromiumPath]) ensureProgram({ path, packages, purpose: "the browser tests" });
}

if (import.meta.main) ensureChromium();
