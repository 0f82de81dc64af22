/** Opens the resources that every program of the server needs: the database, the vault and the egress. */
import { makeId, type IdPrefix } from "@svc/contract";
import { createServiceClock, type ServiceClock } from "../domain/clock/service-clock.ts";
import { createMachineWatch, type MachineWatch } from "../domain/machine/watch.ts";
import { namesDatabase, type Config } from "./config.ts";
import { openFileFault } from "./machine-facts.ts";
import { systemPlatform, type Platform } from "../platform.ts";
import { readOrMakeSandboxKey, readSandboxKey } from "./sandbox.ts";
import { MissingDatabaseError, StoreStartError } from "../adapters/store/errors.ts";
import { openStore } from "../adapters/store/open.ts";
import type { Preparation, Store } from "../domain/database/port.ts";
import { VaultStartError } from "../domain/vault/errors.ts";
import { createRowSeals, type RowSealer } from "../domain/vault/row-seals.ts";
import { createKeyServiceSend } from "../adapters/egress/key-service-send.ts";
import { noHeldKeys, openHeldKeys, type HeldKeys } from "../adapters/vault/key-services/held-keys.ts";
import { keyringRootKeys, parseKeyring, type RootKeys } from "../adapters/vault/keyring.ts";
import { loadOrCreateDeployment } from "../adapters/vault/start.ts";
import { openVault, type Vault } from "../adapters/vault/vault.ts";
import { createEgress, defaultLimits, type Egress, type EgressTarget } from "../adapters/egress/index.ts";
import { version } from "./own-process.ts";

/** An open database with its vault. Closing the store stops the clock. */
export type Resources = {
  store: Store;
  vault: Vault;
  /** Reports rows that another program changed. */
  seals: Pick<RowSealer, "listen">;
  /** Its `nowMs` is the service clock. */
  platform: Platform;
  clock: ServiceClock;
  /** Knows what this machine lacks. */
  machine: MachineWatch;
  newId: (prefix: IdPrefix) => string;
};

/** Options of {@link openResources}. */
export type ResourceOptions = {
  /** Whether it must be a sandbox or a live deployment; undefined accepts either, and makes a new database live. */
  sandbox: boolean | undefined;
  /** Whether a server opens it, which excludes a second server on SQLite. */
  serve: boolean;
  /** How the database may be prepared before it is used; in every way by default. */
  prepare?: Preparation;
  /** Replaces the root keys of the configured keyring. */
  rootKeys?: RootKeys;
  /**
   * Called when a key service can't be used, with the reason. When it resolves, the service is tried again. By default,
   * opening fails.
   */
  onKeysAway?: (reason: VaultStartError) => Promise<void>;
};

/**
 * Opens the database and the vault, and applies pending migrations. Without a key to seal it with, it creates no
 * database.
 * @throws StoreStartError, VaultStartError, with one line that says what to do.
 */
