/** Signing in to MCP: the complete flow, over plain HTTP and with the official client. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { AgentAuthorization, AuditEventList, DelegatedTokenList, ServiceClient } from "@svc/contract";
import {
  assertProblem,
  Caller,
  devConfig,
  makeClient,
  suite,
  verifies,
  type TestClient,
  uniqueName,
} from "../harness/index.ts";
import {
  approve,
  registering,
  SignIn,
  signInPage,
  signInWithOfficialClient,
  startHost,
  type PublishingHost,
} from "./agent-sign-in-fixture.ts";
import { endpointOf } from "./mcp-client.ts";

const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const accept = ["accept", "application/json, text/event-stream"] as const;

suite(
  "agent sign-in",
  (fixture) => {
    let host: PublishingHost;
    let app: TestClient;
    before(async () => {
      host = await startHost();
      app = await makeClient(fixture().server, { flags: ["--agent-sign-in-url", signInPage] });
    });
    after(() => host.close());

    const connected = () => fixture().connected({ caller: app.caller });
    const signInTo = (tenantId: string | null): SignIn => {
      const { url } = fixture().server;
      const resource = tenantId === null ? `${url}/mcp` : endpointOf({ url, tenantId });
      return new SignIn({ url, clientId: host.clientId, resource });
    };
    const allowed = (tenantId: string) => ({ tenant_id: tenantId, subject: "user-318", actions: ["doppler/*"] });
    const rest = (token: string): Caller => new Caller(app.caller.http, token);
    const listTools = (token: string, tenantId: string) =>
      rest(token).post(new URL(endpointOf({ url: "http://svc.example", tenantId })).pathname, message, {
        headers: [accept],
      });

    verifies(
      "sign-in.discovery",
      "names the metadata in a 401, at both addresses, readable from any page",
      async () => {
        const { url, http } = fixture().server;
        const tenantId = await fixture().tenant(app.caller);
        for (const path of ["/mcp", `/v1/tenants/${tenantId}/mcp`]) {
          const refused = await http.send({ method: "POST", path, body: message, headers: [accept] });
          assertProblem(refused, "UNAUTHENTICATED");
          const challenge = String(refused.headers["www-authenticate"]);
          const [, metadataUrl = ""] = /^Bearer resource_metadata="([^"]+)"$/.exec(challenge) ?? [];
          const response = await fetch(metadataUrl);
          assert.equal(response.headers.get("access-control-allow-origin"), "*");
          const metadata = (await response.json()) as { resource: string; authorization_servers: string[] };
          assert.deepEqual([metadata.resource, metadata.authorization_servers], [url + path, [url]]);
        }
        const server = (await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()) as Record<
          string,
          unknown
        >;
        assert.equal(server["issuer"], url);
        assert.deepEqual(server["code_challenge_methods_supported"], ["S256"]);
        assert.equal(server["client_id_metadata_document_supported"], true);
        // A key has no tenant of its own, so it doesn't work at the address of all tenants.
        assertProblem(await app.caller.post("/mcp", message, { headers: [accept] }), "UNAUTHENTICATED");
      },
    );

    verifies("sign-in.flow", "gives a host a token for the allowed access, at one tenant's address", async () => {
      const { tenantId } = await connected();
      const signIn = signInTo(tenantId);
      const id = await signIn.begin();
      const shown = (await app.caller.get(`/v1/agent-authorizations/${id}`)).json as AgentAuthorization;
      assert.deepEqual(shown.host, {
        id: host.clientId,
        name: "Example Chat",
        redirectOrigin: "https://host.example.com",
      });
      assert.equal(shown.tenant_id, tenantId);
      const back = await signIn.finish(await approve(app.caller, id, allowed(tenantId)));
      const { status, body } = await signIn.redeem(back.get("code") ?? "");
      assert.deepEqual([status, body.expires_in], [200, 3600]);
      const token = body.access_token ?? "";
      assert.match(token, /^svc_dt_/);
      assert.equal((await listTools(token, tenantId)).status, 200);
      const { delegatedTokens } = (await app.caller.get(`/v1/delegated-tokens?tenant_id=${tenantId}`))
        .json as DelegatedTokenList;
      const grant = delegatedTokens.find(({ parent_id: parent }) => parent === null);
      const access = delegatedTokens.find(({ parent_id: parent }) => parent !== null);
      assert.deepEqual([access?.parent_id, access?.agent, access?.subject], [grant?.id, "Example Chat", "user-318"]);
      assert.deepEqual([access?.maxEffect, access?.audience], ["read", ["mcp"]]);
      const trail = (await app.caller.get(`/v1/audit-events?tenant_id=${tenantId}`)).json as AuditEventList;
      const types = trail.auditEvents.map(({ type }) => type);
      assert.ok(types.includes("agent_authorization.approved") && types.includes("delegated_token.created"));
      // Revoking the sign-in revokes the tokens created from it.
      await app.caller.post(`/v1/delegated-tokens/${grant?.id}:revoke`);
      assert.equal((await signIn.refresh(body.refresh_token ?? "")).body.error, "invalid_grant");
    });

    verifies("sign-in.flow", "works at the address of all tenants, and tells a host if its user declined", async () => {
      const { tenantId } = await connected();
      const signIn = signInTo(null);
      const { access_token: token } = await signIn.tokens(app.caller, allowed(tenantId));
      assert.equal((await rest(token).post("/mcp", message, { headers: [accept] })).status, 200);
      const denied = signInTo(null);
      const id = await denied.begin();
      const response = await app.caller.post(`/v1/agent-authorizations/${id}:deny`);
      const back = await denied.finish((response.json as { continueUrl: string }).continueUrl);
      assert.deepEqual([back.get("error"), back.get("state"), back.get("code")], ["access_denied", "the-state", null]);
    });

    verifies("sign-in.address", "refuses a token at another tenant's address and at the REST API", async () => {
      const [one, other] = [await connected(), await connected()];
      const { access_token: token } = await signInTo(one.tenantId).tokens(app.caller, allowed(one.tenantId));
      assertProblem(await listTools(token, other.tenantId), "TENANT_NOT_FOUND");
      assertProblem(await rest(token).get("/v1/service-client"), "UNAUTHENTICATED");
      assertProblem(await one.by(rest(token)).execute("secrets.names.list", devConfig), "UNAUTHENTICATED");
    });

    verifies("sign-in.official-client", "needs only the address to sign in, list and refresh", async () => {
      const { tenantId } = await connected();
      const { url } = fixture().server;
      const address = endpointOf({ url, tenantId });
      const again = await signInWithOfficialClient(address, url, (id) => approve(app.caller, id, allowed(tenantId)));
      assert.ok(Array.isArray((await again.listTools()).tools));
      await again.close();
    });

    verifies("sign-in.own", "shows and decides only a client's own sign-ins, once", async () => {
      const { tenantId } = await connected();
      const id = await signInTo(tenantId).begin();
      const path = `/v1/agent-authorizations/${id}`;
      const { caller: stranger } = await fixture().another();
      for (const response of [
        await stranger.get(path),
        await stranger.post(`${path}:deny`),
        await app.caller.get("/v1/agent-authorizations/aau_01k0000000e8r9m2p4s6t8w0y2"),
      ]) {
        assertProblem(response, "AGENT_AUTHORIZATION_NOT_FOUND");
      }
      const elsewhere = await connected();
      const foreign = await fixture().connected();
      assertProblem(await app.caller.post(`${path}:approve`, allowed(foreign.tenantId)), "TENANT_NOT_FOUND");
      assertProblem(await app.caller.post(`${path}:approve`, allowed(elsewhere.tenantId)), "TENANT_NOT_FOUND");
      const withForeign = { ...allowed(tenantId), connections: [elsewhere.id] };
      assertProblem(await app.caller.post(`${path}:approve`, withForeign), "CONNECTION_NOT_FOUND");
      assertProblem(await app.caller.post(`${path}:approve`, { tenant_id: tenantId, subject: "x" }), "INVALID_REQUEST");
      const decisions = await Promise.all(
        Array.from({ length: 20 }, (_each, index) =>
          index % 2 === 0 ? app.caller.post(`${path}:approve`, allowed(tenantId)) : app.caller.post(`${path}:deny`),
        ),
      );
      assert.equal(decisions.filter(({ status }) => status === 200).length, 1);
      const refused = decisions.filter(({ status }) => status !== 200);
      for (const response of refused) assertProblem(response, "AGENT_AUTHORIZATION_NOT_PENDING");
      const { delegatedToken, agentSignInUrl } = (await app.caller.get("/v1/service-client")).json as ServiceClient;
      assert.deepEqual([delegatedToken, agentSignInUrl], [null, signInPage]);
      const { token } = (
        await app.caller.post("/v1/delegated-tokens", { tenant_id: tenantId }, { idempotencyKey: uniqueName("token") })
      ).json as {
        token: string;
      };
      assertProblem(await rest(token).get(path), "NOT_PERMITTED");
    });
  },
  { env: { SVC_RATE_LIMIT_RPS: "0", ...registering } },
);
