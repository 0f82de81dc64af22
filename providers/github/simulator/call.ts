/** One API call for its operation, and the operation's result. */
import { Refusal } from "@svc/simulator";
import type { SimEffect, SimRequest } from "@svc/simulator";
import { maySee } from "./access.ts";
import type { Caller } from "./access.ts";
import type { Repository } from "./model.ts";
import { moved, notFound } from "./refusal.ts";
import type { View } from "./shapes/view.ts";
import type { GithubWorld } from "./world.ts";

/** A call: the request, its caller, and the variables of its path. */
export interface Call {
  readonly request: SimRequest;
  readonly world: GithubWorld;
  readonly caller: Caller | null;
  readonly view: View;
  /** Variables of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** A GitHub App needs one of these to write. */
  readonly permissions: readonly string[];
}

/** The result of an operation: at most one of `json` and `bytes`. */
export interface Result {
  readonly status?: number;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly effects?: readonly SimEffect[];
  /** When the shown object last changed. */
  readonly modifiedAtMs?: number;
}

/** The caller. Throws `Refusal` 401 if there is none. */
export function authenticated({ caller }: Call): Caller {
  if (caller === null) throw new Refusal(401, "Requires authentication");
  return caller;
}

/**
 * The repository in the path, by owner and name in any case, or by id.
 * Throws `Refusal`: a redirect for a former name, and 404 for a repository the caller can't see.
 */
export function repositoryOf(call: Call): Repository {
  const { params, world, caller, request } = call;
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

/** A number in the path. Throws `Refusal` 404 for anything else. */
export function numberParam(call: Call, name: string): number {
  const text = call.params[name] ?? "";
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound();
  return Number(text);
}
