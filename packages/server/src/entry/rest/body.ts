/**
 * Reads request bodies, only for routes that accept one, only after the `onRequest` hooks have identified the sender,
 * and within bounds of size and time. Any other body is ignored.
 */
import { maxBytesMost, ServiceError } from "@svc/contract";
import type { FastifyInstance, FastifyRequest, preValidationAsyncHookHandler, RouteOptions } from "fastify";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Arrivals } from "../../domain/limits/arrivals.ts";
import { arrivalMs } from "./connections.ts";
import { senderOf } from "./context.ts";

/** JSON may write any byte of a text in six: `\u0001`. */
const jsonBytesPerByte = 6;

/**
 * The contract's limit for a request body, in bytes: the largest text, however JSON escapes it, and 16 KiB for the
 * rest.
 */
export const bodyBytesMax = jsonBytesPerByte * maxBytesMost + 16 * 1024;

/** The limit for unauthenticated bodies: forms, and requests of the Connect page. A credential has at most 16 KiB. */
export const strangerBodyBytesMax = 16 * 1024;

/** Stops Fastify from reading bodies. A route accepts one by setting `bodyBytesMax` in its configuration. */
export function leaveBodiesAlone(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
}

/** Registers the hook that reads bodies. The handler then finds a `Buffer` in `request.body`, or nothing. */
export function readBodies(app: FastifyInstance, arrivals: Arrivals): void {
  app.addHook("onRoute", (route) => {
    const bytesMax = findBodyLimit(route);
    if (bytesMax === 0) return;
    const read: preValidationAsyncHookHandler = async (request, reply) => {
      if (!hasBody(request)) return;
      try {
        request.body = await readBody(request.raw, reply.raw, { bytesMax, arrivals, sender: senderOf(request) });
      } catch (error) {
        // The rest of the body may still arrive.
        reply.header("connection", "close");
        throw error;
      }
    };
    route.preValidation = [...toHookList(route.preValidation), read];
  });
}

/** The most bytes that a route accepts in a body; 0 if it accepts none. */
export function findBodyLimit({ config }: Pick<RouteOptions, "config">): number {
  const { bodyBytesMax: bytesMax = 0 } = (config ?? {}) as { bodyBytesMax?: number };
  return bytesMax;
}

export function hasBody({ raw }: FastifyRequest): boolean {
  const { "content-length": length = "0", "transfer-encoding": coding } = raw.headers;
  return length !== "0" || coding !== undefined;
}

/** A route's hooks as a list, to append another. */
export function toHookList<Hook>(hooks: Hook | Hook[] | undefined): Hook[] {
  return hooks === undefined ? [] : ([hooks].flat() as Hook[]);
}

/** Options of {@link readBody}. */
export type BodyReading = {
  bytesMax: number;
  arrivals: Arrivals;
  /** The sender that its bytes are counted for. */
  sender: string;
  /** The time limit in milliseconds. */
  timeoutMs?: number;
};

/** As in Node's own server. */
const continueExpected = /(?:^|\W)100-continue(?:$|\W)/i;

/**
 * Reads a whole body. A sender that waits for `100 Continue` gets it only now.
 * @throws ServiceError PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT, or OVERLOADED if it had to make room for others.
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
  const detail = `The body is larger than ${bytesMax / 1024} KiB and wasn't read. Send a smaller one.`;
  return new ServiceError("PAYLOAD_TOO_LARGE", { detail });
}
