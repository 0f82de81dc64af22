/** The browser's final URL: the session's own, unchanged, followed by the service's parameters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildReturnUrl } from "../../../src/domain/connect-sessions/authorization-flow.ts";

const id = "cs_01";

test("adds the service's parameters after a question mark, or after an ampersand if there is a query", () => {
  const plain = buildReturnUrl({ id, returnUrl: "https://app.example/done" }, { status: "completed" });
  assert.equal(plain, "https://app.example/done?connect_session_id=cs_01&status=completed");
  const queried = buildReturnUrl({ id, returnUrl: "https://app.example/done?a=1&b=%20x" }, { status: "cancelled" });
  assert.equal(queried, "https://app.example/done?a=1&b=%20x&connect_session_id=cs_01&status=cancelled");
});

test("adds a completion code if there is one, and escapes it", () => {
  const ending = { status: "awaiting_confirmation", completionCode: "cc_a&b" } as const;
  assert.equal(
    buildReturnUrl({ id, returnUrl: "https://app.example/" }, ending),
    "https://app.example/?connect_session_id=cs_01&status=awaiting_confirmation&completion_code=cc_a%26b",
  );
});
