/**
 * The parts of Vault's HTTP API that the six actions use: requests as data, and parsers of responses. All paths are
 * under `/v1`: https://developer.hashicorp.com/vault/api-docs/secret/kv/kv-v2,
 * https://openbao.org/api-docs/secret/kv/kv-v2/
 */
import { ProviderFailure, type ProviderResponse, type ProviderRequest, type ReadPort } from "@svc/provider-kit";
import { countOf, isRecord, list, record, textOf, wrongShape } from "@svc/provider-kit/shape";

/** A folder of a secrets engine. */
export type ConfigAddress = { project: string; config: string };

/** A secret in a folder. */
export type SecretAddress = ConfigAddress & { name: string };

/** The state of a secret before a change. */
export type Present = {
  /** The number of its newest version; 0 if it never had one. */
  version: number;
  /** Whether that version has data. */
  exists: boolean;
  /** Whether the entry has other fields than `value`. */
  hasMore: boolean;
};

const segments = (path: string): string[] => (path === "/" ? [] : path.split("/"));

function secretPath(part: "data" | "delete" | "subkeys", { project, config, name }: SecretAddress): string[] {
  return ["v1", ...segments(project), part, ...segments(config), name];
}

/** Every secrets engine that the token can see. The request needs no rights. */
export const mountsRequest: ProviderRequest = { method: "GET", path: ["v1", "sys", "internal", "ui", "mounts"] };

/** The names and folders in a folder, without deleted secrets. */
export function listRequest({ project, config }: ConfigAddress): ProviderRequest {
  const path = ["v1", ...segments(project), "metadata", ...segments(config)];
  return { method: "GET", path, query: { list: true, exclude_deleted: true } };
}

/** The same list with the state of each secret's versions. Only OpenBao has it. */
function detailedListRequest(address: ConfigAddress): ProviderRequest {
  const { project, config } = address;
  const path = ["v1", ...segments(project), "detailed-metadata", ...segments(config)];
  return { method: "GET", path, query: { list: true } };
}

/** The field `value` of a secret; other fields are dropped unread. */
export function secretRequest(address: SecretAddress): ProviderRequest {
  const keep = ["data.data.value", "data.metadata.version", "data.metadata.deletion_time", "data.metadata.destroyed"];
  return { method: "GET", path: secretPath("data", address), responseBody: { keep: [...keep, "errors"] } };
}

/** Writes a new version with this value, only if the newest version is still the one that was read. */
export function setRequest(address: SecretAddress, value: string, { version, hasMore }: Present): ProviderRequest {
  const json = { options: { cas: version }, data: { value } };
  const common = { path: secretPath("data", address), json, responseBody: { keep: ["data.version"] } };
  // A POST replaces the whole entry.
  return hasMore
    ? { ...common, method: "PATCH", contentType: "application/merge-patch+json" }
    : { ...common, method: "POST" };
}

/** Deletes one version. A newer version isn't deleted. */
export function deleteRequest(address: SecretAddress, version: number): ProviderRequest {
  const json = { versions: [version] };
  return { method: "POST", path: secretPath("delete", address), json, responseBody: { keep: ["data.version"] } };
}

/** Parses the KV version 2 engines in a response to {@link mountsRequest}. */
export function parseMounts(body: unknown): { path: string; description: string }[] {
  const mounts = record(record(record(body)["data"])["secret"]);
  return Object.entries(mounts).flatMap(([path, mount]) => {
    const { type, options, description } = record(mount);
    const isVersion2 = type === "kv" && isRecord(options) && options["version"] === "2";
    return isVersion2
      ? [{ path: path.replace(/\/$/, ""), description: typeof description === "string" ? description : "" }]
      : [];
  });
}

/**
 * The kind of a token without the prefix of newer Vault servers: from OpenBao, or from Vault before 1.10. Both list
 * deleted names; OpenBao's detailed list shows which names are deleted.
 */
export const plainTokenKind = "plain_service_token";

/** The kind of an AppRole's credential, which doesn't show which kind of server it is for. */
export const appRoleKind = "app_role";

/** Reads the names and folders in a folder. Vault answers 404 for an empty folder. */
export async function readFolder(
  provider: ReadPort,
  address: ConfigAddress,
): Promise<{ names: string[]; folders: string[] }> {
  const response = await provider.read(listRequest(address), { accept: [200, 404] });
  return response.status === 404 ? absent(response, { names: [], folders: [] }) : parseFolder(response.body);
}

