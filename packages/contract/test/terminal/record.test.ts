/** Records for people. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { plainSurface, recordLines, type Surface } from "@svc/contract/terminal";

const nowMs = Date.parse("2026-11-29T12:00:00Z");
const terminal: Surface = { width: 60, color: false, nowMs };

test("indents nested objects, joins plain lists, and shows a list of objects as a table", () => {
  const value = {
    id: "con_1",
    account: { slug: "acme", owner: { login: "octocat" } },
    scopes: ["a", "b"],
    projects: [
      { slug: "api", environment: "dev" },
      { slug: "web", environment: "prd" },
    ],
    grid: [[1, 2], [3]],
    none: {},
    empty: [],
    missing: null,
    text: "",
  };
  assert.deepEqual(recordLines(value, plainSurface), [
    "id       con_1",
    "account",
    "  slug  acme",
    "  owner",
    "    login  octocat",
    "scopes   a, b",
    "projects",
    "  SLUG  ENVIRONMENT",
    "  api   dev",
    "  web   prd",
    "grid",
    "  1, 2",
    "  3",
    "none     (none)",
    "empty    (none)",
    "missing  -",
    "text",
  ]);
});

test("keeps a text of several lines in its column, and no text controls the terminal", () => {
  assert.deepEqual(recordLines({ "na\u202eme": "one\ntwo\u001b[2J" }, plainSurface), [
    "na\u{fffd}me  one",
    "       two\u{fffd}[2J",
  ]);
});

test("shows times as ago on a terminal, and as they are elsewhere; a secret that looks like a time always as it is", () => {
  const at = "2026-11-29T11:57:00.000Z";
  const value = { createdAt: at, expiresAt: "2026-11-29T13:00:00.000Z", computed: at };
  assert.deepEqual(recordLines(value, terminal), [
    "createdAt  3 minutes ago",
    "expiresAt  in 1 hour",
    `computed   ${at}`,
  ]);
  assert.equal(recordLines(value, plainSurface)[0], `createdAt  ${at}`);
});

test("colors names and states only where colors are taken", () => {
  const value = { status: "failed", name: "failed" };
  assert.deepEqual(recordLines(value, { ...terminal, color: true }), [
    "\u001b[1mstatus\u001b[22m  \u001b[31mfailed\u001b[39m",
    "\u001b[1mname  \u001b[22m  failed",
  ]);
  assert.ok(!recordLines(value, terminal).join("").includes("\u001b"));
});
