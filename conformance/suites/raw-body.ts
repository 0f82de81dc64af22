/** Requests with exact bytes as their body, and a check that refused ones left no trace. */
import assert from "node:assert/strict";
import type { TenantList } from "@svc/contract";
import { uniqueName, type HttpResponse, type Caller, type Fixture, type TestClient } from "../harness/index.ts";

/** Headers of a raw body. */
export type Headers = readonly (readonly [string, string])[];

/** Returns a caller whose service client only this suite uses. The first call creates it. */
export function ownCaller(fixture: () => Fixture): () => Promise<Caller> {
  let client: Promise<TestClient> | undefined;
  return async () => (await (client ??= fixture().another())).caller;
}

/** Sends a raw body with a valid key. */
export function sendRaw(
  caller: Caller,
  path: string,
  body: string | Uint8Array,
  headers?: Headers,
): Promise<HttpResponse> {
  return caller.http.send({
    method: "POST",
    path,
    body,
    headers: [
      ["authorization", `Bearer ${caller.key}`],
      ["idempotency-key", uniqueName("raw")],
      ...(headers ?? [["content-type", "application/json"] as const]),
    ],
  });
}

/** Asserts that a client has no tenant, and that the server logged no error. */
export async function assertNothingChanged({ server }: Fixture, caller: Caller): Promise<void> {
  assert.deepEqual(((await caller.get("/v1/tenants")).json as TenantList).tenants, []);
  assert.ok(!/\n\s+at /.test(server.log()), "a stack trace was logged");
  assert.deepEqual(server.errors(), []);
}
