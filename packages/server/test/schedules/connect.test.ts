/**
 * A Connect session with exchanges, submissions, confirmations, cancellations and its tenant's deletion in orders that
 * fast-check chooses, using the real code and a real SQLite store. A failure can be reproduced as in
 * executions.test.ts.
 */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { ServiceError, type ConnectSession, type CreatedConnectSession } from "@svc/contract";
import fc from "fast-check";
import type { ConnectDeps } from "../../src/domain/connect-sessions/deps.ts";
import { createConnectFrontend } from "../../src/domain/connect-sessions/frontend.ts";
import { createConnectSessions } from "../../src/domain/connect-sessions/sessions.ts";
import { addTenant } from "../adapters/store/samples.ts";
import { credential, request } from "../domain/connect-sessions/flow.ts";
import { createFixture, newClaim, origin, type Fixture } from "../domain/connect-sessions/fixture.ts";
import { drive, finish, scheduled } from "./drive.ts";
import { readParameters } from "./parameters.ts";

const ends = ["completed", "failed", "cancelled", "expired"];
const outcome = fc.constantFrom("alive", "alive", "refused", "unsure");
const plan = fc.record({
  completion: fc.constantFrom("automatic" as const, "confirmed" as const),
  exchanges: fc.integer({ min: 1, max: 3 }),
  submissions: fc.integer({ min: 1, max: 3 }),
  responses: fc.array(outcome, { minLength: 3, maxLength: 3 }),
  others: fc.uniqueArray(fc.constantFrom("cancel", "delete the tenant", "expire"), { maxLength: 2 }),
});

async function codeOf<T>(work: Promise<T>): Promise<T | string> {
  return await work.catch((error: unknown) => {
    if (error instanceof ServiceError) return error.code;
    throw error;
  });
}

/** Creates a client with a new tenant in the real tables, and ports that wait for their turns. */
async function createScenario(s: fc.Scheduler, { tenant: first, store, deps }: Fixture, responses: string[]) {
  const tenant = { ...first, id: deps.newId("ten"), externalId: deps.newId("ten") };
  await addTenant(store, tenant.clientId, tenant);
  const identify: ConnectDeps["identify"] = async () => {
    await s.schedule(Promise.resolve(), "the provider is called");
    const response = responses.shift() ?? "alive";
    if (response === "alive")
      return { kind: "alive", account: { slug: "acme", name: "Acme" }, credentialExpiresAt: null };
    return response === "refused"
      ? { kind: "refused", refusal: { code: "PROVIDER_UNAUTHORIZED" } }
      : { kind: "unsure", refusal: { code: "PROVIDER_ERROR" } };
  };
  const ports: ConnectDeps = {
    ...deps,
    identify,
    store: scheduled(s, "sessions", store.connectSessions),
    connections: scheduled(s, "connections", store.connections),
    tenants: scheduled(s, "tenants", store.tenants),
    credentials: scheduled(s, "vault", deps.credentials),
  };
  return { tenant, claim: newClaim(tenant), ports };
}

async function runOne(
  s: fc.Scheduler,
  fixture: Fixture,
  chosen: typeof plan extends fc.Arbitrary<infer P> ? P : never,
) {
  const { store } = fixture;
  const { completion, exchanges, submissions, others } = chosen;
  const { tenant, claim, ports } = await createScenario(s, fixture, [...chosen.responses]);
  const { clientId, id: tenantId } = tenant;
  const sessions = createConnectSessions(fixture.deps);
  const made = await sessions.create(fixture.caller, tenantId, { ...request, completion }, claim);
  assert.ok(made.kind === "made");
  const { id, token = "" } = made.response.body as CreatedConnectSession;
  const frontend = createConnectFrontend(ports);
  const backend = createConnectSessions(ports);
  const secrets: string[] = [];
  const connections = new Set<string>();
  const deletions: string[] = [];
  const complete = async (completionCode: string): Promise<void> => {
    const done = await codeOf(backend.complete(fixture.caller, tenantId, id, completionCode));
    if (typeof done !== "string" && done.connection_id !== null) connections.add(done.connection_id);
  };
  const submit = async (secret: string): Promise<void> => {
    const response = await codeOf(frontend.credential(origin, secret, credential));
    if (typeof response === "string") return;
    if (response.status === "completed") connections.add(response.connection_id);
    else await Promise.all([complete(response.completionCode), complete(response.completionCode)]);
  };
  const exchange = async (): Promise<void> => {
    const response = await codeOf(frontend.exchange(origin, token));
    if (typeof response === "string") return;
    secrets.push(response.sessionSecret);
    await Promise.all(Array.from({ length: submissions }, () => submit(response.sessionSecret)));
  };
  const cancelled: ConnectSession[] = [];
  const tenants = scheduled(s, "tenants", store.tenants);
  const does = {
    async cancel() {
      const response = await codeOf(backend.cancel(fixture.caller, tenantId, id));
      if (typeof response !== "string") cancelled.push(response);
    },
    async "delete the tenant"() {
      deletions.push(await tenants.remove(clientId, tenantId, fixture.clock.nowMs, true, "operator"));
    },
    expire: () => ports.store.sweep(fixture.clock.nowMs + 31 * 60_000, 100),
  };
  const works = [...Array.from({ length: exchanges }, exchange), ...others.map((name) => does[name]())];
  let last = "pending";
  const look = async (): Promise<void> => {
    const { status } = (await store.connectSessions.findById(id)) ?? { status: "gone" };
    if (ends.includes(last)) assert.equal(status, last, "a final status changed");
    last = status;
  };
  await drive(s, works, look);
  await Promise.all(works);
  await finish(s, look);
  const query = { provider: null, status: null, after: null, limit: 10 };
  const { rows } = await store.connections.list(clientId, tenantId, query);
  assert.ok(secrets.length <= 1, "a token was exchanged twice");
  assert.ok(rows.length <= 1, "a session created two connections");
  assert.deepEqual(
    [...connections].filter((one) => one !== rows[0]?.id),
    [],
    "a response named another connection",
  );
  assert.equal(rows.length === 1, last === "completed", `${rows.length} connections of a session that is ${last}`);
  if (cancelled.length > 0) assert.deepEqual([last, rows.length], ["cancelled", 0]);
  if (deletions.length > 0)
    assert.ok(
      rows.every(({ status }) => status === "disconnected"),
      "a connection outlived its tenant",
    );
  assert.equal((await store.connectSessions.pendingCompletion(id)) === null, last !== "awaiting_confirmation");
}

test("in every order, a session has one exchange, one connection and one final status", async () => {
  const fixture = await createFixture();
  const property = fc.asyncProperty(fc.scheduler(), plan, async (s, chosen) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      await runOne(s, fixture, chosen);
    } finally {
      mock.timers.reset();
    }
  });
  await fc.assert(property, readParameters("connect", 80));
});
