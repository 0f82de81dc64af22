/** One operation of a description, with everything that an action needs. */
import { DescriptionError, httpsUrl, itemsOf, memberOf, textIn, toNode } from "./description.ts";
import type { Description, Node } from "./description.ts";

/** The methods that actions use. */
const methods = ["get", "post", "put", "patch", "delete"] as const;

/** A method that actions use. */
export type Method = Uppercase<(typeof methods)[number]>;

/** A parameter of the path or the query. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description: string;
  readonly schema: Node;
}

/** The body of a request. */
export interface Body {
  readonly kind: "json" | "form";
  readonly schema: Node;
}

export interface Operation {
  readonly operationId: string;
  readonly method: Method;
  /** Such as `/v1/pets/{petId}`, without the path of the server's URL. */
  readonly template: string;
  readonly parameters: readonly Parameter[];
  readonly body: Body | null;
  /** The documented statuses of a success. */
  readonly statuses: readonly number[];
  /** The JSON response for the first of them; null if it has none. */
  readonly response: Node | null;
  /** The scopes of its first OAuth alternative. */
  readonly scopes: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly docsUrl: string | null;
}

/**
 * The operation with this id.
 * @throws DescriptionError if there is none or more than one, or if it needs something that an action can't send.
 */
export function findOperation(description: Description, operationId: string): Operation {
  const found = Object.entries(toNode(description.root["paths"])).flatMap(([template, item]) => {
    const path = description.resolve(item);
    return methods.flatMap((method) => {
      const operation = toNode(path[method]);
      return operation["operationId"] === operationId ? [{ template, path, method, operation }] : [];
    });
  });
  const [first, second] = found;
  if (first === undefined) throw new DescriptionError(`The description has no operation ${quoted(operationId)}.`);
  if (second !== undefined) throw new DescriptionError(`Two operations have the id ${quoted(operationId)}.`);
  const { template, path, method, operation } = first;
  if (!template.startsWith("/") || /[?#\\]/.test(template)) {
    throw new DescriptionError(`The path of ${quoted(operationId)} isn't a valid path.`);
  }
  const docsUrl = httpsUrl(toNode(operation["externalDocs"])["url"])?.href ?? null;
  return {
    operationId,
    method: method.toUpperCase() as Method,
    template,
    parameters: parametersOf(description, operationId, path, operation, template),
    body: bodyOf(description, operationId, operation),
    ...responseOf(description, operation),
    scopes: scopesOf(description, operation),
    title: oneLine(textIn(operation["summary"]) ?? operationId, 80),
    description: oneLine(textIn(operation["description"]) ?? textIn(operation["summary"]) ?? operationId, 300),
    docsUrl,
  };
}

/** The first line of a text without control characters, up to a maximum length. */
export function oneLine(text: string, lengthMax: number): string {
  const [first = ""] = text.trim().split(/\r?\n\s*\r?\n/);
  const line = first.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length <= lengthMax ? line : `${line.slice(0, lengthMax - 1).trimEnd()}…`;
}

/** A name from the description for a message: one line, and not too long. */
export function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}

function parametersOf(
  description: Description,
  operationId: string,
  path: Node,
  operation: Node,
  template: string,
): Parameter[] {
  const byPlace = new Map<string, Node>();
  for (const given of [...itemsOf(path["parameters"]), ...itemsOf(operation["parameters"])]) {
    const parameter = description.resolve(given);
    byPlace.set(`${String(parameter["in"])} ${String(parameter["name"])}`, parameter);
  }
  const parameters = [...byPlace.values()].flatMap((parameter): Parameter[] => {
    const { name, in: place, required } = parameter;
    if (typeof name !== "string" || name === "")
      throw new DescriptionError(`${quoted(operationId)} has a parameter without a name.`);
    const schema = description.resolve(parameter["schema"]);
    const isPlain = parameter["style"] === undefined || parameter["style"] === (place === "path" ? "simple" : "form");
    if ((place === "path" || place === "query") && isPlain && parameter["content"] === undefined) {
      const words = textIn(parameter["description"]) ?? textIn(schema["description"]) ?? `\`${name}\` of the API.`;
      return [
        { name, in: place, required: place === "path" || required === true, description: oneLine(words, 200), schema },
      ];
    }
    // Optional parameters can be omitted; the kit sets some headers.
    const isOurs = place === "header" && /^(?:accept|content-type|authorization)$/i.test(name);
    if (required === true && !isOurs) {
      throw new DescriptionError(
        `${quoted(operationId)} needs ${quoted(name)} in its ${String(place)}: write it by hand.`,
      );
    }
    return [];
  });
  for (const [, name = ""] of template.matchAll(/\{([^{}]*)\}/g)) {
    if (!parameters.some((parameter) => parameter.in === "path" && parameter.name === name)) {
      throw new DescriptionError(`${quoted(operationId)} doesn't describe ${quoted(name)} of its path.`);
    }
  }
  return parameters;
}

function bodyOf(description: Description, operationId: string, operation: Node): Body | null {
  if (operation["requestBody"] === undefined) return null;
  const body = description.resolve(operation["requestBody"]);
  const content = toNode(body["content"]);
  for (const [type, kind] of [
    ["application/json", "json"],
    ["application/x-www-form-urlencoded", "form"],
  ] as const) {
    const media = memberOf(content, type);
    if (media !== undefined) return { kind, schema: description.resolve(toNode(media)["schema"]) };
  }
  if (body["required"] !== true) return null;
  throw new DescriptionError(`${quoted(operationId)} accepts neither JSON nor a form: write it by hand.`);
}

function responseOf(description: Description, operation: Node): Pick<Operation, "statuses" | "response"> {
  const responses = toNode(operation["responses"]);
  const statuses = Object.keys(responses)
    .filter((status) => /^2\d\d$/.test(status))
    .map(Number)
    .sort((one, other) => one - other);
  const described = description.resolve(responses[String(statuses[0])]);
  const media = toNode(memberOf(toNode(described["content"]), "application/json"));
  const response = media["schema"] === undefined ? null : description.resolve(media["schema"]);
  return { statuses, response };
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
