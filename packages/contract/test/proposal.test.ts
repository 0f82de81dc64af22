/** Which states of a proposal are ends, and what is said about it in each. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { proposalStatuses, proposalText, stillWaits } from "@svc/contract";

test("a proposal waits until svc has made the call, or until it ends without it", () => {
  assert.deepEqual(proposalStatuses.filter(stillWaits), ["pending", "approved"]);
});

test("each status has its text, and only a call that svc can't have made says that nothing was sent", () => {
  const texts = proposalStatuses.map((status) => [status, proposalText({ id: "prp_1", status })] as const);
  assert.equal(new Set(texts.map(([, text]) => text)).size, proposalStatuses.length);
  for (const [status, text] of texts) assert.match(text, /proposal prp_1\b/, status);
  const unsent = texts.filter(([, text]) => text.includes("Nothing was sent")).map(([status]) => status);
  assert.deepEqual(unsent, ["pending", "denied", "expired"]);
});
