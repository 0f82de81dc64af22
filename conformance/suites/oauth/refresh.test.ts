/** Connections whose token expires early, whose grant is revoked, or whose authorization server fails. */
import assert from "node:assert/strict";
import type { Execution, ExecutionList } from "@svc/contract";
import {
  assertProblem,
  chosenEngines,
  uniqueName,
  until,
  untilSettled,
  verifies,
  type HttpResponse,
  type Connected,
} from "../../harness/index.ts";
import type { TokenFault } from "../../harness/oauth/provider-origin.ts";
import { oauthSuite, repository } from "../../harness/oauth/fixture.ts";

const codesOfAFault = new Set(["PROVIDER_UNREACHABLE", "PROVIDER_ERROR", "PROVIDER_TIMEOUT", "ACTION_NOT_DISPATCHED"]);

oauthSuite(
  "refresh",
  (fixture) => {
    verifies("oauth.refresh-rejected", "continues reads and writes after one refresh, and records them", async () => {
      const { authorization, github } = fixture();
      for (const action of ["issues.list", "issues.create"] as const) {
        const connected = await fixture().connected();
        const before = authorization.refreshes.length;
        const effects = github.api.ledger.effects.length;
        await authorization.expireAccessTokens();
        const title = uniqueName("title");
        const input = action === "issues.list" ? repository : { ...repository, title };
        const run = await connected.run(action, input, { idempotencyKey: title });
        assert.equal(run.execution.status, "succeeded");
        assert.equal(authorization.refreshes.length, before + 1);
        assert.equal(github.api.ledger.effects.length, effects + (action === "issues.list" ? 0 : 1));
        const { executions } = (
          await connected.caller.get(`/v1/tenants/${connected.tenantId}/action-executions?limit=100`)
        ).json as ExecutionList;
        // Never a hidden retry: two requests are two recorded attempts.
        assert.equal(run.execution.attempt, action === "issues.create" ? 2 : 1, JSON.stringify(executions));
        const again = await connected.run(action, input, { idempotencyKey: title });
        if (action === "issues.create") assert.equal(again.execution.id, run.execution.id);
        assert.equal(authorization.refreshes.length, before + 1);
      }
      assert.deepEqual(authorization.revokedFamilies, []);
    });

    verifies(
      "oauth.refresh-once",
      "refreshes once for fifty concurrent calls in one process, before and after expiry",
      async () => {
        const { authorization } = fixture();
        authorization.accessTokenSeconds = 2;
        const connected = await fixture().connected();
        authorization.accessTokenSeconds = 3600;
        const before = authorization.refreshes.length;
        await new Promise((resolve) => setTimeout(resolve, 2100));
        await assertAllRun(connected);
        assert.equal(authorization.refreshes.length, before + 1);
        await authorization.expireAccessTokens();
        await assertAllRun(connected);
        assert.equal(authorization.refreshes.length, before + 2);
        assert.deepEqual(authorization.revokedFamilies, []);
      },
    );

    verifies("oauth.revoked", "needs reconnecting, and works after a reconnect of the same account", async () => {
      const { authorization } = fixture();
      const connected = await fixture().connected();
      await authorization.revokeGrantsOf("octocat");
      assertProblem(await connected.execute("issues.list", repository), "PROVIDER_UNAUTHORIZED");
      assert.equal(await statusOf(connected), "needs_reconnect");
      const asked = authorization.tokenRequests.length;
      assertProblem(await connected.execute("issues.list", repository), "CONNECTION_NOT_ACTIVE");
      assert.equal(authorization.tokenRequests.length, asked, "a rejected credential is refreshed again");
      const journey = await fixture().journey({ tenantId: connected.tenantId, connection_id: connected.id });
      assert.equal((await journey.goAllTheWay({ login: "octocat" })).connection_id, connected.id);
      assert.equal(await statusOf(connected), "active");
      await connected.run("issues.list", repository);
    });

    const garbage = (body: string, type = "application/json"): TokenFault => ({
      kind: "status",
      status: 200,
      body,
      type,
    });
    const oauthError = (error: string, status: number): TokenFault => {
      return { kind: "status", status, body: JSON.stringify({ error }), type: "application/json" };
    };
    const faults: Readonly<Record<string, TokenFault>> = {
      "a 500": { kind: "status", status: 500 },
      "a 429": { kind: "status", status: 429 },
      "a 404 page": { kind: "status", status: 404 },
      "a 401 page": { kind: "status", status: 401 },
      "a 400 without an error": { kind: "status", status: 400, body: "{}", type: "application/json" },
      "a wrong client secret": oauthError("invalid_client", 401),
      "a wrong client secret, as GitHub says it": oauthError("incorrect_client_credentials", 200),
      "a suspended app": oauthError("unauthorized_client", 400),
      "an overload as an OAuth error": oauthError("temporarily_unavailable", 400),
      "invalid_grant from a server in trouble": oauthError("invalid_grant", 503),
      "a reset": { kind: "reset" },
      "a page": garbage("<html>Sign in to the hotel's network</html>", "text/html"),
      "cut JSON": garbage('{"access_token":"abc","token_ty'),
      "a token of an unknown type": garbage('{"access_token":"abc","token_type":"mac"}'),
      "no token": garbage('{"token_type":"bearer","expires_in":3600}'),
    };
    verifies(
      "oauth.refresh-faults",
      "needs reconnecting only after invalid_grant, and otherwise recovers on its own",
      async () => {
        const { origin } = fixture().github;
        const ill: Connected[] = [];
        for (const [name, fault] of Object.entries(faults)) {
          const connected = await fixture().connected();
          await fixture().authorization.expireAccessTokens();
          const played = origin.playedFaults.length;
          // As often as one call may try.
          origin.tokenFaults.push(fault, fault);
          assertFault(await connected.execute("issues.list", repository), name);
          assert.ok(origin.playedFaults.length > played, name);
          assert.equal(await statusOf(connected), "active", name);
          origin.tokenFaults.length = 0;
          ill.push(connected);
        }
        await Promise.all(ill.map(untilItRuns));
        for (const connected of ill) assert.equal(await statusOf(connected), "active");
      },
    );

    verifies("oauth.reconnect", "keeps the id, and the old credential until the new one is verified", async () => {
      const connected = await fixture().connected();
      const journey = await fixture().journey({ tenantId: connected.tenantId, connection_id: connected.id });
      await connected.run("issues.list", repository);
      const callback = await journey.toCallback({ login: "octocat" });
      await connected.run("issues.list", repository);
      await journey.land(callback);
      const session = await untilSettled(journey.caller, connected.tenantId, journey.session.id);
      assert.deepEqual([session.status, session.connection_id], ["completed", connected.id]);
      await connected.run("issues.list", repository);
      assert.equal((await fixture().connectionsOf(connected.tenantId)).length, 1);
    });

    verifies("oauth.reconnect-account", "refuses hubot for octocat's connection", async () => {
      const connected = await fixture().connected();
      const [before] = await fixture().connectionsOf(connected.tenantId);
      const journey = await fixture().journey({ tenantId: connected.tenantId, connection_id: connected.id });
      const page = await journey.land(await journey.toCallback({ login: "hubot" }));
      assert.equal(page.status, 422);
      assert.equal((await journey.state()).status, "opened");
      const [after] = await fixture().connectionsOf(connected.tenantId);
      assert.deepEqual(after, before);
      const user = await connected.run("user.get", {});
      assert.equal((user.output as { login: string }).login, "octocat");
    });
  },
  { engines: chosenEngines() },
);

