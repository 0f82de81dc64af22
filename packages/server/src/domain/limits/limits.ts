/**
 * Every limit of this process, created once, and the check of all that apply to an execution before it claims its key.
 * All counts are per process; replicas aren't coordinated.
 */
import type { Platform } from "../../platform.ts";
import { minuteMs } from "../clock/units.ts";
import type { ProviderTransport } from "../provider-calls/port.ts";
import { type CircuitLimits, type Circuits, createCircuits, watchedTransport } from "./circuits.ts";
import {
  createFrontendRate,
  createRateLimiter,
  createTokenBuckets,
  type FrontendRate,
  type PublicRateLimits,
  type PublicRates,
  type RateLimiter,
  type RateLimits,
  submissionsBurst,
  submissionsPerSecond,
  type TokenBuckets,
} from "./rates.ts";
import { createGate, type Gate, type Load, type LoadLimits, type Shortage } from "./gate.ts";
import { createExecutionSlots, type ExecutionSlots, type SlotLimits, type SlotOwner, type TakeSlot } from "./slots.ts";
import { ServiceError } from "@svc/contract";
import type { CallEffect } from "./circuit.ts";

/** The operator's settings. */
export type LimitSettings = {
  rates: RateLimits &
    PublicRateLimits & {
      perConnection: number;
      /** Deliveries per second that a service client may request (`:test`, `:redeliver`); 0 for no limit. */
      deliveriesPerClient: number;
    };
  slots: SlotLimits;
  load: Pick<LoadLimits, "inFlightMax" | "loopDelayMsMax">;
  /** Consecutive faults that open a circuit breaker; 0 for none, null for `circuitFaultsDefault`. */
  circuitFaultsMin: number | null;
};

/** The limits on entry points and executions. */
type Limits = {
  gate: Gate;
  rateLimit: RateLimiter;
  /** The rate at which a service client may request webhook deliveries, by its id. */
  deliveryRate: TokenBuckets;
  /** The rate at which a service client may import connections, by its id. */
  importRate: TokenBuckets;
  admit: Admit;
  /** Counts a frontend API call for its token. */
  countFrontendCall: FrontendRate;
  /** Takes a slot for a provider request that is not an execution. */
  slot: TakeSlot;
  /** The transport that reports every call to the circuit breakers. */
  transport: ProviderTransport;
  /** Returns the current usage. */
  now(): { requests: number; executions: number; circuits: ReturnType<Circuits["open"]> };
};

/** Waiting statements per database connection: at a few milliseconds per statement, a quarter of a second's work. */
const waitingPerConnection = 50;

/** How circuit breakers are probed: with a read after five seconds, or with a write five seconds later. */
const circuitTimes: Omit<CircuitLimits, "faultsMin" | "probeMs"> = {
  openMs: 5000,
  openMsMax: minuteMs,
  writeProbeAfterMs: 5000,
};

/** Consecutive faults that open a circuit breaker. In a sandbox, users inject many faults in a row on purpose. */
const circuitFaultsDefault = { live: 20, sandbox: 200 } as const;

/** Dependencies of the limits. */
type LimitParts = {
  sandbox: boolean;
  platform: Platform;
  transport: ProviderTransport;
  load: () => Omit<Load, "inFlight">;
  publicRates: PublicRates;
  databasePoolMax: number;
  callTimeoutMs: number;
  /** Called for each request that the gate refuses. */
  onShed?: (shortage: Shortage) => void;
};

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
    countFrontendCall: createFrontendRate(parts.publicRates, platform),
    deliveryRate: createTokenBuckets(rates.deliveriesPerClient, platform),
    importRate: createTokenBuckets(submissionsPerSecond, platform, { burst: submissionsBurst }),
    slot: executionSlots.take,
    admit: createAdmit(executionSlots, connectionRate, circuits),
    transport: watchedTransport(parts.transport, circuits),
    now: () => ({ requests: gate.inFlight(), executions: executionSlots.taken(), circuits: circuits.open() }),
  };
}

/** An authorized execution that has neither key nor record yet. */
type Execution = SlotOwner & { provider: string; effect: CallEffect };

/**
 * Permission to run. Call `end` exactly once; with `wasClaimed` false the connection's rate-limit token is returned.
 */
export type Admission = { end(wasClaimed: boolean): void };

/**
 * Admits an execution.
 * @throws ServiceError RATE_LIMITED, OVERLOADED, PROVIDER_UNREACHABLE; nothing has been claimed, recorded, or sent, and
 * the same key can be used again.
 */
export type Admit = (execution: Execution) => Admission;

/** Combines the limits on executions. @param connectionRate one bucket per connection. */
export function createAdmit(
  slots: Pick<ExecutionSlots, "take">,
  connectionRate: TokenBuckets,
  circuits: Pick<Circuits, "enter">,
): Admit {
  return (execution) => {
    const { connectionId: connection_id } = execution;
    const freeSlot = slots.take(execution);
    try {
      const verdict = connectionRate(connection_id);
      if (verdict?.allowed === false) {
        const detail = `This connection already ran ${verdict.limit} executions this second; nothing was done. Wait for \`Retry-After\`, then send the same request.`;
        throw new ServiceError("RATE_LIMITED", { connection_id, detail, retryAfterSeconds: verdict.resetSeconds });
      }
      const leave = circuits.enter(execution);
      return {
        end(wasClaimed) {
          if (!wasClaimed) connectionRate(connection_id, -1);
          leave();
          freeSlot();
        },
      };
    } catch (error) {
      freeSlot();
      throw error;
    }
  };
}
