/** From a Connect session to an active connection, with the requests of a backend and its frontend. */
import assert from "node:assert/strict";
import type { ConnectSession, CreatedConnectSession, ExchangedConnectToken, SubmittedCredential } from "@svc/contract";
import { testOrigin, testReturnUrl, uniqueName, type Caller } from "./caller.ts";
import type { HttpResponse, HttpClient } from "./http.ts";
import { until } from "./until.ts";

/** All actions of the secrets provider. */
export const everyAction = [
  "projects.list",
  "configs.list",
  "secrets.names.list",
  "secrets.get",
  "secrets.set",
  "secrets.delete",
] as const;

/** The body of a session that the harness's clients may create; `fields` override the defaults. */
export function sessionBody(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    provider: "doppler",
    authKind: "static_credential",
    allowedOrigin: testOrigin,
    returnUrl: testReturnUrl,
    requestedActions: [...everyAction],
    ...fields,
  };
}

/** Creates a session, which must succeed, and returns it with its token. */
export async function openSession(
  caller: Caller,
  tenantId: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<CreatedConnectSession & { token: string }> {
  const response = await caller.post(`/v1/tenants/${tenantId}/connect-sessions`, sessionBody(fields), {
    idempotencyKey: uniqueName("session"),
  });
  assert.equal(response.status, 201, response.text);
  const session = response.json as CreatedConnectSession;
  const { token } = session;
  assert.ok(token !== undefined, "the creation response has no token");
  return { ...session, token };
}

/** Calls of the frontend API from one origin; `origin: null` sends no `Origin` header. */
export class Frontend {
  readonly http: HttpClient;
  readonly origin: string | null;

  constructor(http: HttpClient, origin: string | null = testOrigin) {
    this.http = http;
    this.origin = origin;
  }

  /** Sends one call; `secret` is the bearer token. */
  send(method: string, path: string, body?: unknown, secret?: string): Promise<HttpResponse> {
    const headers: [string, string][] = [];
    if (this.origin !== null) headers.push(["origin", this.origin]);
    if (secret !== undefined) headers.push(["authorization", `Bearer ${secret}`]);
    if (body !== undefined) headers.push(["content-type", "application/json"]);
    return this.http.send({ method, path, headers, ...(body === undefined ? {} : { body }) });
  }

  exchange(token: string): Promise<HttpResponse> {
    return this.send("POST", "/connect/v1/exchange", { token });
  }

  /** Exchanges a token, which must succeed, and returns the session's secret. */
  async open(token: string): Promise<string> {
    const response = await this.exchange(token);
    assert.equal(response.status, 200, response.text);
    return (response.json as ExchangedConnectToken).sessionSecret;
  }

  /** Submits a credential of the secrets provider. */
  submit(secret: string, credential: string): Promise<HttpResponse> {
    return this.send("POST", "/connect/v1/credential", { access_token: credential }, secret);
  }
}

/** Connects a tenant and returns the id of the active connection. */
export async function connect(
  caller: Caller,
  tenantId: string,
  credential: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const session = await openSession(caller, tenantId, fields);
  const frontend = new Frontend(caller.http, session.allowedOrigin);
  const submitted = await frontend.submit(await frontend.open(session.token), credential);
  assert.equal(submitted.status, 200, submitted.text);
  const result = submitted.json as SubmittedCredential;
  assert.equal(result.status, "completed");
  const settled = await untilSettled(caller, tenantId, session.id);
  assert.equal(settled.status, "completed");
  assert.ok(settled.connection_id !== null, "a completed session has no connection_id");
  return settled.connection_id;
}

const settled = new Set(["completed", "failed", "cancelled", "expired"]);

/** Polls a session until it has ended, for at most ten seconds. */
export async function untilSettled(caller: Caller, tenantId: string, sessionId: string): Promise<ConnectSession> {
  return await until(10_000, "the session ends", async () => {
    const response = await caller.get(`/v1/tenants/${tenantId}/connect-sessions/${sessionId}`);
    const session = response.json as ConnectSession;
    return settled.has(session.status) ? session : null;
  });
}
