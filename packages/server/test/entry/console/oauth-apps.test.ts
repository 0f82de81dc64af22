/** OAuth apps in the console: what to register at the provider, and the secret for their events. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { registeredProviders } from "../../../src/app/providers.ts";
import { makeFixture, type Fixture } from "./fixture.ts";
import { signedIn, versionIn, type PageResponse, type Visitor } from "./visitor.ts";

const providers = registeredProviders
  .map(({ provider }) => provider)
  .filter(({ slug }) => /^(github|gmail|notion)$/.test(slug));
let fixture: Fixture;
let visitor: Visitor;
let csrf: string;
before(async () => {
  fixture = await makeFixture({}, { empty: true, providers });
  visitor = await signedIn(fixture);
  csrf = await visitor.formToken();
});
after(() => fixture.close());

const send = (path: string, fields: Readonly<Record<string, string>>): Promise<PageResponse> =>
  visitor.post(path, { csrf, ...fields });
const eventsPage = (provider: string) => visitor.get(`/oauth-apps/events-secret?provider=${provider}`);
const set = (fields: Readonly<Record<string, string>>) =>
  send("/oauth-apps/events-secret/set", { provider: "github", ...fields });

test("says what to register at the provider", async () => {
  const any = await visitor.get("/oauth-apps/edit");
  assert.match(any.text, /<code>[^<]+\/connect\/oauth\/&lt;provider&gt;\/callback<\/code>/);
  const one = await visitor.get("/oauth-apps/edit?provider=gmail");
  assert.match(one.text, /<code>[^<]+\/connect\/oauth\/gmail\/callback<\/code>/);
});

test("sets the secret for an app's events, replaces it while the old one works, and not over another change", async () => {
  assert.equal((await eventsPage("github")).status, 404, "there is no app yet");
  for (const provider of ["github", "gmail"]) {
    const fields = { provider, clientId: `id-of-${provider}`, secret: "canary-app-secret" };
    assert.equal((await send("/oauth-apps/set", fields)).status, 303);
  }
  assert.equal((await eventsPage("gmail")).status, 404, "it sends no events");
  const { text: list } = await visitor.get("/oauth-apps");
  assert.match(list, /events-secret\?provider=github/);
  assert.doesNotMatch(list, /events-secret\?provider=gmail/);
  const opened = await eventsPage("github");
  assert.match(opened.text, /\/in\/v1\/<bdi>github\/id-of-github<\/bdi>/);
  assert.doesNotMatch(opened.text, /before it/);
  assert.equal((await set({ secret: "short", version: "" })).status, 422);
  const first = await set({ secret: "canary-signs-1", version: "" });
  assert.equal(first.headers.get("location"), "/oauth-apps?done=events");
  const stale = await set({ secret: "canary-signs-2", version: "" });
  assert.equal(stale.status, 409);
  assert.doesNotMatch(stale.text, /canary/);
  const kept = async () => {
    const rows = await fixture.deployment.store.eventSecrets.list();
    return rows.map(({ usableUntil }) => usableUntil !== null);
  };
  assert.deepEqual(await kept(), [false]);
  const replaced = await set({ secret: "canary-signs-2", version: versionIn(stale), keepsOld: "on" });
  assert.equal(replaced.status, 303);
  assert.deepEqual(await kept(), [false, true]);
  const alone = await set({
    secret: "canary-signs-3",
    version: versionIn(await eventsPage("github")),
    keepsOld: "off",
  });
  assert.equal(alone.status, 303);
  assert.deepEqual(await kept(), [false]);
  assert.doesNotMatch((await visitor.get("/oauth-apps")).text + fixture.log(), /canary/);
});

test("shows the secrets that a provider sends while an admin waits, and uses none of them", async () => {
  const notion = { provider: "notion", client: "" };
  const sent = `secret_${"canary".padStart(43, "0")}`;
  const expect = (fields: Readonly<Record<string, string>> = notion) =>
    send("/oauth-apps/events-secret/expect", fields);
  const offer = async (): Promise<number> => {
    const body = JSON.stringify({ verification_token: sent });
    const headers = { "content-type": "application/json" };
    return (await fetch(`${fixture.apiOrigin}/in/v1/notion/id-of-notion`, { method: "POST", headers, body })).status;
  };
  assert.equal((await expect()).status, 404, "there is no app yet");
  assert.equal((await send("/oauth-apps/set", { ...notion, clientId: "id-of-notion", secret: "app" })).status, 303);
  assert.doesNotMatch((await eventsPage("github")).text, /Wait for it/, "GitHub's secret is chosen by the operator");
  assert.equal((await expect({ provider: "github", client: "" })).status, 400);
  const { text: page } = await eventsPage("notion");
  assert.match(page, /Wait for it/);
  assert.equal(await offer(), 401, "no one waits");
  const waiting = await expect();
  assert.match(waiting.text, /Nothing has come yet/);
  await fixture.refresh();
  assert.equal(await offer(), 200);
  const came = await expect();
  assert.match(came.text, new RegExp(`data-copy="${sent}"`));
  assert.match(came.text, /Look again/);
  const kept = (await fixture.deployment.store.eventSecrets.list()).map(({ provider }) => provider);
  assert.ok(!kept.includes("notion"), "it isn't used before an admin enters it");
  assert.doesNotMatch((await eventsPage("notion")).text + fixture.log(), new RegExp(sent));
  const { secret: held } = await fixture.tokens.create({ name: "Grace", role: "operator", expiresInDays: 1 });
  const operator = await signedIn(fixture, held);
  const own = { csrf: await operator.formToken(), ...notion };
  assert.equal((await operator.post("/oauth-apps/events-secret/expect", own)).status, 403);
});
