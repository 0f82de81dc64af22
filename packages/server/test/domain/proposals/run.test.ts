/** Runs an approved call with its asker's current rights, and without a false alarm if the tenant is deleted. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { PolicyRule } from "@svc/contract";
import type { Action } from "@svc/provider-kit";
import { sealedCredential } from "../../../src/domain/connections/sealed-credential.ts";
import { digestOf, isIntact, sealDecision, type Proposed } from "../../../src/domain/proposals/digest.ts";
import type { ProposalRow } from "../../../src/domain/proposals/port.ts";
import { propose } from "../../../src/domain/proposals/propose.ts";
import { readLimits } from "../../../src/domain/provider-calls/reads.ts";
import { createProposalRuns } from "../../../src/domain/proposals/run.ts";
import type { ServiceKeyRow } from "../../../src/domain/service-clients/port.ts";
import { systemPlatform } from "../../../src/platform.ts";
import { makeWorld, secret, setThing, type World } from "../executions/world.ts";
import { roomFor, sampleProposal } from "../../adapters/store/agent-samples.ts";
import { newId, sampleKey, type Place } from "../../adapters/store/samples.ts";
import type { Decision } from "../../../src/domain/records/documents.ts";

let world: World;
let place: Place;
let altered: string[];
before(async () => {
  world = await makeWorld();
  const { clientId, tenantId } = (await world.store.overview.connection("con_1")) ?? assert.fail();
  place = { clientId, tenantId };
});
after(() => world.close());
beforeEach(() => {
  altered = [];
  world.sent.length = 0;
});

const hash = (purpose: string, data: string | readonly string[]): string =>
  Buffer.from(JSON.stringify([purpose, data])).toString("base64url");
const hashes = {
  hash,
  verify: (purpose: string, data: string | readonly string[], hashed: string) => hash(purpose, data) === hashed,
};
const decision: Decision = { decision: "approved", decidedBy: "maria", reason: "", decidedAt: 1 };
const input = { value: secret };

/** The runs of a process; a sealed input is its text. */
function runs(openCredential = (_context: unknown, sealed: Uint8Array) => Promise.resolve(Uint8Array.from(sealed))) {
  const { store, deps } = world;
  const inFlight = new Set<Promise<unknown>>();
  const run = createProposalRuns({
    proposals: store.proposals,
    executing: deps,
    tokens: store.delegatedTokens,
    tenants: store.tenants,
    serviceClients: store.serviceClients,
    actions: () => [{ slug: "acme", actionId: setThing.id, effect: "write" }],
    vault: { openCredential },
    hashes,
    platform: systemPlatform,
    inFlight,
    onAltered: (id) => void altered.push(id),
    onFailure: (error) => assert.fail(String(error)),
  });
  return async () => {
    await run(new AbortController().signal);
    await Promise.all(inFlight);
  };
}

/** An approved call of a new key. @param key the key's properties by the time that svc makes the call. */
async function approved(key: Partial<ServiceKeyRow> = {}, about: Partial<ProposalRow> = {}): Promise<ProposalRow> {
  const { store } = world;
  const keyRow = sampleKey(place.clientId, key);
  await store.serviceClients.addKey(keyRow, "operator");
  const now = systemPlatform.nowMs();
  const sampled = sampleProposal(place, "con_1", {
    provider: "acme",
    actionId: setThing.id,
    summaryInput: {},
    keyId: keyRow.id,
    createdAt: now,
    expiresAt: now + 60_000,
    ...about,
  });
  const row = {
    ...sampled,
    sealed: Buffer.from(JSON.stringify(input)),
    digest: digestOf(hashes, sampled satisfies Proposed, input),
  };
  const { clientId, tenantId, idempotencyKey, fingerprint } = row;
  const claim = { clientId, tenantId, key: idempotencyKey, fingerprint, ownerId: "o", createdAt: now };
  assert.equal(await store.proposals.create(row, claim, roomFor(99), "key:k"), "created");
  const decided = { decision, seal: sealDecision(hashes, row, decision) };
  assert.ok((await store.proposals.decide(row, decided, { actor: "key:k", data: {} })) !== null);
  return row;
}

const find = async ({ clientId, tenantId, id }: ProposalRow): Promise<ProposalRow> =>
  (await world.store.proposals.find(clientId, tenantId, id)) ?? assert.fail();

test("makes an approved call once, whichever process is faster", async () => {
  const row = await approved();
  await Promise.all([runs()(), runs()(), runs()()]);
  const { status, executionId, sealed } = await find(row);
  assert.deepEqual([status, executionId !== "", sealed, altered], ["accepted", true, null, []]);
  assert.deepEqual(
    world.sent.map(({ recorded }) => recorded),
    ["dispatched"],
  );
});

