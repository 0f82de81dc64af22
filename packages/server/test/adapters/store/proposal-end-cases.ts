/** Proposals that end without an execution: when they expire, when their asker is gone, and after a restore. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DelegatedTokenRow } from "../../../src/domain/service-clients/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { denied, gone, proposalSteps } from "./proposal-steps.ts";
import { sampleDelegatedToken } from "./agent-samples.ts";
import { type Holder } from "./samples.ts";

/** Registers the cases. */
export function proposalEndCases(store: () => Store): void {
  const { makeAsker, claimFor, create, find, decide, approve, execute, trail, told } = proposalSteps(store);
  const makeToken = async (asker: Holder, change: Partial<DelegatedTokenRow>): Promise<DelegatedTokenRow> => {
    const row = sampleDelegatedToken(asker, change);
    await store().delegatedTokens.create(row, "key:k");
    return row;
  };

  test("ends proposals that have expired, or whose key, token, client or tenant is gone", async () => {
    const asker = await makeAsker();
    const stays = await create(asker);
    const late = await create(asker, { expiresAt: 1 });
    const byOther = await create(await makeAsker({ revokedAt: 5 }));
    const ofTenant = await makeAsker();
    const orphan = await create(ofTenant);
    await store().tenants.remove(ofTenant.clientId, ofTenant.tenantId, 3000, true, "operator");
    assert.equal((await find(orphan)).sealed, null);
    while ((await store().proposals.endDue(1, gone)) > 0);
    assert.equal((await find(stays)).status, "pending");
    const ended = await find(late);
    assert.deepEqual([ended.status, ended.sealed, ended.errorCode], ["expired", null, ""]);
    for (const row of [byOther, orphan]) {
      const { status, sealed, errorCode } = await find(row);
      assert.deepEqual([status, sealed, errorCode], ["withdrawn", null, "UNAUTHENTICATED"]);
    }
    assert.ok((await trail(asker)).includes("proposal.expired"));
    assert.ok((await told(asker)).includes("proposal.expired"));
  });

  test("ends an expired token's proposals once the token or one of its ancestors is revoked", async () => {
    const asker = await makeAsker();
    const grant = await makeToken(asker, { expiresAt: 9e15 });
    const asks = (chain: readonly { id: string }[]) =>
      create(asker, { tokenId: chain.at(-1)?.id ?? "", tokenChain: chain.map(({ id }) => id) });
    const expired = { expiresAt: 5 };
    const access = await makeToken(asker, { ...expired, parentId: grant.id });
    const labeled = await makeToken(asker, { ...expired, label: "old" });
    const outer = await makeToken(asker, expired);
    const inner = await makeToken(asker, { ...expired, parentId: outer.id });
    const idle = await makeToken(asker, { ...expired, label: "old" });
    const [byGrant, byLabel, byOuter, stays] = [
      await asks([grant, access]),
      await asks([labeled]),
      await asks([outer, inner]),
      await asks([await makeToken(asker, expired)]),
    ];
    await approve(byLabel);
    const revoke = (which: Parameters<ReturnType<typeof store>["delegatedTokens"]["revoke"]>[1]) =>
      store().delegatedTokens.revoke(asker.clientId, which, 100, { actor: "key:k" });
    assert.equal(await revoke({ id: grant.id }), 2);
    assert.equal(await revoke({ tenantId: null, label: "old", tenants: null }), 1, "not the token without a proposal");
    assert.equal(await revoke({ id: outer.id }), 2);
    assert.equal((await store().delegatedTokens.find(asker.clientId, idle.id))?.revokedAt, null);
    while ((await store().proposals.endDue(1, gone)) > 0);
    for (const row of [byGrant, byLabel, byOuter]) assert.equal((await find(row)).status, "withdrawn");
    assert.equal((await find(stays)).status, "pending");
  });

  test("ends the proposals of a token whose parent was revoked", async () => {
    const asker = await makeAsker();
    const oldest = await makeToken(asker, { revokedAt: 1 });
    const parent = await makeToken(asker, { parentId: oldest.id });
    const own = await makeToken(asker, { parentId: parent.id });
    const row = await create(asker, { tokenId: own.id, tokenChain: [oldest.id, parent.id, own.id] });
    while ((await store().proposals.endDue(9, gone)) > 0);
    assert.equal((await find(row)).status, "withdrawn");
  });

  test("accepting a restored database withdraws every waiting proposal, appends its event, and keeps its key", async () => {
    const asker = await makeAsker();
    const row = await create(asker);
    await approve(row);
    const pending = await create(await makeAsker());
    await store().restores.expireKeys({ before: 2000, undatedUntil: 2500 }, {});
    for (const one of [row, pending]) {
      const { status, sealed, errorCode, endedAt } = await find(one);
      assert.deepEqual([status, sealed, errorCode, endedAt === null], ["withdrawn", null, "PLAN_STALE", false]);
    }
    const ends = ["proposal.approved", "proposal.withdrawn"];
    assert.deepEqual([(await trail(row)).slice(1), (await told(row)).slice(1)], [ends, ends]);
    const end = ["proposal.withdrawn"];
    assert.deepEqual([(await trail(pending)).slice(1), (await told(pending)).slice(1)], [end, end]);
    assert.equal((await execute(row)).kind, "taken");
    assert.equal((await store().executions.findKey(claimFor(row)))?.key.state, "proposed");
    await store().restores.clearKeyExpiry();
  });

  test("an approval is either used or ended, never both, however close the two are", async () => {
    const asker = await makeAsker();
    for (let round = 0; round < 10; round += 1) {
      const row = await create(asker);
      await approve(row);
      const [claimed, isWithdrawn] = await Promise.all([execute(row), store().proposals.withdraw(row, gone)]);
      const { status, sealed } = await find(row);
      assert.deepEqual([status, sealed], [isWithdrawn ? "withdrawn" : "accepted", null]);
      assert.equal(claimed.kind, isWithdrawn ? "taken" : "claimed");
    }
  });

  test("a decision counts only if it is in time", async () => {
    const asker = await makeAsker();
    for (let round = 0; round < 10; round += 1) {
      const row = await create(asker, { expiresAt: Date.now() + round });
      const [isDecided] = await Promise.all([decide(row, denied), store().proposals.endDue(100, gone)]);
      while ((await find(row)).status === "pending") await store().proposals.endDue(100, gone);
      assert.equal((await find(row)).status, isDecided === null ? "expired" : "denied");
    }
    assert.equal((await told(asker)).filter((step) => step !== "proposal.created").length, 10);
  });
}