export async function openResources(config: Config, options: ResourceOptions): Promise<Resources> {
  const clock = createServiceClock(systemPlatform);
  let cell = "";
  const cellMark = (): string => (cell === "" ? "" : `${cell}.`);
  const platform = { ...systemPlatform, nowMs: () => clock.nowMs(), cellMark };
  const { prepare = "create" } = options;
  // A new sandbox makes its own key.
  const canSeal = options.rootKeys !== undefined || config.vaultKeys !== null || options.sandbox === true;
  const seals = createRowSeals();
  const opened = await openStore({
    url: config.databaseUrl,
    nowMs: platform.nowMs,
    cellMark,
    seals,
    create: prepare === "create" && canSeal,
    migrate: prepare !== "none",
    serve: options.serve,
    poolMax: config.databasePoolMax,
    requireSyncReplication: config.requireSyncReplication,
  }).catch((error: unknown) => {
    throw error instanceof MissingDatabaseError ? explainMissing(error, config, prepare) : error;
  });
  const close = async (): Promise<void> => {
    await clock.stop();
    await opened.close();
  };
  const store = { ...opened, close };
  try {
    await clock.start(store.clock);
    const known = await store.vault.loadDeployment();
    const sandbox = options.sandbox ?? known?.sandbox ?? false;
    const parts = { store: store.vault, sandbox, platform, cell: config.cell };
    const { rootKeys, held } =
      options.rootKeys === undefined
        ? await openKeyring(config, { ...parts, isNew: known === null }, options.onKeysAway)
        : { rootKeys: options.rootKeys, held: noHeldKeys };
    const vault = await openVault({ rootKeys, held, ...parts });
    cell = vault.cell;
    seals.unlock(vault.hashes);
    const machine = createMachineWatch({ tryFile: openFileFault, monotonicMs: platform.monotonicMs });
    return { store, vault, seals, platform, clock, machine, newId: createNewId(platform) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Says what the operator most likely forgot: the vault key that a new database needs, or `SVC_DATABASE_URL`. */
function explainMissing(error: MissingDatabaseError, config: Config, prepare: Preparation): Error {
  const { finding } = error;
  const isNamed = namesDatabase(config);
  if (prepare === "create") {
    const remedy = `${isNamed ? "correct" : "set"} SVC_DATABASE_URL`;
    return new VaultStartError("KEYRING_EMPTY", `${noKeyMessage} ${finding}: if yours is elsewhere, ${remedy}.`);
  }
  if (isNamed) return error;
  return new StoreStartError(
    `${finding}, and SVC_DATABASE_URL isn't set: set it to your server's database, or create one with svc-server serve or svc-server migrate.`,
  );
}

/** Creates ids from the platform's clock and randomness. */
export function createNewId(platform: Platform): (prefix: IdPrefix) => string {
  return (prefix) => makeId(prefix, platform.nowMs(), platform.randomBytes(10), platform.cellMark());
}

type Sealed = { sandbox: boolean; isNew: boolean };

/** Opens the configured keyring, with the keys that key services wrap. */
async function openKeyring(
  config: Config,
  opening: Sealed & { store: Store["vault"]; platform: Platform },
  onKeysAway?: ResourceOptions["onKeysAway"],
): Promise<{ rootKeys: RootKeys; held: HeldKeys }> {
  const { store, platform } = opening;
  const { randomBytes, nowMs } = platform;
  const entries = parseKeyring(readKeyring(config, opening, platform));
  const deployment = await loadOrCreateDeployment(opening);
  const send = createKeyServiceSend({
    userAgent: `svc/${version}`,
    proxy: opening.sandbox ? null : config.egressProxy,
    extraCa: config.extraCa,
  });
  const services = { send, variable: config.platformVariable, transit: config.transit, nowMs, randomBytes };
  for (;;) {
    try {
      const { keys, held } = await openHeldKeys({ entries, deployment, store, services });
      return { rootKeys: keyringRootKeys(keys, randomBytes), held };
    } catch (error) {
      const isPassing = error instanceof VaultStartError && error.code.startsWith("ROOT_KEYS_");
      if (!isPassing || onKeysAway === undefined) throw error;
      await onKeysAway(error);
    }
  }
}

function readKeyring(config: Config, { sandbox, isNew }: Sealed, platform: Platform): string {
  if (config.vaultKeys !== null) return config.vaultKeys;
  if (sandbox && isNew) return readOrMakeSandboxKey(config.databaseUrl, platform.randomBytes);
  if (sandbox) return readSandboxKey(config.databaseUrl);
  throw new VaultStartError("KEYRING_EMPTY", noKeyMessage);
}

const noKeyMessage =
  "There is no vault key: set SVC_VAULT_KEYS to <id>:<base64 of 32 bytes> (head -c 32 /dev/urandom | base64), or SVC_VAULT_KEY_FILE to a file with it.";

/** Creates a process's unique id in leases. */
export function newOwnerId(platform: Platform): string {
  return `own_${Buffer.from(platform.randomBytes(12)).toString("hex")}`;
}

/** Creates the egress with the time limits of the configuration. A sandbox's providers are on this machine. */
export function buildEgress(
  config: Config,
  targets: readonly EgressTarget[],
  { platform, machine }: Resources,
  sandbox: boolean,
): Egress {
  const { connectTimeoutMs, callTimeoutMs } = config;
  const timeouts = { connectTimeoutMs, headersTimeoutMs: callTimeoutMs, totalTimeoutMs: callTimeoutMs };
  return createEgress({
    targets,
    limits: { ...defaultLimits, ...timeouts },
    userAgent: `svc/${version}`,
    monotonicMs: platform.monotonicMs,
    nowMs: platform.nowMs,
    machine,
    proxy: sandbox ? null : config.egressProxy,
  });
}

/** Returns a function that finds the host of a provider's service, or of one of its further or listed origins. */
export function hostFinder(
  targets: readonly EgressTarget[],
): (provider: string, service: string, origin?: string) => string {
  const origins = targets.flatMap(({ provider, service, origin, origins: further = {}, listed = {} }) => [
    ...(origin === null ? [] : [[`${provider} ${service}`, origin] as const]),
    ...Object.entries({ ...further, ...listed }).map(([name, one]) => [`${provider} ${service} ${name}`, one] as const),
  ]);
  const hosts = new Map<string, string>(origins.map(([place, origin]) => [place, new URL(origin).host]));
  return (provider, service, origin) => {
    const place = (origin ?? "") === "" ? `${provider} ${service}` : `${provider} ${service} ${origin}`;
    return hosts.get(place) ?? "";
  };
}

/** Returns the origin of each simulated authorization server, by slug. A live one's origin is the provider's own. */
export function findAuthorizationOrigins(targets: readonly EgressTarget[]): ReadonlyMap<string, string> {
  const servers = targets.filter(({ service, loopbackOnly }) => service === "authorization" && loopbackOnly);
  return new Map(servers.flatMap(({ provider, origin }) => (origin === null ? [] : [[provider, origin] as const])));
}
