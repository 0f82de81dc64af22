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
import { listOperations } from "../operations.ts";
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
    describedFiles(names, { text, operations });
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
  const cookie = { parameters: [{ name: "session", in: "cookie", required: true, schema: { type: "string" } }] };
  const cases: readonly (readonly [RegExp, string, string?])[] = [
    [/over 16 MB/, `{"openapi":"3.0.0","x":"${"x".repeat(16_000_000)}"}`],
    [/neither JSON nor YAML/, "{"],
    [/isn't an OpenAPI 3/, JSON.stringify({ swagger: "2.0" })],
    [/levels deep/, deep],
    [/another file or address \("https:/, described({ x: { $ref: "https://evil.example/x.json" } })],
    [/another file or address \("\.\.\//, described({ x: { $ref: "../../etc/passwd" } })],
    [/circular references/, described({ parameters: [{ name: "a", in: "query", schema }] }, circle)],
    [/nothing at/, described({ parameters: [{ $ref: "#/components/parameters/none" }] })],
    [/no operation "other"\. Without --operations, all of them are listed/, described({}), "other"],
    [/no operation "getThnig"\. Did you mean "getThing"\?/, described({}), "getThnig"],
    [/Name at least one/, described({}), " , "],
    [/fixed https address/, described({}, { servers: [{ url: "http://api.things.example" }] })],
    [/fixed https address/, described({}, { servers: [{ url: "https://{region}.things.example" }] })],
    [/Two actions would be things\.get/, shelves, "getBook=things.get,addBook=things.get"],
    [/id of words joined with dots/, described({}), "getThing=../../x"],
    [/"getThing" can't become an action: it needs "session" in its cookie/, described(cookie)],
    [/its body is "image\/png"/, described(body({ "image/png": {} }))],
    [/its body is a multipart form/, described(body({ "multipart/form-data": {} }))],
    [/doesn't describe "other"/, described({}, {}, "/things/{id}/{other}")],
    [/the path of "getThing"/, described({}, {}, "/things?x={id}")],
    [/ends with a slash/, described({}, {}, "/things/{id}/")],
    [/can't become a field/, described({ parameters: [{ ...cookie.parameters[0], name: "__proto__", in: "query" }] })],
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
  const { files } = describedFiles(names, { text, operations: "getThing=things.get" });
  for (const [path, code] of files) {
    if (path === "README.md") continue;
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

test("an action's id comes from the operation's id, from its path, or from its author", () => {
  const made: readonly (readonly [id: string | undefined, request: string, action: string])[] = [
    ["emails/cancel", "POST /emails/{id}/cancel", "emails.cancel"],
    ["domains/remove", "DELETE /domains/{id}", "domains.remove"],
    ["api-keys/list", "GET /api-keys", "apiKeys.list"],
    ["pets.list", "GET /pets", "pets.list"],
    ["calendar.events.list", "GET /calendars/{id}/events", "calendar.events.list"],
    ["listPets", "GET /pets", "pets.list"],
    ["createPet", "POST /pets", "pets.create"],
    ["pets_list", "GET /pets", "pets.list"],
    ["pets_partial_update", "PATCH /pets/{id}", "pets.partialUpdate"],
    ["PetsController_findAll", "GET /pets", "pets.findAll"],
    ["Pets_List", "GET /pets", "pets.list"],
    ["getPetById", "GET /pets/{petId}", "pets.get"],
    ["listPetsUsingGET", "GET /pets", "pets.list"],
    ["read_pets_pets__pet_id__get", "GET /pets/{pet_id}", "pets.read"],
    ["get-database-by-uuid", "GET /databases/{uuid}", "databases.get"],
    ["GET /pets", "GET /pets", "pets.list"],
    ["GetV1PetsPet", "GET /v1/pets/{pet}", "pets.get"],
    [undefined, "GET /v1/pets", "pets.list"],
    [undefined, "POST /v1/pets/{id}/move", "pets.move"],
    [undefined, "POST /v1/pets/{id}/toys", "toys.create"],
    [undefined, "POST /books/{id}:lend", "books.lend"],
    [undefined, "DELETE /pets/{id}", "pets.delete"],
  ];
  for (const [operationId, request, action] of made) {
    const [method = "", path = ""] = request.split(" ");
    const root = { openapi: "3.0.3", paths: { [path]: { [method.toLowerCase()]: { operationId } } } };
    const [, row = ""] = listOperations(readDescription(JSON.stringify(root))).split("\n");
    assert.equal(row.split(/ {2,}/)[1], action, `${String(operationId)} ${request}`);
  }
  const description = readDescription(shelves);
  const ids = (operations: string): string[] => planActions(description, operations).actions.map(({ id }) => id);
  assert.deepEqual(ids("lendBook=shelves.lend,GET /shelves/{shelf_id}/books"), ["shelves.lend", "books.list"]);
  assert.deepEqual(ids("*book*"), ["books.list", "books.add", "books.get", "books.edit", "books.remove", "books.lend"]);
});

test("two operations never get one id, and the resource at the top has the plain one", () => {
  const get = { get: {} };
  const paths = { "/books/{id}/tags": get, "/tags": get, "/authors/{id}/tags": get };
  const listed = listOperations(readDescription(JSON.stringify({ openapi: "3.0.3", paths })));
  const rows = new Map(
    listed
      .split("\n")
      .map((line) => line.split(/ {2,}/))
      .map(([key, id]) => [key, id]),
  );
  assert.equal(rows.get("GET /tags"), "tags.list");
  assert.equal(rows.get("GET /books/{id}/tags"), "booksTags.list");
  assert.equal(rows.get("GET /authors/{id}/tags"), "authorsTags.list");
});

const constructs = readFileSync(join(import.meta.dirname, "constructs.yaml"), "utf8");

test("an operation that can't be generated is left out with its reason, and the others are written", () => {
  const { files, leftOut } = describedFiles(names, { text: constructs, operations: "*" });
  assert.deepEqual(
    leftOut.map(({ key, why }) => [key, why.split(",")[0]]),
    [
      ["trees/get-picture", 'its response is "image/png"'],
      ["trees/set-picture", "its body is a multipart form"],
      ["cookies.list", 'it needs "session" in its cookie'],
    ],
  );
  const readme = files.get("README.md") ?? "";
  for (const { key } of leftOut) assert.ok(readme.includes(`\`${key}\``), key);
  assert.match(files.get("src/actions/mails.ts") ?? "", /id: "mails\.send"/);
});

test("each construct becomes a schema, a request or a marked place", () => {
  const { files } = describedFiles(names, { text: constructs, operations: "*" });
  const code = (resource: string): string => files.get(`src/actions/${resource}.ts`) ?? "";
  const holds = (resource: string, ...parts: string[]): void => {
    for (const part of parts) assert.ok(code(resource).includes(part), `${part}\n${code(resource)}`);
  };
  holds(
    "mails",
    "to: Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 50 })]",
    '"kind": oneOf(["card"]',
    "note: Type.Optional(Type.Union([Type.String(",
    "labels: Type.Optional(Type.Record(Type.String(), Type.String()",
    '"Idempotency-Key": provider.marker.uuid',
  );
  holds("payments", "input: unconfirmed(Type.Object({ kind: ", "the body has 2 forms", "amount: Type.Optional(");
  holds("trees", '"X-Tenant": input.xTenant', '"filter[status]": input.filterStatus', 'input.fields?.join(",")');
  holds("trees", 'responseBody: "text"', "return { text: textOf(body) }", "treeId: Type.String(");
  holds("status", "output: unconfirmed(Type.Object({ done: ");
  holds("words", "items: list(body).map(textOf)", "json: input.body", 'responseBody: "discard"');
  assert.match(files.get("src/manifest.ts") ?? "", /requestHeaders: \["Idempotency-Key","X-Tenant"\]/);
  assert.match(files.get("src/manifest.ts") ?? "", /requestIdHeader: "x-request-id"/);
});

test("texts for end users say what the app can do, and repeat neither title nor description", () => {
  const { files } = describedFiles(names, { text: constructs, operations: "mails/send,account/get" });
  const code = files.get("src/actions/mails.ts") ?? "";
  assert.match(
    code,
    /title: "Send a mail",\n  description: "Send a mail, with `POST \/mails`\.",\n  consent: "Send mails in your Shelves account"/,
  );
  assert.match(files.get("src/actions/account.ts") ?? "", /consent: "See your accounts? in your Shelves account"/);
  const auth = files.get("src/auth.ts") ?? "";
  assert.match(auth, /label: "Shelves API key", help: "Create a key in Settings\."/);
});

test("no bound is invented: an input has the description's, or the kit's own by name", () => {
  const { files } = describedFiles(names, { text: shelves, operations: "*book*" });
  const bounds = (files.get("src/actions/books.ts") ?? "").match(/maxLength: \d+|maxItems: \d+/g) ?? [];
  assert.deepEqual([...new Set(bounds)].sort(), ["maxItems: 10", "maxLength: 200"]);
});

test("the README has only what the description says, and lists what it doesn't", () => {
  const readme = describedFiles(names, { text: shelves, operations: "listBooks" }).files.get("README.md") ?? "";
  assert.match(readme, /`https:\/\/api\.shelves\.example\/v2`/);
  assert.match(readme, /`GET \/shelves\/\{shelf_id\}\/books` → 200 \| `https:\/\/docs\.shelves\.example\/books`/);
  assert.match(readme, /which request names the account/);
  assert.doesNotMatch(readme, /note|workspace|401/i);
});

test("a description without a credential, or without an address, still works", () => {
  const bare = JSON.stringify({ openapi: "3.0.3", paths: { "/pets": { get: { responses: {} } } } });
  assert.match(refusal(bare, "*"), /pass it with --server/);
  const { files } = describedFiles(names, { text: bare, operations: "*", server: "https://api.pets.example/v1" });
  assert.match(files.get("src/auth.ts") ?? "", /headers: .* => \(unconfirmed\(/);
  assert.match(files.get("src/actions/pets.ts") ?? "", /path: \["v1", "pets"\]/);
});

test("a change has five open facts and a read has three", () => {
  const { files } = describedFiles(names, { text: shelves, operations: "listBooks,addBook,removeBook" });
  const [, ...declared] = (files.get("src/actions/books.ts") ?? "").split("= defineAction(");
  assert.deepEqual(
    declared.map((code) => [/id: "([a-z.]+)"/.exec(code)?.[1], code.split("unconfirmed(").length - 1]),
    [
      ["books.list", 3],
      ["books.add", 5],
      ["books.remove", 5],
    ],
  );
});
