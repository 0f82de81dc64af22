/** Ways to lose the response to a changing request, for tests that check for its effect afterwards. */
import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "./faults.ts";
import type { Simulator } from "./simulator.ts";

const faults = {
  /** The connection breaks, and nothing takes effect. */
  before_effect: { kind: "reset_before_effect" },
  /** The connection breaks after the request took effect. */
  after_effect: { kind: "reset_after_effect" },
  /** The request takes effect when it is released. */
  late_effect: { kind: "hold", when: "before_effect" },
  /** The request takes effect, and its response breaks off. */
  truncated_response: { kind: "truncate" },
  /** The request takes effect, and the response is a proxy's page. */
  status_502: { kind: "html_502", effect: true },
} as const satisfies Record<string, Fault>;

/** How a response is lost. */
export type Loss = keyof typeof faults;

/** A simulator's losses, and the changes that took effect. */
export interface Losses {
  /** Makes the next changing request lose its response this way. */
  lose(loss: Loss): void;
  /** Waits until a request is held, and lets it take effect. */
  release(): Promise<void>;
  /** How many changes took effect. */
  effects(): number;
}

/** Loses answers of a simulator. */
export function losses(simulator: Simulator): Losses {
  return {
    lose: (loss) => {
      simulator.faults.add({ match: { changing: true }, fault: faults[loss] });
    },
    release: async () => {
      while (simulator.held === 0) await wait(2);
      simulator.release();
    },
    effects: () => simulator.ledger.effects.length,
  };
}
