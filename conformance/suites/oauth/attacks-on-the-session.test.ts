/** Attacks on return URLs, tokens, consent, completion and scopes. */
import assert from "node:assert/strict";
import type { ConnectSessionList } from "@svc/contract";
import { assertProblem, Connected, sessionBody, testReturnUrl, verifies } from "../../harness/index.ts";
import { agreeAt } from "../../harness/oauth/consent-clicks.ts";
import { CookieClient, formsOf } from "../../harness/oauth/cookie-client.ts";
import { pressAgree, returnedWith } from "../../harness/oauth/journey.ts";
import { app, oauthSuite, repository, requestedActions } from "../../harness/oauth/fixture.ts";

const user = { login: "octocat" };

oauthSuite("attacks on the session", (fixture) => {
  verifies("oauth.attack.return-url", "refuses variants of a registered URL", async () => {
    const tenantId = await fixture().tenant();
    const variants = [
      "https://app.example.com/connectedevil",
      "https://app.example.com.evil.example/connected",
      "https://user@app.example.com/connected",
      "https://app.example.com\\@evil.example/connected",
      "https://app.example.com/Connected",
      "https://app.example.com:8443/connected",
      "https://app.example.com/connected/%2e%2e/evil",
      "https://app.example.com/connected%2f..%2fevil",
      "https://app.example.com/connected/../evil",
      "https://app.example.com/connected#x",
      "http://app.example.com/connected",
      "javascript:alert(1)",
      "https://app.example.com/connected?completion_code=x",
    ];
    for (const [index, returnUrl] of variants.entries()) {
      const body = sessionBody({
        provider: "github",
        authKind: "oauth2_authorization_code",
        requestedActions: [...requestedActions],
        returnUrl,
      });
      const path = `/v1/tenants/${tenantId}/connect-sessions`;
      const response = await fixture().caller.post(path, body, { idempotencyKey: `variant-${tenantId}-${index}` });
      assert.ok([400, 422].includes(response.status), `${returnUrl}: ${response.status}`);
    }
    const listed = await fixture().caller.get(`/v1/tenants/${tenantId}/connect-sessions`);
    assert.deepEqual((listed.json as ConnectSessionList).connectSessions, []);
  });

  verifies("oauth.attack.return-url", "ignores a callback's own parameters", async () => {
    for (const decision of ["authorize", "cancel"] as const) {
      const journey = await fixture().journey();
      const callback = await journey.toCallback({ ...user, decision });
      for (const name of ["returnUrl", "return_url", "redirect_uri", "next", "connect_session_id", "status"]) {
        callback.searchParams.set(name, "https://evil.example/");
      }
      const page = await journey.land(callback);
      assert.ok(!`${page.location?.href ?? ""}${page.text}`.includes("evil.example"));
      if (decision === "cancel") await fixture().assertNothingMade(journey);
      else returnedWith(page, testReturnUrl);
    }
  });

  verifies("oauth.attack.token-race", "accepts one of fifty concurrent exchanges, and only its flow", async () => {
    const journey = await fixture().journey();
    const { frontend, session } = journey;
    const responses = await Promise.all(Array.from({ length: 50 }, () => frontend.exchange(session.token)));
    const [letIn, ...others] = responses.filter(({ status }) => status === 200);
    assert.ok(letIn !== undefined && others.length === 0);
    for (const response of responses) if (response.status !== 200) assertProblem(response, "CONNECT_TOKEN_USED");
    assertProblem(await frontend.exchange(session.token), "CONNECT_TOKEN_USED");
    const secret = (letIn.json as { sessionSecret: string }).sessionSecret;
    // Of fifty concurrent one-time URLs, one works and the others don't.
    const asked = await Promise.all(
      Array.from({ length: 50 }, () => frontend.send("POST", "/connect/v1/authorize", {}, secret)),
    );
    const urls = asked.flatMap(({ status, json }) =>
      status === 200 ? [new URL((json as { authorizationUrl: string }).authorizationUrl)] : [],
    );
    const pages = await Promise.all(urls.map((url) => new CookieClient().get(url)));
    assert.ok(urls.length > 0);
    assert.ok(pages.filter(({ status }) => status === 200).length <= 1);
  });

  verifies("oauth.attack.consent-skipped", "doesn't reach the provider without the page", async () => {
    const journey = await fixture().journey();
    const { browser } = journey;
    const arrivals = fixture().github.origin.authorizationRequests.length;
    const url = await journey.authorizationUrl();
    const page = await journey.openPage(url);
    const [form] = formsOf(page).filter(({ method }) => method.toLowerCase() === "post");
    assert.ok(form !== undefined);
    assert.equal(form.fields.get("decision"), "continue", "the first form is complete without its button");
    const withoutToken = new URLSearchParams({ decision: "continue", token: "made-up" });
    // Requesting the URL again, as if the user had agreed, shows the same page.
    const again = await browser.get(`${url.href}&decision=continue&token=${form.fields.get("token") ?? ""}`);
    assert.deepEqual([again.status, again.location], [200, null]);
    const skips = [
      // Another site's page posts the form.
      await browser.post(form.action, form.fields, { origin: "https://evil.example", "sec-fetch-site": "cross-site" }),
      await browser.post(form.action, form.fields, { origin: "null", "sec-fetch-site": "cross-site" }),
      // Browsers that don't send the site send the origin; without either, the form's secret is still required.
      await browser.post(form.action, form.fields, { origin: "https://evil.example" }),
      await browser.post(form.action, withoutToken, {}),
      // The form without its secret.
      await browser.post(form.action, withoutToken, { origin: url.origin }),
      // Another browser presses the button.
      await pressAgree(new CookieClient(), page),
    ];
    assert.deepEqual(
      skips.map(({ status, location }) => [status, location]),
      skips.map(() => [403, null]),
    );
    // The provider's page, opened directly: its response belongs to no flow.
    const direct = new URL(`${fixture().github.origin.url}/login/oauth/authorize`);
    const fields = {
      response_type: "code",
      client_id: app.clientId,
      redirect_uri: `${fixture().server.url}/connect/oauth/github/callback`,
      scope: "repo",
      state: "made-up",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
    };
    for (const [name, value] of Object.entries(fields)) direct.searchParams.set(name, value);
    assert.ok((await journey.land(await agreeAt(browser, direct, user))).status >= 400);
    await fixture().assertNothingMade(journey);
    assert.equal(fixture().github.origin.authorizationRequests.length, arrivals + 1);
    // A client that sends neither origin nor site needs only the form's secret.
    assert.equal((await browser.post(form.action, form.fields, {})).location?.pathname, "/login/oauth/authorize");
    assert.equal((await journey.goAllTheWay(user)).status, "completed");
  });

  verifies("oauth.attack.foreign-completion", "finds no session with another key or tenant", async () => {
    const journey = await fixture().journey({ completion: "confirmed" });
    const back = await journey.land(await journey.toCallback(user));
    const { completion_code: code = "" } = returnedWith(back, testReturnUrl);
    const stranger = await fixture().another();
    assertProblem(await journey.complete(code, stranger.caller), "TENANT_NOT_FOUND");
    for (const caller of [stranger.caller, fixture().caller]) {
      const path = `/v1/tenants/${await fixture().tenant(caller)}/connect-sessions/${journey.session.id}:complete`;
      assertProblem(await caller.post(path, { completionCode: code }), "CONNECT_SESSION_NOT_FOUND");
    }
    await fixture().assertNothingMade(journey);
    assert.equal((await journey.complete(code)).status, 200);
  });

  verifies("oauth.attack.completion-replay", "creates one connection per code, for its own session", async () => {
    const tenantId = await fixture().tenant();
    const [first, second] = [
      await fixture().journey({ tenantId, completion: "confirmed" }),
      await fixture().journey({ tenantId, completion: "confirmed" }),
    ];
    const back = await first.land(await first.toCallback(user));
    const { completion_code: code = "" } = returnedWith(back, testReturnUrl);
    await second.land(await second.toCallback(user));
    assertProblem(await second.complete(code), "COMPLETION_CODE_INVALID");
    const responses = await Promise.all(Array.from({ length: 20 }, () => first.complete(code)));
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200]);
    const [connection, ...more] = await fixture().connectionsOf(tenantId);
    assert.deepEqual(more, []);
    const path = `/v1/tenants/${tenantId}/connections/${connection?.id ?? ""}`;
    assert.equal((await fixture().caller.delete(path)).status, 200);
    // Even after its connection is gone, it creates no other.
    await first.complete(code);
    const after = await fixture().connectionsOf(tenantId);
    assert.deepEqual(
      after.map(({ id, status }) => ({ id, status })),
      [{ id: connection?.id, status: "disconnected" }],
    );
  });

  verifies("oauth.attack.reduced-scope", "shows deselected scopes and doesn't run their actions", async () => {
    const journey = await fixture().journey();
    const session = await journey.goAllTheWay({ ...user, withoutScope: "repo" });
    assert.equal(session.status, "completed");
    assert.ok(session.connection_id !== null);
    const [connection] = await fixture().connectionsOf(session.tenant_id);
    assert.deepEqual(connection?.grantedActions, ["user.get"]);
    assert.deepEqual(connection?.auth_config, { scopes: ["read:user"] });
    const connected = new Connected(fixture().caller, session.tenant_id, session.connection_id);
    const effects = fixture().github.api.ledger.effects.length;
    assertProblem(await connected.execute("issues.list", repository), "ACTION_NOT_GRANTED");
    const write = { ...repository, title: "Not granted" };
    assertProblem(await connected.execute("issues.create", write, { idempotencyKey: "reduced" }), "ACTION_NOT_GRANTED");
    assert.equal(fixture().github.api.ledger.effects.length, effects);
    await connected.run("user.get", {});
    // The same user agrees to all scopes in a reconnect.
    const again = await fixture().journey({ tenantId: session.tenant_id, connection_id: session.connection_id });
    assert.equal((await again.goAllTheWay(user)).connection_id, session.connection_id);
    await connected.run("issues.list", repository);
  });

  verifies("oauth.attack.reduced-scope", "fails a session without remaining actions", async () => {
    const journey = await fixture().journey({ requestedActions: ["issues.list"] });
    // The authorization server refuses a request without scopes, so one that serves no action remains.
    const atProvider = await journey.toProvider();
    atProvider.searchParams.set("scope", "repo read:user");
    await journey.land(await agreeAt(journey.browser, atProvider, { ...user, withoutScope: "repo" }));
    const session = await fixture().assertNothingMade(journey);
    assert.deepEqual([session.status, session.error?.code], ["failed", "ACTION_NOT_GRANTED"]);
  });
});
