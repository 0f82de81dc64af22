/** The sandbox: simulated providers on loopback, and its own vault key next to the database. */
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isLoopback } from "@svc/contract";
import { originsOf, type Provider, type RunningSimulator } from "@svc/provider-kit";
import type { RehearsalName, RehearsedRequests } from "@svc/simulator";
import type { EgressTarget } from "../adapters/egress/index.ts";
import { makePrivateFolder } from "../adapters/store/sqlite/files.ts";
import { sqlitePath } from "../adapters/store/sqlite/open.ts";
import { makeKeyringEntry } from "../adapters/vault/keyring.ts";
import { needsApp, tokenOrigin } from "../domain/auth-kinds/table.ts";
import { toListedText, type ListedOrigin } from "../domain/catalog/listed-origins.ts";
import { ConfigError, type Config } from "./config.ts";
import type { RegisteredProvider } from "./providers.ts";

/** A parsed `--sandbox-provider slug=http://127.0.0.1:PORT`. */
export type SandboxProvider = { slug: string; origin: string };

/**
 * Reads a `--sandbox-provider` argument.
 * @throws ConfigError for an unknown provider or an address that isn't loopback.
 */
export function readSandboxProvider(argument: string, known: readonly string[]): SandboxProvider {
  const [, slug = "", text = ""] = /^([a-z][a-z0-9-]*)=(.+)$/.exec(argument) ?? [];
  if (!known.includes(slug)) {
    throw new ConfigError([`--sandbox-provider: must be <provider>=<url>, with one of: ${known.join(", ")}.`]);
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    url.protocol !== "http:" ||
    !isLoopback(url.hostname) ||
    (url.pathname !== "/" && url.pathname !== "")
  ) {
    throw new ConfigError([
      "--sandbox-provider: the address must be http://<loopback address>:<port> and nothing more.",
    ]);
  }
  return { slug, origin: url.origin };
}

/** The part of the configuration that says where self-hosted products are. */
export type OriginConfig = Pick<Config, "listedOrigins" | "extraCa">;

/** Returns the live targets: each provider's own origins, and those that the operator lists. */
export function liveTargets(providers: readonly RegisteredProvider[], config: OriginConfig): EgressTarget[] {
  return providers.flatMap(({ provider }) => listTargets(provider, null, config));
}

/**
 * Returns the origins that connections of a self-hosted provider may have, by slug. A sandbox without a list has one
 * called `sandbox`. In a sandbox all of them lead to the simulator, whatever their addresses.
 */
export function listedOriginsOf(
  providers: readonly Provider[],
  { listedOrigins }: Pick<OriginConfig, "listedOrigins">,
  isSandbox: boolean,
): ReadonlyMap<string, readonly ListedOrigin[]> {
  const selfHosted = providers.filter(({ isSelfHosted }) => isSelfHosted === true);
  return new Map(
    selfHosted.map(({ slug, origin }) => {
      const listed = listedOrigins.get(slug) ?? [];
      return [slug, isSandbox && listed.length === 0 ? [{ name: "sandbox", address: origin }] : listed] as const;
    }),
  );
}

/** Returns the targets of a provider; in a sandbox, all of them lead to its simulator. */
export function listTargets(provider: Provider, sandboxOrigin: string | null, config: OriginConfig): EgressTarget[] {
  const { slug, requestIdHeader, responseHeaders = [], requestHeaders = [], retryAfter } = provider;
  const { origin, origins } = originsOf(provider);
  const common = { provider: slug, requestIdHeader, responseHeaders, loopbackOnly: sandboxOrigin !== null };
  const responses = retryAfter === undefined ? common : { ...common, retryAfter };
  const further = Object.entries(origins).map(([name, own]) => [name, sandboxOrigin ?? own] as const);
  const listed = listedOriginsOf([provider], config, sandboxOrigin !== null).get(slug) ?? [];
  const api: EgressTarget = {
    ...responses,
    service: "api",
    origin: provider.isSelfHosted === true ? null : (sandboxOrigin ?? origin),
    origins: Object.fromEntries(further),
    listed: Object.fromEntries(listed.map((one) => [toListedText(one), sandboxOrigin ?? one.address])),
    ...(config.extraCa === null ? {} : { extraCa: config.extraCa }),
    requestHeaders,
  };
  const issuerOrigin = tokenOrigin(provider);
  if (issuerOrigin === null) return [api];
  return [api, { ...responses, service: "authorization", origin: sandboxOrigin ?? issuerOrigin }];
}

