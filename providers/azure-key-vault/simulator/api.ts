/**
 * Key Vault's REST API over the simulated vault, written from its documentation:
 * https://learn.microsoft.com/en-us/rest/api/keyvault/
 */
import {
  fieldsOf,
  pageByCursor,
  Refusal,
  simulatedApi,
  tokenIn,
  type Call,
  type Result,
  type Token,
} from "@svc/simulator";
import { describeEndpoints, issueToken } from "./token-endpoint.ts";
import {
  vaultHost,
  type DeletedSecret,
  type KeyVaultWorld,
  type Secret,
  type Switches,
  type Version,
} from "./world.ts";

type VaultCall = Call<KeyVaultWorld, Token>;

const seconds = (timeMs: number): number => Math.floor(timeMs / 1000);
const retentionMs = 90 * 86_400_000;
const valueBytesMax = 25_600;
const tagsMax = 15;

const refusal = (status: number, code: string, message: string, inner?: string) =>
  new Refusal(status, message, { code, details: { inner } });
const notFound = (name: string) =>
  refusal(404, "SecretNotFound", `A secret with (name/id) ${name} was not found in this key vault.`);

function itemOf({ name, managed }: Secret, version: Version, withVersion: boolean) {
  const { id, tags, contentType, enabled, createdMs } = version;
  const created = seconds(createdMs);
  return {
    id: `https://${vaultHost}/secrets/${name}${withVersion ? `/${id}` : ""}`,
    attributes: { enabled, created, updated: created, recoveryLevel: "Recoverable+Purgeable" },
    tags,
    ...(contentType === null ? {} : { contentType }),
    ...(managed ? { managed } : {}),
  };
}

function deletedOf({ deletedMs, ...secret }: DeletedSecret) {
  const newest = secret.versions.at(-1);
  return {
    ...(newest === undefined ? {} : itemOf(secret, newest, true)),
    recoveryId: `https://${vaultHost}/deletedsecrets/${secret.name}`,
    deletedDate: seconds(deletedMs),
    scheduledPurgeDate: seconds(deletedMs + retentionMs),
  };
}

/** A page of at most 25 items, with the address of the next page. */
function page({ request, store }: VaultCall, items: readonly { id: string }[]): Result {
  const { query, path } = request;
  const { emptyPages, nextLinkHost } = store.switches;
  const skip = query.get("$skiptoken");
  if (emptyPages && skip === null) return { json: { value: [], nextLink: linkTo(nextLinkHost, path, "first") } };
  const said = { cursor: skip === "first" ? null : skip, limit: query.get("maxresults") };
  const { items: value, next } = pageByCursor(items, said, { absent: 25, max: 25, id: ({ id }) => id });
  return { json: { value, nextLink: next === null ? null : linkTo(nextLinkHost, path, next) } };
}

function linkTo(host: string, path: string, token: string): string {
  return `https://${host}:443${path}?api-version=7.4&$skiptoken=${encodeURIComponent(token)}&maxresults=25`;
}

function list(call: VaultCall): Result {
  const items = call.store.secrets.list({ by: ({ key }) => key }).flatMap((secret) => {
    const newest = secret.versions.at(-1);
    return newest === undefined ? [] : [itemOf(secret, newest, false)];
  });
  return page(call, items);
}

function listVersions(call: VaultCall): Result {
  const { params, store } = call;
  const name = params["name"] ?? "";
  const secret = store.secrets.get(name.toLowerCase());
  if (secret === undefined && store.switches.absentVersions === "not_found") throw notFound(name);
  // Sorted by id, which says nothing about their age.
  const items = (secret?.versions ?? []).map((version) => itemOf(secret as Secret, version, true));
  return page(
    call,
    items.toSorted((one, other) => one.id.localeCompare(other.id)),
  );
}

function get({ params, store }: VaultCall): Result {
  const { name = "", version: wanted = "" } = params;
  const secret = store.secrets.get(name.toLowerCase());
  const version = wanted === "" ? secret?.versions.at(-1) : secret?.versions.find(({ id }) => id === wanted);
  if (secret === undefined || version === undefined) throw notFound(name);
  if (!version.enabled) {
    throw refusal(403, "Forbidden", "Operation get is not allowed on a disabled secret.", "SecretDisabled");
  }
  return { json: { value: version.value, ...itemOf(secret, version, true) } };
}

const taken = {
  deleted: ["ObjectIsDeletedButRecoverable", "is currently in a deleted but recoverable state"],
  being_deleted: ["ObjectIsBeingDeleted", "is currently being deleted"],
  being_recovered: ["ObjectIsBeingRecovered", "is currently being recovered and cannot be re-created; retry later"],
} as const;

