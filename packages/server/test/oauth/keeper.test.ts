/** The way back from the provider while the keeper of the root keys fails: nothing is stored, and nothing lost without a word. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { startKeyService, type KeyService } from "../vault/key-service.ts";
import { atProvider, held, throughProvider } from "./steps.ts";
import { makeWorld, type World } from "./world.ts";

/** What the keeper's own errors quote, and what the provider gave out or was shown. */
function secretsOf({ server }: World, callback: string): readonly string[] {
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
  assert.ok(secrets.length > 6 && secrets.every((secret) => secret.length > 5), "there is nothing to look for");
  for (const [where, text] of Object.entries(texts)) {
    for (const [index, secret] of secrets.entries())
      assert.ok(!text.includes(secret), `secret ${index} is in ${where}`);
  }
}

for (const mode of ["throttles", "denies", "foreign"] satisfies readonly KeyService["mode"][]) {
  test(`a callback while the keeper ${mode} stores nothing, says so, and the session goes on afterwards`, async (t) => {
    const keys = startKeyService();
    const world = await makeWorld(t, { rootKeys: keys.rootKeys });
    const { session, browser, location } = await atProvider(world);
    const callback = world.server.agree(location);
    keys.mode = mode;
    const page = await browser.go(callback);
    assert.deepEqual([page.status, page.headers["retry-after"]], [503, "1"]);
    assert.match(page.html, /Not possible just now/);
    assert.ok(page.html.includes(`/connect/${session.id}" rel="noreferrer">Try again</a>`), "no way on");
    assert.equal(world.server.given.length, 3, "the provider gave no tokens");
    const { status, error, connection_id } = await world.session(session.id);
    assert.deepEqual([status, error, connection_id], ["opened", null, null]);
    assert.deepEqual(await world.connections(), []);
    assert.deepEqual(await world.audit("connect_session.authorization_failed"), [{ reason: "overloaded" }]);
    const stored = globSync(`${world.databaseFile}*`).map((file) => readFileSync(file, "latin1"));
    const told = { page: page.html, headers: JSON.stringify(page.headers), log: world.log(), database: stored.join() };
    assertNowhere(told, secretsOf(world, callback));
    assert.equal((await browser.go(callback)).status, 409, "the answer is used up");
    assert.equal(world.server.tokenRequests.length, 1, "a code was exchanged twice");
    keys.mode = "answers";
    const back = await throughProvider(world, session);
    assert.match(back.location, /status=completed/);
    const [connection] = await world.connections();
    assert.ok(world.server.given.slice(3).includes((await held(world, String(connection?.["id"]))).accessToken));
  });
}
