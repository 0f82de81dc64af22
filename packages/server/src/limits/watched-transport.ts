/** The provider transport with every call reported to the circuit breakers. */
import type { ProviderTransport } from "../provider-calls/port.ts";
import type { Health } from "./circuit.ts";
import type { Circuits } from "./circuits.ts";
import { healthOf } from "./exchange-health.ts";

/**
 * Wraps a transport. A call is as healthy as its last exchange that says anything: a read that was repeated may have come to
 * an answer, and a change may be lost after its probe was answered. Only calls of a connection at a provider's API count: an
 * authorization server is another host, and a credential that is not a connection's yet may be any.
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
      let last: Health | null = null;
      return {
        async send(request, options) {
          const facts = await channel.send(request, options);
          last = healthOf(request.method, facts) ?? last;
          return facts;
        },
        close() {
          if (last !== null) report({ provider, connectionId }, last);
          last = null;
          channel.close();
        },
      };
    },
  };
}