/** The address of a simulated provider that isn't set up. Nothing listens there. */
const nowhere = "http://127.0.0.1:9";

/**
 * Starts the simulators of the sandbox, except for providers with a given address.
 * @param config its OAuth apps decide whether users can connect to a provider. If a provider lacks an app that it
 * needs, its simulator isn't started.
 * @returns the targets, the started simulators, and the address of each simulated provider by its slug.
 */
export async function startSandboxTargets(
  providers: readonly RegisteredProvider[],
  given: readonly SandboxProvider[],
  config: OriginConfig & Pick<Config, "oauthApps" | "databaseUrl">,
): Promise<{ targets: EgressTarget[]; simulators: RunningSimulator[]; origins: Record<string, string> }> {
  const origins: Record<string, string> = {};
  const simulators: RunningSimulator[] = [];
  const targets: EgressTarget[] = [];
  try {
    for (const { provider, startSimulator } of providers) {
      let origin = given.find(({ slug }) => slug === provider.slug)?.origin;
      if (origin === undefined && (!needsApp(provider) || config.oauthApps.has(provider.slug))) {
        const simulator = await startSimulator(sandboxTokensFile(config.databaseUrl, provider.slug));
        simulators.push(simulator);
        origin = new URL(simulator.url).origin;
      }
      if (origin === undefined) origin = nowhere;
      else origins[provider.slug] = origin;
      targets.push(...listTargets(provider, origin, config));
    }
  } catch (error) {
    // Those already listening would keep the process, which has said that it failed, from ending.
    await Promise.all(simulators.map((simulator) => simulator.close()));
    throw error;
  }
  return { targets, simulators, origins };
}

/** Returns the folder for a sandbox's own files: that of its SQLite file, or `./data` for PostgreSQL. */
export function sandboxFolder(databaseUrl: string): string {
  return databaseUrl.startsWith("sqlite:") ? dirname(sqlitePath(databaseUrl)) : "./data";
}

/** Returns the path of the file in which a sandbox's simulated provider keeps the tokens that it has issued. */
function sandboxTokensFile(databaseUrl: string, slug: string): string {
  return join(sandboxFolder(databaseUrl), "sandbox-tokens", `${slug}.json`);
}

/** Returns the path of the vault key that a sandbox created. */
export function sandboxKeyFile(databaseUrl: string): string {
  return join(sandboxFolder(databaseUrl), "sandbox-vault-key");
}

/**
 * Reads the keyring of an existing sandbox. A new key couldn't decrypt its data.
 * @throws ConfigError if the key is missing.
 */
export function readSandboxKey(databaseUrl: string): string {
  const file = sandboxKeyFile(databaseUrl);
  if (existsSync(file)) return readFileSync(file, "utf8");
  const hint = databaseUrl.startsWith("sqlite:") ? "" : " Run this in the folder where the sandbox was first started.";
  throw new ConfigError([
    `The vault key of this sandbox is not in ${file}.${hint} If it was started with SVC_VAULT_KEYS, set them here too.`,
  ]);
}

/** Reads the sandbox's keyring, which is created on first use and readable only by its owner. */
export function readOrMakeSandboxKey(databaseUrl: string, randomBytes: (count: number) => Uint8Array): string {
  const file = sandboxKeyFile(databaseUrl);
  if (existsSync(file)) return readFileSync(file, "utf8");
  makePrivateFolder(dirname(file));
  // Written under another name and then linked, so a replica that starts at the same time sees the whole file or none.
  const draft = `${file}.${Buffer.from(randomBytes(6)).toString("hex")}`;
  writeFileSync(draft, `${makeKeyringEntry("sandbox", randomBytes)}\n`, { mode: 0o600, flag: "wx" });
  try {
    linkSync(draft, file);
  } catch {
    // Another process was first, so its key is used.
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(file, "utf8");
}

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
