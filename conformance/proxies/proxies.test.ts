/** The server behind nginx, HAProxy, Caddy, Envoy and Traefik, each with its configuration in deploy/proxies. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, describe, test, type TestContext } from "node:test";
import { createServer, type AddressInfo } from "node:net";
import { openSession, uniqueName } from "../harness/index.ts";
import { startBehind, type Setting } from "./behind.ts";
import { askHttp1, askHttp2 } from "./client.ts";
import {
  certificateFile,
  names,
  proxyNames,
  shipped,
  startProxy,
  type ProxyName,
  type RunningProxy,
} from "./programs.ts";

let setting: Setting;
before(async () => {
  setting = await startBehind({
    // The doctor tries how long a response may be silent: as long as a call, and five seconds.
    SVC_CALL_TIMEOUT_MS: "1000",
    NODE_EXTRA_CA_CERTS: certificateFile,
  });
});
after(() => setting.close());

const bearer = (): Record<string, string> => ({ authorization: `Bearer ${setting.client.key}` });
const asJson = { "content-type": "application/json" };

for (const name of proxyNames) {
  describe(name, { concurrency: false, timeout: 120_000 }, () => {
    let proxy: RunningProxy;
    before(async () => {
      proxy = await startProxy(name, setting.behind);
    });
    after(() => proxy.stop());

    test("serves the API and the Connect page over HTTP/1.1 and HTTP/2", async () => {
      const { client, server, tenantId } = setting;
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
        path: `/v1/tenants/${setting.tenantId}/mcp`,
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
      const made = await setting.server.operate([
        "operator-tokens",
        "create",
        "--name",
        uniqueName("op"),
        "--format",
        "json",
      ]);
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
  const proxy = await startProxy(name, setting.behind, alter);
  try {
    const url = `https://127.0.0.1:${proxy.port}`;
    const ran = await setting.server.operate(["doctor", "--format", "json", "--through", url]);
    const { checks } = JSON.parse(ran.stdout) as { checks: Record<"name" | "status" | "detail" | "remedy", string>[] };
    return checks
      .filter(({ name: title }) => title.startsWith("proxy, "))
      .map(({ name: title, status, detail, remedy }) => `${status} ${title}: ${detail}; ${remedy}`);
  } finally {
    await proxy.stop();
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

/** A server that hangs up on a request: the first of each connection, or the second, which the proxy then used before. */
async function cuttingServer(t: TestContext, at: 1 | 2): Promise<{ port: number; arrived: string[] }> {
  const arrived: string[] = [];
  const cutting = createServer((socket) => {
    let requests = 0;
    socket
      .on("error", () => undefined)
      .on("data", (bytes) => {
        requests += 1;
        if (requests < at) {
          socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
          return;
        }
        arrived.push(bytes.toString("latin1").split(" ", 1)[0] ?? "");
        socket.resetAndDestroy();
      });
  });
  cutting.listen(0, "127.0.0.1");
  await once(cutting, "listening");
  t.after(() => cutting.close());
  return { port: (cutting.address() as AddressInfo).port, arrived };
}

/**
 * Go's HTTP client repeats a request without a body, if its method or an Idempotency-Key says that it may and if the
 * server closed a connection that was used before. svc answers the repetition from the key.
 */
const inGo: ReadonlySet<ProxyName> = new Set(["caddy", "traefik"]);

test("no proxy sends a request with a body again whose response was lost", { timeout: 120_000 }, async (t) => {
  for (const name of proxyNames) {
    for (const at of [1, 2] as const) {
      const { port, arrived } = await cuttingServer(t, at);
      const proxy = await startProxy(name, { ...setting.behind, api: port });
      try {
        // Envoy repeats requests for callers that it takes for its own.
        const headers = { "x-envoy-retry-on": "reset,5xx", "x-envoy-max-retries": "3", "idempotency-key": "k" };
        for (const [method, body] of [
          ["POST", ["{}"]],
          ["DELETE", []],
          ["GET", []],
        ] as const) {
          if (at === 2) await askHttp1(proxy.port, { path: "/v1/tenants" });
          arrived.splice(0);
          const { status } = await askHttp1(proxy.port, { method, path: "/v1/tenants", headers, body });
          // HAProxy uses a connection only for one caller.
          const isUsedAgain = at === 1 || name !== "haproxy";
          const isRepeated = at === 2 && body.length === 0 && inGo.has(name);
          assert.deepEqual(
            [status >= 502, arrived],
            [isUsedAgain && !isRepeated, isUsedAgain ? [method] : []],
            `${name} ${method}, request ${at} of its connection`,
          );
        }
      } finally {
        await proxy.stop();
      }
    }
  }
});

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
