/** Commands on Connect sessions: the backend's and the frontend's. */
import assert from "node:assert/strict";
import type { ConnectSession, CreatedConnectSession, ExchangedConnectToken, SubmittedCredential } from "@svc/contract";
import { everyAction, sessionBody } from "../../../conformance/harness/index.ts";
import { kind, type Kind } from "../command.ts";
import type { ConnectionModel, Model, ProviderSlug, SessionModel, TenantModel } from "../model.ts";
import { assertCode, assertStatus, type Real } from "../real.ts";

const rejectionsMax = 5;

/** A session's path. */
export const pathOf = ({ tenant, id }: SessionModel): string => `/v1/tenants/${tenant.id}/connect-sessions/${id}`;

/** Options of a new session. */
export interface SessionAsked {
  readonly provider?: ProviderSlug;
  readonly completion?: "automatic" | "confirmed";
  readonly reconnects?: ConnectionModel | null;
  readonly requestedActions?: readonly string[];
}

/** Creates a session; a reconnect without requested actions keeps the current grants. */
export async function createSession(
  { model, real }: { model: Model; real: Real },
  tenant: TenantModel,
  asked: SessionAsked = {},
): Promise<void> {
  const { provider = "doppler", completion = "automatic", reconnects = null } = asked;
  const requestedActions = asked.requestedActions ?? (reconnects === null ? everyAction : undefined);
  const key = real.name("session");
  const authKind = provider === "doppler" ? "static_credential" : "oauth2_authorization_code";
  const of = reconnects === null ? {} : { connection_id: reconnects.id };
  const body = sessionBody({ provider, authKind, completion, requestedActions, ...of });
  const path = `/v1/tenants/${tenant.id}/connect-sessions`;
  const response = await real.caller.post(path, body, { idempotencyKey: key });
  if (reconnects?.status === "disconnected") {
    assertCode(response, "CONNECTION_NOT_ACTIVE");
    return;
  }
  assertStatus(response, 201);
  const { id, token = "", requestedActions: grants } = response.json as CreatedConnectSession;
  const made = { id, provider, completion, tenant, grants, key, body, response, token, reconnects } as const;
  const nothingYet = { secret: null, credential: null, rejections: 0, confirmation: null, callback: null };
  model.sessions.push({ ...made, ...nothingYet, status: "pending", connection: reconnects });
}

/** Updates the model for a completed session. */
export function completed(model: Model, session: SessionModel, credential: string, connectionId: string): void {
  const { provider, tenant, grants } = session;
  session.status = "completed";
  session.credential = credential;
  if (session.reconnects === null) {
    session.connection = { provider, id: connectionId, tenant, grants, status: "active", credential };
    model.connections.push(session.connection);
    return;
  }
  assert.equal(connectionId, session.reconnects.id, "a reconnect keeps the id");
  Object.assign(session.reconnects, { status: "active", credential, grants });
}

/** Updates the model for a session that awaits confirmation. */
export function awaiting(session: SessionModel, credential: string, code: string): void {
  session.status = "awaiting_confirmation";
  session.credential = credential;
  session.confirmation = { code, sinceMs: Date.now() };
}

const opened = (model: Model): readonly SessionModel[] =>
  model.sessionsThat("opened").filter(({ provider }) => provider === "doppler");
const everyStatus = [
  "pending",
  "opened",
  "authorizing",
  "awaiting_confirmation",
  "completed",
  "failed",
  "cancelled",
] as const;
const isOver = ({ reconnects }: SessionModel): boolean => reconnects?.status === "disconnected";

