/** Which layers a caller has. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PolicyRule } from "@svc/contract";
import { layersOf, mayNeedApproval } from "../../../src/domain/policy/decide.ts";
import type { Caller } from "../../../src/domain/service-clients/caller.ts";

const deny: PolicyRule = { decision: "deny" };
const ask: PolicyRule = { decision: "ask" };

/** A caller with these rules, and a token for each switch. */
function callerOf(client: readonly PolicyRule[], key: readonly PolicyRule[], ...requireApproval: boolean[]): Caller {
  const chain = requireApproval.map((required, index) => ({ id: `dtk_${index}`, requireApproval: required }));
  const token = { chain, row: chain.at(-1) };
  const parts = { client: { id: "scl_1", policyRules: client }, keyId: "key1", keyPolicy: key };
  return (chain.length === 0 ? parts : { ...parts, token }) as unknown as Caller;
}

test("the service client comes first, then the key, then each token from the oldest", () => {
  const layers = layersOf(callerOf([deny], [ask], true, false, true));
  assert.deepEqual(
    layers.map(({ layer, id, rules, requiresApproval }) => [layer, id, rules, requiresApproval]),
    [
      ["service_client", "scl_1", [deny], false],
      ["key", "key1", [ask], false],
      ["token", "dtk_0", [], true],
      ["token", "dtk_2", [], true],
    ],
  );
  assert.deepEqual(layersOf(callerOf([], [], false)), []);
});

for (const [what, caller, expected] of [
  ["no policy", callerOf([], []), false],
  ["only denials", callerOf([deny], [deny], false), false],
  ["a client that asks", callerOf([deny, ask], []), true],
  ["a key that asks", callerOf([], [ask]), true],
  ["an ancestor token that asks", callerOf([], [], true, false), true],
] as const) {
  test(`${expected ? "may" : "won't"} need approval with ${what}`, () => {
    assert.equal(mayNeedApproval(caller), expected);
  });
}
