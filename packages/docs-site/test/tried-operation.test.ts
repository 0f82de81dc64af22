import assert from "node:assert/strict";
import { test } from "node:test";
import { operationExamples } from "@svc/contract";
import { idIn, prefixOf, requestOf, type TriedOperation } from "../src/theme/tried-operation.ts";

const { tenant_id, connection_id } = operationExamples.getConnection.params;
const { execution_id } = operationExamples.getExecution.params;
const operation: TriedOperation = {
  method: "PATCH",
  path: "/v1/tenants/{tenant_id}",
  needsKey: true,
  takesIdempotencyKey: true,
  params: { tenant_id },
  query: ["limit", "cursor"],
  exampleQuery: {},
  body: { displayName: "Acme Ltd." },
};
const values = {
  key: " svc_live_x ",
  idempotencyKey: "k",
  params: { tenant_id: "a/b" },
  query: { limit: "5" },
  body: '{"displayName":"B"}',
};

test("makes the request that the form describes", () => {
  assert.deepEqual(requestOf(operation, values), {
    path: "/v1/tenants/a%2Fb?limit=5",
    headers: { authorization: "Bearer svc_live_x", "idempotency-key": "k", "content-type": "application/json" },
    body: '{"displayName":"B"}',
  });
  const read: TriedOperation = { ...operation, needsKey: false, takesIdempotencyKey: false, body: null };
  assert.deepEqual(requestOf(read, { ...values, query: {} }), { path: "/v1/tenants/a%2Fb", headers: {}, body: null });
});

test("says what is missing or wrong, and sends nothing", () => {
  assert.equal(requestOf(operation, { ...values, key: "", params: {} }), "Fill in a service key, tenant_id.");
  for (const body of ["", "[]", "null", "{"])
    assert.equal(requestOf(operation, { ...values, body }), "The body must be a JSON object.");
});

test("an id in a response is found with its prefix, also in an execution's", () => {
  assert.equal(prefixOf(connection_id), "con_");
  assert.equal(prefixOf("github"), null);
  assert.deepEqual(idIn({ id: tenant_id }), { prefix: "ten_", id: tenant_id });
  assert.deepEqual(idIn({ execution: { id: execution_id } })?.prefix, "act_");
  for (const body of [null, [], { id: 1 }, { id: "github" }]) assert.equal(idIn(body), null);
});
