/** Declarations of evidence that both `defineAction` and the suite reject. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sensitive } from "@svc/contract";
import { Type, type TObject } from "typebox";
import { defineAction, defineProvider, staticCredential } from "../src/index.ts";
import type { Action, EvidenceDefinition } from "../src/index.ts";
import { declarationFaults } from "../src/testing/index.ts";

const strict = { additionalProperties: false };
const input = Type.Object(
  {
    name: Type.String({ description: "The name." }),
    text: sensitive(Type.String({ description: "The text." })),
    pair: sensitive(Type.Object({}, { ...strict, description: "The pair." })),
  },
  strict,
);

type Evidence = EvidenceDefinition;

const sound: Evidence = {
  strength: "state",
  needs: ["notes.get"],
  facts: Type.Object({ existed: Type.Boolean(), version: Type.String({ maxLength: 20 }) }, strict),
  compares: ["text"],
  settle: async () => ({ verdict: "undetermined", why: "It isn't known." }),
};

function define(evidence: Evidence, effect: "read" | "write" = "write"): Action {
  return defineAction<TObject, TObject>({
    id: effect === "read" ? "notes.get" : "notes.set",
    title: "Note",
    description: "Note",
    consent: "Note",
    effect,
    idempotency: effect === "read" ? "safe" : "unsafe",
    requiredScopes: [],
    mcp: false,
    sensitiveOutput: false,
    input,
    output: Type.Object({}, strict),
    evidence,
    run: async () => ({}),
  });
}

const facts = (fields: Record<string, unknown>, options = strict): Evidence => ({
  ...sound,
  facts: Type.Object(fields as TObject["properties"], options),
});

const refused: readonly (readonly [name: string, evidence: unknown, message: RegExp])[] = [
  ["a recorded field in compares", { ...sound, compares: ["name"] }, /compares names name/],
  ["an unknown field in compares", { ...sound, compares: ["constructor"] }, /compares names constructor/],
  ["facts that accept unknown fields", facts({}, {} as typeof strict), /\/facts accepts unknown fields/],
  ["facts with a lax object", facts({ at: Type.Object({}) }), /\/facts\/properties\/at accepts unknown/],
  [
    "a sensitive fact",
    facts({ text: sensitive(Type.String({ maxLength: 9 })) }),
    /properties\/text is marked x-sensitive/,
  ],
  ["a fact without a maximum length", facts({ etag: Type.String() }), /properties\/etag has no maxLength/],
  ["facts with an unlimited list", facts({ ids: Type.Array(Type.Integer()) }), /properties\/ids has no maxItems/],
  ["facts with any value", facts({ body: Type.Unknown() }), /properties\/body accepts any value/],
  [
    "facts with any field",
    facts({ all: Type.Record(Type.String(), Type.Integer(), strict) }),
    /properties\/all accepts any number/,
  ],
  ["no quiet time", { ...sound, quietSeconds: 0 }, /quietSeconds must be/],
  ["part of a second of quiet", { ...sound, quietSeconds: 1.5 }, /quietSeconds must be/],
  ["a quiet time over a day", { ...sound, quietSeconds: 86_401 }, /quietSeconds must be/],
  ["a strength without settle", { ...sound, settle: undefined }, /no settle/],
  ["the strength none", { ...sound, strength: "none" }, /strength must be one of/],
  ["evidence that needs no action", { ...sound, needs: [] }, /needs no read action/],
];

test("accepts sound evidence, with a quiet time of ten minutes by default", () => {
  const action = define(sound);
  assert.deepEqual(declarationFaults(action), []);
  assert.equal(action.evidence?.quietSeconds, 600);
  assert.equal(define({ ...sound, quietSeconds: 86_400 }).evidence?.quietSeconds, 86_400);
});

for (const [name, evidence, message] of refused) {
  test(`rejects ${name}`, () => {
    assert.throws(() => define(evidence as Evidence), message);
    const action = { ...define(sound), evidence: { ...(evidence as Evidence), quietSeconds: 600 } };
    // The suite also checks actions that weren't built with defineAction. The quiet time is always valid here.
    if (!name.includes("quiet")) assert.match(declarationFaults(action as Action).join(" "), message);
  });
}

test("rejects evidence on a read", () => {
  assert.throws(() => define(sound, "read"), /no outcome to settle/);
  const { evidence } = define(sound);
  const read: Action = { ...define(sound), effect: "read", evidence };
  assert.match(declarationFaults(read).join(" "), /no outcome to settle/);
});

test("rejects a need that isn't a read action of the same provider", () => {
  const read: Action = { ...define(sound), id: "notes.get", effect: "read", idempotency: "safe", evidence: null };
  const withActions = (actions: readonly Action[]) =>
    defineProvider({
      slug: "notes",
      name: "Notes",
      description: "Notes.",
      docsUrl: "https://example.com/docs",
      origin: "https://api.example.com",
      requestIdHeader: "x-request-id",
      auth: [
        staticCredential({
          submission: Type.Object({}, strict),
          fields: [],
          explain: () => null,
          credentialKind: () => "token",
          headers: () => ({}),
          identify: async () => ({ slug: "a", name: "A" }),
        }),
      ],
      refuse: ({ status }) => ({ code: "PROVIDER_REJECTED", detail: String(status) }),
      actions,
    });
  assert.equal(withActions([read, define(sound)]).actions.length, 2);
  assert.throws(() => withActions([define(sound)]), /needs notes\.get, which is not a read action/);
  const changing = define({ ...sound, needs: ["notes.set"] });
  assert.throws(() => withActions([read, changing]), /needs notes\.set, which is not a read action/);
});
