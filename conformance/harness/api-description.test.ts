/** The exchange check finds every way to violate the description. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildOpenApi, problemOf } from "@svc/contract";
import { ApiDescription } from "./api-description.ts";
import { HttpResponse } from "./http.ts";

const urls = { serverUrl: "http://127.0.0.1:1", docsUrl: "http://127.0.0.1:1" };
const api = new ApiDescription(buildOpenApi({ ...urls, version: "0.0.0" }));
const tenant = {
  id: "ten_01k0000000e8r9m2p4s6t8w0y2",
  externalId: "e",
  displayName: "d",
  label: null,
  createdAt: "2026-01-01T00:00:00.000Z",
};
const path = `/v1/tenants/${tenant.id}`;
const requestId = "req_1";

function faults(parts: { status?: number; type?: string; id?: string | null; body: unknown; path?: string }) {
  const { status = 200, type = "application/json; charset=utf-8", id = requestId } = parts;
  const headers = { "content-type": type, ...(id === null ? {} : { "x-request-id": id }) };
  const response = new HttpResponse(
    status,
    headers,
    typeof parts.body === "string" ? parts.body : JSON.stringify(parts.body),
  );
  return api.faultsOf({ request: { method: "GET", path: parts.path ?? path }, response });
}

function problem(code: Parameters<typeof problemOf>[0]) {
  return problemOf(code, { docsUrl: urls.docsUrl, requestId });
}

test("accepts a response that matches the description", () => {
  assert.deepEqual(faults({ body: tenant }), []);
  const type = "application/problem+json";
  assert.deepEqual(faults({ status: 404, type, body: problem("TENANT_NOT_FOUND") }), []);
  assert.deepEqual(faults({ status: 404, type, body: problem("NOT_FOUND"), path: "/nowhere" }), []);
});

test("reports each mismatch", () => {
  const type = "application/problem+json";
  const breaches: readonly Parameters<typeof faults>[0][] = [
    { body: tenant, id: null },
    { body: { ...tenant, more: 1 } },
    { body: { ...tenant, createdAt: "2026-01-01T00:00:00Z" } },
    { body: { ...tenant, id: "ten_1" } },
    { body: "" },
    { body: tenant, status: 201 },
    { body: tenant, status: 204 },
    { body: tenant, type: "text/html" },
    { status: 404, body: problem("TENANT_NOT_FOUND") },
    { status: 404, type, body: problem("CONNECTION_NOT_FOUND") },
    { status: 403, type, body: problem("TENANT_NOT_FOUND") },
    { status: 404, type, body: problem("TENANT_NOT_FOUND"), id: "req_2" },
    { status: 404, type, body: { code: "TENANT_NOT_FOUND" } },
    { status: 500, type, body: problem("INTERNAL") },
    { body: { ...tenant, displayName: `svc_live_${"a".repeat(48)}` } },
    { body: { ...tenant, displayName: `dp.sa.${"a".repeat(43)}` } },
    { body: { ...tenant, displayName: "Error\n    at handle (/app/routes.ts:1:1)" } },
  ];
  for (const breach of breaches) assert.notDeepEqual(faults(breach), [], JSON.stringify(breach));
});
