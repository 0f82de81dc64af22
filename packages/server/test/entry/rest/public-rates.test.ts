/** Routes and their groups of rates. */
import assert from "node:assert/strict";
import { test } from "node:test";
import Fastify from "fastify";
import { createPublicRates } from "../../../src/domain/limits/rates.ts";
import { countBytes, ratePublicRoutes } from "../../../src/entry/rest/public-rates.ts";

const platform = { monotonicMs: () => 0 };

test("a route without a group can't be registered", () => {
  const app = Fastify();
  ratePublicRoutes(app, createPublicRates({ perConnectAddress: 0, perPublicAddress: 0 }, platform));
  assert.throws(() => app.get("/open", () => "ok"), /\/open has no group/);
  app.get("/limited", { config: { group: "docs" } }, () => "ok");
});

test("counts a request once, also one for HEAD, before the route's own hooks, and a large response as several", async () => {
  const app = Fastify();
  const rates = createPublicRates({ perConnectAddress: 0, perPublicAddress: 5 }, platform);
  ratePublicRoutes(app, rates);
  let begun = 0;
  app.get("/page", { config: { group: "docs" }, onRequest: async () => void (begun += 1) }, (request) => {
    countBytes(rates, "docs", request, 3 * 64 * 1024);
    return "ok";
  });
  const statusOf = async (method: "GET" | "HEAD"): Promise<number> =>
    (await app.inject({ method, url: "/page" })).statusCode;
  assert.deepEqual([await statusOf("HEAD"), await statusOf("GET"), begun], [200, 200, 2]);
  // Fastify alone has no response for our error.
  assert.deepEqual([await statusOf("GET"), begun], [500, 2]);
});
