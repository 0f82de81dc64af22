/** Service clients for the operator, and the profile that a client sees of itself. */
import { idPrefixes, ServiceError, tenantLabelPattern, type IdPrefix, type ServiceClient } from "@svc/contract";
import type { Audit } from "../audit/audit.ts";
import { timestamp } from "../paging/timestamp.ts";
import { policyWarnings } from "../policy/rules.ts";
import type { Platform } from "../../platform.ts";
import type { TenantReach } from "../tenants/port.ts";
import { presentReach } from "../tenants/reach.ts";
import { presentOwnToken } from "../delegated-tokens/present.ts";
import type { Caller } from "./caller.ts";
import type { ServiceKeys } from "./keys.ts";
import type { Logo } from "./logo.ts";
import { patternsWithoutAction } from "./policy.ts";
import type { KeyRights, ServiceClientRow, ServiceClientStore, ServiceKeyRow } from "./port.ts";
import { checkKeyName, checkRegistration, type Registration } from "./registration.ts";

/** A client with its keys, none of which can be shown again. */
export type ClientWithKeys = { client: ServiceClientRow; keys: readonly ServiceKeyRow[] };

/** A new key, at the only moment when it can be shown. */
export type NewKey = { keyId: string; keyName: string; key: string };

/** Settings that are valid but probably a mistake, as sentences without a period. */
export type Warnings = { warnings: readonly string[] };

/** The operator's operations. `client` is an id or an exact name. */
export type ServiceClients = {
  create(
    registration: Registration & { keyName?: string; logo?: Logo | null },
  ): Promise<ClientWithKeys & NewKey & Warnings>;
  list(): Promise<ClientWithKeys[]>;
  /** @throws ServiceError NOT_FOUND, even for a name if several clients have it. */
  find(client: string): Promise<ServiceClientRow>;
  /** Replaces the given fields. A logo of null removes the current one. */
  update(
    client: string,
    change: Partial<Registration> & { logo?: Logo | null },
  ): Promise<{ client: ServiceClientRow } & Warnings>;
  addKey(client: string, keyName: string): Promise<NewKey>;
  /**
   * Adds a key; the old one expires after the overlap.
   * @param options.keyName the name of the key to rotate; optional if the client has only one active key.
   * @param options.overlapSeconds 0 to 604,800; default 86,400.
   */
  rotateKey(client: string, options?: { keyName?: string; overlapSeconds?: number }): Promise<NewKey & Rotated>;
  /** @param key the public id or the name of an active key. */
  revokeKey(client: string, key: string): Promise<{ keyId: string }>;
  /**
   * Changes what a key may do, together with every delegated token made from it.
   * @param key as for `revokeKey`. @param change `tenants`: null to reach all again.
   */
  updateKey(client: string, key: string, change: Partial<KeyRights>): Promise<{ keyId: string }>;
  revoke(client: string): Promise<{ client: ServiceClientRow }>;
};

/** The keys that expire after a rotation, and when (milliseconds since the epoch). */
export type Rotated = { oldKeyIds: readonly string[]; oldExpireAt: number };

/** What the operations need. */
export type ServiceClientDeps = {
  store: ServiceClientStore;
  keys: ServiceKeys;
  audit: Audit;
  platform: Platform;
  newId: (prefix: IdPrefix) => string;
  /** Every provider in the code with its actions, for warnings. */
  known: readonly { slug: string; actions: readonly { id: string }[] }[];
  /** The actor for the audit trail: `operator` on the command line by default, `operator:<token id>` in the console. */
  actor?: string;
};

const defaultKeyName = "default";
/** The most tenants that a key can be narrowed to. */
const keyTenantsMax = 100;
const labelForm = new RegExp(tenantLabelPattern);
const overlapSecondsDefault = 24 * 60 * 60;
const overlapSecondsMax = 7 * 24 * 60 * 60;

