/** Who gets a proposal's content: keys that may decide about it, alone, and until the decision. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { content, sensitive, ServiceError } from "@svc/contract";
import { Type } from "typebox";
import { createProposals, type ProposalsDeps } from "../../../src/domain/proposals/proposals.ts";
import type { Caller } from "../../../src/domain/service-clients/caller.ts";
import { VaultError } from "../../../src/domain/vault/errors.ts";
import { systemPlatform } from "../../../src/platform.ts";
import { sampleProposal } from "../../adapters/store/agent-samples.ts";
import { sampleClient, sampleKey } from "../../adapters/store/samples.ts";

const unused = () => assert.fail("not needed");
const id = "prp_01k0000000e8r9m2p4s6t8w0y2";
const client = sampleClient({ id: "scl_01k0000000e8r9m2p4s6t8w0y2" });
const keys = ["asks", "decides", "other"].map((name) => sampleKey(client.id, { id: name, name }));
const pending = {
  ...sampleProposal({ clientId: client.id, tenantId: "ten_1" }, "con_1", { keyId: "asks" }),
  id,
  summaryInput: { title: "T" },
  expiresAt: Date.now() + 3_600_000,
};
const schema = Type.Object(
  { title: Type.String(), body: content(Type.String()), token: sensitive(Type.String()) },
  { additionalProperties: false },
);
const sealedInput = { title: "T", body: "Hello", token: "canary-token" };
const decider: Caller = { client, keyId: "decides", mayDecide: true, tenants: null };

/** @param change to the proposal. @param vault what opening it does. */
function proposalsOf(change: object = {}, vault: Partial<ProposalsDeps> = {}) {
  const opened: string[] = [];
  const row = { ...pending, ...change };
  const proposals = createProposals({
    store: { find: () => Promise.resolve(row), list: unused, decide: unused },
    connections: { find: unused },
    serviceClients: { keys: () => Promise.resolve([...keys]), findByKeyId: unused },
    tenants: { find: unused },
    actions: { find: () => ({ action: { input: schema } }) as never, isEffective: unused },
    vault: {
      openCredential(context) {
        opened.push(context.connectionId);
        return Promise.resolve(Buffer.from(JSON.stringify(sealedInput)));
      },
    },
    hashes: { hash: unused, verify: () => true },
    apiUrl: "https://svc.example",
    refuseWhileClosed: unused,
    platform: systemPlatform,
    ...vault,
  });
  return { get: (caller: Caller) => proposals.get(caller, "ten_1", id), proposals, row, opened };
}

test("shows content, and no secret, to a key that may decide", async () => {
  const { get, opened } = proposalsOf();
  const shown = await get(decider);
  assert.deepEqual([shown.input, shown.summary.input], [{ title: "T", body: "Hello" }, { title: "T" }]);
  assert.deepEqual(opened, [id]);
});

const token = { connections: null, actions: null, row: {}, chain: [] } as unknown as NonNullable<Caller["token"]>;
const { mayDecide: _mayDecide, ...withoutRight } = decider;
for (const [who, caller] of [
  ["the key that proposed", { ...decider, keyId: "asks" }],
  ["a key without the right", withoutRight],
  ["a key whose right was taken away", { ...decider, mayDecide: false }],
  ["a delegated token of a key that may decide", { ...withoutRight, token }],
  ["a key of no client", { ...decider, keyId: "unknown" }],
] as const) {
  test(`opens nothing for ${who}`, async () => {
    const { get, opened } = proposalsOf();
    const { input } = await get(caller);
    assert.deepEqual([input, opened], [null, []]);
  });
}

test("opens nothing once a proposal has ended or expired, nor for a response to its caller or in a list", async () => {
  for (const change of [
    { status: "denied", sealed: null },
    { status: "approved" },
    { status: "accepted", sealed: null },
    { expiresAt: 1000 },
  ]) {
    const { get, opened } = proposalsOf(change);
    assert.deepEqual([(await get(decider)).input, opened], [null, []], JSON.stringify(change));
  }
  const { proposals, row, opened } = proposalsOf();
  assert.deepEqual([proposals.present(client, row).input, opened], [null, []]);
});

test("shows nothing of a proposal that was altered, and fails while the vault is locked", async () => {
  const altered = proposalsOf({}, { hashes: { hash: unused, verify: () => false } });
  assert.equal((await altered.get(decider)).input, null);
  const fails = (code: "ROOT_KEYS_UNAVAILABLE" | "TENANT_KEY_ABSENT") =>
    proposalsOf({}, { vault: { openCredential: () => Promise.reject(new VaultError(code)) } });
  assert.equal((await fails("TENANT_KEY_ABSENT").get(decider)).input, null);
  await assert.rejects(
    fails("ROOT_KEYS_UNAVAILABLE").get(decider),
    (error) => error instanceof ServiceError && error.code === "OVERLOADED",
  );
});
