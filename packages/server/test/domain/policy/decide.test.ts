/** How the layers of a policy decide together. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PolicyDecision, PolicyRule } from "@svc/contract";
import { decidePolicy, type PolicyCall, type PolicyRulesOf } from "../../../src/domain/policy/decide.ts";

const write: PolicyCall = {
  tenantId: "ten_a",
  provider: "doppler",
  actionId: "secrets.set",
  effect: "write",
  input: { project: "api", config: "prd", name: "KEY" },
};
const read: PolicyCall = { ...write, actionId: "secrets.get", effect: "read" };

function layer(rules: readonly PolicyRule[], id = "scl_1"): PolicyRulesOf {
  return { layer: "service_client", id, rules, requiresApproval: false };
}

const token: PolicyRulesOf = { layer: "token", id: "dtk_1", rules: [], requiresApproval: true };

/** The decision of one layer with these rules about a call, and the rule that made it. */
function saysOf(rules: readonly PolicyRule[], call: PolicyCall = write): [PolicyDecision, number | null] {
  const { decision, by } = decidePolicy([layer(rules)], call);
  return [decision, by?.rule ?? null];
}

/** A client's decision by row and a key's by column; `-` is a layer without a matching rule. */
const table = `
        -      allow  ask    deny
-       allow  allow  ask    deny
allow   allow  allow  ask    deny
ask     ask    ask    ask    deny
deny    deny   deny   deny   deny`;

function ruleOf(decision: string): PolicyRule[] {
  return decision === "-"
    ? [{ match: { tenants: ["ten_b"] }, decision: "deny" }]
    : [{ decision: decision as PolicyDecision }];
}

test("the strictest layer decides, in every combination", () => {
  const [columns = [], ...rows] = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/ +/));
  let combinations = 0;
  for (const [client = "", ...expected] of rows) {
    for (const [index, decision] of expected.entries()) {
      const key = columns[index] ?? "";
      const layers = [layer(ruleOf(client)), { ...layer(ruleOf(key), "key"), layer: "key" as const }];
      assert.equal(decidePolicy(layers, write).decision, decision, `${client}, ${key}`);
      // A token that asks for approval only makes it stricter.
      const asked = decision === "allow" ? "ask" : decision;
      assert.equal(decidePolicy([...layers, token], write).decision, asked, `${client}, ${key}, token`);
      combinations += 1;
    }
  }
  assert.equal(combinations, 16);
});

test("names the first of the strictest layers, and reports each layer's decision", () => {
  const rules: PolicyRule[] = [{ match: { effect: ["destructive"] }, decision: "deny" }, { decision: "ask" }];
  const { by, reasons } = decidePolicy([layer([{ decision: "allow" }]), layer(rules, "scl_2"), token], write);
  assert.deepEqual([by?.id, by?.rule], ["scl_2", 2]);
  assert.deepEqual(
    reasons.map(({ id, rule, decision }) => [id, rule, decision]),
    [
      ["scl_1", 1, "allow"],
      ["scl_2", 2, "ask"],
      ["dtk_1", null, "ask"],
    ],
  );
});

test("without layers, everything is allowed", () => {
  assert.deepEqual(decidePolicy([], write), { decision: "allow", approver: "any", by: null, reasons: [] });
});

test("the first rule of a layer that matches decides for the layer", () => {
  const onDoppler: PolicyRule = { match: { actions: ["doppler/secrets.*"] }, decision: "allow" };
  assert.deepEqual(saysOf([onDoppler, { decision: "deny" }]), ["allow", 1]);
  assert.deepEqual(saysOf([{ decision: "deny" }, onDoppler]), ["deny", 1]);
});

test("a rule matches only if all of its conditions do", () => {
  const prd = { type: "object", properties: { config: { const: "prd" } }, required: ["config"] };
  for (const [match, matches] of [
    [{}, true],
    [{ actions: ["doppler/secrets.*"] }, true],
    [{ actions: ["github/*"] }, false],
    [{ effect: ["write", "destructive"] }, true],
    [{ effect: ["destructive"] }, false],
    [{ tenants: ["ten_a"] }, true],
    [{ tenants: ["ten_b"] }, false],
    [{ input: prd }, true],
    [{ input: { ...prd, properties: { config: { const: "dev" } } } }, false],
    [{ input: { type: "object", required: ["value"] } }, false],
    [{ actions: ["doppler/*"], effect: ["write"], tenants: ["ten_a"], input: prd }, true],
    [{ actions: ["doppler/*"], effect: ["write"], tenants: ["ten_b"], input: prd }, false],
    [{ actions: ["doppler/*"], effect: ["read"], tenants: ["ten_a"], input: prd }, false],
  ] as const) {
    const given = match as NonNullable<PolicyRule["match"]>;
    const expected: PolicyDecision = matches ? "deny" : "allow";
    assert.equal(saysOf([{ match: given, decision: "deny" }])[0], expected, JSON.stringify(match));
  }
});

test("`ask` never applies to a read, which later rules decide", () => {
  assert.deepEqual(saysOf([{ decision: "ask" }], read), ["allow", null]);
  assert.deepEqual(saysOf([{ decision: "ask" }, { decision: "deny" }], read), ["deny", 2]);
  assert.equal(decidePolicy([token], read).decision, "allow");
  assert.equal(decidePolicy([token], { ...write, effect: "destructive" }).decision, "ask");
});

test("a call needs another person if any layer that asks wants one", () => {
  const other: PolicyRule = { decision: "ask", approver: "other" };
  assert.equal(decidePolicy([layer([{ decision: "ask" }]), layer([other]), token], write).approver, "other");
  assert.equal(decidePolicy([layer([{ decision: "ask" }]), token], write).approver, "any");
  const elsewhere: PolicyRule = { ...other, match: { tenants: ["ten_b"] } };
  assert.equal(decidePolicy([layer([elsewhere, { decision: "ask" }])], write).approver, "any");
});
