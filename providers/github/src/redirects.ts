/**
 * Renamed and transferred repositories. GitHub answers 301 (and 307 to a change) with a `location` such as
 * `https://api.github.com/repositories/1296269/issues`:
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects
 *
 * A read follows by path, on the fixed origin: what origin the location names is never looked at, and a path that is not
 * the same operation on a repository is not followed. A change is never repeated.
 */
import {
  ProviderFailure,
  type ProviderAnswer,
  type ProviderPort,
  type ProviderRequest,
  type ReadPort,
} from "@svc/provider-kit";
import { isRecord } from "./shape.ts";

/** The redirects that GitHub documents; 303 would say that something was done, so it is not among them. */
const redirectStatuses: readonly number[] = [301, 302, 307, 308];

/** How many redirects a read follows: a rename, a transfer of the issue, and one more. */
const redirectsMax = 3;

/**
 * Reads something of a repository, wherever the repository is now.
 * @param accept statuses to look at beside 200.
 * @throws ProviderFailure; `PROVIDER_ERROR` for a redirect that leads nowhere or in a circle.
 */
export async function readAt(
  provider: ReadPort,
  request: ProviderRequest,
  accept: readonly number[] = [],
): Promise<ProviderAnswer> {
  let current = request;
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const answer = await provider.read(current, { accept: [200, ...accept, ...redirectStatuses] });
    if (!redirectStatuses.includes(answer.status)) return answer;
    const next = followed(current, answer);
    if (next === null) break;
    current = next;
  }
  throw new ProviderFailure({
    code: "PROVIDER_ERROR",
    detail: "GitHub redirects this request, and not to a repository.",
  });
}

/**
 * Sends the one change. A redirect to a repository is GitHub's word that the request belongs elsewhere, so nothing was
 * done; it is told as a refusal that names where the repository is now. Any other redirect proves nothing.
 * @param done the status that says that it was done.
 */
export async function changeAt(
  provider: ProviderPort,
  request: ProviderRequest,
  done: number,
): Promise<ProviderAnswer> {
  const answer = await provider.change(request, { accept: [done, ...redirectStatuses] });
  if (answer.status === done) return answer;
  const target = followed(request, answer);
  // After an accepted answer this code is no verdict: the outcome stays unknown.
  if (target === null) throw new ProviderFailure({ code: "PROVIDER_ERROR" });
  const name = await nameAt(provider, target);
  throw new ProviderFailure({
    code: "PROVIDER_REJECTED",
    detail:
      `The repository was renamed or transferred${name === null ? "" : `, and is ${name} now`}; nothing was changed. ` +
      "Send the action again with the new owner and name, and with a new idempotency key.",
  });
}

/**
 * @returns the request that a redirect asks for; null where its location is not the same operation on a repository. The
 *   location's query counts over the request's own.
 */
export function followed(request: ProviderRequest, { headers }: ProviderAnswer): ProviderRequest | null {
  const location = URL.parse(headers["location"] ?? "", "https://api.github.com/");
  const path = location === null ? null : segmentsOf(location.pathname);
  if (location === null || path === null || !isRepository(path)) return null;
  if (!sameOperation(tailOf(request.path), tailOf(path))) return null;
  return { ...request, path, query: { ...request.query, ...Object.fromEntries(location.searchParams) } };
}

/** What stands behind the repository: `/repos/{owner}/{repo}` or `/repositories/{id}`. */
function tailOf(path: readonly string[]): readonly string[] {
  return path.slice(path[0] === "repositories" ? 2 : 3);
}

function isRepository(path: readonly string[]): boolean {
  if (path[0] === "repositories") return /^[0-9]{1,19}$/.test(path[1] ?? "");
  return path[0] === "repos" && fullName.test(path.slice(1, 3).join("/"));
}

/** A transferred issue has another number in its new repository. */
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

/** The full name of the repository that a request is about; null where it cannot be read: the verdict stands anyway. */
async function nameAt(provider: ReadPort, { path }: ProviderRequest): Promise<string | null> {
  try {
    const { body } = await readAt(provider, { method: "GET", path: path.slice(0, path.length - tailOf(path).length) });
    const name = isRecord(body) ? body["full_name"] : undefined;
    return typeof name === "string" && fullName.test(name) ? name : null;
  } catch {
    return null;
  }
}
