/**
 * Media types and versions of the API.
 * Follows docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api#media-types and
 * docs.github.com/en/rest/about-the-rest-api/breaking-changes.
 */
import { Refusal } from "@svc/simulator";
import type { SimRequest } from "@svc/simulator";

const defaultVersion = "2022-11-28";

/** The API versions, with the fields that each removed. */
const versions: Readonly<Record<string, readonly string[]>> = {
  [defaultVersion]: [],
  "2026-03-10": ["assignee", "merge_commit_sha", "has_downloads", "use_squash_pr_title_as_default", "rate"],
};

/** The requested version. Throws `Refusal` 400 for an unknown one. */
export function versionOf({ headers }: SimRequest): string {
  const version = headers["x-github-api-version"] ?? defaultVersion;
  if (Object.hasOwn(versions, version)) return version;
  throw new Refusal(400, `"${version}" is not a supported version.`);
}

/** Converts a response to the version's format. */
export function withoutRemoved(json: unknown, version: string): unknown {
  const removed = versions[version] ?? [];
  if (removed.length === 0) return json;
  const shed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shed);
    if (typeof value !== "object" || value === null) return value;
    const kept = Object.entries(value).filter(([name]) => !removed.includes(name));
    return Object.fromEntries(kept.map(([name, inner]) => [name, shed(inner)]));
  };
  return shed(json);
}

/**
 * The requested format in `application/vnd.github.<format>+json`; "" for plain JSON and for a format that the route doesn't
 * support. Throws `Refusal` 415 if JSON isn't accepted.
 */
export function negotiate({ headers }: SimRequest, formats: readonly string[]): string {
  const accept = headers["accept"] ?? "*/*";
  for (const range of accept.split(",")) {
    const type = (range.split(";")[0] ?? "").trim().toLowerCase();
    if (["*/*", "application/*", "application/json"].includes(type)) return "";
    const custom = /^application\/vnd\.github(?:\.v3)?(?:\.([a-z-]+))?(?:\+json)?$/.exec(type);
    if (custom === null) continue;
    const format = custom[1] ?? "";
    return formats.includes(format) ? format : "";
  }
  throw new Refusal(415, `Unsupported 'Accept' header: '${accept}'. Must accept 'application/json'.`);
}
