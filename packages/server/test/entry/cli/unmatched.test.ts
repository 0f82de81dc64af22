/** Patterns that match no action are refused, wherever an operator gives them, unless forced. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { toClientFields, toKeyRights } from "../../../src/entry/cli/clients.ts";
import { UsageFailure } from "../../../src/entry/cli/io.ts";
import { registeredProviders } from "../../../src/app/providers.ts";

const known = registeredProviders.map(({ provider }) => provider);
const folder = mkdtempSync(join(tmpdir(), "svc-unmatched-"));
after(() => rmSync(folder, { recursive: true }));

const policyFile = join(folder, "policy.json");
const rules = [
  { match: { actions: ["doppler/secrets.get"] }, decision: "allow" },
  { match: { actions: ["doppler/secrets.delet"] }, decision: "deny" },
];
writeFileSync(policyFile, JSON.stringify(rules));

const refusal = (said: RegExp) => (error: unknown) => error instanceof UsageFailure && said.test(error.message);

test("refuses --allow-action that matches nothing, and names each such pattern", () => {
  const options = { allowAction: ["dopler/*", "doppler/secrets.get", "github/issue.create"] };
  const said =
    /^--allow-action "dopler\/\*": .* Did you mean doppler\/\*\?\n--allow-action "github\/issue\.create": .* Did you mean github\/issues\.create\?\nNothing was changed\. With --force/;
  assert.throws(() => toClientFields(options, known), refusal(said));
  const { policy } = toClientFields({ ...options, force: true }, known);
  assert.deepEqual(policy?.actions, options.allowAction);
});

test("refuses a rule of a policy file that matches nothing, for a client and for a key", () => {
  const said = /^Rule 2 "doppler\/secrets\.delet": .* Did you mean doppler\/secrets\.delete\?/;
  assert.throws(() => toClientFields({ policyFile }, known), refusal(said));
  assert.throws(() => toKeyRights({ policyFile }, known), refusal(said));
  assert.deepEqual(toKeyRights({ policyFile, force: true }, known).policyRules, rules);
});

test("leaves a malformed pattern to the check that explains its form", () => {
  const { policy } = toClientFields({ allowAction: ["doppler"] }, known);
  assert.deepEqual(policy?.actions, ["doppler"]);
});
