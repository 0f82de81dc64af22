/** Our signatures match those in AWS's documentation and of its own signer for Node, and the simulators accept them. */
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";
import { SignatureV4 } from "@smithy/signature-v4";
import type { SignableRequest } from "@svc/provider-kit";
import { Refusal } from "@svc/simulator";
import { accessKeys, signerOf } from "../simulator/index.ts";
import { signRequest, type SigningKey } from "../src/index.ts";

const { id, secret } = accessKeys.everything;
const key: SigningKey = { accessKeyId: id, secretAccessKey: secret, region: "eu-west-1", service: "secretsmanager" };
const plain: SignableRequest = {
  method: "GET",
  host: "example.amazonaws.com",
  origin: null,
  path: "/",
  query: "",
  headers: {},
  body: "",
};
const json = { "content-type": "application/x-amz-json-1.1", "x-amz-target": "secretsmanager.PutSecretValue" };
const requests: readonly SignableRequest[] = [
  plain,
  { ...plain, host: "127.0.0.1:8080", query: "Action=GetCallerIdentity&Version=2011-06-15" },
  { ...plain, method: "POST", headers: json, body: '{"SecretString":"é 𝄞 \\u2028"}' },
  { ...plain, headers: { "x-amz-meta": "  a   b " }, query: "b=2&a=1+2&a=%2B%26&c=&A=!*'()" },
  { ...plain, method: "DELETE", path: "/a%20b/c%2Fd/é".replace("é", "%C3%A9"), query: "x=%C3%A9" },
];
const times = ["2015-08-30T12:36:00Z", "2026-11-27T00:00:00Z", "2027-12-31T23:59:59Z"];

/** The hash in the form that the official signer requires. */
class Sha256 {
  readonly #hash;
  constructor(secretKey?: string | Uint8Array | ArrayBuffer | ArrayBufferView) {
    const made =
      secretKey === undefined ? createHash("sha256") : createHmac("sha256", Buffer.from(secretKey as Buffer));
    this.#hash = made;
  }
  update(data: string | Uint8Array | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(Buffer.from(data as Buffer));
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }
  reset(): void {
    throw new Error("not used");
  }
}

test("creates the signature of AWS's own example", () => {
  const example: SigningKey = {
    accessKeyId: "AKIDEXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
    region: "us-east-1",
    service: "service",
  };
  const { authorization = "" } = signRequest(plain, example, Date.parse("2015-08-30T12:36:00Z"));
  assert.equal(
    authorization,
    "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
  );
});

test("creates the official signer's header for the same time", async () => {
  const official = new SignatureV4({
    credentials: { accessKeyId: id, secretAccessKey: secret },
    region: key.region,
    service: key.service,
    sha256: Sha256,
    applyChecksum: false,
  });
  for (const request of requests) {
    for (const time of times) {
      const { method, host, path, headers, body } = request;
      const query: Record<string, string[]> = {};
      for (const [name, value] of new URLSearchParams(request.query)) (query[name] ??= []).push(value);
      const unsigned = { method, protocol: "http:", hostname: host, path, query, headers: { ...headers, host }, body };
      const signed = await official.sign(unsigned, { signingDate: new Date(time) });
      const ours = signRequest(request, key, Date.parse(time));
      assert.equal(ours["authorization"], signed.headers["authorization"], JSON.stringify(request));
      assert.equal(ours["x-amz-date"], signed.headers["x-amz-date"]);
    }
  }
});

/** The owner of the key according to the simulators, or the error's name. */
function seenBy(request: SignableRequest, signed: Record<string, string>, timeMs: number): string {
  const { method, path, host, body: bodyText } = request;
  const errors = { status: 400, unknownKey: "unknown", wrongSignature: "wrong" };
  const headers = { ...request.headers, host, ...signed };
  const query = new URLSearchParams(request.query);
  const received = { sequence: 1, timeMs, method, path, query, headers, bodyText };
  try {
    return signerOf(received, { keys: Object.values(accessKeys), service: "secretsmanager", errors }).name;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return `${error.code} ${error.message.split(":", 1)[0] ?? ""}`;
  }
}

test("the simulators accept our signatures for five minutes, and no changed request", () => {
  const nowMs = Date.parse("2026-11-27T00:00:00Z");
  for (const request of requests) {
    const signed = signRequest(request, key, nowMs);
    for (const laterMs of [-300_000, 0, 300_000]) {
      assert.equal(seenBy(request, signed, nowMs + laterMs), "everything", JSON.stringify(request));
    }
    assert.match(seenBy(request, signed, nowMs + 301_000), /^wrong Signature expired/);
    assert.match(seenBy(request, signed, nowMs - 301_000), /^wrong Signature not yet current/);
    const changed: readonly Partial<SignableRequest>[] = [
      { method: "PUT" },
      { host: "elsewhere.example" },
      { path: "/x" },
      { query: "x=1" },
      { body: "x" },
      { headers: { ...request.headers, "x-amz-target": "secretsmanager.DeleteSecret" } },
    ];
    for (const change of changed) {
      assert.match(seenBy({ ...request, ...change }, signed, nowMs), /^wrong The request/, JSON.stringify(change));
    }
    for (const other of [{ secretAccessKey: "x".repeat(40) }, { service: "ssm" }]) {
      assert.match(seenBy(request, signRequest(request, { ...key, ...other }, nowMs), nowMs), /^wrong The request/);
    }
    const unknown = signRequest(request, { ...key, accessKeyId: "AKIAUNKNOWN" }, nowMs);
    assert.match(seenBy(request, unknown, nowMs), /^unknown/);
    assert.match(seenBy(request, {}, nowMs), /^IncompleteSignature/);
  }
});
