/** `POST /connect/v1/status`: what the holder of a Connect token may learn about its session. */
import assert from "node:assert/strict";
import type { ConnectStatus, SubmittedCredential } from "@svc/contract";
import {
  assertProblem,
  Frontend,
  openSession,
  suite,
  testOrigin,
  verifies,
  withOtherEnd,
  type HttpResponse,
} from "../harness/index.ts";

suite("Connect status", (fixture) => {
  const ask = (token: string, origin: string | null = testOrigin): Promise<HttpResponse> =>
    new Frontend(fixture().server.http, origin).send("POST", "/connect/v1/status", { token });
  const told = async (token: string): Promise<ConnectStatus> => {
    const response = await ask(token);
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(Object.keys(response.json as object).sort(), ["connection_id", "error", "session", "status"]);
    return response.json as ConnectStatus;
  };
  const open = async (fields: Readonly<Record<string, unknown>> = {}) => {
    const session = await openSession(fixture().caller, await fixture().tenant(), fields);
    return { ...session, frontend: new Frontend(fixture().server.http) };
  };

  verifies("connect.status", "reports unused, used and completed, without consuming the token", async () => {
    const { id, token, frontend } = await open();
    for (let count = 0; count < 3; count += 1) {
      assert.deepEqual(await told(token), { session: id, status: "pending", connection_id: null, error: null });
    }
    const secret = await frontend.open(token);
    assert.equal((await told(token)).status, "opened");
    const submitted = await frontend.submit(secret, fixture().provider.tokens.serviceAccount);
    const { status, ...result } = submitted.json as SubmittedCredential & { connection_id: string };
    assert.equal(status, "completed");
    assert.deepEqual(await told(token), { session: id, status: "completed", error: null, ...result });
  });

  verifies("connect.status", "reports cancelled, and failed with its reason, after the end", async () => {
    const cancelled = await open();
    const secret = await cancelled.frontend.open(cancelled.token);
    await cancelled.frontend.send("POST", "/connect/v1/cancel", undefined, secret);
    assert.deepEqual(
      [(await told(cancelled.token)).status, (await told(cancelled.token)).connection_id],
      ["cancelled", null],
    );
    const failed = await open();
    const failing = await failed.frontend.open(failed.token);
    for (let count = 0; count < 5; count += 1) {
      assertProblem(await failed.frontend.submit(failing, fixture().provider.tokens.revoked), "CREDENTIAL_REJECTED");
    }
    const end = await told(failed.token);
    assert.deepEqual([end.status, end.error?.code, end.connection_id], ["failed", "CREDENTIAL_REJECTED", null]);
  });

  verifies(
    "connect.status",
    "answers CONNECT_TOKEN_INVALID to a wrong token, another secret or a service key",
    async () => {
      const { id, token, frontend } = await open();
      const secret = await frontend.open(token);
      for (const wrong of [withOtherEnd(token), `${token}x`, token.slice(1), secret, id, fixture().client.key, "x"]) {
        const response = await ask(wrong);
        assertProblem(response, "CONNECT_TOKEN_INVALID");
        assert.equal(response.headers["access-control-allow-origin"], undefined);
      }
      for (const body of [{}, { token: "" }, { token, more: 1 }, { token: [token] }]) {
        assertProblem(await frontend.send("POST", "/connect/v1/status", body), "INVALID_REQUEST");
      }
      assertProblem(await frontend.send("GET", `/connect/v1/status?token=${token}`), "METHOD_NOT_ALLOWED");
    },
  );

  verifies("connect.status", "refuses a foreign, missing or null origin", async () => {
    const { token } = await open();
    for (const origin of [
      null,
      "null",
      "https://evil.example",
      `${testOrigin}.evil.example`,
      testOrigin.toUpperCase(),
    ]) {
      const response = await ask(token, origin);
      assertProblem(response, "ORIGIN_NOT_ALLOWED");
      assert.equal(response.headers["access-control-allow-origin"], undefined);
      assert.ok(!response.text.includes("pending"));
    }
    const own = await ask(token, testOrigin);
    assert.equal(own.headers["access-control-allow-origin"], testOrigin);
    assert.equal(own.headers["cache-control"], "no-store");
    assert.equal((await ask(token, new URL(fixture().server.url).origin)).status, 200);
  });

  verifies(
    "connect.status",
    "gives the completion code only to the browser that submitted the credential",
    async () => {
      const { id, token, frontend, tenant_id } = await open({ completion: "confirmed" });
      const secret = await frontend.open(token);
      const submitted = await frontend.submit(secret, fixture().provider.tokens.serviceAccount);
      const { completionCode } = submitted.json as { completionCode: string };
      assert.ok(completionCode.length >= 43);
      const waiting = await ask(token);
      assert.ok(!waiting.text.includes(completionCode));
      assert.deepEqual(waiting.json, {
        session: id,
        status: "awaiting_confirmation",
        connection_id: null,
        error: null,
      });
      const complete = `/v1/tenants/${tenant_id}/connect-sessions/${id}:complete`;
      const { json } = await fixture().caller.post(complete, { completionCode });
      const { connection_id } = json as { connection_id: string };
      assert.deepEqual(await told(token), { session: id, status: "completed", connection_id, error: null });
    },
  );
});
