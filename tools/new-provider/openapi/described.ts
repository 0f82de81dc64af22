/** The operations of a description, as they are there. */
import { textIn, toNode } from "./description.ts";
import type { Description, Node } from "./description.ts";

/** The methods that actions use. */
const methods = ["get", "post", "put", "patch", "delete"] as const;

/** A method that actions use. */
export type Method = Uppercase<(typeof methods)[number]>;

/** An operation in the description, not yet read. */
export interface Described {
  /** Names it on the command line: its id, or `GET /pets` if it has none or shares it. */
  readonly key: string;
  readonly operationId: string | null;
  readonly method: Method;
  readonly template: string;
  /** The description's node of its path, and its own. */
  readonly path: Node;
  readonly node: Node;
}

/** Every operation, in the description's order. */
export function describedOperations(description: Description): Described[] {
  const all = Object.entries(toNode(description.root["paths"])).flatMap(([template, item]) => {
    const path = description.resolve(item);
    return methods.flatMap((name): Described[] => {
      const node = toNode(path[name]);
      if (path[name] === undefined) return [];
      const method = name.toUpperCase() as Method;
      const operationId = textIn(node["operationId"]) ?? null;
      return [{ key: operationId ?? `${method} ${template}`, operationId, method, template, path, node }];
    });
  });
  const shared = new Set(all.map(({ key }) => key).filter((key, at, keys) => keys.indexOf(key) !== at));
  return all.map((one) => (shared.has(one.key) ? { ...one, key: `${one.method} ${one.template}` } : one));
}
