/** Habits of real hosts that differ in form only, and refreshes whose responses are lost. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { DelegatedTokenList } from "@svc/contract";
import { makeClient, suite, suiteOnBothEngines, verifies, type Fixture, type TestClient } from "../harness/index.ts";
import {
  hostRedirect,
  registering,
  SignIn,
  signInPage,
  startHost,
  type PublishingHost,
} from "./agent-sign-in-fixture.ts";
import { endpointOf } from "./mcp-client.ts";

/** A host, and an app that lets it in. */
function parties(fixture: () => Fixture) {
  let host: PublishingHost;
  let app: TestClient;
  before(async () => {
    host = await startHost();
    app = await makeClient(fixture().server, { flags: ["--agent-sign-in-url", signInPage] });
  });
  after(() => host.close());
  return {
    get host() {
      return host;
    },
    get app() {
      return app.caller;
    },
    signInTo: (resource: string, clientId = host.clientId) =>
      new SignIn({ url: fixture().server.url, clientId, resource }),
    tokensOf: async (tenantId: string) =>
      ((await app.caller.get(`/v1/delegated-tokens?tenant_id=${tenantId}`)).json as DelegatedTokenList).delegatedTokens,
  };
}

const allowed = (tenantId: string) => ({ tenant_id: tenantId, subject: "user-318", actions: ["*/*"] });

suiteOnBothEngines("an agent's lost refresh", (fixture) => {
  const at = parties(fixture);
  const start = async () => {
    const tenantId = await fixture().tenant(at.app);
    const signIn = at.signInTo(endpointOf({ url: fixture().server.url, tenantId }));
    return { tenantId, signIn, ...(await signIn.tokens(at.app, allowed(tenantId))) };
  };

  verifies("sign-in.lost", "gives twenty refreshes at once the same tokens, which work", async () => {
    const { tenantId, signIn, refresh_token: token } = await start();
    const responses = await Promise.all(Array.from({ length: 20 }, () => signIn.refresh(token)));
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
    const [first] = responses;
    for (const { body } of responses) assert.deepEqual(body, first?.body);
    // One sign-in, its first access token and one more.
    assert.equal((await at.tokensOf(tenantId)).length, 3);
    const next = await signIn.refresh(first?.body.refresh_token ?? "");
    assert.equal(next.status, 200);
    assert.ok((await at.tokensOf(tenantId)).every(({ status }) => status === "active"));
  });

  verifies("sign-in.lost", "gives another host nothing, and ends the sign-in once the successor was used", async () => {
    const { tenantId, signIn, refresh_token: token } = await start();
    const { body } = await signIn.refresh(token);
    assert.equal((await signIn.refresh(token, { client_id: "host_another" })).body.error, "invalid_grant");
    assert.deepEqual((await signIn.refresh(token)).body, body);
    assert.equal((await signIn.refresh(body.refresh_token ?? "")).status, 200);
    assert.equal((await signIn.refresh(token)).body.error, "invalid_grant");
    assert.ok((await at.tokensOf(tenantId)).every(({ status }) => status === "revoked"));
  });
});

