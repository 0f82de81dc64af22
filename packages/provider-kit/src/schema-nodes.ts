/** Walks the nodes of a JSON schema. */

/** A node of a JSON schema and its path, such as `/properties/value`. */
export type SchemaNode = { path: string; schema: Readonly<Record<string, unknown>> };

/** Returns a schema and every schema inside it. */
export function collectNodes(schema: unknown, path: string): SchemaNode[] {
  if (typeof schema !== "object" || schema === null) return [];
  const node = schema as Readonly<Record<string, unknown>>;
  const children = ["properties", "patternProperties", "$defs"].flatMap((keyword) =>
    Object.entries(toObject(node[keyword])).flatMap(([name, child]) =>
      collectNodes(child, `${path}/${keyword}/${name}`),
    ),
  );
  const single = ["items", "not", "additionalProperties"].flatMap((keyword) =>
    collectNodes(node[keyword], `${path}/${keyword}`),
  );
  const lists = ["anyOf", "oneOf", "allOf", "prefixItems"].flatMap((keyword) => {
    const list = node[keyword];
    return Array.isArray(list)
      ? list.flatMap((child, at) => collectNodes(child, `${path}/${keyword}/${String(at)}`))
      : [];
  });
  return [{ path, schema: node }, ...children, ...single, ...lists];
}

/** Reports an object node that accepts unknown fields; empty for a strict object and for any other node. */
export function strictnessFaults({ path, schema }: SchemaNode): string[] {
  if (schema["type"] !== "object" || schema["additionalProperties"] === false) return [];
  return [`${path} accepts unknown fields (additionalProperties is not false).`];
}

function toObject(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}
