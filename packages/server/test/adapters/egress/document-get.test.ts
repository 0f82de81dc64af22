/** Fetches an image from a URL that an operator chose: one checked request, within limits. */
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { addressGuard } from "../../../src/adapters/egress/address-guard.ts";
import { createDocumentGet } from "../../../src/adapters/egress/document-get.ts";

const requests: { url: string; agent: string }[] = [];
let server: Server;
let origin: string;
before(async () => {
  server = createServer((request, response) => {
    requests.push({ url: request.url ?? "", agent: request.headers["user-agent"] ?? "" });
    if (request.url === "/moved") return void response.writeHead(302, { location: "/image?a=1" }).end();
    if (request.url === "/cut") return void response.write("half", () => response.destroy());
    if (request.url === "/hang") return;
    response.end(Buffer.alloc(request.url === "/large" ? 101 : 100, 7));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const fetchDocument = (path: string, { loopbackOnly = true, timeoutMs = 5000 } = {}) => {
  const get = createDocumentGet({
    isAllowedAddress: addressGuard({ loopbackOnly }),
    userAgent: "svc/test",
    accept: "*/*",
    timeoutMs,
  });
  return get(new URL(path, origin), 100);
};

test("returns the bytes of one GET, without following a redirect", async () => {
  const fetched = await fetchDocument("/image?a=1");
  assert.deepEqual(fetched, { kind: "answered", httpStatus: 200, bytes: Buffer.alloc(100, 7) });
  assert.deepEqual(requests.at(-1), { url: "/image?a=1", agent: "svc/test" });
  const moved = await fetchDocument("/moved");
  assert.deepEqual([moved.kind, "httpStatus" in moved && moved.httpStatus], ["answered", 302]);
  assert.equal(requests.at(-1)?.url, "/moved");
});

test("gives up on a file that is too large, cut off or late, and connects to no forbidden address", async () => {
  assert.deepEqual(await fetchDocument("/large"), { kind: "none", fault: "too_large" });
  assert.deepEqual(await fetchDocument("/cut"), { kind: "none", fault: "lost" });
  assert.deepEqual(await fetchDocument("/hang", { timeoutMs: 50 }), { kind: "none", fault: "timeout" });
  const count = requests.length;
  assert.deepEqual(await fetchDocument("/image", { loopbackOnly: false }), { kind: "none", fault: "refused_address" });
  assert.equal(requests.length, count);
});
