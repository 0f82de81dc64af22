/** The samples in TypeScript and for the command line, and that Python has as many. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { codeSamples, operations, type OperationId } from "@svc/contract";
import { registerSamples } from "./samples-cases.ts";

registerSamples("TypeScript", "CLI");

test("every operation with a TypeScript sample has one in Python", () => {
  for (const id of Object.keys(operations) as OperationId[]) {
    const labels = new Set(codeSamples(id, true).map(({ label }) => label));
    assert.equal(labels.has("TypeScript"), labels.has("Python"), id);
  }
});
