/** What a simulated API is: a function from a request and its world's state to an answer. No sockets here. */

/** One request as the simulated API sees it. `timeMs` is the simulator's clock (Unix milliseconds) at arrival. */
export interface SimRequest {
  readonly sequence: number;
  readonly timeMs: number;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case; repeated headers joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyText: string;
  /** The body parsed as JSON; absent when it is empty or not JSON. */
  readonly json?: unknown;
}

/** A change that took place in the simulated world. Names what was changed, never the value it was changed to. */
export interface SimEffect {
  readonly kind: string;
  readonly [target: string]: string | number | boolean | null;
}

/** What the API answers. At most one of `json`, `text` and `bytes`; none of them means an empty body. */
export interface SimAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly effects?: readonly SimEffect[];
}

/**
 * A simulated API. It changes `world` at once and in full, or not at all: whatever a fault does to the answer
 * happens before this call or after it, so an effect is never half done.
 */
export type SimApi<World> = (request: SimRequest, world: World) => SimAnswer;

/** A control command of one simulated API. It takes the parsed body of the control request; its result is sent as JSON. */
export type SimCommand = (body: unknown) => unknown;

/** Thrown by a control command or a plan that was asked for something that does not exist; answered with 400. */
export class SimControlError extends Error {
  override readonly name = "SimControlError";
}
