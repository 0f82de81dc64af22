/** The operator's egress proxy: what goes through it, what it may answer, and what is never shown. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { test, type TestContext } from "node:test";
import { addressGuard } from "../../../src/adapters/egress/address-guard.ts";
import { createDocumentGet } from "../../../src/adapters/egress/document-get.ts";
import { createEgress, type Egress, type EgressTarget } from "../../../src/adapters/egress/index.ts";
import { parseProxy, type EgressProxy } from "../../../src/adapters/egress/proxy.ts";
import { reachByTls } from "../../../src/adapters/egress/doctor-probes.ts";
import { createWebhookPost } from "../../../src/adapters/egress/webhook-post.ts";
import type { MachineNotes } from "../../../src/domain/machine/watch.ts";
import { machineFaultOf } from "../../../src/domain/machine/watch.ts";
import { tunnelEstablished, type TunnelMood } from "@svc/simulator/tunnel-proxy";
import { cuttingProxy } from "./cutting-proxy.ts";
import { certificate, change, patientLimits, rawServer, requestCount, sendOnce, soon } from "./raw-server.ts";

const password = "canary-4c1e";

function egressTo(
  t: TestContext,
  proxy: EgressProxy,
  target: Partial<EgressTarget>,
  { machine, connectTimeoutMs = 20_000, ca }: { machine?: MachineNotes; connectTimeoutMs?: number; ca?: string } = {},
): Egress {
  const fixed = { provider: "acme", service: "api", requestIdHeader: "x", responseHeaders: [] } as const;
  const egress = createEgress({
    targets: [{ ...fixed, origin: null, loopbackOnly: false, ...target }],
    limits: { ...patientLimits, connectTimeoutMs },
    userAgent: "svc-test",
    monotonicMs: () => performance.now(),
    nowMs: () => 0,
    proxy,
    ...(machine === undefined ? {} : { machine }),
    ...(ca === undefined ? {} : { ca }),
  });
  t.after(() => egress.close());
  return egress;
}

async function providerBehind(t: TestContext, options: Parameters<typeof cuttingProxy>[2] = {}) {
  const response = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
  const provider = await rawServer(t, (socket) => void socket.write(response), { tls: true });
  const proxy = await cuttingProxy(t, provider.port, options);
  return { provider, proxy, origin: `https://localhost:${provider.port}` };
}

for (const tls of [false, true]) {
  test(`sends through a proxy ${tls ? "with TLS" : "without TLS"}, once per connection, with its credentials`, async (t) => {
    const user = `svc%40acme:${password}%2F`;
    const { provider, proxy, origin } = await providerBehind(t, { user, tls });
    const egress = egressTo(t, proxy.proxy, { origin, loopbackOnly: true }, { ca: certificate });
    const channel = egress.open("acme", { headers: {}, deadlineMs: soon() });
    for (const method of ["GET", "GET", "POST"] as const) {
      const request = method === "GET" ? { method, path: ["v3"] } : change;
      assert.equal((await channel.send(request)).kind, "answered");
    }
    channel.close();
    assert.equal(requestCount(provider), 3);
    const authority = `localhost:${provider.port}`;
    const basic = Buffer.from(`svc@acme:${password}/`).toString("base64");
    assert.deepEqual(proxy.heads, [
      `CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\nproxy-authorization: Basic ${basic}\r\n\r\n`,
    ]);
    const [sent = ""] = provider.received;
    assert.ok(!sent.toLowerCase().includes("proxy"), "the provider sees the proxy's credentials");
    assert.ok(!inspect(proxy.proxy, { depth: 9, showHidden: true }).includes(password));
  });
}

const moods: readonly (readonly [what: string, mood: TunnelMood, code: string])[] = [
  [
    "wrong credentials",
    { answer: `HTTP/1.1 407 Proxy Authentication Required\r\nx: ${password}\r\n\r\n` },
    "PROXY_AUTH",
  ],
  ["a refusal", { answer: "HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno" }, "PROXY_REFUSED"],
  ["an unreachable host", { answer: "HTTP/1.0 502 Bad Gateway\r\n\r\n" }, "PROXY_REFUSED"],
  ["a redirect", { answer: "HTTP/1.1 302 Found\r\nlocation: http://login.internal/\r\n\r\n" }, "PROXY_REFUSED"],
  ["something that isn't HTTP", { answer: "SSH-2.0-OpenSSH_9.2\r\n" }, "PROXY_MALFORMED"],
  ["no status", { answer: "HTTP/1.1 abc\r\n\r\n" }, "PROXY_MALFORMED"],
  ["bytes before ours", { answer: `${tunnelEstablished}HTTP/1.1 200 OK\r\n\r\n` }, "PROXY_MALFORMED"],
  ["a head without end", { answer: `HTTP/1.1 200 OK\r\nx: ${"x".repeat(20_000)}` }, "PROXY_MALFORMED"],
  ["silence", { isSilent: true }, "PROXY_CUT"],
];

test("whatever a proxy answers without a tunnel, nothing is sent, no provider is blamed, and the operator is told", async (t) => {
  const { provider, proxy, origin } = await providerBehind(t, { user: `svc:${password}` });
  const codes: string[] = [];
  const machine = { note: (code: string) => void codes.push(code), shortage: () => null };
  for (const [what, mood, code] of moods) {
    const connectTimeoutMs = mood.isSilent === true ? 200 : 20_000;
    const egress = egressTo(
      t,
      proxy.proxy,
      { origin, loopbackOnly: true },
      { machine, connectTimeoutMs, ca: certificate },
    );
    proxy.mood = mood;
    const facts = await sendOnce(egress);
    assert.deepEqual(facts, { kind: "not_sent", reason: "local" }, what);
    assert.deepEqual(codes.splice(0), [code], what);
    assert.equal(machineFaultOf(code)?.isShortage, false);
    assert.ok(!JSON.stringify([facts, machineFaultOf(code)]).includes(password));
  }
  const gone = parseProxy("http://127.0.0.1:9") ?? assert.fail();
  const egress = egressTo(t, { ...gone, takes: () => true }, { origin, loopbackOnly: true }, { machine });
  assert.deepEqual(await sendOnce(egress), { kind: "not_sent", reason: "local" });
  assert.deepEqual(codes, ["PROXY_UNREACHABLE"]);
  assert.deepEqual([provider.sockets.length, proxy.tunnels], [0, 0]);
});

test("an interim response isn't the answer, and a fault behind the tunnel is the provider's, as without a proxy", async (t) => {
  const { proxy, origin } = await providerBehind(t);
  proxy.mood = { answer: `HTTP/1.1 102 Processing\r\n\r\n${tunnelEstablished}` };
  const target = { origin, loopbackOnly: true };
  assert.deepEqual(await sendOnce(egressTo(t, proxy.proxy, target)), { kind: "not_sent", reason: "tls" });
});

test("a private literal is refused through the proxy too, and a listed one works with the operator's authority", async (t) => {
  const { provider, proxy } = await providerBehind(t);
  const sendTo = async (url: string, isListed: boolean): Promise<unknown> => {
    const { origin } = new URL(url);
    const target = isListed ? { listed: { prod: origin }, extraCa: certificate } : { origin };
    const egress = egressTo(t, proxy.proxy, target);
    const listed = isListed ? { listedOrigin: "prod" } : {};
    const channel = egress.open("acme", { headers: {}, deadlineMs: soon(), ...listed });
    const facts = await channel.send(change);
    channel.close();
    return facts.kind === "not_sent" ? facts.reason : facts.kind;
  };
  const refused = ["https://10.1.2.3", "https://127.0.0.1:8443", "https://[fd12::1]", "https://[64:ff9b::a01:203]"];
  for (const origin of refused) assert.equal(await sendTo(origin, false), "refused_address", origin);
  for (const origin of ["https://169.254.169.254", "https://[::ffff:169.254.169.254]", "https://[fd00:ec2::254]"]) {
    assert.equal(await sendTo(origin, true), "refused_address", origin);
  }
  assert.equal(proxy.heads.length, 0, "the proxy was asked for a refused address");
  // The certificate is for localhost, which the proxy resolves.
  assert.equal(await sendTo("https://localhost:8443", true), "answered");
  assert.equal(await sendTo("https://localhost:8443", false), "tls");
  assert.equal(await sendTo("https://10.1.2.3:8200", true), "tls");
  assert.deepEqual(
    proxy.heads.map((head) => head.split(" ", 2)[1]),
    ["localhost:8443", "localhost:8443", "10.1.2.3:8200"],
  );
  assert.equal(requestCount(provider), 1);
});

test("documents and webhooks go through it, and a dead endpoint isn't taken for a dead proxy", async (t) => {
  const { proxy } = await providerBehind(t);
  const isAllowedAddress = addressGuard({ loopbackOnly: false });
  const allowance = {
    allows: () => true,
    mayAllow: () => true,
    isListed: ({ hostname }: URL) => hostname === "listed.acme.io",
  };
  const post = createWebhookPost({
    urlRules: { sandbox: false, isAllowedAddress, allowance },
    connectTimeoutMs: 20_000,
    userAgent: "test",
    nowMs: () => 0,
    proxy: proxy.proxy,
    ca: certificate,
    nameServers: ["127.0.0.1:9"],
    askListed: () => Promise.reject(new Error("It isn't there.")),
  });
  const get = createDocumentGet({
    isAllowedAddress,
    userAgent: "test",
    accept: "*/*",
    proxy: proxy.proxy,
    ca: certificate,
  });
  const faultOf = async (text: string): Promise<unknown[]> => {
    const url = new URL(text);
    const posted = await post(url, { headers: {}, body: "{}", timeoutMs: 20_000 });
    const got = await get(url, 100);
    return [posted, got].map((facts) => (facts.kind === "none" ? facts.fault : facts.httpStatus));
  };
  const asked = (): string[] => proxy.heads.splice(0).map((head) => head.split(" ", 2)[1] ?? "");
  // The tunnel leads to a server with a certificate for localhost only.
  assert.deepEqual(await faultOf("https://hooks.acme.io/"), ["tls", "tls"]);
  assert.deepEqual(asked(), ["hooks.acme.io:443", "hooks.acme.io:443"]);
  proxy.mood = { answer: "HTTP/1.1 502 Bad Gateway\r\n\r\n" };
  assert.deepEqual(await faultOf("https://hooks.acme.io/"), ["connect", "connect"]);
  proxy.mood = { answer: "HTTP/1.1 407 Who?\r\n\r\n" };
  assert.deepEqual(await faultOf("https://hooks.acme.io/"), ["local", "local"]);
  asked();
  // What only the operator's list allows goes directly, where its address is checked.
  proxy.mood = {};
  for (const url of ["https://listed.acme.io/", "https://backend.internal/", "https://backend.acme.io:3000/"]) {
    const posted = await post(new URL(url), { headers: {}, body: "{}", timeoutMs: 20_000 });
    assert.deepEqual(posted, { kind: "none", fault: "dns" }, url);
  }
  assert.deepEqual(asked(), []);
});

