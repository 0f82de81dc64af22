/**
 * The parts of Secret Manager's REST API that the actions use: requests as data, and parsers for responses:
 * https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets
 */
import { reasonsOf } from "@svc/google";
import { ProviderFailure, type ProviderResponse, type ProviderRequest, type ReadPort } from "@svc/provider-kit";
import { isRecord, list, record, textOf, wrongShape } from "@svc/provider-kit/shape";

/** A config and a name in it. */
export type SecretName = { config: string; name: string };

/** A secret of the connection's project. */
export type SecretAddress = SecretName & { project: string };

/** The part of a port that has the connection's facts. */
type Connected = Pick<ReadPort, "connectionFacts">;

const secretsPerPage = 250;
const pagesMax = 20;

/** The id of the connection's project. */
export function projectOf({ connectionFacts }: Connected): string {
  return connectionFacts["project_id"] ?? "";
}

/** @throws ProviderFailure RESOURCE_NOT_FOUND for a project other than the connection's; nothing was sent. */
export function assertProject(provider: Connected, project: string): void {
  if (project === projectOf(provider)) return;
  throw new ProviderFailure({
    code: "RESOURCE_NOT_FOUND",
    detail: "This connection's service account belongs to another project. Its id is the `slug` from projects.list.",
  });
}

const secretsPath = (provider: Connected): string[] => ["v1", "projects", projectOf(provider), "secrets"];
const idOf = ({ config, name }: SecretName): string => `${config}-${name}`;

/** Lists one secret without its value: enough to check that the credential may list secrets. */
export function probeRequest(provider: Connected): ProviderRequest {
  return { method: "GET", path: secretsPath(provider), query: { pageSize: 1 } };
}

/** A secret without its versions. */
function secretRequest(provider: Connected, secret: SecretName): ProviderRequest {
  return { method: "GET", path: [...secretsPath(provider), idOf(secret)] };
}

/** A version without its value. @param number a version's number, or `latest`. */
function versionRequest(provider: Connected, secret: SecretName, number: string): ProviderRequest {
  return { method: "GET", path: [...secretsPath(provider), idOf(secret), "versions", number] };
}

/** A version with its value. */
function accessRequest(provider: Connected, secret: SecretName, number: string): ProviderRequest {
  const path = [...secretsPath(provider), idOf(secret), "versions", `${number}:access`];
  return { method: "GET", path, responseBody: { keep: ["payload.data", "error.status"] } };
}

/** Creates a secret without a version. Its annotation is the marker. */
export function createRequest(provider: Connected, secret: SecretName, marker: string): ProviderRequest {
  const json = { replication: { automatic: {} }, annotations: { [markerName]: marker } };
  return {
    method: "POST",
    path: secretsPath(provider),
    query: { secretId: idOf(secret) },
    json,
    responseBody: { keep: ["name"] },
  };
}

/** The annotation with the marker of the execution that created the secret. */
export const markerName = "svc-marker";

export function addVersionRequest(provider: Connected, secret: SecretName, value: string): ProviderRequest {
  const path = [...secretsPath(provider), `${idOf(secret)}:addVersion`];
  const json = { payload: { data: Buffer.from(value, "utf8").toString("base64") } };
  return { method: "POST", path, json, responseBody: { keep: ["name"] } };
}

/** Permanently deletes a secret with all its versions. */
export function deleteRequest(provider: Connected, secret: SecretName): ProviderRequest {
  return { method: "DELETE", path: [...secretsPath(provider), idOf(secret)] };
}

