/**
 * Runs items as one batch: one transaction, and one commit to wait for. Items that arrive while a batch runs form the
 * next one.
 */
import { systemPlatform } from "../../platform.ts";
import { StoreError } from "./errors.ts";

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
  /** Who an item is for. If more items wait than a batch holds, it takes one of each in turn; by default in order. */
  turnOf?(item: Item): string;
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
  { keyOf, turnOf = () => "", run, retryIndividually = isWithoutEffect }: BatcherOptions<Item, Result>,
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
  const takeBatch = (queue: Queue): Queue => {
    if (queue.length <= batchSizeMax) return queue.splice(0);
    const counts = new Map<string, number>();
    const turns = queue.map((queued) => {
      const who = turnOf(queued.item);
      const turn = counts.get(who) ?? 0;
      counts.set(who, turn + 1);
      return { queued, turn };
    });
    const inTurn = turns.toSorted((left, right) => left.turn - right.turn).map(({ queued }) => queued);
    queue.splice(0, queue.length, ...inTurn.slice(batchSizeMax));
    return inTurn.slice(0, batchSizeMax);
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
      const batch = takeBatch(queue);
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

/** Whether the database has rejected a batch, and so has written nothing of it. */
export function isWithoutEffect(error: unknown): boolean {
  return error instanceof StoreError && !error.unanswered;
}

function nextEventLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Sorts items by key. Every transaction that locks several rows does so in such an order, so they can't deadlock. */
export function inKeyOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return items.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}
