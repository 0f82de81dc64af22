/** Sees to it that Debian's Chromium is there for the browser tests. */
import { ensureProgram } from "../debian/install.ts";

/** Where Debian puts it; the browser tests launch this file. */
export const chromiumPath = "/usr/bin/chromium";

/** Installs Chromium where it is missing. @throws Error that says what to do, where it cannot be installed. */
export function ensureChromium(): void {
  ensureProgram({ path: chromiumPath, packages: ["chromium"], purpose: "the browser tests" });
}

if (import.meta.main) ensureChromium();
