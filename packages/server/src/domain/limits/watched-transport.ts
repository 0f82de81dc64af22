/** The provider transport, with every call reported to the circuit breakers. */
import type { ProviderTransport } from "../provider-calls/port.ts";
import type { Health } from "./circuit.ts";
import type { Circuits } from "./circuits.ts";
import { judgeHealth } from "./exchange-health.ts";

/**
 * Wraps a transport. A call is as healthy as its last conclusive exchange: a repeated read may succeed in the end, and
 * the response to a change may be lost although the reads before it succeeded. Only a connection's calls to a provider's
 * API count: an authorization server is another host, and a credential that has no connection yet may be anything.
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
          last = judgeHealth(request.method, facts) ?? last;
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
