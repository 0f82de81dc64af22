/** SIGTERM under load. */
import assert from "node:assert/strict";
import { get } from "node:http";
import { describe } from "node:test";
import { chosenEngines, until, verifies, type Answer, type Engine, type RunningServer } from "../harness/index.ts";
import { ProviderBook } from "./books.ts";
import { Stand } from "./stand.ts";
import { judgeWrites, writeUntilStopped, type Write } from "./writers.ts";

const rounds = 3;
const streams = 6;

describe("SIGTERM under load", { concurrency: false }, () => {
  for (const engine of chosenEngines()) {
    verifies("reliability.drain", `accepted requests finish, on ${engine}`, () => drains(engine));
    verifies("reliability.drain", `readiness ends before the last request, on ${engine}`, () => endsReadiness(engine));
  }
});

async function drains(engine: Engine): Promise<void> {
  const stand = await Stand.make(engine, { SVC_RATE_LIMIT_RPS: "0" });
  try {
    let server = await stand.start();
    const book = new ProviderBook(stand.provider);
    const writes: Write[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const connected = await stand.connectedAt(server);
      const hold = { kind: "hold", when: "before_effect" } as const;
      stand.provider.faults.add({ match: { method: "POST" }, times: streams, fault: hold });
      const stopping = new AbortController();
      const options = { prefix: `DRAIN_${round}`, streams, signal: stopping.signal };
      const streaming = writeUntilStopped(() => connected, writes, options);
      await until(60_000, "changes are under way", () => (stand.provider.held === streams ? true : null));
      const underWay = writes.slice(-streams);
      stopping.abort();
      process.kill(server.pid, "SIGTERM");
      await until(60_000, "it takes no more", async () =>
        (await statusOf(`${server.url}/readyz`)) === 200 ? null : true,
      );
      stand.provider.release();
      await streaming;
      assert.equal(await exitCodeOf(stand, server), 0, "exit code");
      for (const { name, first } of underWay) assert.equal(first?.status, 200, `${name} was accepted and not finished`);
      stand.provider.faults.clear();
      server = await stand.start();
    }
    const tally = await judgeWrites(await stand.connectedAt(server), writes, book);
    assert.deepEqual([tally.unknown, tally.freed, tally.sentAgain], [0, 0, 0]);
  } finally {
    await stand.dispose();
  }
}

/** A balancer that asks on new connections must read 503 while the last request is still under way. */
async function endsReadiness(engine: Engine): Promise<void> {
  const stand = await Stand.make(engine, {});
  try {
    const server = await stand.start();
    const connected = await stand.connectedAt(server);
    stand.provider.faults.add({ match: { method: "POST" }, fault: { kind: "hold", when: "before_effect" } });
    const call = connected.set("LAST_REQUEST", "last");
    await until(60_000, "the change is under way", () => (stand.provider.held === 1 ? true : null));
    process.kill(server.pid, "SIGTERM");
    let answer: Answer | null = null;
    void call.then((arrived) => (answer = arrived));
    const asked: (number | string)[] = [];
    const last = await until(60_000, "the last request is answered", async () => {
      asked.push(await statusOf(`${server.url}/readyz`));
      if (asked.includes(503)) stand.provider.release();
      return answer;
    });
    assert.equal(last.status, 200);
    assert.equal(await exitCodeOf(stand, server), 0, "exit code");
    assert.ok(asked.includes(503), `/readyz gave ${[...new Set(asked)].join(", ")} and never 503`);
    assert.deepEqual(
      asked.slice(asked.indexOf(503)).filter((status) => status === 200),
      [],
      "ready again",
    );
  } finally {
    await stand.dispose();
  }
}

/** Waits until a server that was told to stop is gone, and gives its exit code: a second signal would cut it short. */
async function exitCodeOf(stand: Stand, server: RunningServer): Promise<number> {
  await until(60_000, "the server ends", () => {
    try {
      process.kill(server.pid, 0);
      return null;
    } catch {
      return true;
    }
  });
  return await stand.stop(server);
}

/** The status of a GET on a connection of its own, or what went wrong. */
async function statusOf(url: string): Promise<number | string> {
  return await new Promise((resolve) => {
    const asked = get(url, { agent: false }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer.statusCode ?? "no status"));
    });
    asked.once("error", (error) => setTimeout(resolve, 20, "code" in error ? String(error.code) : "error"));
  });
}
