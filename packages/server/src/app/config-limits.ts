/** The limits from the environment. */
import type { LimitSettings } from "../domain/limits/limits.ts";

/**
 * Reads the limits. Unset limits derive from others: without a rate for service clients there are no rates at all, and
 * without a concurrency limit per connection there is none per tenant or client.
 */
export function readLimits(
  read: (name: string) => string | null,
  integer: (name: string, fallback: number, min: number, max: number) => number,
): LimitSettings {
  const rateMax = 1_000_000;
  const perClient = integer("SVC_RATE_LIMIT_RPS", 500, 0, rateMax);
  const perConnection = integer("SVC_CONCURRENCY_PER_CONNECTION", 64, 0, 10_000);
  return {
    rates: {
      perClient,
      perTenant: integer("SVC_TENANT_RATE_LIMIT_RPS", Math.ceil(perClient / 2), 0, rateMax),
      perToken: integer("SVC_TOKEN_RATE_LIMIT_RPS", Math.min(perClient, 50), 0, rateMax),
      tenantOnlyWhenShared: read("SVC_TENANT_RATE_LIMIT_RPS") === null,
      perConnection: integer("SVC_CONNECTION_RATE_LIMIT_RPS", perClient, 0, rateMax),
      perConnectAddress: integer("SVC_CONNECT_ADDRESS_RATE_LIMIT_RPS", perClient === 0 ? 0 : 500, 0, rateMax),
      perPublicAddress: integer("SVC_PUBLIC_ADDRESS_RATE_LIMIT_RPS", perClient === 0 ? 0 : 500, 0, rateMax),
      deliveriesPerClient: integer("SVC_WEBHOOK_RATE_LIMIT_RPS", Math.min(perClient, 20), 0, rateMax),
    },
    slots: {
      process: integer("SVC_CONCURRENCY_MAX", 1024, 1, 10_000),
      perClient: integer("SVC_CONCURRENCY_PER_CLIENT", perConnection * 8, 0, 100_000),
      perTenant: integer("SVC_CONCURRENCY_PER_TENANT", perConnection * 4, 0, 100_000),
      perConnection,
    },
    load: {
      inFlightMax: integer("SVC_REQUESTS_IN_FLIGHT_MAX", 2000, 1, 10_000),
      loopDelayMsMax: integer("SVC_EVENT_LOOP_DELAY_MAX_MS", 1000, 0, 60_000),
    },
    circuitFaultsMin:
      read("SVC_CIRCUIT_BREAKER_FAULTS") === null ? null : integer("SVC_CIRCUIT_BREAKER_FAULTS", 0, 0, 10_000),
  };
}
