/**
 * Work that would wait for one lock, done together: one transaction, one commit, for all who came meanwhile; and pages that
 * are read once for all who asked meanwhile.
 */

/** How work is put together. */
export type Grouping<Item, Result> = {
  /** Items of one group run in one call, one call at a time. */
  groupOf(item: Item): string;
  /** Does the work of all; gives a result for each, in their order. */
  run(items: readonly Item[]): Promise<readonly Result[]>;
  /** Whether, after this failure of several, each may be run again by itself. */
  mayRunApart(error: unknown): boolean;
  /** How many one call takes at most. */
  itemsMax: number;
  /**
   * Waited for before each call of a group, so that more may come; without it who comes first goes alone.
   * @param waiting how many have come.
   * @param usual how many of this group lately went together; 1 where nobody did.
   */
  gather?: (waiting: () => number, usual: number) => Promise<void> | undefined;
};

// How fast it is forgotten, a call, that several went together.
const forgetting = 0.9;

type Waiting<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void };

/**
 * Gives the function that does one item's work. Who comes first is served at once, with those who came while it gathered;
 * who comes while a call of the same group runs is served by the next one, which gathers as well.
 */
export function createGrouping<Item, Result>(grouping: Grouping<Item, Result>): (item: Item) => Promise<Result> {
  const queues = new Map<string, Waiting<Item, Result>[]>();
  const usual = new Map<string, number>();
  const drain = async (group: string, queue: Waiting<Item, Result>[]): Promise<void> => {
    while (queue.length > 0) {
      const gathered = grouping.gather?.(() => queue.length, Math.round(usual.get(group) ?? 1));
      if (gathered !== undefined) await gathered;
      const batch = queue.splice(0, grouping.itemsMax);
      if (grouping.gather !== undefined) noteTogether(usual, group, batch.length);
      await serve(grouping, batch);
    }
    queues.delete(group);
  };
  return (item) =>
    new Promise<Result>((resolve, reject) => {
      const group = grouping.groupOf(item);
      const queue = queues.get(group);
      if (queue !== undefined) queue.push({ item, resolve, reject });
      else {
        const started: Waiting<Item, Result>[] = [{ item, resolve, reject }];
        queues.set(group, started);
        void drain(group, started);
      }
    });
}

/** A group is known only while several lately went together. */
function noteTogether(usual: Map<string, number>, group: string, count: number): void {
  const now = Math.max(count, (usual.get(group) ?? 1) * forgetting);
  if (Math.round(now) > 1) usual.set(group, now);
  else usual.delete(group);
}

/** Never throws: each who waits is told. */
async function serve<Item, Result>(
  grouping: Grouping<Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await grouping.run(batch.map(({ item }) => item));
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  } catch (error) {
    // One that cannot be done must not fail the others.
    if (batch.length > 1 && grouping.mayRunApart(error)) for (const one of batch) await serve(grouping, [one]);
    else for (const { reject } of batch) reject(error);
  }
}
