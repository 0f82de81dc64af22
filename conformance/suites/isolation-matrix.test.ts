/**
 * Isolation, as a matrix from the server's API description: each route, each id parameter, each id that isn't the
 * caller's. The response equals that for a nonexistent id, byte for byte, and no row changes.
 */
import assert from "node:assert/strict";
import { after } from "node:test";
import type { Tenant } from "@svc/contract";
import {
  Caller,
  operateJson,
  suiteOnBothEngines,
  uniqueName,
  verifies,
  type HttpResponse,
  type Fixture,
} from "../harness/index.ts";
import { registering } from "./agent-sign-in-fixture.ts";
import { foreignFor, malformed, requestFor, routesOf, type MadeRequest, type Route } from "./isolation-requests.ts";
import { make } from "./token-fixture.ts";
import { everyRow, makeResourceSets, nothing, type ResourceSet, type ResourceSets } from "./isolation-fixture.ts";

/** A response without the parts that always differ. */
function shapeOf(response: HttpResponse): unknown {
  const { "x-request-id": requestId = "" } = response.headers;
  // A cursor is bound to its filter, and the ETag is a hash of the text with it.
  const text = response.text.replaceAll(requestId, "").replace(/"resumeCursor":"[^"]*"/, "");
  const unlike = new Set(["x-request-id", "date", "ratelimit-remaining", "ratelimit-reset"]);
  if (response.text.includes('"resumeCursor"')) unlike.add("etag");
  return {
    status: response.status,
    names: Object.keys(response.headers).sort(),
    headers: Object.entries(response.headers).filter(([name]) => !unlike.has(name)),
    text,
  };
}

async function send(caller: Caller, { method, path, body }: MadeRequest): Promise<HttpResponse> {
  const accept: [string, string] = ["accept", "application/json, text/event-stream"];
  return await caller.send(method, path, body, {
    idempotencyKey: uniqueName("matrix"),
    // Of equal length, so content-length doesn't differ.
    headers: [["x-request-id", "one-id-for-all"], accept],
  });
}

/** Runs `check` on every route, and asserts that database and provider haven't changed. */
async function unchanging(fixture: Fixture, check: (route: Route) => Promise<void>): Promise<void> {
  const { server, provider } = fixture;
  const calls = provider.ledger.requests.length;
  let before = await everyRow(server.home);
  for (const route of routesOf(server.api)) {
    await check(route);
    const now = await everyRow(server.home);
    assert.deepEqual(now, before, `${route.id} changed something for a stranger`);
    before = now;
  }
  assert.equal(provider.ledger.requests.length, calls, "the provider was called for a stranger");
}

