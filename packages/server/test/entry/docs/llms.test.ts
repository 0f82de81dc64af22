/** `/llms.txt` follows the rules of llmstxt.org: a title, a quote, free text without headings, then lists of links. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { builtSite, sitePages } from "../../../src/entry/docs/files.ts";
import { files, pagePaths, parts, readText } from "./site.ts";

type Section = { title: string; links: { title: string; url: string; notes: string }[] };

/** Parses the format. @throws Error that says which line does not follow it. */
function parseLlms(text: string): { title: string; summary: string; details: string; sections: Section[] } {
  const fail = (what: string): never => {
    throw new Error(what);
  };
  const [head = "", ...rest] = text.split(/^(?=## )/m);
  const lines = head.split("\n");
  const title = /^# (\S.*)$/.exec(lines[0] ?? "")?.[1] ?? fail("The first line is not an H1.");
  const body = lines.slice(1).join("\n").trim();
  const summary = /^> (\S.*)$/m.exec(body.split("\n\n")[0] ?? "")?.[1] ?? fail("No blockquote follows the H1.");
  const details = body.split("\n\n").slice(1).join("\n\n");
  if (/^#/m.test(details)) fail("The free text contains a heading.");
  const sections = rest.map((part) => {
    const [heading = "", ...items] = part.trimEnd().split("\n");
    const links = items
      .filter((line) => line !== "")
      .map((line) => {
        const match = /^- \[([^\]]+)\]\((https?:\/\/[^)\s]+)\)(?:: (\S.*))?$/.exec(line);
        const [, title = "", url = "", notes = ""] = match ?? fail(`This is not a link in a file list: ${line}`);
        return { title, url, notes };
      });
    if (links.length === 0) fail(`${heading} lists nothing.`);
    return { title: heading.slice(3), links };
  });
  if (sections.length === 0) fail("There is no file list.");
  if (sections.slice(0, -1).some(({ title }) => title === "Optional")) fail("Optional is not the last section.");
  return { title, summary, details, sections };
}

test("llms.txt follows the format, and lists every page and every action once", () => {
  const { title, details, sections } = parseLlms(readText("/llms.txt"));
  assert.equal(title, "svc");
  assert.match(details, /ACTION_OUTCOME_UNKNOWN/);
  // The note on a guide is its complete first sentence.
  for (const { title, notes } of sections[0]?.links ?? []) assert.match(notes, /^[A-Za-z`].*\.$/, title);
  assert.deepEqual(
    sections.map((section) => section.title),
    ["Guides", "Providers", "Actions", "Optional"],
  );
  const urls = sections.flatMap(({ links }) => links.map(({ url }) => url));
  assert.equal(new Set(urls).size, urls.length);
  for (const { title: name, links } of sections) {
    const names = links.map(({ title }) => title);
    assert.deepEqual(
      names.filter((each, index) => names.indexOf(each) !== index),
      [],
      `${name} has two of a name`,
    );
  }
  const markdown = [...files].filter(([, { type }]) => type.startsWith("text/markdown")).map(([path]) => path);
  assert.deepEqual(urls.sort(), markdown.map((path) => `${parts.docsUrl}${path}`).sort());
  for (const { links } of sections) for (const { title, notes } of links) assert.ok(notes.length > 5, title);
});

test("detects text that does not follow the format", () => {
  const good = "# a\n\n> b\n\ntext\n\n## c\n\n- [d](https://e.example/f): g\n";
  assert.equal(parseLlms(good).sections.length, 1);
  for (const [from, to] of [
    ["# a", "a"],
    ["> b", "b"],
    ["text", "### text"],
    ["- [d]", "* [d]"],
    ["(https://e.example/f)", "(f)"],
    ["- [d](https://e.example/f): g", ""],
    ["## c", "## Optional\n\n- [h](https://e.example/i)\n\n## c"],
  ] as const) {
    assert.throws(() => parseLlms(good.replace(from, to)), Error, `${from} as ${to}`);
  }
});

test("llms-full.txt contains every page under its address", () => {
  const text = readText("/llms-full.txt");
  for (const path of pagePaths.filter((path) => path !== "/404.html")) {
    assert.ok(text.includes(`Source: ${parts.docsUrl}${path}\n\n# `), path);
  }
});

test("an agent.md says how to call the action, with its exact schemas", () => {
  for (const provider of parts.providers) {
    for (const action of provider.actions) {
      const text = readText(`/catalog/${provider.slug}/actions/${action.id}/agent.md`);
      assert.match(text, new RegExp(`^# ${provider.slug}/${action.id}\\n\\n> `));
      const [input, output] = [...text.matchAll(/^```json\n([^]*?)^```$/gm)].map(([, json = ""]) => JSON.parse(json));
      assert.deepEqual([input, output], JSON.parse(JSON.stringify([action.input, action.output])));
      assert.equal(text.includes("Create one `Idempotency-Key`"), action.effect !== "read", action.id);
      assert.ok(text.includes(`${parts.apiUrl}/v1/tenants/{tenant_id}/connections/`));
    }
  }
});

test("lists the same pages without the build as with it", async () => {
  const { folder } = await builtSite();
  const { pages } = JSON.parse(readFileSync(join(folder, "site.json"), "utf8")) as { pages: unknown };
  assert.deepEqual(await sitePages(), pages);
});
