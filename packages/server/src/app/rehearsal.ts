/** Connects `svc-server sandbox fault` with the simulators of a sandbox that runs in another process. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RehearsalName, RehearsedRequests } from "@svc/simulator";
import { makePrivateFolder } from "../adapters/store/sqlite/folder.ts";
import { ConfigError } from "./config.ts";
import { sandboxFolder } from "./sandbox.ts";

/** A failure to rehearse, and the requests that it applies to; by default those that suit it. */
export type RehearsedFault = { provider: string; next: RehearsalName; on?: RehearsedRequests };

/** The file in which a sandbox stores the addresses of its simulators. */
const simulatorsFile = (databaseUrl: string): string => join(sandboxFolder(databaseUrl), "sandbox-simulators.json");

/** Stores the addresses of the simulators. A sandbox that starts later on the same database replaces them. */
export function noteSimulators(databaseUrl: string, origins: Readonly<Record<string, string>>): void {
  const file = simulatorsFile(databaseUrl);
  makePrivateFolder(dirname(file));
  writeFileSync(file, `${JSON.stringify(origins, null, 2)}\n`, { mode: 0o600 });
}

/**
 * Makes the next request to a simulated provider fail.
 * @throws ConfigError if no sandbox runs on this database, or it doesn't simulate this provider.
 */
export async function rehearseFault(databaseUrl: string, { provider, next, on }: RehearsedFault): Promise<void> {
  const origins = readSimulators(databaseUrl);
  const origin = Object.hasOwn(origins, provider) ? origins[provider] : undefined;
  if (origin === undefined) {
    const known = Object.keys(origins).join(", ");
    throw new ConfigError([`--provider: this sandbox simulates ${known === "" ? "none" : known}, not ${provider}.`]);
  }
  // Only sandboxes load simulators.
  const { rehearse } = await import("@svc/simulator");
  if (!(await rehearse(origin, next, on))) {
    throw new ConfigError([`No simulated ${provider} answers at ${origin}: is the sandbox still running?`]);
  }
}

function readSimulators(databaseUrl: string): Readonly<Record<string, string>> {
  const file = simulatorsFile(databaseUrl);
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  } catch {
    throw new ConfigError([
      `There is no sandbox here (${file} is missing). Start one with svc-server serve --sandbox, and run this command with the same SVC_DATABASE_URL, in the same folder.`,
    ]);
  }
}
