/** A slow process: its event loop, or its database. */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { devConfig, suite, until, verifies, type HttpResponse, type Connected } from "../../harness/index.ts";
import { assertKeyIsFree, flood, writesOf } from "./flood.ts";

const many = 1_000_000;
const unbounded = { SVC_CONCURRENCY_PER_CONNECTION: "0", SVC_RATE_LIMIT_RPS: "0" } as const;

suite(
  "a slow event loop",
  (fixture) => {
    const reads = (connected: Connected, count: number): Promise<readonly HttpResponse[]> => {
      return Promise.all(Array.from({ length: count }, () => connected.execute("secrets.names.list", devConfig)));
    };

    /** Suspends the server repeatedly while requests wait. */
    const whileStalled = async (
      pid: number,
      send: () => Promise<readonly HttpResponse[]>,
    ): Promise<readonly HttpResponse[]> => {
      let responses: Promise<readonly HttpResponse[]> = Promise.resolve([]);
      for (let stall = 0; stall < 4; stall += 1) {
        process.kill(pid, "SIGSTOP");
        if (stall === 3) responses = send();
        await new Promise((resolve) => setTimeout(resolve, 400));
        process.kill(pid, "SIGCONT");
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return await responses;
    };

    verifies("load.shed", "sheds many concurrent requests, and accepts a few", async () => {
      const { provider, server } = fixture();
      const connected = await fixture().connected();
      provider.world.set({ readsPerMinute: many });
      const refusedOf = (responses: readonly HttpResponse[]): number => {
        for (const { status, text } of responses) {
          if (status !== 200) assert.match(text, /"code":"OVERLOADED"/);
        }
        return responses.filter(({ status }) => status === 503).length;
      };
      assert.equal(refusedOf(await whileStalled(server.pid, () => reads(connected, 8))), 0, "eight are few");
      const delay = { kind: "delay", ms: 1000, when: "before_effect" } as const;
      provider.faults.add({ match: { method: "GET" }, times: "always", fault: delay });
      await until(60_000, "a slow loop refuses", async () => {
        return refusedOf(await whileStalled(server.pid, () => reads(connected, 100))) > 0 ? true : null;
      });
      provider.faults.clear();
      await until(60_000, "all requests are accepted again", async () => {
        return refusedOf(await reads(connected, 20)) === 0 ? true : null;
      });
    });
  },
  { env: { ...unbounded, SVC_EVENT_LOOP_DELAY_MAX_MS: "200" } },
);

suite(
  "a busy database",
  (fixture) => {
    verifies("load.shed", "refuses requests while statements wait for the only database connection", async () => {
      const { engine, provider, server } = fixture();
      provider.world.set({ readsPerMinute: many, writesPerMinute: many });
      const connected = await fixture().connected();
      // SQLite has one connection in the process, so nothing waits for one.
      const release = engine === "postgres" ? await holdConnections(server.home.databaseUrl) : null;
      const sent: ReturnType<typeof flood>[] = [];
      for (let wave = 0; wave < 4; wave += 1) {
        const writes = writesOf(`WAITING_${wave}`, 30, connected).map((write) => flood([write]));
        sent.push(...writes);
        const answered = writes.map((write) => write.then(() => true));
        const isAnswered = await Promise.race([...answered, delay(500, false)]);
        if (isAnswered && release !== null) break;
      }
      await release?.();
      const responses = (await Promise.all(sent)).flat();
      const refused = responses.filter(({ response }) => response.status !== 200);
      if (engine === "sqlite") assert.equal(refused.length, 0);
      else assert.ok(refused.length > 0, "a hundred waited for one connection");
      for (const write of refused.slice(0, 5)) await assertKeyIsFree(provider, write, "OVERLOADED");
      const effects = provider.ledger.effects.length;
      assert.equal(effects, responses.length - refused.length + Math.min(5, refused.length));
    });
  },
  { env: { ...unbounded, SVC_DATABASE_POOL_MAX: "1" } },
);

/** Blocks every statement that needs a connection. @returns a function that releases them. */
async function holdConnections(databaseUrl: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("lock table connections in access exclusive mode");
  return () => client.end();
}
