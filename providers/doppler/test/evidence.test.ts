/** What a look for a lost response reads from Doppler, and its verdict for each response. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, runAction, runLook, scriptedSend, type LookEnd, type PassedFacts } from "@svc/provider-kit/testing";
import type { ExchangeFacts } from "@svc/provider-kit";
import { doppler } from "../src/index.ts";
import { actionOf } from "./doppler.ts";
import { openSimulated } from "./simulated.ts";

const secret = { project: "harbor-api", config: "stg", name: "NEW_NAME" };
const sent = { ...secret, value: "${A}-written" };
const output = { ...secret, saved: true };
const credentialKind = "service_account_token";

async function lookAt(id: string, input: unknown, response: ExchangeFacts, facts: PassedFacts) {
  const { send, requests } = scriptedSend([response]);
  const options = { credentialKind, send, input, facts, sentAt: 1000, nowMs: 2000 };
  const { end } = await runLook(doppler, actionOf(id), options);
  return { end, requests };
}

const valueOf = (value: unknown) => answered(200, { name: secret.name, value });

function summaryOf(end: LookEnd): string {
  if (end.kind !== "verdict") return end.kind;
  const { verdict } = end;
  return verdict.verdict === "applied" && verdict.basis === "state"
    ? `applied, ${verdict.wasDifferent ? "proved" : "not proved"}`
    : verdict.verdict;
}

test("secrets.set: one read, and the stored value decides", async () => {
  const masked = { ...sent, visibility: "masked" };
  const cases: readonly (readonly [input: unknown, value: unknown, facts: PassedFacts, found: string])[] = [
    [sent, { raw: sent.value, computed: "resolved-written" }, { existed: false }, "applied, proved"],
    [sent, { raw: sent.value, computed: null }, { existed: false }, "applied, proved"],
    [sent, { raw: sent.value, computed: sent.value }, { existed: true }, "applied, not proved"],
    [sent, { raw: sent.value }, null, "applied, not proved"],
    [sent, { raw: "another", computed: sent.value }, { existed: false }, "undetermined"],
    [sent, { raw: null, computed: sent.value }, { existed: false }, "undetermined"],
    [sent, { computed: sent.value }, { existed: false }, "undetermined"],
    [sent, { raw: null, computed: null, rawVisibility: null }, { existed: true }, "undetermined"],
    [masked, { raw: sent.value, rawVisibility: "masked" }, { existed: false }, "applied, proved"],
    [masked, { raw: sent.value, rawVisibility: "unmasked" }, { existed: false }, "undetermined"],
    [masked, { raw: sent.value }, { existed: false }, "undetermined"],
    [sent, { raw: sent.value, rawVisibility: "restricted" }, { existed: false }, "applied, proved"],
    [{ ...sent, value: "" }, { raw: "" }, { existed: false }, "applied, proved"],
    [sent, { raw: 7 }, { existed: false }, "failed"],
    [sent, null, { existed: false }, "failed"],
  ];
  for (const [input, value, facts, found] of cases) {
    const { end, requests } = await lookAt("secrets.set", input, valueOf(value), facts);
    assert.equal(summaryOf(end), found, JSON.stringify([input, value, facts]));
    assert.ok(!JSON.stringify(end).includes("written"), "the verdict has the value");
    assert.deepEqual(requests, [{ method: "GET", path: ["v3", "configs", "config", "secret"], query: secret }]);
    if (end.kind === "verdict" && end.verdict.verdict === "applied") assert.deepEqual(end.verdict.output, output);
  }
});

test("secrets.set: the value of another secret is never compared", async () => {
  const response = answered(200, { name: "OTHER", value: { raw: sent.value } });
  assert.equal(summaryOf((await lookAt("secrets.set", sent, response, { existed: false })).end), "failed");
});

test("secrets.delete: the names decide, and never prove who deleted it", async () => {
  const gone = await lookAt("secrets.delete", secret, answered(200, { names: ["OTHER"] }), null);
  const verdict = { verdict: "applied", basis: "state", wasDifferent: false, output: null };
  assert.deepEqual(gone.end, { kind: "verdict", verdict });
  const query = { project: secret.project, config: secret.config, include_dynamic_secrets: false };
  assert.deepEqual(gone.requests, [{ method: "GET", path: ["v3", "configs", "config", "secrets", "names"], query }]);
  const there = await lookAt("secrets.delete", secret, answered(200, { names: [secret.name] }), null);
  assert.equal(summaryOf(there.end), "undetermined");
  for (const response of [answered(404, {}), answered(429, {}), answered(200, {}), answered(500, {})]) {
    assert.equal((await lookAt("secrets.delete", secret, response, null)).end.kind, "failed");
  }
});

test("neither action sends more requests than without evidence", async () => {
  const names = answered(200, { names: ["OTHER"] });
  for (const [id, input, responses, methods, facts] of [
    ["secrets.set", sent, [names, answered(200, {})], ["GET", "POST"], { existed: false }],
    ["secrets.delete", secret, [answered(204)], ["DELETE"], null],
  ] as const) {
    const { send, requests } = scriptedSend(responses);
    const run = await runAction(doppler, actionOf(id), input, { credentialKind, send });
    assert.equal(run.end.kind, "output");
    assert.deepEqual(
      requests.map(({ method }) => method),
      methods,
    );
    assert.deepEqual(run.facts, facts);
  }
});

test("reads lag as the switches say, for changes through the API and through control routes", async () => {
  const world = await openSimulated("serviceAccount", { readLagChanges: 1 });
  try {
    const control = (command: string, body: unknown) =>
      fetch(`${world.simulator.url}/__simulator/${command}`, {
        method: "POST",
        headers: { "x-simulator-control": "1" },
        body: JSON.stringify(body),
      });
    const shows = async () => {
      const end = await world.run("secrets.get", secret);
      return end.kind === "output" ? (end.output as { computed: string }).computed : end.kind;
    };
    await world.run("secrets.set", { ...secret, value: "one" });
    assert.equal(await shows(), "failed");
    await control("set-secret", { ...secret, value: "two" });
    assert.equal(await shows(), "one");
    assert.equal((await world.run("secrets.delete", { ...secret, name: "NOT_THERE" })).kind, "output");
    assert.equal(await shows(), "one");
    await control("delete-secret", secret);
    assert.equal(await shows(), "two");
    await control("switches", { readLagChanges: 0 });
    assert.equal(await shows(), "failed");
    await control("switches", { readLagMs: 3_600_000 });
    await world.run("secrets.set", { ...secret, value: "three" });
    assert.equal(await shows(), "failed");
    assert.equal((await control("switches", { readLagMs: -1 })).status, 400);
  } finally {
    await world.close();
  }
});