suiteOnBothEngines(
  "isolation matrix",
  (fixture) => {
    let made: Promise<ResourceSets> | undefined;
    const sets = () => (made ??= makeResourceSets(fixture()));
    let checks = 0;
    after(() => console.log(`${fixture().engine}: ${checks} answers compared`));

    verifies("isolation.matrix", "answers another client's id like a nonexistent id, on every route", async () => {
      const all = await sets();
      const { mine } = all;
      const routesWithIds = new Set<string>();
      await unchanging(fixture(), async (route) => {
        for (const slot of route.slots) {
          if (slot.named === "cursor") continue;
          routesWithIds.add(route.id);
          const missing = shapeOf(await send(mine.caller, requestFor(route, mine, slot, nothing[slot.named])));
          for (const { what, value, rest } of foreignFor(route, slot, all)) {
            const response = await send(mine.caller, requestFor(route, rest, slot, value));
            assert.deepEqual(shapeOf(response), missing, `${route.id}: ${slot.location} ${slot.name} is ${what}`);
            // Filters find nothing; a path must exist.
            assert.equal(
              response.status,
              slot.location === "query" ? 200 : 404,
              `${route.id}: ${slot.name} is ${what}`,
            );
            checks += 1;
          }
        }
      });
      assert.ok(routesWithIds.size >= 21, `only ${routesWithIds.size} routes take ids`);
    });

    verifies("isolation.matrix", "answers a narrowed key's other tenants like a nonexistent id", async () => {
      const { mine, sameClient, sameClientDeleted } = await sets();
      for (const [kind, caller] of await narrowedCallers(fixture(), mine)) {
        assert.equal((await caller.get(`/v1/tenants/${mine.tenant}`)).status, 200, kind);
        const statuses = new Set<number>();
        await unchanging(fixture(), async (route) => {
          for (const slot of route.slots) {
            if (slot.named === "cursor") continue;
            const missing = shapeOf(await send(caller, requestFor(route, mine, slot, nothing[slot.named])));
            for (const other of [sameClient, sameClientDeleted]) {
              const value = slot.named === "subject" ? other.connection : other[slot.named];
              for (const rest of slot.location === "path" && slot.named === "tenant" ? [mine, other] : [mine]) {
                const response = await send(caller, requestFor(route, rest, slot, value));
                assert.deepEqual(shapeOf(response), missing, `${kind}: ${route.id}: ${slot.location} ${slot.name}`);
                statuses.add(response.status);
                checks += 1;
              }
            }
          }
        });
        assert.deepEqual(
          [...statuses].sort((one, other) => one - other),
          [200, 403, 404],
          kind,
        );
      }
    });

    verifies("isolation.matrix", "answers a malformed id like a nonexistent id, or as an invalid request", async () => {
      const { mine } = await sets();
      await unchanging(fixture(), async (route) => {
        for (const slot of route.slots) {
          if (slot.named === "cursor" || (slot.location === "query" && slot.name !== "connection_id")) continue;
          const missing = shapeOf(await send(mine.caller, requestFor(route, mine, slot, nothing[slot.named])));
          for (const value of malformed(nothing[slot.named])) {
            const response = await send(mine.caller, requestFor(route, mine, slot, value));
            if (response.status !== 400) assert.deepEqual(shapeOf(response), missing, `${route.id}: ${value}`);
            else assert.equal(response.problem().code, "INVALID_REQUEST", `${route.id}: ${value}`);
            checks += 1;
          }
        }
      });
    });

    verifies(
      "isolation.cursor",
      "accepts a cursor only for the client, tenant and listing that returned it",
      async () => {
        const all = await sets();
        const listings = routesOf(fixture().server.api).filter(({ slots }) =>
          slots.some(({ named }) => named === "cursor"),
        );
        assert.ok(listings.length >= 5, `only ${listings.length} listings`);
        await unchanging(fixture(), async (route) => {
          const slot = route.slots.find(({ named }) => named === "cursor");
          if (slot === undefined) return;
          const use = (cursor: string) => send(all.mine.caller, requestFor(route, all.mine, slot, cursor));
          assert.equal((await use(await cursorOf(route, all.mine))).status, 200, "its own cursor");
          const missing = shapeOf(await use("nobody-gave-this"));
          assert.equal((missing as { status: number }).status, 400);
          const foreign = [await cursorOf(route, all.otherClient)];
          if (route.template.includes("{tenant_id}")) foreign.push(await cursorOf(route, all.sameClient));
          for (const other of listings) if (other.id !== route.id) foreign.push(await cursorOf(other, all.mine));
          for (const cursor of foreign) {
            assert.deepEqual(shapeOf(await use(cursor)), missing, `${route.id}: ${cursor}`);
            checks += 1;
          }
        });
      },
    );

    verifies("isolation.keys", "treats another client's idempotency keys and external ids as unused", async () => {
      const { mine, otherClient } = await sets();
      const other = (await fixture().another()).caller;
      const key = uniqueName("shared-key");
      const body = { externalId: uniqueName("shared"), displayName: "Of two" };
      const first = await mine.caller.post("/v1/tenants", body, { idempotencyKey: key });
      const second = await other.post("/v1/tenants", body, { idempotencyKey: key });
      assert.deepEqual([first.status, second.status], [201, 201]);
      assert.equal(second.headers["idempotent-replayed"], undefined);
      assert.notEqual((first.json as Tenant).id, (second.json as Tenant).id);
      const replay = await other.post("/v1/tenants", body, { idempotencyKey: key });
      assert.equal(replay.headers["idempotent-replayed"], "true");
      assert.equal((replay.json as Tenant).id, (second.json as Tenant).id);
      const sameName = { externalId: otherClient.externalId, displayName: "Mine" };
      const own = await mine.caller.post("/v1/tenants", sameName, { idempotencyKey: uniqueName("own") });
      assert.equal(own.status, 201, own.text);
    });

    verifies("isolation.matrix", "fails for a route with a parameter unknown to this suite", async () => {
      const operation = (parameters: readonly object[], extra: object = {}) => ({
        operationId: "getInvoice",
        security: [{ serviceKey: [] }],
        parameters,
        ...extra,
      });
      const api = (template: string, described: ReturnType<typeof operation>) => ({
        document: {},
        operations: [{ template, method: "get", operation: described, path: /^$/ }],
      });
      const schema = { properties: { invoice_id: {} } };
      const requestBody = { content: { "application/json": { schema } } };
      const unknown = [
        api("/v1/invoices/{invoice_id}", operation([])),
        api("/v1/invoices", operation([{ in: "query", name: "invoice" }])),
        api("/v1/invoices", operation([], { requestBody })),
        api("/v1/invoices", operation([], { requestBody: {} })),
      ];
      for (const one of unknown) assert.throws(() => routesOf(one), /getInvoice: (?:say what|give a body)/);
      assert.equal(routesOf(api("/v1/invoices", operation([]))).length, 1);
      await Promise.resolve();
    });
  },
  // The webhook sender works on its own.
  { env: { SVC_RATE_LIMIT_RPS: "0", SVC_WEBHOOKS: "off", ...registering } },
);

/** A key narrowed by id to these resources' tenant, one narrowed by label, and a token of each. */
async function narrowedCallers(fixture: Fixture, { caller, client, tenant }: ResourceSet): Promise<[string, Caller][]> {
  const label = uniqueName("matrix");
  assert.equal((await caller.patch(`/v1/tenants/${tenant}`, { label })).status, 200);
  const callers: [string, Caller][] = [];
  for (const [option, value] of [
    ["--tenant", tenant],
    ["--label", label],
  ] as const) {
    const name = uniqueName("narrow");
    const add = ["service-clients", "add-key", client, "--key-name", name];
    const { key } = await operateJson<{ key: string }>(fixture.server, add);
    await operateJson(fixture.server, ["service-clients", "update-key", client, name, option, value]);
    const narrow = new Caller(caller.http, key);
    callers.push(
      [`a key with ${option}`, narrow],
      [`a token of a key with ${option}`, (await make(narrow, tenant)).caller],
    );
  }
  return callers;
}

/** The cursor to the second page of a listing. */
async function cursorOf(route: Route, resources: ResourceSet): Promise<string> {
  const slot = { location: "query", name: "limit", named: "cursor" } as const;
  const response = await send(resources.caller, requestFor(route, resources, slot, "1"));
  assert.equal(response.status, 200, response.text);
  const { nextCursor: cursor } = response.json as { nextCursor: string | null };
  assert.ok(cursor !== null, `${route.id} has no second page`);
  return cursor;
}
