/**
 * Runs items that would wait for the same lock as one batch: one transaction, and one commit to wait for. Items that
 * arrive while a batch runs form the next one.
 *
 * So the writes of one service client share a transaction on PostgreSQL, sent in one round trip. On SQLite all
 * transactions share commits anyway (sqlite/commits.ts).
 */
import { systemPlatform } from "../../platform.ts";
import { StoreError } from "./errors.ts";
import type { QueryResult } from "kysely";
import type { StoreContext } from "./context.ts";
import { type Call, runGroups } from "./statements/statement.ts";

/** The most items in a batch. That is a few milliseconds of work, and more than arrive during a commit. */
const batchSizeMax = 64;
/** How many turns of the event loop, usually of about ten microseconds each, a batch waits for more items. */
const delayTurnsMax = 20;
/** How long it waits at most, except for a turn that takes longer: a busy event loop has turns of milliseconds. */
const delayMaxMs = 5;
/** How much of a key's usual batch size carries over to its next batch. */
const usualSizeDecay = 0.9;

/** Options of {@link createBatcher}. */
export type BatcherOptions<Item, Result> = {
  /** Items with the same key share batches, which run one at a time. */
  keyOf(item: Item): string;
  /** Runs a batch. @returns a result for each item, in order. */
  run(items: readonly Item[]): Promise<readonly Result[]>;
  /**
   * Whether to run the items of a failed batch again one by one. By default, unless the batch may have been written.
   */
  retryIndividually?(error: unknown): boolean;
};

type Queued<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void };

/** The batcher's view of time: the next turn of the event loop, and a clock that never jumps. */
export type BatcherTime = { nextTurn(): Promise<void>; monotonicMs(): number };

/** @returns a function that runs one item in a batch. */
export function createBatcher<Item, Result>(
  { keyOf, run, retryIndividually = isWithoutEffect }: BatcherOptions<Item, Result>,
  { nextTurn, monotonicMs }: BatcherTime = { nextTurn: nextEventLoopTurn, monotonicMs: systemPlatform.monotonicMs },
): (item: Item) => Promise<Result> {
  type Queue = Queued<Item, Result>[];
  const queues = new Map<string, Queue>();
  /** Recent batch sizes of keys whose batches hold more than one item. */
  const usualSizes = new Map<string, number>();

  /**
   * Waits for the usual number of items. Callers whose last calls shared a batch come back at almost the same moment,
   * but often only half of them within one turn.
   */
  const waitForUsual = async (key: string, queue: Queue): Promise<void> => {
    const usual = usualSizes.get(key) ?? 1;
    const endMs = monotonicMs() + delayMaxMs;
    for (let turns = 1; turns <= delayTurnsMax && queue.length < batchSizeMax; turns += 1) {
      await nextTurn();
      const isAlone = usual === 1 && queue.length === 1;
      if (isAlone || (turns > 1 && queue.length >= Math.round(usual)) || monotonicMs() >= endMs) return;
    }
  };
  const noteSize = (key: string, size: number): void => {
    const usual = Math.max(size, (usualSizes.get(key) ?? 1) * usualSizeDecay);
    if (Math.round(usual) > 1) usualSizes.set(key, usual);
    else usualSizes.delete(key);
  };
  const runBatch = async (batch: Queue): Promise<void> => {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      // One bad item mustn't fail the others.
      if (batch.length > 1 && retryIndividually(error)) for (const queued of batch) await runBatch([queued]);
      else for (const { reject } of batch) reject(error);
    }
  };
  const drain = async (key: string, queue: Queue): Promise<void> => {
    while (queue.length > 0) {
      await waitForUsual(key, queue);
      const batch = queue.splice(0, batchSizeMax);
      noteSize(key, batch.length);
      await runBatch(batch);
    }
    queues.delete(key);
  };
  return (item) =>
    new Promise<Result>((resolve, reject) => {
      const key = keyOf(item);
      const queue = queues.get(key);
      const queued = { item, resolve, reject };
      if (queue !== undefined) {
        queue.push(queued);
        return;
      }
      const started = [queued];
      queues.set(key, started);
      void drain(key, started);
    });
}

function isWithoutEffect(error: unknown): boolean {
  return error instanceof StoreError && !error.unanswered;
}

function nextEventLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Options of {@link inBatches}: how items become statements. */
type Batches<Item, Result> = {
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
