/** Tokens: which are accepted, how rejected ones are explained, and the workplace they belong to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderFailure } from "@svc/provider-kit";
import { answered, createPort, scriptedSend } from "@svc/provider-kit/testing";
import { tokens } from "../simulator/index.ts";
import { doppler } from "../src/index.ts";
import { tokenAuth } from "../src/auth.ts";

/** The result of identify for one response to `GET /v3/me`. */
async function identify(status: number, body: unknown): Promise<unknown> {
  const { send, requests } = scriptedSend([answered(status, body)]);
  const { port } = createPort(doppler, { credentialKind: "service_token", send });
  const account = await tokenAuth.identify(port).catch((failure: unknown) => {
    assert.ok(failure instanceof ProviderFailure);
    return failure.refusal.code;
  });
  assert.deepEqual(requests, [{ method: "GET", path: ["v3", "me"] }]);
  return account;
}

test("determines the kind from the prefix, and sends the token in one header", () => {
  const body = "a".repeat(40);
  assert.equal(tokenAuth.credentialKind({ access_token: `dp.st.dev.${body}` }), "service_token");
  assert.equal(tokenAuth.credentialKind({ access_token: `dp.sa.${body}` }), "service_account_token");
  assert.deepEqual(tokenAuth.headers({ access_token: `dp.sa.${body}` }), { authorization: `Bearer dp.sa.${body}` });
});

test("accepts or rejects every kind of simulated token by the pattern alone", () => {
  const pattern = new RegExp(tokenAuth.fields[0]?.pattern ?? "", "u");
  for (const [kind, token] of Object.entries(tokens)) {
    const refused = ["personal", "cli", "scim", "audit", "identity"].includes(kind);
    assert.equal(pattern.test(token), !refused, kind);
    assert.equal(tokenAuth.explain({ access_token: token }) === null, !refused, kind);
  }
});

test("identify returns only the workplace's slug and name", async () => {
  const workplace = { slug: "7d0f3c11a95be2468ac0", name: "Harbor Works", billing_email: "x@example.org" };
  const me = { slug: "s", name: "ci", type: "service_token", token_preview: "dp.st...x7Qp2a", workplace };
  assert.deepEqual(await identify(200, me), { slug: workplace.slug, name: workplace.name });
});

test("identify ignores an undocumented type", async () => {
  const workplace = { slug: "w", name: "W" };
  for (const type of ["service_account_token", "service_account", "anything", null, undefined]) {
    assert.deepEqual(await identify(200, { type, workplace }), workplace);
  }
  for (const type of ["personal", "cli", "CLI", "scim", "audit"]) {
    assert.equal(await identify(200, { type, workplace }), "PROVIDER_REJECTED");
  }
});

test("identify reports a missing workplace as a provider fault, and uses the slug for a missing name", async () => {
  for (const me of [{}, { workplace: {} }, { workplace: { slug: "" } }, { workplace: { slug: "a\u0000b" } }, []]) {
    assert.equal(await identify(200, me), "PROVIDER_ERROR");
  }
  for (const name of [null, undefined, "", "a\u0000b", "\ud800"]) {
    assert.deepEqual(await identify(200, { workplace: { slug: "w", name } }), { slug: "w", name: "w" });
  }
});

test("identify reports an invalid token for the documented refusals only", async () => {
  assert.equal(await identify(401, { messages: ["Invalid Auth token"] }), "PROVIDER_UNAUTHORIZED");
  assert.equal(await identify(400, { messages: ["Invalid Auth token"] }), "PROVIDER_UNAUTHORIZED");
  assert.equal(await identify(400, { messages: ["other"] }), "PROVIDER_REJECTED");
  assert.equal(await identify(403, {}), "PROVIDER_FORBIDDEN");
  assert.equal(await identify(429, {}), "PROVIDER_RATE_LIMITED");
  assert.equal(await identify(500, {}), "PROVIDER_ERROR");
  assert.equal(await identify(302, {}), "PROVIDER_ERROR");
});

test("hints agree with the schema: an accepted prefix may pass it, a rejected one can't", () => {
  for (const field of tokenAuth.fields) {
    for (const { prefix, accepted } of field.hints?.(["secrets.get"]) ?? []) {
      const token = `${prefix}${"a".repeat(40)}`;
      assert.equal(new RegExp(field.pattern).test(token), accepted, prefix);
      assert.equal(tokenAuth.explain({ access_token: token }) === null, accepted, prefix);
    }
  }
});
