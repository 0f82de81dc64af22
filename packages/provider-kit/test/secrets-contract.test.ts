/** The shared secrets actions: a provider may narrow them, but not widen them in any way. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { maxBytes, sensitive, summary } from "@svc/contract";
import { defineSecretsAction, secretsContract, secretsContractFaults, secretsFields } from "@svc/provider-kit/secrets";
import { Type, type TObject, type TProperties } from "typebox";
import type { Action } from "../src/index.ts";
import { declarationFaults } from "../src/testing/index.ts";

const strict = { additionalProperties: false };
const never = async (): Promise<never> => {
  throw new Error("not run");
};
const words = { description: "Does it." };

const setInput = secretsContract["secrets.set"].input.properties;
const setOutput = secretsContract["secrets.set"].output.properties;
const { visibility: _, ...withoutVisibility } = setInput;

/** Declares `secrets.set` with some of its fields replaced. */
function declare(change: { input?: TObject; output?: TObject }): Action {
  return defineSecretsAction("secrets.set", { ...words, ...change, run: never });
}

const inputWith = (fields: TProperties): { input: TObject } => ({
  input: Type.Object({ ...setInput, ...fields }, strict),
});
const outputWith = (fields: TProperties): { output: TObject } => ({
  output: Type.Object({ ...setOutput, ...fields }, strict),
});

const { name, value, project } = secretsFields;
const small = maxBytes(10, { description: "Ten bytes." });

test("accepts the shared form, which is complete and strict", () => {
  const all = Object.keys(secretsContract).map((id) =>
    defineSecretsAction(id as keyof typeof secretsContract, { ...words, run: never }),
  );
  assert.deepEqual(secretsContractFaults(all), []);
  for (const action of all) {
    const evidenceAside = { ...action, evidence: null };
    assert.deepEqual(declarationFaults(evidenceAside), [], action.id);
    assert.equal(action.mcp, false);
    assert.ok(action.sensitiveOutput);
  }
  assert.deepEqual(secretsContractFaults(all.slice(1)), ["projects.list is missing."]);
  const without = all.filter(({ id }) => id !== "secrets.create");
  assert.deepEqual(secretsContractFaults(without), [], "a manager has it only if it needs it");
});

const narrower: readonly (readonly [name: string, change: { input?: TObject; output?: TObject }])[] = [
  ["a smaller limit in bytes", inputWith({ value: sensitive(small) })],
  ["a shorter name", inputWith({ name: Type.String({ ...name, maxLength: 64 }) })],
  ["a pattern where there is none", inputWith({ project: Type.String({ ...project, pattern: "^[a-z]+$" }) })],
  ["no visibility", { input: Type.Object(withoutVisibility, strict) }],
  ["fewer visibilities", inputWith({ visibility: Type.Optional(Type.Literal("masked")) })],
  ["other words", outputWith({ saved: summary(Type.Literal(true, { description: "Saved." })) })],
];

for (const [what, change] of narrower) {
  test(`accepts ${what}`, () => {
    assert.equal(declare(change).id, "secrets.set");
  });
}

const wider: readonly (readonly [name: string, change: { input?: TObject; output?: TObject }, fault: RegExp])[] = [
  ["a larger limit in bytes", inputWith({ value: sensitive(maxBytes(65_537)) }), /value widens x-maxBytes/],
  ["a value without a limit", inputWith({ value: sensitive(Type.String()) }), /value widens x-maxBytes/],
  ["a value that records keep", inputWith({ value: small }), /value changes x-sensitive/],
  ["a longer name", inputWith({ name: Type.String({ ...name, maxLength: 201 }) }), /name widens maxLength/],
  ["another pattern", inputWith({ name: Type.String({ ...name, pattern: "^[a-z]+$" }) }), /name changes pattern/],
  ["an empty project", inputWith({ project: Type.String({ ...project, minLength: 0 }) }), /project widens minLength/],
  ["a name that isn't a text", inputWith({ name: Type.Integer() }), /name changes type/],
  ["a name that may be missing", inputWith({ name: Type.Optional(name) }), /name changes whether it is required/],
  ["a visibility that must be there", inputWith({ visibility: Type.Literal("masked") }), /changes whether/],
  [
    "a visibility of its own",
    inputWith({ visibility: Type.Optional(Type.Literal("shown")) }),
    /visibility has a value/,
  ],
  ["any visibility", inputWith({ visibility: Type.Optional(Type.String()) }), /visibility has a value/],
  ["a field of its own", inputWith({ note: Type.Optional(Type.String()) }), /note isn't in the shared schema/],
  ["an input without a value", { input: Type.Object({ project, config: project, name }, strict) }, /value is missing/],
  ["an output with more", outputWith({ version: summary(Type.Integer()) }), /version isn't in the shared schema/],
  ["an output without its mark", outputWith({ name }), /name changes x-summary/],
  ["an output that records the value", outputWith({ saved: summary(value) }), /saved changes type/],
  ["a success that isn't", outputWith({ saved: summary(Type.Boolean()) }), /saved has a value/],
  ["an output that lets more through", { output: Type.Object(setOutput) }, /output accepts unknown fields/],
];

for (const [what, change, fault] of wider) {
  test(`rejects ${what}`, () => {
    assert.throws(
      () => declare(change),
      (error: unknown) =>
        error instanceof RangeError && error.message.startsWith("secrets.set: ") && fault.test(error.message),
    );
  });
}

test("rejects a list without paging, an entry with more fields, and a time of another type", () => {
  const { input, output } = secretsContract["projects.list"];
  const unpaged = { input: Type.Object({ perPage: input.properties.perPage }, strict), output };
  const listed = (fields: TProperties) => ({
    input,
    output: Type.Object(
      {
        ...output.properties,
        projects: Type.Array(Type.Object({ ...output.properties.projects.items.properties, ...fields }, strict), {
          "x-summary": "count",
        }),
      },
      strict,
    ),
  });
  const cases: readonly (readonly [schemas: { input: TObject; output: TObject }, fault: RegExp])[] = [
    [unpaged, /input\/page is missing/],
    [listed({ owner: Type.String() }), /projects\/items\/owner isn't/],
    [listed({ createdAt: Type.Union([Type.Integer(), Type.Null()]) }), /createdAt has an alternative/],
  ];
  for (const [schemas, fault] of cases) {
    assert.throws(() => defineSecretsAction("projects.list", { ...words, ...schemas, run: never }), fault);
  }
  const only = listed({ createdAt: Type.Null() });
  assert.equal(defineSecretsAction("projects.list", { ...words, ...only, run: never }).id, "projects.list");
});

test("rejects an action that agents see, that has another effect, or whose output isn't sensitive", () => {
  const action = declare({});
  const faultsOf = (change: Partial<Action>) => secretsContractFaults([{ ...action, ...change }]).join(" ");
  assert.match(faultsOf({ mcp: true }), /agents must not see it/);
  assert.match(faultsOf({ effect: "destructive" }), /its effect must be write/);
  assert.match(faultsOf({ idempotency: "idempotent" }), /its idempotency must be unsafe/);
  assert.match(faultsOf({ sensitiveOutput: false }), /its output must be sensitive/);
});
