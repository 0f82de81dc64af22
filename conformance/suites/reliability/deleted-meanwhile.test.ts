/** Calls that run during the deletion of their tenant or connection get a response that says so, never a 500. */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import {
  Frontend,
  openSession,
  devConfig,
  suiteOnBothEngines,
  uniqueName,
  verifies,
  type HttpResponse,
  type Fixture,
} from "../../harness/index.ts";
import { seededRandom, seedOfRun } from "../../harness/seed.ts";

/** `npm run proof -- replicas` sets a higher number. */
const rounds = Number(process.env["SVC_TEST_DELETION_ROUNDS"] ?? 15);
const many = 1_000_000;
/** The longest random delay before a call or deletion, in milliseconds. */
const spreadMs = 8;

type Call = () => Promise<HttpResponse>;

/** Calls about a tenant with a connection, an open session, and a session that awaits confirmation. */
async function callsOf(fixture: Fixture): Promise<{ calls: Call[]; deletions: Call[] }> {
  const connected = await fixture.connected();
  const { caller, tenantId, path } = connected;
  const tenant = `/v1/tenants/${tenantId}`;
  const token = fixture.provider.tokens.serviceAccount;
  const opened = async (fields: Readonly<Record<string, unknown>>) => {
    const session = await openSession(caller, tenantId, fields);
    const frontend = new Frontend(caller.http, session.allowedOrigin);
    return { id: session.id, frontend, secret: await frontend.open(session.token) };
  };
  const open = await opened({});
  const again = await opened({ connection_id: connected.id });
  const waiting = await opened({ completion: "confirmed" });
  const submitted = (await waiting.frontend.submit(waiting.secret, token)).json as { completionCode: string };
  const { completionCode } = submitted;
  const endpoint = { url: "https://hooks.example.com/a", eventTypes: ["*"] };
  return {
    calls: [
      () => connected.execute("secrets.get", { ...devConfig, name: "DATABASE_URL" }),
      () => connected.execute("secrets.names.list", devConfig),
      () => connected.set("DELETED_MEANWHILE", uniqueName("key")),
      () => caller.post(`${path}:test`),
      () => caller.get(path),
      () => caller.get(`${tenant}/executions`),
      () => caller.patch(tenant, { displayName: "Renamed" }),
      () => open.frontend.submit(open.secret, token),
      () => again.frontend.submit(again.secret, token),
      () => caller.post(`${tenant}/connect-sessions/${waiting.id}:complete`, { completionCode }),
      () => caller.post("/v1/webhook-endpoints", endpoint, { idempotencyKey: uniqueName("endpoint") }),
    ],
    deletions: [() => caller.delete(`${tenant}?force=true`), () => caller.delete(path)],
  };
}

suiteOnBothEngines("deleted meanwhile", (fixture) => {
  verifies("reliability.deleted-meanwhile", "answers no call with a 500, and logs no error", async () => {
    const seed = seedOfRun();
    console.log(`SVC_TEST_SEED=${seed}`);
    const random = seededRandom(seed);
    fixture().provider.world.set({ readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many });
    for (let round = 0; round < rounds; round += 1) {
      const { calls, deletions } = await callsOf(fixture());
      const chosen = random() < 0.7 ? deletions.slice(0, 1) : deletions;
      const responses = await Promise.all(
        [...calls, ...chosen].map(async (call) => {
          await delay(random() * spreadMs);
          return await call();
        }),
      );
      for (const { status, text } of responses) assert.ok(status !== 500, text);
    }
    assert.deepEqual(fixture().server.errors(), []);
  });
});
