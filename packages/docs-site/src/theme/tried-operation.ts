/** What the form below an operation's samples knows about it, from the operation's declaration and its example. */
export interface TriedOperation {
  readonly method: string;
  /** With its parameters in braces: `/v1/tenants/{tenant_id}`. */
  readonly path: string;
  readonly needsKey: boolean;
  readonly takesIdempotencyKey: boolean;
  /** The example's path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** The names of the query's parameters, and the example's values. */
  readonly query: readonly string[];
  readonly exampleQuery: Readonly<Record<string, string | number | boolean>>;
  /** The example's body; null if the operation takes none. */
  readonly body: unknown;
}

/** The request that a form describes. */
export interface TriedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What a reader filled in. */
export interface TriedValues {
  readonly key: string;
  readonly idempotencyKey: string;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** Returns the request, or what is missing or wrong as a text for the reader. */
export function requestOf(operation: TriedOperation, values: TriedValues): TriedRequest | string {
  const missing = Object.keys(operation.params).filter((name) => (values.params[name] ?? "").trim() === "");
  if (operation.needsKey && values.key.trim() === "") missing.unshift("a service key");
  if (missing.length > 0) return `Fill in ${missing.join(", ")}.`;
  if (operation.body !== null && !isJsonObject(values.body)) return "The body must be a JSON object.";
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) =>
    encodeURIComponent((values.params[name] ?? "").trim()),
  );
  const query = new URLSearchParams();
  for (const name of operation.query) {
    const value = (values.query[name] ?? "").trim();
    if (value !== "") query.set(name, value);
  }
  const key = values.idempotencyKey.trim();
  return {
    path: query.size === 0 ? path : `${path}?${query}`,
    headers: {
      ...(operation.needsKey ? { authorization: `Bearer ${values.key.trim()}` } : {}),
      ...(operation.takesIdempotencyKey && key !== "" ? { "idempotency-key": key } : {}),
      ...(operation.body === null ? {} : { "content-type": "application/json" }),
    },
    body: operation.body === null ? null : values.body,
  };
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Returns the prefix of an id, such as `ten_`; null if a text isn't one. */
export function prefixOf(text: string): string | null {
  return /^[a-z]+_(?=[0-9a-z.]{26,})/.exec(text)?.[0] ?? null;
}

/** Returns a response's own id with its prefix, which fills in the forms that need it next; null if it has none. */
export function idIn(body: unknown): { prefix: string; id: string } | null {
  const { id, execution } = Object(body) as { id?: unknown; execution?: unknown };
  if (typeof id !== "string") return execution === undefined ? null : idIn(execution);
  const prefix = prefixOf(id);
  return prefix === null ? null : { prefix, id };
}
