/** The ledger of what the simulated provider received and did. Tests trust it over any claim of a client. */
import type { SimEffect, SimRequest } from "./api.ts";

/** Headers recorded with their values; for all others only the name is recorded. */
const recordedHeaders = new Set([
  "accept",
  "accept-encoding",
  "content-length",
  "content-type",
  "host",
  "idempotency-key",
  "transfer-encoding",
  "user-agent",
]);

/** One received request. `bodyText` is the body as received; `query` is the raw query string without its "?". */
export interface LedgerRequest {
  readonly sequence: number;
  readonly timeMs: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headerNames: readonly string[];
  /** Selected headers. `authorization` records whose token was sent, never the token. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyText: string;
  /** Kind of the fault that fired for this request, or null. */
  readonly fault: string | null;
  /** Status that was sent, or null if none was sent (yet). */
  readonly status: number | null;
}

/** One effect that happened, with the request that caused it. */
export type LedgerEffect = SimEffect & {
  readonly sequence: number;
  readonly requestSequence: number;
  readonly timeMs: number;
};

/** The record of one simulator. The arrays are copies; they don't update. */
export class Ledger {
  #requests: LedgerRequest[] = [];
  #effects: LedgerEffect[] = [];

  /** Every request that arrived, in order, without control requests. */
  get requests(): readonly LedgerRequest[] {
    return [...this.#requests];
  }

  /** Every effect that happened, in order. */
  get effects(): readonly LedgerEffect[] {
    return [...this.#effects];
  }

  /**
   * Records a request when it arrives.
   * @param authorization what to record instead of the Authorization header
   */
  recordRequest(request: SimRequest, rawQuery: string, authorization: string | undefined, fault: string | null): void {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) if (recordedHeaders.has(name)) headers[name] = value;
    if (authorization !== undefined) headers["authorization"] = authorization;
    const { sequence, timeMs, method, path, bodyText } = request;
    const headerNames = Object.keys(request.headers).sort();
    const entry = { sequence, timeMs, method, path, query: rawQuery, headerNames, headers, bodyText, fault };
    this.#requests.push({ ...entry, status: null });
  }

  /** Records the status that was sent for a request. Does nothing if a reset has removed the request. */
  recordStatus(requestSequence: number, status: number): void {
    const index = this.#requests.findIndex((request) => request.sequence === requestSequence);
    const request = this.#requests[index];
    if (request !== undefined) this.#requests[index] = { ...request, status };
  }

  /** Records the effects of one request after they happened. */
  recordEffects(request: SimRequest, timeMs: number, effects: readonly SimEffect[]): void {
    for (const effect of effects) {
      const sequence = this.#effects.length + 1;
      this.#effects.push({ ...effect, sequence, requestSequence: request.sequence, timeMs });
    }
  }

  /** Removes all requests and effects. */
  clear(): void {
    this.#requests = [];
    this.#effects = [];
  }
}
