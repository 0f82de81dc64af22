import assert from "node:assert/strict";
import { test } from "node:test";
import {
  allows,
  describePatternProblem,
  describeUnmatched,
  patternsWithoutAction,
} from "../../../src/domain/service-clients/policy.ts";

test("an empty policy allows nothing", () => {
  assert.equal(allows([], "doppler", "secrets.get"), false);
});

const cases: readonly [pattern: string, slug: string, action: string, allowed: boolean][] = [
  ["*/*", "doppler", "secrets.get", true],
  ["doppler/*", "doppler", "secrets.get", true],
  ["doppler/*", "doppler2", "secrets.get", false],
  ["doppler/*", "github", "issues.get", false],
  ["doppler/secrets.get", "doppler", "secrets.get", true],
  ["doppler/secrets.get", "doppler", "secrets.get.all", false],
  ["doppler/secrets.get", "doppler", "secrets.set", false],
  ["doppler/secrets.get", "doppler", "secretsXget", false],
  ["doppler/secrets.*", "doppler", "secrets.names.list", true],
  ["doppler/secrets.*", "doppler", "secrets", false],
  ["doppler/secret.*", "doppler", "secrets.get", false],
  ["doppler/secrets.names.*", "doppler", "secrets.get", false],
  ["*", "doppler", "secrets.get", false],
  ["*/secrets.get", "doppler", "secrets.get", false],
  ["Doppler/*", "doppler", "secrets.get", false],
  ["doppler/**", "doppler", "secrets.get", false],
  ["", "doppler", "secrets.get", false],
];

for (const [pattern, slug, action, allowed] of cases) {
  test(`"${pattern}" ${allowed ? "allows" : "does not allow"} ${slug}/${action}`, () => {
    assert.equal(allows([pattern], slug, action), allowed);
  });
}

test("accepts well-formed patterns", () => {
  for (const pattern of ["*/*", "doppler/*", "doppler/secrets.get", "github/issues.*", "a-b/c_d.e"]) {
    assert.equal(describePatternProblem(pattern), null, pattern);
  }
});

test("rejects everything else with an explanation", () => {
  const wrong = [
    "*",
    "",
    "doppler",
    "doppler/",
    "/x",
    "*/x",
    "doppler/*.get",
    "doppler/a..b",
    "doppler/a.*.b",
    "a/b/c",
  ];
  for (const pattern of [...wrong, " doppler/*", "doppler/*\n", `doppler/${"a".repeat(300)}`]) {
    assert.match(describePatternProblem(pattern) ?? "", /action pattern/, pattern);
  }
});

test("a rejection lists the forms, and explains how to allow everything", () => {
  const forms = "An action pattern is */*, provider/*, provider/prefix.* or provider/action.id.";
  assert.equal(describePatternProblem("doppler"), forms);
  assert.equal(describePatternProblem("*"), `${forms} All actions of all providers are */*.`);
});

test("limits a pattern to 200 characters", () => {
  const longest = `doppler/${"a".repeat(192)}`;
  assert.equal(describePatternProblem(longest), null);
  assert.notEqual(describePatternProblem(`${longest}a`), null);
});

test("names a pattern that matches no known action", () => {
  const known = [
    { slug: "doppler", actions: [{ id: "secrets.get" }, { id: "secrets.set" }] },
    { slug: "acme", actions: [] },
  ];
  const patterns = ["*/*", "doppler/secrets.*", "doppler/secrets.get", "doppler/secrets.got", "github/*", "acme/*"];
  assert.deepEqual(patternsWithoutAction(patterns, known), ["doppler/secrets.got", "github/*", "acme/*"]);
});

test("suggests the pattern that a misspelled one means, if there is one", () => {
  const known = [{ slug: "doppler", actions: [{ id: "secrets.get" }, { id: "secrets.names.list" }] }];
  const meantBy = (pattern: string) => /Did you mean (.*)\?/.exec(describeUnmatched(pattern, known))?.[1] ?? null;
  assert.deepEqual(
    ["dopler/*", "doppler/secret.get", "doppler/secret.*", "doppler/secrets.name.*", "acme/*"].map(meantBy),
    ["doppler/*", "doppler/secrets.get", "doppler/secrets.*", "doppler/secrets.names.*", null],
  );
  const waiting = [...known, { slug: "notes", actions: [] }];
  assert.match(describeUnmatched("notes/*", waiting), /^Nothing of notes is enabled: its review/);
});
