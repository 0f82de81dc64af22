/** A fuzzer that the API description drives: requests near and far from what it describes, and never a 500. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { ConnectSessionList } from "@svc/contract";
import { place, suite, verifies, type ApiDescription, type OutgoingRequest, type Stage } from "../harness/index.ts";

/** How many requests one run sends, and the variable by which a failed run is repeated. */
const requestCount = 1000;
const seedVariable = "SVC_CONFORMANCE_SEED";

type Node = Readonly<Record<string, unknown>>;

/** Real ids by parameter, so that some requests get past the first look-up. */
type Known = Readonly<Record<string, string>>;

const nasty = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("", "null", "..", "%00", "%2f", "__proto__", "constructor", "'; drop table tenants;--", "\u{1f600}"),
  fc.constantFrom("a".repeat(300), "-1", "1e309", "NaN", "svc_live_", "ten_", "${7*7}", "\ud800", "\u0000"),
);

/** Follows a reference of the document. */
function resolved(document: Node, schema: Node): Node {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  let found: unknown = document;
  for (const token of reference.slice(2).split("/")) found = (found as Node)[token];
  return found as Node;
}

/** Values that fit a schema, roughly; the service judges. */
function fitting(document: Node, unresolved: Node): fc.Arbitrary<unknown> {
  const schema = resolved(document, unresolved);
  const { type, pattern } = schema;
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as unknown[]));
  if (type === "string" && typeof pattern === "string" && pattern.includes("_[0-7]")) {
    return fc.constant(`${pattern.slice(1, pattern.indexOf("_"))}_01k0000000e8r9m2p4s6t8w0y2`);
  }
  if (type === "string") return fc.oneof(fc.string({ unit: "grapheme", maxLength: 20 }), fc.constant("secrets.set"));
  if (type === "integer" || type === "number") return fc.integer({ min: -5, max: 200 });
  if (type === "boolean") return fc.boolean();
  if (type === "array") return fc.array(fitting(document, (schema["items"] ?? {}) as Node), { maxLength: 4 });
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Node>);
  if (type === "object" && properties.length > 0) {
    const parts = properties.map(([name, part]) => [name, mutated(document, part)] as const);
    return fc.record(Object.fromEntries(parts), { requiredKeys: ((schema["required"] ?? []) as string[]).slice(0) });
  }
  return fc.constantFrom({ ...place }, { ...place, name: "FUZZ", value: "v" }, {}, { project: 1 });
}

/** Mostly fitting values, some of any kind. */
function mutated(document: Node, schema: Node): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: fitting(document, schema) },
    { weight: 1, arbitrary: nasty },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  );
}

/** A body as text: mostly JSON of its schema, sometimes broken on the way. */
function bodies(document: Node, operation: Node): fc.Arbitrary<string | undefined> {
  const content = (operation["requestBody"] as { content?: Record<string, { schema: Node }> } | undefined)?.content;
  const schema = content?.["application/json"]?.schema;
  const junk = fc.oneof(nasty, fc.json(), fc.constant("{"), fc.constant('{"a":1,"a":1}'));
  if (schema === undefined) return fc.option(junk, { nil: undefined });
  const json = mutated(document, schema).map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 8, arbitrary: json },
    { weight: 1, arbitrary: junk },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

function pathsOf(template: string, known: Known): fc.Arbitrary<string> {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const parts = names.map((name) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(known[name] ?? name) },
      { weight: 1, arbitrary: nasty.map((text) => encodeURIComponent(text.toWellFormed())) },
    ),
  );
  return fc.tuple(...parts).map((values) => {
    let path = template;
    for (const [index, name] of names.entries()) path = path.replace(`{${name}}`, () => values[index] ?? "");
    return path;
  });
}

function queries(document: Node, operation: Node): fc.Arbitrary<string> {
  const parameters = ((operation["parameters"] ?? []) as Node[]).map((one) => resolved(document, one));
  const own = parameters.filter((one) => one["in"] === "query");
  const pairs = own.map((one) =>
    fc.option(mutated(document, one["schema"] as Node).map((value) => [String(one["name"]), value] as const)),
  );
  const stray = fc.option(fc.tuple(nasty, nasty), { freq: 8 });
  return fc.tuple(fc.tuple(...pairs), stray).map(([found, extra]) => {
    const all = [...found, extra].filter((pair) => pair !== null);
    const text = all.map(([name, value]) => {
      const plain = typeof value === "string" ? value : JSON.stringify(value);
      return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(plain.toWellFormed())}`;
    });
    return text.length === 0 ? "" : `?${text.join("&")}`;
  });
}

const headerText = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, "").slice(0, 300);

function requests(api: ApiDescription, known: Known, bearers: readonly string[]): fc.Arbitrary<OutgoingRequest> {
  const { document } = api;
  const alternatives = api.operations.map(({ template, method, operation }) =>
    fc
      .record({
        path: pathsOf(template, known),
        query: queries(document, operation),
        body: bodies(document, operation),
        bearer: fc.constantFrom(...bearers),
        key: fc.option(nasty.map(headerText), { freq: 3 }),
        origin: fc.constantFrom("https://app.example.com", "null", "https://evil.example", ""),
        type: fc.oneof(
          { weight: 9, arbitrary: fc.constant("application/json") },
          { weight: 1, arbitrary: nasty.map(headerText) },
        ),
      })
      .map(({ path, query, body, bearer, key, origin, type }): OutgoingRequest => {
        const headers: [string, string][] = [
          ["authorization", `Bearer ${bearer}`],
          ["content-type", type],
          ["origin", origin],
        ];
        headers.push(["idempotency-key", key ?? `fuzz-${path.length}-${body?.length ?? 0}`]);
        const request = { method: method.toUpperCase(), path: path + query, headers };
        return body === undefined ? request : { ...request, body };
      }),
  );
  return fc.oneof(...alternatives);
}

/** One of everything, for the ids of paths. */
async function knownIds(stage: Stage): Promise<Known> {
  const connected = await stage.connected();
  const { execution } = await connected.run("secrets.names.list", place);
  const path = `/v1/tenants/${connected.tenantId}/connect-sessions`;
  const { connectSessions } = (await stage.caller.get(path)).json as ConnectSessionList;
  return {
    tenant_id: connected.tenantId,
    connection_id: connected.id,
    execution_id: execution.id,
    session_id: connectSessions[0]?.id ?? "",
    slug: "doppler",
    action_id: "secrets.set",
  };
}

suite(
  "fuzzing",
  (stage) => {
    verifies("input.fuzz", `${requestCount} requests made from the description`, async () => {
      const { server, client } = stage();
      const known = await knownIds(stage());
      const given = process.env[seedVariable];
      const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
      console.log(`${seedVariable}=${seed}`);
      const bearers = [client.key, client.key, client.key, "wrong", ""];
      const statuses = new Map<number, number>();
      // The client itself fails the run at a 500, a stack, or an answer that the description does not have.
      const never500 = fc.asyncProperty(requests(server.api, known, bearers), async (request) => {
        const { status } = await server.http.send(request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
      await fc.assert(never500, { numRuns: requestCount, seed, endOnFailure: true });
      const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
      assert.equal(sent, requestCount);
      assert.ok((statuses.get(200) ?? 0) > 0, "no request was good enough to be answered");
      assert.ok(!server.log().includes('"level":50'), "the server logged an error");
    });
  },
  { env: { SVC_RATE_LIMIT_RPS: "0" } },
);
