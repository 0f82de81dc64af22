/** The requests that a provider's actions may make, and the classification of GraphQL documents. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { graphqlOperation, graphqlRequest, isReadRequest, requestFault } from "../src/index.ts";
import type { ProviderRequest, RequestRules } from "../src/index.ts";

const rules: RequestRules = {
  origins: { files: "https://files.example.com" },
  requestHeaders: ["Idempotency-Key"],
  postReads: [{ path: ["objects", "*", "search"] }, { origin: "files", path: ["find"] }],
  graphql: { path: ["graphql"] },
};
const post = (path: string[], more: Partial<ProviderRequest> = {}): ProviderRequest => ({
  method: "POST",
  path,
  ...more,
});
const query = graphqlRequest(["graphql"], "query Q { notes { id } }", {});
const mutation = graphqlRequest(["graphql"], "mutation M($t: String!) { add(text: $t) { id } }", { t: "x" });

test("a read is a GET, a declared POST or a GraphQL query, and nothing else", () => {
  const reads = [{ method: "GET", path: ["a"] } as const, post(["objects", "x", "search"]), query];
  for (const request of [...reads, post(["find"], { origin: "files" })]) {
    assert.equal(isReadRequest(rules, request), true);
    assert.equal(requestFault(rules, request, "read"), null);
    assert.match(requestFault(rules, request, "change") ?? "", /A change must not be a read/);
  }
  const changes = [
    post(["objects", "x"]),
    post(["objects", "x", "search", "y"]),
    post(["find"]),
    post(["objects", "x", "search"], { origin: "files" }),
    { ...post(["objects", "x", "search"]), method: "PUT" } as const,
    mutation,
  ];
  for (const request of changes) {
    assert.equal(isReadRequest(rules, request), false);
    assert.equal(requestFault(rules, request, "change"), null);
    assert.match(requestFault(rules, request, "read") ?? "", /A read must be a GET/);
  }
});

test("if all requests have one path, a header determines which ones are reads", () => {
  const target = { name: "X-Target", values: ["Notes.List", "Notes.Get"] };
  const own: RequestRules = { requestHeaders: ["X-Target"], postReads: [{ path: [], header: target }] };
  const named = (headers: Record<string, string>) => post([], { headers });
  for (const headers of [{ "X-Target": "Notes.List" }, { "x-target": "Notes.Get" }]) {
    assert.equal(isReadRequest(own, named(headers)), true);
  }
  const changes = [
    named({ "X-Target": "Notes.Delete" }),
    named({ "X-Target": "Notes.List", "x-target": "Notes.Delete" }),
    named({ "X-Target": "notes.list" }),
    named({}),
    post([]),
    post(["a"], { headers: { "X-Target": "Notes.List" } }),
  ];
  for (const request of changes) assert.equal(isReadRequest(own, request), false, JSON.stringify(request));
});

test("if members of the body name the operation, a request is a read only if each has one of the values", () => {
  const own: RequestRules = { postReads: [{ path: [], json: { method: ["call"], "params.name": ["get", "list"] } }] };
  const call = (json: unknown) => isReadRequest(own, post([], { json }));
  assert.equal(call({ method: "call", params: { name: "get" } }), true);
  for (const other of [
    { method: "call", params: { name: "set" } },
    { method: "other", params: { name: "get" } },
    { method: ["call"], params: { name: "get" } },
    { method: "call", "params.name": "get" },
    { method: "call", params: [{ name: "get" }] },
    [{ method: "call", params: { name: "get" } }],
    undefined,
  ]) {
    assert.equal(call(other), false);
  }
  assert.equal(isReadRequest(own, post([], { text: JSON.stringify({ method: "call" }), contentType: "a/b" })), false);
});

test("if a form field names the operation, its value determines which requests are reads", () => {
  const own: RequestRules = { postReads: [{ path: [], field: { name: "Action", values: ["List"] } }] };
  assert.equal(isReadRequest(own, post([], { form: { Action: "List", Version: "1" } })), true);
  const changes = [
    post([], { form: { Action: "Delete" } }),
    post([], { form: { Action: ["List", "Delete"] } }),
    post([], { form: { Action: "List" }, query: { Action: "Delete" } }),
    post([], { json: { Action: "List" } }),
    post([]),
    post(["a"], { form: { Action: "List" } }),
  ];
  for (const request of changes) assert.equal(isReadRequest(own, request), false, JSON.stringify(request));
});

test("rejects an undeclared origin or header, and never quotes it", () => {
  const faults = [
    requestFault(rules, post(["a"], { origin: "canary" }), "change"),
    requestFault(rules, post(["a"], { origin: "constructor" }), "change"),
    requestFault(rules, post(["a"], { headers: { "X-Canary": "1" } }), "change"),
    requestFault(
      { ...rules, judge: () => ({ verdict: "accepted" }) },
      post(["a"], { responseBody: "discard" }),
      "change",
    ),
  ];
  for (const fault of faults) assert.match(fault ?? "", /^(?!.*canary).+\.$/i);
  assert.equal(requestFault(rules, post(["a"], { headers: { "IDEMPOTENCY-KEY": "1" } }), "change"), null);
});

test("a GraphQL request has exactly one operation, fixed by its document", () => {
  const bodies: unknown[] = [
    undefined,
    null,
    "query Q { a }",
    {},
    { query: 7 },
    { query: "query A { a } mutation B { b }" },
    { query: "query A { a } query B { b }", variables: {} },
    { query: "query A { a }", operationName: "A" },
    { query: "query A { a }", extensions: { persistedQuery: {} } },
    [{ query: "query A { a }" }],
  ];
  for (const json of bodies) {
    for (const purpose of ["read", "change"] as const) {
      assert.match(requestFault(rules, post(["graphql"], { json }), purpose) ?? "", /exactly one query or mutation/);
    }
  }
  const inAddress = { ...query, query: { query: "mutation { a }" } };
  assert.match(requestFault(rules, inAddress, "read") ?? "", /exactly one query or mutation/);
});

test("distinguishes queries from mutations, whatever their strings and comments contain", () => {
  const documents: Readonly<Record<string, "query" | "mutation" | null>> = {
    "{ a }": "query",
    'query { a(text: "mutation { b }") }': "query",
    "# mutation\nquery Q($f: F = {a: 1}) @d(if: true) { a { ...P } } fragment P on A { id }": "query",
    'query { a(text: """ mutation "quoted" { """) { id } }': "query",
    "fragment P on A { id } mutation { a { ...P } }": "mutation",
    "mutation M { query { id } }": "mutation",
    "subscription { a }": null,
    "fragment P on A { id }": null,
    "mutation { a } { b }": null,
    "query { a": null,
    "query a }": null,
    'query { a(text: "open) }': null,
    "": null,
    "type A { a: Int }": null,
  };
  for (const [document, operation] of Object.entries(documents)) {
    assert.equal(graphqlOperation(document), operation, document);
  }
});
