/** Printing answers for people. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Environment } from "../src/environment.ts";
import { printFields } from "../src/output.ts";

function printed(value: object): string[] {
  let out = "";
  printFields({ out: (text: string) => void (out += text) } as unknown as Environment, value);
  return out.split("\n");
}

test("prints a list of objects one field per line, by index, and never as JSON", () => {
  const projects = [
    { slug: "api", labels: ["a", "b"], owner: { login: "octocat" } },
    { slug: "web", labels: [], owner: null },
  ];
  assert.deepEqual(printed({ projects, page: 1, grid: [[1, 2], [3]], none: {} }), [
    "projects[0].slug         api",
    "projects[0].labels       a, b",
    "projects[0].owner.login  octocat",
    "projects[1].slug         web",
    "projects[1].labels       (none)",
    "projects[1].owner        -",
    "page                     1",
    "grid[0]                  1, 2",
    "grid[1]                  3",
    "none                     (none)",
    "",
  ]);
});

test("keeps a multi-line text in its column, and keeps names and texts from controlling the terminal", () => {
  assert.deepEqual(printed({ files: [{ "na\u202eme": "one\ntwo\u001b[2J" }] }), [
    "files[0].na\u{fffd}me  one",
    "                two\u{fffd}[2J",
    "",
  ]);
});
