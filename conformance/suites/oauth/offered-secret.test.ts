/** A secret that the provider sends to an app's address: shown to the operator who waits, and used once it was set. */
import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import type { Connection, EventList, Tenant } from "@svc/contract";
import * as notion from "@svc/provider-notion/simulator";
import {
  chosenEngines,
  makeClient,
  openSession,
  operateJson,
  startServer,
  uniqueName,
  until,
  untilSettled,
  verifies,
  type RunningServer,
  type TestClient,
} from "../../harness/index.ts";
import { Journey } from "../../harness/oauth/journey.ts";

const app = notion.oauthApp;
const path = `/in/v1/notion/${app.clientId}`;
const token = (name: string): string => `secret_${name.padStart(43, "0")}`;
const [theirs, strangers] = [token("Notion"), token("Stranger")];

type Expected = { readonly secrets: readonly string[]; readonly eventsPath: string };

for (const engine of chosenEngines()) {
  describe(`a secret that Notion sends on ${engine}`, { concurrency: false }, () => {
    let simulator: notion.NotionSimulator;
    let server: RunningServer;
    /** Another server on PostgreSQL, which gets what Notion sends. */
    let replica: RunningServer;
    let client: TestClient;
    before(async () => {
      simulator = await notion.startNotionSimulator();
      server = await startServer({ engine, sandboxProviders: { notion: simulator.url } });
      const { home } = server;
      const another = { engine, home, sandboxProviders: { notion: simulator.url } };
      replica = engine === "postgres" ? await startServer(another) : server;
      client = await makeClient(server, { allowActions: ["notion/*"] });
      await operateJson(server, ["oauth-apps", "set", "notion", "--client-id", app.clientId], `${app.clientSecret}\n`);
    });
    after(async () => {
      if (replica !== server) await replica.stop();
      await server.dispose();
      await simulator.close();
    });

    const post = async (body: string, headers: Readonly<Record<string, string>> = {}, to = path): Promise<number> =>
      (await fetch(`${replica.url}${to}`, { method: "POST", body, headers })).status;
    const offer = async (secret: string, to = path): Promise<number> =>
      await post(JSON.stringify({ verification_token: secret }), { "content-type": "application/json" }, to);
    const send = async (secret: string, account: string, id: string): Promise<number> => {
      const sample = notion.signEvent({ type: "page", account, secret, id, atMs: Date.now() });
      assert.ok(sample !== null);
      return await post(sample.body, sample.headers);
    };
    const expect = async (...flags: readonly string[]): Promise<Expected> =>
      await operateJson<Expected>(server, ["oauth-apps", "expect-events-secret", "notion", ...flags]);

    verifies("provider-events.verified", "is shown only to an operator who waits, and verifies nothing", async () => {
      assert.equal(await offer(theirs), 401);
      const refused = await server.operate(["oauth-apps", "expect-events-secret", "github"]);
      assert.match(refused.stderr, /github sends no secret/);
      const waiting = expect();
      await until(30_000, "it is taken", async () => ((await offer(strangers)) === 200 ? true : null));
      assert.deepEqual(await waiting, { ...(await waiting), eventsPath: path, secrets: [strangers] });
      for (const to of ["/in/v1/notion/another-app", `/in/v1/slack/${app.clientId}`, "/in/v1/unknown/app"])
        assert.equal(await offer(theirs, to), 401, to);
      assert.equal(await offer("x".repeat(5000)), 401);
      assert.equal(await offer(theirs), 200);
      assert.deepEqual((await expect("--no-wait")).secrets, [strangers, theirs]);
      for (const secret of [strangers, theirs]) assert.equal(await send(secret, "a-bot", "early"), 401);
    });

    verifies("provider-events.verified", "signs events once the operator has set it, and no other does", async () => {
      await operateJson(server, ["oauth-apps", "rotate-events-secret", "notion"], `${theirs}\n`);
      await until(10_000, "it is known", async () => ((await send(theirs, "a-bot", "first")) === 200 ? true : null));
      assert.equal(await send(strangers, "a-bot", "forged"), 401);
      assert.equal(await offer(token("Late")), 401, "no operator waits anymore");
      for (const one of [server, replica]) assert.doesNotMatch(one.log(), /secret_0/);
    });

    verifies("provider-events.agreed", "comes to the connections whose bot can see the page, once each", async () => {
      const connect = async () => {
        const { caller } = client;
        const name = uniqueName("tenant");
        const made = await caller.post(
          "/v1/tenants",
          { externalId: name, displayName: "Acme" },
          { idempotencyKey: name },
        );
        const { id: tenantId } = made.json as Tenant;
        const session = await openSession(caller, tenantId, {
          provider: "notion",
          authKind: "oauth2_authorization_code",
          requestedActions: ["pages.get"],
          requestedEvents: ["page"],
        });
        await new Journey({ caller, session }).agreeAtSimulator({ login: "alex" });
        const { connection_id: id } = await untilSettled(caller, tenantId, session.id);
        const at = `/v1/tenants/${tenantId}/connections/${String(id)}`;
        const { account, grantedEvents } = (await caller.get(at)).json as Connection;
        assert.deepEqual(grantedEvents, ["page"]);
        const events = async () => {
          const response = await caller.get(`/v1/events?tenant_id=${tenantId}&type=provider.notion.page`);
          return (response.json as EventList).events.map(({ data }) => [
            data["connection_id"],
            data["providerEventId"],
          ]);
        };
        return { id, at, bot: account.slug, events };
      };
      const [one, other] = [await connect(), await connect()];
      assert.equal(await send(theirs, "the-bot-of-a-colleague", "unseen"), 200);
      for (const id of ["seen", "seen"]) assert.equal(await send(theirs, one.bot, id), 200);
      assert.deepEqual(await one.events(), [[one.id, "seen"]]);
      assert.deepEqual(await other.events(), [[other.id, "seen"]], "another tenant of the same workspace");
      const emitted = await operateJson<{ connection_id: string }>(server, [
        "sandbox",
        "emit",
        "notion",
        "page",
        "--id",
        "seen",
      ]);
      assert.ok([one.id, other.id].includes(emitted.connection_id));
      assert.deepEqual([await one.events(), await other.events()], [[[one.id, "seen"]], [[other.id, "seen"]]]);
      await operateJson(server, ["sandbox", "emit", "notion", "page", "--id", "emitted"]);
      assert.equal((await client.caller.delete(other.at)).status, 200);
      assert.equal(await send(theirs, one.bot, "later"), 200);
      assert.deepEqual(await one.events(), [
        [one.id, "seen"],
        [one.id, "emitted"],
        [one.id, "later"],
      ]);
      const before = await other.events();
      assert.deepEqual(
        before.map(([, id]) => id),
        ["seen", "emitted"],
        "it is disconnected",
      );
    });
  });
}
