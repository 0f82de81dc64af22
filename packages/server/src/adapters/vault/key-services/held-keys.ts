/**
 * The root keys that key services wrap. Each is unwrapped once, when the vault opens, and made if there is none. Replicas
 * that make one at the same time keep the row that exists afterwards.
 */
import { createSecretKey, timingSafeEqual } from "node:crypto";
import { VaultStartError } from "../../../domain/vault/errors.ts";
import {
  KeyServiceError,
  type KeyContext,
  type KeyNotice,
  type KeyService,
  type KeyServiceDeps,
} from "../../../domain/vault/key-service.ts";
import type { DeploymentIdentity, VaultStore, WrappedRootKeyRow } from "../../../domain/vault/port.ts";
import type { KeyringEntry, RootKey, ServiceEntry } from "../keyring.ts";
import { openKeyService } from "./open.ts";

/** What opening needs. */
export type HeldKeysConfig = {
  entries: readonly KeyringEntry[];
  deployment: DeploymentIdentity;
  store: VaultStore;
  services: KeyServiceDeps;
};

/** The result of examining one root key. */
export type HeldKeyReport = { rootKeyId: string; service: string; notices: KeyNotice[] };

/** The wrapped keys of an open vault. */
export type HeldKeys = {
  /** Where each root key is: `literal`, or the service's key. */
  places: Readonly<Record<string, string>>;
  /** Wraps a root key with the newest version of its service's key. Does nothing for a literal one. */
  rewrap(rootKeyId: string): Promise<void>;
  /** Tries each key: wraps, unwraps, and reads whether it is about to be lost. */
  examine(): Promise<HeldKeyReport[]>;
};

/** No key service. */
export const noHeldKeys: HeldKeys = {
  places: {},
  rewrap: () => Promise.resolve(),
  examine: () => Promise.resolve([]),
};

/**
 * Unwraps the root keys, in the keyring's order.
 * @throws VaultStartError ROOT_KEYS_UNAVAILABLE, ROOT_KEYS_DENIED; KEY_WRONG, KEY_MISSING if a stored key isn't there or
 * isn't this service's.
 */
export async function openHeldKeys(config: HeldKeysConfig): Promise<{ keys: RootKey[]; held: HeldKeys }> {
  const { entries, deployment, store, services } = config;
  const keys: RootKey[] = [];
  const opened = new Map<string, Opened>();
  const rows = entries.every((entry) => "key" in entry) ? [] : await store.wrappedRootKeys();
  for (const entry of entries) {
    if ("key" in entry) keys.push(entry);
    else {
      const service = await openKeyService(entry.service, services);
      const context = { deploymentId: deployment.deploymentId, rootKeyId: entry.id };
      const stored = rows.find(({ rootKeyId }) => rootKeyId === entry.id) ?? null;
      const bytes = await explained(entry, stored, async () => {
        const row = stored ?? (await makeKey(entry, { service, context }, config));
        return await service.unwrap(row, context);
      });
      keys.push({ id: entry.id, key: createSecretKey(bytes) });
      bytes.fill(0);
      opened.set(entry.id, { entry, service, context });
    }
  }
  const places = entries.map((entry) => [entry.id, "key" in entry ? "literal" : entry.service.text] as const);
  return { keys, held: heldKeys(store, Object.fromEntries(places), opened) };
}

type Opened = { entry: ServiceEntry; service: KeyService; context: KeyContext };

/** Makes a root key, unless this database was used with one. @returns the row that exists afterwards. */
async function makeKey(
  { id, service: { text } }: ServiceEntry,
  { service, context }: Pick<Opened, "service" | "context">,
  { store, services }: HeldKeysConfig,
): Promise<WrappedRootKeyRow> {
  const checks = await store.keyChecks();
  if (checks.some(({ rootKeyId }) => rootKeyId === id)) {
    throw new VaultStartError(
      "KEY_MISSING",
      `The vault key "${id}" was used here, and the database has no wrapped key with this id: give the service's key an id of its own, or restore the row from a backup.`,
    );
  }
  const key = Buffer.from(services.randomBytes(32));
  try {
    const wrapped = await wrapTried(service, key, context);
    const row = { rootKeyId: id, service: text, createdAt: services.nowMs(), ...wrapped };
    return await store.putWrappedRootKey(row);
  } finally {
    key.fill(0);
  }
}

