/**
 * The requests that an action can make. An action only describes requests. The server sends them, with a credential
 * that the action never sees, to an origin that is fixed in the provider's manifest.
 */

/**
 * A value that identifies the execution at the provider, in the forms that providers accept. It is derived from the
 * service client, tenant and execution under the hashing key, never from the caller's idempotency key.
 */
export type Marker = {
  /** A UUID of version 4, lowercase. */
  uuid: string;
  /** `svc` and 26 characters of base32hex, lowercase. */
  base32hex: string;
  /** 22 characters of base64url. */
  base64url: string;
  /** 32 hexadecimal digits. */
  hex: string;
  /** A positive integer below 2^31. Two executions may share it, so compare a value as well. */
  int31: number;
  /** An HTML comment for Markdown, `<!-- svc:… -->` with the hexadecimal digits. */
  comment: string;
};

/** HTTP methods that an action may use. */
export type ProviderMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A field of a form. Lists and objects are written in brackets: `items[0][price]=…`, `metadata[key]=…`. */
export type FormValue =
  string | number | boolean | undefined | readonly FormValue[] | { readonly [name: string]: FormValue };

/** A value of a query parameter. A list repeats the parameter; `undefined` omits it. */
export type QueryValue = string | number | boolean | readonly (string | number | boolean)[] | undefined;

/** One request to a fixed origin of the provider. */
export type ProviderRequest = {
  method: ProviderMethod;
  /** One of the provider's `origins`, by name; its `origin` by default. */
  origin?: string;
  /**
   * Unescaped path segments, after the connection's own prefix if the provider has one. Each is percent-encoded; an
   * empty, `.` or `..` segment is rejected.
   */
  path: readonly string[];
  /** Whether the path ends in a slash, after its last segment. */
  endsInSlash?: true;
  /** Query parameters. `undefined` omits one; `false` and `0` are sent as text. */
  query?: Readonly<Record<string, QueryValue>>;
  /** Headers of this request. The manifest's `requestHeaders` must list all of them. */
  headers?: Readonly<Record<string, string>>;
  /** The JSON body. A request has at most one of `json`, `form` and `text`, and a GET has none. */
  json?: unknown;
  /** The form body (`application/x-www-form-urlencoded`). */
  form?: Readonly<Record<string, FormValue>>;
  /** A body of another type, such as `message/rfc822`, sent unchanged. */
  text?: string;
  /** The content type: required for `text`, optional for `json`, such as `application/merge-patch+json`. */
  contentType?: string;
  /** `If-None-Match` for a read by GET (RFC 9110 §13.1.2): an entity tag from an earlier response. */
  ifNoneMatch?: string;
  /** How to read the response's body; `json` by default. */
  responseBody?: ResponseBody;
  /** Never repeats a read, for an API whose word that it only reads may be wrong. */
  once?: true;
  /** Sends neither the credential's headers nor a signature, for public endpoints that may refuse them. */
  withoutCredential?: true;
};

/**
 * How a response's body is read:
 * - `json` parses it.
 * - `text` doesn't parse it, for an API that returns a document. It must be UTF-8.
 * - `discard` doesn't read the body of a success, because an accepted status is enough.
 * - `keep` parses it and drops all but the named members, for a response that repeats a secret. A name has dots for
 *   nested members, and applies to each item of a list: `secret.id`.
 * - `rpcId` finds the response to the JSON-RPC 2.0 request with this id, in JSON or in an event stream, which is read only
 *   until then. If a stream ends before, it is continued with `GET` and `Last-Event-ID`; the request isn't sent again. Null
 *   is for a notification, which has no response.
 *
 * The body of a refusal (4xx) is always read as JSON, so that `refuse` can judge it.
 */
export type ResponseBody =
  "json" | "text" | "discard" | { readonly keep: readonly string[] } | { readonly rpcId: string | null };

/** A definite response from the provider. */
export type ProviderResponse = {
  status: number;
  /** The parsed body, or the body as text; `undefined` if it was discarded, empty, or not JSON. */
  body: unknown;
  /** The provider's request id, if it sends one. It's safe to store and to log. */
  requestId: string | null;
  /** The response's headers that the manifest lists as `responseHeaders`, by lowercase name. */
  headers: Readonly<Record<string, string>>;
};

/** Sends reads. */
export type ReadPort = {
  /** The default origin of requests: the provider's `origin`, or the connection's own for a self-hosted provider. */
  readonly origin: string;
  /** The kind of the connection's credential, as declared by its auth. Never the credential itself. */
  readonly credentialKind: string;
  /**
   * The facts that the connection's auth declares as `connectionFacts`, such as a workspace id; never part of a
   * credential.
   */
  readonly connectionFacts: Readonly<Record<string, string>>;
  /**
   * Sends one read: a GET, a POST that the manifest lists as a read, or a GraphQL query. It may be retried within the
   * call's deadline.
   * @param options.accept statuses that the action handles itself; any 2xx by default. A redirect or a 304 is a fault
   * unless it is listed here. Redirects are never followed.
   * @throws ProviderFailure otherwise, with the code and detail from the provider's `refuse`.
   */
  read(request: ProviderRequest, options?: { accept?: readonly number[] }): Promise<ProviderResponse>;
};

/** The port that an action's `run` receives: any number of reads, at most one change. */
export type ProviderPort = ReadPort & {
  /** Identifies this execution at the provider. */
  readonly marker: Marker;
  /**
   * Sends the action's one changing request, once, after its record is durable.
   * @param options.accept the statuses that prove what happened, and that `run` handles itself.
   * @param options.facts the facts that the action's `evidence.facts` declares, stored with the record of the dispatch.
   * @throws ProviderFailure for a definite refusal. If the response proves nothing, the execution's outcome is unknown,
   * whatever `run` does next. A second call is a bug in the action and is never sent.
   */
  change(
    request: ProviderRequest,
    options: { accept: readonly number[]; facts?: Readonly<Record<string, unknown>> },
  ): Promise<ProviderResponse>;
};
