import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import {
  Provider as ProviderSchema,
  ProviderEventType,
  ProviderPage,
  ServiceError,
  TenantProviderPage,
  type Action,
} from "@svc/contract";
import { doppler } from "@svc/provider-doppler";
import { github } from "@svc/provider-github";
import { createCatalog, type Catalog } from "../../../src/domain/catalog/catalog.ts";
import { presentProvider } from "../../../src/domain/catalog/present.ts";
import { compileSchema } from "../../../src/domain/schemas/compile.ts";
import type { ServiceClientRow } from "../../../src/domain/service-clients/port.ts";
import { sampleClient } from "../../adapters/store/samples.ts";

function clientWith(allowedActions: string[]): ServiceClientRow {
  return sampleClient({ id: "scl_a", allowedActions });
}

function catalogWith(enabledActions: string[], configured = true, providers = [doppler]): Catalog {
  const digest = (text: string) => createHash("sha256").update(text).digest("base64url");
  return createCatalog({
    providers,
    enabledActions,
    isConfigured: () => configured,
    configurationOf: () => "",
    digest,
  });
}

function readErrorCode(work: () => unknown): string {
  try {
    work();
    return "none";
  } catch (error) {
    return error instanceof ServiceError ? error.code : "other";
  }
}

const everything = clientWith(["*/*"]);
const ids = doppler.actions.map(({ id }) => id);

test("a provider's logo is the one that it declares, or null", () => {
  const { logo, ...withoutLogo } = doppler;
  assert.ok(logo !== undefined);
  assert.equal(presentProvider(doppler).logo, logo);
  assert.equal(presentProvider(withoutLogo).logo, null);
});

test("the public catalog contains every action in the code, even if nothing is enabled", () => {
  const catalog = catalogWith([], false);
  const list = JSON.parse(catalog.publicList.json) as { providers: { slug: string }[] };
  assert.deepEqual(
    list.providers.map(({ slug }) => slug),
    ["doppler"],
  );
  assert.deepEqual(compileSchema(ProviderSchema)(list.providers[0]), []);
  const page = JSON.parse(catalog.publicProvider("doppler").json) as { actions: Action[] };
  assert.deepEqual(
    page.actions.map(({ id }) => id),
    ids,
  );
  assert.deepEqual(compileSchema(ProviderPage)(page), []);
  assert.equal(
    readErrorCode(() => catalog.publicProvider("unknown")),
    "PROVIDER_NOT_AVAILABLE",
  );
});

test("a provider's page has the kinds of events that svc takes from it", () => {
  const catalog = catalogWith(["*/*"], true, [doppler, github]);
  const pages = ["github", "doppler"].map((slug) => [
    JSON.parse(catalog.publicProvider(slug).json) as ProviderPage,
    catalog.showProvider(everything, slug),
  ]);
  for (const [index, expected] of [["issues", "issue_comment", "pull_request", "push"], []].entries()) {
    for (const page of pages[index] ?? []) {
      assert.deepEqual(
        page.events.map(({ type }) => type),
        expected,
      );
    }
  }
  const [issues] = catalog.showProvider(everything, "github").events;
  assert.deepEqual(compileSchema(ProviderEventType)(issues), []);
  assert.equal(issues?.title, "Issue changed");
  assert.deepEqual(issues?.requiredScopes, ["repo"]);
  assert.deepEqual(Object.keys(Object(issues?.dataSchema["properties"])).slice(0, 2), ["action", "repository"]);
});

test("ETags are strong, stable and differ by content", () => {
  const [one, other] = [catalogWith(["*/*"]), catalogWith([])];
  assert.match(one.publicList.etag, /^"[!#-~]+"$/);
  assert.equal(one.publicList.etag, other.publicList.etag);
  assert.notEqual(one.publicList.etag, one.publicProvider("doppler").etag);
});

test("schemas are plain JSON Schema with their marks", () => {
  const { inputSchema, outputSchema } = catalogWith(["*/*"]).showAction(everything, "doppler", "secrets.set");
  const { value } = inputSchema["properties"] as Record<string, Record<string, unknown>>;
  assert.deepEqual([value?.["x-sensitive"], value?.["x-maxBytes"]], [true, 51_200]);
  const { name } = outputSchema["properties"] as Record<string, Record<string, unknown>>;
  assert.equal(name?.["x-summary"], true);
  assert.deepEqual(
    Reflect.ownKeys(inputSchema).filter((key) => typeof key === "symbol"),
    [],
  );
});

const effective: readonly [
  name: string,
  enabled: string[],
  policy: string[],
  configured: boolean,
  expected: string[],
][] = [
  ["everything", ["*/*"], ["*/*"], true, ids],
  ["policy narrows", ["*/*"], ["doppler/secrets.get"], true, ["secrets.get"]],
  ["deployment narrows", ["doppler/secrets.get"], ["doppler/*"], true, ["secrets.get"]],
  ["both narrow", ["doppler/secrets.*"], ["doppler/secrets.get", "doppler/projects.list"], true, ["secrets.get"]],
  ["nothing in common", ["doppler/secrets.get"], ["doppler/secrets.set"], true, []],
  ["an empty policy", ["*/*"], [], true, []],
  ["nothing enabled", [], ["*/*"], true, []],
  ["auth that is not configured", ["*/*"], ["*/*"], false, []],
];

for (const [name, enabled, policy, configured, expected] of effective) {
  test(`code, deployment and policy together decide what is effective: ${name}`, () => {
    const catalog = catalogWith(enabled, configured);
    const client = clientWith(policy);
    assert.deepEqual(
      ids.filter((id) => catalog.isEffective(client, "doppler", id)),
      expected,
    );
    const listed = catalog.listProviders(client);
    assert.equal(listed.length, expected.length === 0 ? 0 : 1);
    if (expected.length === 0) {
      const works = [
        () => catalog.listActions(client, "doppler"),
        () => catalog.showProvider(client, "doppler"),
        () => catalog.effectiveProvider(client, "doppler"),
      ];
      for (const work of works) assert.equal(readErrorCode(work), "PROVIDER_NOT_AVAILABLE");
      return;
    }
    assert.equal(listed[0]?.available, true);
    assert.deepEqual(
      catalog.listActions(client, "doppler").map(({ id }) => id),
      expected,
    );
    const page = catalog.showProvider(client, "doppler");
    assert.deepEqual(
      page.actions.map(({ id }) => id),
      expected,
    );
    assert.deepEqual(compileSchema(TenantProviderPage)(page), []);
  });
}

test("an action that is not effective is not found, like one that does not exist", () => {
  const catalog = catalogWith(["*/*"]);
  const client = clientWith(["doppler/secrets.get"]);
  assert.equal(
    readErrorCode(() => catalog.effectiveAction(client, "doppler", "secrets.set")),
    "ACTION_NOT_FOUND",
  );
  assert.equal(
    readErrorCode(() => catalog.showAction(client, "doppler", "secrets.nothing")),
    "ACTION_NOT_FOUND",
  );
  assert.equal(
    readErrorCode(() => catalog.effectiveAction(client, "unknown", "secrets.get")),
    "PROVIDER_NOT_AVAILABLE",
  );
  assert.equal(catalog.effectiveAction(client, "doppler", "secrets.get").action.id, "secrets.get");
  assert.notEqual(catalog.find("doppler", "secrets.set"), null);
  assert.equal(catalog.find("doppler", "toString"), null);
  assert.equal(catalog.isEffective(clientWith(["*/*"]), "doppler", "secrets.nothing"), false);
});
