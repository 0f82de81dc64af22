/** Links in the Markdown files: each one resolves in a checkout, as on GitHub, and on the site. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { test } from "node:test";
import { createAnchors } from "@svc/server/reference";
import { withMarkdownLinks, withSiteLinks } from "../src/links.ts";
import { pageFiles, projectText, root } from "../src/project.ts";

const withoutCode = (markdown: string): string => markdown.replaceAll(/^```[^]*?^```$/gm, "");

function findAnchors(file: string): Set<string> {
  const anchor = createAnchors();
  const headings = withoutCode(projectText(file)).matchAll(/^#{1,6} (.+)$/gm);
  return new Set([...headings].map(([, heading = ""]) => anchor(heading.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1"))));
}

test("every link in a page's file is relative, and resolves to a file and a heading in it", () => {
  const faults: string[] = [];
  let count = 0;
  for (const file of pageFiles()) {
    // A package's README is a page too; its links start from the package.
    const home = file === "docs/reference/connect-package.md" ? "packages/connect/README.md" : file;
    for (const [, href = ""] of withoutCode(projectText(file)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(?:https?|mailto):/.test(href)) continue;
      count += 1;
      const [place = "", anchor] = href.split("#");
      const target = place === "" ? home : posix.join(posix.dirname(home), place);
      if (place.startsWith("/") || !existsSync(join(root, target))) faults.push(`${file}: ${href}`);
      else if (anchor !== undefined && !findAnchors(target).has(anchor))
        faults.push(`${file}: ${href} names no heading`);
    }
  }
  assert.deepEqual(faults, []);
  assert.ok(count > 500, `only ${count} links were checked`);
});

test("links between files become site links, and links to other files become their text", () => {
  const moved = (text: string, file = "docs/audit.md") => withSiteLinks(text, file);
  assert.equal(moved("[a](backup.md#restoring)"), "[a](/docs/backup#restoring)");
  assert.equal(moved("[a](../SECURITY.md) [b](reference/errors.md)"), "[a](/docs/security) [b](/docs/errors)");
  assert.equal(moved("[a](#here) [b](https://x.example) [c](/docs)"), "[a](#here) [b](https://x.example) [c](/docs)");
  assert.equal(moved("[the map](../ARCHITECTURE.md)"), "`the map`");
  assert.equal(moved("[a](../../quickstart.md)", "docs/reference/providers/doppler.md"), "[a](/docs/quickstart)");
  assert.equal(
    moved("[a](openapi.json) [b](errors/X.md)", "docs/reference/api.md"),
    "[a](/openapi.json) [b](/docs/errors/X)",
  );
});

test("in the site's Markdown, links to pages point to Markdown", () => {
  const paths = new Set(["/", "/docs/a"]);
  assert.equal(
    withMarkdownLinks("[a](/docs/a#b) [c](/) [d](/openapi.json)", paths),
    "[a](/docs/a.md#b) [c](/index.md) [d](/openapi.json)",
  );
});
