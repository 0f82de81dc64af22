/**
 * Counts and traces every exchange with a provider. It adds nothing to requests: a provider must not get our trace ids,
 * because it could use them to link calls of different tenants.
 */
import type { ExchangeFacts } from "@svc/provider-kit";
import type { ProviderTransport } from "../../domain/provider-calls/port.ts";
import type { Metrics } from "../../domain/telemetry/port.ts";
import type { WorkScope } from "../../domain/telemetry/work.ts";

/** Options of {@link watchExchanges}. */
export type ExchangeWatch = {
  metrics: Pick<Metrics, "exchange">;
  work: WorkScope;
  monotonicMs: () => number;
  /** The host of a provider's service, or of one of its further or listed origins; "" if unknown. */
  hostOf: (provider: string, service: string, origin?: string) => string;
};

/** Wraps a transport. */
export function watchExchanges(transport: ProviderTransport, watch: ExchangeWatch): ProviderTransport {
  return {
    open(provider, call) {
      const channel = transport.open(provider, call);
      const { service = "api", listedOrigin } = call;
      return {
        async send(request, options) {
          const { method } = request;
          const began = watch.monotonicMs();
          const host = watch.hostOf(provider, service, request.origin ?? listedOrigin);
          const span = watch.work.current()?.span.child("client", `${method} ${provider}`, {
            "http.request.method": method,
            "server.address": host,
            "svc.provider": provider,
            "svc.provider_service": service,
          });
          try {
            const facts = await channel.send(request, options);
            const outcome = outcomeOf(facts);
            if (facts.kind === "answered") span?.set({ "http.response.status_code": facts.status });
            if (facts.kind !== "answered" || facts.status >= 400) span?.fail(outcome);
            watch.metrics.exchange({
              provider,
              service,
              method,
              outcome: facts.kind === "answered" ? `${Math.floor(facts.status / 100)}xx` : outcome,
              seconds: (watch.monotonicMs() - began) / 1000,
            });
            return facts;
          } finally {
            span?.end();
          }
        },
        close: () => channel.close(),
      };
    },
  };
}

/** A status, or why there is none. The set of values is bounded. */
function outcomeOf(facts: ExchangeFacts): string {
  return facts.kind === "answered" ? String(facts.status) : `${facts.kind}_${facts.reason}`;
}
