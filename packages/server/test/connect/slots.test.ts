/** Submissions at once are bounded with executions: a refused one asks nobody and leaves its session as it was. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SubmittedCredential } from "@svc/contract";
import { createConnectFrontend } from "../../src/connect/frontend.ts";
import type { IdentifyResult } from "../../src/provider-calls/identify.ts";
import { createExecutionSlots, type SlotLimits } from "../../src/limits/slots.ts";
import { credential, opened, refusedWith } from "./flow.ts";
import { alive, createWorld, origin, refused, unsure, type World } from "./memory.ts";

const unbounded: SlotLimits = { process: 100, perClient: 0, perTenant: 0, perConnection: 0 };

function boundedWorld(limits: Partial<SlotLimits>) {
  const world = createWorld();
  const slots = createExecutionSlots({ ...unbounded, ...limits });
  world.deps.slot = slots.take;
  return { world, slots };
}

const submit = ({ deps }: World, secret: string): Promise<SubmittedCredential> =>
  createConnectFrontend(deps).credential(origin, secret, credential);

for (const [limits, code] of [
  [{ perTenant: 1 }, "RATE_LIMITED"],
  [{ perClient: 1 }, "RATE_LIMITED"],
  [{ process: 1 }, "OVERLOADED"],
] as const) {
  test(`a submission over ${Object.keys(limits).join()} is ${code}, and works once there is room`, async () => {
    const { world, slots } = boundedWorld(limits);
    const [one, two] = [await opened(world), await opened(world)];
    const answer = Promise.withResolvers<IdentifyResult>();
    world.provider.answers = [() => answer.promise, alive("another")];
    const first = submit(world, one.secret);
    while (world.provider.calls === 0) await new Promise((resolve) => void setImmediate(resolve));
    const before = { ...world.sessions.get(two.session.id) };
    await refusedWith(code, () => submit(world, two.secret));
    assert.equal(world.provider.calls, 1, "a refused submission asked the provider");
    assert.deepEqual(world.sessions.get(two.session.id), before);
    answer.resolve({ kind: "alive", account: { slug: "acme", name: "Acme" } });
    assert.equal((await first).status, "completed");
    assert.equal((await submit(world, two.secret)).status, "completed");
    assert.equal(slots.taken(), 0);
  });
}

test("whatever a submission comes to, its slot is free again, and a repeat of what is done takes none", async () => {
  const { world, slots } = boundedWorld({ process: 2, perConnection: 1 });
  const session = await opened(world);
  world.provider.answers = [unsure, refused, alive()];
  await refusedWith("CREDENTIAL_UNVERIFIED", () => submit(world, session.secret));
  await refusedWith("CREDENTIAL_REJECTED", () => submit(world, session.secret));
  assert.equal((await submit(world, session.secret)).status, "completed");
  assert.equal(slots.taken(), 0);
  slots.take({ clientId: "other", tenantId: "a", connectionId: "a" });
  slots.take({ clientId: "other", tenantId: "b", connectionId: "b" });
  assert.equal((await submit(world, session.secret)).status, "completed");
});

test("a reconnect is bounded with its connection's executions", async () => {
  const { world, slots } = boundedWorld({ perConnection: 1 });
  const first = await opened(world);
  const made = await submit(world, first.secret);
  assert.ok(made.status === "completed");
  const again = await opened(world, { connection_id: made.connection_id });
  const { client } = world.caller;
  const place = { clientId: client.id, tenantId: world.tenant.id, connectionId: made.connection_id };
  const free = slots.take(place);
  await refusedWith("RATE_LIMITED", () => submit(world, again.secret));
  free();
  assert.equal((await submit(world, again.secret)).status, "completed");
});
