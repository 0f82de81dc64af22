/** An exchange whose response was lost: only the browser with its proof can repeat it. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { ExchangedConnectToken } from "@svc/contract";
import { assertProblem, Frontend, openSession, suite, verifies, type HttpResponse } from "../harness/index.ts";

const newProof = (): string => randomBytes(32).toString("base64url");
const secretOf = (response: HttpResponse): string => {
  assert.equal(response.status, 200, response.text);
  return (response.json as ExchangedConnectToken).sessionSecret;
};

suite("Connect exchange with a proof", (fixture) => {
  const exchange = (token: string, proof?: string, origin?: string | null): Promise<HttpResponse> =>
    new Frontend(fixture().server.http, origin).send("POST", "/connect/v1/exchange", { token, proof });

  verifies(
    "connect.exchange-repeat",
    "returns the same secret for the same proof, until a credential is refused",
    async () => {
      const tenantId = await fixture().tenant();
      const { token } = await openSession(fixture().caller, tenantId);
      const proof = newProof();
      const secret = secretOf(await exchange(token, proof));
      assert.equal(secretOf(await exchange(token, proof)), secret);
      assertProblem(await exchange(token, newProof()), "CONNECT_TOKEN_USED");
      assertProblem(await exchange(token), "CONNECT_TOKEN_USED");
      assertProblem(await exchange(token, proof, "https://evil.example"), "ORIGIN_NOT_ALLOWED");
      const frontend = new Frontend(fixture().server.http);
      assertProblem(await frontend.submit(secret, fixture().provider.tokens.revoked), "CREDENTIAL_REJECTED");
      assertProblem(await exchange(token, proof), "CONNECT_TOKEN_USED");
      assert.equal((await frontend.submit(secret, fixture().provider.tokens.serviceAccount)).status, 200);
      assertProblem(await exchange(token, proof), "CONNECT_TOKEN_USED");
    },
  );

  verifies("connect.exchange-repeat", "doesn't repeat an exchange without a proof for a request with one", async () => {
    const { token } = await openSession(fixture().caller, await fixture().tenant());
    await new Frontend(fixture().server.http).open(token);
    assertProblem(await exchange(token, newProof()), "CONNECT_TOKEN_USED");
  });

  verifies("connect.exchange-repeat", "refuses a weak proof and leaves the token unused", async () => {
    const { token } = await openSession(fixture().caller, await fixture().tenant());
    for (const weak of ["", "a", "a".repeat(42), "a".repeat(44), `${"a".repeat(42)}=`, "a b".padEnd(43, "a")]) {
      assertProblem(await exchange(token, weak), "INVALID_REQUEST");
    }
    secretOf(await exchange(token, newProof()));
  });

  verifies(
    "connect.token-once",
    "lets only one of fifty concurrent exchanges succeed, each with its own proof or none",
    async () => {
      const { token } = await openSession(fixture().caller, await fixture().tenant());
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, index) => exchange(token, index % 3 === 0 ? undefined : newProof())),
      );
      assert.equal(responses.filter(({ status }) => status === 200).length, 1);
      for (const response of responses) if (response.status !== 200) assertProblem(response, "CONNECT_TOKEN_USED");
    },
  );

  verifies(
    "connect.exchange-repeat",
    "treats fifty concurrent exchanges with one proof as one, with one secret",
    async () => {
      const { token } = await openSession(fixture().caller, await fixture().tenant());
      const proof = newProof();
      const responses = await Promise.all(Array.from({ length: 50 }, () => exchange(token, proof)));
      assert.equal(new Set(responses.map(secretOf)).size, 1);
    },
  );
});
