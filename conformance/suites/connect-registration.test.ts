/** The origins and return URLs that a session may name. */
import assert from "node:assert/strict";
import type { ConnectSession } from "@svc/contract";
import {
  assertProblem,
  makeClient,
  sessionBody,
  suite,
  testOrigin,
  testReturnUrl,
  uniqueName,
  verifies,
  type HttpResponse,
  type Caller,
} from "../harness/index.ts";

suite("Connect registration", (fixture) => {
  let made: Promise<{ caller: Caller; path: string }> | undefined;
  const registered = () =>
    (made ??= (async () => {
      const { caller } = await makeClient(fixture().server, {
        allowedOrigins: [testOrigin, "http://localhost:3000", "https://other.example.com:8443"],
        returnUrls: [testReturnUrl, "http://localhost:3000/", "https://other.example.com:8443/deep/path"],
      });
      return { caller, path: `/v1/tenants/${await fixture().tenant(caller)}/connect-sessions` };
    })());
  const create = async (fields: Record<string, unknown>): Promise<HttpResponse> => {
    const { caller, path } = await registered();
    return caller.post(path, sessionBody(fields), { idempotencyKey: uniqueName("registration") });
  };

  verifies("connect.registered", "accepts registered origins and return URLs", async () => {
    const pairs = [
      [testOrigin, testReturnUrl],
      [testOrigin, `${testReturnUrl}/`],
      [testOrigin, `${testReturnUrl}/step/2`],
      [testOrigin, `${testReturnUrl}?step=2&next=%3D`],
      ["http://localhost:3000", "http://localhost:3000/"],
      ["http://localhost:3000", "http://localhost:3000/anything"],
      ["https://other.example.com:8443", "https://other.example.com:8443/deep/path/x"],
      [testOrigin, "https://other.example.com:8443/deep/path"],
    ] as const;
    for (const [allowedOrigin, returnUrl] of pairs) {
      const response = await create({ allowedOrigin, returnUrl });
      assert.equal(response.status, 201, `${returnUrl}: ${response.text}`);
      const session = response.json as ConnectSession;
      assert.equal(session.allowedOrigin, allowedOrigin);
      assert.equal(session.returnUrl, returnUrl);
    }
  });

  verifies("connect.registered", "answers 422 to any other origin", async () => {
    const wrong = [
      "https://evil.example",
      "http://app.example.com",
      "https://app.example.com:8443",
      "https://app.example.com.evil.example",
      "https://evil.app.example.com",
      "https://example.com",
      "https://app.example.com/path",
      "https://user@app.example.com",
      "https://app.example.com?x",
      "https://app.example.com#x",
      "https://app.example.com@evil.example",
      "https://other.example.com",
      "http://localhost:3001",
      "http://127.0.0.1:3000",
      "null",
      "*",
      "javascript:alert(1)",
      "app.example.com",
      "//app.example.com",
      "https://app.example.com\\evil",
    ];
    for (const allowedOrigin of wrong) {
      const response = await create({ allowedOrigin });
      assert.equal(response.status, 422, `${allowedOrigin}: ${response.text}`);
      assertProblem(response, "ORIGIN_NOT_REGISTERED");
    }
  });

  verifies("connect.return-attacks", "answers 422 to every prefix trick", async () => {
    const wrong = [
      "https://evil.example/connected",
      "http://app.example.com/connected",
      "https://app.example.com:8443/connected",
      "https://app.example.com.evil.example/connected",
      "https://app.example.com@evil.example/connected",
      "https://user@app.example.com/connected",
      "https://user:pass@app.example.com/connected",
      "https://app.example.com/",
      "https://app.example.com/connecte",
      "https://app.example.com/connectedness",
      "https://app.example.com/connected-evil",
      "https://app.example.com/connected.evil",
      "https://app.example.com/Connected",
      "https://app.example.com/other/../connected",
      "https://app.example.com/connected/../admin",
      "https://app.example.com/connected/./x",
      "https://app.example.com/connected/%2e%2e/admin",
      "https://app.example.com/connected/%2E%2E/admin",
      "https://app.example.com/connected/.%2e/admin",
      "https://app.example.com/connected%2fadmin",
      "https://app.example.com/connected/..;/admin",
      "https://app.example.com/connected/..%3b/admin",
      "https://app.example.com/connected/%0d%0aadmin",
      "https://app.example.com/connected%2Fadmin",
      "https://app.example.com/connected%5cadmin",
      "https://app.example.com/connected%5Cadmin",
      "https://app.example.com/connected\\admin",
      "https://app.example.com\\@evil.example/connected",
      "https:\\\\app.example.com/connected",
      "https://app.example.com/connected#fragment",
      "https://app.example.com/connected#",
      "https://app.example.com/connected?connect_session_id=x",
      "https://app.example.com/connected?status=completed",
      "https://app.example.com/connected?completion_code=x",
      "https://app.example.com/connected?a=1&%73tatus=completed",
      "https://app.example.com/conn\tected",
      "https://app.example.com/connected\n",
      " https://app.example.com/connected",
      "//app.example.com/connected",
      "/connected",
      "javascript:alert(1)//https://app.example.com/connected",
      "data:text/html,x",
      "ftp://app.example.com/connected",
      "https://other.example.com:8443/deep/pathology",
      "https://other.example.com:8443/deep",
      "http://127.0.0.1:3000/",
    ];
    for (const returnUrl of wrong) {
      const response = await create({ returnUrl });
      assert.equal(response.status, 422, `${JSON.stringify(returnUrl)}: ${response.status} ${response.text}`);
      assertProblem(response, "RETURN_URL_NOT_REGISTERED");
    }
  });

  verifies("connect.registered", "creates no session if it refuses one", async () => {
    const { caller, path } = await registered();
    const { connectSessions } = (await caller.get(`${path}?limit=100`)).json as { connectSessions: ConnectSession[] };
    const origins = new Set([testOrigin, "http://localhost:3000", "https://other.example.com:8443"]);
    for (const session of connectSessions) assert.ok(origins.has(session.allowedOrigin));
  });

  verifies("connect.registered", "refuses to register an invalid origin or return URL", async () => {
    const { server } = fixture();
    const wrong: readonly (readonly [flag: string, value: string])[] = [
      ["--allowed-origin", "*"],
      ["--allowed-origin", "http://app.example.com"],
      ["--allowed-origin", "https://app.example.com/path"],
      ["--allowed-origin", "https://*.example.com"],
      ["--return-url", "http://app.example.com/connected"],
      ["--return-url", "https://app.example.com/connected#x"],
      ["--return-url", "https://user@app.example.com/"],
      ["--return-url", "*"],
      ["--allow-action", "*"],
      ["--allow-action", "doppler"],
    ];
    for (const [flag, value] of wrong) {
      const ran = await server.operate(["service-clients", "create", "--name", uniqueName("wrong"), flag, value]);
      assert.notEqual(ran.exitCode, 0, `${flag} ${value} was registered`);
      assert.match(ran.stderr, new RegExp(`^svc-server: ${flag} ".+": .+ For example: ${flag} \\S+`));
      assert.ok(!/\n\s+at /.test(ran.stderr), "a stack trace was printed");
    }
  });
});
