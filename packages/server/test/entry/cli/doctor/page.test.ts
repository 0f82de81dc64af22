/** "Before you go live" and the doctor have the same list: a heading for each line, and a line for each heading. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createAnchors } from "../../../../src/entry/docs/pages.ts";
import { doctorGroups, diagnose, DoctorFailure } from "../../../../src/entry/cli/doctor/diagnose.ts";
import { createEnvironment } from "./subject.ts";

const page = readFileSync(new URL("../../../../../../docs/before-you-go-live.md", import.meta.url), "utf8");
const headings = (level: string): string[] =>
  [...page.matchAll(new RegExp(`^${level} (.+)$`, "gm"))].map(([, title = ""]) => title);
const checks = doctorGroups.flatMap((group) => group.checks);

test("the page has a section for each group and a heading for each check, in the doctor's order", () => {
  assert.deepEqual(
    headings("##"),
    doctorGroups.map(({ title }) => title),
  );
  assert.deepEqual(
    headings("###"),
    checks.map(({ title }) => title),
  );
});

test("each heading says what the doctor prints", () => {
  const sections = page
    .split(/^###? /m)
    .filter((section) => checks.some(({ title }) => section.startsWith(`${title}\n`)));
  assert.equal(sections.length, checks.length);
  for (const section of sections) assert.match(section, /^The doctor /m, section.split("\n")[0]);
});

test("an id is the unique anchor of its heading on the site", () => {
  const anchorFor = createAnchors();
  const anchors = new Map([...page.matchAll(/^##+ (.+)$/gm)].map(([, title = ""]) => [title, anchorFor(title)]));
  for (const { id, title } of checks) assert.equal(id, anchors.get(title));
});

test("every check has a line, even if it couldn't run", async () => {
  for (const setting of [createEnvironment().setting(), null]) {
    let out = "";
    const io = { out: (text: string) => void (out += text), err: () => undefined };
    const open = () => Promise.reject(Object.assign(new Error("no database here"), { name: "StoreStartError" }));
    const environment = createEnvironment({ setting: () => setting, open });
    await diagnose(io, environment, { format: "json" }).catch((error: unknown) =>
      assert.ok(error instanceof DoctorFailure),
    );
    const { checks: lines } = JSON.parse(out) as { checks: { id: string; status: string; detail: string }[] };
    assert.deepEqual(
      [...new Set(lines.map(({ id }) => id))],
      checks.map(({ id }) => id),
    );
    if (setting !== null) assert.deepEqual(lines.find(({ id }) => id === "database")?.detail, "no database here");
  }
});

test("prints groups with a line for each check, and a summary", async () => {
  let out = "";
  const io = { out: (text: string) => void (out += text), err: () => undefined };
  const open = () => Promise.reject(Object.assign(new Error("no database here"), { name: "StoreStartError" }));
  await assert.rejects(diagnose(io, createEnvironment({ open }), { format: "table" }), DoctorFailure);
  const [judged, ...blocks] = out.trimEnd().split("\n\n");
  assert.match(judged ?? "", /^Checked: the environment of this shell\. .*--env-file\.$/);
  assert.deepEqual(
    blocks.slice(0, -1).map((block) => block.split("\n")[0]),
    doctorGroups.map(({ title }) => title),
  );
  for (const line of blocks.slice(0, -1).flatMap((block) => block.split("\n").slice(1))) {
    assert.match(line, /^(?:ok  |- {3}|look|warn|FAIL)  [^:]+: \S/);
  }
  assert.match(
    blocks.at(-1) ?? "",
    /^\d+ failed, \d+ warnings?, \d+ to check yourself, \d+ ok\. docs\/before-you-go-live\.md explains each line\.$/,
  );
});
