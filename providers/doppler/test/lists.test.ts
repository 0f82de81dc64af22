/** The three lists: exact requests, both answer formats, and when another token is needed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { answered } from "@svc/provider-kit/testing";
import { codeOf, detailOf, runScripted } from "./doppler.ts";

const at = { project: "harbor-api", config: "stg_eu" };

test("projects.list sends page and per_page only if they are given", async () => {
  const { requests } = await runScripted("projects.list", { page: 2, perPage: 50 }, [
    answered(200, { page: 2, projects: [] }),
  ]);
  assert.deepEqual(requests, [{ method: "GET", path: ["v3", "projects"], query: { page: 2, per_page: 50 } }]);
  const { requests: bare } = await runScripted("projects.list", {}, [answered(200, { page: 1, projects: [] })]);
  assert.deepEqual(bare, [
    { method: "GET", path: ["v3", "projects"], query: { page: undefined, per_page: undefined } },
  ]);
});

test("projects.list maps the live format, and a null description to an empty one", async () => {
  const project = { id: "harbor-api", slug: "harbor-api", name: "harbor-api" };
  const { end } = await runScripted("projects.list", {}, [
    answered(200, {
      success: true,
      page: 1,
      projects: [
        { ...project, description: null, created_at: "2025-11-04T10:00:00.000Z" },
        { ...project, description: "Ships", created_at: "2025-11-04T10:00:00Z", more: 1 },
      ],
    }),
  ]);
  const expected = { slug: "harbor-api", name: "harbor-api", createdAt: "2025-11-04T10:00:00.000Z" };
  assert.deepEqual(end, {
    kind: "output",
    output: {
      projects: [
        { ...expected, description: "" },
        { ...expected, description: "Ships" },
      ],
      page: 1,
    },
  });
});

test("a list returns the requested page number if its response has none", async () => {
  const { end } = await runScripted("projects.list", { page: 3 }, [answered(200, { projects: [] })]);
  assert.deepEqual(end, { kind: "output", output: { projects: [], page: 3 } });
  const { end: first } = await runScripted("configs.list", { project: "p" }, [answered(200, { configs: [] })]);
  assert.deepEqual(first, { kind: "output", output: { configs: [], page: 1 } });
});

test("projects.list tells a Service Token that a Service Account Token is needed", async () => {
  const denials = [
    answered(403, {}),
    answered(404, {}),
    answered(400, { messages: ["You must specify a project"], success: false }),
    answered(400, { messages: ["This token does not have access to requested project 'x'"], success: false }),
  ];
  for (const denial of denials) {
    const { end } = await runScripted("projects.list", {}, [denial], "service_token");
    assert.equal(codeOf(end), "PROVIDER_FORBIDDEN");
    assert.match(detailOf(end), /Service Account Token is needed/);
    const { end: other } = await runScripted("projects.list", {}, [denial], "service_account_token");
    assert.doesNotMatch(detailOf(other), /Service Account Token is needed/);
  }
});

test("projects.list keeps errors that another kind of token wouldn't fix", async () => {
  const cases = [
    { facts: answered(401, {}), code: "PROVIDER_UNAUTHORIZED" },
    { facts: answered(400, { messages: ["Invalid Auth token"] }), code: "PROVIDER_UNAUTHORIZED" },
    { facts: answered(429, {}), code: "PROVIDER_RATE_LIMITED" },
    { facts: answered(503, {}), code: "PROVIDER_ERROR" },
  ];
  for (const { facts, code } of cases) {
    const { end } = await runScripted("projects.list", {}, [facts], "service_token");
    assert.equal(codeOf(end), code);
    assert.doesNotMatch(detailOf(end), /Service Account/);
  }
});

test("configs.list sends its filter, and maps both the eight documented fields and the live ones", async () => {
  const documented = {
    name: "stg_eu",
    root: false,
    locked: true,
    environment: "stg",
    project: "harbor-api",
    initial_fetch_at: null,
    last_fetch_at: null,
    created_at: null,
  };
  const live = { ...documented, slug: "541bf0aa", inheritable: false, inherits: [], inheritedBy: [] };
  const { end, requests } = await runScripted(
    "configs.list",
    { project: "harbor-api", environment: "stg", page: 1, perPage: 100 },
    [answered(200, { page: 1, configs: [documented, live] })],
  );
  assert.deepEqual(requests, [
    {
      method: "GET",
      path: ["v3", "configs"],
      query: { project: "harbor-api", environment: "stg", page: 1, per_page: 100 },
    },
  ]);
  const config = { name: "stg_eu", project: "harbor-api", environment: "stg", root: false, locked: true };
  const expected = { ...config, createdAt: null };
  assert.deepEqual(end, { kind: "output", output: { configs: [expected, expected], page: 1 } });
});

test("configs.list keeps the code and says which token is needed if a Service Token can't see the project", async () => {
  const { end } = await runScripted("configs.list", { project: "x" }, [answered(404, {})], "service_token");
  assert.equal(codeOf(end), "RESOURCE_NOT_FOUND");
  assert.match(detailOf(end), /Service Account Token is needed/);
});

test("secrets.names.list always sends include_dynamic_secrets=false", async () => {
  const { end, requests } = await runScripted("secrets.names.list", at, [
    answered(200, { names: ["A", "B"], success: true }),
  ]);
  assert.deepEqual(requests, [
    {
      method: "GET",
      path: ["v3", "configs", "config", "secrets", "names"],
      query: { ...at, include_dynamic_secrets: false },
    },
  ]);
  assert.deepEqual(end, { kind: "output", output: { names: ["A", "B"] } });
});

test("a list in another format is a provider fault", async () => {
  const project = { slug: "p", name: "p", description: "", created_at: "2025-11-04T10:00:00.000Z" };
  const cases: readonly (readonly [string, unknown, unknown])[] = [
    ["projects.list", {}, { projects: {} }],
    ["projects.list", {}, { projects: [{ ...project, slug: 7 }] }],
    ["projects.list", {}, { projects: [{ ...project, name: "" }] }],
    ["projects.list", {}, { projects: [{ ...project, description: 7 }] }],
    ["projects.list", {}, { projects: [{ ...project, created_at: "yesterday" }] }],
    ["projects.list", {}, { projects: [null] }],
    ["configs.list", { project: "p" }, { configs: [{ name: "dev", project: "p", environment: "dev", root: "no" }] }],
    ["secrets.names.list", at, { names: "A" }],
    ["secrets.names.list", at, { names: [1] }],
  ];
  for (const [id, input, body] of cases) {
    const { end } = await runScripted(id, input, [answered(200, body)]);
    assert.equal(codeOf(end), "PROVIDER_ERROR", JSON.stringify(body));
  }
});