/** Wraps a key, and unwraps it again before anything depends on it. */
async function wrapTried(
  service: KeyService,
  key: Uint8Array,
  context: KeyContext,
): Promise<Awaited<ReturnType<KeyService["wrap"]>>> {
  const wrapped = await service.wrap(key, context);
  const again = await service.unwrap(wrapped, context);
  const isSame = timingSafeEqual(again, key);
  again.fill(0);
  if (isSame) return wrapped;
  throw new KeyServiceError("foreign", `${service.product} unwrapped another key than the one that it had wrapped`);
}

function heldKeys(store: VaultStore, places: HeldKeys["places"], opened: ReadonlyMap<string, Opened>): HeldKeys {
  const rowOf = async (id: string): Promise<WrappedRootKeyRow | null> =>
    (await store.wrappedRootKeys()).find(({ rootKeyId }) => rootKeyId === id) ?? null;
  return {
    places,
    async rewrap(rootKeyId) {
      const one = opened.get(rootKeyId);
      const row = one === undefined ? null : await rowOf(rootKeyId);
      if (one === undefined || row === null) return;
      const { entry, service, context } = one;
      await explained(entry, row, async () => {
        const key = await service.unwrap(row, context);
        try {
          const next = { ...row, service: entry.service.text, ...(await wrapTried(service, key, context)) };
          // If the row has changed, another run has just wrapped it.
          await store.replaceWrappedRootKey(row, next);
        } finally {
          key.fill(0);
        }
      });
    },
    async examine() {
      const reports: HeldKeyReport[] = [];
      for (const [rootKeyId, { entry, service, context }] of opened) {
        const row = await rowOf(rootKeyId);
        const notices = row === null ? [rowGone] : await noticesFor(service, row, context);
        reports.push({ rootKeyId, service: `${service.product} (${entry.service.text})`, notices });
      }
      return reports;
    },
  };
}

const rowGone: KeyNotice = {
  level: "fail",
  detail: "the wrapped key is gone from the database, so no server can start",
  remedy: "restore the row of wrapped_root_keys from a backup, or rotate to another key while servers run",
};

async function noticesFor(service: KeyService, row: WrappedRootKeyRow, context: KeyContext): Promise<KeyNotice[]> {
  const tried = await caught(async () => {
    const key = await service.unwrap(row, context);
    await wrapTried(service, key, context).finally(() => key.fill(0));
    return [];
  });
  const seen = await service.examine(row).catch((error: unknown): KeyNotice[] => {
    if (!(error instanceof KeyServiceError)) throw error;
    const detail = `whether the key is about to be deleted can't be read: ${error.message}`;
    return [{ level: "look", detail, remedy: "allow the server to read the key's description" }];
  });
  return [...tried, ...seen];
}

async function caught(work: () => Promise<KeyNotice[]>): Promise<KeyNotice[]> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KeyServiceError)) throw error;
    return [{ level: "fail", detail: error.message, remedy: "servers that run aren't affected; no server can start" }];
  }
}

/** Turns a service's failure into the vault's, which names the key. */
async function explained<Result>(
  { id, service: { text } }: ServiceEntry,
  stored: WrappedRootKeyRow | null,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KeyServiceError)) throw error;
    const code = codes[error.fault];
    const was =
      stored === null || stored.service === text ? "" : ` It was wrapped with another: ${shown(stored.service)}.`;
    throw new VaultStartError(code, `The vault key "${id}" can't be used: ${error.message}.${was}`);
  }
}

const codes = {
  away: "ROOT_KEYS_UNAVAILABLE",
  denied: "ROOT_KEYS_DENIED",
  unusable: "ROOT_KEYS_DENIED",
  foreign: "KEY_WRONG",
} as const;

/** The database isn't trusted, so only what a reference can contain is shown. */
function shown(service: string): string {
  return /^[\w:/.@-]{1,300}$/.test(service) ? service : "a key that can't be named";
}
