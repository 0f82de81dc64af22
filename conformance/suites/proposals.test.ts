/** Calls that need approval, from outside. */
import assert from "node:assert/strict";
import { before } from "node:test";
import type { AuditEventList, EventList, PolicyRule, Proposal, ProposalList } from "@svc/contract";
import {
  type HttpResponse,
  assertProblem,
  Caller,
  devConfig,
  operateJson,
  suiteOnBothEngines,
  uniqueName,
  until,
  verifies,
} from "../harness/index.ts";
import { ProviderLedger } from "../harness/ledger.ts";
import {
  approve,
  decide,
  executed,
  makeAsking,
  placeOf,
  proposalOf,
  reached,
  secret,
  setPolicy,
  type Asking,
} from "./proposal-fixture.ts";
import { make } from "./token-fixture.ts";

/** Deleting requires a person other than the agent's own user. */
const rules: readonly PolicyRule[] = [
  { match: { actions: ["doppler/secrets.set"] }, decision: "ask" },
  { match: { actions: ["doppler/secrets.delete"] }, decision: "ask", approver: "other" },
];

suiteOnBothEngines("calls that need approval", (fixture) => {
  let shared: Asking;
  before(async () => {
    shared = await makeAsking(fixture(), rules);
  });
  /** The suite's client and its decider, with the test's own tenant and connection. */
  const ask = async (): Promise<Asking> => ({
    ...shared,
    connected: await fixture().connected({ caller: shared.connected.caller }),
  });

  verifies("approval.places", "leaves places for others, and reads no preview without one", async () => {
    const { connected } = await ask();
    const { caller, tenantId } = connected;
    const limited = await make(caller, tenantId, { requireApproval: true, maxExecutions: 1 });
    const ledger = new ProviderLedger(fixture().provider);
    const asked: HttpResponse[] = [];
    const first = await connected.by(limited.caller).set("ONLY_PLACE", uniqueName("k"));
    const reads = ledger.requests.length;
    assert.equal(proposalOf(first).status, "pending");
    for (let count = 0; count < 5; count += 1) {
      asked.push(await connected.by(limited.caller).set("NO_PLACE", uniqueName("k")));
    }
    for (const response of asked) assertProblem(response, "TOKEN_BUDGET_EXHAUSTED");
    // A token without a budget has ten places, however many tokens it creates.
    const agent = await make(caller, tenantId, { requireApproval: true });
    const child = await make(agent.caller, tenantId);
    const outcomes: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const by = connected.by(count % 2 === 0 ? agent.caller : child.caller);
      outcomes.push((await by.set("TEN_PLACES", uniqueName("k"))).status);
    }
    assert.deepEqual(outcomes, [...Array.from({ length: 10 }, () => 202), 429, 429]);
    assert.ok(ledger.requests.length - reads <= 10 * reads, "refused calls read nothing");
    assert.equal((await connected.set("BACKEND_PLACE", uniqueName("k"))).status, 202);
  });

  verifies("approval.ask", "waits, with the same proposal for the same key, and sends reads only", async () => {
    const { connected } = await ask();
    const ledger = new ProviderLedger(fixture().provider);
    const name = uniqueName("WAITS").replaceAll(/\W/g, "_").toUpperCase();
    const key = uniqueName("k");
    const first = await connected.set(name, key);
    const proposal = proposalOf(first);
    assert.equal(proposal.status, "pending");
    assert.deepEqual(proposal.summary.input, { ...devConfig, name });
    assert.equal(proposal.preview, `${name} doesn't exist in dev of harbor-api and would be created.`);
    assert.deepEqual(proposal.askedBy, { layer: "service_client", rule: 1 });
    const again = await connected.set(name, key);
    assert.equal(again.headers["idempotent-replayed"], "true");
    assert.deepEqual(proposalOf(again), proposal);
    assertProblem(await connected.set(name, key, "another value"), "IDEMPOTENCY_KEY_REUSED");
    // `:propose` makes the same call.
    const path = `${connected.path}/actions/secrets.set:propose`;
    const proposed = await connected.caller.post(path, { input: secret(name) }, { idempotencyKey: key });
    assert.equal(proposalOf(proposed).id, proposal.id);
    assert.deepEqual(ledger.changes, []);
    assert.ok(ledger.requests.length > 0);
    const page = (await connected.caller.get(`/v1/tenants/${connected.tenantId}/proposals?status=pending`)).json;
    assert.deepEqual((page as ProposalList).proposals, [proposal]);
    // Reads don't wait.
    assert.equal((await connected.execute("secrets.names.list", devConfig)).status, 200);
    const read = `${connected.path}/actions/secrets.names.list:propose`;
    assertProblem(await connected.caller.post(read, { input: devConfig }), "INVALID_REQUEST");
  });

  verifies("approval.once", "is executed once by svc, and its key returns the response", async () => {
    const { connected, decider } = await ask();
    const ledger = new ProviderLedger(fixture().provider);
    const key = uniqueName("k");
    const proposal = proposalOf(await connected.set("APPROVED_ONCE", key));
    await approve(decider, proposal);
    const execution = await executed(connected.caller, proposal);
    assert.deepEqual([execution.status, execution.attempt, execution.proposal_id], ["succeeded", 1, proposal.id]);
    assert.equal(ledger.changes.length, 1);
    const replay = await connected.set("APPROVED_ONCE", key);
    assert.deepEqual([replay.status, replay.headers["idempotent-replayed"]], [200, "true"]);
    assert.equal(ledger.changes.length, 1);
    assertProblem(await decide(decider, proposal), "PROPOSAL_NOT_PENDING");
  });

  verifies("approval.end", "is never executed after it was denied, or after its key was revoked", async () => {
    const { connected, decider, clientId } = await makeAsking(fixture());
    const ledger = new ProviderLedger(fixture().provider);
    const key = uniqueName("k");
    const denied = proposalOf(await connected.set("DENIED_CALL", key));
    assert.equal((await decide(decider, denied, "deny", { reason: "Not today." })).status, 200);
    const told = proposalOf(await connected.set("DENIED_CALL", key));
    assert.deepEqual([told.status, told.decision?.reason], ["denied", "Not today."]);
    const { token, caller } = await make(connected.caller, connected.tenantId);
    const orphan = proposalOf(await connected.by(caller).set("ORPHANED", uniqueName("k")));
    await connected.caller.post(`/v1/delegated-tokens/${token.id}:revoke`);
    const withdrawn = await reached(connected.caller, orphan, "withdrawn");
    assert.equal(withdrawn.error?.code, "UNAUTHENTICATED");
    assertProblem(await decide(decider, orphan), "PROPOSAL_NOT_PENDING");
    // A later `deny` wins over an approval.
    const late = proposalOf(await connected.set("LATE_DENIAL", uniqueName("k")));
    await setPolicy(fixture(), ["service-clients", "update", clientId], [{ decision: "deny" }]);
    await until(5000, "the policy denies", async () =>
      (await connected.set("PROBE", uniqueName("k"))).status === 403 ? true : null,
    );
    await approve(decider, late);
    assert.equal((await reached(connected.caller, late, "withdrawn")).error?.code, "POLICY_DENIED");
    assert.deepEqual(ledger.changes, []);
  });

  verifies("approval.end", "is never executed if its key no longer reaches the tenant", async () => {
    const { connected, decider, clientId } = await makeAsking(fixture());
    const ledger = new ProviderLedger(fixture().provider);
    const { server } = fixture();
    const at = `/v1/tenants/${connected.tenantId}`;
    const label = uniqueName("region");
    await connected.caller.patch(at, { label });
    const add = ["service-clients", "add-key", clientId, "--key-name", "narrow"];
    const { key } = await operateJson<{ key: string }>(server, add);
    await operateJson(server, ["service-clients", "update-key", clientId, "narrow", "--label", label]);
    const narrow = connected.by(new Caller(connected.caller.http, key));
    const own = proposalOf(await narrow.set("OF_A_KEY", uniqueName("k")));
    const { caller } = await make(narrow.caller, connected.tenantId);
    const ofToken = proposalOf(await connected.by(caller).set("OF_A_TOKEN", uniqueName("k")));
    await connected.caller.patch(at, { label: null });
    for (const proposal of [own, ofToken]) {
      await approve(decider, proposal);
      assert.equal((await reached(connected.caller, proposal, "withdrawn")).error?.code, "UNAUTHENTICATED");
    }
    assert.deepEqual(ledger.changes, []);
  });

  verifies(
    "approval.decide",
    "accepts the first decision by another key with the permission and the digest",
    async () => {
      const { connected, decider, clientId } = await ask();
      const proposal = proposalOf(await connected.set("DECIDED", uniqueName("k")));
      assertProblem(await decide(connected.caller, proposal), "DECISION_NOT_ALLOWED");
      // Not even if it may decide: it made the proposal. Nor does the key that replaces it.
      const { server } = fixture();
      await operateJson(server, ["service-clients", "update-key", clientId, "default", "--may-decide"]);
      const rotate = ["service-clients", "rotate-key", clientId, "--key-name", "default"];
      const next = new Caller(connected.caller.http, (await operateJson<{ key: string }>(server, rotate)).key);
      for (const caller of [connected.caller, next]) {
        assertProblem(await decide(caller, proposal), "DECISION_NOT_ALLOWED");
      }
      const addKey = ["service-clients", "add-key", clientId, "--key-name", "without-the-right"];
      const without = new Caller(connected.caller.http, (await operateJson<{ key: string }>(server, addKey)).key);
      assertProblem(await decide(without, proposal), "DECISION_NOT_ALLOWED");
      const { caller: byToken } = await make(decider, connected.tenantId);
      assertProblem(await decide(byToken, proposal), "DECISION_NOT_ALLOWED");
      assertProblem(await decide(decider, { ...proposal, digest: `${proposal.digest}x` }), "DIGEST_MISMATCH");
      assertProblem(await decide(decider, { ...proposal, id: "prp_01k0000000e8r9m2p4s6t8w0y2" }), "PROPOSAL_NOT_FOUND");
      assert.equal((await decider.get(`${placeOf(proposal)}:decide`)).status, 405);
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_each, index) => decide(decider, proposal, index % 2 === 0 ? "approve" : "deny")),
      );
      assert.equal(responses.filter(({ status }) => status === 200).length, 1);
      assert.ok(responses.every(({ status }) => status === 200 || status === 409));
      // Anything that it may have sent is over before the next test counts.
      const { status } = await reached(connected.caller, proposal, "accepted", "denied");
      if (status === "accepted") await executed(connected.caller, proposal);
    },
  );

  verifies("approval.decide", "lets the agent's own user decide unless the rule requires another person", async () => {
    const { connected, decider } = await ask();
    const { caller } = await make(connected.caller, connected.tenantId, { subject: "user-7" });
    const input = { ...devConfig, name: "NEVER_THERE" };
    const options = { idempotencyKey: uniqueName("k") };
    const proposal = proposalOf(await connected.by(caller).execute("secrets.delete", input, options));
    assert.equal(proposal.approver, "other");
    assertProblem(await decide(decider, proposal, "approve", { decidedBy: " USER-7 " }), "DECISION_NOT_ALLOWED");
    assert.equal((await decide(decider, proposal, "approve", { decidedBy: "user-8" })).status, 200);
    await executed(connected.caller, proposal);
  });

  verifies("approval.stale", "sends nothing if the approved state has changed", async () => {
    const { connected, decider } = await ask();
    const key = uniqueName("k");
    const proposal = proposalOf(await connected.set("STALE_PLAN", key));
    // Both were proposed while it didn't exist, and the other one creates it.
    const other = proposalOf(await connected.set("STALE_PLAN", uniqueName("k")));
    await approve(decider, other);
    assert.equal((await executed(connected.caller, other)).status, "succeeded");
    const ledger = new ProviderLedger(fixture().provider);
    await approve(decider, proposal);
    assert.equal((await executed(connected.caller, proposal)).status, "failed");
    assertProblem(await connected.set("STALE_PLAN", key), "PLAN_STALE");
    assert.deepEqual(ledger.changes, []);
  });

  verifies(
    "approval.isolation",
    "shows a token only the proposals that it covers, and a foreign one as missing",
    async () => {
      const { connected } = await ask();
      const proposal = proposalOf(await connected.set("COVERED", uniqueName("k")));
      const elsewhere = await fixture().connected();
      assertProblem(await elsewhere.caller.get(placeOf(proposal)), "TENANT_NOT_FOUND");
      const own = `/v1/tenants/${elsewhere.tenantId}/proposals/${proposal.id}`;
      assertProblem(await elsewhere.caller.get(own), "PROPOSAL_NOT_FOUND");
      const { caller: reader } = await make(connected.caller, connected.tenantId, { maxEffect: "read" });
      assertProblem(await reader.get(placeOf(proposal)), "PROPOSAL_NOT_FOUND");
      const { caller: writer } = await make(connected.caller, connected.tenantId);
      assert.equal(((await writer.get(placeOf(proposal))).json as Proposal).id, proposal.id);
      // A token that requires approval for its own calls, without any rule of the client.
      const { caller } = await make(elsewhere.caller, elsewhere.tenantId, { requireApproval: true });
      const asked = proposalOf(await elsewhere.by(caller).set("BY_TOKEN", uniqueName("k")));
      assert.equal(asked.askedBy.layer, "token");
      assert.equal((await elsewhere.by(caller).execute("secrets.names.list", devConfig)).status, 200);
    },
  );

  verifies("approval.trail", "records each step, with who requested it and who decided", async () => {
    const { connected, decider } = await ask();
    const { token, caller } = await make(connected.caller, connected.tenantId, { subject: "user-7", agent: "bot" });
    const proposal = proposalOf(await connected.by(caller).set("TRAILED", uniqueName("k")));
    await approve(decider, proposal);
    await reached(connected.caller, proposal, "accepted");
    const events = (await connected.caller.get("/v1/events?limit=100")).json as EventList;
    const told = events.events.filter(({ data }) => data["proposal_id"] === proposal.id);
    assert.deepEqual(
      told.map(({ type }) => type),
      ["proposal.created", "proposal.approved"],
    );
    assert.deepEqual([told[0]?.data["agent"], told[0]?.data["delegated_token_id"]], ["bot", token.id]);
    const trail = (await connected.caller.get(`/v1/audit-events?subject=${proposal.id}`)).json as AuditEventList;
    const approval = trail.auditEvents.find(({ type }) => type === "proposal.approved");
    assert.equal(approval?.data["decidedBy"], "maria@example.com");
    const created = trail.auditEvents.find(({ type }) => type === "proposal.created");
    assert.deepEqual([created?.actor, created?.data["subject"]], [`token:${token.id}`, "user-7"]);
    const text = JSON.stringify([events, trail, (await connected.caller.get(placeOf(proposal))).json]);
    assert.ok(!text.includes("canary-value-of-TRAILED"));
  });

  // Last, because keys without a time are refused afterwards.
  verifies("approval.restored", "is withdrawn once a restored database is accepted, with its events", async () => {
    const { connected } = await ask();
    const key = uniqueName("k");
    const proposal = proposalOf(await connected.set("RESTORED", key));
    await operateJson(fixture().server, ["idempotency-keys", "expire", "--before", "2020-01-01T00:00:00Z"]);
    const withdrawn = await reached(connected.caller, proposal, "withdrawn");
    assert.deepEqual(
      [withdrawn.error?.code, proposalOf(await connected.set("RESTORED", key)).status],
      ["PLAN_STALE", "withdrawn"],
    );
    const events = (await connected.caller.get("/v1/events?limit=100")).json as EventList;
    const told = events.events.filter(({ data }) => data["proposal_id"] === proposal.id);
    assert.deepEqual(
      told.map(({ type }) => type),
      ["proposal.created", "proposal.withdrawn"],
    );
    const trail = (await connected.caller.get(`/v1/audit-events?subject=${proposal.id}`)).json as AuditEventList;
    const end = trail.auditEvents.find(({ type }) => type === "proposal.withdrawn");
    assert.deepEqual([end?.actor, end?.data["reason"]], ["operator", "PLAN_STALE"]);
  });
});
