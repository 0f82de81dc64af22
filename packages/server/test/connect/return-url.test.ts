/** Where the browser goes at the end: the session's own URL, kept as it is, with the service's parameters behind it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { returnUrlOf } from "../../src/connect/return-url.ts";

const id = "cs_01";

test("the service's parameters follow a question mark, and after a query an ampersand", () => {
  const plain = returnUrlOf({ id, returnUrl: "https://app.example/done" }, { status: "completed" });
  assert.equal(plain, "https://app.example/done?connect_session_id=cs_01&status=completed");
  const queried = returnUrlOf({ id, returnUrl: "https://app.example/done?a=1&b=%20x" }, { status: "cancelled" });
  assert.equal(queried, "https://app.example/done?a=1&b=%20x&connect_session_id=cs_01&status=cancelled");
});

test("a completion code is added where there is one, and escaped", () => {
  const ending = { status: "awaiting_confirmation", completionCode: "cc_a&b" } as const;
  assert.equal(
    returnUrlOf({ id, returnUrl: "https://app.example/" }, ending),
    "https://app.example/?connect_session_id=cs_01&status=awaiting_confirmation&completion_code=cc_a%26b",
  );
});
