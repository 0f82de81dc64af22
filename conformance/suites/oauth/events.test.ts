/** Events that a provider sends: from a signed delivery to the event log, for the connections that agreed to them. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe } from "node:test";
import type { Connection, Event, EventList } from "@svc/contract";
import {
  assertProblem,
  Caller,
  chosenEngines,
  operateJson,
  startServer,
  until,
  verifies,
  type Connected,
  type RunningServer,
  type TestClient,
} from "../../harness/index.ts";
import {
  app,
  makeOAuthClient,
  OAuthFixture,
  startSimulatedGithub,
  type SimulatedGithub,
} from "../../harness/oauth/fixture.ts";

const secret = "canary-secret-for-events-b3RoZXI";
const path = `/in/v1/github/${app.clientId}`;
const requestedEvents = ["issues", "push"];

/** A push in the form of GitHub's documentation, in a repository that an account owns. */
function push(ownerId: number): string {
  const owner = { id: ownerId, login: "octocat" };
  return JSON.stringify({
    ref: "refs/heads/main",
    before: "0".repeat(40),
    after: "6dcb09b5b57875f334f61aebed695e2e4193db5e",
    repository: { id: 1296, full_name: "octocat/hello", owner },
    sender: owner,
  });
}

function signed(body: string, id: string, key = secret): Record<string, string> {
  return {
    "content-type": "application/json",
    "x-github-event": "push",
    "x-github-delivery": id,
    "x-hub-signature-256": `sha256=${createHmac("sha256", key).update(body).digest("hex")}`,
  };
}

