/** The test port follows the server's rules for requests, verdicts and misuse by actions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { defineAction, defineProvider, staticCredential } from "../src/index.ts";
import type { Action, ExchangeFacts, ProviderPort, ProviderRequest } from "../src/index.ts";
import { answered, answeredText, runAction, scriptedSend } from "../src/testing/index.ts";

const provider = defineProvider({
  slug: "notes",
  name: "Notes",
  description: "Notes.",
  docsUrl: "https://example.com/docs",
  origin: "https://api.example.com",
  requestIdHeader: "x-request-id",
  auth: [
    staticCredential({
      submission: Type.Object({}, { additionalProperties: false }),
      fields: [],
      explain: () => null,
      credentialKind: () => "token",
      headers: () => ({}),
      identify: async () => ({ slug: "a", name: "A" }),
    }),
  ],
  refuse: ({ status }) => ({ code: "PROVIDER_REJECTED", detail: String(status) }),
  actions: [],
});

const get: ProviderRequest = { method: "GET", path: ["notes"] };
const put: ProviderRequest = { method: "PUT", path: ["notes"], json: {} };

function actionThat(run: (port: ProviderPort) => Promise<unknown>): Action {
  return defineAction({
    id: "notes.set",
    title: "Note",
    description: "Note",
    consent: "Note",
    effect: "write",
    idempotency: "unsafe",
    requiredScopes: [],
    mcp: false,
    sensitiveOutput: false,
    input: Type.Object({}, { additionalProperties: false }),
    output: Type.Unknown(),
    run: (_input, port) => run(port),
  });
}

async function runWith(responses: readonly ExchangeFacts[], run: (port: ProviderPort) => Promise<unknown>) {
  const { send, requests } = scriptedSend(responses);
  const { end } = await runAction(provider, actionThat(run), {}, { credentialKind: "token", send });
  return { end, sent: requests.length };
}

test("never sends a second change, and reports it as a bug", async () => {
  const { end, sent } = await runWith([answered(200, {})], async (port) => {
    await port.change(put, { accept: [200] });
    await port.change(put, { accept: [200] });
  });
  assert.equal(end.kind, "defect");
  assert.equal(sent, 1);
});

test("keeps an unknown outcome unknown, whatever the action does with the error", async () => {
  const { end } = await runWith([answered(500, {})], (port) => port.change(put, { accept: [200] }).catch(() => "fine"));
  assert.deepEqual(end, { kind: "unknown" });
});

test("reads with GET, and fails with the provider's refusal if the response isn't accepted", async () => {
  assert.equal((await runWith([], (port) => port.read(put))).end.kind, "defect");
  const { end } = await runWith([{ ...answered(404), retryAfterSeconds: 7 } as ExchangeFacts], (port) =>
    port.read(get),
  );
  const refusal = { code: "PROVIDER_REJECTED", detail: "404", retryAfterSeconds: 7 };
  assert.deepEqual(end, { kind: "failed", refusal });
  const { end: looked } = await runWith(
    [answered(404)],
    async (port) => (await port.read(get, { accept: [404] })).status,
  );
  assert.deepEqual(looked, { kind: "output", output: 404 });
});

test("ignores the body of a change that discards it, and requires the body of one that doesn't", async () => {
  const change = (request: ProviderRequest) => (port: ProviderPort) =>
    port.change(request, { accept: [200] }).then(({ body }) => ({ body }));
  const html = answeredText(200, "<html>");
  assert.equal((await runWith([html], change(put))).end.kind, "unknown");
  const { end } = await runWith([html], change({ ...put, responseBody: "discard" }));
  assert.deepEqual(end, { kind: "output", output: { body: undefined } });
});
