/** The sender of a request, as far as it is known before its body is read. */
import type { FastifyRequest } from "fastify";
import { toNetwork } from "../../domain/limits/public-rates.ts";
import type { Caller } from "../../domain/service-clients/caller.ts";

const callers = new WeakMap<FastifyRequest, Caller>();

/** Remembers the authenticated caller of a request. */
export function rememberCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** The request's caller. @throws Error if the route didn't authenticate, which is a defect. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error("The route didn't authenticate its request.");
  return caller;
}

/**
 * The party that a body's bytes are counted for: the service client, or a stranger's network. It may have half of all
 * arriving bodies, 512 at once. A proxy that buffers requests never comes close; one that doesn't needs hundreds of
 * slow browsers in the same second, and then the slowest is cut off.
 */
export function senderOf(request: FastifyRequest): string {
  return callers.get(request)?.client.id ?? networkOf(request);
}

/** The network that a request comes from. A caller that has disconnected has none. */
export function networkOf(request: FastifyRequest): string {
  return toNetwork(request.raw.socket.remoteAddress ?? "");
}
