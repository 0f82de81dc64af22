/** Steps that the Connect tests share. */
import assert from "node:assert/strict";
import { ServiceError, type CreateConnectSession, type CreatedConnectSession, type ErrorCode } from "@svc/contract";
import { createConnectFrontend } from "../../../src/domain/connect-sessions/frontend.ts";
import { createConnectSessions } from "../../../src/domain/connect-sessions/sessions.ts";
import { newClaim, origin, type Fixture } from "./fixture.ts";

/** A token that matches the provider's schema. */
export const credential = { access_token: "dp.st.dev.CANARYcanaryCANARYcanaryCANARYcanary42" };

export const request: CreateConnectSession = {
  provider: "doppler",
  authKind: "static_credential",
  allowedOrigin: origin,
  returnUrl: `${origin}/done`,
  requestedActions: ["secrets.get", "secrets.set"],
};

/** Creates a session through the backend API. */
export async function created(
  fixture: Fixture,
  input: Partial<CreateConnectSession> = {},
): Promise<CreatedConnectSession & { token: string }> {
  const made = await createConnectSessions(fixture.deps).create(
    fixture.caller,
    fixture.tenant.id,
    { ...request, ...input },
    newClaim(fixture.tenant),
  );
  assert.equal(made.kind, "made");
  assert.ok(made.kind === "made");
  const body = made.response.body as CreatedConnectSession;
  assert.ok(body.token !== undefined);
  return { ...body, token: body.token };
}

export async function opened(fixture: Fixture, input: Partial<CreateConnectSession> = {}) {
  const session = await created(fixture, input);
  const frontend = createConnectFrontend(fixture.deps);
  const { sessionSecret } = await frontend.exchange(origin, session.token);
  return {
    session,
    frontend,
    secret: sessionSecret,
    submit: (body: unknown = credential) => frontend.credential(origin, sessionSecret, body),
  };
}

/** Creates a connection through a session; returns its id. */
export async function connected(fixture: Fixture): Promise<string> {
  const { submit } = await opened(fixture);
  const response = await submit();
  assert.ok(response.status === "completed");
  return response.connection_id;
}

/** Asserts that the work is refused with a code; returns the error. */
export async function refusedWith(code: ErrorCode, work: () => Promise<unknown>): Promise<ServiceError> {
  try {
    await work();
  } catch (error) {
    assert.ok(error instanceof ServiceError, String(error));
    assert.equal(error.code, code, error.detail);
    return error;
  }
  return assert.fail(`expected ${code}`);
}
