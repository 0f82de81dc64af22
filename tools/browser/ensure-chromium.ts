/** Makes sure that Debian's Chromium is there for the browser tests. */
import { ensureProgram } from "../debian/install.ts";

/** The browser without a window system, which needs about a third less processor than the full one. The tests launch this file. */
export const chromiumPath = "/usr/lib/chromium/chromium-headless-shell";

/** Installs Chromium if it is missing. @throws Error that says what to do, if it can't be installed. */
export function ensureChromium(): void {
  ensureProgram({ path: chromiumPath, packages: ["chromium-headless-shell"], purpose: "the browser tests" });
}

if (import.meta.main) ensureChromium();