/** Creates the operator's operations. */
export function createServiceClients(deps: ServiceClientDeps): ServiceClients {
  const { store, platform, known } = deps;
  const find = async (client: string): Promise<ServiceClientRow> => {
    const row = await store.findByIdOrName(client);
    if (row === null) throw new ServiceError("NOT_FOUND", { detail: notFoundDetail });
    return row;
  };
  const findActive = async (client: string): Promise<ServiceClientRow> => {
    const row = await find(client);
    if (row.revokedAt !== null) throw new ServiceError("INVALID_REQUEST", { detail: "The service client is revoked." });
    return row;
  };
  const findWarnings = async (client: ServiceClientRow): Promise<string[]> => {
    const { name, allowedOrigins, allowedReturnUrls, allowedActions, policyRules } = client;
    // Null if several clients have the name.
    const isUnique = (await store.findByIdOrName(name)) !== null;
    return [
      // The patterns are stored anyway, because a later version may have the actions.
      ...patternsWithoutAction(allowedActions, known).map((pattern) => `no action in this version matches ${pattern}`),
      ...policyWarnings(policyRules, known),
      ...(allowedActions.length > 0 ? [] : ["no action is allowed: an empty list allows nothing"]),
      ...(allowedOrigins.length > 0 && allowedReturnUrls.length > 0
        ? []
        : ["without an allowed origin and a return URL, this client can't create Connect sessions"]),
      ...(isUnique ? [] : [`another service client is also named ${name}: use their ids`]),
    ];
  };
  return {
    async create({ keyName = defaultKeyName, logo = null, ...registration }) {
      checkRegistration(registration);
      checkKeyName(keyName);
      const { name, allowedOrigins, allowedReturnUrls, allowedActions } = registration;
      const { requireConfirmed, settleByState, allowImport } = registration;
      const { appName = "", agentSignInUrl = "", policyRules = [] } = registration;
      const branding = { appName, agentSignInUrl, logo: toReference(logo) };
      const id = deps.newId(idPrefixes.serviceClient);
      const lists = { allowedOrigins, allowedReturnUrls, allowedActions };
      const switches = { requireConfirmed, settleByState, allowImport, policyRules };
      const client = { id, name, ...lists, ...switches, ...branding, createdAt: platform.nowMs(), revokedAt: null };
      const made = makeKey(deps, id, keyName);
      await store.create(client, made.row, logo?.image ?? null);
      await record(deps, "service_client.created", client.id, { keyId: made.row.id });
      return { client, keys: [made.row], ...made.shown, warnings: await findWarnings(client) };
    },
    list: () => store.list(),
    find,
    async update(idOrName, { logo, ...fields }) {
      checkRegistration(fields);
      const change = { ...fields, ...(logo === undefined ? {} : { logo: toReference(logo) }) };
      const { id } = await findActive(idOrName);
      const client = await store.update(id, change, logo === undefined ? undefined : (logo?.image ?? null));
      if (client === null) throw new ServiceError("NOT_FOUND", { detail: notFoundDetail });
      await record(deps, "service_client.updated", client.id, { fields: Object.keys(change).join(",") });
      return { client, warnings: await findWarnings(client) };
    },
    async addKey(idOrName, keyName) {
      checkKeyName(keyName);
      const client = await findActive(idOrName);
      const taken = activeKeys(await store.keys(client.id), platform.nowMs()).some(({ name }) => name === keyName);
      if (taken)
        throw new ServiceError("INVALID_REQUEST", {
          detail: "The client already has a key with this name; rotate it.",
        });
      const made = makeKey(deps, client.id, keyName);
      await store.addKey(made.row);
      await record(deps, "service_client.key_added", client.id, { keyId: made.row.id });
      return made.shown;
    },
    rotateKey: async (idOrName, options = {}) => rotateKey(deps, await findActive(idOrName), options),
    revokeKey: async (idOrName, key) => revokeKey(deps, await find(idOrName), key),
    updateKey: async (idOrName, key, change) => updateKey(deps, await findActive(idOrName), key, change),
    async revoke(idOrName) {
      const client = await find(idOrName);
      const at = platform.nowMs();
      const revoked = await store.revoke(client.id, at);
      if (revoked) await record(deps, "service_client.revoked", client.id, {});
      return { client: { ...client, revokedAt: client.revokedAt ?? at } };
    },
  };
}

