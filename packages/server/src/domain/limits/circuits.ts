/**
 * The circuit breakers of this process: one per provider, and one per connection. Both must let a call through. The
 * provider transport is wrapped, so that the health of every call is judged and reported to them.
 */
import { ServiceError } from "@svc/contract";
import type { Platform } from "../../platform.ts";
import { minuteMs } from "../clock/units.ts";
import {
  decideAdmission,
  circuitAfter,
  type CallEffect,
  type CircuitRules,
  type Health,
  type OpenCircuit,
} from "./circuit.ts";
import type { ProviderTransport } from "../provider-calls/port.ts";
import type { ExchangeFacts, NotSentReason } from "@svc/provider-kit";

export type CallTarget = { provider: string; connectionId: string };

/** The breakers, all closed at first. */
export type Circuits = {
  /**
   * Lets a call through.
   * @returns a function to call once when the call has ended, which releases an unused probe.
   * @throws ServiceError PROVIDER_UNREACHABLE if a breaker is open; nothing was sent or recorded.
   */
  enter(called: CallTarget & { effect: CallEffect }): () => void;
  /** Counts a call that has ended. */
  report(called: CallTarget, health: Health): void;
  /** Returns the open ones: providers by name, connections by number. */
  open(): { providers: readonly string[]; connections: number };
};

/** How breakers open and are probed. If `faultsMin` is 0, there are none. */
export type CircuitLimits = Omit<CircuitRules, "sourcesMin">;

/** One failing connection says nothing about the provider; its breaker needs faults from several. */
const providerSourcesMin = 3;

/** Faults and sources older than this are forgotten. */
const rememberedMs = minuteMs;

/** The maximum number of remembered sources per provider, and of connections with faults. */
const sourcesMax = 1000;
const connectionsMax = 10_000;

type Source = { faults: number; atMs: number };

/** One breaker. Its sources are in order of activity, the most recent last. */
type Circuit = { opening: OpenCircuit | null; sources: Map<string, Source>; faults: number; faultySources: number };

/** Creates the breakers. @param faultsMin in the limits: 0 for breakers that never open. */
export function createCircuits(limits: CircuitLimits, platform: Pick<Platform, "monotonicMs">): Circuits {
  if (limits.faultsMin === 0) {
    const open = () => ({ providers: [], connections: 0 });
    return { enter: () => () => undefined, report: () => undefined, open };
  }
  const byProvider = new Map<string, Circuit>();
  const byConnection = new Map<string, Circuit>();
  const rules = { provider: { ...limits, sourcesMin: providerSourcesMin }, connection: { ...limits, sourcesMin: 1 } };
  return {
    enter({ provider, connectionId, effect }) {
      const nowMs = platform.monotonicMs();
      const circuits = [byProvider.get(provider), byConnection.get(connectionId)].filter((one) => one !== undefined);
      const decisions = circuits.map(({ opening }) => decideAdmission(opening, effect, nowMs, rules.connection));
      const waitMs = Math.max(0, ...decisions.map((one) => (one.kind === "refuse" ? one.retryAfterMs : 0)));
      if (waitMs > 0) throw openError(connectionId, waitMs);
      const probes = circuits.filter(({ opening }) => opening !== null);
      const probeUntilMs = nowMs + limits.probeMs;
      for (const circuit of probes)
        if (circuit.opening !== null) circuit.opening = { ...circuit.opening, probeUntilMs };
      return () => {
        for (const circuit of probes) {
          if (circuit.opening?.probeUntilMs === probeUntilMs) circuit.opening = { ...circuit.opening, probeUntilMs: 0 };
        }
      };
    },
    report({ provider, connectionId }, health) {
      const nowMs = platform.monotonicMs();
      count(getCircuit(byProvider, provider), connectionId, health, { nowMs, rules: rules.provider });
      // After a response there is nothing to remember about a connection.
      if (health === "response") byConnection.delete(connectionId);
      else {
        count(getCircuit(byConnection, connectionId), connectionId, health, { nowMs, rules: rules.connection });
        if (byConnection.size > connectionsMax) dropOldest(byConnection);
      }
    },
    open() {
      const isOpen = ([, { opening }]: [string, Circuit]): boolean => opening !== null;
      const providers = [...byProvider].filter(isOpen).map(([provider]) => provider);
      return { providers, connections: [...byConnection].filter(isOpen).length };
    },
  };
}

