/** Every limit of this process, made once. What is counted here is this process's alone: replicas do not know of each other. */
import type { Platform } from "../platform.ts";
import type { ProviderTransport } from "../provider-calls/port.ts";
import { createAdmit, type Admit } from "./admission.ts";
import { createCircuits, type CircuitLimits, type Circuits } from "./circuits.ts";
import { createFrontendRate, type FrontendRate } from "./frontend-rate.ts";
import { createGate, type Gate, type Load, type LoadLimits, type Shortage } from "./gate.ts";
import { createRateLimiter, type RateLimiter, type RateLimits } from "./rate-limit.ts";
import { createExecutionSlots, type SlotLimits, type TakeSlot } from "./slots.ts";
import { createTokenBuckets, type TokenBuckets } from "./token-buckets.ts";
import { watchedTransport } from "./watched-transport.ts";

/** What the operator sets. */
export type LimitSettings = {
  rates: RateLimits & {
    perConnection: number;
    perConnectAddress: number;
    /** Deliveries that a service client asks for (`:test`, `:redeliver`), a second; 0 for no limit. */
    deliveriesPerClient: number;
  };
  slots: SlotLimits;
  load: Pick<LoadLimits, "inFlightMax" | "loopDelayMsMax">;
  /** Faults in a row that open a circuit breaker; 0 for none, null for `circuitFaultsDefault`. */
  circuitFaultsMin: number | null;
};

/** What the doors and executions are bounded by. */
export type Limits = {
  gate: Gate;
  rateLimit: RateLimiter;
  /** The rate at which a service client asks for webhook deliveries, by its id. */
  deliveryRate: TokenBuckets;
  admit: Admit;
  /** Counts a call of the frontend API, which no service key comes with. */
  countFrontendCall: FrontendRate;
  /** A slot for what asks a provider and is no execution. */
  slot: TakeSlot;
  /** The transport by which the circuit breakers hear of every call. */
  transport: ProviderTransport;
  /** What they hold just now. */
  now(): { requests: number; executions: number; circuits: ReturnType<Circuits["open"]> };
};

/** Waiting statements a database connection: as a statement takes some milliseconds, a quarter of a second's work. */
const waitingPerConnection = 50;

/** How circuit breakers are tried again. A read is the probe after five seconds, a write five seconds later. */
const circuitTimes: Omit<CircuitLimits, "faultsMin" | "probeMs"> = {
  openMs: 5000,
  openMsMax: 60_000,
  writeProbeAfterMs: 5000,
};

/** Faults in a row that open a circuit breaker. In a sandbox they are planted one after another, to be looked at. */
const circuitFaultsDefault = { live: 20, sandbox: 200 } as const;

/** What the limits stand on. */
export type LimitParts = {
  sandbox: boolean;
  platform: Platform;
  transport: ProviderTransport;
  load: () => Omit<Load, "inFlight">;
  databasePoolMax: number;
  callTimeoutMs: number;
  /** Told of each request that the gate refuses. */
  onShed?: (shortage: Shortage) => void;
};

/** Makes them. */
export function createLimits({ rates, slots, load, circuitFaultsMin }: LimitSettings, parts: LimitParts): Limits {
  const { platform, callTimeoutMs, databasePoolMax, sandbox } = parts;
  const faultsMin = circuitFaultsMin ?? circuitFaultsDefault[sandbox ? "sandbox" : "live"];
  const circuits = createCircuits({ ...circuitTimes, faultsMin, probeMs: callTimeoutMs }, platform);
  const connectionRate = createTokenBuckets(rates.perConnection, platform);
  const databaseWaitingMax = databasePoolMax * waitingPerConnection;
  const executionSlots = createExecutionSlots(slots);
  const gate = createGate({ ...load, databaseWaitingMax }, parts.load, parts.onShed);
  return {
    gate,
    rateLimit: createRateLimiter(rates, platform),
    countFrontendCall: createFrontendRate(rates.perConnectAddress, platform),
    deliveryRate: createTokenBuckets(rates.deliveriesPerClient, platform),
    slot: executionSlots.take,
    admit: createAdmit(executionSlots, connectionRate, circuits),
    transport: watchedTransport(parts.transport, circuits),
    now: () => ({ requests: gate.inFlight(), executions: executionSlots.taken(), circuits: circuits.open() }),
  };
}