test("withdraws the call of a key that was narrowed to other tenants", async () => {
  await world.store.tenants.update(place.clientId, place.tenantId, { label: "eu" }, "operator");
  const gone = [await approved({ tenants: { ids: ["ten_other"] } }), await approved({ tenants: { label: "us" } })];
  const kept = [await approved({ tenants: { ids: [place.tenantId] } }), await approved({ tenants: { label: "eu" } })];
  await runs()();
  for (const row of gone) {
    const { status, errorCode } = await find(row);
    assert.deepEqual([status, errorCode], ["withdrawn", "UNAUTHENTICATED"]);
  }
  for (const row of kept) assert.equal((await find(row)).status, "accepted");
  assert.equal(world.sent.length, 2);
});

test("withdraws an approval that the agent's own user could have given, once the policy wants another person", async () => {
  const policyRules: PolicyRule[] = [{ decision: "ask", approver: "other" }];
  const weak = await approved({ policyRules }, { subject: "user-7", approver: "any" });
  const byOther = await approved({ policyRules }, { subject: "user-7", approver: "other" });
  const withoutUser = await approved({ policyRules }, { approver: "any" });
  await runs()();
  const { status, errorCode } = await find(weak);
  assert.deepEqual([status, errorCode], ["withdrawn", "POLICY_DENIED"]);
  for (const row of [byOther, withoutUser]) assert.equal((await find(row)).status, "accepted");
  assert.equal(world.sent.length, 2);
});

test("recognizes the proposal that it stored, whatever characters a provider's text has", async () => {
  const { store, deps } = world;
  const preview: Action["preview"] = {
    needs: [setThing.id],
    read: () => Promise.resolve({ text: "Sets \uD83D\0.", precondition: { seen: "\uD83D\0" } }),
  };
  const { connection, record } =
    (await store.executions.lookUp({ ...place, connectionId: "con_1" }))?.connection ?? assert.fail();
  const key = sampleKey(place.clientId);
  await store.serviceClients.addKey(key, "operator");
  const client = (await store.serviceClients.findByKeyId(key.id))?.client ?? assert.fail();
  const id = newId("idem");
  const policy = { decision: "allow", approver: "any", by: null, reasons: [] } as const;
  const [auth] = world.provider.auth;
  assert.ok(auth !== undefined && record !== null);
  const { provider } = world;
  const action = { ...setThing, preview };
  const caller = { client, keyId: key.id, tenants: null };
  const content = () => ({ input, identity: { method: "POST", path: "/", body: undefined } });
  const { tenantId } = place;
  const scope = { ...place, key: id };
  const sealed = sealedCredential({ connection, record, provider, auth });
  const proposed = await propose(
    {
      ...deps,
      limits: readLimits,
      onDefect: () => assert.fail("a defect"),
      proposals: store.proposals,
      vault: { sealCredential: (_context, plaintext) => Promise.resolve(Uint8Array.from(plaintext)) },
      hashes,
      audit: store.audit,
      newId,
    },
    {
      call: {
        request: { caller, tenantId, connectionId: "con_1", actionId: action.id, idempotencyKey: () => id, content },
        ref: { ...place, connectionId: "con_1" },
        deadlineMs: systemPlatform.monotonicMs() + 5000,
        admission: null,
        wasClaimed: false,
      },
      parsed: { ...content(), known: { provider, action }, scope },
      authorized: { action, sealed, grantGeneration: connection.grantGeneration, policy },
      mayRun: false,
    },
    { ...scope, fingerprint: "1.f", ownerId: "o", createdAt: 1 },
  );
  assert.ok(proposed !== null);
  const stored = await find(proposed);
  assert.deepEqual([stored.preview, isIntact(hashes, stored, input)], ["Sets \uFFFD\uFFFD.", true]);
});

test("raises the alarm for a proposal that was changed in the database, and sends nothing", async () => {
  const row = await approved();
  await runs(() => Promise.resolve(Buffer.from(JSON.stringify({ value: "another" }))))();
  const { status, errorCode } = await find(row);
  assert.deepEqual([status, errorCode, altered, world.sent], ["withdrawn", "INTERNAL", [row.id], []]);
});

test("withdraws without an alarm if the tenant is deleted at this moment", async () => {
  const row = await approved();
  await runs(async () => {
    await world.store.tenants.remove(place.clientId, place.tenantId, systemPlatform.nowMs(), true, "operator");
    throw new Error("its keys are gone");
  })();
  const { status, errorCode } = await find(row);
  assert.deepEqual([status, errorCode, altered, world.sent], ["withdrawn", "UNAUTHENTICATED", [], []]);
});