/** Returns the profile that a client sees of itself, with the public part of the calling key only. */
export function presentProfile({ client, keyId, tenants, token }: Caller): ServiceClient {
  return {
    id: client.id,
    name: client.name,
    maskedKey: `svc_live_${keyId}…`,
    allowedOrigins: [...client.allowedOrigins],
    allowedReturnUrls: [...client.allowedReturnUrls],
    policy: { actions: [...client.allowedActions] },
    ...brandingOf(client),
    ...presentReach(tenants),
    delegatedToken: token === undefined ? null : presentOwnToken(token),
    createdAt: timestamp(client.createdAt),
  };
}

/** How the Connect page shows a client, as the API and the command line say it. */
export function brandingOf({
  appName,
  logo,
  agentSignInUrl,
}: ServiceClientRow): Pick<ServiceClient, "appName" | "logoUrl" | "agentSignInUrl"> {
  return {
    appName: appName === "" ? null : appName,
    logoUrl: logo?.url ?? null,
    agentSignInUrl: agentSignInUrl === "" ? null : agentSignInUrl,
  };
}

function toReference(logo: Logo | null): ServiceClientRow["logo"] {
  return logo === null ? null : { url: logo.url, id: logo.image.id };
}

const notFoundDetail =
  "No service client has this id, and this name belongs to none or several. List the clients and use an id.";

async function rotateKey(
  deps: ServiceClientDeps,
  client: ServiceClientRow,
  options: { keyName?: string; overlapSeconds?: number },
): Promise<NewKey & Rotated> {
  const { overlapSeconds = overlapSecondsDefault } = options;
  if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > overlapSecondsMax) {
    throw new ServiceError("INVALID_REQUEST", { detail: "The overlap must be 0 to 604800 seconds (7 days)." });
  }
  const nowMs = deps.platform.nowMs();
  const active = activeKeys(await deps.store.keys(client.id), nowMs);
  const names = [...new Set(active.map(({ name }) => name))];
  const keyName = options.keyName ?? (names.length === 1 ? names[0] : undefined);
  const old = active.filter(({ name }) => name === keyName);
  if (keyName === undefined || old.length === 0) {
    throw new ServiceError("INVALID_REQUEST", {
      detail: `Name the key to rotate. Active keys of the client: ${names.length === 0 ? "none" : names.join(", ")}.`,
    });
  }
  const oldExpireAt = nowMs + overlapSeconds * 1000;
  const oldKeyIds = old.map(({ id }) => id);
  const { tenants, policyRules, mayDecide } = old.at(-1) ?? { tenants: null, policyRules: [], mayDecide: false };
  const made = makeKey(deps, client.id, keyName, { tenants, policyRules, mayDecide });
  await deps.store.rotateKey(made.row, oldKeyIds, oldExpireAt);
  await record(deps, "service_client.key_rotated", client.id, { keyId: made.row.id, oldKeyIds: oldKeyIds.join(",") });
  return { ...made.shown, oldKeyIds, oldExpireAt };
}

async function revokeKey(deps: ServiceClientDeps, client: ServiceClientRow, key: string): Promise<{ keyId: string }> {
  const keyId = await findActiveKey(deps, client, key);
  await deps.store.revokeKey(keyId, deps.platform.nowMs());
  await record(deps, "service_client.key_revoked", client.id, { keyId });
  return { keyId };
}

