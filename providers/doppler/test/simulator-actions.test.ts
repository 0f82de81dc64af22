/** The six actions through the real outbound client: their results, and their effects at the provider. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPort } from "@svc/provider-kit/testing";
import type { Switches, TokenName } from "../simulator/index.ts";
import { harborWorks } from "../simulator/index.ts";
import { doppler } from "../src/index.ts";
import { codeOf, detailOf } from "./doppler.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

const stg = { project: "harbor-api", config: "stg" };

/** Runs a function with a simulated provider and closes it. */
async function using(
  token: TokenName,
  switches: Partial<Switches>,
  use: (simulated: Simulated) => Promise<void>,
): Promise<void> {
  const simulated = await openSimulated(token, switches);
  try {
    await use(simulated);
  } finally {
    await simulated.close();
  }
}

test("identify returns the workplace of each accepted token, whatever its type", async () => {
  for (const token of ["serviceAccount", "serviceReadOnly", "serviceBranch", "serviceAccountNoGrants"] as const) {
    await using(token, { meTypeServiceAccount: "unheard of" }, async ({ send }) => {
      const { port } = createPort(doppler, { credentialKind: "service_token", send });
      assert.deepEqual(await doppler.auth[0].identify(port), { slug: harborWorks, name: "Harbor Works" });
    });
  }
});

test("a revoked or expired token is PROVIDER_UNAUTHORIZED, whichever way the provider reports it", async () => {
  for (const token of ["revoked", "expired"] as const) {
    for (const authFailureStatus of [401, 400] as const) {
      await using(token, { authFailureStatus }, async ({ run, simulator }) => {
        const secret = { ...stg, name: "STRIPE_KEY" };
        for (const [id, input] of [
          ["projects.list", {}],
          ["secrets.get", secret],
          ["secrets.set", { ...secret, value: "v" }],
          ["secrets.delete", secret],
        ] as const) {
          assert.equal(codeOf(await run(id, input)), "PROVIDER_UNAUTHORIZED", `${id} ${String(authFailureStatus)}`);
        }
        assert.deepEqual(simulator.ledger.effects, []);
      });
    }
  }
});

test("set creates, updates and keeps omitted fields, and doesn't read the response with all secrets", async () => {
  await using("serviceReadWrite", { inflateResponseBytes: 300_000 }, async ({ run, simulator }) => {
    const secret = { ...stg, name: "NEW_NAME" };
    const saved = { kind: "output", output: { ...secret, saved: true } };
    assert.deepEqual(await run("secrets.set", { ...secret, value: "one", visibility: "unmasked" }), saved);
    assert.deepEqual(await run("secrets.set", { ...secret, value: "" }), saved);
    assert.equal(simulator.world.readSecret(stg, "NEW_NAME")?.raw, "");
    const created = simulator.ledger.effects.map((effect) => effect["created"]);
    assert.deepEqual(created, [true, false]);
    const posted = simulator.ledger.requests.filter(({ method }) => method === "POST").map(({ bodyText }) => bodyText);
    const originals = posted.map((text) => (JSON.parse(text) as Posted).change_requests[0]);
    assert.deepEqual(originals, [
      { name: "NEW_NAME", originalName: null, value: "one", visibility: "unmasked" },
      { name: "NEW_NAME", originalName: "NEW_NAME", value: "" },
    ]);
  });
});

type Posted = { change_requests: unknown[] };

test("get distinguishes present, empty, restricted, unresolved and missing, in every format of the response", async () => {
  const shapes: readonly Partial<Switches>[] = [
    {},
    { minimalDocsShape: true },
    { missingSecretShape: "legacyShape" },
    { minimalDocsShape: true, missingSecretShape: "legacyShape" },
  ];
  for (const shape of shapes) {
    await using("serviceAccount", shape, async ({ run }) => {
      const get = (name: string) => run("secrets.get", { ...stg, name });
      const output = (name: string, computed: string) => ({ kind: "output", output: { name, computed } });
      assert.deepEqual(await get("SIGNING_KEY"), output("SIGNING_KEY", "canary-harbor-api-stg-signing-key"));
      const url = "postgres://app:canary-harbor-api-stg-db-password@db.internal/app";
      assert.deepEqual(await get("DATABASE_URL"), output("DATABASE_URL", url));
      assert.equal(codeOf(await get("NOT_THERE")), "SECRET_NOT_FOUND");
      assert.equal(codeOf(await get("RETIRED_KEY")), "SECRET_NOT_FOUND");
      assert.equal(codeOf(await get("BROKEN_REFERENCE")), "PROVIDER_REJECTED");
    });
  }
});

