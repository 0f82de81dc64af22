/** The settings of the limits, and how they follow from each other. */
import type { LimitSettings } from "../../domain/limits/limits.ts";
import { integer, rate } from "./kinds.ts";

/** The section of the limits. */
export const limitSettings = {
  SVC_RATE_LIMIT_RPS: integer(
    { min: 0, max: 1_000_000, unit: "per second", default: 500 },
    "requests per second of a service client, `0` off",
  ),
  SVC_TENANT_RATE_LIMIT_RPS: rate(
    "half of the client's, while shared",
    "requests per second of a tenant, `0` off; see [limits](#limits)",
  ),
  SVC_TOKEN_RATE_LIMIT_RPS: rate(
    "`50`, or the client's if lower",
    "requests per second of a delegated token and those created with it, `0` off",
  ),
  SVC_CONNECTION_RATE_LIMIT_RPS: rate("the client's rate", "executions per second of a connection, `0` off"),
  SVC_CONNECT_ADDRESS_RATE_LIMIT_RPS: rate(
    "`500`; off without `SVC_RATE_LIMIT_RPS`",
    "frontend calls of Connect per second from one address, `0` off; see [limits](#limits)",
  ),
  SVC_PUBLIC_ADDRESS_RATE_LIMIT_RPS: rate(
    "`500`; off without `SVC_RATE_LIMIT_RPS`",
    "other requests without a key per second from one address, for each [group of routes](#requests-without-a-key), `0` off",
  ),
  SVC_CONCURRENCY_MAX: integer({ min: 1, max: 10_000, default: 1024 }, "concurrent executions in the process"),
  SVC_CONCURRENCY_PER_CLIENT: integer(
    { min: 0, max: 100_000, default: null, unset: "8 and 4 times the connection's" },
    "concurrent executions of a service client and of a tenant; `0` off",
  ),
  SVC_CONCURRENCY_PER_TENANT: integer({ min: 0, max: 100_000, default: null }, null),
  SVC_CONCURRENCY_PER_CONNECTION: integer(
    { min: 0, max: 10_000, default: 64 },
    "concurrent executions of a connection; `0` off",
  ),
  SVC_REQUESTS_IN_FLIGHT_MAX: integer(
    { min: 1, max: 10_000, default: 2000 },
    "concurrent requests in the process; beyond that, 503 `OVERLOADED`",
  ),
  SVC_EVENT_LOOP_DELAY_MAX_MS: integer(
    { min: 0, max: 60_000, unit: "ms", default: 1000 },
    "event loop delay from which new requests are answered with 503 `OVERLOADED`, `0` off",
  ),
  SVC_CIRCUIT_BREAKER_FAULTS: integer(
    { min: 0, max: 10_000, default: null, unset: "`20`, in a sandbox `200`" },
    "consecutive faults that open a circuit breaker, `0` off",
  ),
};

type NameOf<Default> = {
  [Name in keyof typeof limitSettings]: (typeof limitSettings)[Name]["default"] extends Default ? Name : never;
}[keyof typeof limitSettings];

/** What reads them: a part of `SettingReader`. */
type LimitReader = {
  read(name: string): string | null;
  integer(name: NameOf<number>): number;
  integerOr<Fallback extends number | null>(
    name: NameOf<null> | "SVC_WEBHOOK_RATE_LIMIT_RPS",
    fallback: Fallback,
  ): number | Fallback;
};

/**
 * Reads the limits. Unset limits derive from others: without a rate for service clients there are no rates at all, and
 * without a concurrency limit per connection there is none per tenant or client.
 */
export function readLimits({ read, integer, integerOr }: LimitReader): LimitSettings {
  const perClient = integer("SVC_RATE_LIMIT_RPS");
  const perConnection = integer("SVC_CONCURRENCY_PER_CONNECTION");
  const perAddress = perClient === 0 ? 0 : 500;
  return {
    rates: {
      perClient,
      perTenant: integerOr("SVC_TENANT_RATE_LIMIT_RPS", Math.ceil(perClient / 2)),
      perToken: integerOr("SVC_TOKEN_RATE_LIMIT_RPS", Math.min(perClient, 50)),
      tenantOnlyWhenShared: read("SVC_TENANT_RATE_LIMIT_RPS") === null,
      perConnection: integerOr("SVC_CONNECTION_RATE_LIMIT_RPS", perClient),
      perConnectAddress: integerOr("SVC_CONNECT_ADDRESS_RATE_LIMIT_RPS", perAddress),
      perPublicAddress: integerOr("SVC_PUBLIC_ADDRESS_RATE_LIMIT_RPS", perAddress),
      deliveriesPerClient: integerOr("SVC_WEBHOOK_RATE_LIMIT_RPS", Math.min(perClient, 20)),
    },
    slots: {
      process: integer("SVC_CONCURRENCY_MAX"),
      perClient: integerOr("SVC_CONCURRENCY_PER_CLIENT", perConnection * 8),
      perTenant: integerOr("SVC_CONCURRENCY_PER_TENANT", perConnection * 4),
      perConnection,
    },
    load: {
      inFlightMax: integer("SVC_REQUESTS_IN_FLIGHT_MAX"),
      loopDelayMsMax: integer("SVC_EVENT_LOOP_DELAY_MAX_MS"),
    },
    circuitFaultsMin: integerOr("SVC_CIRCUIT_BREAKER_FAULTS", null),
  };
}
