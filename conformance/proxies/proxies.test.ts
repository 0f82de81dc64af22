/** The server behind nginx, HAProxy, Caddy and Envoy, each with its configuration in deploy/proxies. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createServer, type AddressInfo, type Server } from "node:net";
import { freePort } from "../../tools/free-port.ts";
import { proxyPaths } from "../../tools/needs/proxies.ts";
import {
  makeClient,
  openSession,
  startServer,
  uniqueName,
  type RunningServer,
  type TestClient,
} from "../harness/index.ts";
import { askHttp1, askHttp2 } from "./client.ts";
import { certificateFile, names, shipped, startProxy, type ProxyName, type RunningProxy } from "./programs.ts";

let server: RunningServer;
let client: TestClient;
let tenantId: string;
let consolePort: number;
before(async () => {
  consolePort = await freePort();
  server = await startServer({
    engine: "sqlite",
    env: {
      SVC_PUBLIC_URL: `https://${names.api}`,
      SVC_ADMIN_LISTEN: `127.0.0.1:${consolePort}`,
      SVC_ADMIN_URL: `https://${names.console}`,
      // The doctor tries how long a response may be silent: as long as a call, and five seconds.
      SVC_CALL_TIMEOUT_MS: "1000",
      NODE_EXTRA_CA_CERTS: certificateFile,
    },
  });
  client = await makeClient(server);
  const body = { externalId: uniqueName("t"), displayName: "Acme" };
  const made = await client.caller.post("/v1/tenants", body, { idempotencyKey: uniqueName("t") });
  tenantId = (made.json as { id: string }).id;
});
after(() => server.dispose());

const bearer = (): Record<string, string> => ({ authorization: `Bearer ${client.key}` });
const asJson = { "content-type": "application/json" };

const proxyNames = Object.keys(proxyPaths) as ProxyName[];

for (const name of proxyNames) {
  describe(name, { concurrency: false, timeout: 120_000 }, () => {
    let proxy: RunningProxy;
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), `svc-${name}-`));
      proxy = await startProxy(name, { api: Number(new URL(server.url).port), console: consolePort }, folder);
    });
    after(async () => {
      await proxy.stop();
      await rm(folder, { recursive: true, force: true });
    });

    test("serves the API and the Connect page over HTTP/1.1 and HTTP/2", async () => {
      const session = await openSession(client.caller, tenantId);
      const { pathname } = new URL(session.connectUrl);
      assert.equal(new URL(session.connectUrl).origin, `https://${names.api}`);
      const direct = await (await fetch(server.url + pathname, { headers: { host: names.api } })).text();
      for (const ask of [() => askHttp1(proxy.port, { path: pathname }), () => askHttp2(proxy.port, pathname)]) {
        const page = await ask();
        assert.equal(page.status, 200);
        assert.match(page.headers["content-type"] ?? "", /^text\/html/);
        assert.match(page.headers["content-security-policy"] as string, /frame-ancestors/);
        assert.equal(page.text.length, direct.length);
      }
      assert.deepEqual(JSON.parse((await askHttp2(proxy.port, "/readyz")).text), { status: "ready", sandbox: true });
    });

    test("passes a stream on at once, and keeps it open while it is silent", async () => {
      const startedMs = performance.now();
      const heard: number[] = [];
      const stream = await askHttp1(proxy.port, {
        path: `/v1/tenants/${tenantId}/mcp`,
        headers: { ...bearer(), accept: "text/event-stream", "mcp-protocol-version": "2025-06-18" },
        onData(part) {
          heard.push(performance.now() - startedMs);
          assert.match(part, /^[:\n]|^(event|data|id|retry): /);
          // The first says that the stream is open; svc sends another after 15 seconds of silence.
          return heard.length < 2;
        },
      });
      assert.equal(stream.status, 200, stream.text);
      const [first = Infinity, second = Infinity] = heard;
      assert.ok(first < 25_000 && second < 40_000, `heard after ${heard.join(" and ")} ms`);
    });

    test("passes a slow body on, and limits how slow and how large one may be", async () => {
      const text = JSON.stringify({ externalId: uniqueName("slow"), displayName: "Slow" });
      const headers = { ...bearer(), ...asJson, "idempotency-key": uniqueName("slow") };
      const half = Math.floor(text.length / 2);
      const body = [text.slice(0, half), text.slice(half)];
      const made = await askHttp1(proxy.port, { method: "POST", path: "/v1/tenants", headers, body, pauseMs: 2000 });
      assert.equal(made.status, 201, made.text);
      const large = { displayName: "x".repeat(500_000) };
      const refused = await askHttp1(proxy.port, {
        method: "POST",
        path: "/v1/tenants",
        headers: { ...headers, "idempotency-key": uniqueName("large") },
        body: [JSON.stringify(large)],
      }).catch(() => ({ status: 413 }));
      // Caddy 2.6 hides its own refusal while it buffers.
      assert.ok([413, ...(name === "caddy" ? [502] : [])].includes(refused.status), String(refused.status));
      const never = await askHttp1(proxy.port, {
        method: "POST",
        path: "/v1/tenants",
        headers: { ...headers, "idempotency-key": uniqueName("never"), "content-length": "10000" },
        body: ["{"],
        pauseMs: 0,
      }).then(
        ({ status }) => status,
        () => "closed",
      );
      assert.ok([408, 499, 502, 504, "closed"].includes(never), String(never));
    });

    test("shows the operator console and lets an operator sign in", async () => {
      const made = await server.operate(["operator-tokens", "create", "--name", uniqueName("op"), "--format", "json"]);
      const { token } = JSON.parse(made.stdout) as { token: string };
      const host = names.console;
      const asked = await askHttp1(proxy.port, { path: "/", host });
      assert.match(asked.text, /name="token"/);
      const form = new URLSearchParams({ token, next: "/" }).toString();
      const origin = { origin: `https://${host}`, "sec-fetch-site": "same-origin" };
      const headers = { ...origin, "content-type": "application/x-www-form-urlencoded" };
      const entered = await askHttp1(proxy.port, { method: "POST", path: "/login", host, headers, body: [form] });
      assert.equal(entered.status, 303, entered.text);
      const [cookie = ""] = entered.headers["set-cookie"] ?? [];
      assert.match(cookie, /; Secure/);
      const page = await askHttp1(proxy.port, { path: "/", host, headers: { cookie: cookie.split(";", 1)[0] ?? "" } });
      assert.equal(page.status, 200);
      assert.doesNotMatch(page.text, /name="token"/);
    });
  });
}

/** What the doctor says about a proxy with a changed configuration: its findings that aren't ok. */
async function doctorSays(name: ProxyName, alter: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), `svc-${name}-`));
  const behind = { api: Number(new URL(server.url).port), console: consolePort };
  const proxy = await startProxy(name, behind, folder, alter);
  try {
    const url = `https://127.0.0.1:${proxy.port}`;
    const ran = await server.operate(["doctor", "--format", "json", "--through", url]);
    const { checks } = JSON.parse(ran.stdout) as { checks: Record<"name" | "status" | "detail" | "remedy", string>[] };
    return checks
      .filter(({ name: title }) => title.startsWith("proxy, "))
      .map(({ name: title, status, detail, remedy }) => `${status} ${title}: ${detail}; ${remedy}`);
  } finally {
    await proxy.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

test("the doctor finds nothing wrong with the configurations", { timeout: 120_000 }, async () => {
  for (const name of ["nginx", "haproxy", "envoy"] as const) {
    const found = await doctorSays(name, {});
    assert.deepEqual(
      found.map((line) => line.split(":", 1)[0]),
      ["ok proxy, Host header", "ok proxy, read timeout"],
      found.join(),
    );
  }
});

test("the doctor names the header and the timeout of a wrong configuration", { timeout: 120_000 }, async () => {
  const host = await doctorSays("nginx", { "proxy_set_header Host $host;": "" });
  assert.match(host[0] ?? "", /^fail proxy, Host header: .*proxy_set_header Host \$host/);
  const timeout =
    /^fail proxy, read timeout: the proxy ended a response after [23] s of silence, and a call may take 6 s; /;
  const nginx = await doctorSays("nginx", { "proxy_read_timeout 130s": "proxy_read_timeout 2s" });
  assert.match(nginx[1] ?? "", timeout);
  const haproxy = await doctorSays("haproxy", { "timeout server 130s": "timeout server 2s" });
  assert.match(haproxy[1] ?? "", timeout);
  const envoy = await doctorSays("envoy", { "stream_idle_timeout: 130s": "stream_idle_timeout: 2s" });
  assert.match(envoy[1] ?? "", timeout);
});

test("no proxy sends a request again whose response was lost", { timeout: 120_000 }, async () => {
  for (const name of proxyNames) {
    let arrived = 0;
    const cutting = createServer((socket) => {
      socket
        .on("error", () => undefined)
        .once("data", () => {
          arrived += 1;
          socket.resetAndDestroy();
        });
    });
    cutting.listen(0, "127.0.0.1");
    await once(cutting, "listening");
    const folder = await mkdtemp(join(tmpdir(), `svc-${name}-`));
    const proxy = await startProxy(name, { api: portOf(cutting), console: consolePort }, folder);
    try {
      // Envoy repeats requests for callers that it takes for its own.
      const headers = { "x-envoy-retry-on": "reset,5xx", "x-envoy-max-retries": "3", "idempotency-key": "k" };
      for (const [method, body] of [
        ["POST", ["{}"]],
        ["DELETE", []],
        ["GET", []],
      ] as const) {
        arrived = 0;
        const { status } = await askHttp1(proxy.port, { method, path: "/v1/tenants", headers, body });
        assert.deepEqual([status >= 502, arrived], [true, 1], `${name} ${method}: ${status}`);
      }
    } finally {
      await proxy.stop();
      cutting.close();
      await rm(folder, { recursive: true, force: true });
    }
  }
});

const portOf = (listening: Server): number => (listening.address() as AddressInfo).port;

test("every configuration allows two minutes of silence", () => {
  const silences = [
    ["nginx.conf", /proxy_read_timeout (\d+)s;/g, 2],
    ["haproxy.cfg", /^ {2}timeout (?:client|server) (\d+)s$/gm, 2],
    ["envoy.yaml", /stream_idle_timeout: (\d+)s$/gm, 1],
  ] as const;
  for (const [file, pattern, count] of silences) {
    const seconds = [...shipped(file).matchAll(pattern)].map(([, found]) => Number(found));
    assert.equal(seconds.length, count, file);
    for (const silence of seconds) assert.ok(silence >= 120, file);
  }
});