test("delete follows a provider that answers 204 for a missing name", async () => {
  await using("serviceReadWrite", { deleteMissingStatus: 204 }, async ({ run }) => {
    const secret = { ...stg, name: "NOT_THERE" };
    assert.deepEqual(await run("secrets.delete", secret), { kind: "output", output: { ...secret, result: "deleted" } });
  });
});

test("a project or config that is missing or not granted is RESOURCE_NOT_FOUND, or already_absent for a 404 to a deletion", async () => {
  const addresses = [
    { project: "no-such", config: "stg" },
    { project: "payroll", config: "prd" },
    { project: "harbor-api", config: "no_such" },
  ];
  for (const unknownProject of ["404", "400-no-access"] as const) {
    for (const token of ["serviceAccount", "serviceReadWrite"] as const) {
      await using(token, { unknownProject }, async ({ run, simulator }) => {
        for (const at of addresses) {
          const secret = { ...at, name: "STRIPE_KEY" };
          assert.equal(codeOf(await run("secrets.names.list", at)), "RESOURCE_NOT_FOUND");
          assert.equal(codeOf(await run("secrets.get", secret)), "RESOURCE_NOT_FOUND");
          assert.equal(codeOf(await run("secrets.set", { ...secret, value: "v" })), "RESOURCE_NOT_FOUND");
          const deleted = await run("secrets.delete", secret);
          const isRefused = (simulator.ledger.requests.at(-1)?.status ?? 0) === 400;
          if (isRefused) assert.equal(codeOf(deleted), "RESOURCE_NOT_FOUND");
          else assert.deepEqual(deleted, { kind: "output", output: { ...secret, result: "already_absent" } });
        }
        assert.deepEqual(simulator.ledger.effects, []);
      });
    }
  }
});

test("a token without write access is PROVIDER_FORBIDDEN, with the missing permission", async () => {
  await using("serviceReadOnly", {}, async ({ run, simulator }) => {
    const secret = { ...stg, name: "STRIPE_KEY" };
    for (const end of [await run("secrets.set", { ...secret, value: "v" }), await run("secrets.delete", secret)]) {
      assert.equal(codeOf(end), "PROVIDER_FORBIDDEN");
      assert.match(detailOf(end), /read access only/);
    }
    assert.deepEqual(simulator.ledger.effects, []);
  });
});

test("lists show what the token can see: one project and config for a Service Token, none without a grant", async () => {
  const seen = async (token: TokenName) => {
    let names: unknown;
    await using(token, {}, async ({ run }) => {
      const projects = await run("projects.list", {});
      const configs = await run("configs.list", { project: "harbor-api" });
      names = [projects, configs].map((end) => (end.kind === "output" ? counted(end.output) : codeOf(end)));
    });
    return names;
  };
  assert.deepEqual(await seen("serviceReadOnly"), [1, 1]);
  assert.deepEqual(await seen("serviceAccount"), [2, 6]);
  assert.deepEqual(await seen("serviceAccountNoGrants"), [0, 0]);
});

function counted(output: unknown): number {
  const { projects, configs } = output as { projects?: unknown[]; configs?: unknown[] };
  return (projects ?? configs ?? []).length;
}

test("the provider's limit is PROVIDER_RATE_LIMITED with the seconds to wait", async () => {
  await using("serviceReadWrite", { writesPerMinute: 1 }, async ({ run }) => {
    const secret = { ...stg, name: "LIMITED", value: "v" };
    assert.equal((await run("secrets.set", secret)).kind, "output");
    const end = await run("secrets.set", secret);
    assert.equal(codeOf(end), "PROVIDER_RATE_LIMITED");
    assert.ok(end.kind === "failed" && (end.refusal.retryAfterSeconds ?? 0) > 0);
  });
});

test("a change whose response is lost has an unknown outcome and was sent once", async () => {
  await using("serviceReadWrite", {}, async ({ run, simulator }) => {
    simulator.faults.add({ match: { method: "POST" }, fault: { kind: "reset_after_effect" } });
    const end = await run("secrets.set", { ...stg, name: "LOST", value: "v" });
    assert.equal(end.kind, "unknown");
    assert.equal(simulator.ledger.effects.length, 1);
    assert.equal(simulator.ledger.requests.filter(({ method }) => method === "POST").length, 1);
  });
});
