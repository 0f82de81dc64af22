/** A refused signature: our own wrong clock isn't the credential's fault. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { sensitive } from "@svc/contract";
import { ProviderFailure, staticCredential, type BearerSource, type StaticCredentialAuth } from "@svc/provider-kit";
import { Type } from "typebox";
import { openProviderCall } from "../../../src/domain/provider-calls/call.ts";
import { systemPlatform } from "../../../src/platform.ts";
import { makeDesk } from "./desk.ts";

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});
const nowMs = Date.UTC(2026, 0, 31, 12);

const plain: StaticCredentialAuth = staticCredential({
  submission: Type.Object({ key: sensitive(Type.String()) }, { additionalProperties: false }),
  fields: [{ name: "key", label: "Key", help: "A key.", helpUrl: "https://desk.example", pattern: "^.+$" }],
  explain: () => null,
  credentialKind: () => "key",
  headers: () => ({}),
  identify: async () => ({ slug: "a", name: "A" }),
});
const source: BearerSource = { kind: "signed", jwt: () => ({ keyId: "k", claims: {}, privateKey }) };
const auths = {
  "a signed token": { ...plain, bearer: () => source },
  "a signed request": { ...plain, signer: () => () => ({}) },
  "a sent key": plain,
};

/** Makes a call that is refused with 401. @returns the code. */
async function codeOf(auth: StaticCredentialAuth, date: string | null, method: "GET" | "POST"): Promise<string> {
  const body = { kind: "complete", text: "{}" } as const;
  const answered = { kind: "answered", status: 401, requestId: null, retryAfterSeconds: null, body } as const;
  const provider = makeDesk({
    auth: [auth],
    responseHeaders: ["date"],
    refuse: () => ({ code: "PROVIDER_UNAUTHORIZED" }),
  });
  const { port } = openProviderCall({
    provider,
    auth,
    credential: { key: "12345" },
    transport: {
      open: () => ({
        send: () => Promise.resolve({ ...answered, headers: date === null ? {} : { date } }),
        close: () => undefined,
      }),
    },
    platform: { ...systemPlatform, nowMs: () => nowMs },
    deadlineMs: Infinity,
    retry: { attemptsMax: 1, backoffBaseMs: 1, retryAfterMsMax: 1 },
    hooks: {
      acceptsFacts: () => true,
      beforeSend: () => Promise.resolve(true),
      mayStillSend: () => true,
      onLate: () => undefined,
    },
  });
  const request = { method, path: ["notes"] } as const;
  const done = method === "GET" ? port.read(request) : port.change({ ...request, json: {} }, { accept: [200] });
  const error: unknown = await done.catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ProviderFailure, String(error));
  return error.refusal.code;
}

const at = (aheadMs: number) => new Date(nowMs + aheadMs).toUTCString();

for (const method of ["GET", "POST"] as const) {
  for (const what of ["a signed token", "a signed request"] as const) {
    test(`a 401 to ${what} blames our clock if it is off by more than a minute: ${method}`, async () => {
      for (const date of [at(61_000), at(-61_000)]) {
        assert.equal(await codeOf(auths[what], date, method), "PROVIDER_ERROR", date);
      }
      for (const date of [at(0), at(60_000), at(-60_000), "soon", null]) {
        assert.equal(await codeOf(auths[what], date, method), "PROVIDER_UNAUTHORIZED", String(date));
      }
    });
  }

  test(`a 401 to a key that is sent as it is never blames our clock: ${method}`, async () => {
    assert.equal(await codeOf(auths["a sent key"], at(3_600_000), method), "PROVIDER_UNAUTHORIZED");
  });
}
