/**
 * The parts of Infisical's API that the six actions use: requests as data, and parsers of responses.
 * https://infisical.com/docs/api-reference/endpoints/secrets/list
 */
import type { Marker, ProviderRequest, ReadPort } from "@svc/provider-kit";
import { list, record, textOf } from "@svc/provider-kit/shape";

/** An environment of a project, or a folder in it. */
export type ConfigAddress = { project: string; config: string };

/** A secret in an environment or folder. */
export type SecretAddress = ConfigAddress & { name: string };

/** A metadata pair of a secret. A change replaces all of them. */
type Metadata = { key: string; value: string; isEncrypted: boolean };

/** The key of the metadata pair that says which execution wrote a secret. */
const markerKey = "svc-execution";

function placeOf({ project, config }: ConfigAddress) {
  const [environment = "", ...folders] = config.split("/");
  return { projectId: project, environment, secretPath: `/${folders.join("/")}` };
}

/** Every project that the identity is a member of. */
export const projectsRequest: ProviderRequest = {
  method: "GET",
  path: ["api", "v1", "projects"],
  query: { type: "secret-manager" },
  responseBody: { keep: ["id", "name", "description", "createdAt"].map((name) => `projects.${name}`) },
};

/** The same, with each project's environments. */
const environmentsRequest: ProviderRequest = {
  ...projectsRequest,
  responseBody: { keep: ["projects.id", "projects.environments.slug"] },
};

/** Reads the slugs of a project's environments; null if the identity has no such project. */
export async function readEnvironments(provider: ReadPort, project: string): Promise<string[] | null> {
  const { body } = await provider.read(environmentsRequest);
  const found = list(record(body)["projects"])
    .map(record)
    .find(({ id }) => textOf(id) === project);
  return found === undefined ? null : list(found["environments"]).map((item) => textOf(record(item)["slug"]));
}

/** The folders in an environment or folder. The deprecated version 1 has a different name for the project's id. */
function foldersRequest(version: "v1" | "v2", address: ConfigAddress): ProviderRequest {
  const { projectId, environment, secretPath: path } = placeOf(address);
  const project = version === "v1" ? { workspaceId: projectId } : { projectId };
  return {
    method: "GET",
    path: ["api", version, "folders"],
    query: { ...project, environment, path, recursive: false },
    responseBody: { keep: ["folders.name"] },
  };
}

/**
 * Reads the names of the folders in an environment or folder. A server without version 2 answers 404, as for a missing
 * folder.
 */
export async function readFolders(provider: ReadPort, address: ConfigAddress): Promise<string[]> {
  const newer = await provider.read(foldersRequest("v2", address), { accept: [200, 404] });
  const { body } = newer.status === 200 ? newer : await provider.read(foldersRequest("v1", address));
  return list(record(body)["folders"]).map((item) => textOf(record(item)["name"]));
}

/** The secrets of an environment or folder, without their values. */
export function listRequest(address: ConfigAddress): ProviderRequest {
  const narrow = { expandSecretReferences: false, include_imports: false, recursive: false };
  return {
    method: "GET",
    path: ["api", "v4", "secrets"],
    query: { ...placeOf(address), viewSecretValue: false, ...narrow },
    responseBody: { keep: ["secrets.secretKey", "secrets.secretMetadata"] },
  };
}

/** One secret's value, with its references resolved. If the folder lacks the name, it comes from an imported folder. */
export function secretRequest(address: SecretAddress): ProviderRequest {
  const whole = { viewSecretValue: true, expandSecretReferences: true, include_imports: true };
  return {
    method: "GET",
    path: ["api", "v4", "secrets", address.name],
    query: { ...placeOf(address), type: "shared", ...whole },
    responseBody: { keep: ["secret.secretValue", "secret.secretValueHidden"] },
  };
}

/**
 * A change. Its response repeats the secret with its value, so only the ids are kept: of the secret or of an approval
 * request.
 */
function changeRequest(method: "POST" | "PATCH" | "DELETE", address: SecretAddress, more: object): ProviderRequest {
  return {
    method,
    path: ["api", "v4", "secrets", address.name],
    json: { ...placeOf(address), type: "shared", ...more },
    responseBody: { keep: ["secret.id", "approval.id"] },
  };
}

/**
 * Creates the secret, or replaces its value. Its other metadata is kept.
 * @param metadata the existing secret's metadata; null if there is no secret.
 */
export function setRequest(
  address: SecretAddress,
  value: string,
  metadata: readonly Metadata[] | null,
  marker: Marker,
): ProviderRequest {
  const others = (metadata ?? []).filter(({ key }) => key !== markerKey);
  // A project may require encrypted metadata. Reads return it anyway.
  const own: Metadata = { key: markerKey, value: marker.hex, isEncrypted: true };
  const more = { secretValue: value, secretMetadata: [...others, own] };
  return changeRequest(metadata === null ? "POST" : "PATCH", address, more);
}

export function deleteRequest(address: SecretAddress): ProviderRequest {
  return changeRequest("DELETE", address, {});
}

/** Reads the names in an environment or folder, each with the secret's metadata. */
export async function readSecrets(
  provider: ReadPort,
  address: ConfigAddress,
): Promise<ReadonlyMap<string, readonly Metadata[]>> {
  const { body } = await provider.read(listRequest(address));
  return new Map(
    list(record(body)["secrets"]).map((item) => {
      const { secretKey, secretMetadata } = record(item);
      return [textOf(secretKey), list(secretMetadata ?? []).map(parseMetadata)] as const;
    }),
  );
}

function parseMetadata(pair: unknown): Metadata {
  const { key, value, isEncrypted } = record(pair);
  return { key: textOf(key), value: textOf(value ?? ""), isEncrypted: isEncrypted === true };
}

/** Returns whether a secret was last written by the execution with this marker. */
export function hasMarker(metadata: readonly Metadata[], marker: Marker): boolean {
  return metadata.some(({ key, value }) => key === markerKey && value === marker.hex);
}