for (const engine of chosenEngines()) {
  describe(`events from a provider on ${engine}`, { concurrency: false }, () => {
    let github: SimulatedGithub;
    let server: RunningServer;
    let oauth: OAuthFixture;
    let client: TestClient;
    let connected: Connected;
    let ownerId = 0;

    const start = async (home?: RunningServer["home"]) =>
      await startServer({
        engine,
        env: { SVC_RATE_LIMIT_RPS: "0" },
        sandboxProviders: { github: github.origin.url },
        ...(home === undefined ? {} : { home }),
      });
    before(async () => {
      github = await startSimulatedGithub();
      server = await start();
      const file = join(server.home.folder, "events-secret");
      await writeFile(file, `${secret}\n`);
      const args = ["oauth-apps", "set", "github", "--client-id", app.clientId, "--events-secret-file", file];
      const set = await operateJson<{ eventsPath: string }>(server, args, `${app.clientSecret}\n`);
      assert.equal(set.eventsPath, path);
      client = await makeOAuthClient(server);
      oauth = new OAuthFixture({ engine, github, server, client });
      await until(10_000, "the app is known", async () => {
        const response = await send(push(1), "warm-up");
        return response.status === 200 ? true : null;
      });
      connected = await connectedWithEvents();
      ownerId = Number((await show(connected)).account.slug);
    });
    after(async () => {
      await server.dispose();
      await github.close();
    });

    const send = async (body: string, id: string, change: { key?: string; to?: string } = {}) =>
      await fetch(`${server.url}${change.to ?? path}`, { method: "POST", body, headers: signed(body, id, change.key) });
    const connectedWithEvents = async () => await oauth.connected({ requestedEvents });
    const show = async (one: Connected) => (await one.caller.get(one.path)).json as Connection;
    const eventsOf = async (one: Connected): Promise<Event[]> => {
      const found: Event[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const query = `tenant_id=${one.tenantId}&limit=100${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
        const page = (await new Caller(server.http, client.key).get(`/v1/events?${query}`)).json as EventList;
        found.push(...page.events.filter(({ type }) => type === "provider.github.push"));
        cursor = page.nextCursor;
      }
      return found;
    };
    const idsOf = async (one: Connected) => (await eventsOf(one)).map(({ data }) => data["providerEventId"]);

    verifies("provider-events.agreed", "are shown to the user, and on the connection", async () => {
      const journey = await oauth.journey({ requestedEvents });
      const page = await journey.openPage();
      assert.match(page.text, /learns as soon as it happens/);
      assert.match(page.text, /Learn when commits are pushed/);
      assert.deepEqual((await show(connected)).grantedEvents, requestedEvents);
      const tenantId = await oauth.tenant();
      const body = {
        provider: "github",
        authKind: "oauth2_authorization_code",
        allowedOrigin: "https://app.example",
        returnUrl: "https://app.example/done",
        requestedActions: ["issues.list"],
        requestedEvents: ["stars"],
      };
      const refused = await client.caller.post(`/v1/tenants/${tenantId}/connect-sessions`, body, {
        idempotencyKey: "stars",
      });
      assert.equal(refused.status, 422, refused.text);
    });

    verifies("provider-events.once", "are recorded once for each connection, whatever arrives again", async () => {
      const second = await connectedWithEvents();
      const silent = await oauth.connected();
      for (const id of ["once-1", "once-2", "once-1", "once-1"])
        assert.equal((await send(push(ownerId), id)).status, 200);
      await Promise.all(Array.from({ length: 20 }, () => send(push(ownerId), "once-3")));
      for (const one of [connected, second]) {
        const seen = (await idsOf(one)).filter((id) => String(id).startsWith("once-"));
        assert.deepEqual(seen, ["once-1", "once-2", "once-3"]);
      }
      assert.deepEqual(await eventsOf(silent), [], "its user wasn't asked");
      const [event] = await eventsOf(second);
      assert.deepEqual(event?.data, {
        connection_id: second.id,
        provider: "github",
        providerEventId: "once-1",
        occurredAt: null,
        repository: "octocat/hello",
        repositoryId: 1296,
        ref: "refs/heads/main",
        before: "0".repeat(40),
        after: "6dcb09b5b57875f334f61aebed695e2e4193db5e",
        sender: "octocat",
      });
    });

    verifies("provider-events.verified", "are refused unless they are signed with a secret of their app", async () => {
      const body = push(ownerId);
      const forged = [
        await send(body, "forged-1", { key: `${secret}x` }),
        await send(body, "forged-2", { to: "/in/v1/github/another-app" }),
        await send(body, "forged-3", { to: `/in/v1/slack/${app.clientId}` }),
        await fetch(`${server.url}${path}`, { method: "POST", body: `${body} `, headers: signed(body, "forged-4") }),
        await fetch(`${server.url}${path}`, { method: "POST", body }),
        await fetch(`${server.url}${path}`, { method: "POST" }),
      ];
      assert.deepEqual([...new Set(forged.map(({ status }) => status))], [401]);
      const large = await fetch(`${server.url}${path}`, { method: "POST", body: "x".repeat(1024 * 1024 + 1) });
      assert.equal(large.status, 413);
      assert.equal((await idsOf(connected)).filter((id) => String(id).startsWith("forged-")).length, 0);
      assert.doesNotMatch(server.log(), new RegExp(secret));
    });

    verifies("provider-events.verified", "are taken with both secrets while one is rotated", async () => {
      const args = ["oauth-apps", "rotate-events-secret", "github"];
      await operateJson<object>(server, args, "another-secret-for-events\n");
      await until(10_000, "the new secret is known", async () => {
        const { status } = await send(push(ownerId), "rotated-1", { key: "another-secret-for-events" });
        return status === 200 ? true : null;
      });
      assert.equal((await send(push(ownerId), "rotated-2")).status, 200);
      assert.equal((await idsOf(connected)).filter((id) => String(id).startsWith("rotated-")).length, 2);
    });

    verifies(
      "provider-events.kept",
      "survive a kill if they were answered, and are there once if repeated",
      async () => {
        const ids = Array.from({ length: 200 }, (_, index) => `killed-${String(index)}`);
        const answered: string[] = [];
        const sent = ids.map(async (id) => {
          const response = await send(push(ownerId), id).catch(() => null);
          if (response?.status === 200) answered.push(id);
        });
        await until(30_000, "some are answered", async () => (answered.length >= 20 ? true : null));
        await server.kill9();
        await Promise.allSettled(sent);
        server = await start(server.home);
        const kept = new Set(await idsOf(connected));
        assert.deepEqual(
          answered.filter((id) => !kept.has(id)),
          [],
        );
        await until(10_000, "the app is known", async () =>
          (await send(push(1), "warm-up")).status === 200 ? true : null,
        );
        for (const id of ids) assert.equal((await send(push(ownerId), id)).status, 200);
        const now = (await idsOf(connected)).filter((id) => String(id).startsWith("killed-"));
        assert.equal(now.length, ids.length);
        assert.deepEqual(new Set(now), new Set(ids));
      },
    );

    verifies("provider-events.agreed", "end with the connection", async () => {
      const caller = new Caller(server.http, client.key);
      const response = await caller.delete(connected.path);
      assert.equal(response.status, 200, response.text);
      const before = (await idsOf(connected)).length;
      assert.equal((await send(push(ownerId), "after-the-end")).status, 200);
      assert.equal((await idsOf(connected)).length, before);
      assertProblem(await caller.get("/v1/events?type=provider.github"), "INVALID_REQUEST");
    });
  });
}
