/** Proposals: each step happens once, an execution's record uses its approval, and no input outlives its proposal. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProposalRow } from "../../../src/domain/proposals/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { approved, denied, gone, proposalSteps } from "./proposal-steps.ts";
import { roomFor, sampleDelegatedToken, sampleProposal } from "./agent-samples.ts";
import { record } from "./samples.ts";
import { freed, succeeded } from "./settlement-samples.ts";

/** Registers the cases. */
export function proposalCases(store: () => Store): void {
  const { makeAsker, claimFor, create, find, decide, approve, execute, trail, told } = proposalSteps(store);

  test("stores a proposal unchanged under its key, and appends its event", async () => {
    const asker = await makeAsker();
    const row = await create(asker, { tokenChain: ["dtk_1", "dtk_2"], preview: null, rule: null, askedBy: "" });
    assert.deepEqual(await find(row), row);
    assert.deepEqual(await store().proposals.findOfAny(row.id), row);
    assert.equal(await store().proposals.findOfAny("prp_absent"), null);
    const found = await store().executions.findKey(claimFor(row));
    assert.deepEqual([found?.key.state, found?.key.attempt, found?.execution], ["proposed", 0, null]);
    assert.deepEqual(found?.key.response, { status: 202, body: { proposal_id: row.id } });
    assert.deepEqual(await trail(asker), ["proposal.created"]);
    assert.equal(await store().proposals.find(asker.clientId, "ten_other", row.id), null);
  });

  test("rejects a key that another request has, and a connection's proposals over its limit", async () => {
    const asker = await makeAsker();
    const row = await create(asker);
    const again = sampleProposal(asker, row.connectionId, { idempotencyKey: row.idempotencyKey });
    assert.equal(await store().proposals.create(again, claimFor(again), roomFor(9), "key:k"), "taken");
    await create(asker, {}, roomFor(2));
    const third = sampleProposal(asker, row.connectionId);
    const onlyTwo = { ...roomFor(9), perConnection: 2 };
    assert.equal(await store().proposals.create(third, claimFor(third), onlyTwo, "key:k"), "connection");
    assert.equal(await store().proposals.findRoom(third, claimFor(third), onlyTwo), "connection");
    assert.equal(await store().proposals.findRoom(row, claimFor(row), onlyTwo), "taken");
    assert.equal(await store().executions.findKey(claimFor(third)), null);
    await decide(row, denied);
    await create(asker, {}, onlyTwo);
  });

  test("gives each key, and each token with those created with it, a share of the places", async () => {
    const asker = await makeAsker();
    const limits = { perConnection: 9, perAsker: 3, perToken: 2 };
    const room = (change: Partial<ProposalRow>) => {
      const row = sampleProposal(asker, `con_of_${asker.tenantId}`, { keyId: asker.keyId, ...change });
      return store().proposals.findRoom(row, claimFor(row), limits);
    };
    const byToken = (...tokenChain: string[]) => ({ tokenChain, tokenId: tokenChain.at(-1) ?? "" });
    await create(asker, byToken("dtk_1"), limits);
    await create(asker, byToken("dtk_1", "dtk_2"), limits);
    for (const chain of [["dtk_1"], ["dtk_1", "dtk_2"], ["dtk_1", "dtk_3"]]) {
      assert.equal(await room(byToken(...chain)), "token");
      assert.equal(await room({ ...byToken(...chain), connectionId: "con_another" }), "token", "on every connection");
    }
    // A longer id and another order of the same ids are other tokens.
    assert.equal(await room(byToken("dtk_11")), null);
    assert.equal(await room(byToken("dtk_2")), null);
    await create(asker, byToken("dtk_4"), limits);
    assert.equal(await room(byToken("dtk_5")), "asker", "tokens of one key share its places");
    assert.equal(await room({}), null, "the key has places of its own");
    for (let count = 0; count < 3; count += 1) await create(asker, {}, limits);
    assert.equal(await room({}), "asker");
    for (let count = 0; count < 3; count += 1) await create(asker, { keyId: "another" }, limits);
    assert.equal(await room({ keyId: "a third" }), "connection");
  });

  test("counts waiting proposals towards the budget of a token and of its parents, once if they race", async () => {
    const asker = await makeAsker();
    const parent = sampleDelegatedToken(asker, { maxExecutions: 4, usedExecutions: 1 });
    const child = sampleDelegatedToken(asker, { parentId: parent.id, maxExecutions: 2 });
    for (const token of [parent, child]) {
      await store().delegatedTokens.create(token, "key:k");
    }
    const propose = async (tokenChain: string[], change: Partial<ProposalRow> = {}) => {
      const row = sampleProposal(asker, `con_of_${asker.tenantId}`, {
        keyId: asker.keyId,
        tokenChain,
        tokenId: tokenChain.at(-1) ?? "",
        ...change,
      });
      return { row, outcome: await store().proposals.create(row, claimFor(row), roomFor(50), "key:k") };
    };
    const byChild = await Promise.all(Array.from({ length: 8 }, () => propose([parent.id, child.id])));
    assert.deepEqual(byChild.map(({ outcome }) => outcome).sort(), [
      ...Array.from({ length: 6 }, () => "budget"),
      "created",
      "created",
    ]);
    // One was executed, and two of the child's wait: one is left for the parent.
    assert.equal((await propose([parent.id])).outcome, "created");
    assert.equal((await propose([parent.id])).outcome, "budget");
    // A decision against one gives its place back.
    const waiting = byChild.find(({ outcome }) => outcome === "created");
    assert.ok(waiting !== undefined);
    await decide(waiting.row, denied);
    assert.equal((await propose([parent.id, child.id])).outcome, "created");
  });

  test("of fifty concurrent decisions, one counts", async () => {
    const asker = await makeAsker();
    const row = await create(asker);
    const decisions = Array.from({ length: 50 }, (_each, index) => decide(row, index % 2 === 0 ? approved : denied));
    const counted = (await Promise.all(decisions)).filter((one) => one !== null);
    assert.equal(counted.length, 1);
    assert.equal((await find(row)).decision?.decision, counted[0]?.status);
    assert.equal((await trail(asker)).length, 2);
    assert.equal((await told(asker)).length, 2);
  });

  test("a denial destroys the input, and an approval keeps it until it is used", async () => {
    const asker = await makeAsker();
    const no = await create(asker);
    await decide(no, denied);
    const ended = await find(no);
    assert.deepEqual([ended.status, ended.sealed, ended.endedAt], ["denied", null, 2000]);
    const yes = await create(asker);
    await approve(yes);
    assert.deepEqual((await find(yes)).sealed, record);
    assert.equal((await execute(yes)).kind, "claimed");
    assert.equal((await find(yes)).sealed, null);
  });

  test("one of fifty concurrent claims uses an approval, as the key's first attempt", async () => {
    const asker = await makeAsker();
    const row = await create(asker);
    await approve(row);
    const claims = await Promise.all(Array.from({ length: 50 }, () => execute(row)));
    const claimed = claims.filter((one) => one.kind === "claimed");
    assert.equal(claimed.length, 1);
    assert.equal(claims.filter(({ kind }) => kind === "taken").length, 49);
    const [{ row: execution } = assert.fail("none")] = claimed;
    const used = await find(row);
    assert.deepEqual([used.status, used.executionId], ["accepted", execution.id]);
    assert.deepEqual([execution.attempt, execution.proposalId], [1, row.id]);
    const key = await store().executions.findKey(claimFor(row));
    assert.deepEqual([key?.key.state, key?.key.response, key?.execution?.id], ["running", null, execution.id]);
  });

  test("executes no proposal that is pending, denied, withdrawn or expired", async () => {
    const asker = await makeAsker();
    const pending = await create(asker);
    assert.equal((await execute(pending)).kind, "taken");
    await decide(pending, denied);
    assert.equal((await execute(pending)).kind, "taken");
    const withdrawn = await create(asker);
    await approve(withdrawn);
    assert.equal(await store().proposals.withdraw(withdrawn, gone), true);
    assert.equal(await store().proposals.withdraw(withdrawn, gone), false);
    assert.equal((await execute(withdrawn)).kind, "taken");
    const expired = await create(asker, { expiresAt: 1000 });
    assert.equal(await decide(expired, approved), null);
    assert.equal((await execute(expired)).kind, "taken");
    const late = await create(asker, { expiresAt: Date.now() + 60_000 });
    await approve(late);
    assert.equal((await execute(late, [], Date.now() + 60_001)).kind, "taken");
    const page = await store().executions.list(asker.clientId, asker.tenantId, {
      connectionId: null,
      status: null,
      actionId: null,
      idempotencyKey: null,
      after: null,
      limit: 10,
    });
    assert.deepEqual(page.rows, []);
  });

  test("an exhausted budget leaves the approval unused; any other is counted with the claim", async () => {
    const asker = await makeAsker();
    const token = sampleDelegatedToken(asker, { maxExecutions: 1 });
    await store().delegatedTokens.create(token, "key:k");
    const first = await create(asker, { tokenId: token.id });
    const second = await create(asker, { tokenId: token.id });
    await approve(first);
    await approve(second);
    assert.equal((await execute(first, [token.id])).kind, "claimed");
    assert.equal((await execute(second, [token.id])).kind, "exhausted");
    assert.equal((await find(second)).status, "approved");
    assert.equal((await store().delegatedTokens.find(asker.clientId, token.id))?.usedExecutions, 1);
  });

  test("after an attempt that released the key, the same call is proposed again, and counts as the second attempt", async () => {
    const asker = await makeAsker();
    const row = await create(asker);
    await approve(row);
    const claimed = await execute(row);
    assert.ok(claimed.kind === "claimed");
    const accepted = { from: "accepted", ownerId: "owner_a", fence: 0 } as const;
    await store().executions.settle(claimed.row, accepted, freed);
    const again = await create(asker, { idempotencyKey: row.idempotencyKey });
    const other = sampleProposal(asker, row.connectionId, { idempotencyKey: row.idempotencyKey, fingerprint: "1.x" });
    assert.equal(await store().proposals.create(other, claimFor(other), roomFor(9), "key:k"), "taken");
    await approve(again);
    const second = await execute(again);
    assert.ok(second.kind === "claimed");
    assert.equal(second.row.attempt, 2);
    const dispatched = await store().executions.dispatch(
      second.row,
      { ownerId: "owner_a", fence: 0 },
      { at: 1, settleAfter: 1 },
    );
    assert.equal(dispatched, true);
    const sent = { from: "dispatched", ownerId: "owner_a", fence: 1 } as const;
    assert.equal(await store().executions.settle(second.row, sent, succeeded), true);
  });

  test("takes one approved proposal per service client and turn, beside many of another client", async () => {
    const [many, single] = [await makeAsker(), await makeAsker()];
    const clients = [many, single].map(({ clientId }) => clientId);
    for (let n = 0; n < 50; n += 1) await approve(await create(many, {}, roomFor(100)));
    const one = await create(single);
    await approve(one);
    const turn = async (change: { afterClient?: string; busyClients?: readonly string[] } = {}) => {
      const query = { limit: 500, leaseMs: 60_000, afterClient: "", busyClients: [], ...change };
      const taken = await store().proposals.take(query);
      return taken.filter(({ clientId }) => clients.includes(clientId));
    };
    const first = await turn({ busyClients: [many.clientId] });
    assert.deepEqual(
      first.map(({ id }) => id),
      [one.id],
    );
    await store().proposals.putOff(first[0] ?? assert.fail(), 0);
    const [before = "", after = ""] = clients.toSorted();
    assert.deepEqual(
      (await turn({ afterClient: before })).map(({ clientId }) => clientId),
      [after, before],
    );
    assert.deepEqual(
      (await turn()).map(({ clientId }) => clientId),
      [many.clientId],
    );
  });

  test("one of several processes leases an approved proposal, and postponing it makes it wait", async () => {
    const asker = await makeAsker();
    const row = await create(asker);
    assert.deepEqual(await taken(row), []);
    await approve(row);
    const takes = await Promise.all(Array.from({ length: 5 }, () => taken(row)));
    assert.equal(takes.flat().length, 1);
    assert.deepEqual(await taken(row), []);
    await store().proposals.putOff(row, 0);
    assert.equal((await taken(row)).length, 1);
    await store().proposals.putOff(row, 9e15);
    assert.deepEqual(await taken(row), []);
  });
  const taken = async (row: ProposalRow) =>
    (await store().proposals.take({ limit: 100, leaseMs: 60_000, afterClient: "", busyClients: [] })).filter(
      ({ id }) => id === row.id,
    );

  test("lists a tenant's proposals, newest first, by connection, status and what a token covers", async () => {
    const asker = await makeAsker();
    const first = await create(asker, { createdAt: 1 });
    const second = await create(asker, { createdAt: 2, connectionId: "con_2" });
    const third = await create(asker, { createdAt: 3, actionId: "secrets.delete" });
    await decide(third, denied);
    const list = async (query: Partial<Parameters<ReturnType<typeof store>["proposals"]["list"]>[2]>) => {
      const all = { connectionId: null, status: null, after: null, limit: 10, ...query };
      return (await store().proposals.list(asker.clientId, asker.tenantId, all)).rows.map(({ id }) => id);
    };
    assert.deepEqual(await list({}), [third.id, second.id, first.id]);
    assert.deepEqual(await list({ status: "denied" }), [third.id]);
    assert.deepEqual(await list({ connectionId: "con_2" }), [second.id]);
    assert.deepEqual(await list({ after: { createdAt: 2, id: second.id } }), [first.id]);
    const covered = { connections: null, actions: ["doppler/secrets.delete"] };
    assert.deepEqual(await list({ covered }), [third.id]);
  });

  test("shows operators every client's proposals: waiting, by state, or all, page by page", async () => {
    const [one, other] = [await makeAsker(), await makeAsker()];
    // Newer than those of all other cases.
    const times = { createdAt: 8e15, expiresAt: 9e15 };
    const first = await create(one, { ...times, id: "prp_1" });
    const second = await create(other, { ...times, id: "prp_2" });
    const third = await create(one, { ...times, id: "prp_3" });
    const { overview } = store();
    const idsOf = async (query: Partial<Parameters<typeof overview.proposals>[0]>) =>
      (await overview.proposals({ status: "waiting", after: null, limit: 3, ...query })).rows.map(({ id }) => id);
    assert.deepEqual(await idsOf({}), [third.id, second.id, first.id]);
    const page = await overview.proposals({ status: "waiting", after: null, limit: 2 });
    assert.equal(page.more, true);
    assert.deepEqual(await idsOf({ after: page.rows[1] ?? null, limit: 1 }), [first.id]);
    const count = await overview.waitingProposals(1000);
    assert.ok(count >= 3);
    await approve(second);
    await decide(third, denied);
    assert.equal(await overview.waitingProposals(1000), count - 1);
    assert.equal(await overview.waitingProposals(1), 1);
    assert.deepEqual(await idsOf({ limit: 2 }), [second.id, first.id]);
    assert.deepEqual(await idsOf({ status: "pending", limit: 1 }), [first.id]);
    assert.deepEqual(await idsOf({ status: "approved", limit: 1 }), [second.id]);
    assert.deepEqual(await idsOf({ status: "denied", limit: 1 }), [third.id]);
    assert.deepEqual(await idsOf({ status: "all" }), [third.id, second.id, first.id]);
  });

  test("prunes only old proposals that have ended", async () => {
    const asker = await makeAsker();
    const waiting = await create(asker, { createdAt: 1 });
    const ended = await create(asker, { createdAt: 1 });
    const recent = await create(asker, { createdAt: 5000 });
    await decide(ended, denied);
    await decide(recent, denied);
    while ((await store().proposals.prune(4000, 1)) > 0);
    assert.equal(await store().proposals.find(asker.clientId, asker.tenantId, ended.id), null);
    await find(waiting);
    await find(recent);
  });
}
