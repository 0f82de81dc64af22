/**
 * Renamed and transferred repositories. GitHub answers 301 (and 307 to a change) with a `location` such as
 * `https://api.github.com/repositories/1296269/issues`:
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects
 *
 * A read follows a redirect by path on the fixed origin. The location's origin is ignored, and a path that isn't the
 * same operation on a repository isn't followed. A change is never repeated.
 */
import {
  ProviderFailure,
  type ProviderResponse,
  type ProviderPort,
  type ProviderRequest,
  type ReadPort,
} from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

/** The redirects that GitHub documents. 303 isn't one of them, because it would mean that something was done. */
const redirectStatuses: readonly number[] = [301, 302, 307, 308];

/** The maximum number of redirects that a read follows: a rename, a transfer of the issue, and one more. */
const redirectsMax = 3;

/**
 * Reads a resource of a repository, wherever the repository is now.
 * @param accept statuses to accept in addition to 200.
 * @throws ProviderFailure; `PROVIDER_ERROR` for a redirect without a valid target or a redirect loop.
 */
export async function readAt(
  provider: ReadPort,
  request: ProviderRequest,
  accept: readonly number[] = [],
): Promise<ProviderResponse> {
  let current = request;
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const response = await provider.read(current, { accept: [200, ...accept, ...redirectStatuses] });
    if (!redirectStatuses.includes(response.status)) return response;
    const next = followed(current, response);
    if (next === null) break;
    current = next;
  }
  throw new ProviderFailure({
    code: "PROVIDER_ERROR",
    detail: "GitHub redirected this request, but not to a repository.",
  });
}

/**
 * Sends the one change. A redirect to a repository means that the request belongs elsewhere and nothing was done. It is
 * reported as a refusal with the repository's new name. Any other redirect proves nothing.
 * @param done the status that proves success.
 * @param facts the facts that the action declares for its evidence.
 */
export async function changeAt(
  provider: ProviderPort,
  request: ProviderRequest,
  done: number,
  facts: Readonly<Record<string, unknown>>,
): Promise<ProviderResponse> {
  const response = await provider.change(request, { accept: [done, ...redirectStatuses], facts });
  if (response.status === done) return response;
  const target = followed(request, response);
  // After an accepted response this code isn't a verdict: the outcome stays unknown.
  if (target === null) throw new ProviderFailure({ code: "PROVIDER_ERROR" });
  throw await movedTo(provider, target);
}

/**
 * Reads the target of a change, for its preview. A redirect isn't followed, because GitHub would refuse the change.
 * @throws ProviderFailure for a redirect, as the change would.
 */
export async function readInPlace(provider: ReadPort, request: ProviderRequest): Promise<ProviderResponse> {
  const response = await provider.read(request, { accept: [200, ...redirectStatuses] });
  if (response.status === 200) return response;
  const target = followed(request, response);
  throw target === null ? new ProviderFailure({ code: "PROVIDER_ERROR" }) : await movedTo(provider, target);
}

/** The refusal of a change or a preview whose target has moved. */
async function movedTo(provider: ReadPort, target: ProviderRequest): Promise<ProviderFailure> {
  const name = await nameAt(provider, target);
  return new ProviderFailure({
    code: "PROVIDER_REJECTED",
    detail:
      `The repository was renamed or transferred${name === null ? "" : `, and is now ${name}`}; nothing was changed. ` +
      "Execute the action again with the new owner and name, and with a new idempotency key.",
  });
}

/**
 * @returns the redirected request; null if its location isn't the same operation on a repository. The
 *   location's query overrides the request's own.
 */
export function followed(request: ProviderRequest, { headers }: ProviderResponse): ProviderRequest | null {
  const location = URL.parse(headers["location"] ?? "", "https://api.github.com/");
  const path = location === null ? null : segmentsOf(location.pathname);
  if (location === null || path === null || !isRepository(path)) return null;
  if (!sameOperation(tailOf(request.path), tailOf(path))) return null;
  return { ...request, path, query: { ...request.query, ...Object.fromEntries(location.searchParams) } };
}

/** The path after the repository: after `/repos/{owner}/{repo}` or `/repositories/{id}`. */
function tailOf(path: readonly string[]): readonly string[] {
  return path.slice(path[0] === "repositories" ? 2 : 3);
}

function isRepository(path: readonly string[]): boolean {
  if (path[0] === "repositories") return /^[0-9]{1,19}$/.test(path[1] ?? "");
  return path[0] === "repos" && fullName.test(path.slice(1, 3).join("/"));
}

/** Compares paths after the repository. Numbers may differ, because a transferred issue gets a new one. */
function sameOperation(before: readonly string[], after: readonly string[]): boolean {
  const same = (one: string, other: string) => one === other || (/^[0-9]+$/.test(one) && /^[0-9]+$/.test(other));
  return before.length === after.length && before.every((segment, at) => same(segment, after[at] ?? ""));
}

function segmentsOf(pathname: string): string[] | null {
  try {
    return pathname.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return null;
  }
}

const fullName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,38}\/[A-Za-z0-9._-]{1,100}$/;

/** The full name of a request's repository; null if it can't be read, which doesn't change the verdict. */
async function nameAt(provider: ReadPort, { path }: ProviderRequest): Promise<string | null> {
  try {
    const { body } = await readAt(provider, { method: "GET", path: path.slice(0, path.length - tailOf(path).length) });
    const name = isRecord(body) ? body["full_name"] : undefined;
    return typeof name === "string" && fullName.test(name) ? name : null;
  } catch {
    return null;
  }
}
