/** Sees to it that Debian's Chromium is there for the browser tests; a run without it fails and never skips. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Where Debian puts it; the browser tests launch this file. */
export const chromiumPath = "/usr/bin/chromium";

/**
 * Installs Chromium where it is missing and this user may.
 * @throws Error that says what to do, where it cannot be installed.
 */
export function ensureChromium(): void {
  if (existsSync(chromiumPath)) return;
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args: string[]): boolean => {
    const [program = "apt-get", ...rest] = [...asRoot, "apt-get", "-q", ...args];
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    return spawnSync(program, rest, { stdio: ["ignore", "ignore", "inherit"], env: environment }).status === 0;
  };
  console.error("Chromium is not there yet: installing Debian's, for the browser tests.");
  if (apt("update") && apt("install", "-y", "--no-install-recommends", "chromium") && existsSync(chromiumPath)) return;
  throw new Error(`The browser tests need ${chromiumPath}: install the package chromium, then run this again.`);
}

if (import.meta.main) ensureChromium();
