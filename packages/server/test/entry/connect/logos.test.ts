/** Logos at the page's own origin: found by the digest of their bytes, cached forever, and unable to run anything. */
import assert from "node:assert/strict";
import { test } from "node:test";
import Fastify from "fastify";
import { brandLogo } from "../../../src/entry/connect/assets.ts";
import { serveLogos } from "../../../src/entry/connect/site.ts";

test("serves an application's and the deployment's logo, and nothing under another id", async () => {
  const app = Fastify();
  const logo = { id: "l".repeat(43), mediaType: "image/png", bytes: Buffer.from("png") };
  const brand = brandLogo("logo.svg", Buffer.from("<svg/>"));
  assert.ok(brand !== null);
  serveLogos(app, (id) => Promise.resolve(id === logo.id ? logo : null), brand);
  for (const { id, mediaType, bytes } of [logo, brand]) {
    const response = await app.inject({ url: `/connect/logo/${id}` });
    assert.deepEqual([response.statusCode, response.body], [200, Buffer.from(bytes).toString()]);
    const { headers } = response;
    assert.equal(headers["content-type"], mediaType);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.match(String(headers["content-security-policy"]), /^default-src 'none';.* sandbox$/);
    assert.equal(headers["cross-origin-resource-policy"], "same-origin");
    assert.match(String(headers["cache-control"]), /immutable/);
  }
  for (const id of ["m".repeat(43), "l", `${logo.id}x`]) {
    assert.equal((await app.inject({ url: `/connect/logo/${id}` })).statusCode, 404, id);
  }
  await app.close();
});
