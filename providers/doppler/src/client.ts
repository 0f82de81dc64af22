/**
 * The parts of Doppler's REST API v3 that the six actions use: requests as data, and parsers for the documented
 * answers and the live API's additions. Pure. A 200 in any other format is a fault of the provider.
 */
import { ProviderFailure, type ProviderRequest, type ReadPort } from "@svc/provider-kit";

/** A config in a project. */
export type ConfigAddress = { project: string; config: string };

/** A secret in a config. */
export type SecretAddress = ConfigAddress & { name: string };

/** A page of a list; omitted fields use Doppler's defaults. */
export type PageQuery = { page?: number; perPage?: number };

/** `Project` of the API. */
export type Project = { slug: string; name: string; description: string; createdAt: string | null };

/** `Config` of the API. */
export type Config = {
  name: string;
  project: string;
  environment: string;
  root: boolean;
  locked: boolean;
  createdAt: string | null;
};

/**
 * What the API returns about one secret; a missing key is null. If there is a `computed`, the rest isn't read, because
 * live answers have more or fewer other keys depending on the API's age.
 */
export type SecretValue =
  | { computed: string }
  | { computed: null; raw: string | null; rawVisibility: string | null; computedVisibility: string | null };

/** A secret as stored, before its references are resolved; a missing key is null. */
export type StoredSecret = { raw: string | null; rawVisibility: string | null };

/** Who can see a secret in Doppler. */
export type Visibility = "masked" | "unmasked" | "restricted";

const secretPath = ["v3", "configs", "config", "secret"];
const secretsPath = ["v3", "configs", "config", "secrets"];

/** `GET /v3/me`: which workplace the token belongs to. */
export const meRequest: ProviderRequest = { method: "GET", path: ["v3", "me"] };

/** `GET /v3/projects`. */
export function projectsRequest(page: PageQuery): ProviderRequest {
  return { method: "GET", path: ["v3", "projects"], query: { page: page.page, per_page: page.perPage } };
}

/** `GET /v3/configs`. */
export function configsRequest(query: PageQuery & { project: string; environment?: string }): ProviderRequest {
  const { project, environment, page, perPage } = query;
  return { method: "GET", path: ["v3", "configs"], query: { project, environment, page, per_page: perPage } };
}

/**
 * `GET /v3/configs/config/secrets/names`. `include_dynamic_secrets=true` would issue leases, which create real
 * credentials elsewhere, so it is always `false`.
 */
export function namesRequest({ project, config }: ConfigAddress): ProviderRequest {
  return { method: "GET", path: [...secretsPath, "names"], query: { project, config, include_dynamic_secrets: false } };
}

/** `GET /v3/configs/config/secret`. */
export function secretRequest({ project, config, name }: SecretAddress): ProviderRequest {
  return { method: "GET", path: secretPath, query: { project, config, name } };
}

/**
 * `POST /v3/configs/config/secrets` with exactly one change. Its response contains every secret in the config in clear
 * text, so it isn't read.
 * @param secret.exists whether the name already exists. An `originalName` other than the name would rename a secret.
 */
export function setRequest(
  secret: SecretAddress & { exists: boolean; value: string; visibility?: Visibility },
): ProviderRequest {
  const { project, config, name, exists, value, visibility } = secret;
  const change = {
    name,
    originalName: exists ? name : null,
    value,
    ...(visibility === undefined ? {} : { visibility }),
  };
  return {
    method: "POST",
    path: secretsPath,
    json: { project, config, change_requests: [change] },
    responseBody: "discard",
  };
}

/** `DELETE /v3/configs/config/secret`; only the status matters. */
export function deleteRequest({ project, config, name }: SecretAddress): ProviderRequest {
  return { method: "DELETE", path: secretPath, query: { project, config, name }, responseBody: "discard" };
}

/** @throws ProviderFailure `PROVIDER_ERROR` if the body isn't a page of projects. */
export function parseProjects(body: unknown): { projects: Project[]; page: number | null } {
  const response = record(body);
  const projects = list(response["projects"]).map((item) => {
    const project = record(item);
    return {
      slug: text(project["slug"]),
      name: text(project["name"]),
      description: textOrNull(project["description"]) ?? "",
      createdAt: time(project["created_at"]),
    };
  });
  return { projects, page: pageNumber(response["page"]) };
}

