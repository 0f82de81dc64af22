/** Search over the actions in this version. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { presentAction } from "../../../src/domain/catalog/present.ts";
import { searchActions, searchEntry, type SearchEntry } from "../../../src/domain/catalog/search.ts";
import { registeredProviders } from "../../../src/app/providers.ts";

const entries = registeredProviders.flatMap(({ provider }) =>
  provider.actions.map((action) => searchEntry(presentAction(provider.slug, action), provider.name)),
);
const someAction = registeredProviders[0]?.provider.actions[0] ?? assert.fail("no action");
const found = (query: string, limit = 50): string[] =>
  searchActions(entries, query, limit).map(({ provider, id }) => `${provider} ${id}`);

/** A query, and the expected first result. */
const expectations: readonly (readonly [query: string, first: string])[] = [
  ["secrets.get", "doppler secrets.get"],
  ["create an issue on github", "github issues.create"],
  ["new ticket", "hubspot tickets.create"],
  ["new github ticket", "github issues.create"],
  ["comment on an issue", "github issues.comment"],
  ["delete a secret", "doppler secrets.delete"],
  ["remove secret", "doppler secrets.delete"],
  ["write a secret value", "doppler secrets.set"],
  ["list repos", "github repositories.list"],
  ["pr", "github pulls.list"],
  ["file contents", "github contents.get"],
  ["DOPPLER projects", "doppler projects.list"],
];
for (const [query, first] of expectations) {
  test(`"${query}" finds ${first} first`, () => assert.equal(found(query)[0], first, found(query).join(", ")));
}

test("a match has everything except the schemas", () => {
  const [match] = searchActions(entries, "secrets.get", 1);
  const {
    inputSchema: _input,
    outputSchema: _output,
    ...rest
  } = presentAction(
    "doppler",
    registeredProviders.flatMap(({ provider }) => provider.actions).find(({ id }) => id === "secrets.get") ??
      assert.fail("no such action"),
  );
  assert.deepEqual(match, rest);
});

test("treats the names of object properties like any other word", () => {
  for (const word of ["constructor", "Constructors", "__proto__"]) assert.deepEqual(found(word), [], word);
  for (const name of Object.getOwnPropertyNames(Object.prototype)) found(name);
});

test("finds nothing if fewer than half of the words match", () => {
  assert.deepEqual(found("quantum teleportation"), []);
  assert.deepEqual(found("quantum teleportation device issue"), []);
  assert.ok(found("quantum issue").length > 0);
});

test("ignores filler words, unless there are no others", () => {
  assert.deepEqual(found("of the issue, please"), found("issue"));
  assert.ok(found("in a").length > 0);
  assert.deepEqual(found("..."), []);
});

test("cuts off results beyond the limit", () => {
  assert.deepEqual(found("issue", 2), found("issue").slice(0, 2));
});

test("counts the first ten distinct words, however often each occurs", () => {
  const words = "create list get set delete update search issue secret project".split(" ");
  assert.deepEqual(found([...words, "quantum", "teleportation", ...words].join(" ")), found(words.join(" ")));
  assert.deepEqual(found("issue issue issues"), found("issue issues"));
});

test("matches a word as the same word, its plural, a synonym or a beginning, in this order", () => {
  const of = (title: string): SearchEntry =>
    searchEntry({ ...presentAction("x", someAction), id: "x.y", title, description: "" }, "X");
  const titles = ["Reposits", "Repository", "Repo", "Repos"];
  const matches = searchActions(titles.map(of), "repo", 10).map(({ title }) => title);
  assert.deepEqual(matches, ["Repo", "Repos", "Repository", "Reposits"]);
  assert.deepEqual(searchActions(titles.map(of), "re", 10), []);
});
