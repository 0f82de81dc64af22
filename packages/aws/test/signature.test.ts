/** Our signatures match those in AWS's documentation, and the simulators accept them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SignableRequest } from "@svc/provider-kit";
import { Refusal } from "@svc/simulator";
import { accessKeys, signerOf } from "../simulator/index.ts";
import { signRequest, type SigningKey } from "../src/index.ts";
import { key, plain, requests } from "./requests-to-sign.ts";

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
