/** Steps that the tests of Connect share. */
import assert from "node:assert/strict";
import { ServiceError, type CreateConnectSession, type CreatedConnectSession, type ErrorCode } from "@svc/contract";
import { createConnectFrontend } from "../../src/connect/frontend.ts";
import { createConnectSessions } from "../../src/connect/sessions.ts";
import { origin, type World } from "./memory.ts";

/** A token that the provider's schema takes. */
export const credential = { access_token: "dp.st.dev.CANARYcanaryCANARYcanaryCANARYcanary42" };

export const request: CreateConnectSession = {
  provider: "doppler",
  authKind: "static_credential",
  allowedOrigin: origin,
  returnUrl: `${origin}/done`,
  requestedActions: ["secrets.get", "secrets.set"],
};

/** Creates a session through its backend part. */
export async function created(
  world: World,
  input: Partial<CreateConnectSession> = {},
): Promise<CreatedConnectSession & { token: string }> {
  const claim = {
    clientId: world.caller.client.id,
    tenantId: world.tenant.id,
    key: "k",
    fingerprint: "f",
    ownerId: "o",
    createdAt: 0,
  };
  const made = await createConnectSessions(world.deps).create(
    world.caller,
    world.tenant.id,
    { ...request, ...input },
    claim,
  );
  assert.equal(made.kind, "made");
  assert.ok(made.kind === "made");
  const body = made.answer.body as CreatedConnectSession;
  assert.ok(body.token !== undefined);
  return { ...body, token: body.token };
}

/** Creates and opens a session. */
export async function opened(world: World, input: Partial<CreateConnectSession> = {}) {
  const session = await created(world, input);
  const frontend = createConnectFrontend(world.deps);
  const { sessionSecret } = await frontend.exchange(origin, session.token);
  return {
    session,
    frontend,
    secret: sessionSecret,
    submit: (body: unknown = credential) => frontend.credential(origin, sessionSecret, body),
  };
}

/** Makes a connection through a session; gives its id. */
export async function connected(world: World): Promise<string> {
  const { submit } = await opened(world);
  const answer = await submit();
  assert.ok(answer.status === "completed");
  return answer.connection_id;
}

/** Asserts that work is refused with a code; gives the error. */
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
