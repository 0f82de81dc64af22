/**
 * A vendor's description of its API, whatever its format: operations whose parts have JSON Schemas. Each adapter
 * (OpenAPI, Google's discovery, botocore, GraphQL) makes one of these, and everything else works on these only.
 */
import type { ProviderFailureCode } from "@svc/provider-kit";
import type { WireRequest } from "./wire.ts";

/** A JSON Schema (2020-12). References point to `#/$defs/<name>` of its description. */
export type Schema = Readonly<Record<string, unknown>>;

/** A parameter outside the body. */
export type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly isRequired: boolean;
  readonly schema: Schema;
};

/** A response that refuses the request, as the vendor documents it. */
export type DocumentedRefusal = {
  readonly name: string;
  readonly status: number;
  readonly body: unknown;
  /**
   * The code that it must get, if the vendor's text leaves no choice; by default, any that says that the request was
   * refused.
   */
  readonly means?: ProviderFailureCode;
  /** The operations that can give it, by name; by default, all. */
  readonly only?: RegExp;
};

export type Operation = {
  /** As the vendor writes it: `GET /repos/{owner}/{repo}`, or the name of a method. */
  readonly name: string;
  readonly isDeprecated: boolean;
  readonly parameters: readonly Parameter[];
  /** Null if it has no body. */
  readonly body: Schema | null;
  /** By status; null for a response without a described body. */
  readonly responses: ReadonlyMap<number, Schema | null>;
  readonly refusals: readonly DocumentedRefusal[];
  /** The scopes with which it can be called: any of these lists. Null if the vendor doesn't say. */
  readonly scopes: readonly (readonly string[])[] | null;
  /** What else the vendor says about it and we rely on. A change of it shows in the digest. */
  readonly notes: readonly string[];
};

/** An operation, and a request's parts in the form of its schemas. */
export type Match = {
  readonly operation: Operation;
  readonly parameters: readonly { readonly parameter: Parameter; readonly value: unknown }[];
  /** Names of parameters that the operation doesn't have. */
  readonly unknownParameters: readonly string[];
  /** `undefined` without a body. */
  readonly body: unknown;
  /** What is wrong with the request by rules that no schema says, such as those of GraphQL. */
  readonly faults?: readonly string[];
};

/** A whole description. */
export type Description = {
  /** Where it comes from, with its version. */
  readonly source: string;
  /** What kind of document vouches. */
  readonly kind: "description" | "types" | "facts";
  readonly definitions: Readonly<Record<string, Schema>>;
  /** The operation that a request calls; null if there is none. */
  find(request: WireRequest): Match | null;
};

/** An operation of an HTTP API, with its place. */
export type Route = {
  readonly method: string;
  /** As in `/repos/{owner}/{repo}`; `{+name}` or a name in `many` also matches slashes. */
  readonly template: string;
  readonly operation: Operation;
};

/** Finds the route of a request: the one with the most fixed text. */
export function finder(routes: readonly Route[]): (request: WireRequest) => Match | null {
  const compiled = routes
    .map((route) => ({ ...route, ...patternOf(route.template) }))
    .toSorted((left, right) => right.fixed - left.fixed);
  return (request) => {
    // The root of a tree may come without the slash, if nothing else has that path.
    for (const asked of [request.path, `${request.path}/`]) {
      for (const { method, pattern, names, operation } of compiled) {
        const values = method === request.method ? pattern.exec(asked) : null;
        if (values === null) continue;
        const path = new Map(names.map((name, index) => [name, decodeURIComponent(values[index + 1] ?? "")]));
        return { operation, ...placed(operation, path, request), body: bodyOf(request) };
      }
    }
    return null;
  };
}

function patternOf(template: string): { pattern: RegExp; names: string[]; fixed: number } {
  const names: string[] = [];
  const parts = template.split(/(\{\+?[^}]+\})/).map((part) => {
    const name = /^\{(\+?)([^}]+)\}$/.exec(part);
    if (name === null) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    names.push(name[2] ?? "");
    return name[1] === "+" ? "(.*?)" : "([^/]+?)";
  });
  const fixed = template.replaceAll(/\{[^}]+\}/g, "").length;
  return { pattern: new RegExp(`^${parts.join("")}$`), names, fixed };
}

function placed(operation: Operation, path: ReadonlyMap<string, string>, { query, headers }: WireRequest) {
  const parameters: Match["parameters"][number][] = [];
  const known = new Set<string>();
  for (const parameter of operation.parameters) {
    const { name } = parameter;
    if (parameter.in === "query") known.add(name.replace(/\[\]$/, ""));
    const value =
      parameter.in === "path"
        ? path.get(name)
        : parameter.in === "header"
          ? headers[name.toLowerCase()]
          : queryValue(query, name, parameter.schema);
    parameters.push({ parameter, value });
  }
  const names = [...new Set([...query.keys()].map((name) => name.replace(/\[.*$/, "")))];
  return { parameters, unknownParameters: names.filter((name) => !known.has(name)) };
}

/** A parameter's values; members in brackets, as Stripe writes them, make an object. */
function queryValue(query: URLSearchParams, name: string, { type }: Schema): unknown {
  const nested = [...query].filter(([key]) => key.startsWith(`${name}[`));
  if (nested.length > 0) return formValue(nested)[name];
  const values = query.getAll(name);
  return type === "array" && values.length > 0 ? values : values.length > 1 ? values : values[0];
}

function bodyOf({ headers, body }: WireRequest): unknown {
  if (body === "") return undefined;
  const type = headers["content-type"] ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) return formValue([...new URLSearchParams(body)]);
  return /\bjson\b|\+json/.test(type) || type.includes("amz-json") ? (JSON.parse(body) as unknown) : body;
}

/** A form with brackets as an object: `items[0][price]=a`. */
function formValue(entries: readonly (readonly [string, string])[]): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [index, [key, value]] of entries.entries()) {
    const names = key.split(/[[\]]+/).filter((name) => name !== "");
    if (key.endsWith("[]")) names.push(String(entries.slice(0, index).filter(([other]) => other === key).length));
    let place = root;
    for (const name of names.slice(0, -1)) place = (place[name] ??= {}) as Record<string, unknown>;
    place[names.at(-1) ?? ""] = value;
  }
  return listed(root) as Record<string, unknown>;
}

function listed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, listed(member)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}
