/** Programs that use the SDK: what the compiler accepts and rejects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { actionTypesFile } from "@svc/contract/action-types";
import { compile } from "./program.ts";

const head = `import { newIdempotencyKey, type ServiceClient } from "@svc/sdk";
declare const client: ServiceClient;
const connection = client.tenant("ten_1").connection("con_1");
const place = { project: "harbor-api", config: "dev" };
const options = { idempotencyKey: newIdempotencyKey() };
`;

const right = `
const { output } = await connection.execute("doppler/secrets.get", { ...place, name: "STRIPE_KEY" }, { timeoutMs: 1 });
export const value: string | undefined = output?.computed;
const bare = await connection.execute("secrets.names.list", place);
export const names: readonly string[] = bare.output?.names ?? [];
const written = await connection.execute("doppler/secrets.set", { ...place, name: "A", value: "v" }, options);
export const saved: true | null = written.output?.saved ?? null;
export const grounds: string | null = written.execution.settlement?.basis ?? null;
await connection.execute("issues.create", { owner: "octocat", repo: "hello-world", title: "t" }, options);
export const asked: string = (await connection.propose("doppler/secrets.delete", { ...place, name: "A" }, options)).status;
declare const id: string;
const late = await connection.executeUntyped(id, { anything: 1 });
export const unchecked: unknown = late.output;
`;

/** A mistake, a program that makes it, and the compiler's message. */
const mistakes: readonly (readonly [mistake: string, program: string, error: RegExp])[] = [
  [
    "a misspelled id",
    `await connection.execute("doppler/secretz.get", place);`,
    /TS2769: .*'"doppler\/secretz.get"' is not assignable to parameter of type '"doppler\/configs.list" \| "doppler\/projects.list" \|/,
  ],
  [
    "a misspelled verb of an id",
    `await connection.execute("doppler/secrets.gett", { ...place, name: "A" }, options);`,
    /TS2769: .*'"doppler\/secrets.gett"' is not assignable to parameter of type '"doppler\/secrets.delete" \| "doppler\/secrets.get" \| "doppler\/secrets.names.list" \| "doppler\/secrets.set"'/,
  ],
  [
    "a misspelled id without its provider",
    `await connection.execute("secretz.get", place);`,
    /TS2769: .*"secretz.get"/,
  ],
  [
    "another provider's prefix",
    `await connection.execute("github/secrets.get", { ...place, name: "A" });`,
    /TS2769: .*"github\/secrets.get"/,
  ],
  [
    "a misspelled field",
    `await connection.execute("doppler/secrets.get", { ...place, nmae: "A" });`,
    /TS2353: .*'nmae' does not exist/,
  ],
  ["a missing field", `await connection.execute("doppler/secrets.get", place);`, /TS2741: Property .name. is missing/],
  [
    "a field of the wrong type",
    `await connection.execute("doppler/configs.list", { project: "api", page: "1" });`,
    /TS2322: Type 'string' is not assignable to type 'number'/,
  ],
  [
    "a value that isn't a choice",
    `await connection.execute("doppler/secrets.set", { ...place, name: "A", value: "v", visibility: "hidden" }, options);`,
    /TS2322: Type '"hidden"' is not assignable/,
  ],
  [
    "a proposed read",
    `await connection.propose("doppler/secrets.get", { ...place, name: "A" }, options);`,
    /TS2345: .*not assignable to parameter of type 'never'/,
  ],
  [
    "a proposal without a key",
    `await connection.propose("doppler/secrets.delete", { ...place, name: "A" });`,
    /TS2345: .* parameter of type '"A change needs an idempotency key: create one, store it, and pass \{ idempotencyKey \}/,
  ],
  [
    "a write without a key",
    `await connection.execute("doppler/secrets.set", { ...place, name: "A", value: "v" });`,
    /TS2345: .* parameter of type '"A change needs an idempotency key: create one, store it, and pass \{ idempotencyKey \}/,
  ],
  [
    "a write with options but no key",
    `await connection.execute("doppler/secrets.delete", { ...place, name: "A" }, { timeoutMs: 1 });`,
    /TS2345: .*'WriteOptions'/,
  ],
  [
    "an output that may be null",
    `const { output } = await connection.execute("doppler/secrets.get", { ...place, name: "A" });
export const value: string = output.computed;`,
    /TS18047: 'output' is possibly 'null'/,
  ],
  [
    "an output of a first response, which evidence may not show",
    `const written = await connection.execute("secrets.delete", { ...place, name: "A" }, options);
export const result = written.replayed ? null : written.output.result;`,
    /TS18047: 'written.output' is possibly 'null'/,
  ],
  [
    "a misspelled field of the output",
    `const { output } = await connection.execute("doppler/secrets.get", { ...place, name: "A" });
export const value = output?.value;`,
    /TS2339: Property 'value' does not exist/,
  ],
  [
    "an id that is known only at run time",
    `declare const id: string; await connection.execute(id, {});`,
    /TS2769: .*Argument of type .string. is not assignable to parameter of type .ActionId./,
  ],
  [
    "an id that could be any action's, a write's too",
    `declare const id: import("@svc/sdk").ActionId; await connection.execute(id, {});`,
    /TS2769: .*"This id can be any action's, so its input can't be checked: use executeUntyped/,
  ],
  [
    "an unchecked output that is used as if it had a type",
    `const { output } = await connection.executeUntyped("secrets.get", {}); export const value = output.computed;`,
    /TS18046: 'output' is of type 'unknown'/,
  ],
];

