/** What `--update` prints: pinned versions, and what the vendors changed where it concerns our actions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changesText } from "../changes.ts";

const pins = { before: { stripe: "1.0.0", botocore: "1.44.8" }, after: { stripe: "1.1.0", botocore: "1.44.8" } };

const before = `description: npm stripe 1.0.0

GET /v1/balance ← balance.get
  reads available[].amount: integer
  refuses: 401#0

GET /v1/customers ← customers.create customers.list
  query limit: integer
  reads data[].email: string, nullable
`;

function after(...changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      assert.ok(text.includes(from), from);
      return text.replace(from, to);
    },
    before.replace("1.0.0", "1.1.0"),
  );
}

function said(...digests: readonly string[]): string {
  return changesText(
    pins,
    digests.map((text) => ({ slug: "stripe", before, after: text })),
  );
}

test("says only the version if nothing else changed", () => {
  assert.equal(said(after()), "stripe: 1.0.0 → 1.1.0\n\nThe vendors changed nothing that our actions use.");
});

test("says that nothing changed if the versions are the same", () => {
  const same = { before: pins.before, after: pins.before };
  assert.equal(changesText(same, []), "The vendors changed nothing that our actions use.");
});

test("puts what the vendor changed under its operation, with the actions that use it", () => {
  const text = after(["data[].email: string, nullable", "data[].email: string, optional, nullable"]);
  assert.equal(
    said(text),
    `stripe: 1.0.0 → 1.1.0

stripe
  GET /v1/customers (customers.create, customers.list)
    - reads data[].email: string, nullable
    + reads data[].email: string, optional, nullable`,
  );
});

test("shows a refusal that is new, and leaves out what is the same", () => {
  const text = said(after(["refuses: 401#0", "refuses: 401#0 429"]));
  assert.match(text, /GET \/v1\/balance \(balance\.get\)\n {4}- refuses: 401#0\n {4}\+ refuses: 401#0 429$/);
  assert.doesNotMatch(text, /customers/);
});

test("names an operation that is new or gone with all that it says", () => {
  assert.match(
    said(after(["GET /v1/balance ←", "GET /v2/balance ←"])),
    /GET \/v1\/balance is gone \(balance\.get\)\n {4}- reads.*\n {4}- refuses.*\n.*GET \/v2\/balance is new \(balance\.get\)\n {4}\+ reads/,
  );
});

test("shows all of a provider that had no digest", () => {
  const text = changesText(pins, [{ slug: "stripe", before: "", after: before }]);
  assert.match(text, /GET \/v1\/balance is new \(balance\.get\)\n {4}\+ reads available/);
});

test("names a package that is new or gone", () => {
  assert.match(changesText({ before: { a: "1" }, after: { b: "2" } }, []), /^a: 1 → none\nb: none → 2\n/);
});
