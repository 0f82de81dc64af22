/** One API call for its operation, what operations read from it, and the refusals and pages that they share. */
import { linkHeader, pageByNumber, Refusal } from "@svc/simulator";
import type { Result, SimRequest } from "@svc/simulator";
import { maySee } from "./access.ts";
import type { Caller, Repository } from "./model.ts";
import type { GithubWorld } from "./world.ts";

/** A call: the request, its caller, and the variables of its path. */
export interface Call {
  readonly request: SimRequest;
  readonly world: GithubWorld;
  readonly caller: Caller;
  /** Variables of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The simulator's own origin instead of `https://api.github.com`. */
  readonly origin: string;
}

/** Runs a call. */
export type Operation = (call: Call) => Result & {
  /** When the shown object last changed. */
  readonly modifiedAtMs?: number;
};

/** One JSON object in a response. It has the fields that an action reads. */
export type Shape = Readonly<Record<string, unknown>>;

/** The 404 for a resource that doesn't exist or that the caller can't see. */
export function notFound(): Refusal {
  return new Refusal(404, "Not Found");
}

/** A 422 about one field. */
export function invalid(error: Shape): Refusal {
  return new Refusal(422, "Validation Failed", { details: [error] });
}

/** A 422 for a body whose fields have the wrong type. */
export function malformed(detail: string): Refusal {
  return new Refusal(422, `Invalid request.\n\n${detail}`);
}

/** Redirects the caller to a path on the same origin: a read with 301, a write with 307. */
export function moved(path: string): Refusal {
  return new Refusal(301, "Moved Permanently", { code: "moved", details: path });
}

/**
 * The repository in the path, by owner and name in any case, or by id.
 * Throws `Refusal`: a redirect for a former name, and 404 for a repository the caller can't see.
 */
export function repositoryOf({ params, world, caller, request }: Call): Repository {
  const { id, owner = "", repo = "" } = params;
  const fullName = `${owner}/${repo}`;
  const present = id === undefined ? world.findRepository(fullName) : world.repositories.get(Number(id));
  const former = present ?? world.repositories.get(world.formerNames.get(fullName.toLowerCase()) ?? 0);
  if (former === undefined || !maySee(caller, former, world)) throw notFound();
  if (present !== undefined) return present;
  const rest = request.path.split("/").slice(4);
  const query = request.query.size === 0 ? "" : `?${request.query.toString()}`;
  throw moved(`/${["repositories", former.id, ...rest].join("/")}${query}`);
}

/** The number in the path. Throws `Refusal` 404 for anything else. */
export function numberOf({ params }: Call): number {
  const text = params["number"] ?? "";
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound();
  return Number(text);
}

/** A query parameter, which is one of some words; the first by default. Throws `Refusal` 422 for another. */
export function wordOf<Word extends string>(
  { request }: Call,
  resource: string,
  field: string,
  words: readonly [Word, ...Word[]],
): Word {
  const value = request.query.get(field);
  const word = value === null ? words[0] : words.find((candidate) => candidate === value);
  if (word === undefined) throw invalid({ resource, field, code: "invalid", value });
  return word;
}

/** Sorts by a number, then by another. */
export function sortedBy<Item>(
  items: readonly Item[],
  measure: (item: Item) => number,
  then: (item: Item) => number,
  direction: string,
): Item[] {
  const ordered = [...items].sort((one, other) => measure(one) - measure(other) || then(one) - then(other));
  return direction === "asc" ? ordered : ordered.reverse();
}

/** A page of a list for `page` and `per_page`, with its `link` header. @param path the list's address in links */
export function pageOf<Item>(items: readonly Item[], { request, origin }: Call, path: string) {
  const { query } = request;
  const said = { page: query.get("page"), perPage: query.get("per_page") };
  const page = pageByNumber(items, said, { absent: 30, max: 100, invalid: "ignored" });
  return { items: page.items, headers: linkHeader(page, `${origin}${path}?${query}`) };
}

/** A time in the API's format: seconds, UTC. */
export function timeOf(ms: number): string;
export function timeOf(ms: number | null): string | null;
export function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");
}
