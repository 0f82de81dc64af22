/** The doctor's thresholds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { createServer } from "node:tls";
import type { AddressInfo } from "node:net";
import { reachByTls } from "../../../../src/adapters/egress/doctor-probes.ts";
import {
  consoleFindings,
  connectOrigin,
  metricsListener,
  publicUrl,
  server,
  backgroundWork,
} from "../../../../src/entry/cli/doctor/network.ts";
import { clockFinding, disks } from "../../../../src/entry/cli/doctor/database.ts";
import { diagnose, DoctorFailure } from "../../../../src/entry/cli/doctor/diagnose.ts";
import { openFiles } from "../../../../src/entry/cli/doctor/machine.ts";
import { ownServers } from "../../../../src/entry/cli/doctor/providers.ts";
import type { OperatorDeployment, OperatorProvider, Setting } from "../../../../src/entry/cli/environment.ts";
import { fixedClock } from "../../../domain/clock/fixed.ts";
import { createEnvironment, findings, setting, statusOf } from "./subject.ts";

test("a clock that jumped fails, and says how far, since when and how to fix it", () => {
  assert.deepEqual(clockFinding(fixedClock(0).state()), { status: "ok", detail: "in order" });
  const since = Date.parse("2027-01-02T03:04:05Z");
  const jump = clockFinding({ offsetMs: -500 * 86_400_000, jump: { cause: "ran", atMs: since }, gap: null });
  assert.equal(jump.status, "fail");
  assert.match(
    jump.detail,
    /^Since 2027-01-02T03:04:05.000Z the clock jumped while the server ran \(by \+500.0 days\)/,
  );
  assert.match(jump.detail, /svc-server clock accept/);
  const off = {
    offsetMs: 0,
    jump: { cause: "ahead", atMs: since },
    gap: { fromMs: since - 900_000, toMs: since },
  } as const;
  assert.match(clockFinding(off).detail, /by \+15.0 minutes/);
});

test("open files warn below what the settings can use, and fail when most of the limit is in use", async () => {
  const judged = (openFilesMax: number | null, openNow: number | null) =>
    statusOf(openFiles, { environment: createEnvironment({}, { openFilesMax, openFiles: openNow }) });
  assert.equal(await judged(null, 10), "look");
  assert.equal(await judged(14_596, 11_000), "ok");
  assert.equal(await judged(14_595, 11_000), "warn");
  assert.equal(await judged(14_595, null), "warn");
  assert.equal(await judged(1024, 820), "fail");
});

/** What the doctor says about a server whose metrics listener answers with these checks. */
async function lookAtServer(checks: unknown) {
  const metricsUrl = "http://127.0.0.1:9464";
  const environment = createEnvironment({
    documentOf: (url) => Promise.resolve(url === `${metricsUrl}/readyz` ? { checks } : undefined),
    statusOf: () => Promise.resolve(503),
  });
  const subject = { setting: { metricsUrl }, environment };
  return { work: (await findings(backgroundWork, subject))[0], server: (await findings(server, subject))[0] };
}