test("accepts the correct program and rejects each planted mistake", () => {
  const files = Object.fromEntries(mistakes.map(([, program], at) => [`mistake-${at}.ts`, `${head}${program}\n`]));
  const said = compile({ "right.ts": head + right, ...files });
  assert.deepEqual(said.get("right.ts"), []);
  for (const [at, [mistake, , error]] of mistakes.entries()) {
    const lines = said.get(`mistake-${at}.ts`) ?? [];
    assert.equal(lines.length, 1, `${mistake}: ${lines.join("\n")}`);
    assert.match(lines[0] ?? "", error, mistake);
  }
});

const schema = (properties: object, required: string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const text = { type: "string" };
const about = { provider: "notion", title: "T", description: "D.", sensitiveOutput: true };
const own = actionTypesFile([
  {
    ...about,
    id: "pages.create",
    effect: "write",
    inputSchema: schema({ title: text }, ["title"]),
    outputSchema: schema({ id: { ...text, "x-summary": true }, body: { ...text, "x-sensitive": true } }, [
      "id",
      "body",
    ]),
  },
  {
    ...about,
    id: "pages.get",
    effect: "read",
    inputSchema: schema({ id: text }, ["id"]),
    outputSchema: schema({ body: { ...text, "x-sensitive": true } }, ["body"]),
  },
]);

test("checks against only the types that `svc types` wrote once a program includes them", () => {
  const said = compile({
    "svc-actions.d.ts": own,
    "right.ts": `${head}
const { output } = await connection.execute("notion/pages.get", { id: "p1" });
export const body: string | undefined = output?.body;
const created = await connection.execute("pages.create", { title: "t" }, options);
export const page: string | undefined = created.output?.id;
export const whole: string | null = created.replayed ? null : (created.output?.body ?? null);
`,
    "replay.ts": `${head}
const created = await connection.execute("notion/pages.create", { title: "t" }, options);
export const whole = created.replayed ? created.output?.body : null;
`,
    "left-out.ts": `${head}await connection.execute("doppler/secrets.get", { ...place, name: "A" });`,
  });
  assert.deepEqual([...(said.get("svc-actions.d.ts") ?? []), ...(said.get("right.ts") ?? [])], []);
  assert.match(said.get("replay.ts")?.join() ?? "", /TS2339: Property 'body' does not exist on type '{ id: string; }'/);
  assert.match(said.get("left-out.ts")?.join() ?? "", /TS2769: .*"doppler\/secrets.get"/);
});
