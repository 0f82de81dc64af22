/** An OpenAPI 3 description as data: parsed within limits, and without external references. */
import { parse as parseYaml } from "yaml";

/** An object of the description. */
export type Node = Readonly<Record<string, unknown>>;

/** Why a description can't be used, in one line for the person who named it. */
export class DescriptionError extends Error {
  override readonly name = "DescriptionError";
}

const bytesMax = 16_000_000;
const depthMax = 60;
const referencesMax = 20;

/** A description. Only references inside it are followed. */
export interface Description {
  readonly root: Node;
  /** The target of a reference, or the node itself. */
  resolve(node: unknown): Node;
}

/**
 * Reads a description in JSON or YAML.
 * @throws DescriptionError if it is too large or nested too deeply, isn't OpenAPI 3, or refers to another file or
 * address.
 */
export function readDescription(text: string): Description {
  if (Buffer.byteLength(text) > bytesMax) throw new DescriptionError("The description has over 16 MB.");
  const root = toNode(parsed(text));
  const version = root["openapi"];
  if (typeof version !== "string" || !/^3\.[01]\./.test(version)) {
    throw new DescriptionError("The file isn't an OpenAPI 3.0 or 3.1 description.");
  }
  checkNodes(root, 1);
  return { root, resolve: (node) => resolved(root, node) };
}

/** The node, or an empty one for anything that isn't an object. */
export function toNode(value: unknown): Node {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Node) : {};
}

/** The own member of a node; undefined if it has none by this name. */
export function memberOf(node: Node, name: string): unknown {
  return Object.hasOwn(node, name) ? node[name] : undefined;
}

/** The items of a list; none for anything else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The text; undefined for anything else and for an empty one. */
export function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
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

/** The address; null for anything but an https one without a user name. */
export function httpsUrl(value: unknown): URL | null {
  const url = typeof value === "string" ? URL.parse(value) : null;
  return url?.protocol === "https:" && url.username === "" ? url : null;
}

function parsed(text: string): unknown {
  try {
    if (text.trimStart().startsWith("{")) return JSON.parse(text) as unknown;
    // An alias used repeatedly would make a small file large.
    return parseYaml(text, { maxAliasCount: 100, schema: "core" }) as unknown;
  } catch {
    throw new DescriptionError("The file is neither JSON nor YAML.");
  }
}

function checkNodes(value: unknown, depth: number): void {
  if (depth > depthMax) throw new DescriptionError(`The description is nested more than ${depthMax} levels deep.`);
  if (typeof value !== "object" || value === null) return;
  const reference = memberOf(value as Node, "$ref");
  if (typeof reference === "string" && !reference.startsWith("#/")) {
    throw new DescriptionError(
      `The description refers to another file or address (${JSON.stringify(reference.slice(0, 100))}). Bundle it into one file first.`,
    );
  }
  for (const part of Object.values(value)) checkNodes(part, depth + 1);
}

function resolved(root: Node, node: unknown): Node {
  let at = toNode(node);
  for (let steps = 0; typeof at["$ref"] === "string"; steps += 1) {
    if (steps === referencesMax) throw new DescriptionError("The description has circular references.");
    at = targetOf(root, at["$ref"]);
  }
  return at;
}

/** The target of a local reference (RFC 6901). */
function targetOf(root: Node, reference: string): Node {
  const tokens = reference
    .slice(2)
    .split("/")
    .map((token) => decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~"));
  let at: unknown = root;
  for (const token of tokens) at = typeof at === "object" && at !== null ? memberOf(at as Node, token) : undefined;
  if (typeof at !== "object" || at === null) {
    throw new DescriptionError(`The description has nothing at ${JSON.stringify(reference.slice(0, 100))}.`);
  }
  return at as Node;
}
