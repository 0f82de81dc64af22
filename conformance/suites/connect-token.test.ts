/** The Connect token, its origins, and the frontend API. */
import assert from "node:assert/strict";
import type { ConnectSession, ExchangedConnectToken, FrontendSession } from "@svc/contract";
import {
  assertProblem,
  everyAction,
  Frontend,
  openSession,
  suite,
  testOrigin,
  verifies,
  withOtherEnd,
  type HttpResponse,
} from "../harness/index.ts";

suite("Connect token", (fixture) => {
  const from = (origin: string | null): Frontend => new Frontend(fixture().server.http, origin);
  const statusOf = async (tenantId: string, id: string): Promise<string> => {
    const response = await fixture().caller.get(`/v1/tenants/${tenantId}/connect-sessions/${id}`);
    return (response.json as ConnectSession).status;
  };

  verifies("connect.token-once", "answers 410 to a second exchange, and the first stays valid", async () => {
    const tenantId = await fixture().tenant();
    const { token, id } = await openSession(fixture().caller, tenantId);
    const secret = await from(testOrigin).open(token);
    assert.equal(await statusOf(tenantId, id), "opened");
    assertProblem(await from(testOrigin).exchange(token), "CONNECT_TOKEN_USED");
    const session = await from(testOrigin).send("GET", "/connect/v1/session", undefined, secret);
    assert.equal(session.status, 200);
  });

  verifies("connect.token-once", "lets only one of fifty concurrent exchanges succeed", async () => {
    const { token } = await openSession(fixture().caller, await fixture().tenant());
    const responses = await Promise.all(Array.from({ length: 50 }, () => from(testOrigin).exchange(token)));
    assert.equal(responses.filter(({ status }) => status === 200).length, 1);
    for (const response of responses) if (response.status !== 200) assertProblem(response, "CONNECT_TOKEN_USED");
  });

  verifies(
    "connect.token-invalid",
    "refuses wrong and altered tokens, another session's id and a service key",
    async () => {
      const { token, id } = await openSession(fixture().caller, await fixture().tenant());
      const wrong = [
        "x",
        withOtherEnd(token),
        token.toUpperCase(),
        `${token}x`,
        token.slice(1),
        id,
        fixture().client.key,
        "a".repeat(256),
      ];
      for (const one of wrong) assertProblem(await from(testOrigin).exchange(one), "CONNECT_TOKEN_INVALID");
      for (const body of [{}, { token: "" }, { token: 1 }, { token: "a".repeat(257) }, { token, more: 1 }]) {
        assertProblem(await from(testOrigin).send("POST", "/connect/v1/exchange", body), "INVALID_REQUEST");
      }
      await from(testOrigin).open(token);
    },
  );

  verifies("connect.exchange-response", "returns session, form, secret and the actions to agree to", async () => {
    const tenantId = await fixture().tenant();
    const session = await openSession(fixture().caller, tenantId);
    const response = await from(testOrigin).exchange(session.token);
    const exchanged = response.json as ExchangedConnectToken;
    assert.equal(exchanged.session.id, session.id);
    assert.equal(exchanged.session.status, "opened");
    assert.equal(exchanged.session.tenantDisplayName, "Acme Inc.");
    assert.deepEqual(
      exchanged.session.actions.map(({ id }) => id),
      [...everyAction],
    );
    for (const action of exchanged.session.actions) {
      assert.ok(action.consent.length > 10, `${action.id} isn't described in plain words`);
      assert.equal(action.added, true);
    }
    assert.deepEqual(
      exchanged.provider.fields.map(({ name }) => name),
      ["access_token"],
    );
    assert.ok(URL.canParse(exchanged.provider.fields[0]?.helpUrl ?? ""));
    assert.ok(exchanged.sessionSecret.length >= 43);
    assert.notEqual(exchanged.sessionSecret, session.token);
    assert.equal(response.headers["cache-control"], "no-store");
  });

  verifies(
    "connect.origin",
    "answers 403 to a missing, null or nearly right origin, and keeps the token valid",
    async () => {
      const { server } = fixture();
      const tenantId = await fixture().tenant();
      const { token, id } = await openSession(fixture().caller, tenantId);
      const wrong = [
        null,
        "null",
        "",
        "https://evil.example",
        "https://app.example.com.evil.example",
        "https://evil-app.example.com",
        "https://app.example.co",
        "https://sub.app.example.com",
        "https://example.com",
        "http://app.example.com",
        "https://app.example.com:8443",
        "https://app.example.com:443",
        "https://app.example.com/",
        "https://app.example.com.",
        "https://APP.example.com",
        "HTTPS://app.example.com",
        "https://user@app.example.com",
        "https://app.example.com https://evil.example",
        "https://app.example.com, https://app.example.com",
        "*",
        server.url.replace("127.0.0.1", "localhost"),
        server.url.replace(/:\d+$/, ":1"),
      ];
      for (const origin of wrong) {
        const response = await from(origin).exchange(token);
        assert.equal(response.status, 403, `${origin}: ${response.text}`);
        assertProblem(response, "ORIGIN_NOT_ALLOWED");
        assert.equal(response.headers["access-control-allow-origin"], undefined, String(origin));
        assert.equal(await statusOf(tenantId, id), "pending");
      }
      const twice = await server.http.send({
        method: "POST",
        path: "/connect/v1/exchange",
        body: { token },
        headers: [
          ["content-type", "application/json"],
          ["origin", testOrigin],
          ["origin", "https://evil.example"],
        ],
      });
      assertProblem(twice, "ORIGIN_NOT_ALLOWED");
      await from(testOrigin).open(token);
    },
  );

  verifies("connect.origin", "accepts the service's own origin, for the hosted page", async () => {
    const { token } = await openSession(fixture().caller, await fixture().tenant());
    await from(fixture().server.url).open(token);
  });

  verifies("connect.origin", "checks the origin of every call after the exchange", async () => {
    const { provider } = fixture();
    const tenantId = await fixture().tenant();
    const { token, id } = await openSession(fixture().caller, tenantId);
    const secret = await from(testOrigin).open(token);
    const before = provider.ledger.requests.length;
    for (const origin of [null, "null", "https://evil.example"]) {
      const body = { access_token: provider.tokens.serviceAccount };
      const responses = [
        await from(origin).send("POST", "/connect/v1/credential", body, secret),
        await from(origin).send("POST", "/connect/v1/cancel", undefined, secret),
      ];
      for (const response of responses) assertProblem(response, "ORIGIN_NOT_ALLOWED");
    }
    assertProblem(
      await from("https://evil.example").send("GET", "/connect/v1/session", undefined, secret),
      "ORIGIN_NOT_ALLOWED",
    );
    assert.equal(provider.ledger.requests.length, before);
    assert.equal(await statusOf(tenantId, id), "opened");
  });

  verifies("connect.cors", "answers preflights for any origin, without credentials", async () => {
    const preflight = (path: string, origin: string, method: string): Promise<HttpResponse> =>
      fixture().server.http.send({
        method: "OPTIONS",
        path,
        headers: [
          ["origin", origin],
          ["access-control-request-method", method],
          ["access-control-request-headers", "authorization,content-type"],
        ],
      });
    const calls = [
      ["exchange", "POST"],
      ["credential", "POST"],
      ["cancel", "POST"],
      ["session", "GET"],
    ] as const;
    for (const [call, method] of calls) {
      for (const origin of [testOrigin, "https://anyone.example"]) {
        const { status, headers } = await preflight(`/connect/v1/${call}`, origin, method);
        assert.ok(status === 204 || status === 200, `${call} ${status}`);
        assert.ok(["*", origin].includes(headers["access-control-allow-origin"] ?? ""), call);
        assert.ok(headers["access-control-allow-methods"]?.includes(method), call);
        assert.match(headers["access-control-allow-headers"] ?? "", /authorization/i);
        assert.match(headers["access-control-allow-headers"] ?? "", /content-type/i);
        assert.equal(headers["access-control-allow-credentials"], undefined);
      }
    }
    const service = await preflight("/v1/tenants", testOrigin, "POST");
    assert.equal(service.headers["access-control-allow-origin"], undefined, "a browser could call the service API");
  });

  verifies("connect.cors", "allows only the session's origin in real responses", async () => {
    const { token } = await openSession(fixture().caller, await fixture().tenant());
    const opened = await from(testOrigin).exchange(token);
    const { sessionSecret } = opened.json as ExchangedConnectToken;
    const session = await from(testOrigin).send("GET", "/connect/v1/session", undefined, sessionSecret);
    const invalid = await from(testOrigin).submit(sessionSecret, "nonsense");
    const used = await from(testOrigin).exchange(token);
    for (const response of [opened, session, invalid, used]) {
      assert.equal(response.headers["access-control-allow-origin"], testOrigin, response.text);
      assert.equal(response.headers["access-control-allow-credentials"], undefined);
      assert.match(response.headers["vary"] ?? "", /origin/i);
    }
    for (const origin of [null, "https://evil.example"]) {
      const response = await from(origin).exchange(token);
      assert.equal(response.headers["access-control-allow-origin"], undefined);
    }
  });

  verifies("connect.secret", "refuses a missing or wrong secret, the token and a service key", async () => {
    const { provider, client } = fixture();
    const session = await openSession(fixture().caller, await fixture().tenant());
    await from(testOrigin).open(session.token);
    const before = provider.ledger.requests.length;
    for (const secret of [undefined, "", "wrong", session.token, client.key, session.id]) {
      const body = { access_token: provider.tokens.serviceAccount };
      const responses = [
        await from(testOrigin).send("POST", "/connect/v1/credential", body, secret),
        await from(testOrigin).send("POST", "/connect/v1/cancel", undefined, secret),
        await from(testOrigin).send("GET", "/connect/v1/session", undefined, secret),
      ];
      for (const response of responses) assertProblem(response, "CONNECT_TOKEN_INVALID");
    }
    assert.equal(provider.ledger.requests.length, before);
  });

  verifies("connect.frontend-session", "finds the session after a reload, and cancels it for both sides", async () => {
    const tenantId = await fixture().tenant();
    const { token, id } = await openSession(fixture().caller, tenantId);
    const opened = (await from(testOrigin).exchange(token)).json as ExchangedConnectToken;
    const secret = opened.sessionSecret;
    for (let count = 0; count < 2; count++) {
      const session = await from(testOrigin).send("GET", "/connect/v1/session", undefined, secret);
      assert.deepEqual(session.json, opened.session);
      assert.ok(!session.text.includes(token) && !session.text.includes(secret));
    }
    const cancelled = await from(testOrigin).send("POST", "/connect/v1/cancel", undefined, secret);
    assert.equal((cancelled.json as FrontendSession).status, "cancelled");
    assert.equal(await statusOf(tenantId, id), "cancelled");
  });

  verifies("connect.cancel", "accepts no credential for a cancelled session, and calls no provider", async () => {
    const { provider } = fixture();
    const tenantId = await fixture().tenant();
    for (const side of ["frontend", "backend"]) {
      const { token, id } = await openSession(fixture().caller, tenantId);
      const secret = await from(testOrigin).open(token);
      if (side === "frontend") await from(testOrigin).send("POST", "/connect/v1/cancel", undefined, secret);
      else await fixture().caller.post(`/v1/tenants/${tenantId}/connect-sessions/${id}:cancel`);
      const before = provider.ledger.requests.length;
      const response = await from(testOrigin).submit(secret, provider.tokens.serviceAccount);
      assert.ok([401, 409].includes(response.status), response.text);
      assert.equal(provider.ledger.requests.length, before);
    }
    const { connections } = (await fixture().caller.get(`/v1/tenants/${tenantId}/connections`)).json as {
      connections: unknown[];
    };
    assert.deepEqual(connections, []);
  });

  verifies("connect.url-no-token", "keeps token and secret out of connectUrl and the server's log", async () => {
    const { server } = fixture();
    const session = await openSession(fixture().caller, await fixture().tenant());
    assert.ok(!session.connectUrl.includes(session.token));
    const secret = await from(testOrigin).open(session.token);
    await from(testOrigin).send("GET", "/connect/v1/session", undefined, secret);
    for (const value of [session.token, secret]) {
      assert.ok(!server.log().includes(value), "the log contains it");
      for (const query of [`token=${value}`, `secret=${value}`]) {
        const response = await from(testOrigin).send("GET", `/connect/v1/session?${query}`);
        assert.ok(response.status >= 400, "a secret in a query is accepted");
      }
    }
  });
});
