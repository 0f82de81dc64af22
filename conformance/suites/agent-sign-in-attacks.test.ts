/** Attacks on an agent's sign-in: none gives an attacker a token. */
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, before } from "node:test";
import type { AuditEventList, DelegatedTokenList } from "@svc/contract";
import { makeClient, suite, uniqueName, verifies, withOtherEnd, type TestClient } from "../harness/index.ts";
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
import { endpointOf } from "./mcp-client.ts";

suite(
  "attacks on an agent's sign-in",
  (fixture) => {
    let host: PublishingHost;
    let app: TestClient;
    before(async () => {
      host = await startHost();
      app = await makeClient(fixture().server, {
        allowActions: ["github/*", "doppler/*"],
        flags: ["--agent-sign-in-url", signInPage],
      });
    });
    after(() => host.close());

    const signInTo = (tenantId: string, clientId = host.clientId): SignIn => {
      const { url } = fixture().server;
      return new SignIn({ url, clientId, resource: endpointOf({ url, tenantId }) });
    };
    const allowed = (tenantId: string, fields: object = {}) => ({
      tenant_id: tenantId,
      subject: "user-318",
      actions: ["*/*"],
      ...fields,
    });
    const tokensOf = async (tenantId: string) =>
      ((await app.caller.get(`/v1/delegated-tokens?tenant_id=${tenantId}`)).json as DelegatedTokenList).delegatedTokens;
    /** The fault that a page shows. */
    const stateOf = (html: string): string => /data-state="([^"]*)"/.exec(html)?.[1] ?? "";
    const reasonOf = (html: string): string => /data-reason="([^"]*)"/.exec(html)?.[1] ?? "";

    verifies("sign-in.host", "offers no way to continue for an unknown host, and names each fault", async () => {
      const tenantId = await fixture().tenant(app.caller);
      const faulty = async (answer: (response: ServerResponse) => void): Promise<string> => {
        const other = await startHost();
        other.publish((_request, response) => answer(response));
        const { status, html } = await new Browser().open(signInTo(tenantId, other.clientId).authorizeUrl());
        await other.close();
        assert.deepEqual([status, stateOf(html)], [400, "agent_host"]);
        return reasonOf(html);
      };
      const redirects = (response: ServerResponse) => response.writeHead(302, { location: host.clientId }).end();
      assert.equal(await faulty(redirects), "redirects");
      assert.equal(await faulty((response) => response.end("x".repeat(6000))), "too_large");
      assert.equal(await faulty((response) => response.end("{}")), "invalid");
      const another = { client_id: host.clientId, redirect_uris: [hostRedirect] };
      assert.equal(await faulty((response) => response.end(JSON.stringify(another))), "invalid");
      assert.equal(await faulty((response) => response.destroy()), "unreachable");
      for (const clientId of ["host_unheard-of", "https://", "javascript:alert(1)", `${host.clientId}#x`, ""]) {
        const { status, html } = await new Browser().open(signInTo(tenantId, clientId).authorizeUrl());
        assert.deepEqual([status, stateOf(html)], [400, "agent_host"], clientId);
      }
    });

    verifies(
      "sign-in.redirect",
      "redirects a browser to no address that only resembles the registered one",
      async () => {
        const tenantId = await fixture().tenant(app.caller);
        const signIn = signInTo(tenantId);
        for (const redirect_uri of [
          `${hostRedirect}/`,
          `${hostRedirect}?x=1`,
          `${hostRedirect}#x`,
          hostRedirect.toUpperCase(),
          "https://host.example.com/callback/../evil",
          "https://host.example.com:443/callback",
          "https://host.example.com.evil.example/callback",
          "https://host.example.com@evil.example/callback",
          "http://host.example.com/callback",
          "javascript:alert(1)",
          "",
        ]) {
          const { status, html, location } = await signIn.browser.open(signIn.authorizeUrl({ redirect_uri }));
          assert.deepEqual([status, stateOf(html), location], [400, "agent_redirect", null], redirect_uri);
        }
      },
    );

    verifies(
      "sign-in.redirect",
      "shows a known host's fault on a page with a way back, and redirects no browser",
      async () => {
        const tenantId = await fixture().tenant(app.caller);
        const signIn = signInTo(tenantId);
        await signIn.begin();
        const wayBack = (html: string): string => (/<a href="([^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&amp;", "&");
        const wrong: [Readonly<Record<string, string | null>>, string][] = [
          [{ response_type: "token" }, "unsupported_response_type"],
          [{ code_challenge: null }, "invalid_request"],
          [{ code_challenge_method: "plain" }, "invalid_request"],
          [{ code_challenge: "short" }, "invalid_request"],
          [{ resource: "https://elsewhere.example/mcp" }, "invalid_target"],
          [{ resource: `${signIn.url}/v1/tenants/ten_01k0000000e8r9m2p4s6t8w0y2/mcp` }, "invalid_target"],
        ];
        for (const [change, error] of wrong) {
          const { location, status, html } = await signIn.browser.open(signIn.authorizeUrl(change));
          const isTarget = error === "invalid_target";
          assert.deepEqual(
            [status, location, stateOf(html)],
            isTarget ? [404, null, "agent_resource"] : [400, null, "agent_request"],
            JSON.stringify(change),
          );
          const back = new URL(wayBack(html));
          assert.equal(`${back.origin}${back.pathname}`, hostRedirect);
          assert.deepEqual([back.searchParams.get("error"), back.searchParams.get("state")], [error, "the-state"]);
        }
        const repeated = await signIn.browser.open(`${signIn.authorizeUrl()}&state=another`);
        assert.equal(new URL(wayBack(repeated.html)).searchParams.get("error"), "invalid_request");
        // An address that isn't the host's, or a host that svc would first have to ask, gets no link.
        for (const change of [
          { redirect_uri: "https://evil.example/cb", code_challenge: null },
          { client_id: `${host.clientId}?another`, code_challenge: null },
        ]) {
          const { html, location, status } = await signIn.browser.open(signIn.authorizeUrl(change));
          assert.deepEqual([status, location, wayBack(html)], [400, null, ""]);
        }
      },
    );

    verifies("sign-in.pkce", "redeems a code once, only for the host that began, with its verifier", async () => {
      const tenantId = await fixture().tenant(app.caller);
      const signIn = signInTo(tenantId);
      const code = await signIn.code(app.caller, allowed(tenantId));
      const wrong: Readonly<Record<string, string | null>>[] = [
        { code_verifier: new SignIn(signIn).verifier },
        { code_verifier: null },
        { client_id: "host_another" },
        { redirect_uri: `${hostRedirect}/` },
        { code: `aac_${"x".repeat(43)}` },
        { grant_type: "password" },
      ];
      for (const change of wrong) {
        const { status, body } = await signIn.redeem(code, change);
        assert.equal(status, 400, JSON.stringify(change));
        assert.ok(body.access_token === undefined && typeof body.error === "string");
      }
      assert.equal((await signIn.redeem(code, { resource: `${signIn.url}/mcp` })).body.error, "invalid_target");
      assert.deepEqual(await tokensOf(tenantId), []);
      const first = await signIn.redeem(code);
      assert.equal(first.status, 200);
      // A second use means that someone else has the code too, so all tokens are revoked.
      assert.equal((await signIn.redeem(code)).body.error, "invalid_grant");
      assert.ok((await tokensOf(tenantId)).every(({ status }) => status === "revoked"));
      assert.equal((await signIn.refresh(first.body.refresh_token ?? "")).body.error, "invalid_grant");
    });

    verifies("sign-in.pkce", "of twenty concurrent uses of a code, at most one gets tokens", async () => {
      const tenantId = await fixture().tenant(app.caller);
      const signIn = signInTo(tenantId);
      const code = await signIn.code(app.caller, allowed(tenantId));
      const answers = await Promise.all(Array.from({ length: 20 }, () => signIn.redeem(code)));
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      assert.equal((await tokensOf(tenantId)).length, 2);
    });

    verifies("sign-in.refresh", "rotates, and ends the sign-in if a refresh token is reused", async () => {
      const tenantId = await fixture().tenant(app.caller);
      const signIn = signInTo(tenantId);
      const { refresh_token: first } = await signIn.tokens(app.caller, allowed(tenantId));
      assert.equal((await signIn.refresh(first, { client_id: "host_another" })).body.error, "invalid_grant");
      const second = await signIn.refresh(first);
      assert.equal(second.status, 200);
      assert.notEqual(second.body.refresh_token, first);
      // Its successor was used, so two parties hold the sign-in.
      const third = await signIn.refresh(second.body.refresh_token ?? "");
      assert.equal(third.status, 200);
      assert.equal((await signIn.refresh(first)).body.error, "invalid_grant");
      assert.equal((await signIn.refresh(third.body.refresh_token ?? "")).body.error, "invalid_grant");
      assert.ok((await tokensOf(tenantId)).every(({ status }) => status === "revoked"));
    });

    verifies("sign-in.refresh", "has one budget for all tokens, before and after a refresh", async () => {
      const connected = await fixture().connected({ caller: app.caller });
      const { tenantId } = connected;
      const signIn = signInTo(tenantId);
      const limits = { maxExecutions: 1 };
      const { refresh_token: refreshToken } = await signIn.tokens(app.caller, allowed(tenantId, limits));
      const { body } = await signIn.refresh(refreshToken);
      const tokens = await tokensOf(tenantId);
      const grants = tokens.filter(({ parent_id: parent }) => parent === null);
      assert.deepEqual(
        grants.map(({ maxExecutions, usedExecutions }) => [maxExecutions, usedExecutions]),
        [[1, 0]],
      );
      assert.ok(tokens.every(({ id, parent_id: parent }) => id === grants[0]?.id || parent === grants[0]?.id));
      assert.equal(tokens.length, 3);
      assert.equal(typeof body.access_token, "string");
    });

    verifies("sign-in.refresh", "ends when its host revokes it", async () => {
      const tenantId = await fixture().tenant(app.caller);
      const signIn = signInTo(tenantId);
      const { refresh_token: token } = await signIn.tokens(app.caller, allowed(tenantId));
      const revoke = async (fields: Readonly<Record<string, string>>) =>
        (await fetch(`${signIn.url}/oauth/revoke`, { method: "POST", body: new URLSearchParams(fields) })).status;
      assert.equal(await revoke({ token, client_id: "host_another" }), 200);
      assert.ok((await tokensOf(tenantId)).some(({ status }) => status === "active"));
      assert.equal(await revoke({ token, client_id: signIn.clientId }), 200);
      assert.ok((await tokensOf(tenantId)).every(({ status }) => status === "revoked"));
      // An access token ends the same sign-in, its refresh token included; other delegated tokens are no host's.
      const second = await signIn.tokens(app.caller, allowed(tenantId));
      assert.equal(await revoke({ token: second.access_token, client_id: "host_another" }), 200);
      assert.equal(await revoke({ token: withOtherEnd(second.access_token), client_id: signIn.clientId }), 200);
      const own = await app.caller.post(
        "/v1/delegated-tokens",
        { tenant_id: tenantId, label: "kept" },
        { idempotencyKey: uniqueName("token") },
      );
      assert.equal(await revoke({ token: (own.json as { token: string }).token }), 200);
      const isActive = async () => (await tokensOf(tenantId)).filter(({ status }) => status === "active").length;
      assert.equal(await isActive(), 3);
      assert.equal(await revoke({ token: second.access_token }), 200);
      assert.equal(await isActive(), 1);
      assert.equal((await signIn.refresh(second.refresh_token)).body.error, "invalid_grant");
    });

    verifies(
      "sign-in.browser",
      "gives a link's sender nothing: another browser ends the sign-in, audited",
      async () => {
        const tenantId = await fixture().tenant(app.caller);
        // The attacker begins, and makes a signed-in victim approve; the victim's browser didn't begin.
        const attack = signInTo(tenantId);
        const continueUrl = await approve(app.caller, await attack.begin(), allowed(tenantId));
        const victim = new Browser();
        const { status, html, location } = await victim.open(continueUrl);
        assert.deepEqual([status, stateOf(html), location], [410, "agent_ended", null]);
        // Then it's useless to the attacker too.
        assert.equal((await attack.browser.open(continueUrl)).status, 410);
        const trail = (await app.caller.get(`/v1/audit-events?tenant_id=${tenantId}`)).json as AuditEventList;
        const refused = trail.auditEvents.find(({ type }) => type === "agent_authorization.refused");
        assert.equal(refused?.data["reason"], "another_browser");
        assert.deepEqual(await tokensOf(tenantId), []);
      },
    );

    verifies("sign-in.browser", "accepts no guessed, foreign or repeated return", async () => {
      const tenantId = await fixture().tenant(app.caller);
      const [one, other] = [signInTo(tenantId), signInTo(tenantId)];
      const first = new URL(await approve(app.caller, await one.begin(), allowed(tenantId)));
      const second = new URL(await approve(app.caller, await other.begin(), allowed(tenantId)));
      const mixed = new URL(first);
      mixed.searchParams.set("secret", second.searchParams.get("secret") ?? "");
      assert.equal((await one.browser.open(mixed.href)).status, 410);
      assert.equal((await one.browser.open(first.href)).status, 410, "a wrong secret ends it");
      // A request for prefetching, or for a frame, uses up nothing.
      for (const headers of [{ "sec-purpose": "prefetch" }, { "sec-fetch-dest": "iframe" }]) {
        const unseen = await fetch(second.href, { redirect: "manual", headers });
        assert.deepEqual([unseen.status, stateOf(await unseen.text())], [403, "framed"]);
      }
      assert.ok((await other.finish(second.href)).get("code") !== null);
      assert.equal((await other.browser.open(second.href)).status, 410);
      const pending = await signInTo(tenantId).begin();
      const guessed = new URL(second);
      guessed.searchParams.set("agent_authorization_id", pending);
      assert.equal((await other.browser.open(guessed.href)).status, 410);
    });

    verifies("sign-in.host", "registers only addresses that may be redirected to, and without a secret", async () => {
      const { url } = fixture().server;
      const register = async (document: object) => {
        const answer = await fetch(`${url}/oauth/register`, { method: "POST", body: JSON.stringify(document) });
        return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
      };
      const name = uniqueName("host");
      const made = await register({ client_name: name, redirect_uris: [hostRedirect, "http://127.0.0.1:7000/cb"] });
      assert.deepEqual([made.status, made.body["client_name"], made.body["client_secret"]], [201, name, undefined]);
      const tenantId = await fixture().tenant(app.caller);
      const signIn = signInTo(tenantId, String(made.body["client_id"]));
      assert.match(await signIn.begin({ redirect_uri: "http://127.0.0.1:7654/cb" }), /^aau_/);
      for (const document of [
        { redirect_uris: [] },
        { redirect_uris: ["http://host.example.com/cb"] },
        { redirect_uris: ["javascript:alert(1)"] },
        { redirect_uris: ["ms-msdt:/id", "chrome://settings"] },
        { redirect_uris: ["https://user@host.example.com/cb"] },
        [],
      ]) {
        assert.equal((await register(document)).status, 400, JSON.stringify(document));
      }
    });
  },
  { env: { SVC_RATE_LIMIT_RPS: "0", ...registering } },
);
