/** Tables for people. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { plainSurface, tableLines, widthOf, type Column, type Surface } from "@svc/contract/terminal";

type Row = { id: string; name: string; status: string; at: string; url: string };

const columns: readonly Column<Row>[] = [
  { heading: "ID", cell: ({ id }) => id },
  { heading: "NAME", cell: ({ name }) => name },
  { heading: "STATUS", cell: ({ status }) => status },
  { heading: "UPDATED", cell: ({ at }) => at },
  { heading: "URL", cell: ({ url }) => url },
];
const row: Row = {
  id: "con_01jd0000000000000000000000",
  name: "A long name of an account",
  status: "active",
  at: "2026-11-29T11:59:59.000Z",
  url: "https://example.com/a/very/long/address",
};
const nowMs = Date.parse("2026-11-29T12:00:00Z");
const wide: Surface = { width: 200, color: false, nowMs };

test("prints every cell whole if it isn't on a terminal, and times as they are", () => {
  assert.deepEqual(tableLines([row], columns, plainSurface), [
    "ID                              NAME                       STATUS  UPDATED                   URL",
    `${row.id}  ${row.name}  active  ${row.at}  ${row.url}`,
  ]);
});

test("cuts texts from the right to the terminal's width, leaves out what doesn't fit, and keeps ids, states and times", () => {
  const [, at110 = ""] = tableLines([row], columns, { ...wide, width: 110 });
  assert.equal(at110, `${row.id}  ${row.name}  active  1 second ago  https://example.com/a/very/l…`);
  const [, at80 = ""] = tableLines([row], columns, { ...wide, width: 80 });
  assert.equal(at80, `${row.id}  A long name…  active  1 second ago  https://exa…`);
  const [head = "", at20 = ""] = tableLines([row], columns, { ...wide, width: 20 });
  assert.match(head, /^ID +STATUS +UPDATED +…$/);
  assert.equal(at20, `${row.id}  active  1 second ago`);
});

test("aligns wide characters and characters of no width", () => {
  const names = ["Bäckerei", "日本語", "🎉 party", "e\u0301a"];
  const lines = tableLines(
    names.map((name) => ({ ...row, name })),
    columns.slice(1, 3),
    plainSurface,
  );
  assert.deepEqual(new Set(lines.map((line) => widthOf(line.replace(/\S+$/, "")))), new Set([10]));
});

test("keeps each cell on its line, and no text controls the terminal", () => {
  const [, line] = tableLines([{ ...row, name: "one\ntwo\u001b[2J\u202e" }], columns.slice(1, 3), plainSurface);
  assert.equal(line, "one two\u{fffd}[2J\u{fffd}  active");
});

test("colors states and makes headings bold only where colors are taken", () => {
  const [head = "", line = ""] = tableLines([row], columns.slice(1, 3), { ...wide, color: true });
  assert.equal(head, `\u001b[1mNAME\u001b[22m                       \u001b[1mSTATUS\u001b[22m`);
  assert.ok(line.endsWith("\u001b[32mactive\u001b[39m"));
  assert.ok(!tableLines([row], columns, wide).join("").includes("\u001b"));
});
