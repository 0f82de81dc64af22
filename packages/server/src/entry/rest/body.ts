/**
 * Reads bodies: only for a route that says how much it takes, once the hooks of `onRequest` have found out who sends it,
 * and bounded in size and in time. Whatever else comes as a body is never looked at.
 */
import { ServiceError } from "@svc/contract";
import type { FastifyInstance, FastifyRequest, preValidationAsyncHookHandler, RouteOptions } from "fastify";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Arrivals } from "../../domain/limits/arrivals.ts";
import { arrivalMs } from "./connections.ts";
import { senderOf } from "./sender.ts";

/** The contract's limit of a request body, in bytes. */
export const bodyBytesMax = 256 * 1024;

/** The limit where anybody may send one: forms, and what a Connect page sends. A credential has 16 KiB at most. */
export const strangerBodyBytesMax = 16 * 1024;

/** Fastify itself reads nothing: which routes take a body is theirs to say, by `bodyBytesMax` in their configuration. */
export function leaveBodiesAlone(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
}

/** Registers the reading; a handler then finds a `Buffer` in `request.body`, or nothing. */
export function readBodies(app: FastifyInstance, arrivals: Arrivals): void {
  app.addHook("onRoute", (route) => {
    const bytesMax = bodyBytesMaxOf(route);
    if (bytesMax === 0) return;
    const read: preValidationAsyncHookHandler = async (request, reply) => {
      if (!hasBody(request)) return;
      try {
        request.body = await readBody(request.raw, reply.raw, { bytesMax, arrivals, sender: senderOf(request) });
      } catch (error) {
        // The rest of the body may still come.
        reply.header("connection", "close");
        throw error;
      }
    };
    route.preValidation = [...hooksOf(route.preValidation), read];
  });
}

/** How many bytes of a body a route takes; 0 where it takes none. */
export function bodyBytesMaxOf({ config }: Pick<RouteOptions, "config">): number {
  const { bodyBytesMax: bytesMax = 0 } = (config ?? {}) as { bodyBytesMax?: number };
  return bytesMax;
}

/** Whether a request brings a body. */
export function hasBody({ raw }: FastifyRequest): boolean {
  const { "content-length": length = "0", "transfer-encoding": coding } = raw.headers;
  return length !== "0" || coding !== undefined;
}

/** The hooks of a route, as a list that another can be put behind. */
export function hooksOf<Hook>(hooks: Hook | Hook[] | undefined): Hook[] {
  return hooks === undefined ? [] : ([hooks].flat() as Hook[]);
}

/** How a body is read. */
export type BodyReading = {
  bytesMax: number;
  arrivals: Arrivals;
  /** Whom its bytes are counted for. */
  sender: string;
  /** How long it may take, in milliseconds. */
  timeoutMs?: number;
};

/** As Node's own server matches it. */
const continueExpected = /(?:^|\W)100-continue(?:$|\W)/i;

/**
 * Reads it whole. Only here a sender that waits for `100 Continue` is told to go on.
 * @throws ServiceError PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT, OVERLOADED where it had to make room for others.
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  reading: BodyReading,
): Promise<Buffer> {
  const { bytesMax, arrivals, sender, timeoutMs = arrivalMs } = reading;
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const arrival = arrivals.begin(sender, () => reject(new ServiceError("OVERLOADED")));
  const timer = setTimeout(() => reject(new ServiceError("REQUEST_TIMEOUT")), timeoutMs);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const take = (chunk: Buffer): void => {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) {
      reject(tooLarge(bytesMax));
      return;
    }
    chunks.push(chunk);
    arrival.received(chunk.byteLength);
  };
  const end = (): void => resolve(Buffer.concat(chunks, bytes));
  request.on("data", take).once("end", end).once("error", reject);
  if (continueExpected.test(request.headers.expect ?? "")) response.writeContinue();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    arrival.end();
    chunks.length = 0;
    request.off("data", take).off("end", end).off("error", reject);
  }
}

function tooLarge(bytesMax: number): ServiceError {
  const detail = `The body is larger than ${bytesMax / 1024} KiB and was not read. Send a smaller one.`;
  return new ServiceError("PAYLOAD_TOO_LARGE", { detail });
}
