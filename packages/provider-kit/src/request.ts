/**
 * What an action may say to its provider. An action describes requests; the server sends them, under a credential that
 * the action never sees, to an origin that the provider's manifest fixes.
 */

/** HTTP methods that an action may use. */
export type ProviderMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One request to the provider's fixed origin. */
export type ProviderRequest = {
  method: ProviderMethod;
  /** Path segments, unescaped; each is percent-encoded on its own, and an empty, `.` or `..` segment is refused. */
  path: readonly string[];
  /** Query parameters; `undefined` leaves one out, `false` and `0` are sent as text. */
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** The JSON body of a changing request. */
  json?: unknown;
  /** The form body (`application/x-www-form-urlencoded`) of a changing request, instead of `json`. */
  form?: Readonly<Record<string, string>>;
  /** `If-None-Match` of a read (RFC 9110 §13.1.2): an entity tag that an earlier answer carried. */
  ifNoneMatch?: string;
  /**
   * `json` (the default) reads and parses the answer's body; `discard` lets an accepted status decide alone: the body of
   * a success goes by unseen. What a refusal (4xx) says is read all the same, for `refuse` to judge.
   */
  answerBody?: "json" | "discard";
};

/** A definite answer of the provider. */
export type ProviderAnswer = {
  status: number;
  /** The parsed body; `undefined` where it was discarded, empty, or not JSON. */
  body: unknown;
  /** The provider's own request id, where it sends one: safe to keep and to log. */
  requestId: string | null;
  /** The headers that the manifest names as `answerHeaders`, by lower-case name; absent ones are not there. */
  headers: Readonly<Record<string, string>>;
};

/** Sends reads. */
export type ReadPort = {
  /** Which kind of credential the connection holds, as its auth declares it (never the credential). */
  readonly credentialKind: string;
  /**
   * Sends one read; it may be repeated inside the call's deadline.
   * @param options.accept statuses that the action wants to look at itself; the default is any 2xx. A redirect or a 304
   *   is a fault unless it is named here; none is ever followed by the transport.
   * @throws ProviderFailure for every other end, with the code and detail that the provider's `refuse` gives.
   */
  read(request: ProviderRequest, options?: { accept?: readonly number[] }): Promise<ProviderAnswer>;
};

/** What `run` of an action gets: any number of reads, at most one change. */
export type ProviderPort = ReadPort & {
  /**
   * Sends the action's one changing request, once, after its record is durable.
   * @param options.accept the statuses that prove what happened, and that `run` tells apart itself.
   * @throws ProviderFailure for a definite refusal; for an end that proves nothing the call stops here and its outcome
   *   is unknown, whatever `run` does. A second call is a defect of the action and is never sent.
   */
  change(request: ProviderRequest, options: { accept: readonly number[] }): Promise<ProviderAnswer>;
};
