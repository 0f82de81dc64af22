/** Many callers of one key at the same time. */
import assert from "node:assert/strict";
import { Caller, startServer, suite, verifies, type Answer, type Connected } from "../harness/index.ts";
import { assertReplay, ProviderBook, recordOfKey, substanceOf } from "./books.ts";

const callers = 50;
const rounds = 4;

suite("a stampede on one key", (stage) => {
  verifies("reliability.stampede", `${callers} callers at once at one server`, async () => {
    const connected = await stage().connected();
    for (let round = 0; round < rounds; round += 1) {
      await stampede(() => connected, stage().provider, `one-${round}`);
    }
  });

  verifies("reliability.stampede", `${callers} callers of a freed key at once`, async () => {
    const connected = await stage().connected();
    stage().provider.faults.add({ match: { method: "POST" }, fault: { kind: "status", status: 429, effect: false } });
    assert.equal((await connected.set("STAMPEDE", "freed", "canary-stampede")).status, 503);
    const winner = await stampede(() => connected, stage().provider, "freed");
    assert.equal((winner.json as { execution: { attempt: number } }).execution.attempt, 2);
  });

  verifies("reliability.stampede", `${callers} callers at once over every replica that the engine allows`, async () => {
    const { engine, provider, server } = stage();
    const connected = await stage().connected();
    if (engine === "sqlite") {
      // One server at a time is the promise here: two stampedes on two keys of it instead.
      await Promise.all(["a", "b"].map((key) => stampede(() => connected, null, `both-${key}`)));
      return;
    }
    const replica = await startServer({ engine, home: server.home, sandboxProvider: provider.url });
    try {
      const there = connected.by(new Caller(replica.http, connected.caller.key));
      for (let round = 0; round < rounds; round += 1) {
        await stampede((index) => (index % 2 === 0 ? connected : there), provider, `two-${round}`);
      }
    } finally {
      await replica.stop();
    }
  });
});

/** Sends one write from many callers at once; everyone but the winner is told 409 or what the winner was told. */
async function stampede(
  at: (index: number) => Connected,
  provider: ConstructorParameters<typeof ProviderBook>[0] | null,
  key: string,
): Promise<Answer> {
  const book = provider === null ? null : new ProviderBook(provider);
  const calls = Array.from({ length: callers }, (_one, index) => at(index).set("STAMPEDE", key, "canary-stampede"));
  const answers = await Promise.all(calls);
  const winners = answers.filter(
    ({ status, headers }) => status === 200 && headers["idempotent-replayed"] === undefined,
  );
  const [winner, ...others] = winners;
  assert.ok(winner !== undefined && others.length === 0, `${winners.length} callers acted`);
  for (const answer of answers) {
    if (answer === winner) continue;
    if (answer.status === 200) assertReplay(winner, answer);
    else {
      assert.equal(answer.problem().code, "IDEMPOTENCY_KEY_IN_PROGRESS", answer.text);
      assert.ok(answer.headers["retry-after"] !== undefined);
    }
  }
  if (book !== null) assert.deepEqual([book.changes.length, book.effects.length], [1, 1]);
  const replay = await at(1).set("STAMPEDE", key, "canary-stampede");
  assert.deepEqual(substanceOf(replay), substanceOf(winner));
  if (!key.startsWith("freed")) await recordOfKey(at(0), key);
  return winner;
}
