/**
 * The part of GitHub's own description of its API that concerns us, read for tests: operations, schemas and examples.
 */
import { readFileSync } from "node:fs";
import { partFile } from "./described-part.ts";

type Node = Readonly<Record<string, unknown>>;

/** One operation of the description. */
export type Operation = { method: string; path: string; node: Node };

const description = JSON.parse(readFileSync(partFile, "utf8")) as Node;

/** @throws RangeError if the description has no such operation id. */
export function operation(id: string): Operation {
  for (const [path, methods] of Object.entries(nodeAt(description, "paths"))) {
    for (const [method, node] of Object.entries(methods as Node)) {
      if ((node as Node)["operationId"] === id) return { method: method.toUpperCase(), path, node: node as Node };
    }
  }
  throw new RangeError(`GitHub describes no operation ${id}.`);
}

/** An operation's query parameters by name. */
export function queryParameters({ node }: Operation): Map<string, Node> {
  const parameters = (node["parameters"] as unknown[]).map(resolved);
  return new Map(parameters.filter((one) => one["in"] === "query").map((one) => [String(one["name"]), one]));
}

/** The properties of an operation's JSON body by name. */
export function bodyProperties({ node }: Operation): Node {
  return nodeAt(node, "requestBody", "content", "application/json", "schema", "properties");
}

/** The schema of an operation's JSON response. */
export function responseSchema({ node }: Operation, status: number): Node {
  return resolved(nodeAt(node, "responses", String(status), "content", "application/json", "schema"));
}

/** An operation's default example response, otherwise the first. */
export function exampleResponse(operation: Operation, status: number): unknown {
  const examples = exampleResponses(operation, status);
  return examples["default"] ?? Object.values(examples)[0];
}

/** All example answers of an operation, by their names in the description. */
export function exampleResponses({ node }: Operation, status: number): Node {
  const examples = nodeAt(node, "responses", String(status), "content", "application/json", "examples");
  return Object.fromEntries(Object.entries(examples).map(([name, example]) => [name, valueOf(example)]));
}

/** One example's value is itself a reference to an example. */
function valueOf(example: unknown): unknown {
  const { value } = resolved(example) as { value?: unknown };
  const { $ref } = (value ?? {}) as { $ref?: unknown };
  return typeof $ref === "string" ? valueOf(value) : value;
}

/** A schema in the description by name. */
export function schemaNamed(name: string): Node {
  return nodeAt(description, "components", "schemas", name);
}

/** Follows a reference; merges what `allOf` combines. */
export function resolved(node: unknown): Node {
  const one = node as Node;
  if (typeof one["$ref"] === "string") return resolved(nodeAt(description, ...one["$ref"].split("/").slice(1)));
  if (!Array.isArray(one["allOf"])) return one;
  const parts = (one["allOf"] as unknown[]).map(resolved);
  const properties = Object.assign({}, ...parts.map((part) => part["properties"] ?? {})) as Node;
  return {
    ...one,
    type: "object",
    properties,
    required: parts.flatMap((part) => (part["required"] ?? []) as string[]),
  };
}

function nodeAt(node: Node, ...keys: readonly string[]): Node {
  return keys.reduce((at, key) => resolved(at)[key] as Node, node);
}