/** @throws ProviderFailure `PROVIDER_ERROR` if the body isn't a page of configs. */
export function parseConfigs(body: unknown): { configs: Config[]; page: number | null } {
  const response = record(body);
  const configs = list(response["configs"]).map((item) => {
    const config = record(item);
    return {
      name: text(config["name"]),
      project: text(config["project"]),
      environment: text(config["environment"]),
      root: flag(config["root"]),
      locked: flag(config["locked"]),
      createdAt: time(config["created_at"]),
    };
  });
  return { configs, page: pageNumber(response["page"]) };
}

/** Reads whether a secret exists, from the names in its config. */
export async function readState(address: SecretAddress, provider: ReadPort): Promise<{ exists: boolean }> {
  const { body } = await provider.read(namesRequest(address));
  return { exists: parseNames(body).includes(address.name) };
}

/** @throws ProviderFailure `PROVIDER_ERROR` if the body isn't a list of names. */
export function parseNames(body: unknown): string[] {
  return list(record(body)["names"]).map(text);
}

/**
 * @param name the requested name; a body about another secret is rejected.
 * @throws ProviderFailure `PROVIDER_ERROR` if the body doesn't describe that secret.
 */
export function parseSecret(body: unknown, name: string): SecretValue {
  const value = valueIn(body, name);
  const computed = textOrNull(value["computed"]);
  if (computed !== null) return { computed };
  return {
    computed,
    raw: textOrNull(value["raw"]),
    rawVisibility: textOrNull(value["rawVisibility"]),
    computedVisibility: textOrNull(value["computedVisibility"]),
  };
}

/**
 * Parses the same response for the stored value.
 * @throws ProviderFailure `PROVIDER_ERROR` if the body doesn't describe that secret.
 */
export function parseStoredSecret(body: unknown, name: string): StoredSecret {
  const value = valueIn(body, name);
  return { raw: textOrNull(value["raw"]), rawVisibility: textOrNull(value["rawVisibility"]) };
}

/**
 * @returns the token's workplace, and its kind according to Doppler, if any.
 * @throws ProviderFailure `PROVIDER_ERROR` if the body has no workplace.
 */
export function parseMe(body: unknown): { type: string | null; workplace: { slug: string; name: string } } {
  const response = record(body);
  const workplace = record(response["workplace"]);
  const slug = text(workplace["slug"]);
  if (!storable.test(slug)) throw wrongShape();
  const name = textOrNull(workplace["name"]) ?? slug;
  return { type: textOrNull(response["type"]), workplace: { slug, name: storable.test(name) ? name : slug } };
}

/** Whether a parsed JSON value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The account is stored and displayed: no control characters, no lone surrogates, and a limited length. */
const storable = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

function valueIn(body: unknown, name: string): Record<string, unknown> {
  const response = record(body);
  if ((textOrNull(response["name"]) ?? name) !== name) throw wrongShape();
  return record(response["value"]);
}

function record(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw wrongShape();
  return value;
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw wrongShape();
  return value;
}

function text(value: unknown): string {
  if (typeof value !== "string" || value === "") throw wrongShape();
  return value;
}

function textOrNull(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw wrongShape();
  return value;
}

function flag(value: unknown): boolean {
  if (typeof value !== "boolean") throw wrongShape();
  return value;
}

/** Converts a time to the contract's format: RFC 3339, UTC, milliseconds. */
function time(value: unknown): string | null {
  const given = textOrNull(value);
  if (given === null) return null;
  const epochMs = Date.parse(given);
  if (Number.isNaN(epochMs)) throw wrongShape();
  return new Date(epochMs).toISOString();
}

/** Older and newer answers have a number; accepts a string of digits too. */
function pageNumber(value: unknown): number | null {
  const page = typeof value === "string" && /^[0-9]{1,9}$/.test(value) ? Number(value) : value;
  return typeof page === "number" && Number.isSafeInteger(page) && page >= 1 ? page : null;
}

function wrongShape(): ProviderFailure {
  return new ProviderFailure({
    code: "PROVIDER_ERROR",
    detail: "Doppler answered with success, but not in the documented format. Nothing was changed.",
  });
}