/** Reads the names in a folder, without deleted ones if the server can tell. */
export async function readNames(provider: ReadPort, address: ConfigAddress): Promise<string[]> {
  const { credentialKind: kind } = provider;
  if (kind === plainTokenKind || kind === appRoleKind) {
    // Vault doesn't have this list, and a policy written for Vault may lack the path.
    const more = kind === appRoleKind ? [403] : [];
    const detailed = await provider.read(detailedListRequest(address), { accept: [200, 404, 405, ...more] });
    if (detailed.status === 200) {
      const deleted = deletedNames(detailed);
      return parseFolder(detailed.body).names.filter((name) => !deleted.has(name));
    }
  }
  return (await readFolder(provider, address)).names;
}

function parseFolder(body: unknown): { names: string[]; folders: string[] } {
  const keys = list(record(record(body)["data"])["keys"]).map(textOf);
  const folders = keys.filter((key) => key.endsWith("/")).map((key) => key.slice(0, -1));
  return { names: keys.filter((key) => !key.endsWith("/")), folders };
}

/**
 * Returns the names whose newest version is deleted or destroyed, by the server's clock: a deletion can be scheduled.
 */
function deletedNames({ body, headers }: ProviderResponse): ReadonlySet<string> {
  // The header has a resolution of one second.
  const nowMs = Date.parse(headers["date"] ?? "") + 999;
  const infos = Object.entries(record(record(record(body)["data"])["key_info"]));
  const isDeleted = (info: unknown): boolean => {
    const { current_version: current, versions } = record(info);
    const newest = isRecord(versions) ? versions[String(current)] : undefined;
    if (!isRecord(newest)) return true;
    const { deletion_time: at, destroyed } = newest;
    return destroyed === true || (typeof at === "string" && at !== "" && !(Date.parse(at) > nowMs));
  };
  return new Set(infos.filter(([name, info]) => !name.endsWith("/") && isDeleted(info)).map(([name]) => name));
}

/** Reads a secret's newest version: its number (0 if there never was one) and its value (null if it has no data). */
export async function readSecret(
  provider: ReadPort,
  address: SecretAddress,
): Promise<{ version: number; value: string | null }> {
  const response = await provider.read(secretRequest(address), { accept: [200, 404] });
  if (response.status === 404) return { version: deletedVersion(response), value: null };
  const data = record(record(response.body)["data"]);
  const version = countOf(record(data["metadata"])["version"]);
  const { value } = record(data["data"]);
  if (typeof value === "string") return { version, value };
  throw new ProviderFailure({
    code: "PROVIDER_REJECTED",
    detail: "The entry's field `value` is missing or isn't a string, so svc can't read the secret.",
  });
}

/**
 * Reads the state of a secret before a change, without its value. Checks first that the engine is KV version 2, because
 * version 1 would treat the path of the change as another secret.
 */
export async function readPresent(provider: ReadPort, address: SecretAddress): Promise<Present> {
  const mount = await provider.read({ ...mountsRequest, path: [...mountsRequest.path, ...segments(address.project)] });
  const { type, options } = record(record(mount.body)["data"]);
  if (type !== "kv" || !isRecord(options) || options["version"] !== "2") {
    throw new ProviderFailure({
      code: "PROVIDER_REJECTED",
      detail: "The secrets engine isn't KV version 2, so nothing was changed.",
    });
  }
  const request: ProviderRequest = { method: "GET", path: secretPath("subkeys", address), query: { depth: 1 } };
  const response = await provider.read(request, { accept: [200, 404] });
  if (response.status === 404) return { version: deletedVersion(response), exists: false, hasMore: false };
  const data = record(record(response.body)["data"]);
  const names = Object.keys(record(data["subkeys"]));
  const version = countOf(record(data["metadata"])["version"]);
  return { version, exists: true, hasMore: names.some((name) => name !== "value") };
}

/**
 * Returns the newest version of a secret without data, because it was deleted or destroyed; 0 if there is no secret.
 */
function deletedVersion(response: ProviderResponse): number {
  const data = isRecord(response.body) ? response.body["data"] : undefined;
  return isRecord(data) ? countOf(record(data["metadata"])["version"]) : absent(response, 0);
}

/**
 * Returns the value for a missing secret, which Vault reports with an empty list of errors. Any other 404 is about the
 * engine.
 */
function absent<Value>({ body }: ProviderResponse, value: Value): Value {
  const errors = isRecord(body) ? body["errors"] : undefined;
  if (Array.isArray(errors) && errors.length === 0) return value;
  if (errors === undefined) throw wrongShape();
  throw new ProviderFailure({
    code: "RESOURCE_NOT_FOUND",
    detail: "Vault has no such secrets engine, or the token can't see it. Check the project.",
  });
}
