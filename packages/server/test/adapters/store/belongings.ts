/** One of everything that belongs to a client. */
import assert from "node:assert/strict";
import type { Client } from "pg";
import type { Store } from "../../../src/domain/database/port.ts";
import { samplePush } from "./provider-event-cases.ts";
import { roomFor, sampleProposal } from "./agent-samples.ts";
import { sampleDescribed } from "./described-provider-cases.ts";
import * as samples from "./samples.ts";
import { unknown } from "./settlement-samples.ts";

/** A client with one of everything, by id. */
export type Belongings = Record<"client" | "tenant" | "connection" | "session" | "flow" | "execution", string>;

/**
 * Creates a client with a row in every table that has row-level security.
 * @param admin a connection to which row-level security doesn't apply, for rows that are written without the store.
 */
export async function makeBelongings(of: Store, admin: Client): Promise<Belongings> {
  const place = await samples.makeTenant(of);
  const { clientId, tenantId } = place;
  const image = { id: samples.newId("logo"), mediaType: "image/png", bytes: samples.record };
  await of.serviceClients.update(
    clientId,
    { logo: { url: "https://app.example/logo.png", id: image.id } },
    "operator",
    image,
  );
  await of.vault.createTenantKey({ tenantId, wrapped: samples.record, rootKeyId: "k1" });
  const connection = await samples.makeConnection(of, place);
  const holder = { clientId, tenantId, connectionId: connection.id };
  await of.credentialRefreshes.take(holder, 1, "holder", 60_000);
  const session = await samples.makeSession(of, place, { status: "opened", expiresAt: Date.now() + 60_000 });
  const waiting = await samples.makeSession(of, place, { status: "opened", completion: "confirmed" });
  const pending = { connection: samples.sampleConnection(place), record: samples.record, at: 2000 };
  assert.ok(await of.connectSessions.awaitConfirmation(waiting, { ...pending, completionCodeHash: "c", confirmBy: 9 }));
  const [flow, ticketHash] = [samples.newId("flow"), samples.newId("ticket")];
  const hashes = { ticketHash, browserHash: "", stateHash: "", appId: "" };
  const times = { createdAt: 1000, expiresAt: 9000, usedAt: null };
  const row = { id: flow, sessionId: session, provider: "github", languages: [], ...hashes, ...times };
  assert.ok(await of.oauthFlows.start(row, null));
  const keyed = samples.keyedExecution(place, { connectionId: connection.id });
  await of.executions.claim(keyed.row, keyed.claim);
  const sent = { actionVersion: "v1", facts: null, digests: {} };
  const { ownerId } = keyed.row;
  assert.ok(await of.executions.dispatch(keyed.row, { ownerId, fence: 0 }, { at: 2000, settleAfter: 2000, sent }));
  assert.ok(await of.executions.settle(keyed.row, { from: "dispatched", ownerId, fence: 1 }, unknown));
  const event = { id: samples.newId("evt"), clientId, tenantId, type: "t", subject: "", actor: "system", data: {} };
  await of.audit.append({ ...event, at: 1 });
  await addWebhook(admin, clientId);
  await addOperator(of);
  await of.describedProviders.add(sampleDescribed(), { actor: "operator", enabled: 0 });
  const secret = { wrapped: samples.record, rootKeyId: "k1" };
  const app = { serviceClientId: clientId, provider: "github", appId: "app", name: "" };
  await of.oauthApps.put({ ...app, secret, createdAt: 1000, updatedAt: 1000 }, "operator");
  const signing = { serviceClientId: clientId, provider: "github", appId: "app", createdAt: 1000, usableUntil: null };
  assert.ok(await of.eventSecrets.put({ ...signing, secret }, { oldUntil: null, by: "operator" }));
  const { createdAt: openedAt, usableUntil: _newest, ...signed } = signing;
  assert.ok(await of.eventSecrets.openWindow({ ...signed, openedAt, expiresAt: 9000, offered: secret }, "operator"));
  assert.equal(await of.providerEvents.record(samplePush(connection, "e-1")), "recorded");
  await admin.query(
    `insert into delegated_tokens values ($1, $2, $3, $4, '', 'h', null, null, 'read', null, 0, 0, '[]', '', '', '', 1, 2, null, '')`,
    [samples.newId("dtk"), clientId, tenantId, (await of.serviceClients.keys(clientId))[0]?.id],
  );
  const token = (await of.delegatedTokens.list(clientId, { ...all, after: null, limit: 1 })).rows[0]?.id;
  await admin.query(
    `insert into agent_authorizations values ($1, $2, '', 'r', 'h', 'n', 'u', null, 'c', 'b', 'denied', null, '', '', 0, '', '', 1, 2, 0, '')`,
    [samples.newId("aau"), clientId],
  );
  await admin.query(`insert into agent_refresh_tokens values ($1, $2, $3, 'h', 'r', 1, null, 0, '')`, [
    samples.newId("hash"),
    clientId,
    token,
  ]);
  await of.proposals.create(sampleProposal(place, connection.id), proposalClaim(place), roomFor(9), "key:k");
  await of.agentSignIn.register(
    { id: samples.newId("host"), name: "n", redirectUris: [], createdAt: 1, usedAt: null, keys: null, mustSign: false },
    10,
  );
  assert.ok(await of.agentSignIn.useAssertion(samples.newId("hash"), 9));
  return { client: clientId, tenant: tenantId, connection: connection.id, session, flow, execution: keyed.row.id };
}

const proposalClaim = ({ clientId, tenantId }: { clientId: string; tenantId: string }) => {
  return { clientId, tenantId, key: samples.newId("key"), fingerprint: "1.f", ownerId: "o", createdAt: 1 };
};

/** Every token of a client. */
const all = { tenantId: null, label: null, tenants: null, status: null, nowMs: 0 };

async function addWebhook(admin: Client, clientId: string): Promise<void> {
  const id = samples.newId("whe");
  await admin.query(
    `insert into webhook_endpoints values ($1, $2, 'https://a.example', '', '[]', 'enabled', '', 's', 1, '', 0, 0, '', 0, 0, 0, null, 1, 1)`,
    [id, clientId],
  );
  await admin.query(
    `insert into webhook_deliveries values ($1, 1, $2, 'pending', 0, 0, 0, 0, 0, null, '', null, null, 1)`,
    [id, clientId],
  );
}

async function addOperator({ operators, people }: Store): Promise<void> {
  const [id, hash] = [samples.newId("tok"), samples.newId("hash")];
  const times = { createdAt: 1, expiresAt: null, revokedAt: null, lastUsedAt: null };
  await operators.create({ id, name: "ada", role: "admin", hash, ...times }, "operator");
  await operators.begin({ hash, tokenId: id, createdAt: 1, seenAt: 1, endsAt: 9 }, 0);
  const facts = { issuer: "https://idp.example", subject: samples.newId("subject"), name: "Ada" };
  const session = { hash, role: "viewer", sid: "", tokens: "", createdAt: 1, seenAt: 1, endsAt: 9 } as const;
  await people.begin(facts, { ...session, confirmedAt: 1, triedAt: 1 }, 0);
  await people.start({ hash: samples.newId("state"), browserHash: "", details: "", expiresAt: 9 }, 0);
  const of = { issuer: facts.issuer, subject: "another", sid: null };
  assert.equal(await people.endByToken(of, { hash: samples.newId("logout"), expiresAt: 9 }, 0), 0);
}
