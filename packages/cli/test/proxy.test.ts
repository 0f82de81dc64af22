/** The command line, and the SDK under it, behind an HTTP proxy. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { text } from "node:stream/consumers";
import { startTunnelProxy } from "@svc/simulator/tunnel-proxy";

const launcher = new URL("../bin/svc", import.meta.url).pathname;
const file = (name: string): string => new URL(`fixture/test-only-${name}.pem`, import.meta.url).pathname;

/** A server that only the proxy can reach, by the name in its certificate. */
async function setting(t: TestContext) {
  const seen: string[] = [];
  const server = createServer({ key: readFileSync(file("key")), cert: readFileSync(file("certificate")) });
  server.on("request", (request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers["proxy-authorization"] ?? ""}`);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ tenants: [], nextCursor: null }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy = await startTunnelProxy((server.address() as AddressInfo).port, { user: "me:canary-9a1b" });
  t.after(() => {
    proxy.close();
    server.closeAllConnections();
    server.close();
  });
  const run = async (variables: Record<string, string>) => {
    const env = {
      PATH: process.env["PATH"],
      SVC_API_URL: "https://svc.internal",
      SVC_TOKEN: "svc_live_canaryCANARY0123456789",
      NODE_EXTRA_CA_CERTS: file("certificate"),
      ...variables,
    };
    const child = spawn(launcher, ["tenants", "list", "--format", "json"], { env, stdio: ["ignore", "pipe", "pipe"] });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (child.exitCode === null) await once(child, "exit");
    return { exitCode: child.exitCode, printed: stdout + stderr };
  };
  return { proxy, seen, run };
}

test("sends through the proxy of HTTPS_PROXY, in a tunnel, and directly to what NO_PROXY names", async (t) => {
  const { proxy, seen, run } = await setting(t);
  for (const variable of ["HTTPS_PROXY", "https_proxy"]) {
    const { exitCode, printed } = await run({ [variable]: proxy.url });
    assert.deepEqual([exitCode, JSON.parse(printed)], [0, { tenants: [], nextCursor: null }]);
  }
  // The proxy's credentials go to the proxy only.
  assert.deepEqual(
    seen.map((line) => line.split("?", 1)[0]?.trim()),
    ["GET /v1/tenants", "GET /v1/tenants"],
  );
  const basic = Buffer.from("me:canary-9a1b").toString("base64");
  for (const head of proxy.heads.splice(0)) {
    assert.match(head, /^CONNECT svc\.internal:443 HTTP\/1\.1\r\n/);
    assert.match(head.toLowerCase(), new RegExp(`proxy-authorization: basic ${basic}`.toLowerCase()));
  }
  const direct = await run({ HTTPS_PROXY: proxy.url, NO_PROXY: ".internal" });
  assert.notEqual(direct.exitCode, 0);
  proxy.mood = { answer: "HTTP/1.1 407 Who?\r\n\r\n" };
  const refused = await run({ HTTPS_PROXY: proxy.url });
  assert.notEqual(refused.exitCode, 0);
  for (const { printed } of [direct, refused]) assert.ok(!printed.includes("canary"), printed);
  assert.equal(seen.length, 2);
});
