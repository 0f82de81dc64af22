/** How a kind of command is written: what it can be done to, and what it does and checks. */
import fc from "fast-check";
import { eventsSince, statesOf } from "./events.ts";
import type { Model } from "./model.ts";
import type { Real } from "./real.ts";

/** A command, as fast-check runs it. */
export type Command = fc.AsyncCommand<Model, Real>;

/** A kind of command, as fast-check chooses it. */
export interface Kind {
  readonly name: string;
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<Command>;
  /** One command of it. @param pick a number to choose by. */
  readonly make: (pick: number) => Command;
}

/** How a kind is chosen and described. */
export interface KindSpec<Target> {
  readonly name: string;
  /** What it could be done to now; it is left out where there is nothing. */
  readonly on: (model: Model) => readonly Target[];
  /** How often it is chosen, against the others. */
  readonly weight?: number;
  /** Does it, checks the answer, and changes the model. @param pick a number to choose by. */
  readonly run: (context: { model: Model; real: Real; pick: number }, target: Target) => Promise<void>;
}

const picksMax = 99_999;
const usualWeight = 16;

/** Makes a kind of command. */
export function kind<Target>({ name, on, weight = usualWeight, run }: KindSpec<Target>): Kind {
  const make = (pick: number): Command => ({
    check: (model) => on(model).length > 0,
    async run(model, real) {
      real.counts.set(name, (real.counts.get(name) ?? 0) + 1);
      const before = statesOf(model);
      await run({ model, real, pick }, oneOf(on(model), pick));
      const events = eventsSince(before, model);
      if (events.length > 0) model.untold.push(events);
    },
    toString: () => `${name} (${pick})`,
  });
  return { name, weight, make, arbitrary: fc.nat({ max: picksMax }).map(make) };
}

/** A target for what needs none. */
export const anything = (): readonly true[] => [true];

/** One of a list, which must not be empty. */
export function oneOf<Item>(items: readonly Item[], pick: number): Item {
  if (items.length === 0) throw new Error("There is nothing to choose from.");
  return items[pick % items.length] as Item;
}
