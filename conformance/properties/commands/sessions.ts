/** Commands on Connect sessions: the backend's and the frontend's. */
import assert from "node:assert/strict";
import type { ConnectSession, CreatedConnectSession, ExchangedConnectToken, SubmittedCredential } from "@svc/contract";
import { sessionBody } from "../../harness/index.ts";
import { kind, type Kind } from "../command.ts";
import type { ConnectionModel, Model, SessionModel, TenantModel } from "../model.ts";
import { assertCode, assertStatus, type Real } from "../real.ts";

const rejectionsMax = 5;

const pathOf = ({ tenant, id }: SessionModel): string => `/v1/tenants/${tenant.id}/connect-sessions/${id}`;

async function create(
  { model, real }: { model: Model; real: Real },
  tenant: TenantModel,
  reconnects: ConnectionModel | null,
): Promise<void> {
  const key = real.name("session");
  // Without requested actions the present grants stay.
  const fields = reconnects === null ? {} : { connection_id: reconnects.id, requestedActions: undefined };
  const body = sessionBody(fields);
  const path = `/v1/tenants/${tenant.id}/connect-sessions`;
  const answer = await real.caller.post(path, body, { idempotencyKey: key });
  if (reconnects?.status === "disconnected") {
    assertCode(answer, "CONNECTION_NOT_ACTIVE");
    return;
  }
  assertStatus(answer, 201);
  const { id, token = "" } = answer.json as CreatedConnectSession;
  const made = { id, tenant, key, body, answer, token, secret: null, status: "pending", reconnects } as const;
  model.sessions.push({ ...made, connection: reconnects, credential: null, rejections: 0 });
}

/** What a completed submission made of the model. */
function completed(model: Model, session: SessionModel, credential: string, connectionId: string): void {
  session.status = "completed";
  session.credential = credential;
  if (session.reconnects === null) {
    session.connection = { id: connectionId, tenant: session.tenant, status: "active", credential };
    model.connections.push(session.connection);
    return;
  }
  assert.equal(connectionId, session.reconnects.id, "a reconnect keeps the id");
  session.reconnects.status = "active";
  session.reconnects.credential = credential;
}

const opened = (model: Model): readonly SessionModel[] => model.sessionsThat("opened");
const isOver = ({ reconnects }: SessionModel): boolean => reconnects?.status === "disconnected";

/** Commands on sessions. */
export const sessionCommands: readonly Kind[] = [
  kind({
    name: "create a session",
    on: ({ living }) => living,
    run: (context, tenant) => create(context, tenant, null),
  }),
  kind({
    name: "create a session to reconnect",
    on: (model) => model.connectionsThat("active", "needs_reconnect", "disconnected"),
    run: (context, connection) => create(context, connection.tenant, connection),
  }),
  kind({
    name: "repeat a session's creation",
    on: (model) => model.sessionsThat("pending", "opened", "completed", "failed", "cancelled"),
    async run({ real }, { tenant, key, body, answer }) {
      const path = `/v1/tenants/${tenant.id}/connect-sessions`;
      const again = await real.caller.post(path, body, { idempotencyKey: key });
      assert.equal(again.headers["idempotent-replayed"], "true", again.text);
      const { token: _token, ...first } = answer.json as CreatedConnectSession;
      assert.deepEqual(again.json, first);
    },
  }),
  kind({
    name: "exchange a token",
    on: (model) => model.sessionsThat("pending"),
    async run({ real }, session) {
      const answer = await real.frontend.exchange(session.token);
      assertStatus(answer, 200);
      session.secret = (answer.json as ExchangedConnectToken).sessionSecret;
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
    on: opened,
    async run({ model, real }, session) {
      const credential = real.newToken();
      const answer = await real.frontend.submit(session.secret ?? "", credential);
      if (isOver(session)) {
        assertCode(answer, "CONNECTION_NOT_ACTIVE");
        return;
      }
      assertStatus(answer, 200);
      const result = answer.json as Extract<SubmittedCredential, { status: "completed" }>;
      assert.equal(result.status, "completed");
      completed(model, session, credential, result.connection_id);
    },
  }),
  kind({
    name: "repeat a submission",
    on: (model) => model.sessionsThat("completed").filter(({ credential }) => credential !== null),
    async run({ model, real }, session) {
      const before = model.connections.length;
      const answer = await real.frontend.submit(session.secret ?? "", session.credential ?? "");
      assertStatus(answer, 200);
      const result = answer.json as Extract<SubmittedCredential, { status: "completed" }>;
      assert.deepEqual([result.status, result.connection_id], ["completed", session.connection?.id]);
      assert.equal(model.connections.length, before);
    },
  }),
  kind({
    name: "submit a credential that the provider refuses",
    on: (model) => opened(model).filter((session) => !isOver(session)),
    async run({ real }, session) {
      const answer = await real.frontend.submit(session.secret ?? "", real.provider.tokens.revoked);
      assertCode(answer, "CREDENTIAL_REJECTED");
      session.rejections += 1;
      if (session.rejections >= rejectionsMax) session.status = "failed";
    },
  }),
  kind({
    name: "submit a credential of another kind",
    on: (model) => opened(model).filter((session) => !isOver(session)),
    async run({ real }, session) {
      const answer = await real.frontend.submit(session.secret ?? "", real.provider.tokens.personal);
      assertCode(answer, "CREDENTIAL_INVALID");
    },
  }),
  kind({
    name: "submit a credential while the provider fails",
    on: (model) => opened(model).filter((session) => !isOver(session)),
    async run({ real }, session) {
      const match = { path: "/v3/me" };
      real.provider.faults.add({ match, times: "always", fault: { kind: "html_502" } });
      const answer = await real.frontend.submit(session.secret ?? "", real.newToken());
      real.provider.faults.clear();
      assertCode(answer, "CREDENTIAL_UNVERIFIED");
    },
  }),
  kind({
    name: "reconnect to another account",
    on: (model) => opened(model).filter((session) => session.reconnects !== null && !isOver(session)),
    async run({ real }, session) {
      const answer = await real.frontend.submit(session.secret ?? "", real.provider.tokens.otherWorkplace);
      assertCode(answer, "CONNECTION_ACCOUNT_MISMATCH");
    },
  }),
  kind({
    name: "cancel a session",
    weight: 4,
    on: (model) => model.sessionsThat("pending", "opened", "completed"),
    async run({ real }, session) {
      const answer = await real.caller.post(`${pathOf(session)}:cancel`);
      if (session.status === "completed") {
        assertCode(answer, "CONNECT_SESSION_NOT_OPEN");
        return;
      }
      assertStatus(answer, 200);
      session.status = "cancelled";
    },
  }),
  kind({
    name: "show a session",
    on: (model) => model.sessionsThat("pending", "opened", "completed", "failed", "cancelled"),
    async run({ real }, session) {
      const shown = await show(real, session);
      assert.deepEqual([shown.status, shown.connection_id], [session.status, session.connection?.id ?? null]);
      assert.ok(!("token" in shown), "a session shows its token");
    },
  }),
];

async function show(real: Real, session: SessionModel): Promise<ConnectSession> {
  const answer = await real.caller.get(pathOf(session));
  assertStatus(answer, 200);
  return answer.json as ConnectSession;
}
