/** The holder of a Connect token can't flood the audit trail or affect others. */
import assert from "node:assert/strict";
import type { AuditEventList } from "@svc/contract";
import {
  assertProblem,
  Frontend,
  openSession,
  suiteOnBothEngines,
  verifies,
  type HttpResponse,
  type Caller,
} from "../harness/index.ts";
import { everyRow } from "./isolation-fixture.ts";

const elsewhere = "https://evil.example";
const env = {
  SVC_OAUTH_GITHUB_CLIENT_ID: "flood",
  SVC_OAUTH_GITHUB_CLIENT_SECRET: "flood-secret",
  // All clients here have one address; its rate would refuse the honest ones on a fast machine.
  SVC_CONNECT_ADDRESS_RATE_LIMIT_RPS: "0",
};

/** Makes `count` calls, forty at a time, and returns the responses. */
async function flood(calls: number, call: (index: number) => Promise<HttpResponse>): Promise<HttpResponse[]> {
  const responses: HttpResponse[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < calls) responses.push(await call(next++));
  };
  await Promise.all(Array.from({ length: 40 }, work));
  return responses;
}

/** The types of the session's events, oldest first. */
async function eventsOf(caller: Caller, sessionId: string): Promise<string[]> {
  const response = await caller.get(`/v1/audit-events?subject=${sessionId}&limit=100`);
  return (response.json as AuditEventList).auditEvents.map(({ type }) => type).reverse();
}

function assertLimited(responses: readonly HttpResponse[], code: "ORIGIN_NOT_ALLOWED" | null): void {
  const limited = responses.filter(({ status }) => status === 429);
  assert.ok(limited.length > responses.length / 4, `${limited.length} of ${responses.length} were limited`);
  for (const response of limited) {
    assertProblem(response, "RATE_LIMITED");
    assert.ok(Number(response.headers["retry-after"]) >= 1);
    assert.equal(response.headers["access-control-allow-origin"], undefined);
  }
  for (const response of responses) {
    if (response.status === 429) continue;
    if (code === null) assert.equal(response.status, 200, response.text);
    else assertProblem(response, code);
  }
}

suiteOnBothEngines(
  "Connect flood",
  (fixture) => {
    const open = async (fields: Readonly<Record<string, unknown>> = {}, caller = fixture().caller) => {
      const session = await openSession(caller, await fixture().tenant(caller), fields);
      const frontend = new Frontend(fixture().server.http);
      return { ...session, frontend, secret: await frontend.open(session.token) };
    };

    verifies(
      "connect.events-bounded",
      "writes nothing for 4,000 calls with the token of a cancelled session",
      async () => {
        const { id, token, frontend, secret } = await open();
        const other = await fixture().connected();
        assert.equal((await frontend.send("POST", "/connect/v1/cancel", undefined, secret)).status, 200);
        const before = await eventsOf(fixture().caller, id);
        const stranger = new Frontend(fixture().server.http, elsewhere);
        const flooded = flood(4000, (index) =>
          index % 2 === 0
            ? stranger.send("POST", "/connect/v1/status", { token })
            : stranger.send("GET", "/connect/v1/session", undefined, secret),
        );
        const devConfig = await other.execute("projects.list", {});
        const honest = await open();
        assertLimited(await flooded, "ORIGIN_NOT_ALLOWED");
        assert.equal(devConfig.status, 200, devConfig.text);
        assert.equal(
          (await honest.frontend.submit(honest.secret, fixture().provider.tokens.serviceAccount)).status,
          200,
        );
        assert.deepEqual(await eventsOf(fixture().caller, id), before);
      },
    );

    verifies("connect.events-bounded", "records refused calls of an open session once, then counts them", async () => {
      const { id, token, frontend } = await open();
      const stranger = new Frontend(fixture().server.http, elsewhere);
      await flood(400, () => stranger.send("POST", "/connect/v1/status", { token }));
      const written = (await eventsOf(fixture().caller, id)).filter((type) => type === "connect_session.call_refused");
      assert.ok(written.length >= 1 && written.length <= 3, String(written.length));
      await flood(400, (index) => {
        return new Frontend(fixture().server.http, `https://${index}.example`).send("POST", "/connect/v1/status", {
          token,
        });
      });
      assert.ok((await eventsOf(fixture().caller, id)).length <= 25);
      const status = await frontend.send("POST", "/connect/v1/status", { token });
      assert.ok([200, 429].includes(status.status), status.text);
    });

    verifies("connect.events-bounded", "records 300 authorizations as a few events and one flow", async () => {
      const oauth = { provider: "github", authKind: "oauth2_authorization_code", requestedActions: ["issues.list"] };
      const { caller } = await fixture().another({ allowActions: ["github/*"] });
      const { id, frontend, secret } = await open(oauth, caller);
      const responses = await flood(300, () => frontend.send("POST", "/connect/v1/authorize", undefined, secret));
      assertLimited(responses, null);
      const written = (await eventsOf(caller, id)).filter((type) => type === "connect_session.authorization_started");
      assert.ok(written.length >= 1 && written.length <= 3, String(written.length));
      const { oauth_flows: flows = [] } = await everyRow(fixture().server.home);
      assert.equal(flows.filter((row) => row.includes(id)).length, 1);
    });

    verifies("connect.events-bounded", "writes nothing for invalid and missing tokens", async () => {
      const chain = async (): Promise<number> => (await everyRow(fixture().server.home))["journal"]?.length ?? 0;
      const before = await chain();
      const stranger = new Frontend(fixture().server.http, elsewhere);
      await flood(600, (index) =>
        stranger.send("GET", "/connect/v1/session", undefined, `css_${String(index).padStart(43, "A")}`),
      );
      await flood(100, () => stranger.send("POST", "/connect/v1/cancel"));
      assert.equal(await chain(), before);
    });

    verifies("connect.rate", "limits a token over its rate, and no others", async () => {
      const [one, two] = [await open(), await open()];
      const responses = await flood(200, () => one.frontend.send("GET", "/connect/v1/session", undefined, one.secret));
      assertLimited(responses, null);
      const other = await two.frontend.send("GET", "/connect/v1/session", undefined, two.secret);
      assert.equal(other.status, 200, other.text);
    });
  },
  { env },
);

suiteOnBothEngines(
  "Connect flood from one address",
  (fixture) => {
    verifies("connect.rate", "limits an address over its rate, whatever its tokens", async () => {
      const frontend = new Frontend(fixture().server.http);
      const responses = await flood(200, (index) =>
        frontend.send("GET", "/connect/v1/session", undefined, `css_${String(index).padStart(43, "A")}`),
      );
      const limited = responses.filter(({ status }) => status === 429);
      assert.ok(limited.length > 100, String(limited.length));
      for (const response of responses) {
        assertProblem(response, response.status === 429 ? "RATE_LIMITED" : "CONNECT_TOKEN_INVALID");
      }
    });
  },
  { env: { SVC_CONNECT_ADDRESS_RATE_LIMIT_RPS: "10" } },
);
