/** Signing: headers that a credential's secret makes for one request, at the moment in which it is sent. */

/** A request as it is about to be sent. */
export type SignableRequest = {
  method: string;
  /** Where it is sent, as its `Host` header says: `host` or `host:port`. */
  host: string;
  /** The name of that origin, such as `files`, or `eu-west-1/files` in a region; null for the provider's `origin`. */
  origin: string | null;
  /** The escaped path, without the query. */
  path: string;
  /** The escaped query without its `?`; empty if there is none. */
  query: string;
  /** All headers but `Host` and those of the connection itself, by lowercase name. */
  headers: Readonly<Record<string, string>>;
  /** The body; empty if there is none. */
  body: string;
};

/**
 * Signs a request. Pure: the time is handed in.
 * @param nowMs the server's clock, in milliseconds since the epoch.
 * @returns the headers to add. None of them is in the request yet.
 */
export type RequestSigner = (request: SignableRequest, nowMs: number) => Readonly<Record<string, string>>;
