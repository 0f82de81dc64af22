/** Bearer tokens in provider tests, obtained like the server does. */
import assert from "node:assert/strict";
import { generateKeyPairSync, verify } from "node:crypto";
import { test } from "node:test";
import { ProviderFailure, type BearerSource } from "../src/index.ts";
import { answered, makeBearer } from "../src/testing/index.ts";

const exchange: BearerSource = {
  kind: "exchange",
  request: { method: "POST", path: ["token"], form: { secret: "s" }, responseBody: { keep: ["token"] } },
  read(body) {
    const { token, more } = Object(body) as { token?: string; more?: unknown };
    return token === undefined || more !== undefined ? null : { token, lifetimeSeconds: 60 };
  },
  refuse: () => ({ code: "PROVIDER_UNAUTHORIZED" }),
};

test("exchanges a credential with one request, or signs with it", async () => {
  const sent: unknown[] = [];
  const token = await makeBearer(exchange, async (request) => {
    sent.push(request.form);
    return answered(200, { token: "t", more: "dropped" });
  });
  assert.deepEqual([token, sent], ["t", [{ secret: "s" }]]);
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const signed: BearerSource = {
    kind: "signed",
    jwt: (nowMs) => ({ keyId: "k", claims: { sub: "s", iat: nowMs }, privateKey: pem }),
  };
  const [header, claims, signature = ""] = (await makeBearer(signed, () => assert.fail("it sends nothing"), 7)).split(
    ".",
  );
  assert.equal(Buffer.from(claims ?? "", "base64url").toString(), '{"sub":"s","iat":7}');
  const text = Buffer.from(`${header ?? ""}.${claims ?? ""}`);
  assert.ok(verify("RSA-SHA256", text, publicKey, Buffer.from(signature, "base64url")));
});

test("throws if the exchange is refused, fails or returns no token", async () => {
  for (const [facts, code] of [
    [answered(400, {}), "PROVIDER_UNAUTHORIZED"],
    [answered(201, { token: "t" }), "PROVIDER_UNAUTHORIZED"],
    [answered(200, {}), "PROVIDER_ERROR"],
    [{ kind: "not_sent", reason: "connect" }, "PROVIDER_UNREACHABLE"],
  ] as const) {
    await assert.rejects(
      makeBearer(exchange, async () => facts),
      (failure: unknown) => failure instanceof ProviderFailure && failure.refusal.code === code,
    );
  }
});
