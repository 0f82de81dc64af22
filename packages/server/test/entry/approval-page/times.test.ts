/** The approval page's time limits and its browser's cookie, behind https. */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { after, before, test } from "node:test";
import type { DecidedAgentAuthorization } from "@svc/contract";
import type { ProposalRow } from "../../../src/domain/proposals/port.ts";
import { roomFor, sampleProposal } from "../../adapters/store/agent-samples.ts";
import { newId, sampleKey } from "../../adapters/store/samples.ts";
import { addKey } from "../../app/owners.ts";
import { makeFixture, type Fixture } from "../console/fixture.ts";
import { sealProposal } from "../console/seed.ts";

const minuteMs = 60_000;
let fixture: Fixture;
let keyId = "";
let key = "";
before(async () => {
  fixture = await makeFixture();
  const { deployment, seeded } = fixture;
  const agentSignInUrl = "https://app.example/agents";
  await deployment.store.serviceClients.update(seeded.clientId, { agentSignInUrl }, "operator");
  ({ keyId, key } = await addKey(deployment, seeded.clientId, {
    name: "approvals",
    mayDecide: true,
    createdAt: deployment.platform.nowMs(),
  }));
});
after(() => fixture.close());

async function propose(change: Partial<ProposalRow> = {}): Promise<ProposalRow> {
  const { seeded, deployment } = fixture;
  const now = deployment.platform.nowMs();
  const times = { createdAt: now, expiresAt: now + 60 * minuteMs };
  const about = {
    provider: "acme",
    actionId: "things.create",
    keyId: seeded.keyId,
    id: deployment.newId("prp"),
    ...times,
    ...change,
  };
  const input = { name: "a thing" };
  const row = await sealProposal(
    deployment,
    sampleProposal(seeded, seeded.connectionId, { ...about, summaryInput: input }),
    input,
  );
  const { clientId, tenantId, idempotencyKey, fingerprint } = row;
  const claim = { clientId, tenantId, key: idempotencyKey, fingerprint, ownerId: "o", createdAt: now };
  assert.equal(await deployment.store.proposals.create(row, claim, roomFor(99), "key:k"), "created");
  return row;
}

/** One person's browser. The server's own URL is https://svc.example. */
function browser() {
  let cookie = "";
  const open = async (url: string, form?: Record<string, string>) => {
    const response = await fetch(url.replace("https://svc.example", fixture.apiOrigin), {
      redirect: "manual",
      headers: cookie === "" ? {} : { cookie },
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
    });
    const [set = ""] = response.headers.getSetCookie();
    if (set !== "") cookie = set.split(";", 1)[0] ?? "";
    const html = await response.text();
    const state = /data-state="([^"]*)"/.exec(html)?.[1] ?? "";
    return { status: response.status, location: response.headers.get("location") ?? "", html, state, set };
  };
  return open;
}

type Open = ReturnType<typeof browser>;

async function vouched(open: Open, { id, tenantId }: ProposalRow): Promise<string> {
  const { location, set } = await open(`https://svc.example/approve/${id}`);
  assert.match(set, /^__Host-svc_oauth=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);
  const authorization = new URL(location).searchParams.get("agent_authorization_id") ?? "";
  const response = await fetch(`${fixture.apiOrigin}/v1/agent-authorizations/${authorization}:approve`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ tenant_id: tenantId, subject: "ann" }),
  });
  assert.equal(response.status, 200);
  return ((await response.json()) as DecidedAgentAuthorization).continueUrl;
}

async function reviewed(open: Open, row: ProposalRow): Promise<{ url: string; form: Record<string, string> }> {
  const { location: url } = await open(await vouched(open, row));
  const { html, state } = await open(url);
  assert.equal(state, "pending");
  const [, token = ""] = /name="token" value="([^"]+)"/.exec(html) ?? [];
  return { url, form: { token, digest: row.digest, read: "yes", decision: "approve" } };
}

const statusOf = async ({ clientId, tenantId, id }: ProposalRow) =>
  (await fixture.deployment.store.proposals.find(clientId, tenantId, id))?.status;

test("a decision after the proposal has expired isn't recorded, and the page says so", async () => {
  // The store has its own clock, so this comes before the fixture's is moved.
  const soon = Date.now() + 1500;
  const row = await propose({ expiresAt: soon });
  const open = browser();
  const { url, form } = await reviewed(open, row);
  fixture.clock.aheadMs += 20_000;
  await pause(Math.max(0, soon - Date.now()) + 50);
  const shown = await open(url);
  assert.deepEqual([shown.status, shown.state, shown.html.includes("<form")], [200, "expired", false]);
  const response = await open(url, form);
  assert.deepEqual([response.status, response.state], [409, "expired"]);
  assert.ok(response.html.includes("Your decision came too late"));
  assert.notEqual(await statusOf(row), "approved");
});

test("a `continueUrl` works for two minutes, and a page for ten", async () => {
  const row = await propose();
  const open = browser();
  const continueUrl = await vouched(open, row);
  fixture.clock.aheadMs += 2 * minuteMs;
  const late = await open(continueUrl);
  assert.deepEqual([late.status, late.state], [410, "approve_late"]);
  const { url, form } = await reviewed(open, row);
  fixture.clock.aheadMs += 10 * minuteMs;
  for (const response of [await open(url), await open(url, form)]) {
    assert.deepEqual([response.status, response.state], [410, "approve_late"]);
  }
  assert.equal(await statusOf(row), "pending");
});

test("refuses a person whose app's key may no longer identify anyone", async () => {
  const { deployment, seeded } = fixture;
  const { serviceClients } = deployment.store;
  const expireAt = (at: number) =>
    serviceClients.rotateKey(sampleKey(seeded.clientId), { ids: [keyId], expireAt: at }, "operator");
  const ends: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>])[] = [
    [
      "the right",
      () => serviceClients.updateKey(keyId, { mayDecide: false }, "operator"),
      () => serviceClients.updateKey(keyId, { mayDecide: true }, "operator"),
    ],
    [
      "the tenant",
      () => serviceClients.updateKey(keyId, { tenants: { ids: [newId("ten")] } }, "operator"),
      () => serviceClients.updateKey(keyId, { tenants: { ids: [seeded.tenantId] } }, "operator"),
    ],
    ["its time", () => expireAt(Date.now() - 1), () => expireAt(Date.now() + 120 * minuteMs)],
    ["its validity", () => serviceClients.revokeKey(keyId, Date.now(), "operator"), () => Promise.resolve()],
  ];
  const row = await propose();
  const open = browser();
  const { url, form } = await reviewed(open, row);
  for (const [what, end, undo] of ends) {
    await end();
    for (const response of [await open(url), await open(url, form)]) {
      assert.deepEqual([response.status, response.state], [403, "approve_refused"], what);
    }
    await undo();
  }
  assert.equal(await statusOf(row), "pending");
});
