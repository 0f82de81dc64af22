/** Sign-ins of agents' hosts: only one caller takes each step. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentAuthorizationRow, RefreshTokenRow } from "../../../src/domain/agent-sign-in/port.ts";
import type { DelegatedTokenRow } from "../../../src/domain/service-clients/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { sampleDelegatedToken } from "./agent-samples.ts";
import { makeHolder, newId, sampleKey, type Holder } from "./samples.ts";

/** A denied sign-in. */
export function sampleSignIn({ clientId }: Holder, change: Partial<AgentAuthorizationRow> = {}): AgentAuthorizationRow {
  return {
    id: newId("aau"),
    clientId,
    tenantId: "",
    resource: "https://svc.example/mcp",
    hostId: "https://host.example/client.json",
    hostName: "Host",
    redirectUri: "https://host.example/callback",
    state: null,
    codeChallenge: "challenge",
    browserHash: "browser",
    status: "denied",
    approval: null,
    secretHash: "",
    codeHash: "",
    usableUntil: 0,
    grantId: "",
    proposalId: "",
    mustSign: false,
    createdAt: 1000,
    expiresAt: 5000,
    ...change,
  };
}

function tokenOf(holder: Holder, parentId = ""): DelegatedTokenRow {
  return sampleDelegatedToken(holder, { parentId, audience: ["mcp"], expiresAt: 9e15 });
}

function refreshOf({ clientId }: Holder, grantId: string): RefreshTokenRow {
  return {
    hash: newId("hash"),
    clientId,
    grantId,
    hostId: "h",
    resource: "r",
    createdAt: 1,
    usedAt: null,
    isSigned: false,
  };
}

