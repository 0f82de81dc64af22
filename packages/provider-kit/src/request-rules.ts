/**
 * Rules for a provider's requests, as pure functions. The server's port and the test port apply them before they send.
 */
import { graphqlOperation } from "./graphql.ts";
import type { PostRead, Provider } from "./provider.ts";
import type { ProviderRequest } from "./request.ts";

/** The parts of a provider that determine which requests are allowed. */
export type RequestRules = Pick<
  Provider,
  "origins" | "requestHeaders" | "postReads" | "graphql" | "judge" | "connectionPath"
>;

/** Whether a request reads: a GET, a POST that the provider declares as a read, or a GraphQL query. */
export function isReadRequest(rules: RequestRules, request: ProviderRequest): boolean {
  if (request.method === "GET") return true;
  if (request.method !== "POST") return false;
  if (isGraphql(rules, request)) return operationOf(request) === "query";
  return (rules.postReads ?? []).some(
    (read) =>
      read.origin === request.origin &&
      isAt(read.path, request.path) &&
      hasValue(read.header, request) &&
      hasField(read.field, request) &&
      hasMembers(read.json, request),
  );
}

/** @returns one sentence that never quotes the request, if it may not be sent for this purpose; null otherwise. */
export function requestFault(rules: RequestRules, request: ProviderRequest, purpose: "read" | "change"): string | null {
  const { origins = {}, requestHeaders = [] } = rules;
  if (request.origin !== undefined && !Object.hasOwn(origins, request.origin)) {
    return "The provider declares no such origin.";
  }
  const allowed = new Set(requestHeaders.map((name) => name.toLowerCase()));
  if (Object.keys(request.headers ?? {}).some((name) => !allowed.has(name.toLowerCase()))) {
    return "A header isn't in the provider's requestHeaders.";
  }
  if (rules.judge !== undefined && request.responseBody === "discard") {
    return "The provider judges bodies, so they must be read.";
  }
  if (isGraphql(rules, request) && operationOf(request) === null) {
    return "A GraphQL request has a query with exactly one query or mutation, variables, and nothing else.";
  }
  const isRead = isReadRequest(rules, request);
  if (purpose === "read") return isRead ? null : "A read must be a GET, a declared read by POST, or a GraphQL query.";
  return isRead ? "A change must not be a read." : null;
}

/** Whether a request has the header, and every occurrence has one of the values. */
function hasValue(header: PostRead["header"], { headers = {} }: ProviderRequest): boolean {
  if (header === undefined) return true;
  const given = Object.entries(headers).filter(([name]) => name.toLowerCase() === header.name.toLowerCase());
  return given.length > 0 && given.every(([, value]) => header.values.includes(value));
}

/** Whether the field in a request's form has one of the values. The query must not have the field. */
function hasField(field: PostRead["field"], { form = {}, query = {} }: ProviderRequest): boolean {
  if (field === undefined) return true;
  if (Object.hasOwn(query, field.name)) return false;
  const value = Object.hasOwn(form, field.name) ? form[field.name] : undefined;
  return typeof value === "string" && field.values.includes(value);
}

/** Whether the body is one JSON object, and each of its named members has one of the values. */
function hasMembers(members: PostRead["json"], { json }: ProviderRequest): boolean {
  if (members === undefined) return true;
  return Object.entries(members).every(([name, values]) => {
    const member = name.split(".").reduce<unknown>((at, part) => (isOwn(at, part) ? at[part] : undefined), json);
    return typeof member === "string" && values.includes(member);
  });
}

function isOwn(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, name);
}

function isGraphql({ graphql }: RequestRules, { method, origin, path }: ProviderRequest): boolean {
  if (graphql === undefined || method !== "POST") return false;
  return graphql.origin === origin && graphql.path.length === path.length && isAt(graphql.path, path);
}

function operationOf({ json, query = {} }: ProviderRequest): "query" | "mutation" | null {
  const body = Object(json) as Readonly<Record<string, unknown>>;
  const isPlain = Object.keys(body).every((name) => name === "query" || name === "variables");
  const document = body["query"];
  // Servers also accept a document, or the name of a stored one, in the query.
  if (!isPlain || typeof document !== "string" || Object.keys(query).length > 0) return null;
  return graphqlOperation(document);
}

function isAt(form: readonly string[], path: readonly string[]): boolean {
  return form.length === path.length && form.every((segment, at) => segment === "*" || segment === path[at]);
}
