/** Who sends a request, as far as it is known before its body is read. */
import type { FastifyRequest } from "fastify";
import type { Caller } from "../../domain/service-clients/caller.ts";

const callers = new WeakMap<FastifyRequest, Caller>();

/** Notes who was found to send a request. */
export function knowCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** Who was found to send it. @throws Error where nobody looked: a defect of the route. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error("The route did not authenticate its request.");
  return caller;
}

/** Whom the bytes of a body are counted for: the service client, and for a stranger the address. */
export function senderOf(request: FastifyRequest): string {
  return callers.get(request)?.client.id ?? networkOf(request.raw.socket.remoteAddress ?? "");
}

/**
 * The address that a connection came from, of IPv6 the first 64 bits: one machine has all addresses below them. No header is
 * believed, so behind a proxy all strangers are one sender. It may have half of everything that arrives, 512 bodies at once,
 * which a proxy that buffers requests never comes near, and one that does not only with hundreds of slow browsers in the
 * same second; beyond that it is again the slowest that is cut off.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(":")) return mapped ?? address;
  const [front = "", back] = address.split("%", 1).join("").split("::");
  const leading = front === "" ? [] : front.split(":");
  const trailing = back === undefined || back === "" ? 0 : back.split(":").length;
  const zeros = back === undefined ? 0 : Math.max(0, 8 - leading.length - trailing);
  const groups = [...leading, ...Array.from({ length: zeros }, () => "0"), ...(back ?? "").split(":")];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
