/** The sender of a request, as far as it is known before its body is read. */
import type { FastifyRequest } from "fastify";
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

/** The party that a body's bytes are counted for: the service client, or a stranger's network. */
export function senderOf(request: FastifyRequest): string {
  return callers.get(request)?.client.id ?? toNetwork(request.raw.socket.remoteAddress ?? "");
}

/**
 * Returns the address of a connection; for IPv6 the first 64 bits, because one machine has all addresses below them.
 * Headers aren't trusted, so behind a proxy all strangers are one sender. It may have half of all arriving
 * bodies, 512 at once. A proxy that buffers requests never comes close; one that doesn't needs hundreds of slow
 * browsers in the same second, and then the slowest is cut off.
 */
export function toNetwork(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(":")) return mapped ?? address;
  const [front = "", back] = address.split("%", 1).join("").split("::");
  const leading = front === "" ? [] : front.split(":");
  const trailing = back === undefined || back === "" ? 0 : back.split(":").length;
  const zeros = back === undefined ? 0 : Math.max(0, 8 - leading.length - trailing);
  const groups = [...leading, ...Array.from({ length: zeros }, () => "0"), ...(back ?? "").split(":")];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