/** Returns the circuit with this name, creating it if needed, and makes it the most recent. */
function getCircuit(circuits: Map<string, Circuit>, name: string): Circuit {
  const circuit = circuits.get(name) ?? { opening: null, sources: new Map(), faults: 0, faultySources: 0 };
  circuits.delete(name);
  circuits.set(name, circuit);
  return circuit;
}

function count(
  circuit: Circuit,
  name: string,
  health: Health,
  { nowMs, rules }: { nowMs: number; rules: CircuitRules },
): void {
  const { sources } = circuit;
  for (const [oldest, { atMs }] of sources) {
    if (nowMs - atMs < rememberedMs && sources.size <= sourcesMax) break;
    setFaults(circuit, oldest, null);
  }
  const before = sources.get(name)?.faults ?? 0;
  setFaults(circuit, name, { faults: health === "fault" ? before + 1 : 0, atMs: nowMs });
  const { faults, faultySources } = circuit;
  const after = circuitAfter(circuit.opening, health, { faults, faultySources, sources: sources.size }, nowMs, rules);
  // Counts from before the response that closed it no longer matter.
  if (circuit.opening !== null && after === null) {
    sources.clear();
    circuit.faults = 0;
    circuit.faultySources = 0;
  }
  circuit.opening = after;
}

/** Puts a source last with its new state, or removes it, and updates the sums. */
function setFaults(circuit: Circuit, name: string, now: Source | null): void {
  const before = circuit.sources.get(name)?.faults ?? 0;
  const faults = now?.faults ?? 0;
  circuit.faults += faults - before;
  circuit.faultySources += Number(faults > 0) - Number(before > 0);
  circuit.sources.delete(name);
  if (now !== null) circuit.sources.set(name, now);
}

function dropOldest(circuits: Map<string, Circuit>): void {
  for (const name of circuits.keys()) if (circuits.delete(name)) break;
}

function openError(connection_id: string, waitMs: number): ServiceError {
  return new ServiceError("PROVIDER_UNREACHABLE", {
    connection_id,
    detail:
      "The provider has not answered several requests in a row, so this one was not sent and nothing was recorded. Wait for `Retry-After`, then send the same request with the same key.",
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}

/** Reasons for not sending that are the provider's fault, or the network's. */
const unreachable: ReadonlySet<NotSentReason> = new Set(["dns", "connect", "connect_timeout", "tls"]);

/** 4xx statuses that prove no refusal: a change that gets one has an unknown outcome (contract §4.3). */
const ambiguousClientErrors: ReadonlySet<number> = new Set([408, 421, 425]);

/**
 * Judges an exchange. A fault: the provider couldn't be reached, or returned no usable response or a status that leaves
 * a change's outcome unknown.
 * @param method `GET` for a read, which may return a redirect.
 * @returns null if the exchange says nothing because this side abandoned it.
 */
export function judgeHealth(method: string, facts: ExchangeFacts): Health | null {
  if (facts.kind === "not_sent") return unreachable.has(facts.reason) ? "fault" : null;
  if (facts.kind === "lost") return "fault";
  const { status, body } = facts;
  if (status >= 500 || status < 200 || ambiguousClientErrors.has(status)) return "fault";
  if (status >= 400) return "response";
  if (status >= 300) return method === "GET" ? "response" : "fault";
  return body.kind === "unreadable" ? "fault" : "response";
}

/**
 * Wraps a transport. A call is as healthy as its last conclusive exchange: a repeated read may succeed in the end, and
 * the response to a change may be lost although the reads before it succeeded. Only a connection's calls to a
 * provider's API count: an authorization server is another host, and a credential that has no connection yet may be
 * anything.
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
