/** Creating delegated tokens: what a token may create, and the fields that are refused. */
import assert from "node:assert/strict";
import type { DelegatedTokenList, ServiceClient } from "@svc/contract";
import { assertProblem, type Fixture } from "../harness/index.ts";
import { key, make, missing, path } from "./token-fixture.ts";

/** Asserts that a token creates only tokens that are narrower than itself. */
export async function assertNarrowerOnly(fixture: Fixture): Promise<void> {
  const { caller: owner, tenantId, id: connectionId } = await fixture.connected();
  const parent = await make(owner, tenantId, {
    actions: ["doppler/secrets.*"],
    maxEffect: "write",
    maxExecutions: 5,
    expiresIn: 600,
    audience: ["api"],
    subject: "ann",
    agent: "bot",
  });
  const wider: object[] = [
    { actions: ["doppler/*"] },
    { maxEffect: "destructive" },
    { maxExecutions: 6 },
    { expiresIn: 601 },
    { audience: ["api", "mcp"] },
    { subject: "bob" },
    { agent: "Payroll (verified)" },
  ];
  for (const fields of wider) {
    assertProblem(await parent.caller.post(path, { tenant_id: tenantId, ...fields }, key()), "TOKEN_TOO_WIDE");
  }
  const child = await make(parent.caller, tenantId, { connections: [connectionId] });
  assert.equal(child.token.parent_id, parent.token.id);
  assert.deepEqual([child.token.maxEffect, child.token.subject, child.token.agent], ["write", "ann", "bot"]);
  assert.ok(child.token.expiresAt <= parent.token.expiresAt);
  for (const fields of [{ actions: ["doppler/*"] }, { maxExecutions: 6 }]) {
    assertProblem(await child.caller.post(path, { tenant_id: tenantId, ...fields }, key()), "TOKEN_TOO_WIDE");
  }
  const grandchild = await make(child.caller, tenantId);
  assertProblem(await grandchild.caller.post(path, { tenant_id: tenantId }, key()), "TOKEN_TOO_WIDE");
  const profile = (await grandchild.caller.get("/v1/service-client")).json as ServiceClient;
  assert.deepEqual(profile.delegatedToken?.connections, [connectionId]);
  assert.ok(profile.policy.actions.length > 0);
  assert.ok(profile.policy.actions.every((action) => action.startsWith("doppler/secrets.")));
  const list = (await owner.get(`${path}?tenant_id=${tenantId}`)).json as DelegatedTokenList;
  assert.deepEqual(
    list.delegatedTokens.map(({ id }) => id),
    [grandchild, child, parent].map(({ token }) => token.id),
  );
}

/** Asserts that a token that requires approval creates no token without it. */
export async function assertApprovalKept(fixture: Fixture): Promise<void> {
  const { caller, tenantId } = await fixture.connected();
  const parent = await make(caller, tenantId, { requireApproval: true });
  const without = { tenant_id: tenantId, requireApproval: false };
  assertProblem(await parent.caller.post(path, without, key()), "TOKEN_TOO_WIDE");
  assert.equal((await make(parent.caller, tenantId)).token.requireApproval, true);
}

/** Asserts that malformed fields, and fields that name foreign resources, are refused. */
export async function assertFieldsRefused(fixture: Fixture): Promise<void> {
  const { caller, tenantId } = await fixture.connected();
  const invalid: object[] = [
    { expiresIn: 86_401 },
    { expiresIn: 0 },
    { maxExecutions: 0 },
    { actions: ["*"] },
    { actions: ["doppler/"] },
    { audience: [] },
    { maxEffect: "all" },
    { label: "" },
    { subject: "a\u0000b" },
    { connections: ["con_x"] },
    { requireNothing: true },
  ];
  for (const fields of invalid) {
    assertProblem(await caller.post(path, { tenant_id: tenantId, ...fields }, key()), "INVALID_REQUEST");
  }
  assertProblem(await caller.post(path, {}, key()), "INVALID_REQUEST");
  assertProblem(await caller.post(`${path}:revoke`, {}), "INVALID_REQUEST");
  assertProblem(await caller.post(path, { tenant_id: missing.tenant }, key()), "TENANT_NOT_FOUND");
  const foreign = (await fixture.connected()).id;
  const body = { tenant_id: tenantId, connections: [foreign] };
  assertProblem(await caller.post(path, body, key()), "CONNECTION_NOT_FOUND");
}
