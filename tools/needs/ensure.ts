/** Makes sure that this machine has what a command needs, before the command starts anything. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Need } from "./need.ts";

/** One installation at a time in this checkout. SQLite's lock ends with its process, however that ends. */
const lockFolder = join(import.meta.dirname, "../../node_modules/.cache");
const lockTimeoutMs = 900_000;

/** What was asked for. */
export interface Wish {
  /** As in "npm run test:browser". */
  readonly command: string;
  readonly needs: readonly Need[];
  /** Whether to install what is missing. */
  readonly mayInstall: boolean;
}

/** Whether missing programs are installed: with `--install`, and in CI, whose machines are made for one run. */
export function mayInstall(isAskedFor: boolean): boolean {
  return isAskedFor || process.env["CI"] === "true";
}

/**
 * Checks the needs, and installs what is missing if that is wanted.
 * @returns a sentence that says what is missing and how it is installed; null if nothing is.
 * @throws Error with a remedy, if something can't be installed.
 */
export function ensure({ command, needs, mayInstall }: Wish): string | null {
  const missing = needs.filter((need) => !need.isThere());
  if (missing.length === 0) return null;
  if (!mayInstall) {
    return `${command} needs ${listed(missing)}: \`${withInstall(command)}\` installs what is missing.`;
  }
  const lock = installationLock();
  try {
    // Another process may have installed some of it in the meantime.
    for (const need of missing.filter((one) => !one.isThere())) {
      console.log(`Installing ${need.name} for ${command}.`);
      need.install();
    }
  } finally {
    lock.close();
  }
  return null;
}

/** The command with `--install`, through npm. */
function withInstall(command: string): string {
  return command.includes(" -- ") ? `${command} --install` : `${command} -- --install`;
}

function listed(needs: readonly Need[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(needs.map(({ name }) => name));
}

function installationLock(): { close(): void } {
  mkdirSync(lockFolder, { recursive: true });
  const database = new DatabaseSync(join(lockFolder, "installing.sqlite"), { timeout: lockTimeoutMs });
  database.exec("begin exclusive");
  return database;
}