/** Registers the cases. */
export function signInCases(store: () => Store): void {
  const begin = async (holder: Holder, change: Partial<AgentAuthorizationRow> = {}) => {
    const row = sampleSignIn(holder, change);
    assert.equal(await store().agentSignIn.decide(row, "key:k"), true);
    return row;
  };
  const decision = { status: "approved", secretHash: "secret", usableUntil: 3000 } as const;
  const approvalOf = ({ tenantId, keyId }: Holder) => {
    const limits = { connections: null, actions: ["doppler/*"], maxEffect: "read", maxExecutions: 3 } as const;
    return { tenantId, keyId, subject: "ann", ...limits, requireApproval: true };
  };

  test("stores a decided sign-in unchanged", async () => {
    const holder = await makeHolder(store());
    const decided = { ...decision, approval: approvalOf(holder) };
    const row = await begin(holder, { state: "s", tenantId: holder.tenantId, ...decided });
    assert.deepEqual(await store().agentSignIn.find(row.id), row);
    assert.equal(await store().agentSignIn.find("aau_none"), null);
  });

  test("of many concurrent decisions one counts", async () => {
    const holder = await makeHolder(store());
    const row = sampleSignIn(holder, { ...decision, approval: approvalOf(holder) });
    const decided = await Promise.all(Array.from({ length: 10 }, () => store().agentSignIn.decide(row, "key:k")));
    assert.equal(decided.filter(Boolean).length, 1);
    const trail = await store().audit.page(holder.clientId, 0, 100);
    assert.equal(trail.filter(({ type }) => type === "agent_authorization.approved").length, 1);
  });

  test("continues once, with the right secret, in time", async () => {
    const holder = await makeHolder(store());
    const row = await begin(holder, { ...decision, approval: approvalOf(holder) });
    const next = { status: "approved", codeHash: newId("code"), usableUntil: 4000 } as const;
    assert.equal(await store().agentSignIn.proceed({ ...row, secretHash: "other" }, next, 2000), false);
    assert.equal(await store().agentSignIn.proceed(row, next, 3000), false);
    const taken = await Promise.all(Array.from({ length: 5 }, () => store().agentSignIn.proceed(row, next, 2000)));
    assert.equal(taken.filter(Boolean).length, 1);
    assert.equal((await store().agentSignIn.findByCode(["none", next.codeHash]))?.id, row.id);
    assert.equal(await store().agentSignIn.findByCode([""]), null);
  });

  test("ends a decided sign-in once, and none that is completed", async () => {
    const holder = await makeHolder(store());
    const [completed, decided] = [await begin(holder, { status: "completed" }), await begin(holder, { ...decision })];
    assert.equal(await store().agentSignIn.end(completed, "wrong_secret"), false);
    assert.equal(await store().agentSignIn.end(decided, "wrong_secret"), true);
    assert.equal(await store().agentSignIn.end(decided, "wrong_secret"), false);
    assert.deepEqual((await store().agentSignIn.find(decided.id))?.secretHash, "");
  });

  test("of many uses of a code one creates tokens, and the code is still recognized", async () => {
    const holder = await makeHolder(store());
    const codeHash = newId("code");
    const row = await begin(holder, { status: "approved", codeHash, usableUntil: 3000 });
    const redeem = () => {
      const grant = tokenOf(holder);
      const tokens = { grant, access: tokenOf(holder, grant.id), refresh: refreshOf(holder, grant.id) };
      return store().agentSignIn.redeem(row, tokens, 2000);
    };
    assert.equal((await Promise.all(Array.from({ length: 8 }, redeem))).filter(Boolean).length, 1);
    const filter = { tenantId: holder.tenantId, label: null, tenants: null, status: null, nowMs: 0 };
    const { rows } = await store().delegatedTokens.list(holder.clientId, { ...filter, after: null, limit: 9 });
    assert.equal(rows.length, 2);
    const found = await store().agentSignIn.findByCode([codeHash]);
    assert.deepEqual([found?.status, found?.grantId], ["completed", rows.find(({ parentId }) => parentId === "")?.id]);
  });

  test("of many uses of a refresh token one creates the next, and the others create nothing", async () => {
    const holder = await makeHolder(store());
    const grant = tokenOf(holder);
    await store().delegatedTokens.create(grant, "end_user");
    const codeHash = newId("code");
    const row = await begin(holder, { status: "approved", codeHash, usableUntil: 3000 });
    const first = refreshOf(holder, grant.id);
    const other = tokenOf(holder);
    await store().agentSignIn.redeem(row, { grant: other, access: tokenOf(holder), refresh: first }, 2000);
    const rotate = () => {
      const next = { access: tokenOf(holder, grant.id), refresh: refreshOf(holder, grant.id) };
      return store().agentSignIn.rotate(first, next, 2500);
    };
    assert.equal((await Promise.all(Array.from({ length: 8 }, rotate))).filter(Boolean).length, 1);
    assert.equal((await store().agentSignIn.findRefresh(["none", first.hash]))?.usedAt, 2500);
    const filter = { tenantId: holder.tenantId, label: null, tenants: null, status: null, nowMs: 0 };
    const { rows } = await store().delegatedTokens.list(holder.clientId, { ...filter, after: null, limit: 99 });
    assert.equal(rows.filter(({ parentId }) => parentId === grant.id).length, 1);
  });

  test("finds the app that decides, unless its client or tenant is gone or it has no page", async () => {
    const page = "https://app.example/agents";
    const [offering, silent] = [await makeHolder(store(), { agentSignInUrl: page }), await makeHolder(store())];
    const { agentSignIn } = store();
    assert.equal((await agentSignIn.clientOfTenant(offering.tenantId))?.id, offering.clientId);
    assert.equal(await agentSignIn.clientOfTenant(silent.tenantId), null);
    assert.deepEqual(
      (await agentSignIn.clientsWithPage()).map(({ id }) => id),
      [offering.clientId],
    );
    await store().tenants.remove(offering.clientId, offering.tenantId, 2000, false, "operator");
    assert.equal(await agentSignIn.clientOfTenant(offering.tenantId), null);
    await store().serviceClients.revoke(offering.clientId, 2000, "operator");
    assert.deepEqual(await agentSignIn.clientsWithPage(), []);
  });

  test("keeps registered hosts, and prunes sign-ins some time after they expire", async () => {
    const holder = await makeHolder(store());
    const host = {
      id: newId("host"),
      name: "Host",
      redirectUris: ["https://host.example/cb"],
      createdAt: 1,
      usedAt: null,
      keys: { jwks: [{ kty: "OKP", crv: "Ed25519", x: "x" }] },
      mustSign: true,
    };
    await store().agentSignIn.register(host, 100);
    assert.deepEqual(await store().agentSignIn.registered(host.id), host);
    assert.equal(await store().agentSignIn.registered("host_none"), null);
    const [old, young] = [await begin(holder, { expiresAt: 10 }), await begin(holder, { expiresAt: 20 })];
    assert.equal(await store().agentSignIn.prune(20, 10), 1);
    assert.equal(await store().agentSignIn.find(old.id), null);
    assert.notEqual(await store().agentSignIn.find(young.id), null);
  });

  test("an assertion is used once, also by two at the same time, and forgotten after it has expired", async () => {
    const { agentSignIn } = store();
    const [hash, other] = [newId("hash"), newId("hash")];
    const uses = await Promise.all(Array.from({ length: 8 }, () => agentSignIn.useAssertion(hash, 50)));
    assert.equal(uses.filter(Boolean).length, 1);
    assert.equal(await agentSignIn.useAssertion(other, 60), true);
    assert.equal(await agentSignIn.pruneAssertions(60, 10), 1);
    assert.deepEqual(
      [await agentSignIn.useAssertion(hash, 50), await agentSignIn.useAssertion(other, 60)],
      [true, false],
    );
    assert.equal(await agentSignIn.pruneAssertions(9e15, 10), 2);
  });

  test("of too many hosts the oldest without a sign-in goes, and none while all are used", async () => {
    const { agentSignIn } = store();
    while ((await agentSignIn.pruneHosts(9e15, 100)) > 0);
    const register = async (createdAt: number, max = 3): Promise<string | null> => {
      const id = newId("host");
      return (await agentSignIn.register(
        { id, name: "n", redirectUris: [], createdAt, usedAt: null, keys: null, mustSign: false },
        max,
      ))
        ? id
        : null;
    };
    const ids = [await register(10), await register(20), await register(30)];
    await agentSignIn.hostUsed(ids[0] ?? "", 1000);
    await agentSignIn.hostUsed("https://host.example/client.json", 1000);
    ids.push(await register(40));
    const found = await Promise.all(ids.map((id) => agentSignIn.registered(id ?? "")));
    assert.deepEqual(
      found.map((host) => host?.usedAt),
      [1000, undefined, null, null],
    );
    for (const id of ids) await agentSignIn.hostUsed(id ?? "", 2000);
    assert.equal(await register(50), null);
    assert.equal(await agentSignIn.pruneHosts(2000, 10), 0);
    assert.notEqual(await register(60, 4), null);
    assert.equal(await agentSignIn.pruneHosts(2001, 10), 4, "since its last use, or its registration");
  });

  test("finds the host of a sign-in's tokens", async () => {
    const holder = await makeHolder(store());
    const [grant, other] = [tokenOf(holder), tokenOf(holder)];
    await store().delegatedTokens.create(other, "end_user");
    const row = await begin(holder, { status: "approved", codeHash: newId("code"), usableUntil: 3000 });
    const tokens = { grant, access: tokenOf(holder, grant.id), refresh: refreshOf(holder, grant.id) };
    await store().agentSignIn.redeem(row, tokens, 2000);
    assert.deepEqual(await store().agentSignIn.hostOfGrant(grant), { hostId: "h", isSigned: false });
    const [used, signed] = [tokens.refresh, { ...refreshOf(holder, grant.id), isSigned: true }];
    assert.equal(
      await store().agentSignIn.rotate(used, { access: tokenOf(holder, grant.id), refresh: signed }, 2100),
      true,
    );
    assert.deepEqual(await store().agentSignIn.hostOfGrant(grant), { hostId: "h", isSigned: true });
    assert.equal(await store().agentSignIn.hostOfGrant(other), null);
  });

  test("a rotated key takes over the sign-ins of the old one", async () => {
    const holder = await makeHolder(store());
    const grant = tokenOf(holder);
    await store().delegatedTokens.create(grant, "end_user");
    const next = sampleKey(holder.clientId);
    await store().serviceClients.rotateKey(next, { ids: [holder.keyId], expireAt: 5000 }, "operator");
    assert.equal((await store().delegatedTokens.findForUse(grant.id))?.key.id, next.id);
  });
}
