/** How deliveries of each kind are verified, and which declarations of events are refused. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { content, sensitive } from "@svc/contract";
import { Type, type TSchema } from "typebox";
import { defineEvents, eventsFaults, type ProviderEvents, type Verification } from "../src/index.ts";
import { deliveryOf, isVerified, signDelivery } from "../src/testing/index.ts";

const nowMs = Date.UTC(2026, 2, 10, 9);
const secret = "canary-of-a-signing-secret";
const body = '{"id":"1"}';
const signature = { header: "x-signature", encoding: "hex" } as const;
const within = { toleranceSeconds: 300 } as const;
const keys = generateKeyPairSync("ed25519");
const publicKey = Buffer.from(String(keys.publicKey.export({ format: "jwk" })["x"]), "base64url").toString("hex");

const kinds: Readonly<Record<string, Verification>> = {
  "HMAC of the body": { ...signature, kind: "hmac_sha256", encoding: "base64", prefix: "v0=", signed: ["body"] },
  "HMAC with a time in a header": {
    ...signature,
    kind: "hmac_sha256",
    signed: [{ header: "x-time" }, { text: "." }, "body"],
    time: { from: { header: "x-time" }, unit: "milliseconds", ...within },
  },
  "HMAC in a list": {
    ...signature,
    kind: "hmac_sha256",
    element: "v1",
    signed: [{ element: "t" }, { text: "." }, "body"],
    time: { from: { element: "t" }, unit: "seconds", ...within },
  },
  "Ed25519 with a time": {
    ...signature,
    kind: "ed25519",
    signed: [{ header: "x-time" }, "body"],
    time: { from: { header: "x-time" }, unit: "seconds", ...within },
  },
  "a JSON Web Token": { kind: "jwt_hs256", header: "authorization", prefix: "Bearer ", bodyClaim: "body_sha256" },
  "a token": { kind: "token", header: "x-token" },
};

for (const [name, verification] of Object.entries(kinds)) {
  const isEd25519 = verification.kind === "ed25519";
  const known = isEd25519 ? publicKey : secret;
  const signed = (atMs: number) => signDelivery(verification, {}, body, isEd25519 ? keys.privateKey : secret, atMs);
  const accepts = (headers: Readonly<Record<string, string>>, text = body, at = nowMs, key = known): boolean =>
    isVerified(verification, deliveryOf(headers, text), key, at);

  test(`${name}: accepts what is signed`, () => assert.ok(accepts(signed(nowMs))));

  test(`${name}: refuses another secret, no header, and an altered one`, () => {
    const other = isEd25519 ? "00".repeat(32) : `${secret}x`;
    assert.ok(!accepts(signed(nowMs), body, nowMs, other));
    assert.ok(!accepts({}));
    const { header } = verification;
    const headers = signed(nowMs);
    assert.ok(!accepts({ ...headers, [header]: "" }));
    assert.ok(!accepts({ ...headers, [header]: `${headers[header] ?? ""}00` }));
    assert.ok(!accepts({ ...headers, [header]: (headers[header] ?? "").toUpperCase().slice(1) }));
  });

  if (verification.kind === "token") continue;
  test(`${name}: refuses an altered body`, () => assert.ok(!accepts(signed(nowMs), '{"id":"2"}')));

  if (verification.kind !== "jwt_hs256" && verification.time === undefined) continue;
  test(`${name}: refuses an old delivery, and one from the future`, () => {
    assert.ok(!accepts(signed(nowMs - 301_000)));
    assert.ok(!accepts(signed(nowMs + 401_000)));
  });
}

test("accepts one of several signatures in a list, but not a time that is there twice", () => {
  const verification = kinds["HMAC in a list"] ?? assert.fail();
  const { "x-signature": own = "" } = signDelivery(verification, {}, body, secret, nowMs);
  const accepts = (value: string): boolean =>
    isVerified(verification, deliveryOf({ "x-signature": value }, body), secret, nowMs);
  assert.ok(accepts(own.replace("v1=", `v1=${"00".repeat(32)},v1=`)));
  assert.ok(!accepts(`t=1,${own}`));
});

test("refuses a token whose algorithm is none", () => {
  const verification = kinds["a JSON Web Token"] ?? assert.fail();
  const { authorization = "" } = signDelivery(verification, {}, body, secret, nowMs);
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  const [, claims = "", mark = ""] = authorization.split(".");
  const headers = { authorization: `Bearer ${none}.${claims}.${mark}` };
  assert.ok(!isVerified(verification, deliveryOf(headers, body), secret, nowMs));
});

function declaration(changes: { data?: TSchema } & Partial<ProviderEvents> = {}): ProviderEvents {
  const { data = Type.String({ description: "Id." }), ...others } = changes;
  const type = {
    type: "issue.opened",
    title: "Issue opened",
    description: "An issue was opened.",
    consent: "Learn about new issues",
    requiredScopes: [],
    data: Type.Object({ id: data }, { additionalProperties: false }),
  };
  const verification = kinds["HMAC of the body"] ?? assert.fail();
  return { docsUrl: "https://docs.example", verification, read: () => null, types: [type], ...others };
}

test("accepts a declaration that breaks no rule", () => assert.deepEqual(eventsFaults(declaration()), []));

const hmac = { ...signature, kind: "hmac_sha256" } as const;
const faults: Readonly<Record<string, [ProviderEvents, RegExp]>> = {
  "a signature that doesn't cover the body": [
    declaration({ verification: { ...hmac, signed: [{ header: "x-time" }] } }),
    /must cover the body/,
  ],
  "a time that isn't signed": [
    declaration({
      verification: { ...hmac, signed: ["body"], time: { from: { header: "x-time" }, unit: "seconds", ...within } },
    }),
    /must cover the time/,
  ],
  "a time that may be a day old": [
    declaration({
      verification: {
        ...hmac,
        signed: ["body"],
        time: { from: { member: "at" }, unit: "seconds", toleranceSeconds: 86_400 },
      },
    }),
    /toleranceSeconds/,
  ],
  "an element of a header that has none": [
    declaration({ verification: { ...hmac, signed: [{ element: "t" }, "body"] } }),
    /isn't in the delivery/,
  ],
  "a header that isn't in lowercase": [
    declaration({ verification: { ...hmac, header: "X-Signature", signed: ["body"] } }),
    /in lowercase/,
  ],
  "a token that doesn't prove the body": [
    declaration({ verification: { kind: "jwt_hs256", header: "authorization", bodyClaim: "" } }),
    /doesn't prove the body/,
  ],
  "a secret in an event": [declaration({ data: sensitive(Type.String({ description: "Key." })) }), /must not hold/],
  "content in an event": [declaration({ data: content(Type.String({ description: "Text." })) }), /must not hold/],
  "a field that isn't plain": [
    declaration({ data: Type.Array(Type.String(), { description: "Ids." }) }),
    /must be a text/,
  ],
  "a field without a description": [declaration({ data: Type.String() }), /no description/],
};

for (const [name, [events, expected]] of Object.entries(faults)) {
  test(`refuses ${name}`, () => assert.throws(() => defineEvents(events), expected));
}
