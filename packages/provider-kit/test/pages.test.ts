/** Pages of lists: tokens that lead nowhere, and entries that can't be read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { defineAction, DeclarationError, ProviderFailure, readEntries } from "../src/index.ts";
import { shape, text } from "../src/shape.ts";

const strict = { additionalProperties: false } as const;
const token = Type.Union([Type.String(), Type.Null()]);
const number = Type.Union([Type.Integer(), Type.Null()]);

/** A list whose pages have these tokens for the next page. */
function listing(input: object, output: object) {
  const page = Type.Object(
    { pageToken: Type.Optional(Type.String()), page: Type.Optional(Type.Integer({ minimum: 1 })) },
    strict,
  );
  const action = defineAction({
    id: "notes.list",
    title: "List notes",
    description: "Lists notes.",
    consent: "See notes",
    effect: "read",
    idempotency: "safe",
    requiredScopes: [],
    mcp: true,
    sensitiveOutput: false,
    input: page,
    output: Type.Object({ nextPageToken: Type.Optional(token), nextPage: Type.Optional(number) }, strict),
    run: () => Promise.resolve(output),
  });
  // The port isn't used.
  return action.run(input, null as never);
}

test("an empty token for the next page means that there is none", async () => {
  assert.deepEqual(await listing({}, { nextPageToken: "" }), { nextPageToken: null });
  assert.deepEqual(await listing({ pageToken: "a" }, { nextPageToken: "b" }), { nextPageToken: "b" });
  assert.deepEqual(await listing({}, { nextPageToken: null, nextPage: 2 }), { nextPageToken: null, nextPage: 2 });
});

test("a list that leads back to a page that was read is a fault of the provider", async () => {
  for (const [input, output] of [
    [{ pageToken: "a" }, { nextPageToken: "a" }],
    [{ page: 3 }, { nextPage: 3 }],
    [{ page: 3 }, { nextPage: 2 }],
    [{}, { nextPage: 1 }],
  ]) {
    await assert.rejects(listing(input ?? {}, output ?? {}), (error) => {
      assert.ok(error instanceof ProviderFailure);
      assert.equal(error.refusal.code, "PROVIDER_ERROR");
      assert.match(error.refusal.detail ?? "", /repeats/);
      return true;
    });
  }
});

test("rejects a list whose token for the next page has no input field", () => {
  const more = { input: Type.Object({}, strict), output: Type.Object({ nextCursor: token }, strict) };
  const texts = { id: "notes.list", title: "List", description: "Lists.", consent: "See" };
  const rules = { effect: "read", idempotency: "safe", requiredScopes: [], mcp: true, sensitiveOutput: false } as const;
  const run = () => Promise.resolve({ nextCursor: null });
  assert.throws(() => defineAction({ ...texts, ...rules, ...more, run }), DeclarationError);
});

test("one odd entry doesn't cost a page, and is counted", () => {
  const note = shape({ id: text("id", "Id.") });
  assert.deepEqual(readEntries([{ id: "a" }, { id: 7 }, {}, { id: "b" }], note.read), {
    items: [{ id: "a" }, { id: "b" }],
    unreadable: 2,
  });
  assert.deepEqual(readEntries([{}], note.read), { items: [], unreadable: 1 });
  assert.deepEqual(readEntries([], note.read), { items: [], unreadable: 0 });
  assert.throws(() => readEntries([{ id: "a" }, null], note.read), ProviderFailure, "not a list of objects");
  assert.throws(() => readEntries([{}, {}], note.read), ProviderFailure, "a list in another format");
  assert.throws(() => readEntries([{}], () => assert.fail("a bug")), assert.AssertionError);
});