/** Reads the project's secrets that are in a config. @param config only those in it; null for all configs. */
export async function readNames(provider: ReadPort, config: string | null): Promise<SecretName[]> {
  const filter = config === null ? undefined : `name:${config}-`;
  const names: SecretName[] = [];
  let pageToken: string | undefined;
  for (let page = 1; page <= pagesMax; page += 1) {
    const query = { pageSize: secretsPerPage, filter, pageToken };
    const { body } = await provider.read({ method: "GET", path: secretsPath(provider), query });
    const { secrets, nextPageToken = "" } = readPage(body);
    for (const secret of secrets) {
      const found = nameIn(textOf(record(secret)["name"]));
      // The filter matches anywhere in the name.
      if (found !== null && (config === null || found.config === config)) names.push(found);
    }
    if (nextPageToken === "") return names;
    pageToken = textOf(nextPageToken);
  }
  throw new ProviderFailure({
    code: "PROVIDER_REJECTED",
    detail: `The project has more than ${String(pagesMax * secretsPerPage)} secrets, which is more than svc reads.`,
  });
}

/** Parses a page of secrets. Google omits empty fields, and an empty page isn't always the last (AIP-158). */
export function readPage(body: unknown): { secrets: readonly unknown[]; nextPageToken?: unknown } {
  const { secrets, nextPageToken, totalSize: _count, ...others } = record(body);
  if (secrets === undefined && Object.keys(others).length > 0) throw wrongShape();
  return { secrets: secrets === undefined ? [] : list(secrets), nextPageToken };
}

/** Whether a response says that there is no such secret or version. @throws ProviderFailure for any other 404. */
export function isAbsent(response: ProviderResponse): boolean {
  if (response.status !== 404) return false;
  if (reasonsOf(response).includes("NOT_FOUND")) return true;
  throw wrongShape();
}

/** Parses a resource name; null if it isn't a secret in a config. */
function nameIn(resource: string): SecretName | null {
  const [, config, name] = /\/secrets\/([A-Za-z0-9_-]{1,54})-([A-Z_][A-Z0-9_]{0,199})$/.exec(resource) ?? [];
  return config === undefined || name === undefined ? null : { config, name };
}

/** A secret without its value. */
export type Present = { marker: string | null };

/** Reads a secret without its value; null if there is none. */
export async function readSecret(provider: ReadPort, secret: SecretName): Promise<Present | null> {
  const response = await provider.read(secretRequest(provider, secret), { accept: [200, 404] });
  if (isAbsent(response)) return null;
  const { name, annotations } = record(response.body);
  textOf(name);
  const marker = isRecord(annotations) ? annotations[markerName] : undefined;
  return { marker: typeof marker === "string" ? marker : null };
}

/** A version without its value. `answeredAtMs`: the time of the response by Google's clock; NaN if it didn't say. */
export type Version = { number: number; createdAt: string; answeredAtMs: number };

/**
 * Reads a version without its value, by its number or the newest one; null if there is none. It may be disabled or
 * destroyed.
 */
export async function readVersion(
  provider: ReadPort,
  secret: SecretName,
  which: number | "latest",
): Promise<Version | null> {
  const request = versionRequest(provider, secret, String(which));
  const response = await provider.read(request, { accept: [200, 404] });
  if (isAbsent(response)) return null;
  const { name, createTime } = record(response.body);
  const number = Number(textOf(name).split("/").at(-1));
  if (!Number.isSafeInteger(number) || number < 1) throw new ProviderFailure({ code: "PROVIDER_ERROR" });
  return { number, createdAt: textOf(createTime), answeredAtMs: Date.parse(response.headers["date"] ?? "") };
}

/**
 * Reads the value of a version; null if there is no such version.
 * @throws ProviderFailure PROVIDER_REJECTED if it is disabled, destroyed, or not text.
 */
export async function readValue(
  provider: ReadPort,
  secret: SecretName,
  which: number | "latest",
): Promise<string | null> {
  const request = accessRequest(provider, secret, String(which));
  const response = await provider.read(request, { accept: [200, 404] });
  if (isAbsent(response)) return null;
  const bytes = Buffer.from(textOf(record(record(response.body)["payload"])["data"]), "base64");
  const value = bytes.toString("utf8");
  if (Buffer.from(value, "utf8").equals(bytes)) return value;
  throw new ProviderFailure({ code: "PROVIDER_REJECTED", detail: "The secret's value isn't text." });
}