// This takes ten seconds.
oauthSuite("a refresh that hangs", (fixture) => {
  verifies("oauth.refresh-faults", "gives up on a hang, and doesn't send the write", async () => {
    const { origin, api } = fixture().github;
    const connected = await fixture().connected();
    await fixture().authorization.expireAccessTokens();
    origin.tokenFaults.push({ kind: "hang" }, { kind: "reset" });
    const effects = api.ledger.effects.length;
    const began = performance.now();
    const input = { ...repository, title: "Hanging" };
    const responses = await Promise.all([
      connected.execute("issues.list", repository),
      connected.execute("issues.create", input, { idempotencyKey: "hanging" }),
    ]);
    assert.ok(performance.now() - began < 60_000);
    for (const response of responses) assertFault(response, "hang");
    assert.equal(api.ledger.effects.length, effects);
    assert.equal(await statusOf(connected), "active");
    await untilItRuns(connected);
  });
});

async function assertAllRun(connected: Connected): Promise<void> {
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0
        ? connected.execute("issues.list", repository)
        : connected.execute(
            "issues.create",
            { ...repository, title: "At once" },
            { idempotencyKey: uniqueName("once") },
          ),
    ),
  );
  const wrong = responses.filter(({ status }) => status !== 200);
  assert.deepEqual(
    wrong.map(({ text }) => text),
    [],
  );
}

async function statusOf(connected: Connected): Promise<string> {
  return ((await connected.caller.get(connected.path)).json as { status: string }).status;
}

function assertFault(response: HttpResponse, name: string): void {
  assert.ok(response.status >= 500, `${name}: ${response.text}`);
  assert.ok(codesOfAFault.has(response.problem().code), `${name}: ${response.text}`);
}

async function untilItRuns(connected: Connected): Promise<Execution> {
  return await until(15_000, "the connection works again", async () => {
    const response = await connected.execute("issues.list", repository);
    return response.status === 200 ? (response.json as { execution: Execution }).execution : null;
  });
}
