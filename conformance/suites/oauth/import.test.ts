/** Tokens that another service obtained for the same OAuth app: imported with their scopes, and refreshed as usual. */
import assert from "node:assert/strict";
import type { ImportedConnection } from "@svc/contract";
import { assertProblem, Connected, uniqueName, verifies, type HttpResponse, type Caller } from "../../harness/index.ts";
import { oauthSuite, repository, type OAuthFixture } from "../../harness/oauth/fixture.ts";

type Tokens = { accessToken: string; refreshToken: string };

/** The tokens of a user who connected elsewhere: here, in another tenant. */
async function tokensOf(fixture: OAuthFixture, login = "octocat"): Promise<Tokens> {
  await fixture.connected({ login });
  const newest = (kind: string): string => {
    const found = fixture.authorization.secrets.findLast(({ name }) => name.startsWith(kind));
    assert.ok(found !== undefined, kind);
    return found.value;
  };
  return { accessToken: newest("access_token"), refreshToken: newest("refresh_token") };
}

function importTokens(
  caller: Caller,
  tenantId: string,
  credential: unknown,
  fields: object = {},
): Promise<HttpResponse> {
  const requestedActions = ["issues.list", "issues.create", "user.get"];
  const body = { provider: "github", authKind: "oauth2_authorization_code", requestedActions, credential, ...fields };
  const idempotencyKey = uniqueName("import");
  return caller.post(`/v1/tenants/${tenantId}/connections:import`, body, { idempotencyKey });
}

oauthSuite("import", (fixture) => {
  const importer = async (): Promise<{ caller: Caller; tenantId: string }> => {
    const { caller } = await fixture().another({ flags: ["--allow-import"] });
    return { caller, tenantId: await fixture().tenant(caller) };
  };

  verifies("import.oauth", "uses the imported token, and refreshes it when it is rejected", async () => {
    const { authorization, github } = fixture();
    const { caller, tenantId } = await importer();
    const tokens = await tokensOf(fixture());
    const refreshes = authorization.refreshes.length;
    const response = await importTokens(caller, tenantId, { ...tokens, scopes: ["repo", "read:user"] });
    assert.equal(response.status, 200, response.text);
    assert.equal(authorization.refreshes.length, refreshes, "an import refreshed the token");
    const { connection, account } = response.json as ImportedConnection;
    assert.ok(connection !== null);
    assert.match(account.name, /octocat/i);
    assert.deepEqual([connection.origin, connection.status], ["import", "active"]);
    assert.deepEqual(connection.auth_config.scopes, ["repo", "read:user"]);
    const connected = new Connected(caller, tenantId, connection.id);
    await connected.run("issues.list", repository);
    await authorization.expireAccessTokens();
    const effects = github.api.ledger.effects.length;
    const title = uniqueName("title");
    await connected.run("issues.create", { ...repository, title }, { idempotencyKey: title });
    assert.equal(authorization.refreshes.length, refreshes + 1);
    assert.equal(github.api.ledger.effects.length, effects + 1);
    for (const text of [response.text, fixture().server.log()]) {
      for (const token of Object.values(tokens)) assert.ok(!text.includes(token));
    }
  });

  verifies("import.oauth", "grants what the scopes allow, and nothing without scopes", async () => {
    const { caller, tenantId } = await importer();
    const { accessToken } = await tokensOf(fixture());
    const less = await importTokens(caller, tenantId, { accessToken, scopes: ["read:user"] }, { dryRun: true });
    const granted = (less.json as ImportedConnection).grantedActions;
    assert.ok(granted.includes("user.get") && !granted.includes("issues.create"), less.text);
    const none = await importTokens(
      caller,
      tenantId,
      { accessToken, scopes: ["read:user"] },
      { requestedActions: ["issues.create"] },
    );
    assertProblem(none, "ACTION_NOT_GRANTED");
  });

  verifies("import.oauth", "refuses tokens that are malformed, expired or also used as a scope", async () => {
    const { authorization } = fixture();
    const { caller, tenantId } = await importer();
    const { accessToken, refreshToken } = await tokensOf(fixture());
    const scopes = ["repo", "read:user"];
    for (const credential of [
      { accessToken },
      { scopes },
      { access_token: accessToken, scopes },
      { accessToken, scopes: "repo" },
      { accessToken, scopes: [accessToken] },
      { accessToken, scopes, expiresAt: "tomorrow" },
      { accessToken, scopes, expiresAt: "2026-13-45T99:99:99Z" },
      { accessToken: `${accessToken}\n`, scopes },
      { accessToken, scopes, tokenUrl: "https://evil.example" },
    ]) {
      const response = await importTokens(caller, tenantId, credential);
      assertProblem(response, "CREDENTIAL_INVALID");
      assert.ok(!response.text.includes(accessToken));
    }
    await authorization.expireAccessTokens();
    const refreshes = authorization.refreshes.length;
    const expired = await importTokens(caller, tenantId, { accessToken, refreshToken, scopes });
    assertProblem(expired, "CREDENTIAL_REJECTED");
    assert.equal(authorization.refreshes.length, refreshes);
    assert.deepEqual(await fixture().connectionsOf(tenantId, caller), []);
  });
});
