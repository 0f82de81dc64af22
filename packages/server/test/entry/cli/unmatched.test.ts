/** Patterns that match no action are refused, wherever an operator gives them, unless forced. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { toClientChange, toKeyChange } from "../../../src/entry/cli/clients.ts";
import { UsageFailure } from "../../../src/entry/cli/io.ts";
import { registeredProviders } from "../../../src/app/providers.ts";

const known = registeredProviders.map(({ provider }) => provider);
const logos = { fetchDocument: () => Promise.reject(new Error("not fetched")) } as never;
const folder = mkdtempSync(join(tmpdir(), "svc-unmatched-"));
after(() => rmSync(folder, { recursive: true }));

const policyFile = join(folder, "policy.json");
const rules = [
  { match: { actions: ["doppler/secrets.get"] }, decision: "allow" },
  { match: { actions: ["doppler/secrets.delet"] }, decision: "deny" },
];
writeFileSync(policyFile, JSON.stringify(rules));

const refusal = (said: RegExp) => (error: unknown) => error instanceof UsageFailure && said.test(error.message);

test("refuses --allow-action that matches nothing, and names each such pattern", async () => {
  const options = { allowAction: ["dopler/*", "doppler/secrets.get", "github/issue.create"] };
  const said =
    /^--allow-action "dopler\/\*": .* Did you mean doppler\/\*\?\n--allow-action "github\/issue\.create": .* Did you mean github\/issues\.create\?\nNothing was changed\. With --force/;
  await assert.rejects(toClientChange(options, { logos, known }), refusal(said));
  const { allowedActions } = await toClientChange({ ...options, force: true }, { logos, known });
  assert.deepEqual(allowedActions, options.allowAction);
});

test("refuses a rule of a policy file that matches nothing, for a client and for a key", async () => {
  const said = /^Rule 2 "doppler\/secrets\.delet": .* Did you mean doppler\/secrets\.delete\?/;
  await assert.rejects(toClientChange({ policyFile }, { logos, known }), refusal(said));
  assert.throws(() => toKeyChange({ policyFile }, known), refusal(said));
  assert.deepEqual(toKeyChange({ policyFile, force: true }, known).policyRules, rules);
});

test("leaves a malformed pattern to the check that explains its form", async () => {
  const { allowedActions } = await toClientChange({ allowAction: ["doppler"] }, { logos, known });
  assert.deepEqual(allowedActions, ["doppler"]);
});
