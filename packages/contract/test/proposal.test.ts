/** The final states of a proposal, and its text in each state. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { proposalStatuses, proposalText, stillWaits } from "@svc/contract";

test("a proposal is open until svc has made the call or it ends without one", () => {
  assert.deepEqual(proposalStatuses.filter(stillWaits), ["pending", "approved"]);
});

test("each status has its own text, which says that nothing was sent only if svc can't have made the call", () => {
  const texts = proposalStatuses.map((status) => [status, proposalText({ id: "prp_1", status })] as const);
  assert.equal(new Set(texts.map(([, text]) => text)).size, proposalStatuses.length);
  for (const [status, text] of texts) assert.match(text, /proposal prp_1\b/, status);
  const unsent = texts.filter(([, text]) => text.includes("Nothing was sent")).map(([status]) => status);
  assert.deepEqual(unsent, ["pending", "denied", "expired"]);
});
