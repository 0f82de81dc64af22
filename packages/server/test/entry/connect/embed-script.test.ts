/** The embed script's address: what caches and pages of other origins get. */
import assert from "node:assert/strict";
import { test } from "node:test";
import Fastify from "fastify";
import { embedScriptPath, serveEmbedScript } from "../../../src/entry/connect/site.ts";

test("any page may load the script, caches keep it for a while, and it is not sent again if unchanged", async () => {
  const app = Fastify();
  serveEmbedScript(app);
  const first = await app.inject({ url: embedScriptPath });
  assert.equal(first.statusCode, 200);
  assert.match(first.body, /^\/\/ generated .*SvcConnect/s);
  const { etag } = first.headers;
  assert.ok(etag !== undefined);
  const headers = {
    etag,
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=300",
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
  };
  for (const [name, value] of Object.entries(headers)) assert.equal(first.headers[name], value, name);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await app.inject({ url: embedScriptPath, headers: { "if-none-match": known } });
    assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, "", etag], known);
  }
  const other = await app.inject({ url: embedScriptPath, headers: { "if-none-match": '"other"' } });
  assert.equal(other.statusCode, 200);
  await app.close();
});