test("asks the server itself which of its checks and background tasks fail", async () => {
  const disk = { name: "database", ok: false, reason: "the disk that holds the database is full" };
  const tasks = (reason: string) => ({ name: "background", ok: true, reason });
  const failing = await lookAtServer([disk, tasks("retention of executions")]);
  assert.equal(failing.work?.status, "warn");
  assert.equal(failing.work.detail, "the last run failed: retention of executions");
  assert.equal(failing.server?.status, "fail");
  assert.match(failing.server.detail, /responds with 503: database \(the disk that holds the database is full\)$/);
  assert.equal((await lookAtServer([tasks("")])).work?.status, "ok");
  for (const other of [undefined, "text", [], [null], [{ name: 1, ok: "", reason: {} }]]) {
    assert.equal((await lookAtServer(other)).work?.status, "look", JSON.stringify(other));
  }
  const foreign = await lookAtServer([tasks(`\u001b[2J${"x".repeat(999)}`)]);
  assert.match(foreign.work?.detail ?? "", /^the last run failed: \?\[2Jx{1,300}$/);
  assert.equal(await statusOf(backgroundWork, {}), "look");
});

test("free space warns below a gibibyte and fails below a tenth of it", async () => {
  const mebibyte = 1024 * 1024;
  const judged = (...free: (number | null)[]) => {
    const folders = free.map((freeBytes) => ({ what: "the database", freeBytes }));
    return statusOf(disks, { environment: createEnvironment({ disks: () => folders }) });
  };
  assert.equal(await judged(), "ok");
  assert.equal(await judged(1024 * mebibyte, 1024 * mebibyte - 1), "ok,warn");
  assert.equal(await judged(100 * mebibyte, 100 * mebibyte - 1, null), "warn,fail,look");
});

test("an address that others can reach needs a public URL with TLS", async () => {
  const judged = (change: Partial<Setting>) => statusOf(publicUrl, { setting: { listenHost: "0.0.0.0", ...change } });
  assert.equal(await judged({}), "fail");
  assert.equal(await judged({ listenHost: "[::1]" }), "ok");
  assert.equal(await judged({ publicUrl: "http://svc.example" }), "fail");
  assert.equal(await judged({ publicUrl: "https://svc.example" }), "ok");
  assert.equal(await judged({ publicUrl: "https://svc.example", connectUrl: "http://connect.example" }), "fail");
});

test("Connect pages on the API's origin warn, unless on this machine", async () => {
  const judged = (change: Partial<Setting>) => statusOf(connectOrigin, { setting: change });
  assert.equal(await judged({}), "warn");
  assert.equal(await judged({ connectUrl: "https://svc.example/connect" }), "warn");
  assert.equal(await judged({ connectUrl: "https://connect.example" }), "ok");
  assert.equal(await judged({ baseUrl: "http://127.0.0.1:7480" }), "ok");
});

test("metrics beyond this machine need a look, and fail if callers can reach them", async () => {
  const judged = (metricsHost: string | null, response: number | null) => {
    const environment = createEnvironment({
      statusOf: (url) => Promise.resolve(url === "https://svc.example/metrics" ? response : null),
    });
    return statusOf(metricsListener, { setting: { metricsHost }, environment });
  };
  assert.equal(await judged(null, 404), "ok");
  assert.equal(await judged("127.0.0.1", null), "ok");
  assert.equal(await judged("0.0.0.0", 404), "look");
  assert.equal(await judged("127.0.0.1", 200), "fail");
});

/** Checks a console with these responses by URL. @returns statuses, details, and the requested URLs. */
async function lookAtConsole(change: Partial<Setting>, responses: Readonly<Record<string, number>> = {}) {
  const asked: string[] = [];
  const answering = (url: string): Promise<number | null> => {
    asked.push(url);
    return Promise.resolve(responses[url] ?? null);
  };
  const found = await consoleFindings({ statusOf: answering }, { ...setting, ...change });
  return { asked, status: found.map(({ status }) => status).join(), detail: found.map((one) => one.detail).join() };
}

test("doesn't request a console that is off, and warns about its URL", async () => {
  assert.deepEqual(await lookAtConsole({}), { asked: [], status: "ok", detail: "off: SVC_ADMIN_LISTEN is not set" });
  const { status, detail, asked } = await lookAtConsole({ adminUrl: "https://ops.example" });
  assert.deepEqual([status, asked], ["warn", []]);
  assert.match(detail, /SVC_ADMIN_LISTEN/);
});

test("requests a console at its own URL, and fails if callers can reach it", async () => {
  const here = { adminAt: "http://127.0.0.1:7490" };
  const behind = { adminAt: "http://0.0.0.0:7490", adminUrl: "https://ops.example" };
  const own = await lookAtConsole(here, { "http://127.0.0.1:7490/login": 200, "https://svc.example/login": 404 });
  assert.deepEqual([own.status, own.asked], ["ok", ["http://127.0.0.1:7490/login", "https://svc.example/login"]]);
  const proxied = await lookAtConsole(behind, { "https://ops.example/login": 200 });
  assert.deepEqual([proxied.status, proxied.asked[0]], ["ok", "https://ops.example/login"]);
  assert.match((await lookAtConsole(here)).detail, /no response from http:\/\/127\.0\.0\.1:7490/);
  for (const [response, status] of [
    [302, "ok"],
    [401, "ok"],
    [403, "ok"],
    [404, "fail"],
    [502, "fail"],
  ] as const) {
    assert.equal(
      (await lookAtConsole(behind, { "https://ops.example/login": response })).status,
      status,
      String(response),
    );
  }
  const led = await lookAtConsole(behind, { "https://ops.example/login": 200, "https://svc.example/login": 200 });
  assert.deepEqual([led.status, /reachable at the API/.test(led.detail)], ["ok,fail", true]);
  assert.equal((await lookAtConsole({ adminAt: "http://127.0.0.1:0" })).status, "ok");
});

test("a console needs its own host name, unless both are on this machine", async () => {
  const on = (adminUrl: string) => ({ adminAt: "http://0.0.0.0:7490", adminUrl });
  const same = await lookAtConsole(on("https://svc.example"));
  assert.deepEqual([same.status, same.asked], ["fail", []]);
  const connect = await lookAtConsole({ ...on("https://connect.example"), connectUrl: "https://connect.example/svc" });
  assert.equal(connect.status, "fail");
  const port = await lookAtConsole(on("https://svc.example:8443"), { "https://svc.example:8443/login": 200 });
  assert.deepEqual([port.status, /cookies/.test(port.detail)], ["warn,ok", true]);
  const local = { baseUrl: "http://127.0.0.1:7480", adminAt: "http://127.0.0.1:7490" };
  assert.equal((await lookAtConsole(local, { "http://127.0.0.1:7490/login": 200 })).status, "ok");
});

function provider(change: Partial<OperatorProvider>): OperatorProvider {
  return {
    slug: "p",
    actions: [],
    needsApp: false,
    takesApp: false,
    hasEvents: false,
    offersSecret: false,
    hosts: [],
    listedOrigins: null,
    source: { kind: "built_in" },
    ...change,
  };
}

test("connections to a server that isn't listed, or that is listed elsewhere, warn", async () => {
  const environment = createEnvironment({
    providers: [
      provider({ slug: "fixed" }),
      provider({ slug: "shelf", listedOrigins: [{ name: "prod", address: "https://shelf.internal" }] }),
      provider({ slug: "tray", listedOrigins: [] }),
    ],
  });
  const counts: Readonly<Record<string, { listedOrigin: string; count: number }[]>> = {
    shelf: [
      { listedOrigin: "dr https://shelf.dr.internal", count: 1 },
      { listedOrigin: "prod https://old.internal", count: 2 },
      { listedOrigin: "prod https://shelf.internal", count: 9 },
    ],
    tray: [],
  };
  const countByListedOrigin = (slug: string) => Promise.resolve(counts[slug] ?? []);
  const deployment = { vault: { sandbox: false }, connections: { countByListedOrigin } } as never as OperatorDeployment;
  const remedy = "list it again, or have its users reconnect";
  assert.deepEqual(await findings(ownServers, { environment, deployment }), [
    { status: "ok", detail: "shelf: prod" },
    {
      status: "warn",
      detail: "1 connection needs dr at https://shelf.dr.internal, which SVC_SHELF_ORIGINS doesn't list",
      remedy,
    },
    {
      status: "warn",
      detail: "2 connections need prod at https://old.internal, which SVC_SHELF_ORIGINS doesn't list",
      remedy,
    },
    { status: "ok", detail: "tray: none listed, so it is hidden from your tenants", isUnused: true },
  ]);
});

/** Runs the doctor for providers with these hosts; checks nothing else. @param faults the errors of failing hosts. */
async function reached(hosts: readonly (readonly string[])[], faults: Readonly<Record<string, string>>, asked = true) {
  const tried: string[] = [];
  let out = "";
  const environment = createEnvironment({
    providers: hosts.map((own, at) => provider({ slug: `p${at}`, hosts: own })),
    setting: () => null,
    reach(host: string) {
      tried.push(host);
      return Promise.resolve(faults[host] ?? null);
    },
  });
  const io = { out: (text: string) => void (out += text), err: () => undefined };
  const ended = await diagnose(io, environment, { format: "json", reachProviders: asked }).then(
    () => true,
    (error: unknown) => (assert.ok(error instanceof DoctorFailure), false),
  );
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: { name: string; status: string; detail: string }[] };
  assert.equal(ok, ended, "the output agrees with the exit");
  return { ok, tried, checks: checks.filter(({ name }) => name.startsWith("provider ")) };
}

