/** Which rules can be set, and the errors for the others. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import { doppler } from "@svc/provider-doppler";
import { vault } from "@svc/provider-vault";
import { decidePolicy, type PolicyRulesOf } from "../../../src/domain/policy/decide.ts";
import { policyWarnings, readPolicyRules, type KnownInputs } from "../../../src/domain/policy/rules.ts";

const secret = { type: "string", "x-sensitive": true };
const nested: KnownInputs = {
  slug: "acme",
  actions: [
    {
      id: "accounts.add",
      effect: "write",
      input: {
        type: "object",
        properties: {
          name: { type: "string" },
          login: { type: "object", properties: { user: { type: "string" }, password: secret } },
          list: { type: "array", items: { type: "object", properties: { pin: secret } } },
        },
      } as unknown as KnownInputs["actions"][number]["input"],
    },
  ],
};
const known: readonly KnownInputs[] = [doppler, nested];

const object = (fields: object) => ({ type: "object", ...fields });
const withInput = (input: object, actions?: readonly string[]) => [
  { match: { ...(actions === undefined ? {} : { actions }), input }, decision: "deny" },
];

/** The error for a policy; null if it can be set. */
function saidOf(value: unknown): string | null {
  try {
    readPolicyRules(value, known);
    return null;
  } catch (error) {
    assert.ok(error instanceof ServiceError && error.code === "INVALID_REQUEST", String(error));
    const begin = "The policy was not set. ";
    assert.ok(error.detail.startsWith(begin), error.detail);
    return error.detail.slice(begin.length);
  }
}

for (const [what, value, said] of [
  ["no list", { decision: "deny" }, /array/],
  ["a rule without a decision", [{ decision: "ask" }, {}], /^Rule 2, at \/1\/decision: /],
  ["an unknown decision", [{ decision: "block" }], /^Rule 1, at \/0\/decision: /],
  ["a field that rules don't have", [{ decision: "deny", action: "*/*" }], /^Rule 1, at \/0\/action: /],
  ["a malformed pattern", [{ match: { actions: ["*"] }, decision: "deny" }], /^Rule 1, at \/0\/match\/actions\/0: /],
  ["an unknown effect", [{ match: { effect: ["delete"] }, decision: "deny" }], /^Rule 1, at \/0\/match\/effect\/0: /],
  ["no tenants", [{ match: { tenants: [] }, decision: "deny" }], /^Rule 1, at \/0\/match\/tenants: /],
  [
    "a tenant by its external ID",
    [{ match: { tenants: ["acme"] }, decision: "deny" }],
    /^Rule 1, at \/0\/match\/tenants\/0: /,
  ],
  ["too many rules", Array.from({ length: 101 }, () => ({ decision: "ask" })), /100/],
  [
    "an approver without ask",
    [{ decision: "deny", approver: "other" }],
    /^Rule 1: `approver` belongs to `ask` only\.$/,
  ],
  ["an unknown approver", [{ decision: "ask", approver: "maria" }], /^Rule 1, at \/0\/approver: /],
] as const) {
  test(`refuses ${what}`, () => {
    assert.match(saidOf(value) ?? "it was set", said);
  });
}

for (const [what, input, said] of [
  ["an input that isn't an object", { properties: {} }, 'An input is an object, so it begins with "type": "object".'],
  ["a reference", object({ properties: { name: { $ref: "#/x" } } }), 'It may not use the keyword "$ref".'],
  ["an unknown keyword", object({ properties: { name: { format: "uri" } } }), 'It may not use the keyword "format".'],
  ["a keyword in a branch", object({ anyOf: [object({ if: {} })] }), 'It may not use the keyword "if".'],
  ["a keyword under not", object({ not: object({ oneOf: [] }) }), 'It may not use the keyword "oneOf".'],
  ["a long schema", object({ title: "x".repeat(4096) }), "It is longer than 4096 characters."],
] as const) {
  test(`refuses ${what} in a schema`, () => assert.equal(saidOf(withInput(input)), `Rule 1, \`input\`: ${said}`));
}

test("refuses a pattern for texts of any length", () => {
  const input = object({ properties: { name: { type: "string", pattern: "^prod" } } });
  assert.match(
    saidOf(withInput(input)) ?? "it was set",
    /^Rule 1, `input`: At \/properties\/name: pattern without maxLength/,
  );
});

for (const [what, input] of [
  ["among its properties", object({ properties: { value: { const: "x" } } })],
  ["as required", object({ required: ["value"] })],
  ["in a branch", object({ anyOf: [object({ required: ["name"] }), object({ required: ["value"] })] })],
  ["under not", object({ not: object({ allOf: [object({ required: ["value"] })] }) })],
] as const) {
  test(`refuses a rule that names a sensitive field ${what}`, () => {
    const said = "Rule 1, `input`: `value` of doppler/secrets.set is kept out of records, so rules don't see it.";
    assert.equal(saidOf(withInput(input, ["doppler/secrets.set"])), said);
    // Not even if another action has a field of that name.
    assert.equal(saidOf(withInput(input)), said);
  });
}

test("finds sensitive fields inside others", () => {
  const password = object({ properties: { login: object({ required: ["password"] }) } });
  assert.match(
    saidOf(withInput(password, ["acme/*"])) ?? "",
    /`password` of acme\/accounts\.add is kept out of records/,
  );
  const pin = object({ properties: { list: { type: "array", maxItems: 9, items: object({ required: ["pin"] }) } } });
  assert.match(saidOf(withInput(pin)) ?? "", /`pin` of acme\/accounts\.add is kept out of records/);
  assert.equal(saidOf(withInput(object({ properties: { login: object({ required: ["user"] }) } }), ["acme/*"])), null);
});

