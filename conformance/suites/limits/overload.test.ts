/** More concurrent requests than the process accepts. */
import assert from "node:assert/strict";
import { get, type IncomingMessage } from "node:http";
import { assertProblem, Caller, suite, uniqueName, until, verifies } from "../../harness/index.ts";
import { assertKeyIsFree, changesAt, flood, slowDown, untilChanges, writesOf } from "./flood.ts";

const inFlightMax = 8;

/** Opens a stream and returns it when its headers arrive. */
async function openStream(url: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, resolve).once("error", reject);
  });
}

suite(
  "overload",
  (fixture) => {
    verifies("load.shed", "leaves no trace of refused requests at ten times the limit, and recovers", async () => {
      const { provider, server } = fixture();
      const connected = await fixture().connected();
      slowDown(provider, 3000);
      const before = changesAt(provider);
      const first = flood(writesOf("SHED_FIRST", inFlightMax, connected));
      await untilChanges(provider, before + inFlightMax);
      const others = flood(writesOf("SHED", inFlightMax * 10, connected));
      const stranger = await new Caller(server.http, "svc_live_wrong").get("/v1/tenants");
      const healthy = await Promise.all(
        ["/healthz", "/readyz"].map((path) => server.http.send({ method: "GET", path })),
      );
      for (const { response } of await first) assert.equal(response.status, 200, response.text);
      provider.faults.clear();
      const refused = (await others).filter(({ response }) => response.status !== 200);
      assert.ok(refused.length > inFlightMax, `${refused.length} of ${inFlightMax * 10} were refused`);
      assertProblem(stranger, "OVERLOADED");
      assert.deepEqual(
        healthy.map(({ status }) => status),
        [200, 200],
      );
      for (const one of refused) await assertKeyIsFree(provider, one, "OVERLOADED");
      const names = provider.ledger.effects.map((effect) => effect["name"]);
      assert.equal(new Set(names).size, names.length, "a name was set twice");
      assert.equal(names.length, inFlightMax * 11);
    });

    verifies("load.shed", "doesn't count open streams", async () => {
      const { caller, server } = fixture();
      const tenantId = await fixture().tenant();
      const headers = { authorization: `Bearer ${caller.key}`, accept: "text/event-stream" };
      const streams: IncomingMessage[] = [];
      try {
        for (let count = 0; count < inFlightMax * 2; count += 1) {
          streams.push(await openStream(`${server.url}/v1/tenants/${tenantId}/mcp`, headers));
        }
        for (const { statusCode } of streams) assert.equal(statusCode, 200);
        assert.equal((await caller.get("/v1/service-client")).status, 200);
      } finally {
        for (const stream of streams) stream.destroy();
      }
    });

    verifies("load.hang-up", "counts the writes of callers that hung up until they finish", async () => {
      const { provider } = fixture();
      const connected = await fixture().connected();
      slowDown(provider, 3000);
      const before = changesAt(provider);
      const leaving = new AbortController();
      const input = { project: "harbor-api", config: "dev", name: "HUNG_UP", value: "canary-value-of-hang-up" };
      const left = Array.from({ length: inFlightMax }, () =>
        connected.execute("secrets.set", input, { idempotencyKey: uniqueName("hang-up"), signal: leaving.signal }),
      );
      await untilChanges(provider, before + inFlightMax);
      leaving.abort();
      await Promise.allSettled(left);
      assertProblem(await connected.caller.get("/v1/service-client"), "OVERLOADED");
      provider.faults.clear();
      await until(60_000, "the server accepts requests again", async () => {
        return (await connected.caller.get("/v1/service-client")).status === 200 ? true : null;
      });
    });
  },
  { env: { SVC_REQUESTS_IN_FLIGHT_MAX: String(inFlightMax), SVC_RATE_LIMIT_RPS: "0" } },
);
