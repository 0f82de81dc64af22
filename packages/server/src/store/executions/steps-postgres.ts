/**
 * A step of many records as one statement, on PostgreSQL: a function (schema/postgres) over the steps of one client. What
 * came while such a call runs goes with the next one, so that the disk confirms a group and not each. Who is alone goes without
 * the function, which costs more than its work.
 */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { createBatcher } from "../batcher.ts";
import type { Queries, StoreContext } from "../context.ts";
import { columnLists, listArguments, type ColumnLists } from "../postgres/column-lists.ts";
import { preparedText } from "../statements/prepared-text.ts";
import type { Prepared } from "../statements/prepared.ts";

const always = () => sql<boolean>`true`;

/**
 * Gives the function that takes one step of a record of a client, and says whether it took effect. Where an answer is lost
 * all steps of its call are taken again: each finds the record as it was, or as this very step has left it.
 * @param name of the function, which says for each step whether it took effect.
 * @param names what it takes of each step, as lists in this order.
 * @param alone the same step of one record.
 * @param isTaken whether the record is as this very step leaves it.
 * @param holds a condition of the whole call, by the values of its first step; nothing is changed where it is false.
 */
export function createSteps<Name extends string, Step extends { readonly [Each in Name]: unknown }>(
  context: StoreContext,
  name: "execution_hand_over" | "execution_end",
  names: readonly Name[],
  alone: Pick<Prepared<Step, never>, "changed">,
  isTaken: (queries: Queries, step: Step) => Promise<boolean>,
  holds: (slot: Step) => RawBuilder<boolean> = always,
): (clientId: string, step: Step) => Promise<boolean> {
  const call = preparedText<Step & ColumnLists<Name>, { taken: boolean[] }>(
    `executions.${name}`,
    (slot) => sql`select ${sql.ref(name)}(${listArguments(slot, names)}) as taken where ${holds(slot)}`,
  );
  const written = async (queries: Queries, steps: readonly Step[]): Promise<readonly boolean[]> => {
    const [first, ...others] = steps;
    if (first !== undefined && others.length === 0) return [(await alone.changed(queries, first)) === 1];
    return first === undefined
      ? []
      : ((await call.first(queries, { ...first, ...columnLists(steps, names) }))?.taken ?? []);
  };
  const takeAll = async (queries: Queries, steps: readonly Step[], repeated: boolean): Promise<boolean[]> => {
    const taken = await written(queries, steps);
    const results: boolean[] = [];
    for (const [index, step] of steps.entries()) {
      results.push(taken[index] === true || (repeated && (await isTaken(queries, step))));
    }
    return results;
  };
  const take = createBatcher<{ clientId: string; step: Step }, boolean>({
    keyOf: ({ clientId }) => clientId,
    run(group) {
      const client = group[0]?.clientId ?? "";
      const steps = group.map(({ step }) => step);
      return context.write({ client }, (queries, repeated) => takeAll(queries, steps, repeated), {
        repeatable: true,
        oneStatement: true,
      });
    },
  });
  return (clientId, step) => take({ clientId, step });
}
