/** Reads an OpenAPI description, version 3.0 or 3.1. */
import {
  finder,
  type Description,
  type DocumentedRefusal,
  type Operation,
  type Parameter,
  type Route,
  type Schema,
} from "./description.ts";
import { jsonSchema, nameOf } from "./json-schema.ts";
import { Schemas } from "./schemas.ts";

type Json = Readonly<Record<string, unknown>>;

/** What an entry says about an OpenAPI document. */
export type OpenApiOptions = {
  readonly source: string;
  /** The path before those of the document, such as `/api`. */
  readonly basePath?: string;
  /** Path parameters that also match slashes, such as `path` of a file. */
  readonly many?: readonly string[];
  /** Refusals of every operation besides those in the document. */
  readonly refusals?: readonly DocumentedRefusal[];
  /** Corrections of the document, each with its reason in a comment. */
  readonly correct?: (operation: Json, name: string) => Json;
};

const methods = ["get", "post", "put", "patch", "delete"] as const;

/** Makes the description of a document. */
export function fromOpenApi(document: Json, options: OpenApiOptions): Description {
  const { basePath = "", many = [], source, refusals = [], correct = (operation) => operation } = options;
  const components = Object(document["components"]) as Readonly<Record<string, Json>>;
  const definitions = Object.fromEntries(
    Object.entries(components["schemas"] ?? {}).map(([name, schema]) => [nameOf(name), jsonSchema(schema, refTo)]),
  );
  const schemas = new Schemas({ definitions });
  const resolve = (node: unknown): Json => {
    const reference = (Object(node) as Json)["$ref"];
    if (typeof reference !== "string") return Object(node) as Json;
    const found = reference
      .slice(2)
      .split("/")
      .reduce<unknown>((at, name) => (Object(at) as Json)[unescaped(name)], document);
    return resolve(found);
  };
  const routes: Route[] = [];
  for (const [path, item] of Object.entries(Object(document["paths"]) as Readonly<Record<string, Json>>)) {
    const template =
      basePath + path.replaceAll(/\{([^}]+)\}/g, (all, name: string) => (many.includes(name) ? `{+${name}}` : all));
    for (const method of methods) {
      if (item[method] === undefined) continue;
      const name = `${method.toUpperCase()} ${path}`;
      const read = (): Operation =>
        readOperation(correct(item[method] as Json, name), { name, item, resolve, schemas, refusals });
      routes.push({ method: method.toUpperCase(), template, operation: lazily(read) });
    }
  }
  const { version } = Object(document["info"]) as { version?: unknown };
  return { source: withVersion(source, version), kind: "description", definitions, find: finder(routes) };
}

/** The package, and the document's own version if that is another one. A point in time is shortened to its day. */
function withVersion(source: string, version: unknown): string {
  const text = String(version);
  if (version === undefined || source.includes(text)) return source;
  const day = /\bGMT\b/.test(text) ? new Date(text).toISOString().slice(0, 10) : text;
  return `${source}, version ${day}`;
}

/** An operation that is read when it is first used: a document has a thousand of them, and we use ten. */
function lazily(read: () => Operation): Operation {
  let made: Operation | undefined;
  return new Proxy({} as Operation, { get: (_, name) => Reflect.get((made ??= read()), name) as unknown });
}

type Context = {
  name: string;
  item: Json;
  resolve: (node: unknown) => Json;
  schemas: Schemas;
  refusals: readonly DocumentedRefusal[];
};

function readOperation(operation: Json, { name, item, resolve, schemas, refusals: others }: Context): Operation {
  const listed = [item["parameters"], operation["parameters"]].flatMap((some) =>
    Array.isArray(some) ? (some as unknown[]) : [],
  );
  const parameters = listed.map(resolve).flatMap((parameter): Parameter[] => {
    const place = parameter["in"];
    if (place !== "path" && place !== "query" && place !== "header") return [];
    const schema = jsonSchema(parameter["schema"] ?? contentOf(parameter, resolve) ?? {}, refTo);
    return [{ name: String(parameter["name"]), in: place, isRequired: parameter["required"] === true, schema }];
  });
  const body = contentOf(resolve(operation["requestBody"]), resolve);
  const responses = new Map<number, Schema | null>();
  const refusals: DocumentedRefusal[] = [...others];
  for (const [code, node] of Object.entries(Object(operation["responses"]) as Json)) {
    const response = resolve(node);
    const content = contentOf(response, resolve);
    const schema = content === null ? null : jsonSchema(content, refTo);
    const status = Number(code.replace(/XX$/i, "00"));
    if (Number.isInteger(status)) responses.set(status, schema);
    if (!(status >= 400 && status < 500)) continue;
    const examples = examplesOf(response, resolve);
    const bodies = examples.length > 0 ? examples : schema === null ? [undefined] : [schemas.sample(schema)];
    bodies.forEach((one, index) => refusals.push({ name: `${code}#${String(index)}`, status, body: one }));
  }
  return {
    name,
    isDeprecated: operation["deprecated"] === true,
    parameters,
    body: body === null ? null : jsonSchema(body, refTo),
    responses,
    refusals,
    scopes: scopesOf(operation["security"]),
    notes: [],
  };
}

/** The scopes of the ways to authorize that have some; null if none has. */
function scopesOf(security: unknown): readonly (readonly string[])[] | null {
  const ways = Array.isArray(security) ? (security as readonly Readonly<Record<string, readonly string[]>>[]) : [];
  const scopes = ways.map((way) => Object.values(way).flat()).filter((some) => some.length > 0);
  return scopes.length === 0 ? null : scopes;
}

/** The schema of the JSON or form content; null if there is none. */
function contentOf(node: Json, resolve: (node: unknown) => Json): unknown {
  const content = Object(node["content"]) as Readonly<Record<string, Json>>;
  const type = Object.keys(content).find((one) => /json|x-www-form-urlencoded/.test(one)) ?? Object.keys(content)[0];
  return type === undefined ? null : (resolve(content[type])["schema"] ?? null);
}

function examplesOf(node: Json, resolve: (node: unknown) => Json): unknown[] {
  const media = Object.entries(Object(node["content"]) as Json).find(([type]) => type.includes("json"))?.[1];
  const { example, examples } = Object(media) as { example?: unknown; examples?: Json };
  const many = Object.values(Object(examples) as Json).map((one) => resolve(one)["value"]);
  return [...(example === undefined ? [] : [example]), ...many].map(parsed);
}

/** Some documents give an example as a text with JSON in it. */
function parsed(example: unknown): unknown {
  if (typeof example !== "string") return example;
  try {
    return JSON.parse(example) as unknown;
  } catch {
    return example;
  }
}

function refTo(reference: string): string {
  return `#/$defs/${nameOf(reference.split("/").at(-1) ?? "")}`;
}

function unescaped(name: string): string {
  return decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
}
