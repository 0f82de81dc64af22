/** OAuth apps in the admin API: one that somebody has replaced isn't removed or replaced unseen. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sampleOAuth, sampleReview } from "../../domain/providers/sample-review.ts";
import { makeFixture, type Fixture } from "../console/fixture.ts";
import { callerAs, type Caller } from "./caller.ts";

let fixture: Fixture;
let admin: Caller;
before(async () => {
  fixture = await makeFixture({}, { empty: true });
  ({ call: admin } = await callerAs(fixture, "admin"));
  const set = await admin("setMcpServer", { params, body: { review: { ...sampleReview(), auth } } });
  assert.equal(set.status, 200, JSON.stringify(set.body));
});
after(() => fixture.close());

/** A provider to which users connect with an app that an operator registers there. */
const params = { provider: "notes" };
const auth = { ...sampleOAuth, app: "own" };
const set = (clientId: string, headers: Readonly<Record<string, string>>) =>
  admin("setOAuthApp", { params, headers, body: { clientId, secret: `secret-of-${clientId}` } });
const stored = async () => {
  const { body } = await admin("listOAuthApps");
  return (body["oauthApps"] as { clientId: string; source: string }[])
    .filter(({ source }) => source === "database")
    .map(({ clientId }) => clientId);
};

test("an app is removed or replaced only in the version that was read", async () => {
  const first = await set("one", { "if-none-match": "*" });
  assert.equal(first.status, 200);
  const second = await set("two", { "if-match": first.etag });
  assert.equal(second.status, 200);
  const stale = { "if-match": first.etag };
  for (const refused of [
    await set("three", { "if-none-match": "*" }),
    await set("three", stale),
    await admin("removeOAuthApp", { params, headers: stale }),
  ]) {
    assert.deepEqual([refused.status, refused.code], [412, "PRECONDITION_FAILED"]);
  }
  assert.deepEqual(await stored(), ["two"]);
  assert.equal((await admin("removeOAuthApp", { params, headers: { "if-match": second.etag } })).status, 200);
  assert.deepEqual(await stored(), []);
  assert.equal((await admin("removeOAuthApp", { params, headers: { "if-match": second.etag } })).status, 404);
});
