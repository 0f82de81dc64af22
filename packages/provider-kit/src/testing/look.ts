/** Runs an action's look for its effect, without a server. */
import { isDeepStrictEqual } from "node:util";
import { dropUnrecorded } from "@svc/contract";
import type { Action } from "../action.ts";
import type { EvidenceVerdict } from "../evidence.ts";
import { PortMisuse, ProviderFailure, type Refusal } from "../failure.ts";
import type { Provider } from "../provider.ts";
import { createPort, testMarker, type Exchange, type PortOptions } from "./port.ts";

/** The environment of a look, and the run that it follows. */
export type LookOptions = PortOptions & {
  /** The input of the run, with its sensitive fields; the look receives it without them. */
  input: unknown;
  /** The facts that the run passed with its change; null by default. */
  facts?: Readonly<Record<string, unknown>> | null;
  /** When the changing request was sent, in milliseconds since the epoch. */
  sentAt: number;
  nowMs: number;
};

/** How a look ended. */
export type LookEnd =
  | { kind: "verdict"; verdict: EvidenceVerdict }
  /** A read failed; the service treats this as undetermined. */
  | { kind: "failed"; refusal: Refusal }
  /** Any other thrown value: a bug in the action. */
  | { kind: "defect"; error: unknown };

/**
 * Looks once, with a port that can only read.
 * @throws RangeError if the action has no evidence.
 */
export async function runLook(
  provider: Provider,
  action: Action,
  { input, facts = null, sentAt, nowMs, ...options }: LookOptions,
): Promise<{ end: LookEnd; exchanges: readonly Exchange[] }> {
  const { evidence } = action;
  if (evidence === null) throw new RangeError(`${action.id} has no evidence.`);
  const { port, exchanges } = createPort(provider, options);
  const { origin, credentialKind, connectionFacts, read } = port;
  const sent = Object(input) as Readonly<Record<string, unknown>>;
  const look = {
    input: dropUnrecorded(action.input, input),
    // Facts as the store returns them.
    facts: JSON.parse(JSON.stringify(facts)) as unknown,
    marker: options.marker ?? testMarker,
    sentAt,
    nowMs,
    provider: { origin, credentialKind, connectionFacts, read },
    sameAsSent(field: string, candidate: unknown) {
      if (evidence.compares?.includes(field) !== true) throw new PortMisuse(`compares doesn't list ${field}.`);
      return isDeepStrictEqual(sent[field], candidate);
    },
  };
  const end = await evidence.settle(look).then(
    (verdict): LookEnd => ({ kind: "verdict", verdict }),
    (error: unknown): LookEnd =>
      error instanceof ProviderFailure ? { kind: "failed", refusal: error.refusal } : { kind: "defect", error },
  );
  return { end, exchanges };
}
