/**
 * Concurrent submissions are bounded together with executions: a refused one sends nothing and leaves its session
 * unchanged.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SubmittedCredential } from "@svc/contract";
import { createConnectFrontend } from "../../../src/domain/connect-sessions/frontend.ts";
import type { IdentifyResult } from "../../../src/domain/provider-calls/identify.ts";
import { createExecutionSlots, type SlotLimits } from "../../../src/domain/limits/slots.ts";
import { credential, opened, refusedWith } from "./flow.ts";
import { alive, createFixture, origin, refused, unsure, type Fixture } from "./fixture.ts";

const unbounded: SlotLimits = { process: 100, perClient: 0, perTenant: 0, perConnection: 0 };

async function boundedFixture(limits: Partial<SlotLimits>) {
  const fixture = await createFixture();
  const slots = createExecutionSlots({ ...unbounded, ...limits });
  fixture.deps.slot = slots.take;
  return { fixture, slots };
}

const submit = ({ deps }: Fixture, secret: string): Promise<SubmittedCredential> =>
  createConnectFrontend(deps).credential(origin, secret, credential);

for (const [limits, code] of [
  [{ perTenant: 1 }, "RATE_LIMITED"],
  [{ perClient: 1 }, "RATE_LIMITED"],
  [{ process: 1 }, "OVERLOADED"],
] as const) {
  test(`rejects a submission over ${Object.keys(limits).join()} with ${code}, and accepts it once there is room`, async () => {
    const { fixture, slots } = await boundedFixture(limits);
    const [one, two] = [await opened(fixture), await opened(fixture)];
    const response = Promise.withResolvers<IdentifyResult>();
    fixture.provider.responses = [() => response.promise, alive("another")];
    const first = submit(fixture, one.secret);
    while (fixture.provider.calls === 0) await new Promise((resolve) => void setImmediate(resolve));
    const before = await fixture.deps.store.findById(two.session.id);
    await refusedWith(code, () => submit(fixture, two.secret));
    assert.equal(fixture.provider.calls, 1, "a refused submission called the provider");
    assert.deepEqual(await fixture.deps.store.findById(two.session.id), before);
    response.resolve({ kind: "alive", account: { slug: "acme", name: "Acme" }, credentialExpiresAt: null });
    assert.equal((await first).status, "completed");
    assert.equal((await submit(fixture, two.secret)).status, "completed");
    assert.equal(slots.taken(), 0);
  });
}

test("frees the slot for every outcome, and a repeat takes none", async () => {
  const { fixture, slots } = await boundedFixture({ process: 2, perConnection: 1 });
  const session = await opened(fixture);
  fixture.provider.responses = [unsure, refused, alive()];
  await refusedWith("CREDENTIAL_UNVERIFIED", () => submit(fixture, session.secret));
  await refusedWith("CREDENTIAL_REJECTED", () => submit(fixture, session.secret));
  assert.equal((await submit(fixture, session.secret)).status, "completed");
  assert.equal(slots.taken(), 0);
  slots.take({ clientId: "other", tenantId: "a", connectionId: "a" });
  slots.take({ clientId: "other", tenantId: "b", connectionId: "b" });
  assert.equal((await submit(fixture, session.secret)).status, "completed");
});

test("bounds a reconnect together with its connection's executions", async () => {
  const { fixture, slots } = await boundedFixture({ perConnection: 1 });
  const first = await opened(fixture);
  const made = await submit(fixture, first.secret);
  assert.ok(made.status === "completed");
  const again = await opened(fixture, { connection_id: made.connection_id });
  const { client } = fixture.caller;
  const owner = { clientId: client.id, tenantId: fixture.tenant.id, connectionId: made.connection_id };
  const free = slots.take(owner);
  await refusedWith("RATE_LIMITED", () => submit(fixture, again.secret));
  free();
  assert.equal((await submit(fixture, again.secret)).status, "completed");
});
