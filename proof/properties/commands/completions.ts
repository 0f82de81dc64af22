/** Commands on sessions that await confirmation. */
import assert from "node:assert/strict";
import type { ConnectSession, SubmittedCredential } from "@svc/contract";
import type { HttpResponse } from "../../../conformance/harness/index.ts";
import { kind, type Kind } from "../command.ts";
import type { Model, SessionModel, TenantModel } from "../model.ts";
import { assertCode, assertStatus, type Real } from "../real.ts";
import { awaiting, completed, createSession, pathOf } from "./sessions.ts";

const rejectionsMax = 5;
/** A completion expires after five minutes, and a busy machine may be late. */
const waitedForMs = 240_000;

const waiting = (model: Model): readonly SessionModel[] =>
  model
    .sessionsThat("awaiting_confirmation")
    .filter(({ confirmation }) => Date.now() - (confirmation?.sinceMs ?? 0) < waitedForMs);

function complete(real: Real, session: SessionModel, completionCode: string): Promise<HttpResponse> {
  return real.caller.post(`${pathOf(session)}:complete`, { completionCode });
}

const codeOf = ({ confirmation }: SessionModel): string => confirmation?.code ?? "";

/** Takes a session to its confirmation, like its user. */
async function begin({ model, real }: { model: Model; real: Real }, tenant: TenantModel, isAgain: boolean) {
  const own = model.connectionsOf("doppler", "active", "needs_reconnect").filter((one) => one.tenant === tenant);
  await createSession({ model, real }, tenant, {
    completion: "confirmed",
    reconnects: isAgain ? (own[0] ?? null) : null,
  });
  const session = model.sessions.at(-1);
  assert.ok(session !== undefined);
  const secret = await real.frontend.open(session.token);
  const credential = real.newToken();
  const response = await real.frontend.submit(secret, credential);
  assertStatus(response, 200);
  const result = response.json as SubmittedCredential;
  assert.ok(result.status === "awaiting_confirmation", response.text);
  session.secret = secret;
  awaiting(session, credential, result.completionCode);
}

/** Commands on bound completions. */
export const completionCommands: readonly Kind[] = [
  kind({
    name: "go up to a session's confirmation",
    weight: 24,
    on: ({ living }) => living,
    run: (context, tenant) => begin(context, tenant, context.pick % 2 === 0),
  }),
  kind({
    name: "create a session that is to be confirmed",
    weight: 8,
    on: ({ living }) => living,
    run: (context, tenant) => createSession(context, tenant, { completion: "confirmed" }),
  }),
  kind({
    name: "complete a session with its code",
    weight: 64,
    on: waiting,
    async run({ model, real }, session) {
      const response = await complete(real, session, codeOf(session));
      if (session.reconnects?.status === "disconnected") {
        assertCode(response, "CONNECTION_NOT_ACTIVE");
        return;
      }
      assertStatus(response, 200);
      const { status, connection_id: connectionId } = response.json as ConnectSession;
      assert.equal(status, "completed");
      completed(model, session, session.credential ?? "", connectionId ?? "");
    },
  }),
  kind({
    name: "complete a session with a wrong code",
    weight: 12,
    on: waiting,
    async run({ model, real, pick }, session) {
      const other = model.sessions.find((one) => one !== session && one.confirmation !== null);
      const wrong = pick % 2 === 0 && other !== undefined ? codeOf(other) : `${codeOf(session).slice(0, -2)}--`;
      assertCode(await complete(real, session, wrong), "COMPLETION_CODE_INVALID");
      session.rejections += 1;
      if (session.rejections >= rejectionsMax) session.status = "failed";
    },
  }),
  kind({
    name: "complete as a stranger",
    on: waiting,
    async run({ real }, session) {
      const body = { completionCode: codeOf(session) };
      assertCode(await real.stranger.post(`${pathOf(session)}:complete`, body), "TENANT_NOT_FOUND");
    },
  }),
  kind({
    name: "complete again",
    on: (model) => model.sessionsThat("completed").filter(({ confirmation }) => confirmation !== null),
    async run({ real }, session) {
      const response = await complete(real, session, codeOf(session));
      assertStatus(response, 200);
      assert.equal((response.json as ConnectSession).connection_id, session.connection?.id);
      assertCode(await complete(real, session, `${codeOf(session)}x`), "CONNECT_SESSION_NOT_OPEN");
    },
  }),
  kind({
    name: "complete a session that isn't waiting for it",
    weight: 6,
    on: (model) =>
      model.sessionsThat("pending", "opened", "authorizing", "completed", "failed", "cancelled").filter(isWithoutCode),
    async run({ real }, session) {
      assertCode(await complete(real, session, "cc_1.none"), "CONNECT_SESSION_NOT_OPEN");
    },
  }),
  kind({
    name: "repeat a submission that waits for its confirmation",
    on: (model) => waiting(model).filter(({ provider }) => provider === "doppler"),
    async run({ real }, session) {
      const response = await real.frontend.submit(session.secret ?? "", session.credential ?? "");
      assertStatus(response, 200);
      const result = response.json as SubmittedCredential;
      assert.ok(result.status === "awaiting_confirmation", response.text);
      assert.equal(result.completionCode, codeOf(session), "a different code than before");
    },
  }),
];

function isWithoutCode({ confirmation }: SessionModel): boolean {
  return confirmation === null;
}
