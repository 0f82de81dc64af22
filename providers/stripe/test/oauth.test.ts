/** Connected accounts: who they are, in which mode, and how their access ends. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { identifyAt } from "../../../packages/server/test/simulated-provider.ts";
import { oauthApp, startStripeSimulator, tokens } from "../simulator/index.ts";
import { stripe } from "../src/index.ts";
import { oauth } from "../src/oauth.ts";

const id = "acct_1Simulated000000";
const connected = (facts: Readonly<Record<string, string>>) => ({
  accessToken: tokens.connected,
  refreshToken: null,
  expiresAt: null,
  scopes: ["read_write"],
  facts,
});

async function open(t: TestContext) {
  const simulator = await startStripeSimulator();
  t.after(() => simulator.close());
  return simulator;
}

test("an account in test mode and the same one in live mode are two accounts, and say so", async (t) => {
  const { url } = await open(t);
  for (const [livemode, mode] of [
    ["false", "test"],
    ["true", "live"],
  ] as const) {
    const credential = connected({ account_id: id, livemode });
    const account = { slug: `${id}/${mode}`, name: `Simulated account (${mode} mode)` };
    const identified = await identifyAt(stripe, url, credential);
    assert.deepEqual([identified.kind, "account" in identified ? identified.account : null], ["alive", account]);
    assert.equal(oauth.credentialKind(credential), `${mode}_token`);
  }
});

test("refuses a token for another account than the one that agreed", async (t) => {
  const { url } = await open(t);
  const identified = await identifyAt(
    stripe,
    url,
    connected({ account_id: "acct_1Other0000000000", livemode: "false" }),
  );
  assert.equal(identified.kind, "refused");
});

test("the secret part of a token has nothing of the account's id", () => {
  assert.equal(oauth.secretPart?.(tokens.connected), "connected0".repeat(8));
  assert.equal(oauth.secretPart?.("sk_live_anOlderToken00000000"), "sk_live_anOlderToken00000000");
});

test("only the platform's own secret key ends the access of its own connected account", async (t) => {
  const simulator = await open(t);
  const end = async (secret: string, form: Readonly<Record<string, string>>) => {
    const response = await fetch(`${simulator.url}/oauth/deauthorize`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}` },
      body: new URLSearchParams(form),
    });
    return [response.status, await response.json()] as const;
  };
  const works = () => simulator.world.tokens.find(tokens.connected, Date.now()) !== undefined;
  const form = { client_id: oauthApp.clientId, stripe_user_id: id };
  assert.equal((await end("other", form))[0], 401);
  assert.equal((await end(oauthApp.clientSecret, { ...form, stripe_user_id: "acct_2" }))[0], 401);
  assert.equal((await end(oauthApp.clientSecret, { client_id: oauthApp.clientId }))[0], 400);
  assert.ok(works());
  assert.deepEqual(await end(oauthApp.clientSecret, form), [200, { stripe_user_id: id }]);
  assert.ok(!works());
});
