/** One operation of a description, with everything that an action needs. */
import { DescriptionError, httpsUrl, itemsOf, memberOf, oneLine, quoted, textIn, toNode } from "./description.ts";
import type { Description, Node } from "./description.ts";
import type { Described, Method } from "./described.ts";
import { parametersOf } from "./parameters.ts";
import type { Parameter } from "./parameters.ts";

/** The body of a request. */
export interface Body {
  readonly kind: "json" | "form" | "text";
  /** The content type, if it isn't the kind's own. */
  readonly type: string | null;
  readonly schema: unknown;
}

/** What a success contains: JSON with a schema, a text, or nothing that is described. */
export type ResponseContent =
  { readonly kind: "json"; readonly schema: unknown } | { readonly kind: "text" } | { readonly kind: "none" };

export interface Operation {
  /** Names it for a person: its id, or its method and path. */
  readonly key: string;
  readonly method: Method;
  /** Such as `/v1/pets/{petId}`, without the path of the server's URL. */
  readonly template: string;
  readonly parameters: readonly Parameter[];
  readonly body: Body | null;
  /** The documented statuses of a success. */
  readonly statuses: readonly number[];
  /** The response with the first of them. */
  readonly response: ResponseContent;
  /** The scopes of its first OAuth alternative. */
  readonly scopes: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly docsUrl: string | null;
  /** What may be sent, but isn't: optional parameters and bodies of other kinds. */
  readonly notSent: readonly string[];
}

/** @throws DescriptionError if it needs something that an action can't send. */
export function readOperation(description: Description, { key, method, template, path, node }: Described): Operation {
  if (!template.startsWith("/") || /[?#\\]/.test(template)) {
    throw new DescriptionError(`the path of ${quoted(key)} isn't a valid path`);
  }
  const { parameters, notSent } = parametersOf(description, path, node, template);
  const body = bodyOf(description, node);
  const title = titleOf(key, node);
  return {
    key,
    method,
    template,
    parameters,
    body: body.body,
    ...responseOf(description, node, method),
    scopes: scopesOf(description, node),
    title,
    description: descriptionOf(title, `${method} ${template}`, node),
    docsUrl: httpsUrl(toNode(node["externalDocs"])["url"])?.href ?? null,
    notSent: [...notSent, ...body.notSent],
  };
}

/** Its summary; without one, the first sentence of its description, or its id in words. */
function titleOf(key: string, node: Node): string {
  const [sentence = ""] = (textIn(node["description"]) ?? "").split(/(?<=\.)\s/);
  const plain = key
    .replaceAll(/[^A-Za-z0-9]+/g, " ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .trim();
  const title = oneLine(textIn(node["summary"]) ?? textIn(sentence) ?? plain, 80).replace(/\.$/, "");
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function descriptionOf(title: string, request: string, node: Node): string {
  const text = oneLine(textIn(node["description"]) ?? "", 300);
  return text === "" || text.replace(/\.$/, "") === title ? `${title}, with \`${request}\`.` : text;
}

function bodyOf(description: Description, operation: Node): { body: Body | null; notSent: readonly string[] } {
  if (operation["requestBody"] === undefined) return { body: null, notSent: [] };
  const body = description.resolve(operation["requestBody"]);
  const content = toNode(body["content"]);
  const found = bodyIn(content);
  const types = Object.keys(content);
  if (found !== null || types.length === 0) return { body: found, notSent: [] };
  const words = types.some((type) => type.startsWith("multipart/"))
    ? "its body is a multipart form, which actions can't send"
    : `its body is ${quoted(types[0] ?? "")}, which actions can't send`;
  if (body["required"] === true) throw new DescriptionError(words);
  return { body: null, notSent: [`the body (${types[0] ?? ""})`] };
}

function bodyIn(content: Node): Body | null {
  const types = Object.keys(content);
  const find = (pattern: RegExp): string | undefined => types.find((type) => pattern.test(type));
  const schemaOf = (type: string): unknown => toNode(memberOf(content, type))["schema"] ?? {};
  const plain = find(/^(?:application\/json|\*\/\*)/i);
  if (plain !== undefined) return { kind: "json", type: null, schema: schemaOf(plain) };
  const json = find(/^[a-z0-9.-]+\/[a-z0-9.-]+\+json$/i);
  if (json !== undefined) return { kind: "json", type: json, schema: schemaOf(json) };
  const form = find(/^application\/x-www-form-urlencoded/i);
  if (form !== undefined) return { kind: "form", type: null, schema: schemaOf(form) };
  const text = find(/^(?:text\/[a-z0-9.+-]+|application\/(?:[a-z0-9.-]+\+)?(?:xml|yaml))$/i);
  return text === undefined ? null : { kind: "text", type: text, schema: { type: "string" } };
}

function responseOf(
  description: Description,
  operation: Node,
  method: Method,
): Pick<Operation, "statuses" | "response"> {
  const responses = toNode(operation["responses"]);
  const statuses = Object.keys(responses)
    .filter((status) => /^2\d\d$/.test(status))
    .map(Number)
    .sort((one, other) => one - other);
  const first = statuses[0] ?? ["2XX", "2xx", "default"].find((status) => responses[status] !== undefined);
  const content = toNode(description.resolve(responses[String(first)])["content"]);
  const types = Object.keys(content);
  const json = types.find((type) => /^(?:application\/json|\*\/\*)|\+json(?:;|$)|^text\/json/i.test(type));
  if (json !== undefined) {
    const { schema } = toNode(content[json]);
    return { statuses, response: schema === undefined ? { kind: "none" } : { kind: "json", schema } };
  }
  if (types.some((type) => /^text\/|[/+](?:xml|yaml)$/i.test(type))) return { statuses, response: { kind: "text" } };
  if (types.length > 0 && method === "GET") {
    throw new DescriptionError(`its response is ${quoted(types[0] ?? "")}, which actions can't return`);
  }
  return { statuses, response: { kind: "none" } };
}

function scopesOf(description: Description, operation: Node): string[] {
  const schemes = toNode(toNode(description.root["components"])["securitySchemes"]);
  const alternatives = itemsOf(operation["security"] ?? description.root["security"]).map(toNode);
  for (const alternative of alternatives) {
    for (const [name, scopes] of Object.entries(alternative)) {
      if (description.resolve(memberOf(schemes, name))["type"] !== "oauth2") continue;
      return itemsOf(scopes).filter((scope): scope is string => typeof scope === "string");
    }
  }
  return [];
}
