/** The four read actions of the secrets provider, through the whole service. */
import assert from "node:assert/strict";
import type { ErrorCode } from "@svc/contract";
import { startDopplerSimulator } from "@svc/provider-doppler/simulator";
import type { FaultRule } from "@svc/simulator";
import { assertProblem, devConfig, suite, verifies, type Connected, type Fixture } from "../harness/index.ts";

const stg = { project: "harbor-api", config: "stg" } as const;

interface Called {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The provider requests caused by `work`. */
async function callsDuring(fixture: Fixture, work: () => Promise<unknown>): Promise<readonly Called[]> {
  const before = fixture.provider.ledger.requests.length;
  await work();
  return fixture.provider.ledger.requests.slice(before).map(({ method, path, query }) => {
    return { method, path, query: Object.fromEntries(new URLSearchParams(query)) };
  });
}

suite(
  "reading actions",
  (fixture) => {
    let shared: Promise<Connected> | undefined;
    const connection = (): Promise<Connected> => (shared ??= fixture().connected());

    verifies("actions.projects-list", "returns each project with its four fields, and the page", async () => {
      const connected = await connection();
      const { output } = await connected.run("projects.list", {});
      const { projects, page } = output as { projects: Record<string, unknown>[]; page: unknown };
      assert.deepEqual(projects.map(({ slug }) => String(slug)).sort(), ["billing", "harbor-api"]);
      const harbor = projects.find(({ slug }) => slug === "harbor-api");
      assert.deepEqual(Object.keys(harbor ?? {}).sort(), ["createdAt", "description", "name", "slug"]);
      assert.equal(harbor?.["description"], "The public API");
      assert.match(String(harbor?.["createdAt"]), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.equal(page, 1);
      const calls = await callsDuring(fixture(), () => connected.run("projects.list", { page: 2, perPage: 1 }));
      assert.deepEqual(calls, [{ method: "GET", path: "/v3/projects", query: { page: "2", per_page: "1" } }]);
      for (const input of [{ perPage: 0 }, { perPage: 101 }, { page: 0 }, { page: "1" }, { page: 1.5 }, { more: 1 }]) {
        assertProblem(await connected.execute("projects.list", input), "INPUT_INVALID");
      }
    });

    verifies("actions.configs-list", "returns each config with its six fields, by environment", async () => {
      const connected = await connection();
      const project = "harbor-api";
      const { output } = await connected.run("configs.list", { project });
      const { configs, page } = output as { configs: Record<string, unknown>[]; page: unknown };
      const names = configs.map(({ name }) => String(name)).sort();
      assert.deepEqual(names, ["dev", "prd", "prd_eu", "prd_us", "stg", "stg_eu"]);
      const branch = configs.find(({ name }) => name === "prd_eu");
      assert.deepEqual(Object.keys(branch ?? {}).sort(), [
        "createdAt",
        "environment",
        "locked",
        "name",
        "project",
        "root",
      ]);
      assert.deepEqual([branch?.["root"], branch?.["environment"], branch?.["project"]], [false, "prd", project]);
      assert.equal(page, 1);
      const some = await connected.run("configs.list", { project, environment: "prd", perPage: 100 });
      assert.equal((some.output as { configs: unknown[] }).configs.length, 3);
      assertProblem(await connected.execute("configs.list", {}), "INPUT_INVALID");
    });

    verifies("actions.names-list", "sends the literal false in every request, and no lease is issued", async () => {
      const { provider } = fixture();
      const connected = await connection();
      const prd = { project: "harbor-api", config: "prd" };
      const calls = await callsDuring(fixture(), async () => {
        const { output } = await connected.run("secrets.names.list", prd);
        const { names } = output as { names: string[] };
        assert.ok(names.includes("STRIPE_KEY") && !names.includes("DB_LEASE"), names.join());
        assert.deepEqual(Object.keys(output as object), ["names"]);
      });
      const query = { ...prd, include_dynamic_secrets: "false" };
      assert.deepEqual(calls, [{ method: "GET", path: "/v3/configs/config/secrets/names", query }]);
      assertProblem(
        await connected.execute("secrets.names.list", { ...prd, include_dynamic_secrets: true }),
        "INPUT_INVALID",
      );
      const sets = await callsDuring(fixture(), () => connected.set("PROBED", "names-probe"));
      assert.ok(sets.some(({ path }) => path.endsWith("/names")));
      for (const { path, query: sent } of sets) {
        if (path.endsWith("/names")) assert.equal(sent["include_dynamic_secrets"], "false");
      }
      assert.equal(provider.world.leasesIssued, 0);
    });

    verifies("actions.get", "returns name and computed, with resolved references", async () => {
      const connected = await connection();
      const get = async (name: string): Promise<unknown> =>
        (await connected.run("secrets.get", { ...stg, name })).output;
      assert.deepEqual(await get("STRIPE_KEY"), { name: "STRIPE_KEY", computed: "canary-harbor-api-stg-stripe-key" });
      assert.deepEqual(await get("DATABASE_URL"), {
        name: "DATABASE_URL",
        computed: "postgres://app:canary-harbor-api-stg-db-password@db.internal/app",
      });
      assert.deepEqual(await get("EMPTY"), { name: "EMPTY", computed: "" });
      const calls = await callsDuring(fixture(), () => get("STRIPE_KEY"));
      const query = { ...stg, name: "STRIPE_KEY" };
      assert.deepEqual(calls, [{ method: "GET", path: "/v3/configs/config/secret", query }]);
    });

    verifies("actions.get", "answers 404 for a missing secret, in both of the provider's forms", async () => {
      const { provider } = fixture();
      const connected = await connection();
      for (const missingSecretShape of ["nulls", "legacyShape"] as const) {
        provider.world.set({ missingSecretShape });
        assertProblem(await connected.execute("secrets.get", { ...stg, name: "NOT_THERE" }), "SECRET_NOT_FOUND");
      }
      provider.world.set({ missingSecretShape: "nulls" });
    });

    verifies("actions.get-restricted", "answers 422 if computed is null and raw isn't", async () => {
      const { provider } = fixture();
      const connected = await connection();
      const broken = await connected.execute("secrets.get", { ...stg, name: "BROKEN_REFERENCE" });
      assertProblem(broken, "PROVIDER_REJECTED");
      assert.ok(!broken.text.includes("canary"), "the response holds the raw value");
      for (const value of [
        { raw: "canary-raw", computed: null },
        { raw: "", computed: null },
      ]) {
        const json = { name: "SIGNING_KEY", value, success: true };
        provider.faults.add({
          match: { method: "GET" },
          fault: { kind: "status", status: 200, json, effect: false },
        });
        const response = await connected.execute("secrets.get", { ...stg, name: "SIGNING_KEY" });
        assertProblem(response, "PROVIDER_REJECTED");
        assert.ok(!response.text.includes("canary"), "the response holds the raw value");
      }
    });

    verifies("actions.names", "accepts names by their pattern, up to its bounds", async () => {
      const connected = await connection();
      for (const name of ["A", "_", "_1", "A".repeat(200)]) {
        assertProblem(await connected.execute("secrets.get", { ...devConfig, name }), "SECRET_NOT_FOUND");
      }
      const wrong = ["", "a", "1A", "A-B", "A B", "A\n", "A".repeat(201), "Ä", "A.B", "A/../B", "A\u200b"];
      const calls = await callsDuring(fixture(), async () => {
        for (const name of wrong) {
          for (const action of ["secrets.get", "secrets.delete"]) {
            const options = { idempotencyKey: "wrong-name" };
            assertProblem(await connected.execute(action, { ...devConfig, name }, options), "INPUT_INVALID");
          }
        }
      });
      assert.deepEqual(calls, []);
    });

    verifies("actions.refusals", "reports missing or ungranted resources, whatever the provider's status", async () => {
      const { provider } = fixture();
      const connected = await connection();
      const cases: readonly (readonly [object, ErrorCode])[] = [
        [{ project: "no-such-project", config: "dev" }, "RESOURCE_NOT_FOUND"],
        [{ project: "harbor-api", config: "nope" }, "RESOURCE_NOT_FOUND"],
        [{ project: "payroll", config: "prd" }, "RESOURCE_NOT_FOUND"],
      ];
      for (const unknownProject of ["404", "400-no-access"] as const) {
        provider.world.set({ unknownProject });
        for (const [address, code] of cases) {
          for (const action of ["secrets.names.list", "secrets.get"]) {
            const input = action === "secrets.get" ? { ...address, name: "LEDGER_KEY" } : address;
            const response = await connected.execute(action, input);
            const problem = assertProblem(response, code);
            assert.ok(!/no-such-project|payroll/.test(problem.detail), "the provider's text is passed on");
            assert.equal(problem.connection_id, connected.id);
            assert.ok(problem.execution_id !== undefined);
          }
        }
      }
      provider.world.set({ unknownProject: "404" });
    });

    verifies("actions.service-token", "names the required token if the provider refuses the list", async () => {
      const { provider } = fixture();
      for (const name of ["serviceReadOnly", "serviceReadWrite"] as const) {
        const connected = await fixture().connected({ credential: provider.tokens[name] });
        const { output } = await connected.run("projects.list", {});
        const { projects } = output as { projects: { slug: string }[] };
        assert.deepEqual(
          projects.map(({ slug }) => slug),
          ["harbor-api"],
        );
        for (const status of [400, 403, 404]) {
          const fault = {
            kind: "status",
            status,
            json: { messages: ["No."], success: false },
            effect: false,
          } as const;
          provider.faults.add({ match: { path: "/v3/projects" }, fault });
          const response = await connected.execute("projects.list", {});
          assert.match(assertProblem(response, "PROVIDER_FORBIDDEN").detail, /Service Account Token/);
        }
        await connected.run("secrets.names.list", stg);
        assertProblem(await connected.execute("secrets.names.list", devConfig), "RESOURCE_NOT_FOUND");
      }
    });

    verifies("actions.unauthorized", "needs reconnecting only after 401 and the invalid-token 400", async () => {
      const { provider, caller } = fixture();
      for (const authFailureStatus of [401, 400] as const) {
        const connected = await fixture().connected({ credential: provider.tokens.serviceAccountRotated });
        const token = provider.world.tokenByValue(provider.tokens.serviceAccountRotated);
        assert.ok(token !== undefined);
        provider.world.set({ authFailureStatus });
        token.revoked = true;
        assertProblem(await connected.execute("secrets.names.list", devConfig), "PROVIDER_UNAUTHORIZED");
        token.revoked = false;
        provider.world.set({ authFailureStatus: 401 });
        assert.equal(((await caller.get(connected.path)).json as { status: string }).status, "needs_reconnect");
      }
      const connected = await connection();
      const hidden = { project: "payroll", config: "prd" };
      assertProblem(await connected.execute("secrets.names.list", hidden), "RESOURCE_NOT_FOUND");
      provider.faults.add({ match: { method: "GET" }, fault: { kind: "status", status: 403, effect: false } });
      assertProblem(await connected.execute("secrets.names.list", devConfig), "PROVIDER_FORBIDDEN");
      assert.equal(((await caller.get(connected.path)).json as { status: string }).status, "active");
    });

    verifies("actions.read-faults", "retries after one fault", async () => {
      const { provider } = fixture();
      const connected = await connection();
      const faults: readonly FaultRule["fault"][] = [
        { kind: "html_502" },
        { kind: "status", status: 503, effect: false },
        { kind: "status", status: 429, headers: { "retry-after": "1" }, effect: false },
      ];
      for (const fault of faults) {
        provider.faults.add({ match: { method: "GET" }, fault });
        const calls = await callsDuring(fixture(), () => connected.run("secrets.names.list", devConfig));
        assert.equal(calls.length, 2, `${fault.kind} was not tried again`);
      }
    });

    verifies("actions.read-faults", "reports lasting faults with their own codes, within the deadline", async () => {
      const { provider, caller } = fixture();
      const connected = await connection();
      const limited = { kind: "status", status: 429, headers: { "retry-after": "1" }, effect: false } as const;
      const cases: readonly (readonly [FaultRule["fault"], ErrorCode])[] = [
        [{ kind: "html_502" }, "PROVIDER_ERROR"],
        [limited, "PROVIDER_RATE_LIMITED"],
        [{ kind: "hang_before_effect" }, "PROVIDER_TIMEOUT"],
        [{ kind: "malformed_json" }, "PROVIDER_ERROR"],
      ];
      for (const [fault, code] of cases) {
        provider.faults.add({ match: { method: "GET" }, times: "always", fault });
        const response = await connected.execute("secrets.names.list", devConfig);
        provider.faults.clear();
        assert.equal(response.status >= 500, true, response.text);
        assert.equal(assertProblem(response, code).retryable, true);
      }
      assert.equal(((await caller.get(connected.path)).json as { status: string }).status, "active");
    });

    verifies("actions.no-redirect", "reports a redirected read as a provider error", async () => {
      const { provider } = fixture();
      const connected = await connection();
      const elsewhere = await startDopplerSimulator();
      try {
        for (const status of [301, 302, 307, 308]) {
          const location = `${elsewhere.url}/v3/configs/config/secrets/names?project=harbor-api&config=dev`;
          provider.faults.add({
            match: { method: "GET" },
            times: "always",
            fault: { kind: "redirect", status, location },
          });
          const response = await connected.execute("secrets.names.list", devConfig);
          provider.faults.clear();
          assert.ok(response.status >= 500, response.text);
        }
        assert.equal(elsewhere.ledger.requests.length, 0, "the token left for another origin");
      } finally {
        await elsewhere.close();
      }
    });
  },
  { env: { SVC_CALL_TIMEOUT_MS: "6000" } },
);
