/** From a session to a working connection, step by step over plain HTTP. */
import assert from "node:assert/strict";
import type { ConnectionList } from "@svc/contract";
import { assertProblem, testReturnUrl, verifies } from "../../harness/index.ts";
import { agreeAt } from "../../harness/oauth/consent-clicks.ts";
import { CookieClient } from "../../harness/oauth/cookie-client.ts";
import { pressAgree, returnedWith } from "../../harness/oauth/journey.ts";
import { app, oauthSuite, repository } from "../../harness/oauth/fixture.ts";

oauthSuite("OAuth over HTTP", (fixture) => {
  verifies("oauth.flow", "creates a connection that reads and writes", async () => {
    const { caller, github } = fixture();
    const connected = await fixture().connected();
    const [connection] = await fixture().connectionsOf(connected.tenantId);
    assert.ok(connection !== undefined);
    const { status, provider, authKind, account, grantedActions, auth_config } = connection;
    assert.deepEqual(
      { status, provider, authKind, name: account.name, auth_config },
      {
        status: "active",
        provider: "github",
        authKind: "oauth2_authorization_code",
        name: "octocat",
        auth_config: { scopes: ["read:user", "repo"] },
      },
    );
    assert.deepEqual([...grantedActions].sort(), ["issues.create", "issues.list", "user.get"]);

    const user = await connected.run("user.get", {});
    assert.equal((user.output as { login: string }).login, "octocat");
    const created = await connected.run(
      "issues.create",
      { ...repository, title: "Written by way of OAuth" },
      { idempotencyKey: "flow-1" },
    );
    assert.equal(created.execution.status, "succeeded");
    const { number } = created.output as { number: number };
    const listed = await connected.run("issues.list", repository);
    const found = (listed.output as { issues: { number: number; title: string }[] }).issues.find(
      (issue) => issue.number === number,
    );
    assert.equal(found?.title, "Written by way of OAuth");
    assert.equal(github.api.ledger.effects.length, 1);
    const tested = await caller.post(`${connected.path}:test`, undefined, { idempotencyKey: "flow-2" });
    assert.equal((tested.json as { ok: boolean }).ok, true, tested.text);
  });

  verifies(
    "oauth.authorize-page",
    "is the service's page, shows what is agreed to, and binds the browser",
    async () => {
      const journey = await fixture().journey();
      assert.equal((await journey.state()).status, "pending");
      const url = await journey.authorizationUrl();
      assert.equal(url.origin, fixture().server.url);
      const page = await journey.openPage(url);
      assert.match(page.headers["content-type"] ?? "", /^text\/html/);
      assert.match(page.headers["cache-control"] ?? "", /no-store/);
      assert.equal(page.headers["referrer-policy"], "no-referrer");
      const policy = page.headers["content-security-policy"] ?? "";
      assert.match(policy, /frame-ancestors 'none'/);
      assert.match(policy, /default-src 'none'/);
      for (const text of ["Acme Inc.", "GitHub", "Open issues on your behalf", "See a repository&#39;s issues"]) {
        assert.ok(page.text.includes(text), `the page does not say "${text}"`);
      }
      const responses = [page, await pressAgree(journey.browser, page)];
      const cookies = responses.flatMap(({ setCookies }) => setCookies);
      assert.ok(cookies.length > 0, "no cookie binds the browser");
      for (const cookie of cookies) {
        assert.match(cookie, /; *HttpOnly/i);
        assert.match(cookie, /; *SameSite=Lax/i);
        assert.match(cookie, /; *Path=\//i);
        assert.doesNotMatch(cookie, /; *Domain=/i);
      }
      assert.equal((await journey.state()).status, "authorizing");
    },
  );

  verifies("oauth.request", "has PKCE, state, callback path and scopes", async () => {
    const seen = new Set<string>();
    for (const requestedActions of [["issues.list"], ["user.get"], ["user.get", "issues.list", "issues.create"]]) {
      const journey = await fixture().journey({ requestedActions });
      const url = await journey.toProvider();
      assert.equal(url.origin + url.pathname, `${fixture().github.origin.url}/login/oauth/authorize`);
      const query = Object.fromEntries(url.searchParams);
      const { state = "", code_challenge: challenge = "", scope = "", ...fixed } = query;
      assert.deepEqual(fixed, {
        response_type: "code",
        client_id: app.clientId,
        redirect_uri: `${fixture().server.url}/connect/oauth/github/callback`,
        code_challenge_method: "S256",
      });
      assert.match(state, /^[A-Za-z0-9_-]{43,}$/);
      assert.match(challenge, /^[A-Za-z0-9_-]{43}$/);
      const expected = { "issues.list": "repo", "user.get": "read:user" };
      const scopes = Object.entries(expected).flatMap(([action, one]) =>
        requestedActions.includes(action) ? one : [],
      );
      assert.deepEqual(scope.split(" ").sort(), scopes.sort());
      for (const value of [state, challenge]) {
        assert.ok(!seen.has(value), "used before");
        seen.add(value);
      }
    }
  });

  verifies("oauth.return", "returns only the session and its status", async () => {
    const returnUrl = `${testReturnUrl}/deep?tab=settings`;
    const journey = await fixture().journey({ returnUrl });
    const page = await journey.land(await journey.toCallback({ login: "octocat" }));
    assert.equal(page.status, 303);
    assert.match(page.headers["cache-control"] ?? "", /no-store/);
    assert.equal(page.location?.searchParams.get("tab"), "settings");
    const told = { connect_session_id: journey.session.id, status: "completed" };
    assert.deepEqual(returnedWith(page, returnUrl), told);

    const confirmed = await fixture().journey({ completion: "confirmed" });
    const back = await confirmed.land(await confirmed.toCallback({ login: "octocat" }));
    const { completion_code: code = "", ...rest } = returnedWith(back, testReturnUrl);
    assert.deepEqual(rest, { connect_session_id: confirmed.session.id, status: "awaiting_confirmation" });
    await fixture().assertNothingMade(confirmed);
    const completed = await confirmed.complete(code);
    assert.equal(completed.status, 200, completed.text);
    assert.equal((await fixture().connectionsOf(confirmed.session.tenant_id)).length, 1);
  });

  verifies("oauth.refused", "ends the session and informs the application if the user declines", async () => {
    const journey = await fixture().journey();
    const callback = await journey.toCallback({ login: "octocat", decision: "cancel" });
    assert.equal(callback.searchParams.get("error"), "access_denied");
    const page = await journey.land(callback);
    const told = { connect_session_id: journey.session.id, status: "cancelled" };
    assert.deepEqual(returnedWith(page, testReturnUrl), told);
    assert.equal((await fixture().assertNothingMade(journey)).status, "cancelled");
    assertProblem(await journey.authorize(), "CONNECT_SESSION_NOT_OPEN");
    const next = await fixture().journey({ tenantId: journey.session.tenant_id, browser: journey.browser });
    assert.equal((await next.goAllTheWay({ login: "octocat" })).status, "completed");
  });

  verifies("oauth.flow", "continues in another window of the same browser", async () => {
    const browser = new CookieClient();
    const [first, second] = [await fixture().journey({ browser }), await fixture().journey({ browser })];
    const atProvider = [await first.toProvider(), await second.toProvider()];
    for (const [index, journey] of [first, second].entries()) {
      const url = atProvider[index];
      assert.ok(url !== undefined);
      await journey.land(await agreeAt(browser, url, { login: "octocat" }));
      assert.equal((await journey.state()).status, "completed");
      const response = await journey.caller.get(`/v1/tenants/${journey.session.tenant_id}/connections`);
      assert.equal((response.json as ConnectionList).connections.length, 1);
    }
  });
});
