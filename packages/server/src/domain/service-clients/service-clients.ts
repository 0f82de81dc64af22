/** The operator's operations on service clients, and a client's own profile. */
import { idPrefixes, ServiceError, type ServiceClient } from "@svc/contract";
import { timestamp } from "../clock/timestamp.ts";
import { unlessStale } from "../versions/version.ts";
import { policyWarnings } from "../policy/rules.ts";
import { presentReach } from "../tenants/port.ts";
import { presentOwnToken } from "./present-token.ts";
import type { Caller } from "./caller.ts";
import {
  type ServiceClientDeps,
  addKey,
  checkReach,
  makeKey,
  revokeKey,
  rotateKey,
  updateKey,
  type NewKey,
  type Rotated,
} from "./key-operations.ts";
import type { Logo } from "./logo.ts";
import { patternsWithoutAction } from "./policy.ts";
import type { KeyRights, ServiceClientRow, ServiceKeyRow } from "./port.ts";
import { checkKeyName, checkRegistration, type Registration } from "./registration.ts";

/** A client with its keys. Their texts can't be shown again. */
export type ClientWithKeys = { client: ServiceClientRow; keys: readonly ServiceKeyRow[] };

/** Settings that are valid but probably a mistake, as sentences without a period. */
export type Warnings = { warnings: readonly string[] };

/**
 * The operator's operations. `client` is an id or an exact name.
 * @param expectedVersion the version that is to be changed; any if undefined. With another one, they throw ServiceError
 * PRECONDITION_FAILED.
 */
export type ServiceClients = {
  /**
   * @param registration `isOnlyOne`: refuse with PRECONDITION_FAILED if an active service client has the name; a warning
   * otherwise.
   */
  create(
    registration: Registration & {
      keyName?: string;
      keyRights?: KeyRights;
      logo?: Logo | null;
      isOnlyOne?: boolean;
    },
  ): Promise<ClientWithKeys & NewKey & Warnings>;
  list(): Promise<ClientWithKeys[]>;
  /**
   * @param options.altered whether to return a row that another program changed, too.
   * @throws ServiceError NOT_FOUND, even for a name if several clients have it.
   */
  find(client: string, options?: { altered: boolean }): Promise<ServiceClientRow>;
  /** Replaces the given fields. A logo of null removes the current one. */
  update(
    client: string,
    change: Partial<Registration> & { logo?: Logo | null },
    expectedVersion?: string,
  ): Promise<{ client: ServiceClientRow } & Warnings>;
  /** @param rights what the key may do; everything that its client may, without them. */
  addKey(client: string, keyName: string, rights?: KeyRights): Promise<NewKey>;
  /**
   * Adds a key; the old one expires after the overlap.
   * @param options.keyName the name of the key to rotate; optional if the client has only one active key.
   * @param options.overlapSeconds 0 to 604,800; default 86,400.
   */
  rotateKey(client: string, options?: { keyName?: string; overlapSeconds?: number }): Promise<NewKey & Rotated>;
  /** @param key the public id or the name of an active key. */
  revokeKey(client: string, key: string, expectedVersion?: string): Promise<{ keyId: string }>;
  /**
   * Changes what a key may do, and with it every delegated token created from it.
   * @param key as for `revokeKey`. @param change `tenants`: null to reach all tenants again.
   */
  updateKey(
    client: string,
    key: string,
    change: Partial<KeyRights>,
    expectedVersion?: string,
  ): Promise<{ keyId: string }>;
  revoke(client: string, expectedVersion?: string): Promise<{ client: ServiceClientRow }>;
};

const defaultKeyName = "default";

/** Creates the operator's operations. */
export function createServiceClients(deps: ServiceClientDeps): ServiceClients {
  const { store, platform, known, actor = "operator" } = deps;
  const find = async (client: string, options?: { altered: boolean }): Promise<ServiceClientRow> => {
    const row = await store.findByIdOrName(client, options);
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
    // The lookup returns null if several clients have the name.
    const isUnique = (await store.findByIdOrName(name)) !== null;
    return [
      // The patterns are stored anyway, because a later version may have the actions.
      ...patternsWithoutAction(allowedActions, known()).map(
        (pattern) => `no action in this version matches ${pattern}`,
      ),
      ...policyWarnings(policyRules, known()),
      ...(allowedActions.length > 0 ? [] : ["no action is allowed: an empty list allows nothing"]),
      ...(allowedOrigins.length > 0 && allowedReturnUrls.length > 0
        ? []
        : ["without an allowed origin and a return URL, this client can't create Connect sessions"]),
      ...(isUnique ? [] : [`another service client is also named ${name}: use their ids`]),
    ];
  };
  return {
    async create({ keyName = defaultKeyName, keyRights, logo = null, isOnlyOne = false, ...registration }) {
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
      if (keyRights !== undefined) await checkReach(deps, { id }, keyRights.tenants);
      const made = makeKey(deps, id, keyName, keyRights);
      unlessStale(await store.create(client, made.row, actor, logo?.image ?? null, isOnlyOne));
      return { client, keys: [made.row], ...made.shown, warnings: await findWarnings(client) };
    },
    list: () => store.list(),
    find,
    async update(idOrName, { logo, ...fields }, expectedVersion) {
      checkRegistration(fields);
      const change = { ...fields, ...(logo === undefined ? {} : { logo: toReference(logo) }) };
      const { id } = await findActive(idOrName);
      const image = logo === undefined ? undefined : (logo?.image ?? null);
      const client = unlessStale(await store.update(id, change, actor, image, expectedVersion));
      if (client === null) throw new ServiceError("NOT_FOUND", { detail: notFoundDetail });
      return { client, warnings: await findWarnings(client) };
    },
    async addKey(idOrName, keyName, rights) {
      checkKeyName(keyName);
      return addKey(deps, await findActive(idOrName), keyName, rights);
    },
    rotateKey: async (idOrName, options = {}) => rotateKey(deps, await findActive(idOrName), options),
    revokeKey: async (idOrName, key, expectedVersion) =>
      revokeKey(deps, await find(idOrName, { altered: true }), key, expectedVersion),
    updateKey: async (idOrName, key, change, expectedVersion) =>
      updateKey(deps, await findActive(idOrName), key, change, expectedVersion),
    async revoke(idOrName, expectedVersion) {
      const client = await find(idOrName, { altered: true });
      const at = platform.nowMs();
      unlessStale(await store.revoke(client.id, at, actor, expectedVersion));
      return { client: { ...client, revokedAt: client.revokedAt ?? at } };
    },
  };
}

/** Returns a client's own profile, with only the public part of the calling key. */
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

/** Presents a client's branding on the Connect page, for the API and the command line. */
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
