/** What the simulated provider saw and what it did: the record that a test believes over anything a client claims. */
import type { SimEffect, SimRequest } from "./api.ts";

/** Header values that are worth reading; of every other header only the name is kept. */
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

/** One request that arrived. `bodyText` is the body as received; `query` is the raw query string without its "?". */
export interface LedgerRequest {
  readonly sequence: number;
  readonly timeMs: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headerNames: readonly string[];
  /** Selected headers. `authorization` says whose token it was, never the token. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyText: string;
  /** Kind of the fault that was played on this request, or null. */
  readonly fault: string | null;
  /** Status that was put on the wire, or null when none was (yet). */
  readonly status: number | null;
}

/** One effect that took place, with the request that caused it. */
export type LedgerEffect = SimEffect & {
  readonly sequence: number;
  readonly requestSequence: number;
  readonly timeMs: number;
};

/** The record of one simulator. The arrays are copies: reading them later shows nothing new. */
export class Ledger {
  #requests: LedgerRequest[] = [];
  #effects: LedgerEffect[] = [];

  /** Every request that arrived, in order. Control requests are not among them. */
  get requests(): readonly LedgerRequest[] {
    return [...this.#requests];
  }

  /** Every effect that took place, in order. */
  get effects(): readonly LedgerEffect[] {
    return [...this.#effects];
  }

  /**
   * Writes down a request at its arrival.
   * @param authorization what to record in place of the Authorization header
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

  /** Writes down the status that went on the wire for a request. Does nothing for a request that a reset forgot. */
  recordStatus(requestSequence: number, status: number): void {
    const index = this.#requests.findIndex((request) => request.sequence === requestSequence);
    const request = this.#requests[index];
    if (request !== undefined) this.#requests[index] = { ...request, status };
  }

  /** Writes down the effects of one request, after they took place. */
  recordEffects(request: SimRequest, timeMs: number, effects: readonly SimEffect[]): void {
    for (const effect of effects) {
      const sequence = this.#effects.length + 1;
      this.#effects.push({ ...effect, sequence, requestSequence: request.sequence, timeMs });
    }
  }

  /** Forgets all that was recorded. */
  clear(): void {
    this.#requests = [];
    this.#effects = [];
  }
}
