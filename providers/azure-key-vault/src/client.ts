/**
 * The parts of Key Vault's REST API that the six actions use: requests as data, and parsers for responses:
 * https://learn.microsoft.com/en-us/rest/api/keyvault/secrets/operation-groups
 */
import { ProviderFailure, type ProviderResponse, type ProviderRequest, type ReadPort } from "@svc/provider-kit";
import { countOf, isRecord, list, record, textOf, wrongShape } from "@svc/provider-kit/shape";
import { codesOf, refuse } from "./errors.ts";
import { fromVaultName, toVaultName, vaultNameCharsMax, type SecretName } from "./names.ts";

/** A secret in the connection's vault. */
export type SecretAddress = SecretName & { project: string };

const version = { "api-version": "7.4" };
const itemsPerPage = 25;
const pagesMax = 100;

/** The name of the connection's vault: the first label of its hostname. */
export function vaultOf({ origin }: Pick<ReadPort, "origin">): string {
  return new URL(origin).hostname.split(".", 1)[0] ?? "";
}

/** @throws ProviderFailure RESOURCE_NOT_FOUND for a vault other than the connection's; nothing was sent. */
export function assertVault(provider: Pick<ReadPort, "origin">, project: string): void {
  if (project === vaultOf(provider)) return;
  throw new ProviderFailure({
    code: "RESOURCE_NOT_FOUND",
    detail: "This connection is for another vault. Its name is the `slug` from projects.list.",
  });
}

/** @throws ProviderFailure for an address in another vault, or one that is too long; nothing was sent. */
export function assertAddress(provider: Pick<ReadPort, "origin">, address: SecretAddress): void {
  assertVault(provider, address.project);
  if (toVaultName(address).length <= vaultNameCharsMax) return;
  throw new ProviderFailure({
    code: "PROVIDER_REJECTED",
    detail: `The name is too long for a vault: the config and the name together can have at most ${String(vaultNameCharsMax - 2)} characters.`,
  });
}

/** Lists one secret without its value: enough to check that the credential may list secrets. */
export const probeRequest: ProviderRequest = { method: "GET", path: ["secrets"], query: { ...version, maxresults: 1 } };

/** A page of the vault's secrets, without values. @param skipToken from the previous page; null for the first. */
function secretsRequest(skipToken: string | null): ProviderRequest {
  return { method: "GET", path: ["secrets"], query: { ...version, maxresults: itemsPerPage, ...after(skipToken) } };
}

/** A page of a secret's versions, without values. */
function versionsRequest(secret: SecretName, skipToken: string | null): ProviderRequest {
  const path = ["secrets", toVaultName(secret), "versions"];
  return { method: "GET", path, query: { ...version, maxresults: itemsPerPage, ...after(skipToken) } };
}

function after(skipToken: string | null): ProviderRequest["query"] {
  return skipToken === null ? {} : { $skiptoken: skipToken };
}

/** The value of a secret's newest version. */
function secretRequest(secret: SecretName): ProviderRequest {
  const keep = ["value", "managed", "error.code"];
  return { method: "GET", path: ["secrets", toVaultName(secret)], query: version, responseBody: { keep } };
}

/** Adds a version, which has only the tags and the content type in this request. */
export function setRequest(secret: SecretName, value: string, { tags, contentType }: Kept): ProviderRequest {
  const json = { value, tags, ...(contentType === null ? {} : { contentType }) };
  // The response repeats the value, which isn't kept.
  return {
    method: "PUT",
    path: ["secrets", toVaultName(secret)],
    query: version,
    json,
    responseBody: { keep: ["id"] },
  };
}

/** Deletes the secret with all its versions. The vault keeps them until the retention period ends. */
export function deleteRequest(secret: SecretName): ProviderRequest {
  const responseBody = { keep: ["error.code"] };
  return { method: "DELETE", path: ["secrets", toVaultName(secret)], query: version, responseBody };
}

/** The properties that a new version keeps from the previous one. */
export type Kept = { tags: Readonly<Record<string, string>>; contentType: string | null };