suite(
  "habits of agents' hosts",
  (fixture) => {
    const at = parties(fixture);

    verifies("sign-in.habits", "accepts a document that prefers to sign but can do without", async () => {
      const describe = (fields: object): void =>
        at.host.publish((_request, response) => {
          response.setHeader("content-type", "application/json");
          response.end(
            JSON.stringify({
              client_id: at.host.clientId,
              client_name: "Chat",
              redirect_uris: [hostRedirect],
              ...fields,
            }),
          );
        });
      const tenantId = await fixture().tenant(at.app);
      const signIn = at.signInTo(endpointOf({ url: fixture().server.url, tenantId }));
      describe({
        token_endpoint_auth_method: "private_key_jwt",
        token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
      });
      const { access_token: token } = await signIn.tokens(at.app, allowed(tenantId));
      assert.match(token, /^svc_dt_/);
    });

    verifies("sign-in.habits", "registers a host that asks for a secret without one, and says so", async () => {
      for (const method of ["client_secret_post", "client_secret_basic", "none"]) {
        const body = JSON.stringify({ redirect_uris: [hostRedirect], token_endpoint_auth_method: method });
        const response = await fetch(`${fixture().server.url}/oauth/register`, { method: "POST", body });
        const made = (await response.json()) as Record<string, unknown>;
        assert.deepEqual([response.status, made["token_endpoint_auth_method"]], [201, "none"], method);
        assert.equal("client_secret" in made, false);
        const tenantId = await fixture().tenant(at.app);
        const signIn = at.signInTo(endpointOf({ url: fixture().server.url, tenantId }), String(made["client_id"]));
        assert.equal((await signIn.redeem(await signIn.code(at.app, allowed(tenantId)))).status, 200);
      }
    });

    verifies("sign-in.habits", "takes an address without a name, as the server's, or with a slash", async () => {
      const { url } = fixture().server;
      const tenantId = await fixture().tenant(at.app);
      const tenants = endpointOf({ url, tenantId });
      for (const [asked, redeemed] of [
        [null, null],
        [url, `${url}/mcp`],
        [`${url}/`, `${url}/mcp/`],
        [`${url}/mcp/`, url],
        [`${tenants}/`, tenants],
      ] as const) {
        const signIn = at.signInTo(tenants);
        const id = await signIn.begin({ resource: asked });
        const shown = await at.app.post(`/v1/agent-authorizations/${id}:approve`, allowed(tenantId));
        const back = await signIn.finish((shown.json as { continueUrl: string }).continueUrl);
        const { status } = await signIn.redeem(back.get("code") ?? "", { resource: redeemed });
        assert.equal(status, 200, JSON.stringify([asked, redeemed]));
      }
      const signIn = at.signInTo(`${url}/mcp//`);
      const { status, html } = await signIn.browser.open(signIn.authorizeUrl());
      assert.deepEqual([status, /data-state="([^"]*)"/.exec(html)?.[1]], [404, "agent_resource"]);
    });

    verifies("sign-in.discovery", "serves each address and its documents with a slash and at other names", async () => {
      const { url } = fixture().server;
      const tenantId = await fixture().tenant(at.app);
      const own = "/.well-known/oauth-protected-resource";
      for (const path of ["/mcp", "/mcp/", `/v1/tenants/${tenantId}/mcp`, `/v1/tenants/${tenantId}/mcp/`]) {
        const refused = await fetch(url + path, { method: "POST", body: "{}" });
        assert.equal(refused.headers.get("www-authenticate"), `Bearer resource_metadata="${url}${own}${path}"`);
        const dead = await fetch(url + path, { method: "POST", headers: { authorization: "Bearer svc_dt_dead" } });
        assert.match(dead.headers.get("www-authenticate") ?? "", /^Bearer error="invalid_token", resource_metadata=/);
        const other = await fetch(url + path, { method: "POST", headers: { authorization: "Basic c3ZjOnN2Yw==" } });
        assert.doesNotMatch(other.headers.get("www-authenticate") ?? "", /error=/);
        for (const at of [own + path, path.replace(/\/$/, "") + own + (path.endsWith("/") ? "/" : "")]) {
          const document = await fetch(url + at);
          assert.deepEqual(
            [document.status, ((await document.json()) as { resource: string }).resource],
            [200, url + path],
            at,
          );
        }
      }
      for (const name of ["oauth-authorization-server", "openid-configuration"]) {
        for (const end of ["", "/", "/mcp", "/mcp/"]) {
          const document = await fetch(`${url}/.well-known/${name}${end}`);
          assert.deepEqual(
            [document.status, ((await document.json()) as { issuer: string }).issuer],
            [200, url],
            name + end,
          );
        }
      }
    });
  },
  { env: { SVC_RATE_LIMIT_RPS: "0", ...registering } },
);
