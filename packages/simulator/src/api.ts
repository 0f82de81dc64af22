/**
 * The interface of a simulated API: a function from a request and the simulated state to a response. No sockets here.
 */

/** One request to the simulated API. `timeMs` is the simulator's clock (Unix milliseconds) at arrival. */
export interface SimRequest {
  readonly sequence: number;
  readonly timeMs: number;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lowercase names; repeated headers are joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyText: string;
  /** The body parsed as JSON; absent if the body is empty or isn't JSON. */
  readonly json?: unknown;
}

/** A change in the simulated state. It names what changed, never the new value. */
export interface SimEffect {
  readonly kind: string;
  readonly [target: string]: string | number | boolean | null;
}

/** The API's response. Set at most one of `json`, `text` and `bytes`; without them the body is empty. */
export interface SimResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly effects?: readonly SimEffect[];
}

/**
 * A simulated API. It applies a change to `world` synchronously and completely, or not at all. Faults act before or
 * after this call, so an effect is never half done.
 */
export interface SimApi<World> {
  (request: SimRequest, world: World): SimResponse;
  /** Whether a request only reads; by default GET and HEAD do. A search by POST or a GraphQL query reads too. */
  readonly isRead?: (request: SimRequest) => boolean;
}

/**
 * A control command of one simulated API. Receives the parsed body of the control request; the result is sent as JSON.
 */
export type SimCommand = (body: unknown) => unknown;

/** Thrown if a control request or a fault plan is invalid; answered with 400. */
export class SimControlError extends Error {
  override readonly name = "SimControlError";
}
