/** The marker in a text, and the verdict of a look for a lost response for each of GitHub's lists. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExchangeFacts, ProviderRequest } from "@svc/provider-kit";
import { answered, runAction, runLook, scriptedSend, testMarker } from "@svc/provider-kit/testing";
import type { LookEnd, PassedFacts } from "@svc/provider-kit/testing";
import { github } from "../src/index.ts";
import { withMarker, withoutMarker } from "../src/markers.ts";
import { actionOf, answeredWith, runScripted } from "./github.ts";
import { exampleResponse, operation } from "./openapi.ts";
import { openSimulated } from "./simulated.ts";

const at = { owner: "octocat", repo: "hello-world" };
const creation = { ...at, title: "It leaks", body: "Below." };
const saying = { ...at, number: 7, body: "Seen." };
const credentialKind = "oauth_app_token";
const sentAt = Date.parse("2026-03-10T09:00:00Z");
const marked = `Below.\n\n${testMarker.comment}`;
const isMarked = { isMarked: true };

const user = answered(200, exampleResponse(operation("users/get-authenticated"), 200));
const issueWith = (fields: object) => ({
  ...(exampleResponse(operation("issues/get"), 200) as object),
  created_at: "2026-03-10T09:00:01Z",
  ...fields,
});
const commentWith = (fields: object) => ({
  ...(exampleResponse(operation("issues/create-comment"), 201) as object),
  ...fields,
});
const next = { link: '<https://api.github.com/x?page=2>; rel="next"' };

async function lookAt(id: string, input: unknown, facts: PassedFacts, responses: readonly ExchangeFacts[]) {
  const { send, requests } = scriptedSend(responses);
  const options = { credentialKind, send, input, facts, sentAt, nowMs: sentAt + 5000 };
  const { end } = await runLook(github, actionOf(id), options);
  assert.equal(requests.length, responses.length, "answers were left over");
  return { end, requests };
}

function verdictOf(end: LookEnd): string {
  if (end.kind !== "verdict") return end.kind;
  return "basis" in end.verdict ? `${end.verdict.verdict}, ${end.verdict.basis}` : end.verdict.verdict;
}

async function sentBody(id: string, input: unknown): Promise<{ body: unknown; facts: PassedFacts }> {
  const response = id === "issues.create" ? issueWith({}) : commentWith({});
  const { send, requests } = scriptedSend([answered(201, response)]);
  const { end, facts } = await runAction(github, actionOf(id), input, { credentialKind, send });
  assert.equal(end.kind, "output");
  return { body: (requests[0]?.json as { body?: unknown } | undefined)?.body, facts };
}

test("a new issue and a comment end with the marker, if there is room for it", async () => {
  const room = 65_536 - testMarker.comment.length - 2;
  const cases = [
    ["issues.create", creation, marked, true],
    ["issues.create", { ...at, title: "It leaks" }, testMarker.comment, true],
    ["issues.create", { ...creation, body: "" }, testMarker.comment, true],
    ["issues.create", { ...creation, body: "x".repeat(room) }, `${"x".repeat(room)}\n\n${testMarker.comment}`, true],
    ["issues.create", { ...creation, body: "x".repeat(room + 1) }, "x".repeat(room + 1), false],
    ["issues.comment", saying, `Seen.\n\n${testMarker.comment}`, true],
    ["issues.comment", { ...saying, body: "x".repeat(65_536) }, "x".repeat(65_536), false],
    // GitHub refuses it, as it would without a marker.
    ["issues.comment", { ...saying, body: " \n" }, " \n", false],
  ] as const;
  for (const [id, input, body, hasRoom] of cases) {
    const sent = await sentBody(id, input);
    assert.equal(sent.body, body);
    assert.deepEqual(sent.facts, { isMarked: hasRoom });
  }
});

test("a blank comment is refused by GitHub", async () => {
  const world = await openSimulated("octocat");
  try {
    const end = await world.run("issues.comment", { ...at, number: 1, body: "  " });
    assert.equal(end.kind === "failed" ? end.refusal.code : end.kind, "PROVIDER_REJECTED");
    assert.equal(world.simulator.ledger.effects.length, 0);
  } finally {
    await world.close();
  }
});

test("outputs show a text without its marker, and every other text unchanged", async () => {
  for (const text of ["Below.", "Below.\n", "\n", " ", "a\n\n\n", "`<!-- svc:`", "x <!-- svc: -->"]) {
    assert.equal(withoutMarker(text), text);
    assert.equal(withoutMarker(withMarker(text, testMarker) ?? ""), text);
  }
  assert.equal(withoutMarker(testMarker.comment), null);
  assert.equal(withoutMarker(`Below.\r\n\r\n${testMarker.comment}\r\n`), "Below.");
  const quoted = `${marked}\n\nEdited.`;
  assert.equal(withoutMarker(quoted), quoted);
  const get = await runScripted("issues.get", { ...at, number: 7 }, [
    answeredWith(200, issueWith({ body: marked }), {}),
  ]);
  assert.equal((get.output["issue"] as { body: string }).body, "Below.");
  const list = await runScripted("issues.list", at, [answered(200, [issueWith({ body: testMarker.comment })])]);
  assert.equal((list.output["issues"] as { body: unknown }[])[0]?.body, null);
});

test("issues.create: lists the user's issues since the time of sending, with 15 minutes of clock skew", async () => {
  const mine = issueWith({ number: 12, body: marked });
  const { end, requests } = await lookAt("issues.create", creation, isMarked, [user, answered(200, [mine])]);
  assert.equal(verdictOf(end), "applied, marker");
  const output = end.kind === "verdict" && end.verdict.verdict === "applied" ? end.verdict.output : null;
  assert.equal((output as { number: number }).number, 12);
  assert.ok(!JSON.stringify(end).includes("Below"));
  const [, list] = requests;
  assert.deepEqual(list?.path, ["repos", "octocat", "hello-world", "issues"]);
  const query = JSON.parse(JSON.stringify(list?.query)) as Record<string, unknown>;
  const since = "2026-03-10T08:45:00Z";
  const window = { creator: "octocat", state: "all", sort: "created", direction: "desc", since };
  assert.deepEqual(query, { ...window, page: 1, per_page: 50 });
});

test("issues.create: reports an absence only if everything since then was read", async () => {
  const other = issueWith({ body: "Below." });
  const older = issueWith({ body: "Below.", created_at: "2026-03-10T08:44:59Z" });
  const more = (...entries: unknown[]) => answeredWith(200, entries, next);
  const absence = "not_applied, absence";
  const cases: readonly (readonly [responses: ExchangeFacts[], found: string])[] = [
    [[user, answered(200, [])], absence],
    [[user, more(other), answered(200, [other])], absence],
    [[user, more(other, older)], absence],
    [[user, more(other), more(other), more(other), more(other)], "undetermined"],
    [[user, more(other), answered(200, [issueWith({ body: marked })])], "applied, marker"],
    [[user, answered(200, [issueWith({ created_at: "soon" })])], "failed"],
    [[user, answered(200, [null])], "failed"],
    [[answered(200, {})], "failed"],
    [[user, answered(404, {})], "failed"],
  ];
  for (const [responses, found] of cases) {
    const { end } = await lookAt("issues.create", creation, isMarked, responses);
    assert.equal(verdictOf(end), found);
    // Others can delete issues.
    if (end.kind === "verdict" && "isAnchored" in end.verdict) assert.equal(end.verdict.isAnchored, false);
  }
});

test("takes the oldest of several entries with the marker", async () => {
  const issues = [issueWith({ number: 13, body: `Copied: ${marked}` }), issueWith({ number: 12, body: marked })];
  const created = await lookAt("issues.create", creation, isMarked, [user, answered(200, issues)]);
  const comments = [commentWith({ id: 5, body: marked }), commentWith({ id: 6, body: `> ${marked}` })];
  const commented = await lookAt("issues.comment", saying, isMarked, [answered(200, comments)]);
  for (const [{ end }, name, value] of [
    [created, "number", 12],
    [commented, "id", 5],
  ] as const) {
    assert.ok(end.kind === "verdict" && end.verdict.verdict === "applied");
    assert.equal((end.verdict.output as Record<string, unknown>)[name], value);
  }
});

test("issues.comment: lists the comments since then, and stops after four pages", async () => {
  const other = answeredWith(200, [commentWith({ body: "Seen." })], next);
  const { end, requests } = await lookAt("issues.comment", saying, isMarked, [other, other, other, other]);
  assert.equal(verdictOf(end), "undetermined");
  const path = ["repos", "octocat", "hello-world", "issues", "7", "comments"];
  const query = { since: "2026-03-10T08:45:00Z", page: 1, per_page: 50 };
  assert.deepEqual(requests[0] satisfies ProviderRequest | undefined, { method: "GET", path, query });
});

test("reads no list if the text has no marker", async () => {
  for (const facts of [{ isMarked: false }, null]) {
    assert.equal(verdictOf((await lookAt("issues.comment", saying, facts, [])).end), "undetermined");
    assert.equal(verdictOf((await lookAt("issues.create", creation, facts, [])).end), "undetermined");
  }
});

const update = {
  ...at,
  number: 7,
  title: "Found a bug",
  body: "I'm having a problem with this.",
  state: "open",
  labels: ["BUG"],
  assignees: ["Octocat"],
  milestone: 1,
};

test("issues.update: every requested field must have its value, and no difference is proved", async () => {
  const setsBody = { setsBody: true };
  const stored = issueWith({ state_reason: null, type: { name: "Bug" } });
  const cases: readonly (readonly [input: object, facts: PassedFacts, issue: unknown, found: string])[] = [
    [update, setsBody, stored, "applied, state"],
    [{ ...update, type: "bug" }, setsBody, stored, "applied, state"],
    [{ ...update, body: "" }, setsBody, issueWith({ body: null }), "applied, state"],
    [{ ...at, number: 7, milestone: null }, { setsBody: false }, issueWith({ milestone: null }), "applied, state"],
    [{ ...update, body: undefined }, { setsBody: false }, issueWith({ body: "Another." }), "applied, state"],
    [update, null, stored, "undetermined"],
    [update, setsBody, {}, "failed"],
    ...[
      { title: "Another" },
      { body: "Another." },
      { state: "closed" },
      { stateReason: "completed" },
      { labels: [] },
      { labels: ["bug", "docs"] },
      { assignees: ["hubot"] },
      { milestone: null },
      { milestone: 2 },
      { type: "Feature" },
      { type: null },
    ].map((other) => [{ ...update, ...other }, setsBody, stored, "undetermined"] as const),
  ];
  for (const [input, facts, issue, found] of cases) {
    // A field without a text has no digest.
    const { end } = await lookAt("issues.update", input, facts, facts === null ? [] : [answered(200, issue)]);
    assert.equal(verdictOf(end), found, JSON.stringify([input, facts]));
    if (end.kind === "verdict" && end.verdict.verdict === "applied" && end.verdict.basis === "state") {
      assert.equal(end.verdict.wasDifferent, false);
    }
  }
});

test("issues.update sends its text unchanged, and no read", async () => {
  const { send, requests } = scriptedSend([answered(200, issueWith({}))]);
  const { facts } = await runAction(github, actionOf("issues.update"), update, { credentialKind, send });
  assert.equal(requests.length, 1);
  assert.equal((requests[0]?.json as { body: string } | undefined)?.body, update.body);
  assert.deepEqual(facts, { setsBody: true });
});

test("reads of repositories lag as the switches say", async () => {
  const world = await openSimulated("octocat", { readLagChanges: 1 });
  try {
    const titles = async () => {
      const end = await world.run("issues.list", { ...at, perPage: 1 });
      return end.kind === "output" ? (end.output as { issues: { title: string }[] }).issues[0]?.title : end.kind;
    };
    const before = await titles();
    await world.run("issues.create", { ...at, title: "One" });
    assert.equal(await titles(), before);
    await world.run("issues.create", { ...at, title: "Two" });
    assert.equal(await titles(), "One");
    assert.equal((await world.run("issues.comment", { ...at, number: 2, body: " " })).kind, "failed");
    assert.equal(await titles(), "One");
    world.simulator.world.set({ readLagChanges: 0 });
    assert.equal(await titles(), "Two");
    world.simulator.world.set({ readLagMs: 3_600_000 });
    await world.run("issues.create", { ...at, title: "Three" });
    assert.equal(await titles(), "Two");
  } finally {
    await world.close();
  }
});
