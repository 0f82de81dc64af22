/**
 * Code from a description: rejected if it can't be right, inert whatever the names are, and with open facts left open.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isIdentifier } from "typescript/unstable/ast/is";
import { parse, walk } from "../../../tidy/parser.ts";
import { namesOf } from "../../names.ts";
import { DescriptionError, readDescription } from "../description.ts";
import { describedFiles } from "../files.ts";
import { planActions } from "../provider-code.ts";

const shelves = readFileSync(join(import.meta.dirname, "shelves.yaml"), "utf8");
const names = namesOf("shelves");

/** A small description with one operation. */
function described(operation: object, more: object = {}, path = "/things/{id}"): string {
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  return JSON.stringify({
    openapi: "3.0.3",
    servers: [{ url: "https://api.things.example" }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    paths: { [path]: { parameters: [id], get: { operationId: "getThing", responses: {}, ...operation } } },
    ...more,
  });
}

function refusal(text: string, operations = "getThing"): string {
  try {
    describedFiles(names, text, operations);
  } catch (error) {
    assert.ok(error instanceof DescriptionError, String(error));
    assert.doesNotMatch(error.message, /\n/);
    return error.message;
  }
  return "";
}

test("rejects an unusable description in one line", () => {
  const deep = JSON.stringify({ openapi: "3.0.0", x: JSON.parse("[".repeat(70) + "]".repeat(70)) as unknown });
  const schema = { $ref: "#/components/schemas/A" };
  const circle = { components: { schemas: { A: schema } } };
  const body = (content: object): object => ({ requestBody: { required: true, content } });
  const header = { parameters: [{ name: "X-Tenant", in: "header", required: true, schema: { type: "string" } }] };
  const cases: readonly (readonly [RegExp, string, string?])[] = [
    [/over 5 MB/, `{"openapi":"3.0.0","x":"${"x".repeat(5_000_000)}"}`],
    [/neither JSON nor YAML/, "{"],
    [/isn't an OpenAPI 3/, JSON.stringify({ swagger: "2.0" })],
    [/levels deep/, deep],
    [/another file or address \("https:/, described({ x: { $ref: "https://evil.example/x.json" } })],
    [/another file or address \("\.\.\//, described({ x: { $ref: "../../etc/passwd" } })],
    [/circular references/, described({ parameters: [{ name: "a", in: "query", schema }] }, circle)],
    [/nothing at/, described({ parameters: [{ $ref: "#/components/parameters/none" }] })],
    [/no operation "other"/, described({}), "other"],
    [/Name at least one/, described({}), " , "],
    [/fixed https address/, described({}, { servers: [{ url: "http://api.things.example" }] })],
    [/fixed https address/, described({}, { servers: [{ url: "https://{region}.things.example" }] })],
    [/no credential/, described({}, { components: {} })],
    [/Two actions would be things\.get/, described({}), "getThing,getThing"],
    [/id of words joined with dots/, described({}), "getThing=../../x"],
    [/needs "X-Tenant" in its header/, described(header)],
    [/neither JSON nor a form/, described(body({ "text/csv": {} }))],
    [/"body" has no single type/, described(body({ "application/json": { schema: { type: "array", items: {} } } }))],
    [/doesn't describe "other"/, described({}, {}, "/things/{id}/{other}")],
    [/The path of "getThing"/, described({}, {}, "/things?x={id}")],
    [
      /can't become a field/,
      described({ parameters: [{ name: "__proto__", in: "query", schema: { type: "string" } }] }),
    ],
  ];
  for (const [message, text, operations] of cases) assert.match(refusal(text, operations), message);
  const bomb = `openapi: "3.0.0"\na: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefgh".replaceAll(/./g, (name) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${String.fromCharCode(name.charCodeAt(0) - 1)}`).join()}]\n`)}`;
  assert.match(refusal(bomb), /neither JSON nor YAML/);
});

test("a description's texts and names, whatever they are, are only texts in the code", () => {
  const hostile = '*/ process.exit(1); /* `${process.exit(1)}` "; process.exit(1); // \n\u2028 </script>';
  const property = { type: "string", description: hostile, enum: [hostile], example: hostile };
  const response = { type: "object", properties: { [hostile]: { type: "string" }, title: property } };
  const text = described(
    {
      summary: hostile,
      description: hostile,
      externalDocs: { url: "javascript:alert(1)" },
      parameters: [{ name: "name", in: "query", required: true, description: hostile, schema: property }],
      responses: { "200": { content: { "application/json": { schema: response } } } },
    },
    { info: { title: hostile, description: hostile }, externalDocs: { url: "javascript:alert(1)" } },
    `/things/{id}/process.exit(1)"\`$(x)`,
  );
  const { files } = describedFiles(names, text, "getThing=things.get");
  for (const [path, code] of files) {
    assert.match(path, /^(?:src|simulator|test)\/(?:actions\/)?[A-Za-z.]+$/);
    assert.ok(!namesIn(code, path).has("exit"), path);
    assert.doesNotMatch(code, /javascript:/, path);
  }
});

/** Every name in a file's code, outside its texts and comments. Throws if the file isn't well-formed. */
function namesIn(code: string, path: string): Set<string> {
  const found = new Set<string>();
  walk(parse({ path, text: code }).tree, (node) => {
    if (isIdentifier(node)) found.add(node.text);
  });
  return found;
}

test("an action's id comes from the path and the method, or from its author", () => {
  const description = readDescription(shelves);
  const ids = (operations: string): string[] => planActions(description, operations).map(({ id }) => id);
  assert.deepEqual(ids("listBooks, addBook,getBook,editBook,removeBook"), [
    "books.list",
    "books.create",
    "books.get",
    "books.update",
    "books.delete",
  ]);
  assert.deepEqual(ids("lendBook=books.lend"), ["books.lend"]);
});

test("a change has five open facts and a read has three", () => {
  const { files } = describedFiles(names, shelves, "listBooks,addBook,removeBook");
  const [, ...declared] = (files.get("src/actions/books.ts") ?? "").split("= defineAction(");
  assert.deepEqual(
    declared.map((code) => [/id: "([a-z.]+)"/.exec(code)?.[1], code.split("unconfirmed(").length - 1]),
    [
      ["books.list", 3],
      ["books.create", 5],
      ["books.delete", 5],
    ],
  );
});
