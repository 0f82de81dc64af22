/**
 * Secret Manager's REST API over the simulated project, written from
 * https://cloud.google.com/secret-manager/docs/reference/rest
 */
import { fieldsOf, pageByCursor, Refusal, simulatedApi, tokenIn, type Call, type Result } from "@svc/simulator";
import { projectId } from "./accounts.ts";
import { accountOf, type AccountName } from "./tokens.ts";
import type { Secret, SecretManagerWorld, Switches, Version } from "./world.ts";

type ApiCall = Call<SecretManagerWorld, AccountName>;

const projectNumber = "482915073366";
const payloadBytesMax = 65_536;

const refusal = (status: number, code: string, message: string, reason?: string) =>
  new Refusal(status, message, { code, details: { reason } });
const absent = (id: string, { switches }: SecretManagerWorld) =>
  switches.absentIs === "forbidden"
    ? refusal(403, "PERMISSION_DENIED", `Permission denied for resource projects/${projectId}/secrets/${id}.`)
    : refusal(404, "NOT_FOUND", `Secret [projects/${projectNumber}/secrets/${id}] not found.`);

const nameOf = (id: string): string => `projects/${projectNumber}/secrets/${id}`;
const time = (ms: number): string => new Date(ms).toISOString();

function secretOf({ id, createdMs, annotations }: Secret) {
  const replication = { automatic: {} };
  const own = Object.keys(annotations).length === 0 ? {} : { annotations };
  return { name: nameOf(id), replication, createTime: time(createdMs), etag: `"${createdMs.toString(16)}"`, ...own };
}

function versionOf(id: string, { number, data, enabled, createdMs }: Version) {
  const state = data === null ? "DESTROYED" : enabled ? "ENABLED" : "DISABLED";
  return { name: `${nameOf(id)}/versions/${String(number)}`, createTime: time(createdMs), state };
}

function checkProject({ params, store }: ApiCall): void {
  if (store.switches.isDisabled) {
    throw refusal(403, "PERMISSION_DENIED", "Secret Manager API has not been used in project.", "SERVICE_DISABLED");
  }
  if (params["project"] !== projectId && params["project"] !== projectNumber) {
    throw refusal(403, "PERMISSION_DENIED", "Permission denied on resource project.");
  }
}

function list(call: ApiCall): Result {
  const { query } = call.request;
  const filter = /^name:(.*)$/.exec(query.get("filter") ?? "")?.[1] ?? "";
  const { pageMax: max } = call.store.switches;
  // Newest first.
  const all = call.store.secrets.list({ where: ({ id }) => id.includes(filter) }).toReversed();
  const said = { cursor: query.get("pageToken"), limit: query.get("pageSize") };
  const { items, next } = pageByCursor(all, said, { absent: max, max, id: ({ id }) => id });
  if (items.length === 0) return { json: {} };
  const json = { secrets: items.map(secretOf), totalSize: all.length };
  return { json: next === null ? json : { ...json, nextPageToken: next } };
}

function get({ params, store }: ApiCall): Result {
  const { id = "" } = params;
  const secret = store.secrets.get(id);
  if (secret === undefined) throw absent(id, store);
  return { json: secretOf(secret) };
}

/** Reads of a version by its number never lag. */
function findVersion({ params, store }: ApiCall, which: string): Version {
  const { id = "" } = params;
  const secret = store.secrets.get(id);
  if (which === "latest" && secret === undefined) throw absent(id, store);
  const number = which === "latest" ? (secret?.versions ?? 0) : Number(which);
  const version = store.versions.get(id)?.find((one) => one.number === number);
  if (version !== undefined) return version;
  throw refusal(404, "NOT_FOUND", `Secret Version [${nameOf(id)}/versions/${which}] not found.`);
}

