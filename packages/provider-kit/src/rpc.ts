/** JSON-RPC 2.0 over HTTP: finds the response to a request in a body, which is JSON or an event stream. */
import { EventReader } from "./event-stream.ts";

/** A response with a result or an error. */
export type RpcResponse = Readonly<Record<string, unknown>>;

/** What a body contains: the response, or how the stream that doesn't have it can be continued. */
export type RpcReading = { response: RpcResponse | null; lastEventId: string | null; retryMs: number | null };

/** Looks for one response in a stream while it arrives. */
export class RpcReader {
  readonly #id: string;
  readonly #events = new EventReader();
  #response: RpcResponse | null = null;
  /** Null until the first visible character: JSON begins with a bracket, and no event stream does. */
  #isStream: boolean | null = null;

  constructor(id: string) {
    this.#id = id;
  }

  /** Adds the next piece of the body's text. @returns whether a stream has contained the response. */
  push(text: string): boolean {
    const start = text.trimStart().replace(/^\uFEFF/, "");
    if (this.#isStream === null && start !== "") this.#isStream = !/^[[{]/.test(start);
    if (this.#isStream === false) return false;
    for (const { data } of this.#events.push(text)) this.#response ??= responseIn(data, this.#id);
    return this.#response !== null;
  }

  /** What the pieces of a stream contain so far. */
  get reading(): RpcReading {
    const { lastEventId, retryMs } = this.#events;
    return { response: this.#response, lastEventId, retryMs };
  }
}

/** Reads a whole body, or what has arrived of it. */
export function readRpc(text: string, id: string): RpcReading {
  const reader = new RpcReader(id);
  reader.push(text);
  const { response, ...rest } = reader.reading;
  return { response: response ?? responseIn(text, id), ...rest };
}

/** The response with this id. An error without an id is the server's response to a request that it couldn't read. */
function responseIn(text: string, id: string): RpcResponse | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const messages = (Array.isArray(parsed) ? parsed : [parsed]) as readonly unknown[];
  return messages.find((message): message is RpcResponse => isResponse(message, id)) ?? null;
}

function isResponse(message: unknown, id: string): boolean {
  if (typeof message !== "object" || message === null) return false;
  const { id: given = null, ...members } = message as Readonly<Record<string, unknown>>;
  if (members["result"] !== undefined) return given === id;
  return members["error"] !== undefined && (given === id || given === null);
}