function set({ params, request, store }: VaultCall): Result {
  const { name = "" } = params;
  if (!/^[0-9a-zA-Z-]{1,127}$/.test(name)) {
    throw refusal(400, "BadParameter", `The request URI contains an invalid name: ${name}`);
  }
  const { value, tags = {}, contentType = null, attributes } = fieldsOf(request);
  if (typeof value !== "string") throw refusal(400, "BadParameter", "Property value is required.");
  if (Buffer.byteLength(value) > valueBytesMax) {
    throw refusal(400, "BadParameter", "The specified value is too long.");
  }
  const texts = Object(tags) as Record<string, string>;
  if (Object.keys(texts).length > tagsMax) throw refusal(400, "BadParameter", "Too many tags.");
  if (store.deleted.has(name.toLowerCase())) {
    const [inner, what] = taken[store.switches.deletion];
    throw refusal(409, "Conflict", `Secret ${name} ${what}.`, inner);
  }
  const secret = store.secrets.get(name.toLowerCase());
  if (secret?.managed === true) throw refusal(403, "Forbidden", "The secret is managed by a certificate.");
  const { enabled = true } = Object(attributes) as { enabled?: boolean };
  const fields = { value, tags: texts, contentType: contentType as string | null, enabled };
  const version = store.write(name, fields, request.timeMs);
  const written = store.secrets.find(name.toLowerCase());
  const effects = [{ kind: "secret.write", name: written.name, version: version.id }];
  return { json: { value, ...itemOf(written, version, true) }, effects };
}

function remove({ params, request, store }: VaultCall): Result {
  const { name = "" } = params;
  if (store.secrets.get(name.toLowerCase())?.managed === true) {
    throw refusal(403, "Forbidden", "The secret is managed by a certificate.");
  }
  const deleted = store.remove(name, request.timeMs);
  if (deleted === undefined) throw notFound(name);
  return { json: deletedOf(deleted), effects: [{ kind: "secret.delete", name: deleted.name }] };
}

function getDeleted({ params, store }: VaultCall): Result {
  const { name = "" } = params;
  const deleted = store.deleted.get(name.toLowerCase());
  if (deleted === undefined) throw notFound(name);
  return { json: deletedOf(deleted) };
}

const denials = {
  rbac: "ForbiddenByRbac",
  policy: "AccessDenied",
  firewall: "ForbiddenByFirewall",
} as const;

/** The simulated vault and its tenant's token endpoint. Paths that svc must never call have no route. */
export const keyVaultApi = simulatedApi<KeyVaultWorld, Token, object, Switches>({
  routes: {
    "POST /{tenant}/oauth2/v2.0/token": { respond: issueToken, reads: true },
    "GET /{tenant}/v2.0/.well-known/openid-configuration": { respond: describeEndpoints },
    "GET /secrets": { run: list },
    "GET /secrets/{name}/versions": { run: listVersions },
    "GET /secrets/{name}/{version*}": { run: get },
    "PUT /secrets/{name}": { run: set },
    "DELETE /secrets/{name}": { run: remove },
    "GET /deletedsecrets/{name}": { run: getDeleted },
  },
  caller({ headers, query, timeMs }, { tokens, switches }) {
    const token = tokens.find(tokenIn(headers, ["bearer"]), timeMs);
    if (token === undefined) throw refusal(401, "Unauthorized", "AKV10000: Request is missing a Bearer or PoP token.");
    if (switches.denies !== "nothing") {
      throw refusal(403, "Forbidden", "Caller is not authorized.", denials[switches.denies]);
    }
    if ((query.get("api-version") ?? "") === "") throw refusal(400, "BadParameter", "api-version must be specified");
    return token;
  },
  around({ caller, request }, run) {
    const isChange = request.method !== "GET";
    if (isChange && !caller.scopes.includes("write")) {
      const json = errorOf(refusal(403, "Forbidden", "Caller is not authorized.", "ForbiddenByRbac"));
      return { status: 403, json };
    }
    return run();
  },
  refused(refused) {
    const headers = refused.status === 401 ? { "www-authenticate": challenge } : {};
    return { status: refused.status, json: errorOf(refused), headers };
  },
});

const challenge =
  'Bearer authorization="https://login.windows.net/4f1c2d3e-0000-4000-8000-000000000001", resource="https://vault.azure.net"';

function errorOf({ message, code, details }: Refusal) {
  const { inner } = Object(details) as { inner?: string };
  return { error: { code, message, ...(inner === undefined ? {} : { innererror: { code: inner } }) } };
}
