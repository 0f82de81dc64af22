/** What an environment offers so that the suite can lose answers and let another writer interfere. */
import type { Marker } from "../evidence.ts";

/** How a changing request ends without an answer that proves anything. */
export const changeLosses = [
  /** The connection breaks, and nothing happened. */
  "before_effect",
  /** The connection breaks after it took effect. */
  "after_effect",
  /** Its answer is given up; it takes effect later. */
  "late_effect",
  /** It takes effect, and its answer breaks off. */
  "truncated_answer",
  /** It takes effect, and the answer is a 502. */
  "status_502",
] as const;

/** One of the ways in which an answer is lost. */
export type ChangeLoss = (typeof changeLosses)[number];

/** What another writer does after our change was sent. */
export const interferences = [
  "sets_same",
  "sets_another",
  "deletes",
  "edits_marker_out",
  "creates_without_marker",
] as const;

/** One of the things that another writer does. */
export type Interference = (typeof interferences)[number];

/** A simulated provider whose answers can be lost. `losses` of `@svc/simulator` has the first three. */
export type EvidenceWorld = {
  /** Makes the next changing request end like this. With `late_effect` it's held until `release`. */
  lose(loss: ChangeLoss): void;
  /** Waits until a changing request is held, and lets it take effect. */
  release(): Promise<void>;
  /** How many of our changes took effect, by the provider's ledger. What another writer does isn't in it. */
  effects(): number;
  /** The provider's clock, in milliseconds since the epoch. */
  nowMs(): number;
  /** Lets time pass at the provider, if that can make it refuse what was sent before, such as a token that has expired. */
  pass?(ms: number): void;
  /** From now on, reads show the state before the last changes, this many of them. Called before anything changes. */
  lag(changes: number): void;
  /** By action id; each action with evidence needs one. The suite uses the inputs of the action's examples. */
  scenarios: Readonly<Record<string, EvidenceScenario>>;
};

/** The provider's own state for one action, read and changed behind the client's back. */
export type EvidenceScenario = {
  /** Whether what this input asks for is so now. */
  holds(input: unknown): boolean;
  /** Whether the effect is there with its marker, so that a look must find it; for `exact` and `strong`. */
  shows?(input: unknown, marker: Marker): boolean;
  /** Values that were there before or that another writer sets, in sensitive fields. No look may show one. */
  secrets?: readonly string[];
  /** How another writer does each of these; null if this action knows no such thing. */
  interfere: Readonly<Record<Interference, ((input: unknown) => void) | null>>;
};
