/** Request signing: headers that are computed from a credential's secret for one request, when it is sent. */

/** A request as it is about to be sent. */
export type SignableRequest = {
  method: string;
  /** The value of its `Host` header: `host` or `host:port`. */
  host: string;
  /** The name of the origin, such as `files`, or `eu-west-1/files` in a region; null for the provider's `origin`. */
  origin: string | null;
  /** The escaped path, without the query. */
  path: string;
  /** The escaped query without its `?`; empty if there is none. */
  query: string;
  /** All headers except `Host` and those of the HTTP connection itself, by lowercase name. */
  headers: Readonly<Record<string, string>>;
  /** The body; empty if there is none. */
  body: string;
};

/**
 * Signs a request. Pure: the time is a parameter.
 * @param nowMs the server's clock, in milliseconds since the epoch.
 * @returns the headers to add. None of them is in the request yet.
 */
export type RequestSigner = (request: SignableRequest, nowMs: number) => Readonly<Record<string, string>>;
