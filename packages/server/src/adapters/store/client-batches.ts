/**
 * The writes of executions and sessions in batches, on PostgreSQL: those that arrive together share a transaction,
 * which is one round trip and one commit, whichever service clients they are for. On SQLite all transactions share
 * commits anyway (sqlite/commits.ts).
 *
 * A client's statements run in its scope, and no client waits for another's locks for long: if one's statement fails, or
 * waits for longer than the lock limit, nothing of the batch is written, and each client's part runs apart. A client
 * stays apart until everything that it has there is done.
 */
import type { QueryResult } from "kysely";
import { createBatcher, inKeyOrder, isWithoutEffect } from "./batcher.ts";
import type { Queries, StoreContext } from "./context.ts";
import { type Call, runGroups, statement } from "./statements/statement.ts";

/** Whose item it is, and the idempotency key that it locks; "" if it locks none. */
type Order<Item> = { clientOf(item: Item): string; keyOf(item: Item): string };

/** Options of {@link inBatches}: how items become statements. */
type Batches<Item, Result> = Order<Item> & {
  /** The statements that run once for each client, before all items. */
  first?(clientId: string): readonly Call[];
  /**
   * The statements of an item. @param repeated whether the response to a first run was lost. They must then recognize
   * its writes.
   */
  callsOf(item: Item, repeated: boolean): readonly Call[];
  /** @param answers the results of the item's own statements. */
  resultOf(responses: readonly QueryResult<unknown>[]): Result;
};

/**
 * How long a statement of a batch waits for a lock: longer than others hold one for a commit. PostgreSQL's limit for the
 * session applies to batches of one client.
 */
const lockWait = "100ms";

/** Begins a client's part of a batch. */
const enterScope = statement<{ clientId: string }>("batches.enter_scope", {
  postgres: `select set_config('svc.client_id', :clientId, true), set_config('lock_timeout', '${lockWait}', true)`,
});

/** Sorts items by service client and key: the order in which every transaction locks keys, after the journals. */
export function inLockOrder<Item>(items: readonly Item[], { clientOf, keyOf }: Order<Item>): Item[] {
  return inKeyOrder(items, (item) => `${clientOf(item)} ${keyOf(item)}`);
}

type Step = { readonly clientId: string; readonly calls: readonly Call[] };

const callsOfStep = ({ calls }: Step): readonly Call[] => calls;

/** Runs the statements of steps, each in its client's scope. @returns their results. */
async function runInScopes(queries: Queries, steps: readonly Step[]): Promise<QueryResult<unknown>[][]> {
  let entered = "";
  const groups = steps.flatMap(({ clientId, calls }) => {
    if (calls.length === 0 || clientId === entered) return [[], calls];
    entered = clientId;
    return [[enterScope.with({ clientId })], calls];
  });
  return (await runGroups(queries, groups)).filter((_results, index) => index % 2 === 1);
}

/** @returns a function that runs one item, in a batch with others that arrive at the same time. */
export function inBatches<Item, Result>(
  context: StoreContext,
  { clientOf, keyOf, first = () => [], callsOf, resultOf }: Batches<Item, Result>,
): (item: Item) => Promise<Result> {
  /** @param isShared whether the items may be for several clients. */
  const run = async (items: readonly Item[], isShared: boolean): Promise<Result[]> => {
    const order = inLockOrder(items, { clientOf, keyOf });
    const clients = [...new Set(order.map(clientOf))];
    const responses = await context.write(
      { client: clients[0] ?? "" },
      async (queries, repeated) => {
        const steps = [
          ...clients.map((clientId) => ({ clientId, calls: first(clientId) })),
          ...order.map((item) => ({ clientId: clientOf(item), calls: callsOf(item, repeated) })),
        ];
        return await (isShared ? runInScopes(queries, steps) : runGroups(queries, steps.map(callsOfStep)));
      },
      { repeatable: true, oneRoundTrip: true },
    );
    const results = responses.slice(clients.length).map(resultOf);
    return items.map((item) => results[order.indexOf(item)] as Result);
  };
  if (context.engine === "sqlite") return async (item) => (await run([item], false))[0] as Result;
  return togetherOrApart(clientOf, run);
}

/** Instead of a result: the item's batch failed and has written nothing. */
const failed = Symbol("failed");

/** Runs items of all clients together. If that fails, it runs each client's items apart from the others'. */
function togetherOrApart<Item, Result>(
  clientOf: (item: Item) => string,
  run: (items: readonly Item[], isShared: boolean) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const runApart = createBatcher<Item, Result>({ keyOf: clientOf, run: (items) => run(items, false) });
  const runTogether = createBatcher<Item, Result | typeof failed>({
    keyOf: () => "",
    turnOf: clientOf,
    async run(items) {
      try {
        return await run(items, true);
      } catch (error) {
        if (!isWithoutEffect(error)) throw error;
        return items.map(() => failed);
      }
    },
    retryIndividually: () => false,
  });
  /** How many items of a client run apart. */
  const countsApart = new Map<string, number>();
  const count = (client: string, by: 1 | -1): void => {
    const next = (countsApart.get(client) ?? 0) + by;
    if (next === 0) countsApart.delete(client);
    else countsApart.set(client, next);
  };
  return async (item) => {
    const client = clientOf(item);
    const result = countsApart.has(client) ? failed : await runTogether(item);
    if (result !== failed) return result;
    count(client, 1);
    try {
      return await runApart(item);
    } finally {
      count(client, -1);
    }
  };
}
