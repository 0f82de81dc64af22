/** Stored OAuth flows: every step happens once, and only if its conditions still hold. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConnectSessionRow, OAuthFlowRow } from "../../../src/domain/connect-sessions/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { makeSession, makeTenant, newId } from "./samples.ts";

/** A flow of a session. Hashes are "" until there is something to hash. */
function sampleFlow(sessionId: string, change: Partial<OAuthFlowRow> = {}): OAuthFlowRow {
  return {
    id: newId("flow"),
    sessionId,
    provider: "acme",
    languages: ["de-AT", "en"],
    ticketHash: newId("ticket"),
    browserHash: "",
    stateHash: "",
    appId: "",
    createdAt: 2000,
    expiresAt: 5000,
    usedAt: null,
    ...change,
  };
}

/** Registers the cases. */
export function flowCases(store: () => Store): void {
  const session = async (change: Partial<ConnectSessionRow> = {}): Promise<string> =>
    makeSession(store(), await makeTenant(store()), {
      provider: "acme",
      authKind: "oauth2_authorization_code",
      status: "opened",
      ...change,
    });
  const statusOf = async (id: string) => (await store().connectSessions.findById(id))?.status;
  const started = async (change: Partial<OAuthFlowRow> = {}): Promise<OAuthFlowRow> => {
    const flow = sampleFlow(await session(), change);
    assert.equal(await store().oauthFlows.start(flow, null), true);
    return flow;
  };
  /** A flow whose user has consented. */
  const approved = async (): Promise<OAuthFlowRow> => {
    const flow = await started();
    const stateHash = newId("state");
    assert.equal(await store().oauthFlows.open(flow.id, "browser", 2100), true);
    assert.equal(
      await store().oauthFlows.approve(flow.id, { stateHash, appId: "app-1", at: 2200, expiresAt: 6000 }, null),
      true,
    );
    return { ...flow, browserHash: "browser", stateHash, appId: "app-1", expiresAt: 6000 };
  };

  test("starting sets the session to authorizing and stores the flow", async () => {
    const flow = await started();
    assert.equal(await statusOf(flow.sessionId), "authorizing");
    assert.deepEqual(await store().oauthFlows.findByTicketHash(flow.ticketHash), flow);
  });

  test("a second start replaces the first flow and its state", async () => {
    const flow = await approved();
    const next = sampleFlow(flow.sessionId);
    assert.equal(await store().oauthFlows.start(next, null), true);
    assert.equal(await store().oauthFlows.findByTicketHash(flow.ticketHash), null);
    assert.equal(await store().oauthFlows.findByStateHash(flow.stateHash), null);
    assert.deepEqual(await store().oauthFlows.findByTicketHash(next.ticketHash), next);
  });

  test("keeps one flow of ten concurrent starts", async () => {
    const id = await session();
    const flows = Array.from({ length: 10 }, () => sampleFlow(id));
    assert.deepEqual(
      new Set(await Promise.all(flows.map((flow) => store().oauthFlows.start(flow, null)))),
      new Set([true]),
    );
    const found = await Promise.all(flows.map((flow) => store().oauthFlows.findByTicketHash(flow.ticketHash)));
    assert.equal(found.filter((flow) => flow !== null).length, 1);
  });

  const closed: Readonly<Record<string, Partial<ConnectSessionRow>>> = {
    "is not opened yet": { status: "pending" },
    "was cancelled": { status: "cancelled" },
    "awaits confirmation": { status: "awaiting_confirmation" },
    "has expired": { expiresAt: 2000 },
    "is being verified": { verifyingUntil: 2001 },
  };
  for (const [reason, change] of Object.entries(closed)) {
    test(`starts no flow for a session that ${reason}`, async () => {
      const id = await session(change);
      const flow = sampleFlow(id);
      assert.equal(await store().oauthFlows.start(flow, null), false);
      assert.equal(await store().oauthFlows.findByTicketHash(flow.ticketHash), null);
      assert.equal(await statusOf(id), change.status ?? "opened");
    });
  }

  test("binds a flow to one browser before it expires", async () => {
    const flow = await started();
    assert.equal(await store().oauthFlows.open(flow.id, "late", 5000), false);
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, index) => store().oauthFlows.open(flow.id, `browser ${index}`, 4999)),
    );
    assert.equal(tries.filter(Boolean).length, 1);
    const bound = await store().oauthFlows.findByTicketHash(flow.ticketHash);
    assert.equal(bound?.browserHash, `browser ${tries.indexOf(true)}`);
  });

  test("doesn't approve an unbound, used or expired flow", async () => {
    const flow = await started();
    const approval = { stateHash: newId("state"), appId: "app-1", at: 2200, expiresAt: 6000 };
    assert.equal(await store().oauthFlows.approve(flow.id, approval, null), false);
    await store().oauthFlows.open(flow.id, "browser", 2100);
    assert.equal(await store().oauthFlows.approve(flow.id, { ...approval, at: 5000 }, null), false);
    const other = await approved();
    assert.equal(await store().oauthFlows.use(other, 2300, 9000), "taken");
    assert.equal(await store().oauthFlows.approve(other.id, approval, null), false);
  });

  test("a second approval replaces the state", async () => {
    const flow = await approved();
    const stateHash = newId("state");
    await store().oauthFlows.approve(flow.id, { stateHash, appId: "app-2", at: 2300, expiresAt: 7000 }, null);
    assert.equal(await store().oauthFlows.findByStateHash(flow.stateHash), null);
    assert.equal(await store().oauthFlows.use(flow, 2400, 9000), "spent");
    const now = await store().oauthFlows.findByStateHash(stateHash);
    assert.deepEqual([now?.id, now?.appId, now?.expiresAt], [flow.id, "app-2", 7000]);
  });

  test("lets one of ten concurrent uses take state and session", async () => {
    const flow = await approved();
    const uses = await Promise.all(Array.from({ length: 10 }, () => store().oauthFlows.use(flow, 2300, 9000)));
    assert.deepEqual(uses.toSorted(), [...Array.from({ length: 9 }, () => "spent"), "taken"]);
    assert.equal((await store().connectSessions.findById(flow.sessionId))?.verifyingUntil, 9000);
    assert.equal(await store().connectSessions.beginVerification(flow.sessionId, 2400, 9000), false);
  });

  test("spends an expired state, but not while the session is being verified", async () => {
    const flow = await approved();
    assert.equal(await store().oauthFlows.use(flow, 6000, 9000), "spent");
    await store().connectSessions.beginVerification(flow.sessionId, 2300, 2400);
    assert.equal(await store().oauthFlows.use(flow, 2399, 9000), "busy");
    assert.equal(await store().oauthFlows.use(flow, 2400, 9000), "taken");
  });

  test("rejects the state of an ended session", async () => {
    const flow = await approved();
    await store().connectSessions.end(flow.sessionId, "cancelled", "", 2300, { actor: "system" });
    assert.equal(await store().oauthFlows.use(flow, 2400, 9000), "busy");
    assert.equal((await store().oauthFlows.findByStateHash(flow.stateHash))?.usedAt, null);
  });

  test("a failed flow reopens its session, but not another flow's", async () => {
    const flow = await approved();
    await store().oauthFlows.use(flow, 2300, 9000);
    await store().oauthFlows.giveUp(flow.id, null);
    const opened = await store().connectSessions.findById(flow.sessionId);
    assert.deepEqual([opened?.status, opened?.verifyingUntil], ["opened", 0]);
    await store().oauthFlows.start(sampleFlow(flow.sessionId), null);
    await store().oauthFlows.giveUp(flow.id, null);
    assert.equal(await statusOf(flow.sessionId), "authorizing");
    const ended = await approved();
    await store().connectSessions.end(ended.sessionId, "failed", "ACTION_NOT_GRANTED", 2300, { actor: "system" });
    await store().oauthFlows.giveUp(ended.id, null);
    assert.equal(await statusOf(ended.sessionId), "failed");
  });

  test("doesn't find an empty state", async () => {
    await started();
    assert.equal(await store().oauthFlows.findByStateHash(""), null);
  });

  test("deletes expired flows, and those of a deleted session", async () => {
    const flow = await started();
    await store().oauthFlows.prune(5000, 100);
    assert.notEqual(await store().oauthFlows.findByTicketHash(flow.ticketHash), null);
    await store().oauthFlows.prune(5001, 100);
    assert.equal(await store().oauthFlows.findByTicketHash(flow.ticketHash), null);
    const other = await started({ expiresAt: 1e12 });
    await store().connectSessions.sweep(20_000, 100);
    await store().connectSessions.prune(1e12, 100);
    assert.equal(await statusOf(other.sessionId), undefined);
    assert.equal(await store().oauthFlows.findByTicketHash(other.ticketHash), null);
  });
}
