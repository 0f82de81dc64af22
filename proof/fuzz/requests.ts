/** Requests generated from the API description, valid and invalid. */
import fc from "fast-check";
import type { ConnectSessionList } from "@svc/contract";
import { devConfig, type ApiDescription, type OutgoingRequest, type Fixture } from "../../conformance/harness/index.ts";
import { hostileJson } from "./hostile-json.ts";

type Node = Readonly<Record<string, unknown>>;

/** Real ids by parameter, so some requests pass the first lookup. */
export type Known = Readonly<Record<string, string>>;

const nasty = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("", "null", "..", "%00", "%2f", "__proto__", "constructor", "'; drop table tenants;--", "\u{1f600}"),
  fc.constantFrom(
    "..%2f..%2f",
    "%",
    "%zz",
    "%c0%af",
    "%ed%a0%80",
    ";",
    "a/b",
    ":execute",
    "a".repeat(5000),
    "\r\nx: y",
  ),
  fc.constantFrom("a".repeat(300), "-1", "1e309", "NaN", "svc_live_", "ten_", "${7*7}", "\ud800", "\u0000"),
);

/** Follows a reference of the document. */
export function resolved(document: Node, schema: Node): Node {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  let found: unknown = document;
  for (const token of reference.slice(2).split("/")) found = (found as Node)[token];
  return found as Node;
}

/** Values that roughly match a schema. */
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
  return fc.constantFrom({ ...devConfig }, { ...devConfig, name: "FUZZ", value: "v" }, {}, { project: 1 });
}

/** Mostly matching values, and some arbitrary ones. */
function mutated(document: Node, schema: Node): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: fitting(document, schema) },
    { weight: 1, arbitrary: nasty },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  );
}

/** A value once in `n` times; null otherwise. */
function sometimes<Value>(times: number, arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

/** A body: mostly JSON of its schema, sometimes corrupted, sometimes with a hostile text inside or instead. */
function bodies(document: Node, operation: Node): fc.Arbitrary<string | Buffer | undefined> {
  const content = (operation["requestBody"] as { content?: Record<string, { schema: Node }> } | undefined)?.content;
  const schema = content?.["application/json"]?.schema;
  const hostile = fc.constantFrom(...hostileJson).map(({ bytes }) => bytes);
  const junk = fc.oneof(
    nasty,
    fc.json(),
    fc.constantFrom("{", '{"a":1,"a":1}'),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    hostile,
  );
  if (schema === undefined) return fc.option(junk, { nil: undefined });
  const json = mutated(document, schema).map((value) => JSON.stringify(value));
  const edited = fc
    .tuple(json, fc.nat(), fc.nat({ max: 4 }), fc.constantFrom("", "{", '"', ",", "\u0000", "\\", "1e999"))
    .map(
      ([text, at, cut, put]) =>
        `${text.slice(0, at % (text.length + 1))}${put}${text.slice((at % (text.length + 1)) + cut)}`,
    );
  const planted = fc.tuple(json, hostile).map(([text, bytes]) => {
    const [before = "", ...after] = text.split(/(?<=:)(?:"[^"]*"|\d+)/);
    return after.length === 0 ? bytes : Buffer.concat([Buffer.from(before), bytes, Buffer.from(after.join("0"))]);
  });
  return fc.oneof(
    { weight: 12, arbitrary: json },
    { weight: 2, arbitrary: edited },
    { weight: 2, arbitrary: planted },
    { weight: 2, arbitrary: junk },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/** @param isDeletion makes known ids rare. */
function pathsOf(template: string, known: Known, isDeletion: boolean): fc.Arbitrary<string> {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const parts = names.map((name) =>
    fc.oneof(
      { weight: 14, arbitrary: fc.constant(known[name] ?? name) },
      { weight: isDeletion ? 30 : 1, arbitrary: nasty.map((text) => encodeURIComponent(text.toWellFormed())) },
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
  const stray = sometimes(8, fc.tuple(nasty, nasty));
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

const otherMethods = [
  "PUT",
  "PATCH",
  "DELETE",
  "GET",
  "POST",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "PURGE",
  "QUERY",
  "M-SEARCH",
];

/** Unneeded and repeated headers. */
const strayHeaders = fc.array(
  fc.tuple(
    fc.constantFrom(
      "x-request-id",
      "accept",
      "accept-language",
      "if-none-match",
      "range",
      "expect",
      "cookie",
      "x-http-method-override",
      "x-forwarded-host",
      "forwarded",
      "te",
      "content-encoding",
      "content-type",
      "idempotency-key",
      "authorization",
      "x-a",
    ),
    fc.oneof(
      nasty.map(headerText),
      fc.constantFrom("*", "bytes=0-9999999999", "100-continue", '"', "gzip", "trailers", "a".repeat(6000)),
    ),
  ),
  { minLength: 1, maxLength: 12 },
);

/** Requests for every operation. @param bearers keys to use, equally often. */
export function requests(api: ApiDescription, known: Known, bearers: readonly string[]): fc.Arbitrary<OutgoingRequest> {
  const { document } = api;
  const alternatives = api.operations.map(({ template, method, operation }) =>
    fc
      .record({
        path: pathsOf(template, known, method === "delete"),
        query: queries(document, operation),
        body: bodies(document, operation),
        bearer: fc.constantFrom(...bearers),
        key: sometimes(6, nasty.map(headerText)),
        method: sometimes(20, fc.constantFrom(...otherMethods)),
        more: sometimes(6, strayHeaders),
        origin: fc.constantFrom("https://app.example.com", "null", "https://evil.example", ""),
        type: fc.oneof(
          { weight: 9, arbitrary: fc.constant("application/json") },
          { weight: 1, arbitrary: nasty.map(headerText) },
        ),
      })
      .map(({ path, query, body, bearer, key, origin, type, method: other, more }): OutgoingRequest => {
        const headers: [string, string][] = [
          ["authorization", `Bearer ${bearer}`],
          ["content-type", type],
          ["origin", origin],
        ];
        headers.push(["idempotency-key", key ?? `fuzz-${path.length}-${body?.length ?? 0}`], ...(more ?? []));
        const request = { method: other ?? method.toUpperCase(), path: path + query, headers };
        return body === undefined ? request : { ...request, body };
      }),
  );
  return fc.oneof(...alternatives);
}

/** One of every resource, for the ids in paths. */
export async function knownIds(fixture: Fixture): Promise<Known> {
  const connected = await fixture.connected();
  const { execution } = await connected.run("secrets.names.list", devConfig);
  const path = `/v1/tenants/${connected.tenantId}/connect-sessions`;
  const { connectSessions } = (await fixture.caller.get(path)).json as ConnectSessionList;
  return {
    tenant_id: connected.tenantId,
    connection_id: connected.id,
    execution_id: execution.id,
    session_id: connectSessions[0]?.id ?? "",
    slug: "doppler",
    action_id: "secrets.set",
  };
}