test("--reach-providers tries each provider's host once, and reports each fault", async () => {
  const hosts = [
    ["api.a.example", "login.a.example"],
    ["api.b.example:8443", "api.a.example"],
  ];
  const all = ["api.a.example", "login.a.example", "api.b.example:8443"];
  const well = await reached(hosts, {});
  assert.deepEqual([well.ok, well.tried], [true, all]);
  assert.deepEqual(
    well.checks.map(({ name }) => name),
    all.map((host) => `provider ${host}`),
  );
  const ill = await reached(hosts, { "login.a.example": "ENOTFOUND" });
  assert.deepEqual([ill.ok, ill.checks.map(({ status }) => status)], [false, ["ok", "fail", "ok"]]);
  assert.match(ill.checks[1]?.detail ?? "", /ENOTFOUND/);
  assert.deepEqual((await reached(hosts, {}, false)).tried, [], "tries no host without the option");
  const regional = await reached([["api.{region}.c.example"]], {});
  assert.deepEqual([regional.tried, regional.checks.map(({ status }) => status)], [[], ["look"]]);
});

test("reaches a host with a trusted certificate over TLS, and sends nothing", async (t) => {
  const file = (name: string) =>
    readFileSync(new URL(`../../../adapters/egress/test-only-${name}.pem`, import.meta.url));
  let sent = 0;
  const server = createServer({ cert: file("certificate"), key: file("key") }, (socket) => {
    socket.on("data", (bytes: Buffer) => (sent += bytes.length)).on("error", () => undefined);
  });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  assert.match((await reachByTls(`localhost:${port}`)) ?? "", /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED)/);
  assert.equal(await reachByTls(`localhost:${port}`, file("certificate").toString()), null);
  server.close();
  await new Promise((resolve) => server.once("close", resolve));
  assert.equal(await reachByTls(`localhost:${port}`), "ECONNREFUSED");
  assert.equal(sent, 0);
});
