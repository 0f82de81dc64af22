/** What strangers can do to a server with agent sign-in: nothing that lasts. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { AgentAuthorization } from "@svc/contract";
import {
  assertProblem,
  makeClient,
  suiteOnBothEngines,
  uniqueName,
  verifies,
  type TestClient,
} from "../harness/index.ts";
import {
  approve,
  Browser,
  hostRedirect,
  registering,
  SignIn,
  signInPage,
  startHost,
  type PublishingHost,
} from "./agent-sign-in-fixture.ts";
import { begin, makeAskingWithPage, PersonBrowser } from "./approval-page-fixture.ts";
import { everyRow } from "./isolation-fixture.ts";
import { endpointOf } from "./mcp-client.ts";
import { proposalOf } from "./proposal-fixture.ts";

suiteOnBothEngines(
  "strangers at an agent's sign-in",
  (fixture) => {
    let host: PublishingHost;
    let app: TestClient;
    before(async () => {
      host = await startHost();
      app = await makeClient(fixture().server, { flags: ["--agent-sign-in-url", signInPage] });
    });
    after(() => host.close());

    const signInTo = (tenantId: string): SignIn => {
      const { url } = fixture().server;
      return new SignIn({ url, clientId: host.clientId, resource: endpointOf({ url, tenantId }) });
    };

    verifies(
      "sign-in.strangers",
      "stores nothing before the app has decided, however many sign-ins are started",
      async () => {
        const tenantId = await fixture().tenant(app.caller);
        const { connected } = await makeAskingWithPage(fixture());
        const proposal = proposalOf(await connected.set("LOOKED_AT", uniqueName("k")));
        const stored = await everyRow(fixture().server.home);
        const signIn = signInTo(tenantId);
        const ids = await Promise.all(Array.from({ length: 50 }, () => signIn.begin()));
        const looks = await Promise.all(Array.from({ length: 50 }, () => begin(new PersonBrowser(), proposal)));
        assert.equal(new Set([...ids, ...looks]).size, 100);
        const [id = "", ...others] = ids;
        const path = `/v1/agent-authorizations/${id}`;
        // The app's look isn't a decision either.
        const shown = (await app.caller.get(path)).json as AgentAuthorization;
        assert.deepEqual([shown.id, shown.status], [id, "pending"]);
        const [rowId = ""] = id.split(".");
        assertProblem(await app.caller.get(`/v1/agent-authorizations/${rowId}`), "AGENT_AUTHORIZATION_NOT_FOUND");
        assert.deepEqual(await everyRow(fixture().server.home), stored);
        // One decision is one row, which its short id finds.
        await approve(app.caller, id, { tenant_id: tenantId, subject: "user-318", actions: ["doppler/*"] });
        const { agent_authorizations: rows = [] } = await everyRow(fixture().server.home);
        assert.equal(rows.length - (stored["agent_authorizations"]?.length ?? 0), 1);
        const found = (await app.caller.get(`/v1/agent-authorizations/${rowId}`)).json as AgentAuthorization;
        assert.deepEqual([found.id, found.status, found.host?.name], [rowId, "approved", "Example Chat"]);
        assertProblem(await app.caller.post(`${path}:deny`), "AGENT_AUTHORIZATION_NOT_PENDING");
        // No text that svc didn't seal, and none for another sign-in, is decided.
        const [other = "", third = ""] = others;
        for (const wrong of [
          other.slice(0, -1),
          `${other}A`,
          `${third.slice(0, 30)}.${other.slice(31)}`,
          `${other.slice(0, 30)}.${id.slice(31)}`,
        ]) {
          assertProblem(
            await app.caller.post(`/v1/agent-authorizations/${wrong}:deny`),
            "AGENT_AUTHORIZATION_NOT_FOUND",
          );
        }
      },
    );

    verifies(
      "sign-in.strangers",
      "accepts the longest state, and neither a longer one nor control characters",
      async () => {
        const tenantId = await fixture().tenant(app.caller);
        const signIn = signInTo(tenantId);
        const state = "s".repeat(2048);
        const id = await signIn.begin({ state });
        const decided = await approve(app.caller, id, { tenant_id: tenantId, subject: "user-318", actions: [] });
        assert.equal((await signIn.finish(decided)).get("state"), state);
        for (const wrong of [`${state}s`, "a\u0000b", "a\nb"]) {
          const { status, location } = await new Browser().open(signIn.authorizeUrl({ state: wrong }));
          assert.deepEqual([status, location], [400, null]);
        }
      },
    );

    verifies("sign-in.strangers", "asks a host's server only about a request that is worth it, and once", async () => {
      const tenantId = await fixture().tenant(app.caller);
      const { url } = fixture().server;
      const other = await startHost();
      const signIn = new SignIn({ url, clientId: other.clientId, resource: endpointOf({ url, tenantId }) });
      const withoutPage = await fixture().another();
      const foreign = endpointOf({ url, tenantId: await fixture().tenant(withoutPage.caller) });
      for (const change of [
        { resource: null },
        { resource: "https://elsewhere.example/mcp" },
        { resource: foreign },
        { redirect_uri: "ms-msdt:/id" },
        { code_challenge: null },
        { response_type: "token" },
        { state: "s".repeat(2049) },
      ]) {
        const { status } = await signIn.browser.open(signIn.authorizeUrl(change));
        assert.ok(status === 400 || status === 404, JSON.stringify(change));
      }
      assert.equal(other.requests(), 0);
      await Promise.all(Array.from({ length: 20 }, () => signIn.begin()));
      assert.equal(other.requests(), 1);
      const failing = await startHost();
      failing.publish((_request, response) => void response.writeHead(500).end());
      const failed = new SignIn({ url, clientId: failing.clientId, resource: signIn.resource });
      for (let call = 0; call < 5; call += 1) {
        assert.equal((await failed.browser.open(failed.authorizeUrl())).status, 400);
      }
      assert.equal(failing.requests(), 1);
      await Promise.all([other.close(), failing.close()]);
    });

    verifies(
      "sign-in.strangers",
      "gives 300 requests for a silent server's documents no one else's place",
      async () => {
        const connected = await fixture().connected();
        const { url } = fixture().server;
        const silent = await startHost();
        silent.publish(() => undefined);
        const resource = endpointOf({ url, tenantId: await fixture().tenant(app.caller) });
        const asked = Array.from({ length: 300 }, (_each, index) => {
          const signIn = new SignIn({ url, clientId: `${silent.clientId}?${String(index)}`, resource });
          return fetch(signIn.authorizeUrl(), { redirect: "manual" });
        });
        assert.equal((await connected.execute("projects.list", {})).status, 200);
        const busy = (await Promise.all(asked)).filter(({ status }) => status === 503);
        assert.ok(busy.length >= 290, String(busy.length));
        assert.ok(busy.every(({ headers }) => Number(headers.get("retry-after")) >= 1));
        assert.ok((busy[0]?.headers.get("content-type") ?? "").startsWith("text/html"));
        assert.ok(silent.requests() <= 6, String(silent.requests()));
        await silent.close();
      },
    );

    verifies("sign-in.strangers", "registers 20 hosts a minute from one network", async () => {
      const { url } = fixture().server;
      const document = { method: "POST", body: JSON.stringify({ redirect_uris: [hostRedirect] }) };
      const responses = await Promise.all(Array.from({ length: 40 }, () => fetch(`${url}/oauth/register`, document)));
      const limited = responses.filter(({ status }) => status === 429);
      assert.ok(limited.length >= 15 && limited.length <= 20, String(limited.length));
      assert.ok(Number(limited[0]?.headers.get("retry-after")) >= 1);
    });
  },
  { env: { SVC_RATE_LIMIT_RPS: "0", ...registering } },
);

suiteOnBothEngines("a server without agent sign-in", (fixture) => {
  verifies("sign-in.unused", "has no routes for it until an app has a page", async () => {
    const { url, http } = fixture().server;
    const routes = [
      ["GET", "/oauth/authorize?client_id=https%3A%2F%2Fhost.example.com%2Fclient.json"],
      ["GET", "/oauth/continue"],
      ["POST", "/oauth/token"],
      ["POST", "/oauth/revoke"],
      ["GET", "/.well-known/oauth-authorization-server"],
      ["GET", "/.well-known/oauth-protected-resource"],
      ["GET", "/.well-known/oauth-protected-resource/mcp"],
      ["OPTIONS", "/oauth/token"],
    ] as const;
    for (const [method, path] of routes) assertProblem(await http.send({ method, path }), "NOT_FOUND");
    await makeClient(fixture().server, { flags: ["--agent-sign-in-url", signInPage] });
    const responses = await Promise.all(
      routes.map(([method, path]) => fetch(url + path, { method, redirect: "manual" })),
    );
    const statuses = responses.map(({ status }) => status);
    assert.ok(!statuses.includes(404), statuses.join(" "));
  });
});
