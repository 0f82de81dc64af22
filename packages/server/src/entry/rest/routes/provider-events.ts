/**
 * The address at which a provider's events for an app arrive. The sender proves who it is with the delivery itself, so
 * its body is read first: within a bound of its own, and only while its network hasn't sent too many bad ones.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { BoundedReceive } from "../../../domain/provider-events/at-once.ts";
import type { PublicRates } from "../../../domain/limits/rates.ts";
import { networkOf } from "../context.ts";
import { headerValues } from "../reading.ts";

/** The address of an app, below the server's public URL. */
export const deliveryPath = "/in/v1/{provider}/{app_id}";

/** The most bytes of a delivery. Providers send tens of kilobytes at most, GitHub rarely more. */
export const deliveryBytesMax = 1024 * 1024;

/** Registers the route. It is registered also if no provider has events, and then refuses everything. */
export function serveProviderEvents(
  app: FastifyInstance,
  { deliveries, rates }: { deliveries: BoundedReceive; rates: PublicRates },
): void {
  app.route({
    method: "POST",
    url: "/in/v1/:provider(^[^/:]+$)/:app_id(^[^/]+$)",
    config: { path: deliveryPath, bodyBytesMax: deliveryBytesMax, group: "own", refusals: "delivery" },
    onRequest: (request, _reply, done) => {
      // Only refused deliveries use the rate up, but nothing is read from a network that has used it up.
      const network = networkOf(request);
      rates.count("delivery", network);
      rates.giveBack("delivery", network);
      deliveries.checkRoom();
      done();
    },
    handler: async (request, reply) => {
      const { provider = "", app_id: appId = "" } = request.params as Readonly<Record<string, string>>;
      const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
      const { text } = await deliveries.receive({ provider, appId, body, header: (name) => headerOf(request, name) });
      return reply.code(200).header("content-type", "text/plain; charset=utf-8").send(text);
    },
  });
}

/** A header that was sent twice could be read differently by others, so it counts as missing. */
function headerOf({ raw }: FastifyRequest, name: string): string | null {
  const [value, ...others] = headerValues(raw.rawHeaders, name);
  return value === undefined || others.length > 0 ? null : value;
}
