/** Bodies of 400 KiB that are as expensive to check as a schema allows: long arrays, long texts, many fields. */

/** The largest body that is read, in bytes. */
export const bodyBytesMax = 400 * 1024;

type Node = Readonly<Record<string, unknown>>;

/** A location in a document: its schema, and a function that puts a value there. */
type Location = { path: string; schema: Node; around: (value: string) => string };

/** A body, and its long part. */
export type LongBody = { kind: "array" | "text" | "object"; what: string; text: string };

/**
 * Bodies for one schema, each close to the limit.
 * @param around embeds a value for the schema in a body.
 */
export function* longestBodies(schema: object, around = (value: string) => value): Generator<LongBody> {
  for (const location of locations(schema as Node, around, "")) {
    const room = bodyBytesMax - Buffer.byteLength(location.around(""));
    for (const { kind, what, text } of valuesFor(location, room)) {
      yield { kind, what: `${what} at "${location.path}"`, text: location.around(text) };
    }
  }
}

function* locations(schema: Node, around: Location["around"], path: string): Generator<Location> {
  yield { path, schema, around };
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    for (const branch of (schema[keyword] ?? []) as Node[]) yield* locations(branch, around, path);
  }
  if (schema["items"] !== undefined) {
    yield* locations(schema["items"] as Node, (value) => around(`[${value}]`), `${path}/0`);
  }
  for (const [name, part] of Object.entries((schema["properties"] ?? {}) as Record<string, Node>)) {
    yield* locations(part, (value) => around(`{${JSON.stringify(name)}:${value}}`), `${path}/${name}`);
  }
}

function* valuesFor({ path, schema }: Location, room: number): Generator<LongBody> {
  const isRoot = path === "";
  if (isRoot || schema["type"] === "array") yield* arrays((schema["items"] ?? {}) as Node, room);
  if (isRoot || schema["type"] === "string") yield* texts(schema, room);
  if (isRoot || schema["type"] === "object") yield* objects(room);
}

/** As many items as fit, and as many as are accepted, equal or distinct. */
function* arrays(items: Node, room: number): Generator<LongBody> {
  const choices = ((items["enum"] ?? []) as unknown[]).slice(0, 1).map((choice) => JSON.stringify(choice));
  for (const item of ["0", '""', "{}", "[]", "null", ...choices]) {
    const count = Math.floor((room - 2) / (item.length + 1));
    yield { kind: "array", what: `${count} items ${item}`, text: `[${Array(count).fill(item).join(",")}]` };
  }
  const kinds: Readonly<Record<string, (index: number) => string>> = {
    texts: (index) => `"a${index}"`,
    numbers: (index) => String(index),
    lists: (index) => `[${index}]`,
    objects: (index) => `{"a":${index}}`,
  };
  for (const [kind, item] of Object.entries(kinds)) {
    // All that fit, and as many as are accepted: a list counts with its number, and 1,000 fields are allowed.
    const fitting = Math.floor((room - 2) / (item(100_000).length + 1));
    for (const count of kind === "objects" ? [995] : [fitting, kind === "lists" ? 4990 : 9990, 990]) {
      const list = Array.from({ length: count }, (_none, index) => item(index)).join(",");
      yield { kind: "array", what: `${count} different ${kind}`, text: `[${list}]` };
    }
  }
  const wide = "a".repeat(Math.floor(room / 990) - 8);
  yield {
    kind: "array",
    what: "990 long texts",
    text: `[${Array.from({ length: 990 }, (_none, i) => `"${wide}${i}"`).join(",")}]`,
  };
}

/** Texts that fill the room, and texts just short enough to be matched against a pattern. */
function* texts(schema: Node, room: number): Generator<LongBody> {
  const lengthMax = schema["maxLength"] as number | undefined;
  for (const unit of ["a", "a/", " ", "😀", "\\u0041", "https://a."]) {
    const written = Buffer.byteLength(unit);
    yield { kind: "text", what: `a text of ${unit}`, text: `"${unit.repeat(Math.floor((room - 2) / written))}"` };
    const longest = Math.floor(Math.min(lengthMax ?? 0, room / 7) / unit.length);
    if (longest > 0) yield { kind: "text", what: `a text of ${unit}, short enough`, text: `"${unit.repeat(longest)}"` };
  }
}

function* objects(room: number): Generator<LongBody> {
  const wide = "a".repeat(Math.floor(room / 990) - 10);
  const fields = Array.from({ length: 990 }, (_none, index) => `"${wide}${index}":0`);
  yield { kind: "object", what: "990 long fields", text: `{${fields.join(",")}}` };
  const nested = Array.from({ length: 900 }, (_none, index) => `"${index}":[0,0,0,0,0,0,0,0,0]`);
  yield { kind: "object", what: "900 fields of lists", text: `{${nested.join(",")}}` };
  yield { kind: "object", what: "depth", text: `${'{"a":'.repeat(28)}[${"[],".repeat(5000)}0]${"}".repeat(28)}` };
}