async function updateKey(
  deps: ServiceClientDeps,
  client: ServiceClientRow,
  key: string,
  change: Partial<KeyRights>,
): Promise<{ keyId: string }> {
  const { tenants, policyRules, mayDecide } = change;
  if (tenants !== undefined) await checkReach(deps, client, tenants);
  const keyId = await findActiveKey(deps, client, key);
  await deps.store.updateKey(keyId, change);
  await record(deps, "service_client.key_updated", client.id, {
    keyId,
    ...(mayDecide === undefined ? {} : { mayDecide: mayDecide ? "on" : "off" }),
    ...(policyRules === undefined ? {} : { policyRules: String(policyRules.length) }),
    ...(tenants === undefined ? {} : reachData(tenants)),
  });
  return { keyId };
}

/** A label that no tenant has yet is fine: tenants get it later. @throws ServiceError INVALID_REQUEST, NOT_FOUND. */
async function checkReach(deps: ServiceClientDeps, client: ServiceClientRow, reach: TenantReach): Promise<void> {
  if (reach === null) return;
  if ("label" in reach) {
    if (labelForm.test(reach.label)) return;
    const detail =
      "A label has 1 to 63 lowercase letters, digits, dots, underscores and hyphens, and begins with a letter or digit.";
    throw new ServiceError("INVALID_REQUEST", { detail });
  }
  const { ids } = reach;
  if (ids.length === 0 || ids.length > keyTenantsMax) {
    throw new ServiceError("INVALID_REQUEST", { detail: `Name 1 to ${String(keyTenantsMax)} tenants.` });
  }
  const missing = await deps.store.missingTenants(client.id, ids);
  if (missing.length > 0) {
    throw new ServiceError("NOT_FOUND", { detail: `The client has no tenant with the id ${missing.join(", ")}.` });
  }
}

/** A reach as audit events say it. */
function reachData(reach: TenantReach): { tenants: string } | { tenantLabel: string } {
  if (reach === null) return { tenants: "*" };
  return "ids" in reach ? { tenants: reach.ids.join(",") } : { tenantLabel: reach.label };
}

/** @returns the public id of a client's active key. @param key its public id or name. */
async function findActiveKey(deps: ServiceClientDeps, client: ServiceClientRow, key: string): Promise<string> {
  const active = activeKeys(await deps.store.keys(client.id), deps.platform.nowMs());
  const matching = active.filter(({ id, name }) => id === key || name === key);
  const [found] = matching;
  if (found === undefined)
    throw new ServiceError("NOT_FOUND", { detail: "The client has no active key with this id or name." });
  if (matching.length > 1) {
    const ids = matching.map(({ id }) => id).join(", ");
    throw new ServiceError("INVALID_REQUEST", { detail: `Several active keys have this name; give an id: ${ids}.` });
  }
  return found.id;
}

function activeKeys(keys: readonly ServiceKeyRow[], nowMs: number): ServiceKeyRow[] {
  return keys.filter(({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > nowMs));
}

function makeKey(
  deps: ServiceClientDeps,
  clientId: string,
  name: string,
  given: Partial<KeyRights> = {},
): { row: ServiceKeyRow; shown: NewKey } {
  const { id, key } = deps.keys.makeServiceKey();
  const hash = deps.keys.hash({ clientId, id }, key);
  const createdAt = deps.platform.nowMs();
  const rights = { tenants: null, policyRules: [], mayDecide: false, ...given };
  const row = { id, clientId, name, hash, ...rights, createdAt, expiresAt: null, revokedAt: null };
  return { row, shown: { keyId: id, keyName: name, key } };
}

/** Records an event in the client's own chain, so that the client sees the operator's changes. */
function record(
  deps: ServiceClientDeps,
  type: string,
  subject: string,
  data: Readonly<Record<string, string>>,
): Promise<void> {
  const { actor = "operator" } = deps;
  return deps.audit.record(type, { clientId: subject, tenantId: "", subject, actor, data });
}
