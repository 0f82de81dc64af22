/** A tenant or a connection over its rate, and its neighbors. */
import assert from "node:assert/strict";
import type { CreatedWebhookEndpoint, Event } from "@svc/contract";
import { assertProblem, suite, verifies, type HttpResponse, type Connected, uniqueName } from "../../harness/index.ts";
import { make } from "../token-fixture.ts";
import { assertKeyIsFree, flood, writesOf } from "./flood.ts";

const clientRate = 60;
const tenantRate = 20;
const tokenRate = 5;
const connectionRate = 4;

suite(
  "rates",
  (fixture) => {
    const profile = ({ caller, tenantId }: Connected): Promise<HttpResponse> => caller.get(`/v1/tenants/${tenantId}`);

    verifies("load.tenant-rate", "limits only the tenant that sends ten times its rate", async () => {
      const noisy = await fixture().connected();
      const quiet = await fixture().connected();
      const noise = Promise.all(Array.from({ length: tenantRate * 10 }, () => profile(noisy)));
      const beside = await Promise.all(Array.from({ length: 8 }, () => profile(quiet)));
      for (const response of beside) assert.equal(response.status, 200, response.text);
      const refused = (await noise).filter(({ status }) => status !== 200);
      assert.ok(refused.length > 0, "ten times the rate was accepted");
      for (const response of refused) {
        assert.equal(assertProblem(response, "RATE_LIMITED").retryable, true);
        assert.equal(response.headers["ratelimit-limit"], String(tenantRate));
        assert.equal(response.headers["ratelimit-remaining"], "0");
        assert.ok(Number(response.headers["retry-after"]) >= 1);
      }
      assert.equal((await fixture().caller.get("/v1/service-client")).status, 200, "the client's own rate is used up");
    });

    verifies("load.token-rate", "limits only the token that asks as fast as it can, which can be revoked", async () => {
      // A client of its own, because the others' rate is used up at the end.
      const { caller } = await fixture().another();
      const tenantId = await fixture().tenant(caller);
      const { token, caller: agent } = await make(caller, tenantId, { actions: [] });
      const child = await make(agent, tenantId);
      const accept = ["accept", "application/json, text/event-stream"] as const;
      for (const asks of [
        () => agent.get("/v1/service-client"),
        () => child.caller.get("/v1/service-client"),
        () => agent.post("/mcp", { jsonrpc: "2.0", id: 1, method: "ping" }, { headers: [accept] }),
      ]) {
        // A tenant for each round, because three rounds within a second are more than one tenant's rate.
        const other = await fixture().tenant(caller);
        const noise = Promise.all(Array.from({ length: clientRate * 5 }, asks));
        const beside = await Promise.all(Array.from({ length: 8 }, () => caller.get(`/v1/tenants/${other}`)));
        for (const response of beside) assert.equal(response.status, 200, response.text);
        const refused = (await noise).filter(({ status }) => status === 429);
        assert.ok(refused.length > clientRate, `${String(refused.length)} were refused`);
        assert.ok(refused.every(({ headers }) => headers["ratelimit-limit"] === String(tokenRate)));
      }
      // The backend has used up its own rate, and still stops the agent.
      await Promise.all(Array.from({ length: clientRate * 2 }, () => caller.get("/v1/service-client")));
      const revoked = await caller.post(`/v1/delegated-tokens/${token.id}:revoke`);
      assert.equal(revoked.status, 200, revoked.text);
    });

    verifies("load.connection-rate", "leaves the keys of writes over the rate unused", async () => {
      const { provider } = fixture();
      const connected = await fixture().connected();
      const responses = await flood(writesOf("OFTEN", connectionRate * 4, connected));
      const refused = responses.filter(({ response }) => response.status !== 200);
      assert.ok(refused.length > 0, "four times the rate was accepted");
      for (const one of refused) {
        assert.equal(one.response.problem().connection_id, connected.id);
        await assertKeyIsFree(provider, one, "RATE_LIMITED");
      }
    });

    verifies("load.delivery-rate", "limits tests and redeliveries per client", async () => {
      const [often, other] = await Promise.all([fixture().another(), fixture().another()]);
      const endpointOf = async ({ caller }: Pick<Connected, "caller">): Promise<string> => {
        const body = { url: "http://127.0.0.1:9/", eventTypes: ["*"] };
        const { id } = (await caller.post("/v1/webhook-endpoints", body, { idempotencyKey: uniqueName("endpoint") }))
          .json as CreatedWebhookEndpoint;
        return `/v1/webhook-endpoints/${id}`;
      };
      const [path, otherPath] = await Promise.all([endpointOf(often), endpointOf(other)]);
      const event = (await often.caller.post(`${path}:test`)).json as Event;
      for (const verb of [":test", `/deliveries/${event.id}:redeliver`]) {
        const responses = await Promise.all(Array.from({ length: 20 }, () => often.caller.post(path + verb)));
        const refused = responses.filter(({ status }) => status !== 200);
        assert.ok(refused.length > 0, `twenty times the rate of ${verb} was accepted`);
        for (const response of refused) {
          assertProblem(response, "RATE_LIMITED");
          assert.ok(Number(response.headers["retry-after"]) >= 1);
        }
      }
      assert.equal((await other.caller.post(`${otherPath}:test`)).status, 200);
      assert.equal((await often.caller.get(path)).status, 200, "nothing else is refused");
    });
  },
  {
    env: {
      SVC_RATE_LIMIT_RPS: String(clientRate),
      SVC_TENANT_RATE_LIMIT_RPS: String(tenantRate),
      SVC_TOKEN_RATE_LIMIT_RPS: String(tokenRate),
      SVC_CONNECTION_RATE_LIMIT_RPS: String(connectionRate),
      SVC_WEBHOOK_RATE_LIMIT_RPS: "1",
    },
  },
);
