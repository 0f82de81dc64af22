/** The provider's own Node SDK runs the six operations against the simulator, as an independent check. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DopplerSDK } from "../../../judges/vendors/doppler.ts";
import { startDopplerSimulator, tokens } from "../simulator/index.ts";
import type { DopplerSimulator } from "../simulator/index.ts";

function sdkFor(simulator: DopplerSimulator, accessToken: string): DopplerSDK {
  const sdk = new DopplerSDK({ accessToken });
  sdk.setBaseUrl(simulator.url);
  return sdk;
}

test("the official SDK lists projects and configs as a service account", async () => {
  await using simulator = await startDopplerSimulator();
  const sdk = sdkFor(simulator, tokens.serviceAccount);
  const { projects = [], page } = await sdk.projects.list({});
  assert.equal(page, 1);
  assert.deepEqual(
    projects.map((project) => project.slug),
    ["harbor-api", "billing"],
  );
  const { configs = [] } = await sdk.configs.list("harbor-api", {});
  const names = configs.map((config) => config.name ?? "").toSorted((a, b) => a.localeCompare(b));
  assert.deepEqual(names, ["dev", "prd", "prd_eu", "prd_us", "stg", "stg_eu"]);
  assert.equal(configs.find((config) => config.name === "prd_eu")?.root, false);
});

test("the official SDK reads names and a secret", async () => {
  await using simulator = await startDopplerSimulator();
  const sdk = sdkFor(simulator, tokens.serviceReadOnly);
  const { names = [] } = await sdk.secrets.names("harbor-api", "stg");
  assert.ok(names.includes("DATABASE_URL") && names.includes("DOPPLER_CONFIG"));
  const { name, value } = await sdk.secrets.get("harbor-api", "stg", "DATABASE_URL");
  assert.equal(name, "DATABASE_URL");
  assert.equal(value?.raw, "postgres://app:${DB_PASSWORD}@db.internal/app");
  assert.equal(value.computed, "postgres://app:canary-harbor-api-stg-db-password@db.internal/app");
});

test("the official SDK updates by a change request, then deletes", async () => {
  await using simulator = await startDopplerSimulator();
  const sdk = sdkFor(simulator, tokens.serviceReadWrite);
  const stg = { project: "harbor-api", config: "stg" };
  const change = { name: "API_KEY", originalName: "API_KEY", value: "written by the SDK" };
  const { secrets } = await sdk.secrets.update({ ...stg, change_requests: [change] });
  const answered = secrets as Record<string, { computed: string }>;
  assert.equal(answered["API_KEY"]?.computed, "written by the SDK");
  assert.equal(answered["STRIPE_KEY"]?.computed, "canary-harbor-api-stg-stripe-key");
  assert.equal(simulator.world.readSecret(stg, "API_KEY")?.raw, "written by the SDK");
  await sdk.secrets.delete("harbor-api", "stg", "API_KEY");
  assert.equal(simulator.world.readSecret(stg, "API_KEY"), undefined);
  assert.deepEqual(
    simulator.ledger.effects.map(({ kind, name, created }) => ({ kind, name, created })),
    [
      { kind: "secret.set", name: "API_KEY", created: true },
      { kind: "secret.delete", name: "API_KEY", created: undefined },
    ],
  );
  assert.equal(simulator.ledger.requests.filter((request) => request.method === "DELETE").length, 1);
});

test("the official SDK reports the simulator's refusal as its own error", async () => {
  await using simulator = await startDopplerSimulator();
  const sdk = sdkFor(simulator, tokens.revoked);
  await assert.rejects(sdk.projects.list({}), (error: unknown) => {
    assert.equal((error as { statusCode: number }).statusCode, 401);
    return true;
  });
});
