/**
 * The requests that an action can make. An action describes requests. The server sends them, with a credential that the
 * action never sees, to an origin that the provider's manifest fixes.
 */

import type { Marker } from "./evidence.ts";

/** HTTP methods that an action may use. */
export type ProviderMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One request to the provider's fixed origin. */
export type ProviderRequest = {
  method: ProviderMethod;
  /** Unescaped path segments. Each is percent-encoded; an empty, `.` or `..` segment is rejected. */
  path: readonly string[];
  /** Query parameters. `undefined` omits one; `false` and `0` are sent as text. */
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** The JSON body of a changing request. */
  json?: unknown;
  /** The form body (`application/x-www-form-urlencoded`) of a changing request, instead of `json`. */
  form?: Readonly<Record<string, string>>;
  /** `If-None-Match` for a read (RFC 9110 §13.1.2): an entity tag from an earlier answer. */
  ifNoneMatch?: string;
  /**
   * `json` (the default) reads and parses the answer's body. With `discard`, an accepted status is enough, and the body of a
   * success isn't read. The body of a refusal (4xx) is still read, so that `refuse` can judge it.
   */
  answerBody?: "json" | "discard";
};

/** A definite answer from the provider. */
export type ProviderAnswer = {
  status: number;
  /** The parsed body; `undefined` if it was discarded, empty, or not JSON. */
  body: unknown;
  /** The provider's request id, if it sends one. It's safe to store and to log. */
  requestId: string | null;
  /** The headers that the manifest lists as `answerHeaders`, by lowercase name, without absent ones. */
  headers: Readonly<Record<string, string>>;
};

/** Sends reads. */
export type ReadPort = {
  /** The kind of credential that the connection has, as its auth declares it. Never the credential. */
  readonly credentialKind: string;
  /**
   * Sends one read. It may be retried within the call's deadline.
   * @param options.accept statuses that the action handles itself; any 2xx by default. A redirect or a 304 is a fault unless
   *   it's listed here. Redirects are never followed.
   * @throws ProviderFailure otherwise, with the code and detail from the provider's `refuse`.
   */
  read(request: ProviderRequest, options?: { accept?: readonly number[] }): Promise<ProviderAnswer>;
};

/** The port that an action's `run` receives: any number of reads, at most one change. */
export type ProviderPort = ReadPort & {
  /** Identifies this execution at the provider. */
  readonly marker: Marker;
  /**
   * Sends the action's one changing request, once, after its record is durable.
   * @param options.accept the statuses that prove what happened, and that `run` handles itself.
   * @param options.facts what the action's `evidence.facts` declares, kept with the record of the dispatch.
   * @throws ProviderFailure for a definite refusal. If the answer proves nothing, the call ends here with an unknown outcome,
   *   whatever `run` does. A second call is a bug in the action and is never sent.
   */
  change(
    request: ProviderRequest,
    options: { accept: readonly number[]; facts?: Readonly<Record<string, unknown>> },
  ): Promise<ProviderAnswer>;
};
