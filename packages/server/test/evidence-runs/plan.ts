/** The plan of a run, as a function of its seed. */
import { changeLosses, interferences, type ChangeLoss, type Interference } from "@svc/provider-kit/testing";
import { seededRandom } from "../../../../conformance/harness/seed.ts";
import type { Settings } from "./deployment.ts";

/** When something happens: immediately, between looks, after the quiet time, or after the last look. */
export const moments = ["at once", "after the first look", "after the quiet time", "at the end"] as const;
/** One of {@link moments}. */
export type Moment = (typeof moments)[number];

/** The plan of one run. */
export type Plan = {
  seed: number;
  /** The changing action, and one of its example inputs: numbers modulo their count. */
  subject: number;
  input: number;
  loss: ChangeLoss;
  /** For `late_effect`: when the effect happens, and whether svc still receives the response. */
  lateAt: Moment;
  isHeard: boolean;
  other: Interference | null;
  otherAt: Moment;
  /** How many changes reads lag behind, and whether they catch up after the first look. */
  changesBehind: number;
  catchesUp: boolean;
  /** Whether an earlier execution of the same input succeeded. */
  hasEarlier: boolean;
  /** Whether the connection is granted the reads that looks need. */
  isGranted: boolean;
  settleByState: boolean;
  settings: Settings;
};

export function planOf(seed: number): Plan {
  const next = seededRandom(seed);
  const below = (count: number): number => Math.floor(next() * count);
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0];
  const is = (share: number): boolean => next() < share;
  return {
    seed,
    // Consecutive seeds try every action in turn.
    subject: seed,
    input: below(1_000_000),
    loss: pick(changeLosses),
    lateAt: pick(moments),
    isHeard: is(0.5),
    other: is(0.5) ? pick(interferences) : null,
    otherAt: pick(moments),
    changesBehind: is(0.6) ? 0 : 1 + below(2),
    catchesUp: is(0.5),
    hasEarlier: is(0.2),
    isGranted: is(0.9),
    settleByState: is(0.3),
    settings: { settlesByAbsence: is(0.2), looksInCall: is(0.5) },
  };
}