/** A version without its value. */
export type Version = Kept & { id: string; createdSeconds: number; isManaged: boolean };

/** Reads the vault's secrets that are in a config, without those of certificates. */
export async function readNames(provider: ReadPort): Promise<SecretName[]> {
  const items = await readPages(provider, secretsRequest, [200]);
  return items.flatMap((item) => {
    if (item["managed"] === true) return [];
    return fromVaultName(lastSegment(item["id"])) ?? [];
  });
}

/** Reads all versions of a secret, in no particular order; none if there is no such secret. */
export async function readVersions(provider: ReadPort, secret: SecretName): Promise<Version[]> {
  const items = await readPages(provider, (skipToken) => versionsRequest(secret, skipToken), [200, 404]);
  return items.map(({ id, attributes, tags, contentType, managed }) => ({
    id: lastSegment(id),
    createdSeconds: countOf(record(attributes)["created"]),
    tags: Object.fromEntries(Object.entries(record(tags ?? {})).map(([name, text]) => [name, textOf(text)])),
    contentType: contentType === undefined || contentType === null ? null : textOf(contentType),
    isManaged: managed === true,
  }));
}

/**
 * Reads the versions before a change.
 * @throws ProviderFailure PROVIDER_REJECTED for a certificate's secret, which only changes with the certificate.
 */
export async function readPresent(provider: ReadPort, secret: SecretName): Promise<Version[]> {
  const versions = await readVersions(provider, secret);
  if (versions.some(({ isManaged }) => isManaged)) throw managedFailure();
  return versions;
}

/** The error for a certificate's secret. */
export function managedFailure(): ProviderFailure {
  const detail = "This secret belongs to a certificate, so svc neither reads nor changes it.";
  return new ProviderFailure({ code: "PROVIDER_REJECTED", detail });
}

/** The newest of several versions. */
export function newestOf(versions: readonly Version[]): Version | undefined {
  return versions.toSorted((one, other) => other.createdSeconds - one.createdSeconds)[0];
}

/** Whether a response says that there is no such secret. @throws ProviderFailure for any other 404. */
export function isAbsent(response: ProviderResponse): boolean {
  if (response.status !== 404) return false;
  if (codesOf(response.body).code === "SecretNotFound") return true;
  throw new ProviderFailure(refuse(response));
}

async function readPages(
  provider: ReadPort,
  request: (skipToken: string | null) => ProviderRequest,
  accept: readonly number[],
): Promise<Readonly<Record<string, unknown>>[]> {
  const items: Readonly<Record<string, unknown>>[] = [];
  let skipToken: string | null = null;
  for (let page = 1; page <= pagesMax; page += 1) {
    const response: ProviderResponse = await provider.read(request(skipToken), { accept });
    if (isAbsent(response)) return [];
    const { value, nextLink = null } = record(response.body);
    items.push(...list(value).map(record));
    if (nextLink === null || nextLink === "") return items;
    skipToken = skipTokenIn(textOf(nextLink));
  }
  throw new ProviderFailure({
    code: "PROVIDER_REJECTED",
    detail: `The vault has more than ${String(pagesMax * itemsPerPage)} of these, which is more than svc reads.`,
  });
}

/** The last segment of an id, which is a URL: a secret's name, or a version's id. */
function lastSegment(id: unknown): string {
  return textOf(id).split("/").at(-1) ?? "";
}

/**
 * The token in the link to the next page. svc uses nothing else of it, and never follows an address from a response.
 */
function skipTokenIn(link: string): string {
  const token = URL.parse(link)?.searchParams.get("$skiptoken") ?? "";
  if (token === "") throw wrongShape();
  return token;
}

/** Reads the value of a secret's newest version; null if there is no such secret. */
export async function readSecret(provider: ReadPort, secret: SecretName): Promise<string | null> {
  const response = await provider.read(secretRequest(secret), { accept: [200, 404] });
  if (isAbsent(response)) return null;
  const { value, managed } = isRecord(response.body) ? response.body : {};
  if (managed === true) throw managedFailure();
  return textOf(value);
}
