/** A callback while the key service fails: nothing is stored, and nothing is lost silently. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { startKeyService, type KeyService } from "../../adapters/vault/key-service.ts";
import { atProvider, storedCredential, throughProvider } from "./steps.ts";
import { makeFixture, type Fixture } from "./fixture.ts";

/** Returns the text in the key service's errors, and everything secret that the provider issued or received. */
function collectSecrets({ server }: Fixture, callback: string): readonly string[] {
  const { searchParams } = new URL(callback);
  const shown = server.tokenRequests.flatMap((form) => [form["code_verifier"] ?? "", form["client_secret"] ?? ""]);
  return [
    "canary-request-body",
    searchParams.get("code") ?? "",
    searchParams.get("state") ?? "",
    ...server.given,
    ...shown,
  ];
}

function assertNowhere(texts: Readonly<Record<string, string>>, secrets: readonly string[]): void {
  assert.ok(secrets.length > 6 && secrets.every((secret) => secret.length > 5), "there are no secrets to look for");
  for (const [where, text] of Object.entries(texts)) {
    for (const [index, secret] of secrets.entries())
      assert.ok(!text.includes(secret), `secret ${index} is in ${where}`);
  }
}

for (const mode of ["throttles", "denies", "foreign"] satisfies readonly KeyService["mode"][]) {
  test(`a callback while the key service ${mode} stores nothing, reports it, and the session can continue`, async (t) => {
    const keys = startKeyService();
    const fixture = await makeFixture(t, { rootKeys: keys.rootKeys });
    const { session, browser, location } = await atProvider(fixture);
    const callback = fixture.server.agree(location);
    keys.mode = mode;
    const page = await browser.go(callback);
    assert.deepEqual([page.status, page.headers["retry-after"]], [503, "1"]);
    assert.match(page.html, /Not possible right now/);
    assert.ok(page.html.includes(`/connect/${session.id}" rel="noreferrer">Try again</a>`), "no way to continue");
    assert.equal(fixture.server.given.length, 3, "the provider gave no tokens");
    const { status, error, connection_id } = await fixture.session(session.id);
    assert.deepEqual([status, error, connection_id], ["opened", null, null]);
    assert.deepEqual(await fixture.connections(), []);
    assert.deepEqual(await fixture.audit("connect_session.authorization_failed"), [{ reason: "overloaded" }]);
    const stored = globSync(`${fixture.databaseFile}*`).map((file) => readFileSync(file, "latin1"));
    const outputs = {
      page: page.html,
      headers: JSON.stringify(page.headers),
      log: fixture.log(),
      database: stored.join(),
    };
    assertNowhere(outputs, collectSecrets(fixture, callback));
    assert.equal((await browser.go(callback)).status, 409, "the response was spent");
    assert.equal(fixture.server.tokenRequests.length, 1, "a code was exchanged twice");
    keys.mode = "responses";
    const back = await throughProvider(fixture, session);
    assert.match(back.location, /status=completed/);
    const [connection] = await fixture.connections();
    assert.ok(
      fixture.server.given.slice(3).includes((await storedCredential(fixture, String(connection?.["id"]))).accessToken),
    );
  });
}
