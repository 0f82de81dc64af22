/** Where the doctor draws its lines. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { createServer } from "node:tls";
import type { AddressInfo } from "node:net";
import { reachByTls } from "../../src/egress/reach.ts";
import { clockCheck, diagnose, diskChecks, DoctorFailure, settingChecks } from "../../src/operator/doctor.ts";
import type { OperatorEnvironment } from "../../src/operator/environment.ts";

test("a clock is told by how much it differs, and which way", () => {
  assert.equal(clockCheck(999).status, "ok");
  assert.deepEqual([clockCheck(1000).status, clockCheck(-29_999).status], ["warn", "warn"]);
  assert.deepEqual([clockCheck(30_000).status, clockCheck(-30_000).status], ["fail", "fail"]);
  assert.match(clockCheck(2500).detail, /^is 2\.5 s behind/);
  assert.match(clockCheck(-2500).detail, /^is 2\.5 s ahead of/);
});

test("room beside the database warns below a gibibyte and fails below a tenth of it", () => {
  const mebibyte = 1024 * 1024;
  const statusOf = (bytes: number) => diskChecks(bytes).map(({ status }) => status);
  assert.deepEqual(diskChecks(null), []);
  assert.deepEqual(statusOf(1024 * mebibyte), ["ok"]);
  assert.deepEqual(statusOf(1024 * mebibyte - 1), ["warn"]);
  assert.deepEqual(statusOf(100 * mebibyte), ["warn"]);
  assert.deepEqual(statusOf(100 * mebibyte - 1), ["fail"]);
});

test("an address that others reach needs a public URL, and one with TLS", () => {
  const setting = { publicUrl: null, connectUrl: null, oauthApps: [], readyzUrl: "", eventRetentionDays: 30 };
  const statusOf = (change: Partial<Parameters<typeof settingChecks>[0]>) =>
    settingChecks({ listenHost: "0.0.0.0", ...setting, ...change }, { providers: [] })[0]?.status;
  assert.equal(statusOf({}), "fail");
  assert.equal(statusOf({ listenHost: "[::1]" }), "ok");
  assert.equal(statusOf({ publicUrl: "http://svc.example" }), "fail");
  assert.equal(statusOf({ publicUrl: "https://svc.example" }), "ok");
  assert.equal(statusOf({ publicUrl: "https://svc.example", connectUrl: "http://connect.example" }), "fail");
});

/** The doctor over providers of these hosts; nothing else is looked at. @param faults what the ones that fail answer. */
async function reached(hosts: readonly (readonly string[])[], faults: Readonly<Record<string, string>>, asked = true) {
  const tried: string[] = [];
  let out = "";
  const environment = {
    providers: hosts.map((own, at) => ({ slug: `p${at}`, actions: [], needsApp: false, hosts: own })),
    configurationFaults: () => [],
    unreadVariables: () => [],
    setting: () => null,
    reach(host: string) {
      tried.push(host);
      return Promise.resolve(faults[host] ?? null);
    },
  } as unknown as OperatorEnvironment;
  const io = { out: (text: string) => void (out += text), err: () => undefined };
  const ended = await diagnose(io, environment, { format: "json", reachProviders: asked }).then(
    () => true,
    (error: unknown) => (assert.ok(error instanceof DoctorFailure), false),
  );
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: { name: string; status: string; detail: string }[] };
  assert.equal(ok, ended, "what is printed is how it ends");
  return { ok, tried, checks: checks.filter(({ name }) => name.startsWith("provider ")) };
}

test("--reach-providers tries each host of every provider once, and says of each what is the matter", async () => {
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
  assert.match(ill.checks[1]?.detail ?? "", /ENOTFOUND.*DNS, proxy and firewall/);
  assert.deepEqual((await reached(hosts, {}, false)).tried, [], "nobody is asked unless it is said");
});

test("a host is reached where a TLS connection with a certificate that is trusted can be made, and nothing is sent", async (t) => {
  const file = (name: string) => readFileSync(new URL(`../egress/test-only-${name}.pem`, import.meta.url));
  let sent = 0;
  const server = createServer({ cert: file("certificate"), key: file("key") }, (socket) => {
    socket.on("data", (bytes: Buffer) => (sent += bytes.length)).on("error", () => undefined);
  });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  assert.match((await reachByTls(`localhost:${port}`)) ?? "", /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED)/);
  assert.equal(await reachByTls(`localhost:${port}`, { ca: file("certificate") }), null);
  server.close();
  await new Promise((resolve) => server.once("close", resolve));
  assert.equal(await reachByTls(`localhost:${port}`), "ECONNREFUSED");
  assert.equal(sent, 0);
});
