/**
 * Evidence: how an action finds out, using only reads, whether its changing request took effect even though the
 * response was lost. An action declares it; the service decides when to look and what a verdict settles
 * (contract §4.13).
 */
import type { Static, TObject } from "typebox";
import type { Marker, ReadPort } from "./request.ts";

/**
 * How much the provider can prove:
 * - `exact`: the provider stores an id that we chose.
 * - `strong`: our marker is stored with the effect, and a direct read returns it.
 * - `state`: the requested state can be read, but not who set it.
 * - `weak`: only circumstantial facts can be read, such as author and time.
 * - `none`: nothing can be read.
 */
export type EvidenceStrength = "exact" | "strong" | "state" | "weak" | "none";

/**
 * What a look found. The service decides what it settles:
 * - `applied` by `marker` or `fence` settles as succeeded. `output` is the action's output, taken from the read; null
 *   if the read doesn't contain it.
 * - `applied` by `state`: the requested state holds now. `wasDifferent` says whether the facts prove that it didn't
 *   hold before; otherwise it settles only if the service client's policy allows `settleByState`.
 * - `not_applied` by `fence`: the version after ours is proved to be someone else's. `mayRestart` says whether the
 *   provider may restart its version numbers.
 * - `not_applied` by `expiry`: after `expiresAt`, in milliseconds by the provider's own clock and with its skew and lag
 *   included, the request can no longer authenticate.
 * - `not_applied` by `absence`: nothing was found. `isAnchored` says whether others can't have removed the history.
 * - `undetermined`: `why` is one sentence of your own; it doesn't quote the provider.
 */
export type EvidenceVerdict =
  | { verdict: "applied"; basis: "marker" | "fence"; output: unknown }
  | { verdict: "applied"; basis: "state"; wasDifferent: boolean; output: unknown }
  | { verdict: "not_applied"; basis: "fence"; mayRestart: boolean }
  | { verdict: "not_applied"; basis: "expiry"; expiresAt: number }
  | { verdict: "not_applied"; basis: "absence"; isAnchored: boolean }
  | { verdict: "undetermined"; why: string };

/** The arguments of `settle`. */
export type Look<Input = unknown, Facts = unknown> = {
  /** The input without its secrets and content. */
  input: Input;
  /** The facts that `run` passed with the change; null if it passed none. */
  facts: Facts | null;
  marker: Marker;
  /** When the changing request was dispatched, in milliseconds since the epoch. */
  sentAt: number;
  /** The current time, in milliseconds since the epoch. */
  nowMs: number;
  /** Reads with the connection's credential. The number of reads and the time are limited. */
  provider: ReadPort;
  /** Whether the candidate, as JSON, equals the value sent in this field, which `compares` must list. */
  sameAsSent: (field: string, candidate: unknown) => boolean;
};

/** How an action settles an unknown outcome, as its author declares it. */
export type EvidenceDefinition<Input extends TObject = TObject, Facts extends TObject = TObject> = {
  strength: Exclude<EvidenceStrength, "none">;
  /** Ids of the read actions whose requests the looks use. A connection without one of them gets no looks. */
  needs: readonly string[];
  /** Seconds after the last possible moment of sending before a missing effect starts to count; 600 by default. */
  quietSeconds?: number;
  /**
   * The facts that `run` reads before the change and `settle` compares with: a strict schema without secrets or content.
   */
  facts?: Facts;
  /** Secrets and content of the input. A keyed digest of each is kept until the outcome is settled. */
  compares?: readonly string[];
  /**
   * Looks for the effect.
   * @throws ProviderFailure if a read fails; the look is then undetermined.
   */
  settle: (look: Look<Partial<Static<Input>>, Static<Facts>>) => Promise<EvidenceVerdict>;
};

/** An action's evidence without its type parameters. */
export type Evidence = Omit<EvidenceDefinition, "settle" | "quietSeconds"> & {
  quietSeconds: number;
  settle: (look: Look) => Promise<EvidenceVerdict>;
};

/** The default of `quietSeconds`. */
export const quietSecondsDefault = 600;

/** The size limit of facts, in bytes of JSON. */
export const factsMaxBytes = 4096;
