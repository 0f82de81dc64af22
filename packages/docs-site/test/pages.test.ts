/** The pages, their order, and the markup that the site adds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { operationList } from "@svc/contract";
import { everyProvider, navigationSections, unlistedPaths } from "../src/navigation.ts";
import { describe } from "../src/page.ts";
import { allPages, buildSidebar } from "../src/pages.ts";
import { buildPolicy } from "../src/policy.ts";
import { withSamplesBeside } from "../src/samples-beside.ts";
import type { TriedOperation } from "../src/theme/tried-operation.ts";
import { renderSource, roles, withSiteMarkup } from "../src/sources.ts";

const pages = allPages();

test("the sidebar has every page except the home page, unlisted ones and error codes, and no others", () => {
  const linked = buildSidebar(pages).flatMap(({ items }) => items.map(({ link }) => link));
  const expected = pages
    .map(({ path }) => path)
    .filter((path) => path !== "/" && !path.startsWith("/docs/errors/") && !unlistedPaths.includes(path));
  assert.deepEqual(linked.toSorted(), expected.toSorted(), "name it in packages/docs-site/src/navigation.ts");
  const paths = new Set(pages.map(({ path }) => path));
  const named = [...navigationSections.flatMap((section) => section.paths), ...unlistedPaths];
  assert.deepEqual(
    named.filter((path) => path !== everyProvider && !paths.has(path)),
    [],
  );
});

test("a generated text replaces its file, and its page exists before the file does", () => {
  const given = allPages(new Map([["docs/reference/errors/NEW_CODE.md", "# NEW_CODE\n\n**400 New**\n"]]));
  assert.equal(given.length, pages.length + 1);
  assert.equal(given.find(({ path }) => path === "/docs/errors/NEW_CODE")?.summary, "400 New");
});

test("a summary is the first sentence of the first paragraph, without markup", () => {
  assert.deepEqual(describe("# Title\n\nOne [link](x.md) and\n**bold**. Two.\n", "f"), {
    title: "Title",
    summary: "One link and bold.",
  });
});

test("comments around blocks become tabs, and addresses in code become links, except inside blocks", () => {
  assert.equal(withSiteMarkup("<!-- code-group -->\n\n<!-- /code-group -->"), "::: code-group\n\n:::");
  assert.equal(withSiteMarkup("See `/llms.txt`."), 'See [`/llms.txt`](/llms.txt){target="_self"}.');
  assert.equal(withSiteMarkup("[a](/openapi.json) [b](/docs/x)"), '[a](/openapi.json){target="_self"} [b](/docs/x)');
  assert.equal(
    withSiteMarkup("`/v1/tenants`\n```sh\ncurl `/llms.txt`\n```"),
    "`/v1/tenants`\n```sh\ncurl `/llms.txt`\n```",
  );
});

test("unlisted pages aren't searched, and a provider's page begins with its logo", () => {
  const source = (path: string): string => {
    const page = pages.find((one) => one.path === path);
    assert.ok(page !== undefined, path);
    return renderSource(page);
  };
  for (const path of unlistedPaths) assert.match(source(path), /"search":false/);
  assert.doesNotMatch(source("/docs/quickstart"), /"search"/);
  for (const slug of ["github", "doppler"]) {
    assert.match(source(`/docs/providers/${slug}`), /<div class="provider-head"><span[^>]*><svg /);
  }
  assert.match(source("/docs/providers"), /<a class="provider-card" href="\/docs\/providers\/github">/);
});

test("an operation's samples follow its text in an element of their own, and nothing is lost", () => {
  const page = pages.find(({ path }) => path === "/docs/api/tenants");
  assert.ok(page !== undefined);
  const made = withSamplesBeside(page.markdown);
  const operations = page.markdown.match(/^## /gm)?.length ?? 0;
  assert.equal(made.match(/<div class="operation-samples">/g)?.length, operations);
  const words = (text: string): string[] => text.match(/[\w$/{}.:-]{2,}/g)?.toSorted() ?? [];
  // The trees of fields have a test of their own.
  const shown = made.replaceAll(
    /<TryIt [^>]*>|<details class="schema"[^]*?(?=<details class="errors">)|<summary>Errors \(\d+\)/g,
    (markup) => (markup.startsWith("<s") ? "Errors:" : ""),
  );
  const original = page.markdown.replaceAll(/<!--[^>]*-->|^\*\*(?:Query|Body)\*\*$|^\|.*$/gm, " ");
  assert.deepEqual(words(shown.replaceAll(/<[^>]*>/g, " ")), words(original));
  const [first = ""] = made.split('<div class="operation-samples">').slice(1);
  assert.match(first, /^\n\n<!-- code-group -->[^]*<!-- \/code-group -->\n\nResponse \(201\):\n\n```json/);
  assert.equal(withSamplesBeside("# A\n\n## B\n\nText.\n"), "# A\n\n## B\n\nText.\n");
});

test("every operation that takes a service key or nothing can be tried, and none of a Connect session", () => {
  const groups = pages.filter(({ path }) => path.startsWith("/docs/api/"));
  const tried = groups.flatMap(({ markdown }) =>
    [...withSamplesBeside(markdown).matchAll(/<TryIt operation="([^"]*)" \/>/g)].map(([, json = ""]) => {
      const { method, path, params } = JSON.parse(decodeURIComponent(json)) as TriedOperation;
      assert.deepEqual(Object.keys(params), path.match(/(?<=\{)\w+/g) ?? [], path);
      return `${method} ${path}`;
    }),
  );
  // Streams and texts have no samples next to them.
  const streams = ["/llms.txt", "/llms-full.txt", "/mcp", "/v1/tenants/{tenant_id}/mcp"];
  const expected = operationList.filter(
    ({ auth, method, path }) => auth !== "sessionSecret" && !(method === "GET" && streams.includes(path)),
  );
  assert.deepEqual(tried.toSorted(), expected.map(({ method, path }) => `${method} ${path}`).toSorted());
});

test("the home page shows four kinds of readers five pages each", () => {
  const columns = roles(pages.find(({ path }) => path === "/")?.markdown ?? "")
    .split('<section class="role">')
    .slice(1);
  assert.deepEqual(
    columns.map((column) => [/### (.*)/.exec(column)?.[1], column.match(/^\d\. \[/gm)?.length]),
    ["I build a product", "I run it", "I write a provider", "I give tools to an agent"].map((title) => [title, 5]),
  );
  assert.throws(() => roles("# svc\n\n## Start\n"), /no list for any kind of reader/);
});

test("a policy allows the page's own inline scripts by hash, and nothing unsafe", () => {
  const html = '<script src="/a.js"></script><script id="x">1</script><script type="module" src="/b.js"></script>';
  const [script] = buildPolicy(html).split("; ").slice(1);
  // SHA-256 of "1", from OpenSSL.
  assert.equal(script, "script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='");
});
