/** The sandbox: simulated providers on loopback, and a vault key of its own beside the database. */
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isLoopback } from "@svc/contract";
import { oauthAuthOf, type Provider } from "@svc/provider-kit";
import { ConfigError } from "./config.ts";
import type { EgressTarget } from "../adapters/egress/index.ts";
import type { RegisteredProvider, RunningSimulator } from "./providers.ts";
import { makePrivateFolder } from "../adapters/store/sqlite/folder.ts";
import { sqlitePath } from "../adapters/store/sqlite/open.ts";
import { makeKeyringEntry } from "../adapters/vault/keyring.ts";

/** `--sandbox-provider slug=http://127.0.0.1:PORT`, read. */
export type SandboxProvider = { slug: string; origin: string };

/**
 * Reads a `--sandbox-provider` argument.
 * @throws ConfigError for an unknown provider and for any address that is not loopback.
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

/** The live targets: each provider's own origins. */
export function liveTargets(providers: readonly RegisteredProvider[]): EgressTarget[] {
  return providers.flatMap(({ provider }) => targetsOf(provider, null));
}

/** The targets of one provider; in a sandbox, all at the one address of its simulator. */
function targetsOf(provider: Provider, sandboxOrigin: string | null): EgressTarget[] {
  const { slug, requestIdHeader, answerHeaders = [] } = provider;
  const common = { provider: slug, requestIdHeader, answerHeaders, loopbackOnly: sandboxOrigin !== null };
  const oauth = oauthAuthOf(provider);
  const api: EgressTarget = { ...common, service: "api", origin: sandboxOrigin ?? provider.origin };
  if (oauth === null) return [api];
  return [api, { ...common, service: "authorization", origin: sandboxOrigin ?? oauth.server.origin }];
}

/** Where nobody listens: the address of a simulated provider that is not set up. */
const nowhere = "http://127.0.0.1:9";

/**
 * The sandbox's targets; starts the simulator of every provider that was not given an address.
 * @param isSetUp whether anything can be connected to a provider; the simulator of one that is not is not started.
 * @returns the targets, the simulators that were started, and the address of each simulated provider by its slug.
 */
export async function startSandboxTargets(
  providers: readonly RegisteredProvider[],
  given: readonly SandboxProvider[],
  isSetUp: (provider: Provider) => boolean,
): Promise<{ targets: EgressTarget[]; simulators: RunningSimulator[]; origins: Record<string, string> }> {
  const origins: Record<string, string> = {};
  const simulators: RunningSimulator[] = [];
  const targets: EgressTarget[] = [];
  for (const { provider, startSimulator } of providers) {
    let origin = given.find(({ slug }) => slug === provider.slug)?.origin;
    if (origin === undefined && isSetUp(provider)) {
      const simulator = await startSimulator();
      simulators.push(simulator);
      origin = new URL(simulator.url).origin;
    }
    if (origin === undefined) origin = nowhere;
    else origins[provider.slug] = origin;
    targets.push(...targetsOf(provider, origin));
  }
  return { targets, simulators, origins };
}

/** Where a sandbox keeps its own files: beside its SQLite file, or in `./data` for PostgreSQL. */
export function sandboxFolder(databaseUrl: string): string {
  return databaseUrl.startsWith("sqlite:") ? dirname(sqlitePath(databaseUrl)) : "./data";
}

/** The file of the vault key that a sandbox made. */
export function sandboxKeyFile(databaseUrl: string): string {
  return join(sandboxFolder(databaseUrl), "sandbox-vault-key");
}

/**
 * The keyring text of a sandbox that is there already. A key made now would open nothing of it.
 * @throws ConfigError where the key is not in its place.
 */
export function readSandboxKey(databaseUrl: string): string {
  const file = sandboxKeyFile(databaseUrl);
  if (existsSync(file)) return readFileSync(file, "utf8");
  const hint = databaseUrl.startsWith("sqlite:")
    ? ""
    : " Run this in the folder in which the sandbox was first started.";
  throw new ConfigError([
    `The vault key of this sandbox is not in ${file}.${hint} Where it was started with SVC_VAULT_KEYS, give them here too.`,
  ]);
}

/** The sandbox's keyring text, made at first use; readable by its owner alone. */
export function readOrMakeSandboxKey(databaseUrl: string, randomBytes: (count: number) => Uint8Array): string {
  const file = sandboxKeyFile(databaseUrl);
  if (existsSync(file)) return readFileSync(file, "utf8");
  makePrivateFolder(dirname(file));
  // Written whole under another name and then linked: a replica that starts at the same moment sees all of it or none.
  const draft = `${file}.${Buffer.from(randomBytes(6)).toString("hex")}`;
  writeFileSync(draft, `${makeKeyringEntry("sandbox", randomBytes)}\n`, { mode: 0o600, flag: "wx" });
  try {
    linkSync(draft, file);
  } catch {
    // Another process made it first; its key is the one.
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(file, "utf8");
}
