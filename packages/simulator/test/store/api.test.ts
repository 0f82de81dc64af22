/** A simulated API on a store: routes, bodies, refusals, scopes, switches and control commands. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { controlText, fieldsOf, Refusal, simulatedApi, startStore } from "../../src/index.ts";
import type { SimRequest } from "../../src/index.ts";
import { Library, refusalOf } from "./library.ts";
import type { Switches } from "./library.ts";

type Caller = readonly string[];

const api = simulatedApi<Library, Caller, { readonly area?: string }, Switches>({
  routes: {
    "GET /health": { respond: () => ({ status: 204 }) },
    "GET /shelves/{id}": {
      run: ({ store, params }) => ({ json: store.shelves.find(Number(params["id"])) }),
      area: "shelves",
    },
    "GET /files/{path*}": { run: ({ params }) => ({ json: params }) },
    "POST /shelves/{id}:rename": { run: ({ params }) => ({ json: params }) },
    "POST /shelves": {
      anyScope: ["write", "admin"],
      run: ({ request, store }) => {
        const { name } = fieldsOf(request);
        const shelf = store.shelves.create({ name: String(name) });
        if (name === "Taboo") throw new Refusal(422, "Not this one", { headers: { "x-why": "taboo" } });
        return { status: 201, json: shelf, effects: [{ kind: "shelf.create", id: shelf.id }] };
      },
    },
    "POST /search": { reads: true, run: ({ store }) => ({ json: store.shelves.values() }) },
  },
  caller: ({ headers }) => {
    const scopes = headers["x-scopes"];
    if (scopes === undefined) throw new Refusal(401, "Who are you?");
    return scopes.split(" ");
  },
  scopesOf: (scopes) => scopes,
  around: ({ route }, run) => {
    const response = run();
    return { ...response, headers: { ...response.headers, "x-area": route?.area ?? "none" } };
  },
  refused: ({ status, code, message, details }) => ({ status, json: { code, message, details } }),
});

const start = (switches: Partial<Switches> = {}) =>
  startStore<Library, Switches>({ api, world: new Library(switches), nowMs: () => 1000 });

type Asked = Omit<RequestInit, "headers"> & { readonly headers?: Record<string, string> };

async function ask(url: string, path: string, init: Asked = {}) {
  const response = await fetch(url + path, { ...init, headers: { "x-scopes": "write", ...init.headers } });
  const text = await response.text();
  const json: unknown = text === "" ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, json };
}

const post = (body: unknown, headers: Record<string, string> = {}): Asked => {
  return { method: "POST", body: JSON.stringify(body), headers };
};

test("finds routes with variables, and the caller first", async () => {
  await using simulator = await start();
  const found = await ask(simulator.url, "/shelves/1");
  assert.deepEqual(
    [found.status, found.json, found.headers.get("x-area")],
    [200, { id: 1, name: "Novels" }, "shelves"],
  );
  assert.deepEqual((await ask(simulator.url, "/files/a%20b/c%2Fd")).json, { path: "a b/c/d" });
  assert.deepEqual((await ask(simulator.url, "/files")).json, {});
  assert.deepEqual((await ask(simulator.url, "/shelves/7:rename", { method: "POST" })).json, { id: "7" });
  for (const path of ["/shelves/", "/shelves/1/books", "/files/%E0%A4%A", "/shelvesX1"]) {
    const { status, json, headers } = await ask(simulator.url, path);
    assert.deepEqual([status, (json as { code: string }).code, headers.get("x-area")], [404, "no_route", "none"], path);
  }
  assert.equal((await fetch(`${simulator.url}/nowhere`)).status, 401);
  assert.equal((await fetch(`${simulator.url}/health`)).status, 204);
  assert.equal((await ask(simulator.url, "/shelves/1", { method: "HEAD" })).status, 200);
});

test("a refusal changes nothing and has no effects", async () => {
  await using simulator = await start();
  const { status, headers } = await ask(simulator.url, "/shelves", post({ name: "Taboo" }));
  assert.deepEqual([status, headers.get("x-why"), headers.get("x-area")], [422, "taboo", "none"]);
  assert.equal((await ask(simulator.url, "/shelves", post({ name: "Poems" }))).status, 201);
  assert.deepEqual(
    simulator.world.shelves.values().map(({ name }) => name),
    ["Novels", "Poems"],
  );
  assert.deepEqual(
    simulator.ledger.effects.map(({ id }) => id),
    [3],
  );
});

test("accepts any one of the scopes", async () => {
  await using simulator = await start();
  const refused = await ask(simulator.url, "/shelves", post({ name: "Poems" }, { "x-scopes": "read" }));
  const details = { needed: ["write", "admin"], held: ["read"] };
  assert.deepEqual(
    [refused.status, refused.json],
    [403, { code: "missing_scope", message: "The token lacks a scope", details }],
  );
  assert.equal(
    (await ask(simulator.url, "/shelves", post({ name: "Poems" }, { "x-scopes": "read admin" }))).status,
    201,
  );
});

test("treats a search by POST as a read: it lags, and isn't a change", async () => {
  await using simulator = await start({ readLagChanges: 1 });
  await ask(simulator.url, "/shelves", post({ name: "Poems" }));
  assert.deepEqual((await ask(simulator.url, "/search", post({}))).json, [{ id: 1, name: "Novels" }]);
  await ask(simulator.url, "/shelves", post({ name: "Taboo" }));
  assert.deepEqual((await ask(simulator.url, "/search", post({}))).json, [{ id: 1, name: "Novels" }]);
  const requestOf = (path: string): SimRequest => ({
    sequence: 1,
    timeMs: 0,
    method: "POST",
    path,
    query: new URLSearchParams(),
    headers: {},
    bodyText: "",
  });
  assert.deepEqual([api.isRead?.(requestOf("/search")), api.isRead?.(requestOf("/shelves"))], [true, false]);
});

test("reads the fields of JSON objects and of forms with brackets", () => {
  const form = "application/x-www-form-urlencoded";
  const fields = (bodyText: string, type = "application/json"): unknown => {
    const json = { json: type === form || bodyText === "{" ? undefined : (JSON.parse(bodyText || "null") as unknown) };
    const request = { headers: { "content-type": type }, bodyText, ...json } as unknown as SimRequest;
    return JSON.parse(JSON.stringify(fieldsOf(request)));
  };
  assert.deepEqual(fields('{"a":{"b":1}}'), { a: { b: 1 } });
  assert.deepEqual(fields(""), {});
  assert.deepEqual(fields("metadata[order]=7&items[0][price]=p&items[0][quantity]=2&tags[]=x&tags[]=y&a=1%262", form), {
    metadata: { order: "7" },
    items: { 0: { price: "p", quantity: "2" } },
    tags: { 0: "x", 1: "y" },
    a: "1&2",
  });
  assert.deepEqual(
    Object.entries(fieldsOf({ headers: { "content-type": form }, bodyText: "__proto__[a]=1" } as never)),
    [["__proto__", Object.assign(Object.create(null), { a: "1" })]],
  );
  for (const body of ["[1]", "null", '"text"', "{"])
    assert.equal(
      refusalOf(() => fields(body)),
      "bad_body",
      body,
    );
});

test("switches accept their positions, or values of their default's type", () => {
  const library = new Library({ loans: "closed" });
  library.set({ languages: ["en"], limit: 0 });
  assert.deepEqual(library.switches, { readLagMs: 0, readLagChanges: 0, loans: "closed", languages: ["en"], limit: 0 });
  for (const patch of [
    { loans: "sometimes" },
    { languages: [1] },
    { limit: -1 },
    { limit: "3" },
    { unknown: 1 },
    null,
  ]) {
    assert.throws(() => library.set(patch as Partial<Switches>), { name: "SimControlError" }, JSON.stringify(patch));
  }
  assert.throws(() => new Library({ toString: 1 } as Partial<Switches>), { name: "SimControlError" });
  library.reset();
  assert.deepEqual([library.switches.loans, library.switches.limit], ["closed", 3]);
});

test("control commands change switches, return facts, and reset", async () => {
  await using simulator = await start();
  const control = async (name: string, body: unknown = {}): Promise<unknown> => {
    const headers = { "content-type": "application/json", "x-simulator-control": "1" };
    return (await ask(`${simulator.url}/__simulator`, `/${name}`, post(body, headers))).json;
  };
  simulator.world.readers.add("grace");
  simulator.world.shelves.create({ name: "Poems" });
  const switches = { readLagMs: 0, readLagChanges: 0, loans: "closed", languages: [], limit: 3 };
  assert.deepEqual(await control("switches", { loans: "closed" }), switches);
  assert.deepEqual(await control("world"), { switches, shelves: 2, nowMs: 1000 });
  await control("reset");
  assert.deepEqual([[...simulator.world.readers], simulator.world.shelves.size], [["ada"], 1]);
  assert.equal(controlText({ name: "x" }, "name"), "x");
  for (const body of [{ name: 1 }, {}, null, undefined]) {
    assert.throws(() => controlText(body, "name"), { name: "SimControlError" });
  }
});
