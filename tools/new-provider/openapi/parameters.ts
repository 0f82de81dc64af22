/** The parameters of an operation: those of the path, the query and the headers that an action can send. */
import { headerNameFault } from "@svc/provider-kit";
import { DescriptionError, itemsOf, oneLine, quoted, textIn, toNode } from "./description.ts";
import type { Description, Node } from "./description.ts";

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly schema: unknown;
  /** What joins the items of a list in one value; null if each item repeats the parameter. */
  readonly separator: string | null;
  /** Whether the members of an object are parameters named `filter[status]`. */
  readonly isDeep: boolean;
}

/** Headers that the kit sends itself. */
const ours = /^(?:accept|content-type|authorization|user-agent|host)$/i;

const separators: Readonly<Record<string, string>> = { pipeDelimited: "|", spaceDelimited: " " };

/**
 * The parameters, and the names of optional ones that an action can't send.
 * @throws DescriptionError if it can't send a required one.
 */
export function parametersOf(
  description: Description,
  path: Node,
  operation: Node,
  template: string,
): { parameters: Parameter[]; notSent: string[] } {
  const byPlace = new Map<string, Node>();
  for (const given of [...itemsOf(path["parameters"]), ...itemsOf(operation["parameters"])]) {
    const parameter = description.resolve(given);
    byPlace.set(`${String(parameter["in"])} ${String(parameter["name"])}`, parameter);
  }
  const notSent: string[] = [];
  const parameters = [...byPlace.values()].flatMap((node): Parameter[] => {
    const { name, in: place, required } = node;
    if (typeof name !== "string" || name === "") throw new DescriptionError("it has a parameter without a name");
    if (place === "header" && ours.test(name)) return [];
    const parameter = readParameter(node, name);
    if (parameter !== null) return [parameter];
    if (required === true) throw new DescriptionError(`it needs ${quoted(name)} in its ${String(place)}`);
    notSent.push(name);
    return [];
  });
  for (const [, name = ""] of template.matchAll(/\{([^{}]*)\}/g)) {
    if (!parameters.some((parameter) => parameter.in === "path" && parameter.name === name)) {
      throw new DescriptionError(`it doesn't describe ${quoted(name)} of its path`);
    }
  }
  return { parameters, notSent };
}

function readParameter(node: Node, name: string): Parameter | null {
  const { in: place, style } = node;
  const schema = node["schema"] ?? {};
  const words = textIn(node["description"]) ?? textIn(toNode(schema)["description"]) ?? `\`${name}\` of the API.`;
  const example = node["example"] === undefined ? {} : { example: node["example"] };
  const own = {
    name,
    description: oneLine(words, 200),
    schema: "$ref" in toNode(schema) ? schema : { ...example, ...toNode(schema) },
    separator: null,
    isDeep: false,
  };
  if (node["content"] !== undefined) return null;
  if (place === "path" && (style ?? "simple") === "simple") {
    return { ...own, in: place, required: true, separator: "," };
  }
  const required = node["required"] === true;
  if (place === "query") {
    const isForm = (style ?? "form") === "form";
    const separator = typeof style === "string" ? (separators[style] ?? null) : null;
    if (!isForm && separator === null && style !== "deepObject") return null;
    const joiner = isForm && node["explode"] === false ? "," : separator;
    return { ...own, in: place, required, separator: joiner, isDeep: style === "deepObject" };
  }
  const isKey = /^idempotency-key$/i.test(name);
  if (place === "header" && (required || isKey) && headerNameFault(name) === null) {
    return { ...own, in: place, required, separator: "," };
  }
  return null;
}
