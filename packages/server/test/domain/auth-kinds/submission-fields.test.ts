/** How the form presents each field of a submission. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { oneOf, sensitive } from "@svc/contract";
import { Type } from "typebox";
import { describeField } from "../../../src/domain/auth-kinds/submission.ts";

const submission = Type.Object({
  key: sensitive(Type.String()),
  key_id: Type.String(),
  region: oneOf(["eu", "us"]),
  space: Type.Optional(Type.String()),
});

test("the schema decides whether a field is visible, required, or a choice", () => {
  const plain = { sensitive: false, required: true, options: [] };
  assert.deepEqual(describeField(submission, "key"), { ...plain, sensitive: true });
  assert.deepEqual(describeField(submission, "key_id"), plain);
  assert.deepEqual(describeField(submission, "region"), { ...plain, options: ["eu", "us"] });
  assert.deepEqual(describeField(submission, "space"), { ...plain, required: false });
});

test("treats a field that the schema lacks as secret", () => {
  for (const name of ["other", "constructor"]) {
    assert.deepEqual(describeField(submission, name), { sensitive: true, required: true, options: [] });
  }
  assert.equal(describeField({}, "key").sensitive, true);
});
