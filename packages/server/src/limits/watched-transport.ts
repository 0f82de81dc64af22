/** The provider transport with every exchange reported to the circuit breakers. */
import type { ProviderTransport } from "../provider-calls/port.ts";
import type { Circuits } from "./circuits.ts";
import { healthOf } from "./exchange-health.ts";

/**
 * Wraps a transport. Only calls of a connection at a provider's API count: an authorization server is another host, and a
 * credential that is not a connection's yet may be any.
 */
export function watchedTransport(
  transport: ProviderTransport,
  { report }: Pick<Circuits, "report">,
): ProviderTransport {
  return {
    open(provider, call) {
      const channel = transport.open(provider, call);
      const { connectionId } = call;
      if (connectionId === undefined || call.service === "authorization") return channel;
      return {
        async send(request, options) {
          const facts = await channel.send(request, options);
          const health = healthOf(request.method, facts);
          if (health !== null) report({ provider, connectionId }, health);
          return facts;
        },
        close: () => channel.close(),
      };
    },
  };
}