function getVersion(call: ApiCall): Result {
  const { id = "", version: segment = "" } = call.params;
  const [which = "", method] = segment.split(":");
  const version = findVersion(call, which);
  if (method === undefined) return { json: versionOf(id, version) };
  if (method !== "access") throw refusal(404, "NOT_FOUND", "Method not found.");
  if (call.caller === "viewer") throw refusal(403, "PERMISSION_DENIED", "Permission denied on versions.access.");
  const { name, state } = versionOf(id, version);
  if (version.data === null || state !== "ENABLED") {
    throw refusal(400, "FAILED_PRECONDITION", `Secret Version [${name}] is in ${state} state.`);
  }
  return { json: { name, payload: { data: version.data, dataCrc32c: "1" } } };
}

function mayChange({ caller }: ApiCall): void {
  if (caller === "viewer") throw refusal(403, "PERMISSION_DENIED", "Permission denied.");
}

function create(call: ApiCall): Result {
  mayChange(call);
  const { store, request } = call;
  const id = request.query.get("secretId") ?? "";
  if (!/^[A-Za-z0-9_-]{1,255}$/.test(id)) throw refusal(400, "INVALID_ARGUMENT", "The secretId is invalid.");
  const { replication, annotations = {} } = fieldsOf(request);
  if (replication === undefined) throw refusal(400, "INVALID_ARGUMENT", "Field [replication] is required.");
  if (store.secrets.has(id)) throw refusal(409, "ALREADY_EXISTS", `Secret [${nameOf(id)}] already exists.`);
  const secret = store.create(id, Object(annotations) as Record<string, string>, request.timeMs);
  return { json: secretOf(secret), effects: [{ kind: "secret.create", id }] };
}

function addVersion(call: ApiCall): Result {
  mayChange(call);
  const { store, request } = call;
  const [id = "", method] = (call.params["id"] ?? "").split(":");
  if (method !== "addVersion") throw refusal(404, "NOT_FOUND", "Method not found.");
  if (!store.secrets.has(id)) throw absent(id, store);
  const { data } = Object(fieldsOf(request)["payload"]) as { data?: unknown };
  if (typeof data !== "string" || data === "") throw refusal(400, "INVALID_ARGUMENT", "Field [payload] is required.");
  if (Buffer.from(data, "base64").length > payloadBytesMax) {
    throw refusal(400, "INVALID_ARGUMENT", "The payload is too large.");
  }
  const version = store.addVersion(id, data, request.timeMs);
  return { json: versionOf(id, version), effects: [{ kind: "version.add", id, number: version.number }] };
}

function remove(call: ApiCall): Result {
  mayChange(call);
  const { params, store } = call;
  const { id = "" } = params;
  if (!store.remove(id)) throw absent(id, store);
  return { json: {}, effects: [{ kind: "secret.delete", id }] };
}

/** The simulated API. Paths that svc must never call have no route. */
export const secretManagerApi = simulatedApi<SecretManagerWorld, AccountName, object, Switches>({
  routes: {
    "GET /v1/projects/{project}/secrets": { run: list },
    "POST /v1/projects/{project}/secrets": { run: create },
    "GET /v1/projects/{project}/secrets/{id}": { run: get },
    "POST /v1/projects/{project}/secrets/{id}": { run: addVersion },
    "DELETE /v1/projects/{project}/secrets/{id}": { run: remove },
    "GET /v1/projects/{project}/secrets/{id}/versions/{version}": { run: getVersion },
  },
  caller({ headers }, store) {
    // A delayed request is checked against the time at which it takes effect.
    const account = accountOf(tokenIn(headers, ["bearer"]) ?? "", store.nowMs());
    if (account === null) throw refusal(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");
    return account;
  },
  around(call, run) {
    checkProject(call);
    if (call.store.switches.throttles) throw refusal(429, "RESOURCE_EXHAUSTED", "Quota exceeded.");
    return run();
  },
  refused({ status, message, code, details }) {
    const { reason } = Object(details) as { reason?: string };
    const info = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "googleapis.com" };
    const error = { code: status, message, status: code, ...(reason === undefined ? {} : { details: [info] }) };
    return { status, json: { error } };
  },
});