test("the doctor tries a host through the proxy", async (t) => {
  const { proxy, provider } = await providerBehind(t);
  const host = `localhost:${provider.port}`;
  assert.equal(await reachByTls(host, certificate, proxy.proxy), null);
  assert.equal(await reachByTls(host, null, proxy.proxy), "TLS");
  proxy.mood = { answer: "HTTP/1.1 407 Who?\r\n\r\n" };
  assert.equal(await reachByTls(host, certificate, proxy.proxy), "PROXY_AUTH");
});

test("takes https to other machines, except what NO_PROXY names, as the SDKs do", () => {
  const file = new URL("../../../../../conformance/sdk/no-proxy.json", import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, "utf8")) as {
    cases: { noProxy: string; directly: string[]; through: string[] }[];
  };
  for (const { noProxy, directly, through } of cases) {
    const proxy = parseProxy("proxy:3128", { noProxy }) ?? assert.fail();
    for (const url of directly) assert.equal(proxy.takes(new URL(url)), false, `"${noProxy}" names ${url}`);
    for (const url of through) assert.equal(proxy.takes(new URL(url)), true, `"${noProxy}" doesn't name ${url}`);
  }
});

test("parses the URL of an HTTP proxy, and nothing else", () => {
  const read = (text: string): unknown => {
    const proxy = parseProxy(text);
    return proxy === null ? null : [proxy.host, proxy.port, proxy.secure];
  };
  assert.deepEqual(read("proxy.internal:3128"), ["proxy.internal", 3128, false]);
  assert.deepEqual(read("http://proxy"), ["proxy", 80, false]);
  assert.deepEqual(read("https://u:p@[fd12::1]/"), ["fd12::1", 443, true]);
  const refused = [
    "",
    "socks5://proxy:1080",
    "http://proxy/path",
    "http://proxy?x",
    "http://proxy#x",
    "http://",
    "http://%zz@proxy",
    "http://u:%ff@proxy",
    "proxy:99999",
  ];
  for (const text of refused) assert.equal(read(text), null, text);
});
