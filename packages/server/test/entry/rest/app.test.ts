/** The REST app: request ids, HEAD, and what a stop rejects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createApp, type AppOptions, type ServerPhase } from "../../../src/entry/rest/app.ts";
import { createRequestTracker } from "../../../src/entry/rest/connections.ts";
import { createWorkScope, noMetrics, noTracing } from "../../../src/domain/telemetry/port.ts";
import { until } from "../mcp/until.ts";
import { sendRaw } from "./raw.ts";

function openApp(phase: ServerPhase = "open", others: Partial<AppOptions> = {}) {
  let made = 0;
  const app = createApp({
    docsUrl: "https://docs.test",
    sandbox: false,
    logLevel: "silent",
    newRequestId: () => `req_${(made += 1)}`,
    phase: () => phase,
    requests: createRequestTracker(() => 0),
    ...others,
  });
  app.get("/thing", (_request, reply) => reply.send({ ok: true }));
  app.get("/readyz", (_request, reply) => reply.send({ ok: true }));
  return app;
}

test("keeps a caller's request id, unless it is malformed or looks like one of our keys or tokens", async () => {
  const app = openApp();
  const idOf = async (own: string) =>
    (await app.inject({ url: "/thing", headers: { "x-request-id": own } })).headers["x-request-id"];
  assert.equal(await idOf("trace-42_a"), "trace-42_a");
  for (const own of [`svc_live_${"a".repeat(48)}`, `cst_${"a".repeat(43)}`, "css_x", "cc_x", "a b", "a".repeat(65)]) {
    assert.match(String(await idOf(own)), /^req_\d+$/, own);
  }
});

test("serves a path after a base URL that ends in a slash, and never reads it as another host", async (t) => {
  const app = openApp();
  t.after(() => app.close());
  app.get("/seen", (request, reply) => reply.send({ url: request.url }));
  await app.listen({ host: "127.0.0.1", port: 0 });
  for (const [path, status] of [
    ["//thing", "200"],
    ["///thing?a=//b", "200"],
    ["//seen", "200"],
    ["/thing//", "404"],
    ["//", "404"],
  ]) {
    const connection = await sendRaw(app.server, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    await until(() => (connection.text().endsWith("}") ? true : null));
    assert.equal(connection.text().match(/(?<=HTTP\/1\.1 )\d+/)?.[0], status, path);
    if (path === "//seen") assert.match(connection.text(), /"url":"\/seen"/);
    connection.socket.destroy();
  }
});

test("answers HEAD wherever it answers GET", async () => {
  const response = await openApp().inject({ method: "HEAD", url: "/thing" });
  assert.deepEqual([response.statusCode, response.body], [200, ""]);
});

test("answers pipelined requests in order, and sends a large body whole", async (t) => {
  const app = openApp();
  t.after(() => app.close());
  const large = "é".repeat(100_000);
  app.get("/large", (_request, reply) => reply.type("text/plain; charset=utf-8").send(large));
  await app.listen({ host: "127.0.0.1", port: 0 });
  const paths = ["/thing", "/large", "/nowhere"];
  const connection = await sendRaw(app.server, paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(""));
  await until(() => (connection.text().endsWith("}") && connection.text().includes("404") ? true : null));
  assert.deepEqual(connection.text().match(/(?<=HTTP\/1\.1 )\d+/g), ["200", "200", "404"]);
  assert.match(connection.text(), /content-length: 200000\r\n/);
  assert.ok(Buffer.from(connection.text(), "latin1").toString("utf8").includes(large));
  assert.equal((await app.inject({ method: "HEAD", url: "/large" })).headers["content-length"], "200000");
  connection.socket.destroy();
});

test("a stopping server rejects new requests, except health checks", async () => {
  const app = openApp("closed");
  const refused = await app.inject("/thing");
  assert.equal(refused.statusCode, 503);
  assert.deepEqual([refused.json<{ code: string }>().code, refused.headers["connection"]], ["OVERLOADED", "close"]);
  assert.equal((await app.inject("/readyz")).statusCode, 200);
});

test("a defect's log line has its request id once, with or without telemetry", async () => {
  const watch = { metrics: noMetrics, tracing: noTracing, work: createWorkScope() };
  for (const watched of [{}, { watch }]) {
    const written: string[] = [];
    const log = { lastLevel: 0, write: (line: string) => void written.push(line), flush: () => undefined };
    const app = openApp("open", { logLevel: "error", log, newRequestId: () => "req_defect", ...watched });
    app.get("/defect", () => {
      throw new TypeError("a defect");
    });
    assert.equal((await app.inject("/defect")).statusCode, 500);
    assert.equal(written.length, 1);
    assert.deepEqual(written.join("").match(/"requestId":"[^"]*"/g), ['"requestId":"req_defect"']);
  }
});

test("shows a browser a page at an unknown address for people, and a problem everywhere else", async () => {
  const unknownPage = (languages: readonly string[]) => ({
    status: 404,
    headers: { "content-type": "text/html; charset=utf-8" },
    html: `<p>${languages.join()}`,
  });
  const app = openApp("open", { unknownPage });
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "de" };
  const open = async (url: string, more: { method?: "GET" | "POST"; headers?: Record<string, string> } = {}) => {
    const { statusCode, headers, body } = await app.inject({ url, headers: browser, ...more });
    assert.ok([404, 405].includes(statusCode), `${url} ${statusCode}`);
    return String(headers["content-type"]).startsWith("text/html") ? body : "problem";
  };
  for (const url of ["/approve", "/approve/a/b/c?x", "/oauth/unknown", "/connect/a/b/c", "/connect?a"]) {
    assert.equal(await open(url), "<p>de", url);
    assert.equal(await open(url, { headers: { accept: "application/json" } }), "problem", url);
    assert.equal(await open(url, { method: "POST" }), "problem", url);
  }
  for (const url of ["/v1/unknown", "/connect/v1/unknown", "/approved", "/connected", "/"]) {
    assert.equal(await open(url), "problem", url);
  }
});
