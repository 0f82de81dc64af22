/** Makes sure that this machine has what a command needs, before the command starts anything. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { installFromDebian } from "./debian.ts";
import { isFromDebian, type Need, type OwnNeed } from "./need.ts";

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
export async function ensure({ command, needs, mayInstall }: Wish): Promise<string | null> {
  const missing = [...new Set(inOrder(needs))].filter((need) => !need.isThere());
  if (missing.length === 0) return null;
  if (!mayInstall) {
    return `${command} needs ${listed(missing)}: \`${withInstall(command)}\` installs what is missing.`;
  }
  const lock = installationLock();
  try {
    // Another process may have installed some of it in the meantime.
    await installAll(
      missing.filter((one) => !one.isThere()),
      (names) => console.log(`Installing ${names} for ${command}.`),
    );
  } finally {
    lock.close();
  }
  return null;
}

/** Each after what it needs itself. */
function inOrder(needs: readonly Need[]): readonly Need[] {
  return needs.flatMap((need) => (isFromDebian(need) ? [need] : [...inOrder(need.after), need]));
}

/**
 * Debian's packages at once, and beside them the rest: most of them wait for the network.
 * @param missing each after what it needs itself.
 * @param starts is called with what is about to be installed.
 * @throws the first error, after all that could be installed was.
 */
async function installAll(missing: readonly Need[], starts: (names: string) => void): Promise<void> {
  const debian = missing.filter(isFromDebian);
  const done = new Map<Need, Promise<void>>();
  if (debian.length > 0) {
    starts(listed(debian));
    const all = installFromDebian(debian);
    for (const need of debian) done.set(need, all);
  }
  const lastBy = new Map<OwnNeed["by"], Promise<unknown>>();
  const install = async (need: OwnNeed): Promise<void> => {
    const before = lastBy.get(need.by);
    await Promise.all(need.after.map(async (other) => await done.get(other)));
    await before?.catch(() => null);
    starts(need.name);
    await need.install();
  };
  for (const need of missing) {
    if (isFromDebian(need)) continue;
    const installed = install(need);
    done.set(need, installed);
    lastBy.set(need.by, installed);
  }
  const results = await Promise.allSettled(done.values());
  for (const result of results) if (result.status === "rejected") throw result.reason;
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
