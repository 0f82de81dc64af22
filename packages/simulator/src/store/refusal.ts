/** A refusal: thrown by a simulated API instead of answering, before anything has changed. */

/** The contents of a refusal besides its status and message. */
export interface RefusalMore<Details> {
  /** A key for the API's own error table. The store's own codes are listed at `Refusal`. */
  readonly code?: string;
  readonly details?: Details;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Thrown by a route or the code around it. The API's `refused` turns it into a response.
 * The store itself throws these codes: `no_route` and `not_found` (404), `conflict` (409), `missing_scope` (403), and
 * `bad_page` and `bad_body` (400).
 */
export class Refusal<Details = unknown> extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly code: string;
  readonly details: Details | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, more: RefusalMore<Details> = {}) {
    super(message);
    this.status = status;
    this.code = more.code ?? "";
    this.details = more.details;
    this.headers = more.headers ?? {};
  }
}