export const sessionCommands: readonly Kind[] = [
  kind({
    name: "create a session",
    on: ({ living }) => living,
    run: (context, tenant) => createSession(context, tenant),
  }),
  kind({
    name: "create a session to reconnect",
    on: (model) => model.connectionsOf("doppler", "active", "needs_reconnect", "disconnected"),
    run: (context, connection) => createSession(context, connection.tenant, { reconnects: connection }),
  }),
  kind({
    name: "repeat a session's creation",
    on: (model) => model.sessionsThat(...everyStatus),
    async run({ real }, { tenant, key, body, response }) {
      const path = `/v1/tenants/${tenant.id}/connect-sessions`;
      const again = await real.caller.post(path, body, { idempotencyKey: key });
      assert.equal(again.headers["idempotent-replayed"], "true", again.text);
      const { token: _token, connectLink: _link, ...first } = response.json as CreatedConnectSession;
      assert.deepEqual(again.json, first);
    },
  }),
  kind({
    name: "exchange a token",
    weight: 40,
    on: (model) => model.sessionsThat("pending"),
    async run({ real }, session) {
      const response = await real.frontend.exchange(session.token);
      assertStatus(response, 200);
      session.secret = (response.json as ExchangedConnectToken).sessionSecret;
      session.status = "opened";
    },
  }),
  kind({
    name: "exchange a used token",
    on: ({ sessions }) => sessions.filter(({ secret }) => secret !== null),
    async run({ real }, session) {
      assertCode(await real.frontend.exchange(session.token), "CONNECT_TOKEN_USED");
    },
  }),
  kind({
    name: "submit a credential",
    weight: 32,
    on: opened,
    async run({ model, real }, session) {
      const credential = real.newToken();
      const response = await real.frontend.submit(session.secret ?? "", credential);
      if (isOver(session)) {
        assertCode(response, "CONNECTION_NOT_ACTIVE");
        return;
      }
      assertStatus(response, 200);
      const result = response.json as SubmittedCredential;
      const isConfirmed = session.completion === "confirmed";
      assert.equal(result.status, isConfirmed ? "awaiting_confirmation" : "completed");
      if (result.status === "completed") completed(model, session, credential, result.connection_id);
      else awaiting(session, credential, result.completionCode);
    },
  }),
  kind({
    name: "repeat a submission",
    on: (model) => model.sessionsThat("completed").filter(({ provider }) => provider === "doppler"),
    async run({ model, real }, session) {
      const before = model.connections.length;
      const response = await real.frontend.submit(session.secret ?? "", session.credential ?? "");
      assertStatus(response, 200);
      const result = response.json as Extract<SubmittedCredential, { status: "completed" }>;
      assert.deepEqual([result.status, result.connection_id], ["completed", session.connection?.id]);
      assert.equal(model.connections.length, before);
    },
  }),
  kind({
    name: "submit a credential that the provider refuses",
    on: (model) => opened(model).filter((session) => !isOver(session)),
    async run({ real }, session) {
      const response = await real.frontend.submit(session.secret ?? "", real.provider.tokens.revoked);
      assertCode(response, "CREDENTIAL_REJECTED");
      session.rejections += 1;
      if (session.rejections >= rejectionsMax) session.status = "failed";
    },
  }),
  kind({
    name: "submit a credential of another kind",
    on: (model) => opened(model).filter((session) => !isOver(session)),
    async run({ real }, session) {
      const response = await real.frontend.submit(session.secret ?? "", real.provider.tokens.personal);
      assertCode(response, "CREDENTIAL_INVALID");
    },
  }),
  kind({
    name: "submit a credential while the provider fails",
    on: (model) => opened(model).filter((session) => !isOver(session)),
    async run({ real }, session) {
      const match = { path: "/v3/me" };
      real.provider.faults.add({ match, times: "always", fault: { kind: "html_502" } });
      const response = await real.frontend.submit(session.secret ?? "", real.newToken());
      real.provider.faults.clear();
      assertCode(response, "CREDENTIAL_UNVERIFIED");
    },
  }),
  kind({
    name: "reconnect to another account",
    on: (model) => opened(model).filter((session) => session.reconnects !== null && !isOver(session)),
    async run({ real }, session) {
      const response = await real.frontend.submit(session.secret ?? "", real.provider.tokens.otherWorkplace);
      assertCode(response, "CONNECTION_ACCOUNT_MISMATCH");
    },
  }),
  kind({
    name: "cancel a session",
    weight: 4,
    on: (model) => model.sessionsThat("pending", "opened", "authorizing", "awaiting_confirmation", "completed"),
    async run({ real }, session) {
      const response = await real.caller.post(`${pathOf(session)}:cancel`);
      if (session.status === "completed") {
        assertCode(response, "CONNECT_SESSION_NOT_OPEN");
        return;
      }
      assertStatus(response, 200);
      session.status = "cancelled";
    },
  }),
  kind({
    name: "show a session",
    on: (model) => model.sessionsThat(...everyStatus),
    async run({ real }, session) {
      const shown = await show(real, session);
      assert.deepEqual([shown.status, shown.connection_id], [session.status, session.connection?.id ?? null]);
      assert.ok(!("token" in shown), "a session shows its token");
    },
  }),
];

/** The session as its backend sees it. */
export async function show(real: Real, session: SessionModel): Promise<ConnectSession> {
  const response = await real.caller.get(pathOf(session));
  assertStatus(response, 200);
  return response.json as ConnectSession;
}
