/** Answers without an ARN, which is only needed to prove that nothing happened. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReadPort } from "@svc/provider-kit";
import { readPresent, readVersions } from "../src/client.ts";

const secret = { project: "app", config: "prod", name: "API_KEY" };
const date = "Thu, 26 Nov 2026 12:00:00 GMT";
const seenAt = Date.parse(date);

const answering = (body: unknown): ReadPort => ({
  origin: "https://secretsmanager.eu-west-1.amazonaws.com",
  credentialKind: "access_key",
  connectionFacts: { region: "eu-west-1" },
  read: () => Promise.resolve({ status: 200, body, requestId: null, headers: { date } }),
});

test("finds a version with the execution's id in a response without an ARN", async () => {
  const versions = await readVersions(answering({ Versions: [{ VersionId: "v-1" }] }), secret);
  assert.deepEqual(versions, { arn: null, ids: new Set(["v-1"]), seenAt });
});

test("reads whether a secret exists or is scheduled for deletion from a response without an ARN", async () => {
  assert.deepEqual(await readPresent(answering({ Name: "n" }), secret), { arn: null, isScheduled: false, seenAt });
  assert.deepEqual(await readPresent(answering({ Name: "n", DeletedDate: 1 }), secret), {
    arn: null,
    isScheduled: true,
    seenAt,
  });
});

test("rejects a malformed ARN, and a response with neither an ARN nor a name", async () => {
  await assert.rejects(readPresent(answering({ DeletedDate: 1 }), secret));
  await assert.rejects(readPresent(answering({ ARN: 1 }), secret));
  await assert.rejects(readVersions(answering({ ARN: 1, Versions: [] }), secret));
});
