/** The API description's examples: each matches its schemas, and the code samples agree with it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { derivedCall } from "../src/examples/sdk-call.ts";
import { codeSamples, operationExamples, operations, type OperationId } from "../src/index.ts";
import { validateAgainst } from "../src/validation.ts";

const ids = Object.keys(operations) as OperationId[];

for (const id of ids) {
  test(`the example of ${id} matches the operation's schemas`, () => {
    const example: Record<string, unknown> = operationExamples[id];
    const { success, ...own } = operations[id] as { success: { schema?: object } } & Record<string, unknown>;
    const schemas = { params: own["params"], query: own["query"], body: own["body"], response: success.schema };
    for (const [part, schema] of Object.entries(schemas)) {
      if (schema === undefined) assert.equal(example[part], null, part);
      else assert.deepEqual(validateAgainst(schema as object, example[part]), { ok: true }, part);
    }
  });
}

test("every sample of a write has the key that the operation requires", () => {
  for (const id of ids) {
    const [http] = codeSamples(id, true);
    assert.equal(http?.code.includes("Idempotency-Key: "), operations[id].idempotency !== "none", id);
  }
});

test("a command's flag without a value is there only if the request says yes", () => {
  const params = { tenant_id: "acme" };
  const commandWith = (query: object) => derivedCall(operations.deleteTenant, { params, query, body: null })?.cli;
  assert.equal(commandWith({ force: true }), "svc tenants delete acme --force");
  assert.equal(commandWith({ force: false }), "svc tenants delete acme");
});
