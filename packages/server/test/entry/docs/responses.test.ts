/** The site's responses: Markdown on request, compressed if accepted, and the same bytes in the export. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { operations } from "@svc/contract";
import { exportSite, exportedPath } from "../../../src/entry/docs/files.ts";
import { files, pagePaths, parts, readText, serveSite } from "./site.ts";

const app = serveSite();

test("serves a page as HTML, and as Markdown if that is preferred", async () => {
  const typeFor = async (accept: string, url = "/docs/quickstart"): Promise<string> => {
    const { headers, statusCode } = await app.inject({ url, headers: { accept } });
    assert.equal(statusCode, 200);
    assert.match(String(headers["vary"]), /^Accept,/);
    return String(headers["content-type"]);
  };
  const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  for (const accept of ["*/*", browser, "text/markdown;q=0", "text/html, text/markdown;q=0.5"]) {
    assert.equal(await typeFor(accept), "text/html; charset=utf-8", accept);
  }
  for (const accept of ["text/markdown", "text/markdown, */*", "text/html;q=0.5, TEXT/markdown"]) {
    assert.equal(await typeFor(accept), "text/markdown; charset=utf-8", accept);
    assert.equal(await typeFor(accept, "/"), "text/markdown; charset=utf-8", accept);
  }
  const { body } = await app.inject({ url: "/docs/quickstart", headers: { accept: "text/markdown" } });
  assert.equal(body, readText("/docs/quickstart.md"));
});

test("compresses files in each accepted way, with the same contents", async () => {
  for (const path of ["/docs/api", "/llms-full.txt", "/openapi.json"]) {
    const plain = Buffer.from(files.get(path)?.body() ?? "");
    const get = async (encoding: string) => {
      const response = await app.inject({ url: path, headers: { "accept-encoding": encoding } });
      return {
        encoding: response.headers["content-encoding"],
        bytes: response.rawPayload,
        vary: response.headers["vary"],
      };
    };
    const [brotli, gzip, identity] = [await get("gzip, br"), await get("gzip"), await get("identity")];
    assert.deepEqual([brotli.encoding, gzip.encoding, identity.encoding], ["br", "gzip", undefined]);
    assert.ok(brotliDecompressSync(brotli.bytes).equals(plain), path);
    assert.ok(gunzipSync(gzip.bytes).equals(plain), path);
    assert.ok(identity.bytes.equals(plain), path);
    assert.ok(String(brotli.vary).includes("Accept-Encoding"));
  }
});

test("answers an unknown address with a page for people and a problem for others; /docs is the first page", async () => {
  const html = await app.inject({ url: "/docs/nothing", headers: { accept: "text/html" } });
  assert.equal(html.statusCode, 404);
  assert.match(html.body, /<h1[^>]*>Page not found/);
  const missing = [
    "/docs/nothing",
    "/docs/nothing/",
    "/docs/..%2f..%2fpackage.json",
    "/catalog/doppler/actions/x/agent.md",
  ];
  for (const url of missing) assert.ok((await app.inject({ url })).statusCode >= 400, url);
});

test("the API reference has each operation as a heading on one of its pages", () => {
  const texts = [...files].filter(([path]) => /^\/docs\/api.*\.md$/.test(path)).map(([, file]) => String(file.body()));
  for (const { summary, method, path } of Object.values(operations)) {
    const shown = texts.filter((text) => text.includes(`## ${summary}\n`) && text.includes(`${method} ${path}`));
    assert.equal(shown.length, 1, summary);
  }
});

test("redirects an address with an extra slash, or that a reader would guess, to the page", async () => {
  const guessed: Readonly<Record<string, string>> = {
    "/docs": "/",
    "/docs/": "/",
    "/docs.md": "/index.md",
    "/reference": "/docs/api",
    "/docs/quickstart/": "/docs/quickstart",
    "/docs/errors/NOT_FOUND/": "/docs/errors/NOT_FOUND",
  };
  for (const [url, page] of Object.entries(guessed)) {
    const { statusCode, headers } = await app.inject({ url });
    assert.deepEqual([statusCode, headers["location"]], [308, page], url);
    assert.equal((await app.inject({ url: page })).statusCode, 200, page);
  }
});

test("the sitemap lists every page once, and robots.txt names it", async () => {
  const { body, headers } = await app.inject({ url: "/sitemap.xml" });
  assert.match(String(headers["content-type"]), /^application\/xml/);
  const listed = [...body.matchAll(/<loc>https:\/\/docs\.example\.com([^<]*)<\/loc>/g)].map(([, path]) => path);
  assert.equal(new Set(listed).size, listed.length);
  assert.deepEqual(new Set(listed), new Set(pagePaths.filter((path) => path !== "/404.html")));
  assert.match(
    (await app.inject({ url: "/robots.txt" })).body,
    /^Sitemap: https:\/\/docs\.example\.com\/sitemap\.xml$/m,
  );
});

test("the export contains every file of the site with the same bytes, and rejects a folder that is not empty", async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-docs-export-"));
  try {
    assert.deepEqual(await exportSite(parts, folder), { files: files.size + 1 });
    const rules = new Map(
      readFileSync(join(folder, "_headers"), "utf8")
        .split("\n\n")
        .map((rule) => rule.trim().split("\n  ") as [string, string]),
    );
    assert.ok(rules.size < 100, "some hosts accept only a hundred rules");
    assert.equal(rules.get("/*"), "X-Content-Type-Options: nosniff");
    for (const path of files.keys()) {
      const served = path === "/404.html" ? null : (await app.inject({ url: path })).rawPayload;
      const written = readFileSync(join(folder, exportedPath(path)));
      if (served !== null) assert.ok(written.equals(served), path);
      const policy = files.get(path)?.headers["content-security-policy"];
      if (policy === undefined) continue;
      const matching = [...rules].filter(
        ([rule]) => rule !== "/*" && (rule.endsWith("/*") ? path.startsWith(rule.slice(0, -1)) : rule === path),
      );
      // Two policies would both apply, and neither page would work under the other's.
      assert.deepEqual(
        matching.map(([, header]) => header),
        [`Content-Security-Policy: ${policy}`],
        path,
      );
      const [, carried = ""] =
        /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(written.toString()) ?? [];
      assert.equal(`${carried}; frame-ancestors 'none'`, policy, path);
    }
    assert.ok(readFileSync(join(folder, "index.html"), "utf8").includes("<h1"));
    assert.ok(readFileSync(join(folder, "docs/errors/NOT_FOUND.html"), "utf8").includes("NOT_FOUND"));
    await assert.rejects(exportSite(parts, folder), /is not empty/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
