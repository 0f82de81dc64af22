/** A test environment in which the suite can lose responses and let another writer interfere. */
import type { Marker } from "../request.ts";

/** The ways in which a changing request ends without a response that proves anything. */
export const changeLosses = [
  /** The connection breaks before the request takes effect. */
  "before_effect",
  /** The connection breaks after the request took effect. */
  "after_effect",
  /** The client stops waiting for the response; the request takes effect later. */
  "late_effect",
  /** The request takes effect, and its response is cut off. */
  "truncated_response",
  /** The request takes effect, and the response is a 502. */
  "status_502",
] as const;

/** One of the ways in which a response is lost. */
export type ChangeLoss = (typeof changeLosses)[number];

/** The changes that another writer makes after our change was sent. */
export const interferences = [
  "sets_same",
  "sets_another",
  "deletes",
  "edits_marker_out",
  "creates_without_marker",
] as const;

/** One of the changes that another writer makes. */
export type Interference = (typeof interferences)[number];

/** A simulated provider whose answers can be lost. `losses` of `@svc/simulator` has the first three. */
export type EvidenceWorld = {
  /**
   * Loses the response of the next changing request like this. With `late_effect`, the request is held until `release`.
   */
  lose(loss: ChangeLoss): void;
  /** Waits for a held changing request, and lets it take effect. */
  release(): Promise<void>;
  /**
   * Returns how many of our changes took effect, from the provider's ledger. It doesn't contain another writer's
   * changes.
   */
  effects(): number;
  /** Returns the provider's time, in milliseconds since the epoch. */
  nowMs(): number;
  /** Advances the provider's clock, if that can make it refuse earlier credentials, such as an expired token. */
  pass?(ms: number): void;
  /** From now on, reads lag behind by this many changes. Called before anything changes. */
  lag(changes: number): void;
  /** A scenario for each action with evidence, by action id. The suite uses the inputs of the action's examples. */
  scenarios: Readonly<Record<string, EvidenceScenario>>;
};

/** The provider's state for one action, read and changed directly, behind the client's back. */
export type EvidenceScenario = {
  /** Whether the state that this input requests holds now. */
  holds(input: unknown): boolean;
  /** Whether the effect exists with its marker, so that a look must find it; for `exact` and `strong`. */
  shows?(input: unknown, marker: Marker): boolean;
  /** Values of sensitive fields that existed before or that another writer sets. No look may show one. */
  secrets?: readonly string[];
  /** Makes each change as another writer; null if it isn't possible for this action. */
  interfere: Readonly<Record<Interference, ((input: unknown) => void) | null>>;
};
