/** The whole site: every link and anchor resolves, each code has one page, and all pages share one frame. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { errorCodes } from "@svc/contract";
import { buildPolicy } from "@svc/docs-site/policy";
import { createAnchors } from "../../../src/entry/docs/pages.ts";
import { files, pagePaths, parts, serveSite, readText } from "./site.ts";

const ids = new Map(pagePaths.map((path) => [path, new Set(findIds(readText(path)))]));

function findIds(html: string): string[] {
  return [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);
}

test("every link and anchor on every page resolves", async () => {
  const app = serveSite();
  const responses = new Map<string, number>();
  const faults: string[] = [];
  let count = 0;
  for (const page of pagePaths) {
    for (const [, href = ""] of readText(page).matchAll(/ (?:href|src)="([^"]+)"/g)) {
      if (/^(?:https?:|data:)/.test(href)) continue;
      count += 1;
      const [path = "", anchor] = href.split("#");
      const target = path === "" ? page : path;
      if (target === "/404.html") responses.set(target, 200);
      if (!responses.has(target)) responses.set(target, (await app.inject({ url: target })).statusCode);
      if (responses.get(target) !== 200) faults.push(`${page}: ${href} answers ${responses.get(target)}`);
      if (anchor !== undefined && ids.get(target)?.has(decodeURIComponent(anchor)) !== true)
        faults.push(`${page}: ${href} has no such anchor`);
    }
  }
  assert.deepEqual(faults, []);
  assert.ok(count > 2000, `only ${count} links were checked`);
});

test("every link in the Markdown resolves too, and leads to Markdown if there is any", async () => {
  const app = serveSite();
  const faults: string[] = [];
  for (const [path, { type }] of files) {
    if (!type.startsWith("text/markdown") && path !== "/llms.txt") continue;
    const text = readText(path).replaceAll(/^```[^]*?^```$/gm, "");
    for (const [, href = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      const own = href.replace(parts.docsUrl, "").replace(parts.apiUrl, "").split("#")[0] ?? "";
      if (/^https?:/.test(own) || own === "" || own.startsWith("/api/")) continue;
      if (!own.startsWith("/")) faults.push(`${path}: ${href} is relative`);
      else if ((await app.inject({ url: own })).statusCode !== 200) faults.push(`${path}: ${href}`);
      if (pagePaths.includes(own)) faults.push(`${path}: ${href} leads to HTML`);
    }
  }
  assert.deepEqual(faults, []);
});

test("every error code has a page, and there are no other such pages", () => {
  const pages = pagePaths.flatMap((path) => /^\/docs\/errors\/(.+)$/.exec(path)?.[1] ?? []);
  assert.deepEqual(pages.sort(), [...errorCodes].sort());
  for (const code of errorCodes)
    assert.match(readText(`/docs/errors/${code}`), new RegExp(`<h1 id="[^"]+"[^>]*>${code} <`));
});

test("every page has one first heading, a skip link, no style or script that its policy blocks, and nothing from another origin", () => {
  for (const path of pagePaths) {
    const html = readText(path);
    const policy = files.get(path)?.headers["content-security-policy"] ?? "";
    assert.equal(html.match(/<h1[ >]/g)?.length, 1, path);
    assert.equal(new Set(findIds(html)).size, findIds(html).length, `${path} has an id twice`);
    assert.doesNotMatch(html, /<style|<[^>]* style=|<[^>]* on\w+=|<iframe|<img/, path);
    for (const [tag] of html.matchAll(/<(?:link|script) [^>]*>/g))
      assert.doesNotMatch(tag, /(?:href|src)="https?:/, path);
    assert.match(html, /<meta name="description" content="[^"]{10,}/, path);
    // The policy names each script in the page by its hash, so a changed script means a changed policy.
    assert.equal(policy, buildPolicy(html), path);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/, path);
    if (path === "/404.html") continue;
    assert.ok(html.indexOf('class="VPSkipLink') < html.indexOf("<header"), path);
    assert.match(html, /<link rel="alternate" type="text\/markdown" href="[^"]+\.md">/, path);
  }
});

test("a provider's page has each action with its tables, its facts and a request", () => {
  for (const provider of parts.providers) {
    const markdown = readText(`/docs/providers/${provider.slug}.md`);
    for (const action of provider.actions) {
      const at = markdown.indexOf(`\n## ${action.id}\n`);
      const next = markdown.indexOf("\n## ", at + 5);
      const section = markdown.slice(at, next === -1 ? undefined : next);
      assert.ok(at > 0, action.id);
      assert.ok(section.includes(`- Effect: **${action.effect}**`), action.id);
      for (const scope of action.requiredScopes) assert.ok(section.includes(`\`${scope}\``), `${action.id} ${scope}`);
      for (const name of Object.keys(action.input.properties)) assert.ok(section.includes(`| \`${name}\` |`), name);
      assert.ok(section.includes(`/actions/${action.id}:execute"`), `${action.id} has no request`);
      assert.equal(section.includes("Idempotency-Key: "), action.effect !== "read", action.id);
    }
  }
});

test("anchors on one page differ", () => {
  const anchor = createAnchors();
  assert.deepEqual([anchor("GET `x`"), anchor("Get x"), anchor("Ä b_c!")], ["get-x", "get-x-1", "ä-b_c"]);
});
