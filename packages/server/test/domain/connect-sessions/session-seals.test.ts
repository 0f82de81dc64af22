/** Sessions and flows whose rows were changed from outside are treated as missing and reported. */
import assert from "node:assert/strict";
import { createSecretKey, randomBytes } from "node:crypto";
import { test } from "node:test";
import { flowByState, flowByTicket, computeFlowId } from "../../../src/domain/connect-sessions/authorization-flow.ts";
import type { ConnectDeps } from "../../../src/domain/connect-sessions/deps.ts";
import type {
  ConnectSessionRow,
  ConnectSessionStore,
  OAuthFlowRow,
} from "../../../src/domain/connect-sessions/port.ts";
import { sealSessions } from "../../../src/domain/connect-sessions/session-seals.ts";
import { keyedHashes } from "../../../src/adapters/vault/hashing.ts";
import { hasTokenForm, makeToken } from "../../../src/adapters/vault/service-key.ts";
import { sampleClaim, sampleSession } from "../../adapters/store/samples.ts";

const hashes = keyedHashes(new Map([[1, createSecretKey(randomBytes(32))]]));
const place = { clientId: "scl_1", tenantId: "ten_1" };
const response = { status: 201, body: {} };

/** A sealed store with one row, which the test can change as SQL would. */
async function opened(change: Partial<ConnectSessionRow> = {}) {
  const rows: ConnectSessionRow[] = [];
  const altered: string[] = [];
  const find = () => Promise.resolve(rows[0] ?? null);
  const create: ConnectSessionStore["create"] = (session) => {
    rows[0] = session;
    return Promise.resolve({ kind: "created" });
  };
  const bare = { create, find, findById: find, findByTokenHash: find, findBySecretHash: find };
  const store = sealSessions(bare as unknown as ConnectSessionStore, hashes, (id) => void altered.push(id));
  const session = sampleSession(place, { requestedActions: ["a.get", "a.set"], ...change });
  await store.create(session, sampleClaim(place.clientId), response, "key:k");
  const [made] = rows;
  assert.ok(made !== undefined);
  const finders = [
    () => store.find(place.clientId, place.tenantId, session.id),
    () => store.findById(session.id),
    () => store.findByTokenHash(session.tokenHash),
    () => store.findBySecretHash("1.secret"),
  ];
  const put = (row: Partial<ConnectSessionRow>): void => void (rows[0] = { ...made, ...row });
  return { made, put, finders, altered };
}

test("finds a session as long as its initial values are unchanged", async () => {
  const { made, put, finders, altered } = await opened();
  for (const update of [
    {},
    { status: "opened", secretHash: "1.secret", tokenUsedAt: 5 },
    { status: "completed", connectionId: "con_made", completedAt: 7, rejections: 2 },
    { status: "awaiting_confirmation", completionCodeHash: "1.code", expiresAt: 99, verifyingUntil: 3 },
    { status: "failed", errorCode: "CREDENTIAL_REJECTED" },
  ] as const) {
    put(update);
    for (const find of finders) assert.deepEqual(await find(), { ...made, ...update });
  }
  assert.deepEqual(altered, []);
});

const changes: Partial<ConnectSessionRow>[] = [
  { id: "cs_other" },
  { clientId: "scl_2" },
  { tenantId: "ten_2" },
  { provider: "github" },
  { authKind: "oauth2_authorization_code" },
  { allowedOrigin: "https://evil.example" },
  { returnUrl: "https://evil.example/done" },
  { completion: "confirmed" },
  { reconnect: true, connectionId: "con_2" },
  { tokenHash: "1.other" },
  { createdAt: 1001 },
  { requestedActions: ["a.get", "a.set", "a.delete"] },
  { requestedActions: ["a.geta.set"] },
  { requestedEvents: ["push"] },
  { clientId: "scl_1ten_1", tenantId: "" },
  { seal: "1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
  { seal: "" },
];

test("treats a session with any other change as missing", async () => {
  const { put, finders, altered, made } = await opened();
  for (const change of changes) {
    put(change);
    for (const find of finders) assert.equal(await find(), null, JSON.stringify(change));
  }
  assert.equal(altered.length, changes.length * finders.length);
  assert.ok(altered.includes(made.id));
});

test("seals the connection that a session reconnects", async () => {
  const { made, put, finders } = await opened({ reconnect: true, connectionId: "con_1" });
  for (const find of finders) assert.deepEqual(await find(), made);
  for (const change of [{ connectionId: "con_2" }, { reconnect: false }, { reconnect: false, connectionId: "" }]) {
    put(change);
    for (const find of finders) assert.equal(await find(), null, JSON.stringify(change));
  }
});

test("does not find a flow that was moved to another session or provider, by ticket or state", async () => {
  const tokens = { cot_: makeToken("cot_", randomBytes), cos_: makeToken("cos_", randomBytes) };
  const ticketHash = hashes.hash("oauth-ticket", tokens.cot_);
  const start = { sessionId: "cs_1", provider: "acme", ticketHash };
  const flow = { ...start, id: computeFlowId(hashes, start), languages: [], browserHash: "", stateHash: "", appId: "" };
  let row: OAuthFlowRow = { ...flow, createdAt: 1, expiresAt: 9, usedAt: null };
  const find = () => Promise.resolve(row);
  const flows = { findByTicketHash: find, findByStateHash: find };
  const deps = { hashes, hasTokenForm, oauth: { flows } } as unknown as ConnectDeps;
  const found = async () => [await flowByTicket(deps, tokens.cot_), await flowByState(deps, tokens.cos_)];
  assert.deepEqual(await found(), [row, row]);
  const genuine = row;
  const other = { ...start, sessionId: "cs_2" };
  for (const change of [
    { sessionId: "cs_2" },
    { provider: "other" },
    { ticketHash: "1.other" },
    { id: computeFlowId(hashes, other) },
    { id: "oaf_00112233445566778899aabbccddeeff" },
  ]) {
    row = { ...genuine, ...change };
    assert.deepEqual(await found(), [null, null], JSON.stringify(change));
  }
});
