/** The definition of a kind of command: its possible targets, its actions and its checks. */
import fc from "fast-check";
import { eventsSince, statesOf } from "./events.ts";
import type { Model } from "./model.ts";
import type { Real } from "./real.ts";

/** A command, in fast-check's form. */
export type Command = fc.AsyncCommand<Model, Real>;

/** A kind of command, in the form from which fast-check chooses. */
export interface Kind {
  readonly name: string;
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<Command>;
  /** A command of this kind. @param pick chooses the target. */
  readonly make: (pick: number) => Command;
}

/** The description of a kind, and how it is chosen. */
export interface KindSpec<Target> {
  readonly name: string;
  /** Its current targets; without any, the command is skipped. */
  readonly on: (model: Model) => readonly Target[];
  /** Its relative frequency. */
  readonly weight?: number;
  /** Runs it, checks the response, and updates the model. @param pick chooses variants. */
  readonly run: (context: { model: Model; real: Real; pick: number }, target: Target) => Promise<void>;
}

const picksMax = 99_999;
const usualWeight = 16;

/** Creates a kind of command. */
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

/** The target of commands that need no target. */
export const anything = (): readonly true[] => [true];

/** An item of a list. @throws Error if it is empty. */
export function oneOf<Item>(items: readonly Item[], pick: number): Item {
  if (items.length === 0) throw new Error("There is nothing to choose from.");
  return items[pick % items.length] as Item;
}
