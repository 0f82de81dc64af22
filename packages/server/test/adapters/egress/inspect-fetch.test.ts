/** Requests of inspections: where they may go, and what they take. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { InspectionFault } from "@svc/mcp-provider";
import { addressGuard } from "../../../src/adapters/egress/address-guard.ts";
import { createInspectFetch, type InspectFetchOptions } from "../../../src/adapters/egress/inspect-fetch.ts";

/** Starts a server on loopback. @returns its address. */
async function serving(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/mcp`;
}

/** As in a sandbox, unless the options say otherwise. */
function inspectFetch(options: Partial<InspectFetchOptions> = {}) {
  const isAllowedAddress = addressGuard({ loopbackOnly: true, ownNetworks: false });
  return createInspectFetch({ isAllowedAddress, allowsPlain: true, userAgent: "svc/1", ...options });
}

const get = { method: "GET", headers: {} } as const;
const fails = (sentence: RegExp) => (error: unknown) =>
  error instanceof InspectionFault && sentence.test(error.message);

test("sends the method, the headers and the body, and returns the status, the headers and the text", async (t) => {
  const url = await serving(t, (request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method, headers } = request;
      response.writeHead(201, { "x-own": "yes" });
      response.end(
        JSON.stringify([method, headers["user-agent"], headers["x-sent"], Buffer.concat(chunks).toString()]),
      );
    })();
  });
  const fetched = await inspectFetch()(url, { method: "POST", headers: { "x-sent": "1" }, body: "é" });
  assert.deepEqual(JSON.parse(fetched.text), ["POST", "svc/1", "1", "é"]);
  assert.deepEqual([fetched.status, fetched.header("x-own"), fetched.header("x-none")], [201, "yes", null]);
});

test("follows no redirect", async (t) => {
  let count = 0;
  const url = await serving(t, (_request, response) => {
    count += 1;
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  assert.equal((await inspectFetch()(url, get)).status, 302);
  assert.equal(count, 1);
});

test("connects to no private address, nor without TLS, and sends nothing there", async (t) => {
  let count = 0;
  const url = await serving(t, (_request, response) => {
    count += 1;
    response.end();
  });
  const isAllowedAddress = addressGuard({ loopbackOnly: false, ownNetworks: false });
  await assert.rejects(inspectFetch({ isAllowedAddress })(url, get), fails(/in a network that svc doesn't connect to/));
  await assert.rejects(inspectFetch({ allowsPlain: false })(url, get), fails(/has to be https/));
  await assert.rejects(inspectFetch()("ftp://127.0.0.1/mcp", get), fails(/has to be https/));
  assert.equal(count, 0);
});

test("takes no more than its limit, and waits no longer", async (t) => {
  const url = await serving(t, (request, response) => {
    if (request.url === "/mcp") response.end("a".repeat(2000));
  });
  await assert.rejects(inspectFetch({ bytesMax: 1000 })(url, get), fails(/too large/));
  assert.equal((await inspectFetch({ bytesMax: 2000 })(url, get)).text.length, 2000);
  await assert.rejects(inspectFetch({ timeoutMs: 200 })(`${url}/silent`, get), fails(/doesn't respond in time/));
});

test("reads an event stream that stays open until the time is over, and nothing else so", async (t) => {
  const url = await serving(t, (request, response) => {
    const type = request.url === "/mcp" ? "text/event-stream" : "application/json";
    response.writeHead(200, { "content-type": type }).write("data: 1\n\n");
  });
  assert.equal((await inspectFetch({ timeoutMs: 300 })(url, get)).text, "data: 1\n\n");
  await assert.rejects(inspectFetch({ timeoutMs: 300 })(`${url}/json`, get), fails(/doesn't respond in time/));
});

test("says that a server can't be reached, and quotes nothing", async (t) => {
  const url = await serving(t, (_request, response) => response.destroy());
  await assert.rejects(
    inspectFetch()(url, get),
    fails(/^It can't be reached \(lost\)\. Check the address, and that a server listens there\.$/),
  );
  await assert.rejects(
    inspectFetch()("http://127.0.0.1:9/mcp", get),
    fails(/^It can't be reached \(connect\)\. Check/),
  );
});