for (const [what, input, field] of [
  ["as required", object({ required: ["confg"] }), "confg"],
  ["among its properties", object({ properties: { confg: { const: "prd" } } }), "confg"],
  ["in a branch", object({ anyOf: [object({ required: ["config"] }), object({ required: ["confg"] })] }), "confg"],
  ["under not", object({ not: object({ required: ["confg"] }) }), "confg"],
  ["inside another", object({ properties: { login: object({ required: ["usr"] }) } }), "login.usr"],
  [
    "in a list",
    object({ properties: { list: { type: "array", maxItems: 9, items: object({ required: ["code"] }) } } }),
    "list.code",
  ],
  ["of another provider", object({ required: ["login"] }), "login"],
] as const) {
  test(`refuses a rule that names a field that no action has, ${what}`, () => {
    const about = what === "of another provider" ? ["doppler/*"] : undefined;
    const said = `Rule 1, \`input\`: No action that the rule is about has a field \`${field}\`.`;
    assert.equal(saidOf(withInput(input, about)), said);
  });
}

test("accepts a rule about many actions if one has all of its fields, and refuses it if none does", () => {
  assert.equal(saidOf(withInput(object({ required: ["login"] }), ["*/*"])), null);
  assert.equal(saidOf(withInput(object({ required: ["config"] }), ["doppler/*", "acme/*"])), null);
  for (const input of [
    object({ required: ["config", "login"] }),
    object({ allOf: [object({ required: ["config"] }), object({ required: ["login"] })] }),
    object({ required: ["config"], anyOf: [object({ required: ["login"] }), object({ required: ["list"] })] }),
  ]) {
    const said = "Rule 1, `input`: No action that the rule is about has all the fields that it requires.";
    assert.equal(saidOf(withInput(input)), said);
  }
  assert.equal(
    saidOf(withInput(object({ anyOf: ["config", "login"].map((name) => object({ required: [name] })) }))),
    null,
  );
});

test("looks only at the actions that a rule can match", () => {
  const saidFor = (fields: object, name: string, decision = "deny") =>
    saidOf([{ match: { actions: ["doppler/*"], ...fields, input: object({ required: [name] }) }, decision }]);
  const unknown = (name: string) => `Rule 1, \`input\`: No action that the rule is about has a field \`${name}\`.`;
  assert.equal(saidFor({ effect: ["read"] }, "page"), null);
  assert.equal(saidFor({ effect: ["write"] }, "page"), unknown("page"));
  assert.equal(saidFor({}, "page", "ask"), unknown("page"));
  assert.match(saidFor({}, "value") ?? "", /kept out of records/);
  assert.equal(saidFor({ effect: ["destructive"] }, "value"), unknown("value"));
});

test("refuses a rule that can match no action, because of its effects or because `ask` is never for reads", () => {
  const said =
    "Rule 1: It would never match. No action that it names has one of its effects, and `ask` is never for reads.";
  const get = { actions: ["doppler/secrets.get"] };
  assert.equal(saidOf([{ match: get, decision: "ask" }]), said);
  assert.equal(saidOf([{ match: { effect: ["read"] }, decision: "ask" }]), said);
  assert.equal(saidOf([{ match: { ...get, effect: ["destructive"] }, decision: "deny" }]), said);
  assert.equal(saidOf([{ match: get, decision: "deny" }]), null);
});

test("accepts a rule about actions that this version doesn't have, and warns", () => {
  const rules = withInput(object({ required: ["anything"] }), ["later/*", "doppler/secrets.remove"]);
  assert.equal(saidOf(rules), null);
  assert.deepEqual(policyWarnings([{ decision: "ask" }, ...readPolicyRules(rules, known)], known), [
    "rule 2 of the policy: no action in this version matches later/*",
    "rule 2 of the policy: no action in this version matches doppler/secrets.remove",
  ]);
});

test("accepts rules with every condition, and an empty policy", () => {
  const input = object({ properties: { config: { type: "string", enum: ["prd"] } }, required: ["config"] });
  const match = { actions: ["doppler/*"], effect: ["write"], tenants: ["ten_01k0000000e8r9m2p4s6t8w0y2"], input };
  const rules = [{ match, decision: "ask", approver: "other" }, { decision: "allow" }];
  assert.deepEqual(readPolicyRules(rules, known), rules);
  assert.deepEqual(readPolicyRules([], known), []);
});

test("the policy in docs/approval.md can be set, and decides as the page says", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../../docs/approval.md"), "utf8");
  const rules = readPolicyRules(JSON.parse(/```json\n([^]*?)```/.exec(page)?.[1] ?? "null"), [...known, vault]);
  const layer: PolicyRulesOf = { layer: "service_client", id: "scl_1", rules, requiresApproval: false };
  const place = { project: "harbor-api", config: "prd", name: "STRIPE_KEY" };
  for (const [provider, actionId, effect, config, expected] of [
    ["doppler", "secrets.delete", "destructive", "prd", ["ask", "other", 1]],
    ["vault", "secrets.set", "write", "prd", ["ask", "other", 1]],
    ["doppler", "secrets.get", "read", "prd", ["allow", "any", null]],
    ["doppler", "secrets.delete", "destructive", "dev", ["deny", "any", 2]],
    ["doppler", "secrets.set", "write", "dev", ["allow", "any", null]],
  ] as const) {
    const call = { tenantId: "ten_a", provider, actionId, effect, input: { ...place, config } };
    const { decision, approver, by } = decidePolicy([layer], call);
    assert.deepEqual([decision, approver, by?.rule ?? null], expected, `${provider}/${actionId} in ${config}`);
  }
});
