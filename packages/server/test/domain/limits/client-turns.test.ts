/** Background work of many service clients: turns, shares and bounds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClientTurns, type ClientTurn } from "../../../src/domain/limits/client-turns.ts";

type Work = { clientId: string; n: number; end: () => void };

/**
 * Due work by client, in which a turn finds the first of each, as the store does.
 * @param roundMs 0 not to wait for room.
 */
function world(roundMs = 0) {
  const due = new Map<string, number>();
  const begun: Work[] = [];
  const failures: unknown[] = [];
  const inFlight = new Set<Promise<unknown>>();
  let fails = false;
  const take = ({ limit, afterClient, busyClients }: ClientTurn): Promise<Work[]> => {
    const ids = [...due.keys()].filter((id) => (due.get(id) ?? 0) > 0 && !busyClients.includes(id)).sort();
    const turn = [...ids.filter((id) => id > afterClient), ...ids.filter((id) => id <= afterClient)].slice(0, limit);
    return Promise.resolve(
      turn.map((clientId) => {
        const n = due.get(clientId) ?? 0;
        due.set(clientId, n - 1);
        return { clientId, n, end: () => undefined };
      }),
    );
  };
  const run = async (work: Work): Promise<void> => {
    begun.push(work);
    await new Promise<void>((resolve) => {
      work.end = resolve;
    });
    if (fails) throw new Error("failed");
  };
  const start = createClientTurns({
    limits: { concurrency: 16, perClient: 4 },
    roundMs,
    platform: { monotonicMs: () => performance.now() },
    take,
    run,
    onFailure: (error) => void failures.push(error),
    inFlight,
  });
  const round = () => start(new AbortController().signal);
  const count = (id: string) => begun.filter(({ clientId }) => clientId === id).length;
  const failAll = () => {
    fails = true;
    for (const { end } of begun) end();
  };
  return { due, begun, failures, inFlight, round, start, count, failAll };
}

test("beside a thousand of one client, another's single piece of work begins in the first round", async () => {
  const { due, begun, round, count } = world();
  due.set("a", 1000);
  due.set("b", 1);
  await round();
  assert.deepEqual([count("a"), count("b")], [4, 1]);
  assert.ok(begun.findIndex(({ clientId }) => clientId === "b") <= 1);
});

test("a client whose work never ends leaves room for work that becomes due later", async () => {
  const { due, round, count } = world();
  due.set("a", 1000);
  await round();
  await round();
  due.set("b", 1);
  await round();
  assert.deepEqual([count("a"), count("b")], [4, 1]);
});

test("begins no more than the limit in all, and the next turn starts with the next client", async () => {
  const { due, begun, round, count } = world();
  for (const id of "abcdefghijklmnopqrst") due.set(id, 2);
  await round();
  assert.equal(begun.length, 16);
  for (const { end } of begun) end();
  await new Promise((resolve) => setImmediate(resolve));
  await round();
  assert.deepEqual([count("q"), count("t"), begun.length], [1, 1, 32]);
});

test("begins more as soon as work ends, until the round is over, and waits for nothing else", async () => {
  const { due, begun, inFlight, round } = world(60_000);
  due.set("a", 6);
  const running = round();
  while (begun.length < 6) {
    await new Promise((resolve) => setImmediate(resolve));
    begun.at(-1)?.end();
  }
  await running;
  assert.ok(inFlight.size > 0, "what is left runs on");
});

test("stops when its signal aborts, and reports a failure", async () => {
  const { due, begun, failures, failAll, inFlight, start } = world();
  due.set("a", 1);
  await start(AbortSignal.abort());
  assert.equal(begun.length, 0);
  await start(new AbortController().signal);
  failAll();
  await Promise.allSettled(inFlight);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([failures.length, inFlight.size], [1, 0]);
});
