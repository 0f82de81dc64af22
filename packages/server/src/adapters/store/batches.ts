/**
 * Batches the writes that arrive for one service client at the same time. On PostgreSQL a batch is one transaction,
 * sent in one round trip; writes that arrive while it runs form the next one. On SQLite all transactions share commits
 * anyway (sqlite/commits.ts).
 */
import type { QueryResult } from "kysely";
import type { StoreContext } from "./context.ts";
import { runGroups, type Call } from "./statements/statement.ts";
import { createBatcher } from "./batcher.ts";

/** Options of {@link inBatches}: how items become statements. */
export type Batches<Item, Result> = {
  clientOf(item: Item): string;
  /** The idempotency key that an item locks; "" if it locks none. */
  keyOf(item: Item): string;
  /** The statements that run once, before all items. */
  first?(clientId: string): readonly Call[];
  /**
   * The statements of an item. @param repeated whether the response to a first run was lost. They must then recognize
   * its writes.
   */
  callsOf(item: Item, repeated: boolean): readonly Call[];
  /** @param answers the results of the item's own statements. */
  resultOf(responses: readonly QueryResult<unknown>[]): Result;
};

/** Sorts items by key. Every transaction that locks several keys does so in this order, so they can't deadlock. */
export function inKeyOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return items.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

/** @returns a function that runs one item, in a batch with others that arrive at the same time. */
export function inBatches<Item, Result>(
  context: StoreContext,
  { clientOf, keyOf, first = () => [], callsOf, resultOf }: Batches<Item, Result>,
): (item: Item) => Promise<Result> {
  const run = async (items: readonly Item[]): Promise<Result[]> => {
    const client = items.map(clientOf)[0] ?? "";
    const [, ...responses] = await context.write(
      { client },
      (queries, repeated) => runGroups(queries, [first(client), ...items.map((item) => callsOf(item, repeated))]),
      { repeatable: true, oneRoundTrip: true },
    );
    return responses.map(resultOf);
  };
  if (context.engine === "sqlite") return async (item) => (await run([item]))[0] as Result;
  return createBatcher<Item, Result>({
    keyOf: clientOf,
    async run(items) {
      const order = inKeyOrder(items, keyOf);
      const results = await run(order);
      return items.map((item) => results[order.indexOf(item)] as Result);
    },
  });
}
