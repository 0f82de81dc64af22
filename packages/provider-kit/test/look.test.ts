/** The port's facts, and looks: their arguments, their limits, and how they end. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sensitive } from "@svc/contract";
import { Type, type TObject } from "typebox";
import { defineAction, factsMaxBytes, ProviderFailure, toMarker } from "../src/index.ts";
import type { Action, EvidenceDefinition, Look, Provider } from "../src/index.ts";
import { answered, runAction, runLook, scriptedSend, testMarker } from "../src/testing/index.ts";

const strict = { additionalProperties: false };
const provider = {
  refuse: ({ status }: { status: number }) => ({ code: "PROVIDER_REJECTED", detail: String(status) }),
} as unknown as Provider;
const input = { id: "a", text: "the-secret-text" };

const factsSchema = Type.Object({ version: Type.String({ maxLength: 8_000 }) }, strict);

/** @param facts the facts that it passes with its change; null for none. */
function actionWith(
  settle: EvidenceDefinition["settle"],
  facts: Readonly<Record<string, unknown>> | null = { version: "7" },
): Action {
  return defineAction<TObject, TObject>({
    id: "notes.set",
    title: "Note",
    description: "Note",
    consent: "Note",
    effect: "write",
    idempotency: "unsafe",
    requiredScopes: [],
    mcp: false,
    sensitiveOutput: false,
    input: Type.Object({ id: Type.String(), text: sensitive(Type.String()) }, strict),
    output: Type.Object({}, strict),
    evidence: { strength: "state", needs: ["notes.get"], facts: factsSchema, compares: ["text"], settle },
    async run(_input, port) {
      const request = { method: "PUT", path: ["notes"], json: { marker: port.marker.hex } } as const;
      await port.change(request, { accept: [200], ...(facts === null ? {} : { facts }) });
      return {};
    },
  });
}

const undetermined = async () => ({ verdict: "undetermined", why: "It isn't known." }) as const;

async function runWith(facts: Readonly<Record<string, unknown>> | null) {
  const { send, requests } = scriptedSend([answered(200, {})]);
  const options = { credentialKind: "token", send };
  const { end, facts: passed } = await runAction(provider, actionWith(undetermined, facts), input, options);
  return { end, passed, requests };
}

test("a run gets a fixed marker, and its facts are kept", async () => {
  const { end, passed, requests } = await runWith({ version: "7" });
  assert.equal(end.kind, "output");
  assert.deepEqual(passed, { version: "7" });
  assert.deepEqual(requests[0]?.json, { marker: testMarker.hex });
});

const badFacts: readonly (readonly [name: string, facts: Record<string, unknown> | null, message: RegExp])[] = [
  ["of another type", { version: 7 }, /match their schema: \/version type/],
  ["with unknown fields", { version: "7", more: 1 }, /match their schema/],
  ["over the limit", { version: "x".repeat(factsMaxBytes) }, /more than 4096/],
  ["with a sensitive value", { version: "v-the-secret-text" }, /value of a field that is kept out of records/],
  ["that are missing", null, /passes none/],
];

for (const [name, facts, message] of badFacts) {
  test(`sends nothing with facts ${name}`, async () => {
    const { end, requests } = await runWith(facts);
    assert.ok(end.kind === "defect" && end.error instanceof Error);
    assert.match(end.error.message, message);
    assert.deepEqual(requests, []);
  });
}

test("sends nothing with facts that the action doesn't declare", async () => {
  const { send, requests } = scriptedSend([]);
  const action: Action = { ...actionWith(undetermined), evidence: null };
  const { end } = await runAction(provider, action, input, { credentialKind: "token", send });
  assert.ok(end.kind === "defect" && /doesn't declare/.test(String(end.error)));
  assert.deepEqual(requests, []);
});

test("a look gets the same arguments as in the service, without sensitive fields and with a port that only reads", async () => {
  const looks: Look[] = [];
  const action = actionWith(async (look) => {
    looks.push(look);
    await look.provider.read({ method: "GET", path: ["notes", "a"] });
    return { verdict: "undetermined", why: String(look.sameAsSent("text", "the-secret-text")) };
  });
  const { send } = scriptedSend([answered(200, {})]);
  const marker = toMarker(Buffer.alloc(16, 7));
  const options = { credentialKind: "token", send, marker, input, facts: { version: "7" }, sentAt: 5, nowMs: 9 };
  const { end, exchanges } = await runLook(provider, action, options);
  assert.deepEqual(end, { kind: "verdict", verdict: { verdict: "undetermined", why: "true" } });
  assert.equal(exchanges.length, 1);
  const [given] = looks;
  assert.ok(given !== undefined);
  const { provider: port, sameAsSent, ...rest } = given;
  assert.deepEqual(rest, { input: { id: "a" }, facts: { version: "7" }, marker, sentAt: 5, nowMs: 9 });
  assert.deepEqual(Object.keys(port).sort(), ["connectionFacts", "credentialKind", "origin", "read"]);
  assert.equal(sameAsSent("text", "another text"), false);
  assert.throws(() => sameAsSent("id", "a"), /compares doesn't list id/);
});

test("a look can't send a change by reading, and a failed read isn't a verdict", async () => {
  const put = { method: "PUT", path: ["notes"], json: {} } as const;
  const changing = actionWith(async (look) => {
    await look.provider.read(put);
    return undetermined();
  });
  const { send, requests } = scriptedSend([]);
  const options = { credentialKind: "token", send, input, sentAt: 5, nowMs: 9 };
  assert.equal((await runLook(provider, changing, options)).end.kind, "defect");
  assert.deepEqual(requests, []);
  const failing = actionWith(() => Promise.reject(new ProviderFailure({ code: "PROVIDER_ERROR" })));
  const { end } = await runLook(provider, failing, options);
  assert.deepEqual(end, { kind: "failed", refusal: { code: "PROVIDER_ERROR" } });
});
