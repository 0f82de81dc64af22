/** Delegated tokens, as their tests create and watch them. */
import assert from "node:assert/strict";
import type { CreatedDelegatedToken } from "@svc/contract";
import { Caller, uniqueName, until } from "../harness/index.ts";

/** The path of delegated tokens. */
export const path = "/v1/delegated-tokens";
/** Well-formed ids of nonexistent resources. */
export const missing = { tenant: "ten_01k0000000e8r9m2p4s6t8w0y2", connection: "con_01k0000000e8r9m2p4s6t8w0y2" };

/** A token, and a caller that uses it. */
export type Made = { token: Required<CreatedDelegatedToken>; caller: Caller };

/** Creates a token, which must succeed. */
export async function make(parent: Caller, tenantId: string, fields: object = {}): Promise<Made> {
  const response = await parent.post(path, { tenant_id: tenantId, ...fields }, key());
  assert.equal(response.status, 201, response.text);
  const token = response.json as Required<CreatedDelegatedToken>;
  return { token, caller: new Caller(parent.http, token.token) };
}

/** An unused idempotency key. */
export const key = () => ({ idempotencyKey: uniqueName("token") });

/** Whether a token is refused at the REST API. */
export async function isRefused(caller: Caller): Promise<boolean> {
  return (await caller.get("/v1/service-client")).status === 401;
}

/** Waits until a token is refused: at most a second, plus some time for a busy machine. */
export async function ended(caller: Caller): Promise<void> {
  await until(5000, "the token is refused", async () => ((await isRefused(caller)) ? true : null));
}
